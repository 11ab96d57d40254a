"""The formats a graph can be exported to, by name; a new one is a file and a line here.

A format is one file (`write`) or a folder of files (`files`, relative path and text); the other of the two is None.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from persona_cli.work.graph.as_csv import as_csv
from persona_cli.work.graph.as_cypher import as_cypher
from persona_cli.work.graph.as_dot import as_dot
from persona_cli.work.graph.as_graphml import as_graphml
from persona_cli.work.graph.as_html import as_html
from persona_cli.work.graph.as_json import as_json
from persona_cli.work.graph.as_jsonld import as_jsonld
from persona_cli.work.graph.as_mermaid import as_mermaid
from persona_cli.work.graph.as_obsidian import as_obsidian
from persona_cli.work.graph.as_timeline import as_timeline
from persona_cli.work.graph.model import Graph


@dataclass(frozen=True, slots=True)
class Format:
    """How one format is written, and what it is for."""

    name: str
    about: str
    write: Callable[[Graph], Iterator[str]] | None = None
    files: Callable[[Graph], Iterator[tuple[str, str]]] | None = None
    wants_past: bool = False  # shows time: facts that have ended belong in it unless they are refused
    node_limit: int = 0  # more nodes than most readers of the format draw; 0 for no such bound


FORMATS: dict[str, Format] = {
    form.name: form
    for form in (
        Format("json", "nodes and links for react-force-graph and scripts", as_json),
        Format("html", "one page to look at, with search and a time slider", as_html, wants_past=True),
        Format("graphml", "Gephi, yEd, networkx", as_graphml),
        Format("dot", "graphviz", as_dot),
        Format("mermaid", "a drawing inside Markdown", as_mermaid, node_limit=150),
        Format("cypher", "Neo4j and other openCypher databases", as_cypher),
        Format("csv", "two tables, nodes.csv and edges.csv", files=as_csv),
        Format("jsonld", "linked data in the words of schema.org", as_jsonld),
        Format("obsidian", "a folder of linked Markdown notes", files=as_obsidian),
        Format("timeline", "what was learnt, changed and ended, by month", as_timeline, wants_past=True),
    )
}
