"""Figures of a rule sheet as data: what is drawn where, in the words of one language.

A figure is drawn `FIGURE_WIDTH_MM` wide and as high as its bands, which stand below each other. In a band x runs to
the right and y down from the band's top, in mm; a narrower or wider column scales everything but the texts. Faces
are named as everywhere, `door-marker.2.back`; without a variant the first one is meant, and `*` stands for all of
them.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, RootModel, Tag

from rules.document import AsTuple, StrictModel, by_key, read_document, validate
from rules.errors import ConfigError, Problem
from rules.game import Kebab, game_folder, read_text
from rules.words import ENGLISH

FIGURE_WIDTH_MM = 88.0
"""Width that figures are written for: a column of a rule sheet on A4."""
BUILT_IN = ("storage", "storage-layers")
"""Figures that are drawn from the packed box; data cannot name another one so."""

Text = Annotated[str, Field(min_length=1, max_length=80)]
FaceName = Annotated[str, Field(pattern=r"^[a-z0-9-]+(\.([a-z0-9-]+|\*))*\.(front|back|side|end|net)$")]


Point = Annotated[tuple[float, float], AsTuple]
Points = Annotated[tuple[Point, ...], AsTuple, Field(min_length=2)]
Names = Annotated[tuple[FaceName, ...], AsTuple, Field(min_length=1)]


class FaceItem(StrictModel):
    """A face as large as goes into a room around its middle, turned counter-clockwise by so many degrees."""

    face: FaceName
    at: Point
    room: Point = (8.0, 8.0)
    turn: float = 0.0


class RowItem(StrictModel):
    """Faces side by side: the first one's middle at `at`, each `step` further, or `along` the places of a plate."""

    row: Names
    at: Point
    step: float = 9.0
    room: Point = (8.0, 8.0)
    along: FaceName | None = None


class LabelItem(StrictModel):
    """A line of text with its baseline at `at`."""

    label: Text
    at: Point
    align: Literal["left", "centre", "right"] = "left"
    bold: bool = False
    quiet: bool = False


class BadgeItem(StrictModel):
    """A filled disc with a character or two, as lists have."""

    badge: Annotated[str, Field(min_length=1, max_length=2)]
    at: Point
    size: float = 5.4


class NumberItem(StrictModel):
    """A number as a picture, its middle at `at`."""

    number: Annotated[str, Field(min_length=1, max_length=3)]
    at: Point
    height: float = 3.4
    turn: float = 0.0


class ArrowItem(StrictModel):
    """A straight arrow from the first point to the second."""

    arrow: Annotated[tuple[Point, Point], AsTuple]
    quiet: bool = False


class LineItem(StrictModel):
    """A line through points."""

    line: Points
    width: float = 0.2
    quiet: bool = False


class BoxItem(StrictModel):
    """A rectangle from corner to corner: with a line around it, or plain in a colour of the palette."""

    box: Annotated[tuple[Point, Point], AsTuple]
    fill: str = "paper"
    corner: float = 0.0
    outlined: bool = True


class StandingItem(StrictModel):
    """A number board seen from a plate's side, across the whole width: a face stands at each number, from left to right."""

    standing: Names
    plate: FaceName
    top: float = 0.0


class GridItem(StrictModel):
    """A board of squares with the tokens of a component on it, its upper left corner at `at`.

    A row is a text of squares with blanks between: `.` is empty, a variant's name a token. What follows the name marks
    it: `!` has just been placed, `x` is captured. With `names` tokens are discs with their variants' names, which are read
    where faces would be too small.
    """

    grid: Annotated[tuple[str, ...], AsTuple, Field(min_length=1)]
    tokens: Kebab
    at: Point
    cell: float = 6.0
    names: bool = False


KINDS: dict[str, type[StrictModel]] = {
    "face": FaceItem,
    "row": RowItem,
    "label": LabelItem,
    "badge": BadgeItem,
    "number": NumberItem,
    "arrow": ArrowItem,
    "line": LineItem,
    "box": BoxItem,
    "standing": StandingItem,
    "grid": GridItem,
}
"""Items by the key that says what they are."""


Item = Annotated[
    Annotated[FaceItem, Tag("face")]
    | Annotated[RowItem, Tag("row")]
    | Annotated[LabelItem, Tag("label")]
    | Annotated[BadgeItem, Tag("badge")]
    | Annotated[NumberItem, Tag("number")]
    | Annotated[ArrowItem, Tag("arrow")]
    | Annotated[LineItem, Tag("line")]
    | Annotated[BoxItem, Tag("box")]
    | Annotated[StandingItem, Tag("standing")]
    | Annotated[GridItem, Tag("grid")],
    by_key(KINDS, "no_item"),
]


class Band(StrictModel):
    """Items that stand together: below the band before, `gap` apart; `height` at least, or as high as they reach.

    `players` leaves a band out where fewer take part.
    """

    items: Annotated[tuple[Item, ...], AsTuple, Field(min_length=1)]
    height: float = 0.0
    gap: float = 0.0
    players: int = 1


class Figures(RootModel[dict[Kebab, Annotated[tuple[Band, ...], AsTuple]]]):
    """All figures of a rule book in one language, by name; `head` is what stands beside its title."""


def parse_figures(text: str, name: str) -> dict[str, tuple[Band, ...]]:
    """Figures from the text of their file; ConfigError names every mistake with file and line."""
    document = read_document(text, name)
    found = validate(Figures, document).root
    taken = [one for one in found if one in BUILT_IN]
    if taken:
        what = "is drawn from the box itself; give the figure another name"
        raise ConfigError([Problem(f"{document.place((one,))} {one}", what) for one in taken])
    return found


def load_figures(game: str, language: str = ENGLISH) -> dict[str, tuple[Band, ...]]:
    """The figures of a game by its reference; none where it has no file of them."""
    path = game_folder(game) / f"figures.{language}.yaml"
    return parse_figures(read_text(path), path.name) if path.is_file() else {}
