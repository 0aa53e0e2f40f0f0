"""How each medium is made: whose code and which libraries its files follow from, who writes a part in it, and what it needs.

Builders and writers of what is no part are named by the artifacts themselves; the families' are in
`design/families/registry.py`.
"""

from __future__ import annotations

from dataclasses import dataclass

from rules.game import Medium

TYPE = ("fontpkg-manrope", "fontpkg-noto-sans", "justmytype-intl-cjk", "matplotlib")
"""The packages that typefaces come in."""
_SOLIDS, _SHEETS = ("rules", "design", "fabrication"), ("rules", "design", "printables")
_FONTS = "printables.drawing.fonts:register"


@dataclass(frozen=True)
class Making:
    """How a medium is made: a change of these `packages` of ours or of these `libraries` makes its files anew.

    writer: what writes a part in it, `module:function`. needs: the medium from whose files it is made, after them.
    ready: what is got ready once for all of its files, `module:function`.
    """

    packages: tuple[str, ...]
    libraries: tuple[str, ...]
    writer: str = ""
    needs: Medium | None = None
    ready: str = ""


MEDIA = {
    Medium.SOLID: Making(
        _SOLIDS, ("cadquery", "cadquery-ocp", "numpy", "shapely", "fonttools", *TYPE), "fabrication.writers.mesh:write_stl"
    ),
    Medium.COLOUR: Making(
        _SOLIDS,
        ("cadquery", "cadquery-ocp", "lib3mf", "numpy", "shapely", "fonttools", *TYPE),
        "fabrication.writers.threemf:write_3mf",
    ),
    Medium.CAD: Making(
        _SOLIDS, ("cadquery", "cadquery-ocp", "numpy", "shapely", "fonttools", *TYPE), "fabrication.writers.step:write_step"
    ),
    Medium.BEDS: Making(
        _SOLIDS,
        ("cadquery", "cadquery-ocp", "lib3mf", "numpy", "scipy", "shapely", "fonttools", *TYPE),
        needs=Medium.SOLID,
    ),
    Medium.PAPER: Making(_SHEETS, ("reportlab", "pillow", "shapely", "fonttools", *TYPE, "markdown-it-py"), ready=_FONTS),
    Medium.CUT: Making(_SHEETS, ("svgwrite", "pillow", "shapely", "fonttools", *TYPE)),
    Medium.PLOT: Making(_SHEETS, ("ezdxf", "shapely", "fonttools", *TYPE)),
    Medium.BOOKLET: Making(_SHEETS, ("reportlab", "pillow", "shapely", "fonttools", *TYPE, "markdown-it-py"), ready=_FONTS),
    Medium.PRINT_HOUSE: Making(_SHEETS, ("reportlab", "pillow", "numpy", "shapely", "fonttools", *TYPE), ready=_FONTS),
    Medium.IMAGES: Making(_SHEETS, ("reportlab", "pypdfium2", "pillow", "shapely", "fonttools", *TYPE), ready=_FONTS),
}
