"""What a sheet says of printing, paper and glue agrees, in every way that two sides get on a piece."""

from __future__ import annotations

import functools
from dataclasses import replace

import pikepdf
import pypdfium2
import pytest

from design.config.paper import STAYS, Duplex, Orientation
from design.sheets.specs import SheetSpec
from printables.imposition.sheet import impose
from printables.marks.page_marks import printers_marks
from printables.pdf import write_sheets
from tests.support.plans import planned
from tests.support.sheet_cases import cards, sheet

TWICE = ("long-edge", "short-edge", "separate")
MODES = (*TWICE, "gutter-fold", "one-sided")
LIGHT, HEAVY, BOARD = "Paper of 120 to 160", "Card of 250 to 300", "on chipboard or wood"


@functools.cache
def specs(duplex, backing=2):
    settings = ["games.geometric-chamber.players=2", "paper.sizes=[a4]", "paper.stickers=false", "paper.back_offset_x_mm=1"]
    settings += [f"paper.duplex={duplex}", f"paper.backing_mm={backing}"]
    made = planned(tuple(settings)).artifacts
    return {one.spec.name: one.spec for one in made if isinstance(one.spec, SheetSpec) and one.path.endswith(".pdf")}


def said(spec, folder):
    """The texts of all pages of a sheet's files, and what a printing dialog is asked for."""
    pages, asked = [], set()
    for path in write_sheets(spec, folder / "sheet.pdf"):
        with pypdfium2.PdfDocument(path) as document:
            pages += [" ".join(page.get_textpage().get_text_range().split()) for page in document]
        with pikepdf.open(path) as document:
            asked.add(str(document.Root.ViewerPreferences.Duplex))
    return pages, asked


@pytest.mark.parametrize("duplex", MODES)
def test_what_has_a_board_between_its_sides_goes_through_the_printer_once_a_sheet(tmp_path, duplex):
    spec = specs(duplex)["markers"]
    pages, asked = said(spec, tmp_path)
    assert asked == {"/Simplex"}
    assert spec.backs == STAYS, "what is not printed on a second side is not moved for it"
    for text in pages:
        assert LIGHT in text
        assert BOARD in text
        assert HEAVY not in text
        assert "board" in text.replace(BOARD, "")
        assert "one side" in text or "this side only" in text
        assert "goes on the other side" not in text
    if duplex == "gutter-fold":
        # Half of 2 mm goes round the board's edge on either side of the line.
        assert "its edge 1 mm inside" in pages[0]


@pytest.mark.parametrize("duplex", MODES)
def test_plain_pieces_are_of_card_printed_on_both_sides_or_of_two_papers_glued(tmp_path, duplex):
    for spec in (specs(duplex, 0)["markers"], specs(duplex)["cards"]):
        pages, asked = said(spec, tmp_path)
        assert spec.backs.still == (duplex not in TWICE)
        for text in pages:
            twice = duplex in TWICE
            assert (HEAVY in text, LIGHT in text) == (twice, not twice)
            assert ("lue" in text.partition("Type:")[0]) == (not twice)
            assert BOARD not in text
        # The short edge is the dialog's, `separate` a way by hand.
        edges = {"long-edge": "/DuplexFlipLongEdge", "short-edge": "/DuplexFlipShortEdge"}
        assert asked == {edges.get(duplex, "/Simplex")}


@pytest.mark.parametrize("paper", ["a4", "letter", "a3", "legal", "tabloid"])
@pytest.mark.parametrize("duplex", MODES)
def test_the_advice_goes_on_every_paper(duplex, paper):
    for orientation in ("portrait", "landscape"):
        for backing in (0.0, 2.0):
            own = {"orientation": Orientation(orientation), "backing_mm": backing}
            spec = replace(sheet(*cards(4, 30, 30), duplex=Duplex(duplex), paper=paper), **own)
            for page in impose(spec):
                assert printers_marks(spec, page).lines
