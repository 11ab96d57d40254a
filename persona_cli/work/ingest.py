"""Ingest: files in, episodes and facts out, the same bytes twice for nothing.

Reading and extracting happen before any lock is taken. Each batch is one operation of bounded size, so that an
interrupted run keeps what it acknowledged and goes on where it stopped.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import BinaryIO

from persona_cli.core.event import Event
from persona_cli.core.model import Operation, Turn
from persona_cli.core.when import instant
from persona_cli.errors import Problem
from persona_cli.extract.contract import Claim, Context, Extractor
from persona_cli.index.view import View
from persona_cli.readers.contract import Draft, Options
from persona_cli.readers.entry import read_path
from persona_cli.store.vault import Vault
from persona_cli.work import intake, refresh
from persona_cli.work.believe import Believer
from persona_cli.work.change import changing
from persona_cli.work.indexing import index_documents
from persona_cli.work.people import USER_SPEAKERS, People, user_names
from persona_cli.work.rehearsal import Rehearsal
from persona_cli.work.slate import Slate

_EPISODE = ("source", "conversation", "title", "time", "time_from")
_TURN = ("episode", "position", "time", "zone", "speaker", "role", "text", "source_id", "quoted", "reply_to")
WINDOW = 4  # turns before a batch that an extractor may look at


@dataclass(frozen=True, slots=True)
class Request:
    """What the person asked for."""

    paths: tuple[Path | None, ...]  # None: standard input
    options: Options
    extractor: Extractor
    source: str = ""
    format: str = ""
    exclude: tuple[re.Pattern[str], ...] = ()
    dry_run: bool = False


@dataclass(slots=True)
class Report:
    """What came of it."""

    episodes: int = 0  # with new turns
    turns: int = 0  # new
    known: int = 0  # turns that were there already
    changed: int = 0  # of those, turns whose text the source has changed since
    dropped: int = 0  # messages with nothing to keep
    redacted: int = 0
    facts: Counter[str] = field(default_factory=Counter)  # asserted, supported, closed, proposed, rejected
    operations: list[str] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)  # of a dry run, or when asked for
    problems: list[Problem] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    behind: str = ""


Progress = Callable[[Report], None]


def ingest(
    vault: Vault, request: Request, stdin: BinaryIO | None, *, progress: Progress, redact: intake.Redact
) -> Report:
    """Read everything, record what is new, and bring the index up to date."""
    run = _Run(vault, request, redact)
    for batch in intake.pieces(run.openings(stdin), run.report.problems):
        run.take(batch)
        progress(run.report)
    if not request.dry_run and run.report.operations:
        run.report.behind = run.report.behind or index_documents(vault)
    return run.report


class _Run:
    """One run over all inputs."""

    def __init__(self, vault: Vault, request: Request, redact: intake.Redact) -> None:
        self.vault = vault
        self.request = request
        self.report = Report()
        self._redact = redact
        self._dry = Rehearsal(vault) if request.dry_run else None
        self._begun: set[str] = set()
        self._ends: dict[str, int] = {}  # episodes of this run: the position after their last turn
        self.user_names = user_names(vault)
        me = request.options.me | {name.casefold() for name in self.user_names}
        self._context = Context(
            user_name=self.user_names[0] if self.user_names else "",
            user_speakers=frozenset(me | USER_SPEAKERS),
            language=vault.settings.text("language"),
        )

    def openings(self, stdin: BinaryIO | None) -> Iterator[intake.Opening | Problem]:
        """Every draft of every input, with the time it counts from."""
        for path in self.request.paths:
            for name, item in read_path(
                path, stdin if path is None else None, self.request.options, self.request.format
            ):
                yield item if isinstance(item, Problem) else self._opening(name, item)

    def _opening(self, name: str, draft: Draft) -> intake.Opening:
        time, known = draft.time, "text"
        if not time:
            time, known = self.request.options.at, "given"
        if not time:
            time, known = _file_time(name), "file"
        if not time:
            time, known = self.vault.now(), "now"
        return intake.Opening(name, draft, self.request.source, time, known)

    def take(self, batch: Sequence[intake.Piece]) -> None:
        """Extract what is new in a batch, then decide and record it in one operation."""
        with refresh.reading(self.vault) if self._dry is None else self._dry.reading() as view:
            archive = _Archive(view, self._ends)
            groups = [self._turns(piece, archive) for piece in batch]
            fresh = [self._unknown(group, view) for group in groups]
        claims = [self._claims(piece, group, new) for piece, group, new in zip(batch, groups, fresh, strict=True)]
        for piece, group in zip(batch, groups, strict=True):
            piece.opening.window = tuple(item.turn for item in group[-WINDOW:])
        if not any(fresh):
            return
        if self._dry is not None:
            slate = self._decide(Slate(self._dry.view(), now=self.vault.now()), batch, fresh, claims)
            self.report.events += slate.events
            self._dry.record(slate.take())
            return
        with changing(self.vault, "ingest") as change:
            fresh = [self._unknown(group, change.view) for group in fresh]
            slate = self._decide(change.slate(), batch, fresh, claims)
            if slate.events:
                self._recorded(change.commit(slate.take()))
            self.report.behind = change.behind

    def _recorded(self, operation: Operation) -> None:
        self.report.operations.append(operation.id)

    def _turns(self, piece: intake.Piece, archive: intake.Archive) -> list[intake.Chained]:
        kept = [intake.cleaned(m, self._redacted, self.request.exclude) for m in piece.messages]
        self.report.dropped += kept.count(None)
        group = intake.turns_of(piece, [m for m in kept if m is not None], archive)
        if piece.opening.episode is not None:
            self._ends[piece.opening.episode.id] = piece.opening.position
        return group

    def _redacted(self, text: str) -> str:
        clean = self._redact(text)
        self.report.redacted += clean is not text and clean != text
        return clean

    def _unknown(self, group: Sequence[intake.Chained], view: View) -> list[intake.Chained]:
        """The turns that are not in the vault yet; a known one whose text has changed is told and left as it was."""
        known = view.turns([item.turn.id for item in group])
        self.report.known += len(known)
        for item in group:
            before = known.get(item.turn.id)
            if before is not None and before.text != item.turn.text:
                self.report.changed += 1
        return [item for item in group if item.turn.id not in known]

    def _claims(self, piece: intake.Piece, group: list[intake.Chained], new: list[intake.Chained]) -> list[Claim]:
        if not new:
            return []
        turns = [*piece.opening.window, *(item.turn for item in group)]
        found = self.request.extractor.extract(turns, self._context)
        self.report.facts["rejected"] += found.rejected
        self.report.notes += [note for note in found.notes if note not in self.report.notes]
        wanted = {item.turn.id for item in new}
        return [claim for claim in found.claims if claim.turn in wanted]

    def _decide(
        self,
        slate: Slate,
        batch: Sequence[intake.Piece],
        fresh: Sequence[Sequence[intake.Chained]],
        claims: Sequence[Sequence[Claim]],
    ) -> Slate:
        people = People(slate, self.user_names, self._context.user_speakers)
        believer = Believer(slate, people, self.vault.settings.get("predicates"), self.request.extractor.name)
        for piece, new, found in zip(batch, fresh, claims, strict=True):
            turns = {item.turn.id: item.turn for item in new}
            self._add_episode(slate, piece.opening, new)
            for claim in found:
                if (turn := turns.get(claim.turn)) is not None:
                    believer.take(claim, turn, turn.time)
        self.report.facts += believer.counts
        return slate

    def _add_episode(self, slate: Slate, opening: intake.Opening, new: Sequence[intake.Chained]) -> None:
        episode = opening.episode
        if not new or episode is None:
            return
        if episode.id not in self._begun and slate.view.episode(episode.id) is None:
            slate.add(Event("episode", episode.id, {name: getattr(episode, name) for name in _EPISODE}))
        self._begun.add(episode.id)
        for item in new:
            body = {name: getattr(item.turn, name) for name in _TURN}
            slate.add(Event("turn", item.turn.id, body | {"chain": item.chain}))
        self.report.turns += len(new)
        self.report.episodes = len(self._begun)


@dataclass(frozen=True, slots=True)
class _Archive:
    """The vault together with what this run has read of its inputs."""

    view: View
    ends: Mapping[str, int]

    def beginnings(self, chain: str) -> list[tuple[str, list[str]]]:
        return self.view.beginnings(chain)

    def end_of(self, episode: str) -> int:
        return max(self.ends.get(episode, 0), self.view.end_of(episode))

    def turns(self, ids: Sequence[str]) -> Mapping[str, Turn]:
        return self.view.turns(ids)


def _file_time(name: str) -> str:
    """When a file was last changed, as UTC text; empty for what is no file."""
    try:
        seconds = Path(name).stat().st_mtime
    except OSError:
        return ""
    return instant(datetime.fromtimestamp(seconds, UTC)).iso
