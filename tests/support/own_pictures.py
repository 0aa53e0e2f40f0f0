"""Pictures of pixels and a game of one's own to try them in, their colours known without the code under test."""

from __future__ import annotations

from pathlib import Path

from PIL import Image, ImageDraw

SPLIT = ((208, 32, 48), (32, 96, 208), (240, 200, 32), (24, 120, 72))
"""Colours of a picture's quarters: upper left, upper right, lower left, lower right."""


def quarters(width: int, height: int, mode: str = "RGB") -> Image.Image:
    """A picture of four colours: no turn and no mirror leaves it as it is."""
    image = Image.new("RGB", (width, height), SPLIT[0])
    draw = ImageDraw.Draw(image)
    draw.rectangle((width // 2, 0, width, height // 2 - 1), fill=SPLIT[1])
    draw.rectangle((0, height // 2, width // 2 - 1, height), fill=SPLIT[2])
    draw.rectangle((width // 2, height // 2, width, height), fill=SPLIT[3])
    return image.convert(mode)


GAME = """id: mine
title: Mine
source: home
players: {min: 2, max: 2}
components:
%s  - {id: rule-sheet, family: rule-sheet, role: reference, rule: {at: all, why: one}}
"""
CARD = """  - id: %s
    family: %s
    copies: %d
    spec: %s
    faces:
      front: {%s}
      back: {%s}
    rule: {at: all, why: all}
"""
SIZE = "{width_mm: 44, height_mm: 68, corner_mm: 3}"


def card(name: str, front: str, back: str = "fill: blue", copies: int = 1, family: str = "card", size: str = SIZE) -> str:
    """A component of an own game's YAML; sides are as in `fill: blue, slots: [...]`."""
    return CARD % (name, family, copies, size, front, back)


def game(folder: Path, *components: str) -> Path:
    """A game with these components and a rule sheet that shows the first one."""
    folder.mkdir(exist_ok=True)
    (folder / "game.yaml").write_text(GAME % "".join(components))
    (folder / "rulebook.en.md").write_text("# Rules\n\nPlay it well, all of you at this table.\n")
    return folder
