"""A stream of messages, each knowing its conversation, as drafts: one for each run of the same conversation."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from persona_cli.errors import Problem
from persona_cli.readers.contract import Draft, Message, Options
from persona_cli.readers.moment import local_day

_NOBODY = Message("", "other", "")


class Item(NamedTuple):
    """A message and the conversation it belongs to."""

    message: Message = _NOBODY
    conversation: str = ""
    title: str = ""
    start: str = ""  # UTC instant of the conversation; empty when not known
    group: int = 0  # tells conversations without an id apart


def runs(items: Iterable[Item | Problem]) -> Iterator[Draft | Problem]:
    """Drafts of consecutive items with the same conversation and group; holds one item at a time."""
    stream = iter(items)
    waiting: list[Item | Problem] = []

    def take() -> Item | Problem | None:
        return waiting.pop() if waiting else next(stream, None)

    def messages(first: Item) -> Iterator[Message | Problem]:
        yield first.message
        while (item := take()) is not None:
            if isinstance(item, Problem):
                yield item
            elif (item.conversation, item.group) == (first.conversation, first.group):
                yield item.message
            else:
                waiting.append(item)
                return

    while (item := take()) is not None:
        if isinstance(item, Problem):
            yield item
            continue
        inner = messages(item)
        yield Draft(inner, conversation=item.conversation, title=item.title, time=item.start or item.message.time)
        for _ in inner:  # nothing is left when the draft was read, as the contract asks
            pass


def by_day(
    messages: Iterable[Message | Problem], options: Options, *, conversation: str, title: str
) -> Iterator[Draft | Problem]:
    """Drafts of a long chat, one for each calendar day in the person's zone; a message without a time stays."""

    def items() -> Iterator[Item | Problem]:
        day = ""
        for message in messages:
            if isinstance(message, Problem):
                yield message
                continue
            day = local_day(message.time, message.zone or options.zone) or day
            yield Item(message, f"{conversation}/{day}" if day else conversation, title)

    return runs(items())
