"""A rule book's Markdown as a sequence of blocks: content without any styling.

Headings, paragraphs, lists of one level, tables, strong text, pictures that the program draws
(`![Caption](figure:set-up)`, alone in their paragraph), and `---` where a page break would be welcome.
Anything else is an error that names the line.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from html import escape

from markdown_it import MarkdownIt
from markdown_it.token import Token

from design.graphics.type.fonts import unset
from rules.errors import BuildError, Problem

FIGURE = "figure:"


@dataclass(frozen=True)
class Heading:
    """A heading: level 1 names the sheet, 2 its sections, 3 their subsections."""

    level: int
    text: str


@dataclass(frozen=True)
class Paragraph:
    """Running text; as in all blocks, strong text is in `<b>`, and `&lt;` and the like are escaped."""

    text: str


@dataclass(frozen=True)
class Entry:
    """An entry of a list: `mark` is its number, or empty for a dot."""

    mark: str
    text: str


@dataclass(frozen=True)
class Table:
    """Rows of cells, the first row the heads; `aligns` is `left` or `right` for each column."""

    rows: tuple[tuple[str, ...], ...]
    aligns: tuple[str, ...]


@dataclass(frozen=True)
class Picture:
    """A figure's name and its caption."""

    name: str
    caption: str


@dataclass(frozen=True)
class Break:
    """A good place for a page break (`---`)."""


Block = Heading | Paragraph | Entry | Table | Picture | Break


def blocks(text: str, name: str) -> tuple[Block, ...]:
    """The blocks of a Markdown text; messages refer to it as `name`.

    Raises BuildError with every place that has characters which no typeface can set, or mark-up that a rule
    sheet does not support.
    """
    problems = [problem for number, line in enumerate(text.splitlines(), 1) if (problem := unset(line, f"{name}:{number}"))]
    if problems:
        raise BuildError(problems)
    tokens = MarkdownIt("commonmark").enable("table").parse(text)
    return tuple(_Reader(tokens, name).read())


class _Reader:
    """Walks the tokens once."""

    def __init__(self, tokens: list[Token], name: str) -> None:
        self._tokens = tokens
        self._name = name
        self._at = 0
        self._line = 1

    def read(self) -> Iterator[Block]:
        while self._at < len(self._tokens):
            token = self._next()
            if token.type == "heading_open":
                yield Heading(int(token.tag[1:]), self._inline())
                self._next()
            elif token.type == "paragraph_open":
                yield self._paragraph()
            elif token.type in ("bullet_list_open", "ordered_list_open"):
                yield from self._list(token)
            elif token.type == "table_open":
                yield self._table()
            elif token.type == "hr":
                yield Break()
            else:
                raise self._unknown(token)

    def _next(self) -> Token:
        token = self._tokens[self._at]
        self._at += 1
        if token.map:
            self._line = token.map[0] + 1
        return token

    def _paragraph(self) -> Block:
        children = self._tokens[self._at].children or []
        if len(children) == 1 and children[0].type == "image":
            self._next()
            self._next()
            source = str(children[0].attrs["src"])
            if not source.startswith(FIGURE):
                what = f"a picture must be a figure that the program draws, as in ({FIGURE}set-up)"
                raise BuildError(Problem(f"{self._name}:{self._line} {source}", what))
            return Picture(source.removeprefix(FIGURE), escape(children[0].content, quote=False))
        text = self._inline()
        self._next()
        return Paragraph(text)

    def _list(self, opened: Token) -> Iterator[Block]:
        number = int(opened.attrs.get("start", 1))
        while (token := self._next()).type == "list_item_open":
            if self._next().type != "paragraph_open":
                raise self._unknown(self._tokens[self._at - 1])
            yield Entry(str(number) if opened.tag == "ol" else "", self._inline())
            self._next()
            if (closed := self._next()).type != "list_item_close":
                raise self._unknown(closed)
            number += 1
        assert token.type.endswith("_list_close")

    def _table(self) -> Table:
        rows: list[tuple[str, ...]] = []
        row: list[str] = []
        aligns: list[str] = []
        while (token := self._next()).type != "table_close":
            if token.type in ("th_open", "td_open"):
                if token.type == "th_open":
                    aligns.append("right" if "right" in str(token.attrs.get("style", "")) else "left")
                row.append(self._inline())
            elif token.type == "tr_close":
                rows.append(tuple(row))
                row = []
        return Table(tuple(rows), tuple(aligns))

    def _inline(self) -> str:
        parts = []
        for child in self._next().children or []:
            if child.type == "text":
                parts.append(escape(child.content, quote=False))
            elif child.type == "softbreak":
                parts.append(" ")
            elif child.type in ("strong_open", "em_open"):
                # The family has no italics, so emphasis is bold too.
                parts.append("<b>")
            elif child.type in ("strong_close", "em_close"):
                parts.append("</b>")
            else:
                raise self._unknown(child)
        return "".join(parts)

    def _unknown(self, token: Token) -> BuildError:
        what = "is not known here; use headings, paragraphs, lists of one level, tables, strong text and figures"
        return BuildError(Problem(f"{self._name}:{self._line} {token.type.removesuffix('_open')}", what))
