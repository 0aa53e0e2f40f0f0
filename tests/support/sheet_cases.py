"""Sheets to try: plain pieces made here, so that their outlines and colours are known without the code under test."""

from shapely.geometry import Point, Polygon, box

from design.config.paper import PAPER_SIZES, Duplex
from design.faces.face import Face, InkRole, Mark, TextRun, text_mark
from design.graphics.polygons import as_multi
from design.graphics.type.typefaces import Weight
from design.sheets.specs import SheetPiece, SheetSpec

RED, BLUE, WHITE, INK = "#d00000", "#0000d0", "#ffffff", "#1d1c24"
CREDITS = "Type: Manrope by Mikhail Sharanda and contributors, SIL Open Font License 1.1. Shapes drawn by Tablewright."


def card_trim(width: float, height: float) -> Polygon:
    """A rectangle about the origin with corners of 3 mm."""
    return box(3 - width / 2, 3 - height / 2, width / 2 - 3, height / 2 - 3).buffer(3)


def arch_trim(width: float, height: float) -> Polygon:
    """A door: its top is round, so that up and down differ."""
    radius = width / 2
    leaf = box(-radius, -height / 2, radius, height / 2 - radius)
    return leaf.union(Point(0, height / 2 - radius).buffer(radius, quad_segs=32))


def face(name: str, trim: Polygon, ground: str = WHITE, text: str = "") -> Face:
    """A face with a lone dot at the upper right, or a line of text: no symmetry hides a mistake."""
    right, top = trim.bounds[2:]
    dot = Mark(InkRole.INK, INK, as_multi(Point(0.5 * right, 0.5 * top).buffer(2)))
    mark = text_mark(TextRun(text, -8, -2, 4, Weight.BOLD), INK) if text else dot
    return Face(name, trim, ground, (mark,))


def piece(name: str, trim: Polygon, copies: int = 1, ground: str = WHITE, back: str = RED) -> SheetPiece:
    return SheetPiece(name, copies, face(f"{name}.front", trim, ground), face(f"{name}.back", trim, back))


def sheet(
    *pieces: SheetPiece, paper: str = "a4", duplex: Duplex = Duplex.LONG_EDGE, margin: float = 6.0, gap: float = 2.6
) -> SheetSpec:
    """A specification with the built-in bleeds."""
    return SheetSpec(
        name="cards",
        game="trial",
        title="Trial: cards",
        paper=PAPER_SIZES[paper],
        duplex=duplex,
        margin_mm=margin,
        gap_mm=gap,
        front_bleed_mm=0.8,
        back_bleed_mm=1.3,
        pieces=pieces,
        credits=CREDITS,
    )


def cards(count: int, width: float = 36.0, height: float = 50.0) -> tuple[SheetPiece, ...]:
    """So many cards, each with a name of its own."""
    trim = card_trim(width, height)
    return tuple(piece(f"card.{number}", trim) for number in range(count))


def mixed() -> tuple[SheetPiece, ...]:
    """Tokens of three outlines, one of them with another top than bottom."""
    return (
        piece("tile", card_trim(20, 20), 10, INK, WHITE),
        piece("coin.red", Point(0, 0).buffer(10), 3, RED, INK),
        piece("coin.blue", Point(0, 0).buffer(10), 12, BLUE, INK),
        piece("door", arch_trim(24, 32), 5, RED, BLUE),
    )
