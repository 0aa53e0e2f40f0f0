"""The pictures of the filled box on the rule sheet: complete, within their size, and true to what lies where."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from shapely.geometry import box
from shapely.ops import unary_union

from design.stowage import stowage
from printables.storage_figures import legend, storage_layers, storage_plan
from tests.packing_checks import context

WIDTH_MM = 86.0
# The rules: 14 n + 6 parts; an overview a player and one rule sheet lie on top.
PLAYERS = {2: 34 + 2 + 1, 5: 76 + 5 + 1}


@pytest.mark.parametrize("players", PLAYERS)
def test_the_legend_names_everything_with_its_count(players: int) -> None:
    filled = stowage(context(players))
    assert filled is not None
    total = 0
    for labels, text in legend(filled):
        times = len(labels) if text.startswith("each: ") else 1
        total += times * sum(int(count) for count in re.findall(r"(\d+) × ", text))
    assert total == PLAYERS[players]


def test_a_set_is_told_once_for_all_players() -> None:
    filled = stowage(context())
    assert filled is not None
    texts = [text for _, text in legend(filled)]
    assert "each: 2 × connector, 2 × score marker, 3 × penalty marker" in texts
    assert len(texts) == len(set(texts))


@pytest.mark.parametrize("draw", [storage_plan, storage_layers])
def test_the_picture_keeps_to_its_size(draw) -> None:
    filled = stowage(context())
    figure = draw(filled, WIDTH_MM)
    left, bottom, right, top = unary_union([mark.area.envelope for mark in figure.marks]).bounds
    assert left >= -0.01
    assert bottom >= -0.01
    assert right <= WIDTH_MM + 0.01
    assert top <= figure.height_mm + 0.01
    assert right - left > 0.95 * WIDTH_MM


def test_a_piece_in_another_place_is_drawn_there() -> None:
    filled = stowage(context())
    assert filled is not None
    star = next(place for place in filled.packing.places if place.piece == "leader-token")
    moved = replace(star, corner=(star.corner[0], star.corner[1] + 5, star.corner[2]))
    places = tuple(moved if place is star else place for place in filled.packing.places)
    before = storage_plan(filled, WIDTH_MM)
    after = storage_plan(replace(filled, packing=replace(filled.packing, places=places)), WIDTH_MM)
    tray = filled.packing.tray
    scale = WIDTH_MM / (tray.inner_width_mm + 2 * tray.wall_mm)
    changed = [(one.area, other.area) for one, other in zip(before.marks, after.marks, strict=True) if one.area != other.area]
    assert changed
    for one, other in changed:
        assert other.bounds[1] - one.bounds[1] == pytest.approx(5 * scale)
        assert box(*one.bounds).area == pytest.approx(scale**2 * star.size[0] * star.size[1], rel=0.05)
