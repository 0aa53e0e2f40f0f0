"""The documentation says what is there."""

import re
from pathlib import Path

import pytest
from click.testing import CliRunner
from ruamel.yaml import YAML

from design.config.loading import Config, load_config
from design.config.text import parameter_table
from rules.game import SHIPPED
from tablewright.building.build import plans_for
from tablewright.cli import main
from tests.support.places import ROOT

PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


def test_the_table_of_keys_is_the_program_s():
    assert (ROOT / "docs" / "configuration.md").read_text(encoding="utf-8").endswith(parameter_table())


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_and_pictures_are_there(page):
    for target in re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8")):
        if not target.startswith("http"):
            assert (page.parent / target).exists(), target


def commands(page: Path, program: str) -> set[str]:
    """The words that follow a program's name in code: between back-ticks, or at the start of a line."""
    return set(re.findall(rf"(?:`|^|/bin/){program} ([a-z]+)", page.read_text(encoding="utf-8"), re.MULTILINE))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_targets_and_commands_that_are_named_exist(page):
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert [one for one in commands(page, "make") if not re.search(rf"^{one}:", makefile, re.MULTILINE)] == []
    assert [one for one in commands(page, "tablewright") if one not in main.commands] == []


def test_the_readme_names_targets_and_commands():
    assert {"all", "test", "stl", "check"} <= commands(ROOT / "README.md", "make")
    assert {"bill", "config"} <= commands(ROOT / "README.md", "tablewright")


def test_every_command_explains_itself():
    for name, command in main.commands.items():
        assert command.help, name
        assert CliRunner().invoke(main, [name, "--help"]).exit_code == 0


def test_the_readme_names_every_game():
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    titles = [name.replace("-", " ").title() for name in SHIPPED]
    assert all(title in text for title in titles)


def configurations(page: Path) -> list[str]:
    """The blocks of YAML on a page that are part of a configuration."""
    blocks = re.findall(r"^```yaml\n(.*?)^```", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    return [one for one in blocks if YAML(typ="safe").load(one).keys() <= Config.model_fields.keys()]


@pytest.mark.parametrize("page", [page for page in PAGES if configurations(page)], ids=lambda page: page.name)
def test_configurations_that_are_shown_are_understood(page, tmp_path):
    for text in configurations(page):
        (tmp_path / "config.yaml").write_text(text, encoding="utf-8")
        load_config(tmp_path / "config.yaml")


@pytest.mark.parametrize("game", SHIPPED)
def test_pieces_that_are_shown_for_a_nozzle_of_0_8_mm_are_made_with_it(game, tmp_path):
    (shown,) = (one for one in configurations(ROOT / "docs" / "configuration.md") if "nozzle_mm: 0.8" in one)
    (tmp_path / "config.yaml").write_text(shown, encoding="utf-8")
    # Planning finds every problem there is before anything is built.
    (plan,) = plans_for(load_config(tmp_path / "config.yaml", [f"games=[{game}]"]), [game])
    assert plan.artifacts
