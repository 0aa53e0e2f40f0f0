"""Design rules, each broken on purpose: what cannot be printed is refused by name before anything is made."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise

import pytest
from shapely.geometry import MultiPolygon, Polygon, box

from design.checks import find_problems
from design.checks.reliefs import relief_problems
from design.checks.standing import tip_angle_deg
from design.config.loading import Loaded, load_config
from design.faces.brief import Brief
from design.faces.face import Face
from design.faces.trims import door
from design.families.number_board.plate import plate_back, plate_front
from design.graphics.polygons import rectangle
from design.parts.boards.plate import PlateSpec
from design.parts.marker import MarkerSpec
from design.plan.planning import Plan, plan
from rules.errors import DesignError
from rules.game import Medium, load_game
from rules.media import SOLIDS

GAME = load_game("geometric-chamber")
FEW = "games.geometric-chamber.players=2"


def planned(*settings: str) -> tuple[Loaded, Plan]:
    loaded = load_config(None, [FEW, *settings])
    return loaded, plan(GAME, loaded.config, SOLIDS)


def problems(*settings: str) -> list[str]:
    loaded, made = planned(*settings)
    return [str(one) for one in find_problems(loaded, [GAME], [made])]


BROKEN = {
    # 0.8 x 0.4 mm.
    "a layer too high for its nozzle": (["printer.layer_mm=0.35"], r"printer.layer_mm = 0.35: must be at most 0.32 mm"),
    "a box wall of less than two lines": (
        ["printer.nozzle_mm=0.6", "storage_box.wall_mm=1"],
        r"storage_box.wall_mm = 1.0: must be at least 1.2 mm",
    ),
    "a divider of less than two lines": (
        ["printer.nozzle_mm=0.6", "storage_box.divider_mm=1"],
        r"storage_box.divider_mm = 1.0: must be at least 1.2 mm",
    ),
    # Three layers of 0.3 mm.
    "a floor of two layers": (
        ["printer.layer_mm=0.3", "storage_box.floor_mm=0.6"],
        r"storage_box.floor_mm = 0.6: must be at least 0.9 mm",
    ),
    # The rim is as high as the lip and 0.4 mm of air, in layers: 5.4 mm; five times 0.8 mm are 4.
    "a box wall too slender above its dividers": (
        ["storage_box.wall_mm=0.8", "storage_box.lid_lip_mm=5"],
        r"storage_box.wall_mm = 0.8: stands free 5.4 mm high, so it must be at least 1.00 mm thick",
    ),
    # Half of card 3.18 and twice 2.4 mm of clearance is 3.99, in layers of 0.3 mm 4.2; a fifth of it 0.84 mm.
    "a spacer too slender": (
        [
            "printer={layer_mm: 0.3, fit_correction_mm: 0.4}",
            "card={thickness_mm: 3, sleeve: premium}",
            "fits.card_channel_clearance_mm=2",
            "number_board.spacer_width_mm=0.8",
        ],
        r"number_board.spacer_width_mm = 0.8: stands free 4.2 mm high, so it must be at least 0.84 mm thick",
    ),
    # 0.31 x 5 mm less half a key of 1.4 and the play of 1 mm leaves -0.15; (1 + 0.7) / 0.31 = 5.48.
    "a key out of its slot's mouth": (
        [
            "number_board={end_length_mm: 5, key_width_mm: 1.4}",
            "fits={connector_end_clearance_mm: 1, connector_key_clearance_mm: 0.05}",
        ],
        r"number_board.end_length_mm = 5.0: must be at least 5.5 mm for a key of 1.4 mm",
    ),
    # Two walls of 1.8, two slots of 2.4 and a tongue of 1 mm are 9.4 mm.
    "a foot too narrow to be one": (
        ["number_board={connector_foot_mm: 10, connector_wall_mm: 1.8}"],
        r"number_board.connector_foot_mm = 10.0: must be at least 10.40 mm",
    ),
    # Three layers of 0.3 mm are left of 2 mm; digits and signs take 0.6 mm each in such layers.
    "a plate's core of two layers": (
        ["printer.layer_mm=0.3", "number_board.plate_thickness_mm=2"],
        r"digit_depth_mm = 0.6: with symbol_depth_mm 0.4 must be at most 1.1 mm in a plate of 2 mm, so that 0.9 mm are left",
    ),
    "a marker's core of two lines": (
        ["printer.nozzle_mm=0.8", "markers.score.thickness_mm=2"],
        r"score-marker relief_mm = 0.8: must be at most 0.4 mm in a marker of 2 mm, so that 1.6 mm are left",
    ),
    # 0.31 x 5 - 0.6 - 0.25 mm, and in the highest layer 0.3 mm less (a rim of 0.4 in the middle of a layer of 0.2).
    "a wall beside a groove": (
        ["number_board={end_length_mm: 5, key_width_mm: 1.2}"],
        r"number-plate-owner.gold.back.*: leaves a wall of 0.40 mm .*, must be at least 0.6 mm \(1.5 x printer.nozzle_mm\); "
        r"make number_board.end_length_mm larger",
    ),
    # The root needs 8.2 strokes of 1.38 mm: 11.3 mm, on a plate of 12 less 0.5 mm at either edge.
    "signs at a plate's edge": (
        ["printer.nozzle_mm=0.92", "number_board.plate_height_mm=12"],
        r"number-plate-owner.gold.back.*: what it shows must keep 0.5 mm from its edge",
    ),
    "marks that run together": (
        ["printer.nozzle_mm=1"],
        r"penalty-marker.forest.back: its marks are 0.\d+ mm apart, must be at least 1 mm",
    ),
}


@pytest.mark.parametrize(("settings", "message"), BROKEN.values(), ids=BROKEN)
def test_what_cannot_be_printed_is_refused_by_name(settings, message):
    found = problems(*settings)
    assert any(re.search(message, problem) for problem in found), found


def test_the_defaults_break_no_rule():
    assert problems() == []


@pytest.mark.parametrize(("depth", "least"), [(0.6, None), (1.2, "0.8")])
def test_what_is_higher_than_a_relief_is_a_wall(depth, least):
    """Two bars 0.7 mm apart: a line and a half of 0.4 mm between them is enough for 1 mm, not for more."""
    loaded, made = planned()
    artifact = next(one for one in made.artifacts if isinstance(one.spec, MarkerSpec) and one.medium is Medium.SOLID)
    bars = MultiPolygon([box(-4, -5, -0.35, 5), box(0.35, -5, 4, 5)])
    back = artifact.spec.back
    back = replace(back, marks=(replace(back.marks[0], area=bars),))
    spec = replace(artifact.spec, back=back, engrave_mm=depth)
    found = list(relief_problems(loaded.config.printer, [replace(made, artifacts=(replace(artifact, spec=spec),))]))
    assert [problem.where for problem in found] == ([back.name] if least else [])
    wall = f"a wall of 0.70 mm beside or between its marks, 1.2 mm high, must be at least {least} mm"
    assert all(wall in one.what for one in found)


def digits(face: Face) -> list[Polygon]:
    return [mark.area for mark in face.marks[:5]]


def plates(*settings: str) -> tuple[Loaded, PlateSpec]:
    loaded, made = planned(*settings)
    return loaded, next(one.spec for one in made.artifacts if isinstance(one.spec, PlateSpec))


def high(shape) -> float:
    return shape.bounds[3] - shape.bounds[1]


def test_numbers_shrink_to_the_height_of_their_plate():
    # 2 mm stay free above and below. The figures' round shapes reach over the height of capitals a little.
    _, spec = plates("number_board.digit_height_mm=18")
    assert [high(one) for one in digits(spec.front)] == pytest.approx([16] * 5, rel=0.03)
    _, spec = plates("number_board.digit_height_mm=14")
    assert [high(one) for one in digits(spec.front)] == pytest.approx([14] * 5, rel=0.03)


def test_numbers_shrink_to_the_width_of_their_place():
    board = "number_board={plate_height_mm: 60, digit_height_mm: 40, connector_foot_mm: 50}"
    _, spec = plates("card={width_mm: 20, height_mm: 120}", board)
    heights = [high(one) for one in digits(spec.front)]
    assert max(heights) < 20
    assert max(heights) - min(heights) < 0.05 * max(heights)
    marks = [mark.area for mark in spec.front.marks]
    apart = [one.distance(other) for index, one in enumerate(marks) for other in marks[index + 1 :]]
    assert min(apart) >= 1 - 1e-6


def brief(*row: str) -> Brief:
    return Brief("board.front", "#ffffff", "#000000", "#000000", "#000000", row=row)


PLACES = (-30.0, 0.0, 30.0)
TRIM = rectangle(90, 20, 0)


def test_a_text_that_cannot_shrink_any_more_is_refused_by_name():
    shrunk = plate_front(brief("1", "1000", "3"), TRIM, PLACES, 12, 0.6)
    left, _, right, _ = shrunk.marks[1].area.bounds
    # A place of 30 mm less the line of 0.8 and 1 mm of air at either side.
    assert right - left == pytest.approx(27.2, abs=0.01)
    with pytest.raises(DesignError, match=r"board.front '1000000000': would be \d\.\d mm high .* must be at least 5.0 mm"):
        plate_front(brief("1", "1000000000", "3"), TRIM, PLACES, 12, 0.6)
    # A nozzle of 0.8 mm draws a stroke of 1.2 mm: 5.7 of them are 6.84 mm.
    with pytest.raises(DesignError, match=r"board.front '1': would be 6.0 mm high .* at least 6.8 mm .* or a finer nozzle"):
        plate_front(brief("1", "2", "3"), TRIM, PLACES, 6, 1.2)


@pytest.mark.parametrize("stroke", [0.375, 0.6, 0.9, 1.2])
def test_what_a_nozzle_draws_is_a_line_and_a_half_wide(stroke):
    """Digits at their floor, lines between places, rims and signs: opening by the stroke takes next to nothing."""
    nozzle = stroke / 1.5
    loaded, made = planned(f"printer.nozzle_mm={nozzle:g}")
    faces = [
        face
        for one in made.artifacts
        if isinstance(one.spec, PlateSpec | MarkerSpec)
        for face in (one.spec.front, one.spec.back)
    ]
    for face in {face.name: face for face in faces}.values():
        relief = face.relief()
        kept = relief.buffer(-0.495 * stroke).buffer(0.495 * stroke)
        assert kept.area > 0.95 * relief.area, face.name
    assert loaded.config.printer.stroke_mm == pytest.approx(stroke)


@pytest.mark.parametrize(("height", "spacer", "stroke"), [(80, 4, 0.6), (80, 0.8, 1.2), (12, 4, 0.6), (20, 1, 0.6)])
def test_signs_keep_clear_of_spacers(height, spacer, stroke):
    places = [(place - 2) * (20 + spacer + 0.2) for place in range(5)]
    face = plate_back(replace(brief(), pattern="math-owner"), rectangle(140, height, 0), places, spacer, stroke)
    between = [(one + other) / 2 for one, other in pairwise(places)]
    ribs = MultiPolygon([box(x - spacer / 2, -height, x + spacer / 2, height) for x in between])
    assert face.marks
    assert face.relief().distance(ribs) > 0.3


@pytest.mark.parametrize(("width", "height"), [(24, 32), (24, 24), (40, 20), (80, 12), (12, 80)])
def test_a_door_is_as_large_as_it_was_asked_for(width, height):
    left, bottom, right, top = door(width, height).bounds
    assert (right - left, top - bottom) == pytest.approx((width, height), abs=0.01)


def test_shapes_of_a_short_lid_keep_apart():
    _, made = planned("card={width_mm: 20, height_mm: 30}", "number_board={plate_height_mm: 12}")
    lid = next(one.spec for one in made.artifacts if one.path.endswith("storage-lid_x1.stl"))
    shapes = [mark.area for mark in lid.face.marks]
    assert min(one.distance(other) for index, one in enumerate(shapes) for other in shapes[index + 1 :]) > 1.5


def test_a_wider_foot_stands_more_firmly():
    angles = [tip_angle_deg(load_config(None, [f"number_board.connector_foot_mm={foot}"]).config) for foot in (16, 24, 40)]
    assert angles == sorted(angles)


def test_the_foot_that_is_named_holds_and_none_less():
    poker = "card={width_mm: 63, height_mm: 88, sleeve: premium}"
    (said,) = [one for one in problems(poker) if "would tip at" in one]
    foot = int(re.search(r"make it (\d+) mm at least", said)[1])
    assert [one for one in problems(poker, f"number_board.connector_foot_mm={foot - 1}") if "would tip at" in one]
    assert not [one for one in problems(poker, f"number_board.connector_foot_mm={foot}") if "would tip at" in one]


def test_own_sleeves_must_take_the_cards():
    said = problems("card.sleeve=own", "card.sleeve_width_mm=36.5")
    # A card of 36 mm and a millimetre of play.
    assert any(one.startswith("--set card.sleeve_width_mm = 36.5: must be at least 37 mm") for one in said), said
    assert not problems("card.sleeve=own", "card.sleeve_width_mm=37")
