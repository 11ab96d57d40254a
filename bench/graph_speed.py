"""What a graph of many facts costs: each export's CPU seconds beside those of reading the same logs, and the memory.

    PYTHONPATH=. python bench/graph_speed.py [--facts 100000] [--format json] [--all]

The logs are made from a seed and written by the store's own writer, so that reading them is the real thing.
"""

from __future__ import annotations

import argparse
import json
import random
import resource
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from persona_cli.core.codec import encode_line
from persona_cli.core.event import LOGS, Event, operation_event, operation_of
from persona_cli.core.fold import fold
from persona_cli.core.model import USER_ENTITY, Operation
from persona_cli.store.log import append_lines, log_files, read_tail
from persona_cli.work.graph.build import build_graph
from persona_cli.work.graph.table import FORMATS, Format

BATCH = 1000  # facts of one operation
VERBS = ("works_at", "lives_in", "friend_of", "visited", "owns", "read", "plays", "likes")
WORDS = (
    "amber birch cedar delta ember fjord grove harbour inlet jade kelp lagoon moss north ochre pine quartz reed".split()
)


def make_logs(root: Path, facts: int, seed: int = 11) -> None:
    dice = random.Random(seed)
    entities = max(10, facts // 5)
    names = [" ".join(dice.choices(WORDS, k=2)).title() for _ in range(entities)]
    pieces: dict[str, list[Event]] = {"entities": [], "facts": []}
    operations = []
    for i in range(entities):
        ident = USER_ENTITY if i == 0 else f"en_{i:07}"
        pieces["entities"].append(
            Event("entity", ident, {"name": names[i], "kind": "subject" if i else "user", "etype": "thing"}, "op_0", i)
        )
    operations.append(Operation("op_0", "benchdev", 1, 1, "2026-01-01T00:00:00Z", "make"))
    for i in range(facts):
        number = i // BATCH + 1
        if i % BATCH == 0:
            operations.append(
                Operation(f"op_{number}", "benchdev", number + 1, number + 1, "2026-01-01T00:00:00Z", "make")
            )
        a, b = dice.randrange(entities), dice.randrange(entities)
        verb, year = dice.choice(VERBS), 2010 + dice.randrange(16)
        text = f"{names[a]} {verb.replace('_', ' ')} {names[b]} these days, as far as anyone can tell."
        body = {
            "subject": USER_ENTITY if a == 0 else f"en_{a:07}", "predicate": verb, "text": text, "kind": "fact",
            "object": f"en_{max(b, 1):07}" if dice.random() < 0.7 else "", "valid_at": f"{year}-0{1 + dice.randrange(9)}",
            "invalid_at": f"{year + 2}" if dice.random() < 0.2 else "", "said_at": f"{year}-06-01T10:00:00Z",
            "evidence": [{"turn": f"tu_{i:08}", "quote": text[:-1], "source_id": f"m{i}"}], "confidence": 0.9, "extractor": "rules",
        }  # fmt: skip
        pieces["facts"].append(Event("assert", f"fa_{i:08}", body, f"op_{number}", i % BATCH))
    pieces["operations"] = [operation_event(operation) for operation in operations]
    for log, events in pieces.items():
        for start in range(0, len(events), 5 * BATCH):
            append_lines(
                root,
                log,
                "2026-01",
                "benchdev",
                [encode_line(event.record()) for event in events[start : start + 5 * BATCH]],
            )


def read_logs(root: Path) -> tuple[list[Operation], list[Event]]:
    by_log: dict[str, list[Event]] = {log: [] for log in LOGS}
    for log in LOGS:
        for file in log_files(root, log):
            for tail in read_tail(root, file.name):
                assert not tail.problems
                by_log[log] += tail.events
    operations = [operation_of(event) for event in by_log.pop("operations")]
    return operations, [event for events in by_log.values() for event in events]


def timed(deed: Callable[[], Any]) -> tuple[float, Any]:
    begin = time.process_time()
    result = deed()
    return time.process_time() - begin, result


def write(form: Format, graph: Any, place: Path) -> int:
    with place.open("w", encoding="utf-8", newline="") as out:
        for piece in form.write(graph) if form.write else (text for _, text in form.files(graph)):
            out.write(piece)
    return place.stat().st_size


def peak_mb() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return used / (1024 * 1024 if sys.platform == "darwin" else 1024)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--facts", type=int, default=100_000)
    options.add_argument("--format", default="json", choices=sorted(FORMATS))
    options.add_argument("--all", action="store_true", help="every format, one after the other")
    options.add_argument(
        "--made", type=Path, help="a folder where the logs are, or will be, made; else a temporary one"
    )
    asked = options.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        root = asked.made or Path(temporary)
        if not (root / "facts").is_dir():
            make_logs(root, asked.facts)
        size = sum(file.stat().st_size for file in root.rglob("*.jsonl"))
        reading, (operations, events) = timed(lambda: read_logs(root))
        folding, belief = timed(lambda: fold(operations, events))
        operations, events = [], []
        building, graph = timed(lambda: build_graph(belief.entities.values(), belief.facts.values(), include_past=True))
        told = {
            "facts": len(belief.facts),
            "logs_mb": round(size / 1e6, 1),
            "read_s": round(reading, 2),
            "fold_s": round(folding, 2),
        }
        for name in sorted(FORMATS) if asked.all else [asked.format]:
            writing, written = timed(lambda name=name: write(FORMATS[name], graph, Path(temporary) / "out"))
            export = building + writing
            whole = reading + folding + export
            print(
                json.dumps(
                    {
                        **told, "format": name, "graph_s": round(building, 2), "write_s": round(writing, 2), "mb": round(written / 1e6, 1),
                        "export_to_reading": round(export / reading, 2), "whole_to_reading": round(whole / reading, 2), "peak_mb": round(peak_mb()),
                    }
                )
            )  # fmt: skip


if __name__ == "__main__":
    main()
