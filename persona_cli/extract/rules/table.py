"""Claims of a language described by tables alone: patterns of statements, and first-person words with their third person."""

from __future__ import annotations

import re
from collections.abc import Iterator

from persona_cli.core.model import Turn
from persona_cli.core.vocabulary import predicate
from persona_cli.extract.contract import Claim
from persona_cli.extract.rules import times
from persona_cli.extract.rules.packs.pack import Pack, Statement
from persona_cli.extract.rules.people import People
from persona_cli.extract.rules.rewrite import sentence
from persona_cli.extract.rules.sentences import Sentence, sentences

_WORD = re.compile(r"[^\W\d_]+")


def table_claims(turn: Turn, pack: Pack, people: People) -> Iterator[Claim]:
    """Claims of one turn by the tables of `pack`; a sentence that is not wholly understood gives none."""
    name = people.name_of(turn)
    if name == "the user" and pack.user:
        name = pack.user
    moment = times.anchor(turn.time, turn.zone)
    for said in sentences(turn.text, pack, turn.quoted):
        if said.asks or pack.drop.search(said.text):
            continue
        for piece in _pieces(said.text.rstrip(".! "), pack):
            for statement in pack.statements:
                if found := statement.pattern.search(piece):
                    if claim := _claim(turn, said, piece, statement, found, name=name, pack=pack, moment=moment):
                        yield claim
                    break


def _pieces(text: str, pack: Pack) -> list[str]:
    return [p.strip(" ,") for p in pack.split.split(text)] if pack.split else [text]


def _claim(
    turn: Turn,
    said: Sentence,
    piece: str,
    statement: Statement,
    found: re.Match[str],
    *,
    name: str,
    pack: Pack,
    moment: object,
) -> Claim | None:
    third = _third(piece, pack)
    if third is None:
        return None
    entry = predicate(statement.predicate)
    thing = (found.groupdict().get("o") or "").strip()
    time = times.read(piece, moment, language=pack.code)  # type: ignore[arg-type]
    text = third if found.groupdict().get("owner") else f"{name} {third}"
    return Claim(
        name, True, statement.predicate, thing, sentence(text), turn.id, turn.text[said.start : said.end], entry.kind,
        statement.aspect or entry.aspect, is_correction=statement.correction, negated=bool(pack_negation(piece, pack)), valid_at=time.valid_at,
        invalid_at=time.invalid_at, when_said=time.said, confidence=0.75, subject_type="person",
        object_type=(statement.object_type or entry.object_type) if thing else "",
    )  # fmt: skip


def pack_negation(text: str, pack: Pack) -> bool:
    """Whether a piece denies."""
    return bool(pack.negation and pack.negation.search(text))


def _third(text: str, pack: Pack) -> str | None:
    """`text` with first-person words put into the third person; None when some are left that the pack does not know."""
    out = _WORD.sub(lambda f: pack.third.get(f[0].lower(), f[0]), text)
    if pack.unread and pack.unread.search(out):
        return None
    out = re.sub(r"\s+", " ", out).strip()
    return out[0].lower() + out[1:] if out else None
