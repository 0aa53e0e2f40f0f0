"""Figures as data: read strictly, drawn from the pieces' faces, and kept within their column."""

from __future__ import annotations

import dataclasses
import functools

import pytest
from shapely.geometry import Point, box
from shapely.ops import unary_union

from design.config.loading import Config
from design.faces.face import Face, InkRole, Mark
from design.graphics.polygons import as_multi
from design.plan.planning import plan
from printables.figures.figures import draw_figure
from rules.errors import BuildError, ConfigError
from rules.figures import parse_figures
from rules.game import load_game

GAME = load_game("geometric-chamber")


@functools.cache
def spec(players=2):
    config = Config.model_validate({"games": {GAME.id: {"players": players}}, "paper": {"sizes": ["a4"]}})
    return next(one.spec for one in plan(GAME, config).artifacts if one.builder.endswith(":write_rule_sheet"))


def figure(text, width=88.0, **more):
    data = parse_figures(text, "figures.en.yaml")
    return draw_figure("it", dataclasses.replace(spec(), figures=tuple(data.items()), **more), width)


def ink(marks):
    return unary_union([mark.area for mark in marks])


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("it: [{items: [{lable: A, at: [1, 2]}]}]", ["figures.en.yaml:1 it[0].items[0]", "face, row, label"]),
        ("it: [{items: [{label: A}]}]", ["it[0].items[0].label.at", "is required"]),
        ("it: [{items: [{label: A, at: [1]}]}]", ["label.at"]),
        ("it: [{items: [{face: door-marker, at: [1, 2]}]}]", ["face.face = door-marker"]),
        ("it: [{items: []}]", ["it[0].items"]),
        ("storage: [{items: [{label: A, at: [1, 2]}]}]", ["figures.en.yaml:1 storage", "another name"]),
    ],
)
def test_a_mistake_names_line_and_key(text, says):
    with pytest.raises(ConfigError) as caught:
        parse_figures(text, "figures.en.yaml")
    assert all(one in str(caught.value) for one in says), str(caught.value)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("it: [{items: [{face: sun-marker.front, at: [10, 10]}]}]", ["figure it", "sun-marker.front"]),
        ("it: [{items: [{face: door-marker.9.front, at: [10, 10]}]}]", ["door-marker.9.front"]),
        ("it: [{items: [{box: [[0, 0], [5, 5]], fill: pink}]}]", ["pink", "gold"]),
        ("it: [{items: [{label: Much too far, at: [80, 5]}]}]", ["figure:it", "out of the column of 88 mm"]),
    ],
)
def test_what_cannot_be_drawn_is_named(text, says):
    with pytest.raises(BuildError) as caught:
        figure(text)
    assert all(one in str(caught.value) for one in says), str(caught.value)


def test_bands_stand_below_each_other_and_some_need_more_players():
    text = """it:
  - {height: 10, items: [{box: [[0, 0], [4, 10]], fill: ink, outlined: false}]}
  - {gap: 3, items: [{box: [[0, 0], [4, 7]], fill: ink, outlined: false}]}
  - {players: 3, items: [{box: [[0, 0], [4, 20]], fill: ink, outlined: false}]}"""
    assert figure(text).height_mm == pytest.approx(10 + 3 + 7)
    assert figure(text, players=3).height_mm == pytest.approx(10 + 3 + 7 + 20)
    # In a column half as wide all is half as large.
    assert figure(text, 44.0).height_mm == pytest.approx(10)
    upper, lower = (mark.area.bounds for mark in figure(text).marks)
    assert upper == pytest.approx((0, 10, 4, 20))
    assert lower == pytest.approx((0, 0, 4, 7))


def test_a_row_takes_every_variant_and_a_face_can_be_turned():
    five = figure("it: [{items: [{row: [door-marker.*.front], at: [10, 8], step: 10}]}]")
    # The rules: five doors, numbered 1 to 5.
    columns = {round(mark.area.envelope.centroid.x / 10) for mark in five.marks if mark.area.area > 20}
    assert columns == {1, 2, 3, 4, 5}
    upright, turned = (
        ink(figure(f"it: [{{items: [{{face: door-marker.front, at: [20, 20], room: [12, 16], turn: {turn}}}]}}]").marks)
        for turn in (0, 90)
    )
    wide, high = (upright.bounds[2] - upright.bounds[0], upright.bounds[3] - upright.bounds[1])
    assert (turned.bounds[3] - turned.bounds[1], turned.bounds[2] - turned.bounds[0]) == pytest.approx((wide, high), abs=0.02)
    # Counter-clockwise: the door's round head points to the left.
    assert turned.centroid.x > (turned.bounds[0] + turned.bounds[2]) / 2


def test_a_grid_has_its_squares_and_tokens_where_the_text_says():
    disc = Point(0, 0).buffer(10)
    dot = Mark(InkRole.INK, "#112233", as_multi(Point(0, 0).buffer(3)))
    faces = tuple((f"animal.{name}.front", Face(f"animal.{name}.front", disc, "#ffffff", (dot,))) for name in "123")
    drawing = figure('it: [{items: [{grid: [". 3 1x", "2! . ."], tokens: animal, at: [10, 0], cell: 8}]}]', faces=faces)
    assert drawing.height_mm == pytest.approx(2 * 8)
    dots = sorted((round(m.area.centroid.x, 2), round(m.area.centroid.y, 2)) for m in drawing.marks if m.colour == "#112233")
    assert dots == [(14, 4), (22, 12), (30, 12)]
    # The captured token's square alone is grey.
    grey = [mark for mark in drawing.marks if mark.colour == "#b9b6c4"]
    assert len(grey) == 1
    assert box(26, 8, 34, 16).contains(grey[0].area)
