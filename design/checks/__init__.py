"""Design rules: they find sizes that contradict each other before anything is made. One subject per module.

Limits are those of FDM parts: a wall is two nozzle lines wide, an engraved stroke one and a half.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from design.checks.bed_side import bed_side_problems
from design.checks.colours import colour_problems
from design.checks.extents import extent_problems
from design.checks.faces import face_problems
from design.checks.reliefs import relief_problems
from design.checks.sheets import print_house_problems, sheet_problems
from design.checks.standing import tile_tip_deg, tip_angle_deg
from design.checks.walls import wall_problems
from design.config.loading import Loaded
from design.families.family import found
from design.families.registry import FAMILIES
from design.names import component_of, marks_of
from design.plan.planning import Plan
from rules.errors import Problem
from rules.game import Game

Check = Callable[[Loaded, Sequence[Game], Sequence[Plan]], Iterable[Problem]]
"""A family's rule."""

__all__ = ["find_problems", "tile_tip_deg", "tip_angle_deg"]


def find_problems(loaded: Loaded, games: Sequence[Game], plans: Sequence[Plan]) -> list[Problem]:
    """Every contradiction in a configuration of these games; `plans` are the plans that could be made."""
    problems = [*sheet_problems(loaded), *print_house_problems(loaded)]
    for check in _of_families(games):
        problems += check(loaded, games, plans)
    problems += wall_problems(loaded, plans)
    problems += extent_problems(loaded.config, plans)
    problems += colour_problems(loaded, games, plans)
    problems += face_problems(loaded.config, plans)
    problems += relief_problems(loaded.config.printer, plans)
    problems += bed_side_problems(plans, loaded.config.printer)
    return _each_once(problems)


def _of_families(games: Sequence[Game]) -> list[Check]:
    """The rules of the games' families, each once."""
    used = {name for game in games for name in game.families}
    names = (check for name, family in FAMILIES.items() if name in used for check in family.checks)
    return [found(name) for name in dict.fromkeys(names)]


def _each_once(problems: list[Problem]) -> list[Problem]:
    """One problem for all variants of a piece that share it: `door-marker.1.front and 4 alike`."""
    groups: dict[tuple[str, str, str], list[Problem]] = {}
    for problem in dict.fromkeys(problems):
        component = component_of(problem.where)
        side = (marks_of(problem.where) or [""])[-1]
        is_piece = " " not in problem.where
        groups.setdefault((component, side, problem.what) if is_piece else (problem.where, "", problem.what), []).append(
            problem
        )
    return [
        first if not more else Problem(f"{first.where} and {len(more)} alike", first.what) for first, *more in groups.values()
    ]
