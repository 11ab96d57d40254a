"""Turns whose extraction failed: remembered on this machine, and tried again when asked."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

import orjson

from persona_cli.core.model import Turn
from persona_cli.extract.contract import Context, Extractor
from persona_cli.store import files
from persona_cli.store.vault import Vault
from persona_cli.work import refresh
from persona_cli.work.believe import Believer
from persona_cli.work.change import changing
from persona_cli.work.indexing import index_documents
from persona_cli.work.people import People, user_names
from persona_cli.work.report import Report

_FILE = "pending.json"


def pending(vault: Vault) -> list[str]:
    """Ids of the turns that wait for another try, in the order they failed."""
    try:
        found = orjson.loads((vault.local / _FILE).read_bytes())
    except (OSError, ValueError):
        return []
    return [str(ident) for ident in found] if isinstance(found, list) else []


def note(vault: Vault, *, failed: Iterable[str] = (), done: Iterable[str] = ()) -> None:
    """Bring the list up to date."""
    gone = set(done)
    before = pending(vault)
    after = list(dict.fromkeys([ident for ident in before if ident not in gone] + list(failed)))
    if after != before:
        files.make_folder(vault.local)
        files.replace(vault.local / _FILE, orjson.dumps(after))


def retry(vault: Vault, extractor: Extractor, context: Context) -> Report:
    """Try the waiting turns again, an episode at a time; what fails again stays."""
    report = Report()
    with refresh.reading(vault) as view:
        turns = view.turns(pending(vault))
        gone = set(pending(vault)) - turns.keys()
        by_episode: dict[str, list[str]] = defaultdict(list)
        for turn in turns.values():
            by_episode[turn.episode].append(turn.id)
        episodes = {episode: view.turns_of(episode) for episode in by_episode}
    note(vault, done=gone)
    for episode, wanted in by_episode.items():
        _episode(vault, extractor, context, episodes[episode], wanted=set(wanted), report=report)
    if report.operations:
        report.behind = index_documents(vault)
    return report


def _episode(
    vault: Vault, extractor: Extractor, context: Context, turns: Sequence[Turn], *, wanted: set[str], report: Report
) -> None:
    found = extractor.extract(turns, context)
    report.add_extraction(found, wanted)
    by_id = {turn.id: turn for turn in turns}
    names = user_names(vault)
    with changing(vault, "ingest --pending") as change:
        slate = change.slate()
        people = People(slate, names, context.user_speakers)
        doubt = float(vault.settings.get("review.below"))
        believer = Believer(slate, people, vault.settings.get("predicates"), extractor.name, doubt=doubt)
        for claim in found.claims:
            if claim.turn in wanted and claim.turn not in found.failed:
                believer.take(claim, by_id[claim.turn], by_id[claim.turn].time)
        report.facts += believer.counts
        if slate.events:
            report.operations.append(change.commit(slate.take()).id)
    note(vault, done=wanted - set(found.failed))
