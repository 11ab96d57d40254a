"""One made-up conversation as the export of each kind of program, and the real command over it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import zipfile
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

from persona_cli.extract.rules.extractor import Rules
from persona_cli.readers.contract import Options
from persona_cli.work import refresh
from persona_cli.work.ingest import Request, ingest
from persona_cli.work.setup import redactor_of

REPOSITORY = Path(__file__).parents[2]
BEGIN = datetime(2026, 3, 5, 10, tzinfo=UTC)


class Said(NamedTuple):
    """One message: its number in the source, who wrote it, what, and how many minutes after the beginning."""

    number: int
    who: str
    text: str
    minute: int = -1

    @property
    def time(self) -> datetime:
        return BEGIN + timedelta(minutes=self.number if self.minute < 0 else self.minute)


TALK = [
    Said(1, "Mara", "I keep 12 hens behind the barn."),
    Said(2, "Ben", "That is a lot of hens."),
    Said(3, "Mara", "They lay 7 eggs a day."),
    Said(4, "Ben", "Do you sell them?"),
    Said(5, "Mara", "My neighbour takes some."),
]


def role(said: Said) -> str:
    return "user" if said.who == "Mara" else "assistant"


def native(talk: Sequence[Said]) -> bytes:
    rows = [
        {
            "id": f"m{s.number}",
            "conversation": "hens",
            "time": s.time.isoformat(),
            "speaker": s.who,
            "role": role(s),
            "text": s.text,
        }
        for s in talk
    ]
    return "".join(json.dumps(row) + "\n" for row in rows).encode()


def large(count: int, ending: str = "") -> bytes:
    """More than a megabyte in few turns: each row has a field that nobody reads."""
    rows = native(
        [Said(n, "Ben", f"line {n}") for n in range(count - 1)] + [Said(count - 1, "Ben", ending or "the last")]
    )
    padding = b'{"padding": "' + b"x" * (1_200_000 // count) + b'", '
    return b"".join(padding + row[1:] + b"\n" for row in rows.splitlines())


def chatgpt(talk: Sequence[Said]) -> bytes:
    mapping: dict[str, object] = {
        "root": {"id": "root", "message": None, "parent": None, "children": [f"n{talk[0].number}"]}
    }
    for before, s, after in zip([None, *talk], talk, [*talk[1:], None], strict=False):
        message = {"id": f"m{s.number}", "author": {"role": role(s)}, "create_time": s.time.timestamp()}
        message["content"] = {"content_type": "text", "parts": [s.text]}
        mapping[f"n{s.number}"] = {
            "id": f"n{s.number}", "message": message, "parent": f"n{before.number}" if before else "root",
            "children": [f"n{after.number}"] if after else [],
        }  # fmt: skip
    export = [
        {
            "title": "Hens",
            "create_time": BEGIN.timestamp(),
            "id": "c1",
            "current_node": f"n{talk[-1].number}",
            "mapping": mapping,
        }
    ]
    packed = BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("conversations.json", json.dumps(export))
    return packed.getvalue()


def claude(talk: Sequence[Said]) -> bytes:
    messages = [
        {
            "uuid": f"m{s.number}", "sender": "human" if role(s) == "user" else "assistant", "text": s.text,
            "content": [{"type": "text", "text": s.text}], "created_at": s.time.isoformat(), "attachments": [], "files": [],
        }
        for s in talk
    ]  # fmt: skip
    about = {
        "uuid": "c1",
        "name": "Hens",
        "created_at": BEGIN.isoformat(),
        "updated_at": BEGIN.isoformat(),
        "account": {"uuid": "a"},
    }
    return json.dumps([{**about, "chat_messages": messages}]).encode()


def whatsapp(talk: Sequence[Said]) -> bytes:
    head = (
        "28/02/2026, 10:00 - Messages and calls are end-to-end encrypted.\n"  # a day above 12 tells the order of dates
    )
    return (head + "".join(f"{s.time:%d/%m/%Y, %H:%M} - {s.who}: {s.text}\n" for s in talk)).encode()


def telegram(talk: Sequence[Said]) -> bytes:
    messages = [
        {
            "id": s.number, "type": "message", "date": s.time.strftime("%Y-%m-%dT%H:%M:%S"), "date_unixtime": str(int(s.time.timestamp())),
            "from": s.who, "from_id": f"user{len(s.who)}", "text": s.text, "text_entities": [],
        }
        for s in talk
    ]  # fmt: skip
    return json.dumps({"name": "Ben", "type": "personal_chat", "id": 7, "messages": messages}).encode()


def slack(talk: Sequence[Said]) -> bytes:
    users = [
        {"id": "UMARA0001", "name": "mara", "profile": {"real_name": "Mara"}},
        {"id": "UBEN00001", "name": "ben", "profile": {"real_name": "Ben"}},
    ]
    messages = [
        {
            "type": "message",
            "user": "UMARA0001" if s.who == "Mara" else "UBEN00001",
            "text": s.text,
            "ts": f"{s.time.timestamp():.0f}.{s.number:06d}",
        }
        for s in talk
    ]
    packed = BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("users.json", json.dumps(users))
        archive.writestr("channels.json", json.dumps([{"id": "C1", "name": "hens"}]))
        archive.writestr(f"hens/{BEGIN:%Y-%m-%d}.json", json.dumps(messages))
    return packed.getvalue()


def mbox(talk: Sequence[Said]) -> bytes:
    mails = []
    for s in talk:
        thread = "" if s.number == 1 else "In-Reply-To: <1@example.org>\nReferences: <1@example.org>\n"
        head = f"From x@example.org {s.time:%a %b %d %H:%M:%S %Y}\nFrom: {s.who} <{s.who.lower()}@example.org>\nTo: b@example.org\nSubject: Hens\n"
        mails.append(
            f"{head}Date: {s.time:%a, %d %b %Y %H:%M:%S} +0000\nMessage-ID: <{s.number}@example.org>\n{thread}\n{s.text}\n\n"
        )
    return "".join(mails).encode()


def text(talk: Sequence[Said]) -> bytes:
    return "".join(f"{s.who}: {s.text}\n\n" for s in talk).encode()


EXPORTS: dict[str, tuple[str, Callable[[Sequence[Said]], bytes]]] = {
    "native": ("talk.jsonl", native),
    "chatgpt": ("export.zip", chatgpt),
    "claude": ("conversations.json", claude),
    "whatsapp": ("WhatsApp Chat with Ben.txt", whatsapp),
    "telegram": ("result.json", telegram),
    "slack": ("slack.zip", slack),
    "mbox": ("all.mbox", mbox),
    "text": ("talk.txt", text),
}


def export(folder: Path, kind: str, talk: Sequence[Said]) -> Path:
    """The conversation as a program would export it now, over the export before."""
    name, make = EXPORTS[kind]
    (folder / name).write_bytes(make(talk))
    return folder / name


def take(vault, *paths, dry_run=False, exclude=(), progress=lambda _: None, **options):
    """Ingest with the rules and the vault's own redactor."""
    asked = Options(**{"me": frozenset({"mara"}), "at": "2026-03-05T10:00:00Z", **options})
    request = Request(paths, asked, Rules(), exclude=exclude, dry_run=dry_run)
    return ingest(vault, request, None, progress=progress, redact=redactor_of(vault, write=not dry_run))


def turns(vault) -> list[str]:
    """All turns in effect, episode by episode in their order in time, but for what an app says itself."""
    with refresh.reading(vault) as view:
        ids = [ident for (ident,) in view.base.execute("SELECT id FROM episodes ORDER BY time, id")]
        return [turn.text for ident in ids for turn in view.turns_of(ident) if turn.role != "system"]


def reviews(vault, state="open"):
    with refresh.reading(vault) as view:
        return view.reviews(state)


def logs(vault) -> dict[str, bytes]:
    """Every byte that must not be lost."""
    return {str(path.relative_to(vault.root)): path.read_bytes() for path in sorted(vault.root.glob("*/*.jsonl"))}


def environment(vault: Path) -> dict[str, str]:
    kept = {key: os.environ[key] for key in ("PATH", "LANG") if key in os.environ}
    return {
        **kept,
        "HOME": str(vault.parent),
        "PERSONA_VAULT": str(vault),
        "PYTHONPATH": str(REPOSITORY),
        "OMP_NUM_THREADS": "1",
    }


def persona(vault: Path, *arguments: str | Path, stdin: str = "") -> subprocess.CompletedProcess[str]:
    """Run one command to its end."""
    line = [sys.executable, "-m", "persona_cli", *map(str, arguments)]
    return subprocess.run(line, input=stdin, capture_output=True, text=True, env=environment(vault), check=False)
