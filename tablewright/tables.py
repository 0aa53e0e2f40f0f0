"""Tables of plain text: columns as wide as their longest cell, two spaces apart, signs of double width counted so."""

from __future__ import annotations

import io
from collections.abc import Collection, Sequence

WIDEST = 10_000
"""Nothing is cut to the width of a terminal: a table is read by programs too."""


def aligned(rows: Sequence[Sequence[str]], right: Collection[int] = (), wrap: int | None = None) -> list[str]:
    """The lines of a table.

    Args:
        rows: its cells, each row with as many.
        right: columns of numbers, which end in line.
        wrap: so many characters a line has in the last column; a longer cell goes on below. None keeps cells whole.
    """
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
    last = len(rows[0]) - 1
    for column in range(last + 1):
        justify, width = "right" if column in right else "left", wrap if column == last else None
        table.add_column(justify=justify, max_width=width, no_wrap=width is None)  # type: ignore[arg-type]
    for row in rows:
        table.add_row(*map(Text, row))
    stream = io.StringIO()
    Console(file=stream, width=WIDEST, color_system=None, legacy_windows=False).print(table)
    return [line.rstrip() for line in stream.getvalue().splitlines()]
