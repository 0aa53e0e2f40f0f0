"""Inspection of what the program itself makes: its judge and its makers agree, in several sizes and settings."""

from __future__ import annotations

from importlib import import_module

import pytest

from design.config.loading import load_config
from rules.game import Medium, load_game
from tablewright.inspection.documents.booklets import count_booklets
from tablewright.inspection.expected import expected_of
from tablewright.inspection.recognition.gallery import Gallery
from tablewright.inspection.sheets.papers import count_pdf, count_svg
from tablewright.inspection.sheets.plots import count_dxf
from tests.support.inspection_fixtures import GAME

TWO = f"games.{GAME}.players=2"
ROOM = ["printer.bed_width_mm=400", "printer.bed_depth_mm=400"]
# As shipped `tests/whole/test_whole.py` builds and counts everything; `tests/fabrication/test_parts.py` counts its solids.
SETTINGS = {
    "short edge": [TWO, "paper.sizes=[letter]", "paper.duplex=short-edge"],
    "large cards in sleeves": [TWO, "paper.sizes=[a4]", "card.width_mm=63", "card.height_mm=88", "card.sleeve=premium", *ROOM],
}


COUNTS = {
    Medium.PAPER: lambda output, files, one: count_pdf(output, files, one, Gallery()),
    Medium.CUT: lambda output, files, one: count_svg(output, files, one, Gallery()),
    Medium.PLOT: count_dxf,
    Medium.BOOKLET: count_booklets,
}


def builder(artifact):
    module, _, name = artifact.builder.partition(":")
    return getattr(import_module(module), name)


@pytest.mark.parametrize("settings", SETTINGS.values(), ids=SETTINGS)
def test_our_sheets_are_found_complete(settings, tmp_path):
    config = load_config(None, settings).config
    for one in expected_of(load_game(GAME), config).sets:
        if one.paper is None:
            continue
        for path, artifact in one.artifacts.items():
            (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
            builder(artifact)(artifact.spec, tmp_path / path)
        folder = tmp_path / GAME / one.medium.value / one.paper.name
        files = sorted(path.relative_to(tmp_path).as_posix() for path in folder.iterdir())
        findings = COUNTS[one.medium](tmp_path, files, one)
        assert findings.problems == []
        assert dict(findings.found) == dict(one.counts)
