"""Turns a second of the rules on one core, and what importing them costs; on invented talk, so anybody can repeat it.

    python bench/extract_speed.py [TURNS]

The turns are built from a fixed list of sentences: a third questions and small talk, a third statements, a third with
words of time. `--file FILE` reads native messages (JSON lines with `role` and `text`) instead.
"""

from __future__ import annotations

import argparse
import itertools
import json
import subprocess
import sys
import time
from pathlib import Path

SAID = (
    "Thanks, that helps a lot! Could you also check the second part of it for me?",
    "I moved to Oslo two years ago with my sister Marta, and I work at a small bakery near the harbour.",
    "Hey, good to hear from you! How was the weekend?",
    "My doctor says I should sleep more, but I usually get up at five because the bread has to be ready.",
    "What would be a good present for somebody who likes chess and old maps?",
    "We went to Lisbon last summer. It was too hot for my taste, but the kids loved the beach and the trams.",
    "Ok.",
    "I'm allergic to peanuts and I don't drink coffee. On Sundays I play the cello with three friends from school.",
    "If I had more time I would learn Finnish.",
    "I have to hand in the report by 30 June and I'm flying to Berlin next week, so the days are quite full.",
)
IMPORT = (
    "import time; t = time.process_time(); import persona_cli.extract.rules.extractor; print(time.process_time() - t)"
)


def turns(count: int, file: Path | None):
    from persona_cli.core.model import Turn

    if file:
        rows = (json.loads(line) for line in file.open(encoding="utf-8"))
        said = [(row.get("role", "user"), row["text"]) for row in rows]
    else:
        said = [("user", text) for text in itertools.islice(itertools.cycle(SAID), count)]
    return [Turn(f"t{n}", "e", n, "2026-06-15T10:00:00Z", "User", role, text) for n, (role, text) in enumerate(said)]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("turns", nargs="?", type=int, default=5000)
    parser.add_argument("--file", type=Path)
    args = parser.parse_args()
    costs = [
        float(subprocess.run([sys.executable, "-c", IMPORT], capture_output=True, text=True, check=True).stdout)
        for _ in range(5)
    ]
    print(f"import of the extractor   {min(costs) * 1000:.0f} ms CPU (least of 5)")
    from persona_cli.extract.contract import Context
    from persona_cli.extract.rules.extractor import Rules

    said = turns(args.turns, args.file)
    start = time.process_time()
    Rules().extract(said[:1], Context(user_name="Ana"))
    print(f"first turn                {(time.process_time() - start) * 1000:.0f} ms CPU (patterns are compiled)")
    start = time.process_time()
    found = 0
    for window in (said[at : at + 20] for at in range(0, len(said), 20)):
        found += len(Rules().extract(window, Context(user_name="Ana")).claims)
    spent = time.process_time() - start
    print(f"turns                     {len(said)}, {found} claims")
    print(f"turns a second            {len(said) / spent:.0f} (one core, CPU time)")
    return 0


if __name__ == "__main__":
    sys.exit(main())
