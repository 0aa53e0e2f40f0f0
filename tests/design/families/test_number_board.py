"""The assembled number board: what it must do on the table, measured on its solids and its files."""

from __future__ import annotations

import math
from functools import cache
from itertools import combinations, pairwise, product

import cadquery as cq
import numpy as np
import pytest
from shapely.affinity import scale, translate
from shapely.geometry import LineString, Polygon, box
from shapely.ops import unary_union

from design.checks import find_problems
from design.checks.standing import tip_angle_deg
from design.config.loading import load_config
from design.families.number_board.geometry import Board, board
from design.graphics.type.outlines import figure_outline
from fabrication.kernel.booleans import common, cut
from fabrication.scenes.assembly import PlacedBody
from rules.game import load_game
from tests.support.parts import DEFAULT, LARGEST, SMALLEST, Settings, built, configured, solids
from tests.support.standing import put_together, standing_cards

PARTS = {
    "owner": "number-plate-owner.gold",
    "table": "number-plate-table.gold",
    "left": "connector.left",
    "right": "connector.right",
}
SETTINGS: dict[str, Settings] = {
    "default": DEFAULT,
    "smallest": SMALLEST,
    "largest": LARGEST,
}
CORRECTED: dict[str, Settings] = {
    # A printer that prints too fat, and whose slicer narrows the first layer; one that prints too thin.
    "corrected": ("printer={fit_correction_mm: 0.15, elephant_foot_compensated: true}",),
    "corrected down": ("printer.fit_correction_mm=-0.1",),
}
CARD_G_CM3 = 1.2
"""Heavy card stock: about 1.0 is usual, and heavier cards tip a board sooner."""


def _placed(settings: Settings) -> dict[str, cq.Shape]:
    return {name: put_together([built(settings, piece)])[0].solid for name, piece in PARTS.items()}


def _cards(settings: Settings) -> tuple[PlacedBody, ...]:
    return standing_cards(board(configured(settings)), configured(settings).card)


def _shared(one: cq.Shape, other: cq.Shape) -> float:
    """Volume that both hold; shapes whose boxes stand apart share none and cost no boolean."""
    a, b = one.BoundingBox(), other.BoundingBox()
    apart = a.xmin > b.xmax or b.xmin > a.xmax or a.ymin > b.ymax or b.ymin > a.ymax or a.zmin > b.zmax or b.zmin > a.zmax
    return 0.0 if apart else float(common(one, other).Volume())


@cache
def _ends(settings: Settings, plate: str) -> cq.Shape:
    """What of a plate lies within its connectors, and a little more: the rest of it cannot meet them and costs time."""
    figures, solid = board(configured(settings)), _placed(settings)[plate]
    reach, long = figures.plate_length_mm / 2, figures.slot_depth_mm + 2
    ends = [cq.Solid.makeBox(long + 1, 40, 100, cq.Vector(x, -20, -10)) for x in (-reach - 1, reach - long)]
    return cq.Compound.makeCompound([common(solid, end) for end in ends])


@pytest.mark.parametrize("settings", SETTINGS.values(), ids=SETTINGS)
def test_nothing_runs_into_anything(settings):
    everything = [*_placed(settings).items(), *((card.name, card.solid) for card in _cards(settings))]
    for (name, one), (other_name, other) in combinations(everything, 2):
        assert _shared(one, other) == pytest.approx(0, abs=1e-9), f"{name} and {other_name}"


def _outlines(settings: Settings, z: float, mesh) -> dict[str, Polygon]:
    """Horizontal sections of the files, where the parts stand."""
    made = {}
    for name, piece in PARTS.items():
        read = mesh(settings, piece).copy()
        read.apply_transform(_matrix(built(settings, piece).frames["assembly"]))
        area = Polygon()
        for loop in read.section(plane_origin=[0, 0, z], plane_normal=[0, 0, 1]).discrete:
            area = area.symmetric_difference(Polygon(np.asarray(loop)[:, :2]))
        made[name] = area.buffer(0)
    return made


def _matrix(location: cq.Location) -> np.ndarray:
    transform = location.wrapped.Transformation()
    rows = [[transform.Value(row, column) for column in range(1, 5)] for row in range(1, 4)]
    return np.array([*rows, [0, 0, 0, 1]])


def _gaps(start: tuple[float, float], end: tuple[float, float], *areas: Polygon) -> list[float]:
    """Lengths of what lies free between the areas along a line."""
    line = LineString([start, end])
    solid = line.intersection(unary_union(areas))
    pieces = sorted((line.project(part.interpolate(0)), part.length) for part in getattr(solid, "geoms", [solid]))
    return [round(right[0] - left[0] - left[1], 3) for left, right in pairwise(pieces)]


@pytest.mark.parametrize("settings", (SETTINGS | CORRECTED).values(), ids=SETTINGS | CORRECTED)
def test_gaps_are_the_configured_clearances(settings, mesh):
    config = configured(settings)
    figures, more = board(config), config.printer.fit_correction_mm
    named = ("connector_slot_clearance_mm", "connector_key_clearance_mm", "connector_end_clearance_mm")
    slot, key, end = (getattr(config.fits, name) + more for name in named)
    areas = _outlines(settings, 0.3 * figures.plate_height_mm, mesh)
    plate_end, inner = figures.plate_length_mm / 2, figures.channel_mm / 2
    for hand, sign in (("left", -1), ("right", 1)):
        solid = [areas[hand], areas["owner"], areas["table"]]
        # Near the slot's mouth: beyond both keys and their grooves.
        clear = sign * (plate_end + end + 0.1 - figures.slot_depth_mm)
        across = _gaps((clear, -30), (clear, 30), *solid)
        assert across == pytest.approx([slot] * 4, abs=0.011), "faces of both plates"
        for plate, at in ((-1, figures.key_owner.at_mm), (1, figures.key_table.at_mm)):
            middle = sign * (plate_end - at)
            tip = _gaps((middle, 0), (middle, plate * 30), *solid)
            assert tip == pytest.approx([slot, slot], abs=0.011), "tip of the key, front of the plate"
            depth = plate * (inner + figures.key_owner.depth_mm / 2)
            along = _gaps((sign * (plate_end + 20), depth), (sign * (plate_end - figures.slot_depth_mm), depth), *solid)
            assert along[1:] == pytest.approx([key, key], abs=0.011), "sides of the key"
            # Behind the groove, since the rim around the back takes something off the plate's end.
            depth = plate * (inner + 0.6 * figures.plate_thickness_mm)
            along = _gaps((sign * (plate_end + 20), depth), (sign * (plate_end - figures.slot_depth_mm), depth), *solid)
            assert along == pytest.approx([end], abs=0.011), "end of the plate"
    assert inner * 2 == pytest.approx(figures.tongue_mm + 2 * slot)


@pytest.mark.parametrize("settings", (SETTINGS | CORRECTED).values(), ids=SETTINGS | CORRECTED)
def test_a_card_fits_at_the_tightest(settings):
    """Both plates lean against the tongues; a card grown by its clearance on every side still meets nothing."""
    config, parts = configured(settings), _placed(settings)
    figures, fits, more = board(config), config.fits, config.printer.fit_correction_mm
    inward = {
        name: parts[name].moved(cq.Location((0, sign * (fits.connector_slot_clearance_mm + more), 0)))
        for name, sign in (("owner", 1), ("table", -1))
    }
    for plate, hand in product(inward.values(), ("left", "right")):
        assert _shared(plate, parts[hand]) == pytest.approx(0, abs=1e-6)
    assert _shared(inward["owner"], inward["table"]) == pytest.approx(0, abs=1e-6), "spacers leave room to each other"
    width = config.card.outer_width_mm + 2 * (fits.card_place_clearance_mm + more) - 0.002
    thick = config.card.stock_mm + 2 * (fits.card_channel_clearance_mm + more) - 0.002
    size = (width, thick, config.card.outer_height_mm)
    rooms = cq.Compound.makeCompound(
        [cq.Solid.makeBox(*size, cq.Vector(x - width / 2, -thick / 2, 0)) for x in figures.places_x]
    )
    for name, solid in {**inward, "left": parts["left"], "right": parts["right"]}.items():
        assert _shared(rooms, solid) == pytest.approx(0, abs=1e-6), name


def _shown(settings: Settings, plate: str, mesh) -> Polygon:
    """What is cut into a plate's front, in board coordinates (x, z), cut through its digits."""
    spec = solids(settings)[PARTS[plate]].spec
    figures = board(configured(settings))
    read = mesh(settings, PARTS[plate]).copy()
    read.apply_transform(_matrix(built(settings, PARTS[plate]).frames["assembly"]))
    y = figures.channel_mm / 2 + figures.plate_thickness_mm - 0.4 * spec.front_depth_mm
    section = read.section(plane_origin=[0, -y if plate == "owner" else y, 0], plane_normal=[0, 1, 0])
    area = Polygon()
    for loop in section.discrete:
        area = area.symmetric_difference(Polygon(np.asarray(loop)[:, [0, 2]]))
    return box(*area.bounds).difference(area.buffer(0))


def _digits(settings: Settings, plate: str, mesh) -> list[Polygon]:
    """The digits from the owner's left to right, each in the coordinates of one who looks at it."""
    figures, shown = board(configured(settings)), _shown(settings, plate, mesh)
    tall = figures.plate_height_mm
    # Windows keep off the plate's edges, where rounding leaves slivers that would spoil a bounding box.
    half, low, high = figures.pitch_mm / 5, 0.1 * tall, 0.9 * tall
    found = [shown.intersection(box(x - half, low, x + half, high)) for x in figures.places_x]
    return found if plate == "owner" else [scale(one, -1, 1, origin=(0, 0)) for one in found]


def _likeness(one: Polygon, other: Polygon) -> float:
    """Shared area of two shapes laid middle on middle, as a share of their union."""
    left, bottom, right, top = one.bounds
    centred = translate(one, -(left + right) / 2, -(bottom + top) / 2)
    return float(centred.intersection(other).area / centred.union(other).area)


@pytest.mark.parametrize(("plate", "order"), [("owner", "12345"), ("table", "12345")])
def test_digits_are_read_in_order_and_never_mirrored(plate, order, mesh):
    """From the owner's seat 1 is at the left on both plates: so from the table the row reads 5 4 3 2 1."""
    tall = configured(DEFAULT).number_board.digit_height_mm
    for digit, found in zip(order, _digits(DEFAULT, plate, mesh), strict=True):
        likeness = {one: _likeness(found, figure_outline(one, tall)) for one in "12345"}
        assert max(likeness, key=likeness.__getitem__) == digit
        assert likeness[digit] > 0.98
        assert _likeness(scale(found, -1, 1), figure_outline(digit, tall)) < 0.9, f"{digit} would read as well mirrored"


@pytest.mark.parametrize("settings", SETTINGS.values(), ids=SETTINGS)
def test_twins_stand_behind_each_other(settings, mesh):
    owner, table = (_digits(settings, plate, mesh) for plate in ("owner", "table"))
    for x, one, other in zip(board(configured(settings)).places_x, owner, table, strict=True):
        middles = (one.bounds[0] + one.bounds[2]) / 2, -(other.bounds[0] + other.bounds[2]) / 2
        assert abs(middles[0] - middles[1]) <= 0.01
        assert middles[0] == pytest.approx(x, abs=0.01)


def tipping_degrees(settings: Settings, mesh) -> tuple[float, float]:
    """How far the board with five cards leans toward owner and table before it falls, from the files' masses."""
    config = configured(settings)
    masses, feet = [], []
    for piece in PARTS.values():
        read = mesh(settings, piece).copy()
        read.apply_transform(_matrix(built(settings, piece).frames["assembly"]))
        masses.append((read.volume * config.printer.density_g_cm3, read.center_mass))
        feet.append(read.vertices[read.vertices[:, 2] < 0.01][:, 1])
    masses += [(card.solid.Volume() * CARD_G_CM3, np.array(card.solid.Center().toTuple())) for card in _cards(settings)]
    _, y, z = sum(mass * centre for mass, centre in masses) / sum(mass for mass, _ in masses)
    edges = np.concatenate(feet)
    return math.degrees(math.atan2(y - edges.min(), z)), math.degrees(math.atan2(edges.max() - y, z))


def test_it_does_not_tip_before_25_degrees(mesh):
    owner, table = tipping_degrees(DEFAULT, mesh)
    assert owner >= 25
    assert table >= 25
    # What the design rule foresees from sizes alone, before anything is made.
    assert tip_angle_deg(configured(DEFAULT)) == pytest.approx(min(owner, table), abs=1)


@pytest.mark.parametrize(
    "settings",
    [
        # Measured from files: 21.4 degrees, and 19.2.
        ("number_board.connector_foot_mm=10",),
        ("card={width_mm: 63, height_mm: 88, sleeve: premium}", "number_board.plate_height_mm=30"),
    ],
)
def test_a_board_that_would_tip_is_refused_before_it_is_made(settings):
    wide = "printer={bed_width_mm: 500, bed_depth_mm: 500}"
    problems = find_problems(load_config(None, [*settings, wide]), [load_game("geometric-chamber")], [])
    assert any("would tip at" in problem.what for problem in problems)


def _turned(solid: cq.Shape, figures: Board, axis: str) -> cq.Shape:
    """Half a turn about the board's upright axis (z), or about the plate's normal through its middle (y)."""
    middle = (0, 0, figures.plate_height_mm / 2)
    tip = (0, 0, 1) if axis == "z" else (0, 1, figures.plate_height_mm / 2)
    return solid.rotate(middle if axis == "y" else (0, 0, 0), tip, 180)


def _into(solid: cq.Shape, slot: int, figures: Board) -> cq.Shape:
    """A plate's ends, where no spacer stands, moved to where a slot's plate stands: -1 the owner's, 1 the table's."""
    boxed = solid.BoundingBox()
    assert boxed.ymax - boxed.ymin == pytest.approx(figures.plate_thickness_mm, abs=0.01)
    wanted = figures.channel_mm / 2 if slot > 0 else -figures.channel_mm / 2 - figures.plate_thickness_mm
    return solid.moved(cq.Location((0, wanted - boxed.ymin, 0)))


def _least_collision(plate: cq.Shape, connectors: cq.Shape, settings: Settings) -> float:
    """The smallest shared volume whatever play in the slots is used."""
    fits = configured(settings).fits
    dx, dy = fits.connector_end_clearance_mm, fits.connector_slot_clearance_mm
    places = [(0.0, 0.0), *product((-dx, dx), (-dy, dy))]
    return min(_shared(plate.moved(cq.Location((x, y, 0))), connectors) for x, y in places)


@pytest.mark.parametrize("settings", [DEFAULT, SMALLEST], ids=["default", "smallest"])
@pytest.mark.parametrize("plate", ["owner", "table"])
@pytest.mark.parametrize("wrong", ["exchanged", "turned", "exchanged and turned", "upside down", "upside down and turned"])
def test_a_plate_put_in_wrongly_does_not_go_in(settings, plate, wrong):
    figures, parts = board(configured(settings)), _placed(settings)
    own = -1 if plate == "owner" else 1
    solid = _ends(settings, plate)
    if "upside down" in wrong:
        solid = _turned(solid, figures, "y")
    if wrong in ("turned", "exchanged", "upside down and turned"):
        solid = _turned(solid, figures, "z")
    slot = -own if "exchanged" in wrong else own
    connectors = cq.Compound.makeCompound([parts["left"], parts["right"]])
    assert _least_collision(_into(solid, slot, figures), connectors, settings) > 1


def test_the_right_plates_do_go_in_with_the_same_measure():
    figures, parts = board(configured(DEFAULT)), _placed(DEFAULT)
    connectors = cq.Compound.makeCompound([parts["left"], parts["right"]])
    for plate, slot in (("owner", -1), ("table", 1)):
        assert _shared(_into(_ends(DEFAULT, plate), slot, figures), connectors) == pytest.approx(0, abs=1e-9)


@pytest.mark.parametrize("settings", [DEFAULT, SMALLEST], ids=["default", "smallest"])
def test_exchanged_connectors_do_not_go_on(settings):
    """The left connector at the right end (turned to face the middle) and the right one at the left."""
    figures, parts = board(configured(settings)), _placed(settings)
    exchanged = cq.Compound.makeCompound([_turned(parts[hand], figures, "z") for hand in ("left", "right")])
    for plate in ("owner", "table"):
        assert _least_collision(_ends(settings, plate), exchanged, settings) > 1


@pytest.mark.parametrize("settings", SETTINGS.values(), ids=SETTINGS)
@pytest.mark.parametrize("plate", ["owner", "table"])
def test_no_groove_has_a_roof(settings, plate, mesh):
    """In print, the front down, nothing of a plate's ends hangs over air but the chamfered foot: they need no bridge."""
    read, figures = mesh(settings, PARTS[plate]), board(configured(settings))
    at_ends = np.abs(read.triangles_center[:, 0]) > figures.plate_length_mm / 2 - figures.slot_depth_mm
    # Steeper than 45 degrees, and not on the bed.
    roofs = (read.face_normals[:, 2] < -0.72) & (read.triangles[:, :, 2].max(axis=1) > 1e-3)
    assert not (roofs & at_ends).any()
    assert (roofs & ~at_ends).any(), "those of the digits are found"
    key = figures.key_owner if plate == "owner" else figures.key_table
    floor = figures.plate_thickness_mm - key.depth_mm
    up = at_ends & (read.face_normals[:, 2] > 1 - 1e-6) & (np.abs(read.triangles_center[:, 2] - floor) < 1e-3)
    width = key.width_mm + 2 * configured(settings).fits.connector_key_clearance_mm
    high = key.height_mm + configured(settings).fits.connector_key_clearance_mm
    assert read.area_faces[up].sum() == pytest.approx(2 * width * high, rel=1e-3), "both grooves have their floors"


def test_keys_are_what_keeps_them_out():
    """Without the keys an exchanged plate would go in: so it is the keys that are proved above."""
    figures, parts = board(configured(DEFAULT)), _placed(DEFAULT)
    half = figures.channel_mm / 2
    free = [
        cq.Solid.makeBox(400, figures.plate_thickness_mm, 40, cq.Vector(-200, y, -1))
        for y in (half, -half - figures.plate_thickness_mm)
    ]
    reach = figures.plate_length_mm / 2
    ends = [
        cut(parts[hand], [common(one, cq.Solid.makeBox(2 * reach, 40, 60, cq.Vector(-reach, -20, -2))) for one in free])
        for hand in ("left", "right")
    ]
    exchanged = _into(_turned(_ends(DEFAULT, "owner"), figures, "z"), 1, figures)
    assert _shared(exchanged, cq.Compound.makeCompound(ends)) == pytest.approx(0, abs=1e-6)
