"""The fit coupon on disk: `<output>/coupon/<key>.stl`, made, read again and judged; no part of any game."""

from __future__ import annotations

from pathlib import Path

from design.config import Config
from design.coupon import coupons
from rules.errors import InspectionError, Problem

FOLDER = "coupon"


def make_coupon(config: Config, output: Path) -> list[Path]:
    """Write a comb for each fit below `output` and read each again.

    Returns:
        The files, in the order of the fits; older ones are removed first.

    Raises:
        BuildError: a comb cannot be made or written.
        InspectionError: what was read back has a blank number or an opening that is not as its number says.
    """
    from fabrication.mesh import write_stl
    from fabrication.parts.coupon import coupon
    from tablewright.inspection.coupon import coupon_faults

    specs = coupons(config)
    # A comb that fails must not leave an older one under its name.
    for old in coupon_paths(output):
        (output / old).unlink()
    written, problems = [], []
    for spec in specs:
        path = output / FOLDER / f"{spec.name}.stl"
        write_stl(coupon(spec), path)
        problems += [Problem(str(path), f"{fault}; please report this as a fault") for fault in coupon_faults(path, spec)]
        written.append(path)
    if problems:
        raise InspectionError(problems)
    return written


def coupon_paths(output: Path) -> list[str]:
    """The coupon's files that are there, as paths below `output`."""
    return sorted(path.relative_to(output).as_posix() for path in (output / FOLDER).glob("*_clearance_mm.stl"))
