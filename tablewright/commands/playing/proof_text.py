"""Proofs as people read them: a table for each, with the pieces in use, those available, and the verdict."""

from __future__ import annotations

from rules.bill import Bill
from rules.proof import Measure, Method, Proof, Verdict, supply, verdict
from tablewright.tables import aligned


def proof_table(proof: Proof, bill: Bill, lines: bool = False) -> str:
    """A proof as aligned plain text; with `lines`, also each measure's actions, for `tablewright play --line`."""
    counts = ", ".join(f"{count:,} {what}" for what, count in proof.counts.items())
    reading = f"; {proof.reading}" if proof.reading else ""
    head = f"{proof.game}, {proof.players} players{reading}: {proof.method.value} ({counts})"
    cells = [["component", "in use", "most", "supply", "most of one", "supply", ""]]
    for measure in proof.measures:
        total, of_one = supply(bill, measure)
        ones = [str(measure.of_one), str(of_one)] if of_one is not None else ["", ""]
        cells.append([measure.component, measure.how, str(measure.most), str(total), *ones, _says(proof, measure, bill)])
    text = [head, *aligned(cells, right=range(2, 6))]
    for one in proof.measures if lines else ():
        text += [f'  {one.component} {one.how} {one.most}: --line "{", ".join(one.line)}"'] if one.line else []
    return "\n".join(text)


def _says(proof: Proof, measure: Measure, bill: Bill) -> str:
    found = verdict(proof, measure, bill)
    if found is Verdict.NOT_EXCEEDED:
        return f"not exceeded in {proof.counts['games']:,} games"
    if found is Verdict.PROVED and proof.method is Method.HANDS:
        return "proved, as a bound"
    return found.value


def suffices(proof: Proof, bill: Bill) -> bool:
    """Whether no count is exceeded; a reading of the rules with its own name is reported but does not count as a fault."""
    return bool(proof.reading) or all(verdict(proof, one, bill) is not Verdict.EXCEEDED for one in proof.measures)
