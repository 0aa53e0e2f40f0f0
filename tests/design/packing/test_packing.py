from __future__ import annotations

import math
from collections import Counter
from dataclasses import replace
from itertools import combinations

import pytest
from shapely import minimum_bounding_radius
from shapely.geometry import box

from design.config.printer import Printer
from design.graphics.polygons import as_multi
from design.parts.boxes.rims import free_at
from design.parts.splitting.split import split
from design.storage.box import filled_tray
from design.storage.layout import fits_bed
from design.storage.lids import any_lid_spec, lid_spec
from rules.errors import DesignError
from tests.support.packing_checks import context, faults, stacks, upper

POKER = ("card.width_mm=63", "card.height_mm=88", "card.sleeve=premium", "printer.bed_width_mm=400", "printer.bed_depth_mm=400")
SLIDING = ("storage_box.lid=sliding",)
CASES = {
    "two": (2, ()),
    "three": (3, ()),
    "four": (4, ()),
    "five": (5, ()),
    "poker cards in sleeves": (5, POKER),
    "small cards on letter": (4, ("card.width_mm=30", "card.height_mm=44", "paper.sizes=[letter]")),
    "high plates, tight stores": (2, ("number_board.plate_height_mm=30", "fits.store_clearance_mm=0.2")),
    "wide lines": (5, ("printer.preset=bambu-x1-p1", "printer.nozzle_mm=0.6", "storage_box.wall_mm=2.4")),
    "sliding lid, two": (2, SLIDING),
    "sliding lid, five": (5, SLIDING),
    "sliding lid, little headroom, by kind": (3, (*SLIDING, "storage_box.headroom_mm=0.2", "storage_box.sort=kinds")),
    "sliding lid, poker cards": (5, (*SLIDING, *POKER)),
    "sliding lid, wide lines": (4, (*SLIDING, "printer.preset=bambu-x1-p1", "printer.nozzle_mm=0.6")),
}


@pytest.mark.parametrize("case", CASES)
def test_everything_lies_in_the_box(case: str) -> None:
    players, settings = CASES[case]
    made = context(players, *settings)
    packed = filled_tray(made)
    assert faults(packed, any_lid_spec(made, "storage-lid")) == []
    tray, printer = packed.tray, made.config.printer
    outer = (tray.inner_width_mm + 2 * tray.wall_mm, tray.inner_depth_mm + 2 * tray.wall_mm)
    assert fits_bed(printer, *outer)
    # The rules: 14 n + 6 parts; beside them an overview a player and one rule sheet.
    stored = Counter({label: len(places) for label, places in stacks(packed.places).items()})
    assert stored.pop("action-overview") == players
    assert stored.pop("rule-sheet") == 1
    assert sum(stored.values()) == 14 * players + 6
    for well in tray.wells:
        assert sum(count for _, count in well.holds) == stored[well.label]


COLOURS = ("gold", "forest", "crimson", "turquoise", "violet")


def test_a_set_is_lifted_out_as_one() -> None:
    """Every player's two connectors, two score markers and three penalties of the colour share a store."""
    wells = {well.label: well for well in filled_tray(context()).tray.wells}
    for colour in COLOURS:
        held = dict(wells.pop(f"player.{colour}").holds)
        assert held == {"connector.left": 1, "connector.right": 1, "score-marker": 2, f"penalty-marker.{colour}": 3}
    # Two plates a player and 25 cards lie in the order of the sets, five doors and a star in stores of their own.
    assert {label: sum(count for _, count in well.holds) for label, well in wells.items()} == {
        "plates": 10,
        "cards": 25,
        "door-marker": 5,
        "leader-token": 1,
    }


SPARES = "spares={score-marker: 1, penalty-marker: 1, x-card: 2, connector: 1, action-overview: 1}"


@pytest.mark.parametrize("sort", ["kits", "kinds"])
def test_spares_have_their_place(sort: str) -> None:
    """One score marker, a penalty marker a colour, two X cards a colour, a connector of each hand, an overview."""
    made = context(5, SPARES, f"storage_box.sort={sort}")
    packed = filled_tray(made)
    assert faults(packed, lid_spec(made, "storage-lid")) == []
    pieces = Counter(place.piece for place in packed.places)
    assert pieces["score-marker"] == 2 * 5 + 1
    assert [pieces[f"penalty-marker.{colour}"] for colour in COLOURS] == [3 + 1] * 5
    assert [pieces[f"x-card.{colour}"] for colour in COLOURS] == [4 + 2] * 5
    assert (pieces["connector.left"], pieces["connector.right"], pieces["action-overview"]) == (6, 6, 6)
    if sort == "kits":
        # A spare of a colour lies with its set; what belongs to none has a store of its own, so that sets stay alike.
        wells = {well.label: dict(well.holds) for well in packed.tray.wells}
        assert wells["player.gold"] == {"connector.left": 1, "connector.right": 1, "score-marker": 2, "penalty-marker.gold": 4}
        assert wells["spare-score-marker"] == {"score-marker": 1}


def test_by_kind_each_kind_has_a_store() -> None:
    packed = filled_tray(context(5, "storage_box.sort=kinds"))
    held = {well.label: sum(count for _, count in well.holds) for well in packed.tray.wells}
    # Two plates, two connectors and two score markers a player, 25 cards, three penalties a player, five doors, a star.
    assert held == {
        "plates": 10,
        "connectors": 10,
        "cards": 25,
        "score-marker": 10,
        "penalty-marker": 15,
        "door-marker": 5,
        "leader-token": 1,
    }


@pytest.mark.parametrize("sort", ["kits", "kinds"])
def test_less_than_45_percent_is_air(sort: str) -> None:
    packed = filled_tray(context(5, f"storage_box.sort={sort}"))
    tray = packed.tray
    cavity = tray.inner_width_mm * tray.inner_depth_mm * tray.inner_height_mm
    pieces = sum(math.prod(place.size) for place in packed.places)
    assert 1 - pieces / cavity == pytest.approx(packed.air)
    assert packed.air < 0.45


def test_every_store_has_the_sign_of_its_set() -> None:
    """A triangle is less of its bounding circle than a square, a square less than a hexagon."""
    wells = {well.label: well for well in filled_tray(context()).tray.wells}
    share = {
        colour: well.area / (math.pi * minimum_bounding_radius(well) ** 2)
        for colour in COLOURS
        for well in wells[f"player.{colour}"].windows[:1]
    }
    assert share["forest"] < share["crimson"] < share["turquoise"] < share["violet"] < share["gold"]


def test_upside_down_nothing_leaves_its_store() -> None:
    """Over every wall inside, what is free below the lid is thinner than a card, even when the papers fall onto it."""
    made = context()
    packed = filled_tray(made)
    tray, rim = packed.tray, packed.tray.floor_mm + packed.tray.inner_height_mm
    thinnest = min(min(place.size) for place in packed.places)
    assert thinnest == 0.3
    piles = {
        recess.label: (recess, sum(place.size[2] for place in packed.places if place.store == recess.label))
        for recess in tray.recesses
    }
    for recess, pile in piles.values():
        assert 0 <= recess.deep_mm - pile < thinnest
    # Elsewhere the walls reach the lid; only where its lip goes they end lower, and there the lip closes them.
    lid = lid_spec(made, "storage-lid")
    assert tray.lip_room_mm - lid.lip_height_mm == pytest.approx(0.4)
    assert rim - tray.lip_room_mm > max(upper(one)[2] for one in packed.places if one.store not in piles)


def test_clearance_is_kept_to_every_wall() -> None:
    packed = filled_tray(context(5, "fits.store_clearance_mm=0.9"))
    wells = {well.label: well for well in packed.tray.wells}
    for label, places in stacks(packed.places).items():
        if label not in wells:
            continue
        well = wells[label]
        assert min(place.corner[0] for place in places) >= well.x_mm + 0.9 - 1e-4
        assert min(place.corner[1] for place in places) >= well.y_mm + 0.9 - 1e-4
        assert max(upper(place)[0] for place in places) <= well.x_mm + well.width_mm - 0.9 + 1e-4
        assert max(upper(place)[1] for place in places) <= well.y_mm + well.depth_mm - 0.9 + 1e-4


def test_sleeves_make_the_stack_of_cards_thicker() -> None:
    def height(*settings: str) -> float:
        packed = filled_tray(context(5, "printer.bed_width_mm=260", "printer.bed_depth_mm=260", *settings))
        return max(upper(place)[2] for place in stacks(packed.places)["cards"]) - packed.tray.floor_mm

    # 25 cards of 0.30 mm; a premium sleeve adds two films of 0.09 mm to each.
    assert height() == pytest.approx(7.5)
    assert height("card.sleeve=premium") == pytest.approx(12.0)
    own = ("card.sleeve=own", "card.sleeve_width_mm=40", "card.sleeve_height_mm=56", "card.sleeve_film_mm=0.05")
    assert height(*own) == pytest.approx(10.0)
    packed = filled_tray(context(5, "printer.bed_width_mm=260", "printer.bed_depth_mm=260", *own))
    assert {tuple(sorted(place.size)) for place in stacks(packed.places)["cards"]} == {(0.4, 40.0, 56.0)}


def test_cards_lie_in_the_order_of_the_sets() -> None:
    cards = [place.piece for place in stacks(filled_tray(context()).places)["cards"]]
    assert cards[:5] == ["shape-card.gold", *["x-card.gold"] * 4]
    assert len({piece.split(".")[1] for piece in cards[20:]}) == 1


def test_one_piece_more_is_found() -> None:
    made = context()
    packed, lid = filled_tray(made), lid_spec(made, "storage-lid")
    tallest = max((place for place in packed.places if place.store == "door-marker"), key=lambda place: place.corner[2])
    raised = [replace(tallest, corner=(*tallest.corner[:2], tallest.corner[2] + step * tallest.size[2])) for step in (1, 2)]
    more = replace(packed, places=(*packed.places, *raised))
    assert any("which is above" in fault for fault in faults(more, lid))


@pytest.mark.parametrize("label", ["plates", "player.gold", "cards", "door-marker"])
def test_a_wall_moved_by_a_millimetre_is_found(label: str) -> None:
    made = context()
    packed, lid = filled_tray(made), lid_spec(made, "storage-lid")
    wells = tuple(
        replace(well, x_mm=well.x_mm + 1, width_mm=well.width_mm - 1, y_mm=well.y_mm + 1, depth_mm=well.depth_mm - 1)
        if well.label == label
        else well
        for well in packed.tray.wells
    )
    assert faults(replace(packed, tray=replace(packed.tray, wells=wells)), lid)


def test_a_lip_twice_as_thick_is_found() -> None:
    made = context()
    lid = lid_spec(made, "storage-lid")
    thick = replace(lid, lip_wall_mm=lid.lip_wall_mm + 2)
    assert any("rule-sheet reaches over" in fault for fault in faults(filled_tray(made), thick))


def test_openings_let_no_piece_through_and_lie_under_pieces() -> None:
    packed = filled_tray(context())
    for well in packed.tray.wells:
        places = stacks(packed.places)[well.label]
        floor = box(well.x_mm, well.y_mm, well.x_mm + well.width_mm, well.y_mm + well.depth_mm)
        assert well.windows
        for window in well.windows:
            assert floor.buffer(-1).contains(window)
            # A piece passes a round hole only if its second largest side does.
            assert 2 * minimum_bounding_radius(window) < min(sorted(place.size)[1] for place in places)
            assert any(box(*place.corner[:2], *upper(place)[:2]).intersects(window) for place in places)


@pytest.mark.parametrize("settings", [(), ("card.width_mm=20", "card.height_mm=30", "card.corner_mm=0")])
def test_between_two_openings_a_border_of_floor_is_left(settings: tuple[str, ...]) -> None:
    openings = [window for well in filled_tray(context(2, *settings)).tray.wells for window in well.windows]
    assert min(one.distance(other) for one, other in combinations(openings, 2)) >= 1.0


def test_half_moons_let_no_piece_out_below_the_lip() -> None:
    made = context()
    tray, lid = filled_tray(made).tray, lid_spec(made, "storage-lid")
    high = tray.thumb_mm - lid.lip_height_mm
    wide = 2 * (tray.thumb_mm**2 - lid.lip_height_mm**2) ** 0.5
    assert high > 4
    for place in filled_tray(made).places:
        small, middle, _ = sorted(place.size)
        if place.store in {well.label for well in tray.wells}:
            assert small > high or middle > wide


def test_the_bed_decides_to_a_tenth_of_a_millimetre() -> None:
    # A plate is 203 mm long; 0.6 mm of air and a wall of 1.6 mm at both ends, and 5 mm of the bed kept free.
    edge = 203 + 2 * (0.6 + 1.6) + 2 * 5
    for bed, parts in ((edge, 1), (edge - 0.1, 2)):
        made = context(5, f"printer.bed_width_mm={bed}", "printer.bed_depth_mm=150")
        tray = filled_tray(made).tray
        assert tray.inner_width_mm >= 204.2
        assert len(split(tray, made.config.printer, 0.15)) == parts


def test_a_bed_too_small_for_all_together_is_an_error() -> None:
    with pytest.raises(DesignError, match="76 pieces"):
        filled_tray(context(5, "printer.bed_depth_mm=80"))


def test_a_kept_corner_takes_its_room() -> None:
    printer = Printer(bed_width_mm=200, bed_depth_mm=200, edge_mm=0, corner_width_mm=20, corner_depth_mm=30)
    assert fits_bed(printer, 200, 170)
    assert fits_bed(printer, 180, 200)
    assert not fits_bed(printer, 190, 185)


def test_the_lid_goes_in_with_its_clearance() -> None:
    made = context(5, "fits.lid_clearance_mm=0.35")
    tray, lid = filled_tray(made).tray, lid_spec(made, "storage-lid")
    assert tray.inner_width_mm - lid.lip_outer_width_mm == pytest.approx(0.7)
    assert tray.inner_depth_mm - lid.lip_outer_depth_mm == pytest.approx(0.7)
    assert tray.lip_room_mm > lid.lip_height_mm
    # The title keeps half of the plate at least, and a whole layer.
    assert 0.2 <= lid.engrave_mm <= lid.top_mm / 2


def test_title_and_shapes_stay_on_the_lid() -> None:
    face = lid_spec(context(), "storage-lid").face
    assert face.trim.buffer(-8).contains(face.relief())
    # Seventeen letters (a space between the words) and the five shapes, each one piece.
    assert len(face.relief().geoms) == len("GEOMETRICCHAMBER") + 5
    # No stroke is so wide that the printer has to bridge 10 mm over it.
    assert face.relief().buffer(-5).is_empty


@pytest.mark.parametrize("settings", [(), ("printer.nozzle_mm=0.25", "printer.layer_mm=0.12")])
def test_no_speck_of_wall_stands_beside_the_papers(settings: tuple[str, ...]) -> None:
    """With lines of 0.25 mm specks of 0.0002 mm2 were left at the stores' round corners: 10 islands in the air."""
    tray = filled_tray(context(5, *settings)).tray
    inside = box(-tray.inner_width_mm / 2, -tray.inner_depth_mm / 2, tray.inner_width_mm / 2, tray.inner_depth_mm / 2)
    for below in (0.5, tray.recesses[0].deep_mm - 0.05, tray.recesses[-1].deep_mm - 0.05):
        # What reaches the outer walls is part of them.
        alone = [one for one in as_multi(inside.difference(free_at(tray, below))).geoms if one.distance(inside.boundary) > 0]
        assert min((one.area for one in alone), default=1.0) >= 1.0


def test_half_moons_of_a_low_box_end_above_its_floor() -> None:
    """Two players' markers and cards lie 8 mm high; a half-moon of 9 mm cut the wall in two."""
    low = ("number_board.plate_height_mm=12", "storage_box.lid_lip_mm=1.5", "storage_box.headroom_mm=0.2")
    for players in (2, 5):
        tray = filled_tray(context(players, *low)).tray
        assert tray.thumb_mm <= tray.inner_height_mm - tray.wall_mm + 1e-9
