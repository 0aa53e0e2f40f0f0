"""Parts that are longer than the bed: into how many pieces, and where. Anything that lies on the bed stays whole.

Pieces are the fewest that will do. A plate is cut beside a spacer, so that no number is cut; its pieces are
equal within a place for a card. A box and its lid are cut where fewest walls, openings and letters are met;
their pieces are equal within `SHIFT_SHARE` of one. A board of squares is cut along lines between its columns, also
where it would lie on the bed but is to come in parts.
"""

from __future__ import annotations

from design.config.printer import Printer
from design.names import part_name
from design.parts.part_spec import PartSpec
from design.parts.splitting.dovetails import Joint
from design.parts.splitting.spec import SplitSpec


def joint_of(printer: Printer, clearance_mm: float) -> Joint:
    """The joint's sizes on a printer."""
    return Joint(clearance_mm, printer.wall_mm)


def split(spec: PartSpec, printer: Printer, clearance_mm: float) -> tuple[PartSpec, ...]:
    """The specification itself, or those of its parts; the whole where no split makes it fit, which design rules report."""
    found = spec.cut(printer, joint_of(printer, clearance_mm))
    if found is None:
        return (spec,)
    whole, seams = found
    count = len(seams) + 1
    return tuple(SplitSpec(part_name(spec.name, number, count), whole, number, seams, clearance_mm) for number in range(count))
