"""Writes the list of filament changes, a table to read next to the printer or to open in a spreadsheet."""

from __future__ import annotations

import csv
import io
from pathlib import Path

from design.files import write_whole
from design.parts.filament_changes import ChangesSpec

COLUMNS = ("file", "copies", "from_mm", "filament", "colour", "shows")


def write_changes(spec: ChangesSpec, path: Path) -> tuple[Path, ...]:
    """One line for each filament of each piece, from the bed up; `from_mm` is the height of the bottom of its first layer."""
    text = io.StringIO(newline="")
    table = csv.writer(text, lineterminator="\n")
    table.writerow(COLUMNS)
    for piece in spec.pieces:
        for change in piece.changes:
            filament = change.filament
            table.writerow([piece.file, piece.copies, f"{change.from_mm:.2f}", filament.name, filament.colour, change.shows])
    write_whole(path, text.getvalue().encode())
    return (path,)
