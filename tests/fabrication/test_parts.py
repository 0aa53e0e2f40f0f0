"""Every family of solids, at its smallest, default and largest: judged by the file it was written to."""

from __future__ import annotations

import math
import re
import shutil
import subprocess
from itertools import groupby
from pathlib import Path

import numpy as np
import pytest
import trimesh
from shapely.geometry import MultiPolygon, Polygon, box

from design.families.registry import FORMS
from design.parts.boards.connector import ConnectorSpec
from design.parts.boards.plate import PlateSpec
from design.parts.boxes.lift_off_lid import LidSpec
from design.parts.boxes.sliding_lid import SlidingLidSpec
from design.parts.boxes.storage_box import TraySpec
from design.parts.marker import MarkerSpec
from rules.game import Medium
from tablewright.inspection.printing.gate import file_faults
from tablewright.inspection.printing.slicer import Sliced, settings_for, slice_turned
from tablewright.inspection.solids.solids import count_solids
from tests.support.parts import DEFAULT, LARGEST, SMALLEST, Settings, built, configured, solids
from tests.support.places import ROOT
from tests.support.plans import expected
from tests.support.solids import frustum

FOOT_MM = 0.4
"""The relief at the foot for a slicer that does not compensate: two layers of 0.2 mm, 0.4 mm at most."""
SIZES = {"default": DEFAULT, "smallest": SMALLEST, "largest": LARGEST}


def _chosen(settings: Settings) -> list[str]:
    """Each component's first variant; by default its second (the triangle, the other hand) and its last one too."""
    groups = [list(pieces) for _, pieces in groupby(solids(settings), key=lambda piece: piece.split(".")[0])]
    if settings != DEFAULT:
        return [group[0] for group in groups]
    return [piece for group in groups for piece in dict.fromkeys((group[0], group[min(1, len(group) - 1)], group[-1]))]


RAILED: dict[str, Settings] = {f"sliding-{size}": (*settings, "storage_box.lid=sliding") for size, settings in SIZES.items()}
CASES = [pytest.param(settings, piece, id=f"{size}-{piece}") for size, settings in SIZES.items() for piece in _chosen(settings)]
CASES += [
    pytest.param(settings, piece, id=f"{size}-{piece}")
    for size, settings in RAILED.items()
    for piece in ("storage-box", "storage-lid")
]
SLICED = [
    *("number-plate-owner.gold", "number-plate-table.forest", "connector.left", "connector.right", "score-marker"),
    *("penalty-marker.forest", "door-marker.1", "leader-token", "storage-box", "storage-lid"),
]


ELSEWHERE = {
    "fabrication.parts.die:die": "tests/design/families/test_dice.py",
    "fabrication.parts.domino:domino": "tests/design/families/test_dominoes.py",
    "fabrication.parts.squares:squares_board": "tests/design/families/test_squares.py",
    "fabrication.parts.sliding_lid:sliding_lid": "tests/design/storage/test_sliding_lid.py",
    "fabrication.split:split_part": "tests/design/parts/test_splitting.py",
}
"""Builders that Geometric Chamber has no use for, and where their parts are judged as the others are here."""


def test_no_family_escapes():
    builders = {solids(DEFAULT)[piece].builder for piece in _chosen(DEFAULT)} | set(ELSEWHERE)
    assert all(name.partition(":")[0] in (ROOT / test).read_text(encoding="utf-8") for name, test in ELSEWHERE.items())
    assert builders == {form.builder for form in FORMS.values()}


@pytest.mark.parametrize(("settings", "piece"), CASES)
def test_the_file_is_one_sound_solid(settings, piece, mesh):
    read = mesh(settings, piece)
    assert read.is_watertight
    assert read.is_winding_consistent
    assert read.body_count == 1
    assert read.volume > 0
    assert read.volume == pytest.approx(built(settings, piece).volume_mm3, rel=0.005)
    assert all(body.solid.isValid() for body in built(settings, piece).bodies)


@pytest.mark.parametrize(("settings", "piece"), CASES)
def test_the_file_has_the_size_that_was_asked_for(settings, piece, mesh):
    size = _size(solids(settings)[piece].spec, configured(settings))
    read = mesh(settings, piece)
    assert read.bounds[0][2] == pytest.approx(0, abs=1e-4)
    assert read.extents == pytest.approx(size, abs=0.02)


def test_inspection_finds_each_to_be_what_it_is(stl, tmp_path):
    """The judge and the makers agree, over a part of every sort in its default size."""
    config = configured(DEFAULT)
    wanted_solids = next(one for one in expected().sets if one.medium is Medium.SOLID)
    pieces = _chosen(DEFAULT)
    for piece in pieces:
        path = tmp_path / wanted_solids.artifact_of(piece).path
        path.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(stl(DEFAULT, piece), path)
    files = sorted(path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*.stl"))
    findings = count_solids(tmp_path, files, wanted_solids, config.printer)
    assert findings.problems == []
    assert dict(findings.found) == {piece: wanted_solids.counts[piece] for piece in pieces}
    # And each prints as it lies: no island, overhang, long bridge, thin wall or slender column.
    assert {path: file_faults(tmp_path / path, config.printer) for path in files} == {path: [] for path in files}


def _size(spec: object, config) -> tuple[float, float, float]:
    """Width, depth and height by adding up what was configured."""
    if isinstance(spec, PlateSpec):
        return spec.length_mm, config.number_board.plate_height_mm, spec.thickness_mm + spec.spacer_height_mm
    if isinstance(spec, ConnectorSpec):
        board = config.number_board
        slots = 2 * (board.plate_thickness_mm + 2 * config.fits.connector_slot_clearance_mm)
        body = spec.tongue_mm + slots + 2 * board.connector_wall_mm
        flare = max(0.0, (board.connector_foot_mm - body) / 2)
        return board.connector_wall_mm + board.end_length_mm + flare, body + 2 * flare, board.plate_height_mm
    if isinstance(spec, MarkerSpec):
        left, bottom, right, top = spec.trim.bounds
        return right - left, top - bottom, spec.thickness_mm + (spec.raise_mm if not spec.front.relief().is_empty else 0)
    if isinstance(spec, TraySpec):
        width, depth = spec.inner_width_mm + 2 * spec.wall_mm, spec.inner_depth_mm + 2 * spec.wall_mm
        # Rails are as high as the lid is thick.
        return width, depth, spec.inner_height_mm + spec.floor_mm + (spec.rails.high_mm if spec.rails else 0.0)
    if isinstance(spec, SlidingLidSpec):
        # From the groove's bottom, less the air, to the outer face of the right wall.
        left = spec.rails.deep_mm - config.fits.sliding_lid_clearance_mm
        wall = config.storage_box.wall_mm
        width = spec.inner_width_mm + left + wall
        return width, spec.inner_depth_mm + 2 * wall, spec.rails.high_mm + (spec.ridge.high_mm if spec.ridge else 0.0)
    if isinstance(spec, LidSpec):
        return spec.outer_width_mm, spec.outer_depth_mm, spec.top_mm + spec.lip_height_mm
    raise AssertionError(f"say what size a {type(spec).__name__} has")


@pytest.mark.parametrize("settings", SIZES.values(), ids=SIZES)
def test_markers_have_the_volume_that_their_faces_give(settings, mesh):
    for piece in (one for one in _chosen(settings) if isinstance(solids(settings)[one].spec, MarkerSpec)):
        spec = solids(settings)[piece].spec
        body = frustum(spec.trim, FOOT_MM) + frustum(spec.trim, 0.4) + spec.trim.area * (spec.thickness_mm - FOOT_MM - 0.4)
        marks = spec.front.relief().area * spec.raise_mm - spec.back.relief().area * spec.engrave_mm
        assert mesh(settings, piece).volume == pytest.approx(body + marks, rel=0.002), piece


@pytest.mark.parametrize("settings", SIZES.values(), ids=SIZES)
def test_plates_have_the_volume_that_their_faces_give(settings, mesh):
    config = configured(settings)
    for piece in ("number-plate-owner.gold", "number-plate-table.gold"):
        spec = solids(settings)[piece].spec
        trim = box(0, 0, spec.length_mm, spec.height_mm)
        body = frustum(trim, FOOT_MM) + frustum(trim, 0.4) + trim.area * (spec.thickness_mm - FOOT_MM - 0.4)
        rib = (spec.height_mm - 0.8 - spec.spacer_height_mm) * spec.spacer_height_mm * spec.spacer_width_mm
        width = config.number_board.key_width_mm + 2 * config.fits.connector_key_clearance_mm
        tall = 0.6 * config.number_board.plate_height_mm + config.fits.connector_key_clearance_mm
        # Its lower end leaves through the rim, where a wedge of 0.4 x 0.4 mm is gone already.
        groove = width * (config.number_board.key_depth_mm * tall - 0.4**2 / 2)
        marks = spec.front.relief().area * spec.front_depth_mm + spec.back.relief().area * spec.back_depth_mm
        assert mesh(settings, piece).volume == pytest.approx(body + 4 * rib - 2 * groove - marks, rel=2e-4), piece


def _layers(read: trimesh.Trimesh, heights: list[float]) -> list[tuple[float, MultiPolygon]]:
    made = []
    for height in heights:
        section = read.section(plane_origin=[0, 0, height], plane_normal=[0, 0, 1])
        area = Polygon()
        for loop in section.discrete:
            area = area.symmetric_difference(Polygon(np.asarray(loop)[:, :2]).buffer(0))
        made.append((height, area))
    return made


def _thin(area: MultiPolygon | Polygon) -> list[Polygon]:
    """What a disc of 0.8 mm cannot reach, but for tips and necks: 0.39 mm2 in a 30 degree wedge, 0.78 by a dot."""
    rest = area.difference(area.buffer(-0.399).buffer(0.45))
    return [part for part in getattr(rest, "geoms", [rest]) if part.area > 0.8]


def test_the_measure_of_thinness_bites():
    wall = box(0, 0, 5, 5).union(box(5, 2, 7, 2.7))
    assert _thin(wall)
    assert not _thin(box(0, 0, 5, 5).union(box(5, 2, 7, 2.81)))


@pytest.mark.parametrize(
    "piece", ["number-plate-owner.gold", "connector.left", "score-marker", "penalty-marker.forest", "door-marker.4"]
)
def test_nothing_is_thinner_than_two_lines_of_the_nozzle(piece, mesh):
    read = mesh(DEFAULT, piece)
    layers = np.arange(0.1, read.bounds[1][2], 0.2)
    heights = [float(one) for one in layers[:: max(1, len(layers) // 16)]]
    for height, area in _layers(read, heights):
        assert not _thin(area), f"z = {height:.2f}"


@pytest.mark.parametrize("nozzle", [0.25, 0.6, 0.8])
@pytest.mark.parametrize("piece", ["number-plate-owner.gold", "number-plate-table.gold", "connector.left"])
def test_the_board_slices_without_supports_with_any_nozzle(nozzle, piece, stl, slicer):
    """As it lies: no turn is looked for that the slicer likes better."""
    settings = (f"printer.nozzle_mm={nozzle}",)
    found = slice_turned(slicer, stl(settings, piece), settings_for(configured(settings).printer), 0)
    assert isinstance(found, Sliced), found


@pytest.mark.parametrize("piece", SLICED)
def test_it_slices_without_supports(piece, stl, slicer, tmp_path):
    target = tmp_path / "out.gcode"
    bed = ["--bed-shape", "0x0,220x0,220x220,0x220", "--nozzle-diameter", "0.4", "--layer-height", "0.2"]
    support = ["--support-material", "--support-material-auto", "--support-material-threshold", "45", "--loglevel", "3"]
    command = [slicer, "--export-gcode", *bed, *support, "-o", str(target), str(stl(DEFAULT, piece))]
    run = subprocess.run(command, capture_output=True, encoding="utf-8", check=True)
    assert "empty layer" not in (run.stdout + run.stderr).lower()
    text = target.read_text(encoding="utf-8", errors="replace")
    assert ";TYPE:External perimeter" in text
    assert ";TYPE:Support" not in text
    info = subprocess.run(
        [slicer, "--info", str(stl(DEFAULT, piece))], capture_output=True, encoding="utf-8", check=True
    ).stdout
    assert re.search(r"manifold = yes", info)
    assert re.search(r"number_of_parts =\s+1\b", info)
    volume = float(re.search(r"volume = ([\d.]+)", info).group(1))
    assert math.isclose(volume, built(DEFAULT, piece).volume_mm3, rel_tol=0.005)
    assert Path(target).stat().st_size > 10_000
