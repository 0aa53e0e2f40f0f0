from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from shapely import minimum_bounding_radius
from shapely.geometry import box

from design.layout import fits_bed
from design.packing import lid_spec, packing
from design.printer import Printer
from design.splitting import split
from rules.errors import DesignError
from tests.packing_checks import context, faults, stacks, upper

POKER = ("card.width_mm=63", "card.height_mm=88", "card.sleeve=premium", "printer.bed_width_mm=400", "printer.bed_depth_mm=400")
CASES = {
    "two": (2, ()),
    "three": (3, ()),
    "four": (4, ()),
    "five": (5, ()),
    "poker cards in sleeves": (5, POKER),
    "small cards on letter": (4, ("card.width_mm=30", "card.height_mm=44", "paper.sizes=[letter]")),
    "high plates, tight stores": (2, ("number_board.plate_height_mm=30", "fits.store_clearance_mm=0.2")),
    "wide lines": (5, ("printer.preset=bambu-x1-p1", "printer.nozzle_mm=0.6", "storage_box.wall_mm=2.4")),
}


@pytest.mark.parametrize("case", CASES)
def test_everything_lies_in_the_box(case: str) -> None:
    players, settings = CASES[case]
    made = context(players, *settings)
    packed = packing(made)
    assert faults(packed, lid_spec(made, "storage-lid")) == []
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


def test_stores_hold_what_the_rules_give_five_players() -> None:
    held = {well.label: sum(count for _, count in well.holds) for well in packing(context()).tray.wells}
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


def test_clearance_is_kept_to_every_wall() -> None:
    packed = packing(context(5, "fits.store_clearance_mm=0.9"))
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
        packed = packing(context(5, "printer.bed_width_mm=260", "printer.bed_depth_mm=260", *settings))
        return max(upper(place)[2] for place in stacks(packed.places)["cards"]) - packed.tray.floor_mm

    # 25 cards of 0.30 mm; a premium sleeve adds two films of 0.09 mm to each.
    assert height() == pytest.approx(7.5)
    assert height("card.sleeve=premium") == pytest.approx(12.0)


def test_a_set_lies_together() -> None:
    cards = [place.piece for place in stacks(packing(context()).places)["cards"]]
    assert cards[:5] == ["shape-card.gold", *["x-card.gold"] * 4]
    assert len({piece.split(".")[1] for piece in cards[20:]}) == 1


def test_one_piece_more_is_found() -> None:
    made = context()
    packed, lid = packing(made), lid_spec(made, "storage-lid")
    tallest = max((place for place in packed.places if place.store == "door-marker"), key=lambda place: place.corner[2])
    raised = [replace(tallest, corner=(*tallest.corner[:2], tallest.corner[2] + step * tallest.size[2])) for step in (1, 2)]
    more = replace(packed, places=(*packed.places, *raised))
    assert any("which is above" in fault for fault in faults(more, lid))


@pytest.mark.parametrize("label", ["plates", "connectors", "cards", "penalty-marker"])
def test_a_wall_moved_by_a_millimetre_is_found(label: str) -> None:
    made = context()
    packed, lid = packing(made), lid_spec(made, "storage-lid")
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
    assert any("rule-sheet reaches over" in fault for fault in faults(packing(made), thick))


def test_openings_let_no_piece_through_and_lie_under_pieces() -> None:
    packed = packing(context())
    for well in packed.tray.wells:
        places = stacks(packed.places)[well.label]
        floor = box(well.x_mm, well.y_mm, well.x_mm + well.width_mm, well.y_mm + well.depth_mm)
        assert well.windows
        for window in well.windows:
            assert floor.buffer(-1).contains(window)
            # A piece passes a round hole only if its second largest side does.
            assert 2 * minimum_bounding_radius(window) < sorted(places[0].size)[1]
            assert any(box(*place.corner[:2], *upper(place)[:2]).intersects(window) for place in places)


def test_half_moons_let_no_piece_out_below_the_lip() -> None:
    made = context()
    tray, lid = packing(made).tray, lid_spec(made, "storage-lid")
    high = tray.thumb_mm - lid.lip_height_mm
    wide = 2 * (tray.thumb_mm**2 - lid.lip_height_mm**2) ** 0.5
    assert high > 4
    for place in packing(made).places:
        small, middle, _ = sorted(place.size)
        if place.store in {well.label for well in tray.wells}:
            assert small > high or middle > wide


def test_the_bed_decides_to_a_tenth_of_a_millimetre() -> None:
    # A plate is 203 mm long; 0.6 mm of air and a wall of 1.6 mm at both ends, and 5 mm of the bed kept free.
    edge = 203 + 2 * (0.6 + 1.6) + 2 * 5
    for bed, parts in ((edge, 1), (edge - 0.1, 2)):
        made = context(5, f"printer.bed_width_mm={bed}", "printer.bed_depth_mm=150")
        tray = packing(made).tray
        assert tray.inner_width_mm >= 204.2
        assert len(split(tray, made.config.printer, 0.15)) == parts


def test_a_bed_too_small_for_all_together_is_an_error() -> None:
    with pytest.raises(DesignError, match="76 pieces"):
        packing(context(5, "printer.bed_depth_mm=80"))


def test_a_kept_corner_takes_its_room() -> None:
    printer = Printer(bed_width_mm=200, bed_depth_mm=200, edge_mm=0, corner_width_mm=20, corner_depth_mm=30)
    assert fits_bed(printer, 200, 170)
    assert fits_bed(printer, 180, 200)
    assert not fits_bed(printer, 190, 185)


def test_the_lid_goes_in_with_its_clearance() -> None:
    made = context(5, "fits.lid_clearance_mm=0.35")
    tray, lid = packing(made).tray, lid_spec(made, "storage-lid")
    assert tray.inner_width_mm - lid.lip_outer_width_mm == pytest.approx(0.7)
    assert tray.inner_depth_mm - lid.lip_outer_depth_mm == pytest.approx(0.7)
    assert tray.inner_height_mm - tray.divider_height_mm > lid.lip_height_mm
    # The title keeps half of the plate at least, and a whole layer.
    assert 0.2 <= lid.engrave_mm <= lid.top_mm / 2


def test_title_and_shapes_stay_on_the_lid() -> None:
    face = lid_spec(context(), "storage-lid").face
    assert face.trim.buffer(-8).contains(face.relief())
    # Seventeen letters (a space between the words) and the five shapes, each one piece.
    assert len(face.relief().geoms) == len("GEOMETRICCHAMBER") + 5
    # No stroke is so wide that the printer has to bridge 10 mm over it.
    assert face.relief().buffer(-5).is_empty
