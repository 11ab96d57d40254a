"""Collects the permissively licensed texts that the shipped embedding model is fitted on.

    apt-get install wordnet-base python3-doc python-django-doc python-flask-doc rust-doc postgresql-doc
    python texts.py OUT          # writes OUT/texts.jsonl {"text"} and OUT/pairs.jsonl {"a", "b"}

WordNet 3.0 (WordNet licence, BSD-like): glosses, examples, and pairs of gloss and example, word and gloss, word and broader word.
Python documentation (PSF-2.0), Django and Flask documentation (BSD-3-Clause), Rust books (MIT or Apache-2.0) and PostgreSQL
documentation (PostgreSQL licence): sentences, and pairs of heading and paragraph, sentence and next sentence.
"""

from __future__ import annotations

import itertools
import json
import random
import re
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

WORDNET = Path("/usr/share/wordnet")
DOCUMENTATION = [
    ("/usr/share/doc/python3.11/html", ("tutorial", "howto", "faq", "library", "using", "whatsnew")),
    ("/usr/share/doc/python-django-doc/html", ("topics", "intro", "howto", "faq", "ref", "internals")),
    ("/usr/share/doc/python-flask-doc/html", ("",)),
    (
        "/usr/share/doc/rust-doc/html",
        ("book", "reference", "cargo", "rustc", "nomicon", "rust-by-example", "embedded-book"),
    ),
    ("/usr/share/doc/postgresql-doc-15/html", ("",)),
]


def synsets() -> Iterator[dict]:
    """Every synset: its id, lexicographer file, words, broader synsets, definition and examples."""
    for kind in ("noun", "verb", "adj", "adv"):
        for line in (WORDNET / f"data.{kind}").read_text(encoding="utf-8").splitlines():
            if line.startswith(" "):
                continue
            head, _, gloss = line.partition(" | ")
            fields = head.split()
            count = int(fields[3], 16)
            words = [re.sub(r"\(\w+\)$", "", w).replace("_", " ") for w in fields[4 : 4 + 2 * count : 2]]
            pointers = fields[5 + 2 * count :]
            broader = [
                f"{pointers[i + 2]}{pointers[i + 1]}" for i in range(len(pointers) - 3) if pointers[i] in {"@", "@i"}
            ]
            examples = re.findall(r'"([^"]{8,})"', gloss)
            definition = re.split(r';\s*"', gloss)[0].strip(' ;"')
            yield {"id": f"{fields[2]}{fields[0]}".replace("s", "a"), "kind": kind, "file": int(fields[1]), "words": words,
                   "broader": broader, "definition": definition, "examples": examples}  # fmt: skip


class Prose(HTMLParser):
    """Headings and paragraphs of a page, in order, as ("h" | "p", text)."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, str]] = []
        self._open = ""
        self._skip = 0
        self._parts: list[str] = []

    def handle_starttag(self, tag, attrs):  # noqa: ARG002 - the parser's signature
        self._skip += tag in {"pre", "script", "style", "table"}
        if tag in {"p", "h1", "h2", "h3"}:
            self._open, self._parts = tag, []

    def handle_endtag(self, tag):
        self._skip -= tag in {"pre", "script", "style", "table"}
        if tag == self._open:
            text = " ".join("".join(self._parts).replace("\u00b6", "").split())
            if text:
                self.found.append((tag[0], text))
            self._open = ""

    def handle_data(self, data):
        if self._open and self._skip <= 0:
            self._parts.append(data)


def sentences(paragraph: str) -> list[str]:
    return [s for s in re.split(r"(?<=[.!?])\s+(?=[A-Z])", paragraph) if 4 <= len(s.split()) <= 60]


def documentation() -> Iterator[tuple[str, str | None, str | None]]:
    """(sentence or heading, None, None) and (None, a, b) for pairs, from the manuals that are installed."""
    for root, parts in DOCUMENTATION:
        for part in parts:
            for page in sorted((Path(root) / part).glob("*.html" if not part else "**/*.html")):
                prose = Prose()
                prose.feed(page.read_text(encoding="utf-8", errors="replace"))
                heading = ""
                for kind, text in prose.found:
                    if kind == "h":
                        heading = re.sub(r"^[\d.]+\s*", "", text)
                        continue
                    said = sentences(text)
                    for s in said:
                        yield s, None, None
                    if said and heading:
                        yield "", heading, said[0]
                    for a, b in itertools.pairwise(said):
                        yield "", a, b


def main(out: Path) -> None:
    rng = random.Random(20260101)
    nets = list(synsets())
    by_id = {s["id"]: s for s in nets}
    texts: dict[str, None] = {}
    pairs: dict[tuple[str, str], None] = {}
    for s in nets:
        word, definition = s["words"][0], s["definition"]
        texts.setdefault(f"{', '.join(s['words'])}: {definition}")
        for example in s["examples"]:
            texts.setdefault(example)
            pairs.setdefault((f"{word}: {definition}", example))
        pairs.setdefault((rng.choice(s["words"]), definition))
        for other in s["words"][1:]:
            pairs.setdefault((word, other))
        for up in s["broader"]:
            if up in by_id:
                pairs.setdefault((word, f"{by_id[up]['words'][0]}: {by_id[up]['definition']}"))
    manual: dict[str, None] = {}
    manual_pairs: dict[tuple[str, str], None] = {}
    for text, a, b in documentation():
        if text:
            manual.setdefault(text)
        else:
            manual_pairs.setdefault((a, b))
    keep = rng.sample(list(manual), min(60_000, len(manual)))
    out.mkdir(parents=True, exist_ok=True)
    everything = [*texts, *keep]
    rng.shuffle(everything)
    (out / "texts.jsonl").write_text("".join(json.dumps({"text": t}) + "\n" for t in everything), encoding="utf-8")
    all_pairs = [*pairs, *rng.sample(list(manual_pairs), min(60_000, len(manual_pairs)))]
    rng.shuffle(all_pairs)
    (out / "pairs.jsonl").write_text(
        "".join(json.dumps({"a": a, "b": b}) + "\n" for a, b in all_pairs), encoding="utf-8"
    )
    print(f"{len(texts)} WordNet texts, {len(manual)} manual sentences ({len(keep)} kept), {len(all_pairs)} pairs")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
