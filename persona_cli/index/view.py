"""The catalogue as one state of knowing: now, or what was known at an instant.

It answers what search (`records.Records`) and the deeds ask. For a past state, facts and entities are folded again
from the events known then; the present is read from the tables.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from persona_cli.core.fold import canonical, fold_entity, fold_fact, owned, valid
from persona_cli.core.model import Entity, Episode, Fact, ReviewItem, Turn
from persona_cli.core.names import blocking_keys, name_key
from persona_cli.core.when import END
from persona_cli.index import rows
from persona_cli.index.catalog import Catalog

_BATCH = 900  # parameters in one statement
_TABLES = {"fa": "facts", "en": "entities", "ep": "episodes", "tn": "turns", "rv": "reviews", "op": "operations"}


class View:
    """One state of knowing over a catalogue."""

    def __init__(self, catalog: Catalog, *, now: str, as_of: str = "", known_at: str = "") -> None:
        self.catalog = catalog
        self.base = catalog.base
        self.known_at = known_at  # UTC text; empty: all that is known
        self.as_of = as_of or known_at or now  # the instant whose truth is asked for; decides what is past
        self.then = bool(as_of or known_at)  # an instant was asked for: what was only said after it is not shown

    @cached_property
    def dead(self) -> frozenset[str] | None:
        """Operations taken back as known then; None for the present, where the tables say it."""
        return self.catalog.dead_at(self.known_at) if self.known_at else None

    @cached_property
    def owner(self) -> Mapping[str, str]:
        """For each merged entity the one it belongs to; others are left out."""
        if not self.known_at:
            return dict(self.base.execute("SELECT id, owner FROM entities WHERE owner != id"))
        return {e: o for e, o in canonical({e.id: e.merged_into for e in self.entities()}).items() if e != o}

    # --- things by id -------------------------------------------------------------------------------------------

    def ids(self, prefix: str, *, limit: int = 10) -> list[str]:
        """Ids that begin with `prefix`, with or without their kind's letters."""
        found: list[str] = []
        for kind, table in _TABLES.items():
            start = prefix if prefix.startswith(f"{kind}_") else f"{kind}_{prefix}" if "_" not in prefix else ""
            if start:
                query = f"SELECT id FROM {table} WHERE id >= ? AND id < ? ORDER BY id LIMIT ?"
                if self.known_at and kind not in ("tn", "op"):  # also what is no more
                    query = "SELECT DISTINCT target FROM events WHERE target >= ? AND target < ? ORDER BY 1 LIMIT ?"
                found += [i for (i,) in self.base.execute(query, (start, start + "\U0010ffff", limit))]
        return found[:limit]

    def facts(self, ids: Iterable[str] | None = None) -> Iterator[Fact]:
        """Facts of this state by id, or all of them in order of id; merged entities are replaced by their owners."""
        if self.known_at:
            found: Iterator[Fact | None] = map(self._fact_then, self._targets("fa") if ids is None else ids)
        elif ids is None:
            found = (rows.fact(body) for (body,) in self.base.execute("SELECT body FROM facts ORDER BY id"))
        else:
            found = (rows.fact(body) for (body,) in self.rows_in("SELECT body FROM facts WHERE id IN", tuple(ids)))
        for fact in found:
            if fact is not None:
                yield owned(fact, self.owner)

    def _fact_then(self, ident: str) -> Fact | None:
        return fold_fact(self.catalog.placed(ident, known_at=self.known_at, dead=self.dead))

    def _targets(self, kind: str) -> list[str]:
        """Ids of all things of a kind that events speak of, also of those that are no more."""
        query = "SELECT DISTINCT target FROM events WHERE target >= ? AND target < ? ORDER BY target"
        return [target for (target,) in self.base.execute(query, (f"{kind}_", f"{kind}`"))]

    def facts_about(self, subject: str, *, predicate: str = "", obj: str = "") -> list[Fact]:
        """Facts whose subject the entity is, whatever it was called before merges; with a predicate or object only."""
        if self.known_at:  # what the tables say of a fact now is not what was known of it then
            subject, obj = self.owner.get(subject, subject), self.owner.get(obj, obj)
            about = (fact for fact in self.facts() if fact.subject == subject and obj in ("", fact.object))
            return [fact for fact in about if predicate in ("", fact.predicate)]
        wanted = [("subject", self.members(subject))]
        wanted += [("predicate", (predicate,))] if predicate else []
        wanted += [("object", self.members(obj))] if obj else []
        tests = " AND ".join(f"{column} IN ({','.join('?' * len(values))})" for column, values in wanted)
        found = self.base.execute(
            f"SELECT id FROM facts WHERE {tests} ORDER BY id", [value for _, values in wanted for value in values]
        )
        return list(self.facts([ident for (ident,) in found]))

    def rarity(self, word: str, *, most: int = 1000) -> int:
        """In how many facts a content word stands, counted up to `most`."""
        counted = "SELECT COUNT(*) FROM (SELECT 1 FROM words WHERE word = ? LIMIT ?)"
        return int(self.base.execute(counted, (word, most)).fetchone()[0])

    def facts_sharing(self, words: Iterable[str], subjects: Sequence[str], *, rare: int = 200) -> list[str]:
        """Ids of facts about the subjects that share a content word; with `rare`, words of more facts are left out."""
        counted = [(self.rarity(word) if rare else 0, word) for word in words]
        telling = [word for count, word in counted if count <= rare] or [min(counted)[1]] if counted else []
        marks = ",".join("?" * len(subjects))
        sql = "SELECT DISTINCT w.fact FROM words w JOIN facts f ON f.id = w.fact"
        sql += f" WHERE f.subject IN ({marks}) AND w.word = ?"
        return [fact for word in telling for (fact,) in self.base.execute(sql, (*subjects, word))]

    def facts_alike(self, keys: Sequence[int], subjects: Sequence[str], words: Collection[str]) -> list[str]:
        """Ids of facts about the subjects with a key of `core.similar.common_keys`, and all the words.

        A fact that was worded otherwise before is also found by the keys of that.
        """
        marks = ",".join("?" * len(subjects))
        sql = (
            "SELECT DISTINCT d.fact FROM alike a JOIN documents d ON d.number = a.number JOIN facts f ON f.id = d.fact"
        )
        sql += f" WHERE f.subject IN ({marks})"
        sql += " AND (a.number != f.number OR EXISTS (SELECT 1 FROM words w WHERE w.word = ? AND w.fact = f.id))" * len(
            words
        )
        found = self.rows_in(f"{sql} AND a.key IN", keys, (*subjects, *sorted(words)))
        return sorted(fact for (fact,) in found)

    def members(self, entity: str) -> tuple[str, ...]:
        """The entity and all that were merged into it."""
        if self.known_at:
            return (entity, *(e for e, o in self.owner.items() if o == entity))
        return tuple({entity, *(e for (e,) in self.base.execute("SELECT id FROM entities WHERE owner = ?", (entity,)))})

    def entities(self) -> list[Entity]:
        """All entities of this state, merged ones among them."""
        if not self.known_at:
            return [rows.entity(body) for (body,) in self.base.execute("SELECT body FROM entities ORDER BY id")]
        return [entity for ident in self._targets("en") if (entity := self.entity(ident))]

    def entity(self, ident: str) -> Entity | None:
        """One entity; None when there is none in this state."""
        if self.known_at:
            return fold_entity(ident, self.catalog.placed(ident, known_at=self.known_at, dead=self.dead))
        row = self.base.execute("SELECT body FROM entities WHERE id = ?", (ident,)).fetchone()
        return rows.entity(row[0]) if row else None

    def named(self, idents: Iterable[str]) -> dict[str, str]:
        """Canonical names by entity id."""
        wanted = [i for i in dict.fromkeys(idents) if i]
        if self.known_at:
            return {ident: entity.name for ident in wanted if (entity := self.entity(ident))}
        return dict(self.rows_in("SELECT id, name FROM entities WHERE id IN", wanted))

    def by_keys(self, keys: Sequence[str], *, exact: bool) -> dict[str, set[str]]:
        """Entities (owners) that have one of the name keys, by key."""
        found: dict[str, set[str]] = {}
        if self.known_at:
            for entity in self.entities():
                names = [name for name in (entity.name, *entity.aliases) if name]
                own = {name_key(n) for n in names} if exact else {key for n in names for key in blocking_keys(n)}
                for key in own & set(keys):
                    found.setdefault(key, set()).add(self.owner.get(entity.id, entity.id))
            return found
        joined = "SELECT n.key, e.owner FROM names n JOIN entities e ON e.id = n.entity"
        for key, owner in self.rows_in(f"{joined} WHERE n.exact = {int(exact)} AND n.key IN", keys):
            found.setdefault(key, set()).add(owner)
        return found

    def turns(self, ids: Sequence[str]) -> dict[str, Turn]:
        """Turns by id, those in effect."""
        test, bound = self.turn_counts()
        return {row[0]: rows.turn(row) for row in self.rows_in(f"{rows.TURN} WHERE {test} AND id IN", ids, bound)}

    def turns_of(self, episode: str) -> list[Turn]:
        """The turns of an episode that are in effect, in order."""
        test, bound = self.turn_counts()
        query = f"{rows.TURN} WHERE {test} AND episode = ? ORDER BY position, time, number"
        return [rows.turn(row) for row in self.base.execute(query, (*bound, episode))]

    def turn_counts(self) -> tuple[str, tuple[str, ...]]:
        """The test of a turn being in effect in this state, and what it binds."""
        if not self.known_at:
            return "turns.live", ()
        dead = tuple(self.dead or ())
        said = "o.id = turns.op OR o.id IN (SELECT r.op FROM repeats r WHERE r.turn = turns.id)"
        known = f"o.time <= ? AND o.id NOT IN ({','.join('?' * len(dead))})"
        return f"turns.text != '' AND EXISTS (SELECT 1 FROM operations o WHERE {known} AND ({said}))", (
            self.known_at,
            *dead,
        )

    def episode(self, ident: str) -> Episode | None:
        """One episode; None when there is none."""
        row = self.base.execute(f"{rows.EPISODE} WHERE id = ?", (ident,)).fetchone()
        return rows.episode(row) if row else None

    def facts_on_turn(self, turn: str) -> list[Fact]:
        """Facts that rest on a turn."""
        found = self.base.execute("SELECT fact FROM evidence WHERE turn = ? ORDER BY fact", (turn,)).fetchall()
        return list(self.facts([fact for (fact,) in found]))

    def facts_of_operation(self, operation: str) -> list[str]:
        """Ids of the facts an operation speaks of."""
        sql = "SELECT DISTINCT target FROM events WHERE op = ? AND target LIKE 'fa%' ORDER BY target"
        return [target for (target,) in self.base.execute(sql, (operation,))]

    def episodes_of_turns(self) -> dict[str, str]:
        """Each turn's episode, of the turns that facts rest on."""
        sql = "SELECT DISTINCT t.id, t.episode FROM evidence v JOIN turns t ON t.id = v.turn"
        return dict(self.base.execute(sql).fetchall())

    def review(self, ident: str) -> ReviewItem | None:
        """One review item; None when there is none."""
        row = self.base.execute("SELECT body FROM reviews WHERE id = ?", (ident,)).fetchone()
        return rows.review(row[0]) if row else None

    def recent_episodes(self, limit: int) -> list[Episode]:
        """The newest episodes by their time."""
        query = f"{rows.EPISODE} WHERE time <= ? ORDER BY time DESC, id LIMIT ?"
        return [rows.episode(row) for row in self.base.execute(query, (self.as_of if self.then else END, limit))]

    def reviews(self, state: str = "open") -> list[ReviewItem]:
        """Review items, oldest first."""
        found = self.base.execute("SELECT body FROM reviews WHERE state = ?", (state,))
        return sorted((rows.review(body) for (body,) in found), key=lambda item: (item.known_at, item.id))

    def count(self) -> int:
        """How many documents there are; their numbers are below it."""
        return int(self.catalog.meta("next", "0"))

    def hidden(self, fact: Fact) -> str:
        """Why a fact is not shown unless asked for; empty when it is true then, or lay ahead as already said."""
        if fact.retracted:
            return "retracted"
        if valid(fact, at=self.as_of):
            return ""
        if fact.invalid_at is not None and fact.invalid_at.start <= self.as_of:
            return "superseded" if fact.closed_by else "ended"
        return "later" if self.then and fact.said_at > self.as_of else ""

    def rows_in(self, sql: str, values: Sequence[Any], bound: Sequence[Any] = ()) -> Iterator[tuple[Any, ...]]:
        """Rows of `sql`, `bound` put in, with its last ` IN` filled by `values`, however many there are."""
        for start in range(0, len(values), _BATCH):
            part = tuple(values[start : start + _BATCH])
            yield from self.base.execute(f"{sql} ({','.join('?' * len(part))})", (*bound, *part))
