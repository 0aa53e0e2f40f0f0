"""Headings of rule sheets as they lie in the PDF: none ends a column, and a short section's figure is not alone on a page."""

from __future__ import annotations

import functools
import re
from dataclasses import replace

import pikepdf
import pypdfium2
import pytest

from design.config.loading import load_config
from design.config.paper import PAPER_SIZES
from design.context import Context
from design.plan.sheets import sheets
from printables.documents.rulesheet import write_rule_sheet
from rules.errors import BuildError
from rules.game import load_game
from tests.support.own_pictures import game

MM = 72 / 25.4
FOOT_MM = 27.0
"""Below it stands the foot: 10 mm and 17 mm above, as the sheet's own."""


@functools.cache
def spec_of(name):
    config = load_config(None, [f"games=[{name}]"]).config
    context = Context.of_game(load_game(name), config)
    return next(one.spec for one in sheets(context)[0] if one.builder.endswith(":write_rule_sheet"))


def lines_of(page):
    """The lines of text above the foot: left, bottom, top in mm and what they say."""
    found = []
    text = page.get_textpage()
    for index in range(text.count_rects()):
        left, bottom, right, top = (value / MM for value in text.get_rect(index))
        said = text.get_text_bounded(*(value * MM for value in (left, bottom, right, top))).strip()
        if bottom > FOOT_MM and said:
            found.append((left, bottom, top, said))
    return found


def headings_of(path):
    """The outline: each heading with its page, from 0, and the height of its upper edge in mm."""
    with pikepdf.open(path) as pdf:
        pages = [page.obj.objgen for page in pdf.pages]

        def walk(items):
            for item in items:
                target = item.destination if item.destination is not None else item.action.D
                yield item.title, pages.index(target[0].objgen), float(target[3]) / MM
                yield from walk(item.children)

        with pdf.open_outline() as outline:
            return list(walk(outline.root))


def lonely(path, columns):
    """Headings below which nothing that is no heading stands in their column, by the PDF alone."""
    document = pypdfium2.PdfDocument(path)
    heads = headings_of(path)
    found = []
    for title, number, top in heads:
        page = document[number]
        wide = (page.get_width() / MM - 26 + 8) / columns
        lines = lines_of(page)
        start = min(
            (one for one in lines if abs(one[2] - top) < 8 and title.startswith(one[3][:6])), key=lambda one: abs(one[2] - top)
        )
        column = int((start[0] - 13 + 0.5) / wide)
        titles = {one for one, at, _ in heads if at == number}
        below = [
            one for one in lines if int((one[0] - 13 + 0.5) / wide) == column and one[2] < start[1] and one[3] not in titles
        ]
        if not below:
            found.append(title)
    return found


COLUMNS = {"a4": 2, "letter": 2, "a3": 3, "tabloid": 3}


@pytest.mark.parametrize(
    ("name", "paper"),
    [
        ("doubutsu-jungo", "letter"),
        *((name, "tabloid") for name in ("doubutsu-jungo", "judge-domino", "dokojong", "geometric-chamber")),
    ],
)
def test_no_heading_ends_a_column(tmp_path, name, paper):
    (path,) = write_rule_sheet(replace(spec_of(name), paper=PAPER_SIZES[paper]), tmp_path / "rules.pdf")
    assert len(headings_of(path)) > 5
    assert lonely(path, COLUMNS[paper]) == []


def test_the_box_s_figure_stands_where_its_section_begins(tmp_path):
    """Doubutsu Jungo on Letter: three pages, the last with the section on putting away and both figures of the box."""
    (path,) = write_rule_sheet(replace(spec_of("doubutsu-jungo"), paper=PAPER_SIZES["letter"]), tmp_path / "rules.pdf")
    pages = [page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(path)]
    (figure,) = (number for number, text in enumerate(pages) if "Where everything lies in the box" in text)
    (heading,) = (number for number, text in enumerate(pages) if "Putting it away" in text)
    assert figure == heading


TEXT = "Words that fill a line of the column and some more of the next one, so that it is a paragraph. "


@pytest.fixture(scope="module")
def own(tmp_path_factory):
    """A rule sheet of a game that is nothing but that."""
    folder = game(tmp_path_factory.mktemp("own"))
    config = load_config(None, [f"games=[{folder}]"]).config
    return next(one.spec for one in sheets(Context.of_game(config.game("mine"), config))[0])


@pytest.mark.parametrize("before", range(20, 36))
@pytest.mark.parametrize("after", ["table", "list", "text"])
def test_wherever_a_column_ends_a_heading_goes_with_what_follows(own, tmp_path, before, after):
    """Line by line more text before it: sooner or later the heading is at the column's end."""
    following = {
        "table": "| a | b |\n|---|---|\n| one | 1 |\n| two | 2 |\n| three | 3 |",
        "list": "1. " + 3 * TEXT,
        "text": 4 * TEXT,
    }[after]
    filler = "\n\n".join(f"Line {number}." for number in range(before))
    text = f"# Rules\n\n{filler}\n\n## Section\n\n### Part\n\n{following}\n\n{filler}\n"
    (path,) = write_rule_sheet(replace(own, text=text), tmp_path / "rules.pdf")
    assert [title for title, _, _ in headings_of(path)] == ["Section", "Part"]
    assert lonely(path, 2) == []


def test_what_is_higher_than_a_column_is_still_refused(own, tmp_path):
    text = "# Rules\n\n## Section\n\n| a | b |\n|---|---|\n" + "| one | 1 |\n" * 90
    with pytest.raises(BuildError, match=r"take more than 4 pages|higher than"):
        write_rule_sheet(replace(own, text=text), tmp_path / "rules.pdf")
    assert re.search("Section", text)
