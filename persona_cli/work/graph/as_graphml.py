"""GraphML, as Gephi, yEd and networkx read it: a directed multigraph whose edges carry facts.

Format: http://graphml.graphdrawing.org/specification.html
"""

from __future__ import annotations

from collections.abc import Iterator
from xml.sax.saxutils import escape

from persona_cli.work.graph.fields import printable
from persona_cli.work.graph.model import Graph, GraphLink, GraphNode

_NODE_KEYS = ("name", "label", "kind", "type", "val", "aliases", "description", "time", "facts")
_EDGE_KEYS = ("label", "kind", "fact", "text", "valid_at", "invalid_at", "weight")
_TYPES = {"val": "int", "weight": "double"}
_LINE_ENDS = {"\r": "&#13;"}  # a parser would turn a bare one into \n
_QUOTED = {'"': "&quot;", "\n": "&#10;", "\t": "&#9;", **_LINE_ENDS}


def as_graphml(graph: Graph) -> Iterator[str]:
    """One XML document; characters that XML 1.0 cannot hold stand as U+FFFD."""
    yield '<?xml version="1.0" encoding="UTF-8"?>\n<graphml xmlns="http://graphml.graphdrawing.org/xmlns">\n'
    for where, names in (("node", _NODE_KEYS), ("edge", _EDGE_KEYS)):
        for name in names:
            kind = _TYPES.get(name, "string")
            yield f'  <key id="{where}_{name}" for="{where}" attr.name="{name}" attr.type="{kind}"/>\n'
    yield '  <graph id="memory" edgedefault="directed">\n'
    yield from map(_node, graph.nodes)
    yield from map(_edge, graph.links)
    yield "  </graph>\n</graphml>\n"


def _node(node: GraphNode) -> str:
    values = {
        "name": node.name,
        "label": node.name,
        "kind": node.kind,
        "type": node.type,
        "val": str(node.val),
        "aliases": "\n".join(node.aliases),
        "description": node.description,
        "time": node.time,
        "facts": "\n".join(fact.text for fact in node.facts),
    }
    return f'    <node id="{_attribute(node.id)}">\n{_data("node", values)}    </node>\n'


def _edge(link: GraphLink) -> str:
    values = {
        "label": link.label,
        "kind": link.fact.kind if link.fact else link.kind,
        "fact": link.fact.id if link.fact else "",
        "text": link.fact.text if link.fact else "",
        "valid_at": link.valid_at,
        "invalid_at": link.invalid_at,
        "weight": str(link.fact.confidence) if link.fact else "1.0",
    }
    ends = f'source="{_attribute(link.source)}" target="{_attribute(link.target)}"'
    return f'    <edge id="{_attribute(link.id)}" {ends}>\n{_data("edge", values)}    </edge>\n'


def _data(where: str, values: dict[str, str]) -> str:
    return "".join(
        f'      <data key="{where}_{name}">{escape(printable(value), _LINE_ENDS)}</data>\n'
        for name, value in values.items()
        if value
    )


def _attribute(text: str) -> str:
    return escape(printable(text), _QUOTED)
