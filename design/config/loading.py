"""The one reader of configuration: built-in defaults, the printer's preset, the file and `--set`, then derived values.

Strict: unknown or repeated keys, wrong types and numbers out of range are all reported at once with
file, line, key, value, range and unit. `design.checks` finds contradictory sizes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field, ValidationError

from design.config.cutting import Cutting
from design.config.derived import apply_punches, follow, punch_problems
from design.config.errors import BUILT_IN, place_of, problem_of
from design.config.layers import layered, set_value
from design.config.named_games import name_games
from design.config.outputs import Booklet, Images, PrintHouse
from design.config.paper import PaperSettings
from design.config.printer import Printer, printer_presets
from design.config.settings import (
    Card,
    Die,
    Domino,
    Fits,
    Markers,
    NumberBoard,
    Overview,
    Squares,
    StorageBox,
    Tile,
    TuckBox,
    corrected,
    too_tight,
)
from design.graphics.colour.palette import Palette
from rules.bill import BillLine, Variant
from rules.document import Path as KeyPath
from rules.document import StrictModel
from rules.errors import ConfigError, Problem
from rules.game import Component, Game, StandInPiece, Version, load_game
from rules.words import ENGLISH

SINGLE_FAMILIES = frozenset({"rule-sheet", "tuck-box"})
"""Families that come once; for another copy, print it again."""
LANGUAGE = r"^[a-z]{2,3}(-[A-Za-z0-9]{2,8})?$"
Spare = Annotated[int, Field(ge=0, le=50)]


class GameSettings(StrictModel):
    """How one game is made."""

    players: int = Field(5, ge=1, le=20, description="for how many players; as many as the game takes unless it is set")
    folder: str = Field("", description="folder of a game of your own, from this file; a shipped game has none")
    version: Version = Field("", description='version that its sheets carry, as "1.2"; without it the one in game.yaml')
    options: dict[str, int] = Field(
        default_factory=dict, description="numbers of copies that the game lets you choose: {score_chips: 24} for judge-domino"
    )


MOST_PLAYERS = {"geometric-chamber": 5, "dokojong": 5, "judge-domino": 5, "doubutsu-jungo": 2}
"""The shipped games, each with its most players as in its `game.yaml` (a test compares them). Reading the four files here
would take longer than everything else about a configuration.
"""


def _default_games() -> dict[str, GameSettings]:
    return {game: GameSettings(players=most) for game, most in MOST_PLAYERS.items()}


class Config(StrictModel):
    """Everything that can be configured."""

    games: dict[str, GameSettings] = Field(default_factory=_default_games, description="games to make, each with its players")
    printer: Printer = Printer()
    paper: PaperSettings = PaperSettings()
    card: Card = Card()
    tile: Tile = Tile()
    overview: Overview = Overview()
    fits: Fits = Fits()
    number_board: NumberBoard = NumberBoard()
    markers: Markers = Markers()
    domino: Domino = Domino()
    die: Die = Die()
    squares: Squares = Squares()
    storage_box: StorageBox = StorageBox()
    tuck_box: TuckBox = TuckBox()
    cutting: Cutting = Cutting()
    printhouse: PrintHouse = PrintHouse()
    images: Images = Images()
    booklet: Booklet = Booklet()
    language: str = Field(ENGLISH, pattern=LANGUAGE, description="language of rules, pieces and sheets; en, or one you wrote")
    colours: Palette = Palette()
    spares: dict[str, Spare] = Field(
        default_factory=dict, description="extra copies of each piece of a component, as in {score-marker: 1}; 0 to 50"
    )

    @property
    def sheet_margin_mm(self) -> float:
        """The border of sheets, which only bleed enters: what the printer cannot reach, or what registration marks need."""
        return self.cutting.margin_mm(self.paper.margin_mm, max(self.paper.front_bleed_mm, self.paper.back_bleed_mm))

    @property
    def clearances(self) -> Fits:
        """The gaps between mating parts as built: `fits` plus the printer's correction."""
        return corrected(self.fits, self.printer)

    def copies(self, line: BillLine, variant: Variant) -> int:
        """How many of a piece to make: what the rules require, plus its spares."""
        return line.copies_of(variant) + self.spares.get(line.component.id, 0)

    def game(self, name: str) -> Game:
        """A configured game by its id, with the options chosen for it."""
        return load_game(self.games[name].folder or name).with_options(self.games[name].options)

    def version_of(self, game: Game) -> str:
        """The version on a game's sheets; empty if none is set."""
        return self.games[game.id].version or game.version


_DEFAULTS = Config()


@dataclass(frozen=True)
class Loaded:
    """A configuration, the source of each value (`built-in`, `preset x`, `file:line` or `--set`), and its file."""

    config: Config
    sources: Mapping[KeyPath, str]
    path: Path | None = None

    def where(self, key: str) -> str:
        """The place of a key for a message: `config.yaml:12 number_board.thickness_mm = 2`."""
        value: Any = self.config
        for step in key.split("."):
            value = value[step] if isinstance(value, Mapping) else getattr(value, step)
        source = self.sources.get(tuple(key.split(".")), BUILT_IN)
        return f"{source} {key} = {value}"


def load_config(path: Path | None = None, settings: Sequence[str] = ()) -> Loaded:
    """Read and layer a configuration.

    Args:
        path: a YAML file, or None for just the built-in defaults.
        settings: `key=value` texts that override the file, with the value read as YAML.

    Raises:
        ConfigError: with every mistake in all layers.
    """
    near = path.parent if path is not None else Path()
    merged, sources = layered(path, _DEFAULTS.model_dump())
    # Twice, since a --set may name a game by its id, or may set all the games.
    name_games(merged, sources, near)
    problems = [problem for text in settings if (problem := set_value(merged, sources, text))]
    problems += name_games(merged, sources, near)
    problems += _apply_preset(merged, sources)
    _apply_derived(merged, sources)
    apply_punches(merged, sources)
    try:
        config = Config.model_validate(merged)
    except ValidationError as error:
        problems += [problem_of(item, sources, Config) for item in error.errors()]
        raise ConfigError(sorted(problems)) from None
    problems += [
        Problem(f"{place_of(('fits', key), sources)} fits.{key} = {getattr(config.fits, key):g}", what)
        for key, what in too_tight(config.fits, config.printer)
    ]
    problems += punch_problems(config.markers, sources)
    problems = problems or _option_problems(config, sources) or _spare_problems(config, sources)
    if problems:
        raise ConfigError(sorted(problems))
    return Loaded(config, sources, path)


def _option_problems(config: Config, sources: Mapping[KeyPath, str]) -> list[Problem]:
    """Options that a game does not have, and numbers that an option does not offer."""
    found = []
    for game in config.games:
        try:
            config.game(game)
        except ConfigError as error:
            found += [
                Problem(f"{place_of(('games', game, 'options'), sources)} {one.where}", one.what) for one in error.problems
            ]
    return found


def _spare_problems(config: Config, sources: Mapping[KeyPath, str]) -> list[Problem]:
    """Spares for components that no configured game has, or that come only once."""
    if not config.spares:
        return []
    games = [config.game(game) for game in config.games]
    items: list[Component | StandInPiece] = [item for game in games for item in game.components]
    items += [piece for game in games for one in game.stand_ins for piece in one.pieces]
    known = list(dict.fromkeys(item.id for item in items if item.family not in SINGLE_FAMILIES))
    what = f"there are no spares of it; there are {', '.join(known)}"
    return [Problem(f"{place_of(('spares', one), sources)} spares.{one}", what) for one in config.spares if one not in known]


def _apply_preset(merged: dict[str, Any], sources: dict[KeyPath, str]) -> list[Problem]:
    """Fill in from the printer's preset what the higher layers left open."""
    printer = merged.get("printer")
    if not isinstance(printer, dict):
        return []
    preset = printer.get("preset", Printer.model_fields["preset"].default)
    presets = printer_presets()
    if not isinstance(preset, str) or preset not in presets:
        where = sources.get(("printer", "preset"), BUILT_IN)
        return [Problem(f"{where} printer.preset = {preset}", f"must be one of {', '.join(presets)}")]
    # The preset's layers go with its nozzle; with another nozzle they are derived from it.
    nozzle = ("printer", "nozzle_mm") in sources and printer.get("nozzle_mm") != presets[preset].get("nozzle_mm")
    for key, value in presets[preset].items():
        if ("printer", key) not in sources and not (nozzle and key == "layer_mm"):
            printer[key] = value
            sources[("printer", key)] = f"preset {preset}"
    return []


def _apply_derived(merged: dict[str, Any], sources: dict[KeyPath, str]) -> None:
    """Fill in values derived from the printer for keys that are not set."""
    if not all(isinstance(merged.get(section), dict) for section in ("printer", "number_board", "storage_box", "squares")):
        return
    if ("printer", "layer_mm") not in sources:
        merged["printer"].pop("layer_mm", None)
    for (section, key), value in follow(merged).items():
        if (section, key) not in sources:
            if value != getattr(getattr(_DEFAULTS, section), key):
                sources[(section, key)] = "follows from printer.nozzle_mm"
            merged[section][key] = value
