"""Facts as rows of the Notion database and back: columns, values in one canonical form, and the limits on size.

Every value is compared as plain text in one form, so that what Notion normalises is no change. A row carries the
fact's id and its mark, a short hash of each value as last agreed: two machines and a deleted cache see the same base.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from typing import Any

from persona_cli.core.codec import well_formed
from persona_cli.core.model import FACT_KINDS
from persona_cli.core.when import When

UNITS = 2000  # UTF-16 units in one element of rich text (the API's limit)
ELEMENTS = 25  # of the 100 the API takes: it gives no more than 25 back at once, and so far less than 500 KB a request
MARK = 6  # hex digits of each value in a mark

_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
_ID = re.compile(r"\s*(fa_[0-9a-z]{1,64})(?:\s+([0-9a-f]*))?\s*")


@dataclass(frozen=True, slots=True)
class Column:
    """One column of the database."""

    key: str
    name: str  # as the database is made; a person may rename it, its id stays
    type: str  # Notion's word
    about: str
    read_back: bool = False  # an edit in Notion is taken as a proposal


COLUMNS: tuple[Column, ...] = (
    Column("name", "Name", "title", "who or what the fact is about"),
    Column("kind", "Kind", "select", "fact, psyche or goal", read_back=True),
    Column("fact", "Fact", "rich_text", "the statement", read_back=True),
    Column("predicate", "Predicate", "rich_text", "its relation, in one word", read_back=True),
    Column("object", "Object", "rich_text", "who or what it relates to", read_back=True),
    Column("since", "Valid from", "date", "since when it is true", read_back=True),
    Column("until", "Valid until", "date", "when it ended", read_back=True),
    Column("status", "Status", "select", "current or ended; of a goal open, done or dropped", read_back=True),
    Column("source", "Source", "rich_text", "the words it rests on"),
    Column("review", "Needs review", "checkbox", "tick it when something is wrong"),
    Column("notes", "Correction notes", "rich_text", "say in your own words what is wrong"),
    Column("id", "Persona ID", "rich_text", "how persona finds the row again; leave it as it is"),
)
CONTENT = tuple(column.key for column in COLUMNS[:9])  # what a fact says; the rest is for the person and for us
NEEDED = ("fact", "review", "notes", "id")  # without these columns there is nothing to sync
READ_BACK = frozenset(column.key for column in COLUMNS if column.read_back)
STATUSES = ("current", "ended", "open", "done", "dropped")
TYPES = {column.key: column.type for column in COLUMNS}
NAMES = {column.key: column.name for column in COLUMNS}


@dataclass(frozen=True, slots=True)
class Row:
    """A row as Notion has it."""

    page: str
    fact: str  # id of its fact; empty when it names none
    mark: str  # as written in the row when it was last agreed
    values: Mapping[str, str]  # by column, those that the database still has
    flagged: bool = False
    notes: str = ""
    created: str = ""
    unread: tuple[str, ...] = ()  # columns whose value came cut off
    edited: str = ""


@dataclass(frozen=True, slots=True)
class Schema:
    """Where the columns are: property ids by key, those that exist with the right type."""

    ids: Mapping[str, str] = field(default_factory=dict)

    @property
    def content(self) -> tuple[str, ...]:
        """The content columns that exist, in order."""
        return tuple(key for key in CONTENT if key in self.ids)


def schema_of(properties: Mapping[str, Any], known: Mapping[str, str]) -> Schema:
    """The columns among a data source's properties: by the ids known from before, else by name."""
    by_id = {str(found.get("id", "")): found for found in properties.values() if isinstance(found, dict)}
    ids: dict[str, str] = {}
    for column in COLUMNS:
        found = by_id.get(known.get(column.key, ""), properties.get(column.name))
        if isinstance(found, dict) and found.get("type") == column.type:
            ids[column.key] = str(found.get("id", ""))
    return Schema(ids)


def database_properties() -> dict[str, Any]:
    """The columns as a new data source is given them."""
    options = {"kind": FACT_KINDS, "status": STATUSES}
    return {
        column.name: {
            column.type: {"options": [{"name": name} for name in options[column.key]]} if column.key in options else {}
        }
        for column in COLUMNS
    }


# --- values ---------------------------------------------------------------------------------------------------------


def plain(text: str) -> str:
    """Text in the form it is compared and written in: one line, no controls, as long as one value may be."""
    folded = _folded(text)
    pieces = chunks(folded)
    if len(pieces) <= ELEMENTS:
        return folded
    return "".join(pieces[:ELEMENTS])[:-2].rstrip() + " …"


def too_long(text: str) -> bool:
    """Whether a row shows only the beginning of a text."""
    return len(chunks(_folded(text))) > ELEMENTS


def _folded(text: str) -> str:
    return " ".join(_CONTROL.sub(" ", well_formed(text)).split())


def chunks(text: str) -> list[str]:
    """`text` in pieces that one element of rich text holds; no character is cut in two."""
    pieces, start, size = [], 0, 0
    for place, char in enumerate(text):
        width = 2 if char > "\uffff" else 1  # UTF-16 units, as Notion counts
        if size + width > UNITS:
            pieces.append(text[start:place])
            start, size = place, 0
        size += width
    return [*pieces, text[start:]] if text else []


def shown_time(when: When | None) -> str:
    """A time in canonical form: at its own precision, instants to the minute; empty when not known."""
    if when is None:
        return ""
    return f"{when.iso[:16]}Z" if when.precision == "instant" else when.iso


def mark_of(values: Mapping[str, str]) -> str:
    """The mark of a row's content: a short SHA-256 of each value, in the order of the columns."""
    return "".join(short_hash(values.get(key, "")) for key in CONTENT)


def marks(mark: str) -> dict[str, str]:
    """The hash of each column in a mark; empty for what is none."""
    if len(mark) != MARK * len(CONTENT):
        return {}
    return {key: mark[place * MARK : (place + 1) * MARK] for place, key in enumerate(CONTENT)}


def short_hash(value: str) -> str:
    """The part of a mark that stands for one value."""
    return hashlib.sha256(value.encode("utf-8", "replace")).hexdigest()[:MARK]


# --- writing --------------------------------------------------------------------------------------------------------


def properties_of(schema: Schema, values: Mapping[str, str], keys: Iterable[str]) -> dict[str, Any]:
    """The values of some columns as a request carries them."""
    return {schema.ids[key]: _property(TYPES[key], values.get(key, "")) for key in keys if key in schema.ids}


def identity_of(schema: Schema, fact: str, mark: str) -> dict[str, Any]:
    """The property that says which fact a row is of, and what was agreed."""
    return {schema.ids["id"]: _property("rich_text", f"{fact} {mark}")}


def cleared(schema: Schema) -> dict[str, Any]:
    """The flag and the notes as they are after a correction was applied."""
    return {schema.ids["review"]: {"checkbox": False}, schema.ids["notes"]: {"rich_text": []}}


def _property(kind: str, value: str) -> dict[str, Any]:
    if kind in ("title", "rich_text"):
        return {kind: [{"type": "text", "text": {"content": piece}} for piece in chunks(value)]}
    if kind == "select":
        return {"select": {"name": value} if value else None}
    return {"date": _date(value)}


def _date(value: str) -> dict[str, str] | None:
    """A time as Notion's date: a year or a month is the range of its days."""
    if not value:
        return None
    if len(value) == 4:
        return {"start": f"{value}-01-01", "end": f"{value}-12-31"}
    if len(value) == 7:
        year, month = int(value[:4]), int(value[5:])
        following = date(year + month // 12, month % 12 + 1, 1) if (year, month) != (9999, 12) else None
        last = date.fromordinal(following.toordinal() - 1) if following else date(9999, 12, 31)
        return {"start": f"{value}-01", "end": last.isoformat()}
    return {"start": value if len(value) == 10 else f"{value[:16]}:00.000+00:00"}


# --- reading --------------------------------------------------------------------------------------------------------


def row_of(page: Mapping[str, Any], schema: Schema) -> Row:
    """The row of a page object; raises ValueError for what is no page of this database."""
    properties = page.get("properties")
    if not isinstance(properties, dict) or not isinstance(page.get("id"), str):
        raise ValueError("a result of the query is no page")  # noqa: TRY004 - bad data, not a wrong call
    by_id = {found.get("id"): found for found in properties.values() if isinstance(found, dict)}
    found = {key: by_id[ident] for key, ident in schema.ids.items() if ident in by_id}
    values = {key: _value(TYPES[key], found[key]) for key in CONTENT if key in found}
    named = _ID.fullmatch(_value("rich_text", found.get("id", {})))
    return Row(
        page=page["id"],
        fact=named[1] if named else "",
        mark=(named[2] or "") if named else "",
        values=values,
        flagged=bool(found.get("review", {}).get("checkbox")),
        notes=_raw(found.get("notes", {}).get("rich_text")).strip(),
        created=str(page.get("created_time", "")),
        unread=tuple(key for key, item in found.items() if _is_cut(item.get(TYPES[key]))),
        edited=str(page.get("last_edited_time", "")),
    )


def _value(kind: str, found: Mapping[str, Any]) -> str:
    content = found.get(kind)
    if kind in ("title", "rich_text"):
        return plain(_raw(content))
    if not isinstance(content, dict):
        return ""
    return str(content.get("name", "")) if kind == "select" else _time(content)


def _is_cut(content: Any) -> bool:
    return isinstance(content, list) and len(content) >= ELEMENTS


def _raw(elements: Any) -> str:
    """The text of rich text, whatever is in it: words, mentions, formulas."""
    if not isinstance(elements, list):
        return ""
    return "".join(str(item.get("plain_text", "")) for item in elements if isinstance(item, dict))


def _time(content: Mapping[str, Any]) -> str:
    """A date of Notion in canonical form; a range that is no whole month or year stays a range."""
    start, end = str(content.get("start") or ""), str(content.get("end") or "")
    if len(start) > 10:
        try:
            moment = datetime.fromisoformat(start)
        except ValueError:
            return start
        start = (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).astimezone(UTC).isoformat()[:16] + "Z"
    if not end or end == start:
        return start
    for value in (start[:4], start[:7]):
        if _date(value) == {"start": start, "end": end}:
            return value
    return f"{start}/{end}"
