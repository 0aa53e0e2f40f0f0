"""Verdicts of earlier inspections: what was found right once is not looked at again while nothing about it changed.

A verdict is kept by a hash of the files' own SHA-256, of what they must hold as it is derived anew each time, and of the
code and libraries that looked. Where any of these differs there is no verdict. Only what was right is kept. The file,
`verdicts.json`, lies beside the manifest and is no part of what a build claims; it says its own hash, and one that is
damaged is nothing.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from design.files import write_whole
from tablewright.fingerprint import surroundings
from tablewright.inspection.findings import Findings
from tablewright.ledger import enter
from tablewright.manifest import digest, is_foreign
from tablewright.media import TYPE

VERDICTS = "verdicts.json"
MOST_KEPT = 20_000
"""So many verdicts are kept, the last ones that were used."""
JUDGES = ("rules", "design", "tablewright")
LIBRARIES = (
    *("ezdxf", "lib3mf", "lxml", "networkx", "numpy", "pikepdf", "pillow", "pypdfium2", "rtree", "scipy", "shapely"),
    *("trimesh", "fonttools", *TYPE),
)
"""What readers and judges are made of."""


class Memory:
    """The verdicts of an output folder. With `fresh` none of before is taken, and those of now are kept.

    `others` are of folders whose files may be the same: a verdict is of bytes, wherever they lie.
    """

    def __init__(self, output: Path, fresh: bool = False, others: Sequence[Memory] = ()) -> None:
        self._output, self._others = output, others
        self._before: dict[str, Any] = {} if fresh else _read(output / VERDICTS)
        self._now: dict[str, Any] = {}
        self._digests: dict[str, str] = {}

    def digest(self, path: str) -> str:
        """SHA-256 of a file below the output folder, read once; empty if it cannot be read."""
        if path not in self._digests:
            try:
                self._digests[path] = digest(self._output / path)
            except OSError:
                self._digests[path] = ""
        return self._digests[path]

    def key(self, what: str, paths: tuple[str, ...], *expected: str) -> str:
        """The key of a verdict on files: what was asked of them, their bytes, and what they must hold."""
        read = [(path, self.digest(path)) for path in paths]
        text = json.dumps([surroundings(JUDGES, LIBRARIES), what, read, expected])
        return hashlib.sha256(text.encode()).hexdigest()

    def recall(self, key: str) -> Any:
        """The verdict that was kept by a key; None if there is none."""
        found = self._before.get(key)
        if found is None:
            found = next((one for other in self._others if (one := other._now.get(key)) is not None), None)
        if found is not None:
            self._now[key] = found
        return found

    def keep(self, key: str, verdict: Any) -> None:
        """Keep a verdict: plain data for JSON, of what is right."""
        self._now[key] = verdict

    def save(self) -> None:
        """Write the verdicts, unless a file of somebody else's has their name; BuildError if it cannot be written."""
        others = {key: one for key, one in self._before.items() if key not in self._now}
        kept = dict([*others.items(), *self._now.items()][-MOST_KEPT:])
        path = self._output / VERDICTS
        if kept != self._before and not is_foreign(path):
            text = json.dumps(kept, separators=(",", ":"))
            write_whole(path, json.dumps({"tablewright": _sum(text), "verdicts": text}).encode())
            enter(self._output, [path])


def _read(path: Path) -> dict[str, Any]:
    try:
        kept = json.loads(path.read_bytes())
        found = json.loads(kept["verdicts"]) if kept["tablewright"] == _sum(kept["verdicts"]) else {}
    except (OSError, ValueError, TypeError, KeyError, AttributeError):
        return {}
    return found if isinstance(found, dict) else {}


def _sum(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def as_data(findings: Findings) -> Any:
    """Findings without problems as plain data."""
    return [dict(findings.found), {path: dict(held) for path, held in findings.holds.items()}]


def of_data(data: Any) -> Findings:
    """Findings from plain data."""
    found, holds = data
    held: Mapping[str, Mapping[str, int]] = holds
    return Findings(Counter(found), dict(held))
