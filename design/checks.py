"""Design rules: sizes that contradict each other, all found before anything is made.

Limits for FDM parts: a wall is two lines of the nozzle, an engraved stroke one and a half; what stands
goes no farther than 25 degrees before it tips.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from design.bed_side import bed_side_problems
from design.beds import turn_to_fit
from design.board import board as board_of
from design.config import Config, Loaded
from design.faces.face import Face
from design.families import FOOT_RELIEF_MM
from design.outlines import as_multi
from design.plan import Plan
from design.specs import LidSpec, MarkerSpec, PlateSpec, SheetSpec, SplitSpec, TraySpec
from design.splitting import Cut, beside_spacer_mm, height_of, joint_of, plate_cuts, region_of
from design.tuck_box import TuckBoxSpec
from rules.errors import Problem
from rules.game import Game, Medium

TIP_DEG = 25.0
PAPER_DENSITY_G_CM3 = 1.2
"""Heavy coated card stock, the worst case: 0.30 mm of it weighs 360 g a square metre."""
THIN_SHARE = 0.12
"""Part of a face's ink that may be thinner than a stroke: the tips of serifs and corners."""


def find_problems(loaded: Loaded, games: Sequence[Game], plans: Sequence[Plan]) -> list[Problem]:
    """Every contradiction in a configuration of these games; `plans` are those that could be made of them."""
    problems = list(_sheets(loaded))
    if any("plate" in game.families for game in games):
        problems += _board(loaded)
    problems += _markers(loaded, plans)
    problems += _extents(loaded.config, plans)
    problems += _faces(loaded.config, plans)
    problems += bed_side_problems(plans, loaded.config.printer)
    return _each_once(problems)


def _each_once(problems: list[Problem]) -> list[Problem]:
    """One problem for all variants of a piece that share it: `door-marker.1.front and 4 alike`."""
    groups: dict[tuple[str, str, str], list[Problem]] = {}
    for problem in dict.fromkeys(problems):
        component, _, rest = problem.where.partition(".")
        side = rest.rpartition(".")[2]
        is_piece = " " not in problem.where
        groups.setdefault((component, side, problem.what) if is_piece else (problem.where, "", problem.what), []).append(
            problem
        )
    return [
        first if not more else Problem(f"{first.where} and {len(more)} alike", first.what) for first, *more in groups.values()
    ]


def _sheets(loaded: Loaded) -> Iterator[Problem]:
    paper = loaded.config.paper
    for side in ("front", "back"):
        key = f"paper.{side}_bleed_mm"
        if 2 * getattr(paper, f"{side}_bleed_mm") > paper.gap_mm + 1e-9:
            yield Problem(
                loaded.where(key), f"must be at most half of paper.gap_mm ({paper.gap_mm / 2:g} mm), or bleeds overlap"
            )


def _board(loaded: Loaded) -> Iterator[Problem]:
    config = loaded.config
    board, card, fits, printer = config.number_board, config.card, config.fits, config.printer
    wall = printer.wall_mm
    left = board.plate_thickness_mm - printer.whole_layers(board.digit_depth_mm) - printer.whole_layers(board.symbol_depth_mm)
    if left < wall - 1e-9:
        room = board.plate_thickness_mm - wall
        yield Problem(
            loaded.where("number_board.digit_depth_mm"),
            f"with symbol_depth_mm {board.symbol_depth_mm:g} must be at most {room:g} mm in a plate of "
            f"{board.plate_thickness_mm:g} mm, so that {wall:g} mm are left between them; make the plate thicker",
        )
    if board.plate_thickness_mm - board.key_depth_mm < wall - 1e-9:
        most = board.plate_thickness_mm - wall
        yield Problem(
            loaded.where("number_board.key_depth_mm"),
            f"must be at most {most:g} mm (number_board.plate_thickness_mm less a wall of {wall:g}); make the plate thicker",
        )
    if board.key_depth_mm < 3 * fits.connector_slot_clearance_mm:
        least = 3 * fits.connector_slot_clearance_mm
        yield Problem(
            loaded.where("number_board.key_depth_mm"),
            f"must be at least {least:g} mm (3 x fits.connector_slot_clearance_mm), or a wrong plate slips past the key",
        )
    apart = 0.38 * board.end_length_mm - board.key_width_mm - fits.connector_key_clearance_mm
    if apart < fits.connector_key_clearance_mm + 0.2:
        least = (board.key_width_mm + 2 * fits.connector_key_clearance_mm + 0.2) / 0.38
        yield Problem(
            loaded.where("number_board.end_length_mm"),
            f"must be at least {least:.1f} mm, so that both keys have their own place",
        )
    for key in ("connector_wall_mm", "connector_tongue_mm", "spacer_width_mm", "key_width_mm"):
        if getattr(board, key) < wall - 1e-9:
            yield Problem(
                loaded.where(f"number_board.{key}"), f"must be at least {wall:g} mm (2 x nozzle {printer.nozzle_mm:g})"
            )
    slot = board.plate_thickness_mm + 2 * fits.connector_slot_clearance_mm
    body = 2 * (board.connector_wall_mm + slot) + board.connector_tongue_mm
    if board.connector_foot_mm < body:
        yield Problem(
            loaded.where("number_board.connector_foot_mm"), f"must be at least {body:.1f} mm, the connector's own depth"
        )
    if board.digit_height_mm > board.plate_height_mm - 4:
        most = board.plate_height_mm - 4
        yield Problem(
            loaded.where("number_board.digit_height_mm"),
            f"must be at most {most:g} mm (number_board.plate_height_mm less 2 mm above and below)",
        )
    window = 0.7 * card.height_mm - 0.31 * card.width_mm
    if board.plate_height_mm > window:
        yield Problem(
            loaded.where("number_board.plate_height_mm"),
            f"must be at most {window:.1f} mm for cards of {card.height_mm:g} mm, or the plate hides their shape",
        )
    if _cuts(config) is None:
        least = _places_mm(config)
        yield Problem(
            loaded.where("card.width_mm"),
            f"must be at most {_widest_card(config):.1f} mm: a plate cut between any two places has a piece of {least:.1f} x "
            f"{board.plate_height_mm:g} mm, and the usable bed is {_bed(config)}; take smaller cards or a larger bed",
        )
    angle = tip_angle_deg(config)
    if angle < TIP_DEG:
        yield Problem(
            loaded.where("number_board.connector_foot_mm"),
            f"the board with its cards would tip at {angle:.0f} degrees, and must stand to {TIP_DEG:g}; make the foot deeper",
        )


def tip_angle_deg(config: Config) -> float:
    """How far the board with five cards leans before it tips over the foot's edge, in degrees.

    Plates, connectors (as blocks of half the foot's depth) and cards by their boxes' masses.
    """
    board, card = config.number_board, config.card
    plates = 2 * _plate_length(config) * board.plate_height_mm * board.plate_thickness_mm * config.printer.density_g_cm3
    ends = 2 * (board.end_length_mm + board.connector_wall_mm) * board.connector_foot_mm * board.plate_height_mm / 2
    ends *= config.printer.density_g_cm3
    cards = 5 * card.outer_width_mm * card.outer_height_mm * card.stock_mm * PAPER_DENSITY_G_CM3
    centre = ((plates + ends) * board.plate_height_mm / 2 + cards * card.outer_height_mm / 2) / (plates + ends + cards)
    return math.degrees(math.atan2(board.connector_foot_mm / 2 - FOOT_RELIEF_MM, centre))


def _plate_length(config: Config) -> float:
    return board_of(config).plate_length_mm


def _bed(config: Config) -> str:
    printer = config.printer
    return f"{printer.usable_width_mm:g} x {printer.usable_depth_mm:g} mm (printer.preset {printer.preset})"


def _widest_card(config: Config) -> float:
    """The widest card whose plates still lie on the bed, split if need be, in steps of 0.1 mm; 0 if there is none."""
    for tenths in range(round(10 * config.card.width_mm), 0, -1):
        card = config.card.model_copy(update={"width_mm": tenths / 10})
        if _cuts(config.model_copy(update={"card": card})) is not None:
            return tenths / 10
    return 0.0


def _cuts(config: Config) -> tuple[Cut, ...] | None:
    """Where a plate is cut so that its pieces lie on the bed; none where it fits whole, None where no cuts do."""
    board, joint = board_of(config), joint_of(config.printer, config.fits.split_joint_clearance_mm)
    beside = beside_spacer_mm(config.number_board.spacer_width_mm, joint)
    return plate_cuts(board.plate_length_mm, board.plate_height_mm, board.borders_x, beside, config.printer, joint)


def _places_mm(config: Config) -> float:
    """The longest piece of a plate that is cut at every border: an end and a place, up to the seam beyond the spacer."""
    board, joint = board_of(config), joint_of(config.printer, config.fits.split_joint_clearance_mm)
    beside = beside_spacer_mm(config.number_board.spacer_width_mm, joint)
    return board.plate_length_mm / 2 + board.borders_x[0] - beside


def _markers(loaded: Loaded, plans: Sequence[Plan]) -> Iterator[Problem]:
    printer = loaded.config.printer
    for artifact in (artifact for one in plans for artifact in one.artifacts):
        spec = artifact.spec
        if isinstance(spec, MarkerSpec) and spec.thickness_mm - spec.engrave_mm < printer.wall_mm - 1e-9:
            most = spec.thickness_mm - printer.wall_mm
            yield Problem(
                f"{spec.name} relief_mm = {spec.engrave_mm:g}",
                f"must be at most {most:g} mm in a marker of {spec.thickness_mm:g} mm; make the marker thicker",
            )


def _extents(config: Config, plans: Sequence[Plan]) -> Iterator[Problem]:
    """Parts too large for the printer, each component once; plates are `_board`'s, by the card's width."""
    printer = config.printer
    seen: set[str] = set()
    for artifact in (artifact for one in plans for artifact in one.artifacts):
        spec = artifact.spec
        extent = _extent(spec)
        if extent is None or spec.name.partition(".")[0] in seen:
            continue
        seen.add(spec.name.partition(".")[0])
        width, depth, height = extent
        # A plate that no cuts make fit is `_board`'s.
        if not (isinstance(spec, PlateSpec) and _cuts(config) is None) and turn_to_fit(width, depth, printer) is None:
            yield Problem(
                f"{spec.name} = {width:.1f} x {depth:.1f} mm",
                f"must fit the usable bed of {_bed(config)}, turned or split as it may be; "
                "choose a larger printer, fewer players or smaller cards",
            )
        if height > printer.bed_height_mm:
            most = f"{printer.bed_height_mm:g} mm (printer.bed_height_mm)"
            yield Problem(f"{spec.name} = {height:.1f} mm high", f"must be at most {most}")


def _extent(spec: object) -> tuple[float, float, float] | None:
    if isinstance(spec, SplitSpec):
        left, bottom, right, top = region_of(spec).bounds
        return right - left, top - bottom, height_of(spec.whole)
    if isinstance(spec, PlateSpec):
        return spec.length_mm, spec.height_mm, spec.thickness_mm + spec.spacer_height_mm
    if isinstance(spec, MarkerSpec):
        return *spec.front.size_mm, spec.thickness_mm + spec.raise_mm
    if isinstance(spec, TraySpec):
        wall = 2 * spec.wall_mm
        return spec.inner_width_mm + wall, spec.inner_depth_mm + wall, spec.inner_height_mm + spec.floor_mm
    if isinstance(spec, LidSpec):
        return spec.outer_width_mm, spec.outer_depth_mm, spec.top_mm + spec.lip_height_mm
    return None


def _faces(config: Config, plans: Sequence[Plan]) -> Iterator[Problem]:
    """Ink stays within its trim; what a nozzle draws is no thinner than its stroke."""
    stroke = config.printer.stroke_mm
    for artifact in (artifact for one in plans for artifact in one.artifacts):
        spec = artifact.spec
        for face in _shown(spec):
            outside = sum(mark.area.difference(face.trim).area for mark in face.marks)
            if outside > 1e-6:
                yield Problem(
                    face.name, f"what it shows goes {outside:.1f} mm2 over its edge; make the piece larger or the mark smaller"
                )
            if artifact.medium is Medium.SOLID and _thin_share(face, stroke) > THIN_SHARE:
                yield Problem(
                    face.name,
                    f"strokes are thinner than the nozzle draws ({stroke:g} mm = 1.5 x printer.nozzle_mm); "
                    "make the piece larger or take a finer nozzle",
                )


def _shown(spec: object) -> tuple[Face, ...]:
    if isinstance(spec, SplitSpec):
        return _shown(spec.whole)
    if isinstance(spec, PlateSpec | MarkerSpec):
        return (spec.front, spec.back)
    if isinstance(spec, LidSpec):
        return (spec.face,)
    if isinstance(spec, SheetSpec):
        return tuple(face for piece in spec.pieces for face in (piece.front, piece.back))
    if isinstance(spec, TuckBoxSpec):
        return tuple(face for _, face in spec.faces)
    return ()


def _thin_share(face: Face, stroke_mm: float) -> float:
    """The part of a face's relief that a stroke of this width does not reach."""
    relief = face.relief()
    if relief.is_empty:
        return 0.0
    drawn = as_multi(relief.buffer(-stroke_mm / 2).buffer(stroke_mm / 2))
    return float(1 - drawn.area / relief.area)
