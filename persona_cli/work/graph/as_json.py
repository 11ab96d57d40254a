"""JSON in the shape of react-force-graph: nodes and links, one object a line, so that a diff shows what changed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

import orjson

from persona_cli.work.graph.fields import fact_object, what_is_said
from persona_cli.work.graph.model import Graph, GraphLink, GraphNode

FORMAT = 1  # of this file; fields only get added while it stays
_BATCH = 1000  # objects per piece of text


def as_json(graph: Graph) -> Iterator[str]:
    """`{"type": "graph", "nodes": [{id, name, kind, val …}], "links": [{source, target, label, fact …}]}`."""
    left = graph.left_out
    yield f'{{"type":"graph","format":{FORMAT},'
    yield f'"left_out":{{"nodes":{left.nodes},"links":{left.links},"facts":{left.facts}}},\n"nodes":['
    yield from _lines(map(_node, graph.nodes))
    yield '],\n"links":['
    yield from _lines(map(_link, graph.links))
    yield "]}\n"


def _lines(objects: Iterable[dict[str, Any]]) -> Iterator[str]:
    before, rest = b"\n", iter(objects)
    while batch := list(islice(rest, _BATCH)):
        yield (before + b",\n".join(map(orjson.dumps, batch))).decode()
        before = b",\n"


def _node(node: GraphNode) -> dict[str, Any]:
    return {
        "type": "node",
        "id": node.id,
        "name": node.name,
        "kind": node.kind,
        "val": node.val,
        "entity_type": node.type,
        "aliases": node.aliases,
        "description": node.description,
        "time": node.time,
        "facts": [fact_object(fact) for fact in node.facts],
    }


def _link(link: GraphLink) -> dict[str, Any]:
    fact = link.fact
    said = what_is_said(fact) if fact else {"text": "", "valid_at": None, "invalid_at": None, "evidence": []}
    return {
        "type": "link",
        "id": link.id,
        "source": link.source,
        "target": link.target,
        "label": link.label,
        "kind": fact.kind if fact else link.kind,
        "fact": fact.id if fact else "",
        **said,
    }
