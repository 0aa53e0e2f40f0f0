"""The documentation's page of parts: each with its picture, its size as read back, and its hours and grams when sliced."""

from __future__ import annotations

from pathlib import Path

from design.config.loading import Config
from design.files import write_whole
from rules.errors import BuildError, Problem
from tablewright.inspection.solids.measures.stl import read_stl
from tablewright.manifest import SLICING, digest
from tablewright.slicing import GamePrints, Print, Slicing, read_slicing

AGAIN = "slice the parts again (make check SLICE=1)"
HEAD = ("| part | | pieces | size, mm | time each | grams each |", "|---|---|---:|---|---:|---:|")


def parts_page(config: Config, output: Path, pictures: Path) -> Path | None:
    """Write `parts.md` next to the folder of pictures, from the parts and `slicing.json` below `output`.

    Returns:
        The page; None if nothing has been sliced yet.

    Raises:
        BuildError: a part is missing or was remade since it was sliced, or the page cannot be written.
    """
    said = read_slicing(output)
    if said is None:
        return None
    lines = ["# Parts", "", *_intro(said)]
    for game in config.games:
        if game in said.games:
            lines += ["", f"## {config.game(game).title}", "", *_game_lines(said.games[game], game, output, pictures)]
    page = pictures.parent / "parts.md"
    write_whole(page, ("\n".join(lines) + "\n").encode())
    return page


def _intro(said: Slicing) -> list[str]:
    printer = said.printer
    return [
        f"Each part lies as it is printed, without supports. Times and grams are those of {said.slicer} for the",
        f"preset `{printer['preset']}` with a nozzle of {printer['nozzle_mm']:g} mm, layers of {printer['layer_mm']:g} mm",
        f"and filament of {printer['density_g_cm3']:g} g/cm3, all else as the slicer is shipped; a faster printer needs",
        "less time. This page is written by `make gallery`.",
    ]


def _game_lines(prints: GamePrints, game: str, output: Path, pictures: Path) -> list[str]:
    """The table of a game's components; pieces that differ only by colour or number share a line."""
    lines = list(HEAD)
    for component in dict.fromkeys(one.component for one in prints.parts):
        own = [one for one in prints.parts if one.component == component]
        pieces = sum(one.copies for one in own)
        minutes = sum(one.copies * one.minutes for one in own) / pieces
        grams = sum(one.copies * one.grams for one in own) / pieces
        picture = pictures / game / f"{component}.png"
        shown = f"![{component}]({picture.relative_to(pictures.parent).as_posix()})" if picture.is_file() else ""
        size = " x ".join(f"{side:.1f}" for side in _size(own, output))
        lines.append(f"| {component} | {shown} | {pieces} | {size} | {_duration(minutes)} | {grams:.1f} |")
    total = sum(one.copies for one in prints.parts)
    lines.append(f"| all, each by itself | | {total} | | {_duration(60 * prints.hours)} | {prints.grams:.0f} |")
    return lines


def _size(prints: list[Print], output: Path) -> tuple[float, float, float]:
    """The largest extents of some parts, read back from their files."""
    sizes = []
    for one in prints:
        file = output / one.file
        if not file.is_file() or digest(file) != one.sha256:
            raise BuildError(Problem(one.file, f"is not as {SLICING} says; {AGAIN}"))
        solid = read_stl(file)
        if isinstance(solid, str):
            raise BuildError(Problem(one.file, solid))
        sizes.append(solid.size_mm)
    width, depth, height = (max(size[axis] for size in sizes) for axis in range(3))
    return width, depth, height


def _duration(minutes: float) -> str:
    whole = round(minutes)
    return f"{whole // 60} h {whole % 60:02d} min" if whole >= 60 else f"{whole} min"
