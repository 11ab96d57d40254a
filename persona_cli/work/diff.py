"""The difference between two states of belief, in words."""

from __future__ import annotations

import subprocess
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from persona_cli.core.event import Event, operation_of
from persona_cli.core.fold import Belief, fold
from persona_cli.core.model import Fact, Operation
from persona_cli.core.when import END, parse_when
from persona_cli.errors import PersonaError, UsageError
from persona_cli.store.log import all_files, decode, read_tail
from persona_cli.store.vault import Vault

Sign = Literal["+", "-", "~", "="]
_READ = ("operations", "entities", "facts")  # what was said is no belief


@dataclass(frozen=True, slots=True)
class Difference:
    """One line of a difference."""

    sign: Sign  # + believed now, - no longer, ~ reworded, = two entities are one
    text: str
    id: str


def diff(vault: Vault, before: str, after: str) -> list[Difference]:
    """What changed between two revisions: an operation id, a date, a Git revision, or nothing for now."""
    return list(differences(belief_at(vault, before), belief_at(vault, after)))


def belief_at(vault: Vault, revision: str) -> Belief:
    """The belief at a revision; raises UsageError when it means nothing."""
    if revision.startswith("op_") or not revision:
        return _until_operation(vault, revision)
    try:
        when = parse_when(revision)
    except ValueError:
        return fold(*_split(_events_in_git(vault, revision)))
    known = END if when.end == END else _just_before(when.end) if when.precision != "instant" else when.iso
    return fold(*_split(_events_on_disk(vault)), known_at=known)


def _just_before(moment: str) -> str:
    return f"{moment[:-1]}" if moment.endswith("Z") else moment  # sorts before the same instant with its Z


def _until_operation(vault: Vault, prefix: str) -> Belief:
    operations, events = _split(_events_on_disk(vault))
    if not prefix:
        return fold(operations, events)
    found = [op for op in operations if op.id.startswith(prefix)]
    if len(found) != 1:
        raise UsageError(f"{'no' if not found else 'more than one'} operation has the id '{prefix}'")
    return fold([op for op in operations if op.order <= found[0].order], events)


def _split(events: Iterable[Event]) -> tuple[list[Operation], list[Event]]:
    operations, others = [], []
    for event in events:
        if event.type == "operation":
            operations.append(operation_of(event))
        else:
            others.append(event)
    return operations, others


def _events_on_disk(vault: Vault) -> Iterator[Event]:
    for file in all_files(vault.root):
        if file.log in _READ:
            for tail in read_tail(vault.root, file.name):
                yield from tail.events


def _events_in_git(vault: Vault, revision: str) -> Iterator[Event]:
    if not (vault.root / ".git").exists():
        raise UsageError(f"'{revision}' is neither a date nor an operation, and the vault is no Git repository")
    names = _git(vault.root, "ls-tree", "-r", "--name-only", "--end-of-options", revision).decode().split("\n")
    for name in names:
        if name.split("/")[0] in _READ and name.endswith(".jsonl"):
            events, _ = decode(name, _git(vault.root, "show", f"{revision}:{name}").split(b"\n"), 0)
            yield from events


def _git(root: Path, *arguments: str) -> bytes:
    done = subprocess.run(  # noqa: S603 - our own arguments
        ["git", "-C", str(root), "-c", "core.fsmonitor=false", *arguments],  # noqa: S607 - the person's own git
        capture_output=True,
        check=False,
    )
    if done.returncode:
        raise PersonaError(f"git {arguments[0]} failed: {done.stderr.decode('utf-8', 'replace').strip()}")
    return done.stdout


def differences(before: Belief, after: Belief) -> Iterator[Difference]:
    """Lines in order of the facts' ids: endings first, then beginnings, then changes of entities."""
    gone = [(fact, after.facts.get(ident)) for ident, fact in sorted(before.facts.items()) if _holds(fact)]
    for fact, now in gone:
        if now is None:
            yield Difference("-", f"{fact.text} (taken back)", fact.id)
        elif not _holds(now):
            why = "never right" if now.retracted else f"until {now.invalid_at}"
            yield Difference("-", f"{now.text} ({why})", fact.id)
        elif now.text != fact.text:
            yield Difference("~", f"{fact.text} → {now.text}", fact.id)
    for ident, fact in sorted(after.facts.items()):
        old = before.facts.get(ident)
        if _holds(fact) and (old is None or not _holds(old)):
            since = f" (since {fact.valid_at})" if fact.valid_at else ""
            yield Difference("+", f"{fact.text}{since}", ident)
        elif old is None:
            span = ", ".join(
                f"{word} {when}" for word, when in (("since", fact.valid_at), ("until", fact.invalid_at)) if when
            )
            yield Difference("+", f"{fact.text} ({span or 'never right'})", ident)
    yield from _merges(before, after)


def _merges(before: Belief, after: Belief) -> Iterator[Difference]:
    for ident, entity in sorted(after.entities.items()):
        was = before.entities.get(ident)
        if entity.merged_into and (was is None or was.merged_into != entity.merged_into):
            yield Difference("=", f"{entity.name} is {_name(after.entities, entity.merged_into)}", ident)
        elif was is not None and was.merged_into and not entity.merged_into:
            yield Difference("=", f"{entity.name} is not {_name(after.entities, was.merged_into)}", ident)


def _name(entities: Mapping[str, object], ident: str) -> str:
    return str(getattr(entities.get(ident), "name", ident))


def _holds(fact: Fact) -> bool:
    return not fact.retracted and fact.invalid_at is None


def as_text(data: bytes) -> Iterator[str]:
    """A log file as lines of words, for `git diff` and `git log -p`."""
    for line in data.split(b"\n"):
        if not line:
            continue
        events, problems = decode("", [line], 0)
        yield _words(events[0]) if events else f"unreadable line: {problems[0].message}"


def _words(event: Event) -> str:
    body = event.body
    if event.type == "operation":
        return f"{body.get('time', '')}  {body.get('command', '')}  {event.id}"
    said = body.get("text") or body.get("name") or body.get("reason") or ""
    since = f" (since {body['valid_at']})" if body.get("valid_at") else ""
    until = f" (until {body['invalid_at']})" if body.get("invalid_at") else ""
    more = " ".join(
        f"{key}={body[key]}" for key in ("at", "by", "into", "other", "decision", "speaker") if body.get(key)
    )
    parts = (event.type, f"{said}{since}{until}", more, event.target)
    return "  ".join(" ".join(part.split()) for part in map(str, parts) if part)
