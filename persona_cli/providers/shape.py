"""JSON schemas as providers want them, and whether an answer has the shape it was asked for.

Known are type, properties, required, items, enum, anyOf and the bounds; other keywords are passed on and not checked.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

# What a service refuses or ignores; it moves into the description (as the services' own clients do).
ANTHROPIC_BOUNDS = frozenset(
    {"minLength", "maxLength", "pattern", "minimum", "maximum", "multipleOf", "minItems", "maxItems", "uniqueItems"}
)
OPENAI_BOUNDS = frozenset({"minLength", "maxLength", "uniqueItems"})
GEMINI_BOUNDS = frozenset({"minLength", "maxLength", "pattern", "uniqueItems"})
_TYPES: dict[str, type | tuple[type, ...]] = {
    "object": dict,
    "array": list,
    "string": str,
    "integer": int,
    "number": (int, float),
    "boolean": bool,
    "null": type(None),
}


def strict(schema: Mapping[str, Any], bounds: frozenset[str], *, all_required: bool = False) -> dict[str, Any]:
    """A schema with closed objects and `bounds` told in words; with `all_required`, optional properties may be null."""
    closed = {name: value for name, value in schema.items() if name not in bounds}
    told = ", ".join(f"{name} {schema[name]}" for name in schema if name in bounds)
    if told:
        words = closed.get("description", "")
        closed["description"] = f"{words} ({told})" if words else told
    if isinstance(items := closed.get("items"), Mapping):
        closed["items"] = strict(items, bounds, all_required=all_required)
    for name in ("anyOf", "allOf", "oneOf"):
        if isinstance(choices := closed.get(name), list):
            closed[name] = [strict(one, bounds, all_required=all_required) for one in choices]
    for name in ("$defs", "definitions"):
        if isinstance(named := closed.get(name), Mapping):
            closed[name] = {key: strict(one, bounds, all_required=all_required) for key, one in named.items()}
    if isinstance(properties := closed.get("properties"), Mapping):
        inner = {name: strict(one, bounds, all_required=all_required) for name, one in properties.items()}
        if all_required:
            needed = closed.get("required", ())
            inner = {name: one if name in needed else _nullable(one) for name, one in inner.items()}
            closed["required"] = [*inner]
        closed["properties"] = inner
        closed["additionalProperties"] = False
    return closed


def fits(value: Any, schema: Mapping[str, Any]) -> bool:
    """Whether a value has the types, properties and choices that a schema asks for; bounds are not looked at."""
    kinds = schema.get("type", [])
    kinds = [kinds] if isinstance(kinds, str) else kinds
    if kinds and not any(_is(value, kind) for kind in kinds):
        return False
    if "enum" in schema and value not in schema["enum"]:
        return False
    if "anyOf" in schema and not any(fits(value, one) for one in schema["anyOf"]):
        return False
    if isinstance(value, dict):
        properties = schema.get("properties", {})
        present = all(name in value for name in schema.get("required", ()))
        return present and all(fits(value[name], one) for name, one in properties.items() if name in value)
    if isinstance(value, list) and isinstance(items := schema.get("items"), Mapping):
        return all(fits(one, items) for one in value)
    return True


def read_shaped(text: str, schema: Mapping[str, Any]) -> Any:
    """The JSON of the shape `schema` asks for in an answer, with or without thoughts, a fence or words around it.

    Raises ValueError when there is none.
    """
    text = text.rpartition("</think>")[2]
    for start, end in ((0, len(text)), (text.find("{"), text.rfind("}") + 1), (text.find("["), text.rfind("]") + 1)):
        try:
            value = json.loads(text[max(0, start) : end])
        except (ValueError, RecursionError):
            continue
        if fits(value, schema):
            return value
    raise ValueError("the answer has not the shape that was asked for")


def fitting(text: str, schema: Mapping[str, Any]) -> bool:
    """Whether an answer has the shape `schema` asks for."""
    try:
        read_shaped(text, schema)
    except ValueError:
        return False
    return True


def told(schema: Mapping[str, Any]) -> str:
    """A schema in words, for servers that cannot enforce one."""
    return (
        "Answer with one JSON object and nothing else: no explanation, no code fence. It must match this JSON schema:\n"
        + json.dumps(schema, ensure_ascii=False)
    )


def _is(value: Any, kind: str) -> bool:
    if isinstance(value, bool) and kind in ("integer", "number"):
        return False
    return isinstance(value, _TYPES.get(kind, object))


def _nullable(schema: dict[str, Any]) -> dict[str, Any]:
    kinds = schema.get("type", [])
    kinds = [kinds] if isinstance(kinds, str) else [*kinds]
    optional = {**schema, "type": [*kinds, "null"]}
    if "enum" in schema:
        optional["enum"] = [*schema["enum"], None]
    return optional
