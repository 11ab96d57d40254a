"""The review queue: changes that wait for a person, and what a decision does.

Undecided items have no effect anywhere. An item is looked at again when it is decided: one whose ground has gone says
so and stays. Contradictions between devices need no event to be waiting: they follow from what is believed.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from persona_cli.core.codec import derived_id
from persona_cli.core.event import Event
from persona_cli.core.model import Fact, ReviewItem
from persona_cli.core.vocabulary import predicate, single_valued
from persona_cli.errors import PersonaError
from persona_cli.index.view import View
from persona_cli.store.vault import Vault
from persona_cli.work.change import Change, changing

Decision = Literal["accept", "discard"]


@dataclass(frozen=True, slots=True)
class Decided:
    """What came of deciding one item."""

    item: ReviewItem
    done: bool
    why_not: str = ""
    operation: str = ""


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which items are asked for."""

    reasons: tuple[str, ...] = ()
    source: str = ""  # of the episode the item rests on
    before: str = ""  # known before this instant


def waiting(vault: Vault, view: View, wanted: Wanted) -> list[ReviewItem]:
    """Open items, oldest first: those recorded, then contradictions that follow from belief."""
    items = [*view.reviews(), *contradictions(vault, view)]
    return [item for item in items if _fits(view, item, wanted)]


def _fits(view: View, item: ReviewItem, wanted: Wanted) -> bool:
    if wanted.reasons and item.reason not in wanted.reasons:
        return False
    if wanted.before and item.known_at > wanted.before:
        return False
    if not wanted.source:
        return True
    turn = view.turns([str(item.proposal.get("turn", ""))])
    episode = view.episode(next(iter(turn.values())).episode) if turn else None
    return episode is not None and episode.source == wanted.source


def contradictions(vault: Vault, view: View) -> Iterator[ReviewItem]:
    """Pairs of facts that hold at once in a slot for one value, as two devices can leave them."""
    cardinalities = vault.settings.get("predicates")
    slots: dict[tuple[str, str], list[Fact]] = defaultdict(list)
    for fact in view.facts():
        if not fact.retracted and fact.invalid_at is None and single_valued(fact.predicate, cardinalities):
            slots[fact.subject, fact.predicate].append(fact)
    for (_, name), facts in sorted(slots.items()):
        needs_object = bool(predicate(name).object_type)
        values = {fact.object if needs_object else fact.text: fact for fact in facts if fact.object or not needs_object}
        if len(values) < 2:
            continue
        older, newer = sorted(values.values(), key=lambda f: (f.valid_at.start if f.valid_at else "", f.said_at, f.id))[
            -2:
        ]
        ident = derived_id("rv", "contradiction", older.id, newer.id)
        if view.review(ident) is not None:
            continue  # decided before
        at = newer.valid_at.iso if newer.valid_at else newer.said_at
        close = {"type": "close", "id": derived_id("ev", ident), "fact": older.id, "at": at, "by": newer.id}
        proposal = {"text": f"{newer.text} — no longer: {older.text}", "events": [close]}
        yield ReviewItem(ident, "contradiction", proposal, (older.id, newer.id), "open", known_at=newer.known_at)


def item_of(items: Sequence[ReviewItem], prefix: str) -> ReviewItem:
    """The waiting item an id or its beginning means; raises PersonaError."""
    start = prefix if prefix.startswith("rv_") else f"rv_{prefix}"
    found = [item for item in items if item.id.startswith(start)]
    if len(found) != 1:
        what = "nothing waits" if not found else f"{len(found)} items wait"
        raise PersonaError(f"{what} under the id '{prefix}'", hint="persona review --list shows what waits")
    return found[0]


def decide(
    vault: Vault,
    prefixes: Iterable[str],
    decision: Decision,
    *,
    dry_run: bool = False,
    text: str = "",
    choose: str = "",
) -> list[Decided]:
    """Accept or discard items, each in an operation of its own; `text` are other words for what is accepted.

    `choose` is the id of the entity that an ambiguous name means.
    """
    done: list[Decided] = []
    with changing(vault, f"review {decision}") as change:
        for prefix in prefixes:
            item = item_of(waiting(vault, change.view, Wanted()), prefix)
            done.append(_decide(change, item, decision, dry_run=dry_run, text=text, choose=choose))
    return done


def _decide(change: Change, item: ReviewItem, decision: Decision, *, dry_run: bool, text: str, choose: str) -> Decided:
    events = _proposed(item, text, choose) if decision == "accept" else []
    if decision == "accept":
        stale = _stale(change.view, item) or _open_question(item, events)
        if stale:
            return Decided(item, done=False, why_not=stale)
    if item.op == "":  # a contradiction: recorded together with its decision
        body = {"reason": item.reason, "proposal": item.proposal, "facts": list(item.facts)}
        events.insert(0, Event("propose", item.id, body))
    events.append(change.writer.event("decide", review=item.id, decision=decision, note=text))
    if dry_run:
        return Decided(item, done=True)
    return Decided(item, done=True, operation=change.commit(events).id)


def _open_question(item: ReviewItem, events: Sequence[Event]) -> str:
    """What must be said before an item can be accepted; empty when nothing is missing."""
    if any("?" in (event.body.get("subject"), event.body.get("object")) for event in events):
        name, candidates = item.proposal.get("name", "the name"), ", ".join(item.proposal.get("candidates", ()))
        return f"'{name}' could be {candidates}: choose one with --choose"
    return "" if events else "it proposes nothing that could be recorded"


def _stale(view: View, item: ReviewItem) -> str:
    """Why an item no longer fits what is believed; empty when it does."""
    live = {fact.id: fact for fact in view.facts(item.facts)}
    for ident in item.facts:
        fact = live.get(ident)
        if fact is None:
            return f"fact {ident} is gone"
        if fact.retracted or (fact.invalid_at is not None and item.reason != "protected"):
            return f"fact {ident} has been closed since"
    turn = str(item.proposal.get("turn", ""))
    return f"turn {turn} has been taken back" if turn and turn not in view.turns([turn]) else ""


def _proposed(item: ReviewItem, text: str, choose: str) -> list[Event]:
    """The events an item holds, now as the person's own decision."""
    events = []
    for record in item.proposal.get("events", ()):
        body: dict[str, Any] = {key: value for key, value in record.items() if key not in ("type", "id", "auto")}
        if record["type"] == "assert":
            body |= {"text": text} if text else {}
            body |= {"extractor": "hand"} if text else {}
            for role in ("subject", "object"):
                if body.get(role) == "?" and choose:
                    body[role] = choose
        events.append(Event(str(record["type"]), str(record["id"]), body))
    return events
