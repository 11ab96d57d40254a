"""A Mermaid flowchart, as GitHub, GitLab and Obsidian draw it inside Markdown.

Format: https://mermaid.js.org/syntax/flowchart.html. Those places stop at 500 links, so ask for a small graph.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from persona_cli.work.graph.fields import one_line
from persona_cli.work.graph.model import NODE_KINDS, Graph, GraphLink

_SHAPES = {"goal": ("[/", "/]"), "psyche": ("(", ")"), "episode": ("[(", ")]"), "user": ("([", "])")}
_SPECIAL = re.compile(r"[^\w\s.,:;!?()'+/-]|(?<=:)//|^[-+]|(?<=\d)[.)](?=\s)")
_COLOURS = {
    "user": "fill:#f6c177,stroke:#b07a2a,color:#222",
    "subject": "fill:#9ccfd8,stroke:#4a8a95,color:#222",
    "other": "fill:#e0def4,stroke:#8a86b0,color:#222",
    "goal": "fill:#b5e8b0,stroke:#5c9a55,color:#222",
    "psyche": "fill:#e8b4d8,stroke:#a05c8a,color:#222",
    "episode": "fill:#eeeeee,stroke:#999999,color:#222",
}


def as_mermaid(graph: Graph) -> Iterator[str]:
    """Nodes n0, n1 … in the graph's order; a dotted arrow is a fact that has ended."""
    number = {node.id: f"n{place}" for place, node in enumerate(graph.nodes)}
    yield "flowchart LR\n"
    for node in graph.nodes:
        opening, closing = _SHAPES.get(node.kind, ("[", "]"))
        yield f'  {number[node.id]}{opening}"{_text(node.name)}"{closing}\n'
    for link in graph.links:
        yield f'  {number[link.source]} {_arrow(link)}|"{_text(link.label)}"| {number[link.target]}\n'
    for kind in NODE_KINDS:
        if members := [number[node.id] for node in graph.nodes if node.kind == kind]:
            yield f"  classDef {kind} {_COLOURS[kind]}\n"
            for start in range(0, len(members), 50):
                yield f"  class {','.join(members[start : start + 50])} {kind}\n"


def _arrow(link: GraphLink) -> str:
    return "-.->" if link.invalid_at or link.kind == "episode" else "-->"


def _text(text: str) -> str:
    """Text for a quoted label: all that Mermaid, Markdown or HTML could read as markup is a numbered entity."""
    line = _SPECIAL.sub(lambda found: "".join(f"#{ord(c)};" for c in found[0]), one_line(text))
    return line or "#8203;"
