"""What is combined: the values of each key, and for each combination a name that tells them and that a folder may have."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from math import prod
from typing import Any
from urllib.parse import quote, unquote

from rules.document import read_document
from rules.errors import ConfigError, Problem

MOST = 60
"""So many combinations at most, unless more are allowed: a slip in a list must not cost a night."""
LONGEST_VALUE, LONGEST_NAME = 40, 120
"""In characters; what is longer is cut, and a hash of the whole follows."""
PLAIN = re.compile(r"[a-z0-9#_.%+-]*[a-z0-9#_%+-]")
"""What the name of a folder may be made of on every system; no capitals, which some take for small letters."""
EXAMPLE = "as in --set card.sleeve=none,premium or --set paper.sizes=[a4],[a4,letter]"


@dataclass(frozen=True)
class Swept:
    """A key of the configuration and the values it takes, plain data as YAML has it."""

    key: str
    values: tuple[Any, ...]


@dataclass(frozen=True)
class Combination:
    """One value for each key: the name of its folder, the values in words, and the settings as `--set` takes them."""

    name: str
    values: tuple[str, ...]
    settings: tuple[str, ...]


def swept(texts: Sequence[str]) -> list[Swept]:
    """The keys and values of `KEY=V1,V2` texts; ConfigError with everything that is wrong with them."""
    found: list[Swept] = []
    problems: list[Problem] = []
    for text in texts:
        try:
            found.append(_swept(text))
        except ConfigError as error:
            problems += error.problems
    keys = [one.key for one in found]
    for number, key in enumerate(keys):
        if key in keys[:number]:
            problems.append(Problem(f"--set {key}", f"is there twice; put all its values into one, {EXAMPLE}"))
        within = next((other for other in keys if key.startswith(f"{other}.")), None)
        if within is not None:
            problems.append(Problem(f"--set {key}", f"lies within {within}, which is set too; set one of the two"))
    if problems:
        raise ConfigError(problems)
    return found


def _swept(text: str) -> Swept:
    key, equals, values = text.partition("=")
    key = key.strip()
    if not equals or not all(key.split(".")):
        raise ConfigError(Problem(f"--set {text}", f"must be key=value,value, {EXAMPLE}"))
    try:
        parsed = read_document(f"value: [{values}]", "--set").data["value"]
        written = [_written(one) for one in parsed]
    except (ConfigError, TypeError):
        what = f"has values that are not valid YAML; put quotes or brackets around one with a comma or another sign, {EXAMPLE}"
        raise ConfigError(Problem(f"--set {text}", what)) from None
    if not written or values.rstrip().endswith(","):
        raise ConfigError(Problem(f"--set {text}", f"lacks a value, {EXAMPLE}"))
    twice = sorted({one for one in written if written.count(one) > 1})
    if twice:
        raise ConfigError(Problem(f"--set {text}", f"has {', '.join(twice)} twice; leave one out"))
    return Swept(key, tuple(parsed))


def combinations(series: Sequence[Swept], most: int = MOST) -> list[Combination]:
    """Every combination, the last key varying fastest; ConfigError if there are more than `most`."""
    count = prod(len(one.values) for one in series)
    if count > most:
        what = f"make {count} combinations, must be at most {most}; take fewer values, or allow more with --most {count}"
        raise ConfigError(Problem("--set", f"{' x '.join(str(len(one.values)) for one in series)} values {what}"))
    labels = _labels([one.key for one in series])
    return [
        Combination(
            _cut(",".join(f"{label}={_name_of(value)}" for label, value in zip(labels, values, strict=True)), LONGEST_NAME),
            tuple(map(in_words, values)),
            tuple(f"{one.key}={_written(value)}" for one, value in zip(series, values, strict=True)),
        )
        for values in product(*(one.values for one in series))
    ]


def in_words(value: Any) -> str:
    """A value as people read it: a text as it is, the items of a list with commas between, all else as in YAML."""
    if isinstance(value, str):
        return value
    if isinstance(value, list) and value and not any(isinstance(one, list | dict) for one in value):
        return ", ".join(map(in_words, value))
    return _written(value)


def _written(value: Any) -> str:
    """A value as one line of YAML; TypeError for what has none, such as a date."""
    return json.dumps(value, ensure_ascii=False)


def _labels(keys: Sequence[str]) -> list[str]:
    """For each key as many of its last parts as tell it from the others."""

    def label(key: str) -> str:
        parts = key.split(".")
        tails = (parts[-length:] for length in range(1, len(parts) + 1))
        tail = next(tail for tail in tails if [other.split(".")[-len(tail) :] for other in keys].count(tail) == 1)
        return ".".join(_quoted(part) for part in tail)

    return [label(key) for key in keys]


def _name_of(value: Any) -> str:
    """A value in the name of a folder: as it is written where that reads back as the value, else with a hash of it."""
    items = value if isinstance(value, list) else [value]
    text = "+".join(_quoted(in_words(one)) for one in items) + ("+" if isinstance(value, list) and len(value) < 2 else "")
    if PLAIN.fullmatch(text) and len(text) <= LONGEST_VALUE and _read(text) == value:
        return text
    return f"{re.sub('[^a-z0-9#_.+-]+', '-', unquote(text).lower())[:LONGEST_VALUE].strip('-.')}~{_hash(_written(value))}"


def _read(text: str) -> Any:
    """The value that a name without a hash stands for."""
    items = [_scalar(unquote(one)) for one in text.split("+")]
    return items[0] if "+" not in text else items[: -1 if text.endswith("+") else None]


def _scalar(text: str) -> Any:
    try:
        return read_document(f"value: [{text}]", "--set").data["value"][0]
    except (ConfigError, IndexError):
        return text


def _quoted(text: str) -> str:
    return quote(text, safe="#")


def _cut(name: str, longest: int) -> str:
    return name if len(name) <= longest else f"{name[:longest]}~{_hash(name)}"


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:8]
