"""Words of time in a sentence: what they make of a fact's validity, and how they read once the day is past."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, timezone, tzinfo
from functools import lru_cache
from typing import TYPE_CHECKING

from persona_cli.core.when import When, parse_instant
from persona_cli.extract.rules.pattern import Pattern

if TYPE_CHECKING:
    from persona_cli.core.timex import Timex

_OFFSET = Pattern(r"([+-])(\d\d):?(\d\d)$")
_ENGLISH = (
    "yesterday today tomorrow tonight ago last next this since until till past for day week weekend month year monday tuesday "
    "wednesday thursday friday saturday sunday january february march april may june july august september october november "
    "december summer winter spring autumn fall christmas easter morning afternoon evening night before after"
)
_SPANISH = (
    "ayer hoy mañana pasado pasada hace desde hasta próximo próxima enero febrero marzo abril mayo junio julio agosto "
    "septiembre octubre noviembre diciembre lunes martes miércoles jueves viernes sábado domingo verano invierno"
)
# What a text must have for its times to be looked for: they cost more than all the rest.
_HINT = Pattern(rf"\d|\b(?:{'|'.join(f'{_ENGLISH} {_SPANISH}'.split())})", re.IGNORECASE)
_ABSOLUTE = Pattern(r"\b(?:1[5-9]|20)\d\d\b")
_MONTHS = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)


_MONTH_DAY = Pattern(r"\b(?:birthday|anniversary|born|cumpleaños|aniversario)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Times:
    """What the words of time in a clause say."""

    valid_at: When | None = None
    invalid_at: When | None = None
    said: str = ""
    found: tuple[Timex, ...] = ()


NOTHING = Times()


@lru_cache(maxsize=64)
def _zone(name: str) -> tzinfo:
    if offset := _OFFSET.match(name):
        sign = -1 if offset[1] == "-" else 1
        return timezone(sign * timedelta(hours=int(offset[2]), minutes=int(offset[3])))
    if not name:
        return UTC
    from zoneinfo import ZoneInfo, ZoneInfoNotFoundError  # only a zone with a name needs it

    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError):
        return UTC


@lru_cache(maxsize=256)
def anchor(time: str, zone: str) -> datetime | None:
    """The moment a turn was said, in its own zone; None when it is not known."""
    if not time:
        return None
    try:
        return parse_instant(time).astimezone(_zone(zone))
    except (ValueError, OverflowError):
        return None


_CLOCK = Pattern(
    r"\s+(?:at\s+)?\d{1,2}(?::\d\d\b|(?::\d\d)?\s*(?:[ap]\.?m\b\.?|o'clock))|\s+at\s+(?:\d{1,2}|noon|midnight)$",
    re.IGNORECASE,
)


def read(text: str, moment: datetime | None, *, language: str = "en", future: bool | None = None) -> Times:
    """The validity that the first dated words of time in `text` give."""
    if moment is None or not _HINT.search(text):
        return NOTHING
    from persona_cli.core.timex import find_times  # only words of time need its tables

    found = tuple(find_times(text, moment, language=language, future=future))
    if not found:
        return NOTHING
    if (
        _MONTH_DAY.search(text)
        and not _ABSOLUTE.search(text)
        and not re.search(r"\b(?:ago|last|next|yesterday|tomorrow|this)\b", text)
    ):
        return Times(said=found[0].text)
    valid: When | None = None
    invalid: When | None = None
    said: list[str] = []
    for time in found:
        if time.first is None:
            if time.recurring and not said:
                said.append(time.text)
            continue
        if time.relation == "until":
            invalid = invalid or time.last
        elif valid is None:
            valid = time.first
            if time.last != time.first and re.match(
                r"(?:from|between|desde|entre|de)\b|\d{4}\s*-", time.text, re.IGNORECASE
            ):
                invalid = time.last
        else:
            continue
        said.append(time.text)
    return Times(valid, invalid, "; ".join(said), found)


def written(text: str, times: Times) -> str:
    """English `text` with relative words of time put so that they stay true: "last May" -> "in May 2025"."""
    for time in reversed(times.found):
        if time.first is None or time.last is None or time.recurring or _ABSOLUTE.search(time.text):
            continue
        phrase = _phrase(time)
        if phrase and time.first.precision in {"day", "instant"} and (clock := _CLOCK.search(time.text)):
            phrase += clock[0]
        if _BARE.match(time.text):
            phrase = _AT.sub("", phrase)
        if phrase and not _OPEN_LIST.match(text, time.end) and not _RECURRING.search(text, 0, time.start):
            text = text[: time.start] + phrase + text[time.end :]
    return text


def without(text: str, times: Times) -> str:
    """`text` without its words of time, whose capitals are no names."""
    for found in reversed(times.found):
        text = f"{text[: found.start]},{text[found.end :]}"
    return text


def noted(text: str, times: Times) -> str:
    """`text` with the date behind relative words of time, for a language whose dates are not written out here."""
    for time in reversed(times.found):
        if time.first is not None and not time.recurring and not _ABSOLUTE.search(time.text):
            text = f"{text[: time.end]} ({time.first.iso}){text[time.end :]}"
    return text


# A bare "March 20" may stand in "the March 20 event": no preposition is put where none was.
_BARE = Pattern(
    r"(?:(?:early|mid|late) )?(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day,? |the )?"
    r"(?:\d|january|february|march|april|may|june|july|august|september|october|november|december)",
    re.IGNORECASE,
)
_AT = Pattern(r"^(?:on|in) ")
_OPEN_LIST = Pattern(r"(?:,| and| or|-|)\s*(?:\d{1,2}(?!\d)|(?:mon|tues|wednes|thurs|fri|satur|sun)day)", re.IGNORECASE)
_RECURRING = Pattern(r"\b(?:every|each)\b[^.;]*$", re.IGNORECASE)


def _phrase(time: Timex) -> str:  # noqa: PLR0911  # one return per way to say it
    first, last = time.first, time.last
    if first is None or last is None:
        return ""
    low = time.text.lower()
    about = "about " if time.vague or "around" in low or "about" in low else ""
    if first != last and time.vague and low.startswith(("for ", "over ", "during ", "in the past", "the past")):
        return ""  # "for a few months" stays true as it is
    if first != last:
        return _period(low, first, last)
    if found := re.match(r"before|after|till", low):
        return f"{found[0]} {about}{spoken(first)}"
    if time.relation != "at":
        return f"{time.relation} {about}{spoken(first)}"
    if about:
        return f"around {spoken(first)}"
    if low.startswith("for "):
        return f"for {spoken(first)}"
    return f"{'on' if first.precision in {'day', 'instant'} else 'in'} {spoken(first)}"


def _period(low: str, first: When, last: When) -> str:
    """Several months or days, said as `low`."""
    if season := re.search(r"\b(summer|winter|spring|autumn|fall)\b", low):
        at = "by" if low.startswith("by ") else "in"
        return f"{at} the {season[1]} of {first.iso[:4]}"
    if "weekend" in low:
        return f"on the weekend of {spoken(first)}"
    if "week" in low and first.precision == "day":
        return f"in the week of {spoken(first)}"
    return f"between {spoken(first)} and {spoken(last)}"


def spoken(when: When) -> str:
    """A time as English writes it: "5 March 2026", "March 2026", "2026"."""
    year, month, day = when.iso[:4], when.iso[5:7], when.iso[8:10]
    if when.precision == "year":
        return year.lstrip("0")
    if when.precision == "month":
        return f"{_MONTHS[int(month) - 1]} {year}"
    return f"{int(day)} {_MONTHS[int(month) - 1]} {year}"
