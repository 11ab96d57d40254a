"""Named times resolved: years, months, days of a month, seasons, quarters, feasts.

Each takes what was `Said`; an impossible date raises ValueError and None means that it is no time after all.
"""

from __future__ import annotations

from datetime import date, timedelta

from persona_cli.core import timex_calendar as cal
from persona_cli.core.timex_said import STEP, Meaning, Said, lies_ahead, span_at
from persona_cli.core.when import day


def _year(said: Said) -> int | None:
    if "year" in said.groups:
        number = int(said.groups["year"])
        return number if len(said.groups["year"]) == 4 else _century(number, said.anchor)
    if "shortyear" in said.groups:
        return _century(int(said.groups["shortyear"]), said.anchor)
    return said.anchor.year + said.get("modyear") if "modyear" in said.groups else None


def _century(number: int, today: date) -> int:
    """Two digits of a year: up to ten years ahead, otherwise behind."""
    full = today.year // 100 * 100 + number
    return full - 100 if full > today.year + 10 else full


def _month(said: Said) -> int:
    for name in ("month", "fullmonth", "suremonth"):
        if name in said.groups:
            return said.get(name)
    letters = "".join(c if c.isalpha() else " " for c in said.text).split()
    return next(int(said.words.tables["month"][word]) for word in letters if word in said.words.tables["month"])


def month(said: Said) -> Meaning:
    """In May, last March, June 2019: without a year the nearest in the direction of the clause, this month included."""
    number, today = _month(said), said.anchor
    of_year = _year(said)
    if of_year is None:
        of_year = today.year
        if said.mod == "last":
            of_year -= number >= today.month
        elif said.mod in {"next", "coming"}:
            of_year += number <= today.month
        elif said.mod != "this":
            of_year += (number < today.month) if lies_ahead(said) else -(number > today.month)
    return Meaning(cal.one(cal.month(of_year, number)))


def day_month(said: Said) -> Meaning | None:
    """5 June 2018, 5-9 June; without a year the nearest in the direction of the clause, today included."""
    number, of_year = _day(said), _year(said)
    last = date(of_year, _month(said), number) if of_year else _nearest(said, _month(said), number)
    first = last.replace(day=int(said.groups.get("dayfrom", number)))
    return Meaning(cal.days(first, last)) if first <= last else None


def _day(said: Said) -> int:
    if "ordinal" in said.groups:
        return said.get("ordinal")
    return int("".join(c for c in said.groups["day"] if c.isdigit()))


def _nearest(said: Said, in_month: int, number: int) -> date:
    forward = lies_ahead(said)
    for step in range(9):  # 29 February comes round within eight years
        try:
            found = date(said.anchor.year + (step if forward else -step), in_month, number)
        except ValueError:
            continue
        if (found >= said.anchor) if forward else (found <= said.anchor):
            return found
    raise ValueError("no such day")


def iso(said: Said) -> Meaning:
    """2024-03-22, 2024/3/22, 2024-03, with a time an instant."""
    found, groups = said.groups, said.groups
    if "dd" not in found:
        return Meaning(cal.one(cal.month(int(groups["year"]), int(groups["mm"]))))
    on = date(int(groups["year"]), int(groups["mm"]), int(groups["dd"]))
    if "clock" not in found:
        return Meaning(cal.one(day(on)))
    return Meaning(cal.one(said.parse(f"{on.isoformat()}T{groups['clock'].upper()}")))


def numeric(said: Said) -> Meaning:
    """3/22, 22/3/2024, 22.3.2024: the language's order unless impossible; full stops mean day first."""
    a, b = int(said.groups["a"]), int(said.groups["b"])
    month_first = said.words.month_first and "." not in said.text
    if (month_first and a > 12) or (not month_first and b > 12):
        month_first = not month_first
    in_month, on = (a, b) if month_first else (b, a)
    of_year = _year(said)
    return Meaning(cal.one(day(date(of_year, in_month, on) if of_year else _nearest(said, in_month, on))))


def day_only(said: Said) -> Meaning:
    """On the 17th, the first of next month, Saturday the 25th (in the nearest month where it is one)."""
    number, today = _day(said), said.anchor
    if "which" in said.groups:
        step = {"last": -1, "next": 1}.get(said.mod, 0)
        of_year, in_month = cal.shifted_month(today, step)
        return Meaning(cal.one(day(date(of_year, in_month, number))))
    forward = lies_ahead(said)
    weekday = said.get("weekday", -1)
    for step in range(3) if weekday < 0 else (0, 1, -1, 2, -2, 3, -3):
        of_year, in_month = cal.shifted_month(today, step if forward else -step)
        try:
            found = date(of_year, in_month, number)
        except ValueError:
            continue
        if found.weekday() == weekday if weekday >= 0 else (found >= today) if forward else (found <= today):
            return Meaning(cal.one(day(found)))
    raise ValueError("no such day")


def year(said: Said) -> Meaning:
    """In 2019, back in '09."""
    return Meaning(cal.one(cal.year(_year(said) or said.anchor.year)))


def years(said: Said) -> Meaning | None:
    """2015-2019."""
    first, last = int(said.groups["year"]), said.groups["yearb"]
    if not last.isdigit():
        return Meaning(cal.one(cal.year(first)), relation="since")
    return Meaning((cal.year(first), cal.year(int(last)))) if first < int(last) else None


def decade(said: Said) -> Meaning:
    """The 90s, the 1990s, the nineties; the 1800s are the century."""
    if "decade" in said.groups:
        start = int(said.groups["decade"])
    elif "shortdecade" in said.groups:
        start = _century(int(said.groups["shortdecade"]), said.anchor)
    else:
        start = said.get("decadename")
    return Meaning((cal.year(start), cal.year(start + (99 if start % 100 == 0 and start < 2000 else 9))))


def season(said: Said) -> Meaning:
    """Last summer, the winter of 2019 (which begins in its December); without a year the nearest by tense."""
    name = "season" if "season" in said.groups else "sureseason"
    number, today = said.get(name), said.anchor
    of_year = _year(said)
    if of_year is not None:
        return Meaning(cal.season(number, of_year))
    around = [cal.season(number, today.year + step) for step in (-2, -1, 0, 1, 2)]
    now = day(today).start
    over = [period for period in around if period[1].end <= now]
    coming = [period for period in around if period[0].start > now]
    current = [period for period in around if period[0].start <= now < period[1].end]
    if said.mod == "last":
        return Meaning(over[-1])
    if said.mod in {"next", "coming"}:
        return Meaning(coming[0])
    if current:
        return Meaning(current[0])
    forward = lies_ahead(said) if said.mod != "this" else said.future(today.month < number * 3)
    return Meaning(coming[0] if forward else over[-1])


def quarter(said: Said) -> Meaning:
    """Q3 2024, the third quarter of last year; without a year the nearest by tense."""
    number = int(said.groups["q"]) if "q" in said.groups else said.get("quarterword")
    of_year = _year(said)
    if of_year is None:
        of_year, now = said.anchor.year, (said.anchor.month - 1) // 3 + 1
        if "q" in said.groups:
            of_year += (number < now) if lies_ahead(said) else -(number > now)
    return Meaning(cal.quarter(number, of_year))


def holiday(said: Said) -> Meaning:
    """At Christmas, last Easter, Halloween 2022."""
    rule, today = said.word("holiday"), said.anchor
    of_year = _year(said)
    if of_year is not None:
        return Meaning(cal.one(day(cal.holiday(rule, of_year))))
    around = [cal.holiday(rule, today.year + step) for step in (-1, 0, 1)]
    forward = said.mod in {"next", "coming"} or (said.mod != "last" and lies_ahead(said))
    if forward:
        return Meaning(cal.one(day(next(on for on in around if on >= today))))
    return Meaning(cal.one(day(next(on for on in reversed(around) if on <= today))))


def last_day(said: Said) -> Meaning:
    """The last day of March, of last month."""
    period = month(said).period if "fullmonth" in said.groups else span_at("month", said.anchor, STEP.get(said.mod, 0))
    if period is None:
        raise ValueError("no such month")
    return Meaning(cal.one(day(cal.bounds(period)[1])))


def nth_week(said: Said) -> Meaning:
    """The last week of June: seven days from the 1st, 8th, 15th, 22nd, or the last seven."""
    period = month(said).period if "fullmonth" in said.groups else span_at("month", said.anchor, STEP.get(said.mod, 0))
    if period is None:
        raise ValueError("no such month")
    start, end = cal.bounds(period)
    nth = said.get("nth")
    first = end - timedelta(days=6) if nth < 0 else start + timedelta(days=7 * (nth - 1))
    return Meaning(cal.days(first, first + timedelta(days=6)))
