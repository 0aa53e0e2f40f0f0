"""The report of a series as CSV, for spreadsheets: a line for each combination; what was not measured says so or is empty."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence

from tablewright.series.rows import Row

NOT_SLICED = "not sliced"
HEAD = (
    *("verdict", "pieces", "pieces_needed", "files", "grams_solid", "filaments_g", "grams_sliced", "hours"),
    *("box_mm", "tuck_box_inside_mm", "sheets", "reasons"),
)


def report_csv(keys: Sequence[str], rows: Sequence[Row]) -> str:
    """The report as CSV; hours and grams of a slicer are `not sliced` where none was asked."""
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(["folder", *keys, *HEAD])
    for row in rows:
        table.writerow([row.name, *row.values, *_cells(row)])
    return text.getvalue()


def _cells(row: Row) -> list[str]:
    made = row.pieces is not None
    pieces = [str(one) for one in row.pieces] if row.pieces is not None else ["", ""]
    return [
        row.verdict,
        *pieces,
        str(row.files) if made else "",
        f"{sum(row.grams.values()):.1f}" if row.grams else "",
        filaments(row),
        _sliced(row.sliced_grams, made),
        _sliced(row.hours, made),
        "; ".join(row.boxes),
        "; ".join(row.tuck_boxes),
        sheets(row),
        "; ".join(row.reasons),
    ]


def _sliced(figure: float | None, made: bool) -> str:
    return f"{figure:.1f}" if figure is not None else NOT_SLICED if made else ""


def filaments(row: Row) -> str:
    """The grams of each filament: `black 12.5 + white 80.0`."""
    return " + ".join(f"{name} {grams:.1f}" for name, grams in row.grams.items())


def sheets(row: Row) -> str:
    """The sheets of each paper: `A4 12 + Letter 13`."""
    return " + ".join(f"{paper} {count}" for paper, count in row.sheets.items())
