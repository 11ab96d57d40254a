"""Documents as search and the indexes ask for them, read from one state of the catalogue.

Search ranks some hundreds of documents to show ten: of those it first reads outlines, which is a third of the work.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, cast

from persona_cli.core.fold import owned
from persona_cli.core.model import Fact, Role
from persona_cli.core.when import END
from persona_cli.index import rows
from persona_cli.index.document import Document, Neighbour
from persona_cli.index.view import View


class Documents:
    """The documents of a state of the vault; fulfils `records.Records`."""

    def __init__(self, view: View) -> None:
        self._view = view

    def documents(self, numbers: Sequence[int]) -> Mapping[int, Document]:
        """Documents by number; what is not in effect in this state is left out."""
        found = dict(self._turn_documents(numbers))
        rest = [number for number in numbers if number not in found]
        found.update((document.number, document) for document in self._fact_documents(dict(self._worded(rest))))
        return found

    def outlines(self, numbers: Sequence[int]) -> Mapping[int, Document]:
        """The same documents with what a ranking needs: id, kind, role and whether they are hidden."""
        if self._view.then:  # what is hidden then takes more than the tables of the present
            return self.documents(numbers)
        sql = "SELECT number, id, role FROM turns WHERE live AND number IN"
        found = {n: Document(n, "turn", ident, "", role=role) for n, ident, role in self._view.rows_in(sql, numbers)}
        rest = [number for number in numbers if number not in found]
        sql = "SELECT number, id, retracted, valid_to FROM facts WHERE number IN"
        for number, ident, retracted, ends in self._view.rows_in(sql, rest):
            hidden = "ended" if retracted or "" != ends <= self._view.as_of else ""
            found[number] = Document(number, "fact", ident, "", hidden=hidden)
        return found

    def _worded(self, numbers: Sequence[int]) -> Iterator[tuple[int, Fact]]:
        """The facts that are worded so in this state, by the number of the wording."""
        view = self._view
        if not view.known_at:
            for number, body in view.rows_in("SELECT number, body FROM facts WHERE number IN", numbers):
                yield number, owned(rows.fact(body), view.owner)
            return
        wordings = {(fact, text): number for number, fact, text in self._wordings(numbers)}
        for fact in view.facts(dict.fromkeys(fact for fact, _ in wordings)):
            if (number := wordings.get((fact.id, fact.text))) is not None:  # the others were worded so at another time
                yield number, fact

    def _wordings(self, numbers: Sequence[int]) -> Iterator[tuple[Any, ...]]:
        """(number, fact, wording) of those of the numbers that are facts."""
        yield from self._view.rows_in("SELECT number, fact, text FROM documents WHERE number IN", numbers)

    def _turn_documents(self, numbers: Sequence[int], *, every: bool = False) -> Iterator[tuple[int, Document]]:
        test, bound = ("turns.text != ''", ()) if every else self._view.turn_counts()
        sql = (
            "SELECT number, turns.id, text, episode, position, turns.time, speaker, role, e.title, e.source, e.time"
            f" FROM turns LEFT JOIN episodes e ON e.id = episode WHERE {test} AND number IN"
        )
        for number, ident, text, episode, position, time, speaker, role, title, source, begun in self._view.rows_in(
            sql, numbers, bound
        ):
            yield (
                number,
                Document(
                    number,
                    "turn",
                    ident,
                    text,
                    episode,
                    position,
                    time or begun or "",
                    speaker,
                    cast("Role", role),
                    title or "",
                    source=source or "",
                    hidden="later" if self._view.then and time > self._view.as_of else "",
                ),
            )

    def _fact_documents(self, facts: Mapping[int, Fact]) -> Iterator[Document]:
        places = {
            row[0]: row[1:]
            for row in self._view.rows_in(
                "SELECT id, number, episode, position, speaker FROM turns WHERE id IN",
                tuple({e.turn for fact in facts.values() for e in fact.evidence}),
            )
        }
        for number, fact in facts.items():
            rests = [places[e.turn] for e in fact.evidence if e.turn in places]
            first: Any = rests[0] if rests else (0, "", 0, "")
            yield Document(
                number,
                "fact",
                fact.id,
                fact.text,
                first[1],
                first[2],
                fact.said_at or fact.known_at,
                first[3],
                "user",
                entities=tuple(e for e in (fact.subject, fact.object) if e),
                predicate=fact.predicate,
                fact_kind=fact.kind,
                aspect=fact.aspect,
                valid_from=fact.valid_at.start if fact.valid_at else "",
                valid_to=fact.invalid_at.start if fact.invalid_at else "",
                hidden=self._view.hidden(fact),
                evidence=tuple(place[0] for place in rests),
                supports=max(1, len({e.turn for e in fact.evidence})),
            )

    def stream(self, after: int, size: int = 500) -> Iterator[Document]:
        """Documents numbered from `after`, in order, with the turn before each turn; for building indexes.

        Also turns and wordings that are not in effect: search leaves them out, and an undo can be undone. Of a fact
        there is its wording alone, for the rest of it may change.
        """
        end = self._view.count()
        for start in range(after, end, size):
            numbers = range(start, min(start + size, end))
            found = dict(self._turn_documents(numbers, every=True))
            found.update((n, Document(n, "fact", fact, text)) for n, fact, text in self._wordings(numbers))
            for number in numbers:
                if (document := found.get(number)) is not None:
                    yield self._with_turn_before(document, found)

    def _with_turn_before(self, document: Document, found: Mapping[int, Document]) -> Document:
        if document.kind == "fact" or document.position == 0:
            return document
        near = found.get(document.number - 1)
        if near is not None and (near.episode, near.position) == (document.episode, document.position - 1):
            return replace(document, before=near.text, before_role=near.role, before_speaker=near.speaker)
        row = self._view.base.execute(
            "SELECT text, role, speaker FROM turns WHERE episode = ? AND position < ? AND text != ''"
            " ORDER BY position DESC, id LIMIT 1",
            (document.episode, document.position),
        ).fetchone()
        return replace(document, before=row[0], before_role=row[1], before_speaker=row[2]) if row else document

    def neighbours(self, numbers: Sequence[int], reach: int) -> Mapping[int, Sequence[Neighbour]]:
        """Turns of the same episode at most `reach` places before or after each turn in `numbers`."""
        found: dict[int, list[Neighbour]] = {}
        sql = (
            "SELECT a.number, b.number, b.position - a.position, b.role, b.id FROM turns a JOIN turns b"
            f" ON b.episode = a.episode AND b.position BETWEEN a.position - {int(reach)} AND a.position + {int(reach)}"
            " WHERE b.live AND a.number != b.number AND a.number IN"
        )
        for number, other, offset, role, ident in self._view.rows_in(sql, numbers):
            found.setdefault(number, []).append(Neighbour(other, offset, role, "" if self._view.then else ident))
        return found

    def of_entities(self, entities: Sequence[str], limit: int) -> Sequence[tuple[int, str]]:
        """(number, entity) of facts touching the entities, newest first, and of the turns they rest on."""
        found: list[tuple[int, str]] = []
        for entity in entities:
            members = self._view.members(entity)
            marks = ",".join("?" * len(members))
            facts = self._view.base.execute(
                f"SELECT number, id FROM facts WHERE subject IN ({marks}) OR (object != '' AND object IN ({marks}))"
                " ORDER BY valid_from DESC, id LIMIT ?",
                (*members, *members, limit),
            ).fetchall()
            found += [(number, entity) for number, _ in facts]
            sql = "SELECT DISTINCT t.number FROM evidence v JOIN turns t ON t.id = v.turn WHERE v.fact IN"
            found += [(number, entity) for (number,) in self._view.rows_in(sql, [fact for _, fact in facts])]
        return found

    def in_window(self, start: str, end: str, limit: int) -> Sequence[int]:
        """Documents said in [start, end), and facts whose valid time begins in it; newest first."""
        said = self._view.base.execute(
            "SELECT time, id, number FROM turns WHERE time >= ?1 AND time < ?2 AND live"
            " UNION ALL SELECT valid_from, id, number FROM facts WHERE valid_from >= ?1 AND valid_from < ?2"
            " ORDER BY 1 DESC, 2 LIMIT ?3",
            (start or "0", end or END, limit),
        )
        return [number for _, _, number in said]
