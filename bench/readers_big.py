"""Generate a large export of each kind, read it in a process of its own, and print time and peak memory.

    python bench/readers_big.py --mb 1000 [--format chatgpt mbox whatsapp ...] [--folder DIR]

The files are made of invented words from a fixed seed, and deleted afterwards unless a folder is named.
"""

from __future__ import annotations

import argparse
import json
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

WORDS = "lake door bread choir green paint letter river plum north table music evening garden stone walk rain window".split()
START = datetime(2015, 1, 1, tzinfo=UTC)


def sentence(rng: random.Random, most: int = 60) -> str:
    return " ".join(rng.choices(WORDS, k=rng.randint(3, most))).capitalize() + "."


def chatgpt(rng: random.Random) -> Iterator[str]:
    yield "["
    number = 0
    while True:
        mapping = {"root": {"id": "root", "message": None, "parent": None, "children": ["0"]}}
        for turn in range(rng.randint(4, 60)):
            role = "user" if turn % 2 == 0 else "assistant"
            content = {"content_type": "text", "parts": [sentence(rng, 60 if role == "user" else 400)]}
            message = {"id": f"m{number}-{turn}", "author": {"role": role}, "content": content}
            message["create_time"] = 1.6e9 + number * 1000 + turn
            mapping[str(turn)] = {
                "id": str(turn),
                "message": message,
                "parent": str(turn - 1) if turn else "root",
                "children": [str(turn + 1)],
            }
        last = list(mapping)[-1]
        mapping[last]["children"] = []
        about = {"title": sentence(rng, 5), "create_time": 1.6e9 + number * 1000, "id": f"c{number}"}
        yield ("," if number else "") + json.dumps({**about, "current_node": last, "mapping": mapping}) + "\n"
        number += 1


def mbox(rng: random.Random) -> Iterator[str]:
    number = 0
    while True:
        when = START + timedelta(minutes=37 * number)
        head = f"From a@example.org {when:%a %b %d %H:%M:%S} +0000 {when:%Y}\nFrom: Ana <ana@example.org>\nTo: b@example.org\n"
        head += f"Subject: {sentence(rng, 5)}\nDate: {when:%a, %d %b %Y %H:%M:%S} +0000\nMessage-ID: <{number}@example.org>\n"
        body = "\n".join(sentence(rng, 12) for _ in range(rng.randint(2, 30)))
        body += "\n\nOn Monday, Ben wrote:\n" + "\n".join("> " + sentence(rng, 12) for _ in range(8))
        if number % 20 == 0:  # an attachment of some hundred KB
            body += "\n" + "\n".join("QUJD" * 19 for _ in range(rng.randint(1000, 6000)))
        yield f"{head}MIME-Version: 1.0\nContent-Type: text/plain; charset=utf-8\n\n{body}\n\n"
        number += 1


def whatsapp(rng: random.Random) -> Iterator[str]:
    when = START
    while True:
        when += timedelta(minutes=rng.choice([0, 0, 1, 1, 2, 5, 90]))
        text = sentence(rng, 25) + ("\n" + sentence(rng, 20) if rng.random() < 0.1 else "")
        yield f"{when:%d/%m/%Y, %H:%M} - {rng.choice(['Ana', 'Ben', 'Mara Holt'])}: {text}\n"


def text(rng: random.Random) -> Iterator[str]:
    while True:
        yield f"{rng.choice(['User', 'Assistant'])}: {sentence(rng)}\n\n"


def messages(rng: random.Random) -> Iterator[str]:
    number = 0
    while True:
        about = {"id": f"m{number}", "conversation": f"c{number // 50}", "time": "2026-03-05T10:00:00Z"}
        yield json.dumps({**about, "speaker": "User", "role": "user", "text": sentence(rng)}) + "\n"
        number += 1


def telegram(rng: random.Random) -> Iterator[str]:
    yield '{"name": "Ana", "type": "personal_chat", "id": 1, "messages": ['
    number = 0
    while True:
        message = {"id": number, "type": "message", "date_unixtime": str(1_500_000_000 + number * 60), "from": "Ana"}
        yield ("," if number else "") + json.dumps({**message, "from_id": "user1", "text": sentence(rng)}) + "\n"
        number += 1


KINDS: dict[str, tuple[Callable[[random.Random], Iterator[str]], str]] = {
    "chatgpt": (chatgpt, "]"),
    "mbox": (mbox, ""),
    "whatsapp": (whatsapp, ""),
    "text": (text, ""),
    "messages": (messages, ""),
    "telegram": (telegram, "]}"),
}


def generate(kind: str, path: Path, size: int) -> None:
    """Write at least `size` bytes of one kind."""
    make, end = KINDS[kind]
    written = 0
    with path.open("w", encoding="utf-8", newline="") as target:
        for piece in make(random.Random(7)):
            written += target.write(piece)
            if written >= size:
                break
        target.write(end)


def read(path: Path) -> dict[str, object]:
    """Read a file to its end and tell what came and what it took."""
    from persona_cli.errors import Problem
    from persona_cli.readers.contract import Options
    from persona_cli.readers.entry import read_path

    episodes = turns = problems = characters = 0
    begun = time.perf_counter()
    for _, item in read_path(path, None, Options()):
        if isinstance(item, Problem):
            problems += 1
            continue
        episodes += 1
        for message in item.messages:
            if isinstance(message, Problem):
                problems += 1
            else:
                turns += 1
                characters += len(message.text)
    seconds = time.perf_counter() - begun
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1024 if sys.platform != "darwin" else 1024**2)
    return {
        "mb": round(path.stat().st_size / 1e6),
        "episodes": episodes,
        "turns": turns,
        "problems": problems,
        "seconds": round(seconds, 1),
        "turns_per_second": round(turns / seconds),
        "peak_mb": round(peak),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--mb", type=int, default=1000, help="size of each file")
    parser.add_argument("--format", nargs="+", choices=list(KINDS), default=["chatgpt", "mbox", "whatsapp"])
    parser.add_argument("--folder", type=Path, help="where to keep the files")
    parser.add_argument("--read", type=Path, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.read:
        print(json.dumps(read(args.read)))
        return
    with tempfile.TemporaryDirectory() as scratch:
        folder = args.folder or Path(scratch)
        for kind in args.format:
            path = folder / f"big.{kind}"
            if not path.exists():
                generate(kind, path, args.mb * 1_000_000)
            command = [sys.executable, __file__, "--read", str(path)]
            found = subprocess.run(command, capture_output=True, text=True, check=True)
            print(kind, found.stdout.strip(), flush=True)
            if not args.folder:
                path.unlink()


if __name__ == "__main__":
    main()
