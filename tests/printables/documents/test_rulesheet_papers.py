"""Rule sheets on papers of one's own: columns, foot and ruler as they lie in the PDF, and what is refused while planning."""

from __future__ import annotations

import functools
import math
from dataclasses import replace
from itertools import combinations, pairwise

import pikepdf
import pypdfium2
import pytest
from click.testing import CliRunner

from design.config.loading import load_config
from design.config.paper import PaperSize
from design.context import Context
from design.plan.planning import plan
from design.plan.sheets import sheets
from printables.documents.rulesheet import write_rule_sheet
from rules.errors import BuildError, DesignError
from rules.figures import LabelItem
from rules.game import Medium, load_game
from tablewright.cli import main
from tests.support.two_sides import strokes

MM = 72 / 25.4
MARGIN_MM = 13.0
UNPRINTABLE_MM = 6.0
WIDEST_MM = 92.0
GUTTER_MM = 8.0
TITLE_ENDS_MM = MARGIN_MM + 17
HAIR_MM = 0.3
"""A letter's side bearing, and half a line's width."""
GAMES = ("doubutsu-jungo", "dokojong")
# Two columns go from 2 x 75 + 8 + 26 = 184 mm on if the figures do, three from 3 x 75 + 16 + 26 = 267 mm; the widest take
# 92 + 26 = 118, 192 + 26 = 218 and 292 + 26 = 318 mm, and the margins grow from there on.
COLUMNS = {
    (110, 175): 1,
    (148, 210): 1,
    (139.7, 215.9): 1,
    (176, 250): 1,
    (190, 190): 2,
    (224, 300): 2,
    (238, 384): 2,
    (260, 300): 2,
    (332, 332): 3,
}


@functools.cache
def spec_of(name):
    context = Context.of_game(load_game(name), load_config(None, [f"games=[{name}]"]).config)
    return next(one.spec for one in sheets(context)[0] if one.builder.endswith(":write_rule_sheet"))


def own(width, height):
    return PaperSize("own", f"{width:g} x {height:g} mm", width, height)


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    folder = tmp_path_factory.mktemp("papers")

    @functools.cache
    def make(name, size):
        return write_rule_sheet(replace(spec_of(name), paper=own(*size)), folder / f"{name}-{size[0]}.pdf")[0]

    return make


def runs_of(page):
    """Runs of text: left, bottom, right, top in mm."""
    text = page.get_textpage()
    found = (tuple(value / MM for value in text.get_rect(index)) for index in range(text.count_rects()))
    return [one for one in found if one[2] - one[0] > 0.05 and one[3] - one[1] > 0.05]


def foot_line(dark, high, left, wide):
    """The lowest line across all columns: its height and its ends, in mm."""
    at = round(4 * (left - 2))
    for y in range(dark.height - 1, 0, -1):
        row = dark.crop((at, y, dark.width, y + 1))
        if row.histogram()[255] / 4 >= wide - 0.6:
            first, _, last, _ = row.getbbox()
            return high - y / 4, (at + first) / 4, (at + last) / 4
    pytest.fail("no line above the foot")


def ruler_of(page):
    """The one line of 100 mm: its x and its lower end, in mm."""
    (found,) = [one for one in strokes(page) if abs(math.dist(one[:2], one[2:]) - 100) < 0.01]
    return found[0], min(found[1], found[3])


@pytest.mark.parametrize("size", COLUMNS)
@pytest.mark.parametrize("name", GAMES)
def test_columns_stand_side_by_side_in_the_middle_of_the_paper(made, name, size):
    width, height = size
    columns = COLUMNS[size]
    column = min((width - 2 * MARGIN_MM + GUTTER_MM) / columns - GUTTER_MM, WIDEST_MM)
    wide = columns * (column + GUTTER_MM) - GUTTER_MM
    left = (width - wide) / 2
    assert left >= MARGIN_MM - 1e-6
    spans = [(left + at * (column + GUTTER_MM), left + at * (column + GUTTER_MM) + column) for at in range(columns)]
    assert all(first[1] < second[0] for first, second in pairwise(spans))
    path = made(name, size)
    used = set()
    with pikepdf.open(path) as pdf:
        rulers = [ruler_of(page) for page in pdf.pages]
    with pypdfium2.PdfDocument(path) as document:
        for number, (page, (ruler_x, ruler_low)) in enumerate(zip(document, rulers, strict=True), 1):
            assert page.get_size() == pytest.approx((width * MM, height * MM), abs=0.01)
            dark = page.render(scale=4 / MM).to_pil().convert("L").point(lambda value: 255 * (value < 200))
            foot, first, last = foot_line(dark, height, left, wide)
            assert (first, last) == pytest.approx((left, left + wide), abs=0.4), "the foot's line is as wide as the columns"
            for low_x, bottom, high_x, top in runs_of(page):
                if high_x <= left:
                    assert ruler_x < low_x, "the ruler's label alone stands in the margin"
                    assert bottom > ruler_low + 100
                    continue
                assert low_x >= left - HAIR_MM
                assert high_x <= left + wide + HAIR_MM
                assert bottom > UNPRINTABLE_MM
                if bottom < foot:
                    assert top < foot, "a line of text lies on the foot's"
                elif number > 1 or height - top > TITLE_ENDS_MM:
                    (column_at,) = [at for at, span in enumerate(spans) if low_x <= span[1]][:1]
                    used.add(column_at)
                    assert spans[column_at][0] - HAIR_MM <= low_x
                    assert high_x <= spans[column_at][1] + HAIR_MM
            assert UNPRINTABLE_MM <= ruler_x < left
            box = [value / 4 for value in dark.getbbox()]
            assert box[0] > ruler_x - 0.5
            assert box[1] > MARGIN_MM - 0.6
            assert box[2] < left + wide + 0.6
            assert height - box[3] > UNPRINTABLE_MM
    assert used == set(range(columns))


@pytest.mark.parametrize("size", COLUMNS)
@pytest.mark.parametrize("name", GAMES)
def test_no_line_of_text_lies_over_another(made, name, size):
    with pypdfium2.PdfDocument(made(name, size)) as document:
        for page in document:
            # Letters' own boxes: lines that are set closely meet at most by a hair.
            for one, other in combinations(runs_of(page), 2):
                across = min(one[2], other[2]) - max(one[0], other[0])
                up = min(one[3], other[3]) - max(one[1], other[1])
                assert min(across, up) < 0.3, (one, other)


@pytest.mark.parametrize("size", [(148, 210), (110, 175), (238, 384)])
def test_title_page_number_and_credits_are_all_said(made, size):
    spec = spec_of("dokojong")
    with pypdfium2.PdfDocument(made("dokojong", size)) as document:
        texts = ["".join(page.get_textpage().get_text_range().replace("\x02", "").split()) for page in document]
    for number, text in enumerate(texts, 1):
        for said in (spec.source, spec.credits, f"page {number} of {len(texts)}", "100 mm"):
            assert "".join(said.split()) in text
    assert "".join(spec.title.split()) in texts[0]


def test_a_figure_that_goes_in_no_narrow_column_gets_wider_ones(tmp_path):
    spec = spec_of("doubutsu-jungo")
    # 279.4 mm: three columns of (279.4 - 26 + 8) / 3 - 8 = 79.1 mm; a label of 86 mm goes in two of 92 mm.
    figures = dict(spec.figures)
    (band, *_) = figures["sandwich"]
    item = next(one for one in band.items if isinstance(one, LabelItem))
    long = item.model_copy(update={"label": "n" * 42, "at": (0.0, item.at[1])})
    figures["sandwich"] = (band.model_copy(update={"items": (long,)}),)
    wide = replace(spec, figures=tuple(figures.items()), paper=own(279.4, 431.8))
    (path,) = write_rule_sheet(wide, tmp_path / "rules.pdf")
    with pypdfium2.PdfDocument(path) as document:
        lefts = sorted({round(one[0]) for page in document for one in runs_of(page) if one[3] < 431.8 - TITLE_ENDS_MM})
    # Two columns of 92 mm begin at (279.4 - 192) / 2 = 43.7 and 143.7 mm; the ruler's label stands 2 to 6 mm before them.
    assert {44, 144} <= set(lefts)
    assert lefts[0] > 43.7 - 6
    narrow = replace(wide, paper=own(210, 297))
    broken = {**figures, "sandwich": (band.model_copy(update={"items": (long.model_copy(update={"label": "n" * 60}),)}),)}
    with pytest.raises(BuildError, match=r"sandwich: reaches .* out of the column of 88 mm"):
        write_rule_sheet(replace(narrow, figures=tuple(broken.items())), tmp_path / "no.pdf")


def test_one_column_takes_more_pages_than_four_and_still_an_end(tmp_path):
    spec = replace(spec_of("dokojong"), paper=own(148, 210))
    with pytest.raises(BuildError, match=r"take \d+ pages of 148 x 210 mm, more than 24; .* larger paper"):
        write_rule_sheet(replace(spec, text="# Rules\n\n" + "A rule that goes on. " * 5000), tmp_path / "rules.pdf")


def settings(width, height):
    return ("paper.sizes=[own]", f"paper.own_width_mm={width}", f"paper.own_height_mm={height}")


@pytest.mark.parametrize(
    ("size", "says"),
    [
        # A figure of 88 mm is made 5 % smaller at most: 83.6 and twice 13 mm.
        ((100, 200), [r"rule-sheet paper\.own_width_mm = 100: .* one column: 110 mm at least; take a larger paper"]),
        ((109.9, 400), [r"rule-sheet paper\.own_width_mm = 109\.9: "]),
        ((140, 150), [r"rule-sheet paper\.own_height_mm = 150: .* 175 mm at least"]),
        # It lies across; sheets are upright.
        ((200, 100), [r"rule-sheet paper\.own_height_mm = 100: .* on 200 x 100 mm .* 110 mm at least"]),
        ((100, 160), [r"own_width_mm = 100", r"own_height_mm = 160", r"--medium booklet"]),
    ],
)
def test_a_paper_too_small_is_refused_while_planning(size, says):
    config = load_config(None, settings(*size)).config
    for said in says:
        with pytest.raises(DesignError, match=said):
            plan(load_game("judge-domino"), config, (Medium.PAPER,))
    made = plan(load_game("judge-domino"), config, (Medium.SOLID,))
    assert any("rule-sheet" in problem.where for problem in made.unmade)
    assert not any(one.path.endswith("rule-sheet.pdf") for one in made.artifacts)


def test_the_least_paper_is_planned():
    config = load_config(None, settings(110, 175)).config
    made = plan(load_game("judge-domino"), config, (Medium.SOLID,))
    assert any(one.path.endswith("pdf/own/rule-sheet.pdf") for one in made.artifacts)
    assert not any("rule-sheet" in problem.where for problem in made.unmade)


def build(folder, size, *more):
    words = [word for one in settings(*size) for word in ("--set", one)]
    return CliRunner().invoke(
        main, ["build", *words, "--game", "geometric-chamber", "--output", str(folder), "--jobs", "1", *more]
    )


def test_a_rule_sheet_alone_is_made_on_a5_and_read_back_and_on_photo_paper_refused(tmp_path):
    done = build(tmp_path, (148, 210), "--medium", "pdf", "--only", "rule-sheet")
    assert done.exit_code == 0, done.output
    assert "1 of 1 parts covered" in done.output
    refused = build(tmp_path, (101.6, 152.4), "--medium", "pdf", "--only", "rule-sheet")
    assert refused.exit_code != 0
    assert "rule-sheet paper.own_width_mm = 101.6" in refused.output
    assert "is no piece" not in refused.output
