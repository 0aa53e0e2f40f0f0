from __future__ import annotations

import math
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path

import cadquery as cq
import pytest
import trimesh
from shapely.affinity import affine_transform
from shapely.geometry import MultiPolygon, Polygon, box
from shapely.ops import unary_union

from design.context import Context
from design.families.family import Stored
from design.families.registry import family_of, form_of
from design.graphics.polygons import as_multi
from design.parts.boxes.lift_off_lid import LidSpec
from design.parts.boxes.storage_box import Recess, Well
from design.storage.box import FilledTray, Place, filled_tray
from design.storage.lids import lid_spec
from fabrication.part import Part
from fabrication.parts.storage_box import closed, lid, tray
from fabrication.scenes.stowing import stowed
from fabrication.writers.mesh import write_stl
from rules.bill import pieces_in
from rules.errors import BuildError
from rules.game import Medium
from tests.support.packing_checks import context, stacks, upper
from tests.support.parts import made_by
from tests.support.solids import shared


@dataclass(frozen=True)
class Box:
    made: Context
    packed: FilledTray
    lid_spec: LidSpec
    tray: Part
    lid: Part
    tray_stl: Path
    lid_stl: Path


@pytest.fixture(scope="module")
def storage(tmp_path_factory: pytest.TempPathFactory) -> Box:
    made = context()
    packed, spec = filled_tray(made), lid_spec(made, "storage-lid")
    parts = made_by(tray, packed.tray), made_by(lid, spec)
    folder = tmp_path_factory.mktemp("box")
    paths = [write_stl(part, folder / f"{part.name}.stl")[0] for part in parts]
    return Box(made, packed, spec, *parts, *paths)


def rounded(width: float, depth: float, radius: float) -> float:
    """Area of a rectangle with round corners."""
    return width * depth - (4 - math.pi) * radius**2


def room(well: Well, radius: float) -> Polygon:
    """The plan of a store."""
    x, y = well.x_mm + radius, well.y_mm + radius
    return box(x, y, x + well.width_mm - 2 * radius, y + well.depth_mm - 2 * radius).buffer(radius, quad_segs=32)


def paper_room(recess: Recess) -> Polygon:
    """The plan of a recess."""
    return box(recess.x_mm, recess.y_mm, recess.x_mm + recess.width_mm, recess.y_mm + recess.depth_mm)


def section(path: Path, z: float) -> MultiPolygon:
    cut = trimesh.load(path).section(plane_origin=(0, 0, z), plane_normal=(0, 0, 1))
    flat, _ = cut.to_2D(to_2D=[[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, -z], [0, 0, 0, 1]])
    return unary_union(flat.polygons_full)


def room_of(places: list[Place]) -> cq.Solid:
    """The box around all pieces of a store."""
    low = [min(place.corner[i] for place in places) for i in range(3)]
    high = [max(upper(place)[i] for place in places) for i in range(3)]
    # A hair less: rooms stand on the floor they are compared with.
    hair = 1e-3
    size = [end - start - 2 * hair for start, end in zip(low, high, strict=True)]
    return cq.Solid.makeBox(*size, cq.Vector(*(start + hair for start in low)))


def real_pieces(made: Context) -> dict[str, cq.Solid]:
    """One solid for each component that is printed."""
    solids = {}
    for line in pieces_in(made.bill, Medium.SOLID):
        family = family_of(line)
        if family.solid is None or family.stored is Stored.NOWHERE:
            continue
        for variant in line.variants if line.component.family == "connector" else line.variants[:1]:
            spec = family.solid(made, line.component, variant)
            solids[line.piece(variant)] = made_by(form_of(spec).builder, spec).bodies[0].solid
    return solids


def test_fits_the_usable_bed_and_weighs_little(storage: Box) -> None:
    for path in (storage.tray_stl, storage.lid_stl):
        width, depth, _ = trimesh.load(path).extents
        # 220 mm with 5 mm kept free on either side.
        assert width <= 210
        assert depth <= 210
    grams = (storage.tray.volume_mm3 + storage.lid.volume_mm3) * 1.24e-3
    assert 60 < grams < 140


def test_volume_is_what_outline_stores_and_openings_leave(storage: Box) -> None:
    spec = storage.packed.tray
    wall, floor, high = spec.wall_mm, spec.floor_mm, spec.inner_height_mm
    outline = rounded(spec.inner_width_mm + 2 * wall, spec.inner_depth_mm + 2 * wall, spec.corner_mm + wall)
    expected = outline * (floor + high)
    for well in spec.wells:
        expected -= rounded(well.width_mm, well.depth_mm, spec.corner_mm) * high
        expected -= sum(window.area for window in well.windows) * floor
    # Walls between the stores end lower below the papers, and along the outer walls, where the lip goes.
    stores = unary_union([room(well, spec.corner_mm) for well in spec.wells])
    half, radius = (spec.inner_width_mm / 2, spec.inner_depth_mm / 2), spec.corner_mm
    sharp = box(-half[0], -half[1], half[0], half[1])
    inside = sharp.buffer(-radius, join_style="mitre").buffer(radius, quad_segs=32)
    ring = inside.difference(sharp.buffer(-spec.lip_ring_mm, join_style="mitre"))
    edges = sorted({0.0, spec.lip_room_mm, *(one.deep_mm for one in spec.recesses)})
    for low, deep in pairwise(edges):
        papers = [unary_union([paper_room(one), one.slivers]) for one in spec.recesses if deep <= one.deep_mm]
        expected -= unary_union([ring, *papers]).intersection(inside).difference(stores).area * (deep - low)
    # Two half-moons through the walls, and the foot's chamfer around the outline.
    expected -= math.pi * spec.thumb_mm**2 * wall
    # Four grooves for the lid's ridges, 0.15 mm of grip and 0.1 of play deep, 12 mm long, 40 degrees from upright.
    expected -= 4 * 12 * 1.2 * 0.25**2
    expected -= 2 * (spec.inner_width_mm + spec.inner_depth_mm + 4 * wall) * spec.foot_relief_mm**2 / 2
    assert storage.tray.volume_mm3 == pytest.approx(expected, rel=2e-4)


def test_meshes_are_whole(storage: Box) -> None:
    for part, path in ((storage.tray, storage.tray_stl), (storage.lid, storage.lid_stl)):
        mesh = trimesh.load(path)
        assert mesh.is_watertight
        assert mesh.is_winding_consistent
        assert mesh.body_count == 1
        assert mesh.volume == pytest.approx(part.volume_mm3, rel=1e-3)
        assert mesh.bounds[0][2] == pytest.approx(0, abs=1e-3)


def test_every_real_piece_fills_no_more_than_its_place(storage: Box) -> None:
    solids = real_pieces(storage.made)
    # Two plates, two connectors, score, penalty, door and leader: nothing is left out.
    assert len(solids) == 8
    for piece, solid in solids.items():
        for place in (one for one in storage.packed.places if one.piece == piece):
            bounds = stowed(place, solid).solid.BoundingBox()
            low, high = (bounds.xmin, bounds.ymin, bounds.zmin), (bounds.xmax, bounds.ymax, bounds.zmax)
            for axis in range(3):
                assert low[axis] >= place.corner[axis] - 0.01, (piece, axis)
                assert high[axis] <= upper(place)[axis] + 0.01, (piece, axis)


def test_pieces_meet_neither_tray_nor_lid(storage: Box) -> None:
    body = storage.tray.bodies[0].solid
    cover = storage.lid.bodies[0].solid.moved(closed(storage.tray, storage.lid))
    for label, places in stacks(storage.packed.places).items():
        room = room_of(places)
        assert shared(room, body) == pytest.approx(0, abs=1e-6), label
        assert shared(room, cover) == pytest.approx(0, abs=1e-6), label
        # The same check finds a store that stands a millimetre beside its pieces.
        if label == "plates":
            assert shared(room.moved(cq.Location((1, 0, 0))), body) > 1


def test_the_lid_closes_with_its_clearance(storage: Box) -> None:
    body = storage.tray.bodies[0].solid
    where = closed(storage.tray, storage.lid)
    cover = storage.lid.bodies[0].solid
    assert shared(cover.moved(where), body) == pytest.approx(0, abs=1e-6)
    # A hair lower it does not go: its plate lies on the rim.
    assert shared(cover.moved(cq.Location((0, 0, -0.05)) * where), body) > 10
    bounds = cover.moved(where).BoundingBox()
    spec = storage.packed.tray
    assert bounds.zmax == pytest.approx(spec.floor_mm + spec.inner_height_mm + storage.lid_spec.top_mm, abs=0.01)
    # Cut through the files: the lip in the lid's, the opening in the tray's, 0.2 mm a side.
    lip = section(storage.lid_stl, storage.lid_spec.top_mm + 0.5).bounds
    opening = section(storage.tray_stl, spec.floor_mm + spec.inner_height_mm - 0.5)
    hole = opening.convex_hull.buffer(-spec.wall_mm).bounds
    for one, other, sign in zip(hole, lip, (-1, -1, 1, 1), strict=True):
        assert sign * (one - other) == pytest.approx(0.2, abs=0.02)


def test_upside_down_no_card_slips_over_a_wall(storage: Box, tmp_path: Path) -> None:
    """Cut through the closed box a card's thickness below the lid: stores are apart, by walls, papers or the lip."""
    assert most_stores_in_one_room(storage, storage.tray_stl) == 1
    # The same check finds walls that end a millimetre lower below the papers.
    spec = storage.packed.tray
    deeper = tuple(replace(one, deep_mm=one.deep_mm + 1) for one in spec.recesses)
    low = replace(storage, packed=replace(storage.packed, tray=replace(spec, recesses=deeper)))
    path = write_stl(tray(low.packed.tray), tmp_path / "low.stl")[0]
    assert most_stores_in_one_room(low, path) > 1


def most_stores_in_one_room(storage: Box, path: Path) -> int:
    """How many stores are open to each other just below the lid, when all that is loose lies on it."""
    spec, rim = storage.packed.tray, storage.packed.tray.floor_mm + storage.packed.tray.inner_height_mm
    thinnest = min(min(place.size) for place in storage.packed.places)
    shut = section(path, rim - thinnest)
    # Turned over, each pile of papers lies on the lid and leaves what its recess is deeper.
    for recess in spec.recesses:
        if recess.deep_mm - sum(one.size[2] for one in storage.packed.places if one.store == recess.label) < thinnest:
            shut = shut.union(paper_room(recess))
    lip = box(*(-side / 2 for side in lip_size(storage)), *(side / 2 for side in lip_size(storage)))
    shut = shut.union(lip.difference(lip.buffer(-storage.lid_spec.lip_wall_mm, join_style="mitre")))
    free = box(*section(path, rim - thinnest).convex_hull.bounds).difference(shut)
    # Where walls end lower they do so by some 3 mm: no piece that is wider than 6 mm both ways slips through 6 mm.
    assert min(sorted(place.size)[1] for place in storage.packed.places) > 6
    assert max(spec.lip_room_mm, *(one.deep_mm for one in spec.recesses)) < 6
    rooms = as_multi(free.buffer(-3).buffer(3)).geoms
    return max(sum(one.intersects(room(well, spec.corner_mm).buffer(-2)) for well in spec.wells) for one in rooms)


def lip_size(storage: Box) -> tuple[float, float]:
    """Width and depth of the lid's lip."""
    return storage.lid_spec.lip_outer_width_mm, storage.lid_spec.lip_outer_depth_mm


def test_the_lid_clicks_and_holds(storage: Box) -> None:
    """Ridges reach 0.15 mm into the walls: on the way in they meet them, closed they lie in their grooves."""
    spec, lid_spec_ = storage.packed.tray, storage.lid_spec
    ridge = section(storage.lid_stl, lid_spec_.top_mm + lid_spec_.snap_fits[0].below_rim_mm).bounds
    assert ridge[3] - spec.inner_depth_mm / 2 == pytest.approx(0.15, abs=0.01)
    where, body = closed(storage.tray, storage.lid), storage.tray.bodies[0].solid
    cover = storage.lid.bodies[0].solid
    assert shared(cover.moved(where), body) == pytest.approx(0, abs=1e-6)
    assert shared(cover.moved(cq.Location((0, 0, 1)) * where), body) > 0.1
    # Without a grip the lid is as free as its clearance.
    plain = context(5, "storage_box.lid_grip_mm=0")
    assert lid_spec(plain, "storage-lid").snap_fits == filled_tray(plain).tray.snap_fits == ()


def test_a_lip_as_wide_as_the_box_is_found(storage: Box) -> None:
    wide = lid(replace(storage.lid_spec, lip_outer_width_mm=storage.packed.tray.inner_width_mm + 0.4))
    assert shared(wide.bodies[0].solid.moved(closed(storage.tray, wide)), storage.tray.bodies[0].solid) > 1


def test_the_title_reads_from_outside(storage: Box) -> None:
    spec = storage.lid_spec
    cut = section(storage.lid_stl, spec.engrave_mm / 2)
    engraved = cut.convex_hull.buffer(-2).difference(cut)
    # On the bed the lid lies face down; turned about the x axis, its top is seen as it is drawn.
    seen = affine_transform(engraved, [1, 0, 0, -1, 0, 0])
    wanted = spec.face.relief()
    assert seen.symmetric_difference(wanted).area < 0.02 * wanted.area
    mirrored = affine_transform(wanted, [-1, 0, 0, 1, 0, 0])
    assert seen.symmetric_difference(mirrored).area > 0.5 * wanted.area


def test_walls_are_whole_lines_and_thick_enough(storage: Box) -> None:
    spec = storage.packed.tray
    cut = section(storage.tray_stl, spec.floor_mm + spec.inner_height_mm / 2)
    assert thin(cut) < 0.05
    # The same check finds a store that leaves 0.7 mm of its walls.
    well = next(one for one in spec.wells if one.label == "player.forest")
    hole = box(well.x_mm - 0.5, well.y_mm, well.x_mm, well.y_mm + well.depth_mm)
    assert thin(cut.difference(hole)) > 5


def thin(walls: MultiPolygon) -> float:
    """Area of what is not two lines of 0.4 mm thick; a hair for the facets of round corners."""
    return float(walls.difference(walls.buffer(-0.395).buffer(0.4, quad_segs=32)).area)


def test_stores_that_overlap_are_refused(storage: Box) -> None:
    spec = storage.packed.tray
    wells = (replace(spec.wells[0], depth_mm=spec.wells[0].depth_mm + 60, y_mm=spec.wells[0].y_mm - 60), *spec.wells[1:])
    with pytest.raises(BuildError, match="storage-box"):
        tray(replace(spec, wells=wells))
