"""What a model says was said, checked against what was said; a fact without its words in a person's statement is none.

A fact is kept when its quote stands in a turn somebody spoke (white space and quotation marks may differ), in a
sentence that is no question, when its subject is the speaker or a name that occurs, and when most of its own words and
all its numbers occur in the window. The model copies words of time; what they mean is told here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from persona_cli.core import vocabulary
from persona_cli.core.model import FactKind, Turn
from persona_cli.core.timex import find_times
from persona_cli.extract.contract import Claim, Context
from persona_cli.extract.llm_windows import Line, Window
from persona_cli.extract.rules import language, times
from persona_cli.extract.rules.people import GENERIC, People
from persona_cli.extract.rules.sentences import mask

CONFIDENCE = 0.7  # of a fact that passed
SUPPORT = 0.6  # share of a fact's content words that must occur (measured with small models: less lets inventions in)
MAX_TEXT = 400  # characters of a fact's sentence

KINDS: dict[str, tuple[FactKind, str]] = {
    "fact": ("fact", ""),
    "trait": ("psyche", "trait"),
    "preference": ("psyche", "preference"),
    "value": ("psyche", "value"),
    "belief": ("psyche", "belief"),
    "psyche": ("psyche", "trait"),
    "task": ("goal", "task"),
    "project": ("goal", "project"),
    "reminder": ("goal", "reminder"),
    "todo": ("goal", "todo"),
    "goal": ("goal", "task"),
}
CHANGED, NEVER_TRUE = "changed", "never_true"

_ME = frozenset({"i", "me", "my", "myself", "speaker", "the speaker", "narrator"})
_USER = frozenset({"user", "the user", "human", "the human"})
_PRONOUNS = frozenset(
    "he she they it we you him her them us his hers theirs its our ours your yours this that these those someone "
    "somebody everyone everybody anyone people one who which there el él ella ellos ellas nosotros usted ustedes".split()
)
_FIRST_PERSON = re.compile(r"(?:I|I['’](?:m|ve|d|ll)|My|We|We['’](?:re|ve))\b")
_END = re.compile(r"[.!?…]+[\"')\]”’»]*(?=\s|\Z)|[。！？؟]+|\n+")
_ASKS = re.compile(r"[?？؟][\"')\]”’»\s]*\Z")
_COMMA = re.compile(r"[,;:–—]\s")
_SAYS_I = re.compile(
    r"\s*(?:(?:and|but|so|because|since|as|also|well|y|pero|porque|como)\s+)?"
    r"(?:i|we|my|our|yo|mi|mis|soy|tengo|estoy|vivo|trabajo)\b",
    re.IGNORECASE,
)
_STRAIGHT = str.maketrans({"’": "'", "‘": "'", "`": "'", "“": '"', "”": '"', "«": '"', "»": '"', "„": '"'})
_CJK = r"\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\u0e00-\u0e7f"
_TOKEN = re.compile(rf"[{_CJK}]|[^\W_{_CJK}]+")
_GLUE = frozenset(
    "that with from their they them have been does will would which when where also this into about there than then "
    "were being having because while whose what after before over under currently person speaker named called "
    "the and for are was has had not but you his her its who all any can out now off did does she him our "
    "longer anymore never still used ever only also just many much more most some".split()
)
_NEGATION = re.compile(r"\b(?:not|never|no longer|no|none|cannot|without)\b|n't\b", re.IGNORECASE)
_NOT = re.compile(r"^(?:(?:does|do|did|is|are|was|has|have|can|will|would)n?_(?:t|not)|cannot|not|never|no_longer)_")
_NUMBERS = {
    word: str(n) for n, word in enumerate("zero one two three four five six seven eight nine ten eleven twelve".split())
}
_NUMBER_WORDS = {number: word for word, number in _NUMBERS.items()}


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of a turn's text."""

    start: int
    end: int


class Ground:
    """The window that facts are checked against."""

    def __init__(self, window: Window, who: People, context: Context) -> None:
        self._who = who
        self._context = context
        self._lines = {line.number: line for line in window.cited}
        self._turns = {line.turn.id: line.turn for line in window.cited}
        self._masked = {id_: mask(turn.text, turn.quoted) for id_, turn in self._turns.items()}
        said = " ".join(f"{line.label} {line.text}" for line in (*window.before, *window.lines))
        self._tokens = frozenset(_tokens(said)) | frozenset(_tokens(f"{who.user} {' '.join(context.known_names)}"))
        self._stems = frozenset(_stem(token) for token in self._tokens)
        self._to_user = any(line.label == "user" for line in window.cited)

    def claim(self, fact: Mapping[str, Any]) -> Claim | str:
        """The claim a fact makes, or why it makes none."""
        place = self._place(fact)
        if isinstance(place, str):
            return place
        turn, span = place
        subject = self._subject(fact["subject"], turn)
        if subject is None:
            return "the subject is nobody named here"
        name, is_speaker = subject
        text = self._sentence(fact["text"], turn)
        if reason := self._unsupported(text, name, fact["predicate"]):
            return reason
        predicate = _snake(fact["predicate"])
        kind, aspect = _kind(fact, predicate)
        correction = fact.get("correction", "").strip().lower().replace(" ", "_")
        moment = self._when(fact.get("when", ""), turn, span)
        return Claim(
            subject=name,
            subject_is_speaker=is_speaker,
            predicate=predicate,
            object=self._object(fact.get("object", ""), name, f"{moment.said} {fact.get('when', '')}"),
            text=text,
            turn=turn.id,
            quote=turn.text[span.start : span.end],
            kind=kind,
            aspect=aspect,
            is_correction=correction in (CHANGED, NEVER_TRUE, "true", "yes", "1") or fact.get("retracts") is True,
            retracts=correction == NEVER_TRUE or fact.get("retracts") is True,
            negated=fact.get("negated") is True or bool(_NEGATION.search(text)),
            valid_at=moment.valid_at,
            invalid_at=moment.invalid_at,
            when_said=moment.said.rstrip(" .,;"),
            confidence=CONFIDENCE,
        )

    def _place(self, fact: Mapping[str, Any]) -> tuple[Turn, Span] | str:
        """The turn and span of a fact's quote; the line number the model gives is only where looking begins."""
        quote = fact.get("quote", "")
        if not quote:
            return "no quote"
        cited = self._cited(fact.get("turn"))
        first = [cited.turn.id] if cited else []
        reason = "the quote is not in the turn"
        for id_ in dict.fromkeys([*first, *self._turns]):
            for span in occurrences(quote, self._masked[id_]):
                if states(self._masked[id_], span):
                    return self._turns[id_], span
                reason = "the quote is a question or a scrap"
        return reason

    def _cited(self, number: Any) -> Line | None:
        digits = re.search(r"\d{1,6}", str(number))
        return self._lines.get(int(digits[0])) if digits else None

    def _subject(self, subject: str, turn: Turn) -> tuple[str, bool] | None:
        """Name of the subject and whether it is the speaker; None for a pronoun and for a name nobody said."""
        name = " ".join(subject.split())[:80]
        low = name.casefold()
        speaker = self._who.name_of(turn)
        if low in _ME or low in {turn.speaker.casefold(), speaker.casefold()} - GENERIC:
            return speaker, True
        if low in _USER or low == self._context.user_name.casefold() or low in self._context.user_speakers:
            return (speaker, True) if self._is_own(turn) or not self._to_user else (self._who.user, False)
        heard = all({token, f"{token}s"} & self._tokens for token in _tokens(name) if len(token) > 1)
        if low in _PRONOUNS or not _tokens(name) or not heard:
            return None
        return re.sub(r"^(?:the )?user(?=['’]s\b)", self._who.user, name, flags=re.IGNORECASE), False

    def _object(self, name: str, subject: str, when: str) -> str:
        """The object, unless nobody said it, or it is the subject again or the words of time."""
        name = " ".join(name.split())[:80]
        low = name.casefold()
        if low in {subject.casefold(), *_ME, *_USER, *_PRONOUNS} or f" {low} " in f" {when.casefold()} ":
            return ""
        return name if any(_stem(token) in self._stems for token in _tokens(name)) else ""

    def _sentence(self, text: str, turn: Turn) -> str:
        """A fact's sentence, with the person called as the vault calls them."""
        called = self._who.name_of(turn) if self._is_own(turn) else self._who.user
        text = re.sub(r"\bthe user\b|^user\b", called, " ".join(text.split()), flags=re.IGNORECASE)
        return text[:1].upper() + text[1:]

    def _is_own(self, turn: Turn) -> bool:
        """Whether the person of the vault speaks."""
        return turn.role == "user" or self._who.name_of(turn) == self._who.user

    def _unsupported(self, text: str, subject: str, predicate: str) -> str:
        """Why the words of a fact do not follow from the window, empty when they may.

        The subject's name need not be said, and the predicate's words only where the fact has no others.
        """
        if len(text) > MAX_TEXT or _FIRST_PERSON.match(text):
            return "the text is no short sentence in the third person"
        own = {_stem(token) for token in _tokens(f"{subject} {self._who.user}")}
        content = [token for token in _tokens(text) if _weighs(token) and _stem(token) not in own]
        for token in content:
            if token.isdigit() and token not in self._tokens and _NUMBER_WORDS.get(token) not in self._tokens:
                return "a number in the text was not said"
        verbs = {_stem(token) for token in _tokens(predicate)}
        content = [token for token in content if _stem(token) not in verbs] or content
        found = sum(_stem(token) in self._stems for token in content)
        return "" if found >= SUPPORT * len(content) else "the text says what was not said"

    def _when(self, words: str, turn: Turn, span: Span) -> times.Times:
        """What copied words of time mean, read in their sentence; nothing when they were not said."""
        moment = times.anchor(turn.time, turn.zone)
        text = self._masked[turn.id]
        spans = list(occurrences(words, text, flags=re.IGNORECASE)) if words and moment else []
        if not spans or moment is None:
            return times.NOTHING
        near = min(spans, key=lambda one: abs(one.start - span.start))
        start, end = next(one for one in _sentences(text) if one[0] <= near.start < one[1])
        return _meaning(text[start:end], Span(near.start - start, near.end - start), moment, self._language(turn))

    def _language(self, turn: Turn) -> str:
        return self._context.language or language.guess(turn.text) or "en"


def occurrences(quote: str, text: str, *, flags: re.RegexFlag = re.NOFLAG) -> Iterator[Span]:
    """Where a quote stands in a text as whole words; white space and quotation marks may differ, nothing else."""
    words = quote.translate(_STRAIGHT).strip().strip("\"'").split()
    if not words:
        return
    pattern = r"\s+".join(map(re.escape, words))
    left = r"(?<!\w)" if re.match(rf"(?![{_CJK}])\w", words[0]) else ""
    right = r"(?!\w)" if re.search(rf"(?![{_CJK}])\w\Z", words[-1]) else ""
    for match in re.finditer(left + pattern + right, text.translate(_STRAIGHT), flags):
        yield Span(match.start(), match.end())


def states(text: str, span: Span) -> bool:
    """Whether a span states something: most of it stands outside questions, and it is a sentence or several words."""
    stated = total = 0
    whole = False
    for start, end, asks in _parts(text):
        if start >= span.end or span.start >= end:
            continue
        inside = _TOKEN.findall(text[max(start, span.start) : min(end, span.end)])
        total += len(inside)
        if not asks:
            stated += len(inside)
            whole = whole or inside == _TOKEN.findall(text[start:end])
    return stated * 2 >= total and (stated >= 2 or (whole and stated > 0))


def _parts(text: str) -> Iterator[tuple[int, int, bool]]:
    """Sentences, and whether they ask; "I'm new here, where do I eat?" states its first part and asks its last."""
    for start, end in _sentences(text):
        sentence = text[start:end]
        if not _ASKS.search(sentence) and not sentence.lstrip().startswith("¿"):
            yield start, end, False
            continue
        at = start
        for comma in _COMMA.finditer(text, start, end):
            yield at, comma.end(), not _SAYS_I.match(text, at, comma.end())
            at = comma.end()
        yield at, end, True


def _sentences(text: str) -> Iterator[tuple[int, int]]:
    start = 0
    for match in _END.finditer(text):
        yield start, match.end()
        start = match.end()
    if start < len(text):
        yield start, len(text)


def _meaning(sentence: str, words: Span, moment: datetime, code: str) -> times.Times:
    """The times of a sentence that overlap the copied words, with the preposition and tense they stand in."""
    found = find_times(sentence, moment, language=code)
    hits = [one for one in found if one.start < words.end and words.start < one.end and one.first is not None]
    if not hits:
        return times.NOTHING
    first = hits[0].first
    future = first is not None and first.start > _day_of(moment)
    return times.read(sentence[hits[0].start : hits[-1].end], moment, language=code, future=future)


def _day_of(moment: datetime) -> str:
    """The day of a moment as it compares with the beginning of a `When`."""
    return moment.strftime("%Y-%m-%dT99")


def _tokens(text: str) -> list[str]:
    return [token.casefold() for token in _TOKEN.findall(text)]


def _stem(token: str) -> str:
    """The beginning of a word, enough to match its other forms."""
    return token.rstrip("s")[:4] or token


def _weighs(token: str) -> bool:
    return token not in _GLUE and (len(token) >= 3 or token.isdigit() or (len(token) == 1 and not token.isascii()))


def _kind(fact: Mapping[str, Any], predicate: str) -> tuple[FactKind, str]:
    """Kind and aspect as the model says, or as the vocabulary has them for a predicate where it says nothing special."""
    said = KINDS.get(fact.get("aspect", "").lower()) or KINDS.get(fact.get("kind", "").lower()) or KINDS["fact"]
    known = vocabulary.predicate(predicate)
    return said if said != KINDS["fact"] else (known.kind, known.aspect)


def _snake(predicate: str) -> str:
    """A predicate as the vocabulary writes them; that it is negated stands elsewhere."""
    name = re.sub(r"[\W_]+", "_", predicate.strip().casefold())[:40].strip("_")
    return _NOT.sub("", name) or "states"
