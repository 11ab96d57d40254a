"""Times in words are resolved as a person would, at the precision they were said, and nothing else is taken for one."""

from __future__ import annotations

import json
import time
from datetime import UTC, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from persona_cli.core.timex import Timex, find_times, query_window
from persona_cli.core.timex_calendar import easter
from persona_cli.core.timex_words import words_of

SAID = datetime(2024, 5, 15, 12, tzinfo=UTC)  # a Wednesday
HERE = Path(__file__).parent


def rows(name):
    return [json.loads(line) for line in (HERE / name).read_text("utf-8").splitlines()]


def shown(found: Timex) -> list[str]:
    period = "" if found.first is None else str(found.first)
    if found.last != found.first:
        period += f"..{found.last}"
    return [found.text, found.relation, period or found.recurring or "?"]


@pytest.mark.parametrize("row", rows("timex_phrases.jsonl"), ids=lambda row: row["text"])
def test_phrase(row):
    """Each of the forty phrases has its one right answer, the traps none."""
    expected = [row["when"]] if row["when"] else []
    assert expected == [shown(found)[2] for found in find_times(row["text"], SAID)]


@pytest.mark.parametrize("row", rows("timex_en.jsonl"), ids=lambda row: row["text"])
def test_english(row):
    """English sentences give the expected spans, relations and periods."""
    assert row["times"] == [shown(found) for found in find_times(row["text"], SAID)]


@pytest.mark.parametrize("row", rows("timex_es.jsonl"), ids=lambda row: row["text"])
def test_spanish(row):
    """Spanish sentences give the expected spans, relations and periods."""
    assert row["times"] == [shown(found) for found in find_times(row["text"], SAID, language="es")]


def one(text, said=SAID, **options):
    (found,) = find_times(text, said, **options)
    return shown(found)[1:]


def test_the_following_clause_tells_the_tense():
    """A future said after the time makes it a future time."""
    assert one("on Sunday I am going to the lake") == ["at", "2024-05-19"]
    assert one("on Sunday I went to the lake") == ["at", "2024-05-12"]


def test_tense_can_be_given():
    """With `future` given the words around do not matter."""
    assert one("in October", future=True) == ["at", "2024-10"]
    assert one("I will go in October", future=False) == ["at", "2023-10"]


def test_the_day_is_the_speakers():
    """Yesterday is counted in the zone of the speaker, not in UTC."""
    late = datetime(2024, 5, 15, 23, 30, tzinfo=UTC).astimezone(ZoneInfo("Asia/Tokyo"))
    assert one("yesterday", late) == ["at", "2024-05-15"]


def test_a_clock_time_without_offset_is_in_the_speakers_zone():
    """An ISO time of day becomes an instant in UTC."""
    here = datetime(2024, 5, 15, 9, tzinfo=ZoneInfo("Europe/Paris"))
    assert one("at 2024-05-01T10:00 we met", here) == ["at", "2024-05-01T08:00:00Z"]


def test_age_needs_a_year_of_birth():
    """An age is a year once the year of birth is known, and always approximate."""
    assert one("since I was ten", born=1990) == ["at", "2000"]
    assert find_times("since I was ten", SAID)[0].first is None
    assert find_times("at age 12", SAID, born=1990)[0].vague


def test_leap_day_without_a_year_is_the_last_one():
    """29 February is looked for in leap years only."""
    assert one("on 29 February", datetime(2023, 5, 1, tzinfo=UTC)) == ["at", "2020-02-29"]


@pytest.mark.parametrize(("of_year", "expected"), [(1961, "04-02"), (2000, "04-23"), (2024, "03-31"), (2025, "04-20")])
def test_easter(of_year, expected):
    """Easter Sunday is computed for any year."""
    assert f"{of_year}-{expected}" == easter(of_year).isoformat()


def test_approximate_times_say_so():
    """About, a few and a bare "recently" are vague; exact counts are not."""
    vague = {
        text: find_times(text, SAID)[0].vague
        for text in ("about ten years ago", "a few days ago", "recently", "two days ago")
    }
    assert vague == {"about ten years ago": True, "a few days ago": True, "recently": True, "two days ago": False}


def test_a_period_with_both_ends_named_says_so():
    """From X to Y has a beginning and an end; a season, a week or an open beginning are one time."""
    texts = ("from 2015 to 2019", "2015-2019", "between May and July", "last summer", "since 2019", "2015-present")
    assert [find_times(text, SAID)[0].both_ends for text in texts] == [True, True, True, False, False, False]


def test_query_window():
    """A question's period is closed on both ends; "since" reaches today, "before" begins with the calendar."""
    window = {
        text: query_window(text, SAID)
        for text in ("what did I do in May", "since 2019", "before 2019", "before she moved", "every Monday")
    }
    shown_window = {text: found and f"{found[0]}..{found[1]}" for text, found in window.items()}
    assert shown_window == {
        "what did I do in May": "2024-05..2024-05",
        "since 2019": "2019..2024-05-15",
        "before 2019": "0001..2019",
        "before she moved": None,
        "every Monday": None,
    }


def test_unknown_language_finds_nothing():
    """A language without a table has no times, and a region does not matter."""
    assert find_times("yesterday", SAID, language="xx") == []
    assert find_times("yesterday", SAID, language="en-GB") != []


def vocabulary(language):
    words = words_of(language)
    pieces = [word for table in words.tables.values() for word in table]
    pieces += [
        *words.preps,
        *words.parts,
        *words.numbers,
        "ago",
        "hace",
        "2019",
        "17th",
        "31",
        "9999",
        "0",
        "3/4",
        "-",
        ",",
        ".",
        "will",
        "saw",
        "30.2.2024",
    ]
    return st.lists(st.sampled_from(pieces), min_size=1, max_size=9).map(" ".join)


texts = st.one_of(st.text(max_size=80), vocabulary("en"), vocabulary("es"))
moments = st.datetimes(timezones=st.just(UTC))


@settings(max_examples=400, deadline=None)
@given(texts, moments, st.sampled_from(["en", "es"]))
def test_any_text_is_safe(text, moment, language):
    """No text and no moment raises; spans lie in the text, in order, apart, and periods run forward."""
    end = 0
    for found in find_times(text, moment, language=language):
        assert end <= found.start < found.end <= len(text)
        assert found.text == text[found.start : found.end]
        assert (found.first is None) == (found.last is None)
        assert found.first is None or found.first.start <= found.last.end
        end = found.end


@pytest.mark.parametrize(
    "piece",
    [
        "may ",
        "last ",
        "2019 ",
        "since ",
        "3 ",
        "1",
        "/",
        " ",
        "on the ",
        "from 2019 to ",
        "the end of ",
        "Monday and ",
        "a\n",
    ],
)
def test_long_texts_take_linear_time(piece):
    """A hundred thousand characters of anything take seconds at most, not minutes."""
    start = time.process_time()
    find_times((piece * 100_000)[:100_000], SAID)
    assert time.process_time() - start < 6


def test_sentences_without_time_are_fast():
    """A sentence without words of time costs less than a tenth of a millisecond."""
    text = "My flat has big rooms and I like the colour of the kitchen very much indeed"
    find_times(text, SAID)
    best = 1.0
    for _ in range(5):
        start = time.process_time()
        for _ in range(500):
            find_times(text, SAID)
        best = min(best, (time.process_time() - start) / 500)
    assert best < 0.0001
