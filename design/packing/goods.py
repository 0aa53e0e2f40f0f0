"""Goods to pack, and the stores they go into."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Stacking(StrEnum):
    """How equal pieces may share a store."""

    FLAT = "flat"
    ANY = "flat or on edge"
    STANDING = "standing, side by side"


@dataclass(frozen=True)
class Envelope:
    """A piece as it is printed, or as cut and lying down: width X, depth Y and height Z of the space it takes, mm.

    A stack of flat pieces grows by `height_mm` per piece.
    """

    width_mm: float
    depth_mm: float
    height_mm: float

    @property
    def middle_mm(self) -> float:
        """The second largest of the three: the piece does not pass through any narrower opening."""
        return sorted((self.width_mm, self.depth_mm, self.height_mm))[1]


@dataclass(frozen=True)
class Goods:
    """Equal pieces stored together: their names in order, and the kit each belongs to, if any.

    `sign` is the icon that marks their store.
    """

    label: str
    pieces: tuple[str, ...]
    kits: tuple[str, ...]
    envelope: Envelope
    stacking: Stacking
    sign: str = "circle"


@dataclass(frozen=True)
class Store:
    """What shares a compartment of the box: one kind of goods, or those of a player's set."""

    label: str
    goods: tuple[Goods, ...]

    @property
    def pieces(self) -> tuple[str, ...]:
        """Names of all pieces, one for each."""
        return tuple(piece for kind in self.goods for piece in kind.pieces)
