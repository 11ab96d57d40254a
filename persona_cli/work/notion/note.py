"""What a person's note on a row says, read with the row's own fact as its context.

A note is short: "wrong", "until March", "Lisbon, not Porto", "she works at Globex now". What the extractor finds in it
comes first; what it leaves is read by a few shapes that only make sense beside the fact. Nothing found is no guess.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from persona_cli.core.model import USER_ENTITY, Fact, Turn
from persona_cli.core.names import name_key
from persona_cli.core.similar import FLOOR, likeness, same_statement
from persona_cli.core.timex import Timex, find_times
from persona_cli.core.when import When
from persona_cli.errors import PersonaError
from persona_cli.extract.contract import Claim, Context, Extractor

LONGEST = 80  # characters of what a note puts in the place of something else

_LEAD = r"(?:(?:no|actually|sorry|correction|wrong|perdón|en realidad)\b[\s,:;.–-]*)*"
_IT = r"(?:(?:this|that|it|esto|eso)\b\s*)?(?:(?:is|was|’s|'s|has|es|era|fue)\b\s*)?"
_WRONG = re.compile(
    rf"{_IT}(?:(?:simply|just|all|completely|totally|quite)\s+)?"
    r"(?:wrong|false|incorrect|untrue|not (?:true|right|correct|so)|never (?:been )?(?:true|right|so|the case)|a mistake"
    r"|made up|delete|delete (?:this|it)|remove|remove (?:this|it)"
    r"|falso|incorrecto|mentira|equivocado|no (?:es|era) (?:cierto|verdad|así)|nunca (?:fue|ha sido) (?:cierto|así)|borrar)",
    re.IGNORECASE,
)
_ENDED = re.compile(
    rf"{_IT}(?:no longer(?: (?:true|so|the case|valid|current|right))?|not (?:true|so|the case)? ?any ?(?:more|longer)"
    r"|over|ended|stopped|finished|until|till|ya no(?: es (?:cierto|así))?|se acabó|terminó|hasta)",
    re.IGNORECASE,
)
_SINCE = re.compile(rf"{_IT}(?:(?:already|since|from|desde|ya)\s*)?", re.IGNORECASE)
_NOT = (
    re.compile(
        rf"{_LEAD}(?P<new>.+?),? (?:and not|not|instead of|rather than|y no|no|en vez de) (?P<old>.+)", re.IGNORECASE
    ),
    re.compile(rf"{_LEAD}(?:not|no) (?P<old>.+?)(?:,? but|,? sino|[,;:]) (?P<new>.+)", re.IGNORECASE),
    re.compile(r"(?P<old>.+?)\s*(?:→|->|=>)\s*(?P<new>.+)"),
)
_IT_IS = re.compile(
    rf"{_LEAD}(?:it|this|that|eso|esto)?(?:’s|'s| ?\bis| ?\bes| (?P<never>should (?:be|say|read)|must be|debe ser))\s+"
    r"(?:(?:actually|really|now|in|at|en)\s+)*(?P<new>.+)",
    re.IGNORECASE,
)
_PRONOUN = re.compile(r"(?:he|she|they|it|él|ella)\b(?!['’])", re.IGNORECASE)
_TAIL = re.compile(r"[\s,;]+(?:now|today|currently|these days|ahora)\b.*|[.!?]+$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Subject:
    """The row's fact with the names its words use."""

    fact: Fact
    name: str
    names: frozenset[str]  # keys of all its names
    object: str = ""  # name of the object entity


@dataclass(frozen=True, slots=True)
class Said:
    """One thing that a note says."""

    claim: Claim
    corrects: bool  # it stands against the row's fact, or in its place


def read_note(turn: Turn, about: Subject, extractor: Extractor, context: Context) -> list[Said]:
    """What a note says, in order; empty when that is nothing; raises PersonaError when the extractor fails."""
    if verdict := _verdict(turn, about, context.language or "en"):
        return [Said(verdict, corrects=True)]
    claims = _extracted(turn, about, extractor, context)
    said = [Said(claim, corrects=_about(claim, about) and not _repeats(claim, about.fact)) for claim in claims]
    if said:
        return _one_truth(said)
    return [Said(claim, corrects=True) for claim in _in_its_place(turn, about)][:1]


def new_beginning(text: str, at: str, language: str) -> When | None:
    """The time from which a fact is true, where that is all a note says: "since 2019"."""
    rest, times = _without_times(text, at, language)
    if len(times) == 1 and times[0].relation in ("since", "from") and _SINCE.fullmatch(rest):
        return times[0].first
    return None


def _extracted(turn: Turn, about: Subject, extractor: Extractor, context: Context) -> Sequence[Claim]:
    noted = Turn(
        f"{turn.id}.row", turn.episode, 0, turn.time, "persona", "assistant", f"I have noted: {about.fact.text}"
    )
    found = extractor.extract([noted, turn], context)
    if turn.id in found.failed:
        raise PersonaError("the extractor gave no answer; the next run tries again")
    return [claim for claim in found.claims if claim.turn == turn.id]


def _about(claim: Claim, about: Subject) -> bool:
    if claim.subject_is_speaker:
        return about.fact.subject == USER_ENTITY
    return name_key(claim.subject) in about.names


def _repeats(claim: Claim, fact: Fact) -> bool:
    return not claim.negated and not claim.is_correction and same_statement(claim.text, fact.text)


def _one_truth(said: Sequence[Said]) -> list[Said]:
    """The first statement that corrects takes the fact's place; what else is said are facts of their own."""
    first = next((item for item in said if item.corrects and not item.claim.negated), None)
    return [item if item is first or item.claim.negated else replace(item, corrects=False) for item in said]


# --- shapes ---------------------------------------------------------------------------------------------------------


def _verdict(turn: Turn, about: Subject, language: str) -> Claim | None:
    """The verdict "wrong", "no longer true" or "until March": the fact goes and nothing takes its place."""
    if _WRONG.fullmatch(_bare(turn.text)):
        return replace(_claim(turn, about, about.fact.text), negated=True, retracts=True)
    rest, times = _without_times(turn.text, turn.time, language)
    until = next((time for time in times if time.first and (time.relation in ("until", "by") or rest)), None)
    if _ENDED.fullmatch(rest) or (not rest and until is not None):
        end = until.first if until else None
        return replace(_claim(turn, about, about.fact.text), negated=True, invalid_at=end)
    return None


def _in_its_place(turn: Turn, about: Subject) -> Iterator[Claim]:
    """Statements that a note makes by naming only what is different."""
    text, fact = _bare(turn.text), about.fact
    for shape in _NOT:
        found = shape.fullmatch(text)
        if found and len(found["new"]) <= LONGEST and (worded := _replaced(fact.text, found["old"], found["new"])):
            yield _changed(turn, about, worded, found["old"], found["new"])
    if found := _IT_IS.fullmatch(text):
        new, never = found["new"].strip(), bool(found["never"])
        if likeness(new, fact.text) >= FLOOR:
            yield replace(_restated(turn, about, new), retracts=never)
        elif about.object and len(new) <= LONGEST and (worded := _replaced(fact.text, about.object, new)):
            yield replace(_changed(turn, about, worded, about.object, new), retracts=never)
    spoken = _PRONOUN.sub(about.name, text, count=1) if _PRONOUN.match(text) else text
    begins = any(name_key(spoken[: len(name)]) == name for name in about.names) or spoken.startswith(about.name)
    if begins and likeness(spoken, fact.text) >= FLOOR and not same_statement(spoken, fact.text):
        yield _restated(turn, about, spoken)


def _changed(turn: Turn, about: Subject, text: str, old: str, new: str) -> Claim:
    """The fact with something else in one place; its object too, where that was the place."""
    same = about.object and name_key(old) == name_key(about.object)
    return replace(_claim(turn, about, text), object=new if same else about.object if about.object in text else "")


def _restated(turn: Turn, about: Subject, text: str) -> Claim:
    """The fact in new words; what stands where its object stood is the new object."""
    before, found, _ = about.fact.text.partition(about.object) if about.object else ("", "", "")
    new = ""
    if found and text.startswith(before):
        new = _TAIL.sub("", text[len(before) :]).strip()
    elif about.object and about.object in text:
        new = about.object
    return replace(_claim(turn, about, text), object=new if len(new) <= LONGEST and len(new.split()) <= 4 else "")


def _claim(turn: Turn, about: Subject, text: str) -> Claim:
    fact = about.fact
    worded = text if text.endswith((".", "!", "?")) or not fact.text.endswith(".") else f"{text}."
    return Claim(
        subject=about.name,
        subject_is_speaker=False,
        predicate=fact.predicate,
        object=about.object,
        text=worded[:1].upper() + worded[1:],
        turn=turn.id,
        quote=turn.text,
        kind=fact.kind,
        aspect=fact.aspect,
        is_correction=True,
        confidence=1.0,
    )


def _replaced(text: str, old: str, new: str) -> str:
    """`text` with whole words replaced; empty when they do not stand in it, or stand there twice."""
    found = re.findall(rf"(?<!\w){re.escape(old.strip())}(?!\w)", text, re.IGNORECASE)
    return text.replace(found[0], new.strip()) if len(found) == 1 else ""


def _without_times(text: str, at: str, language: str) -> tuple[str, list[Timex]]:
    """What a note says besides its times, and those; `at` is when it was written."""
    times = find_times(text, datetime.fromisoformat(at), language=language, future=False)
    for time in reversed(times):
        text = text[: time.start] + text[time.end :]
    return _bare(text), times


def _bare(text: str) -> str:
    return " ".join(text.split()).strip(" .!,;:–-")
