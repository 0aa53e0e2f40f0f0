"""The fit coupon on disk, `<output>/coupon/<key>.stl`: made, read back and judged; not part of any game."""

from __future__ import annotations

from pathlib import Path

from design.config.loading import Config
from design.families.coupon import coupons
from rules.errors import InspectionError, Problem
from tablewright.ledger import enter, renew

FOLDER = "coupon"


def make_coupon(config: Config, output: Path) -> list[Path]:
    """Write a comb for each fit below `output` and read each back.

    Returns:
        The files, in the order of the fits; older ones are removed first.

    Raises:
        BuildError: a comb cannot be made or written, or a file that no command wrote is in the way.
        InspectionError: in a file read back, a number is blank or an opening does not match its number.
    """
    from fabrication.parts.coupon import coupon
    from fabrication.writers.mesh import write_stl
    from tablewright.inspection.solids.coupon import coupon_faults

    specs = coupons(config)
    # A comb that fails must not leave an older one under its name.
    renew(output, FOLDER, (output / FOLDER / f"{spec.name}.stl" for spec in specs))
    written, problems = [], []
    try:
        for spec in specs:
            path = output / FOLDER / f"{spec.name}.stl"
            write_stl(coupon(spec), path)
            written.append(path)
            problems += [Problem(str(path), f"{fault}; please report this as a fault") for fault in coupon_faults(path, spec)]
    finally:
        enter(output, written)
    if problems:
        raise InspectionError(problems)
    return written
