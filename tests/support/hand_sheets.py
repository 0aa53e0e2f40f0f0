"""Sheets made by hand: PDF as typed content streams, cut files as plain text, that know no ReportLab and no svgwrite."""

from __future__ import annotations

import io
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pikepdf
from fontTools.ttLib import TTFont
from shapely.geometry import MultiPolygon

from design.faces.face import Face
from design.graphics.polygons import as_multi
from design.graphics.type.typefaces import MANROPE, Weight, part_font
from design.plan.documents import RuleSheetSpec
from design.sheets.specs import SheetSpec

MM = 72 / 25.4


@dataclass(frozen=True)
class Spot:
    """A face on a page, its middle in mm from the lower left."""

    face: Face
    x: float
    y: float


def imposed(spec: SheetSpec) -> list[tuple[str, list[Spot]]]:
    """Fronts and backs in turn, for the long edge of an upright sheet, or fronts alone: cells as wide as the widest piece."""
    pieces = [piece for piece in spec.pieces for _ in range(piece.copies)]
    width = max(piece.front.size_mm[0] for piece in pieces) + 4
    height = max(piece.front.size_mm[1] for piece in pieces) + 4
    columns, rows = max(1, int((spec.paper.width_mm - 16) // width)), int((spec.paper.height_mm - 16) // height)
    # A piece as wide as the paper lies in its middle.
    left = min(8.0, (spec.paper.width_mm - columns * width) / 2)
    pages: list[tuple[str, list[Spot]]] = []
    for start in range(0, len(pieces), columns * rows):
        fronts, backs = [], []
        for index, piece in enumerate(pieces[start : start + columns * rows]):
            row, column = divmod(index, columns)
            x, y = left + (column + 0.5) * width, spec.paper.height_mm - 8 - (row + 0.5) * height
            fronts.append(Spot(piece.front, x, y))
            if piece.back is not None:
                backs.append(Spot(piece.back, spec.paper.width_mm - x, y))
        pages += [("front", fronts), ("back", backs)] if backs else [("front", fronts)]
    return pages


def rgb(colour: str) -> tuple[float, ...]:
    return tuple(int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5))


def form_content(face: Face) -> bytes:
    """A face as PDF paints it; text is outlines with the text itself over it, invisible."""
    lines = []
    for colour, area in [(face.ground, as_multi(face.trim.buffer(0.8))), *((mark.colour, mark.area) for mark in face.marks)]:
        lines.append("{:.4f} {:.4f} {:.4f} rg".format(*rgb(colour)))
        for polygon in area.geoms:
            for ring in (polygon.exterior, *polygon.interiors):
                points = [f"{x * MM:.4f} {y * MM:.4f}" for x, y in ring.coords[:-1]]
                lines.append(f"{points[0]} m " + " ".join(f"{point} l" for point in points[1:]) + " h")
        lines.append("f*")
    for mark in face.marks:
        if mark.run:
            text = mark.run.text.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")
            size = mark.run.size_mm * MM * 0.8
            lines.append(f"BT 3 Tr /F1 {size:.3f} Tf {mark.run.x_mm * MM:.3f} {mark.run.y_mm * MM:.3f} Td ({text}) Tj ET")
    lines.append("0.2 w")
    for dash, many in (("[3 2] 0 d", face.folds), ("[] 0 d", face.slits)):
        for (x1, y1), (x2, y2) in many:
            lines.append(f"{dash} {x1 * MM:.4f} {y1 * MM:.4f} m {x2 * MM:.4f} {y2 * MM:.4f} l S")
    return "\n".join(lines).encode("cp1252")


def add_form(pdf: pikepdf.Pdf, face: Face) -> Any:
    form = pikepdf.Stream(pdf, form_content(face))
    bounds = face.trim.buffer(0.8).bounds
    form.Type, form.Subtype = pikepdf.Name.XObject, pikepdf.Name.Form
    form.BBox = pikepdf.Array([round(value * MM, 4) for value in bounds])
    form.Resources = pikepdf.Dictionary(Font=pikepdf.Dictionary(F1=hand_font(pdf)))
    return form


SIGNS = bytes(range(32, 256)).decode("cp1252", "replace")


@cache
def _type() -> tuple[bytes, list[int]]:
    """A font file of the characters that a byte can name, and how wide these are, in thousandths."""
    data = part_font(MANROPE, Weight.REGULAR, frozenset(map(ord, SIGNS)))
    font = TTFont(io.BytesIO(data))
    names, unit = font.getBestCmap(), font["head"].unitsPerEm
    return data, [round(1000 * font["hmtx"][names[ord(one)]][0] / unit) if ord(one) in names else 0 for one in SIGNS]


def hand_font(pdf: pikepdf.Pdf) -> Any:
    """The one font of a document, embedded as a subset."""
    name, (data, widths) = pikepdf.Name, _type()
    for one in pdf.objects:
        if isinstance(one, pikepdf.Dictionary) and one.get("/Type") == name.Font:
            return one
    described = pikepdf.Dictionary(
        Type=name.FontDescriptor,
        FontName=name("/ABCDEF+Hand"),
        Flags=32,
        FontBBox=[0, -300, 1000, 1000],
        ItalicAngle=0,
        Ascent=1000,
        Descent=-300,
        CapHeight=700,
        StemV=80,
        FontFile2=pdf.make_stream(data),
    )
    font = pikepdf.Dictionary(
        Type=name.Font,
        Subtype=name.TrueType,
        BaseFont=name("/ABCDEF+Hand"),
        Encoding=name.WinAnsiEncoding,
        FirstChar=32,
        LastChar=255,
        Widths=widths,
        FontDescriptor=pdf.make_indirect(described),
    )
    return pdf.make_indirect(font)


def new_pdf() -> pikepdf.Pdf:
    pdf = pikepdf.new()
    pdf.Root.ViewerPreferences = pikepdf.Dictionary(PrintScaling=pikepdf.Name("/None"))
    return pdf


def add_page(pdf: pikepdf.Pdf, size_mm: tuple[float, float], content: str, forms: dict[str, Any]) -> None:
    pdf.add_blank_page(page_size=(size_mm[0] * MM, size_mm[1] * MM))
    page = pdf.pages[-1]
    page.obj.Resources = pikepdf.Dictionary(Font=pikepdf.Dictionary(F1=hand_font(pdf)), XObject=pikepdf.Dictionary())
    for name, form in forms.items():
        page.obj.Resources.XObject[f"/FormXob.{name}"] = pdf.make_indirect(form)
    page.obj.Contents = pdf.make_stream(content.encode("cp1252", "replace"))


def use(name: str, x: float, y: float) -> str:
    return f"q 1 0 0 1 {x * MM:.4f} {y * MM:.4f} cm /FormXob.{name} Do Q\n"


def beside(spec: SheetSpec, spots: list[Spot]) -> list[tuple[float, float, float, float]]:
    """A ruler of 100 mm, and where pieces have two sides marks in line with all their edges, below and to the left of all."""
    lines = [(60.0, 6.6, 160.0, 6.6)]
    bounds = [(x + spot.x, y + spot.y) for spot in spots for x, y in _corners(spot.face)]
    low_x, low_y = min(x for x, _ in bounds), min(y for _, y in bounds)
    if all(piece.back is not None for piece in spec.pieces):
        lines += [(x, low_y - 2.8, x, low_y - 1.5) for x in sorted({x for x, _ in bounds})]
        lines += [(low_x - 2.8, y, low_x - 1.5, y) for y in sorted({y for _, y in bounds})]
    return lines


def _corners(face: Face) -> tuple[tuple[float, float], tuple[float, float]]:
    left, bottom, right, top = face.trim.bounds
    return (left, bottom), (right, top)


def write_pdf(spec: SheetSpec, path: Path) -> None:
    pdf = new_pdf()
    forms: dict[str, Any] = {}
    pages = imposed(spec)
    for number, (_, spots) in enumerate(pages, start=1):
        for spot in spots:
            if spot.face.name not in forms:
                forms[spot.face.name] = pdf.make_indirect(add_form(pdf, spot.face))
        here = {spot.face.name: forms[spot.face.name] for spot in spots}
        content = "".join(use(spot.face.name, spot.x, spot.y) for spot in spots)
        content += "0.3 w\n"
        for ends in beside(spec, spots):
            x1, y1, x2, y2 = (value * MM for value in ends)
            content += f"{x1:.4f} {y1:.4f} m {x2:.4f} {y2:.4f} l S\n"
        content += f"BT 3 Tr /F1 3 Tf {165 * MM:.3f} {6.5 * MM:.3f} Td (Page {number} of {len(pages)}) Tj ET\n"
        add_page(pdf, (spec.paper.width_mm, spec.paper.height_mm), content, here)
    save(pdf, path)


def write_document(spec: RuleSheetSpec, path: Path) -> None:
    """All lines of the rules in small print on one page, and the form that stands for the sheet."""
    pdf = new_pdf()
    form = pikepdf.Stream(pdf, b"0 0 20 5 re f")
    form.Type, form.Subtype, form.BBox = pikepdf.Name.XObject, pikepdf.Name.Form, pikepdf.Array([0, 0, 20, 5])
    lines = [spec.title, *(line.strip("# ") for line in spec.text.splitlines())]
    clean = [line.replace("\\", "").replace("(", r"\(").replace(")", r"\)") for line in lines]
    text = "BT /F1 3 Tf 3 TL 30 800 Td " + " ".join(f"({line}) '" for line in clean) + " ET\n"
    add_page(pdf, (spec.paper.width_mm, spec.paper.height_mm), text + use(spec.name, 5, 5), {spec.name: form})
    save(pdf, path)


def save(pdf: pikepdf.Pdf, path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    pdf.save(path, static_id=True)


def write_svg(spec: SheetSpec, stem: Path) -> list[Path]:
    stem.parent.mkdir(parents=True, exist_ok=True)
    written = []
    width, height = spec.paper.width_mm, spec.paper.height_mm
    sheet = 0
    for side, spots in imposed(spec):
        sheet += side == "front"
        groups, cuts, folds = [], [], []
        for spot in spots:
            shapes = [(spot.face.ground, as_multi(spot.face.trim)), *((mark.colour, mark.area) for mark in spot.face.marks)]
            paths = [f'<path fill-rule="evenodd" fill="{colour}" d="{_data(area, spot, height)}"/>' for colour, area in shapes]
            groups.append(f'<g class="piece" data-piece="{spot.face.name}">' + "".join(paths) + "</g>")
            cuts.append(f'<path fill="none" stroke="red" d="{_data(as_multi(spot.face.trim), spot, height)}"/>')
            for layer, many in ((cuts, spot.face.slits), (folds, spot.face.folds)):
                ends = (
                    f"M {spot.x + a:.4f},{height - spot.y - b:.4f} L {spot.x + c:.4f},{height - spot.y - d:.4f}"
                    for (a, b), (c, d) in many
                )
                layer += [f'<path fill="none" stroke="red" d="{one}"/>' for one in ends]
        lines = [f"M {x1:.4f},{height - y1:.4f} L {x2:.4f},{height - y2:.4f}" for x1, y1, x2, y2 in beside(spec, spots)]
        strokes = "".join(f'<path fill="none" stroke="black" d="{line}"/>' for line in lines)
        layer = f'<g id="fold">{"".join(folds)}</g><g id="cut">{"".join(cuts)}</g>' if side == "front" else ""
        head = f'width="{width}mm" height="{height}mm" viewBox="0 0 {width} {height}" xmlns="http://www.w3.org/2000/svg"'
        path = stem.with_name(f"{stem.name}.{sheet}.{side}.svg")
        path.write_text(
            f'<svg {head}><g id="print">' + "\n".join(groups) + f'</g>{layer}<g id="notes">{strokes}</g></svg>',
            encoding="utf-8",
        )
        written.append(path)
    return written


def _data(area: MultiPolygon, spot: Spot, height: float) -> str:
    rings = [ring for polygon in area.geoms for ring in (polygon.exterior, *polygon.interiors)]
    return " ".join(
        "M " + " L ".join(f"{spot.x + x:.3f},{height - spot.y - y:.3f}" for x, y in ring.coords[:-1]) + " Z" for ring in rings
    )
