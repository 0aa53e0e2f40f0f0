"""Printed cards in pictures: white stock with thin films of print on both sides."""

from __future__ import annotations

import cadquery as cq
from shapely import affinity

from design.faces.face import Face
from design.graphics.polygons import as_multi
from fabrication.kernel.prisms import prisms
from fabrication.scenes.surfaces import Drawn

PAPER = "#fbfaf6"
FILM_MM = 0.03
"""Thickness at which print on a card is drawn; each mark lies on the one before."""


def drawn_card(front: Face, back: Face, stock_mm: float, location: cq.Location) -> list[Drawn]:
    """A printed card lying on z = 0, front up: white stock, with each side's ground and marks as thin films."""
    (stock,) = prisms(as_multi(front.trim), 0, stock_mm)
    drawn = [Drawn(stock, PAPER, location)]
    for face, up in ((front, True), (back, False)):
        layers = [(face.ground, as_multi(face.trim)), *((mark.colour, mark.area) for mark in face.marks)]
        for number, (colour, area) in enumerate(layers):
            height = number * FILM_MM
            # The underside is seen from below: mirrored left to right.
            shape = area if up else as_multi(affinity.scale(area, -1, 1, origin=(0, 0)))
            low, high = (stock_mm + height, stock_mm + height + FILM_MM) if up else (-height - FILM_MM, -height)
            drawn += [Drawn(film, colour, location) for film in prisms(shape, low, high)]
    return drawn
