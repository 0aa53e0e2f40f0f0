"""Solids as their STL files hold them: read with numpy and trimesh, judged as closed bodies."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from design.config.printer import Printer, turn_to_fit
from tablewright.inspection.findings import AGAIN

HEADER_BYTES, TRIANGLE_BYTES = 84, 50
"""A binary STL: 80 bytes of text, the number of triangles, and 50 bytes a triangle."""
FURTHEST_MM = 10_000.0
"""Nothing on a printer's bed lies further from its origin."""
REST_MM = 1e-3
"""The lowest point lies on the bed to this."""


@dataclass(frozen=True)
class Solid:
    """A mesh in mm with the box around it."""

    mesh: Any
    low: tuple[float, float, float]
    high: tuple[float, float, float]

    @property
    def size_mm(self) -> tuple[float, float, float]:
        """Extent along x, y and z."""
        return tuple(high - low for low, high in zip(self.low, self.high, strict=True))  # type: ignore[return-value]

    @property
    def volume_mm3(self) -> float:
        """Signed volume: negative if the surface is inside out."""
        return float(self.mesh.volume)

    @property
    def flat_bounds(self) -> tuple[float, float, float, float]:
        """The box around it as seen from above."""
        return self.low[0], self.low[1], self.high[0], self.high[1]


def read_stl(path: Path) -> Solid | str:
    """The solid in a binary STL file, or what is wrong with the file."""
    import numpy as np
    import trimesh

    try:
        data = path.read_bytes()
    except OSError as error:
        return f"cannot be read ({error.strerror}); {AGAIN}"
    count = int.from_bytes(data[80:HEADER_BYTES], "little") if len(data) >= HEADER_BYTES else 0
    if count == 0:
        return f"is no binary STL with triangles in it; {AGAIN}"
    if len(data) != HEADER_BYTES + count * TRIANGLE_BYTES:
        must = HEADER_BYTES + count * TRIANGLE_BYTES
        return f"is damaged: {len(data)} bytes, must be {must} for its {count} triangles; {AGAIN}"
    raw = np.frombuffer(data, dtype=np.uint8, offset=HEADER_BYTES).reshape(count, TRIANGLE_BYTES)
    corners = raw[:, 12:48].copy().view("<f4").reshape(count, 3, 3).astype(np.float64)
    if not np.isfinite(corners).all() or np.abs(corners).max() > FURTHEST_MM:
        return f"is damaged: some coordinates are no numbers within {FURTHEST_MM:g} mm; {AGAIN}"
    mesh = trimesh.Trimesh(corners.reshape(-1, 3), np.arange(3 * count).reshape(-1, 3), process=True)
    low, high = (tuple(float(value) for value in row) for row in mesh.bounds)
    return Solid(mesh, low, high)  # type: ignore[arg-type]


def faults(solid: Solid, printer: Printer) -> list[str]:
    """What keeps a solid from being printed: holes, wrong winding, several bodies, off the bed, too large."""
    found = []
    mesh = solid.mesh
    if not mesh.is_watertight:
        found.append("is not watertight: its surface has holes")
    elif not mesh.is_winding_consistent:
        found.append("is wound wrongly: neighbouring triangles face opposite ways")
    elif solid.volume_mm3 <= 0:
        found.append(f"is inside out: its volume is {solid.volume_mm3:.1f} mm3")
    if (bodies := int(mesh.body_count)) != 1:
        found.append(f"holds {bodies} bodies, must be 1")
    return found + faults_of_place(solid, printer)


def faults_of_place(solid: Solid, printer: Printer) -> list[str]:
    """What keeps a solid from lying on the bed: above or below it, or too large for it."""
    found = []
    if abs(solid.low[2]) > REST_MM:
        found.append(f"its lowest point is at z = {solid.low[2]:.3f} mm, must be 0")
    width, depth, height = solid.size_mm
    if turn_to_fit(width, depth, printer) is None or height > printer.bed_height_mm:
        found.append(too_large(solid.size_mm, printer))
    return found


def too_large(size_mm: Sequence[float], printer: Printer) -> str:
    """That something of this size does not lie on the bed."""
    width, depth, height = size_mm
    room = f"{printer.usable_width_mm:g} x {printer.usable_depth_mm:g} x {printer.bed_height_mm:g} mm"
    return f"is {width:.1f} x {depth:.1f} x {height:.1f} mm, the printer's free bed {room}"


def together(solids: Sequence[Solid]) -> Solid:
    """Several bodies as one."""
    import trimesh

    mesh = trimesh.util.concatenate([one.mesh for one in solids])
    low, high = (tuple(float(value) for value in row) for row in mesh.bounds)
    return Solid(mesh, low, high)  # type: ignore[arg-type]
