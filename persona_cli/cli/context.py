"""The verb for host programs: context, the exact text to put into a prompt."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import orjson
import typer

from persona_cli.cli.options import AsOf, Json, KnownAt, last_instant, session_of
from persona_cli.cli.surroundings import Session
from persona_cli.core.model import ROLES
from persona_cli.errors import UsageError

if TYPE_CHECKING:
    from persona_cli.store.vault import Vault
    from persona_cli.work.context import Item
    from persona_cli.work.recall import Recaller
    from persona_cli.work.session import Turned

PARTS = ("identity", "memory", "knowledge", "static", "query")
FORMATS = {"xml": "memory.xml", "markdown": "memory.md", "plain": "memory.txt"}
_ALWAYS = ("identity", "memory", "query", "knowledge")
_TITLES = {
    "episodes": "Recent conversations",
    "active": "Of late",
    "identity": "Who they are",
    "dynamics": "Also known",
    "query": "To this question",
    "psyche": "How they are",
    "goals": "What they are up to",
    "knowledge": "Rules",
}


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
        list[str] | None, typer.Option("--part", help="identity, memory, knowledge, static or query.")
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
    from persona_cli.work import fragments
    from persona_cli.work.configure import with_profile
    from persona_cli.work.recall import recalling
    from persona_cli.work.session import Wanted, turn

    run = session_of(ctx, json=json)
    vault = with_profile(run.vault(), profile)
    if list_:
        for item in fragments.templates(vault).values():
            run.out.line(f"{item.name:16} {'yours' if item.own else 'shipped'}")
        return
    parts = _checked(part, format_)
    counting = message == "tokens"
    messages = () if counting else _messages(run, message)
    at, known = last_instant(as_of, "--as-of"), last_instant(known_at, "--known-at")
    with recalling(vault, as_of=at, known_at=known, say=run.out.say) as recaller:
        turned = turn(vault, recaller, Wanted(session, messages, budget, new_session))
        items = _items(vault, recaller, turned)
    now = "" if stable else _clock(run)
    if counting or explain:
        _explain(run, vault, items, parts, now=now, json=json)
    elif json:
        run.out.document(_record(vault, turned, items, parts, format_, now))
    else:
        names = [template] if template else []
        run.out.text(_rendered(vault, items, parts, format_, now, names))


def _checked(part: list[str] | None, format_: str) -> tuple[str, ...]:
    if unknown := set(part or ()) - set(PARTS):
        raise UsageError(f"no part '{min(unknown)}'", hint=f"the parts are {', '.join(PARTS)}")
    if format_ not in FORMATS:
        raise UsageError(
            f"no format '{format_}'", hint=f"the formats are {', '.join(FORMATS)}; --json gives everything"
        )
    return tuple(part or _ALWAYS)


def _messages(run: Session, message: str) -> tuple[str, ...]:
    """What was said last: one text, or native messages one a line, of which system ones are left out."""
    text = run.stdin.read().decode("utf-8", "replace") if message == "-" else message
    if not text.strip():
        return ()
    try:
        records = [orjson.loads(line) for line in text.splitlines() if line.strip()]
        said = [
            str(r["text"])
            for r in records
            if r.get("role", "user") in ROLES and r.get("role") not in ("system", "tool")
        ]
    except (ValueError, KeyError, TypeError, AttributeError):
        return (text,)
    return tuple(said)


def _items(vault: Vault, recaller: Recaller, turned: Turned) -> dict[str, list[Item]]:
    from persona_cli.work.context import static_items
    from persona_cli.work.session import reserved_of

    return {
        "memory": list(turned.compilation.items),
        "query": list(turned.top_up),
        "knowledge": list(turned.knowledge),
        "static": static_items(recaller.view, reserved=reserved_of(vault)),
    }


def _rendered(
    vault: Vault, items: dict[str, list[Item]], parts: tuple[str, ...], format_: str, now: str, names: list[str]
) -> str:
    from persona_cli.work import context as work
    from persona_cli.work import fragments

    identity = vault.settings.get("identity")
    blocks = []
    for name in names or ["identity" if p == "identity" else "knowledge.md" if p == "knowledge" else p for p in parts]:
        chosen = items.get(name.split(".")[0], []) if not names else [item for p in parts for item in items.get(p, [])]
        values = {
            "identity": identity,
            "now": now,
            "items": [item.values() for item in chosen],
            "sections": work.sections(chosen, lambda section: _TITLES.get(section, section)),
        }
        template = name if names or name in ("identity", "knowledge.md") else FORMATS[format_]
        text = fragments.render(vault, "identity.md" if template == "identity" else template, values)
        blocks.append(text)
    return "\n\n".join(block for block in blocks if block.strip())


def _record(
    vault: Vault, turned: Turned, items: dict[str, list[Item]], parts: tuple[str, ...], format_: str, now: str
) -> dict[str, Any]:
    made = turned.compilation
    return {
        "type": "context",
        "parts": {part: _rendered(vault, items, (part,), format_, now, []) for part in parts},
        "included": {part: [item.id for item in items.get(part, [])] for part in parts if part != "identity"},
        "tokens": {part: sum(item.tokens for item in items.get(part, [])) for part in parts},
        "exhaustive": made.exhaustive,
        "left_out": made.left_out,
        "budget": made.budget,
        "compiled_now": turned.fresh,
        "top_up_skipped": turned.skipped or None,
    }


def _explain(
    run: Session, vault: Vault, items: dict[str, list[Item]], parts: tuple[str, ...], *, now: str, json: bool
) -> None:
    identity = len(_rendered(vault, items, ("identity",), "plain", now, [])) // 4
    rows = [(part, item) for part in parts for item in items.get(part, [])]
    if json:
        lines = [{"part": p, "id": i.id, "tokens": i.tokens, "why": i.why, "text": i.text} for p, i in rows]
        run.out.document({"type": "explanation", "identity_tokens": identity, "lines": lines})
        return
    if "identity" in parts:
        run.out.line(f"{identity:5}  identity")
    for part, item in rows:
        run.out.line(f"{item.tokens:5}  {part}: {item.text}  [{item.why}]  {item.id}")
    total = identity + sum(item.tokens for _, item in rows)
    run.out.say(f"About {total} tokens.")


def _clock(run: Session) -> str:
    now = run.now().astimezone()
    return f"{now:%A}, {now.day} {now:%B %Y}, {now:%H:%M}"
