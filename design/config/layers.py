"""The layers of a configuration as plain data: built-in values, the file's above them, then those of `--set`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from design.config.named_games import folders_of
from rules.document import Document, read_document
from rules.document import Path as KeyPath
from rules.errors import ConfigError, Problem


def layered(path: Path | None, defaults: dict[str, Any]) -> tuple[dict[str, Any], dict[KeyPath, str]]:
    """Defaults with a file's values above them, and the place of each of these.

    Raises:
        ConfigError: the file cannot be read, or is no YAML of keys and values.
    """
    document = Document("config", {})
    if path is not None:
        try:
            document = read_document(path.read_text(encoding="utf-8-sig"), path.name)
        except OSError as error:
            raise ConfigError(Problem(str(path), f"cannot be read ({error.strerror}); name an existing file")) from None
        except UnicodeDecodeError:
            raise ConfigError(Problem(str(path), "is not UTF-8 text; save it as UTF-8")) from None
    merged, sources = defaults, {}
    if "games" in document.data:
        merged["games"] = {}
    for key_path, value in _leaves(document.data, ()):
        _put(merged, key_path, value)
        sources[key_path] = document.place(key_path)
    return merged, sources


def set_value(merged: dict[str, Any], sources: dict[KeyPath, str], text: str) -> Problem | None:
    """Put the value of a `--set key=value` above all others; what is wrong with the text, if anything is."""
    key, equals, value = text.partition("=")
    key_path = tuple(key.strip().split("."))
    if not equals or not all(key_path):
        return Problem(f"--set {text}", "must be key=value, as in --set card.width_mm=40")
    try:
        parsed = read_document(f"value: {value}", "--set").data["value"]
    except ConfigError:
        return Problem(f"--set {text}", "the value is not valid YAML")
    for leaf_path, leaf in _leaves(parsed, key_path) or [(key_path, parsed)]:
        _put(merged, leaf_path, leaf)
        sources[leaf_path] = "--set"
    return None


def own_folders(path: Path | None, settings: Sequence[str] = ()) -> list[Path]:
    """The folders of games of your own that a configuration names, whether what they hold is right or not.

    Raises:
        ConfigError: the file cannot be read, or is no YAML of keys and values.
    """
    merged, sources = layered(path, {})
    for text in settings:
        set_value(merged, sources, text)
    return folders_of(merged.get("games"), path.parent if path is not None else Path())


def _leaves(node: object, path: KeyPath) -> list[tuple[KeyPath, Any]]:
    if isinstance(node, dict) and node:
        return [leaf for key, value in node.items() for leaf in _leaves(value, (*path, key))]
    return [(path, node)] if path else []


def _put(tree: dict[str, Any], path: KeyPath, value: object) -> None:
    for step in path[:-1]:
        child = tree.get(str(step))
        if not isinstance(child, dict):
            child = tree[str(step)] = {}
        tree = child
    tree[str(path[-1])] = value
