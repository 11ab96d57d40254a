"""`persona.yaml`: the person's identity and settings; never a secret, never base URLs of a shared tree taken on trust.

Precedence: command line, environment, the vault's `persona.yaml`, the user's own configuration, the defaults below.
"""

from __future__ import annotations

import copy
import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from persona_cli.errors import UsageError

MAX_SIZE = 256 * 1024  # bytes of YAML; more is no settings file

DEFAULTS: dict[str, Any] = {
    "format": 1,
    "identity": {
        "name": "Assistant",
        "personality": "Helpful, concise, and direct.",
        "user_name": "",
        "aliases": [],
        "handles": [],
    },
    "language": "",
    "timezone": "",
    "predicates": {},
    "embedding": {"model": ""},
    "extraction": {"provider": "rules", "model": "", "base_url": "", "version": "", "workers": 1},
    "chat": {"provider": "local", "model": "", "base_url": "", "version": ""},
    "notion": {"database": "", "parent": "", "label": "", "version": "2026-03-11", "base_url": ""},
    "recall": {"limit": 10, "reserved": ["reference"]},
    "lock": {"wait": 30},
    "review": {"below": 0.4},
    "secrets": {"allow": []},
    "profiles": {},
}
FREE = frozenset({"predicates", "profiles"})  # sections whose keys the person chooses

_HEADER = "# Identity and settings of this vault. Never put a key or a password here: see `persona key`.\n"


@dataclass(frozen=True, slots=True)
class Settings:
    """Settings as one tree of plain values, defaults filled in."""

    tree: dict[str, Any]
    stated: dict[str, Any]  # what the file itself says

    def get(self, dotted: str) -> Any:
        """The value at `section.key`; raises UsageError for a name that does not exist."""
        here: Any = self.tree
        for key in dotted.split("."):
            if not isinstance(here, dict) or key not in here:
                raise UsageError(f"no setting '{dotted}'", hint="persona config lists them")
            here = here[key]
        return here

    def text(self, dotted: str) -> str:
        """The value at `section.key` as text."""
        return str(self.get(dotted))


def read_settings(data: bytes, *, path: str) -> dict[str, Any]:
    """What a YAML file states, as it stands; raises UsageError with the place of what is wrong."""
    import yaml

    if len(data) > MAX_SIZE:
        raise UsageError(f"'{path}' is too large for a settings file")
    try:
        if any(isinstance(token, (yaml.AliasToken, yaml.AnchorToken)) for token in yaml.scan(data)):
            raise UsageError(f"'{path}' uses YAML anchors", hint="write the values out; anchors are not read")
        loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
        stated = yaml.load(data, Loader=loader)  # noqa: S506 - one of the two safe loaders
    except (yaml.YAMLError, ValueError, RecursionError) as error:  # ValueError: a date like 2026-13-45
        where = getattr(error, "problem_mark", None)
        line = f":{where.line + 1}" if where else ""
        raise UsageError(f"'{path}{line}' is not YAML: {getattr(error, 'problem', None) or error}") from error
    stated = {} if stated is None else stated
    if not isinstance(stated, dict):
        raise UsageError(f"'{path}' must hold a mapping of settings")
    return stated


def _merged(defaults: Mapping[str, Any], stated: Mapping[str, Any], path: str, prefix: str) -> dict[str, Any]:
    tree = copy.deepcopy(dict(defaults))
    for key, value in stated.items():
        name = f"{prefix}{key}"
        if prefix == "" and key not in defaults:
            tree[key] = value  # of a later version, or the person's own: kept, unread
        elif isinstance(defaults.get(key), dict) and key not in FREE:
            if value is not None and not isinstance(value, dict):
                raise UsageError(f"'{path}': '{name}' must be a mapping")
            tree[key] = _merged(defaults[key], value or {}, path, f"{name}.")
        elif key in defaults and value is not None and not _fits(value, defaults[key]):
            raise UsageError(f"'{path}': '{name}' must be {_called(defaults[key])}, not {value!r}")
        elif value is not None:
            tree[key] = value
    return tree


def settings_of(stated: dict[str, Any], *, path: str = "persona.yaml") -> Settings:
    """What a file states with the defaults filled in; raises UsageError that names a setting of the wrong type."""
    return Settings(_merged(DEFAULTS, stated, path, ""), stated)


def merged(base: Mapping[str, Any], over: Mapping[str, Any]) -> dict[str, Any]:
    """`base` with the values of `over` in their places, section by section."""
    tree = copy.deepcopy(dict(base))
    for key, value in over.items():
        inner = tree.get(key)
        tree[key] = merged(inner, value) if isinstance(inner, dict) and isinstance(value, dict) else value
    return tree


def refuse_secrets(stated: Mapping[str, Any], before: Mapping[str, Any]) -> None:
    """Raises UsageError for a value that looks like a secret and is not in the settings yet, naming neither."""
    from persona_cli.core.redact import redact

    said = {text for _, text in _texts(before, "")}
    allowed = frozenset({text for name, text in _texts(stated, "") if name == "secrets.allow"})
    for name, text in _texts(stated, ""):
        if text not in said and (found := redact(text, key=b"", allow=allowed).found):
            raise UsageError(
                f"'{name}' would hold what looks like a secret ({found[0].kind})",
                hint="settings are plain text, shared with the vault; persona key keeps keys",
            )


def _texts(value: object, name: str) -> Iterator[tuple[str, str]]:
    if isinstance(value, Mapping):
        for key, item in value.items():
            yield from _texts(item, f"{name}.{key}" if name else str(key))
    elif isinstance(value, list):
        for item in value:
            yield from _texts(item, name)
    elif isinstance(value, str):
        yield name, value


def _fits(value: object, default: object) -> bool:
    if isinstance(default, float) or type(default) is int:
        return isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value) and value >= 0
    return isinstance(value, type(default))


def _called(default: object) -> str:
    names: dict[type, str] = {str: "text", list: "a list", dict: "a mapping"}
    return names.get(type(default), "a number from 0 on")


def dump_settings(stated: Mapping[str, Any]) -> bytes:
    """A settings file with the values given."""
    import yaml

    body = yaml.safe_dump(dict(stated), sort_keys=False, allow_unicode=True, width=100)
    return (_HEADER + body).encode()


def parse_value(text: str) -> Any:
    """A single value typed as YAML; raises UsageError when it is none."""
    import yaml

    try:
        return yaml.safe_load(text)
    except (yaml.YAMLError, ValueError, RecursionError):
        raise UsageError(f"'{text}' is no value", hint="quote text with special characters") from None


def with_value(settings: Settings, dotted: str, value: Any) -> Settings:
    """Settings with one stated value changed; raises UsageError for an unknown name or a wrong type."""
    *path, last = dotted.split(".")
    if not (path and path[0] in FREE):
        settings.get(dotted)
    stated = copy.deepcopy(settings.stated)
    here = stated
    for key in path:
        if here.get(key) is None:
            here[key] = {}
        here = here[key]
        if not isinstance(here, dict):
            raise UsageError(f"'{dotted}' is not inside a section")
    here[last] = value
    return settings_of(stated)
