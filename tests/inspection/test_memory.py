"""Verdicts that are remembered: taken while nothing about them changed, and never when something did."""

import json
import shutil

import pytest
from click.testing import CliRunner

from design.config.loading import load_config
from rules.game import Medium
from tablewright.building.build import build
from tablewright.cli import main
from tablewright.inspection import measuring, memory
from tablewright.inspection.counts import Report
from tablewright.inspection.memory import VERDICTS, Memory
from tablewright.inspection.report import inspect

GAME = "judge-domino"
SETTINGS = ("paper.sizes=[a4]", f"games.{GAME}.players=2")
CUT = f"{GAME}/svg/a4"


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """Cut files of a small game, inspected once."""
    output = tmp_path_factory.mktemp("made")
    loaded = load_config(None, SETTINGS)
    build(loaded, output, [GAME], [Medium.CUT], 1, lambda *_: None)
    kept = Memory(output)
    assert inspect(output, loaded.config, [GAME], 1, kept).problems == ()
    kept.save()
    return output


@pytest.fixture
def output(made, tmp_path):
    return shutil.copytree(made, tmp_path / "output")


@pytest.fixture
def looked_at(monkeypatch):
    """The files that readers are given, in lists."""
    given = []
    measured = measuring._Desk.measured

    def noted(desk, number):
        given.append(sorted(desk._readings[number].files))
        return measured(desk, number)

    monkeypatch.setattr(measuring._Desk, "measured", noted)
    return given


def judged(output, fresh=False, settings=SETTINGS):
    kept = Memory(output, fresh)
    report = inspect(output, load_config(None, settings).config, [GAME], 1, kept)
    kept.save()
    return report


def test_what_is_known_is_not_read_and_found_alike(output, looked_at):
    known = judged(output)
    assert looked_at == []
    assert known == judged(output, fresh=True)
    assert len(looked_at) > 2


def test_what_is_known_of_a_folder_with_the_same_files_is_taken_over_and_nothing_else(output, looked_at, tmp_path):
    (output / VERDICTS).unlink()
    first = Memory(output)
    inspect(output, load_config(None, SETTINGS).config, [GAME], 1, first)
    looked_at.clear()
    twin = shutil.copytree(output, tmp_path / "twin")
    path = next(path for path in sorted((twin / CUT).iterdir()) if path.name.startswith("dominoes."))
    path.write_text(path.read_text().replace("<path", "<path ", 1))
    inspect(twin, load_config(None, SETTINGS).config, [GAME], 1, Memory(twin, others=(first,)))
    # The pages of a sheet are looked at together.
    pages = {one.relative_to(twin).as_posix() for one in (twin / CUT).iterdir() if one.name.startswith("dominoes.")}
    assert {name for names in looked_at for name in names} == pages


def test_a_spoilt_file_is_looked_at_alone_and_found_and_good_again_when_it_is_restored(output, looked_at):
    path = next(path for path in sorted((output / CUT).iterdir()) if path.name.startswith("dominoes."))
    good = path.read_text()
    path.write_text(good.replace('viewBox="0 ', 'viewBox="1 ', 1))
    problems = judged(output).problems
    assert any(path.name in str(problem) for problem in problems)
    sheet = sorted(f"{CUT}/{one.name}" for one in (output / CUT).glob("dominoes.*"))
    # Once by itself, once among all of its set to say what it may be instead.
    assert looked_at == [sheet, sheet]
    path.write_text(good)
    looked_at.clear()
    assert judged(output).problems == ()
    assert looked_at == []


def test_a_fault_is_found_again_each_time(output):
    path = next((output / CUT).iterdir())
    path.write_text("<svg/>")
    first = judged(output).problems
    assert first
    assert judged(output).problems == first


def test_another_configuration_or_other_judges_know_nothing(output, looked_at, monkeypatch):
    judged(output, settings=(*SETTINGS, "domino.thickness_mm=9"))
    changed = {path for files in looked_at for path in files}
    assert any("/dominoes." in path for path in changed)
    looked_at.clear()
    monkeypatch.setattr(memory, "surroundings", lambda *_: "other code")
    judged(output)
    assert {path for files in looked_at for path in files} == {f"{CUT}/{one.name}" for one in (output / CUT).iterdir()}


def test_a_file_under_another_s_name_is_looked_at(output, looked_at):
    first, other = sorted((output / CUT).glob("*.front.svg"))[:2]
    shutil.copy(first, other)
    assert judged(output).problems
    assert looked_at


def test_a_missing_or_foreign_file_is_found_from_memory_too(output):
    gone = next((output / CUT).glob("markers.*"))
    gone.unlink()
    (output / CUT / "stranger.1.front.svg").write_text("<svg/>")
    told = [str(problem) for problem in judged(output).problems]
    assert any(gone.name in one and "is missing" in one for one in told)
    assert any("stranger" in one for one in told)


@pytest.mark.parametrize("damage", [
    lambda text: text[:200],
    lambda text: text.replace("dominoes", "domincos", 1) if "dominoes" in text else text.replace("1", "2", 1),
    lambda text: json.dumps({"tablewright": "0", "verdicts": json.loads(text)["verdicts"]}),
    lambda _: "[]",
])  # fmt: skip
def test_damaged_verdicts_are_none(output, looked_at, damage):
    path = output / VERDICTS
    path.write_text(damage(path.read_text()))
    assert judged(output).problems == ()
    assert looked_at


def test_somebody_s_file_of_that_name_stays(output):
    (output / VERDICTS).write_text('{"mine": 1}')
    judged(output)
    assert (output / VERDICTS).read_text() == '{"mine": 1}'


def run(*arguments):
    return CliRunner().invoke(main, [*arguments, *(one for setting in SETTINGS for one in ("--set", setting))])


def test_a_command_with_nothing_new_to_do_says_what_it_said(output, looked_at, monkeypatch):
    arguments = ("build", "--medium", "svg", "--game", GAME, "--jobs", "1", "--output", str(output))
    first, second = run(*arguments), run(*arguments)
    assert first.exit_code == second.exit_code == 0, first.output
    assert second.output == first.output
    monkeypatch.setattr("tablewright.building.build.build", lambda *_: pytest.fail("nothing is to be built"))
    looked_at.clear()
    assert run(*arguments).output == first.output
    assert looked_at == []


@pytest.mark.parametrize("change", ["spoilt", "stranger", "gone", "rules"])
def test_a_command_looks_again_when_anything_has_changed(output, change, monkeypatch):
    arguments = ("check", "--game", GAME, "--jobs", "1", "--output", str(output))
    run("build", "--medium", "svg", "--game", GAME, "--jobs", "1", "--output", str(output))
    before = run(*arguments)
    path = next((output / CUT).iterdir())
    if change == "spoilt":
        data = bytearray(path.read_bytes())
        data[len(data) // 2] ^= 1
        path.write_bytes(data)
    elif change == "stranger":
        (output / GAME / "notes.txt").write_text("mine")
    elif change == "gone":
        path.unlink()
    else:
        monkeypatch.setattr("tablewright.commands.unchanged._folder_digest", lambda _: "other rules")
        looked = []
        monkeypatch.setattr("tablewright.inspection.report.inspect", lambda *_: looked.append(1) or Report((), (), (), ()))
        run(*arguments)
        assert looked == [1]
        return
    after = run(*arguments)
    assert after.exit_code == 1
    assert after.output != before.output
