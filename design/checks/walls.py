"""Design rules for walls, floors and free-standing parts, by the printer's nozzle and layers.

A wall is at least two lines thick, a free-standing one two and a half (0.8 and 1.0 mm with a 0.4 mm nozzle). A thinner
free-standing wall is limited in height. A floor has at least three layers and 0.6 mm, or what lies below shows through.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from design.config.derived import FLOOR_LAYERS
from design.config.loading import Loaded
from design.config.rail_sizes import WALL_LINES, groove_mm, rail_wall_mm
from design.plan.planning import Plan, parts_of
from rules.errors import Problem

FREE_LINES, FREE_HEIGHT = 2.5, 5.0
"""A free-standing wall thinner than FREE_LINES may be at most FREE_HEIGHT times as high as it is thick."""
FLOOR_MM = 0.6
LAYER_SHARE = 0.8
"""Greatest layer height as a share of the nozzle: a higher line does not bond to the one below (nozzle makers: 80 %)."""


def wall_problems(loaded: Loaded, plans: Sequence[Plan]) -> Iterator[Problem]:
    """Walls and floors thinner than the printer makes them, and walls too slender to stand alone."""
    yield from _layers(loaded)
    yield from _walls(loaded)
    yield from _sliding_lid(loaded)
    yield from _floors(loaded)
    yield from _free(loaded, plans)


def _layers(loaded: Loaded) -> Iterator[Problem]:
    printer = loaded.config.printer
    most = LAYER_SHARE * printer.nozzle_mm
    if printer.layer_mm > most + 1e-9:
        yield Problem(
            loaded.where("printer.layer_mm"),
            f"must be at most {most:g} mm ({LAYER_SHARE:g} x nozzle {printer.nozzle_mm:g}), or layers do not hold together",
        )


def _walls(loaded: Loaded) -> Iterator[Problem]:
    config, printer = loaded.config, loaded.config.printer
    board = ("connector_wall_mm", "connector_tongue_mm", "spacer_width_mm", "key_width_mm")
    keys = [f"number_board.{key}" for key in board] + ["storage_box.wall_mm", "storage_box.divider_mm"]
    for key in keys:
        section, name = key.split(".")
        if getattr(getattr(config, section), name) < printer.wall_mm - 1e-9:
            yield Problem(loaded.where(key), f"must be at least {printer.wall_mm:g} mm (2 x nozzle {printer.nozzle_mm:g})")


def _sliding_lid(loaded: Loaded) -> Iterator[Problem]:
    """Walls too thin for a sliding lid's grooves."""
    config, printer = loaded.config, loaded.config.printer
    if config.storage_box.lid != "sliding":
        return
    gap = config.clearances.sliding_lid_clearance_mm
    least = rail_wall_mm(gap, printer.nozzle_mm)
    if config.storage_box.wall_mm < least - 1e-9:
        yield Problem(
            loaded.where("storage_box.wall_mm"),
            f"must be at least {least:g} mm: a sliding lid's groove of {groove_mm(gap, printer.nozzle_mm):g} mm and "
            f"{WALL_LINES} x printer.nozzle_mm behind it; or set storage_box.lid to lift-off",
        )


def _floors(loaded: Loaded) -> Iterator[Problem]:
    """The box's floor and the lid's top, in whole layers as printed."""
    printer, box = loaded.config.printer, loaded.config.storage_box
    least = max(FLOOR_MM, FLOOR_LAYERS * printer.layer_mm)
    if printer.whole_layers(box.floor_mm) < least - 1e-9:
        yield Problem(
            loaded.where("storage_box.floor_mm"),
            f"must be at least {least:g} mm ({FLOOR_LAYERS} layers of {printer.layer_mm:g} mm, and {FLOOR_MM:g} mm), "
            "or what lies below shows through; make it thicker or take thinner layers",
        )


def _free(loaded: Loaded, plans: Sequence[Plan]) -> Iterator[Problem]:
    """Spacers, and the box's wall above dividers that end lower to make room for the lid's lip."""
    thick_enough = FREE_LINES * loaded.config.printer.nozzle_mm
    stands = {(wall.key, wall.thick_mm, round(wall.high_mm, 6)) for spec in parts_of(plans) for wall in spec.free_walls}
    for key, thick, high in sorted(stands):
        most = FREE_HEIGHT * thick
        if thick < thick_enough - 1e-9 and high > most + 1e-9:
            yield Problem(
                loaded.where(key),
                f"stands free {high:g} mm high, so it must be at least {min(thick_enough, high / FREE_HEIGHT):.2f} mm thick "
                f"({FREE_LINES:g} x printer.nozzle_mm, or a fifth of its height)",
            )
