"""Turns whose extraction failed: remembered on this machine, and tried again when asked."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

import orjson

from persona_cli.core.model import Turn
from persona_cli.extract.contract import Claim, Context, Extractor
from persona_cli.store import files
from persona_cli.store.vault import Vault
from persona_cli.work import refresh
from persona_cli.work.believe import Believer
from persona_cli.work.change import changing
from persona_cli.work.claims import claims_of
from persona_cli.work.indexing import index_documents
from persona_cli.work.people import People, user_names
from persona_cli.work.rehearsal import Rehearsal
from persona_cli.work.report import Report
from persona_cli.work.slate import Slate

_FILE = "pending.json"


def pending(vault: Vault) -> list[str]:
    """Ids of the turns that wait for another try, in the order they failed."""
    try:
        found = orjson.loads((vault.local / _FILE).read_bytes())
    except (OSError, ValueError):
        return []
    return [str(ident) for ident in found] if isinstance(found, list) else []


def note(vault: Vault, *, failed: Iterable[str] = (), done: Iterable[str] = ()) -> None:
    """Bring the list up to date; the vault's lock is held, so that no other process does so at the same time."""
    gone = set(done)
    before = pending(vault)
    after = list(dict.fromkeys([ident for ident in before if ident not in gone] + list(failed)))
    if after != before:
        files.make_folder(vault.local)
        files.replace(vault.local / _FILE, orjson.dumps(after))


def retry(vault: Vault, extractor: Extractor, context: Context, *, dry_run: bool = False) -> Report:
    """Try the waiting turns again, an episode at a time; what fails again stays. A dry run writes nothing."""
    run = _Retry(vault, extractor, context, dry_run=dry_run)
    waiting = pending(vault)
    with refresh.reading(vault) as view:
        turns = view.turns(waiting)
        by_episode: dict[str, set[str]] = defaultdict(set)
        for turn in turns.values():
            by_episode[turn.episode].add(turn.id)
        episodes = {episode: view.turns_of(episode) for episode in by_episode}
    for episode, wanted in by_episode.items():
        run.episode(episodes[episode], wanted)
    run.finish(gone=set(waiting) - turns.keys())
    return run.report


class _Retry:
    """One run over the waiting turns."""

    def __init__(self, vault: Vault, extractor: Extractor, context: Context, *, dry_run: bool) -> None:
        self.report = Report()
        self._vault = vault
        self._extractor = extractor
        self._context = context
        self._names = user_names(vault)
        self._dry = Rehearsal(vault) if dry_run else None

    def episode(self, turns: Sequence[Turn], wanted: set[str]) -> None:
        """Ask again about some turns of an episode, and decide and record what follows in one operation."""
        report, before = self.report, len(self.report.failed)
        claims = claims_of(self._extractor, turns, self._context, wanted=wanted, report=report)
        report.tried += len(wanted)
        by_id = {turn.id: turn for turn in turns}
        if self._dry is not None:
            slate = self._decided(Slate(self._dry.view(), now=self._vault.now()), claims, by_id)
            report.events += slate.events
            self._dry.record(slate.take())
            return
        with changing(self._vault, "ingest --pending") as change:
            slate = self._decided(change.slate(), claims, by_id)
            if slate.events:
                report.operations.append(change.commit(slate.take()).id)
                report.events += change.recorded
            report.behind = change.behind
            note(self._vault, done=wanted - set(report.failed[before:]))

    def finish(self, gone: set[str]) -> None:
        """Forget turns that are no longer in the vault, and bring the index up to date."""
        if self._dry is not None:
            return
        if gone:
            with self._vault.writing("ingest --pending"):
                note(self._vault, done=gone)
        if self.report.operations:
            self.report.behind = self.report.behind or index_documents(self._vault)

    def _decided(self, slate: Slate, claims: Sequence[Claim], turns: dict[str, Turn]) -> Slate:
        settings = self._vault.settings
        people = People(slate, self._names, self._context.user_speakers)
        doubt = float(settings.get("review.below"))
        believer = Believer(slate, people, settings.get("predicates"), self._extractor.name, doubt=doubt)
        for claim in claims:
            believer.take(claim, turns[claim.turn], turns[claim.turn].time)
        self.report.facts += believer.counts
        self.report.facts["proposed"] += people.questions()
        return slate
