"""Design rules for parts that must fit the printer's bed and height."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from design.checks.board import bed_text
from design.config.loading import Config
from design.names import component_of
from design.plan.planning import Plan, parts_of
from rules.errors import Problem


def extent_problems(config: Config, plans: Sequence[Plan]) -> Iterator[Problem]:
    """Parts too large for the printer, each component once; a family's own bed rule takes precedence."""
    printer = config.printer
    wide, tall = set(), set()
    for spec in parts_of(plans):
        component, (width, depth, height) = component_of(spec.name), spec.extent_mm
        if not spec.own_bed_rule and component not in wide and not spec.lies_on(printer):
            wide.add(component)
            yield Problem(
                f"{spec.name} = {width:.1f} x {depth:.1f} mm",
                f"must fit the usable bed of {bed_text(printer)}, turned or split as it may be; "
                "choose a larger printer, fewer players or smaller cards",
            )
        if height > printer.bed_height_mm and component not in tall:
            tall.add(component)
            most = f"{printer.bed_height_mm:g} mm (printer.bed_height_mm)"
            yield Problem(f"{spec.name} = {height:.1f} mm high", f"must be at most {most}")
