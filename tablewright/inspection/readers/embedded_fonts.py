"""The typefaces of a PDF: each must be embedded, with only the characters used."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

SUBSET = re.compile(r"^/[A-Z]{6}\+")
"""Prefix of a font's name when only a subset is embedded (ISO 32000, 9.9.2)."""
FILES = ("/FontFile", "/FontFile2", "/FontFile3")


def font_faults(pdf: Any) -> tuple[str, ...]:
    """Each font of a PDF that is not embedded, or that is embedded with all its characters."""
    return tuple(dict.fromkeys(fault for one in pdf.objects for fault in _faults(one)))


def _faults(one: Any) -> Iterator[str]:
    import pikepdf

    # A multi-byte font (Type0) names the font that describes it; Type3 is drawn with the page's own operators.
    if not isinstance(one, pikepdf.Dictionary) or one.get("/Type") != "/Font" or one.get("/Subtype") in ("/Type0", "/Type3"):
        return
    name, described = str(one.get("/BaseFont", "/nameless")), one.get("/FontDescriptor")
    if described is None or not any(key in described for key in FILES):
        yield f"has the font {name.removeprefix('/')} without embedding it"
    elif not SUBSET.match(name):
        yield f"has all of the font {name.removeprefix('/')}, must have a subset, the characters that it uses"
