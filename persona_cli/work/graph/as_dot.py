"""DOT for graphviz: boxes for what the memory speaks of, arrows for facts, dashed where a fact has ended.

Format: https://graphviz.org/doc/info/lang.html
"""

from __future__ import annotations

from collections.abc import Iterator

from persona_cli.work.graph.fields import one_line
from persona_cli.work.graph.model import Graph, GraphLink, GraphNode

_LOOKS = {
    "user": 'shape=box, style="rounded,filled", fillcolor="#f6c177"',
    "subject": 'shape=box, style="rounded,filled", fillcolor="#9ccfd8"',
    "other": 'shape=box, style="rounded,filled", fillcolor="#e0def4"',
    "goal": 'shape=note, style="filled", fillcolor="#b5e8b0"',
    "psyche": 'shape=ellipse, style="filled", fillcolor="#e8b4d8"',
    "episode": 'shape=folder, style="filled", fillcolor="#eeeeee"',
}


def as_dot(graph: Graph) -> Iterator[str]:
    """A strict-less digraph: two facts between two nodes are two arrows."""
    yield 'digraph memory {\n  charset="UTF-8";\n  node [fontname="sans-serif"];\n  edge [fontname="sans-serif"];\n'
    yield from map(_node, graph.nodes)
    yield from map(_edge, graph.links)
    yield "}\n"


def _node(node: GraphNode) -> str:
    tooltip = "; ".join(fact.text for fact in node.facts) or node.description or node.name
    return (
        f"  {_id(node.id)} [label={_label(node.name)}, class={_id(node.kind)}, tooltip={_label(tooltip)}, "
        f"{_LOOKS[node.kind]}];\n"
    )


def _edge(link: GraphLink) -> str:
    looks = ", style=dashed" if link.invalid_at else ", style=dotted" if link.kind == "episode" else ""
    text = link.fact.text if link.fact else link.label
    return (
        f"  {_id(link.source)} -> {_id(link.target)} "
        f"[id={_id(link.id)}, label={_label(link.label)}, tooltip={_label(text)}{looks}];\n"
    )


def _id(text: str) -> str:
    r"""A quoted id. Inside the quotes only `\"` means anything, so a backslash that would meet a quote is doubled."""
    return '"' + one_line(text).replace("\\", "\\\\").replace('"', '\\"') + '"'


def _label(text: str) -> str:
    """A quoted label: backslash escapes and HTML entities are read inside it, so both are written out."""
    return _id(one_line(text).replace("&", "&amp;"))
