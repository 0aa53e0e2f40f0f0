"""The form of a `game.yaml` as JSON Schema, for editors: generated from the models that read it."""

from __future__ import annotations

from typing import Any

from rules.game import Game


def game_schema() -> dict[str, Any]:
    """The schema (JSON Schema 2020-12), with the short forms that a `game.yaml` may use: `like`, lists and maps of values."""
    schema = Game.model_json_schema()
    parts = schema["$defs"]
    component = parts["Component"]
    component["properties"]["like"] = {"type": "string", "description": "takes over what the component of this id says"}
    component["required"] = ["id"]
    values = parts["Axis"]["properties"]["values"]
    plain = {"type": ["string", "integer"]}
    values.clear()
    values["anyOf"] = [{"type": "array", "items": plain}, {"type": "object", "additionalProperties": {"type": "string"}}]
    choices = parts["Option"]["properties"]["copies"]
    choices.clear()
    rule = {"$ref": "#/$defs/Rule"}
    choices.update(type="object", propertyNames={"pattern": "^[0-9]+$"}, additionalProperties=rule, minProperties=2)
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema}
