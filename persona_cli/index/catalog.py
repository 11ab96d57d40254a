"""The catalogue: what every id means, folded from the logs and brought up to date with each new piece of them.

It knows nothing of the vault's files: `work.refresh` hands it the events that the logs hold past the point it has
taken in. Facts, entities and review items are refolded from their own events, so the order of arrival is nothing.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import orjson

from persona_cli.core.codec import derived_id
from persona_cli.core.event import Event, event_of, operation_of
from persona_cli.core.fold import (
    Placed,
    canonical,
    fold_entity,
    fold_episode,
    fold_fact,
    fold_review,
    in_effect,
    reverted_operations,
    turn_of,
)
from persona_cli.core.model import Fact, Operation
from persona_cli.core.names import blocking_keys, name_key
from persona_cli.core.similar import common_keys, signature
from persona_cli.core.when import END
from persona_cli.errors import Problem
from persona_cli.index import rows, schema

_TURN_FIELDS = (
    *("id", "episode", "position", "time", "speaker", "role", "text"),
    *("source_id", "zone", "quoted", "reply_to", "chain", "op", "n"),
)
_TURN = (
    f"INSERT INTO turns (number, {', '.join(_TURN_FIELDS)}, live) VALUES (?1,?2,?3,?4,?5,?6,?7,?8,?9,?10,?11,?12,?13,?14,?15,"
    " (SELECT live FROM operations WHERE id = ?14))"
)
_INDEXED = _TURN_FIELDS.index("text") + 1  # the first so many are what an index holds of a turn


@dataclass(slots=True)
class _Change:
    """What a run of new events has touched and must be folded again at its end."""

    targets: set[str] = field(default_factory=set)
    turns: set[str] = field(default_factory=set)  # those said by more than one operation
    operations: set[str] = field(default_factory=set)
    undone: bool = False


class Catalog:
    """One open catalogue. Only `take` and `finish` write, inside one transaction."""

    def __init__(self, base: sqlite3.Connection) -> None:
        self.base = base
        self._change = _Change()
        self._next = -1

    @classmethod
    def open(cls, path: Path, *, write: bool) -> Catalog:
        """Open the catalogue of a file; raises sqlite3.DatabaseError when it is damaged."""
        return cls(schema.connect(path, write=write))

    def copied(self) -> Catalog:
        """A copy in memory, for adding what the file could not be brought up to."""
        copy = sqlite3.connect(":memory:", isolation_level=None)
        self.base.backup(copy)
        return Catalog(copy)

    def close(self) -> None:
        """Close the file."""
        self.base.close()

    def read_to(self) -> dict[str, tuple[int, int]]:
        """For each log file how many bytes have been taken in, and the mark of the last of them."""
        return {name: (size, mark) for name, size, mark in self.base.execute("SELECT name, size, mark FROM files")}

    def meta(self, key: str, default: str = "") -> str:
        """A note kept with the catalogue."""
        row = self.base.execute("SELECT value FROM meta WHERE key = ?", (key,)).fetchone()
        return str(row[0]) if row else default

    def note(self, key: str, value: str) -> None:
        """Keep a note with the catalogue."""
        self.base.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (key, value))

    def begin(self) -> None:
        """Begin taking in events; nothing is seen by others before `finish`."""
        self.base.execute("BEGIN IMMEDIATE")
        self._change = _Change()
        self._next = int(self.meta("next", "0"))

    def abandon(self) -> None:
        """Forget what was taken in since `begin`."""
        if self.base.in_transaction:
            self.base.execute("ROLLBACK")

    def take(self, file: str, events: Iterable[Event], problems: Sequence[Problem], read: tuple[int, int]) -> None:
        """Take in the next piece of a log file."""
        self._add(events)
        self.base.executemany("INSERT INTO problems VALUES (?,?,?)", [(p.path, p.line, p.message) for p in problems])
        self.base.execute("INSERT OR REPLACE INTO files VALUES (?,?,?)", (file, *read))

    def finish(self) -> None:
        """Fold what was touched and make it visible."""
        for op in tuple(self._change.operations):
            orphans = self.base.execute("SELECT record FROM orphans WHERE op = ?", (op,)).fetchall()
            if orphans:
                self.base.execute("DELETE FROM orphans WHERE op = ?", (op,))
                self._add(event_of(orjson.loads(record)) for (record,) in orphans)
        if self._change.undone:
            self._settle_undone()
        for turn in self._change.turns:
            self._settle_turn(turn)
        self._refold(self._change.targets)
        self._blank_erased()
        self.note("next", str(self._next))
        self.base.execute("COMMIT")
        self._change = _Change()

    def _add(self, events: Iterable[Event]) -> None:
        turns, others = [], []
        for event in events:
            if event.type == "operation":
                self._add_operation(event)
            elif not self._known(event.op):
                self.base.execute("INSERT INTO orphans VALUES (?,?)", (event.op, orjson.dumps(event.record())))
            elif event.type == "turn" and in_effect(event):
                turns.append(event)
            else:
                others.append(event)
        self._add_turns(turns)
        self.base.executemany(
            "INSERT OR IGNORE INTO events VALUES (?,?,?,?)",
            [(e.target, e.op, e.n, orjson.dumps(e.record())) for e in others],
        )
        erased = [(event.target,) for event in others if event.type == "erased"]
        self.base.executemany("INSERT OR IGNORE INTO erased VALUES (?)", erased)
        self._change.targets.update(event.target for event in others)
        for event in others:
            if event.type in ("assert", "edit") and in_effect(event):
                self._number_wording(event)

    def _number_wording(self, event: Event) -> None:
        """A document for each wording a fact has ever had, whether or not it counts: an undo can be undone."""
        text = event.body.get("text")
        if isinstance(text, str) and text and event.target.startswith("fa"):
            sql = "INSERT OR IGNORE INTO documents VALUES (?,?,?)"
            if self.base.execute(sql, (self._next, event.target, text)).rowcount:
                keys = [(key, self._next) for key in common_keys(text, kept=True)]
                self.base.executemany("INSERT OR IGNORE INTO alike VALUES (?,?)", keys)
                self._next += 1

    def _known(self, op: str) -> bool:
        if op in self._change.operations:
            return True
        return self.base.execute("SELECT 1 FROM operations WHERE id = ?", (op,)).fetchone() is not None

    def _add_operation(self, event: Event) -> None:
        try:
            op = operation_of(event)
        except ValueError as error:
            self.base.execute("INSERT INTO problems VALUES (?,?,?)", ("operations", 0, f"{event.id}: {error}"))
            return
        row = (op.id, op.clock, op.device, op.seq, op.time, op.command, op.reverts)
        rest = (orjson.dumps(dict(op.counts)).decode(), op.version)
        done = self.base.execute("INSERT OR IGNORE INTO operations VALUES (?,?,?,?,?,?,?,?,?,1)", (*row, *rest))
        if done.rowcount:
            self._change.operations.add(op.id)
            reverted = self.base.execute("SELECT 1 FROM operations WHERE reverts = ?", (op.id,)).fetchone()
            self._change.undone |= bool(op.reverts or reverted)

    def _add_turns(self, events: Sequence[Event]) -> None:
        for event in events:
            try:
                self.base.execute(_TURN, (self._next, *_turn_row(event)))
            except sqlite3.IntegrityError:  # said again, by this operation or another
                self._keep_version(event)
            else:
                self._next += 1

    def _keep_version(self, event: Event) -> None:
        """Keep what each operation says of a turn; which of them counts is settled at the end."""
        fields = ", ".join(_TURN_FIELDS)
        first = self.base.execute(f"SELECT {fields} FROM turns WHERE id = ?", (event.id,)).fetchone()
        for row in (first, _turn_row(event)):
            said = dict(zip(_TURN_FIELDS, row, strict=True))
            self.base.execute(
                "INSERT OR IGNORE INTO repeats VALUES (?,?,?,?)", (event.id, said["op"], said["n"], orjson.dumps(row))
            )
        self._change.turns.add(event.id)

    def _settle_turn(self, ident: str) -> None:
        """Of the versions of a turn the first in the order of operations counts, of those in effect."""
        best = self.base.execute(
            "SELECT r.record FROM repeats r JOIN operations o ON o.id = r.op WHERE r.turn = ?"
            " ORDER BY o.live DESC, o.clock, o.device, o.seq, o.id, r.n LIMIT 1",
            (ident,),
        ).fetchone()
        row = orjson.loads(best[0])
        fields = ", ".join(_TURN_FIELDS)
        now = list(self.base.execute(f"SELECT {fields} FROM turns WHERE id = ?", (ident,)).fetchone())
        if row[:_INDEXED] == now[:_INDEXED]:
            changed = ", ".join(f"{name} = ?" for name in _TURN_FIELDS[_INDEXED:])
            self.base.execute(
                f"UPDATE turns SET {changed}, live = (SELECT live FROM operations WHERE id = ?) WHERE id = ?",
                (*row[_INDEXED:], row[_TURN_FIELDS.index("op")], ident),
            )
            return
        self.base.execute("DELETE FROM turns WHERE id = ?", (ident,))
        self.base.execute(_TURN, (self._next, *row))  # a new number: the words of a numbered document never change
        self._next += 1

    def _settle_undone(self) -> None:
        """Bring `live` of operations up to date, and touch all that the changed ones speak of."""
        undoing = [rows.operation(row) for row in self.base.execute(f"{rows.OPERATION} WHERE reverts != ''")]
        dead = reverted_operations(undoing)
        before = {op for (op,) in self.base.execute("SELECT id FROM operations WHERE NOT live")}
        for op in dead ^ before:
            self.base.execute("UPDATE operations SET live = NOT live WHERE id = ?", (op,))
            touched = self.base.execute("SELECT target FROM events WHERE op = ?", (op,))
            self._change.targets.update(target for (target,) in touched)
            self.base.execute(
                "UPDATE turns SET live = (SELECT live FROM operations WHERE id = ?1) WHERE op = ?1", (op,)
            )
            said = self.base.execute("SELECT turn FROM repeats WHERE op = ?", (op,))
            self._change.turns.update(turn for (turn,) in said)

    def _blank_erased(self) -> None:
        """Leave nothing of what was erased, whenever it came."""
        self.base.execute(
            "UPDATE turns SET live = 0, text = '', quoted = '', speaker = '' WHERE id IN (SELECT target FROM erased)"
        )
        self.base.execute("DELETE FROM repeats WHERE turn IN (SELECT target FROM erased)")
        gone = "documents WHERE fact IN (SELECT target FROM erased)"
        for number, text in self.base.execute(f"SELECT number, text FROM {gone}").fetchall():
            keys = [(key, number) for key in common_keys(text, kept=True)]
            self.base.executemany("DELETE FROM alike WHERE key = ? AND number = ?", keys)
        self.base.execute(f"DELETE FROM {gone}")

    def placed(self, target: str, *, known_at: str = "", dead: frozenset[str] | None = None) -> list[Placed]:
        """The events about a thing that are in effect, in order; as known at an instant, if one is given."""
        found = self.base.execute(
            "SELECT e.record, o.id, o.clock, o.device, o.seq, o.time, o.command, o.reverts, o.counts, o.version, o.live"
            " FROM events e JOIN operations o ON o.id = e.op WHERE e.target = ? ORDER BY o.clock, o.device, o.seq, o.id, e.n",
            (target,),
        )
        result = []
        for record, *operation in found:
            op, event = rows.operation(operation[:-1]), event_of(orjson.loads(record))
            counts = operation[-1] if dead is None else op.id not in dead and op.time <= known_at
            if counts and in_effect(event):
                result.append(Placed(event, op))
        return [] if result and self.erased([target]) else result

    def history(self, target: str, *, known_at: str = "") -> list[Placed]:
        """All events about a thing in order, also those of undone operations; none of what was erased."""
        return self.placed(target, known_at=known_at or END, dead=frozenset())

    def erased(self, targets: Iterable[str]) -> set[str]:
        """Those of the ids whose content was removed on purpose."""
        known = (self.base.execute("SELECT target FROM erased WHERE target = ?", (t,)).fetchone() for t in targets)
        return {row[0] for row in known if row}

    def _refold(self, targets: Iterable[str]) -> None:
        folders = {"fa": self._set_fact, "en": self._set_entity, "rv": self._set_review, "ep": self._set_episode}
        entities = False
        for target in targets:
            group = self.placed(target)
            if folder := folders.get(target[:2]):
                folder(target, group)
            entities |= target.startswith("en")
        if entities:
            self._settle_owners()

    def _set_fact(self, target: str, group: Sequence[Placed]) -> None:
        fact = fold_fact(group)
        if self.base.execute("DELETE FROM facts WHERE id = ?", (target,)).rowcount:
            self.base.execute("DELETE FROM evidence WHERE fact = ?", (target,))
            self.base.execute("DELETE FROM words WHERE fact = ?", (target,))
        if fact is None:
            return
        number = self._number_of(fact)
        ends = (fact.valid_at.start if fact.valid_at else "", fact.invalid_at.start if fact.invalid_at else "")
        row = (fact.id, number, fact.subject, fact.predicate, fact.object, fact.kind, *ends, fact.retracted)
        self.base.execute(
            "INSERT INTO facts VALUES (?,?,?,?,?,?,?,?,?,?,?)", (*row, fact.known_at, rows.fact_body(fact))
        )
        said = signature(fact.text)  # the words it can be found by before any index knows it
        self.base.executemany(
            "INSERT OR IGNORE INTO words VALUES (?,?)", [(word, fact.id) for word in said.words | said.numbers]
        )
        self.base.executemany(
            "INSERT OR IGNORE INTO evidence VALUES (?,?)", [(e.turn, fact.id) for e in fact.evidence if e.turn]
        )

    def _number_of(self, fact: Fact) -> int:
        """The number of a fact's wording."""
        sql = "SELECT number FROM documents WHERE fact = ? AND text = ?"
        row = self.base.execute(sql, (fact.id, fact.text)).fetchone()
        if row:
            return int(row[0])
        number, self._next = self._next, self._next + 1  # a fact without words
        self.base.execute("INSERT INTO documents VALUES (?,?,?)", (number, fact.id, fact.text))
        return number

    def _set_entity(self, target: str, group: Sequence[Placed]) -> None:
        self.base.execute("DELETE FROM names WHERE entity = ?", (target,))
        entity = fold_entity(target, group)
        if entity is None:
            self.base.execute("DELETE FROM entities WHERE id = ?", (target,))
            return
        row = (entity.id, entity.name, entity.kind, entity.id, entity.merged_into, orjson.dumps(entity))
        self.base.execute("INSERT OR REPLACE INTO entities VALUES (?,?,?,?,?,?)", row)
        names = [name for name in (entity.name, *entity.aliases) if name]
        keys = {(name_key(name), entity.id, 1) for name in names}
        keys |= {(key, entity.id, 0) for name in names for key in blocking_keys(name)}
        self.base.executemany("INSERT OR IGNORE INTO names VALUES (?,?,?)", sorted(keys))

    def _settle_owners(self) -> None:
        """Say for every entity which one it belongs to, through any chain of merges."""
        merged = dict(self.base.execute("SELECT id, merged_into FROM entities WHERE owner != id OR merged_into != ''"))
        owners = canonical(merged)
        self.base.executemany(
            "UPDATE entities SET owner = ?1 WHERE id = ?2 AND owner != ?1", [(o, e) for e, o in owners.items()]
        )

    def _set_review(self, target: str, group: Sequence[Placed]) -> None:
        item = fold_review(group)
        if item is None:
            self.base.execute("DELETE FROM reviews WHERE id = ?", (target,))
        else:
            row = (item.id, item.state, item.reason, orjson.dumps(item))
            self.base.execute("INSERT OR REPLACE INTO reviews VALUES (?,?,?,?)", row)

    def _set_episode(self, target: str, group: Sequence[Placed]) -> None:
        episode = fold_episode(group)
        if episode is None:
            self.base.execute("DELETE FROM episodes WHERE id = ?", (target,))
            return
        row = (episode.id, episode.source, episode.conversation, episode.title, episode.time, episode.time_from)
        self.base.execute("INSERT OR REPLACE INTO episodes VALUES (?,?,?,?,?,?,?)", (*row, episode.op))

    def digest(self) -> str:
        """A hash of the set of operations taken in: the same set, the same belief."""
        devices = self.base.execute(
            "SELECT device, COUNT(*), MAX(seq), SUM(seq), SUM(seq * seq) FROM operations GROUP BY device ORDER BY 1"
        )
        return derived_id("st", *(str(value) for row in devices for value in row))

    def dead_at(self, known_at: str) -> frozenset[str]:
        """Operations that were taken back as known at an instant."""
        query = f"{rows.OPERATION} WHERE reverts != '' AND time <= ?"
        return reverted_operations(rows.operation(row) for row in self.base.execute(query, (known_at,)))

    def operations(self, *, limit: int = -1) -> list[tuple[Operation, bool]]:
        """Operations, newest first, each with whether it is in effect."""
        query = f"{rows.OPERATION} ORDER BY clock DESC, device DESC, seq DESC, id DESC LIMIT ?"
        live = {op for (op,) in self.base.execute("SELECT id FROM operations WHERE live")}
        return [(op, op.id in live) for op in (rows.operation(row) for row in self.base.execute(query, (limit,)))]


def _turn_row(event: Event) -> tuple[str | int, ...]:
    """What an event says of a turn, in the order of `_TURN_FIELDS`."""
    turn = turn_of(event)
    chain = event.body.get("chain")
    return (
        *(turn.id, turn.episode, turn.position, turn.time, turn.speaker, turn.role, turn.text),
        *(turn.source_id, turn.zone, turn.quoted, turn.reply_to),
        *(chain if isinstance(chain, str) else "", event.op, event.n),
    )
