"""JSON schemas as providers want them, and whether an answer has the shape it was asked for.

Only the keywords our own schemas use are known: type, properties, required, items, enum, description, and the bounds.
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
    if isinstance(value, dict):
        properties = schema.get("properties", {})
        present = all(name in value for name in schema.get("required", ()))
        return present and all(fits(value[name], one) for name, one in properties.items() if name in value)
    if isinstance(value, list) and isinstance(items := schema.get("items"), Mapping):
        return all(fits(one, items) for one in value)
    return True


def fitting(text: str, schema: Mapping[str, Any]) -> bool:
    """Whether `text` is JSON of the shape `schema` asks for; thoughts before it do not count."""
    try:
        value = json.loads(text.rpartition("</think>")[2])
    except (ValueError, RecursionError):
        return False
    return fits(value, schema)


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
