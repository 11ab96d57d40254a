"""Drafts into episodes and turns with lasting ids, so that what is known already is known again.

Where the source has ids, they decide. Where it has none, each turn carries a hash over all turns before it (its chain):
a transcript that has grown begins with the chain of the one known, and one that differs parts from it at a turn.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

from persona_cli.core.codec import derived_id, well_formed
from persona_cli.core.guard import without_fragments, without_private
from persona_cli.core.model import Episode, Turn
from persona_cli.errors import Problem
from persona_cli.index.places import turn_of
from persona_cli.readers.contract import Draft, Message

BATCH = 500  # turns in one operation
BATCH_CHARACTERS = 1_000_000
LONGEST = 8_000_000  # characters of one message: six bytes each at the most, it still fits into a line


@dataclass(slots=True)
class Opening:
    """An episode being read, and how far it has come."""

    path: str
    draft: Draft
    source: str
    time: str  # of the episode, UTC
    time_from: str
    episode: Episode | None = None  # told once the first batch is known
    position: int = 0
    inserting: bool = False  # what comes next stands in the midst of what the vault has of the episode
    chain: str = ""
    last_time: str = ""
    window: tuple[Turn, ...] = ()  # the last turns before this batch, as context
    whole: str = ""  # names the file it is from, where that may be passed over next time

    def back_to(self, before: Opening) -> None:
        """Forget what was told since: the batch is looked at again."""
        self.episode, self.position = before.episode, before.position
        self.chain, self.last_time, self.inserting = before.chain, before.last_time, before.inserting


@dataclass(slots=True)
class Piece:
    """Messages of one draft that go into one operation."""

    opening: Opening
    messages: list[Message] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Chained:
    """A turn, with the hash that names it where its source does not."""

    turn: Turn
    chain: str  # empty where the source has ids


Redact = Callable[[str], str]


class Archive(Protocol):
    """What is in the vault already, and what this run has read so far."""

    def beginnings(self, chain: str) -> list[tuple[str, list[str]]]:
        """Episodes that have a turn of this chain, each with all its chains in order."""
        ...

    def end_of(self, episode: str) -> int:
        """The position after the last turn of an episode; 0 when it has none."""
        ...

    def place_at(self, episode: str, time: str) -> int | None:
        """The position of the last turn up to a time, 0 when all are later; None when no turn of it is later."""
        ...

    def chain_of(self, path: str, episode: str) -> str:
        """The chain of the last message of a conversation that a file has told, in an earlier part of it."""
        ...

    def turns(self, ids: Sequence[str]) -> Mapping[str, Turn]:
        """Those of the turns that are there."""
        ...


_FINGERPRINT = re.compile(r"(\[redacted:[a-z0-9_-]+):[0-9a-f]+\]")


def pieces(openings: Iterator[Opening | Problem], problems: list[Problem]) -> Iterator[list[Piece]]:
    """Batches of bounded size over all drafts, in order; problems are put aside."""
    batch: list[Piece] = []
    count = size = 0
    for opening in openings:
        if isinstance(opening, Problem):
            problems.append(opening)
            continue
        batch.append(Piece(opening))
        for message in opening.draft.messages:
            if isinstance(message, Problem):
                problems.append(message)
                continue
            if len(message.text) + len(message.quoted) > LONGEST:
                text = f"a message of {len(message.text) + len(message.quoted)} characters is too long to keep"
                problems.append(Problem(opening.path, message.line, text))
                continue
            batch[-1].messages.append(message)
            count += 1
            size += len(message.text)
            if count >= BATCH or size >= BATCH_CHARACTERS:
                yield [piece for piece in batch if piece.messages]
                batch, count, size = [Piece(opening)], 0, 0
    if any(piece.messages for piece in batch):
        yield [piece for piece in batch if piece.messages]


def cleaned(message: Message, redact: Redact, name: Redact, exclude: Sequence[re.Pattern[str]]) -> Message | None:
    """A message as it may be kept: no secrets, private spans or fragments of ours; None when nothing is left.

    `name` cleans the speaker's name; it is asked again and again for the same ones.
    """
    text, quoted = (without_fragments(without_private(well_formed(part))) for part in (message.text, message.quoted))
    if not text.strip() or any(pattern.search(text) for pattern in exclude):
        return None
    kept = {"text": redact(text), "quoted": redact(quoted) if quoted else "", "speaker": name(message.speaker)}
    kept |= {key: well_formed(getattr(message, key)) for key in ("time", "source_id", "zone", "reply_to")}
    changed = {key: value for key, value in kept.items() if value != getattr(message, key)}
    return replace(message, **changed) if changed else message  # type: ignore[arg-type]  # all of them text


def named_turn(opening: Opening, message: Message) -> str:
    """The id of the turn that a message is, where its source names both it and its conversation; else empty."""
    named = message.source_id and opening.draft.conversation
    return turn_of(_conversation(opening), message.source_id) if named else ""


def turns_of(opening: Opening, messages: Sequence[Message], archive: Archive) -> list[Chained]:
    """The turns of some messages of an opening, its episode told on the way; moves the opening on."""
    begins, chained = opening.episode is None, not opening.draft.conversation
    if begins and not chained:
        opening.episode = _episode(opening, _conversation(opening))
        opening.chain = archive.chain_of(opening.path, opening.episode.id)
    chains = _chains(opening.chain, messages)
    if opening.episode is None:
        opening.episode = _episode(opening, _same_beginning(chains, archive.beginnings(chains[0]) if chains else []))
    named = [m.source_id if m.source_id and not chained else c for m, c in zip(messages, chains, strict=True)]
    ids = [turn_of(opening.episode.id, name) for name in named]
    known = archive.turns(ids)
    end = archive.end_of(opening.episode.id)
    if begins and ids and ids[0] not in known:  # it goes on where the vault's part of it ends, or where its time says
        opening.inserting = not chained and end > 0 and bool(messages[0].time)
        opening.position = 1 if opening.inserting else end
    result: dict[str, Chained] = {}
    for message, chain, ident in zip(messages, chains, ids, strict=True):
        opening.last_time = message.time or opening.last_time or opening.time
        if ident in known:
            place = known[ident].position
            opening.inserting = not chained and place + 1 < end
        else:
            place = _place(opening, message, archive, end)
        turn = _turn(opening, message, ident, place)
        opening.position = place + 1
        end = max(end, opening.position)
        result.setdefault(ident, Chained(turn, chain if chained else ""))  # an id said twice is one message
    opening.chain = chains[-1] if chains else opening.chain
    return list(result.values())


def _place(opening: Opening, message: Message, archive: Archive, end: int) -> int:
    """Where a new message stands: after the one before it, or, in the midst of known ones, with the last up to its time.

    Positions are never changed afterwards; turns of one position follow each other in time.
    """
    if not opening.inserting or opening.episode is None:
        return opening.position
    before = opening.position - 1
    if not message.time:
        return before
    place = archive.place_at(opening.episode.id, message.time)
    opening.inserting = place is not None
    return end if place is None else max(before, place)


def _turn(opening: Opening, message: Message, ident: str, position: int) -> Turn:
    names = ("speaker", "role", "text", "source_id", "zone", "quoted", "reply_to")
    episode = opening.episode.id if opening.episode else ""
    said = {name: getattr(message, name) for name in names}
    return Turn(id=ident, episode=episode, position=position, time=opening.last_time, **said)


def _chains(before: str, messages: Sequence[Message]) -> list[str]:
    chains = []
    for message in messages:
        before = derived_id("ch", before, message.speaker, message.time, message.source_id, unmarked(message.text))
        chains.append(before)
    return chains


def unmarked(text: str) -> str:
    """A text without the fingerprints of the secrets that stood in it, which differ between machines."""
    return _FINGERPRINT.sub(r"\1]", text) if "[redacted:" in text else text


def _episode(opening: Opening, ident: str) -> Episode:
    draft = opening.draft
    return Episode(ident, opening.source, draft.conversation, draft.title, opening.time, opening.time_from)


def _conversation(opening: Opening) -> str:
    return _episode_id(opening.source, opening.draft.conversation)


@functools.lru_cache(maxsize=64)
def _episode_id(source: str, conversation: str) -> str:
    return derived_id("ep", source, conversation)


def _same_beginning(chains: Sequence[str], episodes: list[tuple[str, list[str]]]) -> str:
    """The known episode that this text is, or goes on; else a new one, named by the first turn that is its own."""
    parted = 0
    for ident, theirs in episodes:
        common = next((i for i, (a, b) in enumerate(zip(chains, theirs, strict=False)) if a != b), None)
        if common is None:
            return ident
        parted = max(parted, common)
    return derived_id("ep", chains[parted] if chains else "")
