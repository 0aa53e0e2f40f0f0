"""The only writer of STEP: a part as its exact solid, for those who want to modify it in CAD."""

from __future__ import annotations

import re
import tempfile
from pathlib import Path

from OCP.IFSelect import IFSelect_ReturnStatus
from OCP.Interface import Interface_Static
from OCP.STEPControl import STEPControl_StepModelType, STEPControl_Writer

from design.files import write_whole
from fabrication.part import Part
from rules.errors import BuildError, Problem

SETTINGS = {"write.step.schema": "AP214IS", "write.step.unit": "MM"}
"""AP214 (ISO 10303-214) is what every CAD program reads."""
NUMBERS = {"write.step.assembly": 0, "write.surfacecurve.mode": 0}
"""One product, no assembly. Each edge's curve within its faces, half of the file, is omitted, since planes need none."""
HEADER = re.compile(r"HEADER;.*?ENDSEC;", re.DOTALL)
PRODUCT = re.compile(r"PRODUCT\('(?:[^']|'')*',\s*'(?:[^']|'')*'")


def write_step(part: Part, path: Path) -> tuple[Path, ...]:
    """Write the solid printed in one filament, in mm, with the product named for the piece.

    The same bytes for the same part: the kernel's time stamp and its count of written products are replaced.

    Raises:
        BuildError: naming the part, if it is not a single solid or the kernel cannot write it.
    """
    if len(part.bodies) != 1:
        raise BuildError(Problem(part.name, f"has {len(part.bodies)} bodies, a STEP file is made of one"))
    writer = STEPControl_Writer()  # settings exist only once there is a writer
    taken = [Interface_Static.SetCVal_s(key, value) for key, value in SETTINGS.items()]
    taken += [Interface_Static.SetIVal_s(key, value) for key, value in NUMBERS.items()]
    if not all(taken):
        what = "the CAD kernel does not know a setting of its STEP writer; install the versions of requirements.lock"
        raise BuildError(Problem(part.name, what))
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "part.step"
        done = IFSelect_ReturnStatus.IFSelect_RetDone
        if (
            writer.Transfer(part.bodies[0].solid.wrapped, STEPControl_StepModelType.STEPControl_AsIs) != done
            or writer.Write(str(file)) != done
        ):
            raise BuildError(Problem(part.name, "the CAD kernel cannot write its STEP file; please report this as a fault"))
        text = file.read_text(encoding="ascii")
    write_whole(path, _fixed(text, part.name).encode("ascii"))
    return (path,)


def _fixed(text: str, name: str) -> str:
    """The text with a header and a product that depend only on the part."""
    schema = re.search(r"FILE_SCHEMA\(.*?\);", text, re.DOTALL)
    products = len(PRODUCT.findall(text))
    if schema is None or products != 1:
        raise BuildError(Problem(name, f"its STEP file names {products} products instead of 1; please report this as a fault"))
    header = "\n".join(
        [
            "HEADER;",
            "FILE_DESCRIPTION(('A part for a 3D printer'),'2;1');",
            f"FILE_NAME('{name}.step','1970-01-01T00:00:00',('Tablewright'),('Tablewright'),'Open CASCADE','Tablewright','');",
            schema.group(0),
            "ENDSEC;",
        ]
    )
    text = HEADER.sub(lambda _: header, text, count=1)
    return PRODUCT.sub(lambda _: f"PRODUCT('{name}','{name}'", text)
