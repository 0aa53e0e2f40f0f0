"""How inspection knows a part: the judge of each kind of specification, found by the name that its family registered.

A judge works sizes, volumes and cuts out for itself from a specification's figures, and never asks `extent_mm` or another
answer of the specification, nor a builder: what these say is what is to be judged.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from shapely.geometry import MultiPolygon, Polygon
from shapely.geometry.base import BaseGeometry

from design.faces.face import Face, InkRole
from design.families.family import found
from design.families.registry import FORMS
from tablewright.inspection.solids.measures.extents import Size
from tablewright.inspection.solids.measures.stl import Solid

RELIEF = frozenset({InkRole.INK, InkRole.ACCENT})
Level = tuple[str, float, BaseGeometry]
"""A cut: what it goes through, at which height, and what it must show, in the plan of the whole part."""


@dataclass(frozen=True)
class ColourLevel:
    """A face's colours in a part: from one height to another, `below` if the face lies on the bed."""

    face: Face
    low_mm: float
    high_mm: float
    below: bool
    areas: tuple[tuple[str, MultiPolygon], ...]


@dataclass(frozen=True)
class Judge:
    """What says whether a solid is the part of a specification, each a function of the specification.

    size: its extents as it is printed. faults: what is wrong with a solid. grounds: colours of its grounds from the bed up,
    where it has its own. levels: where the colours of its faces lie. upright: from where to where the colours of upright
    faces reach. in_colours: what else is wrong with its bodies in colours; `whole_in_colours` takes the place of judging the
    ground as a solid. stays_open: whether a hole in a cut is one that no colour fills. outline, reveals, height_over: for a
    kind that may be split, the cuts whose outline counts, joint and all, those through what it shows, which count within a
    part's border, and how high a part of it is.
    """

    size: Callable[[Any], Size]
    faults: Callable[[Solid, Any], list[str]]
    grounds: Callable[[Any], list[str]] = lambda _: []
    levels: Callable[[Any], tuple[ColourLevel, ...]] = lambda _: ()
    upright: Callable[[Any], set[tuple[float, float]]] = lambda _: set()
    in_colours: Callable[[Sequence[Any], Any], list[str]] = lambda _bodies, _: []
    whole_in_colours: Callable[[Sequence[Any], Any], list[str]] | None = None
    stays_open: Callable[[Polygon, Any], bool] = lambda _hole, _: False
    outline: Callable[[Any], list[Level]] = lambda _: []
    reveals: Callable[[Any], list[Level]] = lambda _: []
    height_over: Callable[[Any, BaseGeometry], float] | None = None


def judge_of(kind: type) -> Judge | None:
    """The judge of a kind of specification; None where no family registered one."""
    form = FORMS.get(kind)
    judge: Judge | None = found(form.judge) if form else None
    return judge


def judged(spec: Any) -> Judge:
    """The judge of a specification that some family registered."""
    judge = judge_of(type(spec))
    assert judge is not None, f"no family registered {type(spec).__name__}"
    return judge
