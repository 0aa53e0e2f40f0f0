"""`tablewright prove` and `tablewright play` as people and scripts meet them."""

from __future__ import annotations

import io
import subprocess
import sys
from contextlib import contextmanager

import numpy as np
import pytest
from click.testing import CliRunner

from rules.game import SHIPPED
from rules.proof import Method
from rules.sufficiency import Task
from tablewright import proof_store
from tablewright.building.stale import clean
from tablewright.cli import main
from tablewright.executors import crew
from tablewright.proof_store import ProofStore
from tests.support.places import ROOT

TASK = Task("dokojong", 4, Method.RANDOM)


def run(*arguments, **more):
    return CliRunner().invoke(main, [str(one) for one in arguments], **more)


# prove


def test_prove_prints_a_table(tmp_path):
    result = run("prove", "--game", "judge-domino", "--players", 5, "--output", tmp_path)
    assert "judge-domino, 5 players: every score" in result.output
    rows = [line.split() for line in result.output.splitlines() if line.startswith("score-chip")]
    assert [(row[3], row[4], row[-1]) for row in rows] == [
        ("18", "20", "proved"),
        ("24", "20", "exceeded"),
        ("22", "20", "exceeded"),
    ]
    # The tie-breaks have a name of their own: they are told, and the three rounds decide.
    assert result.exit_code == 0
    assert "\x1b" not in result.output


def test_prove_tells_lines_that_play_follows(tmp_path):
    result = run("prove", "--game", "doubutsu-jungo", "--random-games", 5, "--lines", "--output", tmp_path)
    told = next(line for line in result.output.splitlines() if "captured at once 20" in line)
    replay = run("play", "doubutsu-jungo", "--line", told.split('"')[1])
    assert replay.exit_code == 0
    assert "animal-token in hands 22/25" in replay.output.splitlines()[-2]
    assert "Player 1 wins" in replay.output


def test_prove_says_in_how_many_games(tmp_path):
    result = run("prove", "--game", "dokojong", "--players", 4, "--random-games", 7, "--output", tmp_path)
    assert "not exceeded in 7 games" in result.output
    assert "proved, as a bound" in result.output


def test_prove_plays_at_random_with_whom_it_is_told(tmp_path, monkeypatch):
    asked, played = [], []

    @contextmanager
    def workers(jobs, cluster):
        asked.append((jobs, cluster))
        yield lambda function, items: (played.append(one) or function(one) for one in items)

    monkeypatch.setattr(crew, "crew", workers)
    arguments = ["prove", "--game", "dokojong", "--players", 4, "--random-games", 25, "--output"]
    result = run(*arguments, tmp_path / "cluster", "--jobs", 3, "--cluster", "tcp://there:8786")
    assert asked == [(3, "tcp://there:8786")]
    assert [(one.first, one.end) for one in played] == [(0, 10), (10, 20), (20, 25)]
    monkeypatch.undo()
    assert run(*arguments, tmp_path / "alone").output == result.output


def test_prove_leaves_with_1_if_something_is_exceeded(tmp_path, monkeypatch):
    from tablewright.commands.playing import prove as prove_command

    real = prove_command.load_game

    def fewer(name):
        game = real(name)
        items = tuple(one.model_copy(update={"copies": 17}) if one.id == "score-chip" else one for one in game.components)
        return game.model_copy(update={"components": items})

    monkeypatch.setattr(prove_command, "load_game", fewer)
    result = run("prove", "--game", "judge-domino", "--players", 5, "--output", tmp_path)
    assert result.exit_code == 1
    assert "exceeded" in result.output


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["prove", "--game", "chess"], "there is no such game"),
        (["prove", "--game", "dokojong", "--players", "6"], "must be 2 to 5"),
        (["play", "chess"], "there is no such game"),
        (["play", "dokojong", "--players", "6"], "must be 2 to 5"),
        (["play", "dokojong", "--line", "open three"], "must be a word and numbers"),
        (
            ["play", "dokojong", "--line", "first 0, open 3"],
            "--line action 2 'open 3': is not legal here; there are shuffle 0 1",
        ),
    ],
)
def test_a_wrong_command_leaves_with_2(arguments, message):
    result = run(*arguments)
    assert result.exit_code == 2
    assert message in result.output
    assert "Traceback" not in result.output


def test_what_was_stopped_is_kept_and_taken_up(tmp_path, monkeypatch):
    arguments = ["prove", "--game", "dokojong", "--players", 4, "--random-games", 100, "--output", tmp_path]
    saved = []

    def stopping(self, task, data):
        real(self, task, data)
        saved.append(data["games"])
        if len(saved) == 1:
            raise KeyboardInterrupt

    real = proof_store.ProofStore.save
    monkeypatch.setattr(proof_store.ProofStore, "save", stopping)
    stopped = run(*arguments)
    assert (stopped.exit_code, saved) == (130, [50])
    assert "goes on from there" in stopped.output
    assert run(*arguments).exit_code == 0
    assert saved == [50, 100]
    run(*arguments, "--fresh")
    assert saved == [50, 100, 50, 100]


def test_a_kept_file_that_is_damaged_or_of_other_rules_is_not_taken_up(tmp_path, monkeypatch):
    store = ProofStore(tmp_path)
    assert store.load(TASK) is None
    store.save(TASK, {"games": 50, "most": [], "keys": np.arange(3)})
    assert store.load(TASK)["games"] == 50
    assert list(store.load(TASK)["keys"]) == [0, 1, 2]
    monkeypatch.setattr(proof_store, "fingerprint", lambda _: "other")
    assert store.load(TASK) is None
    monkeypatch.undo()
    (tmp_path / "proof" / f"{TASK.name}.npz").write_bytes(b"PK\x03\x04 nonsense")
    assert store.load(TASK) is None


@pytest.mark.parametrize(("terminal", "told"), [(True, "dokojong, 4 players, random play: 1,050 of 2000 games"), (False, "")])
def test_progress_is_shown_in_a_terminal_only(terminal, told, tmp_path, monkeypatch):
    stream = io.StringIO()
    stream.isatty = lambda: terminal
    monkeypatch.setattr(sys, "stderr", stream)
    ProofStore(tmp_path).tell(TASK, 1050, "of 2000 games")
    assert stream.getvalue().removeprefix("\r\033[K") == told


def test_a_folder_that_cannot_be_written_is_an_error(tmp_path):
    (tmp_path / "proof").write_text("a file in the way")
    result = run("prove", "--game", "doubutsu-jungo", "--random-games", 1, "--output", tmp_path)
    assert result.exit_code == 1
    assert "cannot be written" in result.output


def test_clean_removes_what_was_kept(tmp_path):
    ProofStore(tmp_path).save(TASK, {"games": 50, "most": []})
    assert clean(tmp_path) == 1
    assert list(tmp_path.iterdir()) == []


# play


@pytest.mark.parametrize("game", SHIPPED)
def test_random_players_play_to_the_end(game):
    result = run("play", game, "--seed", 3, "--actions", 5000)
    assert result.exit_code == 0, result.output
    assert result.output.splitlines()[-1].startswith("The game is over: ")
    assert "in use: " in result.output
    assert result.output == run("play", game, "--seed", 3, "--actions", 5000).output
    assert result.output != run("play", game, "--seed", 4, "--actions", 5000).output


def test_a_long_game_is_stopped():
    assert "stopped after 5 actions" in run("play", "dokojong", "--actions", 5).output


def test_a_person_chooses_by_number(monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.StringIO("nonsense\n99\n13\n"))
    result = run("play", "doubutsu-jungo", "--people", 1, "--actions", 1, input="nonsense\n99\n13\n")
    assert result.exit_code == 0, result.output
    assert "'nonsense' is none of the numbers" in result.output
    assert "'99' is none of the numbers" in result.output
    assert "Player 1 places a 1 from the pile in row 3, column 3" in result.output


def test_a_person_does_not_see_the_others_secrets():
    mine = run("play", "geometric-chamber", "--people", 1, "--seed", 2, input="")
    assert mine.output.count("comes to") == 1
    assert run("play", "geometric-chamber", "--seed", 2, "--actions", 3).output.count("comes to") == 2
    assert run("play", "geometric-chamber", "--people", 2, "--seed", 2, input="").output.count("comes to") == 0


@pytest.mark.parametrize("people", [1, 2])
def test_the_end_of_the_input_is_no_fault(people):
    result = run("play", "geometric-chamber", "--people", people, input="1\n")
    assert result.exit_code == 0
    assert result.output.endswith("left; the game is not over\n")
    assert "Traceback" not in result.output


def test_stopping_with_ctrl_c_leaves_no_traceback(monkeypatch):
    from tablewright.commands.playing import table_talk

    def stop(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(table_talk, "random_action", stop)
    result = run("play", "dokojong")
    assert (result.exit_code, "Traceback" in result.output) == (130, False)


def test_playing_imports_nothing_heavy():
    code = (
        "import sys\nfrom tablewright.cli import main\n"
        "main(['play', 'dokojong', '--actions', '20'], standalone_mode=False)\n"
        "heavy = {'cadquery', 'OCP', 'reportlab', 'svgwrite', 'trimesh', 'pikepdf', 'scipy', 'numpy'} & set(sys.modules)\n"
        "assert not heavy, heavy"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stderr
