"""A folder of Markdown notes, one for each node, linked to each other as Obsidian links them.

Text from memory is escaped so that it stays text: it can make no link, tag, embed, comment, formula, HTML or template.
"""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterator

from persona_cli.core.model import Fact
from persona_cli.work.graph.fields import markdown, one_line, span
from persona_cli.work.graph.model import NODE_KINDS, Graph, GraphLink, GraphNode

INDEX = "Memory.md"
_FOLDERS = {"user": "", "goal": "Goals/", "psyche": "Psyche/", "episode": "Episodes/"}  # by kind
_TYPES = {"person": "People/", "place": "Places/", "organisation": "Organisations/"}  # of entities
_TYPES |= {"work": "Works/", "animal": "Animals/", "thing": "Things/"}
_OTHERS = "Others/"
_NO_NAME = "(no name)"
_NAME_BYTES = 120  # of 255 that file systems allow, to leave room for sync tools' own endings
_FORBIDDEN = re.compile(r'[\\/:*?"<>|#^\[\]%`${}\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]+')
_RESERVED = re.compile(r"(?:con|prn|aux|nul|com\d|lpt\d)(?:\..*)?", re.IGNORECASE)  # no file name on Windows
_YAML_ESCAPED = re.compile('["\\\\\x00-\x1f\x7f-\xa0\u2028\u2029\ufeff\ud800-\udfff\ufffe\uffff]')


def as_obsidian(graph: Graph) -> Iterator[tuple[str, str]]:
    """Relative path and text of each note, the index first."""
    paths = _paths(graph)
    nodes = {node.id: node for node in graph.nodes}
    outgoing: defaultdict[str, list[GraphLink]] = defaultdict(list)
    incoming: defaultdict[str, list[GraphLink]] = defaultdict(list)
    for link in graph.links:
        outgoing[link.source].append(link)
        incoming[link.target].append(link)
    wiki = {key: f"[[{path[:-3]}|{_alias(nodes[key].name)}]]" for key, path in paths.items()}
    yield INDEX, _index(graph, wiki)
    for node in graph.nodes:
        yield paths[node.id], _note(node, outgoing[node.id], incoming[node.id], wiki)


def _index(graph: Graph, wiki: dict[str, str]) -> str:
    parts = ["# Memory\n"]
    for kind in NODE_KINDS:
        if members := [node for node in graph.nodes if node.kind == kind]:
            parts.append(f"\n## {kind.title()}\n\n")
            members.sort(key=lambda node: (node.name.casefold(), node.id))
            parts.extend(f"- {wiki[node.id]}\n" for node in members)
    return "".join(parts)


def _note(node: GraphNode, outgoing: list[GraphLink], incoming: list[GraphLink], wiki: dict[str, str]) -> str:
    front = [f"id: {_yaml(node.id)}", f"kind: {node.kind}"]
    front += [f"type: {_yaml(node.type)}"] if node.type else []
    front += [f"time: {_yaml(node.time)}"] if node.time else []
    front += ["aliases:", *(f"  - {_yaml(alias)}" for alias in node.aliases if alias)] if any(node.aliases) else []
    parts = ["---\n", *(f"{line}\n" for line in front), f"---\n\n# {markdown(node.name) or _NO_NAME}\n"]
    if node.description:
        parts.append(f"\n{markdown(node.description)}\n")
    if node.facts:
        parts += ["\n## Facts\n\n", *(_fact(fact, "") for fact in node.facts)]
    if outgoing:
        parts.append("\n## Links\n\n")
        parts += [_line(link, f"{_words(link)} → {wiki[link.target]}") for link in outgoing]
    if incoming:
        parts.append("\n## Linked from\n\n")
        parts += [_line(link, f"{wiki[link.source]} → {_words(link)}") for link in incoming]
    return "".join(parts)


def _line(link: GraphLink, head: str) -> str:
    return _fact(link.fact, f"{head}: ") if link.fact else f"- {head}\n"


def _words(link: GraphLink) -> str:
    label = link.label.lower() if link.kind == "episode" else link.label
    return markdown(label.replace("_", " "))


def _fact(fact: Fact, head: str) -> str:
    when = f" ({span(fact)})" if span(fact) else ""
    status = f" [{fact.status}]" if fact.status else ""
    line = f"- {head}{markdown(fact.text)}{when}{status} ^{_block(fact.id)}\n"
    return line + "".join(f"    - “{markdown(evidence.quote)}”\n" for evidence in fact.evidence if evidence.quote)


def _paths(graph: Graph) -> dict[str, str]:
    """A path for each node that no other has, also where the file system ignores case; names win over ids."""
    taken = {INDEX.casefold()}
    paths: dict[str, str] = {}
    for node in graph.nodes:
        folder = _FOLDERS.get(node.kind, _TYPES.get(node.type, _OTHERS))
        name = _file_name(node.name)
        path = f"{folder}{name}.md"
        if not name or path.casefold() in taken:
            path = f"{folder}{name} ({_file_name(node.id)}).md".replace("/ (", "/(")
        taken.add(path.casefold())
        paths[node.id] = path
    return paths


def _file_name(name: str) -> str:
    """A name every file system takes and no link syntax reads; may be empty."""
    plain = one_line(_FORBIDDEN.sub(" ", unicodedata.normalize("NFC", one_line(name)))).strip(". ")
    plain = plain.encode()[:_NAME_BYTES].decode(errors="ignore").strip(". ")
    while plain.casefold().endswith(".md"):  # else a link to `note.md` would mean another file than `note.md.md`
        plain = plain[:-3].strip(". ")
    return f"{plain} " + "note" if _RESERVED.fullmatch(plain) else plain


def _alias(name: str) -> str:
    """The shown text of a link; brackets and bars would end it, and it must not read as markup."""
    return one_line(re.sub(r"[\[\]|<%`$]", " ", name)) or _NO_NAME


def _block(id_: str) -> str:
    return re.sub(r"[^A-Za-z0-9-]", "-", id_)


def _yaml(text: str) -> str:
    """A double-quoted YAML scalar. Format: https://yaml.org/spec/1.2.2/#57-escaped-characters."""
    return '"' + _YAML_ESCAPED.sub(_escape, text) + '"'


def _escape(found: re.Match[str]) -> str:
    return f"\\{found[0]}" if found[0] in '"\\' else f"\\u{ord(found[0]):04x}"
