"""What a print house and Tabletop Simulator get: full colour and no version, however sheets are printed at home."""

from __future__ import annotations

import functools

import pytest

from design.sheets.images import ContactSpec, FacesSpec, TabletopSpec
from design.sheets.printhouse import PrintHouseSpec, safe_problems
from design.sheets.specs import SheetSpec
from printables.contact import write_contact_sheet
from printables.printhouse import write_deck
from rules.game import Medium
from tests.support.pdf_text import by_pdfium
from tests.support.plans import planned

HOME = ("paper.ink=outline", "paper.version_on=edge", 'games.geometric-chamber.version="7.3"')


@functools.cache
def made(*settings):
    common = ["games.geometric-chamber.players=2", "paper.sizes=[a4]", "paper.stickers=false"]
    return planned((*common, *settings)).artifacts


def shown(artifacts, kind):
    """What each face of these files shows: its ground, its colours, and its texts."""
    faces = (face for one in artifacts if isinstance(one.spec, kind) for piece in one.spec.pieces for face in piece.faces)
    return {
        face.name: (face.ground, [mark.colour for mark in face.marks], [mark.run.text for mark in face.marks if mark.run])
        for face in faces
    }


@pytest.mark.parametrize("kind", [PrintHouseSpec, FacesSpec, TabletopSpec, ContactSpec])
def test_ink_and_versions_are_for_printing_at_home(kind):
    there = shown(made(*HOME), kind)
    assert there == shown(made(), kind)
    assert there
    # The X cards' backs are filled with their set's colour: gold is #d6a419.
    assert there["x-card.gold.back"][0] == "#d6a419"
    assert not any("v7.3" in texts for _, _, texts in there.values())
    # At home they are outlines, and each piece carries its version.
    home = shown([one for one in made(*HOME) if one.medium is Medium.PAPER], SheetSpec)
    assert home["x-card.gold.back"][0] == "#ffffff"
    assert "v7.3" in home["x-card.gold.front"][2]


def test_a_version_on_the_edge_at_home_does_not_stop_a_print_house_s_files():
    decks = [one.spec for one in made(*HOME) if isinstance(one.spec, PrintHouseSpec)]
    assert [deck.name for deck in decks] == ["cards", "overviews"]
    assert not [problem for deck in decks for problem in safe_problems(deck)]


def test_read_me_and_contact_sheet_say_the_version(tmp_path):
    deck = next(one.spec for one in made(*HOME) if isinstance(one.spec, PrintHouseSpec))
    (note,) = (path for path in write_deck(deck, tmp_path / "cards") if path.suffix == ".txt")
    assert note.read_text(encoding="utf-8").splitlines()[0] == "Geometric Chamber: cards, version 7.3"
    contact = next(one.spec for one in made(*HOME) if isinstance(one.spec, ContactSpec))
    (path,) = write_contact_sheet(contact, tmp_path / "contact-sheet.pdf")
    assert all("version 7.3" in page for page in by_pdfium(path))
