"""The verbs about models: ask, and key set, list, test and forget."""

from __future__ import annotations

import getpass
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import orjson
import typer

from persona_cli.cli.options import Json, clock, session_of
from persona_cli.cli.surroundings import Session
from persona_cli.errors import PartialError, PersonaError, UsageError
from persona_cli.store import vault as vaults

if TYPE_CHECKING:
    from persona_cli.work.ask import Asking

Provider = Annotated[str, typer.Argument(metavar="PROVIDER", help="local, openai, anthropic, gemini or notion.")]
BaseUrl = Annotated[str, typer.Option("--base-url", metavar="URL", help="The server it is for, if not the usual one.")]


def register(app: typer.Typer) -> None:
    """Add the verbs of this module."""
    app.command(epilog='persona ask "when did I move to Lyon?"   persona ask "…" --schema answer.json --json')(ask)
    keys = typer.Typer(
        help="Keep keys of services: in the keyring, never in the vault.", no_args_is_help=True, suggest_commands=False
    )
    keys.command("set", epilog="persona key set anthropic   persona key set openai < key.txt")(set_)
    keys.command("list", epilog="persona key list")(list_)
    keys.command("test", epilog="persona key test anthropic")(prove)
    keys.command(epilog="persona key forget anthropic")(forget)
    app.add_typer(keys, name="key")


def ask(
    context: typer.Context,
    question: Annotated[list[str], typer.Argument(help="What you want to know.")],
    session: Annotated[str, typer.Option("--session", metavar="ID", help="A conversation whose context is kept.")] = "",
    new_session: Annotated[bool, typer.Option("--new-session", help="The conversation begins anew.")] = False,
    provider: Annotated[str, typer.Option("--provider", help="Instead of the one in chat.provider.")] = "",
    model: Annotated[str, typer.Option("--model", help="Instead of the one in chat.model.")] = "",
    base_url: Annotated[
        str, typer.Option("--base-url", metavar="URL", help="Its server, instead of the one in chat.base_url.")
    ] = "",
    budget: Annotated[int, typer.Option("--budget", min=0, metavar="TOKENS", help="Of memory in the prompt.")] = 2000,
    schema: Annotated[
        Path | None, typer.Option("--schema", metavar="FILE", help="A JSON schema the answer must fit.")
    ] = None,
    json: Json = False,
) -> None:
    """Ask the chat model, with memory in its prompt; the answer names what it rests on."""
    from persona_cli.work import ask as work
    from persona_cli.work import models
    from persona_cli.work.recall import recalling

    run = session_of(context, json=json)
    text = " ".join(question)
    text = run.stdin.read().decode("utf-8", "replace") if text == "-" else text
    if not text.strip():
        raise UsageError("there is no question", hint='persona ask "when did I move to Lyon?"')
    vault = run.vault()
    chosen = models.choice(vault, "chat", provider=provider, model=model, base_url=base_url)
    shape = _schema(schema) if schema else None
    asked = models.opened(chosen, run.means())
    try:
        with recalling(vault, say=run.out.say) as recaller:
            wanted = work.Question(text, session, new_session, budget, shape, clock(run, vault))
            asking = work.prepare(vault, recaller, wanted)
        run.out.say(f"Asking {chosen.provider} …")
        parts = work.answer(vault, asking, asked, session=session)
        _drain(parts) if json else _shown(run, parts)
    finally:
        asked.close()
    if json:
        run.out.document(_record(asking))
    elif shape is not None:
        run.out.document(asking.value)
    for note in asking.notes:
        run.out.say(f"Note: {note}.")
    if asking.citations and not json:
        run.out.say(f"Rests on {', '.join(asking.citations)}")
    run.code = PartialError.exit_code if asking.cut else 0


def _drain(parts: Iterator[str]) -> None:
    for _ in parts:
        pass


def _shown(run: Session, parts: Iterator[str]) -> None:
    """The answer as it comes, its last line ended, whatever ends it."""
    last = ""
    try:
        for part in parts:
            run.out.piece(part)
            last = part
    finally:
        if last and not last.endswith("\n"):
            run.out.piece("\n")


def _schema(path: Path) -> dict[str, Any]:
    try:
        found = orjson.loads(path.read_bytes())
    except OSError as error:
        raise PersonaError(f"cannot read '{path}': {error.strerror}") from None
    except ValueError as error:
        raise UsageError(f"'{path}' is not JSON: {error}") from None
    if not isinstance(found, dict):
        raise UsageError(f"'{path}' holds no JSON schema")
    return found


def _record(asking: Asking) -> dict[str, Any]:
    reply = asking.reply
    if reply is None:
        raise ValueError("an answer that was read to its end has a reply")
    shaped = {} if asking.request.schema is None else {"value": asking.value}
    return {
        "type": "answer",
        "text": reply.text,
        **shaped,
        "citations": asking.citations,
        "context": [item.id for item in asking.items],
        "model": reply.model,
        "usage": {"input": reply.usage.input, "output": reply.usage.output, "cached": reply.usage.cached},
        "cache": reply.cache or None,
        "finish": reply.finish,
        "notes": asking.notes,
    }


def _service(provider: str, base_url: str) -> tuple[Any, str]:
    """The service a key is for, and the address it belongs to."""
    from persona_cli.providers.table import spec_of
    from persona_cli.store.secrets import Service

    if provider == "notion":
        return Service("notion", "NOTION_TOKEN", NOTION), base_url or NOTION
    spec = spec_of(provider)
    return spec.service, base_url or spec.base_url


NOTION = "https://api.notion.com"


def set_(
    context: typer.Context,
    provider: Provider,
    base_url: BaseUrl = "",
    in_file: Annotated[
        bool, typer.Option("--in-file", help="Keep it in a private file of this machine instead of the keyring.")
    ] = False,
) -> None:
    """Store a key, typed unseen or read from standard input."""
    from persona_cli.store.secrets import set_key

    run = session_of(context)
    service, url = _service(provider, base_url)
    if run.interactive:
        secret = getpass.getpass(f"Key for {provider}: ", stream=sys.stderr)
    else:
        secret = run.stdin.read(16_384).decode("utf-8", "replace")
    known = set_key(service, url, secret, run.means().machine, in_file=in_file)
    run.out.say(f"Stored the key for {known.service} at {known.origin} in the {known.place}.")


def list_(context: typer.Context, json: Json = False) -> None:
    """List the keys that are known, without showing them."""
    from persona_cli.providers.table import SPECS
    from persona_cli.store.secrets import list_keys

    run = session_of(context, json=json)
    names = (*(spec.name for spec in SPECS), "notion")
    services = dict(_service(name, run.environ.get(f"PERSONA_{name.upper()}_ORIGIN", "")) for name in names)
    known = list_keys(services, run.means().machine)
    if json:
        rows = [{"service": k.service, "origin": k.origin, "place": k.place, "source": k.source} for k in known]
        run.out.document({"type": "keys", "keys": rows})
        return
    for key in known:
        run.out.line(f"{key.service:10} {key.origin:45} {key.place}  {key.source}")


def prove(
    context: typer.Context,
    provider: Provider,
    base_url: BaseUrl = "",
) -> None:
    """Prove that a key works, with the cheapest call there is."""
    from persona_cli.work.models import Choice, opened, servers

    run = session_of(context)
    if provider == "notion":
        raise UsageError("a Notion key is proved by syncing", hint="persona notion-sync --dry-run")
    known = servers(run.vault(), provider) if vaults.exists(run.root()) else [Choice(provider)]
    for chosen in [Choice(provider, base_url=base_url)] if base_url else known:
        asked = opened(chosen, run.means())
        try:
            count = len(asked.models())
        finally:
            asked.close()
        word = "The key works" if chosen.spec.needs_key else "It answers"
        run.out.say(f"{word}: {provider} at {asked.origin} offers {count} model{'' if count == 1 else 's'}.")


def forget(context: typer.Context, provider: Provider, base_url: BaseUrl = "") -> None:
    """Remove a stored key."""
    from persona_cli.store.secrets import forget_key

    run = session_of(context)
    service, url = _service(provider, base_url)
    _forget_caches(run, url)
    gone = forget_key(service, url, run.means().machine)
    run.out.say(f"Removed it from the {' and the '.join(gone)}." if gone else "There was no stored key.")


def _forget_caches(run: Session, url: str) -> None:
    """Delete what this vault keeps in caches at a server, while there still is a key for it."""
    if not vaults.exists(run.root()):
        return
    from persona_cli.store.origin import origin_of
    from persona_cli.work.caches import forget_caches

    done = forget_caches(run.vault(), run.means(), origin=origin_of(url))
    if done.deleted:
        run.out.say(
            f"Deleted {done.deleted} cache{'' if done.deleted == 1 else 's'} of your memory at {origin_of(url)}."
        )
    if done.left:
        run.out.warn(f"{done.left} could not be deleted at {origin_of(url)}; unused, they are gone within the hour.")
