"""Which chat a file is, where only its name says so: exports get other names, and different chats get the same one.

The messages decide, by the ids made of their content. A file most of whose messages are known of a chat is that chat,
whatever it is called; one called like a known chat, of which it has nothing, is another.
"""

from __future__ import annotations

import itertools
import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field, replace

from persona_cli.errors import Problem
from persona_cli.index import places
from persona_cli.index.view import View
from persona_cli.readers.contract import Draft, Message

FEW = 200  # messages looked at of a file whose name is known, or in a vault without other chats
MANY = 20_000  # messages looked at of others: an export may begin earlier than the one that is known
_CHARACTERS = 20_000_000  # of them
_SAMPLE = 400  # messages compared
_CANDIDATES = 20_000  # comparisons of one file with notes of other names
_ENOUGH = 5  # messages of a time that is known, and not there, from which a file is another chat
_PART = re.compile(r"(.*?)([/#]\d{4}-\d\d-\d\d)?", re.DOTALL)

Found = tuple[str, Draft | Problem]


@dataclass(frozen=True, slots=True)
class _Seen:
    """A message of the file: the part of the chat it is in, and what tells it."""

    part: str  # "/2026-03-05", or nothing
    name: str
    speaker: str
    time: str


@dataclass(slots=True)
class Chats:
    """Settles the names of the chats of one run."""

    reading: Callable[[], AbstractContextManager[View]]
    source: str
    _known: dict[str, dict[str, str]] | None = None  # chat -> part -> episode, as the vault had them before this run
    _settled: dict[tuple[str, str], str] = field(default_factory=dict)  # file and name -> chat
    _met: dict[str, _Met] = field(default_factory=dict)  # chat -> how it began in this run

    def settled(self, found: Iterator[Found]) -> Iterator[Found]:
        """The drafts with the chats they are, in order; some are held back until that is certain."""
        waiting: list[Found] = []
        while (pair := waiting.pop() if waiting else next(found, None)) is not None:
            path, item = pair
            if isinstance(item, Problem) or not item.chat:
                yield pair
                continue
            if (path, item.chat) not in self._settled:
                item, held, seen, then = self._held(path, item, found)
                self._settled[path, item.chat] = self._chat(item.chat, seen)
                waiting += [pair for pair in (then, *reversed(held)) if pair is not None]
            yield path, _called(item, self._settled[path, item.chat])

    def _held(
        self, path: str, first: Draft, found: Iterator[Found]
    ) -> tuple[Draft, list[Found], list[_Seen], Found | None]:
        """Drafts of one file up to a bound, read: the first, the others, their messages, and what comes behind them."""
        bound = self._bound(first.chat)
        seen: list[_Seen] = []
        begun, full = _read(first, seen, bound)
        others: list[Found] = []
        while not full and (pair := next(found, None)) is not None:
            item = pair[1]
            if pair[0] != path or (isinstance(item, Draft) and item.chat != first.chat):
                return begun, others, seen, pair
            if isinstance(item, Draft):
                item, full = _read(item, seen, bound)
            others.append((path, item))
        return begun, others, seen, None

    def _bound(self, chat: str) -> int:
        known = self._chats()
        alike = chat.partition("/")[0] + "/"
        return MANY if chat not in known and any(other.startswith(alike) for other in known) else FEW

    def _chats(self) -> dict[str, dict[str, str]]:
        if self._known is None:
            self._known = defaultdict(dict)
            with self.reading() as view:
                for episode, conversation in places.conversations(view, self.source):
                    chat, part = _PART.fullmatch(conversation).groups(default="")  # type: ignore[union-attr]  # it fits all
                    self._known[chat][part] = episode
        return self._known

    def _chat(self, chat: str, seen: Sequence[_Seen]) -> str:
        """The chat that a file is."""
        said = [message for message in seen if message.speaker or _kind(chat) == "notes"]
        found = self._same(chat, said[:: max(1, len(said) // _SAMPLE)]) if said else chat
        now = _Met.of(said[:FEW])
        if found == chat and chat not in self._chats():
            met = (other for other, before in self._met.items() if _kind(other) == _kind(chat) and before.same(now))
            found = next(met, chat)
            if found == chat and chat in self._met and self._met[chat].other(now):
                found = _another(chat, said)
        self._met.setdefault(found, now)
        return found

    def _same(self, chat: str, sample: Sequence[_Seen]) -> str:
        known, kind = self._chats(), _kind(chat)
        others = [other for other in known if other != chat and _kind(other) == kind]
        if kind == "notes":
            last = chat.rpartition("/")[2]
            namesakes = [other for other in others if other.rpartition("/")[2] == last]
            others = others if len(others) * len(sample) <= _CANDIDATES else namesakes
        with self.reading() as view:
            own = self._fit(view, sample, known[chat]) if chat in known else _Fit(0, 0, False)
            if own.hits or (chat in known and own.near < _ENOUGH) or (chat in known and kind == "notes"):
                return chat
            fits = {other: self._fit(view, sample, known[other]) for other in others}
        best = max(fits, key=lambda other: fits[other].hits, default="")
        renamed = kind == "notes" and best.rpartition("/")[2] != chat.rpartition("/")[2]
        if best and (fits[best].all(len(sample)) if renamed else fits[best].same(len(sample), note=kind == "notes")):
            return best
        return _another(chat, sample) if chat in known else chat

    def _fit(self, view: View, sample: Sequence[_Seen], episodes: dict[str, str]) -> _Fit:
        """How many messages of a file a chat has, and how many it would have, were it the same."""
        there = [(message, episodes[message.part]) for message in sample if message.part in episodes]
        spans = {episode: places.span_of(view, episode) for episode in {episode for _, episode in there}}
        near = [(m, e) for m, e in there if not m.time or spans[e][0] <= m.time <= spans[e][1]]
        known = view.turns([places.turn_of(episode, message.name) for message, episode in near])
        hits = [message for message, episode in near if places.turn_of(episode, message.name) in known]
        return _Fit(len(hits), len(near), len({message.speaker for message in hits}) > 1)


def _read(draft: Draft, seen: list[_Seen], bound: int) -> tuple[Draft, bool]:
    """A draft whose messages have been read, as far as there is room for them; and whether there is no more."""
    read: list[Message | Problem] = []
    size = 0
    for message in draft.messages:
        read.append(message)
        if isinstance(message, Message):
            part = draft.conversation[len(draft.chat) :]
            seen.append(_Seen(part, message.source_id, message.speaker, message.time))
            size += len(message.text)
        if len(seen) >= bound or size > _CHARACTERS:
            return replace(draft, messages=itertools.chain(read, draft.messages)), True
    return replace(draft, messages=iter(read)), False


@dataclass(frozen=True, slots=True)
class _Fit:
    hits: int
    near: int  # messages of the file at times of which the chat has messages
    several: bool  # whether the common ones are of several speakers

    def same(self, whole: int, *, note: bool) -> bool:
        """Whether most are common; all, in a chat where one speaker alone may have written the same to somebody else."""
        if self.several or note:
            return self.hits * 2 > self.near
        return self.hits == self.near and self.hits >= min(whole, 3)

    def all(self, whole: int) -> bool:
        """Whether all of a file is there."""
        return self.hits == whole > 1


@dataclass(frozen=True, slots=True)
class _Met:
    """How a chat began in this run: its first messages, and their time."""

    names: frozenset[str]
    low: str
    high: str

    @classmethod
    def of(cls, said: Sequence[_Seen]) -> _Met:
        times = [message.time for message in said]
        return cls(frozenset(m.name for m in said), min(times, default=""), max(times, default=""))

    def same(self, other: _Met) -> bool:
        """Whether another file begins like it."""
        return len(self.names & other.names) * 2 > min(len(self.names), len(other.names))

    def other(self, other: _Met) -> bool:
        """Whether another file of the same name has nothing of it, though it speaks of the same time."""
        together = self.low <= other.high and other.low <= self.high
        return together and len(other.names) >= _ENOUGH and not self.names & other.names


def _kind(chat: str) -> str:
    return chat.partition("/")[0]


def _another(chat: str, said: Sequence[_Seen]) -> str:
    """A name for a chat that is called like another one."""
    return f"{chat}~{said[0].name.strip('~')[:6]}"


def _called(draft: Draft, chat: str) -> Draft:
    """A draft under the chat it is."""
    if chat == draft.chat:
        return draft
    own = draft.title == draft.chat.partition("/")[2]
    title = re.sub(r"~[0-9a-f]{6}$", "", chat.partition("/")[2]) if own else draft.title
    return replace(draft, chat=chat, conversation=chat + draft.conversation[len(draft.chat) :], title=title)
