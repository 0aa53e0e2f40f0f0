"""Sheets in every mode as other programs have them: qpdf, Ghostscript, poppler and pdfium, and cut files in Chromium."""

from __future__ import annotations

import json
import re
import subprocess
from dataclasses import replace

import pikepdf
import pypdfium2
import pytest

from design.config.cutting import Registration
from design.config.loading import load_config
from design.config.paper import PAPER_SIZES, Duplex, Orientation
from design.sheets.calibration import calibration_specs
from design.sheets.specs import SheetPiece
from printables import pdf, printhouse, svg
from tests.support.print_house_deck import deck
from tests.support.sheet_cases import BLUE, CREDITS, RED, arch_trim, card_trim, face, piece, sheet
from tests.support.tools import tool
from tests.support.two_sides import POINTS_A_MM, placed

WORDED = SheetPiece(
    "worded",
    2,
    face("worded.front", card_trim(36, 50), RED, "Zażółć 성공"),
    face("worded.back", card_trim(36, 50), BLUE),
)
PIECES = (WORDED, piece("door", arch_trim(24, 32), 2, BLUE, RED))
EYE = Registration("front", 10, 20, 0.5)
MODES = {
    **{one.value: sheet(*PIECES, duplex=one) for one in Duplex},
    "landscape": replace(sheet(*PIECES), orientation=Orientation.LANDSCAPE),
    "a3": sheet(*PIECES, paper="a3"),
    "marks": replace(sheet(*PIECES, margin=18.3), registration=EYE),
}


def written(mode, folder):
    """The PDFs of a mode."""
    if mode == "print house":
        return [one for one in printhouse.write_deck(deck(), folder / "cards") if one.suffix == ".pdf"]
    if mode == "calibration":
        (spec,) = calibration_specs(load_config(None, ["paper.sizes=[a4]"]).config, CREDITS)
        return pdf.write_calibration(spec, folder / "a4.pdf")
    return pdf.write_sheets(MODES[mode], folder / "cards.pdf")


def told(*command):
    done = subprocess.run([tool(command[0]), *map(str, command[1:])], capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout, done.stderr


@pytest.mark.parametrize("mode", [*MODES, "calibration", "print house"])
def test_four_programs_find_no_fault_with_a_file(tmp_path, mode):
    for path in written(mode, tmp_path):
        said, warned = told("qpdf", "--check", path)
        assert "No syntax or stream encoding errors found" in said
        assert warned == ""
        said, warned = told("gs", "-dNOPAUSE", "-dBATCH", "-dSAFER", "-sDEVICE=nullpage", path)
        assert not re.search(r"error|warning|\*\*\*\*", said + warned, re.IGNORECASE), said + warned
        fonts = told("pdffonts", path)[0].splitlines()[2:]
        # Backs of the print house's deck show no text.
        assert fonts or path.name == "backs.pdf"
        for line in fonts:
            assert re.match(r"[A-Z]{6}\+\S+ +(CID )?TrueType.* yes yes yes +\d+ +\d+$", line), line
        document = pypdfium2.PdfDocument(path)
        with pikepdf.open(path) as read:
            assert len(document) == len(read.pages) > 0
            for drawn, page in zip(document, read.pages, strict=True):
                assert drawn.get_size() == pytest.approx([float(value) for value in page.MediaBox[2:]], abs=0.001)
                assert drawn.render(scale=0.3).to_pil().convert("L").getextrema()[0] < 128


MEASURE = """
<script>
const found = [];
for (const page of document.querySelectorAll("svg")) {
  const at = page.getBoundingClientRect();
  const mm = (box) => [box.left - at.left, at.bottom - box.bottom, box.right - at.left, at.bottom - box.top]
    .map((pixels) => pixels * 25.4 / 96);
  const pieces = [...page.querySelectorAll("g.piece")]
    .map((one) => [one.dataset.piece, mm(one.getBoundingClientRect())]);
  found.push([mm(at), pieces]);
}
document.body.textContent = "<<" + JSON.stringify(found) + ">>";
</script>
"""


def test_chromium_shows_cut_files_as_large_as_the_pdf_with_pieces_in_its_places(tmp_path):
    """Case 19: a cut file that opens at another size, or does not agree with the printed sheet."""
    pages, pictures = [], []
    for mode, spec in MODES.items():
        folder = tmp_path / mode
        for path in pdf.write_sheets(spec, folder / "cards.pdf"):
            side = path.name.removeprefix("cards.").removesuffix("pdf").rstrip(".")
            with pikepdf.open(path) as read:
                for number, page in enumerate(read.pages):
                    named = side.removesuffix("s") or (["front", "back"][number] if len(read.pages) > 1 else "both")
                    pages.append(([float(value) / POINTS_A_MM for value in page.MediaBox[2:]], placed(page)))
                    pictures.append(folder / f"cards.1.{named}.svg")
        svg.write_sheets(spec, folder / "cards")
    texts = [re.sub(r"<\?xml.*?\?>", "", one.read_text(encoding="utf-8")) for one in pictures]
    held = tmp_path / "all.html"
    body = "\n".join(f"<div>{text}</div>" for text in texts)
    held.write_text(f"<!DOCTYPE html><meta charset='utf-8'><body>{body}{MEASURE}</body>", encoding="utf-8")
    command = (
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        f"--user-data-dir={tmp_path / 'user'}",
        "--dump-dom",
        held.as_uri(),
    )
    shown, _ = told("chromium", *command)
    found = json.loads(re.search(r"&lt;&lt;(.*)&gt;&gt;", shown)[1])
    assert len(found) == len(pages) == 2 * len(MODES) - 1
    for (size, pieces), (whole, drawn) in zip(pages, found, strict=True):
        assert whole == pytest.approx([0, 0, *size], abs=0.01)
        assert [name for name, _ in drawn] == [name for name, _ in pieces]
        for (_, box), (_, seen) in zip(pieces, drawn, strict=True):
            assert seen == pytest.approx(box, abs=0.02)


def test_paper_sizes_in_the_pdf_are_those_of_the_standards(tmp_path):
    """Case 14: ISO 216 in points is 595.276 x 841.890, A3 twice that; never whole points."""
    for mode, size in (("long-edge", (595.276, 841.890)), ("landscape", (841.890, 595.276)), ("a3", (841.890, 1190.551))):
        with pikepdf.open(written(mode, tmp_path)[0]) as read:
            assert [float(value) for value in read.pages[0].MediaBox[2:]] == pytest.approx(size, abs=0.001)
    assert PAPER_SIZES["a3"].width_mm == PAPER_SIZES["a4"].height_mm
