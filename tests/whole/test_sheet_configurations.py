"""Any sizes and papers within the documented ranges end well: in sheets that are found complete, or in problems that help.

`make property` draws fifty a game; `make test` a few. PROPERTY_EXAMPLES and PROPERTY_SEED are as for the solids.
"""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given, seed

from rules.game import SHIPPED
from tablewright.cli import main
from tests.support.configurations import Drawn, configurations, drawing, planned

EXAMPLES = max(1, int(os.environ.get("PROPERTY_EXAMPLES", "6")) // 4)
SEED = int(os.environ.get("PROPERTY_SEED", "0"))
MEDIA = ("pdf", "svg", "dxf")
FOUND = {
    # A square's sign looks the same upright and lying, and its sticker is packed lying.
    "a square that is a little higher than wide": (
        "dokojong",
        "svg",
        "paper.sizes=[a4]",
        "markers.score={width_mm: 24.49, height_mm: 25.78}",
        "tile={width_mm: 36.85, height_mm: 53.51, thickness_mm: 12.05}",
    ),
    # Both edges of a stroke lay on rows of the reader's middles, and fell to one side here and to the other there.
    "a stroke between two rows of middles": (
        "dokojong",
        "svg",
        "paper.sizes=[a4]",
        "markers.score={width_mm: 25.53, height_mm: 26.07}",
        "games.dokojong.players=2",
    ),
    # A true arc of 30 mm rises 0.012 mm over the chords that it stands for.
    "a flap with a large round": ("doubutsu-jungo", "dxf", "paper.sizes=[a3]", "tuck_box.tuck_flap_mm=30"),
    # And one of an animal's back 0.02 mm.
    "a large animal": (
        "doubutsu-jungo",
        "dxf",
        "paper.sizes=[legal]",
        "markers.token={width_mm: 34.95, height_mm: 34.71}",
        "squares.square_mm=39.81",
    ),
}


def built(output: Path, game: str, media: tuple[str, ...], chosen: tuple[str, ...]) -> str:
    """What is wrong with the sheets that are built; empty if they are found complete."""
    arguments = ["build", "--game", game, "--output", str(output), "--jobs", "1"]
    arguments += [one for medium in media for one in ("--medium", medium)]
    arguments += [one for setting in chosen for one in ("--set", setting)]
    result = CliRunner().invoke(main, arguments)
    return "" if result.exit_code == 0 else result.output[-1500:]


@pytest.mark.parametrize("game", SHIPPED)
def test_any_configuration_ends_in_complete_sheets_or_in_named_problems(game: str, tmp_path_factory) -> None:
    ends: Counter[str] = Counter()

    @seed(1000 * SEED)
    @drawing(EXAMPLES)
    @given(configurations(game, on_paper=True))
    def ends_well(drawn: Drawn) -> None:
        if planned(drawn) is None:
            ends["refused"] += 1
            return
        faults = built(tmp_path_factory.mktemp("sheets"), game, MEDIA, drawn.settings)
        assert not faults, f"{drawn.settings}: {faults}"
        ends["built"] += 1

    ends_well()
    print(f"{game}: {dict(sorted(ends.items()))}")
    # Boards and tuck boxes of pieces twice as large go on no paper.
    assert EXAMPLES < 20 or ends["built"] >= sum(ends.values()) / 6


@pytest.mark.parametrize("found", FOUND)
def test_what_was_found_once_on_paper(found: str, tmp_path: Path) -> None:
    game, medium, *chosen = FOUND[found]
    assert built(tmp_path, game, (medium,), tuple(chosen)) == ""
