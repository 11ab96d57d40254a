"""The difference between two states of belief, in words."""

from __future__ import annotations

import contextlib
import subprocess
from collections.abc import Callable, Iterable, Iterator, Mapping
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

Sign = Literal["+", "-", "~", "=", "?"]
_READ = ("operations", "entities", "facts")  # what was said is no belief


@dataclass(frozen=True, slots=True)
class Difference:
    """One line of a difference."""

    sign: Sign  # + believed now, - no longer, ~ changed, = about who is who, ? waits for review
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
        what = "no operation has" if not found else f"{len(found)} operations have"
        raise UsageError(f"{what} the id '{prefix}'", hint="persona log lists them")
    return fold([op for op in operations if op.order <= found[0].order], events)


def _split(events: Iterable[Event]) -> tuple[list[Operation], list[Event]]:
    operations, others = [], []
    for event in events:
        if event.type == "operation":
            with contextlib.suppress(ValueError):  # newer or wrongly typed: without effect, as everywhere
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
    if not any((folder / ".git").exists() for folder in (vault.root, *vault.root.parents)):
        raise UsageError(
            f"'{revision}' is neither a date nor an operation, and the vault is no Git repository",
            hint="write 2026-03-05, op_… as persona log prints it, or make it one: git init",
        )
    commit = _git(vault.root, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}")
    tree = commit.decode().strip()
    for name in _git(vault.root, "ls-tree", "-r", "-z", "--name-only", tree).decode("utf-8", "replace").split("\0"):
        if name.split("/")[0] in _READ and name.endswith(".jsonl"):
            events, _ = decode(name, _git(vault.root, "show", f"{tree}:./{name}").split(b"\n"), 0)
            yield from events


def _git(root: Path, *arguments: str) -> bytes:
    try:
        done = subprocess.run(  # noqa: S603 - our own arguments
            ["git", "-C", str(root), "-c", "core.fsmonitor=false", *arguments],  # noqa: S607 - the person's own git
            capture_output=True,
            check=False,
        )
    except FileNotFoundError:
        raise PersonaError("git is not installed", hint="give dates or operations instead") from None
    if done.returncode:
        said = done.stderr.decode("utf-8", "replace").strip()
        if arguments[0] == "rev-parse" and not said:
            raise UsageError(
                f"'{arguments[-1].partition('^')[0]}' is no date, operation or Git revision",
                hint="write 2026-03-05, op_… as persona log prints it, or a revision like HEAD~1",
            )
        raise PersonaError(f"git {arguments[0]} failed: {said}")
    return done.stdout


def differences(before: Belief, after: Belief) -> Iterator[Difference]:
    """Endings first, then beginnings, changes, entities and review items, each in the order they were learnt."""
    was, now = before.facts, after.facts
    for ident, fact in _in_order(was):
        if _holds(fact) and not (ident in now and _holds(now[ident])):
            yield Difference("-", _ended(fact, now.get(ident)), ident)
    for ident, fact in _in_order(now):
        if _holds(fact) and not (ident in was and _holds(was[ident])):
            yield Difference("+", f"{fact.text}{_span(fact)}", ident)
        elif ident not in was:
            yield Difference("+", f"{fact.text}{_span(fact) or ' (never right)'}", ident)
    for ident, fact in _in_order(now):
        old = was.get(ident)
        if old is not None and _holds(old) == _holds(fact) and (words := _changed(old, fact)):
            yield Difference("~", words, ident)
    yield from _entities(before, after)
    for item in after.reviews.values():
        if item.state == "open" and item.id not in before.reviews:
            yield Difference("?", str(item.proposal.get("text", item.reason)), item.id)


def _in_order(facts: Mapping[str, Fact]) -> list[tuple[str, Fact]]:
    return sorted(facts.items(), key=lambda pair: (pair[1].known_at, pair[1].said_at, pair[1].text, pair[0]))


def _ended(fact: Fact, now: Fact | None) -> str:
    if now is None:
        return f"{fact.text} (taken back)"
    return f"{now.text} ({'never right' if now.retracted else f'until {now.invalid_at}'})"


def _span(fact: Fact) -> str:
    """When a fact holds, in brackets; nothing where that is not known or it never did."""
    if fact.retracted:
        return ""
    said = " ".join(f"{word} {when}" for word, when in (("since", fact.valid_at), ("until", fact.invalid_at)) if when)
    return f" ({said})" if said else ""


def _changed(old: Fact, new: Fact) -> str:
    """A change of a fact's words, time or status; nothing where those are as they were."""
    if old.text != new.text:
        return f"{old.text} → {new.text}"
    if _span(old) != _span(new):
        return f"{new.text}{_span(old)} →{_span(new) or ' (never right)'}"
    return f"{new.text} ({old.status} → {new.status})" if old.status != new.status else ""


def _entities(before: Belief, after: Belief) -> Iterator[Difference]:
    for ident, entity in sorted(after.entities.items(), key=lambda pair: (pair[1].name, pair[0])):
        was = before.entities.get(ident)
        if entity.merged_into and (was is None or was.merged_into != entity.merged_into):
            yield Difference("=", f"{entity.name} is {_name(after.entities, entity.merged_into)}", ident)
        elif was is not None and was.merged_into and not entity.merged_into:
            yield Difference("=", f"{entity.name} is not {_name(after.entities, was.merged_into)}", ident)
        if was is None:
            continue
        if was.name != entity.name:
            yield Difference("=", f"{was.name} is called {entity.name}", ident)
        for alias in sorted({*entity.aliases} - {was.name, *was.aliases}):
            yield Difference("=", f"{entity.name} is also called {alias}", ident)
        for other in sorted({*entity.distinct} - {*was.distinct}):
            if (entity.name, ident) < (_name(after.entities, other), other):
                yield Difference("=", f"{entity.name} is never {_name(after.entities, other)}", ident)


def _name(entities: Mapping[str, object], ident: str) -> str:
    return str(getattr(entities.get(ident), "name", ident))


def _holds(fact: Fact) -> bool:
    return not fact.retracted and fact.invalid_at is None


def as_text(data: bytes, others: Callable[[], Iterable[bytes]]) -> Iterator[str]:
    """A log file as lines of words, for `git diff` and `git log -p`.

    `others` gives the lines of the other logs, asked for when an event speaks of a thing that the file itself does not
    name.
    """
    events = [(decode("", [line], 0)) for line in data.split(b"\n") if line]
    known = _Called()
    for found, _ in events:
        known.learn(found)
    known.more = others
    for found, problems in events:
        yield _words(found[0], known) if found else f"unreadable line: {problems[0].message}"


class _Called:
    """What facts say and entities are called, by id."""

    def __init__(self) -> None:
        self._said: dict[str, str] = {}
        self.more: Callable[[], Iterable[bytes]] | None = None

    def learn(self, events: Iterable[Event]) -> None:
        for event in events:
            said = event.body.get("text") if event.type == "assert" else event.body.get("name")
            proposal = event.body.get("proposal")
            said = proposal.get("text") if isinstance(proposal, dict) else said
            if isinstance(said, str) and event.type in ("assert", "entity", "propose"):
                self._said.setdefault(event.id, said)

    def of(self, ident: object) -> str:
        """The words for an id; the id itself where nothing names it."""
        if ident not in self._said and self.more is not None:
            lines, self.more = self.more(), None
            for line in lines:
                self.learn(decode("", [line], 0)[0])
        return self._said.get(str(ident), str(ident))


def _words(event: Event, known: _Called) -> str:
    body = event.body
    said = _sentence(event, known)
    return "  ".join(" ".join(part.split()) for part in (said, event.target) if part) if body or said else event.type


def _sentence(event: Event, known: _Called) -> str:
    body, kind = event.body, event.type
    since = f" (since {body['valid_at']})" if body.get("valid_at") else ""
    until = f" (until {body['invalid_at']})" if body.get("invalid_at") else ""
    reason = f" because {body['reason']}" if body.get("reason") and kind != "propose" else ""
    by = f" → {known.of(body['by'])}" if body.get("by") else ""
    about = known.of(event.target)
    words = {
        "operation": f"{body.get('time', '')}  {body.get('command', '')}",
        "assert": f"{body.get('text', '')}{since}{until}",
        "support": f"said again: {about}{since}",
        "close": f"ended: {about} (until {body.get('at', '')}){by}{reason}",
        "retract": f"never right: {about}{by}{reason}",
        "reopen": f"holds again: {about}{reason}",
        "edit": f"reworded: {about} → {body.get('text', '')}{since}{reason}",
        "status": f"{body.get('status', '')}: {about}",
        "propose": f"asks: {about} ({body.get('reason', '')})",
        "decide": f"{body.get('decision', '')}: {about}",
        "entity": f"{body.get('name', '')} ({body.get('etype') or body.get('kind', '')})",
        "alias": f"{about} is also called {body.get('name', '')}",
        "rename": f"{about} is called {body.get('name', '')}",
        "describe": f"{about}: {body.get('text') or body.get('link') or body.get('etype', '')}",
        "merge": f"{about} is {known.of(body.get('into', ''))}",
        "unmerge": f"{about} is itself again",
        "distinct": f"{about} is never {known.of(body.get('other', ''))}",
        "turn": f"{body.get('speaker') or body.get('role', '')}: {body.get('text', '')}",
        "episode": f"{body.get('title') or body.get('conversation') or body.get('source', '')} {body.get('time', '')}",
        "summary": f"in short: {body.get('text', '')}",
        "erased": "erased",
    }
    return words.get(kind, kind)


def log_lines(root: Path) -> Iterator[bytes]:
    """The lines of the logs that name facts and entities, of a vault's folder; none where it is no vault."""
    for file in all_files(root):
        if file.log in ("entities", "facts"):
            yield from (root / file.name).read_bytes().split(b"\n")
