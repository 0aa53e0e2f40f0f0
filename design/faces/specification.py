"""What every specification says of itself, whether a part, a sheet or a document is made of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Self

from design.faces.face import Face


class Specification:
    """All that a builder sees of a file that is to be made; a frozen dataclass of its own for each kind.

    document: it comes once, whole: who wants another prints it again.
    """

    document: ClassVar[bool] = False

    @property
    def shown_faces(self) -> tuple[Face, ...]:
        """The faces that are printed, raised or engraved: design rules look at each, fronts come before backs."""
        return ()

    def of_pieces(self, game: str, counts: Mapping[str, int]) -> Self | None:
        """The same with so many of some pieces of a game alone; None if nothing of it is left."""
        del game, counts
        return self
