"""A stream of messages, each knowing its conversation, as drafts: one for each run of the same conversation.

Messages whose source gives them no id get one from their content (`identified`), so that the next export of the same
chat, which may begin later or lack what was deleted, is recognised message by message.
"""

from __future__ import annotations

import hashlib
import itertools
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import NamedTuple

from persona_cli.errors import Problem
from persona_cli.readers.contract import Draft, Message, Options
from persona_cli.readers.moment import local_day

_REMEMBERED = 50_000  # names of messages that are kept in mind to number equals
_WORDS = re.compile(r"(?<!\S)[^\W\d_]{1,12}(?=[\s.,;:!?]|$)")
_NOBODY = Message("", "other", "")


class Item(NamedTuple):
    """A message and the conversation it belongs to."""

    message: Message = _NOBODY
    conversation: str = ""
    title: str = ""
    start: str = ""  # UTC instant of the conversation; empty when not known
    group: int = 0  # tells conversations without an id apart
    inside: bool = False  # the messages stand in an object that is the conversation


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


def identified(messages: Iterable[Message | Problem]) -> Iterator[Message | Problem]:
    """Messages of one chat or note; those without an id are named `~` and 16 hex digits of SHA-256.

    What is hashed is time, speaker and the plain words; figures and odd words are left out of it, so that no hash is made
    of a secret. Equals are numbered, as far as they stand within some ten thousand messages of each other.
    """
    seen: Counter[str] = Counter()
    for message in messages:
        if isinstance(message, Problem) or message.source_id:
            yield message
            continue
        words = " ".join(_WORDS.findall(message.text or message.quoted))
        content = f"{message.time}\0{message.speaker}\0{words}"
        key = hashlib.sha256(content.encode("utf-8", "replace")).hexdigest()[:16]
        if len(seen) > _REMEMBERED:
            for old in list(itertools.islice(seen, _REMEMBERED // 2)):
                del seen[old]
        seen[key] += 1
        yield replace(message, source_id=f"~{key}" if seen[key] == 1 else f"~{key}.{seen[key]}")


def by_day(
    messages: Iterable[Message | Problem], options: Options, *, conversation: str, title: str, by_file: bool = False
) -> Iterator[Draft | Problem]:
    """Drafts of a long chat, one for each calendar day in the person's zone; a message without a time stays.

    An empty `conversation` leaves the drafts without an id, where the source has no name that would last; `by_file` says
    that it is the name of the file, which another export may not have.
    """

    def items() -> Iterator[Item | Problem]:
        day, group = "", 0
        for message in identified(messages):
            if isinstance(message, Problem):
                yield message
                continue
            today = local_day(message.time, message.zone or options.zone) or day
            group += today != day
            day = today
            name = f"{conversation}/{day}" if day and conversation else conversation
            yield Item(message, name, title, group=0 if conversation else group)

    for draft in runs(items()):
        yield replace(draft, chat=conversation) if by_file and isinstance(draft, Draft) else draft
