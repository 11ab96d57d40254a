"""The verb that changes what is believed: correct."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any

import typer

from persona_cli.cli import render
from persona_cli.cli.options import DryRun, Json, session_of, when_of
from persona_cli.cli.surroundings import Session
from persona_cli.errors import PartialError, PersonaError, UsageError

if TYPE_CHECKING:
    from persona_cli.core.model import Fact
    from persona_cli.store.vault import Vault
    from persona_cli.work.correct import Corrected, Wanted
    from persona_cli.work.meant import Meant


def register(app: typer.Typer) -> None:
    """Add the verbs of this module."""
    app.command(
        epilog='persona correct fa_7k3q --to "Ana lives in Porto"   persona correct "I no longer work at Acme, I\'m at Globex"'
    )(correct)


def correct(
    context: typer.Context,
    what: Annotated[str, typer.Argument(help="A fact's id, words that fit one fact only, or a sentence of your own.")],
    to: Annotated[str, typer.Option("--to", metavar="TEXT", help="Its new words.")] = "",
    retract: Annotated[bool, typer.Option("--retract", help="It was never right.")] = False,
    until: Annotated[str, typer.Option("--until", metavar="DATE", help="It was true until then.")] = "",
    since: Annotated[
        str, typer.Option("--since", metavar="DATE", help="It is true since then; with --to: it changed then.")
    ] = "",
    object_: Annotated[
        str, typer.Option("--object", metavar="NAME", help="Who or what it relates its subject to.")
    ] = "",
    reopen: Annotated[
        bool, typer.Option("--reopen", help="It still holds: take back its end, or that it was never right.")
    ] = False,
    status: Annotated[str, typer.Option("--status", metavar="STATUS", help="Of a goal: open, done or dropped.")] = "",
    reason: Annotated[str, typer.Option("--reason", help="Why; kept with the change.")] = "",
    dry_run: DryRun = False,
    json: Json = False,
) -> None:
    """Say that a fact has changed, ended, or was never right; nothing is deleted."""
    from persona_cli.work.correct import Wanted
    from persona_cli.work.setup import redactor_of

    session = session_of(context, json=json)
    vault = session.vault()
    clean = redactor_of(vault, write=not dry_run)
    dates = {"--until": until, "--since": since}
    whens = {option: when_of(value, option).iso if value else "" for option, value in dates.items()}
    wanted = Wanted(clean(to), retract, whens["--until"], whens["--since"], object_, reopen, status, clean(reason))
    done = _done(session, vault, clean(what), wanted, dry_run=dry_run)
    if json:
        session.out.document(_record(done))
    else:
        _tell(session, done, dry_run=dry_run)
    if done.reviews:
        session.code = PartialError.exit_code if done.changes else 1


def _done(session: Session, vault: Vault, what: str, wanted: Wanted, *, dry_run: bool) -> Corrected:
    from persona_cli.extract.rules.extractor import Rules
    from persona_cli.work import correct as work
    from persona_cli.work.meant import meant
    from persona_cli.work.refresh import reading

    if not what.strip():
        raise UsageError("nothing to correct was named", hint="persona facts prints ids")
    with reading(vault) as view:
        fact = work.fact_of(view, what)
    if fact is None and not wanted.anything:
        done = work.correct_by_sentence(vault, what, Rules(), dry_run=dry_run)
        if done is not None:
            return done
        found = meant(vault, what, say=session.out.say)
        _list(session, found)
        raise PersonaError(
            "that sentence says nothing that can be taken as a correction",
            hint=f"name a fact by its id: persona correct {_example(found)} --to TEXT, --until DATE or --retract",
        )
    if fact is None:
        found = meant(vault, what, say=session.out.say)
        if not found.sure or len(found.facts) != 1:
            _list(session, found)
            many = len(found.facts) if found.sure else 0
            raise PersonaError(
                f"{f'{many} facts fit' if many else 'no fact fits'} '{what}'; nothing was changed",
                hint=f"name one by its id: persona correct {_example(found)} …",
            )
        fact = found.facts[0]
    if not wanted.anything and session.interactive:
        wanted = _edited(session, fact, wanted)
    return work.correct_fact(vault, fact.id, wanted, dry_run=dry_run)


def _edited(session: Session, fact: Fact, wanted: Wanted) -> Wanted:
    from persona_cli.cli.editor import in_editor

    text = in_editor(session, fact.text)
    if not text:
        raise PersonaError("its words were left as they are; nothing was changed")
    return replace(wanted, to=text)


def _list(session: Session, found: Meant) -> None:
    if session.out.json:
        records = [render.fact_record(fact, found.names) for fact in found.facts]
        session.out.document({"type": "matches", "sure": found.sure, "facts": records})
        return
    if found.facts and not found.sure:
        session.out.say("Perhaps one of these is meant:")
    for fact in found.facts:
        session.out.line(render.fact_line(fact, found.names))


def _example(found: Meant) -> str:
    return render.short(found.facts[0].id) if found.facts else "fa_…"


def _record(done: Corrected) -> dict[str, Any]:
    def pair(before: Fact | None, after: Fact | None) -> dict[str, Any]:
        sides = {"before": before, "after": after}
        return {side: render.fact_record(fact, done.names) if fact else None for side, fact in sides.items()}

    return {
        "type": "correction",
        "operation": done.operation.id if done.operation else None,
        "changes": [pair(before, after) for before, after in done.changes],
        "reviews": [render.review_record(item) for item in done.reviews],
    }


def _tell(session: Session, done: Corrected, *, dry_run: bool) -> None:
    out = session.out
    for before, after in done.changes:
        if before:
            out.line(f"- {render.fact_line(before, done.names)}")
        if after:
            out.line(f"+ {render.fact_line(after, done.names)}")
    for item in done.reviews:
        out.line(f"? {item.reason}: {item.proposal.get('text', '')}  {render.short(item.id)}")
    if done.reviews and not dry_run:
        first = render.short(done.reviews[0].id)
        out.say(f"{_why(done)}; persona review --accept {first} or --discard {first} decides.")
    if done.operation:
        out.say(f"Recorded as {render.short(done.operation.id)}")
    elif dry_run:
        out.say("Nothing was changed.")


def _why(done: Corrected) -> str:
    if all(item.reason == "unmatched" for item in done.reviews):
        return "Nothing that is believed matches it"
    if all(item.reason == "protected" for item in done.reviews):
        return "You wrote or edited what it speaks against"
    return "It waits for you"
