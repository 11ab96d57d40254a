"""Caches that providers keep of a session's context: told on this machine, so that each can be used again or deleted.

A cache is never needed: whatever goes wrong with one, the text is sent with the question. Only Gemini has them so far.
"""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import orjson

from persona_cli.errors import PersonaError, RemoteError, UsageError
from persona_cli.providers import gemini_cache
from persona_cli.providers.contract import Provider, Request
from persona_cli.providers.gemini import Gemini
from persona_cli.store import files
from persona_cli.store.origin import origin_of
from persona_cli.store.secrets import MissingKeyError
from persona_cli.store.vault import Vault
from persona_cli.work.models import Choice, Means, opened

GONE = frozenset({403, 404})  # what a server answers about a cache that it does not have


@dataclass(frozen=True, slots=True)
class Forgotten:
    """What came of deleting caches."""

    deleted: int = 0
    left: int = 0  # no key for them any more, or no answer: they end by themselves (see `gemini_cache.LIFE`)


def cached(vault: Vault, session: str, provider: Provider, request: Request) -> tuple[Request, str]:
    """The request with its system text in a cache of the provider's server, and why not where that was no use."""
    if not isinstance(provider, Gemini):
        return request, ""
    path = _path(vault, session)
    server = {"provider": provider.name, "base_url": provider.wire.base_url, "version": provider.version}
    state = _read(path)
    if any(state.get(name, value) != value for name, value in server.items()):
        state = {}  # made elsewhere: it runs out there
    made = gemini_cache.ensure(provider, state, request.system, now=vault.around.now)
    _write(path, {**made.state, **server})
    return replace(request, cache_name=made.name), made.note


def dropped(vault: Vault, session: str) -> None:
    """The server did not take a session's cache: it is not named again."""
    path = _path(vault, session)
    _write(path, gemini_cache.dropped(_read(path)))


def begin_anew(vault: Vault, session: str) -> None:
    """A new conversation under an old session's id: the next question makes a new cache and deletes the old one."""
    path = _path(vault, session)
    if (state := _read(path)).get("name"):
        _write(path, {**state, "hash": ""})


def forget_caches(vault: Vault, means: Means, *, origin: str = "") -> Forgotten:
    """Delete every cache that is known here, or those at one origin, on its server, and the note of it on this machine."""
    deleted = left = 0
    for path in sorted((vault.local / "caches").glob("*.json")):
        state = _read(path)
        provider, base_url, version = (str(state.get(name, "")) for name in ("provider", "base_url", "version"))
        if origin and origin != origin_of(base_url):
            continue
        if state.get("name"):
            gone = _deleted(Choice(provider, "", base_url, version), state, means)
            deleted += gone
            left += not gone
        path.unlink(missing_ok=True)
    return Forgotten(deleted, left)


def _deleted(chosen: Choice, state: Mapping[str, Any], means: Means) -> bool:
    """Whether a cache is no longer on its server."""
    try:
        provider = opened(chosen, means)
    except (MissingKeyError, UsageError):
        return False
    try:
        if not isinstance(provider, Gemini) or state.get("key") != provider.wire.fingerprint:
            return False
        gemini_cache.erase(provider, state)
    except RemoteError as error:
        return error.status in GONE
    finally:
        provider.close()
    return True


def _path(vault: Vault, session: str) -> Path:
    return vault.local / "caches" / f"{session}.json"


def _read(path: Path) -> dict[str, Any]:
    try:
        found = orjson.loads(path.read_bytes())
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def _write(path: Path, state: Mapping[str, Any]) -> None:
    with contextlib.suppress(PersonaError):  # a folder that cannot be written costs a cache, and no answer
        files.make_folder(path.parent)
        files.replace(path, orjson.dumps(state))
