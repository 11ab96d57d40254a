"""The beginning of a WhatsApp message, in the shapes phones write it, and the order of its date.

Shapes differ by phone and language: brackets or a dash, separators, order and length of the date, 12 or 24 hours with
marks before or after, digits of other scripts, invisible marks. All lines of one file have one shape.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

MARKS = "\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff"  # invisible marks of direction

_MORNING = "am|a.m.|a. m.|上午|오전|午前|ص|π.μ.|pg|fm|öö|sa|de.|vorm.|पूर्वाह्न|dop."
_EVENING = "pm|p.m.|p. m.|下午|오후|午後|م|μ.μ.|ptg|em|ös|ch|du.|nachm.|अपराह्न|odp."


def _bare(mark: str) -> str:
    return re.sub(r"[\s.\u202f\u00a0\u2009]", "", mark).casefold()


_HALVES = {_bare(mark): 0 for mark in _MORNING.split("|")} | {_bare(mark): 12 for mark in _EVENING.split("|")}
_BLANK = r"[ \t\u202f\u00a0\u2009\u200e\u200f]"
_HALF = (
    "(?:"
    + "|".join(
        rf"{_BLANK}?".join(rf"{re.escape(c)}\.?" for c in bare) for bare in sorted(_HALVES, key=len, reverse=True)
    )
    + ")"
)
_HEADER = re.compile(
    rf"(?P<open>\[)?(?P<a>\d{{1,4}})(?P<sep>[./\-]|년|年){_BLANK}?(?P<b>\d{{1,2}})(?P<sep2>[./\-]|월|月){_BLANK}?(?P<c>\d{{1,4}})"
    rf"(?:\.|일|日)?(?:[,،]?{_BLANK}+|[,،])(?:à |um |at |klo |kl\. )?(?:(?P<before>{_HALF}){_BLANK}*)?"
    rf"(?P<h>\d{{1,2}})[:.](?P<min>\d\d)(?:[:.](?P<s>\d\d))?(?:{_BLANK}*(?P<after>{_HALF}))?{_BLANK}*"
    r"(?(open)\]|[-\u2013](?= ))[ \t]*(?P<rest>.*)",
    re.IGNORECASE | re.DOTALL,
)


class Header(NamedTuple):
    """A header as written: three figures of the date in their order, the time of day, and what follows."""

    shape: str
    figures: tuple[str, str, str]
    hour: int
    minute: int
    second: int
    twelve: bool
    rest: str

    def moment(self, order: str) -> datetime:
        """Its local time with the date read in `order`; raises ValueError when there is no such time."""
        named = dict(zip(order, self.figures, strict=True))
        year = int(named["y"])
        if len(named["y"]) <= 2:
            year += 2000
        return datetime(year, int(named["m"]), int(named["d"]), self.hour, self.minute, self.second)  # noqa: DTZ001  # the zone is the caller's


def header_of(line: str) -> Header | None:
    """The header that begins a line, if any."""
    found = _HEADER.match(line.lstrip(MARKS))
    if not found:
        return None
    mark = found["before"] or found["after"] or ""
    hour = int(found["h"])
    if mark:
        if not 0 <= hour <= 12:
            return None
        hour = hour % 12 + _HALVES[_bare(mark)]
    year_first = len(found["a"]) == 4
    shape = f"{found['open'] or ''}{found['sep']}{'y' if year_first else ''}{bool(found['s'])}"
    figures = (found["a"], found["b"], found["c"])
    return Header(shape, figures, hour, int(found["min"]), int(found["s"] or 0), bool(mark), found["rest"].rstrip("\r"))


class Order(NamedTuple):
    """The order of the date's figures, and whether another would have done as well."""

    name: str
    certain: bool


@dataclass(slots=True)
class _Tally:
    """How well one order fits the dates of a file."""

    bad: int = 0  # dates that do not exist
    back: int = 0  # times the clock ran back
    first: datetime | None = None
    last: datetime | None = None

    def take(self, header: Header, order: str) -> None:
        try:
            moment = header.moment(order)
        except ValueError:
            self.bad += 1
            return
        self.back += self.last is not None and moment < self.last
        self.first, self.last = self.first or moment, moment

    @property
    def days(self) -> int:
        return (self.last - self.first).days if self.first and self.last else 0


def order_of(headers: Iterable[Header], asked: str) -> Order:
    """The order in which all dates exist and time runs forward most often; `asked` decides between equals.

    Between orders that both run forward, the one in which the same dates lie much closer together is taken.
    """
    tallies: dict[str, _Tally] = {}
    american, differ, year_first = True, False, False
    seen: set[tuple[str, str, str]] = set()
    for header in headers:
        first, second, third = header.figures
        american = american and header.twelve and len(third) == 2 and not first.startswith("0")
        differ = differ or first != second
        if not tallies:
            year_first = len(first) == 4
            tallies = {order: _Tally() for order in (("ymd", "ydm") if year_first else ("dmy", "mdy"))}
        if len(seen) < 3:
            seen.add(header.figures)
        for order, tally in tallies.items():
            tally.take(header, order)
    usual = ("ymd", "ydm") if year_first else ("mdy", "dmy") if american else ("dmy", "mdy")
    if asked == usual[1]:
        usual = (usual[1], usual[0])
    if not tallies:
        return Order(usual[0], certain=True)
    one, two = tallies[usual[0]], tallies[usual[1]]
    if (one.bad, one.back) != (two.bad, two.back):
        return Order(usual[(two.bad, two.back) < (one.bad, one.back)], certain=True)
    close = len(seen) >= 3 and ((one.days + 1) * 5 < two.days or (two.days + 1) * 5 < one.days)
    if close and not asked:
        return Order(usual[two.days < one.days], certain=True)
    return Order(usual[0], certain=bool(asked) or year_first or not differ)
