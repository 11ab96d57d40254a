"""Points in time that know how exactly they are known: a year is a year, not the first of January.

A `When` is written as ISO 8601 at its own precision: `2026`, `2026-03`, `2026-03-05`, or an instant in UTC,
`2026-03-05T10:00:00Z`. Each stands for the half-open period [start, end), both as sortable UTC text.
A fact is valid in [start of `valid_at`, start of `invalid_at`): where one fact ends another can begin.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta, tzinfo
from typing import Literal

Precision = Literal["year", "month", "day", "instant"]

BEGINNING = "0000-01-01T00:00:00Z"  # sorts before every time there is
END = "9999-12-31T23:59:60Z"  # sorts after every time there is

_SHAPE = re.compile(r"([0-9]{4})(?:-([0-9]{2})(?:-([0-9]{2}))?)?")


@dataclass(frozen=True, slots=True, order=True)
class When:
    """A time at the precision it is known."""

    iso: str
    precision: Precision

    def __str__(self) -> str:
        return self.iso

    @property
    def start(self) -> str:
        """The first instant of the period, as sortable UTC text."""
        if self.precision == "instant":
            return self.iso
        return self.iso + {"year": "-01-01", "month": "-01", "day": ""}[self.precision] + "T00:00:00Z"

    @property
    def end(self) -> str:
        """The first instant after the period; for an instant, the instant itself."""
        if self.precision == "instant":
            return self.iso
        year, month, day = (int(x) for x in self.start[:10].split("-"))
        if self.precision == "year":
            year += 1
        elif self.precision == "month":
            year, month = (year + 1, 1) if month == 12 else (year, month + 1)
        else:
            if (year, month, day) == (9999, 12, 31):
                return END
            return (date(year, month, day) + timedelta(days=1)).isoformat() + "T00:00:00Z"
        return END if year > 9999 else f"{year:04}-{month:02}-{day:02}T00:00:00Z"


def parse_when(text: str, *, zone: tzinfo = UTC) -> When:
    """Read ISO 8601 at any precision; a time of day without an offset is taken to be in `zone`.

    Raises ValueError for anything else, and for dates that do not exist (year 0, 30 February).
    """
    text = text.strip()
    if found := _SHAPE.fullmatch(text):
        year, month, number = found.groups()
        date(int(year), int(month or 1), int(number or 1))
        return When(text, "day" if number else "month" if month else "year")
    if ":" not in text and "T" not in text:
        return day(date.fromisoformat(text))  # 20260305, 2026-W10-4
    return instant(parse_instant(text, zone=zone))


def parse_instant(text: str, *, zone: tzinfo = UTC) -> datetime:
    """Read an ISO 8601 date and time into an aware datetime; raises ValueError."""
    if not text.isascii():
        raise ValueError(f"no time: {text!r}")
    moment = datetime.fromisoformat(text.strip())
    return moment if moment.tzinfo else moment.replace(tzinfo=zone)


def instant(moment: datetime) -> When:
    """An aware datetime as an instant, in UTC, to the second; raises ValueError outside years 1 to 9999."""
    try:
        utc = moment.astimezone(UTC)
    except OverflowError as error:
        raise ValueError(f"time out of range: {moment.isoformat()}") from error
    return When(f"{utc.year:04}-{utc:%m-%dT%H:%M:%S}Z", "instant")


def day(moment: date) -> When:
    """A calendar day, as the calendar of whoever said it has it."""
    return When(f"{moment.year:04}-{moment.month:02}-{moment.day:02}", "day")
