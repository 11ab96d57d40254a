"""What tests of the deeds share: an extractor that says what its text says, and ways to ingest and ask."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from pathlib import Path

from persona_cli.core.model import Fact, Turn
from persona_cli.core.vocabulary import predicate
from persona_cli.core.when import parse_when
from persona_cli.extract.contract import Claim, Context, Extraction
from persona_cli.readers.contract import Options
from persona_cli.store.vault import Vault
from persona_cli.work import refresh
from persona_cli.work.ingest import Report, Request, ingest

_LINE = re.compile(
    r"(?P<marks>[!~-]*)(?P<predicate>\w+)(?:\((?P<object>[^)]*)\))?(?:@(?P<since>[\d-]+))?(?: = (?P<text>.*))?"
)


class Scripted:
    """Turns like `lives_in(Oporto)@2019 = Ana lives in Oporto.` into claims; `!` corrects, `-` negates, `~` retracts."""

    name = "scripted"

    def extract(self, turns: Sequence[Turn], context: Context) -> Extraction:
        del context
        claims = [claim for turn in turns for line in turn.text.splitlines() if (claim := _claim(turn, line))]
        return Extraction(tuple(claims))


def _claim(turn: Turn, line: str) -> Claim | None:
    found = _LINE.fullmatch(line.strip())
    if found is None or not (found["object"] or found["text"]):
        return None
    marks, since, obj = found["marks"], found["since"], found["object"] or ""
    text = found["text"] or f"The user {found['predicate'].replace('_', ' ')} {obj}."
    return Claim(
        subject="user", subject_is_speaker=True, predicate=found["predicate"], object=obj, text=text, turn=turn.id, quote=line.strip(),
        is_correction="!" in marks, negated="-" in marks, retracts="~" in marks, confidence=0.8,
        valid_at=parse_when(since) if since else None, when_said=f"since {since}" if since else "",
        object_type=predicate(found["predicate"]).object_type,
    )  # fmt: skip


def take(vault: Vault, *paths: Path, at: str = "", source: str = "", dry_run: bool = False) -> Report:
    """Ingest files with the scripted extractor."""
    options = Options(at=f"{at}T00:00:00Z" if len(at) == 10 else at)
    request = Request(tuple(paths), options, Scripted(), source=source, dry_run=dry_run)
    return ingest(vault, request, None, progress=lambda _: None, redact=lambda text: text)


def say(vault: Vault, folder: Path, text: str, *, at: str, name: str = "") -> Report:
    """Ingest one thing the person says on a day."""
    path = folder / (name or f"{at}-{abs(hash(text))}.jsonl")
    path.write_text(message(path.name, "user", text, at) + "\n")
    return take(vault, path)


def message(conversation: str, role: str, text: str, day: str, ident: str = "") -> str:
    """A native message."""
    time = day if "T" in day else f"{day}T12:00:00Z"
    body = {
        "id": ident,
        "conversation": conversation,
        "time": time,
        "speaker": "user" if role == "user" else role,
        "role": role,
        "text": text,
    }
    return json.dumps({key: value for key, value in body.items() if value})


def facts(vault: Vault, predicate: str = "", **state: str) -> list[Fact]:
    """All facts of a state, also past and retracted ones."""
    with refresh.reading(vault, **state) as view:
        return [fact for fact in view.facts() if predicate in ("", fact.predicate)]


def line(vault: Vault, predicate: str) -> list[tuple[str, str, str]]:
    """The values of a single-valued predicate, each with its beginning and its end, those that held for no time left out."""
    with refresh.reading(vault) as view:
        found = [fact for fact in view.facts() if fact.predicate == predicate and not fact.retracted]
        names = view.named(fact.object for fact in found)
    spans = [
        (f.valid_at.iso if f.valid_at else "", f.invalid_at.iso if f.invalid_at else "", names.get(f.object, f.text))
        for f in found
    ]
    return sorted((start, end, value) for start, end, value in spans if not end or start < end)


def logs(vault: Vault) -> dict[str, bytes]:
    """Every byte that must not be lost."""
    return {str(path.relative_to(vault.root)): path.read_bytes() for path in sorted(vault.root.glob("*/*.jsonl"))}
