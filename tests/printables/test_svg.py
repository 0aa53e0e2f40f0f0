"""Sheets as SVG, read again with lxml: sizes, layers, flat paths, and the same places as in the PDF."""

import re
from collections import Counter
from dataclasses import replace

import pikepdf
import pytest
from lxml import etree
from shapely.geometry import Polygon
from shapely.ops import unary_union

from design.config.paper import BackProfile, Duplex, Orientation
from printables import pdf, svg
from rules.errors import DesignError
from tests.support.cut_files import NS, layer
from tests.support.sheet_cases import BLUE, RED, arch_trim, card_trim, cards, mixed, piece, sheet
from tests.support.two_sides import dashed, placed

LAYERS = {"front": ["print", "cut", "registration", "notes"], "back": ["print", "registration", "notes"]}


def rings(path):
    """The rings of a path as lists of points; fails for any command but M, L and Z."""
    data = path.get("d")
    assert re.fullmatch(r"(M-?[\d.]+,-?[\d.]+(L-?[\d.]+,-?[\d.]+)*Z?)+", data), data[:80]
    return [[tuple(map(float, point.split(","))) for point in ring.strip("Z").split("L")] for ring in data.split("M")[1:]]


def bounds(element):
    points = [point for path in element.iter(f"{{{NS['s']}}}path") for ring in rings(path) for point in ring]
    xs, ys = zip(*points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


@pytest.mark.parametrize(("paper", "size"), [("a4", ("210", "297")), ("letter", ("215.9", "279.4"))])
def test_files_open_at_their_true_size_with_flat_layers(tmp_path, paper, size):
    paths = svg.write_sheets(sheet(*mixed(), paper=paper), tmp_path / "svg" / "tokens")
    assert [path.name for path in paths] == ["tokens.1.front.svg", "tokens.1.back.svg"]
    for path, side in zip(paths, ("front", "back"), strict=True):
        root = etree.parse(path).getroot()
        assert (root.get("width"), root.get("height")) == (f"{size[0]}mm", f"{size[1]}mm")
        assert root.get("viewBox") == f"0 0 {size[0]} {size[1]}"
        assert [group.get("id") for group in root.xpath("s:g", namespaces=NS)] == LAYERS[side]
        ids = root.xpath("//@id")
        assert len(ids) == len(set(ids))
        assert not root.xpath("//@transform")
        kinds = {etree.QName(one).localname for one in root.iter() if isinstance(one.tag, str)}
        assert kinds <= {"svg", "g", "path", "defs", "title", "desc"}


@pytest.mark.parametrize("duplex", list(Duplex), ids=lambda one: one.value)
@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("kind", ["cards", "gates", "mixed", "moved"])
def test_pieces_lie_where_the_pdf_has_them(tmp_path, duplex, paper, kind):
    coloured = tuple(piece(f"card.{number}", card_trim(36, 50), 1, RED, BLUE) for number in range(26))
    gates = (piece("gate", arch_trim(63, 88), 5, RED, BLUE),)
    pieces = {"cards": coloured, "gates": gates, "mixed": mixed(), "moved": coloured[:3]}[kind]
    spec = sheet(*pieces, duplex=duplex, paper=paper)
    if kind == "moved":
        spec = replace(spec, backs=BackProfile(1.3, -0.7, 0, 1.004), orientation=Orientation.LANDSCAPE)
    paths = pdf.write_sheets(spec, tmp_path / "sheet.pdf")
    files = svg.write_sheets(spec, tmp_path / "sheet")
    pages, folds, height = [], [], 0.0
    for path in paths:
        with pikepdf.open(path) as document:
            pages.append([placed(page) for page in document.pages])
            folds.append([dashed(page) for page in document.pages])
            height = float(document.pages[0].MediaBox[3]) * 25.4 / 72
    pages, folds = ([page for sides in zip(*one, strict=True) for page in sides] for one in (pages, folds))
    assert len(files) == len(pages)
    for file, page, lines in zip(files, pages, folds, strict=True):
        root = etree.parse(file).getroot()
        groups = layer(root, "print").xpath("s:g[@class='piece']", namespaces=NS)
        assert [group.get("data-piece") for group in groups] == [name for name, _ in page]
        for group, (_, (left, bottom, right, top)) in zip(groups, page, strict=True):
            assert bounds(group) == pytest.approx((left, height - top, right, height - bottom), abs=0.01)
        scored = root.xpath("s:g[@id='fold']/s:path", namespaces=NS)
        assert len(scored) == len(lines) == (duplex is Duplex.GUTTER_FOLD)
        for path, (x1, y1, x2, y2) in zip(scored, lines, strict=True):
            assert bounds_of_line(path) == pytest.approx((x1, height - y1, x2, height - y2), abs=0.01)


def test_each_trim_is_cut_once_on_fronts_with_its_own_area(tmp_path):
    front, back = (etree.parse(path).getroot() for path in svg.write_sheets(sheet(*mixed()), tmp_path / "tokens"))
    assert not back.xpath("s:g[@id='cut']", namespaces=NS)
    cuts = layer(front, "cut").xpath("s:path", namespaces=NS)
    counts = Counter(cut.get("data-piece").removesuffix(".front") for cut in cuts)
    assert counts == {"tile": 10, "coin.red": 3, "coin.blue": 12, "door": 5}
    # A tile lacks its corners: 400 - (4 - pi) x 9. A coin is pi x 100. A door: 24 x 20 and half a circle of 12.
    areas = {"tile": 392.27, "coin.red": 314.16, "coin.blue": 314.16, "door": 706.19}
    outlines = []
    for cut in cuts:
        assert (cut.get("fill"), cut.get("stroke")) == ("none", "#ff0000")
        (ring,) = rings(cut)
        assert cut.get("d").endswith("Z")
        outlines.append(Polygon(ring))
        # A chord polygon of 64 sides has 0.16 % less than its circle.
        assert outlines[-1].area == pytest.approx(areas[cut.get("data-piece").removesuffix(".front")], rel=0.002)
    assert unary_union(outlines).area == pytest.approx(sum(one.area for one in outlines), abs=1e-6)


def test_copies_and_names_on_both_sides(tmp_path):
    for path in svg.write_sheets(sheet(*mixed()), tmp_path / "tokens"):
        side = path.name.split(".")[2]
        names = etree.parse(path).getroot().xpath("//s:g[@class='piece']/@data-piece", namespaces=NS)
        expected = {"tile": 10, "coin.red": 3, "coin.blue": 12, "door": 5}
        assert Counter(names) == {f"{one}.{side}": count for one, count in expected.items()}


def test_marks_and_ruler_are_lines_and_texts_are_outlines(tmp_path):
    front = etree.parse(svg.write_sheets(sheet(*cards(25)), tmp_path / "cards")[0]).getroot()
    assert len(layer(front, "registration")) == 40
    notes = layer(front, "notes")
    lines = notes.xpath("s:path[@fill='none']", namespaces=NS)
    upright = sorted(bounds_of_line(line)[0] for line in lines if bounds_of_line(line)[0] == bounds_of_line(line)[2])
    assert len(upright) == 21
    assert upright[-1] - upright[0] == pytest.approx(100, abs=0.0011)
    assert len(notes) - len(lines) >= 5


def bounds_of_line(path):
    ((start, end),) = rings(path)
    return (*start, *end)


def test_numbers_are_short_and_plain(tmp_path):
    for path in svg.write_sheets(sheet(*mixed()), tmp_path / "tokens"):
        text = path.read_text(encoding="utf-8")
        assert not re.search(r"\d\.\d{4,}", text.replace("http://www.w3.org", ""))
        assert not re.search(r"(?<![\d.])-0(?![.\d])", text)
        assert "e-" not in "".join(etree.fromstring(text.encode()).xpath("//@d"))


def test_nothing_to_cut_is_said(tmp_path):
    with pytest.raises(DesignError, match="no pieces"):
        svg.write_sheets(sheet(), tmp_path / "cards")
    assert list(tmp_path.iterdir()) == []
