"""The snap fits of a lift-off lid: ridges on its lip that click into grooves in the long walls of the box."""

from __future__ import annotations

from collections.abc import Sequence

from shapely.geometry import Polygon, box

from design.parts.boxes.storage_box import SnapFit

LENGTH_MM = 12.0
SLOPE = 1.2
"""Half the height of a ridge or groove, as a multiple of its depth: 40 degrees from upright, which prints without supports."""
PLAY_MM = 0.1
"""How much deeper a groove is than the ridge reaches into it."""
HEIGHT = 0.6
"""Where the ridges are, as a share of the lip's height from its root."""
THUMB_AIR_MM = 2.0


def snap_fits(width_mm: float, corner_mm: float, thumb_mm: float, lip_mm: float, out_mm: float) -> tuple[SnapFit, ...]:
    """The snap fits of a long wall, one on either side of the half-moon; none without space or grip.

    Args:
        width_mm: the wall's length inside.
        corner_mm: radius of its corners.
        thumb_mm: radius of the half-moon in its middle.
        lip_mm: height of the lid's lip.
        out_mm: how far ridges reach out of the lip, or how deep grooves are.
    """
    least, most = thumb_mm + THUMB_AIR_MM + LENGTH_MM / 2, width_mm / 2 - corner_mm - THUMB_AIR_MM - LENGTH_MM / 2
    if out_mm <= 0 or least > most:
        return ()
    x = round(min(max(least, width_mm / 4), most), 6)
    return tuple(SnapFit(side * x, round(HEIGHT * lip_mm, 6), out_mm, LENGTH_MM) for side in (-1, 1))


def at_level(found: Sequence[SnapFit], wall_mm: float, below_rim_mm: float) -> list[Polygon]:
    """What the catches take beyond a wall's face (`wall_mm` from the middle, front and back) so far below the rim."""
    shapes = []
    for one in found:
        out = one.out_mm - abs(below_rim_mm - one.below_rim_mm) / SLOPE
        if out > 0:
            left, right = one.x_mm - one.length_mm / 2, one.x_mm + one.length_mm / 2
            shapes += [box(left, wall_mm, right, wall_mm + out), box(left, -wall_mm - out, right, -wall_mm)]
    return shapes
