"""docs/rules.md and the tests of the rules name each other: no row without its tests, no test without its row."""

import re

import pytest

from rules.game import SHIPPED
from tests.support.places import ROOT

PAGE = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
FILES = {name: ROOT / "tests" / "rules" / "play" / f"test_play_{name.replace('-', '_')}.py" for name in SHIPPED}
# How the sources divide themselves; a row begins with one of these.
SECTIONS = {
    "geometric-chamber": ("introduction", "Game accessories", "1", "2", "3", "4 Step 1", "4 Step 2", "4 Step 3", "5"),
    "dokojong": ("Setup", "Gameplay", "Search Phase", "End of Game"),
    "judge-domino": (
        *("Game Components", "Setup", "Gameplay", "Placement Rules", "If No Dominoes Remain", "Calling", "Judgment"),
        *("Knocking Down", "Scoring", "End of Round", "End of Game"),
    ),
    "doubutsu-jungo": (
        *("Overview", "Components", "Setup", "Playing a turn", "Capturing", "Sandwich", "Surround", "Captured tokens"),
        *("Safe placement", "End of the game", "Tips"),
    ),
}


def rows(name):
    """A game's table: place, what is said, and the tests."""
    part = PAGE.split(f"`{FILES[name].relative_to(ROOT).as_posix()}`")[1].split("\n### ")[0]
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in part.splitlines() if line.startswith("|")]
    return [(place, said, re.findall(r"`(\w+)`", tests)) for place, said, tests in cells[2:]]


@pytest.mark.parametrize("name", SHIPPED)
def test_the_table_names_every_test_and_no_other(name):
    there = set(re.findall(r"^def (test_\w+)", FILES[name].read_text(encoding="utf-8"), re.MULTILINE))
    named = [test for _, _, tests in rows(name) for test in tests]
    assert set(named) == there


@pytest.mark.parametrize("name", SHIPPED)
def test_every_row_has_a_place_a_paraphrase_and_a_test(name):
    for place, said, tests in rows(name):
        assert said
        assert tests, place
        assert place == "the model" or place.startswith(SECTIONS[name]), place


@pytest.mark.parametrize("name", SHIPPED)
def test_every_section_of_the_source_has_a_row(name):
    places = [place for place, _, _ in rows(name)]
    assert [section for section in SECTIONS[name] if not any(place.startswith(section) for place in places)] == []
