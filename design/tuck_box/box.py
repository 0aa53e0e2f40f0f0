"""The tuck box of card, sized from the paper pieces, for those who make the game without a 3D printer."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar

from shapely import affinity

from design.config.cutting import Registration
from design.config.paper import PAPER_SIZES, PaperSize
from design.config.settings import TuckBox
from design.context import Context
from design.faces.face import Face
from design.faces.ink_saving import inked
from design.faces.specification import Specification
from design.graphics.art.icons import ICONS
from design.graphics.polygons import rectangle
from design.packing.stacks import Kind, StackedGoods, stack_goods
from design.tuck_box.contents import Pieces, called, count_of, kinds, paper_lines
from design.tuck_box.faces import tuck_back, tuck_front, tuck_side
from design.tuck_box.net import PANELS, Inner, NetPart, best_cuts, net_of, notch, paper_mm2, part_sizes
from rules.bill import BillLine, axis_values
from rules.errors import DesignError, Problem
from rules.words import ENGLISH

HEAD_MM = 15.0
"""Strip at the head of a page for title and advice."""
FOOT_MM = 9.0
"""Strip at the foot of a page for ruler and credits."""
LEAST_DEPTH_MM = 8.0
"""Least space from front to back, so that flaps and fingers have a side to work with."""
A_PART = 1e7
"""Cost of another part in mm2 of paper: more than any sheet has, so that the fewest parts win."""
LARGER = (
    PAPER_SIZES["a4"],
    PAPER_SIZES["a3"],
    PAPER_SIZES["tabloid"],
    PaperSize("a2", "A2", 420.0, 594.0),
    PaperSize("a1", "A1", 594.0, 841.0),
)
"""Sheets that a copy shop prints (ISO 216; ANSI B: 11 x 17 in), suggested if a box does not fit the chosen one."""


Credits = Callable[[Iterable[str], Iterable[Face], str], str]
"""The line of credits for a file with these texts and faces, in a language."""


@dataclass(frozen=True)
class TuckBoxSpec(Specification):
    """A tuck box on one paper. `stowed` is what lies in it, its room turned so that the front is its largest side."""

    name: str
    game: str
    title: str
    paper: PaperSize
    margin_mm: float
    card_mm: float
    inner: Inner
    contents: tuple[tuple[str, int, tuple[float, float, float]], ...]
    net: tuple[NetPart, ...]
    faces: tuple[tuple[str, Face], ...]
    made_for: str
    credits: str
    registration: Registration | None = None
    version: str = ""
    language: str = ENGLISH

    document: ClassVar[bool] = True

    def part_name(self, part: NetPart) -> str:
        """A part's name where it is drawn: the box's name, or `tuck-box.1-of-2` if there are several."""
        return self.name if part.parts == 1 else f"{self.name}.{part.number}-of-{part.parts}"

    def faces_of(self, part: NetPart) -> tuple[Face, ...]:
        """The faces of a part's panels, positioned on the net."""
        return tuple(face.moved(*panel.middle) for name, face in self.faces for panel in part.panels if panel.name == name)

    @property
    def shown_faces(self) -> tuple[Face, ...]:
        """Those of its panels."""
        return tuple(face for _, face in self.faces)


def page_room(paper: PaperSize, margin_mm: float) -> tuple[float, float]:
    """Width and height of a page between margins, head and foot, mm."""
    return paper.width_mm - 2 * margin_mm, paper.height_mm - 2 * margin_mm - HEAD_MM - FOOT_MM


def tuck_box_spec(context: Context, line: BillLine, pieces: Pieces, paper: PaperSize, credits_for: Credits) -> TuckBoxSpec:
    """The tuck box for the paper pieces; DesignError if not even one of its panels fits on the page."""
    config, name = context.config, line.component.id
    room = page_room(paper, config.sheet_margin_mm)
    lines = paper_lines(context)
    stowed, inner = _cheapest(kinds(context, lines, pieces, paper), config.tuck_box, room)
    cuts = best_cuts(inner, config.tuck_box, room)
    if cuts is None:
        raise DesignError(_too_large(context, name, inner, paper))
    net = net_of(inner, config.tuck_box, cuts)
    panels = {panel.name: panel for part in net for panel in part.panels}
    wide, high = panels["front"].width_mm, panels["front"].height_mm
    whole = rectangle(wide, high, 0.0)
    bitten = whole.difference(affinity.translate(notch(panels["front"]), *(-at for at in panels["front"].middle)))
    rows = [(count, called(context, one, count)) for one in lines if (count := count_of(context, one))]
    title, palette = context.bill.game.title, config.colours
    front = tuck_front(f"{name}.front", title, _players(context), _shapes(context), bitten, palette)
    back = tuck_back(f"{name}.back", context.said.tuck_box.contents, rows, whole, palette)
    faces = {"front": front, "back": back}
    for side in ("side-1", "side-2"):
        faces[side] = tuck_side(f"{name}.{side}", title.upper(), rectangle(panels[side].width_mm, high, 0.0), palette)
    return TuckBoxSpec(
        name=name,
        game=context.bill.game.id,
        title=title,
        paper=paper,
        margin_mm=config.sheet_margin_mm,
        card_mm=config.tuck_box.card_mm,
        inner=inner,
        contents=tuple((stack.label, stack.pieces, stack.size) for stack in stowed.stacks),
        net=net,
        faces=tuple((side, inked(face, config.paper.ink, palette)) for side, face in faces.items()),
        made_for=_made_for(context, lines, inner),
        credits=credits_for([title], faces.values(), config.language),
        registration=config.cutting.marks_for(two_sided=False),
        version=config.version_of(context.bill.game),
        language=config.language,
    )


@lru_cache(maxsize=32)
def _cheapest(ways: tuple[tuple[Kind, ...], ...], settings: TuckBox, room: tuple[float, float]) -> tuple[StackedGoods, Inner]:
    """The stacks whose box needs the fewest parts and then the least paper."""

    def cost(size: tuple[float, float, float]) -> float:
        return _price(size, settings, room)[0]

    def least(surface_mm2: float) -> float:
        return A_PART + surface_mm2

    _, stowed = stack_goods(ways, settings.clearance_mm, cost, least)
    return stowed, _price(stowed.size, settings, room)[1]


@lru_cache(maxsize=4096)
def _price(size: tuple[float, float, float], settings: TuckBox, room: tuple[float, float]) -> tuple[float, Inner]:
    """The cost of a net for a box with this space inside, the lesser of upright and lying; the front is its largest side."""
    short, middle, long = sorted(size)
    depth = max(short, LEAST_DEPTH_MM)
    found = []
    for inner in (Inner(middle, long, depth), Inner(long, middle, depth)):
        cuts = best_cuts(inner, settings, room)
        sizes = part_sizes(inner, settings, cuts or ())
        parts = len(sizes) if cuts is not None else len(PANELS) + 1
        found.append((parts * A_PART + paper_mm2(sizes), inner))
    return min(found, key=lambda one: one[0])


def _too_large(context: Context, name: str, inner: Inner, paper: PaperSize) -> Problem:
    settings, margin = context.config.tuck_box, context.config.sheet_margin_mm
    wide, high = page_room(paper, margin)
    panel = max(part_sizes(inner, settings, (1, 2, 3)), key=lambda size: size[0] * size[1])
    larger = (one.title for one in LARGER if best_cuts(inner, settings, page_room(one, margin)) is not None)
    fitting = next(larger, "")
    what = (
        f"one panel with its flaps takes {panel[0]:.1f} x {panel[1]:.1f} mm, and {paper.title} with a margin of {margin:g} mm "
        f"holds up to {wide:.1f} x {high:.1f} mm"
        + (f" ({fitting} would do)" if fitting else "")
        + "; take smaller or fewer pieces, or markers of thinner paper.backing_mm"
    )
    return Problem(f"{name} = {inner.width_mm:g} x {inner.height_mm:g} x {inner.depth_mm:g} mm inside", what)


def _made_for(context: Context, lines: Iterable[BillLine], inner: Inner) -> str:
    """The inner size and what it was computed for, in words: cards and markers, if the game has them."""
    card, backing, said = context.config.card, context.config.paper.backing_mm, context.said.tuck_box
    families = {line.component.family for line in lines}
    made_for = []
    if families & {"card", "overview"}:
        size = f"{card.outer_width_mm:g} x {card.outer_height_mm:g}"
        made_for.append(said.cards_in_sleeves.format(size=size) if card.sleeve != "none" else said.cards)
    if "marker" in families:
        made_for.append(said.markers_on_board.format(thick=f"{backing:g}") if backing else said.markers)
    room = f"{inner.width_mm:g} x {inner.height_mm:g} x {inner.depth_mm:g}"
    if not made_for:
        return said.inside.format(room=room)
    things = said.both.format(one=made_for[0], other=made_for[1]) if len(made_for) > 1 else made_for[0]
    return said.inside_for.format(room=room, things=things)


def _players(context: Context) -> str:
    low, high = context.bill.game.players.min, context.bill.players
    said = context.said.tuck_box
    return said.one_number.format(high=high) if low >= high else said.players.format(low=low, high=high)


def _shapes(context: Context) -> tuple[tuple[str, str], ...]:
    """The shapes that go with the players' colours, each in its colour; whatever goes with a shape takes its place."""
    bill, palette = context.bill, context.config.colours
    found: dict[tuple[str, str], tuple[str, str]] = {}
    for name, axis in sorted(bill.game.axes.items(), key=lambda item: item[1].along is not None):
        for value in axis_values(bill.game, bill.players, name):
            shape = axis.shape(value)
            if shape in ICONS:
                colour = palette.hex(value if value in type(palette).model_fields else "ink")
                found[axis.along or name, value] = shape, colour
    return tuple(dict(found.values()).items())
