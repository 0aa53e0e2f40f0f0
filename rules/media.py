"""How media hang together: which of them hold another's pieces, and which are made only when they are asked for."""

from __future__ import annotations

from rules.game import Medium, StandIn

FOLLOWS = {Medium.PLOT: Medium.CUT, **dict.fromkeys((Medium.BOOKLET, Medium.PRINT_HOUSE, Medium.IMAGES), Medium.PAPER)}
"""Media that hold some or all of another's pieces, with the same stand-ins: the same sheets, faces or texts in another form."""
SHEETS = "paper"
"""What a stand-in calls sheets to print and to cut together."""
SOLIDS = frozenset({Medium.SOLID, Medium.COLOUR, Medium.CAD, Medium.BEDS})
"""Media of the 3D printer; all others are sheets, or made from what is on them."""
ON_REQUEST = frozenset({Medium.PRINT_HOUSE, Medium.IMAGES})
"""Media that a build of everything leaves out, unless they were asked for before: not every maker wants them."""


def stands_in(one: StandIn, medium: Medium) -> bool:
    """Whether a stand-in takes the place of others in a medium."""
    own = FOLLOWS.get(medium, medium)
    return one.medium == own.value or (one.medium == SHEETS and own in (Medium.PAPER, Medium.CUT))
