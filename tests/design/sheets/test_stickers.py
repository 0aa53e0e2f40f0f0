"""Stickers for parts printed in one colour: each face once for each copy, within the part's flat top, on one-sided sheets."""

from __future__ import annotations

import re
import shutil
from collections import Counter
from dataclasses import replace

import pikepdf
import pytest
from lxml import etree
from shapely import affinity
from shapely.geometry import Polygon, box

from design.config.loading import load_config
from design.faces.face import Face, InkRole, Mark
from design.graphics.polygons import as_multi
from design.parts.boards.plate import PlateSpec
from design.parts.boxes.lift_off_lid import LidSpec
from design.parts.marker import MarkerSpec
from design.sheets.stickers import STICKERS, StickerLimits, stickers_of
from printables.imposition.sheet import impose
from printables.pdf import write_sheets
from printables.svg import write_sheets as write_cut_files
from rules.errors import DesignError
from rules.game import Medium, load_game
from tablewright.inspection.expected import expected_of
from tablewright.inspection.recognition.gallery import Gallery
from tablewright.inspection.sheets.papers import count_svg
from tests.support.plans import planned as planned_once

GAME = "geometric-chamber"


def planned(*settings):
    return planned_once(tuple(settings)).artifacts


@pytest.fixture(scope="module")
def artifacts():
    return planned()


def sheets(artifacts, medium=Medium.PAPER):
    return [one for one in artifacts if one.medium is medium and "/stickers" in one.path]


@pytest.fixture(scope="module")
def pieces(artifacts):
    return {piece.name: piece for piece in sheets(artifacts)[0].spec.pieces}


def solids(artifacts, kind):
    return [one.spec for one in artifacts if one.medium is Medium.SOLID and isinstance(one.spec, kind)]


# Five players: 5 + 5 plates, a front each; 10 score, 15 penalty, 5 door markers and a leader token, front and back; a lid.
EXPECTED = {"number-plate-owner": 5, "number-plate-table": 5, "score-marker": 20, "penalty-marker": 30, "door-marker": 10}
EXPECTED |= {"leader-token": 2, "storage-lid": 1}


def test_every_copy_of_every_face_has_a_sticker_in_each_medium_and_size(artifacts):
    for medium in (Medium.PAPER, Medium.CUT):
        found = sheets(artifacts, medium)
        assert [one.spec.paper.name for one in found] == ["a4", "letter"]
        for one in found:
            counts = Counter()
            for held in one.holds:
                counts[held.piece.split(".")[1]] += held.copies
            assert counts == EXPECTED


def test_stickers_are_no_components(artifacts):
    for one in artifacts:
        named = {held.piece.startswith("sticker.") for held in one.holds}
        assert named <= {"/stickers" in one.path}


def test_a_plate_s_sticker_lies_between_the_connectors_inside_the_bevel(artifacts, pieces):
    board = load_config().config.number_board
    for spec in solids(artifacts, PlateSpec):
        width, height = pieces[f"sticker.{spec.name}.front"].front.size_mm
        # Connectors hold `end_length_mm` of each end; half a millimetre is left at each side.
        assert width == pytest.approx(spec.length_mm - 2 * board.end_length_mm - 1)
        assert height == pytest.approx(spec.height_mm - 2 * spec.foot_relief_mm - 1)


def test_what_is_engraved_is_on_the_sticker_where_it_is_in_the_part(artifacts, pieces):
    for spec in solids(artifacts, PlateSpec):
        face = pieces[f"sticker.{spec.name}.front"].front
        assert face.relief().symmetric_difference(spec.front.relief()).area < 1e-6
        assert face.ground == spec.front.ground
    for spec in solids(artifacts, MarkerSpec):
        face = pieces[f"sticker.{spec.name}.back"].front
        moved = affinity.translate(face.trim, *_middle(spec.back.trim.buffer(-spec.foot_relief_mm - 0.5, join_style="mitre")))
        assert spec.back.trim.buffer(-spec.foot_relief_mm - 0.49).covers(moved)
        assert face.relief().area == pytest.approx(spec.back.relief().area)


def _middle(shape):
    left, bottom, right, top = shape.bounds
    return (left + right) / 2, (bottom + top) / 2


def test_a_raised_sign_s_sticker_lies_on_its_own_top_and_never_on_the_rim(artifacts, pieces):
    for spec in solids(artifacts, MarkerSpec):
        face = pieces[f"sticker.{spec.name}.front"].front
        # The rim goes around everything; the one sign stands in it.
        sign, rim = sorted(spec.front.relief().geoms, key=lambda one: one.envelope.area)
        assert rim.envelope.covers(sign.envelope)
        whole = Polygon(sign.exterior)
        on_it = affinity.translate(face.trim, *_middle(whole.buffer(-0.3, join_style="mitre")))
        assert whole.buffer(-0.29).covers(on_it)
        assert face.trim.area > 0.6 * whole.area


def test_both_colours_of_a_wide_sign_are_on_its_sticker(pieces, artifacts):
    fronts = {spec.name: spec.front for spec in solids(artifacts, MarkerSpec)}
    for colour in ("gold", "forest", "crimson", "turquoise", "violet"):
        face = pieces[f"sticker.penalty-marker.{colour}.front"].front
        name = f"penalty-marker.{colour}"
        assert {face.ground, *(mark.colour for mark in face.marks)} == {
            fronts[name].ground,
            *(mark.colour for mark in fronts[name].marks),
        }


def test_the_lid_s_sticker_shows_all_that_the_lid_shows(artifacts, pieces):
    (lid,) = solids(artifacts, LidSpec)
    (face,) = (piece.front for name, piece in pieces.items() if name.startswith("sticker.storage-lid."))
    assert face.relief().area == pytest.approx(lid.face.relief().area)
    assert face.size_mm[0] < lid.outer_width_mm
    assert face.size_mm[1] < lid.outer_depth_mm


def test_every_sticker_has_its_middle_at_the_origin_and_its_ink_inside(pieces):
    for piece in pieces.values():
        left, bottom, right, top = piece.front.trim.bounds
        assert (left + right, bottom + top) == pytest.approx((0, 0), abs=1e-6)
        assert all(piece.front.trim.buffer(1e-6).covers(mark.area) for mark in piece.front.marks)


def test_a_strip_longer_than_the_paper_ends_between_two_places(artifacts):
    spec = solids(artifacts, PlateSpec)[0]
    pitch = spec.spacers_x[1] - spec.spacers_x[0]
    made = stickers_of([(spec, 1)], StickerLimits(3.2 * pitch, 100))
    assert [piece.name.rpartition(".")[2] for piece in made] == ["a-of-2", "b-of-2"]
    # Five places in two strips: two and three, less the half millimetre at the outer ends.
    assert sorted(piece.front.size_mm[0] for piece in made) == pytest.approx([2 * pitch - 0.5, 3 * pitch - 0.5])
    digits = sum(piece.front.relief().area for piece in made)
    assert digits == pytest.approx(spec.front.relief().area)


def test_poker_cards_in_sleeves_have_stickers_on_every_paper():
    # The board is 340 mm long; A4 is 297.
    made = planned("card.width_mm=63", "card.height_mm=88", "card.sleeve=premium", "number_board.plate_height_mm=30")
    for one in sheets(made):
        names = [held.piece for held in one.holds if "number-plate-owner.gold" in held.piece]
        assert len(names) == 2
        assert {len(page.places) > 0 for page in impose(one.spec)} == {True}


def test_the_switch_leaves_them_out():
    assert sheets(planned("paper.stickers=false")) == []


def test_a_raised_text_of_several_signs_has_a_sticker_for_each():
    trim = box(-15, -10, 15, 10)
    signs = as_multi(box(-8, -4, -2, 4).union(box(2, -4, 8, 4)))
    rim = as_multi(trim.buffer(-1).difference(trim.buffer(-2)))
    marks = (Mark(InkRole.ACCENT, "#000000", rim), Mark(InkRole.INK, "#ffffff", signs))
    front, back = (Face(f"thing.{side}", trim, "#112233", marks) for side in ("front", "back"))
    spec = MarkerSpec("thing", trim, 2.8, front, back, 0.6, 0.6, 0.3, 1.6)
    names = [piece.name for piece in stickers_of([(spec, 1)], StickerLimits(250, 180))]
    assert sorted(names) == ["sticker.thing.back", "sticker.thing.front.1", "sticker.thing.front.2"]


def test_one_sided_sheets_have_fronts_alone_and_ask_a_printer_for_one_side(artifacts, tmp_path):
    spec = sheets(artifacts)[0].spec
    assert {page.side.value for page in impose(spec)} == {"front"}
    (file,) = write_sheets(spec, tmp_path / "stickers.pdf")
    with pikepdf.open(file) as pdf:
        assert str(pdf.Root.ViewerPreferences.Duplex) == "/Simplex"
        names = Counter(name for page in pdf.pages for name in re.findall(rb"/FormXob\.(\S+) Do", page.Contents.read_bytes()))
    assert names == {piece.name.encode(): piece.copies for piece in spec.pieces}
    written = write_cut_files(spec, tmp_path / "stickers")
    assert [path.name for path in written] == ["stickers.1.front.svg", "stickers.2.front.svg"]
    cuts = [path for file in written for path in etree.parse(file).iterfind('.//{*}g[@id="cut"]/{*}path')]
    assert Counter(path.get("data-piece") for path in cuts) == {piece.name: piece.copies for piece in spec.pieces}


def test_a_piece_without_a_back_does_not_share_a_sheet_with_one_that_has(artifacts):
    cards = next(one.spec for one in artifacts if one.path.endswith("pdf/a4/cards.pdf"))
    mixed = replace(cards, pieces=(replace(cards.pieces[0], back=None), *cards.pieces[1:]))
    with pytest.raises(DesignError, match=r"shape-card\.gold: has no back, others have"):
        impose(mixed)


@pytest.fixture(scope="module")
def cut(tmp_path_factory):
    """Cut files of the stickers alone, and the set that they must be."""
    config = load_config(None, [f"games.{GAME}.players=2", "paper.sizes=[a4]"]).config
    needed = next(one for one in expected_of(load_game(GAME), config).sets if one.name == "svg a4")
    names = {piece: count for piece, count in needed.counts.items() if needed.components[piece] == STICKERS}
    files = {path: one for path, one in needed.artifacts.items() if one.spec.name == STICKERS}
    needed = replace(needed, counts=names, artifacts=files)
    output = tmp_path_factory.mktemp("stickers")
    for path, one in files.items():
        (output / path).parent.mkdir(parents=True)
        write_cut_files(one.spec, output / path)
    return output, needed


def counted(output, needed):
    files = sorted(path.relative_to(output).as_posix() for path in output.rglob("*.svg"))
    return count_svg(output, files, needed, Gallery())


def test_the_cut_files_are_counted_as_they_are(cut):
    output, needed = cut
    found = counted(output, needed)
    assert found.problems == []
    # Two players: 4 plates, 4 + 6 + 5 + 1 markers of two sides, the lid.
    assert found.found.total() == 4 + 2 * 16 + 1
    assert found.found == needed.counts


def without_first(text):
    return re.sub(r'<g class="piece".*?</g>', "", text, count=1, flags=re.DOTALL)


def renamed(text):
    return text.replace("sticker.number-plate-owner.gold.front", "sticker.number-plate-owner.forest.front", 1)


SPOILERS = {
    "one dropped": (without_first, "has an outline to cut along no piece"),
    "one named for another": (renamed, "shows sticker.number-plate-owner.gold.front instead"),
    "a line to cut is missing": (
        lambda text: re.sub(r'(<g id="cut".*?)<path[^>]*/>', r"\1", text, count=1, flags=re.DOTALL),
        "no outline",
    ),
}


@pytest.mark.parametrize(("change", "message"), SPOILERS.values(), ids=SPOILERS)
def test_a_sheet_of_stickers_made_wrong_is_told(cut, tmp_path, change, message):
    output = shutil.copytree(cut[0], tmp_path / "output")
    file = next(output.rglob("stickers.1.front.svg"))
    before = file.read_text()
    file.write_text(change(before))
    assert file.read_text() != before
    assert any(message in str(one) for one in counted(output, cut[1]).problems), counted(output, cut[1]).problems


def test_a_back_of_stickers_is_told(cut, tmp_path):
    output = shutil.copytree(cut[0], tmp_path / "output")
    file = next(output.rglob("stickers.1.front.svg"))
    file.rename(file.with_name("stickers.1.back.svg"))
    assert any("holds fronts" in str(one) for one in counted(output, cut[1]).problems)
