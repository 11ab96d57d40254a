"""The verb that answers: recall."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
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
    when_of,
)
from persona_cli.cli.surroundings import Session
from persona_cli.errors import NothingFoundError, UsageError

if TYPE_CHECKING:
    from persona_cli.work.recall import Asked, Found, Recaller

    Reranker = Callable[[str, list[Found]], list[Found]]

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
        str, typer.Option("--until", metavar="DATE", help="Only what was said or became true up to then.")
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
        typer.Option(
            "--without", metavar="CHANNEL", help="Leave out lexical, related, dense, context, time, graph or intent."
        ),
    ] = None,
    rerank: Annotated[bool, typer.Option("--rerank", help="Let the chat model put the best answers in order.")] = False,
    budget: Annotated[
        int, typer.Option("--budget", min=0, metavar="TOKENS", help="Only as many as fit; 0 is all.")
    ] = 0,
    static: Annotated[
        bool, typer.Option("--static", help="Also open goals and core psyche, whatever is asked.")
    ] = False,
    json: Json = False,
    jsonl: JsonLines = False,
) -> None:
    """Find the memories that answer a question."""
    from persona_cli.index.search import ARMS, Scope
    from persona_cli.work.listing import entities_called, episodes_called, kinds_of
    from persona_cli.work.people import user_names
    from persona_cli.work.recall import Asked, recalling

    session = session_of(context, json=json or jsonl)
    questions = _questions(session, question or [], batch)
    if unknown := set(without or ()) - ARMS:
        raise UsageError(f"no channel '{min(unknown)}'", hint=f"the channels are {', '.join(sorted(ARMS))}")
    if only not in ("", "facts", "turns"):
        raise UsageError(f"--only does not understand '{only}'", hint="write facts or turns")
    at, known = last_instant(as_of, "--as-of"), last_instant(known_at, "--known-at")
    vault = session.vault()
    with recalling(vault, as_of=at, known_at=known, say=session.out.say) as recaller:
        scope = Scope(
            kinds=frozenset({only.removesuffix("s")} if only else ()),
            fact_kinds=frozenset(kinds_of(kind)),
            predicates=frozenset(predicate or ()),
            entities=frozenset(entities_called(recaller.view, about, user_names(vault))),
            episodes=frozenset(episodes_called(recaller.view, episode or ())),
            since=when_of(since, "--since").start if since else "",
            until=when_of(until, "--until").end if until else "",
            hidden=include_past,
        )
        shown = _Shown(json=json, jsonl=jsonl, batch=batch is not None, why=why, budget=budget, static=static)
        asked = Asked(limit, scope, ARMS - set(without or ()), why)
        order = _reranker(session) if rerank else None
        found = _answers(session, recaller, questions, asked, shown, order)
    if not found:
        session.out.say("Nothing found.")
        session.code = NOTHING


@dataclass(frozen=True, slots=True)
class _Shown:
    """How answers are to be shown."""

    json: bool
    jsonl: bool
    batch: bool
    why: bool
    budget: int
    static: bool


def _reranker(session: Session) -> Reranker:
    """What puts answers into the chat model's order."""
    from persona_cli.work import models
    from persona_cli.work.rerank import rerank

    vault = session.vault()
    provider = models.opened(models.choice(vault, "chat"), session.means())

    def order(question: str, found: list[Found]) -> list[Found]:
        try:
            ordered, why_not = rerank(vault, provider, question, found)
        finally:
            provider.close()  # the next question opens it again
        session.out.say(f"Note: {why_not}." if why_not else "")
        return ordered

    return order


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
    lines = data.decode("utf-8", "replace").split("\n")
    return lines[:-1] if data.endswith(b"\n") or not data else lines


def _answers(
    session: Session,
    recaller: Recaller,
    questions: list[str],
    asked: Asked,
    shown: _Shown,
    order: Reranker | None,
) -> int:
    total, documents = 0, []
    for number, question in enumerate(questions):
        found = recaller.ask(question, asked) if question.strip() else []
        found = order(question, found) if order else found
        found = _fitting(session, found, shown.budget) if shown.budget else found
        total += len(found)
        records = _records(recaller, found, number if shown.batch else None, why=shown.why)
        always = _static(session, recaller) if shown.static and number == 0 else []
        if shown.json:
            documents.append({"query": number, "question": question, "answers": [*always, *records]})
        elif shown.jsonl:
            for record in (*always, *records):
                session.out.record(record)
        else:
            for record in always:
                session.out.line(f"{record['text']}  [always]  {render.short(record['id'])}")
            for item in found:
                _tell(session, recaller, item, f"{number}\t" if shown.batch else "", why=shown.why)
    if shown.json:
        one = {"results": documents} if shown.batch else documents[0]
        session.out.document({"type": "recall", **one})
    return total


def _fitting(session: Session, found: list[Found], budget: int) -> list[Found]:
    from persona_cli.work.recall import within

    kept = within(found, budget)
    if len(kept) < len(found):
        session.out.say(f"{len(found) - len(kept)} more did not fit into {budget} tokens.")
    return kept


def _static(session: Session, recaller: Recaller) -> list[dict[str, Any]]:
    """Open goals and core psyche."""
    from persona_cli.work.context import static_items
    from persona_cli.work.voices import voices_of

    items = static_items(recaller.view, voices_of(session.vault(), recaller.view))
    facts = list(recaller.view.facts([item.id for item in items]))
    names = recaller.view.named(e for fact in facts for e in (fact.subject, fact.object))
    return [{**render.fact_record(fact, names), "static": True} for fact in facts]


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
            record["related"] = dict(item.hit.related)
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
        related = "".join(f"; “{near}” for “{word}”" for word, near in item.hit.related.items())
        boosts = ", ".join(f"{name} ×{factor:.2f}" for name, factor in item.hit.boosts)
        session.out.line(
            f"    score {item.hit.score:.4f}: {channels or 'a neighbour'}{related}{f'; {boosts}' if boosts else ''}"
        )
