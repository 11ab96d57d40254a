"""What was said of time, before it is resolved: the matched words, the day, the tense around them.

No word of any language is here: those are in the tables of `core.timex_words`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date

from persona_cli.core import timex_calendar as cal
from persona_cli.core.timex_words import Words
from persona_cli.core.when import When

STEP = {"last": -1, "next": 1, "coming": 1}


@dataclass(frozen=True, slots=True)
class Said:
    """One match of a rule, and what surrounds it."""

    groups: Mapping[str, str]  # lower case; only those that took part
    text: str  # the matched words, lower case
    words: Words
    anchor: date
    relation: str  # of the preposition; empty when there was none
    part: str  # early, end …; empty
    future: Callable[[bool], bool]  # whether the clause speaks of the future; takes what holds when nothing tells
    perfect: Callable[[], bool]  # whether a perfect tense comes before, in the clause
    parse: Callable[[str], When]  # ISO text in the speaker's zone; raises ValueError
    born: int | None = None

    def get(self, table: str, default: int = 0, *, name: str = "") -> int:
        """The number that the captured word stands for."""
        return int(self.words.tables[name or table][self.groups[table]]) if table in self.groups else default

    def word(self, table: str) -> str:
        """The text that the captured word stands for; empty when nothing was captured."""
        return str(self.words.tables[table].get(self.groups.get(table, ""), ""))

    @property
    def mod(self) -> str:
        """`last`, `this`, `next`, `coming`, or empty."""
        for name in ("mod", "weekmod", "which"):
            if name in self.groups:
                return str(self.words.tables["mod"].get(self.groups[name], "this"))
        return ""


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a time expression stands for; without a period it is vague, recurring or unresolved."""

    period: cal.Period | None = None
    vague: bool = False
    recurring: str = ""
    relation: str = ""  # overrides the preposition's


def amount(said: Said) -> tuple[float, float]:
    """The count said, as at least and at most."""
    low, high = number_of(said.groups.get("n", "1"), said.words)
    if "nb" in said.groups:
        high = number_of(said.groups["nb"], said.words)[1]
    if "half" in said.groups:
        low, high = low + 0.5, high + 0.5
    return min(low, high), max(low, high)


def number_of(text: str, words: Words) -> tuple[float, float]:
    """A number in digits or words, as at least and at most; 0 for what is none."""
    text = " ".join(text.split())
    if text in words.numbers:
        return words.numbers[text]
    if text[:1].isdigit():
        half = text.removesuffix("1/2").removesuffix("½")
        if half != text:
            return float(half) + 0.5, float(half) + 0.5
        value = float(text.replace(",", "."))
        return value, value
    total = sum(words.numbers[piece][0] for piece in text.replace("-", " ").split() if piece in words.numbers)
    return total, total


def span_at(unit: str, today: date, step: int) -> cal.Period:
    """The calendar week, weekend, month, quarter, year or decade `step` after the current one."""
    if unit == "week":
        return cal.week_of(today, step)
    if unit == "weekend":
        return cal.weekend_of(today, step)
    if unit == "month":
        return cal.one(cal.month_from(today, step))
    if unit == "quarter":
        count = today.year * 4 + (today.month - 1) // 3 + step
        return cal.quarter(count % 4 + 1, count // 4)
    if unit == "decade":
        start = today.year // 10 * 10 + 10 * step
        return cal.year(start), cal.year(start + 9)
    return cal.one(cal.year(today.year + step))


def lies_ahead(said: Said) -> bool:
    """Whether an undated time is the next one rather than the last one."""
    if said.relation == "since":
        return False
    if said.relation == "for" and {"weekday", "shortday", "capday", "day"} & said.groups.keys():
        return True  # a table booked for Friday
    return said.future(said.relation in {"by", "until"})
