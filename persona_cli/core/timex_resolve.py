"""What each way of speaking of time means, seen from the day it was said; no word of any language is here.

A resolver takes what was `Said` and returns what it means, or None when it is no time after all.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date, timedelta

from persona_cli.core import timex_calendar as cal
from persona_cli.core.timex_words import Words
from persona_cli.core.when import When, day


_STEP = {"last": -1, "next": 1, "coming": 1}


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
    low, high = _number(said.groups.get("n", "1"), said.words)
    if "nb" in said.groups:
        high = _number(said.groups["nb"], said.words)[1]
    if "half" in said.groups:
        low, high = low + 0.5, high + 0.5
    return min(low, high), max(low, high)


def _number(text: str, words: Words) -> tuple[float, float]:
    text = " ".join(text.split())
    if text in words.numbers:
        return words.numbers[text]
    if text[:1].isdigit():
        value = float(text.replace(",", "."))
        return value, value
    total = sum(words.numbers[piece][0] for piece in text.replace("-", " ").split() if piece in words.numbers)
    return total, total


def stepped(today: date, count: float, unit: str) -> When:
    """The time `count` units after `today` (before, when negative), at the precision of the unit."""
    unit, count = {"fortnight": ("week", count * 2), "decade": ("year", count * 10)}.get(unit, (unit, count))
    if unit == "hour":
        return day(today)
    if unit == "day":
        return day(today + timedelta(days=round(count)))
    if unit == "week":
        return day(today + timedelta(days=round(count * 7)))
    if unit == "month":
        whole = int(count)
        if whole == count:
            return cal.month_from(today, whole)
        return day(today + timedelta(days=round(count * 30.44)))
    if int(count) == count:
        return cal.year(today.year + int(count))
    return cal.month_from(today, round(count * 12))


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
    """Three years ago."""
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
    step = _STEP.get(said.mod, 0)
    unit, today = said.word("span"), said.anchor
    if unit == "weekend" and said.mod in {"this", "coming"}:
        return weekend(said)
    if unit == "weekend" and said.mod == "last" and today.weekday() == 6 and step == -1:
        return Meaning(cal.weekend_of(today, -1))
    return Meaning(_span(unit, today, step))


def span_before_last(said: Said) -> Meaning:
    """The month before last."""
    return Meaning(_span(said.word("span"), said.anchor, -2))


def span_after_next(said: Said) -> Meaning:
    """The week after next."""
    return Meaning(_span(said.word("span"), said.anchor, 2))


def _span(unit: str, today: date, step: int) -> cal.Period:
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


def the_span(said: Said) -> Meaning:
    """The end of the month: the current one."""
    return Meaning(_span(said.word("span"), said.anchor, 0))


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
        found = after if _ahead(said) else before
    return Meaning(cal.one(day(found)))


def _weekday(said: Said) -> int:
    if "capday" in said.groups:
        return 6 if "sun" in said.text else 5
    return next(said.get(name) for name in ("weekday", "shortday", "weekdays") if name in said.groups)


def _in_week(today: date, target: int, weeks: int) -> date:
    return today + timedelta(days=target - today.weekday() + 7 * weeks)


def _ahead(said: Said) -> bool:
    """Whether an undated time is the next one rather than the last one."""
    if said.relation == "since":
        return False
    return said.future(said.relation in {"by", "until"})


def weekday_ago(said: Said) -> Meaning:
    """Two Fridays ago."""
    count = int(amount(said)[0])
    before = said.anchor - timedelta(days=(said.anchor.weekday() - _weekday(said) - 1) % 7 + 1)
    return Meaning(cal.one(day(before - timedelta(weeks=count - 1))))


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
            of_year += (number < today.month) if _ahead(said) else -(number > today.month)
    return Meaning(cal.one(cal.month(of_year, number)))


def day_month(said: Said) -> Meaning:
    """5 June 2018; without a year the nearest in the direction of the clause, today included."""
    number = _day(said)
    of_year = _year(said)
    return Meaning(
        cal.one(day(date(of_year, _month(said), number) if of_year else _nearest(said, _month(said), number)))
    )


def _day(said: Said) -> int:
    if "ordinal" in said.groups:
        return said.get("ordinal")
    return int("".join(c for c in said.groups["day"] if c.isdigit()))


def _nearest(said: Said, in_month: int, number: int) -> date:
    forward = _ahead(said)
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
    """On the 17th, the first of next month."""
    number, today = _day(said), said.anchor
    if "which" in said.groups:
        step = {"last": -1, "next": 1}.get(said.mod, 0)
        of_year, in_month = cal.shifted_month(today, step)
        return Meaning(cal.one(day(date(of_year, in_month, number))))
    forward = _ahead(said)
    for step in range(3):
        of_year, in_month = cal.shifted_month(today, step if forward else -step)
        try:
            found = date(of_year, in_month, number)
        except ValueError:
            continue
        if (found >= today) if forward else (found <= today):
            return Meaning(cal.one(day(found)))
    raise ValueError("no such day")


def year(said: Said) -> Meaning:
    """In 2019."""
    return Meaning(cal.one(cal.year(int(said.groups["year"]))))


def years(said: Said) -> Meaning | None:
    """2015-2019."""
    first, last = int(said.groups["year"]), said.groups["yearb"]
    if not last.isdigit():
        return Meaning(cal.one(cal.year(first)), relation="since")
    return Meaning((cal.year(first), cal.year(int(last)))) if first < int(last) else None


def decade(said: Said) -> Meaning:
    """The 90s, the 1990s, the nineties."""
    if "decade" in said.groups:
        start = int(said.groups["decade"])
    elif "shortdecade" in said.groups:
        start = _century(int(said.groups["shortdecade"]), said.anchor)
    else:
        start = said.get("decadename")
    return Meaning((cal.year(start), cal.year(start + 9)))


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
    forward = _ahead(said) if said.mod != "this" else said.future(today.month < number * 3)
    return Meaning(coming[0] if forward else over[-1])


def quarter(said: Said) -> Meaning:
    """Q3 2024, the third quarter of last year; without a year the nearest by tense."""
    number = int(said.groups["q"]) if "q" in said.groups else said.get("quarterword")
    of_year = _year(said)
    if of_year is None:
        of_year, now = said.anchor.year, (said.anchor.month - 1) // 3 + 1
        if "q" in said.groups:
            of_year += (number < now) if _ahead(said) else -(number > now)
    return Meaning(cal.quarter(number, of_year))


def holiday(said: Said) -> Meaning:
    """At Christmas, last Easter, Halloween 2022."""
    rule, today = said.word("holiday"), said.anchor
    of_year = _year(said)
    if of_year is not None:
        return Meaning(cal.one(day(cal.holiday(rule, of_year))))
    around = [cal.holiday(rule, today.year + step) for step in (-1, 0, 1)]
    forward = said.mod in {"next", "coming"} or (said.mod != "last" and _ahead(said))
    if forward:
        return Meaning(cal.one(day(next(on for on in around if on >= today))))
    return Meaning(cal.one(day(next(on for on in reversed(around) if on <= today))))


def nth_week(said: Said) -> Meaning:
    """The last week of June: seven days from the 1st, 8th, 15th, 22nd, or the last seven."""
    period = month(said).period if "fullmonth" in said.groups else _span("month", said.anchor, _STEP.get(said.mod, 0))
    if period is None:
        raise ValueError("no such month")
    start, end = cal.bounds(period)
    nth = said.get("nth")
    first = end - timedelta(days=6) if nth < 0 else start + timedelta(days=7 * (nth - 1))
    return Meaning(cal.days(first, first + timedelta(days=6)))


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
    return Meaning(cal.one(cal.year(said.born + int(_number(said.groups["nb"], said.words)[0]))), vague=True)


def vague(_said: Said) -> Meaning:
    """Recently, the other day: words of time without a date."""
    return Meaning(vague=True)


RESOLVERS: dict[str, Callable[[Said], Meaning | None]] = {
    resolver.__name__: resolver
    for resolver in (
        day_offset, ago, ahead, within, lasting, past_n, next_n, mod_span, span_before_last,
        span_after_next, the_span, weekend, weekday, weekday_ago,
        month, day_month, iso, numeric, day_only, year, years, decade, season, quarter, holiday, nth_week, recurring,
        age, vague,
    )
}  # fmt: skip
