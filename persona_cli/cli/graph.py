"""The verb that draws the memory: graph-export."""

from __future__ import annotations

import sys
import webbrowser
from pathlib import Path
from typing import Annotated

import typer

from persona_cli.cli.options import AsOf, KnownAt, last_instant, session_of, when_of
from persona_cli.errors import UsageError


def register(app: typer.Typer) -> None:
    """Add the verbs of this module."""
    app.command(
        "graph-export", epilog="persona graph-export --open   persona graph-export --format graphml -o memory.graphml"
    )(graph_export)


def graph_export(
    context: typer.Context,
    format_: Annotated[str, typer.Option("--format", help="See --formats.")] = "",
    formats: Annotated[bool, typer.Option("--formats", help="List the formats.")] = False,
    output: Annotated[str, typer.Option("--output", "-o", metavar="PATH", help="A file or folder; - is stdout.")] = "-",
    open_: Annotated[bool, typer.Option("--open", help="Write the page and open it in your browser.")] = False,
    about: Annotated[str, typer.Option("--about", metavar="ENTITY", help="Only what lies around this entity.")] = "",
    depth: Annotated[int, typer.Option("--depth", min=0, help="How many links away from it.")] = 1,
    kind: Annotated[list[str] | None, typer.Option("--kind", help="Only facts of this kind.")] = None,
    with_: Annotated[str, typer.Option("--with", metavar="PARTS", help="Also as nodes: episodes, goals, psyche.")] = "",
    since: Annotated[str, typer.Option("--since", metavar="DATE", help="Only what was true since then.")] = "",
    until: Annotated[str, typer.Option("--until", metavar="DATE", help="Only what was true until then.")] = "",
    include_past: Annotated[
        bool | None, typer.Option("--include-past/--no-past", help="Also what is no longer true; the page likes it.")
    ] = None,
    limit: Annotated[int, typer.Option("--limit", min=0, help="Most nodes; 0 is all.")] = 0,
    as_of: AsOf = "",
    known_at: KnownAt = "",
) -> None:
    """Export the memory as a graph for other tools, or as a page to look at."""
    from persona_cli.work.graph import export
    from persona_cli.work.graph.table import FORMATS
    from persona_cli.work.listing import kinds_of
    from persona_cli.work.refresh import reading
    from persona_cli.work.setup import redactor_of

    session = session_of(context)
    if formats:
        for form in FORMATS.values():
            session.out.line(f"{form.name:10} {form.about}")
        return
    name = format_ or ("html" if open_ else "json")
    wanted = export.Wanted(
        name,
        about,
        depth,
        kinds_of(kind or ()),
        when_of(since, "--since").iso if since else "",
        when_of(until, "--until").iso if until else "",
        include_past,
        frozenset(part for part in with_.replace(" ", "").split(",") if part),
        limit,
    )
    form = export.format_named(name)
    at, known = last_instant(as_of, "--as-of"), last_instant(known_at, "--known-at")
    vault = session.vault()
    with reading(vault, as_of=at, known_at=known, say=session.out.say) as view:
        graph = export.graph_of(view, wanted, redact=redactor_of(vault, write=False))
    if open_:
        if name != "html":
            raise UsageError("--open shows the page alone", hint="leave out --format, or use -o")
        target = vault.local / "graph.html" if output == "-" else Path(output)
        export.save(graph, name, target)
        session.out.say(f"Wrote {target}")
        webbrowser.open(target.absolute().as_uri())
    elif output == "-":
        session.out.flush()
        for part in export.written(graph, name):
            sys.stdout.buffer.write(part)
        sys.stdout.buffer.flush()
    else:
        export.save(graph, name, Path(output))
        session.out.say(f"Wrote {output}")
    left = graph.left_out
    if left.nodes or left.links or left.facts:
        session.out.say(f"Left out for --limit: {left.nodes} nodes, {left.links} links, {left.facts} facts.")
    if form.node_limit and len(graph.nodes) > form.node_limit:
        session.out.say(
            f"{len(graph.nodes)} nodes are more than most readers of {name} draw; --about or --limit narrows it."
        )
