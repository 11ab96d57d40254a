"""What each part of search adds: evidence recall on folders of conversations, arm by arm, with the real index code.

A folder holds NAME.messages.jsonl (id, conversation, time, speaker, role, text) and NAME.questions.jsonl (question,
kind, gold, for knowledge updates also old and new), one pair a vault. No language model takes part.

    python bench/recall_arms.py DATA [--set NAME] [--only NAME ...] [--model FOLDER] [--kinds]
"""

from __future__ import annotations

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import argparse
import json
import math
import sys
import tempfile
import time
from collections import defaultdict
from datetime import UTC, datetime
from pathlib import Path

from persona_cli.index.dense import Embedder
from persona_cli.index.document import Document, Neighbour
from persona_cli.index.lexical import Lexical
from persona_cli.index.meaning import BLEND, Meaning
from persona_cli.index.onnx import OnnxEmbedder, model_file
from persona_cli.index.query import understand
from persona_cli.index.search import ARMS, Searcher

NOW = datetime(2026, 1, 1, tzinfo=UTC)
STEPS = {
    "BM25": {"lexical"},
    "dense": {"dense"},
    "hybrid": {"lexical", "dense"},
    "+ related": {"lexical", "dense", "related"},
    "+ context": {"lexical", "dense", "related", "context"},
    "+ time": {"lexical", "dense", "related", "context", "time"},
    "+ graph": {"lexical", "dense", "related", "context", "time", "graph"},
    "+ intent": set(ARMS),
    "all - dense": ARMS - {"dense"},
    "all - related": ARMS - {"related"},
    "all - context": ARMS - {"context"},
    "all - time": ARMS - {"time"},
    "all - graph": ARMS - {"graph"},
}


class Messages:
    """The records of one file of messages."""

    def __init__(self, path: Path) -> None:
        lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
        places: dict[str, int] = defaultdict(int)
        last: dict[str, Document] = {}
        self.all: list[Document] = []
        for number, m in enumerate(lines):
            before = last.get(m["conversation"])
            near = (before.text, before.role, before.speaker) if before else ("", "", "")
            place = places[m["conversation"]]
            document = Document(
                number,
                "turn",
                m["id"],
                m["text"],
                m["conversation"],
                place,
                m["time"],
                m["speaker"],
                m["role"],
                "",
                *near,
            )
            places[m["conversation"]] += 1
            last[m["conversation"]] = document
            self.all.append(document)
        self.at = {(d.episode, d.position): d for d in self.all}

    def documents(self, numbers):
        return {n: self.all[n] for n in numbers}

    outlines = documents

    def neighbours(self, numbers, reach):
        return {n: list(self._near(self.all[n], reach)) for n in numbers}

    def _near(self, document, reach):
        for offset in range(-reach, reach + 1):
            near = self.at.get((document.episode, document.position + offset))
            if offset and near:
                yield Neighbour(near.number, offset, near.role, near.id)

    def of_entities(self, entities, limit):  # noqa: ARG002
        return []

    def in_window(self, start, end, limit):
        found = [d for d in self.all if start <= d.time < end]
        return [d.number for d in sorted(found, key=lambda d: d.time, reverse=True)][:limit]

    def facts_of(self, numbers):  # noqa: ARG002
        return {}

    def count(self):
        return len(self.all)


def opened(messages: Messages, folder: Path, embedder: Embedder):
    lexical = Lexical.open(folder / "lexical")
    with lexical.writer(bulk=True) as writer:
        for document in messages.all:
            writer.append(document)
        writer.commit()
    found = []
    for name, amount in (("plain", 0.0), ("blended", BLEND)):
        meaning = Meaning(folder / name, embedder, blend=amount)
        meaning.add(iter(messages.all), end=len(messages.all))
        found.append(Searcher(messages, [lexical], [meaning.vectors()]))
    return (*found, meaning)


def measure(gold, found):
    wanted = set(gold)
    recall = [len(wanted & set(found[:k])) / len(wanted) for k in (5, 10, 20)]
    return [*recall, next((1 / (i + 1) for i, x in enumerate(found) if x in wanted), 0.0)]


def newest_above(question, found):
    place = {x: n for n, x in enumerate(found)}
    new = min((place.get(x, math.inf) for x in question["new"]), default=math.inf)
    old = min((place.get(x, math.inf) for x in question["old"]), default=math.inf)
    return [float(new < 10 and new < old), float(new < 10)]


def run(folder: Path, options, embedder: Embedder, steps):
    scores = {step: defaultdict(list) for step in steps}
    spent = asked = 0
    for path in sorted(folder.glob("*.messages.jsonl")):
        name = path.name.split(".")[0]
        if options.only and name not in options.only:
            continue
        questions = path.with_name(path.name.replace(".messages.", ".questions.")).read_text(encoding="utf-8")
        with tempfile.TemporaryDirectory() as work:
            plain, blended, meaning = opened(Messages(path), Path(work), embedder)
            for number, line in enumerate(questions.splitlines()):
                question = json.loads(line)
                if options.half is not None and number % 2 != options.half:
                    continue
                for step in steps:
                    arms = STEPS[step]
                    searcher = blended if "context" in arms else plain
                    begun = time.process_time()
                    query = understand(question["question"], now=NOW)
                    vector = meaning.vector(query.meant)
                    hits = searcher.search(query, vector, limit=50, arms=arms)
                    spent, asked = spent + time.process_time() - begun, asked + 1
                    found = [hit.document.id for hit in hits]
                    if question["gold"]:
                        values = measure(question["gold"], found)
                        kind = question["kind"]
                        scores[step]["all" if kind != "adversarial" else "adversarial"].append(values)
                        scores[step]["  " + kind].append(values)
                    if question.get("old") and question.get("new"):
                        scores[step]["newest above oldest, newest in 10"].append(newest_above(question, found))
    return scores, 1000 * spent / max(1, asked)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("data", type=Path)
    parser.add_argument("--set", action="append")
    parser.add_argument("--only", nargs="*", help="names of conversations")
    parser.add_argument("--half", type=int, choices=(0, 1), help="only every other question")
    parser.add_argument("--model", type=Path, help="another embedding model: a folder, static or with model.onnx")
    parser.add_argument("--arms", nargs="*", choices=list(STEPS), default=list(STEPS))
    parser.add_argument("--kinds", action="store_true", help="also per kind of question")
    options = parser.parse_args()
    onnx = options.model and model_file(options.model)
    embedder = OnnxEmbedder(options.model) if onnx else Embedder.load(options.model)
    for folder in sorted(
        p for p in options.data.iterdir() if p.is_dir() and (not options.set or p.name in options.set)
    ):
        scores, cost = run(folder, options, embedder, options.arms)
        print(
            f"\n{folder.name}: {cost:.1f} ms CPU a question\n{'':16}{'':36}{'R@5':>7}{'R@10':>7}{'R@20':>7}{'MRR':>7}{'n':>6}"
        )
        for step, groups in scores.items():
            for group, values in sorted(groups.items()):
                if group.startswith("  ") and not options.kinds:
                    continue
                means = [sum(column) / len(values) for column in zip(*values, strict=True)]
                print(f"{step:16}{group:36}" + "".join(f"{100 * m:7.1f}" for m in means) + f"{len(values):6}")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
