"""What holds of the tests themselves: what they share is in tests/support, and there programs are asked for."""

from __future__ import annotations

import ast
import re

import pytest

from tests.support.places import ROOT
from tests.support.slow import ANY, SLOW, is_slow
from tests.support.tools import PACKAGES, not_judged, tool

MODULES = {path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8") for path in (ROOT / "tests").rglob("*.py")}


def imported(text: str) -> set[str]:
    """The modules that a text imports at any place, texts of scripts within it too."""
    found = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.ImportFrom):
            found.add("." * node.level + (node.module or ""))
        elif isinstance(node, ast.Import):
            found |= {one.name for one in node.names}
    return found


def test_no_test_module_imports_another():
    found = {
        f"{name} imports {one}"
        for name, text in MODULES.items()
        for one in imported(text)
        if one.startswith((".", "tests")) and not one.startswith("tests.support")
    }
    assert found == set()
    assert imported("import a.b\nfrom .c import d\nfrom tests.whole.test_house import e") == {
        "a.b",
        ".c",
        "tests.whole.test_house",
    }


def test_programs_are_asked_for_in_one_place():
    asking = {name for name, text in MODULES.items() if "which(" in text and name.startswith("tests/")}
    assert asking == {"tests/support/tools.py", "tests/whole/test_the_tests.py"}


def test_a_missing_program_skips_by_name_and_fails_in_ci(monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("CI", raising=False)
    with pytest.raises(pytest.skip.Exception, match=r"^gs is not installed$"):
        tool("gs")
    monkeypatch.setenv("CI", "true")
    with pytest.raises(pytest.fail.Exception, match=r"^gs is not installed; CI must have it \(Debian package ghostscript\)$"):
        tool("gs")


def test_the_last_line_says_what_was_not_judged():
    reasons = [
        "Skipped: gs is not installed",
        "Skipped: pdftoppm is not installed",
        "Skipped: gs is not installed",
        "Skipped: x",
    ]
    said = "not judged here: gs (2 tests), pdftoppm (1 test); install ghostscript, poppler-utils"
    assert not_judged(reasons) == said
    assert not_judged(["Skipped: made for Linux"]) == ""


def test_every_test_that_is_called_slow_is_there():
    for module, tests in SLOW.items():
        for test, cases in tests.items() if isinstance(tests, dict) else [(ANY, tests)]:
            assert f"def test_{'' if test == ANY else f'{test}('}" in MODULES[module], (module, test)
            re.compile(cases)
    assert is_slow("tests/design/parts/test_splitting.py::test_parts_print_without_supports[tray on an A1 mini]")
    assert not is_slow("tests/design/parts/test_splitting.py::test_no_engraving_is_open_at_a_seam")
    assert is_slow("tests/whole/test_whole.py::test_the_whole_way")
    assert not is_slow("tests/whole/test_the_tests.py::test_no_test_module_imports_another")


def test_ci_installs_every_program_that_tests_are_judged_by():
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    packages = script.partition("packages=(")[2].partition(")")[0].split()
    assert set(PACKAGES.values()) <= set(packages)
