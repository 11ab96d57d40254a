r"""Two CSV tables, nodes and edges, with the column names that Gephi and Neo4j importers look for.

Format: RFC 4180 with `\n` as the line end. Text stands as it was said: open it as text where a cell could be taken for
a formula.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator

from persona_cli.work.graph.model import Graph

NODES, EDGES = "nodes.csv", "edges.csv"
_NODE_COLUMNS = ("Id", "Label", "kind", "type", "val", "aliases", "description", "time", "facts")
_EDGE_COLUMNS = ("Source", "Target", "Type", "Id", "Label", "kind", "fact", "text", "valid_at", "invalid_at", "quotes")


def as_csv(graph: Graph) -> Iterator[tuple[str, str]]:
    """`nodes.csv` and `edges.csv`; several values in one cell stand on lines of their own."""
    yield NODES, _table(_NODE_COLUMNS, _nodes(graph))
    yield EDGES, _table(_EDGE_COLUMNS, _edges(graph))


def _nodes(graph: Graph) -> Iterator[tuple[object, ...]]:
    for node in graph.nodes:
        said = "\n".join(fact.text for fact in node.facts)
        aliases = "\n".join(node.aliases)
        yield (node.id, node.name, node.kind, node.type, node.val, aliases, node.description, node.time, said)


def _edges(graph: Graph) -> Iterator[tuple[object, ...]]:
    for link in graph.links:
        fact = link.fact
        kind, id_, text = (fact.kind, fact.id, fact.text) if fact else (link.kind, "", "")
        quotes = "\n".join(evidence.quote for evidence in fact.evidence) if fact else ""
        ends = (link.source, link.target, "Directed", link.id, link.label)
        yield (*ends, kind, id_, text, link.valid_at, link.invalid_at, quotes)


def _table(columns: tuple[str, ...], rows: Iterable[tuple[object, ...]]) -> str:
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\n", quoting=csv.QUOTE_ALL)  # left to itself it leaves a lone \r bare
    writer.writerow(columns)
    writer.writerows(rows)
    return text.getvalue()
