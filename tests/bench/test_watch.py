"""The warm process: a save is a build, a comment is none, and Ctrl-C leaves whole files."""

import os
import queue
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from tablewright.commands.starting import start_game
from tablewright.commands.watching.sources import Sources, difference, saved_since
from tablewright.manifest import digest
from tests.support.places import ROOT

PATIENCE_S = 120


@pytest.fixture
def home(tmp_path):
    """A game of eighteen blank cards, and a configuration that names it."""
    start_game(tmp_path / "deck", "blank")
    save(tmp_path / "my.yaml", "games: [./deck]\npaper: {sizes: [a4]}\n")
    return tmp_path


def save(path: Path, text: str) -> None:
    """As editors save: a new file in the place of the old one."""
    path.with_suffix(".new~").write_text(text, encoding="utf-8")
    path.with_suffix(".new~").replace(path)


def files(output: Path) -> dict[str, str]:
    return {path.relative_to(output).as_posix(): digest(path) for path in output.rglob("*") if path.is_file()}


class Watching:
    """The command in a process of its own; what it says comes line by line."""

    def __init__(self, home: Path) -> None:
        call = [sys.executable, "-m", "tablewright", "watch", "--config", str(home / "my.yaml"), "--medium", "svg"]
        self.process = subprocess.Popen(
            [*call, "--jobs", "1", "--output", str(home / "out")],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            start_new_session=True,
        )
        self.said: list[str] = []
        self._lines: queue.Queue[str] = queue.Queue()
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        for line in self.process.stdout:
            self._lines.put(line.rstrip())

    def until(self, text: str) -> list[str]:
        """What is said up to a line with a text."""
        lines = []
        while not (lines and text in lines[-1]):
            lines.append(self._lines.get(timeout=PATIENCE_S))
        self.said += lines
        return lines

    def stop(self) -> int:
        """Ctrl-C, which a terminal sends to all processes of a command."""
        os.killpg(self.process.pid, signal.SIGINT)
        code = self.process.wait(PATIENCE_S)
        time.sleep(0.1)
        while not self._lines.empty():
            self.said.append(self._lines.get())
        return code


@pytest.fixture
def watching(home):
    found = Watching(home)
    yield found
    if found.process.poll() is None:
        found.process.kill()
        found.process.wait()
    found.process.stdout.close()


def test_each_save_is_answered(home, watching):
    out, config = home / "out", home / "my.yaml"
    watching.until("4 files made, 0 kept, 0 removed; all of it checked")
    watching.until("watching ")

    save(config, "games: [./deck]\npaper: {sizes: [a4], gap_mm: 3}\n")
    assert len(watching.until("my.yaml: 4 files made, 0 kept, 0 removed; all of it checked, in ")) == 1
    before = files(out)

    save(config, "# wider\ngames: [./deck]\npaper: {sizes: [a4], gap_mm: 3}  # was 2.6\n")
    watching.until("my.yaml: says what it said before, nothing to do")

    save(config, "games: [./deck]\npaper: {sizes: [a4], gap_mm: 300}\n")
    assert "error: my.yaml:2 paper.gap_mm = 300: must be a number, 0 to 20 mm" in watching.until("nothing made")
    assert files(out) == before

    # Several saves in a row are one build, and the last one counts.
    for gap in (4, 5, 6, 3):
        save(config, f"games: [./deck]\npaper: {{sizes: [a4], gap_mm: {gap}}}\n")
        time.sleep(0.02)
    watching.until("0 files made, 4 kept, 0 removed")

    # What is saved while a build is at work is built by it or after it, as it had read the file or not.
    game = home / "deck" / "game.yaml"
    save(game, game.read_text(encoding="utf-8").replace("copies: 18", "copies: 9"))
    time.sleep(0.3)
    save(game, game.read_text(encoding="utf-8").replace("copies: 9", "copies: 27"))
    watching.until("6 files made, 0 kept")
    assert len(list((out / "deck/svg/a4").iterdir())) == 6

    time.sleep(0.5)  # it waits again
    assert watching.stop() == 0
    assert watching.said[-1] == "no longer watching"
    assert not [line for line in watching.said if "Traceback" in line]


def test_ctrl_c_during_a_build_leaves_whole_files_or_none(home, watching):
    while not list(home.glob("out/.building-*/")):
        assert watching.process.poll() is None
        time.sleep(0.005)
    assert watching.stop() in (0, 130)
    assert not [line for line in watching.said if "Traceback" in line]
    left = files(home / "out") if (home / "out").exists() else {}
    assert not [path for path in left if path.startswith(".building")]
    assert len([path for path in left if path.endswith(".svg")]) in (0, 4)


def test_a_missing_configuration_is_an_error(tmp_path):
    call = [sys.executable, "-m", "tablewright", "watch", "--config", str(tmp_path / "none.yaml")]
    result = subprocess.run(call, cwd=ROOT, capture_output=True, encoding="utf-8", check=False)
    assert result.returncode == 2
    assert "none.yaml: cannot be read" in result.stderr


@pytest.fixture
def sources(home):
    found = Sources(home / "my.yaml", (), home / "deck" / "out")
    found.state()
    return found


def saved(sources: Sources, path: Path, text: str):
    before = sources.state()
    save(path, text)
    return difference(before, sources.state())


def test_a_comment_means_nothing_and_a_value_does(home, sources):
    config, game = home / "my.yaml", home / "deck" / "game.yaml"
    text = config.read_text(encoding="utf-8")
    assert not saved(sources, config, f"# mine\n\n{text}").matters
    assert saved(sources, config, text + "card: {corner_mm: 4}\n").matters
    assert not saved(sources, game, f"{game.read_text(encoding='utf-8')}# the end\n").matters
    assert saved(sources, home / "deck" / "cards.csv", "id\n# no comment here\n").files == (home / "deck" / "cards.csv",)


def test_a_game_is_watched_though_it_is_wrong(home, sources):
    assert saved(sources, home / "deck" / "game.yaml", "id: [").matters
    assert saved(Sources(home / "my.yaml", (), home / "out"), home / "deck" / "game.yaml", "id: deck\n").matters
    assert saved(sources, home / "my.yaml", "games: [").matters
    assert saved(sources, home / "deck" / "game.yaml", "id: other\n").matters


def test_a_game_of_the_command_line_is_watched(home):
    assert saved(Sources(None, [f"games=[{home / 'deck'}]"], home / "out"), home / "deck" / "game.yaml", "id: deck\n").matters


def test_neither_output_nor_scratch_files_are_watched(home, sources):
    before = sources.state()
    (home / "deck/out/deck").mkdir(parents=True)
    for name in ("out/deck/cards.svg", ".game.yaml.swp", "game.yaml~", "#game.yaml#"):
        (home / "deck" / name).write_text("x", encoding="utf-8")
    assert sources.state() == before
    assert set(sources.folders()) == {home, home / "deck"}


def test_a_new_folder_of_drawings_is_listened_to(home, sources):
    (home / "deck/art").mkdir()
    (home / "deck/art/ship.svg").write_text("<svg/>", encoding="utf-8")
    assert home / "deck/art/ship.svg" in sources.state()
    assert home / "deck/art" in sources.folders()


def test_what_was_saved_before_anyone_listened_is_not_missed(home, sources):
    before = sources.state()
    save(home / "my.yaml", "games: [./deck]\n")
    begun = time.monotonic()
    assert saved_since(sources, before, threading.Event())[home / "my.yaml"] != before[home / "my.yaml"]
    assert time.monotonic() - begun < 5


def test_a_wish_to_stop_that_python_dropped_is_heard(home):
    stop = threading.Event()
    stop.set()
    sources = Sources(home / "my.yaml", [], home / "out")
    with pytest.raises(KeyboardInterrupt):
        saved_since(sources, {}, stop)
