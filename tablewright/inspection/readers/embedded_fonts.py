"""The typefaces of a PDF: each lies in the file, and of each only the characters that are used."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

SUBSET = re.compile(r"^/[A-Z]{6}\+")
"""What a font's name begins with when the file holds a part of it (ISO 32000, 9.9.2)."""
FILES = ("/FontFile", "/FontFile2", "/FontFile3")


def font_faults(pdf: Any) -> tuple[str, ...]:
    """Each font of a PDF that a print shop would have to own, or that lies in the file with all its characters."""
    return tuple(dict.fromkeys(fault for one in pdf.objects for fault in _faults(one)))


def _faults(one: Any) -> Iterator[str]:
    import pikepdf

    # A font of several bytes a character (Type0) names the one that describes it; Type3 is drawn in the page's own words.
    if not isinstance(one, pikepdf.Dictionary) or one.get("/Type") != "/Font" or one.get("/Subtype") in ("/Type0", "/Type3"):
        return
    name, described = str(one.get("/BaseFont", "/nameless")), one.get("/FontDescriptor")
    if described is None or not any(key in described for key in FILES):
        yield f"has the font {name.removeprefix('/')} without embedding it"
    elif not SUBSET.match(name):
        yield f"has all of the font {name.removeprefix('/')}, must have a subset, the characters that it uses"
