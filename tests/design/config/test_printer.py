"""What a printer's profile says, and what follows from it: the relief at the foot, and the correction of fits."""

from __future__ import annotations

import pytest
import trimesh
from click.testing import CliRunner
from shapely.geometry import LineString, box

from design.config.loading import load_config
from design.config.printer import printer_presets
from design.config.settings import Fits
from design.families.coupon import coupons
from design.storage.box import tray_spec
from design.storage.lids import lid_spec
from fabrication.parts.coupon import coupon
from fabrication.writers.mesh import write_stl
from rules.errors import ConfigError
from tablewright.cli import main
from tablewright.inspection.solids.coupon import coupon_faults
from tablewright.inspection.solids.measures.stl import read_stl
from tablewright.inspection.solids.solids import solid_faults
from tests.support.packing_checks import context
from tests.support.parts import DEFAULT, Settings, built, configured, solids
from tests.support.solids import section

COMPENSATED: Settings = ("printer.elephant_foot_compensated=true",)


@pytest.mark.parametrize("name", printer_presets())
def test_a_profile_says_all_that_parts_are_made_for(name):
    said = printer_presets()[name]
    needed = {"bed_width_mm", "bed_depth_mm", "bed_height_mm", "edge_mm", "nozzle_mm", "layer_mm", "density_g_cm3"}
    assert needed | {"elephant_foot_compensated"} <= set(said)
    loaded = load_config(None, [f"printer.preset={name}"])
    for key, value in said.items():
        assert getattr(loaded.config.printer, key) == value
        assert loaded.sources["printer", key] == f"preset {name}"


def test_the_makers_corner_is_kept_free():
    # Bambu states 18 x 28 mm at the front left of an X1's or P1's bed.
    printer = configured(("printer.preset=bambu-x1-p1",)).printer
    assert (printer.corner_width_mm, printer.corner_depth_mm) == (18, 28)


def test_another_nozzle_than_the_preset_s_has_its_own_layers():
    assert configured(("printer.nozzle_mm=0.6",)).printer.layer_mm == 0.3
    assert configured(("printer.nozzle_mm=0.6", "printer.layer_mm=0.2")).printer.layer_mm == 0.2
    assert configured(("printer.nozzle_mm=0.4",)).printer.layer_mm == 0.2


@pytest.mark.parametrize(
    ("settings", "relief"),
    [
        # 0.2 to 0.4 mm is a modest foot relief. Whole layers: two of 0.2 mm, three of 0.12, one of 0.3.
        ((), 0.4),
        (("printer.layer_mm=0.12",), 0.36),
        (("printer.layer_mm=0.3",), 0.3),
        (("printer.layer_mm=0.6", "printer.nozzle_mm=1.0"), 0.4),
        # A slicer that compensates needs the lower end of that.
        (COMPENSATED, 0.2),
        (("printer.preset=bambu-a1-mini",), 0.2),
        (("printer.preset=prusa-mk4", "printer.layer_mm=0.1"), 0.2),
        (("printer.preset=prusa-mk4", "printer.elephant_foot_compensated=false"), 0.4),
    ],
)
def test_the_foot_s_relief_follows_from_slicer_and_layers(settings, relief):
    assert configured(settings).printer.foot_relief_mm == pytest.approx(relief)


@pytest.mark.parametrize(("settings", "relief"), [(DEFAULT, 0.4), (COMPENSATED, 0.2)], ids=["plain", "compensated"])
def test_parts_stand_on_a_foot_as_much_narrower(settings, relief, mesh):
    for piece in ("score-marker", "number-plate-owner.gold", "storage-lid"):
        read = mesh(settings, piece)
        foot, above = (section(read, z).bounds for z in (1e-4, relief + 1e-3))
        assert [abs(one - other) for one, other in zip(foot, above, strict=True)] == pytest.approx([relief] * 4, abs=2e-3)
        # At once as wide as it gets: nothing more is taken.
        assert above[2] - above[0] == pytest.approx(read.extents[0], abs=1e-3)
    # A connector's slot is wider at the table by as much: on its outer wall, none on the tongue.
    spec = solids(settings)["connector.left"].spec
    read, x = mesh(settings, "connector.left"), spec.slot_depth_mm - 0.2
    widths = []
    for z in (1e-4, relief + 1e-3):
        free = LineString([(x, -30), (x, 30)]).difference(section(read, z))
        lengths = sorted(part.length for part in free.geoms if abs(part.centroid.y) < 10)
        assert lengths[0] == pytest.approx(lengths[1], abs=2e-3), "both slots alike"
        widths.append(lengths[0])
    assert widths[0] - widths[1] == pytest.approx(relief, abs=2e-3)


def test_a_foot_of_another_printer_is_a_marker_all_the_same(stl):
    # What is recognised is the piece; its foot is measured above.
    read = read_stl(stl(COMPENSATED, "score-marker"))
    assert solid_faults(read, solids(COMPENSATED)["score-marker"].spec) == []


def test_each_fit_is_built_with_the_correction_and_shown_as_configured():
    config = load_config(None, ["printer.fit_correction_mm=0.15", "fits.lid_clearance_mm=0.3"]).config
    for key in Fits.model_fields:
        assert getattr(config.clearances, key) == pytest.approx(getattr(config.fits, key) + 0.15)
    assert (config.fits.lid_clearance_mm, config.clearances.lid_clearance_mm) == (0.3, pytest.approx(0.45))
    result = CliRunner().invoke(main, ["config", "show", "--set", "printer.fit_correction_mm=0.15"])
    lines = {line.split(":")[0].strip(): line for line in result.output.splitlines()}
    assert "fit_correction_mm: 0.15" in lines["fit_correction_mm"]
    assert "lid_clearance_mm: 0.2 " in lines["lid_clearance_mm"]
    assert lines["lid_clearance_mm"].endswith("; built as 0.35 with printer.fit_correction_mm")
    assert "built as" not in CliRunner().invoke(main, ["config", "show"]).output


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        # 0.15 - 0.13 mm: not more than 0.02.
        (
            ["printer.fit_correction_mm=-0.13"],
            r"fits.split_joint_clearance_mm = 0.15: with printer.fit_correction_mm -0.13 a gap of 0.02 mm is left, "
            r"must be more than 0.02 mm; set more than 0.15 mm, or correct by less",
        ),
        (
            ["printer.fit_correction_mm=-0.1", "fits.lid_clearance_mm=0.1"],
            r"--set fits.lid_clearance_mm = 0.1: .* a gap of 0 mm",
        ),
        (["printer.fit_correction_mm=0.5"], r"printer.fit_correction_mm = 0.5: must be a number, -0.2 to 0.4 mm"),
    ],
)
def test_a_correction_that_leaves_no_gap_is_refused_by_key(settings, message):
    with pytest.raises(ConfigError, match=message):
        load_config(None, settings)
    assert load_config(None, ["printer.fit_correction_mm=-0.12"]).config.clearances.split_joint_clearance_mm == 0.03


@pytest.mark.parametrize("correction", [0.0, 0.15, -0.1])
def test_lid_and_stores_have_their_gaps(correction):
    made = context(5, f"printer.fit_correction_mm={correction}")
    tray, lid = tray_spec(made, "storage-box"), lid_spec(made, "storage-lid")
    # 0.2 mm a side between lip and wall, 0.6 around pieces: a disc of 20 mm has a store of 21.2 in its shorter side.
    assert (tray.inner_width_mm - lid.lip_outer_width_mm) / 2 == pytest.approx(0.2 + correction)
    assert (tray.inner_depth_mm - lid.lip_outer_depth_mm) / 2 == pytest.approx(0.2 + correction)


def widths(mesh: trimesh.Trimesh, y: float, z: float) -> list[float]:
    """Free runs along x through a comb at a height."""
    bars = section(mesh, z)
    left, _, right, _ = bars.bounds
    free = box(left, y - 1e-3, right, y + 1e-3).difference(bars)
    return sorted(part.bounds[2] - part.bounds[0] for part in free.geoms)


@pytest.mark.parametrize("correction", [0.15, -0.15])
def test_a_comb_s_number_may_be_typed_as_it_stands(correction, tmp_path):
    printer = f"printer.fit_correction_mm={correction}"
    config = load_config(None, [printer, *_loose("")]).config
    for spec in coupons(config):
        for number in spec.numbers[1:]:
            # It is in the key's range, and leaves a gap on this printer.
            load_config(None, [printer, *_loose(spec.name), f"fits.{spec.name}={number.text}"])
    spec = next(one for one in coupons(config) if one.name == "connector_slot_clearance_mm")
    write_stl(coupon(spec), tmp_path / "slot.stl")
    assert coupon_faults(tmp_path / "slot.stl", spec) == []
    comb = max(trimesh.load(tmp_path / "slot.stl").split(), key=lambda body: body.extents[0])
    openings = widths(comb, 1.0, 3.0)
    typed = [float(number.text) for number in spec.numbers[1:]]
    # A plate is 2 mm thick; what is printed between is the number and the correction, each side.
    assert openings == pytest.approx([2 + 2 * (number + correction) for number in typed], abs=0.01)
    # And the connector made with the number typed has the very slot of the opening beside it.
    for number, opening in zip(typed, openings, strict=True):
        settings = (printer, *_loose(spec.name), f"fits.connector_slot_clearance_mm={number}")
        assert solids(settings)["connector.left"].spec.slot_mm == pytest.approx(opening, abs=0.01)


def _loose(name: str) -> list[str]:
    """All fits but one wide enough for any correction."""
    keys = ("connector_slot", "connector_key", "connector_end", "card_channel", "card_place", "lid", "split_joint")
    return [f"fits.{key}_clearance_mm=0.3" for key in keys if f"{key}_clearance_mm" != name]


@pytest.mark.parametrize("piece", ["connector.left", "number-plate-owner.gold", "storage-lid", "storage-box"])
@pytest.mark.parametrize("correction", [0.05, -0.05])
def test_inspection_refuses_parts_made_without_the_correction(piece, correction, stl):
    read = read_stl(stl(DEFAULT, piece))
    assert solid_faults(read, solids(DEFAULT)[piece].spec) == []
    corrected: Settings = (f"printer.fit_correction_mm={correction}",)
    assert solid_faults(read, solids(corrected)[piece].spec) != []


def test_a_part_made_with_the_correction_is_recognised(stl):
    corrected: Settings = ("printer.fit_correction_mm=0.15",)
    assert built(corrected, "connector.left").volume_mm3 != built(DEFAULT, "connector.left").volume_mm3
    read = read_stl(stl(corrected, "connector.left"))
    assert solid_faults(read, solids(corrected)["connector.left"].spec) == []
