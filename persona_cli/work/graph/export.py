"""Export: the belief of a vault as a graph in one of the formats, to a file or a folder, all of it or nothing."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any, TypeVar

from persona_cli.core.model import FACT_KINDS, Entity, Episode, Evidence, Fact, FactKind
from persona_cli.core.when import When, parse_when
from persona_cli.errors import UsageError
from persona_cli.index.view import View
from persona_cli.store import files
from persona_cli.work.graph.build import NO_LIMIT, build_graph
from persona_cli.work.graph.model import Graph
from persona_cli.work.graph.pack import zipped
from persona_cli.work.graph.table import FORMATS, Format

Redact = Callable[[str], str]
_Record = TypeVar("_Record", Entity, Fact, Episode, Evidence)
_WRITTEN = frozenset(("name", "aliases", "description", "text", "when_said", "evidence", "quote", "title", "links"))
_WRITTEN_IN: dict[type, frozenset[str]] = {
    kind: _WRITTEN & {field.name for field in fields(kind)} for kind in (Entity, Fact, Episode, Evidence)
}


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is to be exported, and how."""

    format: str = "json"
    about: str = ""
    depth: int = 1
    kinds: tuple[str, ...] = ()
    since: str = ""  # `When` text
    until: str = ""
    include_past: bool | None = None  # None: as the format likes it
    parts: frozenset[str] = frozenset()  # episodes, goals, psyche as nodes
    limit: int = 0  # of nodes; 0: none


def format_named(name: str) -> Format:
    """A format of the table; raises UsageError."""
    if name not in FORMATS:
        raise UsageError(f"no format '{name}'", hint=f"the formats are {', '.join(FORMATS)}")
    return FORMATS[name]


def graph_of(view: View, wanted: Wanted, *, redact: Redact) -> Graph:
    """The graph that is asked for, without secrets that an older version or another program has left in the logs."""
    form = format_named(wanted.format)
    if unknown := wanted.parts - {"episodes", "goals", "psyche"}:
        raise UsageError(f"no part '{min(unknown)}'", hint="--with takes episodes, goals and psyche")
    kinds: tuple[FactKind, ...] = tuple(kind for kind in FACT_KINDS if not wanted.kinds or kind in wanted.kinds)
    with_episodes = "episodes" in wanted.parts
    return build_graph(
        [_clean(entity, redact) for entity in view.entities()],
        [_clean(fact, redact) for fact in view.facts()],
        [_clean(episode, redact) for episode in view.recent_episodes(-1)] if with_episodes else (),
        episode_of=view.episodes_of_turns() if with_episodes else None,
        about=wanted.about,
        depth=wanted.depth,
        kinds=kinds,
        since=parse_when(wanted.since) if wanted.since else None,
        until=parse_when(wanted.until) if wanted.until else None,
        as_of=When(view.as_of, "instant"),
        include_past=form.wants_past if wanted.include_past is None else wanted.include_past,
        with_episodes=with_episodes,
        with_goals="goals" in wanted.parts,
        with_psyche="psyche" in wanted.parts,
        limit=wanted.limit or NO_LIMIT,
    )


def _clean(record: _Record, redact: Redact) -> _Record:
    """A record without secrets in what people wrote; the very same one when there are none."""
    changed: dict[str, Any] = {}
    for name in _WRITTEN_IN[type(record)]:
        value = getattr(record, name)
        clean = redact(value) if isinstance(value, str) else tuple(_cleaned(item, redact) for item in value)
        if clean != value:
            changed[name] = clean
    return replace(record, **changed) if changed else record


def _cleaned(item: str | Evidence, redact: Redact) -> str | Evidence:
    return redact(item) if isinstance(item, str) else _clean(item, redact)


def written(graph: Graph, name: str) -> Iterator[bytes]:
    """The bytes of a format; one of many files becomes a zip archive."""
    form = format_named(name)
    if form.write is not None:
        for part in form.write(graph):
            yield part.encode("utf-8", "replace")
    elif form.files is not None:
        yield zipped(form.files(graph))


def save(graph: Graph, name: str, target: Path) -> None:
    """Write a format to a file in one step, or its files into a folder."""
    form = format_named(name)
    if form.files is None or target.suffix == ".zip":
        buffer = io.BytesIO()
        for part in written(graph, name):
            buffer.write(part)
        files.replace(target, buffer.getvalue())
        return
    for inside, text in form.files(graph):
        path = target / inside
        if not path.resolve().is_relative_to(target.resolve()):
            raise UsageError(f"'{inside}' leads out of the folder")
        files.make_folder(path.parent)
        files.replace(path, text.encode("utf-8", "replace"))
