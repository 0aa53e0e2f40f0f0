"""A family: how a kind of component is made, stored, checked and judged. All of it is named as text and found when used.

A name is `module:function`. Nothing is imported before it is needed: neither CAD nor PDF, nor the packages above this one.
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
    """The object named `module:name`; this imports its module."""
    module, _, attribute = name.partition(":")
    return getattr(importlib.import_module(module), attribute)


class Stored(StrEnum):
    """Where the storage box holds it: with others of its family, apart by component, on top of all stores, or nowhere."""

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

    media: what it is made in. forms: the kinds of its solids; each solid is one of them. solid_by, faces_by, shown_by: makers
    of its specification, of its printed sides (a folded piece has no back), and of further faces that figures may show, by
    (context, component, variant). sheet: the stem of the print-and-play sheets for its pieces. tiles_by: replaces faces_by for
    one-sided pieces that may be too large for a page; it makes the faces to print, and its last argument is the room on a
    page. document_by: the writer of what is not a piece on a sheet. slots: whether an owner may lay out its faces. stored,
    sign: where the storage box holds it, and the icon that marks its store if it has no outline of its own. checks: its own
    design rules, by (loaded, games, plans).
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
        """The maker of the faces that only figures show."""
        return found(self.shown_by) if self.shown_by else None

    @property
    def tiles(self) -> TilesMaker | None:
        """The maker of the faces in which it is printed."""
        return found(self.tiles_by) if self.tiles_by else None
