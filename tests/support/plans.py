"""Plans and what inspection expects of them, worked out once for each game and settings."""

from __future__ import annotations

from functools import cache

from design.config.loading import Config, load_config
from design.plan.planning import Plan, plan
from tablewright.inspection.expected import Expected, expected_of
from tests.support.made import made

GAME = "geometric-chamber"
Settings = tuple[str, ...]


@cache
def configured(settings: Settings = ()) -> Config:
    """The configuration with settings as on the command line."""
    return load_config(None, settings).config


@cache
def planned(settings: Settings = (), game: str = GAME) -> Plan:
    """The plan of a shipped game."""
    config = configured(settings)
    return made("plan", f"plan {game} {settings}", lambda: plan(config.game(game), config))


@cache
def expected(settings: Settings = (), game: str = GAME) -> Expected:
    """What inspection expects of a shipped game."""
    config = configured(settings)
    return made("output", f"expected {game} {settings}", lambda: expected_of(config.game(game), config))
