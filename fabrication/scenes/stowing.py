"""Places pieces as the packing says: in the stores of the box, turned as they lie there."""

from __future__ import annotations

import cadquery as cq

from design.graphics.polygons import as_multi, rectangle
from design.packing.arrangements import Axes
from design.storage.box import Place
from fabrication.kernel.prisms import prisms
from fabrication.scenes.assembly import PlacedBody

FLAT: tuple[Axes, ...] = ((0, 1, 2), (1, 0, 2))


def stowed(place: Place, shape: cq.Shape) -> PlacedBody:
    """A piece's solid in its place."""
    return PlacedBody(place.piece, shape.moved(stowing(place, shape)))


def stowing(place: Place, shape: cq.Shape) -> cq.Location:
    """The transformation of a piece to its place: turned onto its side if need be, centred in its space, on its floor."""
    turn = turning(place.axes)
    bounds = shape.moved(turn).BoundingBox()
    middle = [corner + size / 2 for corner, size in zip(place.corner, place.size, strict=True)]
    move = (middle[0] - bounds.center.x, middle[1] - bounds.center.y, place.corner[2] - bounds.zmin)
    location: cq.Location = cq.Location(move) * turn
    return location


def turning(axes: Axes) -> cq.Location:
    """The rotation that aligns a piece's own axes with the box's, without mirroring; a flat piece keeps its front up."""
    odd = axes in ((1, 0, 2), (0, 2, 1), (2, 1, 0))
    images = []
    for own in range(3):
        image = [0.0, 0.0, 0.0]
        along = axes.index(own)
        # An odd permutation of axes needs one reversed: X of flat pieces, Z of those on edge.
        image[along] = -1.0 if odd and along == (0 if axes in FLAT else 2) else 1.0
        images.append(cq.Vector(*image))
    return cq.Location(cq.Plane((0, 0, 0), images[0], images[2]))


def blank(width_mm: float, depth_mm: float, height_mm: float, corner_mm: float = 0.0) -> cq.Solid:
    """A plain flat piece, such as a card or folded paper, centred on the origin, on z = 0."""
    (solid,) = prisms(as_multi(rectangle(width_mm, depth_mm, corner_mm)), 0, height_mm)
    return solid
