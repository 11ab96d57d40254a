"""What a source says of messages that are known: other words are proposed, missing ones told; nothing is changed.

Accepting a proposal records the new wording as a turn beside the old one; the old one stays. What was proposed once,
whatever became of it, is not proposed again.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from persona_cli.core.codec import derived_id
from persona_cli.core.event import Event
from persona_cli.core.model import Turn
from persona_cli.index.places import named_messages
from persona_cli.index.view import View
from persona_cli.work.intake import Chained, unmarked

TURN = ("episode", "position", "time", "zone", "speaker", "role", "text", "source_id", "quoted", "reply_to")
AT_ONCE = 20_000  # episodes whose known messages are kept in mind


def differs(old: Turn, new: Turn) -> bool:
    """Whether a source says other words now than it did, secrets aside."""
    return old.text != new.text and unmarked(old.text) != unmarked(new.text)


def rewordings(view: View, groups: Sequence[Sequence[Chained]]) -> tuple[list[Event], int]:
    """Proposals for known messages whose words have changed, none twice; and how many differ from all that is recorded."""
    named = {item.turn.id: item.turn for group in groups for item in group if not item.chain and item.turn.source_id}
    known = view.turns(list(named))
    changed = [(old, named[ident]) for ident, old in known.items() if differs(old, named[ident])]
    recorded = view.turns([_reworded(new) for _, new in changed])
    open_ = [(old, new) for old, new in changed if _reworded(new) not in recorded]
    proposals = {event.id: event for old, new in open_ if view.review((event := _proposal(old, new)).id) is None}
    return list(proposals.values()), len(open_)


def _proposal(old: Turn, new: Turn) -> Event:
    turn = {name: getattr(new, name) for name in TURN} | {"position": old.position}
    record = {"type": "turn", "id": _reworded(new), **{key: value for key, value in turn.items() if value != ""}}
    proposal = {"text": new.text, "turn": old.id, "quote": old.text, "events": [record]}
    return Event(
        "propose", derived_id("rv", "changed", old.id, unmarked(new.text)), {"reason": "changed", "proposal": proposal}
    )


def _reworded(turn: Turn) -> str:
    """The id of a known message's new wording."""
    return derived_id("tn", turn.id, "changed", unmarked(turn.text))


@dataclass(slots=True)
class _Span:
    """The known messages of an episode that this run has met: how many, and between which positions."""

    first: int
    last: int
    seen: int = 0


class Missing:
    """Counts the messages that a source had once and lacks now, while earlier and later ones are there."""

    def __init__(self) -> None:
        self._before = -1  # documents are numbered from here on in this run
        self._spans: dict[str, _Span] = {}  # by episode, the one met last at the end

    def begin(self, view: View) -> None:
        """Remember what there was before this run; asked again it does nothing."""
        self._before = view.count() if self._before < 0 else self._before

    def saw(self, known: Iterable[Turn]) -> None:
        """Take in what a batch has that the vault has too."""
        for turn in known:
            if turn.source_id:
                span = self._spans.pop(turn.episode, None) or _Span(turn.position, turn.position)
                span.first, span.last = min(span.first, turn.position), max(span.last, turn.position)
                span.seen += 1
                self._spans[turn.episode] = span

    @property
    def many(self) -> bool:
        """Whether it is time to look at the episodes that were not met for long."""
        return len(self._spans) > AT_ONCE

    def lacking(self, view: View, *, kept: int = 0) -> int:
        """How many messages are lacking, of all episodes but the `kept` that were met last."""
        gone = 0
        for episode in list(self._spans)[: max(0, len(self._spans) - kept)]:
            span = self._spans.pop(episode)
            if span.last - span.first >= span.seen:
                there = named_messages(view, episode, span.first, span.last, before=self._before)
                gone += max(0, there - span.seen)
        return gone
