"""JSON-LD: entities in the words of schema.org, each fact an `rdf:Statement` with its validity and evidence.

Format: https://www.w3.org/TR/json-ld11/. The context is inside the file, so reading it needs no network.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any
from urllib.parse import quote

import orjson

from persona_cli.core.model import Fact
from persona_cli.work.graph.model import Graph, GraphLink, GraphNode

_TYPES = {
    "person": "Person",
    "place": "Place",
    "organisation": "Organization",
    "work": "CreativeWork",
    "thing": "Thing",
}
_KINDS = {"episode": "Conversation", "goal": "Goal", "psyche": "Psyche"}
_CONTEXT = {
    "@version": 1.1,
    "schema": "https://schema.org/",
    "rdf": "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
    "memory": "urn:persona:term:",
    **{name: f"schema:{name}" for name in (*sorted(_TYPES.values()), "name", "description", "Conversation")},
    "Goal": "memory:Goal",
    "Psyche": "memory:Psyche",
    "aliases": {"@id": "schema:alternateName", "@container": "@set"},
    "Statement": "rdf:Statement",
    "Relation": "memory:Relation",
    "subject": {"@id": "rdf:subject", "@type": "@id"},
    "object": {"@id": "rdf:object", "@type": "@id"},
    "predicate": {"@id": "rdf:predicate", "@type": "@id"},
    **{name: f"memory:{name}" for name in ("kind", "label", "val", "valid_at", "invalid_at", "said_at", "known_at")},
    **{name: f"memory:{name}" for name in ("aspect", "status", "confidence", "time", "turn", "quote")},
    "text": "schema:text",
    "evidence": {"@id": "memory:evidence", "@container": "@set"},
}


def as_jsonld(graph: Graph) -> Iterator[str]:
    """One document, one object a line under `@graph`; ids are URNs, `urn:persona:` and the id."""
    yield f'{{"@context":{orjson.dumps(_CONTEXT).decode()},\n"@graph":['
    before = "\n"
    for item in _items(graph):
        yield before + orjson.dumps(item).decode()
        before = ",\n"
    yield "]}\n"


def _items(graph: Graph) -> Iterable[dict[str, Any]]:
    yield from map(_node, graph.nodes)
    for node in graph.nodes:
        for fact in node.facts:
            yield _statement(_urn(fact.id), _urn(node.id), "", fact.predicate, fact)
    for link in graph.links:
        yield _link(link)


def _node(node: GraphNode) -> dict[str, Any]:
    kind = _KINDS.get(node.kind) or _TYPES.get(node.type, "Thing")
    item = {"@id": _urn(node.id), "@type": kind, "name": node.name, "kind": node.kind, "val": node.val}
    rest = {"aliases": node.aliases, "description": node.description, "time": node.time}
    return {**item, **{key: value for key, value in rest.items() if value}}


def _link(link: GraphLink) -> dict[str, Any]:
    return _statement(_urn(link.id), _urn(link.source), _urn(link.target), link.label, link.fact)


def _statement(id_: str, subject: str, target: str, label: str, fact: Fact | None) -> dict[str, Any]:
    item: dict[str, Any] = {"@id": id_, "@type": "Statement" if fact else "Relation", "subject": subject}
    item |= {"predicate": f"urn:persona:predicate:{quote(label, safe='')}", "label": label}
    if target:
        item["object"] = target
    if fact is None:
        return item
    told = {
        "text": fact.text,
        "kind": fact.kind,
        "aspect": fact.aspect,
        "status": fact.status,
        "valid_at": fact.valid_at.iso if fact.valid_at else "",
        "invalid_at": fact.invalid_at.iso if fact.invalid_at else "",
        "said_at": fact.said_at,
        "known_at": fact.known_at,
        "confidence": fact.confidence,
        "evidence": [{"turn": e.turn, "quote": e.quote} for e in fact.evidence],
    }
    return item | {key: value for key, value in told.items() if value not in ("", [])}


def _urn(id_: str) -> str:
    return f"urn:persona:{quote(id_, safe='/')}"
