"""Claims of a language read by tables: patterns of statements, and first-person words with their third person."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from persona_cli.core.model import Turn
from persona_cli.core.vocabulary import predicate
from persona_cli.extract.contract import Claim
from persona_cli.extract.rules import times
from persona_cli.extract.rules.packs.pack import Pack, Statement, Tables
from persona_cli.extract.rules.pattern import Pattern
from persona_cli.extract.rules.people import People
from persona_cli.extract.rules.rewrite import sentence
from persona_cli.extract.rules.sentences import Sentence, sentences

CONFIDENCE = 0.75  # of any claim by tables
_WORD = Pattern(r"[^\W\d_]+")


@dataclass(frozen=True, slots=True)
class _Said:
    """A turn as it is read: who speaks, when, in which language."""

    turn: Turn
    name: str  # the speaker, in texts
    moment: datetime | None
    tables: Tables
    code: str
    sentence: Sentence

    @property
    def quote(self) -> str:
        return self.turn.text[self.sentence.start : self.sentence.end]


def table_claims(turn: Turn, pack: Pack, people: People) -> Iterator[Claim]:
    """Claims of one turn by the tables of `pack`; a sentence that is not wholly understood gives none."""
    tables = pack.tables
    if tables is None:
        return
    name = people.name_of(turn)
    if name == "the user":
        name = tables.user
    moment = times.anchor(turn.time, turn.zone)
    for found in sentences(turn.text, pack, turn.quoted):
        if found.asks or pack.drop.search(found.text):
            continue
        said = _Said(turn, name, moment, tables, pack.code, found)
        text = tables.openers.sub("", found.text.rstrip(".! "))
        for piece in tables.split.split(text):
            yield from _read(piece.strip(" ,"), said)


def _read(piece: str, said: _Said) -> Iterator[Claim]:
    if first := said.tables.times_first.match(piece):  # "ayer compré pan" is read as "compré pan ayer"
        piece = f"{piece[first.end() :]} {first[0].strip(' ,').lower()}"
    lowered = piece[:1].lower() + piece[1:]
    if relative := said.tables.relative.match(lowered):
        yield from _relative(relative, said)
        return
    for statement in said.tables.statements:
        if found := statement.pattern.search(lowered):
            if claim := _claim(lowered, statement, found, said):
                yield claim
            return


def _claim(piece: str, statement: Statement, found: re.Match[str], said: _Said) -> Claim | None:
    time = times.read(piece, said.moment, language=said.code)
    third = _third(times.noted(piece, time) if time.valid_at or time.invalid_at else piece, said.tables)
    if not third:
        return None
    groups = found.groupdict()
    name = statement.predicate + (groups.get("what") or "")
    entry = predicate(name)
    thing = (groups.get("o") or "").strip()
    return Claim(
        subject=said.name,
        subject_is_speaker=True,
        predicate=name,
        object=thing,
        text=sentence(said.tables.lead(said.name, third)),
        turn=said.turn.id,
        quote=said.quote,
        kind=entry.kind,
        aspect=entry.aspect,
        is_correction=statement.correction,
        negated=statement.correction or said.tables.negation.search(piece) is not None,
        valid_at=time.valid_at,
        invalid_at=time.invalid_at,
        when_said=time.said,
        confidence=CONFIDENCE,
        subject_type="person",
        object_type=(statement.object_type or entry.object_type) if thing else "",
    )


def _relative(found: re.Match[str], said: _Said) -> Iterator[Claim]:
    """Who the relative is, and what is said of them."""
    name, kin, rest = found["name"], found["kin"], (found["rest"] or "").strip()
    relation = said.tables.relatives[kin]
    entry = predicate(relation)
    text = said.tables.relation_text.format(name=name, kin=kin, user=said.name)
    yield Claim(
        said.name, True, relation, name, sentence(text), said.turn.id, said.quote, confidence=CONFIDENCE, subject_type="person",
        object_type=entry.object_type,
    )  # fmt: skip
    third = _third(rest, said.tables) if rest else ""
    if not third:
        return
    time = times.read(rest, said.moment, language=said.code)
    kind = "animal" if relation == "has_pet" else "person"
    said_of = next((s for s in said.tables.of_others if s.pattern.match(rest)), None)
    thing = ""
    if said_of is not None and (match := said_of.pattern.match(rest)):
        thing = match.groupdict().get("o") or ""
    yield Claim(
        subject=name,
        subject_is_speaker=False,
        predicate=said_of.predicate if said_of else "states",
        object=thing,
        text=sentence(said.tables.relative_text.format(name=name, kin=kin, user=said.name, rest=third)),
        turn=said.turn.id,
        quote=said.quote,
        negated=said.tables.negation.search(rest) is not None,
        valid_at=time.valid_at,
        invalid_at=time.invalid_at,
        when_said=time.said,
        confidence=CONFIDENCE,
        subject_type=kind,
        object_type=predicate(said_of.predicate).object_type if said_of and thing else "",
    )


def _third(text: str, tables: Tables) -> str:
    """`text` in the third person; empty when first-person words are left that the tables do not know."""
    for pattern, replacement in tables.phrases:
        text = pattern.sub(replacement, text)
    before = ""

    def turned(found: re.Match[str]) -> str:
        nonlocal before
        word = found[0].lower()
        put = (
            found[0]
            if before in tables.determiners and word not in tables.determiners
            else tables.third.get(word, found[0])
        )
        before = word
        return put

    out = re.sub(r"\s+", " ", _WORD.sub(turned, text)).strip()
    return "" if tables.unread.search(out) else out
