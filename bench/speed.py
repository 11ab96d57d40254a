"""How much CPU time and memory the commands take on vaults of given sizes, as ratios to a baseline of the same run.

    python bench/speed.py 1000 10000 100000

Prints a table: for each size in turns, bulk ingest (turns a second, peak memory), then cold `persona --help`, `persona recall` and the
ingest of one transcript of 20 turns, each the least CPU time (user and system, of the whole process) of several runs; then what a
question costs in a process that stays, the median of 100 different ones. The
baseline is `python -c "import typer, orjson, tantivy, numpy, tokenizers"`. CPU time is used because wall time says more about what else
the machine does. The vaults are made in a temporary folder and removed.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import statistics
import sys
import tempfile
import time
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[1]
BASELINE = ("-c", "import typer, orjson, tantivy, numpy, tokenizers")
QUERIES = (
    "where did we put the copper kettle?",
    "who plays the cello",
    "what do I like to eat in the evening",
    "ferry in March",
)

QUESTIONS = (
    "where did we put the {adjective} {thing}?",
    "who {verb} the {thing} in {place}",
    "what did {person} say about the {thing}",
    "when did I see the {thing2} near {place}?",
    "which {thing} do I like more",
    "{person} {thing} {place}",
)

PEOPLE = "Anna Ben Carla David Edda Farid Greta Hanno Ines Jonas Keiko Luis Mara Nils Olga Pavel".split()
PLACES = "Oporto Ghent Turku Malmo Lucca Bergen Tartu Nantes Graz Cork Vigo Pecs".split()
THINGS = (
    "kettle cello bridge quilt ferry lamp garden atlas kite anvil teapot ladder bicycle harp lantern compass canoe easel loom telescope"
    " saddle trumpet carpet mirror pump oven sofa clock radio camera"
).split()
ADJECTIVES = "copper old quiet green heavy borrowed broken tiny striped bright wooden rusty soft loud foreign plain narrow spare".split()
VERBS = "bought lost repaired painted found sold borrowed cleaned moved measured described hid wrapped counted polished".split()
FRAMES = (
    "I {verb} the {adjective} {thing} in {place} with {person}.",
    "I like the {adjective} {thing} more than the {thing2}.",
    "{person} told me about a {adjective} {thing} near {place}.",
    "Tomorrow I want to look for a {thing} and a {adjective} {thing2}.",
    "There was a {adjective} {thing} in the window of the shop behind the station in {place}.",
    "It rained, so {person} and the others stayed inside and {verb} the {thing}.",
    "What would you do with {number} pieces of a {adjective} {thing}?",
    "We talked for {number} minutes about the {thing} that {person} {verb}.",
    "Do you remember the {adjective} {thing} from {place}?",
    "It took {number} days until the {thing} was {verb}, and {person} laughed.",
)
ANSWERS = (
    "That sounds good.",
    "Tell me more about the {thing}.",
    "The {adjective} one? In {place}?",
    "I see, {number} of them.",
)


@dataclass(frozen=True, slots=True)
class Run:
    """What one process took."""

    cpu: float  # seconds, user and system
    wall: float
    memory: float  # MB, peak resident
    said: str = ""


def sentence(chance: random.Random, frames: tuple[str, ...]) -> str:
    words = {
        "person": chance.choice(PEOPLE), "place": chance.choice(PLACES), "thing": chance.choice(THINGS), "thing2": chance.choice(THINGS),
        "adjective": chance.choice(ADJECTIVES), "verb": chance.choice(VERBS), "number": str(chance.randint(2, 9999)),
    }  # fmt: skip
    return chance.choice(frames).format(**words)


def write_transcript(path: Path, turns: int, seed: int) -> Path:
    """A made-up conversation as native messages."""
    chance = random.Random(seed)
    with path.open("w", encoding="utf-8") as file:
        for number in range(turns):
            user = number % 2 == 0
            text = " ".join(
                sentence(chance, FRAMES if user else ANSWERS) for _ in range(chance.randint(1, 3) if user else 1)
            )
            day = f"20{10 + seed % 15:02}-{1 + seed % 12:02}-{1 + number % 28:02}T{number % 24:02}:00:00Z"
            role = "user" if user else "assistant"
            body = {
                "id": f"{seed}-{number}",
                "conversation": f"c{seed}",
                "time": day,
                "speaker": role,
                "role": role,
                "text": text,
            }
            file.write(json.dumps(body) + "\n")
    return path


def measure(arguments: tuple[str, ...], vault: Path) -> Run:
    """Run one process to its end; raises SystemExit with its words if it fails."""
    environ = {**os.environ, "PERSONA_VAULT": str(vault), "HOME": str(vault.parent), "PYTHONPATH": str(REPOSITORY)}
    began = time.monotonic()
    with tempfile.TemporaryFile() as out:
        pid = os.posix_spawn(
            sys.executable, [sys.executable, *arguments], environ,
            file_actions=[(os.POSIX_SPAWN_DUP2, out.fileno(), 1), (os.POSIX_SPAWN_DUP2, out.fileno(), 2)],
        )  # fmt: skip
        _, status, usage = os.wait4(pid, 0)
        out.seek(0)
        said = out.read().decode()
        if (code := os.waitstatus_to_exitcode(status)) not in (0, 4):  # 4: recall found nothing
            raise SystemExit(f"{' '.join(arguments)} failed with {code}: {said}")
    scale = 1024 if sys.platform != "darwin" else 1024 * 1024
    return Run(usage.ru_utime + usage.ru_stime, time.monotonic() - began, usage.ru_maxrss / scale, said.strip())


def least(runs: list[Run]) -> Run:
    return Run(min(r.cpu for r in runs), min(r.wall for r in runs), max(r.memory for r in runs))


def persona(*arguments: str) -> tuple[str, ...]:
    return ("-m", "persona_cli", *arguments)


def report(size: int, folder: Path, repeat: int) -> None:
    """Make one vault and print its lines of the table."""
    vault = folder / "vault"
    measure(persona("init"), vault)
    talks = folder / "talks"
    talks.mkdir()
    for number in range(0, size, 200):
        write_transcript(talks / f"{number}.jsonl", min(200, size - number), number // 200)
    bulk = measure(persona("ingest", str(talks)), vault)
    print(
        f"{size:>8} | bulk ingest       | {bulk.cpu:8.2f} s CPU {bulk.wall:8.2f} s wall {bulk.memory:6.0f} MB | {size / bulk.wall:,.0f} turns a second"
    )
    base = least([measure(BASELINE, vault) for _ in range(repeat)])
    show(size, "baseline imports", base, base)
    show(size, "--help", least([measure(persona("--help"), vault) for _ in range(repeat)]), base)
    measure(persona("recall", QUERIES[0]), vault)
    recall = least([measure(persona("recall", QUERIES[n % len(QUERIES)]), vault) for n in range(repeat)])
    show(size, "recall", recall, base)
    small = [write_transcript(folder / f"small{n}.jsonl", 20, 100_000 + n) for n in range(repeat)]
    ingest = least([measure(persona("ingest", str(path)), vault) for path in small])
    show(size, "ingest of 20 turns", ingest, base, f"{ingest.cpu / recall.cpu:.2f} x recall")
    again = least([measure(persona("ingest", str(path)), vault) for path in small])
    show(size, "the same again", again, base, f"{again.cpu / recall.cpu:.2f} x recall")
    after = least([measure(persona("recall", QUERIES[n % len(QUERIES)]), vault) for n in range(repeat)])
    show(size, "recall after these", after, base)
    warm = measure((__file__, "--warm"), vault)
    print(f"{size:>8} | {warm.said}", flush=True)
    disk = sum(path.stat().st_size for path in vault.rglob("*") if path.is_file())
    logs = sum(path.stat().st_size for path in vault.glob("*/*.jsonl"))
    print(f"{size:>8} | on disk           | {logs / 1e6:.1f} MB of logs, {(disk - logs) / 1e6:.1f} MB of index")


def warm_questions(vault: Path, count: int = 100) -> str:
    """What a question costs in this process, the vault once opened."""
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # as the command does
    from persona_cli.store.vault import Surroundings, open_vault
    from persona_cli.work.recall import Asked, recalling

    chance, asked, spent = random.Random(3), Asked(), []
    around = Surroundings(lambda: datetime.now(UTC), os.urandom, "")
    with recalling(open_vault(vault, around), say=print) as recaller:
        for number in range(count + 10):
            began = time.process_time()
            recaller.ask(sentence(chance, QUESTIONS), asked)
            spent += [time.process_time() - began] if number >= 10 else []  # the first ones load the model
    median, late = statistics.median(spent), sorted(spent)[int(0.95 * count)]
    return f"recall, warm      | {median * 1000:8.1f} ms CPU (median; 95 of 100 within {late * 1000:.1f} ms)"


def show(size: int, what: str, run: Run, base: Run, more: str = "") -> None:
    ratio = f"{run.cpu / base.cpu:.2f} x baseline"
    print(
        f"{size:>8} | {what:17} | {run.cpu * 1000:8.0f} ms CPU {run.wall * 1000:7.0f} ms wall {run.memory:6.0f} MB | {ratio} {more}",
        flush=True,
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("sizes", type=int, nargs="*", default=[1000, 10_000], help="turns in the vault")
    parser.add_argument("--repeat", type=int, default=5, help="runs of each command; the least counts")
    parser.add_argument(
        "--warm", action="store_true", help="measure questions in this process on $PERSONA_VAULT, and end"
    )
    options = parser.parse_args()
    if options.warm:
        print(warm_questions(Path(os.environ["PERSONA_VAULT"])))
        return
    for size in options.sizes:
        with tempfile.TemporaryDirectory(prefix="persona-speed-") as folder:
            report(size, Path(folder), options.repeat)


if __name__ == "__main__":
    main()
