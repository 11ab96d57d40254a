"""Times know how exactly they are known, and periods are half open."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta, timezone
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from persona_cli.core.when import BEGINNING, END, When, day, instant, parse_when


@pytest.mark.parametrize(
    ("text", "precision", "start", "end"),
    [
        ("2026", "year", "2026-01-01T00:00:00Z", "2027-01-01T00:00:00Z"),
        ("2026-12", "month", "2026-12-01T00:00:00Z", "2027-01-01T00:00:00Z"),
        ("2024-02", "month", "2024-02-01T00:00:00Z", "2024-03-01T00:00:00Z"),
        ("2024-02-28", "day", "2024-02-28T00:00:00Z", "2024-02-29T00:00:00Z"),
        ("2025-02-28", "day", "2025-02-28T00:00:00Z", "2025-03-01T00:00:00Z"),
        ("2026-03-05T10:00:00Z", "instant", "2026-03-05T10:00:00Z", "2026-03-05T10:00:00Z"),
        ("2026-03-05T10:00:00+02:00", "instant", "2026-03-05T08:00:00Z", "2026-03-05T08:00:00Z"),
        ("20260305", "day", "2026-03-05T00:00:00Z", "2026-03-06T00:00:00Z"),
        ("0001", "year", "0001-01-01T00:00:00Z", "0002-01-01T00:00:00Z"),
        ("9999", "year", "9999-01-01T00:00:00Z", END),
        ("9999-12", "month", "9999-12-01T00:00:00Z", END),
        ("9999-12-31", "day", "9999-12-31T00:00:00Z", END),
    ],
)
def test_a_time_stands_for_the_period_of_its_precision(text, precision, start, end):
    """A year is a year, a month a month, a day a day, each up to where the next begins."""
    when = parse_when(text)

    assert (precision, start, end) == (when.precision, when.start, when.end)


@pytest.mark.parametrize(
    "text",
    ["", "0000", "0000-01-01", "2026-13", "2026-00", "2025-02-29", "2026-02-30", "2026-3-5", "26", "10000", "yesterday", "2026-03-05T25:00",
     "2026-03-05T10:00:00+25:00", "٢٠٢٦", "２０２６-01-01", "2026-03-05 T", "0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-12:00", "2026\n2027"],
)  # fmt: skip
def test_what_is_no_date_is_refused(text):
    """Dates that do not exist, or not within years 1 to 9999, or not in plain digits, are refused."""
    with pytest.raises(ValueError):
        parse_when(text)


def test_a_time_of_day_is_taken_in_the_zone_given():
    """A time without an offset is local to the zone; one with an offset is not."""
    paris = ZoneInfo("Europe/Paris")

    assert parse_when("2026-07-01T10:00", zone=paris).iso == "2026-07-01T08:00:00Z"
    assert parse_when("2026-07-01T10:00Z", zone=paris).iso == "2026-07-01T10:00:00Z"
    assert parse_when("2026-07-01", zone=paris).iso == "2026-07-01"


@given(st.datetimes(min_value=datetime(1, 1, 2), max_value=datetime(9999, 12, 30), timezones=st.just(UTC)))  # noqa: DTZ001 - the strategy wants naive bounds
def test_instants_sort_as_text_as_they_do_in_time(moment):
    """The text of an instant is the instant to the second, and sorts between the beginning and the end."""
    text = instant(moment).iso

    assert moment.replace(microsecond=0) == datetime.fromisoformat(text)
    assert BEGINNING < text < END
    assert text <= instant(moment + timedelta(seconds=1)).iso
    assert instant(moment.astimezone(timezone(timedelta(hours=-11)))).iso == text


@given(st.dates(min_value=date(1, 1, 1)))
def test_days_follow_each_other_without_gap(moment):
    """Each day ends where the next begins, and lies within its month and its year."""
    today, month, year = day(moment), parse_when(moment.isoformat()[:7]), parse_when(moment.isoformat()[:4])

    assert today == parse_when(str(today))
    if moment < date.max:
        assert today.end == day(moment + timedelta(days=1)).start
    assert year.start <= month.start <= today.start < today.end <= month.end <= year.end


def test_a_time_that_is_written_is_read_again():
    """Every precision survives being written as text."""
    for text in ("2026", "2026-03", "2026-03-05", "2026-03-05T10:00:00Z"):
        assert When(text, parse_when(text).precision) == parse_when(str(parse_when(text)))
