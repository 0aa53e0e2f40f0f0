"""A design rule: what is engraved in the side that lies on the bed is printed as a bridge, and may not be a long one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from design.config.printer import Printer
from design.faces.face import Face
from design.faces.slots import remedy_on
from design.graphics.polygons import as_multi
from design.parts.bridges import BRIDGE_MM, bridge_over_recess
from design.parts.number_board import PlateSpec
from design.parts.pieces import DominoSpec, MarkerSpec
from design.parts.splitting.spec import SplitSpec
from design.parts.storage_box import AnyLid
from design.plan.planning import Plan, artifacts_of
from rules.errors import Problem
from rules.game import Medium


def bed_side_problems(plans: Sequence[Plan], printer: Printer) -> Iterator[Problem]:
    """Faces on the bed that would bridge too far, each with its longest bridge."""
    for artifact in (one for one in artifacts_of(plans) if one.medium is Medium.SOLID):
        face, remedy = _on_bed(artifact.spec)
        if face is None:
            continue
        found = [bridge_over_recess(one, printer.nozzle_mm) for one in as_multi(face.relief()).geoms]
        longest = max((one.span_mm for one in found if not one.holds), default=0.0)
        if longest > 0:
            yield Problem(
                face.name,
                f"engraved in the side on the bed it would be a bridge of {longest:.1f} mm, must be at most "
                f"{BRIDGE_MM:g} mm; {remedy_on(face, remedy)}",
            )


def _on_bed(spec: object) -> tuple[Face | None, str]:
    """The face that is engraved and lies on the bed, and what makes its marks smaller."""
    if isinstance(spec, SplitSpec):
        return _on_bed(spec.whole)
    if isinstance(spec, MarkerSpec):
        return spec.back, "make it smaller (width_mm and height_mm of its spec, below markers or tile)"
    if isinstance(spec, DominoSpec):
        return spec.back, "make domino.width_mm smaller"
    if isinstance(spec, PlateSpec):
        return spec.front, "make number_board.digit_height_mm smaller"
    if isinstance(spec, AnyLid):
        return spec.face, "make the box smaller: fewer players or smaller cards"
    return None, ""
