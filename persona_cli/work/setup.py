"""What a command needs before it can run: a repository, a redactor."""

from __future__ import annotations

import functools
import subprocess
from collections.abc import Callable, Mapping

from persona_cli.errors import PersonaError
from persona_cli.store import files
from persona_cli.store.vault import Vault

_KEY = "redaction.key"
_GIT_SETTINGS = (
    ("core.fsync", "all"),
    ("core.fsyncMethod", "batch"),
    ("diff.persona.textconv", "persona textconv"),
)
_KEY_BYTES = 32
_SHORT = 80  # characters


def init_git(vault: Vault, environ: Mapping[str, str]) -> None:
    """Make the vault a Git repository with a first commit; raises PersonaError when Git cannot."""
    if not (vault.root / ".git").exists():
        _git(vault, environ, "init", "--quiet", "--initial-branch=main")
    for key, value in _GIT_SETTINGS:
        _git(vault, environ, "config", key, value)
    _git(vault, environ, "add", "--", "persona.yaml", ".gitignore", ".gitattributes")
    named = _git(vault, environ, "config", "user.email", check=False)
    who = () if named else ("-c", "user.name=persona", "-c", "user.email=persona@localhost")
    _git(vault, environ, *who, "commit", "--quiet", "--message", "Begin the vault")


def _git(vault: Vault, environ: Mapping[str, str], *arguments: str, check: bool = True) -> str:
    safe = ("-c", "core.hooksPath=/dev/null", "-c", "core.fsmonitor=false")
    try:
        done = subprocess.run(  # noqa: S603 - our own arguments
            ["git", "-C", str(vault.root), *safe, *arguments],  # noqa: S607 - the person's own git
            capture_output=True,
            text=True,
            check=False,
            env={**environ, "GIT_TERMINAL_PROMPT": "0"},
            umask=0o077,
        )
    except FileNotFoundError:
        raise PersonaError("git is not installed", hint="install Git, or leave out --git") from None
    if done.returncode and check:
        raise PersonaError(f"git {arguments[0]} failed: {done.stderr.strip()}")
    return done.stdout.strip()


def redactor_of(vault: Vault, *, write: bool) -> Callable[[str], str]:
    """What takes secrets out of a text before it is kept, with this machine's key for fingerprints."""
    from persona_cli.core.redact import redact  # its rules are compiled on import

    key = redaction_key(vault, write=write)
    allow = frozenset(str(item) for item in vault.settings.get("secrets.allow"))

    def whole(text: str) -> str:
        return redact(text, key=key, allow=allow).text

    short = functools.lru_cache(maxsize=2048)(whole)  # names, roles and predicates come again and again
    return lambda text: short(text) if len(text) <= _SHORT else whole(text)


def redaction_key(vault: Vault, *, write: bool) -> bytes:
    """This machine's key for fingerprints of secrets, made when there is none."""
    path = vault.local / _KEY
    try:
        key = path.read_bytes()
    except OSError:
        key = b""
    if len(key) != _KEY_BYTES:
        key = vault.around.entropy(_KEY_BYTES)
        if write:
            files.make_folder(vault.local)
            files.replace(path, key)
    return key
