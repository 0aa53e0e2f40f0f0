"""Tiles that stand: their files at smallest, default and largest, how far they lean, and five of them in their board."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import cache
from typing import Any

import cadquery as cq
import numpy as np
import pytest
import trimesh

from design.checks import find_problems
from design.checks.standing import tile_tip_deg, tip_angle_deg
from design.config.loading import load_config
from design.config.printer import Printer
from design.context import Context
from design.faces.filaments import ground_filament, with_filaments
from design.families.number_board.geometry import board, tiles
from design.families.registry import family_of
from design.parts.boards.plate import PlateSpec
from design.parts.filament_changes import changes_of
from fabrication.kernel.booleans import common
from fabrication.part import Part
from fabrication.parts.connector import connector
from fabrication.parts.marker import marker
from fabrication.parts.plate import plate
from fabrication.writers.mesh import write_stl
from rules.bill import pieces_in
from rules.game import Medium, load_game
from tablewright.inspection.printing.slicer import Sliced, slice_part
from tablewright.inspection.solids.measures.stl import read_stl
from tablewright.inspection.solids.solids import solid_faults
from tests.support.parts import DEFAULT, Settings, configured, made_by
from tests.support.standing import put_together, standing_tiles

GAME = "dokojong"
TWO = "games={dokojong: {players: 2}}"
SIZES: dict[str, tuple[Settings, tuple[float, float, float]]] = {
    # Width, height, thickness with 0.6 mm of relief: the smallest that stands, and one whose card board just goes on A4.
    "smallest": (("tile={width_mm: 20, height_mm: 30, thickness_mm: 6.2}", "number_board.plate_height_mm=14"), (20, 30, 6.8)),
    "default": ((), (31, 44, 10.6)),
    "largest": (("tile={width_mm: 42, height_mm: 80, thickness_mm: 30}", "paper.sizes=[a4]"), (42, 80, 30.6)),
}
BOARD = ("board-plate-owner.gold", "board-plate-table.gold", "board-connector.left", "board-connector.right")
STANDING = ("x-tile.gold", "dog-tile.gold", "x-tile.gold", "x-tile.gold", "x-tile.gold")


@cache
def specs(settings: Settings = DEFAULT) -> dict[str, Any]:
    """What the builders of the game's solids see, by piece; no box and no paper, which take longer than all of them."""
    context = Context.of_game(load_game(GAME), configured((TWO, *settings)))
    made = {}
    for line in pieces_in(context.bill, Medium.SOLID):
        maker = family_of(line).solid
        for variant in line.variants if maker else ():
            spec = maker(context, line.component, variant)
            made[line.piece(variant)] = with_filaments(spec, context.config.colours)
    return made


@cache
def built(piece: str, settings: Settings = DEFAULT) -> Part:
    """A part; plates without numbers and signs, which only take away from what could be in the way, and cost most."""
    spec = specs(settings)[piece]
    if isinstance(spec, PlateSpec):
        front, back = (replace(face, marks=()) for face in (spec.front, spec.back))
        return made_by(plate, replace(spec, front=front, back=back))
    return made_by(marker if "tile" in piece else connector, spec)


@pytest.fixture(scope="module")
def read(tmp_path_factory):
    folder = tmp_path_factory.mktemp("tiles")

    @cache
    def mesh(settings: Settings, piece: str) -> tuple[str, trimesh.Trimesh]:
        path = folder / f"{len(list(folder.iterdir()))}.stl"
        write_stl(built(piece, settings), path)
        return path, trimesh.load(path)

    return mesh


@pytest.mark.parametrize("name", SIZES)
@pytest.mark.parametrize("piece", ["dog-tile.gold", "x-tile.forest"])
def test_the_file_is_the_tile(name, piece, read):
    settings, size = SIZES[name]
    path, mesh = read(settings, piece)
    assert mesh.is_watertight
    assert mesh.is_winding_consistent
    assert mesh.extents == pytest.approx(size, abs=0.01)
    # A block with corners of 3 mm and chamfers of 0.4 mm at both faces, less two badges, more what the front shows.
    width, height, thick = size
    block = (width * height - (4 - math.pi) * 9) * (thick - 0.6)
    assert 0.97 * block < mesh.volume < 1.02 * block
    spec = specs(settings)[piece]
    assert solid_faults(read_stl(path), spec) == []
    other = "x-tile.gold" if piece.startswith("dog") else "dog-tile.forest"
    assert solid_faults(read_stl(path), specs(settings)[other]) != []


def test_it_stands_by_itself_and_tips_where_the_design_rule_says(read):
    """Stood on its lower edge; the middle of its mass, from the file, above the edges of the flat that it stands on."""
    for piece in ("dog-tile.gold", "x-tile.forest"):
        _, mesh = read(DEFAULT, piece)
        foot = mesh.vertices[mesh.vertices[:, 1] < mesh.bounds[0][1] + 0.01]
        low, high = foot[:, 2].min(), foot[:, 2].max()
        _, y, z = mesh.center_mass
        up = y - mesh.bounds[0][1]
        lean = math.degrees(math.atan2(min(z - low, high - z), up))
        assert lean == pytest.approx(11.8, abs=0.5)
        assert lean >= 10
        assert tile_tip_deg(configured(DEFAULT).tile) == pytest.approx(lean, abs=0.5)


def test_a_thin_tile_is_refused_with_a_thickness_that_stands():
    game = load_game(GAME)
    (problem,) = [
        one for one in find_problems(load_config(None, [TWO, "tile.thickness_mm=8"]), [game], []) if "tip" in one.what
    ]
    # 22 mm x tan 10 degrees are 3.88 mm, and 0.4 mm of chamfer, on both sides.
    assert "make it 8.6 mm thick at least" in problem.what
    assert not [
        one for one in find_problems(load_config(None, [TWO, "tile.thickness_mm=8.6"]), [game], []) if "tip" in one.what
    ]
    assert find_problems(load_config(None, ["tile.thickness_mm=8"]), [load_game("geometric-chamber")], []) == []


@cache
def _board() -> dict[str, cq.Shape]:
    return {one: put_together([built(one)])[0].solid for one in BOARD}


def _shared(one: cq.Shape, other: cq.Shape) -> float:
    a, b = one.BoundingBox(), other.BoundingBox()
    if any(
        getattr(a, f"{axis}min") > getattr(b, f"{axis}max") or getattr(b, f"{axis}min") > getattr(a, f"{axis}max")
        for axis in "xyz"
    ):
        return 0.0
    return float(common(one, other).Volume())


def test_five_tiles_stand_in_their_board_either_way_round():
    config = configured((TWO,))
    figures, standing = board(config, tiles(config)), tiles(config)
    parts = [built(one) for one in STANDING]
    placed = standing_tiles(figures, parts, (standing.thick_mm, standing.height_mm))
    assert len({round(one.solid.BoundingBox().xmin, 3) for one in placed}) == 5
    # Revealed: lifted, turned about its upright axis, and put back.
    turned = [one.solid.rotate((x, 0, 0), (x, 0, 1), 180) for x, one in zip(figures.places_x, placed, strict=True)]
    for tile in (*(one.solid for one in placed[:2]), *turned[:2], placed[4].solid):
        box = tile.BoundingBox()
        assert (box.zmin, box.zmax) == pytest.approx((0, 44), abs=0.2), "it stands on the table"
        for name, part in _board().items():
            assert _shared(tile, part) == pytest.approx(0, abs=1e-6), name


def test_a_tile_has_its_clearance_at_the_tightest_and_leans_no_further_than_its_channel():
    """Plates lean against the tongues; a tile that is larger by the clearance of 0.25 and 0.3 mm a side still goes in."""
    parts, config = _board(), configured((TWO,))
    figures = board(config, tiles(config))
    inward = {
        BOARD[0]: parts[BOARD[0]].moved(cq.Location((0, 0.2, 0))),
        BOARD[1]: parts[BOARD[1]].moved(cq.Location((0, -0.2, 0))),
    }
    size = (31.6 - 0.002, 11.1 - 0.002, 44)
    room = cq.Solid.makeBox(*size, cq.Vector(figures.places_x[0] - size[0] / 2, -size[1] / 2, 0))
    wide = cq.Solid.makeBox(size[0], 11.3, 44, cq.Vector(figures.places_x[0] - size[0] / 2, -5.65, 0))
    for name, part in {**parts, **inward}.items():
        assert _shared(room, part) == pytest.approx(0, abs=1e-6), name
    assert sum(_shared(wide, part) for part in inward.values()) > 0, "a wider one does not"
    # At the widest the channel is 0.9 mm wider than the tile and 20 mm high: it leans less than 3 degrees.
    assert math.degrees(math.atan2(figures.channel_mm - 10.6, 20)) < 3


def test_the_board_with_five_tiles_stands_to_25_degrees():
    """From volumes of the parts themselves: plates, connectors and tiles of one plastic, over the edge of the foot."""
    config = configured((TWO,))
    standing = tiles(config)
    figures = board(config, standing)
    tile_parts = [built(one) for one in STANDING]
    solid = [*_board().values(), *(one.solid for one in standing_tiles(figures, tile_parts, (10.6, 44)))]
    masses = np.array([one.Volume() for one in solid])
    middle = sum(mass * np.array(one.Center().toTuple()) for mass, one in zip(masses, solid, strict=True)) / masses.sum()
    foot = figures.foot_mm / 2 - 0.4
    lean = math.degrees(math.atan2(foot - abs(middle[1]), middle[2]))
    assert lean >= 25
    assert tip_angle_deg(config, tiles) == pytest.approx(lean, abs=1.5)


def test_one_filament_is_the_set_s_and_a_change_makes_the_front_light():
    spec = specs()["dog-tile.gold"]
    config = configured((TWO,))
    assert ground_filament(spec, config.colours).name == "gold"
    changes = [(one.from_mm, one.filament.name) for one in changes_of(spec, config.printer)]
    # Gold up to the middle, a light front, and the dog, 10 mm up, in ink: gold on white would not be read.
    assert changes == [(0.0, "gold"), (5.0, "paper"), (10.0, "black")]


@pytest.mark.parametrize("piece", ["dog-tile.gold", "board-connector.left"])
def test_it_slices_without_supports(piece, read, slicer):
    path, _ = read(DEFAULT, piece)
    assert isinstance(slice_part(slicer, path, Printer()), Sliced)
