"""The version on pieces in small print, and looks that do not depend on it."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from shapely.geometry import Point, box

from design.config.loading import load_config
from design.faces.appearance import appearance_of
from design.faces.face import Face, InkRole, Mark
from design.faces.version_stamp import SAFE_MM, stamped
from design.graphics.polygons import as_multi
from design.sheets.specs import SheetSpec
from printables.imposition.survey import most_bleed_mm, survey
from rules.errors import ConfigError, DesignError
from rules.game import load_game
from tests.support.plans import planned
from tests.support.sheet_cases import INK, arch_trim, card_trim, cards, mixed, sheet

GAME = load_game("geometric-chamber")
FEW = ["games.geometric-chamber.players=2", "paper.sizes=[a4]", "paper.stickers=false"]


def blank(trim, *areas, ground="#ffffff"):
    return Face("piece.front", trim, ground, tuple(Mark(InkRole.INK, INK, as_multi(area)) for area in areas))


@pytest.mark.parametrize(
    ("trim", "shown"),
    [
        (card_trim(36, 50), Point(0, 0).buffer(10)),
        (arch_trim(24, 32), Point(0, 0).buffer(8)),
        (Point(0, 0).buffer(10), Point(0, 0).buffer(8.4).difference(Point(0, 0).buffer(7.6))),
    ],
)
def test_it_stands_inside_the_trim_and_on_nothing_that_is_shown(trim, shown):
    face = stamped(blank(trim, shown), "1.2")
    (text,) = (mark for mark in face.marks if mark.run)
    assert text.run.text == "v1.2"
    # 5 points are 1.76 mm, 4 points 1.41.
    assert 1.4 <= text.run.size_mm <= 1.77
    assert trim.buffer(-SAFE_MM + 0.01).contains(text.area)
    assert text.area.distance(shown) > 0.3
    assert len(face.marks) == 2


def test_on_a_pattern_it_stands_on_a_patch_of_the_ground_and_in_the_ink_that_reads():
    stripes = [box(-18, y, 18, y + 1) for y in range(-25, 25, 2)]
    face = stamped(blank(card_trim(36, 50), *stripes, ground="#1f4c0b"), "3")
    patch, text = face.marks[-2:]
    assert (patch.colour, text.colour) == ("#1f4c0b", "#ffffff")
    assert patch.area.buffer(1e-6).contains(text.area)
    assert patch.area.area < 10


def test_words_are_written_as_they_are():
    face = stamped(blank(card_trim(36, 50)), "beta 3")
    assert face.marks[-1].run.text == "beta 3"


def test_a_piece_without_room_is_named():
    with pytest.raises(DesignError, match=r"piece\.front: has no room for its version a-long-version-9"):
        stamped(blank(card_trim(12, 12)), "a-long-version-9")


def specs(*settings):
    made = planned((*FEW, *settings), GAME.id).artifacts
    return [one.spec for one in made if one.builder == "printables.pdf:write_sheets" and isinstance(one.spec, SheetSpec)]


def test_each_piece_of_the_game_carries_it_where_it_is_asked_for():
    found = {}
    for where in ("none", "edge", "back"):
        made = specs(f"paper.version_on={where}", "games.geometric-chamber.version=9")
        pieces = found[where] = [piece for spec in made for piece in spec.pieces]
        for piece in pieces:
            sides = ["v9" in [mark.run.text for mark in face.marks if mark.run] for face in piece.faces]
            # What has one side only, a board to fold, carries it there.
            assert sides == ([where == "edge", where == "back"] if piece.back else [where != "none"]), piece.name
    looks = [{piece.name: piece.look for piece in pieces} for pieces in found.values()]
    assert looks[0] == looks[1] == looks[2]
    assert all(re.fullmatch("[0-9a-f]{16}", look) for look in looks[0].values())
    # Different pieces look different: all but the X cards' fronts are told apart by colour and shape.
    assert len(set(looks[0].values())) == len(looks[0])


def test_the_sheets_carry_the_game_s_version_or_the_one_configured():
    assert {spec.version for spec in specs()} == {"1"}
    assert {spec.version for spec in specs('games.geometric-chamber.version="1.10"')} == {"1.10"}


def test_a_version_that_is_a_fraction_wants_quotes_and_one_that_cannot_be_written_is_refused():
    with pytest.raises(ConfigError, match=r"games\.geometric-chamber\.version = 1\.1: input should be a valid string"):
        load_config(None, ["games.geometric-chamber.version=1.10"])
    with pytest.raises(DesignError, match=r"version = \u05d0: has characters that the typeface lacks"):
        specs("games.geometric-chamber.version=\u05d0")


def test_a_look_changes_with_what_is_seen_and_with_nothing_else():
    trim = card_trim(36, 50)
    one = blank(trim, Point(0, 0).buffer(5))
    same = [replace(one, name="other.front"), blank(card_trim(36, 50), Point(1e-5, 0).buffer(5))]
    other = [
        blank(trim, Point(0.01, 0).buffer(5)),
        blank(trim, Point(0, 0).buffer(5), ground="#fffffe"),
        blank(card_trim(36, 50.1), Point(0, 0).buffer(5)),
        replace(one, marks=()),
    ]
    assert {appearance_of([face]) for face in same} == {appearance_of([one])}
    assert len({appearance_of([face]) for face in [one, *other]}) == 5
    assert appearance_of([one, other[0]]) != appearance_of([other[0], one])


def test_the_build_says_how_many_a_page_takes_and_with_how_much_bleed():
    # 9 cards of 63 x 88 on A4. Upright: 297 - 12 - 9.2 - 2 (b + 2) - 264 = 4 b, so b = 1.3. On a landscape sheet with the
    # texts at its short sides: 297 - 12 - 6.6 - 2 (b + 2) - 264 = 4 b gives 1.73, and 210 - 12 - 189 = 4 b gives 2.25.
    said = "A4 cards: 9 a page (3 x 3), 2 sheets; bleed 0.8 mm, backs 1.3 mm; up to 1.7 mm on both would go"
    assert survey(sheet(*cards(10, 63, 88))) == said
    assert survey(sheet(*mixed())) == "A4 cards: 30 pieces of 3 outlines, 1 sheet; bleed 0.8 mm, backs 1.3 mm"
    # FACTS: 1.8 mm with 5 mm margins, and 0.8 with 8 mm: by the sums above 1.73 + 2 / 6 is 2.0, and 8 mm leave 1.0.
    assert most_bleed_mm(sheet(*cards(1, 63, 88), margin=5), 9) == 2.0
    assert most_bleed_mm(sheet(*cards(1, 63, 88), margin=8), 9) == 1.0
