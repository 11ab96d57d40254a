"""What an extractor is given and what it must return, whether rules or a model fill it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from persona_cli.core.model import FactKind, Turn
from persona_cli.core.when import When


@dataclass(frozen=True, slots=True)
class Context:
    """What an extractor may know besides the turns."""

    user_name: str = ""  # how the person is called in fact texts; empty: "the user"
    user_speakers: frozenset[str] = frozenset()  # casefolded speaker names that are the person
    known_names: tuple[str, ...] = ()  # names and aliases of entities in the vault
    language: str = ""  # a language pack to use; empty: told from the text
    asides: frozenset[str] = frozenset()  # ids of turns given for understanding alone: claims from them are not wanted


@dataclass(frozen=True, slots=True)
class Claim:
    """A proposed fact. One without a quote found in its turn is rejected (see `check_claim`)."""

    subject: str  # name: the speaker's, or somebody named
    subject_is_speaker: bool  # the one who spoke says it of themselves
    predicate: str  # snake_case, from the vocabulary or a verb's lemma
    object: str  # name of an object entity; empty when there is none
    text: str  # a whole sentence in the third person
    turn: str  # turn id
    quote: str  # verbatim span of the turn's text
    kind: FactKind = "fact"
    aspect: str = ""  # psyche: trait, preference, value, belief; goal: task, project, reminder, todo
    is_correction: bool = False  # it says that something earlier has changed or was never so
    retracts: bool = False  # of corrections: never right, rather than no longer so
    negated: bool = False
    valid_at: When | None = None  # from words of time in the text; None: nothing was said
    invalid_at: When | None = None
    when_said: str = ""  # those words
    confidence: float = 0.5
    subject_type: str = ""  # person, place, organisation, work, animal, thing; empty when not certain
    object_type: str = ""
    about: tuple[str, ...] = ()  # other names mentioned, for linking


@dataclass(frozen=True, slots=True)
class Extraction:
    """What came of one run over some turns; finding nothing and failing are different outcomes."""

    claims: tuple[Claim, ...]
    failed: tuple[str, ...] = ()  # turn ids whose extraction failed and may be tried again
    rejected: int = 0  # claims without evidence, or not of the contract
    notes: tuple[str, ...] = field(default=())  # for the person: a language not covered, a fallback used


class Extractor(Protocol):
    """Turns of one episode, in order, into claims; holds no state between calls."""

    name: str

    def extract(self, turns: Sequence[Turn], context: Context) -> Extraction:
        """Claims of `turns`; earlier turns of the window are given first and may be used as context."""
        ...


def check_claim(claim: Claim, turns: dict[str, Turn]) -> str:
    """Why `claim` cannot be kept, or an empty string: it needs a turn, a verbatim quote, words and a subject."""
    turn = turns.get(claim.turn)
    if turn is None:
        return "no such turn"
    if not claim.quote.strip() or claim.quote not in turn.text:
        return "the quote is not in the turn"
    if not claim.text.strip() or not claim.subject.strip() or not claim.predicate.strip():
        return "subject, predicate and text must not be empty"
    return ""


def checked(claims: Iterator[Claim], turns: Sequence[Turn]) -> Extraction:
    """Keep the claims that pass `check_claim` and count the others."""
    by_id = {turn.id: turn for turn in turns}
    kept = []
    rejected = 0
    for claim in claims:
        if check_claim(claim, by_id):
            rejected += 1
        else:
            kept.append(claim)
    return Extraction(tuple(kept), rejected=rejected)
