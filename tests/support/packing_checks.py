"""Whether everything lies in the box: judged from places and walls as boxes in space, apart from the packing's own steps."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from design.config.loading import load_config
from design.context import Context
from design.parts.boxes.lid import AnyLid
from design.parts.boxes.lift_off_lid import LidSpec
from design.parts.boxes.storage_box import TraySpec
from design.storage.box import FilledTray, Place
from rules.bill import derive_bill
from rules.game import load_game
from rules.words import load_words

HAIR_MM = 1e-4
GAME = "geometric-chamber"


def context(players: int = 5, *settings: str) -> Context:
    """The game for so many players, with settings as on the command line."""
    config = load_config(None, settings).config
    return Context.of(derive_bill(load_game(GAME), players), config, load_words(GAME))


def faults(packed: FilledTray, lid: AnyLid) -> list[str]:
    """Pieces that overlap, touch a wall, stand above the stores, or are in the lid's way."""
    tray = packed.tray
    wells = {well.label: well for well in tray.wells}
    recesses = {recess.label: recess for recess in tray.recesses}
    rim = tray.floor_mm + tray.inner_height_mm
    half = inside(tray, lid)
    found = []
    for place in packed.places:
        (x0, y0, z0), (x1, y1, z1) = place.corner, upper(place)
        where = wells.get(place.store) or recesses[place.store]
        room = (where.x_mm, where.y_mm, where.x_mm + where.width_mm, where.y_mm + where.depth_mm)
        if place.store in wells:
            low, high = tray.floor_mm, min([rim - tray.lip_room_mm, *(rim - one.deep_mm for one in recesses.values())])
        else:
            low, high = rim - recesses[place.store].deep_mm, rim
            room = (max(room[0], -half[0]), max(room[1], -half[1]), min(room[2], half[0]), min(room[3], half[1]))
        if x0 < room[0] - HAIR_MM or y0 < room[1] - HAIR_MM or x1 > room[2] + HAIR_MM or y1 > room[3] + HAIR_MM:
            found.append(f"{place.piece} reaches over a wall of {place.store}")
        if z0 < low - HAIR_MM or z1 > high + HAIR_MM:
            found.append(f"{place.piece} of {place.store} ends at {z1:g}, which is above {high:g}")
    for one, other in combinations(packed.places, 2):
        if overlap(one, other):
            found.append(f"{one.piece} and {other.piece} overlap")
    for one, other in combinations(tray.wells, 2):
        if (
            one.x_mm < other.x_mm + other.width_mm - HAIR_MM
            and other.x_mm < one.x_mm + one.width_mm - HAIR_MM
            and one.y_mm < other.y_mm + other.depth_mm - HAIR_MM
            and other.y_mm < one.y_mm + one.depth_mm - HAIR_MM
        ):
            found.append(f"the stores {one.label} and {other.label} overlap")
    return found


def inside(tray: TraySpec, lid: AnyLid) -> tuple[float, float]:
    """Half the room at the rim that the lid leaves papers: within its lip, or beside its ridge."""
    if isinstance(lid, LidSpec):
        return lid.lip_outer_width_mm / 2 - lid.lip_wall_mm, lid.lip_outer_depth_mm / 2 - lid.lip_wall_mm
    half = tray.inner_width_mm / 2, tray.inner_depth_mm / 2
    if lid.ridge is None:
        return half
    return lid.shift_mm + lid.ridge.x_mm - 2 * lid.ridge.high_mm - lid.ridge.top_mm, half[1]


def upper(place: Place) -> tuple[float, float, float]:
    """The corner opposite to a place's own."""
    x, y, z = (corner + size for corner, size in zip(place.corner, place.size, strict=True))
    return x, y, z


def overlap(one: Place, other: Place) -> bool:
    """Whether two pieces' rooms share more than a face."""
    ends = zip(one.corner, upper(one), other.corner, upper(other), strict=True)
    return all(low < other_high - HAIR_MM and other_low < high - HAIR_MM for low, high, other_low, other_high in ends)


def stacks(places: Sequence[Place]) -> dict[str, list[Place]]:
    """The places of each store."""
    found: dict[str, list[Place]] = {}
    for place in places:
        found.setdefault(place.store, []).append(place)
    return found
