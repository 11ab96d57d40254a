"""Dates and times of day as people and programs write them in lines of text.

Figures with dots are day first; with slashes the order is told by a figure above 12, else by `order`, else month
first. Month names are English, German, French, Spanish, Italian, Portuguese and Dutch, by their first letters.
"""

from __future__ import annotations

import re
from datetime import date, datetime, time
from typing import NamedTuple

from persona_cli.readers.contract import Options
from persona_cli.readers.moment import Stamp, stamp, zone_named

# Beginnings that tell the month in the languages above; the longer ones first.
_MONTHS = (
    ("janv jan ene gen", 1), ("févr fév fevr fev feb", 2), ("mars march märz marz maart mär mrt mar", 3),
    ("avril april abr avr apr", 4), ("mai may mag mei", 5), ("juin june juni jun giu", 6),
    ("juil july juli jul lug", 7), ("août aout aug ago", 8), ("sept sep set", 9), ("oct okt ott out", 10),
    ("nov", 11), ("déc dec dez dic", 12),
)  # fmt: skip
_MONTH_OF = {start: number for starts, number in _MONTHS for start in starts.split()}
_MONTH = r"(?:" + "|".join(sorted(_MONTH_OF, key=len, reverse=True)) + r")[a-zéûç]*\.?"
_WEEKDAY = r"(?:(?:mon|tue|wed|thu|fri|sat|sun|mo|di|mi|do|fr|sa|so|lun|mar|mer|jeu|ven|sam|dim)[a-zäé]*\.?,?\s+)?"

_DATE = (
    r"(?:(?P<y>\d{4})(?P<sep>[-/.])(?P<m>\d{1,2})(?P=sep)(?P<d>\d{1,2})(?!\d)"
    r"|(?P<a>\d{1,2})(?P<sep2>[./-])(?P<b>\d{1,2})(?P=sep2)(?P<y2>\d{4})(?!\d)"
    rf"|{_WEEKDAY}(?P<d3>\d{{1,2}})(?:st|nd|rd|th|\.|er)?\s+(?:de\s+|of\s+)?(?P<m3>{_MONTH})(?:\s+de)?,?\s+(?P<y3>\d{{4}})(?!\d)"
    rf"|{_WEEKDAY}(?P<m4>{_MONTH})\s+(?P<d4>\d{{1,2}})(?:st|nd|rd|th)?,?\s+(?P<y4>\d{{4}})(?!\d))"
)
_CLOCK = (
    r"(?P<h>\d{1,2}):(?P<min>\d\d)(?!\d)(?::(?P<s>\d\d)(?:[.,]\d+)?)?(?:[\s\u202f\u00a0]?(?P<half>[AaPp]\.?[Mm]\.?)(?!\w))?"
    r"(?:\s?(?P<zone>Z|UTC|GMT|[+-]\d\d:?\d\d)(?!\w))?"
)
_STAMP = re.compile(rf"{_DATE}(?:(?:T|,?\s+(?:at\s+|um\s+|à\s+)?|\s*[-\u2013]\s*){_CLOCK})?", re.IGNORECASE)
_TIME = re.compile(_CLOCK)


class Written(NamedTuple):
    """A date, a time of day, or both, and where it ended in the text."""

    day: date | None
    clock: time | None
    zone: str
    end: int
    bad: str = ""  # why it is no date or time that exists

    def stamp(self, options: Options, today: date | None = None) -> Stamp:
        """It as an instant; a time of day alone needs `today`, a day alone begins at midnight of the person's zone."""
        day = self.day or today
        if self.bad or not day:
            return Stamp(bad=self.bad)
        zone = zone_named(self.zone.upper().removeprefix("UTC")) if self.zone else None
        return stamp(datetime.combine(day, self.clock or time(), tzinfo=zone), options)


def written_at(text: str, at: int = 0, *, order: str = "") -> Written | None:
    """The date or time of day that begins at `at` in `text`."""
    if found := _STAMP.match(text, at):
        parts = found.groupdict()
        try:
            return Written(_day(parts, order), _clock(parts), parts["zone"] or "", found.end())
        except ValueError:
            return Written(None, None, "", found.end(), f"no such date: {found.group()}")
    if found := _TIME.match(text, at):
        parts = found.groupdict()
        try:
            return Written(None, _clock(parts), parts["zone"] or "", found.end())
        except ValueError:
            return None
    return None


def day_only(text: str, *, order: str = "") -> Written | None:
    """`text` as a date, with or without a time, and nothing else."""
    found = written_at(text.strip(), order=order)
    return found if found and found.end == len(text.strip()) and (found.day or found.bad) else None


def _day(parts: dict[str, str | None], order: str) -> date:
    if parts["y"]:
        return date(int(parts["y"]), int(parts["m"] or 0), int(parts["d"] or 0))
    if parts["y2"]:
        first, second = int(parts["a"] or 0), int(parts["b"] or 0)
        day_first = first > 12 or (second <= 12 and (order == "dmy" or (not order and parts["sep2"] != "/")))
        return date(int(parts["y2"]), second if day_first else first, first if day_first else second)
    number, word, year = (
        (parts["d3"], parts["m3"], parts["y3"]) if parts["y3"] else (parts["d4"], parts["m4"], parts["y4"])
    )
    return date(int(year or 0), month_named(word or ""), int(number or 0))


def month_named(word: str) -> int:
    """The month whose name begins `word`; raises ValueError."""
    folded = word.casefold().rstrip(".")
    for length in range(min(5, len(folded)), 2, -1):
        if folded[:length] in _MONTH_OF:
            return _MONTH_OF[folded[:length]]
    raise ValueError(f"no month: {word}")


def _clock(parts: dict[str, str | None]) -> time | None:
    if parts["h"] is None:
        return None
    hour = int(parts["h"])
    if parts["half"]:
        if not 1 <= hour <= 12:
            raise ValueError("no such hour")
        hour = hour % 12 + (12 if parts["half"][0] in "pP" else 0)
    return time(hour, int(parts["min"] or 0), int(parts["s"] or 0))
