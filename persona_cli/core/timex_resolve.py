"""What each way of speaking of time means, seen from the day it was said; named dates are in `core.timex_dates`.

A resolver takes what was `Said` and returns what it means, or None when it is no time after all.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, timedelta

from persona_cli.core import timex_calendar as cal
from persona_cli.core.timex_dates import (
    day_month,
    day_only,
    decade,
    holiday,
    iso,
    last_day,
    month,
    nth_week,
    numeric,
    quarter,
    season,
    year,
    years,
)
from persona_cli.core.timex_said import STEP, Meaning, Said, amount, lies_ahead, number_of, span_at
from persona_cli.core.when import When, day, parse_when


def stepped(today: date, count: float, unit: str) -> When:
    """The time `count` units after `today` (before, when negative), at the precision of the unit."""
    unit, count = {"hour": ("day", 0), "fortnight": ("week", count * 2), "decade": ("year", count * 10)}.get(
        unit, (unit, count)
    )
    if unit == "day":
        return day(today + timedelta(days=round(count)))
    if unit == "week":
        return day(today + timedelta(days=round(count * 7)))
    whole = int(count) == count
    if unit == "month":
        return cal.month_from(today, int(count)) if whole else day(today + timedelta(days=round(count * 30.44)))
    return cal.year(today.year + int(count)) if whole else cal.month_from(today, round(count * 12))


def _stepped_period(said: Said, sign: int) -> cal.Period:
    low, high = amount(said)
    near, far = (
        stepped(said.anchor, sign * low, said.word("unit")),
        stepped(said.anchor, sign * high, said.word("unit")),
    )
    return (near, far) if sign > 0 else (far, near)


def _blurred(said: Said) -> bool:
    low, high = amount(said)
    return "about" in said.groups or low != high


def day_offset(said: Said) -> Meaning:
    """Yesterday, tomorrow, last night."""
    return Meaning(cal.one(day(said.anchor + timedelta(days=said.get("dayword")))))


def ago(said: Said) -> Meaning:
    """Three years ago; "a year ago today" is a day."""
    if "today" in said.groups:
        whole = stepped(said.anchor, -amount(said)[0], said.word("unit"))
        return Meaning(cal.one(parse_when(whole.iso + day(said.anchor).iso[len(whole.iso) :])))
    return Meaning(_stepped_period(said, -1), vague=_blurred(said))


def ahead(said: Said) -> Meaning | None:
    """In two weeks; of the past the same words tell how long something took."""
    if "now" not in said.groups and not said.future(True):
        return None
    return Meaning(_stepped_period(said, 1), vague=_blurred(said))


def within(said: Said) -> Meaning | None:
    """Within a week: no later than its end."""
    return Meaning(_stepped_period(said, 1), relation="by") if said.future(True) else None


def lasting(said: Said) -> Meaning | None:
    """For three years, when it still lasts: since then."""
    if "surely" not in said.groups and not said.perfect():
        return None
    first, last = _stepped_period(said, -1)
    return Meaning((first, last), vague=_blurred(said), relation="since")


def past_n(said: Said) -> Meaning:
    """In the last two weeks: from then until today."""
    first, _ = _stepped_period(said, -1)
    return Meaning((first, _same_precision(said.anchor, first)), relation="at")


def next_n(said: Said) -> Meaning:
    """In the next few months: from today until then."""
    _, last = _stepped_period(said, 1)
    return Meaning((_same_precision(said.anchor, last), last), relation="at")


def _same_precision(today: date, like: When) -> When:
    return When(day(today).iso[: len(like.iso)], like.precision)


def mod_span(said: Said) -> Meaning:
    """Last week, next year, later this month."""
    step = STEP.get(said.mod, 0)
    unit, today = said.word("span"), said.anchor
    if unit == "weekend" and said.mod in {"this", "coming"}:
        return weekend(said)
    if unit == "weekend" and said.mod == "last" and today.weekday() == 6 and step == -1:
        return Meaning(cal.weekend_of(today, -1))
    return Meaning(span_at(unit, today, step))


def span_before_last(said: Said) -> Meaning:
    """The month before last."""
    return Meaning(span_at(said.word("span"), said.anchor, -2))


def span_after_next(said: Said) -> Meaning:
    """The week after next."""
    return Meaning(span_at(said.word("span"), said.anchor, 2))


def the_span(said: Said) -> Meaning:
    """The end of the month: the current one."""
    return Meaning(span_at(said.word("span"), said.anchor, 0))


def weekend(said: Said) -> Meaning:
    """The weekend: the one going on, or the nearest in the direction the clause speaks of."""
    today = said.anchor
    if today.weekday() >= 5:
        return Meaning(cal.weekend_of(today))
    return Meaning(cal.weekend_of(today, 0 if said.future(said.mod in {"this", "coming"}) else -1))


def weekday(said: Said) -> Meaning:
    """On Monday, last Friday, next Tuesday (of the coming calendar week), Friday last week."""
    today = said.anchor
    target = _weekday(said)
    if "weekmod" in said.groups:
        weeks = {"last": -1, "next": 1}.get(said.mod, 0)
        return Meaning(cal.one(day(_in_week(today, target, weeks))))
    before = today - timedelta(days=(today.weekday() - target - 1) % 7 + 1)
    after = today + timedelta(days=(target - today.weekday() - 1) % 7 + 1)
    if said.mod == "last":
        found = before
    elif said.mod == "coming":
        found = after
    elif said.mod == "next":
        found = _in_week(today, target, 1)
    elif said.mod == "this":
        this_week = _in_week(today, target, 0)
        found = after if this_week < today and said.future(False) else this_week
    else:
        found = after if lies_ahead(said) else before
    return Meaning(cal.one(day(found)))


def _weekday(said: Said) -> int:
    if "capday" in said.groups:
        return 6 if "sun" in said.text else 5
    return next(said.get(name) for name in ("weekday", "shortday", "weekdays") if name in said.groups)


def _in_week(today: date, target: int, weeks: int) -> date:
    return today + timedelta(days=target - today.weekday() + 7 * weeks)


def weekday_ago(said: Said) -> Meaning:
    """Two Fridays ago."""
    count = int(amount(said)[0])
    before = said.anchor - timedelta(days=(said.anchor.weekday() - _weekday(said) - 1) % 7 + 1)
    return Meaning(cal.one(day(before - timedelta(weeks=count - 1))))


def weeks_from(said: Said) -> Meaning:
    """A week from Saturday: the coming one, and so many weeks on."""
    after = said.anchor + timedelta(days=(_weekday(said) - said.anchor.weekday() - 1) % 7 + 1)
    return Meaning(cal.one(day(after + timedelta(weeks=amount(said)[0]))))


def weekend_ago(said: Said) -> Meaning:
    """Two weekends ago."""
    return Meaning(cal.weekend_of(said.anchor, -int(amount(said)[0])))


def beside(said: Said) -> Meaning | None:
    """The Friday before 5 June, two days after 5 June, the week before: seven days, the month before: a month."""
    at = day_month(said)
    if at is None or at.period is None:
        return None
    on = cal.bounds(at.period)[0]
    sign = -1 if said.groups["side"] == "before" else 1
    what = said.words.tables["beside"][said.groups["beside"]]
    if isinstance(what, int):
        gap = (on.weekday() - what - 1) % 7 + 1 if sign < 0 else (what - on.weekday() - 1) % 7 + 1
        return Meaning(cal.one(day(on + timedelta(days=sign * gap))))
    if what == "weekend":
        gap = (on.weekday() - 5 - 1) % 7 + 1 if sign < 0 else (5 - on.weekday() - 1) % 7 + 1
        saturday = on + timedelta(days=sign * gap)
        return Meaning(cal.days(saturday, saturday + timedelta(days=1)))
    if "n" not in said.groups and what == "week":
        near, far = on + timedelta(days=sign), on + timedelta(days=7 * sign)
        return Meaning(cal.days(min(near, far), max(near, far)))
    return Meaning(cal.one(stepped(on, sign * amount(said)[0], str(what))))


def recurring(said: Said) -> Meaning:
    """Every Monday: a habit without a date."""
    for table in ("freq", "often", "habit"):
        if table in said.groups:
            return Meaning(recurring=said.word(table))
    return Meaning(recurring="weekly")


def age(said: Said) -> Meaning:
    """When I was ten: a year only if the year of birth is known, and then give or take one."""
    if said.born is None:
        return Meaning(vague=True)
    return Meaning(cal.one(cal.year(said.born + int(number_of(said.groups["nb"], said.words)[0]))), vague=True)


def vague(_said: Said) -> Meaning:
    """Recently, the other day: words of time without a date."""
    return Meaning(vague=True)


RESOLVERS: dict[str, Callable[[Said], Meaning | None]] = {
    resolver.__name__: resolver
    for resolver in (
        day_offset, ago, ahead, within, lasting, past_n, next_n, mod_span, span_before_last,
        span_after_next, the_span, weekend, weekday, weekday_ago, weekend_ago, weeks_from, last_day, beside,
        month, day_month, iso, numeric, day_only, year, years, decade, season, quarter, holiday, nth_week, recurring,
        age, vague,
    )
}  # fmt: skip
