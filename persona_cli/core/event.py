"""Events: the only thing the vault stores, and the table of their types.

Every line has `v`, `type`, `id`, `op`, `n`, then the fields of its type in the order below, then `crc`. Empty fields
are left out. Unknown types and fields, and higher versions, are kept as they are and never dropped.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from persona_cli.core.model import Operation

FORMAT = 1
LARGEST = 2**62  # seq, clock and n stay below: what SQLite and every JSON reader can count to
Log = Literal["operations", "episodes", "entities", "facts"]
LOGS: tuple[Log, ...] = ("operations", "episodes", "entities", "facts")
_HEADER = ("v", "type", "id", "op", "n")


@dataclass(frozen=True, slots=True)
class EventType:
    """One row of the published table."""

    log: Log
    target: str  # the field that names what the event is about; "id" where it makes that thing
    fields: tuple[str, ...]
    about: str


TYPES: dict[str, EventType] = {
    "operation": EventType(
        "operations",
        "id",
        ("device", "seq", "clock", "time", "command", "version", "counts", "reverts"),
        "commit record of one command's whole change",
    ),
    "episode": EventType(
        "episodes", "id", ("source", "conversation", "title", "time", "time_from"), "one conversation, note or mail"
    ),
    "turn": EventType(
        "episodes",
        "id",
        ("episode", "position", "time", "zone", "speaker", "role", "text", "source_id", "chain", "quoted", "reply_to"),
        "one message of an episode",
    ),
    "summary": EventType("episodes", "episode", ("episode", "text", "by"), "what an episode was about, in short"),
    "entity": EventType("entities", "id", ("name", "kind", "etype"), "a person, place, organisation or thing"),
    "alias": EventType("entities", "entity", ("entity", "name"), "another name an entity goes by"),
    "rename": EventType("entities", "entity", ("entity", "name"), "its canonical name from now on"),
    "describe": EventType(
        "entities", "entity", ("entity", "text", "etype", "link"), "a description, a type, or an outside reference"
    ),
    "merge": EventType("entities", "entity", ("entity", "into"), "two entities are one"),
    "unmerge": EventType("entities", "entity", ("entity",), "takes back every earlier merge of the entity"),
    "distinct": EventType("entities", "entity", ("entity", "other"), "two entities must never be merged"),
    "assert": EventType(
        "facts",
        "id",
        (
            "subject",
            "predicate",
            "object",
            "text",
            "kind",
            "aspect",
            "status",
            "valid_at",
            "invalid_at",
            "when",
            "said_at",
            "evidence",
            "confidence",
            "extractor",
        ),
        "a new fact",
    ),
    "support": EventType(
        "facts", "fact", ("fact", "valid_at", "said_at", "evidence", "extractor"), "more evidence for a known fact"
    ),
    "close": EventType(
        "facts", "fact", ("fact", "at", "by", "auto", "reason", "evidence"), "the fact ended at a point of valid time"
    ),
    "reopen": EventType("facts", "fact", ("fact", "reason"), "takes back every earlier end of the fact"),
    "retract": EventType("facts", "fact", ("fact", "by", "auto", "reason", "evidence"), "the fact was never right"),
    "edit": EventType(
        "facts",
        "fact",
        ("fact", "text", "predicate", "object", "kind", "aspect", "valid_at", "invalid_at", "clear", "reason"),
        "a person changed the fact; no extractor may close it from now on",
    ),
    "status": EventType("facts", "fact", ("fact", "status", "at", "evidence"), "a goal is open, done or dropped"),
    "propose": EventType("facts", "id", ("reason", "proposal", "facts"), "a change that waits for a person"),
    "decide": EventType("facts", "review", ("review", "decision", "note"), "a person accepted or discarded it"),
    "erased": EventType("facts", "target", ("target", "count"), "content was removed on purpose and must not return"),
}

REASONS: dict[str, str] = {
    "unmatched": "a correction matched nothing that is believed",
    "protected": "a correction speaks against a fact written or edited by hand",
    "ambiguous": "a name fits more than one entity",
    "duplicate": "two entities may be the same",
    "contradiction": "two facts that cannot both be true now",
    "uncertain": "the extractor was not sure enough",
    "foreign": "it does not come from the person's own words",
    "changed": "the source changed what it had said before",
}


@dataclass(frozen=True, slots=True)
class Event:
    """One line of a log."""

    type: str
    id: str
    body: dict[str, Any]
    op: str = ""
    n: int = 0
    v: int = FORMAT

    @property
    def log(self) -> Log:
        """The log it belongs to; events of unknown types are read from any."""
        return TYPES[self.type].log

    @property
    def target(self) -> str:
        """Id of the thing it is about."""
        known = TYPES.get(self.type)
        return self.id if known is None or known.target == "id" else str(self.body.get(known.target, ""))

    def record(self) -> dict[str, Any]:
        """The line's content in canonical key order, empty fields left out."""
        head = {"v": self.v, "type": self.type, "id": self.id, "op": self.op, "n": self.n}
        known = TYPES.get(self.type)
        order = known.fields if known else ()
        body = {key: self.body[key] for key in order if key in self.body}
        rest = {key: value for key, value in self.body.items() if key not in body}
        return head | {key: value for key, value in (body | rest).items() if value not in ("", None, [], (), {})}


def event_of(record: dict[str, Any]) -> Event:
    """The event of a decoded line; raises ValueError when it lacks what every event has."""
    try:
        version, kind, ident, op, n = (record[key] for key in _HEADER)
    except KeyError as error:
        raise ValueError(f"no field {error}") from error
    shapes = ((version, int), (kind, str), (ident, str), (op, str), (n, int))
    if not all(isinstance(value, shape) for value, shape in shapes):
        raise ValueError("a field of the header has the wrong type")
    if not 0 <= n < LARGEST:
        raise ValueError(f"its place in the operation cannot be {n}")
    return Event(kind, ident, {k: v for k, v in record.items() if k not in _HEADER}, op, n, version)


def operation_event(operation: Operation) -> Event:
    """The commit record of an operation."""
    body = {
        "device": operation.device,
        "seq": operation.seq,
        "clock": operation.clock,
        "time": operation.time,
        "command": operation.command,
        "version": operation.version,
        "counts": dict(operation.counts),
        "reverts": operation.reverts,
    }
    return Event("operation", operation.id, body, operation.id)


def operation_of(event: Event) -> Operation:
    """The operation of its commit record; raises ValueError when a field is missing or wrong, or the format newer."""
    if event.v > FORMAT:
        raise ValueError(f"an operation of format {event.v}; this program reads up to {FORMAT}")
    body = event.body
    try:
        counts = tuple(sorted((str(log), _number(count)) for log, count in body.get("counts", {}).items()))
        return Operation(
            id=event.id,
            device=_text(body["device"]),
            seq=_number(body["seq"]),
            clock=_number(body["clock"]),
            time=_text(body["time"]),
            command=_text(body.get("command", "")),
            counts=counts,
            reverts=_text(body.get("reverts", "")),
            version=_text(body.get("version", "")),
        )
    except (KeyError, TypeError, AttributeError) as error:
        raise ValueError(f"an operation's field is missing or wrong: {error}") from error


def _number(value: object) -> int:
    if not isinstance(value, int) or not 0 <= value < LARGEST:
        raise TypeError(f"not a count: {value!r}")
    return value


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(f"not text: {value!r}")
    return value
