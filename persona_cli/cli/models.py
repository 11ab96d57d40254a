"""The verbs about models: ask, and key set, list, test and forget."""

from __future__ import annotations

import getpass
import sys
from pathlib import Path
from typing import Annotated, Any

import orjson
import typer

from persona_cli.cli.options import Json, session_of
from persona_cli.errors import PartialError, PersonaError, UsageError

Provider = Annotated[str, typer.Argument(metavar="PROVIDER", help="local, openai, anthropic, gemini or notion.")]
BaseUrl = Annotated[str, typer.Option("--base-url", metavar="URL", help="The server it is for, if not the usual one.")]


def register(app: typer.Typer) -> None:
    """Add the verbs of this module."""
    app.command(epilog='persona ask "when did I move to Lyon?"   persona ask "…" --schema answer.json --json')(ask)
    keys = typer.Typer(help="Keep keys of services: in the keyring, never in the vault.", no_args_is_help=True)
    keys.command("set", epilog="persona key set anthropic   persona key set openai < key.txt")(set_)
    keys.command("list", epilog="persona key list")(list_)
    keys.command("test", epilog="persona key test anthropic")(prove)
    keys.command(epilog="persona key forget anthropic")(forget)
    app.add_typer(keys, name="key")


def ask(
    context: typer.Context,
    question: Annotated[list[str], typer.Argument(help="What you want to know.")],
    session: Annotated[str, typer.Option("--session", metavar="ID", help="A conversation whose context is kept.")] = "",
    provider: Annotated[str, typer.Option("--provider", help="Instead of the one in chat.provider.")] = "",
    model: Annotated[str, typer.Option("--model", help="Instead of the one in chat.model.")] = "",
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
    vault = run.vault()
    chosen = models.choice(vault, "chat", provider=provider, model=model)
    asked = models.opened(chosen, run.means())
    shape = _schema(schema) if schema else None
    try:
        with recalling(vault, say=run.out.say) as recaller:
            asking = work.prepare(vault, recaller, " ".join(question), session=session, budget=budget, schema=shape)
        run.out.say(f"Asking {chosen.provider} …")
        for part in work.answer(vault, asking, asked, session=session):
            if not json:
                run.out.piece(part)
    finally:
        asked.close()
    if json:
        run.out.document(_record(asking))
    else:
        run.out.piece("\n")
    for note in asking.notes:
        run.out.say(f"Note: {note}.")
    if asking.citations and not json:
        run.out.say(f"Rests on {', '.join(asking.citations)}")
    run.code = PartialError.exit_code if asking.reply and asking.reply.finish == "length" else 0


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


def _record(asking: Any) -> dict[str, Any]:
    reply = asking.reply
    return {
        "type": "answer",
        "text": reply.text,
        "citations": asking.citations,
        "context": [item.id for item in asking.items],
        "model": reply.model,
        "usage": {"input": reply.usage.input, "output": reply.usage.output, "cached": reply.usage.cached},
        "cache": reply.cache or None,
        "finish": reply.finish,
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
    services = dict(_service(name, "") for name in (*(spec.name for spec in SPECS), "notion"))
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
    from persona_cli.work.models import Choice, opened

    run = session_of(context)
    if provider == "notion":
        raise UsageError("a Notion key is proved by syncing", hint="persona notion-sync --dry-run")
    asked = opened(Choice(provider, base_url=base_url), run.means())
    try:
        models = asked.models()
    finally:
        asked.close()
    run.out.say(f"The key works; {provider} offers {len(models)} models.")


def forget(context: typer.Context, provider: Provider, base_url: BaseUrl = "") -> None:
    """Remove a stored key."""
    from persona_cli.store.secrets import forget_key

    run = session_of(context)
    service, url = _service(provider, base_url)
    gone = forget_key(service, url, run.means().machine)
    run.out.say(f"Removed it from the {' and the '.join(gone)}." if gone else "There was no stored key.")
