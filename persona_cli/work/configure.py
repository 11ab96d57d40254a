"""Settings read and changed by name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

import orjson

from persona_cli.errors import UsageError
from persona_cli.store.settings import FREE, Settings, merged, parse_value, settings_of, with_value
from persona_cli.store.vault import Vault


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
    return vault if dry_run else vault.save_settings(settings)


def change_all(vault: Vault, values: Mapping[str, Any]) -> Vault:
    """Change several settings at once."""
    settings = vault.settings
    for name, value in values.items():
        settings = with_value(settings, name, value)
    return vault.save_settings(settings)


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
