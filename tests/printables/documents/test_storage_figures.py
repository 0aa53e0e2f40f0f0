"""The pictures of the filled box on the rule sheet: complete, within their size, and true to what lies where."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from shapely.geometry import Point, box
from shapely.ops import unary_union

from design.storage.filled_box import filled_box
from printables.figures.storage_figures import legend, storage_layers, storage_plan
from tests.support.packing_checks import context

WIDTH_MM = 86.0
# The rules: 14 n + 6 parts; an overview a player and one rule sheet lie on top.
SLIDING = ("storage_box.lid=sliding",)
PLAYERS = {2: 34 + 2 + 1, 5: 76 + 5 + 1}


@pytest.mark.parametrize("players", PLAYERS)
def test_the_legend_names_everything_with_its_count(players: int) -> None:
    filled = filled_box(context(players))
    assert filled is not None
    total = 0
    for labels, text in legend(filled):
        times = len(labels) if text.startswith("each: ") else 1
        total += times * sum(int(count) for count in re.findall(r"(\d+) × ", text))
    assert total == PLAYERS[players]


def test_a_set_is_told_once_for_all_players() -> None:
    filled = filled_box(context())
    assert filled is not None
    texts = [text for _, text in legend(filled)]
    assert "each: 2 × connector, 2 × score marker, 3 × penalty marker" in texts
    assert len(texts) == len(set(texts))


@pytest.mark.parametrize("settings", [(), SLIDING])
@pytest.mark.parametrize("draw", [storage_plan, storage_layers])
def test_the_picture_keeps_to_its_size(draw, settings) -> None:
    filled = filled_box(context(5, *settings))
    figure = draw(filled, WIDTH_MM)
    left, bottom, right, top = unary_union([mark.area.envelope for mark in figure.marks]).bounds
    assert left >= -0.01
    assert bottom >= -0.01
    assert right <= WIDTH_MM + 0.01
    assert top <= figure.height_mm + 0.01
    assert right - left > 0.95 * WIDTH_MM


def test_a_piece_in_another_place_is_drawn_there() -> None:
    filled = filled_box(context())
    assert filled is not None
    star = next(place for place in filled.filled_tray.places if place.piece == "leader-token")
    moved = replace(star, corner=(star.corner[0], star.corner[1] + 5, star.corner[2]))
    places = tuple(moved if place is star else place for place in filled.filled_tray.places)
    before = storage_plan(filled, WIDTH_MM)
    after = storage_plan(replace(filled, filled_tray=replace(filled.filled_tray, places=places)), WIDTH_MM)
    tray = filled.filled_tray.tray
    scale = WIDTH_MM / (tray.inner_width_mm + 2 * tray.wall_mm)
    changed = [(one.area, other.area) for one, other in zip(before.marks, after.marks, strict=True) if one.area != other.area]
    assert changed
    for one, other in changed:
        assert other.bounds[1] - one.bounds[1] == pytest.approx(5 * scale)
        assert box(*one.bounds).area == pytest.approx(scale**2 * star.size[0] * star.size[1], rel=0.05)


@pytest.mark.parametrize(("settings", "open_right"), [((), False), (SLIDING, True)])
def test_three_walls_stand_around_a_sliding_lid_and_none_at_the_right(settings, open_right) -> None:
    filled = filled_box(context(5, *settings))
    assert filled is not None
    tray, figure = filled.filled_tray.tray, storage_plan(filled, WIDTH_MM)
    wall, wide, deep = tray.wall_mm, tray.inner_width_mm + 2 * tray.wall_mm, tray.inner_depth_mm + 2 * tray.wall_mm
    scale, top = WIDTH_MM / wide, figure.height_mm
    # The middle of each wall's top, from above; the drawing fills the width and hangs from the figure's top.
    left, back, front, right = (
        Point(scale * x, top - scale * y)
        for x, y in ((wall / 2, deep / 2), (wide / 2, wall / 2), (wide / 2, deep - wall / 2), (wide - wall / 2, deep / 2))
    )
    tops = (left, back, front)
    walls = [one.area for one in figure.marks if all(one.area.covers(at) for at in tops) and not one.area.covers(right)]
    assert bool(walls) is open_right
    # Papers and stores stay in sight: the walls cover no store.
    assert all(not one.covers(Point(WIDTH_MM / 2, top - scale * deep / 2)) for one in walls)


def test_a_sliding_lid_is_drawn_open_to_the_right_in_its_own_size() -> None:
    filled = filled_box(context(5, *SLIDING))
    assert filled is not None
    lid, tray, figure = filled.lid, filled.filled_tray.tray, storage_layers(filled, WIDTH_MM)
    plates = [one for one in figure.marks if one.area.bounds[3] > figure.height_mm - 1 and one.area.area > 100]
    left, right = min(one.area.bounds[0] for one in plates), max(one.area.bounds[2] for one in plates)
    box_right = max(one.area.bounds[2] for one in figure.marks if one.area.bounds[1] < 1 and one.area.bounds[3] > 10)
    box_left = min(one.area.bounds[0] for one in figure.marks if one.area.bounds[1] < 1)
    # Lid and box are seen under one angle: 0.42 mm to the right for each mm of depth. Only the grooves' depth differs.
    scale = (box_right - box_left) / (tray.inner_width_mm + 2 * tray.wall_mm + 0.42 * (tray.inner_depth_mm + 2 * tray.wall_mm))
    assert (right - left) / scale == pytest.approx(lid.outer_width_mm + 0.42 * lid.outer_depth_mm, rel=0.02)
    assert right - box_right > 0.1 * WIDTH_MM
