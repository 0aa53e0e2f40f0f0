"""The games of a configuration by their ids: shipped ones, and your own, named by folder."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from design.config.errors import place_of
from rules.document import Path as KeyPath
from rules.errors import ConfigError, Problem
from rules.game import GAME_FILE, SHIPPED, Game, load_game

LIKELY = "a game of your own is named by its folder, from this file: ./my-game"


def name_games(merged: dict[str, Any], sources: dict[KeyPath, str], near: Path) -> list[Problem]:
    """Put the games of a layered configuration under their ids, each with its folder and players.

    A list of games stands for a mapping without settings; a folder, relative to `near`, stands for the game whose
    `game.yaml` it contains. If players are not set, there are as many as the game takes. Anything that is not a game stays
    as it is.

    Returns:
        A problem for each game that does not exist, appears twice, or has a wrong `game.yaml`.
    """
    given = merged.get("games")
    if isinstance(given, list):
        given = {str(one): {} for one in given}
    if not isinstance(given, dict):
        return []
    problems: list[Problem] = []
    named: dict[str, Any] = {}
    for reference, settings in given.items():
        settings = {} if settings is None else settings
        if reference in SHIPPED and isinstance(settings, dict) and "players" in settings and not settings.get("folder"):
            # Nothing from its file is needed, and reading one takes longer than everything else.
            named[reference] = settings
            continue
        where = f"{place_of(('games', reference), sources)} games.{reference}"
        try:
            game = _game(reference, settings, near)
        except ConfigError as error:
            named[reference] = settings
            problems += error.problems if _there(reference, settings, near) else [Problem(where, _missing(given))]
            continue
        if game is None:
            named[reference] = settings
            continue
        if game.id in named:
            named[reference] = settings
            problems.append(Problem(where, f"is {game.id}, which is there already; name each game once"))
            continue
        filled = {"players": game.players.max, "folder": "", **settings}
        if game.id not in SHIPPED:
            filled["folder"] = game.reference
        named[game.id] = filled
        _follow(sources, reference, game.id)
    merged["games"] = named
    return problems


def folders_of(games: object, near: Path) -> list[Path]:
    """The folders that a configuration's games name, relative to `near`: those that are there, whatever they hold."""
    given = {str(one): {} for one in games} if isinstance(games, list) else games
    if not isinstance(given, dict):
        return []
    named = [(one, settings.get("folder") if isinstance(settings, dict) else "") for one, settings in given.items()]
    folders = [(near / str(folder or one)).resolve() for one, folder in named if folder or one not in SHIPPED]
    return [folder for folder in dict.fromkeys(folders) if folder.is_dir()]


def _game(reference: str, settings: object, near: Path) -> Game | None:
    """The game that a key of `games` refers to; None if its settings are not a mapping, which validation reports."""
    if not isinstance(settings, dict):
        return None
    folder = settings.get("folder", "")
    if reference in SHIPPED and not folder:
        return load_game(reference)
    return load_game(str((near / str(folder or reference)).resolve()))


def _there(reference: str, settings: dict[str, Any], near: Path) -> bool:
    return (near / str(settings.get("folder") or reference) / GAME_FILE).is_file()


def _missing(given: dict[str, Any]) -> str:
    """The available games: those that come with Tablewright, and those already named by their folder."""
    own = [name for name, settings in given.items() if isinstance(settings, dict) and settings.get("folder")]
    return f"there is no such game; there are {', '.join(dict.fromkeys([*SHIPPED, *own]))}; {LIKELY}"


def _follow(sources: dict[KeyPath, str], reference: str, name: str) -> None:
    """Apply what was set for a folder to the game's id."""
    if name != reference:
        for key in [key for key in sources if key[:2] == ("games", reference)]:
            sources[("games", name, *key[2:])] = sources.pop(key)
