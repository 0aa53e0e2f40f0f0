"""A part in several colours: its ground, and its faces' content as bodies that fill the recesses or stand on the top.

All bodies share the part's origin, meet and never overlap; together they are the part with its recesses filled.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import cadquery as cq
from shapely.geometry import MultiPolygon
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union

from design.faces.face import Face, InkRole
from design.faces.filaments import filament_of, seen
from design.graphics.polygons import as_multi
from fabrication.kernel.prisms import SIMPLER_MM, exact_prisms, simpler
from fabrication.part import BodyRole, ColourBody
from rules.errors import BuildError, Problem

RELIEF = frozenset({InkRole.INK, InkRole.ACCENT})
"""Marks that even a printer with one filament shows."""
THIN_MM = 0.01
"""Anything this thin throughout is an artefact of simplified outlines that hardly differ, not drawn by anyone."""
VOLUME_SHARE = 1e-6
"""Largest difference between the bodies' volume and the filled part's, as a share of it."""

View = Callable[[MultiPolygon], MultiPolygon]
Shares = list[tuple[str, MultiPolygon]]
"""Colours as #rrggbb, each with its area; the areas meet and never overlap."""


def flush_shares(face: Face, view: View) -> Shares:
    """Everything a face shows, including ground within marks, as positioned in the part."""
    return [(colour, view(_thick(area))) for colour, area in seen(face, simpler_mm=SIMPLER_MM)]


def relief_shares(face: Face, view: View) -> Shares:
    """What a face raises or engraves in single-colour printing, the same outline divided among its colours."""
    colours = [(colour, view(area)) for colour, area in seen(face, RELIEF)]
    # The colour that extends furthest takes what the others leave, since the outline follows its edge.
    colours.sort(key=lambda share: _reach(share[1]))
    found: Shares = []
    rest: BaseGeometry = simpler(view(face.relief()))
    for colour, area in colours[:-1]:
        taken = _thick(rest.intersection(area))
        rest = rest.difference(taken)
        found.append((colour, taken))
    found += [(colour, as_multi(rest)) for colour, _ in colours[-1:]]
    return [share for share in found if not share[1].is_empty]


def whole(shares: Shares) -> MultiPolygon:
    """The combined area of all shares."""
    return as_multi(unary_union([area for _, area in shares]))


def ground(spec: Any, colour: str | None, solid: cq.Solid) -> ColourBody:
    """The ground of a part, or of one side of it; a part without faces has its first filament (None)."""
    return ColourBody(BodyRole.GROUND, filament_of(spec, colour), (solid,))


def inlays(spec: Any, layers: Iterable[tuple[Shares, float, float]]) -> tuple[ColourBody, ...]:
    """One body for each colour: every layer's shares as prisms between two heights, mm."""
    solids: dict[str, list[cq.Solid]] = {}
    for shares, low, high in layers:
        for colour, area in shares:
            solids.setdefault(colour, []).extend(exact_prisms(area, low, high))
    return tuple(ColourBody(BodyRole.INLAY, filament_of(spec, colour), tuple(found)) for colour, found in solids.items())


def filling(name: str, bodies: Sequence[ColourBody], expected_mm3: float) -> tuple[ColourBody, ...]:
    """The bodies, if their volumes sum to the filled part's.

    Raises:
        BuildError: naming the part, if bodies overlap or leave a gap.
    """
    volume = sum(body.volume_mm3 for body in bodies)
    if abs(volume - expected_mm3) > VOLUME_SHARE * expected_mm3:
        what = f"its coloured bodies hold {volume:.3f} mm3 together instead of {expected_mm3:.3f}: they overlap or leave a gap"
        raise BuildError(Problem(name, f"{what}; please report this as a fault"))
    return tuple(bodies)


def _thick(area: BaseGeometry) -> MultiPolygon:
    return MultiPolygon([one for one in as_multi(area).geoms if not one.buffer(-THIN_MM / 2).is_empty])


def _reach(area: MultiPolygon) -> float:
    left, bottom, right, top = area.bounds
    return float((right - left) * (top - bottom))
