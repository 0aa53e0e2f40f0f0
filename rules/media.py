"""How media hang together: which of them hold another's pieces, and which are made only when they are asked for."""

from __future__ import annotations

from rules.game import Medium

FOLLOWS = {Medium.PLOT: Medium.CUT, **dict.fromkeys((Medium.BOOKLET, Medium.PRINT_HOUSE, Medium.IMAGES), Medium.PAPER)}
"""Media that hold some or all of another's pieces, with the same stand-ins: the same sheets, faces or texts in another form."""
ON_REQUEST = frozenset({Medium.PRINT_HOUSE, Medium.IMAGES})
"""Media that a build of everything leaves out, unless they were asked for before: not every maker wants them."""
