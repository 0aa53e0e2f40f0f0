"""Sheets as PDF, read again with pikepdf, pdfium and poppler: none of them wrote the file."""

import os
import re
import subprocess
import sys
from dataclasses import replace

import numpy as np
import pikepdf
import pypdfium2
import pytest
from PIL import Image
from shapely.geometry import Polygon

from design.config.paper import Duplex, Orientation, PaperSize
from design.sheets.specs import SheetPiece
from printables.pdf import write_sheets
from rules.errors import BuildError, DesignError
from tests.support.places import ROOT
from tests.support.sheet_cases import BLUE, RED, WHITE, arch_trim, card_trim, cards, face, mixed, piece, sheet
from tests.support.tools import said_by, tool
from tests.support.two_sides import POINTS_A_MM, placed, sheets_in, trims

MODES = pytest.mark.parametrize("duplex", list(Duplex), ids=lambda one: one.value)
PAPERS = {"a4": (595.276, 841.890), "letter": (612.0, 792.0)}


@pytest.mark.parametrize("paper", PAPERS)
def test_pages_have_the_paper_s_true_size_and_ask_to_be_printed_so(tmp_path, paper):
    (path,) = write_sheets(sheet(*cards(26), paper=paper), tmp_path / "cards.pdf")
    with pikepdf.open(path) as pdf:
        assert len(pdf.pages) == 4
        for page in pdf.pages:
            for name in ("/MediaBox", "/TrimBox"):
                assert [float(value) for value in page[name]] == pytest.approx([0, 0, *PAPERS[paper]], abs=0.001)
            assert page.get("/Rotate", 0) == 0
        root = pdf.Root
        assert root.ViewerPreferences.PrintScaling == "/None"
        assert root.ViewerPreferences.Duplex == "/DuplexFlipLongEdge"
        assert str(root.Lang) == "en"
        assert str(pdf.docinfo.Title).startswith("Trial: cards")
        assert str(pdf.docinfo.Author) == "Tablewright"
        with pdf.open_outline() as outline:
            titles = [str(item.title) for item in outline.root]
    assert titles == [
        "Page 1: sheet 1, front",
        "Page 2: sheet 1, back",
        "Page 3: sheet 2, front",
        "Page 4: sheet 2, back",
    ]


@MODES
@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("way", ["portrait", "landscape"])
@pytest.mark.parametrize("count", [1, 7, 26])
def test_each_back_is_drawn_exactly_behind_its_front(tmp_path, duplex, paper, way, count):
    trim = card_trim(36, 50)
    pieces = [piece(f"card.{number}", trim, 1, RED, BLUE) for number in range(count)]
    spec = replace(sheet(*pieces, duplex=duplex, paper=paper), orientation=Orientation(way))
    seen = []
    for fronts, backs, turn in sheets_in(write_sheets(spec, tmp_path / "cards.pdf"), duplex):
        found = dict(backs)
        assert len(fronts) == len(found) > 0
        for name, bounds in fronts:
            assert found[name.replace(".front", ".back")] == pytest.approx(turn.box(bounds), abs=0.01)
            size = (bounds[2] - bounds[0], bounds[3] - bounds[1])
            assert sorted(size) == pytest.approx((36, 50), abs=0.01)
        seen += [name for name, _ in fronts]
    assert seen == [f"card.{number}.front" for number in range(count)]


def test_a_b_c_have_c_b_a_behind_them(tmp_path):
    """Case 8, by hand: three cards in a row. On the long edge the row is mirrored; on the short edge it stays, below."""
    trim = card_trim(60, 100)
    for duplex, order in ((Duplex.LONG_EDGE, "cba"), (Duplex.SHORT_EDGE, "abc"), (Duplex.SEPARATE, "cba")):
        spec = sheet(*(piece(letter, trim, 1, RED, BLUE) for letter in "abc"), duplex=duplex)
        ((fronts, backs, _),) = sheets_in(write_sheets(spec, tmp_path / "cards.pdf"), duplex)
        assert [name[0] for name, _ in sorted(fronts, key=lambda one: one[1][0])] == list("abc")
        assert [name[0] for name, _ in sorted(backs, key=lambda one: one[1][0])] == list(order)
        above = {"cba": True, "abc": False}[order]
        assert all((box[1] > 148.5) is above for _, box in backs)


def test_places_are_those_worked_out_by_hand(tmp_path):
    # 9 cards of 63 x 88 on A4, gap 2.6: the first at x = 7.9, its top at 297 - 13.9, a step of 65.6 and 90.6.
    pieces = [piece(f"card.{number}", card_trim(63, 88), 1, RED, RED) for number in range(9)]
    (path,) = write_sheets(sheet(*pieces), tmp_path / "cards.pdf")
    with pikepdf.open(path) as pdf:
        found = dict(trims(pdf.pages[0]))
    for number in range(9):
        row, column = divmod(number, 3)
        left, top = 7.9 + 65.6 * column, 283.1 - 90.6 * row
        assert found[f"card.{number}.front"] == pytest.approx((left, top - 88, left + 63, top), abs=0.01)


def test_a_side_is_defined_once_and_used_for_every_copy(tmp_path):
    (path,) = write_sheets(sheet(*mixed()), tmp_path / "tokens.pdf")
    with pikepdf.open(path) as pdf:
        front, back = ([name for name, _ in placed(page)] for page in pdf.pages)
        forms = [one for one in pdf.objects if isinstance(one, pikepdf.Stream) and one.get("/Subtype") == "/Form"]
    expected = {"tile": 10, "coin.red": 3, "coin.blue": 12, "door": 5}
    for names, side in ((front, "front"), (back, "back")):
        assert {name: names.count(name) for name in set(names)} == {f"{one}.{side}": n for one, n in expected.items()}
    assert len(forms) == 8


@MODES
@pytest.mark.parametrize("pieces", ["cards", "doors"])
def test_what_is_painted_on_both_sides_coincides(tmp_path, duplex, pieces):
    """Rendered at 300 dpi by poppler and seen through the paper, both sides are one; partial sheets and turned pieces too."""
    trim = card_trim(36, 50) if pieces == "cards" else arch_trim(63, 78)
    count = 7 if pieces == "cards" else 3
    blank = [SheetPiece(f"p.{i}", 1, blank_face(f"p.{i}.front", trim), blank_face(f"p.{i}.back", trim)) for i in range(count)]
    spec = replace(sheet(*blank, duplex=duplex), front_bleed_mm=1.3, paper=PaperSize("own", "own", 180, 200))
    paths = write_sheets(spec, tmp_path / "cards.pdf")
    painted = sum(one.front.trim.envelope.buffer(1.3, join_style="mitre").area for one in blank)
    painted = count * trim.buffer(1.3).area if pieces == "doors" else painted
    sides = [red(page) for path in paths for page in rendered(path)]
    sheets_ = [(page, page) for page in sides] if duplex is Duplex.GUTTER_FOLD else list(pairs(sides, duplex))
    total = 0
    for front, back in sheets_:
        total += front.sum()
        folded = [back[:, ::-1], back[::-1, :]]
        if duplex is Duplex.GUTTER_FOLD:
            apart = min((front != one).sum() for one in folded)
        else:
            apart = (front != folded[duplex is Duplex.SHORT_EDGE]).sum()
        assert apart < 0.004 * front.sum()  # the pixels along the edges
    assert total == pytest.approx(painted * (300 / 25.4) ** 2 * (2 if duplex is Duplex.GUTTER_FOLD else 1), rel=0.01)


def rendered(path):
    """A PDF's pages at 300 dpi, as arrays."""
    subprocess.run([tool("pdftoppm"), "-r", "300", path, path.with_suffix("")], check=True)
    return [np.asarray(Image.open(page)) for page in sorted(path.parent.glob(f"{path.stem}-*.ppm"))]


def red(image):
    return (image[:, :, 0] > 150) & (image[:, :, 1] < 130)


def pairs(pages, duplex):
    half = len(pages) // 2
    return (
        zip(pages[:half], pages[half:], strict=True) if duplex is Duplex.SEPARATE else zip(pages[::2], pages[1::2], strict=True)
    )


def blank_face(name, trim):
    one = face(name, trim, RED)
    return type(one)(one.name, one.trim, one.ground, ())


def test_marks_that_are_text_stay_text_where_their_outline_is(tmp_path):
    trim = card_trim(36, 50)
    worded = SheetPiece("worded", 1, face("worded.front", trim, WHITE, "Agree 42"), face("worded.back", trim))
    (path,) = write_sheets(sheet(worded), tmp_path / "cards.pdf")
    page = pypdfium2.PdfDocument(path)[0]
    text = page.get_textpage()
    assert "Agree 42" in text.get_text_range()
    for words in ("Print at 100 %, turn on the long edge", "100 mm", "Page 1 of 2 · front", "Trial: cards", "1 × worded"):
        assert words in text.get_text_range()
    area = worded.front.marks[0].area
    image = np.asarray(page.render(scale=8).to_pil().convert("L")) < 128
    scale = 8 * POINTS_A_MM
    # The card lies first: its centre at 27.8 from the left and 43.3 from the top.
    rows, columns = np.nonzero(image[int(20 * scale) : int(66 * scale), int(11 * scale) : int(44 * scale)])
    left, right = 11 + columns.min() / scale - 27.8, 11 + columns.max() / scale - 27.8
    top, bottom = 43.3 - (20 + rows.min() / scale), 43.3 - (20 + rows.max() / scale)
    assert (left, bottom, right, top) == pytest.approx(area.bounds, abs=0.15)
    assert len(rows) == pytest.approx(area.area * scale**2, rel=0.03)


def test_holes_stay_open(tmp_path):
    # Both rings run the same way round, so that only the even-odd rule keeps the hole.
    outer, inner = ([(-half, -half), (half, -half), (half, half), (-half, half)] for half in (10, 6))
    ring = Polygon(outer, [inner])
    trim = card_trim(36, 50)
    one = face("ring.front", trim)
    mark = type(one.marks[0])(one.marks[0].role, RED, type(one.marks[0].area)([ring]))
    ringed = SheetPiece("ring", 1, type(one)(one.name, trim, BLUE, (mark,)), face("ring.back", trim))
    (path,) = write_sheets(sheet(ringed), tmp_path / "cards.pdf")
    image = pypdfium2.PdfDocument(path)[0].render(scale=4).to_pil().convert("RGB")

    def at(x, y):
        return image.getpixel((int((27.8 + x) * 4 * POINTS_A_MM), int((43.3 - y) * 4 * POINTS_A_MM)))

    assert at(0, 0) == at(15, 15) == (0, 0, 0xD0)
    assert at(8, 8) == at(-8, 0) == (0xD0, 0, 0)


def test_fonts_are_embedded_subsets_and_the_file_is_sound(tmp_path):
    (path,) = write_sheets(sheet(*mixed()), tmp_path / "tokens.pdf")
    listed = said_by("pdffonts", path).splitlines()[2:]
    assert len(listed) == 2
    for line in listed:
        assert re.match(r"[A-Z]{6}\+Manrope-(Regular|Bold) +TrueType +\S+ +yes yes yes", line), line
    checked = subprocess.run([tool("qpdf"), "--check", path], capture_output=True, encoding="utf-8", check=False)
    assert checked.returncode == 0, checked.stdout + checked.stderr


WRITE = """
import sys
from dataclasses import replace
from pathlib import Path
from tests.support.sheet_cases import mixed, sheet
from printables.pdf import write_sheets as pdf
from printables.svg import write_sheets as svg
pdf(sheet(*mixed()), Path(sys.argv[1]) / "t.pdf"); svg(sheet(*mixed()), Path(sys.argv[1]) / "t")
"""


def test_the_same_sheets_are_the_same_bytes_in_another_process(tmp_path):
    root = ROOT
    for seed in ("1", "2"):
        (tmp_path / seed).mkdir()
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        subprocess.run([sys.executable, "-c", WRITE, tmp_path / seed], cwd=root, env=environment, check=True)
    names = sorted(path.name for path in (tmp_path / "1").iterdir())
    assert names == ["t.1.back.svg", "t.1.front.svg", "t.pdf"]
    for name in names:
        assert (tmp_path / "1" / name).read_bytes() == (tmp_path / "2" / name).read_bytes()


def test_nothing_to_print_and_nowhere_to_write_are_said(tmp_path):
    with pytest.raises(DesignError, match="no pieces"):
        write_sheets(sheet(), tmp_path / "cards.pdf")
    (tmp_path / "file").write_text("")
    with pytest.raises(BuildError, match="cannot be written"):
        write_sheets(sheet(*cards(1)), tmp_path / "file" / "cards.pdf")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file"]


def test_82_cards_are_written_at_once(tmp_path):
    (path,) = write_sheets(sheet(*cards(82)), tmp_path / "cards.pdf")
    assert path.stat().st_size < 2_000_000
    with pikepdf.open(path) as pdf:
        assert [len(placed(page)) for page in pdf.pages] == [25, 25, 25, 25, 25, 25, 7, 7]
