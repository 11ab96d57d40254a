"""Cypher statements for Neo4j and other openCypher databases; running them again changes nothing.

Every node is `(:Memory {id})`, every fact a relationship of its own with the fact's id, typed by its predicate in upper
case. The constraint on the first line is Neo4j's syntax; where a database has another, leave that line out.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from itertools import islice

from persona_cli.work.graph.model import NODE_KINDS, Graph, GraphLink, GraphNode

_BATCH = 200  # rows of one statement
_ESCAPES = str.maketrans({"\\": "\\\\", "'": "\\'", "\n": "\\n", "\r": "\\r", "\t": "\\t", "\x00": "\ufffd"})
_NOT_WORD = re.compile(r"\W+")

Value = str | int | float | tuple[str, ...]


def as_cypher(graph: Graph) -> Iterator[str]:
    """Statements, each ended by `;` at the end of a line, one row of data a line."""
    yield "CREATE CONSTRAINT memory_id IF NOT EXISTS FOR (n:Memory) REQUIRE n.id IS UNIQUE;\n"
    for kind in NODE_KINDS:
        rows = (_row(_node(node)) for node in graph.nodes if node.kind == kind)
        yield from _statements(rows, f"MERGE (n:Memory {{id: row.id}}) SET n = row, n:{kind.title()}")
    by_type: defaultdict[str, list[GraphLink]] = defaultdict(list)
    for link in graph.links:
        by_type[_type(link.label)].append(link)
    for name in sorted(by_type):
        rows = (
            f"{{source: {_literal(x.source)}, target: {_literal(x.target)}, it: {_row(_link(x))}}}"
            for x in by_type[name]
        )
        ends = "MATCH (a:Memory {id: row.source}), (b:Memory {id: row.target})"
        yield from _statements(rows, f"{ends} MERGE (a)-[r:`{name}` {{id: row.it.id}}]->(b) SET r = row.it")


def _statements(rows: Iterator[str], deed: str) -> Iterator[str]:
    while batch := list(islice(rows, _BATCH)):
        yield "UNWIND [\n" + ",\n".join(batch) + f"\n] AS row {deed};\n"


def _node(node: GraphNode) -> dict[str, Value]:
    return {
        "id": node.id,
        "name": node.name,
        "kind": node.kind,
        "type": node.type,
        "val": node.val,
        "aliases": node.aliases,
        "description": node.description,
        "time": node.time,
        "facts": tuple(fact.text for fact in node.facts),
    }


def _link(link: GraphLink) -> dict[str, Value]:
    if link.fact is None:
        return {"id": link.id, "label": link.label, "kind": link.kind}
    return {
        "id": link.id,
        "label": link.label,
        "kind": link.fact.kind,
        "fact": link.fact.id,
        "text": link.fact.text,
        "valid_at": link.valid_at,
        "invalid_at": link.invalid_at,
        "said_at": link.fact.said_at,
        "confidence": link.fact.confidence,
        "quotes": tuple(evidence.quote for evidence in link.fact.evidence),
    }


def _row(values: dict[str, Value]) -> str:
    """A map literal without its empty values: a property that is absent is null."""
    return "{" + ", ".join(f"{key}: {_literal(value)}" for key, value in values.items() if value not in ("", ())) + "}"


def _literal(value: Value) -> str:
    if isinstance(value, str):
        return "'" + value.translate(_ESCAPES) + "'"
    if isinstance(value, tuple):
        return "[" + ", ".join(map(_literal, value)) + "]"
    return str(value)


def _type(label: str) -> str:
    """A relationship type that needs no escaping: words in upper case, joined by underscores."""
    return _NOT_WORD.sub("_", label).strip("_").upper() or "FACT"
