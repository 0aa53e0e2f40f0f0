"""The same deck made by several programs: different cards of 63 x 88 mm, two texts and a rectangle each, PDF on A4."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

from tests.support.bench.processes import Cost, cost, tablewright
from tests.support.places import ROOT

GAME = """id: deck
title: Deck
source: Made up for the benchmark.
players: {min: 2, max: 4}
axes: {card: {table: cards.csv}}
components:
  - id: card
    family: card
    vary: [card]
    spec: {width_mm: 63, height_mm: 88}
    rule: {at: "1", why: a deck}
    faces:
      front:
        slots:
          - {shape: rectangle, at: [4, 30], size: [55, 40], colour: forest}
          - {text: "{title}", at: [4, 5], size: [55, 10], pt: 14, bold: true}
          - {text: "{body}", at: [4, 72], size: [55, 10], pt: 10}
      back:
        slots:
          - {text: "Deck", at: [4, 30], size: [55, 20], pt: 24}
"""
MADE_ALONE = """
import sys
from pathlib import Path
from design.config.loading import load_config
from rules.game import Medium
from tablewright.building.build import build
loaded = load_config(None, [f"games=[{sys.argv[1]}]", "paper.sizes=[a4]"])
build(loaded, Path(sys.argv[2]), ["deck"], [Medium.PAPER], 1, lambda *_: None)
"""
REPORTLAB = """
import csv, sys
from reportlab.lib.pagesizes import A4
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas
canvas = Canvas(sys.argv[2], pagesize=A4)
rows = list(csv.DictReader(open(sys.argv[1] + "/cards.csv", encoding="utf-8")))
for start in range(0, len(rows), 9):
    for place, row in enumerate(rows[start:start + 9]):
        canvas.saveState()
        canvas.translate((10 + place % 3 * 63) * mm, (16 + place // 3 * 88) * mm)
        canvas.rect(0, 0, 63 * mm, 88 * mm)
        canvas.setFillColorRGB(0.1, 0.3, 0.05)
        canvas.rect(4 * mm, 18 * mm, 55 * mm, 40 * mm, stroke=0, fill=1)
        canvas.setFillColorRGB(0, 0, 0)
        canvas.setFont("Helvetica-Bold", 14)
        canvas.drawCentredString(31.5 * mm, 76 * mm, row["title"])
        canvas.setFont("Helvetica", 10)
        canvas.drawCentredString(31.5 * mm, 9 * mm, row["body"])
        canvas.restoreState()
    canvas.showPage()
canvas.save()
"""
PROTOGRAF = """
import csv, os
from protograf import *
rows = list(csv.reader(open(os.environ["DECK"] + "/cards.csv", encoding="utf-8")))
Create(filename="protograf.pdf", paper="A4", margin=0.6)
Data(data_list=[[name.upper() for name in rows[0]], *rows[1:]])
Deck(width=6.3, height=8.8, cards=len(rows) - 1)
Card("*", rectangle(x=0.4, y=3.0, width=5.5, height=4.0, fill="green"))
Card("*", text(x=3.15, y=1.0, text=T("{{ TITLE }}"), font_size=14))
Card("*", text(x=3.15, y=7.9, text=T("{{ BODY }}"), font_size=10))
Save()
"""


def write_deck(folder: Path, count: int) -> Path:
    """A game of so many different cards with backs."""
    game = folder / f"deck-{count}"
    game.mkdir()
    (game / "game.yaml").write_text(GAME, encoding="utf-8")
    rows = (f"c{one},Card number {one},Costs {one % 17} and yields {one * 7 % 23}\n" for one in range(1, count + 1))
    (game / "cards.csv").write_text("id,title,body\n" + "".join(rows), encoding="utf-8")
    (game / "rulebook.en.md").write_text("# Deck\n\n## Play\n\nPlay cards.\n", encoding="utf-8")
    return game


def proved(game: Path, output: Path, medium: str = "pdf") -> Cost:
    """Made and inspected by the command line."""
    where = "--set", f"games=[{game}]", "--set", "paper.sizes=[a4]", "--output", str(output)
    return tablewright("build", "--jobs", "1", "--medium", medium, *where, folder=output.parent)


def made(game: Path, output: Path) -> Cost:
    """Made alone, without inspection."""
    return cost([sys.executable, "-c", MADE_ALONE, str(game), str(output)], output.parent, {"PYTHONPATH": str(ROOT)})


def by_reportlab(game: Path, output: Path) -> Cost:
    """Fronts alone, by a script of twenty lines."""
    return cost([sys.executable, "-c", REPORTLAB, str(game), str(output)], output.parent)


def by_protograf(game: Path, folder: Path, python: str) -> Cost | None:
    """Fronts alone, by protograf where a Python has it; None where it is not installed."""
    if python == sys.executable and importlib.util.find_spec("protograf") is None:
        return None
    script = folder / "protograf_deck.py"
    script.write_text(PROTOGRAF, encoding="utf-8")
    return cost([python, str(script)], folder, {"DECK": str(game)})
