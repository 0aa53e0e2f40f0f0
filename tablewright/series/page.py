"""The report of a series as a page for browsers and paper: one file without others, a table that sorts by its columns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from html import escape
from urllib.parse import quote

from tablewright.series.report import NOT_SLICED, sheets
from tablewright.series.rows import COMPLETE, Row

STYLE = """
:root { --ink: #1d1c24; --quiet: #6b6a74; --line: #dcdae2; --ground: #ffffff; --good: #1d6b45; --wrong: #a8321f; }
* { box-sizing: border-box }
body { margin: 0 auto; padding: 40px 32px 64px; max-width: 1480px; background: var(--ground); color: var(--ink);
  font: 14px/1.5 Manrope, "Helvetica Neue", Helvetica, Arial, sans-serif; font-variant-numeric: tabular-nums }
h1 { margin: 0; font-size: 24px; line-height: 1.25; font-weight: 700; letter-spacing: -0.01em }
p { margin: 6px 0 0; color: var(--quiet); max-width: 75ch }
.table { margin: 28px 0 0; overflow-x: auto }
table { border-collapse: collapse; width: 100% }
th, td { padding: 9px 14px 9px 0; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line) }
th { font-size: 12px; line-height: 1.35; font-weight: 600; color: var(--quiet); vertical-align: bottom; white-space: nowrap;
  border-bottom: 1.5px solid var(--ink) }
th button { all: unset; cursor: pointer } th button:focus-visible { outline: 2px solid var(--ink); outline-offset: 3px }
th[aria-sort] { color: var(--ink) } th[aria-sort=ascending] button::after { content: " \\2191" }
th[aria-sort=descending] button::after { content: " \\2193" }
th.number, td.number { text-align: right; padding-right: 26px }
td.number, td.key, td.size { white-space: nowrap } td.key { font-weight: 600 }
td.none { color: var(--quiet) } td a { color: inherit; text-decoration: none; border-bottom: 1px solid var(--line) }
td a:hover { border-color: var(--ink) }
.good { color: var(--good) } .wrong { color: var(--wrong); font-weight: 600 }
.unit, small { color: var(--quiet); font-size: 12px; font-weight: 400 } small { display: block }
tr.why td { padding-top: 0; color: var(--quiet); font-size: 13px; border-bottom: 1px solid var(--line) }
tr.explained td { border-bottom: 0; padding-bottom: 3px }
ul { margin: 0; padding: 0; list-style: none; max-width: 110ch } li { overflow-wrap: anywhere }
@media print { @page { size: A4 landscape; margin: 12mm } body { padding: 0; max-width: none; font-size: 9pt }
  .table { overflow: visible; margin-top: 6mm }
  th, td { padding: 1.6mm 3mm 1.6mm 0 } th.number, td.number { padding-right: 5mm }
  thead { display: table-header-group }
  tbody { break-inside: avoid } th { font-size: 8pt } .unit, small { font-size: 7.5pt } tr.why td { font-size: 8pt }
  td a { border: 0 } }
"""
SCRIPT = """
const table = document.querySelector("table");
table.querySelectorAll("th button").forEach((button, column) => button.addEventListener("click", () => {
  const head = button.parentElement, up = head.getAttribute("aria-sort") !== "ascending";
  table.querySelectorAll("th").forEach((one) => one.removeAttribute("aria-sort"));
  head.setAttribute("aria-sort", up ? "ascending" : "descending");
  const value = (body) => body.rows[0].cells[column].textContent.trim();
  const number = (text) => /^-?[0-9]/.test(text) ? parseFloat(text) : NaN;
  const order = (a, b) => isNaN(number(a)) || isNaN(number(b)) ? a.localeCompare(b) : number(a) - number(b);
  [...table.tBodies].sort((a, b) => (up ? 1 : -1) * order(value(a), value(b))).forEach((body) => table.append(body));
}));
"""
MOST_REASONS = 4
"""So many reasons a combination are shown; the CSV has all."""


def report_html(title: str, keys: Sequence[str], rows: Sequence[Row]) -> str:
    """The report as one HTML file, the same bytes for the same rows."""
    columns = [(name, "number") if numeric else (name, "") for name, numeric in _columns(keys, rows)]
    heads = "".join(f'<th scope="col" class="{kind}"><button>{_lines(name)}</button></th>' for name, kind in columns)
    bodies = "\n".join(_body(row, rows, len(columns)) for row in rows)
    return f"""<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(title)}</title>
<style>{STYLE}</style>
<h1>{escape(title)}</h1>
<p>{_summary(rows)}</p>
<p>{_notes(rows)}</p>
<div class="table"><table>
<thead><tr>{heads}</tr></thead>
{bodies}
</table></div>
<script>{SCRIPT}</script>
</html>
"""


def _summary(rows: Sequence[Row]) -> str:
    counts = Counter(row.verdict for row in rows)
    what = "combination" if len(rows) == 1 else "combinations"
    return escape(f"{len(rows)} {what}: " + ", ".join(f"{count} {verdict}" for verdict, count in counts.items()) + ".")


def _notes(rows: Sequence[Row]) -> str:
    notes = []
    if any(row.grams for row in rows):
        notes.append("Grams are those of solid parts, the most that they can be; a slicer's infill takes less.")
    if any(row.boxes or row.grams for row in rows) and all(row.hours is None for row in rows):
        notes.append("Nothing was sliced, so there are no hours: run the sweep again with --slice.")
    return " ".join(notes)


def _columns(keys: Sequence[str], rows: Sequence[Row]) -> list[tuple[str, bool]]:
    """The heads of the columns, and whether they hold numbers. Columns that would be empty are left out."""
    heads = [*((key, False) for key in keys), ("verdict", False), ("pieces", True), ("files", True)]
    for name, numeric, there in _of_some(rows):
        heads += [(name, numeric)] if there else []
    return heads


def _of_some(rows: Sequence[Row]) -> tuple[tuple[str, bool, bool], ...]:
    return (
        ("filament.g", True, any(row.grams for row in rows)),
        ("sliced.g", True, any(row.sliced_grams is not None for row in rows)),
        ("printing.h", True, any(row.boxes or row.grams or row.hours is not None for row in rows)),
        ("box.mm", False, any(row.boxes for row in rows)),
        ("tuck box inside.mm", False, any(row.tuck_boxes for row in rows)),
        ("sheets", False, any(row.sheets for row in rows)),
    )


def _body(row: Row, rows: Sequence[Row], columns: int) -> str:
    made = row.pieces is not None
    verdict = f'<span class="{"good" if row.verdict.startswith(COMPLETE) else "wrong"}">{escape(row.verdict)}</span>'
    if made:
        verdict = f'<a href="{escape(quote(row.name))}/">{verdict}</a>'
    cells = [f'<td class="key">{escape(one)}</td>' for one in row.values]
    cells += [f"<td>{verdict}</td>", _cell(f"{row.pieces[0]} of {row.pieces[1]}" if row.pieces else "", "number")]
    cells.append(_cell(str(row.files) if made else "", "number"))
    figures = (
        _cell(f"{sum(row.grams.values()):.1f}" if row.grams else "", "number", _by_filament(row)),
        _cell(_sliced(row.sliced_grams, made), "number"),
        _cell(_sliced(row.hours, made), "number"),
        _cell(_sizes(row.boxes), "size"),
        _cell(_sizes(row.tuck_boxes), "size"),
        _cell(sheets(row), "size"),
    )
    cells += [cell for cell, (_, _, there) in zip(figures, _of_some(rows), strict=True) if there]
    if not row.reasons:
        return f"<tbody><tr>{''.join(cells)}</tr></tbody>"
    shown = [f"<li>{escape(one)}</li>" for one in row.reasons[:MOST_REASONS]]
    if len(row.reasons) > MOST_REASONS:
        shown.append(f"<li>and {len(row.reasons) - MOST_REASONS} more, all of them in the CSV</li>")
    why = f'<tr class="why"><td colspan="{columns}"><ul>{"".join(shown)}</ul></td></tr>'
    return f'<tbody><tr class="explained">{"".join(cells)}</tr>{why}</tbody>'


def _cell(text: str, kind: str, below: str = "") -> str:
    if not text:
        return f'<td class="{kind} none">–</td>'
    quiet = " none" if text == NOT_SLICED else ""
    return f'<td class="{kind}{quiet}">{escape(text).replace(chr(10), "<br>")}{below}</td>'


def _by_filament(row: Row) -> str:
    return "".join(f"<small>{escape(name)} {grams:.1f}</small>" for name, grams in row.grams.items()) if row.grams else ""


def _sizes(boxes: Sequence[str]) -> str:
    return "\n".join(boxes).replace(" x ", " \u00d7 ")


def _sliced(figure: float | None, made: bool) -> str:
    return f"{figure:.1f}" if figure is not None else NOT_SLICED if made else ""


def _lines(name: str) -> str:
    """A column's head: what is below the last dot, a key's own part or a unit, on a line of its own."""
    section, dot, key = name.rpartition(".")
    if not dot:
        return escape(name)
    if len(key) <= 2:
        return f'{escape(section)} <span class="unit">{escape(key)}</span>'
    return f'<span class="unit">{escape(section)}.</span><br>{escape(key)}'
