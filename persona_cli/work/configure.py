"""Settings read and changed by name."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import orjson

from persona_cli.errors import UsageError
from persona_cli.store import files
from persona_cli.store.settings import (
    FREE,
    Settings,
    merged,
    parse_value,
    read_settings,
    refuse_secrets,
    settings_of,
    with_value,
)
from persona_cli.store.vault import SETTINGS_FILE, Vault


@dataclass(frozen=True, slots=True)
class Row:
    """One setting."""

    name: str
    value: Any
    origin: str  # persona.yaml or default


def rows(settings: Settings, name: str) -> list[Row]:
    """All settings, or those at or under a name; raises UsageError when there is no such name."""
    if name:
        settings.get(name)
    every = _rows(settings.tree, settings.stated, "")
    return [row for row in every if not name or row.name == name or row.name.startswith(f"{name}.")]


def _rows(tree: Mapping[str, Any], stated: Any, prefix: str) -> Iterator[Row]:
    for key, value in tree.items():
        name = f"{prefix}{key}"
        said = stated.get(key) if isinstance(stated, dict) else None
        if isinstance(value, dict) and value and name not in FREE:
            yield from _rows(value, said, f"{name}.")
        else:
            yield Row(name, value, "default" if said is None else "persona.yaml")


def change(vault: Vault, name: str, value: str, *, dry_run: bool = False) -> Vault:
    """Change one setting to a value given as YAML."""
    if not name:
        raise UsageError("no setting was named")
    settings = with_value(vault.settings, name, parse_value(value))
    refuse_secrets(settings.stated, vault.settings.stated)
    return vault if dry_run else change_all(vault, {name: parse_value(value)}, command="config")


def change_all(vault: Vault, values: Mapping[str, Any], *, command: str = "identity") -> Vault:
    """Change several settings at once; values that are the same already write nothing."""

    def changed(settings: Settings) -> Settings:
        for name, value in values.items():
            settings = with_value(settings, name, value)
        return settings

    return vault.with_settings(changed, command)


def edit_settings(vault: Vault, edit: Callable[[Path], None]) -> bool:
    """Let `edit` change a draft of the settings, and take it over when it is well formed; whether it differs.

    Raises UsageError when it is not, or when the settings have changed meanwhile: they then stay as they are, and so
    does the draft, for the next time.
    """
    place, draft = vault.root / SETTINGS_FILE, vault.local / "settings.draft.yaml"
    files.make_folder(vault.local)
    before = place.read_bytes()
    if not draft.exists():
        files.replace(draft, before)
    edit(draft)
    after = draft.read_bytes()
    try:
        stated = read_settings(after, path=str(draft))
        settings_of(stated, path=str(draft))
        refuse_secrets(stated, vault.settings.stated)
    except UsageError as error:
        hint = "the settings are as before; persona identity edit goes on with your draft"
        raise UsageError(str(error), hint=hint) from error
    with vault.held("identity edit"):
        if place.read_bytes() != before:
            raise UsageError(
                "the settings were changed by another command while you edited them",
                hint=f"persona identity edit goes on with your draft, which lacks that change: {draft}",
            )
        files.replace(place, after)
    draft.unlink()
    return after != before


def shown(value: Any) -> str:
    """A value for people."""
    return value if isinstance(value, str) else orjson.dumps(value).decode()


def with_profile(vault: Vault, name: str) -> Vault:
    """The vault seen through a profile: its own identity, language and settings over the same memory."""
    if not name:
        return vault
    profiles = vault.settings.get("profiles")
    if not isinstance(profiles.get(name), dict):
        raise UsageError(f"no profile '{name}'", hint=f"persona.yaml has {', '.join(map(str, profiles)) or 'none'}")
    stated = merged(vault.settings.stated, profiles[name])
    return replace(vault, settings=settings_of(stated))
