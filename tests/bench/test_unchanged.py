"""A command with nothing new to do: it loads nothing that makes or judges files, and reads each of them once."""

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from click.testing import CliRunner

from tablewright.cli import main
from tests.support.places import ROOT

HEAVY = {"cadquery", "OCP", "reportlab", "svgwrite", "trimesh", "vtkmodules", "scipy", "pypdfium2", "pikepdf", "lib3mf"}
WATCHED = """
import json, sys
opened = []
sys.addaudithook(lambda event, args: opened.append(str(args[0])) if event == "open" and args[1] in ("r", "rb", None) else None)
from tablewright.cli import main
try:
    main(json.loads(sys.argv[1]))
except SystemExit as end:
    print(json.dumps([end.code, sorted({name.partition(".")[0] for name in sys.modules}), opened]))
"""


@pytest.fixture(scope="module")
def made(tmp_path_factory) -> tuple[list[str], Path]:
    """A game of blank cards, built; what built it, and where."""
    folder = tmp_path_factory.mktemp("unchanged")
    game, output = folder / "blank", folder / "output"
    assert CliRunner().invoke(main, ["init", str(game), "--template", "blank"]).exit_code == 0
    where = ["--set", f"games=[{game}]", "--set", "paper.sizes=[a4]", "--output", str(output)]
    build = ["build", *where, "--medium", "pdf", "--medium", "svg"]
    result = CliRunner().invoke(main, build)
    assert result.exit_code == 0, result.output
    return where, output


@pytest.mark.parametrize("command", [["build", "--medium", "pdf", "--medium", "svg"], ["check"]])
def test_a_second_time_nothing_heavy_is_loaded_and_each_file_read_once(command, made):
    where, output = made
    if command == ["check"]:
        assert CliRunner().invoke(main, ["check", *where]).exit_code == 0
    again = [sys.executable, "-c", WATCHED, json.dumps([*command, *where])]
    told = subprocess.run(again, cwd=ROOT, capture_output=True, encoding="utf-8", check=True).stdout
    code, loaded, opened = json.loads(told.splitlines()[-1])
    assert code == 0
    assert "blank-card       18" in told
    assert HEAVY & set(loaded) == set()
    files = {str(one) for one in (output / "blank").rglob("*") if one.is_file()}
    # One sheet of nine cards twice over: a PDF, and a cut file for each of two fronts and two backs.
    assert len(files) == 1 + 4
    assert {name: count for name, count in Counter(opened).items() if name in files} == dict.fromkeys(files, 1)
