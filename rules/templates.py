"""Games to start from: small, commented, and complete as they are."""

from __future__ import annotations

import json
import re
from importlib.resources import files
from pathlib import Path

from rules.errors import ConfigError, Problem
from rules.game import GAME_FILE, KEBAB, SHIPPED
from rules.schema import game_schema

TEMPLATES = ("cards", "blank", "tokens", "board")
SCHEMA_FILE = "game.schema.json"


def template_files(template: str, name: str) -> dict[str, bytes]:
    """The files of a template for a game called `name`, by their paths; ConfigError for a name that cannot be an id."""
    if not re.fullmatch(KEBAB, name) or len(name) > 40:
        what = "must be small letters, digits and hyphens, as in my-game, at most 40: it names folders and files"
        raise ConfigError(Problem(f"name {name}", what))
    if name in SHIPPED:
        raise ConfigError(Problem(f"name {name}", "is a game that comes with Tablewright; take another name"))
    folder = Path(str(files("rules"))) / "templates" / template
    found = {path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}
    text = found[GAME_FILE].decode()
    title = name.replace("-", " ").capitalize()
    text = text.replace("id: my-game ", f"id: {name} ", 1).replace("title: My game", f"title: {title}", 1)
    found[GAME_FILE] = text.encode()
    found[SCHEMA_FILE] = (json.dumps(game_schema(), indent=1) + "\n").encode()
    return found
