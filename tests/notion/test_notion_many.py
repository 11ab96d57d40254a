"""5,000 facts: as many requests as the API asks for at the least, inside its limits, and none written twice."""

from __future__ import annotations

import pytest
from notion_vault import Home

from persona_cli.core.event import Event


def _learn(home: Home, count: int) -> None:
    with home.vault.writing("remember") as writer:
        writer.commit("remember", [Event("entity", "en_user", {"name": "Ana", "kind": "user", "etype": "person"})])
        for start in range(0, count, 500):
            bodies = (
                {"subject": "en_user", "predicate": "states", "text": f"Ana knows song number {n}.", "kind": "fact"}
                for n in range(start, min(start + 500, count))
            )
            facts = [
                Event(
                    "assert",
                    home.vault.new_id("fa"),
                    {**body, "valid_at": "2026", "confidence": 1.0, "extractor": "hand"},
                )
                for body in bodies
            ]
            writer.commit("remember", facts)


def _measured(home: Home, count: int) -> tuple[int, int, int]:
    """Requests of the first run, of the second, and writes of the second."""
    _learn(home, count)
    home.sync()
    first = len(home.space.log)
    home.space.clock.elapsed += 3600  # the next run is another process, an hour later
    report = home.sync()
    assert count == len(home.space.rows()) == report.agreed
    assert 0 == home.space.refused, "a request beyond the limits of rate"
    return first, len(home.space.log) - first, report.writes


def test_300_facts_take_little_more_requests_than_rows(home: Home) -> None:
    """One request a row and one for the database are the least there is; the second run reads three pages of rows."""
    first, second, writes = _measured(home, 300)
    assert first <= 1.1 * 301
    assert (1 + 3, 0) == (second, writes)


@pytest.mark.slow
def test_5000_facts_take_at_most_a_tenth_more_requests_than_the_least(home: Home) -> None:
    """5,001 are the least: 5,000 rows and a database. The second run makes the reads of 50 pages and one of the columns."""
    home.space.latency = 0.05
    first, second, writes = _measured(home, 5000)
    assert first <= 1.1 * 5001
    assert (51, 0) == (second, writes)
