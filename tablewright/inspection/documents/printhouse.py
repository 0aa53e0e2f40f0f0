"""Counts the cards in a print house's files: one page per card, in order, with its boxes, its inks and what it shows."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any

from shapely.geometry import box

from design.faces.face import Face
from design.graphics.colour.cmyk import Inks, inks_of
from design.names import side_of
from design.sheets.printhouse import PrintHouseSpec, page_mm
from tablewright.inspection.expected import PieceSet
from tablewright.inspection.findings import AGAIN, NOT_ASKED, Findings
from tablewright.inspection.readers.pdf import POINT_MM, read_pdf
from tablewright.inspection.readers.pixels import form_pictures, printed_images, repeated_pictures
from tablewright.inspection.readers.rendered import Rendered
from tablewright.inspection.recognition.gallery import EDGE_MM, Gallery
from tablewright.inspection.recognition.recognise import Look, Placed
from tablewright.inspection.recognition.siblings import Siblings

BOX_MM = 0.01
"""Page boxes and positions agree to this."""
SHARE = 0.0006
"""Ink shares agree to this; files hold three decimals."""
QUANTITIES, NOTE = "quantities.csv", "read-me.txt"
OTHER_COLOURS = frozenset({"rg", "RG", "g", "G", "cs", "CS", "sc", "SC", "scn", "SCN", "sh", "gs", "BI"})
"""Operators that paint, or could paint, in anything but the four inks."""


def count_print_house(output: Path, files: list[str], wanted: PieceSet) -> Findings:
    """Read a print house's files (paths below `output`) and count the cards."""
    findings = Findings()
    left = set(files)
    for folder, artifact in sorted(wanted.artifacts.items()):
        spec: PrintHouseSpec = artifact.spec
        names = [*spec.files, QUANTITIES, NOTE]
        left -= {f"{folder}/{name}" for name in names}
        counts: list[Counter[str]] = []
        for name, pages in spec.files.items():
            counts += _count_pdf(output, f"{folder}/{name}", spec, pages, findings)
        quantities = _quantities(output / folder / QUANTITIES)
        if quantities is None:
            findings.report(f"{folder}/{QUANTITIES}", f"is missing or no table of designs and quantities; {AGAIN}")
        # Where each design has one page, the list gives its quantity.
        found = {piece.name: _found(piece.name, counts, quantities or {}, spec) for piece in spec.pieces}
        findings.found += Counter(found)
        for piece in spec.pieces:
            if quantities is not None and quantities.get(piece.name) != piece.copies:
                said = quantities.get(piece.name, 0)
                findings.report(f"{folder}/{QUANTITIES}", f"says {said} of {piece.name}, must be {piece.copies}; {AGAIN}")
        first = next(iter(spec.files))
        findings.holds[f"{folder}/{first}"] = {name: count for name, count in found.items() if count}
        if not (output / folder / NOTE).is_file():
            findings.report(f"{folder}/{NOTE}", f"is missing; {AGAIN}")
    for path in sorted(left):
        findings.report(path, NOT_ASKED)
    return findings


def _found(piece: str, counts: Sequence[Counter[str]], quantities: Mapping[str, int], spec: PrintHouseSpec) -> int:
    pages = min((count[piece] for count in counts), default=0)
    return pages if spec.copies == "pages" else pages * quantities.get(piece, 0)


def _quantities(path: Path) -> dict[str, int] | None:
    try:
        rows = csv.DictReader(StringIO(path.read_text(encoding="utf-8")))
        return {row["design"]: int(row["quantity"]) for row in rows}
    except (OSError, KeyError, ValueError, TypeError):
        return None


def _count_pdf(
    output: Path, path: str, spec: PrintHouseSpec, pages: Sequence[tuple[str, Face]], findings: Findings
) -> list[Counter[str]]:
    """The good pages of each piece, for each side in the file."""
    sides = list(dict.fromkeys(side_of(face.name) for _, face in pages))
    counts = {side: Counter[str]() for side in sides}
    pdf = read_pdf(output / path)
    if isinstance(pdf, str):
        findings.report(path, pdf)
        return list(counts.values())
    rendered = Rendered.open(output / path, pdf)
    if isinstance(rendered, str):
        findings.report(path, rendered)
        return list(counts.values())
    try:
        for fault in _document_faults(output / path, pages, spec):
            findings.report(path, fault)
        for fault in (*(f"{one}; {AGAIN}" for one in pdf.font_faults), *repeated_pictures(output / path)):
            findings.report(path, fault)
        if len(pdf.pages) != len(pages):
            findings.report(path, f"has {len(pdf.pages)} pages, must have {len(pages)}; {AGAIN}")
        faces = [face for piece in spec.pieces for face in piece.faces]
        shown = _shown(faces, spec.ink_limit)
        gallery = Gallery(printed_images(faces, spec.ink_limit))
        seen = {face.name: _recoloured(face, shown) for face in faces}
        siblings = Siblings(gallery, seen.values())
        drawn = rendered.pages(path, pdf, pixels=form_pictures(output / path), limit=spec.ink_limit)
        for page, (piece, face) in zip(drawn, pages, strict=False):
            faults = _page_faults(page, seen[face.name], siblings, gallery, spec)
            for fault in faults:
                findings.report(path, f"{page.label} {fault}; {AGAIN}")
            counts[side_of(face.name)][piece] += not faults
    finally:
        rendered.close()
    return list(counts.values())


def _page_faults(page: Any, face: Face, siblings: Siblings, gallery: Gallery, spec: PrintHouseSpec) -> list[str]:
    """Check that a page holds only its face, centred and to size; the face has the colours that pdfium makes of the inks."""
    names = [placed.face for placed in page.placed]
    if names != [face.name]:
        return [f"holds {', '.join(names) or 'no card'}, must hold {face.name}"]
    placed = page.placed[0]
    middle = [side / 2 for side in page_mm(face, spec.bleed_mm)]
    if abs(placed.x_mm - middle[0]) > BOX_MM or abs(placed.y_mm - middle[1]) > BOX_MM:
        return [f"has {face.name} {placed.x_mm - middle[0]:.2f}, {placed.y_mm - middle[1]:.2f} mm off its middle"]
    look = Look(gallery, page, placed)
    faults: list[str] = page.faults(placed, face, 0)
    if look.turn_of(face, siblings) != 0:
        faults.append(f"shows {look.instead_of(face, siblings)} where {face.name} must be")
    elif not _bleeds(page, placed, face, gallery, spec.bleed_mm):
        faults.append(f"shows {face.name} without all its colours up to the bleed's edge")
    return faults


def _bleeds(page: Any, placed: Placed, face: Face, gallery: Gallery, bleed_mm: float) -> bool:
    """Whether everything that bleeds (background, shapes and pictures) reaches the very edges of a page."""
    left, bottom, right, top = face.trim.bounds
    # A picture's border is not compared; here it lies outside the page.
    over = box(left, bottom, right, top).buffer(bleed_mm + EDGE_MM, join_style="mitre")
    marks = tuple(replace(mark, area=mark.beyond) if mark.beyond is not None else mark for mark in face.marks)
    bled = replace(face, name=f"{face.name} to the bleed", trim=over, marks=marks)
    return bool(gallery.worst(page.picture(placed, bled, 0), bled) <= page.limit)


def _recoloured(face: Face, shown: Mapping[str, str]) -> Face:
    marks = tuple(replace(mark, colour=shown.get(mark.colour, mark.colour)) for mark in face.marks)
    return replace(face, ground=shown.get(face.ground, face.ground), marks=marks)


def _colours(face: Face) -> set[str]:
    return {face.ground, *(mark.colour for mark in face.marks if mark.picture is None)}


def _shown(faces: Iterable[Face], limit: float) -> dict[str, str]:
    """The colour that pdfium shows for each colour's inks, from a page of swatches made here."""
    import pikepdf
    import pypdfium2

    colours = sorted(set().union(*map(_colours, faces)))
    swatches = pikepdf.new()
    page = swatches.add_blank_page(page_size=(10 * len(colours), 10))
    painted = [f"{_operands(inks_of(colour, limit))} k {10 * at} 0 10 10 re f" for at, colour in enumerate(colours)]
    page.Contents = swatches.make_stream("\n".join(painted).encode())
    buffer = BytesIO()
    swatches.save(buffer)
    image = pypdfium2.PdfDocument(buffer.getvalue())[0].render().to_pil().convert("RGB")
    return {colour: "#{:02x}{:02x}{:02x}".format(*image.getpixel((10 * at + 5, 5))) for at, colour in enumerate(colours)}


def _operands(inks: Inks) -> str:
    return f"{inks.cyan} {inks.magenta} {inks.yellow} {inks.black}"


def _document_faults(file: Path, pages: Sequence[tuple[str, Face]], spec: PrintHouseSpec) -> Iterator[str]:
    """What is wrong with the page boxes, the inks of everything painted, and any claims the file must not make."""
    import pikepdf

    with pikepdf.open(file) as pdf:
        if "/GTS_PDFXVersion" in pdf.docinfo or "/OutputIntents" in pdf.Root:
            yield f"claims to be PDF/X, which nobody has checked; {AGAIN}"
        for number, (page, (_, face)) in enumerate(zip(pdf.pages, pages, strict=False), start=1):
            wide, high = page_mm(face, spec.bleed_mm)
            edge = spec.bleed_mm
            boxes = {"/MediaBox": (0.0, 0.0, wide, high), "/BleedBox": (0.0, 0.0, wide, high)}
            boxes["/TrimBox"] = (edge, edge, wide - edge, high - edge)
            for name, must in boxes.items():
                found = [float(value) * POINT_MM for value in page.obj.get(name, [])]
                if len(found) != 4 or any(abs(one - other) > BOX_MM for one, other in zip(found, must, strict=True)):
                    said, wanted = (", ".join(f"{value:.2f}" for value in one) or "nothing" for one in (found, must))
                    yield f"page {number} has a {name[1:]} of {said} mm, must be {wanted}; {AGAIN}"
        faces = {face.name: face for _, face in pages}
        seen: set[str] = set()
        for page in pdf.pages:
            yield from _ink_faults("a page", page, set(), spec.ink_limit)
            resources: Any = page.obj.get("/Resources", pikepdf.Dictionary())
            for name, form in resources.get("/XObject", pikepdf.Dictionary()).items():
                if name in seen:
                    continue
                seen.add(name)
                drawn = faces.get(name.removeprefix("/FormXob."))
                allowed = _colours(drawn) if drawn else set()
                yield from _ink_faults(name.removeprefix("/FormXob."), form, allowed, spec.ink_limit)


def _ink_faults(name: str, content: Any, colours: set[str], limit: float) -> Iterator[str]:
    """Find paint in inks other than the colours', or with more ink than the limit."""
    import pikepdf

    must = [inks_of(colour, limit) for colour in colours]
    told: set[str] = set()
    instructions: Any = pikepdf.parse_content_stream(content)
    for operands, operator in instructions:
        kind, fault = str(operator), ""
        if kind in OTHER_COLOURS:
            fault = f"{name} is painted with {kind}, must be in the four inks alone (DeviceCMYK); {AGAIN}"
        elif kind in ("k", "K"):
            inks = Inks(*(float(value) for value in operands))
            if inks.total > limit + SHARE:
                fault = f"{name} has {100 * inks.total:.0f} % of ink at a spot, must be at most {100 * limit:g} %; {AGAIN}"
            elif colours and not any(_alike(inks, one) for one in [*must, Inks(0, 0, 0, 1)]):
                fault = f"{name} is painted in {_operands(inks)}, which are the inks of no colour of it; {AGAIN}"
        if fault and fault not in told:
            told.add(fault)
            yield fault


def _alike(one: Inks, other: Inks) -> bool:
    pairs = ((one.cyan, other.cyan), (one.magenta, other.magenta), (one.yellow, other.yellow), (one.black, other.black))
    return all(abs(a - b) <= SHARE for a, b in pairs)
