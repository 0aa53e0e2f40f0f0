"""The command line as people and scripts meet it: exit codes, plain output, no traceback, nothing heavy for nothing."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from tablewright.cli import main
from tests.support.places import ROOT

GAME = ["--game", "geometric-chamber"]


def python(code: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env={**os.environ, **environment},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )


@pytest.mark.parametrize("arguments", ["['--help']", "['list']", "['bill']", "['config', 'show']", "['build', '--help']"])
def test_nothing_heavy_is_imported_for_a_light_command(arguments):
    code = (
        "import sys\nfrom tablewright.cli import main\n"
        f"main({arguments}, standalone_mode=False)\n"
        "heavy = {'cadquery', 'OCP', 'reportlab', 'svgwrite', 'trimesh', 'pikepdf', 'scipy', 'vtkmodules'} & set(sys.modules)\n"
        "assert not heavy, heavy"
    )
    result = python(code)
    assert result.returncode == 0, result.stderr


def test_building_sheets_needs_no_cad(tmp_path):
    code = (
        "import sys\nfrom pathlib import Path\nfrom design.config.loading import load_config\n"
        "from rules.game import Medium\nfrom tablewright.building.build import build\n"
        f"build(load_config(), Path({str(tmp_path)!r}), ['geometric-chamber'], [Medium.CUT], 1, print)\n"
        "assert 'svgwrite' in sys.modules\n"
        "assert not {'cadquery', 'OCP', 'reportlab'} & set(sys.modules)"
    )
    result = python(code)
    assert result.returncode == 0, result.stderr


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["build", "--set", "card.width_mm=1"], "error: --set card.width_mm = 1: must be a number, 20 to 120 mm"),
        (["build", "--config", "none.yaml"], "error: none.yaml: cannot be read"),
        (["build", "--game", "chess"], "error: --game chess: is not in the configuration's games"),
        (["bill", "--game", "chess"], "error: game chess: there is no such game; there are geometric-chamber"),
        (
            ["build", *GAME, "--set", "number_board.plate_height_mm=30"],
            "error: --set number_board.plate_height_mm = 30",
        ),
        (["build", "--set", "games.doubutsu-jungo.players=3"], "error: games.doubutsu-jungo.players = 3: must be 2: the game"),
    ],
)
def test_a_wrong_command_or_configuration_leaves_with_2(arguments, message, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    result = CliRunner().invoke(main, arguments)
    assert not Path("output").exists()
    assert result.exit_code == 2
    assert message in result.output
    assert "Traceback" not in result.output


def test_checking_an_empty_folder_leaves_with_1(tmp_path):
    result = CliRunner().invoke(main, ["check", "--output", str(tmp_path)])
    assert result.exit_code == 1
    assert "run a build first" in result.output


def test_the_configuration_of_the_folder_is_taken(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("config.yaml").write_text("card: {width_mm: 40}\n")
    result = CliRunner().invoke(main, ["config", "show"])
    assert "width_mm: 40" in result.output


def test_the_default_configuration_is_the_shipped_file():
    result = CliRunner().invoke(main, ["config", "default"])
    assert result.output == (ROOT / "config.yaml").read_text(encoding="utf-8")


def make(*arguments: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    """The project's own targets, with this environment in place of the one `make setup` would install."""
    environment = {**os.environ, "PWD": str(cwd)}
    return subprocess.run(
        ["make", "--no-print-directory", *arguments],
        cwd=cwd,
        env=environment,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )


def test_plain_make_explains_every_target():
    result = make(cwd=ROOT)
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    phony = next(line for line in makefile.splitlines() if line.startswith(".PHONY:")).split()[1:]
    assert result.returncode == 0
    for target in phony:
        assert f"make {target}" in result.stdout


@pytest.mark.parametrize("how", ["-f", "-C"])
def test_make_reads_config_and_output_from_where_it_is_called(how, tmp_path):
    where = [how, str(ROOT / "Makefile") if how == "-f" else str(ROOT)]
    result = make(*where, "-n", "stl", "CONFIG=my.yaml", "OUTPUT=out", cwd=tmp_path)
    assert result.returncode == 0, result.stderr
    line = next(line for line in result.stdout.splitlines() if " build " in line)
    assert line.startswith(f'cd "{tmp_path}" && ')
    assert '--config "my.yaml" --output "out"' in line
    assert line.endswith("--medium stl")
