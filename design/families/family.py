"""A family: how a kind of component is made, stored, checked and judged, all of it named as text and found when used.

A name is `module:function`. Nothing is imported before it is called for: neither CAD nor PDF, nor the rooms above this one.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from design.context import Context, Item
from design.faces.face import Face
from design.parts.part_spec import PartSpec
from rules.bill import Variant
from rules.game import Medium

SolidMaker = Callable[[Context, Item, Variant], PartSpec]
FacesMaker = Callable[[Context, Item, Variant], tuple[Face, Face | None]]
ShownMaker = Callable[[Context, Item, Variant], tuple[Face, ...]]
TilesMaker = Callable[[Context, Item, Variant, tuple[float, float]], list[Face]]


def found(name: str) -> Any:
    """What is named `module:name`; its module is imported now."""
    module, _, attribute = name.partition(":")
    return getattr(importlib.import_module(module), attribute)


class Stored(StrEnum):
    """Where the storage box has it: with others of its family, kept apart by component, on top of all stores, or nowhere."""

    TOGETHER = "together"
    APART = "apart"
    ON_TOP = "on top"
    NOWHERE = "nowhere"


@dataclass(frozen=True)
class Form:
    """A kind of solid: its specification, its builder, and its judge (`tablewright/inspection/solids/judge.py`)."""

    spec: type[PartSpec]
    builder: str
    judge: str


@dataclass(frozen=True)
class Family:
    """How a family is made.

    media: what it is made in. forms: what its solids are, one of them each. solid_by, faces_by, shown_by: makers of its
    specification, of the sides that are printed (a piece that is folded has no back), and of those that figures may show
    besides, by (context, component, variant). sheet: the stem of the print-and-play sheets that its pieces go on. tiles_by: in
    place of faces for what has one side and may be too large for a page: the faces it is printed in, a last argument being
    the room that a page gives. document_by: the writer of what is no piece of a sheet. slots: whether a face may be laid out
    by its owner. stored, sign: where the storage box has it, and the icon that marks its store where it has no outline of its
    own. checks: design rules of its own, by (loaded, games, plans).
    """

    media: frozenset[Medium]
    forms: tuple[Form, ...] = ()
    solid_by: str = ""
    sheet: str = ""
    faces_by: str = ""
    shown_by: str = ""
    tiles_by: str = ""
    document_by: str = ""
    slots: bool = False
    stored: Stored = Stored.TOGETHER
    sign: str = "circle"
    checks: tuple[str, ...] = ()

    @property
    def solid(self) -> SolidMaker | None:
        """The maker of its solid's specification."""
        return found(self.solid_by) if self.solid_by else None

    @property
    def faces(self) -> FacesMaker | None:
        """The maker of its printed sides."""
        return found(self.faces_by) if self.faces_by else None

    @property
    def shown(self) -> ShownMaker | None:
        """The maker of faces that only figures show."""
        return found(self.shown_by) if self.shown_by else None

    @property
    def tiles(self) -> TilesMaker | None:
        """The maker of the faces it is printed in."""
        return found(self.tiles_by) if self.tiles_by else None
