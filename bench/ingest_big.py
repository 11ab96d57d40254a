"""Ingest a large export of each kind with the real command, twice and then grown, and print what it took.

    python bench/ingest_big.py --mb 100 [--format chatgpt mbox whatsapp ...] [--folder DIR]

For each kind: turns, CPU seconds (user and system, of the whole process) and peak memory of the first import, of the second one of the
same file, of the same without what the vault remembers of it (`.persona/` deleted beforehand means a new index, so only that note is
deleted), and of an export that has grown by a hundredth. It fails when a peak is over 300 MB, when the second import changes a byte of the
logs, or when it takes more than a tenth of the first one's time. CPU time is used because wall time says more about what else the machine
does. The files are made of invented words from a fixed seed (`readers_big.py`).
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from readers_big import KINDS, generate

REPOSITORY = Path(__file__).resolve().parents[1]
MOST_MEMORY = 300  # MB
SHARE = 0.1  # of the first import's time


def run(vault: Path, *arguments: str | Path) -> dict[str, object]:
    """One command to its end: what it said and what it took."""
    environment = {
        "PATH": os.environ["PATH"],
        "HOME": str(vault.parent),
        "PERSONA_VAULT": str(vault),
        "PYTHONPATH": str(REPOSITORY),
    }
    begun = time.perf_counter()
    with tempfile.TemporaryFile() as out:
        process = subprocess.Popen(
            [sys.executable, "-m", "persona_cli", *map(str, arguments)],
            stdout=out,
            env=environment | {"OMP_NUM_THREADS": "1"},
        )
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        said = json.loads(out.read() or b"{}")
    if process.returncode not in (0, 3):
        raise SystemExit(f"persona {arguments[0]} ended with {process.returncode}")
    peak = used.ru_maxrss / (1024 if sys.platform != "darwin" else 1024**2)
    return {
        "turns": said.get("turns"), "known": said.get("known_turns"), "facts": said.get("facts", {}).get("asserted"),
        "cpu": round(used.ru_utime + used.ru_stime, 2), "wall": round(time.perf_counter() - begun, 1), "peak_mb": round(peak),
    }  # fmt: skip


def logs(vault: Path) -> str:
    """A hash of every byte of the logs."""
    digest = hashlib.sha256()
    for path in sorted(vault.glob("*/*.jsonl")):
        digest.update(f"{path.name}\0".encode())
        with path.open("rb") as stream:
            while part := stream.read(1 << 20):
                digest.update(part)
    return digest.hexdigest()


def measure(kind: str, folder: Path, megabytes: int) -> list[str]:
    """Print the figures of one kind; gives what is wrong with them."""
    path, vault = folder / f"big.{kind}", folder / f"vault-{kind}"
    generate(kind, path, megabytes * 1_000_000)
    first = run(vault, "ingest", "--json", path)
    print(kind, "first", json.dumps(first), flush=True)
    before = logs(vault)
    again = run(vault, "ingest", "--json", path)
    (vault / ".persona" / "ingested.json").unlink(missing_ok=True)
    parsed = run(vault, "ingest", "--json", path)
    wrong = [] if before == logs(vault) else [f"{kind}: a later import of the same file changed the logs"]
    generate(kind, path, megabytes * 1_010_000)
    grown = run(vault, "ingest", "--json", path)
    for name, found in (("again", again), ("again, parsed", parsed), ("grown by 1 %", grown)):
        print(
            kind,
            name,
            json.dumps(found),
            f"{float(str(found['cpu'])) / float(str(first['cpu'])):.3f} of the first",
            flush=True,
        )
        if float(str(found["peak_mb"])) > MOST_MEMORY:
            wrong.append(f"{kind}: {name}: {found['peak_mb']} MB")
    if float(str(first["peak_mb"])) > MOST_MEMORY:
        wrong.append(f"{kind}: first: {first['peak_mb']} MB")
    if float(str(again["cpu"])) > SHARE * float(str(first["cpu"])):
        wrong.append(f"{kind}: the second import took {again['cpu']} s after {first['cpu']} s")
    return wrong


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--mb", type=int, default=100, help="size of each file")
    parser.add_argument("--format", nargs="+", choices=list(KINDS), default=["chatgpt", "mbox", "whatsapp"])
    parser.add_argument("--folder", type=Path, help="where to make files and vaults, which are then kept")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        folder = args.folder or Path(scratch)
        wrong = [line for kind in args.format for line in measure(kind, folder, args.mb)]
    print("\n".join(wrong) or "all within bounds")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
