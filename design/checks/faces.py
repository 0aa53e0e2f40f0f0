"""Design rules for what faces show: it stays within their edges and is no finer than the nozzle draws."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from shapely.geometry import MultiPolygon

from design.config.loading import Config
from design.faces.face import Face, InkRole
from design.graphics.polygons import as_multi
from design.plan.planning import Plan, artifacts_of
from rules.errors import Problem
from rules.game import Medium

THIN_SHARE = 0.12
"""Share of a face's ink that may be thinner than a stroke: the tips of serifs and corners."""
PLAY_MM = 0.01
"""Tolerance of widths: a line exactly as wide as a stroke is wide enough."""


def face_problems(config: Config, plans: Sequence[Plan]) -> Iterator[Problem]:
    """Ink outside its trim, and strokes thinner than the nozzle draws."""
    stroke = config.printer.stroke_mm
    for artifact in artifacts_of(plans):
        for face in artifact.spec.shown_faces:
            outside = _outside_mm2(face)
            if outside > 1e-6:
                yield Problem(
                    face.name, f"what it shows goes {outside:.1f} mm2 over its edge; make the piece larger or the mark smaller"
                )
            if artifact.medium is Medium.SOLID:
                yield from _thin_problems(face, stroke)


@lru_cache(maxsize=4096)
def _outside_mm2(face: Face) -> float:
    """Area of what a face shows beyond its edge."""
    return float(sum(mark.area.difference(face.trim).area for mark in face.marks))


@lru_cache(maxsize=4096)
def _thin_problems(face: Face, stroke_mm: float) -> tuple[Problem, ...]:
    """Strokes too thin for a nozzle: in the face as a whole, or mark by mark where its owner placed them."""
    return tuple(_thin_strokes(face, stroke_mm))


def _thin_strokes(face: Face, stroke_mm: float) -> Iterator[Problem]:
    limit = f"strokes are thinner than the nozzle draws ({stroke_mm:g} mm = 1.5 x printer.nozzle_mm)"
    if not face.in_slots:
        if _thin_share(face.relief(), stroke_mm) > THIN_SHARE:
            yield Problem(face.name, f"{limit}; make the piece larger or take a finer nozzle")
        return
    for mark in face.marks:
        if mark.role is not InkRole.PRINT and _thin_share(mark.area, stroke_mm) > THIN_SHARE:
            name = f"{face.name} text {mark.run.text!r}" if mark.run else f"{face.name} slots"
            remedy = "make it bold or its pt larger" if mark.run else "make it larger"
            yield Problem(name, f"{limit}; {remedy}, or say relief: false in its slot, for paper alone")


def _thin_share(relief: MultiPolygon, stroke_mm: float) -> float:
    """The share of a relief that a stroke of this width does not reach."""
    if relief.is_empty:
        return 0.0
    radius = (stroke_mm - PLAY_MM) / 2
    drawn = as_multi(relief.buffer(-radius).buffer(radius))
    return float(1 - drawn.area / relief.area)
