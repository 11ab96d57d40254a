"""Private spans that go on over several turns: over paragraphs of a text, or from one message to a later one.

Within one turn `core.guard` cuts them out, as ever. What no mark ends: in a text all that follows is private; in talk it is the
rest of that message, as anything else would lose a conversation by a slip of the pen.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import replace

from persona_cli.core.guard import closes_private, opens_private
from persona_cli.errors import Problem
from persona_cli.readers.contract import Message

_FAR = 1000  # messages of talk between the marks of one span


class Private:
    """Leaves private spans out of the turns of one input, whose drafts are read one after the other."""

    def __init__(self) -> None:
        self._inside = False  # a text whose span has not ended

    def without(self, messages: Iterator[Message | Problem]) -> Iterator[Message | Problem]:
        """The turns of one draft without what is private."""
        waiting: deque[Message | Problem] = deque()
        while (item := waiting.popleft() if waiting else next(messages, None)) is not None:
            if isinstance(item, Problem):
                yield item
                continue
            kept = self._ended(item) if self._inside else item
            if kept is None:
                continue
            if opens_private(kept.text) < 0:
                yield kept
                continue
            yield kept if kept.speaker else replace(kept, quoted="")  # in talk it is another's; the text is cut later
            if kept.speaker:
                yield from self._closed(waiting, messages)
            else:
                self._inside = True

    def _ended(self, item: Message) -> Message | None:
        """What of a paragraph lies behind the end of the span; None when it does not end there."""
        at = closes_private(item.text)
        self._inside = at < 0
        return (
            replace(item, text=item.text[at:].lstrip(), quoted="")
            if item.text[max(at, 0) :].strip() and at >= 0
            else None
        )

    def _closed(self, waiting: deque[Message | Problem], messages: Iterator[Message | Problem]) -> Iterator[Problem]:
        """Pass over the messages up to the one that ends the span; where none does, leave them waiting."""
        held: list[Message | Problem] = []
        while len(held) < _FAR and (item := waiting.popleft() if waiting else next(messages, None)) is not None:
            at = -1 if isinstance(item, Problem) else closes_private(item.text)
            if isinstance(item, Message) and at >= 0 and opens_private(item.text[:at].rpartition("<")[0]) < 0:
                yield from (problem for problem in held if isinstance(problem, Problem))
                if item.text[at:].strip():
                    waiting.appendleft(replace(item, text=item.text[at:].lstrip(), quoted=""))
                return
            held.append(item)
        waiting.extendleft(reversed(held))
