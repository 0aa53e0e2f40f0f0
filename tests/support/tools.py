"""Programs of others that tests judge files with: a missing one skips its tests by name, and in CI fails them."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections import Counter
from collections.abc import Iterable

import pytest

PACKAGES = {
    "admesh": "admesh",
    "chromium": "chromium",
    "gs": "ghostscript",
    "inkscape": "inkscape",
    "pdffonts": "poppler-utils",
    "pdfimages": "poppler-utils",
    "pdftoppm": "poppler-utils",
    "pdftotext": "poppler-utils",
    "prusa-slicer": "prusa-slicer",
    "qpdf": "qpdf",
}
"""The Debian package of each program."""
_MISSING = re.compile(r"^(?:Skipped: )?([\w-]+) is not installed$")


def tool(name: str) -> str:
    """A program's path. Without it the test is skipped, and the run's last line says so; in CI it fails."""
    assert name in PACKAGES, f"tests/support/tools.py knows no package of {name}"
    found = shutil.which(name)
    if found is None:
        said = f"{name} is not installed"
        if os.environ.get("CI", "").lower() == "true":
            pytest.fail(f"{said}; CI must have it (Debian package {PACKAGES[name]})", pytrace=False)
        pytest.skip(said)
    return found


def not_judged(reasons: Iterable[str]) -> str:
    """What the last line of a run says of skipped tests: the missing programs, and how many tests each would have judged."""
    missing = Counter(found[1] for reason in reasons if (found := _MISSING.match(reason)))
    if not missing:
        return ""
    tests = ", ".join(f"{name} ({count} {'test' if count == 1 else 'tests'})" for name, count in sorted(missing.items()))
    return f"not judged here: {tests}; install {', '.join(sorted({PACKAGES[name] for name in missing}))}"


def said_by(name: str, *arguments: str | os.PathLike[str]) -> str:
    """What a program prints; it must end well."""
    return subprocess.run([tool(name), *arguments], capture_output=True, encoding="utf-8", check=True).stdout
