"""Secrets that stand in a vault: what was recorded before a rule knew its shape, or written by another program.

Told are file, line and kind, never the secret itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import orjson

from persona_cli.core.redact import redact
from persona_cli.errors import Problem
from persona_cli.store.log import all_files, read_lines
from persona_cli.store.vault import SETTINGS_FILE, Vault
from persona_cli.work.setup import redaction_key

_IDS = frozenset({"id", "op", "crc", "turn", "fact", "entity", "episode", "chain"}) | {
    *("source_id", "reply_to", "conversation"),  # the source's own
}


def secrets(vault: Vault) -> list[Problem]:
    """Every line of logs, settings and templates that holds a secret, once for each kind of secret."""
    key = redaction_key(vault, write=False)
    allow = frozenset(str(item) for item in vault.settings.get("secrets.allow"))
    names = [*(file.name for file in all_files(vault.root)), *_plain_files(vault.root)]
    return [
        Problem(name, number, f"holds a secret: {kind}")
        for name in names
        for number, line in read_lines(vault.root, name)
        for kind in sorted({found.kind for text in _texts(line) for found in redact(text, key=key, allow=allow).found})
    ]


def _plain_files(root: Path) -> list[str]:
    found = [root / SETTINGS_FILE, *sorted((root / "templates").rglob("*"))]
    return [path.relative_to(root).as_posix() for path in found if path.is_file()]


def _texts(line: bytes) -> Iterator[str]:
    """The texts of an event's line; of any other line the line itself."""
    try:
        value = orjson.loads(line)
    except ValueError:
        value = None
    if not isinstance(value, dict):
        yield line.decode("utf-8", "replace")
        return
    waiting: list[object] = [value]
    while waiting:
        item = waiting.pop()
        if isinstance(item, str):
            yield item
        elif isinstance(item, dict):
            waiting += [inner for key, inner in item.items() if key not in _IDS]
        elif isinstance(item, list):
            waiting += item
