"""What was learnt, what changed and what ended, month by month, as Markdown."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from persona_cli.core.model import Fact
from persona_cli.work.graph.fields import markdown, span
from persona_cli.work.graph.model import Graph

Change = Literal["learnt", "changed", "ended"]
CHANGES: tuple[Change, ...] = ("learnt", "changed", "ended")
_UNKNOWN = "no date"


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing that happened to what is known."""

    when: str  # ISO text at the precision known; empty when not known
    change: Change
    fact: Fact  # for a change: the new one
    before: Fact | None = None  # for a change: the one it took the place of


def timeline(graph: Graph) -> list[Entry]:
    """All entries, oldest first, those without a date last.

    A fact is learnt when it was said (for a hand-written one: recorded). It changed when another took its place, and
    ended when it stopped being true with none in its place; both have the date the older fact stopped being true.
    """
    facts = {fact.id: fact for fact in graph.facts()}
    followed = {fact.closed_by for fact in facts.values() if fact.closed_by}
    entries = []
    for fact in facts.values():
        if fact.id not in followed:
            entries.append(Entry(fact.said_at or fact.known_at, "learnt", fact))
        if fact.closed_by in facts:
            successor = facts[fact.closed_by]
            when = fact.invalid_at.iso if fact.invalid_at else successor.said_at or successor.known_at
            entries.append(Entry(when, "changed", successor, fact))
        elif fact.invalid_at:
            entries.append(Entry(fact.invalid_at.iso, "ended", fact))
    order = {change: place for place, change in enumerate(CHANGES)}
    entries.sort(key=lambda e: (not e.when, e.when, order[e.change], e.fact.id, e.before.id if e.before else ""))
    return entries


def as_timeline(graph: Graph) -> Iterator[str]:
    """A heading a month (a year where no month is known), under it what was learnt, changed and ended."""
    names = {node.id: node.name for node in graph.nodes}
    months: defaultdict[str, list[Entry]] = defaultdict(list)
    for entry in timeline(graph):
        months[entry.when[:7] or _UNKNOWN].append(entry)
    yield "# Timeline\n"
    for month, entries in months.items():
        yield f"\n## {month}\n"
        for change in CHANGES:
            if some := [entry for entry in entries if entry.change == change]:
                yield f"\n### {change.title()}\n\n"
                yield from (_line(entry, names) for entry in some)


def _line(entry: Entry, names: dict[str, str]) -> str:
    who = names.get(entry.fact.subject, entry.fact.subject)
    day = f" [{entry.when[:10]}]" if len(entry.when) > 7 else ""
    if entry.before:
        return f"- **{markdown(who)}**: {markdown(entry.before.text)} → {markdown(entry.fact.text)}{day}\n"
    when = f" ({span(entry.fact)})" if span(entry.fact) and entry.change == "learnt" else ""
    return f"- **{markdown(who)}**: {markdown(entry.fact.text)}{when}{day}\n"
