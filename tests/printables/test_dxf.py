"""Sheets as DXF, read again with ezdxf and with a reader of our own: units, layers, arcs, and the PDF's places."""

import math
import re
import subprocess
from collections import Counter
from dataclasses import replace
from itertools import pairwise

import ezdxf
import pikepdf
import pytest
from lxml import etree
from shapely.geometry import Point, Polygon

from design.config.cutting import Registration
from design.config.loading import load_config
from design.plan.planning import plan
from printables import dxf, pdf, svg
from printables.drawing.arcs import Circle, bends
from rules.errors import DesignError
from tablewright.inspection.readers.dxf import read_dxf
from tests.support.cut_files import layer
from tests.support.inspection_fixtures import Bench, artifacts, complaints, small_config
from tests.support.sheet_cases import arch_trim, card_trim, mixed, piece, sheet
from tests.support.two_sides import placed

EYE = Registration("front", 10, 20, 0.5)


def arcs_of(trim: Polygon) -> list[float]:
    found = bends(trim.exterior)
    assert not isinstance(found, Circle)
    return [bulge for _, _, bulge in found]


def test_a_rounded_card_is_four_lines_and_four_quarter_arcs():
    bulges = arcs_of(card_trim(63, 88))
    assert len(bulges) == 8
    # A quarter circle's bulge is tan(90 / 4 degrees).
    assert sorted(abs(one) for one in bulges) == pytest.approx([0] * 4 + [math.tan(math.pi / 8)] * 4, abs=1e-6)


def test_a_coin_is_one_circle_and_a_square_is_none():
    coin = bends(Point(3, 4).buffer(12.5).exterior)
    assert isinstance(coin, Circle)
    assert (coin.x_mm, coin.y_mm, coin.radius_mm) == pytest.approx((3, 4, 12.5))
    # The corners of a square and of a regular pentagon lie on a circle too.
    pentagon = Polygon([(10 * math.cos(math.tau * at / 5), 10 * math.sin(math.tau * at / 5)) for at in range(5)])
    assert arcs_of(Polygon([(0, 0), (20, 0), (20, 20), (0, 20)])) == [0] * 4
    assert arcs_of(pentagon) == [0] * 5


def test_a_door_has_a_half_circle_on_top():
    bulges = [one for one in arcs_of(arch_trim(24, 32)) if one]
    # tan(180 / 4 degrees) is 1.
    assert [abs(one) for one in bulges] == pytest.approx([1.0], abs=1e-6)


def drawn(trim: Polygon) -> Polygon:
    """What a machine cuts: the corners, and many points along each arc from its two ends and its bulge."""
    found = bends(trim.exterior)
    assert not isinstance(found, Circle)
    points = []
    for (x, y, bulge), (u, v, _) in pairwise((*found, found[0])):
        angle, chord = 4 * math.atan(bulge), math.dist((x, y), (u, v))
        for step in range(32 if bulge else 1):
            # Along a circle from one end to the other the angle at which the chord is seen stays the same.
            turned = angle * step / 32
            reach = chord * math.sin(turned / 2) / math.sin(angle / 2) if bulge else 0.0
            way = math.atan2(v - y, u - x) - (angle - turned) / 2
            points.append((x + reach * math.cos(way), y + reach * math.sin(way)))
    return Polygon(points)


@pytest.mark.parametrize("nozzle_mm", [0.4, 0.6])
def test_arcs_run_along_the_outlines_of_animals(nozzle_mm):
    """A fish for a nozzle of 0.6 mm was cut 0.08 mm off: three corners nearly in a line gave a circle of another size."""
    settings = [f"printer.nozzle_mm={nozzle_mm}", f"printer.layer_mm={nozzle_mm / 2}", "paper.sizes=[a4]"]
    config = load_config(None, ["games=[doubutsu-jungo]", *settings]).config
    made = plan(config.game("doubutsu-jungo"), config)
    stickers = next(one.spec for one in made.artifacts if one.path.endswith("stickers.pdf"))
    outlines = [one.front.trim for one in stickers.pieces if not isinstance(bends(one.front.trim.exterior), Circle)]
    assert len(outlines) >= 5
    assert max(drawn(one).exterior.hausdorff_distance(one.exterior) for one in outlines) <= 0.0205


@pytest.mark.parametrize(("paper", "size"), [("a4", (210, 297)), ("letter", (215.9, 279.4))])
def test_the_drawing_says_millimetres_and_has_its_layers(tmp_path, paper, size):
    (path,) = dxf.write_sheets(sheet(*mixed(), paper=paper), tmp_path / "tokens")
    assert path.name == "tokens.1.front.dxf"
    drawing = ezdxf.readfile(path)
    assert drawing.units == drawing.header["$INSUNITS"] == 4
    assert drawing.header["$LIMMAX"][:2] == pytest.approx(size)
    assert drawing.audit().errors == []
    kinds = Counter((one.dxftype(), one.dxf.layer) for one in drawing.modelspace())
    # 15 coins; 10 tiles and 5 doors.
    assert kinds["CIRCLE", "CUT"] == 15
    assert kinds["LWPOLYLINE", "CUT"] == 10 + 5
    assert {layer for _, layer in kinds} == {"CUT", "REGISTRATION"}
    assert all(one.closed for one in drawing.modelspace().query("LWPOLYLINE"))
    radii = {round(one.dxf.radius, 6) for one in drawing.modelspace().query("CIRCLE")}
    assert radii == {10.0}


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_outlines_lie_where_pdf_and_svg_have_them(tmp_path, paper):
    cards = tuple(piece(f"card.{number}", card_trim(36, 50), 1) for number in range(26))
    for name, pieces in (("cards", cards), ("mixed", mixed())):
        spec = sheet(*pieces, paper=paper)
        (path,) = pdf.write_sheets(spec, tmp_path / f"{name}.pdf")
        drawings = dxf.write_sheets(spec, tmp_path / name)
        files = [one for one in svg.write_sheets(spec, tmp_path / name) if ".front." in one.name]
        with pikepdf.open(path) as document:
            pages = [placed(page) for page in document.pages][::2]
        assert len(drawings) == len(pages) == len(files)
        bleed = {one.front.name: 0.0 if one.front.ground == "#ffffff" else 0.8 for one in pieces}
        for file, drawing, page in zip(files, drawings, pages, strict=True):
            cut = [one for one in read_dxf(drawing).outlines if one.layer == "CUT"]
            assert [one.name for one in cut] == [face for face, _ in page]
            paths = layer(etree.parse(file).getroot(), "cut")
            for one, (face, box), path in zip(cut, page, paths, strict=True):
                inner = [value + side * bleed[face] for value, side in zip(box, (1, 1, -1, -1), strict=True)]
                assert one.shape.bounds == pytest.approx(inner, abs=0.01)
                left, top, right, bottom = svg_bounds(path)
                height = spec.paper.height_mm
                assert one.shape.bounds == pytest.approx((left, height - bottom, right, height - top), abs=0.01)


def svg_bounds(path):
    points = [tuple(map(float, one)) for one in re.findall(r"(-?[\d.]+),(-?[\d.]+)", path.get("d"))]
    xs, ys = zip(*points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def test_the_same_sheet_gives_the_same_bytes_without_a_day_in_them(tmp_path):
    first, second = (dxf.write_sheets(sheet(*mixed()), tmp_path / name / "t")[0].read_bytes() for name in "ab")
    assert first == second
    assert ezdxf.options.write_fixed_meta_data_for_testing is False


def test_nothing_to_cut_is_said(tmp_path):
    with pytest.raises(DesignError, match="no pieces"):
        dxf.write_sheets(sheet(), tmp_path / "cards")


@pytest.mark.needs("inkscape")
def test_another_program_reads_the_svg_at_the_same_size(tmp_path):
    spec = replace(sheet(*mixed(), margin=18.3), registration=EYE)
    front = svg.write_sheets(spec, tmp_path / "tokens")[0]
    said = subprocess.run(["inkscape", "--query-all", front], capture_output=True, encoding="utf-8", check=True).stdout
    # Pixels of 1/96 inch; the cut layer reaches from the first tile to the last door.
    rows = {row.split(",")[0]: [float(value) * 25.4 / 96 for value in row.split(",")[1:]] for row in said.splitlines()}
    cut = [one.shape.bounds for one in read_dxf(dxf.write_sheets(spec, tmp_path / "t")[0]).outlines if one.layer == "CUT"]
    left, bottom = min(one[0] for one in cut), min(one[1] for one in cut)
    right, top = max(one[2] for one in cut), max(one[3] for one in cut)
    # Inkscape adds half of the line's 0.1 mm on each side.
    assert rows["cut"] == pytest.approx([left - 0.05, 297 - top - 0.05, right - left + 0.1, top - bottom + 0.1], abs=0.01)


# What is built, and how inspection finds each thing that is wrong with it.

CONFIG = small_config("cutting.registration=front")


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    output = tmp_path_factory.mktemp("dxf")
    for artifact in artifacts(CONFIG).values():
        if artifact.medium.value == "dxf":
            write = dxf.write_tuck_box if artifact.path.endswith("tuck-box") else dxf.write_sheets
            write(artifact.spec, output / artifact.path)
    return output


@pytest.fixture
def bench(made, tmp_path):
    return Bench(made, tmp_path, CONFIG, ["dxf"])


def problems(bench, whole=False):
    return bench.inspect(relist=False, whole=whole)


def test_a_right_output_is_complete(bench):
    report = problems(bench, whole=True)
    counts = {"shape-card": 2, "x-card": 8, "score-marker": 4, "penalty-marker": 6, "door-marker": 5, "leader-token": 1}
    counts |= {"action-overview": 2, "tuck-box": 1, "stickers": 4 + 2 * 16 + 1}
    # A board of card for each stands for two plates and two connectors.
    counts |= {"number-plate-owner": 2, "number-plate-table": 2, "connector": 4}
    assert {row.component: row.found["dxf a4"] for row in report.rows if row.found} == counts
    assert [str(one) for one in report.problems if "manifest" not in str(one)] == []


def edited(bench, name, change):
    file = bench.file(name)
    drawing = ezdxf.readfile(file)
    change(drawing)
    drawing.saveas(file)
    return problems(bench)


def cut(drawing, name):
    return next(
        one
        for one in drawing.modelspace()
        if one.dxf.layer == "CUT" and one.has_xdata("TABLEWRIGHT") and one.get_xdata("TABLEWRIGHT")[0].value == name
    )


def test_a_card_dropped_is_counted(bench):
    report = edited(bench, "cards.1.front.dxf", lambda one: one.modelspace().delete_entity(cut(one, "x-card.gold.front")))
    assert complaints(report, "cards", "x-card.gold", "expected 4, found 3")


def test_a_card_too_many_lies_over_another(bench):
    report = edited(
        bench,
        "cards.1.front.dxf",
        lambda one: one.modelspace().add_entity(cut(one, "x-card.gold.front").copy()),
    )
    assert complaints(report, "x-card.gold", "one over the other")


def test_a_coin_a_little_larger_is_not_its_piece_s(bench):
    def grow(drawing):
        cut(drawing, "penalty-marker.gold.front").dxf.radius *= 1.01

    assert complaints(edited(bench, "markers.1.front.dxf", grow), "is not that of penalty-marker.gold.front")


def test_a_corner_without_its_arc_is_found(bench):
    def flatten(drawing):
        line = cut(drawing, "x-card.gold.front")
        line.set_points([(x, y) for x, y, _ in line.get_points("xyb")], format="xy")

    assert complaints(edited(bench, "cards.1.front.dxf", flatten), "is not that of x-card.gold.front")


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda one: setattr(one, "units", 1), "millimetre"),
        (lambda one: one.modelspace().add_line((50, 50), (60, 60), {"layer": "0"}), "layer 0"),
        (lambda one: one.modelspace().add_circle((16.5, 280), 1, {"layer": "CUT"}), "of no piece"),
        (lambda one: one.modelspace().add_point((1, 1)), "holds a POINT"),
        (lambda one: one.modelspace().delete_entity(one.modelspace().query('*[layer=="REGISTRATION"]')[-1]), "2 marks"),
        (lambda one: one.modelspace().add_line((12, 281), (18, 281), {"layer": "REGISTRATION"}), "less than 2 mm"),
        (lambda one: one.modelspace().reset_limits((0, 0), (215.9, 279.4)), "must be A4"),
    ],
)
def test_each_other_fault_is_named(bench, change, words):
    assert complaints(edited(bench, "cards.1.front.dxf", change), words)


def test_a_fold_of_the_tuck_box_moved_is_found(bench):
    def move(drawing):
        drawing.modelspace().query('LINE[layer=="FOLD"]')[0].translate(0.05, 0, 0)

    assert complaints(edited(bench, "tuck-box.1.front.dxf", move), "no line to fold")


def test_a_file_cut_short_is_named(bench):
    file = bench.file("cards.1.front.dxf")
    file.write_text(file.read_text()[:-20])
    assert complaints(problems(bench), "ends before its end")
