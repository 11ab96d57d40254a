"""The review queue: changes that wait for a person, and what a decision does.

Undecided items have no effect anywhere. An item is looked at again when it is decided: one whose ground has gone says
so and stays. Contradictions between devices need no event to be waiting: they follow from what is believed.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Literal

from persona_cli.core.codec import derived_id
from persona_cli.core.event import TYPES, Event
from persona_cli.core.model import Fact, ReviewItem
from persona_cli.core.vocabulary import predicate, single_valued
from persona_cli.errors import UsageError
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
        held = sorted(values.values(), key=lambda f: (f.valid_at.start if f.valid_at else "", f.said_at, f.id))
        for older, newer in pairwise(held):
            ident = derived_id("rv", "contradiction", *sorted((older.id, newer.id)))
            if view.review(ident) is None:  # else decided before
                yield _contradiction(ident, older, newer)


def _contradiction(ident: str, older: Fact, newer: Fact) -> ReviewItem:
    at = newer.valid_at.iso if newer.valid_at else newer.said_at[:10]
    close = {"type": "close", "id": derived_id("ev", ident), "fact": older.id, "at": at, "by": newer.id}
    proposal = {"text": f"{newer.text} — no longer: {older.text}", "events": [close]}
    return ReviewItem(ident, "contradiction", proposal, (older.id, newer.id), "open", known_at=newer.known_at)


def candidates(view: View, item: ReviewItem) -> list[tuple[str, str]]:
    """Id and name of the entities that an ambiguous name could be, by name."""
    known = view.named(str(ident) for ident in item.proposal.get("candidates", ()))
    return sorted(known.items(), key=lambda pair: (pair[1], pair[0]))


def item_of(items: Sequence[ReviewItem], prefix: str) -> ReviewItem:
    """The item an id or its beginning means; raises UsageError when it is none or several."""
    start = prefix if prefix.startswith("rv_") else f"rv_{prefix}"
    found = {item.id: item for item in items if item.id.startswith(start)}
    if len(found) != 1:
        what = "no review item has" if not found else f"{len(found)} review items have"
        raise UsageError(f"{what} the id '{prefix}'", hint="persona review --list shows what waits")
    return next(iter(found.values()))


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

    `choose` is the id of the entity that an ambiguous name means, or of the fact that an unmatched correction ends.
    Raises UsageError, before anything is decided, for an id that no item has.
    """
    with changing(vault, f"review {decision}") as change:
        items = [_item(vault, change.view, prefix) for prefix in prefixes]
        return [_decide(change, item, decision, dry_run=dry_run, text=text, choose=choose) for item in items]


def _item(vault: Vault, view: View, prefix: str) -> ReviewItem:
    decided = (*view.reviews("accepted"), *view.reviews("discarded"))
    return item_of([*waiting(vault, view, Wanted()), *decided], prefix)


def _decide(change: Change, item: ReviewItem, decision: Decision, *, dry_run: bool, text: str, choose: str) -> Decided:
    now = change.view.review(item.id) or item
    if now.state != "open":
        return Decided(item, done=False, why_not=f"it has been {now.state} already")
    events = _proposed(change, item, text, choose) if decision == "accept" else []
    if decision == "accept":
        stale = _stale(change.view, item) or _open_question(change.view, item, events)
        if stale:
            return Decided(item, done=False, why_not=stale)
    if item.op == "":  # a contradiction: recorded together with its decision
        body = {"reason": item.reason, "proposal": item.proposal, "facts": list(item.facts)}
        events.insert(0, Event("propose", item.id, body))
    events.append(change.writer.event("decide", review=item.id, decision=decision, note=text))
    if dry_run:
        return Decided(item, done=True)
    return Decided(item, done=True, operation=change.commit(events).id)


def _open_question(view: View, item: ReviewItem, events: Sequence[Event]) -> str:
    """What must be said before an item can be accepted; empty when nothing is missing."""
    if any("?" in (event.body.get("subject"), event.body.get("object")) for event in events):
        name = item.proposal.get("name", "the name")
        listed = ", ".join(f"{known} ({ident})" for ident, known in candidates(view, item))
        return f"'{name}' could be {listed}: choose one with --choose"
    return "" if events else "it proposes nothing that could be recorded"


def _stale(view: View, item: ReviewItem) -> str:
    """Why an item no longer fits what is believed; empty when it does."""
    live = {fact.id: fact for fact in view.facts(item.facts)}
    for ident in item.facts:
        fact = live.get(ident)
        if fact is None:
            return f"fact {ident} has been taken back since"
        if fact.retracted or fact.invalid_at is not None:
            return f"fact {ident} {'was retracted' if fact.retracted else 'has ended'} since"
        if _reworded(view, ident, item):
            return f"fact {ident} has been reworded since"
    turn = str(item.proposal.get("turn", ""))
    if turn and turn not in view.turns([turn]):
        return f"turn {turn} has been taken back since"
    return next((why for record in item.proposal.get("events", ()) if (why := _stale_merge(view, record))), "")


def _reworded(view: View, fact: str, item: ReviewItem) -> bool:
    group = view.catalog.placed(fact)
    proposed = next((p.order for p in view.catalog.placed(item.id) if p.event.type == "propose"), None)
    return proposed is not None and any(p.event.type == "edit" and p.order > proposed for p in group)


def _stale_merge(view: View, record: dict[str, Any]) -> str:
    if record.get("type") != "merge":
        return ""
    one, other = (view.entity(str(record.get(role, ""))) for role in ("entity", "into"))
    if one is None or other is None:
        return "one of the two is no more"
    if view.owner.get(one.id, one.id) == view.owner.get(other.id, other.id):
        return "the two are one already"
    apart = other.id in one.distinct or one.id in other.distinct
    return f"'{one.name}' and '{other.name}' were said to be distinct since" if apart else ""


def _proposed(change: Change, item: ReviewItem, text: str, choose: str) -> list[Event]:
    """The events an item holds, now as the person's own decision."""
    events = []
    for record in item.proposal.get("events", ()):
        if record.get("type") not in TYPES:
            continue
        body: dict[str, Any] = {key: value for key, value in record.items() if key not in ("type", "id", "auto")}
        if record["type"] == "assert":
            body |= {"text": text, "extractor": "hand"} if text else {}
            for role in ("subject", "object"):
                if body.get(role) == "?" and choose:
                    body[role] = choose
        events.append(Event(str(record["type"]), str(record["id"]), body))
    if item.reason == "unmatched" and choose.startswith("fa_"):
        said = next(event for event in events if event.type == "assert")
        end = {"fact": choose, "at": said.body.get("valid_at") or change.vault.now()[:10], "by": said.id}
        events.append(change.writer.event("close", **end))
    return events
