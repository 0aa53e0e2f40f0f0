"""Any configuration within the documented ranges ends well: in parts that print, or in problems that say what to do.

`make property` draws 200; `make test` a few. PROPERTY_EXAMPLES says how many, PROPERTY_SEED which.
"""

from __future__ import annotations

import os
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
import shapely
from hypothesis import given, seed

from design.config.derived import derived_keys
from design.config.loading import load_config
from fabrication.parts import storage_box
from rules.errors import Problem
from rules.game import Medium
from tablewright.building.build import plans_for
from tests.support.configurations import GAME, SECTIONS, Drawn, configurations, drawing, figures, helps, outcome, part_faults

EXAMPLES = int(os.environ.get("PROPERTY_EXAMPLES", "6"))
SEED = int(os.environ.get("PROPERTY_SEED", "0"))
MANY = 50
"""From so many examples on, they are shared by two processes, and a share of them must be built: of the main game a third."""
OTHERS = tuple(game for game in SECTIONS if game != GAME)
SHARES, PIECES = (2, 4) if EXAMPLES >= MANY else (1, 2)


@pytest.mark.parametrize(("game", "share"), [(GAME, share) for share in range(SHARES)] + [(game, 0) for game in OTHERS])
def test_any_configuration_ends_in_sound_parts_or_in_named_problems(game: str, share: int, tmp_path: Path) -> None:
    ends: Counter[str] = Counter()

    @seed(1000 * SEED + share)
    @drawing(EXAMPLES // SHARES if game == GAME else max(2, EXAMPLES // 4))
    @given(configurations(game))
    def ends_well(drawn: Drawn) -> None:
        end = outcome(drawn, tmp_path, PIECES)
        ends[f"{drawn.how} {end}"] += 1
        ends[end] += 1

    ends_well()
    total = ends["built"] + ends["refused"]
    print(f"{game}: {total} configurations, {ends['built']} built: {dict(sorted(ends.items()))}")
    assert ends["built"] > 0
    # Of dominoes, whose sizes and gaps hang together, 8 of 25 were built.
    assert ends["built"] >= total / (3 if game == GAME else 5) or total < MANY / SHARES


def test_every_number_of_the_configuration_is_drawn() -> None:
    numbers = figures(SECTIONS[GAME])
    # Counted by hand in docs/configuration.md: card 7, overview 3, fits 10, board 12, seven markers of 4, box 7,
    # printer 11 (all but its preset and whether its slicer compensates).
    sections = Counter(key.split(".")[0] for key in numbers)
    assert sections == {
        "card": 7,
        "overview": 3,
        "fits": 10,
        "number_board": 12,
        "markers": 28,
        "storage_box": 7,
        "printer": 11,
    }
    assert {f"{section}.{key}" for section, key in derived_keys() if section in SECTIONS[GAME]} <= set(numbers)
    assert (numbers["card.width_mm"].low, numbers["card.width_mm"].high) == (20, 120)
    # Dokojong has tiles of 5, Judge Domino dominoes of 8, Doubutsu Jungo boards of squares of 7.
    own = {"dokojong": ("tile", 5), "judge-domino": ("domino", 8), "doubutsu-jungo": ("squares", 7)}
    assert {game: sum(key.startswith(f"{own[game][0]}.") for key in figures(SECTIONS[game])) for game in OTHERS} == {
        game: count for game, (_, count) in own.items()
    }


def test_problems_that_do_not_help_are_found() -> None:
    good = Problem("--set card.width_mm = 7", "must be a number, 20 to 120 mm")
    assert helps(good)
    assert not helps(Problem("", good.what))
    assert not helps(Problem(good.where, "is wrong"))
    assert not helps(Problem("gp_Dir", "StdFail_NotDone 3"))


FOUND = {
    # The kernel dropped the foot without an error.
    "connector.left": (
        "card={width_mm: 20, height_mm: 180}",
        "number_board={plate_height_mm: 80, connector_foot_mm: 60, spacer_width_mm: 4}",
    ),
    # It is longer than its foot is deep, and thick walls leave its corners little room.
    "connector.right": ("number_board={end_length_mm: 20, key_width_mm: 3, connector_wall_mm: 5, connector_foot_mm: 22}",),
    # A simplified outline left a skin of a micrometre across the half-moon in the box's wall.
    "storage-box": ("fits={store_clearance_mm: 0.2, lid_clearance_mm: 0.05}",),
    # Below one paper's recess, beside the deeper recess of the other, 0.47 mm of a wall were left.
    "storage-box.b-of-2": (
        "games.geometric-chamber.players=5",
        "number_board={digit_height_mm: 12, connector_foot_mm: 15.36}",
        "card={width_mm: 37.78, sleeve: own, sleeve_width_mm: 40.17}",
    ),
    # A low door's arch was higher than the door.
    "door-marker.2": ("markers.door={width_mm: 40, height_mm: 16}",),
}


@pytest.mark.parametrize("piece", FOUND)
def test_what_was_found_once(piece: str, tmp_path: Path) -> None:
    loaded = load_config(None, [f"games.{GAME}.players=2", *FOUND[piece]])
    (plan,) = plans_for(loaded, [GAME], (Medium.SOLID,))
    artifact = next(one for one in plan.artifacts if one.medium is Medium.SOLID and one.holds[0].piece == piece)
    assert part_faults(artifact, loaded.config.printer, tmp_path) == []


def test_openings_stay_in_their_stores() -> None:
    # The leader token stands on edge in a store 10.8 mm deep: an opening of 26 mm would cut into its walls.
    box = "storage_box={wall_mm: 5, divider_mm: 4, floor_mm: 5, lid_lip_mm: 10, headroom_mm: 10}"
    (plan,) = plans_for(load_config(None, [box, "fits={store_clearance_mm: 3, lid_clearance_mm: 0.6}"]), [GAME])
    tray = next(one.spec for one in plan.artifacts if "/storage-box" in one.path)
    for well in getattr(tray, "whole", tray).wells:
        store = shapely.box(well.x_mm, well.y_mm, well.x_mm + well.width_mm, well.y_mm + well.depth_mm)
        assert all(store.buffer(-0.99).covers(window) for window in well.windows), well.label


def test_an_unsound_part_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # A lid whose builder forgets its title.
    whole = storage_box.lid
    monkeypatch.setattr(storage_box, "lid", lambda spec: whole(replace(spec, face=replace(spec.face, marks=()))))
    loaded = load_config(None, [f"games.{GAME}.players=2"])
    (plan,) = plans_for(loaded, [GAME], (Medium.SOLID,))
    lid = next(one for one in plan.artifacts if one.path.endswith("storage-lid_x1.stl"))
    assert any("front shows something else" in fault for fault in part_faults(lid, loaded.config.printer, tmp_path))
