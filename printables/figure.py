"""A drawing on the rule sheet, and the faces that it is drawn from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from design.faces.face import Face, Mark
from rules.errors import BuildError, Problem


@dataclass(frozen=True)
class Figure:
    """A drawing `height_mm` high and as wide as was asked for, its origin at the lower left."""

    height_mm: float
    marks: tuple[Mark, ...]


class Faces:
    """Faces by component; BuildError names one that a figure needs and the sheet does not have."""

    def __init__(self, figure_name: str, faces: Mapping[str, Face]) -> None:
        self._figure = figure_name
        self._faces = faces

    def find(self, component: str, side: str, value: str = "") -> Face:
        """The face of a component's piece, by default of its first variant."""
        wanted = f"{component}.{value}.{side}" if value else ""
        for name, face in self._faces.items():
            if name == wanted or (not value and name.split(".")[0] == component and name.endswith(f".{side}")):
                return face
        piece = wanted or f"{component}.{side}"
        raise BuildError(Problem(f"figure {self._figure}", f"shows {piece}, but the game has no such face"))

    def values(self, component: str) -> tuple[str, ...]:
        """The variants that a component has, in order."""
        names = [name.split(".") for name in self._faces]
        return tuple(dict.fromkeys(".".join(parts[1:-1]) for parts in names if parts[0] == component))
