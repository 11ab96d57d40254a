"""The verb for host programs: context, the exact text to put into a prompt."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

import orjson
import typer

from persona_cli.cli.options import AsOf, Json, KnownAt, clock, last_instant, session_of
from persona_cli.cli.surroundings import Session
from persona_cli.core.model import ROLES
from persona_cli.errors import UsageError

if TYPE_CHECKING:
    from persona_cli.store.vault import Vault
    from persona_cli.work.context import Item
    from persona_cli.work.prompt import Prompt
    from persona_cli.work.recall import Recaller
    from persona_cli.work.session import Turned

    Items = dict[str, Sequence[Item]]

_ALWAYS = ("identity", "memory", "query", "knowledge")
_ON = ("identity", "memory", "static")  # whatever is asked
TOKENS = "tokens"  # in place of a message, outside a session


def register(app: typer.Typer) -> None:
    """Add the verbs of this module."""
    app.command(
        epilog='persona context --session chat1 "what should I cook tonight?"   persona context --part static --format markdown'
    )(context)


def context(
    ctx: typer.Context,
    message: Annotated[
        str, typer.Argument(help="What was just said; - reads it; 'tokens' tells what is always on.")
    ] = "",
    session: Annotated[
        str, typer.Option("--session", metavar="ID", help="Your conversation's id: compiled once for it.")
    ] = "",
    new_session: Annotated[bool, typer.Option("--new-session", help="Compile anew.")] = False,
    part: Annotated[
        list[str] | None, typer.Option("--part", help="identity, memory, query, knowledge or static.")
    ] = None,
    format_: Annotated[str, typer.Option("--format", help="xml, markdown or plain.")] = "xml",
    template: Annotated[str, typer.Option("--template", metavar="NAME", help="Fill this template instead.")] = "",
    list_: Annotated[bool, typer.Option("--list", help="List the templates.")] = False,
    budget: Annotated[int, typer.Option("--budget", min=0, metavar="TOKENS", help="Of the compilation.")] = 2000,
    stable: Annotated[
        bool, typer.Option("--stable", help="No date and time: the same belief gives the same bytes.")
    ] = False,
    explain: Annotated[bool, typer.Option("--explain", help="Tell why each line is there and what it costs.")] = False,
    profile: Annotated[str, typer.Option("--profile", help="Speak as this profile of the settings.")] = "",
    as_of: AsOf = "",
    known_at: KnownAt = "",
    json: Json = False,
) -> None:
    """Give a host program the text to put into its prompt: identity, memory, and what the message asks for."""
    from persona_cli.work.configure import with_profile
    from persona_cli.work.prompt import Prompt
    from persona_cli.work.recall import recalling
    from persona_cli.work.session import Wanted, turn

    run = session_of(ctx, json=json)
    vault = with_profile(run.vault(), profile)
    if list_:
        _list(run, vault, json=json)
        return
    counting = message == TOKENS and not session
    parts = _ON if counting and not part else _checked(part, format_)
    messages = () if counting else _messages(run, message)
    at, known = last_instant(as_of, "--as-of"), last_instant(known_at, "--known-at")
    with recalling(vault, as_of=at, known_at=known, say=run.out.say) as recaller:
        turned = turn(vault, recaller, Wanted(session, messages, budget, new_session))
        items = _items(recaller, turned, parts)
    prompt = Prompt(vault, items, format_, "" if stable else clock(run, vault), "\n".join(messages))
    if counting:
        _count(run, prompt, parts, json=json)
    elif explain:
        _explain(run, prompt, parts, json=json)
    elif json:
        run.out.document(_record(prompt, turned, parts, template, session))
    else:
        run.out.text(prompt.template(template, parts) if template else prompt.parts(parts))


def _list(run: Session, vault: Vault, *, json: bool) -> None:
    from persona_cli.work.fragments import templates

    found = templates(vault).values()
    if json:
        rows = [{"name": t.name, "origin": "vault" if t.own else "shipped", "path": str(t.path)} for t in found]
        run.out.document({"type": "templates", "templates": rows})
        return
    for item in found:
        run.out.line(f"{item.name:16} {'yours' if item.own else 'shipped'}")


def _checked(part: list[str] | None, format_: str) -> tuple[str, ...]:
    from persona_cli.work.prompt import FORMATS, PARTS

    if unknown := set(part or ()) - set(PARTS):
        raise UsageError(f"no part '{min(unknown)}'", hint=f"the parts are {', '.join(PARTS)}")
    if format_ not in FORMATS:
        raise UsageError(
            f"no format '{format_}'", hint=f"the formats are {', '.join(FORMATS)}; --json gives everything"
        )
    return tuple(dict.fromkeys(part or _ALWAYS))


def _messages(run: Session, message: str) -> tuple[str, ...]:
    """What was said last: the argument, or standard input as one text or as native messages, one a line."""
    if message != "-":
        return (message,) if message.strip() else ()
    text = run.stdin.read().decode("utf-8", "replace")
    try:
        records = [orjson.loads(line) for line in text.split("\n") if line.strip()]
        roles = [(record.get("role", "user"), record["text"]) for record in records]
    except (ValueError, KeyError, TypeError, AttributeError):
        return (text,) if text.strip() else ()
    return tuple(str(said) for role, said in roles if role in ROLES and role not in ("system", "tool"))


def _items(recaller: Recaller, turned: Turned, parts: Sequence[str]) -> Items:
    """The items of each part; what an earlier part shows is not repeated in the static one."""
    from persona_cli.work.context import static_items

    items: Items = {
        "memory": turned.compilation.items,
        "query": turned.top_up,
        "knowledge": turned.knowledge,
    }
    shown = {item.id for part in parts for item in items.get(part, ())}
    static = static_items(recaller.view, turned.voices) if "static" in parts else []
    return items | {"static": [item for item in static if item.id not in shown]}


def _record(prompt: Prompt, turned: Turned, parts: Sequence[str], template: str, session: str) -> dict[str, Any]:
    from persona_cli.work.prompt import tokens_of

    made = turned.compilation
    texts = {template: prompt.template(template, parts)} if template else {part: prompt.part(part) for part in parts}
    return {
        "type": "context",
        "session": session or None,
        "format": prompt.format,
        "parts": texts,
        "included": {part: [i.id for i in prompt.items.get(part, ())] for part in parts if part != "identity"},
        "tokens": {name: tokens_of(text) for name, text in texts.items()},
        "exhaustive": made.exhaustive,
        "left_out": made.left_out,
        "budget": made.budget,
        "compiled_now": turned.fresh,
        "top_up_skipped": turned.skipped or None,
        "belief": turned.digest,
    }


def _explain(run: Session, prompt: Prompt, parts: Sequence[str], *, json: bool) -> None:
    """Each line with its reason and its cost."""
    from persona_cli.work.prompt import tokens_of

    identity = tokens_of(prompt.part("identity")) if "identity" in parts else 0
    rows = [(part, item) for part in parts for item in prompt.items.get(part, ())]
    if json:
        lines = [{"part": p, "id": i.id, "tokens": i.tokens, "why": i.why, "text": i.text} for p, i in rows]
        run.out.document({"type": "explanation", "identity_tokens": identity, "lines": lines})
        return
    if identity:
        run.out.line(f"{identity:5}  identity")
    for part, item in rows:
        run.out.line(f"{item.tokens:5}  {part}: {item.text}  [{item.why}]  {item.id}")
    run.out.say(f"About {identity + sum(item.tokens for _, item in rows)} tokens.")


def _count(run: Session, prompt: Prompt, parts: Sequence[str], *, json: bool) -> None:
    """What each part costs, as the text it is."""
    from persona_cli.work.prompt import tokens_of

    costs = {part: tokens_of(prompt.part(part)) for part in parts}
    if json:
        run.out.document({"type": "tokens", "parts": costs, "total": sum(costs.values())})
        return
    for part, cost in costs.items():
        count = len(prompt.items.get(part, ()))
        run.out.line(f"{cost:5}  {part}{'' if part == 'identity' else f', {count} memories'}")
    run.out.line(f"{sum(costs.values()):5}  in all, about")
