"""Boards of squares: solids judged by their files at several sizes, parts that join, tiles of paper, and what lies on them."""

from __future__ import annotations

import math
import re
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
import trimesh
from shapely.affinity import translate
from shapely.geometry import Point, box
from shapely.ops import unary_union

from design.checks.reliefs import relief_problems
from design.checks.squares import squares_problems
from design.config.loading import Loaded, load_config
from design.context import Context
from design.faces.brief import Brief
from design.families.gluing import FLAP_MM, glue_marks
from design.families.registry import FAMILIES
from design.families.squares.face import Grid, grid_of, squares_face, tiles
from design.graphics.colour.palette import contrast
from design.graphics.polygons import rectangle
from design.parts.boards.squares import SquaresSpec
from design.parts.marker import MarkerSpec
from design.parts.splitting.spec import SplitSpec
from design.parts.splitting.split import split
from design.plan.artifact import Artifact
from design.plan.planning import Plan
from fabrication.parts.squares import squares_board
from fabrication.split import split_part
from fabrication.writers.mesh import write_stl
from rules.bill import derive_bill
from rules.errors import BuildError, DesignError
from rules.game import Medium, parse_game
from rules.words import Words
from tablewright.building.build import plans_for
from tablewright.inspection.expected import PieceSet
from tablewright.inspection.printing.slicer import Sliced, slice_part
from tablewright.inspection.solids.measures.sections import section
from tablewright.inspection.solids.measures.stl import faults, read_stl
from tablewright.inspection.solids.solids import solid_faults
from tablewright.inspection.solids.squares import squares_faults
from tests.support.parts import made_by

# Two rows of three squares, the upper ones with numbers: all that a board has, and quick to make.
GAME = parse_game(
    """
id: small-board
title: Small
source: made for a test
players: {min: 2, max: 2}
axes: {number: {values: [1, 2]}}
components:
  - {id: token, family: marker, spec: $markers.token, rule: {at: one, why: it lies on the board},
     faces: {front: {text: number}, back: {text: number}}}
  - {id: board, family: board, spec: $squares, mates: [token], rule: {at: one, why: one board},
     faces: {front: {pattern: squares-2x3, row: number, fill: paper}}}
""",
    "game.yaml",
)
SIZES = {
    "default": (),
    "smallest": (
        "markers.token={width_mm: 12, height_mm: 12, thickness_mm: 1.6, relief_mm: 0.2}",
        "squares={square_mm: 16, border_mm: 2, corner_mm: 0, thickness_mm: 2, seat_depth_mm: 0.4, line_mm: 0.8}",
        "squares={line_depth_mm: 0.2, parts: 1}",
    ),
    "largest": (
        "markers.token={outline: square, width_mm: 44, height_mm: 44}",
        "squares={square_mm: 60, border_mm: 12, corner_mm: 20, thickness_mm: 12, seat_depth_mm: 6, line_mm: 3}",
        "squares={line_depth_mm: 2, parts: 3}",
    ),
}
CLEARANCE = 0.4
"""The default of fits.token_seat_clearance_mm."""


@cache
def loaded(size: str) -> Loaded:
    return load_config(None, SIZES[size])


@cache
def spec(size: str) -> SquaresSpec:
    config = loaded(size).config
    context = Context.of(derive_bill(GAME, 2), config, Words(names={}))
    line = context.bill.line("board")
    made = FAMILIES["board"].solid(context, line.component, line.variants[0])
    assert isinstance(made, SquaresSpec)
    return made


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    folder = tmp_path_factory.mktemp("squares")

    @cache
    def made(size: str) -> Path:
        return write_stl(made_by(squares_board, spec(size)), folder / f"{size}.stl")[0]

    return made


@pytest.fixture(scope="module")
def halves(tmp_path_factory):
    """The default board in its two parts, each with its file."""
    folder = tmp_path_factory.mktemp("halves")
    parts = split(spec("default"), loaded("default").config.printer, 0.15)
    return [(part, write_stl(made_by(split_part, part), folder / f"{part.name}.stl")[0]) for part in parts]


@pytest.mark.parametrize("size", SIZES)
def test_the_file_is_one_sound_solid_of_the_size_that_was_asked_for(size, file):
    read, squares = trimesh.load(file(size)), loaded(size).config.squares
    assert read.is_watertight
    assert read.is_winding_consistent
    assert read.body_count == 1
    wide, deep = 3 * squares.square_mm + 2 * squares.border_mm, 2 * squares.square_mm + 2 * squares.border_mm
    assert read.extents == pytest.approx((wide, deep, squares.thickness_mm), abs=0.02)
    assert read.bounds[0][2] == pytest.approx(0, abs=1e-4)


@pytest.mark.parametrize("size", ["default", "smallest"])
def test_a_round_token_lies_in_each_seat_with_its_clearance(size, file):
    config = loaded(size).config
    solid, token = read_stl(file(size)), config.markers.token.width_mm / 2
    side, high = config.squares.square_mm, config.squares.thickness_mm
    left, bottom, right, top = solid.flat_bounds
    around = section(solid.mesh, high - config.squares.seat_depth_mm * 0.75)
    middle = Point((left + right) / 2, (bottom + top) / 2)
    for column in (-1, 0, 1):
        for row in (-0.5, 0.5):
            at = Point(middle.x + column * side, middle.y + row * side)
            assert around.distance(at.buffer(token, quad_segs=64)) == pytest.approx(CLEARANCE, abs=0.05)
    # Below the seats all is closed.
    floor = section(solid.mesh, (high - config.squares.seat_depth_mm) / 2)
    assert floor.area == pytest.approx((right - left) * (top - bottom), rel=0.02)
    assert sum(len(one.interiors) for one in floor.geoms) == 0


@pytest.mark.parametrize("size", SIZES)
def test_the_volume_is_what_seats_and_lines_leave(size, file):
    read, config = trimesh.load(file(size)), loaded(size).config
    made, squares = spec(size), config.squares
    wide, deep = 3 * squares.square_mm, 2 * squares.square_mm
    # Four upright lines and three level ones, less what they share where they cross.
    line = squares.line_mm
    lines = 4 * line * (deep + line) + 3 * line * (wide + line) - 12 * line**2
    plate = (wide + 2 * squares.border_mm) * (deep + 2 * squares.border_mm) - (4 - math.pi) * squares.corner_mm**2
    volume = plate * squares.thickness_mm - 6 * made.seat.area * squares.seat_depth_mm - lines * squares.line_depth_mm
    assert read.volume == pytest.approx(volume, rel=0.02)


@pytest.mark.parametrize("size", SIZES)
def test_inspection_knows_it_and_no_other(size, file):
    solid, made = read_stl(file(size)), spec(size)
    assert faults(solid, loaded(size).config.printer) + solid_faults(solid, made) == []
    assert squares_faults(solid, replace(made, middles=made.middles[1:]))
    assert squares_faults(solid, replace(made, thickness_mm=made.thickness_mm + 0.4))
    assert squares_faults(solid, replace(made, floors=made.floors.moved(1.0, 0)))
    assert squares_faults(solid, replace(made, top=made.top.moved(0, 0.8)))


def problems_of(made: SquaresSpec, size: str = "default") -> list[str]:
    artifact = Artifact("board.stl", Medium.SOLID, "", made, ())
    return [one.what for one in relief_problems(loaded(size).config.printer, [Plan(derive_bill(GAME, 2), (artifact,))])]


@pytest.mark.parametrize("size", SIZES)
def test_no_design_rule_is_broken(size):
    assert problems_of(spec(size), size) == []


def test_seats_that_leave_no_wall_to_the_lines_are_an_error():
    """A seat of 29 mm in a square of 31 leaves 0.5 mm beside a line of 1 mm."""
    (found,) = problems_of(replace(spec("default"), seat=Point(0, 0).buffer(14.5)))
    assert "make squares.square_mm larger" in found


@pytest.mark.parametrize("square", ["31.0", "35.2"])
def test_seats_that_run_into_each_other_are_named_with_what_would_do(square):
    """A token of 33 needs 33 + 2 x 0.4 + 2 x 0.4 + 1 + 2 x 0.6 = 36.8 mm: clearance, chamfers, a line, its walls.

    At 35.2 mm seats are 0.6 mm apart, and the line between them, 1 mm wide, would run into their chamfers.
    """
    token = "markers.token={width_mm: 33, height_mm: 33}"
    with pytest.raises(DesignError, match=rf"squares.square_mm = {square}: must be at least 36.8 mm"):
        plans_for(
            load_config(None, ["games.doubutsu-jungo.players=2", token, f"squares.square_mm={square}"]), ["doubutsu-jungo"]
        )
    plans_for(load_config(None, [token, "squares.square_mm=36.8"]), ["doubutsu-jungo"])


@pytest.mark.parametrize("nozzle", [0.25, 0.6])
def test_tokens_are_drawn_by_finer_and_coarser_nozzles(nozzle):
    plans_for(load_config(None, [f"printer.nozzle_mm={nozzle}"]), ["doubutsu-jungo"])


def test_a_box_s_walls_that_nothing_holds_beside_the_boards_are_thick_enough():
    """Both halves of the board, 3.6 mm each, and the rules lie over all stores: walls of 0.8 mm may stand 4 mm free."""
    with pytest.raises(DesignError) as caught:
        plans_for(load_config(None, ["storage_box.wall_mm=0.8"]), ["doubutsu-jungo"])
    (said,) = (str(one) for one in caught.value.problems)
    free = float(re.search(r"storage_box.wall_mm = 0.8: stands free ([\d.]+) mm high, so it must be at least 1.00 mm", said)[1])
    assert 2 * 3.6 <= free <= 12
    plans_for(load_config(None, ["storage_box.wall_mm=1"]), ["doubutsu-jungo"])


def test_a_seat_too_deep_for_board_or_token_is_a_design_error():
    """2.4 mm of 2.8 leave 0.4; of a token of 2 mm 0.8 would stand out."""
    deep = replace(spec("default"), thickness_mm=2.8, seat_depth_mm=2.4)
    token = MarkerSpec("token", Point(0, 0).buffer(13), 2.0, deep.top, deep.top, 0.6, 0.6, 0.4, 1.2)
    made = [Artifact(f"{one.name}.stl", Medium.SOLID, "", one, ()) for one in (deep, token)]
    found = list(squares_problems(loaded("default"), [GAME], [Plan(derive_bill(GAME, 2), tuple(made))]))
    assert [one.where.split(" = ")[0].split()[-1] for one in found] == ["squares.thickness_mm", "squares.seat_depth_mm"]
    made[0] = replace(made[0], spec=spec("default"))
    made[1] = replace(made[1], spec=replace(token, thickness_mm=3.4))
    assert list(squares_problems(loaded("default"), [GAME], [Plan(derive_bill(GAME, 2), tuple(made))])) == []


def test_too_thin_a_board_is_an_error():
    with pytest.raises(BuildError, match=r"squares.thickness_mm"):
        squares_board(replace(spec("default"), thickness_mm=2.2))


def test_its_halves_share_no_seat_and_are_recognised(halves):
    made = spec("default")
    regions = [part.region for part, _ in halves]
    assert len(halves) == 2
    assert regions[0].distance(regions[1]) == pytest.approx(0.15, abs=0.01)
    for middle in made.middles:
        seat = Point(middle).buffer(13 + CLEARANCE + 0.8)
        assert sum(region.contains(seat) for region in regions) == 1
    for part, file in halves:
        assert isinstance(part, SplitSpec)
        solid = read_stl(file)
        assert faults(solid, loaded("default").config.printer) + solid_faults(solid, part) == []
    (one, _), (_, other) = halves
    assert solid_faults(read_stl(other), one)


def test_halves_put_together_hold_by_their_dovetails(halves):
    one, other = (part.region for part, _ in halves)
    # Pulled apart by half a millimetre along the table they meet.
    assert translate(other, 0.6, 0).intersection(one).area > 0.5


@pytest.mark.parametrize("piece", ["whole", "half"])
def test_it_slices_without_supports(piece, file, halves, slicer):
    path = file("default") if piece == "whole" else halves[0][1]
    assert isinstance(slice_part(slicer, path, loaded("default").config.printer), Sliced)


GRID = Grid(5, 5, 31.0, 4.0)


def test_a_pattern_says_rows_and_columns():
    assert grid_of("board", "squares-2x3", 20.0, 5.0).size_mm == (70.0, 50.0)
    with pytest.raises(DesignError, match="squares-ROWSxCOLUMNS"):
        grid_of("board", "checks", 20.0, 5.0)


@cache
def paper(parts: int, room: tuple[float, float]):
    config = loaded("default").config
    shown = Brief("board.front", "#ffffff", "#000000", "#000000", "#000000", pattern="squares-5x5")
    face = squares_face(shown, GRID, rectangle(*GRID.size_mm, 4.0), Point(0, 0).buffer(13), config.squares.line_mm)
    return face, tiles(face, GRID, parts, room, "board", ("Glue",))


@pytest.mark.parametrize(
    ("parts", "room", "count"),
    [(1, (260, 180), 1), (2, (260, 180), 2), (1, (170, 110), 2), (1, (120, 110), 4), (1, (80, 80), 9)],
)
def test_the_fewest_tiles_that_go_on_the_page(parts, room, count):
    whole, found = paper(parts, room)
    assert len(found) == count
    for tile in found:
        short, long = sorted(tile.size_mm)
        assert (short, long) <= (min(room) + 1e-6, max(room) + 1e-6)
        assert long <= max(room) + 1e-6
        assert all(tile.trim.buffer(1e-6).contains(mark.area) for mark in tile.marks)
    if count == 1:
        assert found == [whole]
        return
    letters = "abcdefghi"[:count]
    assert [one.name for one in found] == [f"board.{letter}-of-{count}.front" for letter in letters]
    # Together they are the board and their strips: each seam between two tiles has one.
    columns = round(math.sqrt(count)) if count != 2 else 2
    rows = count // columns
    strips = sum(one.trim.area for one in found) - whole.trim.area
    width, depth = 163.0, 163.0
    expected = (columns - 1) * FLAP_MM * depth + (rows - 1) * FLAP_MM * width
    crossings = (columns - 1) * (rows - 1) * FLAP_MM**2
    assert strips == pytest.approx(expected + crossings, rel=0.02)


def test_lines_go_on_from_tile_to_tile():
    """All ink of the board is on its tiles, once."""
    whole, found = paper(1, (120, 110))
    black = sum(mark.area.area for tile in found for mark in tile.marks if mark.colour == "#000000")
    assert black == pytest.approx(sum(mark.area.area for mark in whole.marks if mark.colour == "#000000"), rel=1e-6)


def test_a_page_that_takes_no_square_is_an_error():
    with pytest.raises(DesignError, match=r"squares.square_mm"):
        paper(1, (30, 30))


def test_a_tile_lacking_is_found():
    """A board whose second tile is not there is no board."""
    names = {"board.a-of-2": 1, "board.b-of-2": 1}
    held = PieceSet("pdf", Medium.PAPER, None, names, dict.fromkeys(names, "board"), {}, parts={"board": tuple(names)})
    assert held.whole_pieces("board", names) == 1
    assert held.whole_pieces("board", {"board.a-of-2": 1}) == 0


def test_the_strip_is_printed_on_and_away_from_what_is_played_on():
    _, (_, second) = paper(2, (260, 180))
    left = second.trim.bounds[0]
    strip = box(left, -200, left + FLAP_MM, 200)
    glue = unary_union([mark.area for mark in second.marks]).intersection(strip)
    assert glue.area > 100
    ink = [mark for mark in second.marks if mark.colour == "#000000"]
    assert all(mark.area.intersection(strip).area < 1e-6 for mark in ink)


@pytest.mark.parametrize("upright", [True, False])
def test_the_word_on_a_strip_for_glue_is_read_on_white(upright):
    # A board on a small paper is cut across too: its word was 4.47 to 1, and refused what the paper could have held.
    marks = glue_marks(box(0, 0, 10, 60) if upright else box(0, 0, 60, 10), ("glue",), upright)
    assert contrast(marks[-1].colour, "#ffffff") >= 4.5
