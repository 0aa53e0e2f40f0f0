"""The sliding lid: it closes, slides all the way, clicks, holds, and keeps all in its store; judged on files read again."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import combinations
from pathlib import Path

import cadquery as cq
import numpy as np
import pytest
import trimesh
from shapely.geometry import MultiPolygon, box
from shapely.ops import unary_union

from design.checks.walls import wall_problems
from design.config.loading import load_config
from design.context import Context
from design.graphics.polygons import as_multi
from design.parts.boxes.sliding_lid import SlidingLidSpec
from design.parts.boxes.storage_box import TraySpec
from design.storage.box import FilledTray, filled_tray
from design.storage.lids import any_lid_spec, sliding_lid_spec
from fabrication.kernel import booleans
from fabrication.part import Part
from fabrication.parts.sliding_lid import sliding_lid
from fabrication.parts.storage_box import closed, tray
from fabrication.writers.mesh import write_stl
from fabrication.writers.step import write_step
from tablewright.inspection.printing.slicer import Sliced, slice_part
from tablewright.inspection.solids.boxes import sliding_lid_faults, tray_faults
from tablewright.inspection.solids.measures.sections import section
from tablewright.inspection.solids.measures.stl import read_stl
from tests.support.packing_checks import context, faults, stacks, upper
from tests.support.parts import made_by

SLIDING = "storage_box.lid=sliding"
CLEARANCE = 0.25
"""The default of `fits.sliding_lid_clearance_mm`."""
PADS = 0.08
"""What is left of it where two pads meet, as they do when the lid is closed."""
UP = 1.1
"""What leans rises 1.1 mm for each mm inward: so much air above for each mm beside."""
CARD = 0.3
"""The thinnest of all pieces: a card."""


@dataclass(frozen=True)
class Box:
    """Box and lid as files, the lid's solid where it closes the box."""

    made: Context
    packed: FilledTray
    spec: SlidingLidSpec
    body: cq.Shape
    cover: cq.Shape
    stl: dict[str, Path]

    def met(self, x: float = 0.0, y: float = 0.0, z: float = 0.0) -> cq.Shape:
        """What the box shares with the lid, moved from where it is closed."""
        return booleans.common(self.body, self.cover.moved(cq.Location((x, y, z))))

    @property
    def rim(self) -> float:
        """Height of what the lid lies on."""
        return self.packed.tray.floor_mm + self.packed.tray.inner_height_mm

    @property
    def half(self) -> float:
        """From the middle to the inner face of the right wall."""
        return self.packed.tray.inner_width_mm / 2


def again(part: Part, folder: Path) -> cq.Shape:
    """The solid as it was written and read again."""
    return cq.importers.importStep(str(write_step(part, folder / f"{part.name}.step")[0])).val()


@pytest.fixture(scope="module")
def storage(tmp_path_factory: pytest.TempPathFactory) -> Box:
    made = context(5, SLIDING)
    packed, spec = filled_tray(made), sliding_lid_spec(made, "storage-lid")
    parts = made_by(tray, packed.tray), made_by(sliding_lid, spec)
    folder = tmp_path_factory.mktemp("sliding")
    # The title is sunk into the lid's top: without it the kernel is ten times as fast, and no more or less is met.
    plain = made_by(sliding_lid, replace(spec, face=replace(spec.face, marks=())))
    body, cover = (again(part, folder) for part in (parts[0], plain))
    stl = {part.name: write_stl(part, folder / f"{part.name}.stl")[0] for part in parts}
    return Box(made, packed, spec, body, cover.moved(closed(*parts)), stl)


def volume(shape: cq.Shape) -> float:
    return float(shape.Volume())


def cut(path: Path, z: float) -> MultiPolygon:
    return section(trimesh.load(path), z)


def test_closed_they_meet_nowhere_and_stand_apart_each_way(storage: Box) -> None:
    assert volume(storage.met()) == pytest.approx(0, abs=1e-6)
    # Just less than the clearance is free, just more is not: to the back and the left, and up.
    for x, y, z, gap in ((0, 1, 0, PADS), (-1, 0, 0, CLEARANCE), (0, 0, 1, UP * PADS)):
        near, far = gap - 0.01, gap + 0.05
        assert volume(storage.met(x * near, y * near, z * near)) == pytest.approx(0, abs=1e-6), (x, y, z)
        assert volume(storage.met(x * far, y * far, z * far)) > 0.1, (x, y, z)
    # It lies on the walls.
    assert volume(storage.met(z=-0.05)) > 10


def test_the_gap_beside_the_edges_is_the_clearance(storage: Box) -> None:
    """Cut through both files where the grooves are upright."""
    above = storage.spec.rails.land_mm / 2
    groove = cut(storage.stl["storage-box"], storage.rim + above)
    edge = cut(storage.stl["storage-lid"], storage.spec.top_mm - above)
    probe = box(-1, -999, 1, 999)
    walls = sorted(one.bounds for one in as_multi(groove.intersection(probe)).geoms)
    front, back = min(walls, key=lambda one: one[1]), max(walls, key=lambda one: one[1])
    low, high = edge.intersection(probe).bounds[1::2]
    assert low - front[3] == pytest.approx(CLEARANCE, abs=0.02)
    assert back[1] - high == pytest.approx(CLEARANCE, abs=0.02)
    # What is left of the wall behind a groove is two lines of the nozzle.
    assert front[3] - front[1] == pytest.approx(0.8, abs=0.01)
    assert back[3] - back[1] == pytest.approx(0.8, abs=0.01)


def test_it_slides_all_the_way_and_meets_the_box_at_its_catch_only(storage: Box) -> None:
    rails = storage.spec.rails
    # Anywhere, where one pad passes another, and almost out.
    assert len({round(two - one) for one, two in combinations(rails.pads_x, 2)}) == 6
    for x in (4, 31, rails.pads_x[1] - rails.pads_x[0], rails.pads_x[3] - rails.pads_x[1], 2 * storage.half):
        assert volume(storage.met(float(x))) == pytest.approx(0, abs=1e-6), x
    # On the last millimetres the ridge rides over the right wall: as high as lifting gives, and the grip of 0.15 more,
    # to half a layer.
    passing = storage.met(2)
    bounds = passing.BoundingBox()
    assert volume(passing) > 1
    assert bounds.xmin >= storage.half - 0.01
    assert bounds.zmax == pytest.approx(storage.rim, abs=1e-3)
    assert bounds.zlen - UP * CLEARANCE == pytest.approx(0.15, abs=0.1)
    assert bounds.zlen > UP * CLEARANCE
    # Closed it is behind the wall, and a tenth of a millimetre is its play.
    assert volume(storage.met(0.09)) == pytest.approx(0, abs=1e-6)
    assert volume(storage.met(0.3)) > 0.1


def test_without_a_grip_nothing_is_met_on_the_way() -> None:
    assert sliding_lid_spec(context(5, SLIDING, "storage_box.lid_grip_mm=0"), "storage-lid").ridge is None


@pytest.mark.parametrize("open_mm", [0, 60])
def test_it_cannot_be_lifted_off(storage: Box, open_mm: float) -> None:
    assert volume(storage.met(open_mm, z=CLEARANCE + 0.5)) > 10
    # A lid of another width can: the same check finds it.
    bare = replace(storage.spec.face, marks=())
    narrow = sliding_lid(replace(storage.spec, face=bare, clearance_mm=0.7, rails=replace(storage.spec.rails, pad_mm=0.0)))
    where = cq.Location((open_mm, 0, storage.rim + CLEARANCE + 0.5)) * narrow.frames["rim"].inverse
    loose = narrow.bodies[0].solid.moved(where)
    assert volume(booleans.common(storage.body, loose)) < volume(storage.met(open_mm, z=CLEARANCE + 0.5)) / 3


def test_everything_in_the_box_meets_neither_lid_nor_walls(storage: Box) -> None:
    hair = 1e-3
    rooms = []
    for places in stacks(storage.packed.places).values():
        low = [min(place.corner[i] for place in places) + hair for i in range(3)]
        high = [max(upper(place)[i] for place in places) - hair for i in range(3)]
        rooms.append(cq.Solid.makeBox(*(end - start for start, end in zip(low, high, strict=True)), cq.Vector(*low)))
    everything = cq.Compound.makeCompound(rooms)
    assert volume(booleans.common(everything, storage.body)) == pytest.approx(0, abs=1e-6)
    for x, z in ((0, 0), (50, 0), (0, -1)):
        lid = storage.cover.moved(cq.Location((x, 0, z)))
        # Papers lie flush below the lid: one that is a millimetre lower meets them.
        assert (volume(booleans.common(everything, lid)) > 1) == (z < 0)
    assert volume(booleans.common(everything.moved(cq.Location((1, 0, 0))), storage.body)) > 1


def test_places_are_judged_against_this_lid_too(storage: Box) -> None:
    assert faults(storage.packed, storage.spec) == []
    wells = tuple(
        replace(one, x_mm=one.x_mm + 1, width_mm=one.width_mm - 1) if one.label == "plates" else one
        for one in storage.packed.tray.wells
    )
    assert faults(replace(storage.packed, tray=replace(storage.packed.tray, wells=wells)), storage.spec)


def test_upside_down_no_card_slips_over_a_wall(storage: Box, tmp_path: Path) -> None:
    """Cut through the walls a card's thickness below the lid where it is lifted farthest: no store is open to another."""
    assert most_stores_in_one_room(storage.packed, storage.stl["storage-box"]) == 1
    # The same check finds walls that end a millimetre lower, below the papers or everywhere.
    spec = storage.packed.tray
    deeper = replace(spec, recesses=tuple(replace(one, deep_mm=one.deep_mm + 1) for one in spec.recesses))
    path = write_stl(tray(deeper), tmp_path / "low.stl")[0]
    assert most_stores_in_one_room(replace(storage.packed, tray=deeper), path) > 1
    # And a lid that can be lifted as far as it could without its pads.
    assert most_stores_in_one_room(storage.packed, storage.stl["storage-box"], UP * CLEARANCE) > 1


def most_stores_in_one_room(packed: FilledTray, path: Path, lifted_mm: float = UP * PADS) -> int:
    """How many stores are open to each other for a card, when all that is loose lies on the lid."""
    spec = packed.tray
    assert min(min(place.size) for place in packed.places) == CARD
    shut = cut(path, spec.floor_mm + spec.inner_height_mm - (CARD - lifted_mm))
    for recess in spec.recesses:
        pile = sum(one.size[2] for one in packed.places if one.store == recess.label)
        if recess.deep_mm + lifted_mm - pile < CARD:
            shut = shut.union(box(recess.x_mm, recess.y_mm, recess.x_mm + recess.width_mm, recess.y_mm + recess.depth_mm))
    free = box(*shut.bounds).difference(shut)
    # No piece that is wider than 6 mm both ways slips through a gap of 6 mm.
    rooms = as_multi(free.buffer(-3).buffer(3)).geoms
    stores = [
        box(well.x_mm + 3, well.y_mm + 3, well.x_mm + well.width_mm - 3, well.y_mm + well.depth_mm - 3) for well in spec.wells
    ]
    return max(sum(one.intersects(store) for store in stores) for one in rooms)


def test_it_parks_nowhere_where_it_sticks(storage: Box) -> None:
    """Upside down it goes into no groove, laid into the opening it stands on its head's corners, and nothing wedges."""
    top = storage.spec.top_mm
    middle = cq.Location((0, 0, storage.rim + top / 2))
    flipped = middle * cq.Location((0, 0, 0), (1, 0, 0), 180) * middle.inverse
    about = cq.Location((0, 0, 0), (0, 0, 1), 180)
    for x in (0.0, 60.0):
        for turn in (flipped, about, about * flipped):
            placed = cq.Location((x, 0, 0)) * turn
            # Its wide side would have to pass the rails' edges, or its head the grooves.
            assert volume(booleans.common(storage.body, storage.cover.moved(placed))) > 5, (x, turn)
    # What leans does so by more than 40 degrees, and plastic locks in a taper below 17 (friction 0.3).
    mesh = trimesh.load(storage.stl["storage-lid"])
    normals, areas = mesh.face_normals, mesh.area_faces
    leaning = (abs(normals[:, 2]) > 0.05) & (abs(normals[:, 2]) < 0.95) & (areas > 1)
    assert leaning.any()
    from_upright = np.degrees(np.arcsin(abs(normals[leaning, 2])))
    assert from_upright.min() > 40
    # Below the box nothing takes it: its underside is flat but for the ridge, the box's floor is flat.
    ridge = cut(storage.stl["storage-lid"], top + 0.2)
    assert ridge.area < 60
    floor = cut(storage.stl["storage-box"], 0.02)
    assert len(as_multi(floor).geoms) == 1


def test_walls_are_whole_lines_at_every_height(storage: Box) -> None:
    spec = storage.packed.tray
    assert spec.wall_mm == pytest.approx(5 * 0.4)
    for above in (-storage.rim / 2, 0.3, 1.2, spec.rails.high_mm - 0.1):
        walls = cut(storage.stl["storage-box"], storage.rim + above)
        thin = walls.difference(walls.buffer(-0.395).buffer(0.41, quad_segs=32))
        assert thin.area < 0.2, above
    assert spec.rails.high_mm / 0.2 == pytest.approx(round(spec.rails.high_mm / 0.2))
    assert storage.spec.ridge is not None
    assert storage.spec.ridge.high_mm / 0.2 == pytest.approx(round(storage.spec.ridge.high_mm / 0.2))


def test_title_and_hollow_keep_apart(storage: Box) -> None:
    spec = storage.spec
    assert spec.thumb.distance(spec.face.relief()) >= 2
    assert spec.face.trim.buffer(-3).contains(unary_union([spec.face.relief(), spec.thumb]))
    # The floor of the hollow is a bridge of at most 10 mm, and something is left below it.
    left, bottom, right, top = spec.thumb.bounds
    assert min(right - left, top - bottom) <= 10
    assert spec.top_mm - spec.thumb_mm >= 0.8


def test_files_are_recognised_and_spoilt_ones_are_not(storage: Box) -> None:
    box_file, lid_file = (read_stl(storage.stl[name]) for name in ("storage-box", "storage-lid"))
    assert not isinstance(box_file, str)
    assert not isinstance(lid_file, str)
    spec, box_spec = storage.spec, storage.packed.tray
    rails = box_spec.rails
    assert rails is not None
    assert tray_faults(box_file, box_spec) == []
    assert sliding_lid_faults(lid_file, spec) == []
    other_rails = [replace(rails, deep_mm=rails.deep_mm - 0.4), replace(rails, end_mm=rails.end_mm - 1), None]
    assert all(tray_faults(box_file, replace(box_spec, rails=one)) for one in other_rails)
    spoilt = [
        replace(spec, ridge=None),
        replace(spec, clearance_mm=CLEARANCE + 0.4),
        replace(spec, thumb=spec.thumb.buffer(-1)),
        replace(spec, face=replace(spec.face, marks=spec.face.marks[:-1])),
    ]
    assert all(sliding_lid_faults(lid_file, one) for one in spoilt)


def test_it_prints_without_supports(storage: Box, slicer: str) -> None:
    for path in storage.stl.values():
        assert isinstance(slice_part(slicer, path, storage.made.config.printer), Sliced), path.name


def test_a_wall_that_the_groove_would_cut_through_is_refused() -> None:
    # 0.25 and the hold of 0.9 are three lines of 0.4, and two stay behind the groove.
    for settings in ([SLIDING, "storage_box.wall_mm=1.6"], [SLIDING, "fits.sliding_lid_clearance_mm=0.4"]):
        loaded = load_config(None, settings)
        found = [one for one in wall_problems(loaded, []) if "groove" in one.what]
        if "wall" in settings[1]:
            (problem,) = found
            assert "storage_box.wall_mm = 1.6" in problem.where
            assert "must be at least 2 mm" in problem.what
        else:
            # Nobody set the wall: it follows.
            assert found == []
            assert loaded.config.storage_box.wall_mm == pytest.approx(2.4)


@pytest.mark.parametrize("settings", [(2,), (5, "storage_box.sort=kinds", "fits.sliding_lid_clearance_mm=0.4")])
def test_other_boxes_close_slide_and_hold_too(settings: tuple[int | str, ...]) -> None:
    players, *more = settings
    made = context(int(players), SLIDING, *map(str, more))
    packed, spec = filled_tray(made), sliding_lid_spec(made, "storage-lid")
    assert faults(packed, spec) == []
    parts = made_by(tray, packed.tray), made_by(sliding_lid, replace(spec, face=replace(spec.face, marks=())))
    body, cover = parts[0].bodies[0].solid, parts[1].bodies[0].solid.moved(closed(*parts))
    for x, z, meets in ((0, 0, False), (50, 0, False), (0, 1, True)):
        assert (volume(booleans.common(body, cover.moved(cq.Location((x, 0, z))))) > 1e-6) == meets


@pytest.mark.parametrize(("nozzle", "wall"), [(0.2, 1.6), (0.4, 2.0), (0.6, 2.4), (0.8, 3.2)])
def test_the_wall_follows_from_groove_and_nozzle(nozzle: float, wall: float) -> None:
    # Whole lines: 0.9 to hold by and 0.25 of air (6, 3, 2 and 2 lines), and two more behind; 1.6 at least.
    config = load_config(None, [SLIDING, f"printer.nozzle_mm={nozzle}"]).config
    assert config.storage_box.wall_mm == pytest.approx(wall)
    assert load_config(None, [f"printer.nozzle_mm={nozzle}"]).config.storage_box.wall_mm <= wall


def test_the_lid_is_the_one_that_is_configured() -> None:
    assert isinstance(any_lid_spec(context(2, SLIDING), "storage-lid"), SlidingLidSpec)
    assert not isinstance(any_lid_spec(context(2), "storage-lid"), SlidingLidSpec)
    plain: TraySpec = filled_tray(context(2)).tray
    assert plain.rails is None
