"""Papers smaller than A5: photo paper of 10 x 15 cm, A6, index cards. What goes on them, and what is refused by name."""

from __future__ import annotations

import math
import re
from dataclasses import replace

import pikepdf
import pypdfium2
import pytest
from click.testing import CliRunner
from shapely.geometry import LineString

from design.config.loading import load_config
from design.config.paper import PAPER_SIZES, Duplex, PaperSize
from design.plan.planning import plan
from printables.imposition.sheet import impose
from printables.marks.page_marks import printers_marks
from printables.pdf import write_sheets
from rules.errors import ConfigError, DesignError
from rules.game import Medium, load_game
from tablewright.building.build import plans_for
from tablewright.cli import main
from tablewright.inspection.recognition.recognise import Page
from tablewright.inspection.sheets.beside import beside_faults
from tests.support.sheet_cases import cards, sheet
from tests.support.two_sides import strokes

MM = 72 / 25.4
PHOTO = ("paper.sizes=[own]", "paper.own_width_mm=101.6", "paper.own_height_mm=152.4")
SIZES = {"photo": (101.6, 152.4), "a5": (148, 210), "a6": (105, 148), "index": (76.2, 127), "large index": (127, 203.2)}


def on(name, *pieces, **changes):
    width, height = SIZES[name]
    own = PaperSize("own", f"{width:g} x {height:g} mm", width, height)
    return replace(sheet(*pieces), paper=own, version="1", stock="Card of 250 to 300 g/m².", **changes)


# Margins of 6 mm; the texts take 4.6 mm at head and foot or 3.3 at the sides, marks and bleed 3.3 more; 2.6 mm between cards.
A_PAGE = {
    # 89.6 mm: 2 x 36 + 2.6; 124.6 mm: 2 x 50 + 2.6.
    "photo": 4,
    # 136 x 182.2 mm turned: 2 x 50 + 2.6; 5 x 36 + 10.4 = 190.4 is too much for it, but not for the 198 between the margins,
    # the texts at the sides: 136 - 13.2 = 122.8.
    "a5": 10,
    # 93 x 120.2 mm: as the photo.
    "a6": 4,
    # 64.2 mm: one turned, 50; the texts at the sides, 51 x 115 mm: 3 x 36 + 5.2 = 113.2.
    "index": 3,
    # 115 mm: 3 x 36 + 5.2; 175.4 mm: 3 x 50 + 5.2.
    "large index": 9,
}


@pytest.mark.parametrize("name", SIZES)
def test_cards_go_on_small_papers_as_many_as_geometry_has_room_for(name):
    (first, *_) = impose(on(name, *cards(40)))
    assert len(first.places) == A_PAGE[name]


@pytest.mark.parametrize("duplex", list(Duplex))
@pytest.mark.parametrize("name", SIZES)
def test_each_page_says_how_to_print_it_and_how_long_its_ruler_is(tmp_path, name, duplex):
    spec = on(name, *cards(2, 30, 40), duplex=duplex)
    for path in write_sheets(spec, tmp_path / "cards.pdf"):
        with pikepdf.open(path) as document:
            lines = [[math.dist(one[:2], one[2:]) for one in strokes(page)] for page in document.pages]
            assert spec.credits in str(document.docinfo["/Subject"]), "what has no room on the page is in the file's properties"
        with pypdfium2.PdfDocument(path) as document:
            for page, lengths in zip(document, lines, strict=True):
                text = " ".join(page.get_textpage().get_text_range().split())
                (said,) = {int(one) for one in re.findall(r"\b(\d+) mm", text)} & {100, 50, 20}
                assert sum(abs(one - said) < 0.01 for one in lengths) == 1
                assert "Trial: cards" in text
                assert "Print at 100 %" in text
                assert "Page " in text
                image = page.render(scale=4 / MM).to_pil().convert("L").point(lambda value: 255 * (value < 200))
                left, top, right, bottom = (value / 4 for value in image.getbbox())
                width, height = (side / MM for side in page.get_size())
                # Bleed alone goes into the margin.
                assert min(left, top, width - right, height - bottom) > 6 - 1.3 - 0.3


def test_a_paper_too_small_for_its_ruler_and_words_is_refused_by_name():
    tiny = replace(on("index", *cards(1, 20, 20)), paper=PaperSize("own", "50 x 60 mm", 50, 60))
    with pytest.raises(DesignError, match=r"cards on 50 x 60 mm: has no room for its ruler .* take a larger paper|title"):
        printers_marks(tiny, impose(tiny)[0])


def test_cards_of_a_game_print_on_photo_paper_though_its_tuck_box_does_not(tmp_path):
    settings = [word for one in (*PHOTO, "games.geometric-chamber.players=2") for word in ("--set", one)]
    common = ["--game", "geometric-chamber", "--output", str(tmp_path), "--medium", "pdf", "--jobs", "1"]
    done = CliRunner().invoke(main, ["build", *settings, *common, "--only", "x-card=4", "--only", "shape-card"])
    assert done.exit_code == 0, done.output
    # Two sets of five cards.
    assert "geometric-chamber: 10 of 10 parts covered" in done.output
    with pikepdf.open(tmp_path / "only" / "geometric-chamber" / "pdf" / "own" / "cards.pdf") as document:
        assert len(document.pages) == 2 * math.ceil(10 / 4)


def test_what_photo_paper_does_not_take_is_named_with_what_would():
    loaded = load_config(None, [*PHOTO, "games.geometric-chamber.players=2"])
    holds = r"101\.6 x 152\.4 mm with a margin of 6 mm holds up to 89\.6 x 116\.4 mm \(A4 would do\)"
    with pytest.raises(DesignError, match=rf"tuck-box = .* {holds}"):
        plans_for(loaded, ["geometric-chamber"], (Medium.PAPER,))
    (made,) = plans_for(loaded, ["geometric-chamber"], (Medium.SOLID,))
    boards = next(one.spec for one in made.artifacts if one.path.endswith("/boards.pdf"))
    with pytest.raises(DesignError, match=r"paper-board.gold = .*larger than a page takes.*choose a larger paper \(a4, "):
        impose(boards)


def test_a_board_whose_squares_go_on_no_page_leaves_other_sheets_alone():
    config = load_config(None, ["paper.sizes=[own]", "paper.own_width_mm=76", "paper.own_height_mm=76"]).config
    made = plan(load_game("doubutsu-jungo"), config, (Medium.SOLID,))
    assert any("a square of" in problem.what and "make squares.square_mm" in problem.what for problem in made.unmade)
    assert any(one.path.endswith("pdf/own/markers.pdf") for one in made.artifacts)


@pytest.mark.parametrize("value", ["8.27", "75.9"])
def test_a_size_in_inches_is_still_refused(value):
    with pytest.raises(ConfigError, match=r"own_width_mm = .*must be a number, 76 to 1200 mm"):
        load_config(None, ["paper.sizes=[own]", f"paper.own_width_mm={value}"])


@pytest.mark.parametrize(
    ("paper", "long", "said", "good"),
    [
        ("photo", 50, "Page 1 of 1 50 mm", True),
        ("photo", 50, "Page 1 of 1", False),
        ("photo", 49.9, "Page 1 of 1 50 mm", False),
        ("photo", 50, "Page 1 of 1 100 mm", False),
        ("a4", 50, "Page 1 of 1 50 mm", False),
        ("a4", 100, "Page 1 of 1 100 mm", True),
    ],
)
def test_the_inspection_takes_a_shorter_ruler_on_small_papers_alone_where_the_page_says_so(paper, long, said, good):
    spec = on("photo") if paper == "photo" else replace(sheet(), paper=PAPER_SIZES[paper])
    size = (spec.paper.width_mm, spec.paper.height_mm)
    page = Page("cards.pdf", "page 1", size, (), None, None, 40.0)
    page = replace(page, strokes=(LineString([(10, 10), (10 + long, 10)]),), said=said, number=1, pages=1)
    assert list(beside_faults(spec, page, ())) == ([] if good else ["lacks the ruler of 100 mm"])
