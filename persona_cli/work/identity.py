"""What a vault learns of its person on the way: the name they give, their addresses and handles, the name a source has."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from persona_cli.core.nameless import nameless
from persona_cli.readers.contract import Message
from persona_cli.readers.roles import USER_NAMES
from persona_cli.store.settings import Settings, with_value
from persona_cli.store.vault import Vault
from persona_cli.work.people import USER_SPEAKERS

_HANDLE = re.compile(r"[@#_\d]")  # an address, a number, a handle: no name has one of these
_WORD = r"[^\W\d_][^\W\d_.'\u2019-]*\.?"
_NAME = re.compile(rf"{_WORD}(?:[ -]{_WORD}){{0,4}}")
_NOBODY = USER_SPEAKERS | USER_NAMES  # words for the user, in which nobody is named


def introduced(vault: Vault, me: Sequence[str], *, write: bool) -> Vault:
    """The vault with what the person says of themselves: a name where none was known, and every address or handle."""
    stated = [name.strip() for name in me if name.strip() and name.strip().casefold() not in _NOBODY]
    names = [name for name in stated if not _HANDLE.search(name) and not nameless(name)]
    handles = [name for name in dict.fromkeys(stated) if name not in names]

    def changed(settings: Settings) -> Settings:
        if names and not settings.get("identity.user_name"):
            settings = with_value(settings, "identity.user_name", names[0])
        known = settings.get("identity.handles")
        folded = {str(handle).casefold() for handle in known}
        new = [handle for handle in handles if handle.casefold() not in folded]
        return with_value(settings, "identity.handles", [*known, *new]) if new else settings

    return _with(vault, changed, write=write) if stated else vault


def called(vault: Vault, name: str, *, write: bool) -> Vault:
    """The vault whose person goes by a name, unless they have one by now."""

    def changed(settings: Settings) -> Settings:
        known = settings.get("identity.user_name")
        return settings if known else with_value(settings, "identity.user_name", name)

    return _with(vault, changed, write=write)


def _with(vault: Vault, changed: Callable[[Settings], Settings], *, write: bool) -> Vault:
    settings = changed(vault.settings)
    if settings.stated == vault.settings.stated:
        return vault
    return vault.with_settings(changed, "ingest") if write else replace(vault, settings=settings)


def name_in(messages: Iterable[Message]) -> str:
    """The name a source has for the one it calls the user; empty where it is none, or not the same throughout."""
    found = {message.speaker.strip() for message in messages if message.role == "user"}
    found = {name for name in found if name.casefold() not in _NOBODY}
    name = found.pop() if len(found) == 1 else ""
    certain = _NAME.fullmatch(name) and not name[:1].islower() and not nameless(name)
    return name if certain else ""
