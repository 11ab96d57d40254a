"""The verb for what waits for a person: review, one item at a time on a terminal, by ids elsewhere."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from persona_cli.cli import render
from persona_cli.cli.options import DryRun, Json, Yes, last_instant, session_of
from persona_cli.cli.surroundings import Session
from persona_cli.core.safe import visible
from persona_cli.errors import PartialError, UsageError

if TYPE_CHECKING:
    from persona_cli.core.model import ReviewItem
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
    choose: Annotated[str, typer.Option("--choose", metavar="ENTITY", help="Who an ambiguous name means.")] = "",
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
    from persona_cli.work.entities import entity_of
    from persona_cli.work.refresh import reading

    session = session_of(context, json=json)
    vault = session.vault()
    wanted = work.Wanted(tuple(reason or ()), source, last_instant(before, "--before"))
    with reading(vault) as view:
        items = work.waiting(vault, view, wanted)
        chosen = entity_of(view, choose).id if choose else ""
    if all_:
        if all_ not in ("accept", "discard"):
            raise UsageError(f"--all does not understand '{all_}'", hint="write accept or discard")
        session.confirm(f"{all_} {len(items)} items?", yes=yes)
        accept, discard = ([i.id for i in items], []) if all_ == "accept" else ([], [i.id for i in items])
    if accept or discard:
        done = work.decide(vault, accept or (), "accept", dry_run=dry_run, choose=chosen) if accept else []
        done += work.decide(vault, discard or (), "discard", dry_run=dry_run) if discard else []
        _tell_decided(session, done, json=json)
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


def _shown(vault: Vault, item: ReviewItem) -> list[str]:
    from persona_cli.core.event import REASONS
    from persona_cli.work.refresh import reading

    proposal = item.proposal
    lines = [f"{proposal.get('text', '')}  [{REASONS.get(item.reason, item.reason)}]  {render.short(item.id)}"]
    if proposal.get("quote"):
        lines.append(f"    “{proposal['quote']}”")
    with reading(vault) as view:
        facts = list(view.facts(item.facts))
        names = view.named([*(e for f in facts for e in (f.subject, f.object)), *proposal.get("candidates", ())])
    lines += [f"  - {render.fact_line(fact, names)}" for fact in facts]
    lines += [f"    {names.get(ident, '')}  {ident}" for ident in proposal.get("candidates", ())]
    return lines


def _tell_decided(session: Session, done: list[Decided], *, json: bool) -> None:
    if json:
        records = [
            {"id": d.item.id, "done": d.done, "why_not": d.why_not or None, "operation": d.operation or None}
            for d in done
        ]
        session.out.document({"type": "decisions", "decisions": records})
    else:
        for item in done:
            state = item.operation if item.done else f"not decided: {item.why_not}"
            session.out.line(f"{item.item.proposal.get('text', '')}  {state}")
    decided = sum(item.done for item in done)
    session.out.say(f"Decided {decided} of {len(done)}.")
    session.code = 0 if decided == len(done) else PartialError.exit_code


def _one_by_one(session: Session, vault: Vault, items: list[ReviewItem]) -> None:
    """Ask about each item; an answer is on disk before the next is asked."""
    from persona_cli.work.review import decide

    for number, item in enumerate(items, 1):
        for line in _shown(vault, item):
            session.out.line(line)
        while True:
            answer = _answer(session, f"({number}/{len(items)}) accept this? [y,n,e,s,q,?] ")
            if answer == "?":
                session.out.warn(_HELP)
                continue
            if answer == "q":
                return
            text = _in_editor(session, str(item.proposal.get("text", ""))) if answer == "e" else ""
            chosen = _choice(session, item) if answer in "ye" else ""
            if answer in "yen":
                verdict = "discard" if answer == "n" else "accept"
                for decided in decide(vault, [item.id], verdict, text=text, choose=chosen):  # type: ignore[arg-type]
                    session.out.say(decided.operation or f"Not decided: {decided.why_not}")
            break
    session.out.say("That was all." if items else "Nothing waits.")


def _answer(session: Session, question: str) -> str:
    while True:
        session.out.stderr.write(question)
        session.out.stderr.flush()
        line = sys.stdin.readline()
        if not line:
            return "q"
        if (word := line.strip().casefold()[:1]) and word in "ynesq?":
            return word
        session.out.warn(_HELP)


def _choice(session: Session, item: ReviewItem) -> str:
    candidates = [str(ident) for ident in item.proposal.get("candidates", ())]
    if not candidates:
        return ""
    session.out.stderr.write(f"which one? [1-{len(candidates)}] ")
    session.out.stderr.flush()
    line = sys.stdin.readline().strip()
    return candidates[int(line) - 1] if line.isdigit() and 0 < int(line) <= len(candidates) else ""


def _in_editor(session: Session, text: str) -> str:
    """The words as changed in the person's editor; empty when left as they were."""
    editor = session.environ.get("VISUAL") or session.environ.get("EDITOR") or "vi"
    handle, name = tempfile.mkstemp(suffix=".txt", prefix="persona-")
    path = Path(name)
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(visible(text) + "\n")
        if subprocess.run([*shlex.split(editor), name], check=False).returncode:  # noqa: S603 - the person's own editor
            return ""
        after = " ".join(path.read_text("utf-8").split())
    finally:
        path.unlink(missing_ok=True)
    return "" if after == " ".join(text.split()) else after
