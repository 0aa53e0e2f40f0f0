"""Design rules for markers and tokens."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from design.config import Loaded
from design.derived import core_mm
from design.plan import Plan, artifacts_of
from design.specs import MarkerSpec
from rules.errors import Problem


def marker_problems(loaded: Loaded, plans: Sequence[Plan]) -> Iterator[Problem]:
    """Engravings that leave too little of a marker above them."""
    printer = loaded.config.printer
    core = core_mm(printer.nozzle_mm, printer.layer_mm)
    for artifact in artifacts_of(plans):
        spec = artifact.spec
        if isinstance(spec, MarkerSpec) and spec.thickness_mm - spec.engrave_mm < core - 1e-9:
            most = spec.thickness_mm - core
            yield Problem(
                f"{spec.name} relief_mm = {spec.engrave_mm:g}",
                f"must be at most {most:g} mm in a marker of {spec.thickness_mm:g} mm, so that {core:g} mm are left; "
                "make the marker thicker",
            )
