"""Draws the house: packages, floors and rooms as `pyproject.toml` holds them, each room with what its folder says of itself.

`make house` writes docs/pictures/house.svg; a test holds the picture to what the contracts say.
"""

from __future__ import annotations

import ast
import textwrap
import tomllib
from collections.abc import Iterator
from pathlib import Path
from xml.sax.saxutils import escape

ROOT = Path(__file__).resolve().parent.parent
PICTURE = ROOT / "docs" / "pictures" / "house.svg"
WIDTH, GAP, PAD, HEAD, LINE = 1080, 8, 14, 30, 15
"""All in pixels: the picture, between boxes, inside them, a title's height and a line of text's."""
CHARACTER = 5.9
"""Width of a character of the small text, on average."""
INK, QUIET, PAPER, ROOM = "#1d1c24", "#5d5c66", "#f5f3ee", "#ffffff"
GROUNDS = {
    "tablewright": "#e3e0f4",
    "fabrication": "#dcefe9",
    "printables": "#fbe3ec",
    "design": "#f8ecd0",
    "rules": "#dde9f8",
}
SAYS = {
    "tablewright": "the bench: commands, build, inspection",
    "fabrication": "solids",
    "printables": "sheets",
    "design": "what it is made like",
    "rules": "what must exist, and why",
}


def floors_of(package: str) -> list[list[str]]:
    """The rooms of a package, floor by floor from the top, as its import contract lists them; none without a contract."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    for contract in project["tool"]["importlinter"]["contracts"]:
        if contract.get("containers") == [package]:
            floors = [[room.strip() for room in layer.split("|")] for layer in contract["layers"]]
            return [[room for room in floor if not room.startswith("__")] for floor in floors if floor != ["__main__"]]
    return []


def says(package: str, room: str) -> str:
    """The first sentence of a room's docstring."""
    folder = ROOT / package / room
    file = folder / "__init__.py" if folder.is_dir() else folder.with_suffix(".py")
    text = ast.get_docstring(ast.parse(file.read_text(encoding="utf-8"))) or ""
    return " ".join(text.split("\n\n")[0].split()).split(". ")[0].rstrip(".").replace("`", "")


class _Box:
    """A box of the picture with rooms in it; `height` follows from its text."""

    def __init__(self, package: str, width: float) -> None:
        self.package, self.width = package, width
        self.rows = [(floor, [self._lines(room, len(floor)) for room in floor]) for floor in floors_of(package)]

    def _lines(self, room: str, beside: int) -> list[str]:
        across = (self.width - 2 * PAD - (beside - 1) * GAP) / beside - 2 * GAP
        return textwrap.wrap(says(self.package, room), int(across / CHARACTER))

    @property
    def height(self) -> float:
        return HEAD + sum(self._row(texts) + GAP for _, texts in self.rows) + (PAD - GAP if self.rows else 4)

    @staticmethod
    def _row(texts: list[list[str]]) -> float:
        return 26 + LINE * max(len(lines) for lines in texts)

    def drawn(self, x: float, y: float) -> Iterator[str]:
        yield _rect(x, y, self.width, self.height, GROUNDS[self.package], 10)
        yield _text(x + PAD, y + 20, f"{self.package}/", 15, INK, bold=True)
        yield _text(x + PAD + 10 * len(self.package) + 12, y + 20, SAYS[self.package], 12, QUIET)
        y += HEAD
        for floor, texts in self.rows:
            wide = (self.width - 2 * PAD - (len(floor) - 1) * GAP) / len(floor)
            for place, (room, lines) in enumerate(zip(floor, texts, strict=True)):
                left = x + PAD + place * (wide + GAP)
                yield _rect(left, y, wide, self._row(texts), ROOM, 6)
                yield _text(left + GAP, y + 17, room, 12, INK, bold=True)
                for number, line in enumerate(lines):
                    yield _text(left + GAP, y + 33 + LINE * number, line, 11, QUIET)
            y += self._row(texts) + GAP


def _rect(x: float, y: float, width: float, height: float, fill: str, corner: int) -> str:
    return f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" rx="{corner}" fill="{fill}"/>'


def _text(x: float, y: float, text: str, size: int, fill: str, *, bold: bool = False) -> str:
    weight = ' font-weight="bold"' if bold else ""
    return f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" fill="{fill}"{weight}>{escape(text)}</text>'


def house() -> str:
    """The picture as SVG: whoever stands above may import what stands below, never the other way."""
    half = (WIDTH - 3 * GAP) / 2
    rows = [["tablewright"], ["fabrication", "printables"], ["design"], ["rules"]]
    shapes: list[str] = []
    y = float(GAP)
    for row in rows:
        boxes = [_Box(package, half if len(row) == 2 else WIDTH - 2 * GAP) for package in row]
        for place, box in enumerate(boxes):
            shapes += box.drawn(GAP + place * (half + GAP), y)
        y += max(box.height for box in boxes) + GAP
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {y:.0f}" font-family="Helvetica, Arial, sans-serif">'
    title = "<title>The packages of Tablewright, their floors and rooms; imports go down only</title>"
    return "\n".join([head, title, f'<rect width="{WIDTH}" height="{y:.0f}" fill="{PAPER}"/>', *shapes, "</svg>", ""])


if __name__ == "__main__":
    PICTURE.write_text(house(), encoding="utf-8")
    print(PICTURE)
