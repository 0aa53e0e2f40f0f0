"""What a picture of the filled box needs: the place of everything, the lid, and the names of the pieces."""

from __future__ import annotations

from dataclasses import dataclass

from design.context import Context
from design.graphics.colour.palette import Palette
from design.parts.boxes.lid import AnyLid
from design.storage.box import FilledTray, filled_tray
from design.storage.lids import any_lid_spec
from rules.bill import pieces_in
from rules.game import Medium


@dataclass(frozen=True)
class FilledBox:
    """The box with everything in it, its lid, the names of components and the colours of sets.

    `tint` is the share of these colours that is printed, from 0 to 1; the rest is the paper's white.
    """

    filled_tray: FilledTray
    lid: AnyLid
    names: tuple[tuple[str, str], ...]
    colours: Palette
    tint: float = 1.0

    @property
    def outside_mm(self) -> tuple[float, float, float]:
        """Width, depth and height of the closed box."""
        tray = self.filled_tray.tray
        return *tray.extent_mm[:2], tray.rim_mm + self.lid.plate_mm

    def name(self, component: str) -> str:
        """A component's name in words."""
        return dict(self.names)[component]


def filled_box(context: Context) -> FilledBox | None:
    """A game's filled box; None if the game has no box of solid parts."""
    tray, lid = (
        next((line.component.id for line in context.bill.lines if line.component.family == family), "")
        for family in ("tray", "lid")
    )
    if not tray or not lid:
        return None
    lines = (*context.bill.lines, *pieces_in(context.bill, Medium.SOLID))
    names = tuple(dict.fromkeys((line.component.id, context.words.name(line.component.id)) for line in lines))
    return FilledBox(filled_tray(context, tray), any_lid_spec(context, lid), names, context.config.colours)
