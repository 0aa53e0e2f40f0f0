"""Inspection of sheets in every way that backs get behind fronts: right files pass, and what is a little off is found."""

from __future__ import annotations

import shutil
from dataclasses import replace

import pikepdf
import pytest
from lxml import etree

from design.config.paper import STAYS, BackProfile, Duplex, Orientation
from design.sheets.specs import SheetSpec
from rules.game import Medium
from tests.support.judged_sheets import Files
from tests.support.sheet_cases import BLUE, RED, arch_trim, card_trim, piece, sheet

MM = 72 / 25.4
MODES = pytest.mark.parametrize("duplex", list(Duplex), ids=lambda one: one.value)
MOVED = BackProfile(1.3, -0.8, 0.6, 1.004)


def deck(duplex, **changes) -> SheetSpec:
    """Three cards and two doors: two outlines, a sheet that is not full, and faces without a symmetry."""
    cards = [piece(f"card.{letter}", card_trim(30, 40), 1, RED, BLUE) for letter in "abc"]
    return replace(sheet(*cards, piece("door", arch_trim(24, 32), 2, BLUE, RED), duplex=duplex), **changes)


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """Each mode's files, made once."""
    return {duplex: Files(deck(duplex), tmp_path_factory.mktemp(duplex.value)) for duplex in Duplex}


@pytest.fixture
def files(made, duplex, tmp_path):
    return spoilt(made[duplex], tmp_path / "copy")


def spoilt(one, folder):
    """A copy that a test may spoil."""
    shutil.copytree(one.folder, folder)
    other = object.__new__(Files)
    other.spec, other.folder = one.spec, folder
    return other


@MODES
@pytest.mark.parametrize("medium", [Medium.PAPER, Medium.CUT])
def test_right_sheets_pass(made, duplex, medium):
    assert made[duplex].judged(medium) == ([], True)


@pytest.mark.parametrize("medium", [Medium.PAPER, Medium.CUT])
@pytest.mark.parametrize("way", ["portrait", "landscape"])
@pytest.mark.parametrize("duplex", ["long-edge", "short-edge"])
def test_backs_that_are_moved_for_a_printer_pass_and_without_it_do_not(tmp_path, duplex, way, medium):
    files = Files(deck(Duplex(duplex), backs=MOVED, orientation=Orientation(way)), tmp_path)
    assert files.judged(medium) == ([], True)
    for wrong in (STAYS, replace(MOVED, x_mm=1.32), replace(MOVED, y_mm=0.8), replace(MOVED, rotation_deg=-0.6)):
        problems, _ = files.judged(medium, replace(files.spec, backs=wrong))
        assert any("behind" in one for one in problems), wrong


NAMES = {Duplex.SEPARATE: ("cards.backs.pdf", 0), Duplex.GUTTER_FOLD: ("cards.pdf", 0)}


@MODES
def test_a_back_that_lies_a_hair_beside_its_front_is_found(files, duplex):
    """0.02 mm is more than the 0.01 that is allowed."""
    name, page = NAMES.get(duplex, ("cards.pdf", 1))
    before = {"a", "b", "c"}

    def shift(text):
        lines = text.split("\n")
        for number, line in enumerate(lines):
            if "/FormXob.card.b.back" in line:
                before.discard("b")
                lines[number] = f"q 1 0 0 1 {0.02 * MM:.5f} 0 cm {line} Q" if " cm" not in line else _moved(line, 0.02)
        return "\n".join(lines)

    files.rewrite(name, page, shift)
    assert "b" not in before
    problems, _ = files.judged(Medium.PAPER)
    assert any("nothing behind card.b.front" in one for one in problems)


def _moved(line, by):
    """`1 0 0 1 x y cm` a little to the right."""
    words = line.split()
    at = words.index("cm")
    words[at - 2] = f"{float(words[at - 2]) + by * MM:.6f}"
    return " ".join(words)


@MODES
def test_backs_exchanged_are_found(files, duplex):
    """Case 8: a's back lies behind b, and b's behind a."""
    name, page = NAMES.get(duplex, ("cards.pdf", 1))

    def exchange(text):
        return (
            text.replace("card.a.back ", "card.x.back ").replace("card.b.back ", "card.a.back ").replace("card.x.", "card.b.")
        )

    files.rewrite(name, page, exchange)
    problems, _ = files.judged(Medium.PAPER)
    assert any("card.b.back behind card.a.front" in one for one in problems)


@pytest.mark.parametrize("duplex", [Duplex.LONG_EDGE])
def test_something_in_the_margin_is_found_and_bleed_is_not(files):
    """Case 17 and true size: a line of 0.3 mm, 2 mm inside of the margin of 6."""
    files.rewrite("cards.pdf", 0, lambda text: f"{text}\n0 0 0 rg {100 * MM} {3.8 * MM} 10 {0.3 * MM} re f")
    problems, _ = files.judged(Medium.PAPER)
    (found,) = problems
    assert "page 1 has something but bleed in the margin of 6 mm, at x = 100" in found
    path = files.folder / "cards.1.front.svg"
    root = etree.parse(path)
    layer = root.xpath("//*[@id='registration']")[0]
    etree.SubElement(layer, "{http://www.w3.org/2000/svg}path", d="M100,3L110,3", stroke="#000", fill="none")
    root.write(path)
    problems, _ = files.judged(Medium.CUT)
    assert any("has something but bleed in the margin of 6 mm, at x = 100.0, y = 294.0 mm" in one for one in problems)


@pytest.mark.parametrize("duplex", [Duplex.LONG_EDGE])
def test_a_page_drawn_askew_is_found(files):
    files.rewrite("cards.pdf", 1, lambda text: f"q 1 0.0005 -0.0005 1 0 0 cm\n{text}\nQ")
    problems, _ = files.judged(Medium.PAPER)
    assert any("is drawn askew by 0.03 degrees" in one for one in problems)


@pytest.mark.parametrize("duplex", [Duplex.GUTTER_FOLD])
def test_a_line_to_fold_that_lacks_or_lies_elsewhere_is_found(files):
    other = spoilt(files, files.folder.with_name("other"))
    files.rewrite("cards.pdf", 0, lambda text: text.split("] 0 d")[0].rpartition("[")[0])
    problems, _ = files.judged(Medium.PAPER)
    assert any("page 1 has no lines to fold on, must be one" in one for one in problems)

    def shift(text):
        head, dash, tail = text.partition("] 0 d")
        return head + dash + tail.replace(" m ", " m ").replace("n ", f"1 0 0 1 {0.02 * MM:.5f} {0.02 * MM:.5f} cm n ", 1)

    other.rewrite("cards.pdf", 0, shift)
    problems, _ = other.judged(Medium.PAPER)
    assert any("nothing behind card.a.front" in one for one in problems)
    path = files.folder / "cards.1.both.svg"
    root = etree.parse(path)
    layer = root.xpath("//*[@id='fold']")[0]
    layer.getparent().remove(layer)
    root.write(path)
    assert any("has no lines to fold on" in one for one in files.judged(Medium.CUT)[0])


@pytest.mark.parametrize("duplex", [Duplex.SEPARATE])
def test_a_file_of_two_that_lacks_or_is_the_other_is_found(files):
    other = spoilt(files, files.folder.with_name("other"))
    (files.folder / "cards.backs.pdf").unlink()
    problems, complete = files.judged(Medium.PAPER)
    assert any("cards.fronts.pdf: page 1 has fronts without a page of backs after it" in one for one in problems)
    assert not complete
    first, second = (other.folder / f"cards.{side}.pdf" for side in ("fronts", "backs"))
    fronts, backs = first.read_bytes(), second.read_bytes()
    first.write_bytes(backs)
    second.write_bytes(fronts)
    problems, _ = other.judged(Medium.PAPER)
    assert any("cards.fronts.pdf: holds backs (card.a, card.b, card.c, door), must hold fronts" in one for one in problems)


@pytest.mark.parametrize("duplex", [Duplex.LONG_EDGE])
def test_pages_that_do_not_lie_as_the_first_are_found(files):
    def turn(document):
        document.pages[1].MediaBox = pikepdf.Array([0, 0, 297 * MM, 210 * MM])

    files.edit(turn)
    assert any("page 2 is 297.00 x 210.00 mm, must lie as page 1 does" in one for one in files.judged(Medium.PAPER)[0])
    spec = replace(files.spec, orientation=Orientation.LANDSCAPE)
    problems, _ = files.judged(Medium.PAPER, spec)
    assert any("page 1 is 210.00 x 297.00 mm, must be A4, 297.00 x 210.00 mm" in one for one in problems)
