"""The configuration as commented YAML: the shipped `config.yaml`, and the values in force with their sources."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Any

from pydantic import BaseModel

from design.config.derived import derived_keys
from design.config.errors import BUILT_IN
from design.config.fields import limits
from design.config.loading import Config, GameSettings, Loaded
from design.config.printer import printer_presets
from rules.document import Path

HEAD = """\
# Tablewright: what to make, for whom, and how large. Every value below is the built-in default, so any
# line may be left out. Lengths are in millimetres; clearances are per side. A key behind a # follows from
# the printer unless it is set. A key that does not exist, a value out of range or sizes that contradict
# each other stop the build with file and line.
"""

WIDTH = 34


def default_text() -> str:
    """The shipped `config.yaml`, generated from the models."""
    return HEAD + "\n".join(_section(Config(), (), None)) + "\n"


def applied_text(loaded: Loaded) -> str:
    """Every value in force and its source: a file's line, `--set`, a preset, or built-in.

    If the printer corrects its fits, each one also states the gap as built.
    """
    config = loaded.config
    sources = dict(loaded.sources)
    if config.printer.fit_correction_mm:
        for key, gap in config.clearances.model_dump().items():
            place = sources.get(("fits", key), BUILT_IN)
            sources["fits", key] = f"{place}; built as {gap:g} with printer.fit_correction_mm"
    return "\n".join(_section(config, (), sources)).strip() + "\n"


def _section(model: BaseModel, path: Path, sources: Mapping[Path, str] | None) -> list[str]:
    lines: list[str] = []
    for name, field in type(model).model_fields.items():
        value, here = getattr(model, name), (*path, name)
        if isinstance(model, GameSettings) and not value:
            continue
        indent = "  " * len(path)
        if isinstance(value, BaseModel):
            about = (type(value).__doc__ or "").strip().splitlines()[0]
            lines += _heading(f"{indent}{name}:", about if sources is None else "", not path)
            lines += _section(value, here, sources)
        elif isinstance(value, dict) and not value:
            remark = field.description if sources is None else sources.get(here, BUILT_IN)
            lines += ["", f"{indent}{name}: {{}}".ljust(WIDTH) + f"  # {remark}"]
        elif isinstance(value, dict):
            lines += _heading(f"{indent}{name}:", field.description or "" if sources is None else "", not path)
            for key, item in value.items():
                if isinstance(item, BaseModel):
                    lines.append(f"{indent}  {key}:")
                    lines += _section(item, (*here, key), sources)
                else:
                    source = (sources or {}).get((*here, key), BUILT_IN)
                    lines.append(f"{indent}  {key}: {_scalar(item)}".ljust(WIDTH) + f"  # {source}")
        else:
            remark = _about(field) if sources is None else sources.get(here, BUILT_IN)
            entry = f"{indent}{'# ' if sources is None and _follows(here) else ''}{name}: {_scalar(value)}"
            lines.append(entry.ljust(WIDTH) + f"  # {remark}")
    return lines


def _follows(path: Path) -> bool:
    """Whether a key is derived from the printer; in the file it would override another preset or nozzle."""
    presets = {("printer", key) for preset in printer_presets().values() for key in preset}
    return path in presets | derived_keys()


def _heading(line: str, about: str, apart: bool) -> list[str]:
    head = [""] if apart else []
    return [*head, f"# {about}", line] if about and apart else [*head, line]


def _about(field: Any) -> str:
    text = field.description or ""
    low, high = limits(field)
    if low is not None and high is not None:
        unit = (field.json_schema_extra or {}).get("unit", "")
        text += f"; {low:g} to {high:g} {unit}".rstrip()
    return text


def _scalar(value: object) -> str:
    if isinstance(value, Enum):
        return str(value.value)
    if isinstance(value, tuple):
        return "[" + ", ".join(map(_scalar, value)) + "]"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, float):
        return f"{value:g}"
    text = str(value)
    # Text that YAML would read as a comment, as nothing or as a number needs quotes.
    return f'"{text}"' if text.startswith("#") or not text or (text[0].isdigit() and isinstance(value, str)) else text


def parameter_table() -> str:
    """Every key as a Markdown table, for `docs/configuration.md`."""
    rows = [f"| `{key}` | {default} | {about.replace('|', '/')} |" for key, default, about in parameters()]
    return "\n".join(["| key | default | what it is, and its range |", "|---|---|---|", *rows]) + "\n"


def parameters() -> list[tuple[str, str, str]]:
    """Every key with its default and what it is, for the documentation's table."""
    rows: list[tuple[str, str, str]] = []

    def visit(model: BaseModel, path: Path) -> None:
        for name, field in type(model).model_fields.items():
            value = getattr(model, name)
            if isinstance(value, BaseModel):
                visit(value, (*path, name))
            elif isinstance(value, dict):
                rows.append((".".join(map(str, (*path, name))), ", ".join(value) or "none", field.description or ""))
            else:
                rows.append((".".join(map(str, (*path, name))), _scalar(value), _about(field)))

    visit(Config(), ())
    games = [
        (f"games.<game>.{name}", str(field.get_default(call_default_factory=True) or "none"), _about(field))
        for name, field in GameSettings.model_fields.items()
    ]
    rows[1:1] = games
    return rows
