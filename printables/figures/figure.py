"""A drawing on the rule sheet, and the faces it is drawn from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from design.faces.face import Face, Mark
from design.names import component_of, marks_of, piece_of, side_of
from rules.errors import BuildError, Problem


@dataclass(frozen=True)
class Figure:
    """A drawing `height_mm` high and as wide as requested, its origin at the lower left."""

    height_mm: float
    marks: tuple[Mark, ...]


class Faces:
    """Faces by name; BuildError names one that a figure needs and the sheet lacks."""

    def __init__(self, figure_name: str, faces: Mapping[str, Face]) -> None:
        self._figure = figure_name
        self._faces = faces

    def find(self, wanted: str) -> Face:
        """A face by name, `door-marker.2.back`; without a variant, that of the component's first piece."""
        return self.all((wanted,))[0]

    def all(self, wanted: Sequence[str]) -> tuple[Face, ...]:
        """Faces by name, in this order; `*` stands for every variant."""
        return tuple(face for name in wanted for face in self._matching(name))

    def _matching(self, wanted: str) -> tuple[Face, ...]:
        piece, side = piece_of(wanted), side_of(wanted)
        component, variant = component_of(piece), ".".join(marks_of(piece))
        if variant and variant != "*":
            found = [self._faces[wanted]] if wanted in self._faces else []
        else:
            found = [face for name, face in self._faces.items() if component_of(name) == component and side_of(name) == side]
        if not found:
            raise BuildError(Problem(f"figure {self._figure}", f"shows {wanted}, but the game has no such face"))
        return tuple(found if variant else found[:1])
