"""Which facts some words mean: those that hold every word of them, or are most alike; others are only suggested.

Only the first two are reason enough to change a fact. What search finds besides is a list to choose from.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from persona_cli.core.model import Fact
from persona_cli.core.similar import FLOOR, likeness, signature
from persona_cli.index.search import Scope
from persona_cli.index.view import View
from persona_cli.store.vault import Vault
from persona_cli.work.recall import Asked, recalling

SUGGESTED = 5
CLEARLY = 0.2  # by which the most alike must lead for the others not to be meant


@dataclass(frozen=True, slots=True)
class Meant:
    """What some words may mean."""

    facts: tuple[Fact, ...]  # best first
    sure: bool  # whether the words themselves are in them, or only search found them
    names: dict[str, str]


def by_words(view: View, text: str) -> list[Fact]:
    """Facts that hold now and are meant by some words, best first: several where it is not clear which."""
    said = signature(text)
    wanted = said.words | said.numbers
    scored = []
    for fact in view.facts():
        if fact.retracted or fact.invalid_at is not None:
            continue
        stated = signature(fact.text)
        whole = bool(wanted) and wanted <= stated.words | stated.numbers
        score = likeness(text, fact.text)
        if whole or score >= FLOOR:
            scored.append((not whole, -score, fact.said_at, fact.id, fact))
    scored.sort(key=lambda item: item[:4])
    if len(scored) > 1 and not scored[0][0] and scored[1][0]:
        return [scored[0][-1]]  # only one holds every word
    if len(scored) > 1 and scored[1][1] - scored[0][1] >= CLEARLY and scored[0][0] == scored[1][0]:
        return [scored[0][-1]]
    return [item[-1] for item in scored]


def meant(vault: Vault, text: str, *, say: Callable[[str], None]) -> Meant:
    """The facts some words mean; when none holds them, what a search for them finds."""
    with recalling(vault, say=say) as recaller:
        facts = by_words(recaller.view, text)
        if facts:
            names = recaller.view.named(e for fact in facts for e in (fact.subject, fact.object))
            return Meant(tuple(facts), sure=True, names=names)
        found = recaller.ask(text, Asked(SUGGESTED, Scope(kinds=frozenset({"fact"}))))
        return Meant(tuple(item.fact for item in found if item.fact), sure=False, names=recaller.names)
