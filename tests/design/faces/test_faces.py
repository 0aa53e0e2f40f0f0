"""Faces of cards and markers: read at a glance, in grey too, printable in plastic, and inside their trims."""

from itertools import combinations

import pytest
from shapely import affinity
from shapely.ops import unary_union

from design.config.loading import load_config
from design.context import Context
from design.faces.face import InkRole
from design.families.registry import family_of
from design.graphics.art.icons import ICONS, icon
from design.graphics.colour.palette import contrast
from rules.bill import derive_bill
from rules.game import load_game
from rules.words import load_words

CONFIG = load_config().config
CONTEXT = Context.of(derive_bill(load_game("geometric-chamber"), 5), CONFIG, load_words("geometric-chamber"))


def faces(*components):
    made = {}
    for name in components:
        line = CONTEXT.bill.line(name)
        for variant in line.variants:
            made.update({face.name: face for face in family_of(line).faces(CONTEXT, line.component, variant)})
    return made


CARDS = faces("shape-card", "x-card")
MARKERS = faces("score-marker", "penalty-marker", "door-marker", "leader-token")
COLOURS = ("gold", "forest", "crimson", "turquoise", "violet")


def alike(one, other):
    """Share of two shapes' union that both have."""
    return one.intersection(other).area / one.union(other).area


@pytest.mark.parametrize("name", sorted(CARDS | MARKERS))
def test_marks_keep_off_the_trim(name):
    face = (CARDS | MARKERS)[name]
    safe = face.trim.buffer(-(0.95 if name in MARKERS else 3.0))
    assert all(safe.contains(mark.area) for mark in face.marks)
    assert all(mark.area.is_valid for mark in face.marks)


@pytest.mark.parametrize("name", sorted(MARKERS))
def test_a_nozzle_of_0_4_can_print_what_is_raised(name):
    """Strokes and the gaps between them are at least 0.8 mm: opening and closing by 0.39 takes corners only.

    0.03 mm2 is a speck of 0.2 mm at an acute corner; a stroke of 0.7 mm and 2 mm length would lose 0.4 mm2.
    """
    relief = MARKERS[name].relief()
    assert relief.area > 5
    opened = relief.buffer(-0.39).buffer(0.39 + 1e-6)
    assert relief.difference(opened.buffer(0.25)).area < 0.03
    closed = relief.buffer(0.39).buffer(-0.39 - 1e-6)
    assert closed.difference(relief.buffer(0.25)).area < 0.03


@pytest.mark.parametrize("name", sorted(MARKERS))
def test_a_finger_tells_the_front_by_its_rim(name):
    face = MARKERS[name]
    band = face.trim.buffer(-0.9) - face.trim.buffer(-2.1)
    covered = face.relief().intersection(band).area / band.area
    assert covered > 0.7 if name.endswith(".front") else covered < 0.05


@pytest.mark.parametrize("name", sorted(CARDS | MARKERS))
def test_ink_reads_on_its_ground(name):
    """Every mark that is not a coloured filling has a contrast of 4.5 on what lies below it."""
    face = (CARDS | MARKERS)[name]
    colours = {CONFIG.colours.hex(colour) for colour in COLOURS}
    fillings = [mark for mark in face.marks if mark.colour in colours]
    for mark in face.marks:
        below = next((one for one in fillings if one.area.buffer(-0.05).contains(mark.area)), None)
        ground = below.colour if below else face.ground
        if mark in fillings:
            # A filling is told by its edge: an outline around it that reads on what lies outside.
            edges = [one for one in face.marks if one not in fillings and one.area.buffer(0.01).contains(mark.area.boundary)]
            assert contrast(mark.colour, ground) >= 4.5 or any(contrast(one.colour, ground) >= 4.5 for one in edges)
        else:
            assert contrast(mark.colour, ground) >= 4.5


def test_each_colour_has_a_shape_of_its_own_so_that_grey_suffices():
    fronts = [unary_union([mark.area for mark in CARDS[f"shape-card.{colour}.front"].marks]) for colour in COLOURS]
    coins = [MARKERS[f"penalty-marker.{colour}.{side}"].relief() for side in ("back",) for colour in COLOURS]
    for shapes in (fronts, coins):
        assert all(alike(one, other) < 0.95 for one, other in combinations(shapes, 2))
    shapes = [icon(CONTEXT.bill.game.axes["colour"].shape(colour), 20) for colour in COLOURS]
    areas = [shape.area for shape in shapes]
    assert max(areas) / min(areas) < 1.04  # none looks heavier


def test_backs_of_a_set_are_alike_and_show_no_way_up():
    for colour in COLOURS:
        back, other = CARDS[f"shape-card.{colour}.back"], CARDS[f"x-card.{colour}.back"]
        assert back.ground == other.ground == CONFIG.colours.hex(colour)
        assert [mark.area for mark in back.marks] == [mark.area for mark in other.marks]
        drawn = unary_union([mark.area for mark in back.marks])
        assert alike(drawn, affinity.rotate(drawn, 180, origin=(0, 0))) > 0.9999


def test_the_window_above_the_plate_shows_the_whole_symbol():
    """A card stands behind a plate of 20 mm: what tells it lies above, with air."""
    for name, face in CARDS.items():
        if name.endswith(".front"):
            foot = face.trim.bounds[1]
            main = max((mark.area for mark in face.marks if mark.role is InkRole.INK), key=lambda area: area.area)
            assert main.bounds[1] >= foot + CONFIG.number_board.plate_height_mm + 2
            assert abs(main.centroid.x) < 0.01


def test_a_door_says_its_number_on_both_sides_and_closed_is_brown():
    for number in "12345":
        front, back = (MARKERS[f"door-marker.{number}.{side}"] for side in ("front", "back"))
        assert [mark.run.text for mark in (*front.marks, *back.marks) if mark.run] == [number, number]
        assert (front.ground, back.ground) == (CONFIG.colours.hex("brown"), CONFIG.colours.hex("paper"))


@pytest.mark.parametrize("name", sorted(ICONS))
def test_icons_scale_and_stay_about_the_origin(name):
    small, large = icon(name, 10), icon(name, 20)
    assert alike(affinity.scale(small, 2, 2, origin=(0, 0)), large) > 0.999
    left, bottom, right, top = large.bounds
    assert left == pytest.approx(-right, abs=0.02)
    assert abs(bottom + top) < 0.2 * 20
    assert max(right - left, top - bottom) < 1.3 * 20
