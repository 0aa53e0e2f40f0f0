"""Whether a solid is the plate it must be: its front, its back, its spacers, and the grooves for the keys of connectors."""

from __future__ import annotations

from shapely import affinity
from shapely.geometry import box
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union

from design.faces.filaments import seen
from design.graphics.polygons import as_multi
from design.parts.boards.plate import PlateSpec
from tablewright.inspection.solids.judge import RELIEF, ColourLevel, Judge, Level
from tablewright.inspection.solids.measures.extents import SIZE_MM, Size, size_faults, volume_faults
from tablewright.inspection.solids.measures.reliefs import EDGE_MM, chamfers_mm3, cut_at, on_the_bed, relief_faults
from tablewright.inspection.solids.measures.sections import seen_from_below
from tablewright.inspection.solids.measures.stl import Solid

GROOVE_MM2 = 1.0
"""A recess in a plate's end of more than this is a groove for a key."""
GROOVE_LEVELS = (0.1, 0.9)
"""Grooves are looked for near the back and near their floors: shares of their depth."""


def plate_size(spec: PlateSpec) -> Size:
    """As long and high as it stands; its thickness with the spacers, where it has any."""
    return spec.length_mm, spec.height_mm, spec.thickness_mm + (spec.spacer_height_mm if spec.spacers_x else 0.0)


def plate_faults(solid: Solid, spec: PlateSpec) -> list[str]:
    """A plate: the front on the bed and engraved; signs and grooves sunk into its back, spacers raised on it."""
    spacers = spec.spacer_height_mm if spec.spacers_x else 0.0
    groove = (spec.key.width_mm + 2 * spec.groove_mm) * (spec.key.height_mm + spec.groove_mm) * spec.key.depth_mm
    ribs = len(spec.spacers_x) * spec.spacer_width_mm * spec.height_mm * spacers
    engraved = spec.front.relief().area * spec.front_depth_mm + spec.back.relief().area * spec.back_depth_mm
    volume = (
        spec.length_mm * spec.height_mm * spec.thickness_mm
        + ribs
        - engraved
        - 2 * groove
        - chamfers_mm3(spec.front, spec.foot_relief_mm)
    )
    found = size_faults(solid, plate_size(spec))
    found += volume_faults(solid, volume)
    if found:
        return found
    face = spec.front.trim.buffer(-EDGE_MM, join_style="mitre")
    # The ends, beside the outermost marks, hold the grooves for the keys.
    reach = max(abs(x) for relief in (spec.front.relief(), spec.back.relief()) for x in relief.bounds[::2]) + EDGE_MM
    half = min(reach, spec.length_mm / 2 - spec.key.at_mm - spec.key.width_mm / 2 - spec.groove_mm)
    middle = face.intersection(box(-half, -spec.height_mm, half, spec.height_mm))
    front = seen_from_below(face.difference(cut_at(solid, spec.front_depth_mm / 2)))
    back = face.difference(cut_at(solid, spec.thickness_mm - spec.back_depth_mm / 2))
    shown = [(spec.front, front), (spec.back, back.intersection(middle))]
    return relief_faults(shown, face) or _groove_faults(solid, spec, face.difference(middle))


def _groove_faults(solid: Solid, spec: PlateSpec, ends: BaseGeometry) -> list[str]:
    """A groove in the back at each end, as far from it as the key of its connector, and down to its floor."""
    expected = [-spec.length_mm / 2 + spec.key.at_mm, spec.length_mm / 2 - spec.key.at_mm]
    for share in GROOVE_LEVELS:
        sunk = as_multi(ends.difference(cut_at(solid, spec.thickness_mm - share * spec.key.depth_mm)))
        places = sorted((one.bounds[0] + one.bounds[2]) / 2 for one in sunk.geoms if one.area > GROOVE_MM2)
        if len(places) != 2 or any(abs(one - other) > SIZE_MM for one, other in zip(places, expected, strict=True)):
            shown = " and ".join(f"{place:.2f}" for place in places) or "none"
            what = f"has key grooves at x = {shown} mm, {share * spec.key.depth_mm:.2f} mm below its back"
            return [f"{what}, must be {expected[0]:.2f} and {expected[1]:.2f}"]
    return []


def _spacers(spec: PlateSpec) -> BaseGeometry:
    half, high = spec.spacer_width_mm / 2, spec.height_mm / 2
    return unary_union([box(x - half, -high, x + half, high) for x in spec.spacers_x])


def _grooves(spec: PlateSpec) -> BaseGeometry:
    """The keys' grooves in the back as they are printed: open at the lower edge, which lies at +y."""
    half, high = spec.key.width_mm / 2 + spec.groove_mm, spec.height_mm / 2
    places = [side * (spec.length_mm / 2 - spec.key.at_mm) for side in (-1, 1)]
    return unary_union([box(x - half, high - spec.key.height_mm - spec.groove_mm, x + half, high) for x in places])


def _outline(spec: PlateSpec) -> list[Level]:
    """A cut between what is sunk into front and back: below the floors of the grooves or above, where more room is."""
    low, floor, high = spec.front_depth_mm, spec.thickness_mm - spec.key.depth_mm, spec.thickness_mm - spec.back_depth_mm
    if floor - low > high - floor:
        return [("its outline", (low + min(floor, high)) / 2, spec.front.trim)]
    return [("its outline", (max(floor, low) + high) / 2, spec.front.trim.difference(_grooves(spec)))]


def _reveals(spec: PlateSpec) -> list[Level]:
    """Front, back and spacers."""
    trim = spec.front.trim
    back = affinity.rotate(spec.back.relief(), 180, origin=(0, 0))
    levels = [
        ("its front", spec.front_depth_mm / 2, trim.difference(on_the_bed(spec.front))),
        ("its back", spec.thickness_mm - spec.back_depth_mm / 2, trim.difference(back).difference(_grooves(spec))),
    ]
    if spec.spacers_x:
        # Low on the spacers, since their ends are sloped.
        levels.append(("what stands on its back", spec.thickness_mm + spec.spacer_height_mm / 8, _spacers(spec)))
    return levels


def _height_over(spec: PlateSpec, region: BaseGeometry) -> float:
    """A part without a spacer is lower."""
    return plate_size(spec)[2] if _spacers(spec).intersects(region) else spec.thickness_mm


def _levels(spec: PlateSpec) -> tuple[ColourLevel, ...]:
    top = spec.thickness_mm
    front = ColourLevel(spec.front, 0.0, spec.front_depth_mm, True, seen(spec.front, RELIEF))
    return front, ColourLevel(spec.back, top - spec.back_depth_mm, top, False, seen(spec.back, RELIEF))


PLATE = Judge(
    plate_size,
    plate_faults,
    grounds=lambda spec: [spec.front.ground],
    levels=_levels,
    outline=_outline,
    reveals=_reveals,
    height_over=_height_over,
)
