"""Whether a flat solid shows the faces it must: cut half way down its reliefs and compared with the faces."""

from __future__ import annotations

from collections.abc import Sequence

from shapely.geometry import MultiPolygon, Polygon, box
from shapely.geometry.base import BaseGeometry

from design.faces.face import Face
from design.graphics.polygons import as_multi, turned
from design.parts.number_board import PlateSpec
from design.parts.pieces import MarkerSpec
from tablewright.inspection.solids.extents import SIZE_MM, size_faults, volume_faults
from tablewright.inspection.solids.sections import agreement, moved_to_origin, section, seen_from_below
from tablewright.inspection.solids.stl import Solid

RIM_MM = 0.4
"""Chamfer around a marker's top and a plate's back; the foot's is the printer's relief."""
EDGE_MM = 0.6
"""Border of a face that is not compared: chamfers are there, and no relief."""
GROOVE_MM2 = 1.0
"""A recess in a plate's end of more than this is a groove for a key."""
GROOVE_LEVELS = (0.1, 0.9)
"""Grooves are looked for near the back and near their floors: shares of their depth."""


def marker_faults(solid: Solid, spec: MarkerSpec) -> list[str]:
    """A marker: the front up and raised, the back on the bed and engraved."""
    width, depth = spec.front.size_mm
    front, back = spec.front.relief(), spec.back.relief()
    top = spec.thickness_mm + (spec.raise_mm if front.area > 0 else 0.0)
    volume = spec.trim.area * spec.thickness_mm + front.area * spec.raise_mm - back.area * spec.engrave_mm - _chamfers(spec)
    found = size_faults(solid, (width, depth, top)) + volume_faults(solid, volume)
    if found:
        return found
    inner = spec.trim.buffer(-EDGE_MM)
    raised = _cut(solid, top - spec.raise_mm / 2) if front.area > 0 else MultiPolygon()
    engraved = inner.difference(_cut(solid, spec.engrave_mm / 2))
    return relief_faults([(spec.front, raised), (spec.back, seen_from_below(engraved))], inner)


def plate_faults(solid: Solid, spec: PlateSpec) -> list[str]:
    """A plate: the front on the bed and engraved; signs and grooves sunk into its back, spacers raised on it."""
    spacers = spec.spacer_height_mm if spec.spacers_x else 0.0
    groove = (spec.key.width_mm + 2 * spec.groove_mm) * (spec.key.height_mm + spec.groove_mm) * spec.key.depth_mm
    ribs = len(spec.spacers_x) * spec.spacer_width_mm * spec.height_mm * spacers
    engraved = spec.front.relief().area * spec.front_depth_mm + spec.back.relief().area * spec.back_depth_mm
    volume = spec.length_mm * spec.height_mm * spec.thickness_mm + ribs - engraved - 2 * groove - _chamfers(spec)
    found = size_faults(solid, (spec.length_mm, spec.height_mm, spec.thickness_mm + spacers))
    found += volume_faults(solid, volume)
    if found:
        return found
    face = spec.front.trim.buffer(-EDGE_MM, join_style="mitre")
    # The ends, beside the outermost marks, hold the grooves for the keys.
    reach = max(abs(x) for relief in (spec.front.relief(), spec.back.relief()) for x in relief.bounds[::2]) + EDGE_MM
    half = min(reach, spec.length_mm / 2 - spec.key.at_mm - spec.key.width_mm / 2 - spec.groove_mm)
    middle = face.intersection(box(-half, -spec.height_mm, half, spec.height_mm))
    front = seen_from_below(face.difference(_cut(solid, spec.front_depth_mm / 2)))
    back = face.difference(_cut(solid, spec.thickness_mm - spec.back_depth_mm / 2))
    shown = [(spec.front, front), (spec.back, back.intersection(middle))]
    return relief_faults(shown, face) or _groove_faults(solid, spec, face.difference(middle))


def _chamfers(spec: MarkerSpec | PlateSpec) -> float:
    """What the chamfers around foot and top take away, in mm3."""
    return float(spec.front.trim.length) * (spec.foot_relief_mm**2 + RIM_MM**2) / 2


def _groove_faults(solid: Solid, spec: PlateSpec, ends: BaseGeometry) -> list[str]:
    """A groove in the back at each end, as far from it as the key of its connector, and down to its floor."""
    expected = [-spec.length_mm / 2 + spec.key.at_mm, spec.length_mm / 2 - spec.key.at_mm]
    for share in GROOVE_LEVELS:
        sunk = as_multi(ends.difference(_cut(solid, spec.thickness_mm - share * spec.key.depth_mm)))
        places = sorted((one.bounds[0] + one.bounds[2]) / 2 for one in sunk.geoms if one.area > GROOVE_MM2)
        if len(places) != 2 or any(abs(one - other) > SIZE_MM for one, other in zip(places, expected, strict=True)):
            shown = " and ".join(f"{place:.2f}" for place in places) or "none"
            what = f"has key grooves at x = {shown} mm, {share * spec.key.depth_mm:.2f} mm below its back"
            return [f"{what}, must be {expected[0]:.2f} and {expected[1]:.2f}"]
    return []


def relief_faults(shown: Sequence[tuple[Face, BaseGeometry]], area: Polygon) -> list[str]:
    """Both faces must show what they ought to within an area; a part that lies turned by a half turn may.

    `shown` gives the upper and the lower face with the relief found on each, as that face is looked at.
    """
    best: tuple[float, list[str]] = (-1.0, [])
    for half_turn in (0, 2):
        results = []
        for face, relief in shown:
            wanted = as_multi(face.relief().intersection(area))
            results.append((face, agreement(as_multi(turned(relief, half_turn).intersection(area)), wanted)))
            if not results[-1][1].good:
                break
        found = [f"its {_side(face)} shows something else: {result}" for face, result in results if not result.good]
        if not found:
            return []
        best = max(best, (sum(result.overlap for _, result in results), found))
    return best[1]


def _side(face: Face) -> str:
    return face.name.rpartition(".")[2]


def _cut(solid: Solid, z_mm: float) -> BaseGeometry:
    return moved_to_origin(section(solid.mesh, z_mm), solid.flat_bounds)
