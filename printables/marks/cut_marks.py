"""Lines around the pieces of a sheet: crop marks, the fold line, and the 100 mm ruler.

Crop marks stand beyond all bleed at both ends of each cut. Cuts run between them and the border is cut last, so that no
cut removes a mark that is still needed.
"""

from __future__ import annotations

from collections.abc import Sequence

from shapely.geometry import Polygon

from design.sheets.specs import SheetSpec
from printables.imposition.pages import MARK_ROOM_MM, Fold, bleed_mm, machine_area
from printables.imposition.sheet import SheetPage, Side
from printables.marks.strips import BASE_MM, Strip, Stroke, stroke

MARK_AWAY_MM = 0.2
"""From the bleed to a crop mark, so that a mark never lies on colour."""
MARK_END_MM = 1.6
"""From the larger bleed to a mark's outer end, short of the strips, so that no mark touches a letter."""
SHORTEST_MARK_MM = 0.3
RULER_MM = 100
SHORTER_MM = (50, 20)
"""Rulers for papers too small for the full length."""
EYE_MARK = "#000000"


def cut_marks(spec: SheetSpec, page: SheetPage) -> tuple[Stroke, ...]:
    """Crop marks in line with the trims of straight pieces, around each block, beyond its bleed and clear of the margin."""
    margin = page.frame.margin_mm
    low_x, high_x = margin, page.paper.width_mm - margin
    low_y, high_y = margin, page.paper.height_mm - margin
    made: list[Stroke] = []
    far = bleed_mm(spec) + MARK_END_MM
    for side, number in sorted({(place.side, place.block) for place in page.places if place.straight}):
        places = [place for place in page.places if (place.side, place.block) == (side, number)]
        bounds = [place.bounds for place in places]
        xs, ys = _once(bounds, 0), _once(bounds, 1)
        away = (spec.front_bleed_mm if side is Side.FRONT else spec.back_bleed_mm) + MARK_AWAY_MM
        spans = (max(ys[0] - far, low_y), ys[0] - away), (ys[-1] + away, min(ys[-1] + far, high_y))
        made += [stroke(x, low, x, high) for low, high in spans if high - low > SHORTEST_MARK_MM - 1e-6 for x in xs]
        spans = (max(xs[0] - far, low_x), xs[0] - away), (xs[-1] + away, min(xs[-1] + far, high_x))
        made += [stroke(low, y, high, y) for low, high in spans if high - low > SHORTEST_MARK_MM - 1e-6 for y in ys]
    return tuple(made)


def _once(bounds: Sequence[tuple[float, float, float, float]], axis: int) -> list[float]:
    return sorted({round(one[end], 6) for one in bounds for end in (axis, axis + 2)})


def fold_lines(spec: SheetSpec, page: SheetPage) -> tuple[Stroke, ...]:
    """The line on which fronts and backs are folded together, as long as the pieces and their marks."""
    left, bottom, right, top = page.frame.hull
    beyond, margin = bleed_mm(spec) + MARK_ROOM_MM, page.frame.margin_mm
    if page.frame.format.fold is Fold.UPRIGHT:
        x = page.paper.width_mm / 2
        return (stroke(x, max(bottom - beyond, margin), x, min(top + beyond, page.paper.height_mm - margin)),)
    if page.frame.format.fold is Fold.LYING:
        y = page.paper.height_mm / 2
        return (stroke(max(left - beyond, margin), y, min(right + beyond, page.paper.width_mm - margin), y),)
    return ()


def eye_marks(spec: SheetSpec, page: SheetPage) -> tuple[Polygon, ...]:
    """The registration marks, if there are any and the page has the side to cut from."""
    if spec.registration is None or not page.on_side(spec.cut_side):
        return ()
    return spec.registration.marks_in(*machine_area(spec, page.frame.format))


def ruler(strip: Strip, long_mm: int = RULER_MM) -> tuple[Stroke, ...]:
    """A 100 mm ruler with a tick every 5 mm, from the centre of the first tick to that of the last. Shorter on small papers."""
    made = [stroke(*strip.at(0, BASE_MM), *strip.at(long_mm, BASE_MM))]
    for at in range(0, long_mm + 1, 5):
        high = 2.5 if at % 50 == 0 else 1.8 if at % 10 == 0 else 1.1
        made.append(stroke(*strip.at(at, BASE_MM), *strip.at(at, BASE_MM + high)))
    return tuple(made)
