"""The verb that answers: recall."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from persona_cli.cli import render
from persona_cli.cli.options import (
    About,
    AsOf,
    IncludePast,
    Json,
    JsonLines,
    Kind,
    KnownAt,
    Limit,
    last_instant,
    session_of,
)
from persona_cli.cli.surroundings import Session
from persona_cli.errors import NothingFoundError, UsageError

if TYPE_CHECKING:
    from persona_cli.work.recall import Asked, Found, Recaller

NOTHING = NothingFoundError.exit_code


def register(app: typer.Typer) -> None:
    """Add the verbs of this module."""
    app.command(epilog='persona recall "where does Ana live"   persona recall --batch questions.txt --jsonl')(recall)


def recall(
    context: typer.Context,
    question: Annotated[list[str] | None, typer.Argument(help="What you want to know.")] = None,
    limit: Limit = 10,
    kind: Kind = [],  # noqa: B006 - typer makes a fresh list for each run
    about: About = [],  # noqa: B006
    predicate: Annotated[list[str] | None, typer.Option("--predicate", help="Only facts with this predicate.")] = None,
    episode: Annotated[
        list[str] | None, typer.Option("--episode", metavar="ID", help="Only from this episode.")
    ] = None,
    since: Annotated[
        str, typer.Option("--since", metavar="DATE", help="Only what was said or became true since.")
    ] = "",
    until: Annotated[
        str, typer.Option("--until", metavar="DATE", help="Only what was said or became true before.")
    ] = "",
    only: Annotated[str, typer.Option("--only", metavar="facts|turns", help="Only facts, or only turns.")] = "",
    as_of: AsOf = "",
    known_at: KnownAt = "",
    include_past: IncludePast = False,
    batch: Annotated[
        Path | None, typer.Option("--batch", metavar="FILE", help="One question a line; - is stdin.")
    ] = None,
    why: Annotated[bool, typer.Option("--why", help="Tell which channels found each answer.")] = False,
    without: Annotated[
        list[str] | None,
        typer.Option("--without", metavar="CHANNEL", help="Leave out lexical, dense, context, time, graph or intent."),
    ] = None,
    json: Json = False,
    jsonl: JsonLines = False,
) -> None:
    """Find the memories that answer a question."""
    from persona_cli.index.search import ARMS, Scope
    from persona_cli.work.listing import entities_called
    from persona_cli.work.recall import Asked, recalling

    session = session_of(context, json=json or jsonl)
    questions = _questions(session, question or [], batch)
    if unknown := set(without or ()) - ARMS:
        raise UsageError(f"no channel '{min(unknown)}'", hint=f"the channels are {', '.join(sorted(ARMS))}")
    if only not in ("", "facts", "turns"):
        raise UsageError(f"--only does not understand '{only}'", hint="write facts or turns")
    at, known = last_instant(as_of, "--as-of"), last_instant(known_at, "--known-at")
    with recalling(session.vault(), as_of=at, known_at=known, say=session.out.say) as recaller:
        scope = Scope(
            kinds=frozenset({only.removesuffix("s")} if only else ()),
            fact_kinds=frozenset(kind),
            predicates=frozenset(predicate or ()),
            entities=frozenset(entities_called(recaller.view, about)),
            episodes=frozenset(i for p in episode or () for i in recaller.view.ids(p)),
            since=last_instant(since, "--since")[:10],
            until=last_instant(until, "--until"),
            hidden=include_past,
        )
        asked = Asked(limit, scope, ARMS - set(without or ()))
        found = _answers(session, recaller, questions, asked, why=why, json=json, jsonl=jsonl, batch=batch is not None)
    if not found:
        session.out.say("Nothing found.")
        session.code = NOTHING


def _questions(session: Session, words: list[str], batch: Path | None) -> list[str]:
    if batch is not None and words:
        raise UsageError("a question and --batch do not go together")
    if batch is None:
        text = " ".join(words)
        if text == "-":
            text = session.stdin.read().decode("utf-8", "replace")
        if not text.strip():
            raise UsageError("there is no question", hint='persona recall "where does Ana live"')
        return [text]
    data = session.stdin.read() if batch == Path("-") else batch.read_bytes()
    return data.decode("utf-8", "replace").split("\n")[: data.count(b"\n") + (not data.endswith(b"\n"))]


def _answers(
    session: Session,
    recaller: Recaller,
    questions: list[str],
    asked: Asked,
    *,
    why: bool,
    json: bool,
    jsonl: bool,
    batch: bool,
) -> int:
    total, documents = 0, []
    for number, question in enumerate(questions):
        found = recaller.ask(question, asked) if question.strip() else []
        total += len(found)
        records = _records(recaller, found, number if batch else None, why=why) if json or jsonl else iter(())
        if json:
            documents.append({"query": number, "question": question, "answers": list(records)})
        elif jsonl:
            for record in records:
                session.out.record(record)
        else:
            for item in found:
                _tell(session, recaller, item, f"{number}\t" if batch else "", why=why)
    if json:
        session.out.document({"type": "recall", "results": documents} if batch else {"type": "recall", **documents[0]})
    return total


def _records(recaller: Recaller, found: list[Found], query: int | None, *, why: bool) -> Iterator[dict[str, Any]]:
    for item in found:
        record = render.fact_record(item.fact, recaller.names) if item.fact else render.turn_record(item.turn)  # type: ignore[arg-type]
        record["score"] = item.hit.score
        if item.hit.document.hidden:
            record["hidden"] = item.hit.document.hidden
        if query is not None:
            record["query"] = query
        if why:
            record["channels"] = [{"channel": t.channel, "rank": t.rank, "score": t.score} for t in item.hit.channels]
            record["boosts"] = dict(item.hit.boosts)
        yield record


def _tell(session: Session, recaller: Recaller, item: Found, before: str, *, why: bool) -> None:
    label = item.hit.document.hidden
    if item.fact:
        line = render.fact_line(item.fact, recaller.names, label=label)
    elif item.turn:
        line = render.turn_line(item.turn, label=label)
    else:
        return
    session.out.line(before + line)
    if why:
        channels = ", ".join(f"{t.channel} {t.rank} ({t.score:.3f})" for t in item.hit.channels)
        boosts = ", ".join(f"{name} ×{factor:.2f}" for name, factor in item.hit.boosts)
        session.out.line(
            f"    score {item.hit.score:.4f}: {channels or 'a neighbour'}{f'; {boosts}' if boosts else ''}"
        )
