"""A tuck box made by hand: PDF as typed content streams, cut files as plain text, that know no ReportLab and no svgwrite."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pikepdf
from shapely.geometry import MultiPolygon

from design.graphics.polygons import as_multi
from design.tuck_box.box import TuckBoxSpec
from design.tuck_box.net import NetPart
from tests.support.hand_sheets import MM, add_page, hand_font, new_pdf, rgb, save, use


def middle(spec: TuckBoxSpec, part: NetPart) -> tuple[float, float, bool]:
    """Where the net's origin goes on the page, and whether it is turned by 90 degrees."""
    left, bottom, right, top = part.cut.bounds
    x, y = (left + right) / 2, (bottom + top) / 2
    width, height = spec.paper.width_mm, spec.paper.height_mm
    if right - left <= width - 2 * spec.margin_mm:
        return width / 2 - x, height / 2 - y, False
    return width / 2 + y, height / 2 - x, True


def write_tuck_pdf(spec: TuckBoxSpec, path: Path) -> None:
    pdf = new_pdf()
    for part in spec.net:
        name = spec.part_name(part)
        x, y, turned = middle(spec, part)
        placed = f"q 0 1 -1 0 {x * MM:.4f} {y * MM:.4f} cm /FormXob.{name} Do Q\n" if turned else use(name, x, y)
        title = f"BT /F1 8 Tf 30 20 Td ({spec.title}) Tj ET\n"
        add_page(pdf, (spec.paper.width_mm, spec.paper.height_mm), title + placed, {name: _form(pdf, spec, part)})
    save(pdf, path)


def _form(pdf: pikepdf.Pdf, spec: TuckBoxSpec, part: NetPart) -> Any:
    lines = []
    for mark in (mark for face in spec.faces_of(part) for mark in face.marks):
        lines.append("{:.4f} {:.4f} {:.4f} rg".format(*rgb(mark.colour)))
        lines += [*(_ring(ring) for ring in rings(mark.area)), "f*"]
        if mark.run:
            at = f"{mark.run.x_mm * MM:.3f} {mark.run.y_mm * MM:.3f} Td"
            lines.append(f"BT 3 Tr /F1 {mark.run.size_mm * MM * 0.8:.3f} Tf {at} ({mark.run.text}) Tj ET")
    glue = "glue" if part.parts == 1 else f"glue behind part {part.behind}"
    lines.append(f"BT 3 Tr /F1 6 Tf {-part.flap_mm * MM:.3f} {30 * MM:.3f} Td ({glue}) Tj ET")
    lines.append("0.5 w [6 4] 0 d")
    for (x1, y1), (x2, y2) in part.folds:
        lines.append(f"{x1 * MM:.4f} {y1 * MM:.4f} m {x2 * MM:.4f} {y2 * MM:.4f} l S")
    lines += ["[] 0 d", _ring(part.cut.exterior.coords), "S"]
    form = pikepdf.Stream(pdf, "\n".join(lines).encode("cp1252"))
    form.Type, form.Subtype = pikepdf.Name.XObject, pikepdf.Name.Form
    form.BBox = pikepdf.Array([round(value * MM, 4) for value in part.cut.buffer(0.2, join_style="mitre").bounds])
    form.Resources = pikepdf.Dictionary(Font=pikepdf.Dictionary(F1=hand_font(pdf)))
    return pdf.make_indirect(form)


def rings(area: MultiPolygon) -> Iterable[Any]:
    return (ring.coords for polygon in area.geoms for ring in (polygon.exterior, *polygon.interiors))


def _ring(points: Any) -> str:
    first, *others = [f"{x * MM:.4f} {y * MM:.4f}" for x, y in list(points)[:-1]]
    return f"{first} m " + " ".join(f"{one} l" for one in others) + " h"


def write_tuck_svg(spec: TuckBoxSpec, stem: Path) -> list[Path]:
    stem.parent.mkdir(parents=True, exist_ok=True)
    written = []
    width, height = spec.paper.width_mm, spec.paper.height_mm
    for part in spec.net:
        x, y, turned = middle(spec, part)

        def put(points: Any, x: float = x, y: float = y, turned: bool = turned) -> str:
            moved = [(x - v, y + u) if turned else (x + u, y + v) for u, v in points]
            return "M " + " L ".join(f"{a:.4f},{height - b:.4f}" for a, b in moved)

        shapes = [("#ffffff", as_multi(part.cut))]
        shapes += [(mark.colour, mark.area) for face in spec.faces_of(part) for mark in face.marks]
        art = "".join(
            f'<path fill-rule="evenodd" fill="{colour}" d="{" ".join(f"{put(list(r)[:-1])} Z" for r in rings(area))}"/>'
            for colour, area in shapes
        )
        folds = "".join(f'<path fill="none" stroke="blue" d="{put(ends)}"/>' for ends in part.folds)
        cut = f'<path fill="none" stroke="red" d="{put(list(part.cut.exterior.coords)[:-1])} Z"/>'
        head = f'width="{width}mm" height="{height}mm" viewBox="0 0 {width} {height}" xmlns="http://www.w3.org/2000/svg"'
        group = f'<g id="print"><g class="piece" data-piece="{spec.part_name(part)}">{art}</g></g>'
        path = stem.with_name(f"{stem.name}.{part.number}.front.svg")
        path.write_text(f'<svg {head}>{group}<g id="fold">{folds}</g><g id="cut">{cut}</g></svg>', encoding="utf-8")
        written.append(path)
    return written
