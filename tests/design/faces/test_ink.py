"""Ink: how much of it sheets take in each mode, measured on the files by others, and what must stay as it was."""

import shutil
import subprocess
from functools import cache

import numpy as np
import pytest
from PIL import Image
from shapely import affinity
from shapely.geometry import Point, box

from design.config.loading import load_config
from design.config.paper import InkUse
from design.context import Context
from design.faces.face import Face, InkRole, Mark, TextRun, text_mark
from design.faces.ink_saving import inked
from design.graphics.colour.palette import Palette
from design.graphics.polygons import as_multi
from design.graphics.type.typefaces import Weight
from design.plan import sheets as paper_plan
from design.sheets.specs import SheetSpec
from printables.figures.figures import draw_figure
from printables.pdf import write_sheets
from rules.game import Medium, load_game
from tablewright.commands.output import print_ink
from tablewright.inspection.memory import Memory
from tablewright.inspection.sheets.coverage import coverage
from tests.support.judged_sheets import judged_pdf
from tests.support.plans import planned
from tests.support.tools import tool

INK, PAPER = Palette().hex("ink"), "#ffffff"
USES = tuple(InkUse)


@cache
def sheets(use):
    """The sheets of three players' game on A4, by name."""
    config = load_config(None, ["paper.sizes=[a4]", "games.geometric-chamber.players=3", f"paper.ink={use.value}"]).config
    made, _ = paper_plan.sheets(Context.of_game(load_game("geometric-chamber"), config))
    return {one.spec.name: one.spec for one in made if one.medium is Medium.PAPER and isinstance(one.spec, SheetSpec)}


def faces(use, name):
    return {face.name: face for piece in sheets(use)[name].pieces for face in piece.faces}


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    folder = tmp_path_factory.mktemp("ink")
    made = {}
    for use in USES:
        for name in ("cards", "markers"):
            made[use, name] = write_sheets(sheets(use)[name], folder / f"{name}-{use.value}.pdf")[0]
    return made


def darkness(path):
    """The darkness of each page as poppler draws it."""
    subprocess.run([tool("pdftoppm"), "-r", "150", "-png", path, path.with_suffix("")], check=True)
    pages = sorted(path.parent.glob(f"{path.stem}-*.png"))
    return [1 - np.asarray(Image.open(page).convert("RGB")).mean() / 255 for page in pages]


def test_low_takes_less_than_half_and_outlines_a_sixth_of_what_full_takes(files):
    full, low, outline = (sum(darkness(files[use, "cards"])) for use in USES)
    assert low < 0.5 * full
    assert outline < full / 6


def test_coverage_is_measured_as_another_program_measures_it(files):
    for path in files.values():
        assert coverage(path) == pytest.approx(darkness(path), rel=0.08, abs=0.002)


def test_ghostscript_finds_less_ink_too(files):
    gs = tool("gs")
    amounts = []
    for use in USES:
        command = [gs, "-q", "-o", "-", "-r300", "-sDEVICE=ink_cov", files[use, "cards"]]
        lines = subprocess.run(command, capture_output=True, encoding="utf-8", check=True).stdout.splitlines()
        amounts.append(sum(float(one) for line in lines for one in line.split()[:4]))
    assert amounts[1] < 0.5 * amounts[0]
    assert amounts[2] < amounts[0] / 6


@pytest.mark.parametrize("use", USES)
@pytest.mark.parametrize("name", ["cards", "markers"])
def test_every_piece_is_recognised_in_every_ink(files, use, name):
    found, problems = judged_pdf(files[use, name], sheets(use)[name])
    assert problems == []
    assert dict(found) == {piece.name: piece.copies for piece in sheets(use)[name].pieces}


def test_a_sheet_in_another_ink_is_not_taken_for_the_right_one(files):
    found, problems = judged_pdf(files[InkUse.LOW, "markers"], sheets(InkUse.OUTLINE)["markers"])
    assert any("something else" in problem for problem in problems)
    assert found["score-marker"] == 0


@pytest.mark.parametrize("use", USES)
def test_backs_of_a_set_are_equal_and_the_same_upside_down(use):
    backs = {name: face for name, face in faces(use, "cards").items() if name.endswith(".back")}
    for colour in ("gold", "forest", "crimson"):
        shape, x = backs[f"shape-card.{colour}.back"], backs[f"x-card.{colour}.back"]
        assert (shape.trim, shape.ground, shape.marks) == (x.trim, x.ground, x.marks)
        for mark in shape.marks:
            # Nobody can mark a card by the way it lies: each colour, turned half about, covers what that colour covers.
            same = as_multi(affinity.rotate(mark.area, 180, origin=(0, 0)))
            others = [one.area for one in shape.marks if one.colour == mark.colour]
            assert min(same.symmetric_difference(one).area for one in others) < 0.01 * mark.area.area + 0.01


@pytest.mark.parametrize("use", [InkUse.LOW, InkUse.OUTLINE])
def test_backs_still_show_their_set(use):
    # A set's shape and its colour, both.
    for colour in ("gold", "forest", "crimson"):
        face = faces(use, "cards")[f"x-card.{colour}.back"]
        assert Palette().hex(colour) in {mark.colour for mark in face.marks}
        full = faces(InkUse.FULL, "cards")[f"x-card.{colour}.back"].marks[0].area
        badge = [mark.area for mark in face.marks if mark.colour == INK and not mark.area.disjoint(full)]
        assert any(one.bounds == pytest.approx(full.bounds, abs=1e-6) for one in badge)


@pytest.mark.parametrize("use", [InkUse.LOW, InkUse.OUTLINE])
def test_a_door_s_two_sides_are_told_apart(use):
    # The same number stands on both; the closed side keeps its brown.
    markers = faces(use, "markers")
    for number in "12345":
        closed, opened = ({mark.colour for mark in markers[f"door-marker.{number}.{side}"].marks} for side in ("front", "back"))
        assert Palette().hex("brown") in closed
        assert opened == {INK}


def card(*marks, ground=PAPER):
    return Face("trial.front", box(-18, -25, 18, 25), ground, marks)


def test_full_ink_changes_nothing():
    face = card(Mark(InkRole.INK, INK, as_multi(Point(0, 0).buffer(8))), ground="#d01b70")
    assert inked(face, InkUse.FULL, Palette()) is face


def test_a_large_area_is_hatched_to_a_third_and_a_narrow_one_is_left():
    disc, bar = as_multi(Point(0, 5).buffer(10)), as_multi(box(-10, -20, 10, -16))
    line, hatch, left = inked(card(Mark(InkRole.INK, INK, disc), Mark(InkRole.INK, INK, bar)), InkUse.LOW, Palette()).marks
    assert left.area.equals(bar)
    # A ring of 0.35 mm along the edge, and lines of 0.3 mm every 1.2 mm: 22 mm2 and a quarter of 292 mm2.
    assert line.area.area == pytest.approx(3.1416 * (10**2 - 9.65**2), rel=0.01)
    assert hatch.area.area == pytest.approx(3.1416 * 9.65**2 / 4, rel=0.03)


def test_outlines_alone_are_left_and_a_text_stays_a_text():
    disc = Mark(InkRole.INK, "#d01b70", as_multi(Point(0, 5).buffer(10)))
    text = text_mark(TextRun("7", -1, 4, 6, Weight.BOLD), PAPER)
    ring, number = inked(card(disc, text), InkUse.OUTLINE, Palette()).marks
    assert ring.area.area == pytest.approx(3.1416 * (10**2 - 9.65**2), rel=0.01)
    assert number.run == text.run
    # White in a disc that is no longer filled would not be seen.
    assert number.colour == INK


def test_white_in_a_disc_that_stays_filled_stays_white():
    disc = Mark(InkRole.INK, INK, as_multi(Point(0, 5).buffer(3)))
    text = text_mark(TextRun("7", -1, 4, 4, Weight.BOLD), PAPER)
    left, number = inked(card(disc, text), InkUse.LOW, Palette()).marks
    assert left.area.equals(disc.area)
    assert (left.colour, number.colour, number.run) == (INK, PAPER, text.run)


@pytest.mark.parametrize("use", [InkUse.LOW, InkUse.OUTLINE])
def test_white_on_a_ground_that_goes_is_drawn_in_ink_and_nothing_is_hatched_near_it(use):
    text = text_mark(TextRun("7", -1, 0, 12, Weight.BOLD), PAPER)
    face = inked(card(text, ground="#1f4c0b"), use, Palette())
    (number,) = (mark for mark in face.marks if mark.run)
    assert number.colour == INK
    assert face.ground == PAPER
    others = [mark.area for mark in face.marks if not mark.run]
    assert min(number.area.distance(one) for one in others) > 0.55
    assert all(face.trim.buffer(-1).contains(one) for one in others)


def test_a_build_tells_the_ink_of_each_file(files, tmp_path, capsys):
    folder = tmp_path / "geometric-chamber" / "pdf" / "a4"
    folder.mkdir(parents=True)
    shutil.copy(files[InkUse.LOW, "cards"], folder / "cards.pdf")
    print_ink(
        tmp_path, load_config(None, ["paper.sizes=[a4]", "paper.ink=low"]).config, ["geometric-chamber"], Memory(tmp_path)
    )
    shares = coverage(folder / "cards.pdf")
    pages, each = sum(shares), sum(shares) / len(shares)
    assert capsys.readouterr().out == (f"geometric-chamber A4 ink (low): {pages:.2f} pages of black in all; cards {each:.1%}\n")


@pytest.mark.parametrize(("ink", "gold"), [("full", "#d6a419"), ("low", "#f3e4ba"), ("outline", "#f3e4ba")])
def test_the_picture_of_the_filled_box_is_tinted_where_ink_is_saved(ink, gold):
    """Three tenths of gold, #d6a419, on white: 255 - 0.3 x (255 - 214) = 243, and so on."""
    settings = ["games.geometric-chamber.players=2", "paper.sizes=[a4]", f"paper.ink={ink}"]
    made = planned(tuple(settings)).artifacts
    spec = next(one.spec for one in made if one.path.endswith("/rule-sheet.pdf"))
    colours = {mark.colour for mark in draw_figure("storage-layers", spec, 86.0).marks}
    assert gold in colours
    assert ("#d6a419" in colours) == (ink == "full")
