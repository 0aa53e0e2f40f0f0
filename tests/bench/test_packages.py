"""What is installed and pinned: packages, data files, and every import declared."""

import ast
import re
import tomllib
from importlib.metadata import packages_distributions

import pytest

from tests.support.places import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
OURS = ("rules", "design", "fabrication", "printables", "tablewright")
LOCK = {
    re.sub(r"[-_.]+", "-", line.split("==")[0]).lower(): line.split("==")[1]
    for line in (ROOT / "requirements.lock").read_text(encoding="utf-8").split("\n")
    if "==" in line
}


def name_of(requirement: str) -> str:
    return re.sub(r"[-_.]+", "-", re.split(r"[<>=!~ \[;]", requirement)[0]).lower()


def test_every_package_with_code_is_installed():
    found = {path.parent.relative_to(ROOT).as_posix().replace("/", ".") for top in OURS for path in (ROOT / top).rglob("*.py")}
    assert found == set(PROJECT["tool"]["setuptools"]["packages"])


def test_every_data_file_is_installed():
    data = PROJECT["tool"]["setuptools"]["package-data"]
    for top in OURS:
        files = {path for path in (ROOT / top).rglob("*") if path.suffix in (".yaml", ".md", ".json", ".csv", ".svg")}
        patterns = [(package, one) for package, several in data.items() if package.split(".")[0] == top for one in several]
        found = {path for package, one in patterns for path in (ROOT / package.replace(".", "/")).glob(one)}
        named = {path for path in found if path.is_file()}
        assert files == named, top


def test_every_requirement_is_pinned_and_the_pin_is_allowed():
    packaging = pytest.importorskip("packaging.requirements")
    extras = PROJECT["project"]["optional-dependencies"]
    for text in (*PROJECT["project"]["dependencies"], *extras["dev"], *extras["cluster"]):
        requirement = packaging.Requirement(text)
        assert requirement.specifier.contains(LOCK[name_of(text)]), text


def test_every_import_is_declared():
    # A package that another one happens to bring may be gone with its next version.
    project = PROJECT["project"]
    declared = {name_of(text) for text in (*project["dependencies"], *project["optional-dependencies"]["cluster"])}
    distributions = packages_distributions()
    undeclared = set()
    for top in OURS:
        for path in (ROOT / top).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                names = [one.name for one in node.names] if isinstance(node, ast.Import) else []
                if isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
                    names = [node.module]
                for module in (name.split(".")[0] for name in names):
                    owners = {re.sub(r"[-_.]+", "-", one).lower() for one in distributions.get(module, [])}
                    if owners and module not in OURS and not owners & declared:
                        undeclared.add((module, path.relative_to(ROOT).as_posix()))
    assert undeclared == set()


def test_no_path_of_a_machine_is_named():
    places = ("/wo" + "rk/", "/ro" + "ot/", "/ho" + "me/", "../sha" + "red", ".lib" + "rary")
    for path in ROOT.rglob("*"):
        if path.suffix in (".py", ".md", ".yaml", ".toml", ".sh", ".lock") and ".venv" not in path.parts:
            text = path.read_text(encoding="utf-8")
            assert [place for place in places if place in text] == [], path
