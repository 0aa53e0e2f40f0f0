"""The rule sheet as it is on disk: read again with other libraries than wrote it, and held against the rules."""

import dataclasses
import functools
import math
import re

import pikepdf
import pypdfium2
import pytest
from markdown_it import MarkdownIt
from reportlab.pdfgen.canvas import Canvas
from shapely.geometry import box

from design.config.paper import PAPER_SIZES
from design.faces.face import Face, InkRole, Mark
from design.graphics.colour.palette import contrast
from design.graphics.polygons import as_multi
from printables.documents.markup import Entry, Heading, Picture, blocks
from printables.documents.rulesheet import write_rule_sheet
from printables.drawing.ink import draw_marks
from printables.figures.figures import draw_figure
from printables.figures.sketch import QUIET
from rules.bill import derive_bill
from rules.errors import BuildError
from rules.figures import BUILT_IN, load_figures
from rules.game import load_game
from rules.words import load_rulebook
from tests.support.plans import planned
from tests.support.tools import said_by

POINTS = 72 / 25.4
GAME = load_game("geometric-chamber")
TEXT = load_rulebook(GAME.id)
FIGURES = tuple(name for name in (*load_figures(GAME.id), *BUILT_IN) if name != "head")
PAPERS = ("a4", "letter")
UNPRINTABLE_MM = 6.0


@functools.cache
def specs(players=5):
    artifacts = planned((f"games={{{GAME.id}: {{players: {players}}}}}",)).artifacts
    made = [one.spec for one in artifacts if one.builder.endswith(":write_rule_sheet")]
    return {spec.paper.name: spec for spec in made}


@pytest.fixture(scope="module")
def five():
    return specs()


@pytest.fixture(scope="module")
def sheets(five, tmp_path_factory):
    folder = tmp_path_factory.mktemp("rules")
    return {paper: write_rule_sheet(five[paper], folder / f"{paper}.pdf")[0] for paper in PAPERS}


def plain(text):
    """Text without mark-up, line breaks and repeated blanks."""
    return re.sub(r"\s+", " ", text.replace("*", "")).strip()


def text_of(path):
    document = pypdfium2.PdfDocument(path)
    return plain(" ".join(page.get_textpage().get_text_range() for page in document).replace("\x02", ""))


# The rules' text against the bill.


def counts_in_table():
    """Counts of the rule book's table: for each kind of piece, how many a player and how many for the table."""
    tokens = MarkdownIt("commonmark").enable("table").parse(TEXT)
    cells = [tokens[index + 1].content for index, token in enumerate(tokens) if token.type == "td_open"]
    rows = [cells[start : start + 3] for start in range(0, len(cells), 3)]
    return {name.strip("*").lower(): tuple(int(cell.strip("*") or 0) for cell in row) for name, *row in rows}


KINDS = {
    "number plates": ("number-plate-owner", "number-plate-table"),
    "connectors": ("connector",),
    "shape card": ("shape-card",),
    "x cards": ("x-card",),
    "score markers": ("score-marker",),
    "penalty markers": ("penalty-marker",),
    "door markers": ("door-marker",),
    "leader token": ("leader-token",),
}


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_table_of_pieces_is_the_bill(players):
    bill, table = derive_bill(GAME, players), counts_in_table()
    assert set(table) == {*KINDS, "all pieces"}
    for kind, components in KINDS.items():
        each, shared = table[kind]
        assert each * players + shared == sum(bill.line(one).count for one in components), kind
    each, shared = table["all pieces"]
    assert each * players + shared == bill.parts
    number = {2: "two", 3: "three", 4: "four", 5: "five"}[players]
    assert re.search(rf"\b{bill.parts}( pieces)? for {number}\b", TEXT)


def test_the_table_holds_every_part_of_the_game():
    listed = {component for components in KINDS.values() for component in components}
    assert listed == {component.id for component in GAME.components if component.role.value == "part"}


def test_the_sentences_are_our_own():
    # Sentences of the source that a copy would hold, in the source's words.
    for phrase in ("grand mathematician", "stands these cards up so only you", "secretly hid", "beloved", "diligently"):
        assert phrase not in TEXT.lower()


# The file.


@pytest.mark.parametrize("paper", PAPERS)
def test_pages_have_the_papers_size_and_the_rules_take_two(sheets, paper):
    """One sheet of paper has all the rules; a third page shows how the box is filled."""
    size = PAPER_SIZES[paper]
    pages = [page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(sheets[paper])]
    assert [number for number, text in enumerate(pages) if "Putting it away" in text] == [2]
    assert "show no card" in pages[1]
    with pikepdf.open(sheets[paper]) as pdf:
        assert len(pdf.pages) == 3
        for page in pdf.pages:
            box = [float(value) for value in page.mediabox]
            assert box == pytest.approx([0, 0, size.width_mm * POINTS, size.height_mm * POINTS], abs=1e-3)


@pytest.mark.parametrize("paper", PAPERS)
def test_one_rule_sheet_is_drawn_and_on_the_first_page(sheets, paper):
    uses = []
    with pikepdf.open(sheets[paper]) as pdf:
        for number, page in enumerate(pdf.pages):
            drawn = [str(one.operands[0]) for one in pikepdf.parse_content_stream(page) if str(one.operator) == "Do"]
            uses += [(number, name) for name in drawn]
    assert uses == [(0, "/FormXob.rule-sheet")]


@pytest.mark.parametrize("paper", PAPERS)
def test_the_document_says_what_it_is_and_asks_for_true_size(sheets, paper):
    with pikepdf.open(sheets[paper]) as pdf:
        assert pdf.Root.ViewerPreferences.PrintScaling == "/None"
        assert str(pdf.Root.Lang) == "en"
        assert "Geometric Chamber" in str(pdf.docinfo["/Title"])
        assert str(pdf.docinfo["/Author"]) == "Tablewright"
        assert "2000" in str(pdf.docinfo["/CreationDate"]), "a date of the day would change the bytes"


@pytest.mark.parametrize("paper", PAPERS)
def test_all_fonts_are_embedded_and_of_one_family(sheets, paper):
    listed = said_by("pdffonts", sheets[paper]).splitlines()[2:]
    assert len(listed) == 2
    for row in listed:
        assert "Manrope" in row
        # Columns from the right: object, generation, unicode, subset, embedded.
        assert row.split()[-5] == "yes"


@pytest.mark.parametrize("paper", PAPERS)
def test_the_outline_lists_the_headings_in_order(sheets, paper):
    headings = [(len(mark) - 2, title) for mark, title in re.findall(r"^(##+) (.*)$", TEXT, re.MULTILINE)]
    toc = [(item.level, item.get_title()) for item in pypdfium2.PdfDocument(sheets[paper]).get_toc()]
    assert toc == headings


@pytest.mark.parametrize("paper", PAPERS)
def test_every_sentence_can_be_found(sheets, paper):
    found = text_of(sheets[paper])
    sentences = []
    for line in TEXT.splitlines():
        line = re.sub(r"^(#+|\d+\.|-) ", "", line)
        if line.startswith("!["):
            line = line[2 : line.index("]")]
        if line and not line.startswith(("|", "---")):
            sentences.append(plain(line))
    assert len(sentences) > 40
    # A paragraph may be broken by the foot and the next column; each of its sentences then still stands somewhere.
    for text in sentences:
        for sentence in re.split(r"(?<=[.!?]) ", text):
            words = sentence.split()
            assert sentence in found or (" ".join(words[:4]) in found and " ".join(words[-4:]) in found), sentence


@pytest.mark.parametrize("paper", PAPERS)
def test_numbers_of_lists_are_text_and_come_before_what_they_number(sheets, paper):
    found = text_of(sheets[paper])
    for number, head in enumerate(("Agree.", "Open one more.", "Choose others.", "Accuse the leader."), 1):
        assert f"{number} {head}" in found


@pytest.mark.parametrize("paper", PAPERS)
def test_each_page_has_rights_credits_and_number(sheets, paper):
    document = pypdfium2.PdfDocument(sheets[paper])
    for number, page in enumerate(document, 1):
        text = plain(page.get_textpage().get_text_range())
        assert "the game belongs to its authors and publishers" in text
        assert "SIL Open Font License" in text
        assert f"page {number} of {len(document)}" in text
        assert "100 mm" in text


def strokes(page):
    """Straight strokes of a page in mm, by its content stream: (x1, y1, x2, y2)."""
    at, line, found = None, None, []
    for one in pikepdf.parse_content_stream(page):
        operator = str(one.operator)
        if operator in ("m", "l"):
            point = [float(value) / POINTS for value in one.operands]
            line = (*at, *point) if operator == "l" else None
            at = point
        elif operator == "S" and line:
            found.append(line)
    return found


@pytest.mark.parametrize("paper", PAPERS)
def test_a_ruler_of_100_mm_with_ticks_stands_on_each_page(sheets, paper):
    with pikepdf.open(sheets[paper]) as pdf:
        for page in pdf.pages:
            lines = strokes(page)
            long = [line for line in lines if math.dist(line[:2], line[2:]) == pytest.approx(100, abs=0.01)]
            assert len(long) == 1
            x, low = long[0][0], min(long[0][1], long[0][3])
            ticks = sorted(line[1] - low for line in lines if line[0] == pytest.approx(x, abs=0.01) and line not in long)
            assert ticks == pytest.approx([10 * step for step in range(11)], abs=0.01)


@pytest.mark.parametrize("paper", PAPERS)
def test_nothing_stands_where_printers_cannot_reach(sheets, paper):
    scale = 4
    for page in pypdfium2.PdfDocument(sheets[paper]):
        image = page.render(scale=scale).to_pil().convert("L")
        edge = math.floor(UNPRINTABLE_MM * POINTS * scale)
        width, height = image.size
        assert image.getextrema()[0] < 80, "the page is empty"
        for area in (
            (0, 0, width, edge),
            (0, height - edge, width, height),
            (0, 0, edge, height),
            (width - edge, 0, width, height),
        ):
            assert image.crop(area).getextrema() == (255, 255), area


@pytest.mark.parametrize("paper", PAPERS)
def test_lines_are_short_enough_to_read(sheets, paper):
    for page in pypdfium2.PdfDocument(sheets[paper]):
        text = page.get_textpage()
        rows = [text.get_text_bounded(*text.get_rect(index)) for index in range(text.count_rects())]
        assert max(len(row) for row in rows) < 75


@pytest.mark.parametrize("paper", PAPERS)
def test_each_page_uses_both_columns(sheets, paper):
    """Half a page of white beside a full column is no layout: something dark stands in the upper half of each."""
    for page in pypdfium2.PdfDocument(sheets[paper]):
        image = page.render(scale=1, grayscale=True).to_pil()
        half = image.width // 2
        for left in (0, half):
            assert image.crop((left, 30, left + half, image.height // 3)).getextrema()[0] < 128


def sizes_of(path):
    """Sizes of all text in points, forms included."""
    found = set()
    with pikepdf.open(path) as pdf:
        forms = [one for page in pdf.pages for one in page.Resources.get("/XObject", {}).values()]
        streams = [*pdf.pages, *forms]
        for stream in streams:
            for one in pikepdf.parse_content_stream(stream):
                if str(one.operator) == "Tf":
                    found.add(round(float(one.operands[1]), 2))
    return found


@pytest.mark.parametrize("paper", PAPERS)
def test_sizes_of_type_are_few_and_large_enough(sheets, paper):
    sizes = sizes_of(sheets[paper]) - {12.0}  # what ReportLab opens a page with; nothing is shown at it
    assert sizes == {8.0, 9.5, 14.0}, "small print, body, headings"
    assert contrast(QUIET, "#ffffff") > 4.5


def test_the_same_specification_gives_the_same_bytes(five, sheets, tmp_path):
    (again,) = write_rule_sheet(five["a4"], tmp_path / "again.pdf")
    assert again.read_bytes() == sheets["a4"].read_bytes()


def test_two_players_get_their_sheet_too(tmp_path):
    (path,) = write_rule_sheet(specs(2)["letter"], tmp_path / "two.pdf")
    found = text_of(path)
    assert "Forest" in found
    assert "Crimson" not in found, "a colour that nobody plays is shown"


# Figures.


@pytest.mark.parametrize("name", FIGURES)
@pytest.mark.parametrize("players", [2, 5])
def test_a_figure_keeps_to_its_room(name, players):
    for width in (86.0, 92.0):
        figure = draw_figure(name, specs(players)["a4"], width)
        bounds = [mark.area.bounds for mark in figure.marks]
        assert min(one[0] for one in bounds) >= -0.01
        assert max(one[2] for one in bounds) <= width + 0.01
        assert max(one[3] for one in bounds) <= figure.height_mm + 0.01
        assert min(one[1] for one in bounds) >= -0.01


def test_every_figure_is_used_and_every_used_figure_is_there():
    assert {block.name for block in blocks(TEXT, "rules") if isinstance(block, Picture)} == set(FIGURES)


def test_the_search_shows_what_the_rules_say(five):
    # Doors 2 and 4 are searched. From the table the places read 5 4 3 2 1; the second player's shape stands at 4.
    spec = five["a4"]
    figure = draw_figure("search", spec, 87.0)
    faces = dict(spec.faces)
    fills = [faces[f"shape-card.{colour}.back"].ground for colour in ("gold", "forest", "crimson")]
    cards = [mark for mark in figure.marks if mark.colour in fills and mark.area.area > 60]
    assert [sum(mark.colour == fill for mark in cards) for fill in fills] == [3, 3, 5], "unrevealed cards of each player"


# What goes wrong.


def spec_with(five, text, **more):
    return dataclasses.replace(five["a4"], text=text, **more)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("# Rules\n\n![A](figure:nowhere)", ["nowhere", "set-up"]),
        ("# Rules\n\nRead 🎲 first, then שא.", ["rule-sheet:3", "🎲", "ש", "א"]),
        ("# Rules\n\n- one\n  - two", ["rule-sheet:4", "bullet_list"]),
        ("# Rules\n\n> quoted", ["rule-sheet:3", "blockquote"]),
        ("# Rules\n\n`code`", ["rule-sheet:3", "code_inline"]),
        ("# Rules\n\n![A](photo.png)", ["rule-sheet:3", "photo.png"]),
        ("Rules without a heading", ["rule-sheet:1", "heading"]),
        ("# Rules\n\n" + "A rule that goes on. " * 2000, ["pages", "more than 4"]),
    ],
)
def test_what_cannot_be_set_is_named(five, tmp_path, text, says):
    path = tmp_path / "rules.pdf"
    with pytest.raises(BuildError) as caught:
        write_rule_sheet(spec_with(five, text), path)
    assert all(one in str(caught.value) for one in says), str(caught.value)
    assert not path.exists()


def test_a_figure_without_its_faces_is_named(five, tmp_path):
    bare = dataclasses.replace(five["a4"], faces=())
    with pytest.raises(BuildError, match=r"figure .*door-marker\.front"):
        write_rule_sheet(bare, tmp_path / "rules.pdf")


def test_credits_too_long_for_the_foot_are_refused(five, tmp_path):
    with pytest.raises(BuildError, match="credits"):
        write_rule_sheet(dataclasses.replace(five["a4"], credits="Many thanks to all of them. " * 12), tmp_path / "rules.pdf")


def test_letters_beyond_latin_1_are_set(five, tmp_path):
    for text in ("Zażółć gęślą jaźń", "Příliš žluťoučký kůň"):
        (path,) = write_rule_sheet(spec_with(five, f"# Rules\n\n{text}."), tmp_path / "rules.pdf")
        assert text in text_of(path)


def test_signs_of_mark_up_in_a_text_stay_text(five, tmp_path):
    (path,) = write_rule_sheet(spec_with(five, "# Rules\n\nAsk if 2 < 3 & 5 > 4."), tmp_path / "rules.pdf")
    assert "Ask if 2 < 3 & 5 > 4." in text_of(path)


def test_a_list_goes_on_counting_after_a_figure():
    found = blocks("# A\n\n1. one\n2. two\n\n![x](figure:y)\n\n3. three\n\n- dot", "rules")
    assert found[0] == Heading(1, "A")
    assert [block.mark for block in found if isinstance(block, Entry)] == ["1", "2", "3", ""]


def test_a_hole_in_a_shape_stays_open(tmp_path):
    ring = as_multi(box(0, 0, 30, 30) - box(10, 10, 20, 20))
    face = Face("x", box(0, 0, 30, 30), "#ffffff", (Mark(InkRole.PRINT, "#000000", ring),))
    canvas = Canvas(str(tmp_path / "hole.pdf"), pagesize=(30 * POINTS, 30 * POINTS))
    draw_marks(canvas, face.marks)
    canvas.save()
    image = pypdfium2.PdfDocument(tmp_path / "hole.pdf")[0].render(scale=1).to_pil().convert("L")
    assert image.getpixel((image.width // 2, image.height // 2)) == 255
    assert image.getpixel((image.width // 6, image.height // 6)) == 0
