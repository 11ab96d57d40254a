"""Prompt fragments: Jinja templates filled with memory as data. The only home of jinja2.

Stored text is passed to a template, never made part of one; templates run in a sandbox with strict undefined names and
a cap on what they may write. A template in the vault's `templates/` stands in for the shipped one of the same name.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files as packaged
from pathlib import Path
from typing import TYPE_CHECKING, Any

from persona_cli.core.guard import CLOSING, OPENING
from persona_cli.errors import PersonaError, UsageError
from persona_cli.store.vault import Vault

if TYPE_CHECKING:  # for the type checker alone: jinja2 costs 100 ms at run time
    from jinja2.sandbox import ImmutableSandboxedEnvironment

SUFFIX = ".jinja"
MAX_TEMPLATE = 64 * 1024  # bytes
MAX_OUTPUT = 4 * 1024 * 1024  # characters
_NAME = re.compile(r"[a-z0-9][a-z0-9._-]{0,63}")
_UNSEEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
    "\ud800-\udfff\U000e0000-\U000e007f]"
)
_ESCAPES = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "`": "&#96;"}


@dataclass(frozen=True, slots=True)
class Template:
    """One template, and where it comes from."""

    name: str
    path: Path
    own: bool  # from the vault


def cleaned(text: str, limit: int) -> str:
    """Text as it may stand in a prompt: one line, nothing invisible, at most `limit` characters; cut before escaping."""
    folded = " ".join(_UNSEEN.sub("", text).split())
    return folded if len(folded) <= limit else folded[: limit - 1].rstrip() + "…"


def escaped(text: str) -> str:
    """Text that can close no element, open no fence and be read back with `html.unescape`."""
    return "".join(_ESCAPES.get(c, c) for c in text)


def templates(vault: Vault) -> dict[str, Template]:
    """All templates by name, the vault's own in place of shipped ones."""
    found = {}
    for folder, own in ((_shipped(), False), (vault.root / "templates", True)):
        if folder.is_dir():
            for path in sorted(folder.glob(f"*{SUFFIX}")):
                name = path.name.removesuffix(SUFFIX)
                if _NAME.fullmatch(name) and path.is_file() and not path.is_symlink():
                    found[name] = Template(name, path, own)
    return found


@lru_cache(maxsize=1)
def _shipped() -> Path:
    inside = Path(str(packaged("persona_cli"))) / "templates"
    return inside if inside.is_dir() else Path(str(packaged("persona_cli"))).parent / "templates"


def render(vault: Vault, name: str, values: Mapping[str, Any]) -> str:
    """Fill a template; raises UsageError for an unknown name, PersonaError for one that cannot be filled."""
    import jinja2

    template = templates(vault).get(name)
    if template is None:
        raise UsageError(f"no template '{name}'", hint="persona context --list shows them")
    source = template.path.read_bytes()
    if len(source) > MAX_TEMPLATE:
        raise PersonaError(f"template '{template.path}' is larger than {MAX_TEMPLATE} bytes")
    try:
        compiled = _environment().from_string(source.decode())
        parts, size = [], 0
        for part in compiled.generate(**values):
            parts.append(part)
            size += len(part)
            if size > MAX_OUTPUT:
                raise PersonaError(f"template '{name}' writes more than {MAX_OUTPUT} characters")
    except (jinja2.TemplateError, UnicodeDecodeError, TypeError, ValueError, OverflowError) as error:
        place = f":{error.lineno}" if isinstance(error, jinja2.TemplateSyntaxError) else ""
        raise PersonaError(f"template '{template.path}{place}' cannot be filled: {error}") from error
    return "".join(parts).strip("\n")


@lru_cache(maxsize=1)
def _environment() -> ImmutableSandboxedEnvironment:
    from jinja2 import StrictUndefined
    from jinja2.sandbox import ImmutableSandboxedEnvironment

    environment = ImmutableSandboxedEnvironment(undefined=StrictUndefined, keep_trailing_newline=False)
    environment.filters["escaped"] = escaped
    environment.globals.clear()  # no range, no cycler: nothing a fragment needs can run long
    return environment


def fenced(text: str) -> str:
    """A block as rendered by a template that forgot its fence: always between our tags, so that ingest knows it."""
    return text if not text or text.startswith(OPENING) else f"{OPENING}\n{text}\n{CLOSING}"
