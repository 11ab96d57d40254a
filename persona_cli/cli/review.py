"""The verb for what waits for a person: review, one item at a time on a terminal, by ids elsewhere."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from persona_cli.cli import render
from persona_cli.cli.options import DryRun, Json, Yes, last_instant, session_of
from persona_cli.cli.output import joined
from persona_cli.cli.surroundings import Session
from persona_cli.errors import PartialError, UsageError

if TYPE_CHECKING:
    from persona_cli.core.model import ReviewItem
    from persona_cli.index.view import View
    from persona_cli.store.vault import Vault
    from persona_cli.work.review import Decided

_HELP = "y accept, n discard, e edit and accept, s skip, q leave (what was decided is kept), ? this help"


def register(app: typer.Typer) -> None:
    """Add the verbs of this module."""
    app.command(epilog="persona review   persona review --list --json   persona review --accept rv_7k3q")(review)


def review(
    context: typer.Context,
    list_: Annotated[bool, typer.Option("--list", help="List what waits, and decide nothing.")] = False,
    accept: Annotated[list[str] | None, typer.Option("--accept", metavar="ID", help="Accept this item.")] = None,
    discard: Annotated[list[str] | None, typer.Option("--discard", metavar="ID", help="Discard this item.")] = None,
    all_: Annotated[
        str, typer.Option("--all", metavar="accept|discard", help="Decide all that is listed; needs --yes.")
    ] = "",
    choose: Annotated[
        str,
        typer.Option("--choose", metavar="ID", help="Who an ambiguous name means, or the fact that a correction ends."),
    ] = "",
    to: Annotated[str, typer.Option("--to", metavar="TEXT", help="Accept with these words instead.")] = "",
    reason: Annotated[list[str] | None, typer.Option("--reason", help="Only items that wait for this reason.")] = None,
    source: Annotated[str, typer.Option("--source", help="Only items from this source.")] = "",
    before: Annotated[
        str, typer.Option("--before", metavar="DATE", help="Only items that wait since before then.")
    ] = "",
    yes: Yes = False,
    dry_run: DryRun = False,
    json: Json = False,
) -> None:
    """Decide about changes that wait for you."""
    from persona_cli.work import review as work
    from persona_cli.work.refresh import reading
    from persona_cli.work.setup import redactor_of

    session = session_of(context, json=json)
    vault = session.vault()
    wanted = work.Wanted(tuple(reason or ()), source, last_instant(before, "--before"))
    with reading(vault) as view:
        items = work.waiting(vault, view, wanted)
        chosen = _chosen(view, choose)
    if all_:
        if all_ not in ("accept", "discard"):
            raise UsageError(f"--all does not understand '{all_}'", hint="write accept or discard")
        if items and not dry_run:
            session.confirm(f"{all_} {len(items)} items?", yes=yes)
        accept, discard = ([i.id for i in items], []) if all_ == "accept" else ([], [i.id for i in items])
    if accept or discard:
        text = redactor_of(vault, write=not dry_run)(to)
        done = work.decide(vault, accept or (), "accept", dry_run=dry_run, text=text, choose=chosen) if accept else []
        done += work.decide(vault, discard or (), "discard", dry_run=dry_run) if discard else []
        _tell_decided(session, done, text, json=json, dry_run=dry_run)
    elif all_ and not json:
        session.out.say("Nothing waits.")
    elif list_ or json or not session.interactive:
        _list(session, vault, items, json=json)
    else:
        _one_by_one(session, vault, items)


def _list(session: Session, vault: Vault, items: list[ReviewItem], *, json: bool) -> None:
    if json:
        session.out.document({"type": "review", "items": [render.review_record(item) for item in items]})
        return
    for item in items:
        for line in _shown(vault, item):
            session.out.line(line)
    session.out.say("persona review --accept ID or --discard ID decides." if items else "Nothing waits.")


def _chosen(view: View, choose: str) -> str:
    from persona_cli.work.correct import fact_of
    from persona_cli.work.entities import entity_of

    if choose.startswith("fa_") and (fact := fact_of(view, choose)):
        return fact.id
    return entity_of(view, choose).id if choose else ""


def _shown(vault: Vault, item: ReviewItem) -> list[str]:
    """An item for people: what it says and why it waits, its evidence, and what would change."""
    from persona_cli.core.event import REASONS
    from persona_cli.work.refresh import reading
    from persona_cli.work.review import candidates

    proposal = item.proposal
    lines = [f"{proposal.get('text', '')}  [{REASONS.get(item.reason, item.reason)}]  {render.short(item.id)}"]
    with reading(vault) as view:
        turns = view.turns([str(proposal.get("turn", ""))])
        found = {fact.id: fact for fact in view.facts(item.facts)}
        facts = [found[ident] for ident in item.facts if ident in found]
        events = proposal.get("events", ())
        named = [e for fact in facts for e in (fact.subject, fact.object)]
        named += [str(event.get(role, "")) for event in events for role in ("entity", "into", "subject")]
        names = view.named(named)
        could_be = [(ident, name, view.facts_about(ident)[:3]) for ident, name in candidates(view, item)]
    if proposal.get("quote"):
        said = next((f"  [{joined((turn.speaker, turn.time[:10]))}]" for turn in turns.values()), "")
        lines.append(f"    “{proposal['quote']}”{said}")
    ends = {str(event.get("fact")): event for event in events if event.get("type") in ("close", "retract")}
    lines += [f"  {'-' if fact.id in ends else ' '} {render.fact_line(fact, names)}" for fact in facts]
    for event in events:
        if event.get("type") == "assert":
            since = f"since {event['valid_at']}" if event.get("valid_at") else ""
            lines.append(f"  + {event.get('text', '')}  [{joined((names.get(event.get('subject', ''), ''), since))}]")
        elif event.get("type") == "merge":
            one, other = str(event.get("entity", "")), str(event.get("into", ""))
            lines.append(f"  = {names.get(one, '')}  {one} is {names.get(other, '')}  {other}")
    for ident, name, about in could_be:
        lines.append(f"    {name}  {ident}")
        lines += [f"      {fact.text}" for fact in about]
    return lines


def _tell_decided(session: Session, done: list[Decided], text: str, *, json: bool, dry_run: bool) -> None:
    if json:
        records = [
            {"id": d.item.id, "done": d.done, "why_not": d.why_not or None, "operation": d.operation or None}
            for d in done
        ]
        session.out.document({"type": "decisions", "decisions": records})
    else:
        for item in done:
            said = text if item.done and text else item.item.proposal.get("text", "")
            state = render.short(item.operation) if item.done else f"not decided: {item.why_not}"
            session.out.line(f"{said}  {state}".rstrip())
    decided = sum(item.done for item in done)
    session.out.say(f"{'Would decide' if dry_run else 'Decided'} {decided} of {len(done)}.")
    session.code = 0 if decided == len(done) else PartialError.exit_code


def _one_by_one(session: Session, vault: Vault, items: list[ReviewItem]) -> None:
    """Ask about each item; an answer is on disk before the next is asked."""
    for number, item in enumerate(items, 1):
        for line in _shown(vault, item):
            session.out.line(line)
        answer = _answer(session, f"({number}/{len(items)}) accept this? [y,n,e,s,q,?] ")
        if answer == "q":
            session.out.say("Left; what was decided is kept.")
            return
        if answer != "s":
            _answered(session, vault, item, answer)
    session.out.say("That was all." if items else "Nothing waits.")


def _answered(session: Session, vault: Vault, item: ReviewItem, answer: str) -> None:
    from persona_cli.cli.editor import in_editor
    from persona_cli.work.review import decide

    text = in_editor(session, str(item.proposal.get("text", ""))) if answer == "e" else ""
    if answer == "e" and not text:
        session.out.say("Its words were left as they are; not decided.")
        return
    chosen = _choice(session, vault, item) if answer in "ye" else ""
    for decided in decide(vault, [item.id], "discard" if answer == "n" else "accept", text=text, choose=chosen):
        did = "Discarded" if answer == "n" else "Accepted"
        session.out.say(
            f"{did}: {render.short(decided.operation)}" if decided.done else f"Not decided: {decided.why_not}"
        )


def _answer(session: Session, question: str) -> str:
    while True:
        session.out.ask(question)
        line = sys.stdin.readline()
        if not line:
            return "q"
        if (word := line.strip().casefold()[:1]) and word in "ynesq":
            return word
        session.out.warn(_HELP)


def _choice(session: Session, vault: Vault, item: ReviewItem) -> str:
    from persona_cli.work.refresh import reading
    from persona_cli.work.review import candidates

    with reading(vault) as view:
        could_be = candidates(view, item)
    if not could_be:
        return ""
    session.out.ask(f"which one? [1-{len(could_be)}] ")
    line = sys.stdin.readline().strip()
    return could_be[int(line) - 1][0] if line.isdecimal() and 0 < int(line) <= len(could_be) else ""
