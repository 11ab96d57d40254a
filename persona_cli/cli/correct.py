"""The verb that changes what is believed: correct."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from persona_cli.cli import render
from persona_cli.cli.options import DryRun, Json, session_of, when_of
from persona_cli.cli.surroundings import Session
from persona_cli.errors import PersonaError

if TYPE_CHECKING:
    from persona_cli.core.model import Fact
    from persona_cli.store.vault import Vault
    from persona_cli.work.correct import Corrected, Wanted


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
    wanted = Wanted(clean(to), retract, whens["--until"], whens["--since"], object_, reason)
    told = bool(to or retract or until or since or object_)
    done = _done(session, vault, clean(what), wanted, told=told, dry_run=dry_run)
    if json:
        session.out.document(_record(done))
    else:
        _tell(session, done, dry_run=dry_run)


def _done(session: Session, vault: Vault, what: str, wanted: Wanted, *, told: bool, dry_run: bool) -> Corrected:
    from persona_cli.extract.rules.extractor import Rules
    from persona_cli.work import correct as work
    from persona_cli.work.refresh import reading

    with reading(vault) as view:
        fact = work.fact_of(view, what)
        found = [] if fact or not told else work.by_words(view, what)
        names = view.named(e for item in found for e in (item.subject, item.object))
    if fact is None and not told:
        return work.correct_by_sentence(vault, what, Rules(), dry_run=dry_run)
    if fact is None and len(found) != 1:
        for item in found:
            session.out.line(render.fact_line(item, names))
        raise PersonaError(
            f"{len(found) or 'no'} facts fit '{what}'; nothing was changed",
            hint="name one by its id: persona facts prints ids",
        )
    return work.correct_fact(vault, (fact or found[0]).id, wanted, dry_run=dry_run)


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
    if done.reviews:
        out.say("Some of it waits for you: persona review")
    if done.operation:
        out.say(f"Recorded as {done.operation.id}")
    elif dry_run:
        out.say("Nothing was changed.")
    if (
        done.reviews
        and all(item.reason == "unmatched" for item in done.reviews)
        and len(done.changes) <= len(done.reviews)
    ):
        session.code = 1
