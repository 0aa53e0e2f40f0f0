"""The calibration sheet, as a printer with faults of its own would print it, read by its lines and numbers."""

from __future__ import annotations

import math

import pikepdf
import pypdfium2
import pytest
from click.testing import CliRunner

from rules.document import read_document
from tablewright.cli import main
from tests.support.two_sides import strokes

MM = 72 / 25.4
MODES = ["long-edge", "short-edge", "separate"]
FAULT = {"x": -1.74, "y": 2.31, "turn": 0.35, "scale": 0.9975}
"""Where a printer puts its backs, as they are read: moved, turned anticlockwise, shrunk, all about the sheet's middle."""


def run(*arguments):
    return CliRunner().invoke(main, ["calibrate", *arguments])


def make(folder, *settings):
    words = [word for one in settings for word in ("--set", one)]
    result = run("--output", str(folder), *words)
    assert result.exit_code == 0, result.output
    return sorted((folder / "calibration").iterdir())


def numbers(page):
    """Texts of a page that are numbers with their middles in mm."""
    found = []
    text = page.get_textpage()
    for index in range(text.count_rects()):
        left, bottom, right, top = text.get_rect(index)
        for word in [text.get_text_bounded(left, bottom, right, top).strip()]:
            try:
                found.append((float(word), (left + right) / 2 / MM, (bottom + top) / 2 / MM))
            except ValueError:
                continue
    return found


def sides(paths):
    """Each page's strokes, its size in mm, and the page as pdfium has it."""
    found = []
    for path in paths:
        with pikepdf.open(path) as document:
            drawn = pypdfium2.PdfDocument(path)
            for page, image in zip(document.pages, drawn, strict=True):
                found.append((strokes(page), tuple(float(value) / MM for value in page.MediaBox[2:]), image))
    return found


def ordered(paths):
    """Front first, also of two files."""
    return sorted(paths, key=lambda path: ".backs." in path.name)


def printed(ends, width, height, duplex):
    """A stroke of a back page where it lies, seen from the front, after the printer did it wrong."""
    like_a_book = (width < height) if duplex != "short-edge" else (width > height)
    angle = math.radians(FAULT["turn"])
    result = []
    for x, y in (ends[:2], ends[2:]):
        # As it is read: upright, turned over like the page of a book.
        px, py = (x, y) if like_a_book else (width - x, height - y)
        px, py = px - width / 2, py - height / 2
        qx = FAULT["scale"] * (math.cos(angle) * px - math.sin(angle) * py) + FAULT["x"]
        qy = FAULT["scale"] * (math.sin(angle) * px + math.cos(angle) * py) + FAULT["y"]
        result += [width / 2 - qx, height / 2 + qy]
    return tuple(result)


def scales(lines):
    """The front's scales by station and axis, the coarse and the fine: lines that start on one line, close together."""
    ticks = [one for one in lines if 4.5 < math.dist(one[:2], one[2:]) < 7.5]
    found = {}
    for axis, at in (("x", 0), ("y", 1)):
        own = [one for one in ticks if abs(one[at] - one[at + 2]) < 0.01]
        own.sort(key=lambda one, at=at: (round(one[1 - at], 3), one[at]))
        groups = [[own[0]]]
        for one in own[1:]:
            last = groups[-1][-1]
            apart = abs(one[1 - at] - last[1 - at]) > 0.01 or one[at] - last[at] > 3
            groups.append([one]) if apart else groups[-1].append(one)
        # A is at the upper left, C at the lower right.
        for size, kind in ((11, "coarse"), (21, "fine")):
            same = [group for group in groups if len(group) == size]
            same.sort(key=lambda group, at=at: group[0][0] if at else -group[0][1])
            assert len(same) == 3, (axis, [len(group) for group in groups])
            for name, group in zip("ABC", same, strict=True):
                found[name, axis, kind] = group
    return found


def read(paths, duplex):
    """What somebody reads who holds the sheet against the light.

    On the coarse scale the line nearest to the back's, on the fine one that where two lines are one.
    """
    (front, (width, height), drawn), (back, _, _) = sides(ordered(paths))
    labels = numbers(drawn)
    behind = [printed(one, width, height, duplex) for one in back]
    behind = [one for one in behind if 6.5 < math.dist(one[:2], one[2:]) < 9.5]
    result = {name: {} for name in "ABC"}
    for (name, axis, kind), lines in scales(front).items():
        at = 0 if axis == "x" else 1
        middles = [sum(one[at::2]) / 2 for one in lines]
        beside = [(number, (x, y)[at]) for number, x, y in labels if _near((x, y, x, y), lines, at)]
        along = [sum(one[at::2]) / 2 for one in behind if abs(one[at] - one[at + 2]) < 0.3 and _near(one, lines, at)]
        assert len(beside) == 5, (name, axis, kind, beside)
        assert len(along) == (1 if kind == "coarse" else 21), (name, axis, kind, len(along))
        (low, start), (high, end) = min(beside), max(beside)
        # On the coarse scale one line: the nearest of the ruler. On the fine one the two that are nearest to each other.
        _, tick = min((abs(where - other), where) for where in middles for other in along)
        result[name][axis, kind] = round(low + (high - low) * (tick - start) / (end - start), 1)
    return result


def said(one, axis):
    """Both readings in words, and what they come to: of 2 mm more or less the nearest to the coarse one."""
    coarse, fine = one[axis, "coarse"], one[axis, "fine"]
    assert coarse == round(coarse)
    return min((fine + 2 * more for more in range(-3, 4)), key=lambda value: abs(value - coarse))


def _near(one, lines, at):
    """Beside a scale: within its length, give or take what backs are off, and not far from its lines."""
    x, y = (one[0] + one[2]) / 2, (one[1] + one[3]) / 2
    along, across = (x, y) if at == 0 else (y, x)
    length = [line[at] for line in lines]
    start = [side for line in lines for side in (line[1 - at], line[3 - at])]
    return min(length) - 3.3 < along < max(length) + 3.3 and min(start) - 9 < across < max(start) + 9


def told(readings, *settings):
    words = [word for one in settings for word in ("--set", one)]
    for name, one in readings.items():
        x, y = (f"{one[axis, 'coarse']:g}:{one[axis, 'fine']:g}" for axis in ("x", "y"))
        words += ["--read", f"{name}={x},{y}"]
    result = run("--paper", "a4", *words)
    assert result.exit_code == 0, result.output
    lines = read_document(result.output, "told").data["paper"]
    return [f"paper.{key}={value}" for key, value in lines.items()]


@pytest.mark.parametrize("way", ["portrait", "landscape"])
@pytest.mark.parametrize("duplex", MODES)
def test_what_is_read_sets_the_printer_right_and_a_second_reading_adds_up(tmp_path, duplex, way):
    own = [f"paper.duplex={duplex}", f"paper.orientation={way}", "paper.sizes=[a4]"]
    first = read(make(tmp_path / "1", *own), duplex)
    # In the middle backs are off by -1.74 and 2.31, which is to be added the other way; B's scales lie up to 28 mm beside it,
    # where a turn of 0.35 degrees makes 0.17 mm.
    x, y = said(first["B"], "x"), said(first["B"], "y")
    assert (x, y) == (pytest.approx(1.74, abs=0.25), pytest.approx(-2.31, abs=0.25))
    for names in ("AC", "ABC"):
        figures = told({name: first[name] for name in names}, *own)
        second = read(make(tmp_path / names, *own, *figures), duplex)
        assert all(abs(value) <= 0.11 for one in second.values() for value in one.values()), second
    # A first try that is only about right, and what is read then: together they are what was read at first.
    guess = {("x", "coarse"): 1, ("x", "fine"): 1, ("y", "coarse"): -2, ("y", "fine"): 0}
    rough = told({"B": guess}, *own)
    again = read(make(tmp_path / "rough", *own, *rough), duplex)["B"]
    assert (said(again, "x"), said(again, "y")) == (pytest.approx(x - 1, abs=0.11), pytest.approx(y + 2, abs=0.11))
    added = dict(one.split("=") for one in told({"B": again}, *own, *rough))
    assert float(added["paper.back_offset_x_mm"]) == pytest.approx(x, abs=0.11)
    assert float(added["paper.back_offset_y_mm"]) == pytest.approx(y, abs=0.11)


@pytest.mark.parametrize("way", ["portrait", "landscape"])
@pytest.mark.parametrize("duplex", MODES)
def test_texts_are_upright_when_the_sheet_is_turned_like_a_page(tmp_path, duplex, way):
    """Case 12: on the edge at the side, the back is upright in the file; on the edge across it stands on its head there."""
    paths = ordered(make(tmp_path, f"paper.duplex={duplex}", f"paper.orientation={way}", "paper.sizes=[letter]"))
    (_, _, front), (_, _, back) = sides(paths)
    across = (duplex == "short-edge") == (way == "portrait")
    assert [_upright(front), _upright(back)] == [True, not across]


def _upright(page):
    """Whether a page's first words stand above its next ones."""
    text = page.get_textpage()
    first, second = (text.search(words).get_next() for words in ("Calibration", "Printed with"))
    tops = [text.get_charbox(found[0])[1] for found in (first, second)]
    return tops[0] > tops[1]


@pytest.mark.parametrize("paper", ["a4", "a3", "letter", "legal", "tabloid"])
def test_the_sheet_keeps_off_the_margin_with_rulers_of_100_mm(tmp_path, paper):
    paths = make(tmp_path, f"paper.sizes=[{paper}]", "paper.back_offset_x_mm=3", "paper.back_rotation_deg=0.5")
    for lines, (width, height), image in sides(paths):
        dark = image.render(scale=2).to_pil().convert("L").point(lambda value: 255 * (value < 200))
        left, top, right, bottom = (value / 2 / MM for value in dark.getbbox())
        assert left > 5.9
        assert top > 5.9
        assert right < width - 5.9
        assert bottom < height - 5.9
        long = [math.dist(one[:2], one[2:]) for one in lines]
        assert sum(abs(one - 100) < 0.01 for one in long) == 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--read", "A=1,2"], "--read of A: must be of B, or of A and C, or of all"),
        (["--read", "D=1,2"], "must be a station with x and y up to 5 mm"),
        (["--read", "B=1,9"], "must be a station with x and y up to 5 mm"),
        (["--read", "B=1,1", "--read", "B=1,2"], "B is there twice"),
        (["--read", "A=1,1", "--read", "C=1,2"], "--paper: stations lie elsewhere on each paper"),
        (["--paper", "a3"], "is not among paper.sizes; there are a4, letter"),
        (["--set", "paper.duplex=gutter-fold"], "there is nothing to measure"),
        (["--set", "paper.back_offset_x_mm=9", "--read", "B=3,0"], "back_offset_x_mm = 12.0: must be a number, -10 to 10 mm"),
    ],
)
def test_what_cannot_be_is_told(tmp_path, arguments, message):
    result = run("--output", str(tmp_path), *arguments)
    assert result.exit_code == 2
    assert message in result.output
    assert list(tmp_path.iterdir()) == []


def test_sheets_of_an_earlier_call_go_and_clean_takes_them(tmp_path):
    assert [path.name for path in make(tmp_path)] == ["a4.pdf", "letter.pdf"]
    assert [path.name for path in make(tmp_path, "paper.duplex=separate", "paper.sizes=[a3]")] == [
        "a3.backs.pdf",
        "a3.fronts.pdf",
    ]
    assert CliRunner().invoke(main, ["clean", "--output", str(tmp_path)]).exit_code == 0
    assert list(tmp_path.iterdir()) == []
