"""Ingest: files in, episodes and facts out, the same bytes twice for nothing.

Reading and extracting happen before any lock is taken. Each batch is one operation of bounded size, so that an
interrupted run keeps what it acknowledged and goes on where it stopped.
"""

from __future__ import annotations

import contextlib
import functools
import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import BinaryIO

from persona_cli.core.codec import well_formed
from persona_cli.core.event import Event
from persona_cli.core.guard import without_private
from persona_cli.core.model import Turn
from persona_cli.core.when import instant
from persona_cli.errors import Problem
from persona_cli.extract.contract import Claim, Context, Extractor
from persona_cli.index import places
from persona_cli.index.view import View
from persona_cli.readers.contract import Draft, Message, Options
from persona_cli.readers.entry import read_path
from persona_cli.store.vault import Vault
from persona_cli.work import intake, refresh, source_changes
from persona_cli.work.believe import Believer
from persona_cli.work.change import changing, source_name
from persona_cli.work.chats import Chats
from persona_cli.work.claims import claims_of
from persona_cli.work.fingerprints import Ledger, fingerprint
from persona_cli.work.identity import called, name_in
from persona_cli.work.indexing import index_documents
from persona_cli.work.pending import note
from persona_cli.work.people import USER_SPEAKERS, People, speaks, user_names
from persona_cli.work.rehearsal import Rehearsal
from persona_cli.work.report import Report
from persona_cli.work.slate import Slate

_EPISODE = ("source", "conversation", "title", "time", "time_from")
KNOWN_NAMES = 1000  # handed to an extractor
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
    blank: bool = False  # of dry runs: as if the vault held nothing
    tell_events: bool = False  # report what was recorded, event by event; dry runs always do


Progress = Callable[[Report], None]


def ingest(
    vault: Vault, request: Request, stdin: BinaryIO | None, *, progress: Progress, redact: intake.Redact
) -> Report:
    """Read everything, record what is new, and bring the index up to date."""
    run = _Run(vault, request, redact)
    for batch in intake.pieces(run.openings(stdin), run.report.problems):
        run.take(batch)
        progress(run.report)
    run.finish()
    if not request.dry_run and run.report.operations:
        run.report.behind = run.report.behind or index_documents(vault)
    return run.report


def context_of(vault: Vault, me: Collection[str] = ()) -> Context:
    """What an extractor may know: the person's names, the language, and for a model the names known already."""
    names = user_names(vault)
    with refresh.reading(vault) if vault.root.exists() else contextlib.nullcontext() as view:
        entities = view.entities()[:KNOWN_NAMES] if view else []
        known = tuple(name for entity in entities for name in (entity.name, *entity.aliases))
    return Context(
        user_name=names[0] if names else "",
        user_speakers=frozenset({*me, *(name.casefold() for name in names), *USER_SPEAKERS}),
        known_names=known,
        language=vault.settings.text("language"),
    )


class _Run:
    """One run over all inputs."""

    def __init__(self, vault: Vault, request: Request, redact: intake.Redact) -> None:
        self.vault = vault
        self.request = request
        self.report = Report()
        self._redact = redact
        self._name = functools.lru_cache(maxsize=4096)(lambda name: redact(well_formed(name)))
        self._missing = source_changes.Missing()
        self._ledger = Ledger(vault) if request.blank else Ledger.open(vault)
        self._chats = Chats(self._reading, self._name(request.source))
        self._whole: dict[str, int] = {}  # turns of the inputs that were read to their end without a problem
        excluded = [pattern.pattern for pattern in request.exclude]
        options = (sorted(request.options.me), replace(request.options, me=frozenset()))
        self._asked = repr((request.source, request.format, *options, excluded))
        self._dry = Rehearsal(vault, blank=request.blank) if request.dry_run else None
        self._begun: dict[str, str] = {}  # episodes with new turns, and when they began
        self._claimed: dict[frozenset[str], list[Claim]] = {}  # of this batch, by the turns asked about
        self._told: dict[tuple[str, str], tuple[int, str]] = {}  # see `_Archive`
        self.user_names = user_names(vault)
        self._context = context_of(vault, request.options.me)

    def openings(self, stdin: BinaryIO | None) -> Iterator[intake.Opening | Problem]:
        """Every draft of every input, with the time it counts from."""
        for path in self.request.paths:
            whole = fingerprint(path, self._asked)
            if whole and (turns := self._turns_read(whole)) is not None:
                self.report.known += turns
                continue
            before = len(self.report.problems)
            self._whole[whole] = 0
            stream = stdin if path is None else None
            found = read_path(path, stream, self.request.options, self.request.format)
            for name, item in self._chats.settled(found):
                yield item if isinstance(item, Problem) else self._opening(name, item, whole)
            if len(self.report.problems) > before:
                del self._whole[whole]

    def _turns_read(self, whole: str) -> int | None:
        """How many turns an input has that needs no reading, as it is all there; None when it must be read."""
        with self._reading() as view:
            return self._ledger.turns(view, whole)

    def _reading(self) -> contextlib.AbstractContextManager[View]:
        return refresh.reading(self.vault) if self._dry is None else self._dry.reading()

    def finish(self) -> None:
        """Look for what the last inputs lack, and remember what was read to its end."""
        with self._reading() as view:
            self.report.gone += self._missing.lacking(view)
            self._whole.pop("", None)
            if self._dry is None:
                self._ledger.add(view, self._whole)

    def _opening(self, name: str, draft: Draft, whole: str) -> intake.Opening:
        time, known = draft.time, "text"
        if not time:
            time, known = self.request.options.at, "given"
        if not time:
            time, known = _file_time(name), "file"
        if not time:
            time, known = self.vault.now(), "now"
        title = self._name(without_private(draft.title))
        called = source_name(well_formed(draft.conversation), self._name)
        draft = replace(draft, title=title, conversation=called)
        return intake.Opening(name, draft, self._name(self.request.source), time, known, whole=whole)

    def take(self, batch: Sequence[intake.Piece]) -> None:
        """Extract what is new in a batch, then decide and record it in one operation."""
        with self._reading() as view:
            there = view.turns([intake.named_turn(p.opening, m) for p in batch for m in p.messages])
            self._missing.begin(view)
        kept = [self._kept(piece, there) for piece in batch]
        self._ask_source(kept)
        start = _Start(batch, kept, [replace(p.opening) for p in batch], self._told)
        recorded, failed = False, len(self.report.failed)
        self._claimed.clear()
        while not recorded:
            with self._reading() as view:
                groups = self._groups(start, view)
                fresh = _unknown(groups, view)
                reworded, changed = source_changes.rewordings(view, groups)
            claims = [self._claims(*item) for item in zip(batch, groups, fresh, strict=True)]
            recorded = not (any(fresh) or reworded) or self._record(
                start, groups, claims, failed=self.report.failed[failed:]
            )
        self.report.changed += changed
        self._count_known(batch, groups, fresh)
        for piece, group in zip(batch, groups, strict=True):
            piece.opening.window = tuple(item.turn for item in group[-WINDOW:])

    def _ask_source(self, kept: Sequence[Sequence[Message]]) -> None:
        """Take the name that a source has for the person, where nobody gave one."""
        if not self.user_names and (name := name_in(message for messages in kept for message in messages)):
            self.vault = called(self.vault, name, write=self._dry is None)
            self.user_names, self._context = user_names(self.vault), context_of(self.vault, self.request.options.me)
            self.report.called = self.user_names[0]

    def _record(
        self, start: _Start, groups: list[list[intake.Chained]], claims: list[list[Claim]], *, failed: Sequence[str]
    ) -> bool:
        """Decide and record; False when another process has meanwhile changed which turns these are."""
        if self._dry is not None:
            fresh = _unknown(groups, self._dry.view())
            slate = self._decide(Slate(self._dry.view(), now=self.vault.now()), start.batch, fresh, claims)
            self._propose(slate, groups)
            self.report.events += slate.events
            self._dry.record(slate.take())
            return True
        with changing(self.vault, "ingest") as change:
            newest = self._groups(start, change.view)
            if [_ids(group) for group in newest] != [_ids(group) for group in groups]:
                return False
            fresh = _unknown(newest, change.view)
            slate = self._decide(change.slate(), start.batch, fresh, claims)
            self._propose(slate, newest)
            note(self.vault, failed=failed)  # first: a turn that is there and not noted would never be tried again
            if slate.events:
                self.report.operations.append(change.commit(slate.take(), said_clean=True).id)
                self.report.events += change.recorded if self.request.tell_events else ()
            self.report.behind = change.behind
        return True

    def _groups(self, start: _Start, view: View) -> list[list[intake.Chained]]:
        """The turns of a batch as a state of the vault makes them, however often it is asked."""
        self._told = dict(start.told)
        archive = _Archive(view, self._told)
        groups = []
        for piece, messages, before in zip(start.batch, start.kept, start.openings, strict=True):
            opening = piece.opening
            opening.back_to(before)
            groups.append(intake.turns_of(opening, messages, archive))
            archive.add(groups[-1])
            if opening.episode is not None:
                for key in (("", opening.episode.id), (opening.path, opening.episode.id)):
                    self._told[key] = (opening.position, opening.chain)
        return groups

    def _kept(self, piece: intake.Piece, there: Mapping[str, Turn]) -> list[Message]:
        kept = [self._cleaned(piece.opening, message, there) for message in piece.messages]
        self.report.dropped += kept.count(None)
        return [message for message in kept if message is not None]

    def _cleaned(self, opening: intake.Opening, message: Message, there: Mapping[str, Turn]) -> Message | None:
        turn = there.get(intake.named_turn(opening, message))
        if turn is not None and (turn.text, turn.quoted, turn.speaker) == (
            message.text,
            message.quoted,
            message.speaker,
        ):
            return message  # word for word what was kept of it before: nothing in it is to be cleaned
        clean = intake.cleaned(message, self._redacted, self._name, self.request.exclude)
        if clean is None or not (clean.source_id or clean.reply_to):
            return clean
        ident, reply = (source_name(name, self._redact) for name in (clean.source_id, clean.reply_to))
        same = (ident, reply) == (clean.source_id, clean.reply_to)
        return clean if same else replace(clean, source_id=ident, reply_to=reply)

    def _redacted(self, text: str) -> str:
        clean = self._redact(text)
        self.report.redacted += clean is not text and clean != text
        return clean

    def _count_known(
        self,
        batch: Sequence[intake.Piece],
        groups: Sequence[Sequence[intake.Chained]],
        fresh: Sequence[Sequence[intake.Chained]],
    ) -> None:
        """Count what was there already, and what was there and is lacking now."""
        new = {ident for group in fresh for ident in _ids(group)}
        for piece, group in zip(batch, groups, strict=True):
            old = [item.turn for item in group if item.turn.id not in new]
            self.report.known += len(old)
            self._missing.saw(old)
            if piece.opening.whole in self._whole:
                self._whole[piece.opening.whole] += len(group)
        if self._missing.many:
            with self._reading() as view:
                self.report.gone += self._missing.lacking(view, kept=source_changes.AT_ONCE // 2)

    def _propose(self, slate: Slate, groups: Sequence[Sequence[intake.Chained]]) -> None:
        """Ask about messages whose words the source has changed."""
        for event in source_changes.rewordings(slate.view, groups)[0]:
            slate.add(event)
            self.report.facts["proposed"] += 1

    def _claims(self, piece: intake.Piece, group: list[intake.Chained], new: list[intake.Chained]) -> list[Claim]:
        if not new:
            return []
        turns = [*piece.opening.window, *(item.turn for item in group)]
        wanted = frozenset(item.turn.id for item in new if speaks(item.turn))
        if wanted not in self._claimed:  # else another process was faster, and a model need not be asked again
            self._claimed[wanted] = claims_of(
                self.request.extractor, turns, self._context, wanted=wanted, report=self.report
            )
        return self._claimed[wanted]

    def _decide(
        self,
        slate: Slate,
        batch: Sequence[intake.Piece],
        fresh: Sequence[Sequence[intake.Chained]],
        claims: Sequence[Sequence[Claim]],
    ) -> Slate:
        people = People(slate, self.user_names, self._context.user_speakers)
        settings = self.vault.settings
        doubt = float(settings.get("review.below"))
        believer = Believer(slate, people, settings.get("predicates"), self.request.extractor.name, doubt=doubt)
        for piece, new, found in zip(batch, fresh, claims, strict=True):
            turns = {item.turn.id: item.turn for item in new}
            self._add_episode(slate, piece.opening, new)
            for claim in found:
                if (turn := turns.get(claim.turn)) is not None:
                    believer.take(claim, turn, turn.time)
        self.report.facts += believer.counts
        self.report.facts["proposed"] += people.questions()
        return slate

    def _add_episode(self, slate: Slate, opening: intake.Opening, new: Sequence[intake.Chained]) -> None:
        episode = opening.episode
        if not new or episode is None:
            return
        made = slate.view.episode(episode.id)
        began = self._begun.get(episode.id) or (made.time if made else "")
        if not began or (episode.time_from == "text" and episode.time < began):  # it began before what was known of it
            slate.add(Event("episode", episode.id, {name: getattr(episode, name) for name in _EPISODE}))
            began = episode.time
        self._begun[episode.id] = began
        for item in new:
            body = {name: getattr(item.turn, name) for name in source_changes.TURN}
            slate.add(Event("turn", item.turn.id, body | {"chain": item.chain}))
        self.report.turns += len(new)
        self.report.episodes = len(self._begun)


@dataclass(frozen=True, slots=True)
class _Start:
    """A batch and everything its turns depend on besides the vault."""

    batch: Sequence[intake.Piece]
    kept: list[list[Message]]  # of each piece
    openings: list[intake.Opening]  # as they were before
    told: Mapping[tuple[str, str], tuple[int, str]]


def _unknown(groups: Sequence[Sequence[intake.Chained]], view: View) -> list[list[intake.Chained]]:
    """The turns of a batch, each once, that are not in the vault and were not erased from it."""
    fresh, there = [], set[str]()
    for group in groups:
        ids = _ids(group)
        there |= view.turns(ids).keys() | view.catalog.erased(ids)
        fresh.append([item for item in group if item.turn.id not in there])
        there.update(ids)
    return fresh


def _ids(group: Sequence[intake.Chained]) -> list[str]:
    return [item.turn.id for item in group]


@dataclass(frozen=True, slots=True)
class _Archive:
    """The vault together with what this run has read of its inputs."""

    view: View
    told: Mapping[tuple[str, str], tuple[int, str]]  # by path ("" for any) and episode: the end of it, its last chain
    chains: dict[str, list[str]] = field(default_factory=dict)  # of the episodes of this batch

    def add(self, group: Sequence[intake.Chained]) -> None:
        for item in group:
            if item.chain:
                self.chains.setdefault(item.turn.episode, []).append(item.chain)

    def beginnings(self, chain: str) -> list[tuple[str, list[str]]]:
        found = dict(places.beginnings(self.view, chain))
        for episode, chains in self.chains.items():
            if chain in chains or episode in found:
                found[episode] = list(dict.fromkeys([*found.get(episode, ()), *chains]))
        return sorted(found.items())

    def end_of(self, episode: str) -> int:
        return max(self.told.get(("", episode), (0, ""))[0], places.end_of(self.view, episode))

    def place_at(self, episode: str, time: str) -> int | None:
        return places.place_at(self.view, episode, time)

    def chain_of(self, path: str, episode: str) -> str:
        return self.told.get((path, episode), (0, ""))[1]

    def turns(self, ids: Sequence[str]) -> Mapping[str, Turn]:
        return self.view.turns(ids)


def _file_time(name: str) -> str:
    """When a file, or the archive that a member is in, was last changed, as UTC text; empty for what is no file."""
    for path in (Path(name), *Path(name).parents):
        if path.is_file():
            return instant(datetime.fromtimestamp(path.stat().st_mtime, UTC)).iso
    return ""
