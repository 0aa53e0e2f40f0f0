"""Openings of the storage box: in the floor to push pieces up, in the rim to lift the lid; also the corners' radius."""

from __future__ import annotations

import math
from collections.abc import Sequence

from shapely import affinity, minimum_bounding_radius
from shapely.geometry import Polygon

from design.context import Context
from design.graphics.art.icons import ICONS, icon
from design.packing.arrangements import Block
from design.packing.goods import Stacking, Store
from design.storage.constraints import Constraints
from design.storage.contents import kit_axis
from design.storage.layout import Layout

Spot = tuple[tuple[float, float, float], tuple[float, float, float]]
"""Lower corner and size of a piece's space."""
CORNER_MM = 2.0
"""Radius inside the stores' corners, reduced if a piece's square corner would touch it."""
WINDOW_MM = 26.0
"""Diameter around the largest opening in a store's floor, through which a fingertip pushes the pieces up."""
WINDOW_SHARE = 0.8
"""The same diameter relative to the second largest side of the store's pieces, so that none can fall through."""
BORDER_MM = 1.0
"""Floor left between an opening and the walls of its store."""
LEAST_WINDOW_MM = 6.0
"""A smaller opening is no use to a finger and is left out."""
SHARES = (1.0, 0.9, 0.8, 0.7, 0.6, 0.5)
"""Sizes to try for an opening next to another."""
THUMB_MM = 9.0
"""Radius of the half-moons in the front and back walls where thumb and finger lift the lid."""


def corner_mm(limits: Constraints) -> float:
    """A radius that clears a square corner one clearance from both walls: r - (r - c) sqrt 2 >= 0."""
    return round(min(CORNER_MM, (2 + math.sqrt(2)) * limits.clearance_mm - 0.01), 3)


def thumb_mm(limits: Constraints, layout: Layout) -> float:
    """Radius of the half-moons, small enough that no piece gets out below the lid's lip.

    In a low box they end a wall's thickness above the floor.
    """
    lip = limits.box.lid_lip_mm
    high = limits.inner_mm(layout.stack_mm, layout.spread.height_mm)
    radius = min(max(THUMB_MM, lip + 4), high - limits.box.wall_mm)
    while radius > lip + 2:
        wide, high = 2 * math.sqrt(radius**2 - lip**2), radius - lip
        sizes = [sorted((k.envelope.width_mm, k.envelope.depth_mm, k.envelope.height_mm)) for k in limits.goods]
        if not any(small <= high and middle <= wide + 1 for small, middle, _ in sizes):
            break
        radius -= 0.5
    return radius


def opening_shapes(context: Context, stores: Sequence[Store]) -> list[str]:
    """The sign of each store, which shapes the openings in its floor: a set's own shape, or the outline of its pieces."""
    axis = context.bill.game.axes.get(kit_axis(context))
    signs = dict(axis.values) if axis else {}
    found = []
    for store in stores:
        kits = {kit for kind in store.goods for kit in kind.kits}
        sign = signs.get(next(iter(kits)), "") if len(kits) == 1 else ""
        # A hole in a sign, such as an animal's eye, would be an island in the opening.
        whole = sign in ICONS and not any(one.interiors for one in icon(sign, 10.0).geoms)
        found.append(sign if whole else store.goods[0].sign)
    return found


def windows(store: Store, block: Block, spots: Sequence[Spot], shape: str, limits: Polygon) -> tuple[Polygon, ...]:
    """Openings in the floor, below the middle of every stack or row of a block, to push the pieces up.

    `spots` are the pieces' footprints, each with its corner and size; `shape` is the sign of the store. Openings stay
    `BORDER_MM` away from the walls of the store's area.
    """
    kind = store.goods[block.kind]
    along = {axis for axis in (0, 1) if block.axes[axis] == 2 or kind.stacking is Stacking.STANDING}
    stacks: dict[tuple[float, float], list[Spot]] = {}
    for spot in spots:
        x, y = spot[0][:2]
        stacks.setdefault((0.0 if 0 in along else x, 0.0 if 1 in along else y), []).append(spot)
    form = icon(shape, 10.0).geoms[0]
    size = min(WINDOW_MM, WINDOW_SHARE * min(one.envelope.middle_mm for one in store.goods))
    scale = size / (2 * float(minimum_bounding_radius(form)))
    scaled = affinity.scale(form, scale, scale, origin=(0, 0))
    found = []
    for stack in stacks.values():
        middle = [(min(one[0][i] for one in stack) + max(one[0][i] + one[1][i] for one in stack)) / 2 for i in (0, 1)]
        placed = affinity.translate(scaled, middle[0] - scaled.centroid.x, middle[1] - scaled.centroid.y)
        factor = _room_share(placed.bounds, limits.bounds, (middle[0], middle[1]))
        if factor >= 1:
            found.append(placed)
        elif factor * size >= LEAST_WINDOW_MM:
            found.append(affinity.scale(placed, factor, factor, origin=(middle[0], middle[1])))
    return tuple(found)


def apart(openings: Sequence[Polygon]) -> tuple[Polygon, ...]:
    """The openings of a store with a border of floor between any two; later ones are made smaller or left out."""
    kept: list[Polygon] = []
    for opening in openings:
        for share in SHARES:
            smaller = affinity.scale(opening, share, share, origin="centroid")
            if 2 * minimum_bounding_radius(smaller) < LEAST_WINDOW_MM - 1e-9:
                break
            if all(smaller.distance(other) >= BORDER_MM for other in kept):
                kept.append(smaller)
                break
    return tuple(kept)


def _room_share(opening: tuple[float, ...], store: tuple[float, ...], middle: tuple[float, float]) -> float:
    """The share of an opening's size about its middle that fits in the store; smaller next to a piece on edge."""
    below = [(middle[i] - store[i] - BORDER_MM) / (middle[i] - opening[i]) for i in (0, 1)]
    above = [(store[i + 2] - BORDER_MM - middle[i]) / (opening[i + 2] - middle[i]) for i in (0, 1)]
    return min(*below, *above)
