"""Design rules for what faces show: within their edges, and no finer than the nozzle draws."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from design.config import Config
from design.faces.face import Face
from design.outlines import as_multi
from design.plan import Plan, artifacts_of
from design.specs import AnyLid, DominoSpec, MarkerSpec, PlateSpec, SheetSpec, SplitSpec, SquaresSpec
from design.tuck_box import TuckBoxSpec
from rules.errors import Problem
from rules.game import Medium

THIN_SHARE = 0.12
"""Part of a face's ink that may be thinner than a stroke: the tips of serifs and corners."""
PLAY_MM = 0.01
"""Widths agree to this: a line of just a stroke's width is wide enough."""


def face_problems(config: Config, plans: Sequence[Plan]) -> Iterator[Problem]:
    """Ink stays within its trim; what a nozzle draws is no thinner than its stroke."""
    stroke = config.printer.stroke_mm
    for artifact in artifacts_of(plans):
        for face in shown(artifact.spec):
            outside = sum(mark.area.difference(face.trim).area for mark in face.marks)
            if outside > 1e-6:
                yield Problem(
                    face.name, f"what it shows goes {outside:.1f} mm2 over its edge; make the piece larger or the mark smaller"
                )
            if artifact.medium is Medium.SOLID and _thin_share(face, stroke) > THIN_SHARE:
                yield Problem(
                    face.name,
                    f"strokes are thinner than the nozzle draws ({stroke:g} mm = 1.5 x printer.nozzle_mm); "
                    "make the piece larger or take a finer nozzle",
                )


def shown(spec: object) -> tuple[Face, ...]:
    """All faces of what a specification makes."""
    if isinstance(spec, SplitSpec):
        return shown(spec.whole)
    if isinstance(spec, PlateSpec | MarkerSpec):
        return (spec.front, spec.back)
    if isinstance(spec, DominoSpec):
        return (spec.front, spec.back, spec.side, spec.end)
    if isinstance(spec, SquaresSpec):
        return (spec.top, spec.floors)
    if isinstance(spec, AnyLid):
        return (spec.face,)
    if isinstance(spec, SheetSpec):
        return tuple(face for piece in spec.pieces for face in piece.faces)
    if isinstance(spec, TuckBoxSpec):
        return tuple(face for _, face in spec.faces)
    return ()


def _thin_share(face: Face, stroke_mm: float) -> float:
    """The part of a face's relief that a stroke of this width does not reach."""
    relief = face.relief()
    if relief.is_empty:
        return 0.0
    radius = (stroke_mm - PLAY_MM) / 2
    drawn = as_multi(relief.buffer(-radius).buffer(radius))
    return float(1 - drawn.area / relief.area)
