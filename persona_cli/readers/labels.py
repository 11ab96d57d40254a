"""Which words at the beginning of lines are speakers, told from the whole text.

A name is a speaker when it stands for a role (`User`, `Claude` …), is a name the person gave, or is said often enough:
twice, or the text is consistently `Name: text` throughout. Where both a user and an assistant speak, nobody else does
unless about as often: an answer's `Tip:` and `Example:` are its own words. `Note:`, `10:30` and `http:` never are.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from persona_cli.errors import Problem
from persona_cli.readers.contract import Input, Options
from persona_cli.readers.dates import Written, written_at
from persona_cli.readers.roles import role_of
from persona_cli.readers.source import lines

_MOST_NAMES = 5000  # different words before colons that are counted; more is no transcript

_NEVER_WORDS = """
note notes nb ps p.s todo warning tip tips hint example examples e.g i.e question questions answer answers summary
subject from to cc bcc date time re fwd aw wg http https ftp file mailto title author source url link tags tag step
result results output input error important update edit edited caution attention remember conclusion ingredients
instructions pros cons overview mood sleep weather gratitude weight energy location priority status due total price
address phone email hinweis anmerkung achtung beispiel frage antwort notiz wichtig datum betreff nota ejemplo
pregunta respuesta importante exemple remarque today yesterday tomorrow tonight morning noon afternoon evening night
monday tuesday wednesday thursday friday saturday sunday attendees participants present agenda topic topics action
actions items decisions heute gestern morgen hoy ayer
"""
_NEVER = frozenset(_NEVER_WORDS.split())
PARTICLES = frozenset(("van", "von", "de", "da", "del", "della", "di", "du", "la", "der", "den", "dos", "bin", "al"))
_WORD = r"[^\W\d_][\w'\u2019.\-&]*"
_NAME = rf"{_WORD}(?:,?\s(?:{_WORD}|\d{{1,3}})){{0,4}}(?:\s\((?!\d)[^()]{{1,24}}\))?"
_OPEN = re.compile(r"[\u200e\u200f\ufeff]*\s{0,3}(?:[-*+]\s+(?=\*\*|__))?")
_LABEL = re.compile(
    rf"(?P<bold>\*\*|__)?(?P<name>{_NAME}|~\s?{_NAME}|\+\d[\d\s()-]{{5,18}})(?P<early>\*\*|__)?"
    r"(?:\s*[\[(](?P<clock>[^\])]{4,40})[\])])?\s?[:\uff1a](?P<late>\*\*|__)?(?=\s|$|[^\x00-\x7f/])[ \t]*(?P<rest>.*)",
    re.DOTALL,
)
_BRACKETED = re.compile(rf"(?:\[(?P<one>{_NAME})\][:\uff1a]|<[@+%&~]?(?P<two>{_NAME})>)\s+(?P<rest>.*)", re.DOTALL)
_HEADING = re.compile(
    rf"(?:#{{1,6}}\s+|\*\*|__)?(?P<name>{_NAME})(?:\s*[\[(](?P<clock>[^\])]{{4,40}})[\])])?(?:\*\*|__)?:?\s*"
)
_BEHIND_TIME = re.compile(r"[\])]?\s*(?:[-\u2013\u2014|]\s+|:\s+)?")
_FENCE = re.compile(r"\s*(```|~~~)")


@dataclass(frozen=True, slots=True)
class Label:
    """A line's speaker, the time written with it, and the text behind."""

    speaker: str
    written: Written | None  # None: the line has no time
    rest: str


@dataclass(slots=True)
class Speakers:
    """The names that are speakers in one text, casefolded; none in prose."""

    names: frozenset[str] = frozenset()
    headings: bool = False  # a name alone on its line, or in a heading, begins a turn


@dataclass(slots=True)
class _Count:
    """What a first pass over the text saw."""

    names: dict[str, int] = field(default_factory=dict)
    written: set[str] = field(default_factory=set)  # names seen with a capital
    proper: set[str] = field(default_factory=set)  # names seen with a capital in every word, as names of people are
    headings: dict[str, int] = field(default_factory=dict)
    blocks: int = 0
    lines: int = 0
    first: str = ""  # the label of the first line that has words
    timed: int = 0  # labels that stand behind a time


def split_label(text: str) -> Label | None:
    """The label a line would have, if its name were a speaker."""
    at = _OPEN.match(text).end()  # type: ignore[union-attr]  # every part may be empty
    written = None
    opening = text[at : at + 1]
    if opening in {"[", "("} or opening.isalnum():
        inner = at + (opening in {"[", "("})
        written = written_at(text, inner)
        if written is not None:
            at = written.end
            behind = _BEHIND_TIME.match(text, at)
            at = behind.end() if behind else at
    if bracketed := _BRACKETED.match(text, at):
        return Label(bracketed["one"] or bracketed["two"], written, bracketed["rest"].strip())
    found = _LABEL.match(text, at)
    if not found or (found["bold"] and not (found["early"] or found["late"])):
        return None
    if found["clock"]:
        inside = written_at(found["clock"])
        if inside is None or inside.end != len(found["clock"].rstrip()):
            return None
        written = inside
    name, rest = found["name"].strip(), found["rest"].strip()
    if not rest and name.casefold().endswith(" said"):  # as a chat copied from a page has it
        name = name[:-5]
    return Label(name, written, rest)


def label_of(text: str, speakers: Speakers, options: Options) -> Label | None:
    """The label of a line, given who speaks in the text."""
    if not speakers.names:
        return None
    label = split_label(text)
    if label and label.speaker.casefold() in speakers.names:
        return label
    return _heading(text, speakers, options)


def _heading(text: str, speakers: Speakers, options: Options) -> Label | None:
    if not speakers.headings or len(text) > 80:
        return None
    found = _HEADING.fullmatch(text.strip())
    if not found or not _known(found["name"], options):
        return None
    if not text.lstrip().startswith(("#", "**", "__")) and not text.rstrip().endswith(":"):
        return None
    return Label(found["name"], written_at(found["clock"]) if found["clock"] else None, "")


def _known(name: str, options: Options) -> bool:
    """Whether a name stands for a role, or is one the person gave."""
    folded = name.casefold()
    return role_of(name, options) != "other" or any(folded == known.casefold() for known in options.speakers)


def count_labels(source: Input, options: Options) -> Speakers:
    """Read the text once and tell who speaks in it; memory is bounded whatever its size."""
    count = _Count()
    blank, fenced = True, False
    for item in lines(source):
        if isinstance(item, Problem):
            continue
        if not item.text.strip():
            blank = True
            continue
        if not fenced:
            _count_line(item.text, count, options, begins=blank)
        fenced ^= bool(_FENCE.match(item.text))
        blank = False
        if len(count.names) > _MOST_NAMES:
            break
    return _decide(count, options)


def _count_line(text: str, count: _Count, options: Options, *, begins: bool) -> None:
    heading = _HEADING.fullmatch(text.strip()) if len(text) <= 80 else None
    if heading and text.lstrip().startswith(("#", "**", "__")) and _known(heading["name"], options):
        count.headings[heading["name"].casefold()] = count.headings.get(heading["name"].casefold(), 0) + 1
        count.first = count.first or heading["name"].casefold()
        return
    if written := written_at(text.strip(" #*-:")):
        if written.end == len(text.strip(" #*-:")):
            return  # a date alone says nothing about speakers
    elif text.lstrip().startswith("# ") and not count.lines:
        return  # a title
    count.lines += 1
    count.blocks += begins
    label = split_label(text)
    if label is None:
        count.first = count.first or "\0"
        return
    name = label.speaker.casefold()
    count.first = count.first or name
    count.names[name] = count.names.get(name, 0) + 1
    count.timed += label.written is not None
    if not label.speaker[:1].islower():
        count.written.add(name)
    if all(not word[:1].islower() or word in PARTICLES for word in label.speaker.split()):
        count.proper.add(name)


def _decide(count: _Count, options: Options) -> Speakers:
    known = {name for name in (*count.names, *count.headings) if _known(name, options)}
    roles = {role_of(name, options) for name in known}
    others = {
        name: times
        for name, times in count.names.items()
        if name not in known and name not in _NEVER and name.split()[0].rstrip(".") not in _NEVER
    }
    likely = (times for name, times in others.items() if times > 1 or name in count.proper or " " not in name)
    all_labels = sum(likely) + sum(count.names.get(name, 0) for name in known)
    consistent = all_labels >= count.lines * 0.6
    least = 1 if consistent else 2
    speaking = sum(count.names.get(name, 0) + count.headings.get(name, 0) for name in known)
    if {"user", "assistant"} <= roles or count.headings:
        least = max(2, round(speaking * 0.3))
    bare = all_labels >= count.lines  # nothing but labelled lines: a word alone may be a name even in small letters
    accepted = {
        name
        for name, times in others.items()
        if times >= least and _like_a_name(name, times, count, consistent=consistent, bare=bare)
    }
    share = sum(count.names[name] for name in accepted) + speaking
    leads = count.first in known | accepted
    if not share or not (
        consistent
        or share >= count.blocks * 0.5
        or (leads and share >= max(2, count.blocks * 0.1))
        or (leads and known)
        or {"user", "assistant"} <= roles
    ):
        return Speakers()
    return Speakers(frozenset(known | accepted), headings=bool(count.headings))


def _like_a_name(name: str, times: int, count: _Count, *, consistent: bool, bare: bool) -> bool:
    """Whether a word that is said often enough is also written as names are."""
    if times == 1:
        return name in count.proper or (bare and " " not in name)
    return consistent or name in count.written
