"""The fields of a fact as a model gives it: other names for the same thing, and values of other types."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

# field: other names a model gives it, the likelier first; compared without case, spaces and punctuation
_SYNONYMS = {
    "subject": "subject subjectname entity entityname who person head sourceentity about",
    "object": "object objectname target targetname targetentity tail objectentity value",
    "predicate": "predicate relation relationship relationtype relationshiptype verb property attribute edge",
    "text": "text facttext fact statement sentence memory content claim description summary",
    "kind": "kind category factkind facttype memorytype type class",
    "aspect": "aspect subtype subkind subcategory",
    "quote": "quote evidence evidencequote sourcequote quotedspan span excerpt citation verbatim supportingquote sourcetext",
    "when": "when time timewords timephrase timeexpression whensaid date temporal timestamp",
    "turn": "turn turnid turnnumber message messageid messagenumber line lineid index",
    "correction": "correction iscorrection corrects isupdate update iscorrected",
    "retracts": "retracts neverright nevertrue wasnevertrue isretraction retraction",
    "negated": "negated isnegated negation isnegative negative",
    "confidence": "confidence score certainty probability",
}
_CANONICAL = {name: field for field, names in _SYNONYMS.items() for name in names.split()}
_RANK = {name: place for names in _SYNONYMS.values() for place, name in enumerate(names.split())}
FACT_KEYS = frozenset({"subject", "object", "predicate", "text", "quote"})
_FLAGS = frozenset({"retracts", "negated"})
_NOTHING = frozenset(
    {"", "null", "none", "nil", "n/a", "na", "unknown", "undefined", "unspecified", "not specified", "-"}
)
_TRUE = frozenset({"true", "yes", "1", "y"})
MAX_TEXT = 2000  # characters of one field

_PLAIN = re.compile(r"[^a-z0-9]+")
_CONTROL = re.compile(r"[\x00-\x1f\x7f]+")


def canonical(key: str) -> str:
    """The field a key stands for; empty for a key of another kind."""
    return _CANONICAL.get(_PLAIN.sub("", key[:60].lower()), "")


def fields_of(pairs: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of an object, values in one type each: text, flags as bool, `turn` and `confidence` as they stand.

    `object` is left out when it says there is none, `predicate` is "states" when nothing else is said.
    """
    found: dict[str, tuple[int, Any]] = {}
    for key, value in pairs.items():
        field = canonical(key)
        rank = _RANK.get(_PLAIN.sub("", key[:60].lower()), 99)
        if not field or value in (None, "") or (field in found and found[field][0] <= rank):
            continue
        found[field] = (rank, value)
    fields: dict[str, Any] = {}
    for field, (_, value) in found.items():
        if field in _FLAGS:
            fields[field] = flag(value)
        elif field in ("turn", "confidence"):
            fields[field] = value
        elif field == "correction" and isinstance(value, (bool, int)):
            fields[field] = "yes" if value else "no"
        elif words := words_of(value):
            fields[field] = words
    if fields.get("object", "").lower() in _NOTHING:
        fields.pop("object", None)
    fields.setdefault("predicate", "states")
    return fields


def is_fact(fields: Mapping[str, Any]) -> bool:
    """Whether an object has what a fact cannot do without: words and somebody they are about."""
    return bool(fields.get("text")) and fields.get("subject", "").lower() not in _NOTHING


def flag(value: Any) -> bool:
    """A yes or no, however it was written."""
    return value.strip().lower() in _TRUE if isinstance(value, str) else value is True or value == 1


def words_of(value: Any) -> str:
    """The text of a value: of a string, a number, an object's name, or a list of these; else empty."""
    if isinstance(value, str):
        return _CONTROL.sub(" ", value[:MAX_TEXT]).strip()
    if isinstance(value, bool) or value is None:
        return ""
    if isinstance(value, (int, float)):
        return str(value)
    if isinstance(value, dict):
        named = (value.get(name) for name in ("name", "text", "value", "label"))
        return next((words_of(one) for one in named if isinstance(one, str)), "")
    if isinstance(value, list):
        return ", ".join(words for one in value[:20] if isinstance(one, (str, int)) and (words := words_of(one)))
    return ""
