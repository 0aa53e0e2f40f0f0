"""Face of a folding board: a strip of card with five numbers on either side of a fold, and a slit in the fold per place.

Folded, it stands like a tent. A card goes through a slit down to the table; the part that the panels do not hide is the
window. A second fold across the strip, between two places, makes it short enough for a small box; the tent is stiff there
all the same. The owner's panel reads 1 2 3 4 5; the other one is turned about, so that each number is behind its twin.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

from shapely import affinity

from design.faces.brief import Brief
from design.faces.face import Face
from design.families.number_board.plate import plate_front
from design.graphics.polygons import as_multi, rectangle

SLIT_MORE_MM = 0.5
"""How much longer than its card a slit is at each end."""
BRIDGE_MM = 3.0
"""Card left between two slits: it carries the fold."""
END_MM = 8.0
"""The same beyond the outer slits."""
CORNER_MM = 2.0


def folding_board(owner: Brief, table: Brief, panel_mm: float, digit_mm: float, card_mm: float) -> Face:
    """The printed side; its fold is the x axis, with the owner's panel below it.

    Args:
        owner: what its owner's panel shows; the board is named after it.
        table: what the other panel shows.
        panel_mm: height of a panel.
        digit_mm: greatest height of the numbers.
        card_mm: width of what stands in the slits.
    """
    places, slit = len(owner.row), card_mm + 2 * SLIT_MORE_MM
    pitch = slit + BRIDGE_MM
    places_x = tuple((place - (places - 1) / 2) * pitch for place in range(places))
    length = places * slit + (places - 1) * BRIDGE_MM + 2 * END_MM
    panel = rectangle(length, panel_mm, 0.0)
    lower, upper = (plate_front(one, panel, places_x, digit_mm, 0.0) for one in (owner, table))
    marks = [mark.moved(0, -panel_mm / 2) for mark in lower.marks]
    turned = (replace(mark, area=as_multi(affinity.rotate(mark.area, 180, origin=(0, 0)))) for mark in upper.marks)
    marks += [mark.moved(0, panel_mm / 2) for mark in turned]
    ends = [-length / 2, *(x + side * slit / 2 for x in places_x for side in (-1, 1)), length / 2]
    lines = [((start, 0.0), (end, 0.0)) for start, end in pairwise(ends)]
    folds, slits = tuple(lines[::2]), tuple(lines[1::2])
    across = (places_x[places // 2 - 1] + places_x[places // 2]) / 2
    folds += (((across, -panel_mm), (across, panel_mm)),)
    return Face(owner.name, rectangle(length, 2 * panel_mm, CORNER_MM), owner.ground, tuple(marks), folds, slits)


def folded_flat(face: Face) -> tuple[float, float, int]:
    """Width and height in mm of a face folded along all its folds, and the number of layers that then lie on each other."""
    left, bottom, right, top = face.trim.bounds
    xs = sorted({left, right, *(start[0] for start, end in face.folds if start[0] == end[0])})
    ys = sorted({bottom, top, *(start[1] for start, end in face.folds if start[1] == end[1])})
    wide, high = (max(after - before for before, after in pairwise(line)) for line in (xs, ys))
    return wide, high, (len(xs) - 1) * (len(ys) - 1)
