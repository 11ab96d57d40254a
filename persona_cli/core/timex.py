"""Times that words speak of, resolved against the day they were said: "two weeks ago", "since 2019", "last summer".

`find_times` reads a text in one language (`en` and `es` so far) and is deaf to words that only look like times: the
verb "may", the month-long "march", bare numbers. What is known is kept at its own precision: "3 years ago" is a year,
"two weeks ago" a day, "last summer" the months June to August (seasons are those of the northern hemisphere).

Choices made where language leaves them open:
- A time without a year or week is the nearest one before the anchor; in a clause about the future the nearest after.
- "next Friday" is that of the next calendar week (Monday to Sunday), "this Friday" that of the current one,
  "last Friday" the latest before today.
- 3/4/2024 is read in the order of the language (English: month first) unless that is impossible; 3.4.2024 is day first.
- "before X" has the relation until, "after X" the relation from.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from itertools import zip_longest
from typing import Literal, cast

from persona_cli.core.timex_calendar import Period, narrowed
from persona_cli.core.timex_resolve import RESOLVERS
from persona_cli.core.timex_said import Meaning, Said
from persona_cli.core.timex_words import Rule, Words, words_of
from persona_cli.core.when import When, day, parse_when

Relation = Literal["at", "since", "by", "until", "from"]

_LETTERS = re.compile(r"[^\W\d_]+")
_DIGIT = re.compile(r"\d")
_DASH = re.compile(r"\s?[-–—]\s?")
_LIST = re.compile(r"[\s,]{0,4}")
_AMOUNT = re.compile(r"\s?(?:to|a|-|–)\s?\d")
_BEFORE = 60  # characters looked at before a time for its preposition
_CLAUSE = 160  # characters looked at on either side for the tense


@dataclass(frozen=True, slots=True)
class Timex:
    """A time expression: where it stands, preposition included, and what it means."""

    start: int
    end: int  # text[start:end] == self.text
    text: str
    first: When | None  # None: vague, recurring, or an age without a year of birth
    last: When | None  # equal to `first` for one period
    relation: Relation = "at"
    vague: bool = False  # approximate ("about ten years ago", "a few days ago"), or without a date at all
    recurring: str = ""  # daily, weekly, monthly, yearly …: a habit, without a date
    both_ends: bool = False  # beginning and end were both named: "from X to Y", "2015-2019"


def find_times(
    text: str, anchor: datetime, *, language: str = "en", future: bool | None = None, born: int | None = None
) -> list[Timex]:
    """The times in `text`, in order, not overlapping; empty for a language without a table.

    `anchor` is when it was said, aware and in the speaker's zone. `future` settles the tense, None tells it from the
    clause. `born` is the speaker's year of birth, for "when I was ten".
    """
    words = words_of(language)
    if words is None or not text:
        return []
    found = _settled(text, _candidates(text, words))
    reading = _Reading(text, anchor, words, future, born)
    reads = [read for candidate in found if (read := reading.read(candidate)) is not None]
    return [read.time for read in reading.joined(reads)]


def query_window(text: str, anchor: datetime, language: str = "en") -> tuple[When, When] | None:
    """The period a question asks about, both ends within: "in May", "last summer", "since 2019" (until today).

    "until" and "by" begin with the year 1. None when it names no date; of several times the first with a date counts.
    """
    for time in find_times(text, anchor, language=language):
        if time.first is None or time.last is None:
            continue
        today = When(anchor.date().isoformat(), "day")
        if time.relation in {"since", "from"}:
            return time.first, max(time.last, today, key=lambda when: when.end)
        if time.relation in {"until", "by"}:
            return When("0001", "year"), time.last
        return time.first, time.last
    return None


@dataclass(frozen=True, slots=True)
class _Candidate:
    """A match of a rule with what stands before it, not yet resolved."""

    start: int  # of the preposition, if there is one
    core: int  # of the rule's own match
    end: int
    rule: Rule
    groups: dict[str, str]
    prep: str
    part: str
    blurred: bool


@dataclass(frozen=True, slots=True)
class _Read:
    """A candidate with its meaning."""

    candidate: _Candidate
    said: Said
    meaning: Meaning
    time: Timex
    joined: bool = False  # both ends of "from X to Y"


def _candidates(text: str, words: Words) -> Iterator[_Candidate]:
    present = set(_LETTERS.findall(text.lower()))
    if _DIGIT.search(text):
        present.add("#")
    if present.isdisjoint(words.triggers):
        return
    for rule, needs in words.needs:
        if any(need.isdisjoint(present) for need in needs):
            continue
        for match in words.pattern(rule).finditer(text):
            if (found := _candidate(text, rule, match, words)) is not None:
                yield found


def _candidate(text: str, rule: Rule, match: re.Match[str], words: Words) -> _Candidate | None:
    core = match.start()
    groups = {name: " ".join(value.lower().replace("’", "'").split()) for name, value in match.groupdict().items()
              if value is not None}  # fmt: skip
    lead = text[max(0, core - _BEFORE) : core]
    last = lead.rsplit(None, 1)[-1:]
    tried = bool(last) and (last[0][-1] == "-" or last[0].lower().lstrip("(\"'“‘[*") in words.endings)
    before = words.before.search(lead) if tried else None
    prep, part, fill = "", "", ""
    start = core
    if before is not None and before[0]:
        prep, part, fill = (" ".join((before[name] or "").lower().split()) for name in ("prep", "part", "fill"))
        if part and not rule.narrows:
            prep = part = fill = ""  # "early" or "end of" says nothing of this one
        elif prep or part:
            start = core - len(before[0])
    elif core and text[core - 1] in "-–":
        prep = "-"
    if rule.after and not _allowed(prep, part, words.after[rule.after]):
        return None
    blurred = prep in words.approximate or any(word in words.approximate for word in fill.split())
    return _Candidate(start, core, match.end(), rule, groups, prep, part, blurred)


def _allowed(prep: str, part: str, after: frozenset[str]) -> bool:
    return prep in after or bool(part and "part" in after)


def _settled(text: str, candidates: Iterator[_Candidate]) -> list[_Candidate]:
    """The longest candidates that do not overlap, in order."""
    taken = bytearray(len(text))
    kept = []
    for found in sorted(candidates, key=lambda c: (c.core - c.end, c.core)):
        if not any(taken[found.core : found.end]):
            taken[found.core : found.end] = b"\1" * (found.end - found.core)
            kept.append(found)
    kept.sort(key=lambda c: c.core)
    return [replace(c, start=c.core) if c.start < c.core and any(taken[c.start : c.core]) else c for c in kept]


class _Reading:
    """One text being read: the tense of its clauses is told once."""

    def __init__(
        self,
        text: str,
        anchor: datetime,
        words: Words,
        future: bool | None,  # noqa: FBT001 - the public function takes it by name
        born: int | None,
    ) -> None:
        self.text, self.anchor, self.words, self.future, self.born = text, anchor, words, future, born
        self._edges: list[int] | None = None
        self._marks: list[tuple[int, int, bool]] | None = None

    def read(self, candidate: _Candidate, **groups: str) -> _Read | None:
        """What `candidate` means, with some groups put in its place; None when it is no time after all."""
        words = self.words
        relation = words.preps.get(candidate.prep, "")
        said = Said(
            groups={**candidate.groups, **groups},
            text=self.text[candidate.core : candidate.end].lower().replace("’", "'"),
            words=words,
            anchor=self.anchor.date(),
            relation=relation,
            part=candidate.part,
            future=lambda default: self._future(candidate, default=default),
            perfect=lambda: self._perfect(candidate),
            parse=lambda iso: parse_when(iso, zone=self.anchor.tzinfo) if self.anchor.tzinfo else parse_when(iso),
            born=self.born,
        )
        try:
            meaning = RESOLVERS[candidate.rule.resolver](said)
            if meaning is None:
                return None
            period = self._narrowed(meaning.period, candidate, relation)
        except (ValueError, OverflowError):  # a day that does not exist, a year past all calendars
            return None
        return _Read(candidate, said, meaning, self._time(candidate, meaning, period, relation))

    def _narrowed(self, period: Period | None, candidate: _Candidate, relation: str) -> Period | None:
        if period is None or not candidate.part:
            return period
        deadline = relation in {"by", "until"}
        return narrowed(period, self.words.parts[candidate.part], deadline=deadline, today=self.anchor.date())

    def _time(self, candidate: _Candidate, meaning: Meaning, period: Period | None, relation: str) -> Timex:
        end = candidate.end
        if (
            period is not None
            and period[0].precision == "day"
            and (clock := self.words.clock_after.match(self.text, end))
        ):
            end = clock.end()
        named = meaning.relation or (relation if relation in {"since", "by", "until", "from"} else "at")
        return Timex(
            start=candidate.start,
            end=end,
            text=self.text[candidate.start : end],
            first=period[0] if period else None,
            last=period[1] if period else None,
            relation=cast("Relation", named),
            vague=meaning.vague or candidate.blurred,
            recurring=meaning.recurring,
            both_ends=candidate.rule.resolver == "years" and meaning.relation != "since",
        )

    def joined(self, reads: list[_Read]) -> list[_Read]:
        """Put "from X to Y" and "between X and Y" together; drop what needed the other half and has none."""
        out: list[_Read] = []
        for read in reads:
            both = (self._both(out[-1], read) or self._listed(out[-1], read)) if out else None
            if both is None:
                out.append(read)
            else:
                out[-1] = both
        kept = [alone for read in out if (alone := read if read.joined else self._alone(read)) is not None]
        return [self._unclocked(read, after) for read, after in zip_longest(kept, kept[1:])]

    def _unclocked(self, read: _Read, after: _Read | None) -> _Read:
        """Without the time of day behind it, when that belongs to the next time."""
        if after is None or read.time.end <= after.time.start:
            return read
        end = read.candidate.end
        return replace(read, time=replace(read.time, end=end, text=self.text[read.time.start : end]))

    def _both(self, left: _Read, right: _Read) -> _Read | None:
        lead = self.words.preps.get(left.candidate.prep, "")
        link = self.words.preps.get(right.candidate.prep, "")
        gap = self.text[left.time.end : right.time.start]
        dashed = _DASH.fullmatch(gap) is not None or (not gap.strip() and right.candidate.prep in {"-", "–"})
        adjacent = not gap.strip() and (link == "join" or (link == "until" and lead in {"from", "between"}))
        if not dashed and not (adjacent and lead in {"from", "between", "since"}):
            return None
        if left.time.first is None or right.time.last is None or right.time.first is None:
            return None
        left = self._agreed(left, right)
        if left.time.first is None or left.time.first.start > right.time.last.start:
            return None
        time = replace(right.time, start=left.time.start, text=self.text[left.time.start : right.time.end],
                       first=left.time.first, relation="at", both_ends=True,
                       vague=left.time.vague or right.time.vague)  # fmt: skip
        return replace(right, time=time, joined=True)

    def _listed(self, left: _Read, right: _Read) -> _Read | None:
        """Tuesday, 12 September as the date it is; every Monday, Wednesday and Friday as one habit."""
        if not _LIST.fullmatch(self.text, left.time.end, right.time.start):
            return None
        resolver = right.candidate.rule.resolver
        whole = self.text[left.time.start : right.time.end]
        if left.meaning.recurring and resolver == "weekday" and not right.said.mod:
            return replace(left, time=replace(left.time, end=right.time.end, text=whole))
        joined = self.words.preps.get(right.candidate.prep, "") in {"join", "at", "for"}
        if left.candidate.rule.resolver == "weekday" and resolver in {"day_month", "numeric", "iso"} and not joined:
            right = self._on_weekday(left, right)
            time = replace(right.time, start=left.time.start, text=whole, relation=left.time.relation)
            return replace(right, candidate=replace(right.candidate, prep=left.candidate.prep), time=time)
        return None

    def _on_weekday(self, left: _Read, right: _Read) -> _Read:
        """The date in the year in which it falls on the weekday said with it, when no year was."""
        if left.time.first is None or "year" in right.said.groups:
            return right
        wanted = date.fromisoformat(left.time.first.iso).weekday()
        for number in (self.anchor.year, self.anchor.year - 1, self.anchor.year + 1):
            again = self.read(right.candidate, year=f"{number:04}")
            if again and again.time.first and date.fromisoformat(again.time.first.iso).weekday() == wanted:
                return again
        return right

    def _agreed(self, left: _Read, right: _Read) -> _Read:
        """The left end in the year of the right one, unless it names its own."""
        if left.time.first is None or right.time.last is None or {"year", "modyear"} & left.said.groups.keys():
            return left
        resolver, until = left.candidate.rule.resolver, right.time.last
        if resolver == "day_only" and right.candidate.rule.resolver == "day_month":
            return self._moved(left, f"{until.iso[:8]}{int(left.time.first.iso[8:]):02}")
        if resolver == "weekday" and left.time.first > until and not left.said.mod:
            return self._moved(left, str(day(date.fromisoformat(left.time.first.iso) - timedelta(weeks=1))))
        if resolver in {"month", "day_month", "numeric"}:
            of_year = int(until.iso[:4])
            for number in (of_year, of_year - 1):
                again = self.read(left.candidate, year=f"{number:04}")
                if again and again.time.first and again.time.first.start <= until.start:
                    return again
        return left

    @staticmethod
    def _moved(read: _Read, iso: str) -> _Read:
        when = parse_when(iso)
        return replace(read, time=replace(read.time, first=when, last=when))

    def _alone(self, read: _Read) -> _Read | None:
        candidate = read.candidate
        link = self.words.preps.get(candidate.prep, "")
        if candidate.rule.resolver == "year" and _AMOUNT.match(self.text, candidate.end):
            return None  # "from 1800 to 2000 calories"
        if link == "join":
            if candidate.rule.after:
                return None
            return replace(read, time=replace(read.time, start=candidate.core,
                                              text=self.text[candidate.core : read.time.end]))  # fmt: skip
        return read

    def _future(self, candidate: _Candidate, *, default: bool) -> bool:
        """Whether the clause around `candidate` speaks of the future."""
        if self.future is not None:
            return self.future
        if self.words.ahead.search(self.text[max(0, candidate.start - 24) : candidate.start]):
            return True
        marks, edges = self._tense()
        near = bisect_left(edges, candidate.core)
        low = edges[near - 1] if near else 0
        high = edges[near] if near < len(edges) else len(self.text)
        return self._nearest(marks, candidate, max(low, candidate.core - _CLAUSE),
                             min(high, candidate.end + _CLAUSE), default=default)  # fmt: skip

    def _nearest(
        self, marks: list[tuple[int, int, bool]], candidate: _Candidate, low: int, high: int, *, default: bool
    ) -> bool:
        """The tense of the nearest mark in the clause, else in the sentence before it, else `default`."""
        here = bisect_left(marks, (low, 0, False))
        best: tuple[int, bool] | None = None
        for start, end, future in marks[here:]:
            if start >= high:
                break
            if start < candidate.end and end > candidate.core:
                continue
            gap = candidate.core - end if end <= candidate.core else start - candidate.end
            if best is None or gap < best[0]:
                best = (gap, future)
        if best is not None:
            return best[1]
        if (
            here
            and low - marks[here - 1][1] < _CLAUSE
            and not re.search(r"[.!?;\n]", self.text[marks[here - 1][1] : low + 1])
        ):
            return marks[here - 1][2]
        return default

    def _tense(self) -> tuple[list[tuple[int, int, bool]], list[int]]:
        if self._marks is None or self._edges is None:
            self._marks = [(m.start(), m.end(), m["future"] is not None) for m in self.words.tense.finditer(self.text)]
            self._edges = [m.start() for m in self.words.edges.finditer(self.text)]
        return self._marks, self._edges

    def _perfect(self, candidate: _Candidate) -> bool:
        """Whether a perfect tense comes before `candidate` in its clause."""
        _, edges = self._tense()
        near = bisect_left(edges, candidate.core)
        low = max(edges[near - 1] if near else 0, candidate.core - _CLAUSE)
        return self.words.lasting.search(self.text[low : candidate.core]) is not None
