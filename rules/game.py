"""A game as its `game.yaml` describes it: data without expressions, the same form for every game.

`vary` makes different pieces along an axis (one a colour, one a number), `per: player` multiplies,
`copies` repeats. `spec` is a plain reference into the configuration (`$card`, `$markers.door`) or, in a
game of one's own, the figures themselves. What a face shows is named, never drawn here.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from enum import StrEnum
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, PrivateAttr, model_validator

from rules.document import AsTuple, Document, StrictModel, read_document, validate
from rules.errors import ConfigError, Problem
from rules.slots import Slot
from rules.table import read_table

KEBAB = r"^[a-z][a-z0-9]*(-[a-z0-9]+)*$"
Kebab = Annotated[str, Field(pattern=KEBAB, max_length=40)]
Key = Annotated[str, Field(pattern=r"^[a-z][a-z0-9]*(_[a-z0-9]+)*$", max_length=40)]
"""A key of the configuration that a game brings with it."""
Count = Annotated[int, Field(ge=1, le=1000)]
Value = Annotated[str, Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$", max_length=40)]
"""A value of an axis: it stands in files' names, so it holds no dots, slashes or blanks."""
Version = Annotated[str, Field(max_length=16), BeforeValidator(lambda value: str(value) if type(value) is int else value)]
"""What its designers call a state of a game: in quotes, since 1.10 is no number. Whole numbers go without."""

SHIPPED = ("geometric-chamber", "dokojong", "judge-domino", "doubutsu-jungo")
"""The games that come with Tablewright, in the order they are listed."""
GAME_FILE = "game.yaml"


class Role(StrEnum):
    """What a component is for: a `part` is counted among the game's parts, the others come beside them."""

    PART = "part"
    STORAGE = "storage"
    REFERENCE = "reference"


class Medium(StrEnum):
    """What a piece is made in; the value is the folder its files go to. Beds hold the same solids, laid out to be printed."""

    SOLID = "stl"
    COLOUR = "3mf"
    CAD = "step"
    BEDS = "beds"
    PAPER = "pdf"
    CUT = "svg"
    PLOT = "dxf"
    BOOKLET = "booklet"
    PRINT_HOUSE = "printhouse"
    IMAGES = "images"


class Rule(StrictModel):
    """Why a count is what it is: where the source says so, and the reason in our words."""

    at: str
    why: str


class Axis(StrictModel):
    """A row of values along which pieces differ; a value may have a shape of its own.

    `take: players` keeps the first n values for n players. `along` names another axis with the same values: this one
    has a second shape for each of them (a dog for each colour), and pieces vary along the other axis only. With `rows`
    each value has texts by name, which fill the slots of faces, and `copies` says how often it is there where that is not
    once; `table` takes both from a CSV file.
    """

    values: Annotated[tuple[tuple[Value, str], ...], BeforeValidator(lambda value: _pairs(value))] = ()
    take: Literal["players"] | None = None
    along: str | None = None
    table: str | None = None
    rows: dict[Value, dict[str, str]] = Field(default_factory=dict)
    copies: dict[Value, Count] = Field(default_factory=dict)

    @model_validator(mode="after")
    def _has_values(self) -> Axis:
        if not self.values:
            raise ValueError("needs values, rows or a table")
        unknown = sorted({*self.rows, *self.copies} - set(self.names))
        if unknown:
            raise ValueError(f"rows and copies are of values; {', '.join(unknown)} is none")
        return self

    @model_validator(mode="before")
    @classmethod
    def _rows_are_values(cls, data: Any) -> Any:
        if isinstance(data, dict) and isinstance(data.get("rows"), dict) and "values" not in data:
            return {**data, "values": dict.fromkeys(data["rows"], "")}
        return data

    @property
    def names(self) -> tuple[str, ...]:
        """The values, as they stand in file names."""
        return tuple(name for name, _ in self.values)

    def shape(self, value: str) -> str:
        """The shape that goes wherever the value goes; empty if it has none."""
        return dict(self.values)[value]


def _pairs(value: object) -> object:
    """Accepts `{gold: circle}` or `[1, 2, 3]`."""
    if isinstance(value, dict):
        return tuple((str(name), str(shape)) for name, shape in value.items())
    if isinstance(value, list):
        return tuple((str(name), "") for name in value)
    return value


class FaceSpec(StrictModel):
    """What one face of a piece shows. Where an axis is named, the piece's value on it is meant.

    fill: colour of the ground: a colour's name, or an axis of colours.
    text: a text, or an axis whose value is written.
    icon: an icon's name, or an axis whose value's shape is drawn.
    badge: a small companion beside the main mark: an icon, or an axis.
    row, order: the values of an axis side by side, ascending or descending from the left.
    pattern: a named pattern all over.
    words: a block of words (title and paragraphs) in the game's words file.
    both_ways: the text twice, once for each side of the table, the icon between.
    slots: the face laid out by its owner; with them nothing else but fill is drawn.
    """

    fill: str | None = None
    text: str | None = None
    icon: str | None = None
    badge: str | None = None
    row: str | None = None
    order: Literal["ascending", "descending"] = "ascending"
    pattern: str | None = None
    words: str | None = None
    both_ways: bool = False
    slots: Annotated[tuple[Slot, ...], AsTuple] = ()


class Component(StrictModel):
    """A thing the rules ask for; its id is the bill's key and the stem of its files.

    `held: closed-hand` says that a closed hand must hide it, and that its outline must not tell which side is up.
    """

    id: Kebab
    family: Kebab
    role: Annotated[Role, Field(strict=False)] = Role.PART
    vary: Annotated[tuple[str, ...], AsTuple] = ()
    per: Literal["player"] | None = None
    copies: Count = 1
    spec: str | dict[str, Any] | None = None
    faces: dict[Literal["front", "back"], FaceSpec] = Field(default_factory=dict)
    mates: Annotated[tuple[str, ...], AsTuple] = ()
    held: Literal["closed-hand"] | None = None
    rule: Rule


class StandInPiece(StrictModel):
    """A piece that a medium makes in place of components; counted like a component."""

    id: Kebab
    family: Kebab
    vary: Annotated[tuple[str, ...], AsTuple] = ()
    per: Literal["player"] | None = None
    copies: Count = 1
    spec: str | dict[str, Any] | None = None
    faces: dict[Literal["front", "back"], FaceSpec] = Field(default_factory=dict)


class StandIn(StrictModel):
    """What one medium makes instead: `pieces` together take the place of the `replaces` counts, for the reason in `rule`.

    `medium: paper` is all that lies on sheets, to print (`pdf`) and to cut (`svg`).
    """

    medium: Literal["stl", "pdf", "svg", "paper"]
    pieces: Annotated[tuple[StandInPiece, ...], AsTuple]
    replaces: dict[str, Count]
    rule: Rule | None = None


class Kit(StrictModel):
    """Pieces that are stored and dealt together: those that share a value of the axis `by`.

    apart: each value has a store of its own, even where only one kind of piece is in it.
    """

    by: str
    apart: bool = False


class Option(StrictModel):
    """A number of copies that people may choose: each number with the rule it follows from, the component's own first."""

    component: Kebab
    copies: Annotated[tuple[tuple[Count, Rule], ...], BeforeValidator(lambda value: _choices(value)), Field(min_length=2)]

    @property
    def numbers(self) -> tuple[int, ...]:
        """What may be chosen."""
        return tuple(number for number, _ in self.copies)


def _choices(value: object) -> object:
    """Accepts `{"20": {at: ..., why: ...}}`; keys of YAML are texts here."""
    if not isinstance(value, dict):
        return value
    return tuple((int(number) if str(number).isdecimal() else number, rule) for number, rule in value.items())


class Players(StrictModel):
    """How many people the game is for."""

    min: Count
    max: Count


class Game(StrictModel):
    """A game: its players, its axes, and every component with the rule it follows from."""

    id: Kebab
    title: str
    source: str
    version: Version = ""
    players: Players
    axes: dict[str, Axis] = Field(default_factory=dict)
    components: Annotated[tuple[Component, ...], AsTuple]
    stand_ins: Annotated[tuple[StandIn, ...], AsTuple] = ()
    kits: dict[str, Kit] = Field(default_factory=dict)
    options: dict[Key, Option] = Field(default_factory=dict)
    _reference: str = PrivateAttr("")

    @property
    def reference(self) -> str:
        """What the game was loaded by, for its words and its rule book: its id, or the folder of a game of one's own."""
        return self._reference or self.id

    @model_validator(mode="after")
    def _hangs_together(self) -> Game:
        mistakes = []
        if self.players.min > self.players.max:
            mistakes.append(f"players: min {self.players.min} is more than max {self.players.max}")
        items: list[Component | StandInPiece] = [*self.components]
        items += [piece for stand_in in self.stand_ins for piece in stand_in.pieces]
        ids = [item.id for item in items]
        mistakes += [f"the id {one} is there twice" for one in sorted({one for one in ids if ids.count(one) > 1})]
        for item in items:
            unknown = [axis for axis in item.vary if axis not in self.axes or self.axes[axis].along]
            mistakes += [f"{item.id}: vary names {axis}, which is no axis of the game" for axis in unknown]
            for side, face in item.faces.items():
                if face.row is not None and face.row not in self.axes:
                    mistakes.append(f"{item.id}.{side}: row names {face.row}, which is no axis of the game")
        for component in self.components:
            unknown = [mate for mate in component.mates if mate not in ids]
            mistakes += [f"{component.id}: mates names {mate}, which is no component" for mate in unknown]
        known = {component.id for component in self.components}
        for stand_in in self.stand_ins:
            mistakes += [f"stand_ins: {one} is no component" for one in stand_in.replaces if one not in known]
        for name, axis in self.axes.items():
            other = self.axes.get(axis.along or name)
            if other is None or other.names != axis.names or (axis.along and other.along):
                mistakes.append(
                    f"axes.{name}: along names {axis.along}, which must be an axis with the same values in their order"
                )
        mistakes += [f"kits.{name}: {kit.by} is no axis" for name, kit in self.kits.items() if kit.by not in self.axes]
        mistakes += self._options_that_miss()
        if mistakes:
            raise ValueError("; ".join(mistakes))
        return self

    def _options_that_miss(self) -> list[str]:
        """Options of what is no component, of a component that has one already, or without its own number of copies."""
        found, taken = [], set()
        for name, option in self.options.items():
            own = next((item.copies for item in self.components if item.id == option.component), None)
            if own is None:
                found.append(f"options.{name}: {option.component} is no component")
            elif own not in option.numbers:
                found.append(f"options.{name}: copies must name the component's own {own} too")
            if option.component in taken:
                found.append(f"options.{name}: {option.component} has an option already")
            taken.add(option.component)
        return found

    def with_options(self, chosen: Mapping[str, int]) -> Game:
        """The game with the copies that people chose, each with the rule that its option gives for the number.

        Raises:
            ConfigError: there is no such option, or no such number of copies in it.
        """
        problems = []
        changed: dict[str, dict[str, Any]] = {}
        for name, number in chosen.items():
            where = f"games.{self.id}.options.{name} = {number}"
            if name not in self.options:
                known = ", ".join(self.options) or "none"
                problems.append(Problem(where, f"the game has no such option; it has {known}"))
            elif number not in self.options[name].numbers:
                known = " or ".join(str(one) for one in self.options[name].numbers)
                problems.append(Problem(where, f"must be {known}"))
            else:
                option = self.options[name]
                changed[option.component] = {"copies": number, "rule": dict(option.copies)[number]}
        if problems:
            raise ConfigError(problems)
        if not changed:
            return self
        return self.model_copy(
            update={"components": tuple(one.model_copy(update=changed.get(one.id, {})) for one in self.components)}
        )

    @property
    def families(self) -> frozenset[str]:
        """The families that components and what stands in for them are made by."""
        pieces = (piece.family for one in self.stand_ins for piece in one.pieces)
        return frozenset({*(item.family for item in self.components), *pieces})

    def component(self, name: str) -> Component:
        """The component with this id; KeyError if there is none."""
        return next(item for item in self.components if item.id == name)


def _spread_likes(document: Document) -> Document:
    """`like: other` takes over what the other component says, and what stands beside it goes before."""
    components = document.data.get("components")
    if not isinstance(components, list):
        return document
    by_id: dict[str, dict[str, Any]] = {}
    spread = []
    for index, item in enumerate(components):
        if isinstance(item, dict) and "like" in item:
            own = {key: value for key, value in item.items() if key != "like"}
            if item["like"] not in by_id:
                where = document.place(("components", index, "like"))
                raise ConfigError(Problem(f"{where} like = {item['like']}", "must name a component above it"))
            base = by_id[item["like"]]
            faces = {**base.get("faces", {}), **own.get("faces", {})}
            item = {**base, **own, **({"faces": faces} if faces else {})}
        if isinstance(item, dict) and isinstance(item.get("id"), str):
            by_id[item["id"]] = item
        spread.append(item)
    return Document(document.name, {**document.data, "components": spread}, document.lines)


def _with_tables(document: Document, folder: Path) -> Document:
    """The rows of CSV files in place of the axes that name them."""
    axes = document.data.get("axes")
    if not isinstance(axes, dict):
        return document
    read = {}
    for name, axis in axes.items():
        if isinstance(axis, dict) and isinstance(axis.get("table"), str):
            where = f"{document.place(('axes', name, 'table'))} axes.{name}.table"
            table = read_table(beside(folder, axis["table"], where))
            axis = {**axis, "rows": table.rows, "copies": table.copies}
        read[name] = axis
    return Document(document.name, {**document.data, "axes": read}, document.lines)


def beside(folder: Path, name: str, where: str) -> Path:
    """A file in a game's folder or below it; ConfigError for a name that leads out of it."""
    path = (folder / name).resolve()
    if not path.is_relative_to(folder.resolve()):
        raise ConfigError(Problem(f"{where} = {name}", "must lie in the folder of the game.yaml or below it"))
    return path


def parse_game(text: str, name: str, folder: Path = Path()) -> Game:
    """A game from the text of its `game.yaml`, and the tables in its folder.

    Raises:
        ConfigError: with every mistake, each with file and line.
    """
    return validate(Game, _with_tables(_spread_likes(read_document(text, name)), folder))


def game_folder(reference: str) -> Path:
    """The folder of a shipped game's data by its id, or that of a game of one's own; ConfigError lists the games there are."""
    if reference in SHIPPED:
        return Path(str(files("rules"))) / "games" / re.sub("-", "_", reference)
    folder = Path(reference)
    if reference and (folder / GAME_FILE).is_file():
        return folder
    known = ", ".join(SHIPPED)
    what = f"there is no such game; there are {known}; a game of your own is named by the folder of its {GAME_FILE}: ./my-game"
    raise ConfigError(Problem(f"game {reference}", what))


def load_game(reference: str) -> Game:
    """A shipped game by its id, or a game of one's own by its folder.

    Raises:
        ConfigError: there is none, its file cannot be read, or holds mistakes: all of them with file and line.
    """
    path = game_folder(reference) / GAME_FILE
    own = reference not in SHIPPED
    game = parse_game(read_text(path), str(path) if own else f"rules/games/{path.parent.name}/{GAME_FILE}", path.parent)
    if own and game.id in SHIPPED:
        raise ConfigError(Problem(f"{path} id = {game.id}", "is a game that comes with Tablewright; take another id"))
    game._reference = reference
    return game


def read_text(path: Path) -> str:
    """A text file of a game as UTF-8, with or without a byte order mark; ConfigError says what is wrong with it."""
    try:
        return path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise ConfigError(Problem(str(path), f"cannot be read ({error.strerror}); name an existing file")) from None
    except UnicodeDecodeError:
        raise ConfigError(Problem(str(path), "is not UTF-8 text; save it as UTF-8")) from None
