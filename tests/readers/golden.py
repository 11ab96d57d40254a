"""Samples of each format and the episodes expected of them, as JSON; run as a script it writes what is missing.

A sample is an entry of tests/readers/<format>/: a file, a folder, or a folder named `*.zip` that is zipped first.
`<sample>.options.json` holds options, `<sample>.expected.json` what comes out.
"""

from __future__ import annotations

import json
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

from persona_cli.errors import Problem
from persona_cli.readers.contract import Message, Options
from persona_cli.readers.entry import read_path

HERE = Path(__file__).parent
SUFFIXES = (".expected.json", ".options.json")


def samples() -> Iterator[Path]:
    """Every sample of every format."""
    for folder in sorted(HERE.iterdir()):
        if folder.is_dir() and folder.name != "__pycache__":
            yield from (path for path in sorted(folder.iterdir()) if not path.name.endswith(SUFFIXES))


def options_of(sample: Path) -> tuple[Options, str]:
    """Options of a sample, and the format asked for."""
    path = sample.with_name(sample.name + ".options.json")
    if not path.exists():
        return Options(), ""
    given = json.loads(path.read_text())
    name = given.pop("format", "")
    given["me"] = frozenset(given.get("me", ()))
    return Options(**given), name


def zipped(folder: Path, target: Path) -> Path:
    """A folder as a zip file."""
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                archive.write(path, path.relative_to(folder).as_posix())
    return target


def outcome(sample: Path, scratch: Path) -> list[object]:
    """What comes out of a sample: drafts and problems, with paths relative to it."""
    options, name = options_of(sample)
    is_zip = sample.suffix == ".zip" and sample.is_dir()
    path = zipped(sample, scratch / sample.name) if is_zip else sample
    base = str(path.parent) + "/"
    found: list[object] = []
    for place, item in read_path(path, None, options, name):
        if isinstance(item, Problem):
            found.append({"problem": str(item).replace(base, "")})
            continue
        messages = [_message(message, base) for message in item.messages]
        about = {"conversation": item.conversation, "title": item.title, "time": item.time}
        found.append({"path": place.replace(base, ""), **about, "messages": messages})
    return found


def _message(message: Message | Problem, base: str) -> dict[str, object]:
    if isinstance(message, Problem):
        return {"problem": str(message).replace(base, "")}
    return {key: value for key, value in asdict(message).items() if value not in ("", 0)}


def expected_path(sample: Path) -> Path:
    """Where the expected outcome of a sample stands."""
    return sample.with_name(sample.name + ".expected.json")


def main() -> None:
    """Write the expected outcomes that are missing, or of the samples named, to be read before they are kept."""
    named = sys.argv[1:]
    with tempfile.TemporaryDirectory() as scratch:
        for sample in samples():
            path = expected_path(sample)
            if not path.exists() or any(name in str(sample) for name in named):
                found = outcome(sample, Path(scratch))
                path.write_text(json.dumps(found, ensure_ascii=False, indent=1) + "\n")
                sys.stdout.write(f"== {sample.relative_to(HERE)}\n{path.read_text()}")


if __name__ == "__main__":
    main()
