"""Tables of plain text: columns as wide as their longest cell, two spaces apart; double-width characters count as two."""

from __future__ import annotations

import io
from collections.abc import Collection, Sequence

WIDEST = 10_000
"""Never cut lines to the width of a terminal, since programs read the tables too."""


def aligned(rows: Sequence[Sequence[str]], right: Collection[int] = (), wrap: int | None = None) -> list[str]:
    """The lines of a table.

    Args:
        rows: its cells; all rows have the same number.
        right: columns of numbers, aligned right.
        wrap: width of the last column in characters; longer cells continue below. None never wraps.
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
