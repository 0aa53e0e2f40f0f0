"""The booklet: its order when a hand folds it, its pages' places, and each way to spoil it found and named."""

import re
from dataclasses import replace

import pikepdf
import pypdfium2
import pytest

from design.config.paper import PAPER_SIZES, PaperSize
from design.plan.booklets import BookletSpec
from design.plan.documents import RuleSheetSpec
from printables.documents import booklet
from printables.documents.folding import folded_sides
from rules.errors import BuildError
from tests.support.inspection_fixtures import Bench, artifacts, complaints, small_config
from tests.support.sheet_cases import CREDITS

MM = 25.4 / 72


def dummy(pages: int) -> list[tuple[int, int]]:
    """A dummy of paper: sheets laid on each other, folded, and numbered page by page as a hand leafs through them.

    Gives for each side, fronts and backs in turn, what was written on its left and on its right half when it is turned
    over sideways, as a leaf of a book is.
    """
    sheets = pages // 4
    written: dict[tuple[int, str, str], int] = {}
    number = 0
    for sheet in range(sheets):  # the right leaves, from the outermost sheet inward: front, then what is behind it
        for side, half in (("front", "right"), ("back", "left")):
            number += 1
            written[sheet, side, half] = number
    for sheet in reversed(range(sheets)):  # the left leaves, from the innermost out: first the side that faces the middle
        for side, half in (("back", "right"), ("front", "left")):
            number += 1
            written[sheet, side, half] = number
    sides = [(sheet, side) for sheet in range(sheets) for side in ("front", "back")]
    return [(written[sheet, side, "left"], written[sheet, side, "right"]) for sheet, side in sides]


def test_eight_pages_lie_as_they_do_in_every_stapled_booklet():
    # Typed from a folded dummy.
    assert dummy(8) == [(8, 1), (2, 7), (6, 3), (4, 5)]


@pytest.mark.parametrize("pages", range(4, 49, 4))
def test_turned_on_the_short_edge_the_order_is_the_dummy_s(pages):
    sides = folded_sides(pages, "short-edge")
    assert [tuple(half.page for half in sorted(side, key=lambda half: half.right)) for side in sides] == dummy(pages)
    assert not any(half.turned for side in sides for half in side)


@pytest.mark.parametrize("pages", range(4, 49, 4))
def test_turned_on_the_long_edge_backs_are_the_same_turned_about(pages):
    sides = folded_sides(pages, "long-edge")
    for number, (side, (left, right)) in enumerate(zip(sides, dummy(pages), strict=True)):
        back = number % 2 == 1
        expected = (right, left) if back else (left, right)
        assert tuple(half.page for half in sorted(side, key=lambda half: half.right)) == expected
        assert all(half.turned is back for half in side)


def spec_of(text: str, paper: str = "a4", duplex: str = "short-edge") -> BookletSpec:
    sheet = PAPER_SIZES[paper]
    page = PaperSize("half", "A5", sheet.height_mm / 2, sheet.width_mm)
    rules = RuleSheetSpec("rule-sheet", "trial", "Trial", "A trial's source.", text, page, (), (-18.0, 18.0), 5, CREDITS)
    return BookletSpec("rule-sheet", rules, sheet, duplex)


def chapters(count: int) -> str:
    """So many sections, each a page long by its break."""
    parts = (f"## Part {number}\n\nIt says what part {number} says." for number in range(1, count))
    return "# Rules\n\n" + "\n\n---\n\n".join(parts)


@pytest.mark.parametrize(("paper", "size"), [("a4", (297, 210)), ("letter", (279.4, 215.9))])
@pytest.mark.parametrize("duplex", ["short-edge", "long-edge"])
def test_sheets_lie_and_are_turned_as_they_say(tmp_path, paper, size, duplex):
    (path,) = booklet.write_booklet(spec_of(chapters(7), paper, duplex), tmp_path / "rules.pdf")
    flip = {"short-edge": "/DuplexFlipShortEdge", "long-edge": "/DuplexFlipLongEdge"}[duplex]
    with pikepdf.open(path) as pdf:
        assert (pdf.Root.ViewerPreferences.Duplex, pdf.Root.ViewerPreferences.PrintScaling) == (flip, "/None")
        # Text that would go on one page, kept apart only where that costs no sheet.
        assert len(pdf.pages) == 2
        for page in pdf.pages:
            assert [float(one) * MM for one in page.MediaBox] == pytest.approx([0, 0, *size], abs=0.001)
    document = pypdfium2.PdfDocument(path)
    found = [[words(page, half) for half in (0, 1)] for page in document]
    numbers = [[int(re.search(r"Page (\d) of 4", text)[1]) for text in side] for side in found]
    assert numbers == ([[4, 1], [2, 3]] if duplex == "short-edge" else [[4, 1], [3, 2]])


def words(page, half):
    wide, high = page.get_size()
    return page.get_textpage().get_text_bounded(half * wide / 2, 0, (half + 1) * wide / 2, high)


def test_what_is_left_over_is_for_notes_and_carries_the_credits(tmp_path):
    (path,) = booklet.write_booklet(spec_of(chapters(3)), tmp_path / "rules.pdf")
    front = pypdfium2.PdfDocument(path)[0]
    assert "Notes" in words(front, 0)
    assert "A trial's source." in words(front, 0)
    assert "Rules" in words(front, 1)


def test_headings_are_in_the_outline_in_the_order_they_are_read(tmp_path):
    (path,) = booklet.write_booklet(spec_of(chapters(5)), tmp_path / "rules.pdf")
    with pikepdf.open(path) as pdf, pdf.open_outline() as outline:
        assert [item.title for item in outline.root] == [f"Part {number}" for number in range(1, 5)]
        assert str(pdf.Root.Lang) == "en"


def test_the_same_rules_give_the_same_bytes(tmp_path):
    first, second = (booklet.write_booklet(spec_of(chapters(5)), tmp_path / f"{name}.pdf")[0].read_bytes() for name in "ab")
    assert first == second


def test_more_than_a_staple_holds_is_refused(tmp_path):
    text = "# Rules\n\n" + "\n\n".join(["A sentence that is set again and again. " * 40] * 90)
    with pytest.raises(BuildError, match="more than 48"):
        booklet.write_booklet(spec_of(text), tmp_path / "rules.pdf")


# What is built of Geometric Chamber, and how inspection finds each thing that is wrong with it.

CONFIG = small_config()


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    output = tmp_path_factory.mktemp("booklet")
    for artifact in artifacts(CONFIG).values():
        if artifact.medium.value == "booklet":
            booklet.write_booklet(artifact.spec, output / artifact.path)
    return output


@pytest.fixture
def bench(made, tmp_path):
    return Bench(made, tmp_path, CONFIG, ["booklet"])


def test_a_right_booklet_counts_as_the_rule_sheet(bench):
    report = bench.inspect(relist=False)
    assert {row.component: dict(row.found) for row in report.rows if row.found} == {"rule-sheet": {"booklet a4": 1}}
    assert [str(one) for one in report.problems if "manifest" not in str(one)] == []


def rewritten(number, change):
    def edit(pdf):
        page = pdf.pages[number]
        old = page.Contents.read_bytes()
        new = change(old)
        assert new != old
        page.Contents = pdf.make_stream(new)

    return edit


def swapped(one, other):
    """Two forms of a side change places."""
    return lambda text: text.replace(one, b"@@").replace(other, one).replace(b"@@", other)


def drop_sheet(pdf):
    del pdf.pages[2:4]


def swap_sheets(pdf):
    first, second = pdf.pages[2], pdf.pages[3]
    pdf.pages.insert(0, first)
    pdf.pages.insert(1, second)
    del pdf.pages[4:6]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (drop_sheet, ["when folded it reads pages 1, 2, 7, 8"]),
        (swap_sheets, ["when folded it reads pages 3, 4, 1, 2, 7, 8, 5, 6"]),
        (lambda pdf: pdf.pages.reverse(), ["when folded it reads pages"]),
        (lambda pdf: pdf.pages.__delitem__(3), ["3 sides, must have two for each sheet"]),
        (rewritten(1, swapped(b"page-02", b"page-07")), ["when folded it reads pages 1, 7"]),
        (rewritten(1, lambda text: text.replace(b"-1 0 0 -1", b"1 0 0 1")), ["must hold a page on each of its halves"]),
        (rewritten(0, lambda text: text.replace(b"/FormXob.rule-sheet.page-01 Do", b"")), ["a page on each of its halves"]),
        (lambda pdf: pdf.Root.ViewerPreferences.__setitem__("/Duplex", pikepdf.Name.DuplexFlipShortEdge), ["on its long-edge"]),
        (lambda pdf: pdf.Root.ViewerPreferences.__delitem__("/PrintScaling"), ["true size"]),
        (lambda pdf: pdf.pages[0].obj.__setitem__("/MediaBox", [0, 0, 842, 595]), ["must be A4 on its side, 297 x 210 mm"]),
    ],
)
def test_each_fault_is_named(bench, change, words):
    file = bench.file("rule-sheet.pdf")
    with pikepdf.open(file, allow_overwriting_input=True) as pdf:
        change(pdf)
        pdf.save(file)
    report = bench.inspect(relist=False)
    assert complaints(report, "rule-sheet.pdf", *words)
    assert complaints(report, "rule-sheet: expected 1, found 0")


def test_a_booklet_for_the_other_edge_is_found(bench):
    spec = next(one.spec for one in artifacts(CONFIG).values() if one.medium.value == "booklet")
    booklet.write_booklet(replace(spec, duplex="short-edge"), bench.file("rule-sheet.pdf"))
    report = bench.inspect(relist=False)
    assert complaints(report, "when folded it reads pages 1, 7")
    assert complaints(report, "page 2 stands on its head when folded")
