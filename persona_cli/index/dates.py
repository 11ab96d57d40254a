"""Dates as the words people ask with: "7 May 2023 Sunday"."""

from __future__ import annotations

from datetime import date

_MONTHS = "January February March April May June July August September October November December".split()
_DAYS = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split()


def date_words(time: str) -> str:
    """Day, month, year and weekday of sortable UTC text; empty where there is no date."""
    try:
        day = date.fromisoformat(time[:10])
    except ValueError:
        return ""
    return f"{day.day} {_MONTHS[day.month - 1]} {day.year} {_DAYS[day.weekday()]}"
