"""Export: the belief of a vault as a graph in one of the formats, to a file or a folder, all of it or nothing."""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from persona_cli.core.model import FACT_KINDS, FactKind
from persona_cli.core.when import When, parse_when
from persona_cli.errors import UsageError
from persona_cli.index.view import View
from persona_cli.store import files
from persona_cli.work.graph.build import NO_LIMIT, build_graph
from persona_cli.work.graph.model import Graph
from persona_cli.work.graph.pack import zipped
from persona_cli.work.graph.table import FORMATS, Format


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


def graph_of(view: View, wanted: Wanted) -> Graph:
    """The graph that is asked for."""
    form = format_named(wanted.format)
    if unknown := wanted.parts - {"episodes", "goals", "psyche"}:
        raise UsageError(f"no part '{min(unknown)}'", hint="--with takes episodes, goals and psyche")
    kinds: tuple[FactKind, ...] = tuple(kind for kind in FACT_KINDS if not wanted.kinds or kind in wanted.kinds)
    with_episodes = "episodes" in wanted.parts
    return build_graph(
        view.entities(),
        view.facts(),
        view.recent_episodes(-1) if with_episodes else (),
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
