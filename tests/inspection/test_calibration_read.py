"""The calibration sheet is read back: a right one passes in every mode, and each way to spoil it is found and named."""

from __future__ import annotations

import re
from dataclasses import replace

import pikepdf
import pytest
from click.testing import CliRunner

import printables.pdf
from design.config.loading import load_config
from design.config.paper import Duplex
from design.sheets.calibration import calibration_specs
from printables.pdf import write_calibration
from tablewright.cli import main
from tablewright.inspection.documents.calibration import calibration_faults

MODES = ["long-edge", "short-edge", "separate"]
MOVED = ("paper.back_offset_x_mm=3", "paper.back_offset_y_mm=-1.5", "paper.back_rotation_deg=0.5", "paper.back_scale=0.998")
POINTS = 72 / 25.4


def spec_of(*settings):
    (spec,) = calibration_specs(load_config(None, ["paper.sizes=[a4]", *settings]).config, "Credits")
    return spec


def said(paths, spec):
    return [fault for _, fault in calibration_faults(paths, spec)]


@pytest.mark.parametrize("way", ["portrait", "landscape"])
@pytest.mark.parametrize("duplex", MODES)
def test_a_right_sheet_passes(tmp_path, duplex, way):
    for moved in ((), MOVED):
        spec = spec_of(f"paper.duplex={duplex}", f"paper.orientation={way}", *moved)
        assert said(write_calibration(spec, tmp_path / "a4.pdf"), spec) == []


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    spec = spec_of()
    (path,) = write_calibration(spec, tmp_path_factory.mktemp("calibration") / "a4.pdf")
    return spec, path


def rewritten(page, change):
    text = page.Contents.read_bytes().decode("latin-1")
    new = change(text)
    assert new != text
    page.Contents.write(new.encode("latin-1"))


def first_out(pattern):
    return lambda text: re.sub(pattern, "", text, count=1)


def before(words):
    return lambda text: f"{words}\n{text}"


def after(words):
    return lambda text: f"{text}\n{words}\n"


def on(number, change):
    return lambda document: rewritten(document.pages[number], change)


def boxed(document):
    for page in document.pages:
        page.MediaBox = [0, 0, 595, 842]


def bare(document):
    for one in document.objects:
        if isinstance(one, pikepdf.Dictionary) and "/FontFile2" in one:
            del one["/FontFile2"]


STROKE = r"n [\d.]+ [\d.]+ m [\d.]+ [\d.]+ l S"
MOVES = {
    "the back is dropped": (lambda document: document.pages.__delitem__(1), "has 1 pages, must be 2"),
    "the back is there twice": (lambda document: document.pages.append(document.pages[1]), "has 3 pages, must be 2"),
    "whole points": (boxed, r"is 209\.90 x 297\.04 mm, must be A4, 210\.00 x 297\.00 mm"),
    "fit to page": (lambda document: document.Root.__delitem__("/ViewerPreferences"), "true size"),
    "fonts left out": (bare, "without embedding it"),
    # 0.06 points are 0.02 mm.
    "the back a little to the right": (on(1, before("1 0 0 1 0.06 0 cm")), r"the back: A x, large scale: .* 0\.021 mm off"),
    "the front a little up": (on(0, before("1 0 0 1 0 0.06 cm")), r"the front: C y, small scale: .* 0\.021 mm off"),
    "one per cent less": (on(0, before("0.99 0 0 0.99 3 4 cm")), "the front: has no ruler of 100 mm"),
    "the back on its head": (on(1, before("-1 0 0 -1 595.2756 841.8898 cm")), "turned from the way it is read"),
    "a line lacks": (on(0, first_out(STROKE)), "A x, large scale: has no lines at -21 mm"),
    "a line of the back lacks": (on(1, first_out(STROKE)), "A x, large scale: has no lines at -20 mm"),
    "a line more": (on(1, after("n 300 100 m 300 110 l S")), "the back: has 1 lines more than"),
    "a line in the border": (on(0, after("n 5 300 m 5 310 l S")), r"page 1 prints at x = 1\.\d, .* within the margin of 6 mm"),
    "no numbers": (on(0, lambda text: re.sub(r"(?s)BT.*?ET", "", text, count=5)), "A x, large scale: .* does not say -1"),
}


@pytest.mark.parametrize("name", MOVES)
def test_a_spoilt_sheet_is_named(made, tmp_path, name):
    spec, path = made
    change, told = MOVES[name]
    with pikepdf.open(path) as document:
        change(document)
        document.save(tmp_path / "a4.pdf")
    found = said([tmp_path / "a4.pdf"], spec)
    assert [fault for fault in found if re.search(told, fault)], found


def test_a_sheet_for_another_mode_or_of_other_figures_is_named(made):
    spec, path = made
    assert any("turned from the way" in fault for fault in said([path], replace(spec, duplex=Duplex.SHORT_EDGE)))
    found = said([path], replace(spec, backs=spec_of("paper.back_offset_x_mm=0.1").backs))
    assert any("the back: B x, small scale: its line at 0 mm is 0.100 mm off" in fault for fault in found)
    assert any("does not say 'back_offset_x_mm 0.1'" in fault for fault in found)
    assert said([path, path], spec) == ["is one of 2 files, must be 1"] * 2


def test_what_is_no_pdf_is_told(made, tmp_path):
    spec, _ = made
    (tmp_path / "a4.pdf").write_bytes(b"no pdf")
    assert any("cannot be read as PDF" in fault for fault in said([tmp_path / "a4.pdf"], spec))


def test_the_command_reads_what_it_wrote(tmp_path, monkeypatch):
    whole = printables.pdf.calibration_pages
    # A maker that forgets the last line of the back.
    pages = lambda spec: tuple(replace(page, strokes=page.strokes[:-1]) for page in whole(spec))  # noqa: E731
    monkeypatch.setattr(printables.pdf, "calibration_pages", pages)
    result = CliRunner().invoke(main, ["calibrate", "--output", str(tmp_path), "--set", "paper.sizes=[a4]"])
    assert result.exit_code == 1
    assert "has a ruler that lacks a line each 5 mm; please report this as a fault" in result.output
