"""The only place that reads the environment, the clock, randomness and the machine; it hands them down."""

from __future__ import annotations

import os
import random
import secrets
import sys
import time
import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from persona_cli.cli.output import Output
from persona_cli.errors import PersonaError, UsageError
from persona_cli.store import vault as vaults
from persona_cli.store.vault import Surroundings, Vault

if TYPE_CHECKING:
    from persona_cli.work.models import Means


@dataclass(slots=True)
class Session:
    """One run of the program: what it was told and how it talks back."""

    out: Output
    environ: Mapping[str, str]
    stdin: BinaryIO
    vault_option: Path | None = None
    no_input: bool = False
    code: int = 0  # exit code of a command that finished

    @property
    def around(self) -> Surroundings:
        """The clock, randomness and the machine, for the floors below."""
        return Surroundings(now=self.now, entropy=secrets.token_bytes, machine=machine())

    def now(self) -> datetime:
        """The time; `PERSONA_NOW` (ISO 8601) stands in for it in examples and tests."""
        if stated := self.environ.get("PERSONA_NOW"):
            try:
                moment = datetime.fromisoformat(stated)
            except ValueError:
                raise UsageError(
                    f"PERSONA_NOW is no time: '{stated}'", hint="write 2026-03-05T10:00:00+00:00"
                ) from None
            return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
        return datetime.now(UTC)

    def root(self) -> Path:
        """Where the vault is: the option, `PERSONA_VAULT`, the nearest parent with one, or the data folder."""
        if self.vault_option is not None:
            return self.vault_option.expanduser().absolute()
        if named := self.environ.get("PERSONA_VAULT"):
            return Path(named).expanduser().absolute()
        here = Path.cwd()
        found = next((folder for folder in (here, *here.parents) if vaults.exists(folder)), None)
        return found or self._data_folder() / "persona"

    def _data_folder(self) -> Path:
        stated = Path(self.environ.get("XDG_DATA_HOME", ""))
        if stated.is_absolute():
            return stated
        home = self.environ.get("HOME")
        if not home:
            raise UsageError("no vault was named, and there is no home folder", hint="use --vault or PERSONA_VAULT")
        return Path(home) / ".local" / "share"

    def vault(self) -> Vault:
        """The vault; raises PersonaError when there is none."""
        return vaults.open_vault(self.root(), self.around)

    def vault_or_new(self) -> Vault:
        """The vault, made on first use and told where."""
        root = self.root()
        if vaults.exists(root):
            return self.vault()
        try:
            made = vaults.create(root, self.around)
        except UsageError:
            if vaults.exists(root):  # another process was faster
                return self.vault()
            raise
        self.out.say(f"Made a new vault in {root}")
        return made

    def vault_for(self, *, dry_run: bool) -> Vault:
        """The vault to change, made on first use; in a dry run one that is only imagined where there is none."""
        if not dry_run:
            return self.vault_or_new()
        root = self.root()
        return self.vault() if vaults.exists(root) else vaults.imagined(root, self.around)

    def means(self) -> Means:
        """Keys, clock and chance for talking to a model."""
        from persona_cli.providers.contract import Timing
        from persona_cli.store.secrets import Machine
        from persona_cli.work.models import Means

        timing = Timing(sleep=time.sleep, clock=time.monotonic, now=self.now, chance=random.SystemRandom().random)
        return Means(Machine(self.environ, self._config_folder() / "persona"), timing)

    def _config_folder(self) -> Path:
        stated = Path(self.environ.get("XDG_CONFIG_HOME", ""))
        return stated if stated.is_absolute() else Path(self.environ.get("HOME", "/")) / ".config"

    @property
    def interactive(self) -> bool:
        """Whether a person can be asked."""
        return not self.no_input and sys.stdin.isatty() and self.out.stderr.isatty()

    def confirm(self, question: str, *, yes: bool) -> None:
        """Ask before something drastic; raises PersonaError when the answer is no or nobody can be asked."""
        if yes:
            return
        if not self.interactive:
            raise UsageError(f"{question} needs a yes, and nobody can be asked", hint="use --yes")
        self.out.ask(f"{question} [y/N] ")
        if sys.stdin.readline().strip().casefold() not in ("y", "yes"):
            raise PersonaError("stopped; nothing was changed")


def machine() -> str:
    """A text that differs between machines."""
    return f"{uuid.getnode():x}.{os.uname().nodename if hasattr(os, 'uname') else ''}"
