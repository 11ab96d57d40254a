"""Times as sources write them, into UTC text and the zone the words were said in.

A time without a zone is taken to be in the person's zone (`Options.zone`), else UTC. Nothing is guessed from the clock.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta, timezone, tzinfo
from functools import lru_cache
from typing import NamedTuple
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from persona_cli.core.when import instant
from persona_cli.errors import UsageError
from persona_cli.readers.contract import Options

_OFFSET = re.compile(r"(?:UTC|GMT)?([+-])(\d{1,2}):?(\d\d)?")
_FIRST_MS = 1e11  # larger numbers are milliseconds: as seconds they would be beyond the year 5000


class Stamp(NamedTuple):
    """A time read from a source; `bad` says why it could not be read."""

    time: str = ""  # UTC instant
    zone: str = ""
    bad: str = ""


@lru_cache(maxsize=64)
def zone_named(name: str) -> tzinfo:
    """The zone called `Europe/Paris`, `+02:00` or `UTC`; empty is UTC. Raises UsageError."""
    if not name or name.upper() in {"UTC", "GMT", "Z"}:
        return UTC
    if found := _OFFSET.fullmatch(name):
        sign, hours, minutes = found.groups()
        delta = timedelta(hours=int(hours), minutes=int(minutes or 0))
        if delta < timedelta(hours=24):
            return timezone(-delta if sign == "-" else delta)
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError) as error:
        raise UsageError(f"unknown time zone '{name}'", hint="use a name such as Europe/Paris, or +02:00") from error


def stamp(moment: datetime, options: Options) -> Stamp:
    """A datetime, aware or in the person's zone, as a Stamp."""
    zone = options.zone
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=zone_named(zone))
    elif moment.utcoffset():
        zone = offset_text(moment)
    try:
        return Stamp(instant(moment).iso, zone)
    except ValueError:
        return Stamp(bad=f"time out of range: {moment.isoformat()}")


def offset_text(moment: datetime) -> str:
    """The offset of an aware datetime as `+02:00`."""
    minutes = round((moment.utcoffset() or timedelta()).total_seconds() / 60)
    return f"{'-' if minutes < 0 else '+'}{abs(minutes) // 60:02}:{abs(minutes) % 60:02}"


def iso(text: str, options: Options) -> Stamp:
    """An ISO 8601 date or time; empty text is no time and no error."""
    text = text.strip()
    if not text:
        return Stamp()
    try:
        return stamp(datetime.fromisoformat(text.replace(" UTC", "Z").replace(" ", "T", 1)), options)
    except ValueError:
        return Stamp(bad=f"not a time: {text[:40]!r}")


def epoch(number: float, options: Options) -> Stamp:
    """Seconds or milliseconds since 1970."""
    try:
        seconds = number / 1000 if abs(number) > _FIRST_MS else number
        moment = datetime.fromtimestamp(seconds, UTC)
    except (ValueError, OverflowError, OSError):
        return Stamp(bad=f"time out of range: {number!r:.40}")
    return Stamp(instant(moment).iso, options.zone)


def any_time(value: object, options: Options) -> Stamp:
    """A time as JSON files have it: ISO text, a number since 1970, or such a number as text; None is no time."""
    if value is None or value == "":
        return Stamp()
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return epoch(value, options)
    if isinstance(value, str):
        number = re.fullmatch(r"\d{9,17}(?:\.\d+)?", value.strip())
        return epoch(float(value), options) if number else iso(value, options)
    return Stamp(bad=f"not a time: {str(value)[:40]!r}")


def local_day(time: str, zone: str) -> str:
    """The calendar day of a UTC instant in a zone, `2026-03-05`; of UTC where that zone is none; empty for no time."""
    if not time:
        return ""
    try:
        return datetime.fromisoformat(time).astimezone(zone_named(zone)).date().isoformat()
    except (OverflowError, UsageError, ValueError):
        return time[:10]
