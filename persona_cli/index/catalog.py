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

from persona_cli.core.event import Event, event_of, operation_of
from persona_cli.core.fold import (
    Placed,
    canonical,
    fold_entity,
    fold_episode,
    fold_fact,
    fold_review,
    reverted_operations,
    turn_of,
)
from persona_cli.core.model import Fact, Operation
from persona_cli.core.names import blocking_keys, name_key
from persona_cli.core.similar import signature
from persona_cli.errors import Problem
from persona_cli.index import rows, schema

_TURN = "INSERT INTO turns VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,1)"


@dataclass(slots=True)
class _Change:
    """What a run of new events has touched and must be folded again at its end."""

    targets: set[str] = field(default_factory=set)
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
        self._refold(self._change.targets)
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
            elif event.type == "turn":
                turns.append(event)
            else:
                others.append(event)
        self._add_turns(turns)
        self.base.executemany(
            "INSERT OR IGNORE INTO events VALUES (?,?,?,?)",
            [(e.target, e.op, e.n, orjson.dumps(e.record())) for e in others],
        )
        self._change.targets.update(event.target for event in others)

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
            turn = turn_of(event)
            row = (self._next, turn.id, turn.episode, turn.position, turn.time, turn.speaker, turn.role, turn.text)
            rest = (turn.source_id, turn.zone, turn.quoted, turn.reply_to, str(event.body.get("chain", "")), event.op)
            try:
                self.base.execute(_TURN, (*row, *rest))
            except sqlite3.IntegrityError:  # said again, by this operation or another
                self.base.execute("INSERT OR IGNORE INTO repeats VALUES (?,?)", (turn.id, event.op))
                self.base.execute(
                    "UPDATE turns SET live = 1 WHERE id = ? AND ? IN (SELECT id FROM operations WHERE live)",
                    (turn.id, event.op),
                )
            else:
                self._next += 1

    def _settle_undone(self) -> None:
        """Bring `live` of operations up to date, and touch all that the changed ones speak of."""
        undoing = [rows.operation(row) for row in self.base.execute(f"{rows.OPERATION} WHERE reverts != ''")]
        dead = reverted_operations(undoing)
        before = {op for (op,) in self.base.execute("SELECT id FROM operations WHERE NOT live")}
        changed = [(op,) for op in dead ^ before]
        self.base.executemany("UPDATE operations SET live = NOT live WHERE id = ?", changed)
        for (op,) in changed:
            self._change.targets.update(
                t for (t,) in self.base.execute("SELECT target FROM events WHERE op = ?", (op,))
            )
            self.base.execute(
                "UPDATE turns SET live = EXISTS (SELECT 1 FROM operations o WHERE o.live AND (o.id = turns.op"
                " OR o.id IN (SELECT r.op FROM repeats r WHERE r.turn = turns.id)))"
                " WHERE op = ?1 OR id IN (SELECT turn FROM repeats WHERE op = ?1)",
                (op,),
            )

    def placed(self, target: str, *, known_at: str = "", dead: frozenset[str] | None = None) -> list[Placed]:
        """The events about a thing that are in effect, in order; as known at an instant, if one is given."""
        found = self.base.execute(
            "SELECT e.record, o.id, o.clock, o.device, o.seq, o.time, o.command, o.reverts, o.counts, o.version, o.live"
            " FROM events e JOIN operations o ON o.id = e.op WHERE e.target = ? ORDER BY o.clock, o.device, o.seq, e.n",
            (target,),
        )
        result = []
        for record, *operation in found:
            op = rows.operation(operation[:-1])
            in_effect = operation[-1] if dead is None else op.id not in dead and op.time <= known_at
            if in_effect:
                result.append(Placed(event_of(orjson.loads(record)), op))
        return result

    def _refold(self, targets: Iterable[str]) -> None:
        folders = {"fa": self._set_fact, "en": self._set_entity, "rv": self._set_review, "ep": self._set_episode}
        entities = False
        for target in targets:
            group = self.placed(target)
            if any(p.event.type == "erased" for p in group):
                self.base.execute("UPDATE turns SET live = 0, text = '' WHERE id = ?", (target,))
                group = []
            if folder := folders.get(target[:2]):
                folder(target, group)
            entities |= target.startswith("en")
        if entities:
            self._settle_owners()

    def _set_fact(self, target: str, group: Sequence[Placed]) -> None:
        old = self.base.execute("SELECT number, body FROM facts WHERE id = ?", (target,)).fetchone()
        fact = fold_fact(group)
        if fact is None:
            if old:
                self.base.execute("DELETE FROM facts WHERE id = ?", (target,))
                self.base.execute("DELETE FROM evidence WHERE fact = ?", (target,))
                self.base.execute("DELETE FROM words WHERE fact = ?", (target,))
            return
        number = old[0] if old and rows.fact(old[1]).text == fact.text else self._new_document(fact)
        ends = (fact.valid_at.start if fact.valid_at else "", fact.invalid_at.start if fact.invalid_at else "")
        row = (fact.id, number, fact.subject, fact.predicate, fact.object, fact.kind, *ends, fact.retracted)
        self.base.execute(
            "INSERT OR REPLACE INTO facts VALUES (?,?,?,?,?,?,?,?,?,?,?)", (*row, fact.known_at, rows.fact_body(fact))
        )
        self.base.executemany(
            "INSERT OR IGNORE INTO evidence VALUES (?,?)", [(e.turn, fact.id) for e in fact.evidence if e.turn]
        )

    def _new_document(self, fact: Fact) -> int:
        """A number for a fact's wording, and the words it can be found by before any index knows it."""
        number, self._next = self._next, self._next + 1
        self.base.execute("INSERT INTO documents VALUES (?,?)", (number, fact.id))
        said = signature(fact.text)
        self.base.executemany(
            "INSERT OR IGNORE INTO words VALUES (?,?)", [(word, fact.id) for word in said.words | said.numbers]
        )
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

    def dead_at(self, known_at: str) -> frozenset[str]:
        """Operations that were taken back as known at an instant."""
        query = f"{rows.OPERATION} WHERE reverts != '' AND time <= ?"
        return reverted_operations(rows.operation(row) for row in self.base.execute(query, (known_at,)))

    def operations(self, *, limit: int = -1) -> list[tuple[Operation, bool]]:
        """Operations, newest first, each with whether it is in effect."""
        query = f"{rows.OPERATION} ORDER BY clock DESC, device DESC, seq DESC LIMIT ?"
        live = {op for (op,) in self.base.execute("SELECT id FROM operations WHERE live")}
        return [(op, op.id in live) for op in (rows.operation(row) for row in self.base.execute(query, (limit,)))]
