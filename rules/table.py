"""A table of pieces: a CSV file with a row for each different one, as spreadsheets write it.

The first row names the columns. `id` names the piece (small letters, digits and hyphens), `copies` says how often it is
there (1 without the column); the others fill the slots of its faces. Commas, semicolons or tabs part the cells; a byte
order mark and either kind of line ends are read right.
"""

from __future__ import annotations

import csv
import io
import re
from dataclasses import dataclass
from pathlib import Path

from rules.errors import ConfigError, Problem

ID, COPIES = "id", "copies"
NAME = re.compile(r"^[a-z0-9]+(-[a-z0-9]+)*$")
COLUMN = re.compile(r"^[a-z0-9_-]+$")
MOST_COPIES = 1000


@dataclass(frozen=True)
class Table:
    """Rows by their id, in the file's order: the cells by column, and how many copies there are of each."""

    rows: dict[str, dict[str, str]]
    copies: dict[str, int]


def read_table(path: Path) -> Table:
    """Read a table; ConfigError names file, line and column of every mistake."""
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise ConfigError(Problem(str(path), f"cannot be read ({error.strerror}); name an existing CSV file")) from None
    except UnicodeDecodeError:
        raise ConfigError(Problem(str(path), "is not UTF-8 text; save it as CSV in UTF-8")) from None
    return parse_table(text, str(path))


def parse_table(text: str, name: str) -> Table:
    """A table from its text; ConfigError names line and column of every mistake."""
    head, _, _ = text.partition("\n")
    parting = max(",;\t", key=head.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=parting, strict=True)
    lines: list[tuple[int, list[str]]] = []
    try:
        lines.extend((reader.line_num, [cell.strip() for cell in cells]) for cells in reader)
    except csv.Error as error:
        raise ConfigError(Problem(f"{name}:{reader.line_num}", f"is no CSV: {error}")) from None
    lines = [(number, cells) for number, cells in lines if any(cells)]
    if not lines:
        raise ConfigError(Problem(name, "is empty; its first row names the columns"))
    columns = [column.lower() for column in lines[0][1]]
    problems = _column_problems(columns, f"{name}:1")
    rows: dict[str, dict[str, str]] = {}
    copies: dict[str, int] = {}
    for number, cells in lines[1:]:
        if len(cells) != len(columns):
            problems.append(Problem(f"{name}:{number}", f"has {len(cells)} cells, must have {len(columns)} as the first row"))
            continue
        row = dict(zip(columns, cells, strict=True))
        key = row.get(ID, "")
        if not NAME.match(key):
            what = "must be small letters, digits and hyphens, as in red-dragon: it stands in files' names"
            problems.append(Problem(f"{name}:{number} id = {key}", what))
        if key in rows:
            problems.append(Problem(f"{name}:{number} id = {key}", "is there twice; for more of a piece use a column copies"))
        often = row.pop(COPIES, "") or "1"
        if not (often.isdigit() and 1 <= int(often) <= MOST_COPIES):
            what = f"must be a whole number, 1 to {MOST_COPIES}; delete the row of a piece that is not wanted"
            problems.append(Problem(f"{name}:{number} copies = {often}", what))
            often = "1"
        rows[key], copies[key] = row, int(often)
    if not rows and not problems:
        problems.append(Problem(name, "has no row below its first; each row is a piece"))
    if problems:
        raise ConfigError(problems)
    return Table(rows, copies)


def _column_problems(columns: list[str], where: str) -> list[Problem]:
    problems = []
    if ID not in columns:
        problems.append(Problem(where, f"must have a column {ID}; there are {', '.join(columns)}"))
    for column in dict.fromkeys(columns):
        if not COLUMN.match(column):
            what = "must be letters, digits, hyphens and underscores: slots name it as {column}"
            problems.append(Problem(f"{where} column {column!r}", what))
        if columns.count(column) > 1:
            problems.append(Problem(f"{where} column {column}", "is there twice; name each column once"))
    return problems
