"""Rule sheet and tuck box as other programs read them: the game's version on each page, and lines that are easy to read."""

from __future__ import annotations

import functools
import re
from collections import Counter
from dataclasses import dataclass, replace
from itertools import pairwise

import pypdfium2
import pytest
from lxml import etree
from shapely.geometry import Polygon, box

from design.plan.documents import RuleSheetSpec
from design.tuck_box.box import TuckBoxSpec
from printables import pdf, svg
from printables.documents.rulesheet import write_rule_sheet
from tests.support.pdf_text import by_pdfium
from tests.support.plans import planned
from tests.support.tools import said_by

XHTML = "{http://www.w3.org/1999/xhtml}"
MM = 25.4 / 72
COLUMNS = {"a4": 2, "letter": 2, "a3": 3, "tabloid": 3}
VERSION = "7.3"


@functools.cache
def specs(kind):
    settings = (f"paper.sizes=[{', '.join(COLUMNS)}]", "paper.stickers=false", "games.geometric-chamber.players=2")
    made = planned(settings).artifacts
    return {one.spec.paper.name: one.spec for one in made if isinstance(one.spec, kind)}


@functools.cache
def rule_sheet(folder, paper, version="1"):
    return write_rule_sheet(replace(specs(RuleSheetSpec)[paper], version=version), folder / f"{paper}.{version}.pdf")[0]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("documents")


def by_poppler(path):
    text = said_by("pdftotext", "-layout", path, "-")
    return [" ".join(page.split()) for page in text.split("\f")[:-1]]


@pytest.mark.parametrize("read", [by_pdfium, by_poppler])
def test_each_page_of_the_rule_sheet_carries_the_version(folder, read):
    pages = read(rule_sheet(folder, "letter", VERSION))
    assert len(pages) >= 2
    for number, text in enumerate(pages, start=1):
        assert f"page {number} of {len(pages)} · version {VERSION}" in text
    assert not any("version" in text for text in read(rule_sheet(folder, "letter", "")))


@pytest.mark.parametrize("read", [by_pdfium, by_poppler])
def test_each_page_of_the_tuck_box_carries_the_version(folder, read):
    spec = specs(TuckBoxSpec)["a4"]
    for version in (VERSION, ""):
        (path,) = pdf.write_tuck_box(replace(spec, version=version), folder / f"tuck-box.{version}.pdf")
        pages = read(path)
        assert len(pages) == len(spec.net)
        for number, text in enumerate(pages, start=1):
            assert f"Page {number} of {len(pages)}{f' · version {version}' if version else ''}" in text
            assert ("version" in text) == bool(version)


def boxes_of(path, word):
    """Where poppler finds a word on each page of a PDF: left, bottom, right, top in mm from the page's upper left corner."""
    found = said_by("pdftotext", "-bbox", path, "-")
    pages = etree.fromstring(found).iter(f"{XHTML}page")
    return [
        [box(*(float(one.get(key)) * MM for key in ("xMin", "yMin", "xMax", "yMax"))) for one in page if one.text == word]
        for page in pages
    ]


def notes_of(path, word):
    """What is drawn at a word's place in a cut file's notes, outlines of straight lines: mm from the upper left corner."""
    layer = etree.parse(path).find(".//{*}g[@id='notes']")
    rings = [ring for one in layer if one.get("fill") != "none" for ring in re.findall(r"M([^MZ]*)Z", one.get("d"))]
    areas = [Polygon([tuple(map(float, at.split(","))) for at in ring.split("L")]).buffer(0) for ring in rings]
    # Even-odd: what lies within a ring that lies within another is a hole.
    near = [area for area in areas if area.intersects(word)]
    return functools.reduce(lambda one, other: one.symmetric_difference(other), near, Polygon()).intersection(word)


def test_each_cut_file_of_the_tuck_box_carries_the_version_where_the_pdf_has_it(folder):
    spec = specs(TuckBoxSpec)["a4"]
    (path,) = pdf.write_tuck_box(replace(spec, version=VERSION), folder / "both.pdf")
    places = list(zip(*(boxes_of(path, word) for word in ("Page", "version", VERSION)), strict=True))
    with pypdfium2.PdfDocument(path) as document:
        looks = [page.render(scale=10 * MM, grayscale=True).to_pil().convert("L") for page in document]
    named, bare = (svg.write_tuck_box(replace(spec, version=one), folder / f"tuck{one}") for one in (VERSION, ""))
    assert len(named) == len(bare) == len(spec.net)
    for file, other, words, look in zip(named, bare, places, looks, strict=True):
        for (word,) in words:
            # As much ink as the PDF has there, drawn by pdfium at ten pixels a millimetre in grey: #6b6a75, 107 of 255.
            printed = look.crop([round(10 * value) for value in word.bounds])
            inked = sum(255 - level for level in printed.tobytes()) / (255 - 107) / 100
            assert notes_of(file, word).area == pytest.approx(inked, rel=0.2)
            assert inked > 0.3
        # The page's number ends at the margin: without a version it begins further right.
        assert notes_of(other, words[0][0]).area == 0


@dataclass(frozen=True)
class Row:
    """A line of text as poppler puts words together: how many signs, where it begins and how long it is, points."""

    signs: int
    left: float
    long: float
    high: float


def rows_of(path):
    found = said_by("pdftotext", "-bbox-layout", path, "-")
    made = []
    for line in etree.fromstring(found).iter(f"{XHTML}line"):
        left, low, right, high = (float(line.get(key)) for key in ("xMin", "yMin", "xMax", "yMax"))
        made.append(Row(len(" ".join(word.text for word in line)), left, right - left, high - low))
    return made


@pytest.mark.parametrize("paper", COLUMNS)
def test_lines_of_the_rules_are_as_long_as_is_easy_to_read(folder, paper):
    """45 to 85 signs a line, as typographers have it; wide papers get a third column for that."""
    rows = rows_of(rule_sheet(folder, paper))
    # The body is the size that most is set in; a line that fills its column is no paragraph's last one and no caption.
    ((body, _),) = Counter(round(row.high, 1) for row in rows).most_common(1)
    own = [row for row in rows if round(row.high, 1) == body]
    longest = max(row.long for row in own)
    full = [row.signs for row in own if row.long > 0.9 * longest]
    assert len(full) >= 30
    assert sum(45 <= signs <= 85 for signs in full) >= 0.8 * len(full), sorted(full)
    assert max(row.signs for row in rows) <= 85
    lefts = Counter(round(row.left) for row in own if row.long > 0.9 * longest)
    # Lists are set in a little: columns are more than half a line apart.
    starts = sorted(lefts)
    columns = 1 + sum(b - a > longest / 2 for a, b in pairwise(starts))
    assert columns == COLUMNS[paper]
