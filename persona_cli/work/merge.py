"""Import another vault: the union of both histories, without Git. Nothing of either is lost or changed."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from persona_cli.core.names import compare
from persona_cli.errors import UsageError
from persona_cli.store import files
from persona_cli.store.log import LogFile, all_files, decode, log_files
from persona_cli.store.vault import Vault, open_vault
from persona_cli.work.people import user_names


@dataclass(frozen=True, slots=True)
class _Named:
    """What the person of a vault goes by."""

    names: tuple[str, ...]
    handles: frozenset[str]  # casefolded

    @classmethod
    def of(cls, vault: Vault) -> _Named:
        handles = vault.settings.get("identity.handles")
        return cls(user_names(vault), frozenset(str(handle).casefold() for handle in handles if handle))

    def __str__(self) -> str:
        return ", ".join((*self.names, *sorted(self.handles)))

    def may_be(self, other: _Named) -> bool:
        """Whether they may be one person: a handle in common, or names that do not differ; also where nothing is known."""
        pairs = ((mine, theirs) for mine in self.names for theirs in other.names)
        alike = any(compare(a, b, type_a="person", type_b="person").verdict != "different" for a, b in pairs)
        return not (str(self) and str(other)) or bool(self.handles & other.handles) or alike


@dataclass(frozen=True, slots=True)
class Merged:
    """What an import brought."""

    files: int  # new or grown
    lines: int
    bad: int  # of those, lines that cannot be read


def strangers(vault: Vault, other: Path) -> tuple[str, str] | None:
    """Whose the two vaults are, where they are of different people; None when they are one's, or nobody says whose.

    Those that share a history or a name are one's. Raises PersonaError when the other is no vault.
    """
    theirs = open_vault(other, vault.around)
    devices = [{file.device for file in log_files(v.root, "operations")} for v in (vault, theirs)]
    mine, yours = _Named.of(vault), _Named.of(theirs)
    return None if devices[0] & devices[1] or mine.may_be(yours) else (str(mine), str(yours))


def import_vault(vault: Vault, other: Path, *, dry_run: bool) -> Merged:
    """Take in every line of another vault's logs that is not here; raises PersonaError when it is no vault."""
    theirs = open_vault(other, vault.around)
    if theirs.root.resolve() == vault.root.resolve():
        raise UsageError("a vault cannot be imported into itself")
    changed = lines = bad = 0
    with vault.writing("import"):
        # their operations are read first and written last, as everywhere: no half of one ever counts
        for file in sorted(all_files(theirs.root), key=lambda file: file.log == "operations"):
            added = _take(vault.root, theirs.root, file, dry_run=dry_run)
            changed += bool(added)
            lines += len(added)
            bad += sum(not decode(file.name, [line], 0)[0] for line in added)
    return Merged(changed, lines, bad)


def _take(mine: Path, theirs: Path, file: LogFile, *, dry_run: bool) -> list[bytes]:
    """Add what a file lacks; gives its lines. Each line stands for itself, so their order is nothing."""
    path = mine / file.name
    before = path.read_bytes() if path.exists() else b""
    data = (theirs / file.name).read_bytes()
    data = data[: data.rfind(b"\n") + 1]  # a line cut short was never acknowledged
    known = set(before.split(b"\n"))
    new = [line for line in data.split(b"\n") if line and line not in known]
    if new and not dry_run:
        files.make_folder(path.parent)
        if data.startswith(before):
            files.replace(path, data)
        else:
            files.append(path, b"".join(line + b"\n" for line in new))
    return new
