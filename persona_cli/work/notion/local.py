"""The vault's side of a sync: what each fact says in its row, and whether it still holds."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from persona_cli.core.model import Episode, Fact, Turn
from persona_cli.core.safe import one_line
from persona_cli.index.view import View
from persona_cli.work.notion.plan import Holds, Local
from persona_cli.work.notion.rows import plain, shown_time

QUOTE = 200  # characters of the words a fact rests on
BY_HAND = "written by hand"


def local_side(view: View, rows: Collection[str]) -> dict[str, Local]:
    """All facts that hold, and what became of those that have a row; facts never heard of are left out."""
    chosen = {fact.id: fact for fact in view.facts() if fact.id in rows or not view.hidden(fact)}
    names = view.named(e for fact in chosen.values() for e in (fact.subject, fact.object))
    sources = _sources(view, chosen.values())
    found = {ident: _local(view, fact, names, sources.get(ident, "")) for ident, fact in chosen.items()}
    return found | _gone(view, [ident for ident in rows if ident not in found])


def reviews_of(view: View) -> tuple[dict[str, str], dict[str, str]]:
    """The state of every review item, and for each turn that items rest on the least settled state among them."""
    states: dict[str, str] = {}
    turns: dict[str, str] = {}
    for state in ("accepted", "discarded", "open"):  # the later one outweighs
        for item in view.reviews(state):
            states[item.id] = state
            turns[str(item.proposal.get("turn", ""))] = state
    return states, turns


def note_states(view: View, turns: Collection[str]) -> dict[str, str]:
    """What became of notes that were taken into the vault: `applied`, `open` or `discarded`; others are left out."""
    _, by_turn = reviews_of(view)
    return {
        turn: "applied" if by_turn.get(turn, "accepted") == "accepted" else by_turn[turn]
        for turn in view.turns(tuple(turns))
    }


def _local(view: View, fact: Fact, names: Mapping[str, str], source: str) -> Local:
    holds: Holds = "gone" if fact.retracted else "ended" if view.hidden(fact) in ("superseded", "ended") else "now"
    values = {
        "name": names.get(fact.subject, ""),
        "kind": fact.kind,
        "fact": fact.text,
        "predicate": fact.predicate,
        "object": names.get(fact.object, ""),
        "since": shown_time(fact.valid_at),
        "until": shown_time(fact.invalid_at),
        "status": _status(fact, holds),
        "source": source,
    }
    return Local({key: plain(value) for key, value in values.items()}, holds)


def _status(fact: Fact, holds: Holds) -> str:
    if fact.kind == "goal" and (holds == "now" or fact.status in ("done", "dropped")):
        return fact.status or "open"
    return "current" if holds == "now" else "ended"


def _sources(view: View, facts: Iterable[Fact]) -> dict[str, str]:
    """For each fact the words it rests on, and where and when they were said."""
    first = {fact.id: next((item for item in fact.evidence if item.turn), None) for fact in facts}
    turns = view.turns(tuple({item.turn for item in first.values() if item}))
    episodes = {ident: view.episode(ident) for ident in {turn.episode for turn in turns.values()}}
    told: dict[str, str] = {}
    for ident, item in first.items():
        turn = turns.get(item.turn) if item else None
        if item is None:
            told[ident] = BY_HAND
        elif turn is not None:
            told[ident] = _source(turn, item.quote, episodes.get(turn.episode))
    return told


def _source(turn: Turn, quote: str, episode: Episode | None) -> str:
    where = (episode.title or episode.source) if episode else ""
    date = (turn.time or (episode.time if episode else ""))[:10]
    words = f"“{one_line(quote or turn.text, QUOTE)}”"
    return ", ".join(part for part in (words, one_line(where, 80), date) if part)


def _gone(view: View, idents: list[str]) -> dict[str, Local]:
    """Facts with a row that are believed no more: erased, or all their operations undone."""
    erased = view.catalog.erased(idents)
    found: dict[str, Local] = {}
    for ident in idents:
        heard = view.base.execute("SELECT 1 FROM events WHERE target = ? LIMIT 1", (ident,)).fetchone()
        if ident in erased or heard:
            found[ident] = Local({}, "erased" if ident in erased else "gone")
    return found
