"""YAML documents as plain data that still knows its lines.

ruamel.yaml refuses repeated keys and keeps line numbers; strict pydantic models do the rest. Used for
`game.yaml` and words here, and by `design.config.loading.loading` for configuration files.
"""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, TypeVar
from unicodedata import normalize

from pydantic import BaseModel, BeforeValidator, ConfigDict, Discriminator, ValidationError
from pydantic_core import ErrorDetails
from ruamel.yaml import YAML
from ruamel.yaml.comments import CommentedMap, CommentedSeq
from ruamel.yaml.constructor import DuplicateKeyError
from ruamel.yaml.error import MarkedYAMLError, YAMLError

from rules.errors import ConfigError, Problem

Path = tuple[str | int, ...]
M = TypeVar("M", bound=BaseModel)


class StrictModel(BaseModel):
    """A frozen record that refuses unknown keys and values of another type."""

    model_config = ConfigDict(frozen=True, strict=True, extra="forbid")


def _as_tuple(value: object) -> object:
    return tuple(value) if isinstance(value, list) else value


AsTuple = BeforeValidator(_as_tuple)
"""Lets YAML's lists fill tuples in strict models."""


def by_key(kinds: Mapping[str, type[BaseModel]], error: str) -> Discriminator:
    """Tells items of several kinds apart by the key that each of them alone has; one without any is an `error`."""

    def kind(value: Any) -> str | None:
        if isinstance(value, BaseModel):
            return next(name for name, one in kinds.items() if isinstance(value, one))
        return next((name for name in kinds if name in value), None) if isinstance(value, dict) else None

    message = f"must have one of the keys {', '.join(kinds)}"
    return Discriminator(kind, custom_error_type=error, custom_error_message=message)


@dataclass(frozen=True)
class Document:
    """Plain data with the line (counted from 1) of each of its keys."""

    name: str
    data: dict[str, Any]
    lines: Mapping[Path, int] = field(default_factory=dict)

    def place(self, path: Path) -> str:
        """`file:line` of the key at `path`, or of the nearest key above it."""
        for length in range(len(path), 0, -1):
            if path[:length] in self.lines:
                return f"{self.name}:{self.lines[path[:length]]}"
        return self.name


def dotted(path: Path) -> str:
    """A key path as people write it: `components[2].faces.front`."""
    text = ""
    for step in path:
        text += f"[{step}]" if isinstance(step, int) else f".{step}" if text else step
    return text


def read_document(text: str, name: str) -> Document:
    """Parse YAML whose top is a mapping; letters with accents come as one character each (Unicode's form NFC).

    Raises ConfigError with file and line for bad syntax, repeated keys, keys that are not text, and a
    top that is no mapping.
    """
    parsed = _parsed(text, name)
    return Document(name, deepcopy(parsed.data), parsed.lines)


@lru_cache(maxsize=64)
def _parsed(text: str, name: str) -> Document:
    """A document, parsed once: a game's file is asked for many times, and a parser that keeps lines takes a while."""
    try:
        loaded = YAML(typ="rt").load(normalize("NFC", text))
    except DuplicateKeyError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 1
        problem = str(error.problem).splitlines()[0]
        raise ConfigError(Problem(f"{name}:{line}", f"{problem}; keep one of the two")) from None
    except MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 1
        raise ConfigError(Problem(f"{name}:{line}", f"not valid YAML: {error.problem}")) from None
    except YAMLError as error:
        raise ConfigError(Problem(name, f"not valid YAML: {error}")) from None
    if loaded is None:
        return Document(name, {})
    if not isinstance(loaded, CommentedMap):
        raise ConfigError(Problem(f"{name}:1", "must be a mapping of keys to values"))
    lines: dict[Path, int] = {}
    data = _plain(loaded, (), lines, name)
    assert isinstance(data, dict)
    return Document(name, data, lines)


def _plain(node: object, path: Path, lines: dict[Path, int], name: str) -> object:
    if isinstance(node, CommentedMap):
        result: dict[str, object] = {}
        for key, value in node.items():
            line = node.lc.key(key)[0] + 1
            if not isinstance(key, str):
                raise ConfigError(Problem(f"{name}:{line}", f"the key {key!r} must be text; put it in quotes"))
            lines[(*path, key)] = line
            result[key] = _plain(value, (*path, key), lines, name)
        return result
    if isinstance(node, CommentedSeq):
        for index in range(len(node)):
            lines[(*path, index)] = node.lc.item(index)[0] + 1
        return [_plain(value, (*path, index), lines, name) for index, value in enumerate(node)]
    if isinstance(node, bool):
        return bool(node)
    for kind in (int, float, str):
        if isinstance(node, kind):
            return kind(node)
    return node


def validate(model: type[M], document: Document) -> M:
    """The document as a `model`; ConfigError names line, key, value and remedy of every mistake."""
    try:
        return model.model_validate(document.data)
    except ValidationError as error:
        raise ConfigError(problems_of(error, document)) from None


def problems_of(error: ValidationError, document: Document) -> list[Problem]:
    """Each of pydantic's findings as a Problem with its place in the document."""
    problems = []
    for item in error.errors():
        path = tuple(step for step in item["loc"] if step not in ("[key]",))
        where = f"{document.place(path)} {dotted(path)}"
        if item["type"] == "extra_forbidden":
            problems.append(Problem(where, "no such key; see the documentation for the keys there are"))
        elif item["type"] == "missing":
            problems.append(Problem(where, "is required"))
        else:
            shown = item["input"] if not isinstance(item["input"], dict | list) else "..."
            problems.append(Problem(f"{where} = {shown}", message_of(item)))
    return sorted(problems)


def message_of(item: ErrorDetails) -> str:
    """What pydantic says of a mistake, as the end of a sentence."""
    message = item["msg"].removeprefix("Value error, ")
    return message[0].lower() + message[1:]
