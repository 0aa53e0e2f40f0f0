"""Marks for a cutting machine's eye, on paper and in the cut files, and markers that a punch cuts."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pypdfium2
import pytest
from click.testing import CliRunner
from lxml import etree
from PIL import Image, ImageDraw
from shapely import affinity
from shapely.geometry import Point, box

from design.config.cutting import Registration
from design.config.loading import load_config
from design.config.paper import PAPER_SIZES, BackProfile, Duplex, Orientation
from design.parts.marker import MarkerSpec
from design.plan.artifact import Artifact, Holding
from design.plan.planning import plan
from printables import pdf, svg
from printables.imposition.pages import Fold
from printables.imposition.sheet import impose
from printables.marks.cut_marks import eye_marks
from rules.errors import ConfigError
from rules.game import Medium, load_game
from tablewright.cli import main
from tablewright.inspection.expected import PieceSet
from tablewright.inspection.findings import Findings
from tablewright.inspection.readers.pdf import read_pdf
from tablewright.inspection.readers.rendered import Rendered
from tablewright.inspection.readers.svg import read_svg
from tablewright.inspection.recognition.gallery import Gallery
from tablewright.inspection.sheets.papers import _svg_pages, count_pdf, count_svg
from tablewright.inspection.sheets.registration_marks import drawn_faults, outline_faults, registration_faults
from tablewright.inspection.sheets.sheets import SheetJudge
from tests.support.cut_files import layer
from tests.support.sheet_cases import BLUE, RED, cards, mixed, piece, sheet

EYE = Registration("front", 10, 20, 0.5)
# What Silhouette's sheets have: a 5 mm square 10 mm from the upper left, angles in the next two corners.
MARKS = ("square", "upper angle", "lower angle")
A4_MARKS = [(10, 282, 15, 287), (180, 267, 200.25, 287.25), (9.75, 9.75, 30, 30)]


def test_marks_stand_in_three_corners():
    assert [value for mark in EYE.marks(210, 297) for value in mark.bounds] == pytest.approx([*sum(A4_MARKS, ())])
    square, upper, lower = EYE.marks(210, 297)
    assert square.area == 25
    # Two arms of 20 mm and half a line's width of corner more, less the corner that both have.
    assert upper.area == pytest.approx(2 * 20.25 * 0.5 - 0.25) == lower.area


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("side", ["front", "back"])
def test_marks_are_printed_on_the_machine_s_side_alone_and_cut_there(tmp_path, paper, side):
    eye = replace(EYE, side=side)
    spec = replace(sheet(*mixed(), paper=paper, margin=18.3), registration=eye)
    (path,) = pdf.write_sheets(spec, tmp_path / "tokens.pdf")
    size = (PAPER_SIZES[paper].width_mm, PAPER_SIZES[paper].height_mm)
    document = pypdfium2.PdfDocument(path)
    front, back = (drawn_faults(document[number], eye, size) for number in (0, 1))
    seen, other = (front, back) if side == "front" else (back, front)
    assert seen == []
    assert len([one for one in other if "lacks" in one]) == 3
    for file in svg.write_sheets(spec, tmp_path / "tokens"):
        read = read_svg(file)
        here = f".{side}." in file.name
        assert bool(read.cuts) is here
        assert outline_faults(read.marks, read.others, eye if here else None, size) == []
        assert len(layer(etree.parse(file).getroot(), "registration").xpath("*[@fill='#000000']")) == (3 if here else 0)


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    spec = replace(sheet(*cards(4), margin=18.3), registration=EYE)
    return pdf.write_sheets(spec, tmp_path_factory.mktemp("eye") / "cards.pdf")[0]


class Drawn:
    """A page that shows an image of our own."""

    def __init__(self, image):
        self.image = image

    def render(self, scale):
        size = round(210 / 25.4 * 72 * scale), round(297 / 25.4 * 72 * scale)
        image = self.image.resize(size)
        return type("Bitmap", (), {"to_pil": lambda _: image})()


@pytest.mark.parametrize(
    ("spot", "colour", "words"),
    [
        ((11, 283, 13, 285), 255, "lacks the square"),
        ((16, 284, 16.6, 284.6), 0, "from the square"),
        ((195, 286.5, 196, 288), 255, "lacks the upper angle"),
        ((28, 11, 29, 12), 120, "from the lower angle"),
    ],
)
def test_a_spot_on_or_near_a_mark_is_found(page, spot, colour, words):
    image = pypdfium2.PdfDocument(page)[0].render(scale=12 * 25.4 / 72).to_pil().convert("L")
    assert drawn_faults(Drawn(image), EYE, (210, 297)) == []
    left, bottom, right, top = (12 * value for value in spot)
    ImageDraw.Draw(image).rectangle((left, 297 * 12 - top, right, 297 * 12 - bottom), fill=colour)
    assert any(words in one for one in drawn_faults(Drawn(Image.fromarray(np.asarray(image))), EYE, (210, 297)))


def test_an_outline_near_a_mark_and_a_mark_moved_are_found():
    marks = EYE.marks(210, 297)
    assert outline_faults(marks, [box(20, 20, 60, 60)], EYE, (210, 297)) == []
    assert outline_faults(marks, [box(16.9, 270, 60, 285)], EYE, (210, 297))
    assert outline_faults(replace(EYE, inset_mm=10.05).marks(210, 297), [], EYE, (210, 297))
    assert outline_faults(marks, [], None, (210, 297))


def test_pieces_keep_to_what_the_marks_need():
    config = load_config(None, ["cutting.registration=front"]).config
    # 10 mm inset, 5 mm square, 2 mm of white, 1.3 mm that backs bleed.
    assert config.sheet_margin_mm == pytest.approx(18.3)
    assert load_config(None, []).config.sheet_margin_mm == 6
    # Studio takes no inset below 10 mm.
    with pytest.raises(ConfigError, match="10 to 30 mm"):
        load_config(None, ["cutting.mark_inset_mm=8"])


@pytest.mark.parametrize(("punch", "diameter"), [("25mm", 25.0), ("1in", 25.4), ("3/4in", 19.05)])
def test_a_punch_makes_a_marker_a_circle_of_its_size(punch, diameter):
    config = load_config(None, [f"markers.score.punch={punch}", "games.geometric-chamber.players=2"]).config
    made = plan(load_game("geometric-chamber"), config).artifacts
    sheets = next(one.spec for one in made if one.path.endswith("pdf/a4/markers.pdf"))
    trims = [piece.front.trim for piece in sheets.pieces if piece.name.startswith("score-marker")]
    solids = [one.spec.trim for one in made if isinstance(one.spec, MarkerSpec) and one.spec.name.startswith("score-marker")]
    assert trims
    assert solids
    for trim in (*trims, *solids):
        assert trim.bounds == pytest.approx([side * diameter / 2 for side in (-1, -1, 1, 1)], abs=1e-6)
        assert trim.area == pytest.approx(3.14159265 * diameter**2 / 4, rel=0.002)
    other = [piece.front.trim for piece in sheets.pieces if piece.name.startswith("door-marker")]
    assert all(trim.bounds[2] == pytest.approx(12) for trim in other)


@pytest.mark.parametrize(
    ("setting", "words"),
    [
        ("markers.score.width_mm=24", "markers.score.width_mm = 24.0: a punch of 1in cuts 25.4 mm"),
        ("markers.score.outline=star", "markers.score.outline = star: a punch of 1in cuts circle"),
    ],
)
def test_a_size_that_the_punch_does_not_cut_is_refused_by_name(setting, words):
    with pytest.raises(ConfigError) as caught:
        load_config(None, ["markers.score.punch=1in", setting])
    assert words in str(caught.value)


def test_a_size_that_is_the_punch_s_own_is_taken_and_shown():
    assert load_config(None, ["markers.score.punch=25mm", "markers.score.width_mm=25"]).config.markers.score.width_mm == 25
    shown = CliRunner().invoke(main, ["config", "show", "--set", "markers.score.punch=25mm"]).output
    assert "width_mm: 25" in shown
    assert "follows from markers.score.punch" in shown


MODES = {
    "folded": {"duplex": Duplex.GUTTER_FOLD},
    "lying": {"orientation": Orientation.LANDSCAPE},
    "fronts and backs apart": {"duplex": Duplex.SEPARATE},
    "backs moved": {"backs": BackProfile(0.4, -0.3, 0.2, 1.001)},
}


@pytest.mark.parametrize("side", ["front", "back"])
@pytest.mark.parametrize("mode", MODES)
def test_marks_are_found_in_every_way_to_get_backs_behind_fronts(tmp_path, mode, side):
    spec = replace(sheet(*cards(9), margin=18.3), registration=replace(EYE, side=side), **MODES[mode])
    findings, other = Findings(), replace(spec, registration=replace(EYE, side=side, inset_mm=10.1))
    moved = Findings()
    for path in pdf.write_sheets(spec, tmp_path / "cards.pdf"):
        read = read_pdf(path)
        drawn = Rendered.open(path, read)
        assert list(registration_faults(path, spec, read, drawn)) == []
        drawn.close()
    files = [(number, ".back." in one.name, str(one)) for number, one in enumerate(svg.write_sheets(spec, tmp_path / "cards"))]
    for wanted, found in ((spec, findings), (other, moved)):
        judge = SheetJudge(wanted, Gallery(), found)
        judge.judge(_svg_pages(Path("/"), files, wanted, found))
    assert findings.problems == []
    assert any("each in its place" in problem.what for problem in moved.problems)


def test_a_folded_sheet_has_its_marks_on_the_half_that_lies_up():
    spec = replace(sheet(*cards(1), margin=18.3), duplex=Duplex.GUTTER_FOLD, orientation=Orientation.PORTRAIT)
    for side, low in (("front", 148.5), ("back", 0)):
        one = replace(spec, registration=replace(EYE, side=side))
        (page,) = impose(one)
        # The half of A4 that is left when it is folded: 210 x 148.5 mm.
        marks = [affinity.translate(mark, 0, low) for mark in EYE.marks(210, 148.5)]
        assert page.frame.format.fold is Fold.LYING
        assert [mark.bounds for mark in eye_marks(one, page)] == [pytest.approx(mark.bounds) for mark in marks]


def pieces_of(spec, medium, path):
    """The set that a specification alone makes."""
    counts = {one.name: one.copies for one in spec.pieces}
    holds = tuple(Holding(piece, copies) for piece, copies in counts.items())
    artifact = Artifact(path, medium, "", spec, holds)
    return PieceSet("trial", medium, spec.paper, counts, {piece: piece for piece in counts}, {path: artifact})


@pytest.mark.parametrize("side", ["front", "back"])
def test_inspection_misses_marks_that_were_not_printed(tmp_path, side):
    plain = sheet(piece("coin", Point(0, 0).buffer(10), 3, RED, BLUE), margin=18.3)
    marked = replace(plain, registration=replace(EYE, side=side))
    for spec, faults in ((marked, False), (plain, True)):
        pdf.write_sheets(spec, tmp_path / "trial" / "pdf" / "a4" / "coins.pdf")
        svg.write_sheets(spec, tmp_path / "trial" / "svg" / "a4" / "coins")
        path = "trial/pdf/a4/coins.pdf"
        found = count_pdf(tmp_path, [path], pieces_of(marked, Medium.PAPER, path), Gallery())
        page = 1 if side == "front" else 2
        told = [str(one) for one in found.problems]
        assert told == (
            [f"{path}: page {page} lacks the {one} for a machine's eye: 0% of it is black" for one in MARKS] * faults
        )
        assert found.found == {"coin": 3}
        stem = "trial/svg/a4/coins"
        files = [f"{stem}.1.{one}.svg" for one in ("front", "back")]
        found = count_svg(tmp_path, files, pieces_of(marked, Medium.CUT, stem), Gallery())
        told = [str(one) for one in found.problems if "marks for a machine" in str(one)]
        assert told == [f"{stem}.1.{side}.svg: has 0 marks for a machine's eye, must have 3, each in its place"] * faults
        # With marks on the back that is the side that is cut.
        assert any("outline to cut" in str(one) for one in found.problems) is (faults and side == "back")
