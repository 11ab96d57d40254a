"""Calendar arithmetic for times that are periods: months, years, seasons, weeks and movable feasts.

Every function may raise ValueError or OverflowError for a time outside the years 1 to 9999.
"""

from __future__ import annotations

from calendar import monthrange
from datetime import date, timedelta

from persona_cli.core.when import When, day

Period = tuple[When, When]


def year(number: int) -> When:
    """A calendar year."""
    date(number, 1, 1)
    return When(f"{number:04}", "year")


def month(number: int, month_number: int) -> When:
    """A calendar month."""
    date(number, month_number, 1)
    return When(f"{number:04}-{month_number:02}", "month")


def one(when: When) -> Period:
    """A period of one."""
    return when, when


def days(first: date, last: date) -> Period:
    """From day to day, both within."""
    return day(first), day(last)


def shifted_month(today: date, months: int) -> tuple[int, int]:
    """Year and month `months` after the month of `today`."""
    count = today.year * 12 + today.month - 1 + months
    return count // 12, count % 12 + 1


def month_from(today: date, months: int) -> When:
    """The month `months` after the one of `today`."""
    return month(*shifted_month(today, months))


def week_of(today: date, weeks: int = 0) -> Period:
    """Monday to Sunday, `weeks` after the week of `today`."""
    monday = today - timedelta(days=today.weekday()) + timedelta(weeks=weeks)
    return days(monday, monday + timedelta(days=6))


def weekend_of(today: date, weeks: int = 0) -> Period:
    """Saturday and Sunday of the week `weeks` after that of `today`."""
    monday = today - timedelta(days=today.weekday()) + timedelta(weeks=weeks)
    return days(monday + timedelta(days=5), monday + timedelta(days=6))


def season(number: int, start_year: int) -> Period:
    """Spring (1) to winter (4) of the northern hemisphere; a winter begins in December of `start_year`."""
    if number == 4:
        return month(start_year, 12), month(start_year + 1, 2)
    return month(start_year, number * 3), month(start_year, number * 3 + 2)


def quarter(number: int, of_year: int) -> Period:
    """Three months of a calendar year, `number` from 1 to 4."""
    return month(of_year, number * 3 - 2), month(of_year, number * 3)


def easter(of_year: int) -> date:
    """Easter Sunday of the Gregorian calendar (Meeus, Astronomical Algorithms, chapter 8)."""
    a, b, c = of_year % 19, of_year // 100, of_year % 100
    d, e = divmod(b, 4)
    g = (b - (b + 8) // 25 + 1) // 3
    h = (19 * a + b - d - g + 15) % 30
    i, k = divmod(c, 4)
    n = (32 + 2 * e + 2 * i - h - k) % 7
    m = (a + 11 * h + 22 * n) // 451
    in_month, in_day = divmod(h + n - 7 * m + 114, 31)
    return date(of_year, in_month, in_day + 1)


def holiday(rule: str, of_year: int) -> date:
    """The day of a feast: `12-25`, `easter+1`, or `nth MONTH WEEKDAY NTH [DAYS AFTER]` with -1 for the last."""
    if rule.startswith("easter"):
        return easter(of_year) + timedelta(days=int(rule[6:] or 0))
    if rule.startswith("nth "):
        in_month, weekday, nth, *after = (int(x) for x in rule[4:].split())
        if nth > 0:
            start = date(of_year, in_month, 1)
            found = start + timedelta(days=(weekday - start.weekday()) % 7 + 7 * (nth - 1))
        else:
            end = date(of_year, in_month, monthrange(of_year, in_month)[1])
            found = end - timedelta(days=(end.weekday() - weekday) % 7)
        return found + timedelta(days=sum(after))
    fixed_month, fixed_day = rule.split("-")
    return date(of_year, int(fixed_month), int(fixed_day))


def bounds(period: Period) -> tuple[date, date]:
    """First and last day of a period."""
    first = date.fromisoformat(period[0].start[:10])
    return first, _last_day(period[1])


def narrowed(period: Period, part: str, *, deadline: bool, today: date) -> Period:
    """The early, middle, late or last part of a period; `deadline` asks for its very last day.

    A year gives thirds (four months), a month ten days, a decade 0 to 5, 4 to 6 and 7 to 9, a week three days;
    its "end" is December, the last seven days, the last two years, or Friday to Sunday.
    """
    start, end = bounds(period)
    if part == "end" and deadline and end.year - start.year < 2:
        return one(day(end))
    if part in {"earlier", "later"}:
        return _about_today(period, part, today)
    if end.year - start.year >= 2:
        low, high = {"early": (0, 5), "start": (0, 3), "mid": (4, 6), "late": (7, 9), "half1": (0, 4),
                     "half2": (5, 9)}.get(part, (8, 9))  # fmt: skip
        return year(start.year + low), year(start.year + high)
    length = (end - start).days + 1
    if length > 40:
        return _months_of(start, round(length / 30.4), part)
    if length > 7:
        low, high = {"early": (1, 10), "start": (1, 7), "mid": (11, 20), "late": (21, length), "half1": (1, 15),
                     "half2": (16, length)}.get(part, (length - 6, length))  # fmt: skip
    elif length > 2:
        low, high = {"early": (1, 3), "start": (1, 2), "mid": (3, 3), "half1": (1, 3), "half2": (4, length)}.get(
            part, (length - 2, length)
        )
    else:
        return period
    return days(start + timedelta(days=low - 1), start + timedelta(days=high - 1))


def _months_of(start: date, count: int, part: str) -> Period:
    third = max(1, count // 3)
    low, high = {"early": (0, third - 1), "start": (0, max(0, third - 2)), "mid": (third, 2 * third - 1),
                 "late": (2 * third, count - 1), "half1": (0, count // 2 - 1),
                 "half2": (count // 2, count - 1)}.get(part, (count - 1, count - 1))  # fmt: skip
    return month_from(start, low), month_from(start, high)


def _about_today(period: Period, part: str, today: date) -> Period:
    start, end = bounds(period)
    if not start <= today <= end:
        return period
    if (end - start).days > 40:
        here = month(today.year, today.month)
        return (month(start.year, start.month), here) if part == "earlier" else (here, month(end.year, end.month))
    return days(start, today) if part == "earlier" else days(today, end)


def _last_day(when: When) -> date:
    if when.precision == "day":
        return date.fromisoformat(when.iso)
    if when.precision == "instant":
        return date.fromisoformat(when.iso[:10])
    number = int(when.iso[:4])
    in_month = int(when.iso[5:7]) if when.precision == "month" else 12
    return date(number, in_month, monthrange(number, in_month)[1])
