"""The tuck box before it is drawn: what goes into it, the room it has, its net folded up, cut into parts, refused."""

import re
from itertools import combinations

import pytest
from shapely.geometry import LineString, box
from shapely.ops import unary_union

from design.config.paper import PAPER_SIZES
from design.config.settings import TuckBox
from design.graphics.colour.palette import Palette
from design.graphics.polygons import rectangle
from design.packing.stacks import Kind, stack_goods
from design.tuck_box.box import page_room
from design.tuck_box.contents import plural
from design.tuck_box.faces import tuck_back, tuck_front
from design.tuck_box.net import PANELS, Inner, best_cuts, height, inside, net_of, part_sizes, widths
from rules.errors import DesignError
from tests.support.plans import planned
from tests.support.tuck_boxes import BIG, boxes

GAME = "geometric-chamber"
HUGE = (
    *BIG,
    "markers={penalty: {width_mm: 80, height_mm: 80}, score: {width_mm: 80, height_mm: 80}}",
    "paper={backing_mm: 4}",
)
SETTINGS = TuckBox()
INNER = Inner(60.0, 90.0, 20.0)


def stacked(kinds, clearance=1.0):
    """The box around these kinds, chosen by its volume."""
    return stack_goods([kinds], clearance, lambda size: size[0] * size[1] * size[2], lambda _: 0.0)[1]


def apart(one, other):
    """The largest gap between two stacks along one of the axes; negative if they overlap."""
    return max(
        max(a, b) - min(a + wide, b + wider)
        for a, wide, b, wider in zip(one.corner, one.size, other.corner, other.size, strict=True)
    )


# Hand-typed piles: 25 cards of 0.3 mm are 7.5 mm; 30 tokens of 2 mm, 60 mm in all, cannot stand in one stack.
PILES = (
    Kind("cards", 25, 36, 50, 0.3),
    Kind("tokens", 30, 20, 20, 2.0),
    Kind("doors", 5, 24, 32, 2.0),
    Kind("leaflet", 1, 74, 105, 2.6),
)


def test_every_piece_is_in_a_stack_and_every_stack_in_the_box_with_air_around():
    stowed = stacked(PILES)
    counts = {}
    for stack in stowed.stacks:
        counts[stack.label] = counts.get(stack.label, 0) + stack.pieces
        each = next(kind.each_mm for kind in PILES if kind.label == stack.label)
        assert stack.size[2] == pytest.approx(stack.pieces * each)
        for corner, size, room in zip(stack.corner[:2], stack.size[:2], stowed.size[:2], strict=True):
            assert corner >= 1 - 1e-6
            assert corner + size <= room - 1 + 1e-6
        assert stack.corner[2] + stack.size[2] <= stowed.size[2] - 1 + 1e-6
    assert counts == {"cards": 25, "tokens": 30, "doors": 5, "leaflet": 1}
    for one, other in combinations(stowed.stacks, 2):
        on_top = min(one.corner[2] + one.size[2], other.corner[2] + other.size[2]) <= max(one.corner[2], other.corner[2]) + 1e-6
        assert on_top or apart(one, other) >= 1 - 1e-6, (one, other)


def test_one_stack_has_its_own_size_and_the_air():
    # 25 x 0.3 = 7.5 high, 1 mm above; 36 + 2 and 50 + 2, in steps of half a millimetre.
    assert sorted(stacked((Kind("cards", 25, 36, 50, 0.3),)).size) == [8.5, 38.0, 52.0]


def test_kinds_of_one_size_share_their_stacks():
    (stack,) = stacked((Kind("shape", 5, 36, 50, 0.3), Kind("x", 20, 36, 50, 0.3))).stacks
    assert (stack.label, stack.pieces) == ("shape, x", 25)


def test_more_air_makes_a_larger_box():
    small, large = (stacked(PILES, clearance).size for clearance in (0.5, 2.0))
    assert all(one < other for one, other in zip(sorted(small), sorted(large), strict=True))


def test_panels_have_the_sizes_of_a_hand_computation():
    # A card of 0.35 mm. Front: 60, two half creases and two glue flaps. Side: 20, creases, two flaps, a tuck.
    # Height: 90, creases and two dust flaps.
    assert widths(INNER, SETTINGS) == pytest.approx({"back": 61.05, "side-1": 21.4, "front": 61.05, "side-2": 21.4})
    assert height(INNER, SETTINGS) == pytest.approx(91.05)
    assert inside(61.05, 21.4, 91.05, 0.35) == INNER


def test_the_whole_net_has_the_size_of_a_hand_computation():
    (part,) = net_of(INNER, SETTINGS)
    # Across: a flap of 12 and four panels. Up: the panel, and at either end a lid of 21.4 - 0.35 with a tuck of 16.
    assert part.size_mm == pytest.approx((12 + 2 * 61.05 + 2 * 21.4, 91.05 + 2 * (21.05 + 16)))
    assert part.cut.geom_type == "Polygon"
    assert not part.cut.interiors


@pytest.mark.parametrize("inner", [INNER, Inner(76.5, 107, 17), Inner(200, 60, 8), Inner(40, 40, 40), Inner(30, 25, 9)])
@pytest.mark.parametrize("cuts", [(), (1,), (2,), (1, 2, 3)])
def test_the_net_folds_to_a_closed_box(inner, cuts):
    net = net_of(inner, SETTINGS, cuts)
    panels = {panel.name: panel for part in net for panel in part.panels}
    assert tuple(panels) == PANELS
    # Opposite panels are equal, and all are as high.
    assert panels["back"].width_mm == panels["front"].width_mm
    assert panels["side-1"].width_mm == panels["side-2"].width_mm
    assert {panel.height_mm for panel in panels.values()} == {panels["front"].height_mm}
    deep, wide, high = panels["side-1"].width_mm, panels["front"].width_mm, panels["front"].height_mm
    for part, size in zip(net, part_sizes(inner, SETTINGS, cuts), strict=True):
        assert part.size_mm == pytest.approx(size)
        own = {panel.name: panel for panel in part.panels}
        left, bottom, right, top = part.cut.bounds
        first = part.panels[0]
        # The glue flap hides behind a panel, and is wider than a bead of glue.
        behind = net[part.behind - 1].panels[-1]
        assert 5 <= -left < behind.width_mm
        assert first.x_mm == 0
        for fold in part.folds:
            line = LineString(fold)
            assert part.cut.buffer(1e-6).covers(line), "a fold lies on the card"
            if line.bounds[0] == line.bounds[2]:
                assert line.length == pytest.approx(high)
        if "back" in own:
            # A lid covers the depth but for the front's card, and both tucks go behind the front.
            lid = top - high
            assert deep - 1 < lid - tuck_of(part, high) < deep
            assert 2 * tuck_of(part, high) < high
            assert bottom == pytest.approx(-lid)
        for name in ("side-1", "side-2"):
            if name in own:
                flap = part.cut.intersection(box(own[name].x_mm, high + 1e-6, own[name].x_mm + deep, high + 500))
                if "back" not in own or name == "side-2":
                    reach = flap.bounds[3] - high
                    assert 0 < reach <= deep
                    assert 2 * reach < wide
        assert right == pytest.approx(part.panels[-1].x_mm + part.panels[-1].width_mm)


def tuck_of(part, high):
    """Depth of a tuck: from the outermost line to fold to the net's upper end."""
    crease = max(y for start, end in part.folds for _, y in (start, end))
    assert crease > high
    return part.cut.bounds[3] - crease


def test_the_front_has_a_notch_for_a_thumb():
    (part,) = net_of(INNER, SETTINGS)
    front = next(panel for panel in part.panels if panel.name == "front")
    whole = box(front.x_mm, 0, front.x_mm + front.width_mm, front.height_mm)
    bite = whole.difference(part.cut)
    # Half a disc of 9 mm: 127.2 mm2, less 0.1 % for its chords; a tuck of 16 mm closes it from behind.
    assert bite.area == pytest.approx(127.2, rel=0.003)
    assert bite.bounds[3] - bite.bounds[1] == pytest.approx(9, abs=1e-6)
    assert bite.bounds[3] == pytest.approx(front.height_mm)


def test_parts_together_have_the_panels_and_flaps_of_the_whole_and_one_glue_flap_each():
    (whole,) = net_of(INNER, SETTINGS)
    parts = net_of(INNER, SETTINGS, (1, 2, 3))
    strip = unary_union([box(-50, -100, 0, 200)])
    extra = sum(part.cut.intersection(strip).area for part in parts) - whole.cut.intersection(strip).area
    assert sum(part.cut.area for part in parts) == pytest.approx(whole.cut.area + extra)
    assert [part.behind for part in parts] == [4, 1, 2, 3]
    assert sum(len(part.folds) for part in parts) == len(whole.folds)


@pytest.mark.parametrize(
    ("room", "cuts"),
    [
        ((177.0, 165.2), ()),  # 176.9 x 165.15: the whole
        ((165.2, 177.0), ()),  # turned
        ((165.2, 176.8), (2,)),  # too long by 0.1: two parts of 94.45 mm
        ((94.5, 165.2), (2,)),
        ((94.4, 165.2), (1, 2, 3)),  # no two panels side by side any more; the back is 73.05 wide
        ((61.0, 160.0), None),  # not even one panel
    ],
)
def test_a_net_is_cut_into_the_fewest_parts_that_fit(room, cuts):
    found = best_cuts(INNER, SETTINGS, room)
    if cuts is None:
        assert found is None
    else:
        assert found is not None
        assert len(found) == len(cuts)
        for wide, high in part_sizes(INNER, SETTINGS, found):
            assert (wide <= room[0] and high <= room[1]) or (high <= room[0] and wide <= room[1])


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_default_box_is_in_two_parts_and_holds_what_is_made_on_paper(paper):
    (spec,) = boxes(paper=paper)
    assert len(spec.net) == 2
    room = page_room(PAPER_SIZES[paper], 6)
    for part in spec.net:
        assert all(one <= other for one, other in zip(sorted(part.size_mm), sorted(room), strict=True))
    held = {}
    for label, pieces, _ in spec.contents:
        held[label] = held.get(label, 0) + pieces
    # 25 cards; 10 score and 15 penalty markers; five doors, the star, five overviews and the rules.
    counts = {"shape-card, x-card": 25, "score-marker, penalty-marker": 25, "door-marker": 5, "leader-token": 1}
    assert held == {**counts, "action-overview": 5, "rule-sheet": 1, "paper-board": 5}
    # A board of 196 mm is folded across half a place (18.8 mm) beside its middle. Its base is 20 mm, the channel's 0.8 and
    # 0.35 of card wide; a panel on either side is the root of 10 and 20 squared. Six layers of 0.35 mm, half as much again.
    boards = next(size for label, _, size in spec.contents if label == "paper-board")
    assert sorted(boards) == pytest.approx([5 * 6 * 0.35 * 1.5, 21.15 + 2 * 500**0.5, 98 + 18.8], abs=0.001)
    # Cards are 0.3 mm; a marker is 2 mm of chipboard with paper of 0.11 and glue of 0.05 mm on both sides.
    cards = next(size for label, _, size in spec.contents if label.startswith("shape"))
    assert sorted(cards) == pytest.approx([7.5, 36, 50])
    doors = next(size for label, _, size in spec.contents if label == "door-marker")
    assert sorted(doors) == pytest.approx([5 * 2.32, 24, 32])
    sides = sorted((spec.inner.width_mm, spec.inner.height_mm, spec.inner.depth_mm))
    for _, _, size in spec.contents:
        assert all(one + 1 <= other for one, other in zip(sorted(size), sides, strict=True))


def test_sleeves_backing_spares_and_players_change_it():
    (plain,), (sleeved,) = boxes(), boxes("card.sleeve=premium")
    cards = [size for spec in (plain, sleeved) for label, _, size in spec.contents if label.startswith("shape")]
    # A premium sleeve adds 3 mm to either side and 0.18 mm to the thickness.
    assert sorted(cards[1]) == pytest.approx([25 * 0.48, 39, 53])
    (flat,) = boxes("paper.backing_mm=0")
    assert flat.inner.depth_mm < plain.inner.depth_mm
    (spare,) = boxes("spares={score-marker: 2}")
    assert "12" in texts(spare)
    (two,) = boxes(f"games.{GAME}.players=2")
    assert "2 players" in texts(two)
    assert {"8", "X cards"} <= texts(two)


def texts(spec):
    return {mark.run.text for _, face in spec.faces for mark in face.marks if mark.run}


def test_front_and_back_say_what_it_is_and_what_is_in_it():
    (spec,) = boxes()
    assert {"GEOMETRIC", "CHAMBER", "2 to 5 players", "In this box"} <= texts(spec)
    names = {"shape cards", "X cards", "score markers", "penalty markers", "door markers", "leader token", "rule sheet"}
    assert {*names, "overviews of actions", "5", "20", "10", "15", "1"} <= texts(spec)
    front = dict(spec.faces)["front"]
    # The colours of five sets, each with its shape.
    assert {"#d6a419", "#1f4c0b", "#d01b70", "#25e4ca", "#877bf6"} <= {mark.colour for mark in front.marks}
    for _, face in spec.faces:
        shown = unary_union([mark.area for mark in face.marks])
        assert face.trim.buffer(-4).covers(shown), "what is printed keeps away from the folds"


def test_a_box_too_large_for_one_page_comes_in_parts():
    (spec,) = boxes(*BIG)
    assert len(spec.net) > 1
    room = page_room(PAPER_SIZES["a4"], 6)
    for part in spec.net:
        wide, high = part.size_mm
        assert (wide <= room[0] and high <= room[1]) or (high <= room[0] and wide <= room[1])
    assert [spec.part_name(part) for part in spec.net] == [f"tuck-box.{n}-of-{len(spec.net)}" for n in (1, 2)]


def test_a_box_that_no_page_takes_is_refused_with_the_paper_that_would():
    with pytest.raises(DesignError) as raised:
        boxes(*HUGE)
    told = str(raised.value)
    # A4 less 6 mm of margin all round, and 15 and 9 mm for the head and the foot.
    assert "A4 with a margin of 6 mm holds up to 198.0 x 261.0 mm" in told
    assert re.search(r"tuck-box = [\d.]+ x [\d.]+ x [\d.]+ mm inside: one panel with its flaps takes", told)
    assert re.search(r"\((A3|Tabloid|A2|A1) would do\); take smaller or fewer pieces", told)


def test_a_list_that_no_panel_holds_is_refused():
    rows = [(number, "things") for number in range(1, 30)]
    with pytest.raises(DesignError, match="no room for the list of 29 sorts"):
        tuck_back("tuck-box.back", "In this box", rows, rectangle(40, 30, 0), Palette())


@pytest.mark.parametrize(
    ("one", "many"),
    [
        ("X card", "X cards"),
        ("domino", "dominoes"),
        ("overview of actions", "overviews of actions"),
        ("box", "boxes"),
        ("number plate, owner's side", "number plates, owner's side"),
        ("penalty", "penalties"),
        ("key", "keys"),
    ],
)
def test_more_than_one(one, many):
    assert plural(one) == many


@pytest.mark.parametrize(
    ("game", "said"),
    [
        ("judge-domino", ", for markers on chipboard of 2 mm."),
        ("doubutsu-jungo", ", for markers on chipboard of 2 mm."),
        (GAME, ", for cards without sleeves and markers on chipboard of 2 mm."),
    ],
)
def test_a_box_speaks_of_cards_where_the_game_has_some(game, said):
    made = planned((f"games=[{game}]", "paper.sizes=[a4]"), game).artifacts
    (spec,) = [one.spec for one in made if one.path == f"{game}/pdf/a4/tuck-box.pdf"]
    assert spec.made_for.endswith(f"mm inside{said}")


@pytest.mark.parametrize("size", [(126.05, 75.55), (110.0, 60.0), (60.0, 110.0), (77.55, 126.05)], ids=str)
@pytest.mark.parametrize(
    ("title", "shapes"),
    [("Judge Domino", ("ring", "x")), ("Geometric Chamber", ("circle", "triangle", "square", "pentagon", "hexagon"))],
)
def test_nothing_on_the_front_lies_on_anything_else(title, shapes, size):
    """A front that lies is low: the line at its foot was printed across the title."""
    palette = Palette()
    filled = [(shape, palette.hex("gold")) for shape in shapes]
    face = tuck_front("front", title, "2 to 5 players", filled, rectangle(*size, 0), palette)
    # A shape's outline and what fills it are one sign.
    texts = [mark.area for mark in face.marks if mark.run is not None]
    signs = [mark.area for mark in face.marks if mark.run is None][::2]
    assert len(signs) == len(shapes)
    assert [mark.run.text for mark in face.marks if mark.run is not None][-1] == "2 to 5 players"
    for one, other in combinations([*texts, *signs], 2):
        assert one.distance(other) >= 0.8
    # Air of 5 mm to each edge, and the players' line below all else.
    assert box(*face.trim.buffer(-5, join_style="mitre").bounds).covers(unary_union([*texts, *signs]))
    assert texts[-1].bounds[3] < min(area.bounds[1] for area in (*texts[:-1], *signs))
