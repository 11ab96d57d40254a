"""One self-contained page that shows the graph: nothing is fetched, and text from memory can never run.

The memory stands in the page as JSON in a data block with `<` written as an escape, and becomes text nodes alone. The
content security policy lets the page's own two scripts run, by their hashes, and forbids every request.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterator
from importlib.resources import files
from itertools import islice
from typing import Any

import orjson

from persona_cli.core.model import Fact
from persona_cli.core.when import BEGINNING, END
from persona_cli.work.graph.as_timeline import timeline
from persona_cli.work.graph.model import Graph, GraphNode, begins, ends, iso

_LIBRARY = ("d3-dispatch", "d3-timer", "d3-quadtree", "d3-force")  # each needs those before it
_APP = ("data.js", "draw.js", "panel.js", "app.js")
_BATCH = 2000


def as_html(graph: Graph) -> Iterator[str]:
    """The page, with every fact, quote and date of the graph inside it."""
    layout = "\n".join([*(_asset(f"vendor/{name}.min.js") for name in _LIBRARY), _asset("layout.js")])
    app = '(() => {\n"use strict";\n' + "\n".join(map(_asset, _APP)) + "})();\n"
    style = _asset("page.css")
    policy = "; ".join(
        (
            "default-src 'none'",
            f"script-src '{_hash(layout)}' '{_hash(app)}'",
            f"style-src '{_hash(style)}'",
            "worker-src blob:",
            "base-uri 'none'",
            "form-action 'none'",
        )
    )
    before, after = _asset("page.html").split("@MEMORY@")
    yield before.replace("@CSP@", policy).replace("@STYLE@", style)
    yield from _memory(graph)
    after, licence = after.replace("@LAYOUT@", layout), _asset("vendor/LICENSE")
    yield after.replace("@APP@", app).replace("@LICENSE@", licence)


def _asset(name: str) -> str:
    return files("persona_cli.work.graph").joinpath("page", name).read_text("utf-8")


def _hash(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def _memory(graph: Graph) -> Iterator[str]:
    """The data block, rows as arrays and names as indexes: a memory of 100,000 facts has to load from disk at once."""
    facts = graph.facts()
    fact_at = {fact.id: place for place, fact in enumerate(facts)}
    node_at = {node.id: place for place, node in enumerate(graph.nodes)}
    labels = sorted({fact.predicate for fact in facts} | {link.label for link in graph.links})
    label_at = {label: place for place, label in enumerate(labels)}
    left_out = str(graph.left_out) if graph.left_out else ""
    yield '{"left_out":' + _json(left_out) + ',"labels":' + _json(labels) + ',"nodes":['
    yield from _rows(_node(node, fact_at) for node in graph.nodes)
    yield '],"facts":['
    yield from _rows(_fact(fact, node_at, label_at) for fact in facts)
    yield '],"links":['
    yield from _rows(
        [node_at[x.source], node_at[x.target], label_at[x.label], fact_at[x.fact.id] if x.fact else -1]
        for x in graph.links
    )
    yield '],"timeline":['
    yield from _rows(
        [e.when, e.change, fact_at[e.fact.id], fact_at[e.before.id] if e.before else -1] for e in timeline(graph)
    )
    yield "]}"


def _node(node: GraphNode, fact_at: dict[str, int]) -> list[Any]:
    own = [fact_at[fact.id] for fact in node.facts]
    return [node.id, node.name, node.kind, node.type, node.val, own, node.aliases, node.description, node.time]


def _fact(fact: Fact, node_at: dict[str, int], label_at: dict[str, int]) -> list[Any]:
    begin, end = begins(fact), ends(fact)
    return [
        fact.id,
        fact.text,
        node_at.get(fact.subject, -1),
        label_at[fact.predicate],
        fact.kind,
        fact.status,
        iso(fact.valid_at),
        iso(fact.invalid_at),
        fact.when_said,
        fact.said_at,
        "" if begin == BEGINNING else begin[:10],
        "" if end == END else end[:10],
        [[evidence.quote, evidence.source_id or evidence.turn] for evidence in fact.evidence],
    ]


def _rows(rows: Iterator[list[Any]]) -> Iterator[str]:
    before = ""
    while batch := list(islice(rows, _BATCH)):
        yield before + _json(batch)[1:-1]
        before = ","


def _json(value: Any) -> str:
    """JSON that no HTML parser can leave: nothing in it can end the data block or open a comment."""
    text = orjson.dumps(value).decode()
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")
