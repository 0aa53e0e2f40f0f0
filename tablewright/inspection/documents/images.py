"""Counts the pieces in images: each face at its size in pixels, decks card by card, and all names on the contact sheet."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

from shapely.geometry import box

from design.faces.face import Face
from design.sheets.images import COLUMNS, ROWS, ContactSpec, FacesSpec, TabletopSpec, pixels
from tablewright.inspection.expected import PieceSet
from tablewright.inspection.findings import AGAIN, NOT_ASKED, Findings
from tablewright.inspection.readers.pdf import read_pdf
from tablewright.inspection.readers.rendered import ImageLook, Rendered, letters
from tablewright.inspection.recognition.gallery import Gallery
from tablewright.inspection.recognition.recognise import Look, Page, Placed
from tablewright.inspection.recognition.siblings import Siblings

LIMIT = 40.0
"""Largest colour difference allowed, out of 255; the same as for a sheet drawn by pdfium."""
TRIM_SHARE = 0.01
"""The opaque part of an image matches the trim to this share of the image."""


def count_faces(output: Path, files: list[str], wanted: PieceSet) -> Findings:
    """Read the images of single faces and the contact sheet (paths below `output`); a piece counts if all its sides exist."""
    findings, gallery, left = Findings(), Gallery(), set(files)
    for folder, artifact in sorted(wanted.artifacts.items()):
        if isinstance(artifact.spec, ContactSpec):
            left.discard(folder)
            _check_contact_sheet(output / folder, folder, artifact.spec, findings)
            continue
        spec: FacesSpec = artifact.spec
        left -= {f"{folder}/{name}" for name in spec.files}
        good: Counter[str] = Counter()
        siblings = Siblings(gallery, [face for _, face in spec.files.values()])
        for name, (piece, face) in spec.files.items():
            path = f"{folder}/{name}"
            faults = _face_faults(output / path, path, spec, face, siblings, gallery)
            for fault in faults:
                findings.report(path, f"{fault}; {AGAIN}")
            good[piece.name] += not faults
            findings.holds[path] = dict(spec.held(name)) if not faults else {}
        findings.found += Counter({piece.name: piece.copies for piece in spec.pieces if good[piece.name] == len(piece.faces)})
    for path in sorted(left):
        findings.report(path, NOT_ASKED)
    return findings


def count_tabletop(output: Path, files: list[str], wanted: PieceSet) -> Findings:
    """Read decks for Tabletop Simulator (paths below `output`) and count their cards, cell by cell."""
    findings, gallery, left = Findings(), Gallery(), set(files)
    for folder, artifact in sorted(wanted.artifacts.items()):
        spec: TabletopSpec = artifact.spec
        left -= {f"{folder}/{name}" for name in spec.files}
        counts = {side: Counter[str]() for side in ("faces", "backs")}
        for name, places in spec.files.items():
            path = f"{folder}/{name}"
            image = _opened(output / path)
            size = (COLUMNS * spec.cell_px[0], ROWS * spec.cell_px[1])
            if isinstance(image, str) or image.size != size:
                fault = image if isinstance(image, str) else f"is {_size(image.size)}, must be {_size(size)}"
                findings.report(path, f"{fault}; {AGAIN}")
                continue
            image, held = image.convert("RGB"), Counter[str]()
            shown = [(piece.name, face) for piece, face in places]
            siblings = Siblings(gallery, [face for _, face in shown])
            for number, (piece, face) in enumerate(shown):
                instead = _instead(_cell(image, spec, number), face, siblings, gallery, path)
                if instead:
                    findings.report(path, f"shows {instead} where {face.name} must be, card {number + 1}; {AGAIN}")
                else:
                    held[piece] += 1
            last = _cell(image, spec, COLUMNS * ROWS - 1)
            if _instead(last, spec.hidden, Siblings(gallery, [spec.hidden]), gallery, path):
                findings.report(path, f"has no hidden card in its last place; {AGAIN}")
            empty = range(len(shown), COLUMNS * ROWS - 1)
            if any(_cell(image, spec, number).convert("L").getextrema() != (255, 255) for number in empty):
                findings.report(path, f"has something in a place that must be empty; {AGAIN}")
            counts[name.split(".")[1]] += held
            findings.holds[path] = dict(held) if ".faces." in name else {}
        for piece in counts["faces"].keys() | counts["backs"].keys():
            findings.found[piece] += min(counts["faces"][piece], counts["backs"][piece])
    for path in sorted(left):
        findings.report(path, NOT_ASKED)
    return findings


def _opened(path: Path) -> Any:
    """An image, or what is wrong with the file."""
    from PIL import Image

    try:
        with Image.open(path) as image:
            image.load()
            return image if image.format == "PNG" else f"is {image.format}, must be PNG"
    except FileNotFoundError:
        return "is missing"
    except (OSError, SyntaxError, ValueError):
        return "cannot be read as an image"


def _face_faults(file: Path, path: str, spec: FacesSpec, face: Face, siblings: Siblings, gallery: Gallery) -> list[str]:
    """What is wrong with the image of one face."""
    from PIL import Image

    image = _opened(file)
    if isinstance(image, str):
        return [image]
    must = pixels(face, spec.dpi)
    if image.size != must:
        return [f"is {_size(image.size)}, must be {_size(must)}"]
    faults = []
    if any(abs(one - spec.dpi) > 0.1 for one in image.info.get("dpi", (0, 0))):
        faults.append(f"does not say that it has {spec.dpi:g} dots an inch")
    if image.mode != "RGBA":
        return [*faults, f"is {image.mode}, must be RGBA with a transparent surround"]
    alpha = image.getchannel("A")
    share = sum(value * count for value, count in enumerate(alpha.histogram())) / 255 / (image.width * image.height)
    area = face.trim.area / box(*face.trim.bounds).area
    if abs(share - area) > TRIM_SHARE:
        faults.append(f"is opaque over {share:.1%} of its image, must be over {area:.1%}, its trim")
    ground = Image.new("RGB", image.size, face.ground)
    ground.paste(image, (0, 0), alpha)
    instead = _instead(ground, face, siblings, gallery, path)
    return [*faults, f"shows {instead} where {face.name} must be"] if instead else faults


def _size(size: tuple[int, int]) -> str:
    return f"{size[0]} x {size[1]} pixels"


def _cell(image: Any, spec: TabletopSpec, number: int) -> Any:
    """A card on a deck's sheet, numbered in rows from the upper left."""
    wide, high = spec.cell_px
    left, top = number % COLUMNS * wide, number // COLUMNS * high
    return image.crop((left, top, left + wide, top + high))


def _instead(image: Any, face: Face, siblings: Siblings, gallery: Gallery, path: str) -> str:
    """What an image shows instead of the face; empty if it shows the face, upright."""
    look = ImageLook(image, None, face.size_mm)
    placed = Placed(face.name, face.size_mm[0] / 2, face.size_mm[1] / 2)
    page = Page(path, "", face.size_mm, (placed,), look.picture, lambda *_: [], LIMIT)
    one = Look(gallery, page, placed)
    return "" if one.turn_of(face, siblings) == 0 else one.instead_of(face, siblings)


def _check_contact_sheet(file: Path, path: str, spec: ContactSpec, findings: Findings) -> None:
    """Check that every face is on it once, and every piece's name."""
    pdf = read_pdf(file)
    if isinstance(pdf, str):
        findings.report(path, pdf)
        return
    for fault in pdf.font_faults:
        findings.report(path, f"{fault}; {AGAIN}")
    uses = Counter(use.name for page in pdf.pages for use in page.uses)
    must = Counter(face.name for piece in spec.pieces for face in piece.faces)
    for name in sorted((must - uses).keys() | (uses - must).keys()):
        findings.report(path, f"shows {name} {uses[name]} times, must show it {must[name]} times; {AGAIN}")
    rendered = Rendered.open(file, pdf)
    if isinstance(rendered, str):
        findings.report(path, rendered)
        return
    try:
        text = letters("".join(rendered.texts()))
    finally:
        rendered.close()
    for piece in spec.pieces:
        if letters(f"{piece.copies}×{piece.name}") not in text:
            findings.report(path, f"lacks the name of {piece.name} or how often there is one; {AGAIN}")
