"""Design rules for parts against the printer's bed and height."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from design.checks.board import bed_text, plate_cuts_of
from design.config.loading import Config
from design.config.printer import turn_to_fit
from design.families.number_board.geometry import standings
from design.parts.number_board import ConnectorSpec, PlateSpec
from design.parts.pieces import DominoSpec, MarkerSpec, SquaresSpec
from design.parts.splitting.footprints import height_of, plan_outline_size, region_of
from design.parts.splitting.spec import SplitSpec
from design.parts.storage_box import AnyLid, TraySpec
from design.plan.planning import Plan
from rules.errors import Problem


def extent_problems(config: Config, plans: Sequence[Plan]) -> Iterator[Problem]:
    """Parts too large for the printer, each component once; plates are the board's, by the card's width."""
    printer = config.printer
    seen: set[str] = set()
    for stands, spec in ((standings(plan.bill.game), one.spec) for plan in plans for one in plan.artifacts):
        extent = _extent(spec)
        if extent is None or spec.name.partition(".")[0] in seen:
            continue
        seen.add(spec.name.partition(".")[0])
        width, depth, height = extent
        # A plate that no cuts make fit is the board's.
        left_out = isinstance(spec, PlateSpec) and plate_cuts_of(config, stands) is None
        if not left_out and turn_to_fit(width, depth, printer) is None:
            yield Problem(
                f"{spec.name} = {width:.1f} x {depth:.1f} mm",
                f"must fit the usable bed of {bed_text(printer)}, turned or split as it may be; "
                "choose a larger printer, fewer players or smaller cards",
            )
        if height > printer.bed_height_mm:
            most = f"{printer.bed_height_mm:g} mm (printer.bed_height_mm)"
            yield Problem(f"{spec.name} = {height:.1f} mm high", f"must be at most {most}")


def _extent(spec: object) -> tuple[float, float, float] | None:
    if isinstance(spec, SplitSpec):
        left, bottom, right, top = region_of(spec).bounds
        return right - left, top - bottom, height_of(spec.whole)
    if isinstance(spec, PlateSpec):
        return spec.length_mm, spec.height_mm, spec.thickness_mm + spec.spacer_height_mm
    if isinstance(spec, SquaresSpec):
        return spec.length_mm, spec.depth_mm, spec.thickness_mm
    if isinstance(spec, ConnectorSpec):
        return *spec.plan_mm, spec.height_mm
    if isinstance(spec, MarkerSpec):
        return *spec.front.size_mm, spec.thickness_mm + spec.raise_mm
    if isinstance(spec, DominoSpec):
        return *spec.front.size_mm, spec.thickness_mm
    if isinstance(spec, TraySpec | AnyLid):
        return *plan_outline_size(spec), height_of(spec)
    return None
