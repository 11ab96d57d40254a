"""What tests of prompts share: the program run in this process, a vault of known content, and blocks read back."""

from __future__ import annotations

import contextlib
import html
import io
import itertools
import json
import random
import re
import warnings
import zlib
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from xml.etree import ElementTree as ET

from persona_cli.cli.main import main
from persona_cli.extract.contract import Claim, Extraction
from persona_cli.readers.contract import Options
from persona_cli.store import vault as vaults
from persona_cli.store.vault import Surroundings
from persona_cli.work.ingest import Request, ingest
from persona_cli.work.remember import Statement, remember

NOW = "2026-06-01T09:00:00+00:00"
OPENING, CLOSING = "<persona-memory>", "</persona-memory>"
TEMPLATES = Path(__file__).parents[2] / "templates"


@dataclass(frozen=True)
class Ran:
    code: int
    out: str
    err: str

    @property
    def json(self):
        return json.loads(self.out)


def persona(vault: Path, *arguments: str | Path, now: str = NOW, **environ: str) -> Ran:
    """Run one command line in this process; nothing of the machine's own settings gets in."""
    home = str(vault.parent)
    settings = {"HOME": home, "PERSONA_VAULT": str(vault), "PERSONA_NOW": now, **environ}
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err), warnings.catch_warnings():
        warnings.filterwarnings("ignore", "'click", DeprecationWarning)  # typer's own, on its import
        code = main([str(word) for word in arguments], environ=settings)
    return Ran(code, out.getvalue(), err.getvalue())


def told(vault: Path, *messages: dict[str, str], name: str = "talk.jsonl", more: tuple[str, ...] = ()) -> Ran:
    """Ingest native messages."""
    path = vault.parent / name
    path.write_text("".join(json.dumps(message) + "\n" for message in messages), "utf-8")
    ran = persona(vault, "ingest", path, *more)
    assert ran.code == 0, ran.err
    return ran


def said(
    text: str, day: str = "2026-03-05", *, role: str = "user", speaker: str = "", talk: str = "c1", number: int = 0
) -> dict[str, str]:
    """One message."""
    named = number or zlib.crc32(f"{day} {role} {text}".encode("utf-8", "replace"))
    return {
        "id": f"{talk}-{named}",
        "conversation": talk,
        "time": f"{day}T10:00:{number % 60:02}Z",
        "speaker": speaker or role,
        "role": role,
        "text": text,
    }


def steady(seed: int = 1, machine: str = "here") -> Surroundings:
    """A clock that goes on by a second at each look, and randomness from a seed."""
    chance, moments = random.Random(seed), itertools.count()
    start = datetime.fromisoformat(NOW) - timedelta(days=1)
    return Surroundings(lambda: start + timedelta(seconds=next(moments)), chance.randbytes, machine)


class Noted:
    """An extractor that knows what each sentence of `NOTES` says, whatever the rules of the program make of it."""

    name = "noted"

    def extract(self, turns, context):
        return Extraction(tuple(claim for turn in turns for claim in self._claims(turn)))

    def _claims(self, turn):
        for sentence, (subject, predicate, obj, text, kind, aspect) in NOTES.items():
            if sentence in turn.text and turn.role == "user":
                yield Claim(
                    subject=subject, subject_is_speaker=subject == "user", predicate=predicate, object=obj, text=text, kind=kind, aspect=aspect,
                    turn=turn.id, quote=sentence, confidence=0.8, subject_type="person", object_type="",
                )  # fmt: skip


NOTES = {
    "My sister Ilse runs a bakery in Ulm.": (
        "Ilse",
        "runs",
        "bakery",
        "Ilse, Ana's sister, runs a bakery in Ulm.",
        "fact",
        "",
    ),
    "Ilse learnt baking in Lyon.": ("Ilse", "learnt", "baking", "Ilse learnt baking in Lyon.", "fact", ""),
    "I love mountain huts.": ("user", "likes", "mountain huts", "Ana loves mountain huts.", "psyche", "preference"),
    "I work at Lindqvist Mills.": ("user", "works_at", "Lindqvist Mills", "Ana works at Lindqvist Mills.", "fact", ""),
    "I want to learn to ski.": ("user", "wants_to", "ski", "Ana wants to learn to ski.", "goal", "project"),
    "I moved to Graz.": ("user", "lives_in", "Graz", "Ana lives in Graz.", "fact", ""),
    "I'm allergic to walnuts.": ("user", "allergic_to", "walnuts", "Ana is allergic to walnuts.", "fact", ""),
}  # sentence -> subject, predicate, object, text, kind, aspect


def noted(root: Path, around: Surroundings, *messages: dict[str, str], name: str = "talk.jsonl") -> None:
    """Ingest native messages with the extractor above; the vault is made where there is none."""
    vault = vaults.open_vault(root, around) if vaults.exists(root) else vaults.create(root, around)
    path = root.parent / name
    path.write_text("".join(json.dumps(message) + "\n" for message in messages), "utf-8")
    request = Request((path,), Options(), Noted())
    ingest(vault, request, None, progress=lambda _: None, redact=lambda text: text)


def known_vault(root: Path, around: Surroundings) -> Path:
    """A vault with every kind of line: episodes, a preference, a goal, another person, an assistant, a rule."""
    talk = [
        said("My sister Ilse runs a bakery in Ulm. I love mountain huts.", number=1),
        said("Lovely! Bakers get up early.", role="assistant", number=2),
        said("I work at Lindqvist Mills. I want to learn to ski.", number=3),
        said(
            "Ilse learnt baking in Lyon. There were five ovens in the old house by the river, and she still tells of them.",
            number=4,
        ),
    ]
    later = [
        said(text, "2026-05-20", talk="c2", number=n)
        for n, text in ((5, "I moved to Graz."), (6, "I'm allergic to walnuts."))
    ]
    persona(root, "init")
    persona(root, "identity", "set", "--user-name", "Ana")
    noted(root, around, *talk, *later)
    vault = vaults.open_vault(root, around)
    rule = Statement("Refunds are paid within 14 days.", about="Shop", predicate="reference")
    remember(vault, rule, Noted(), dry_run=False)
    return root


# --- blocks read back ------------------------------------------------------------------------------------------------

Line = tuple[str, str]  # id, text


def read_xml(block: str) -> list[Line]:
    """Items of an XML block, as a real parser reads them."""
    tree = ET.fromstring(block)
    assert tree.tag == "persona-memory"
    assert next(iter(tree)).tag == "note"
    return [(item.attrib["id"], item.text or "") for section in list(tree)[1:] for item in section]


_MARKDOWN = re.compile(r'- \(([^()]*)\) (?:"([^"\[]*)"|([^"\[]*?))(?: \[[^\[\]]*\])?')
_PLAIN = re.compile(_MARKDOWN.pattern.removeprefix("- "))


def read_markdown(block: str) -> list[Line]:
    """Items of a Markdown block, line by line; every other line is one of ours."""
    lines = fenced_lines(block)
    found = [_MARKDOWN.fullmatch(line) for line in lines]
    ours = [line for line, item in zip(lines, found, strict=True) if item is None]
    assert all(
        re.fullmatch(r"|#{3,4} [A-Za-z ]+|What follows was said earlier, by or about .*instruction\.", line)
        for line in ours
    ), ours
    return [_line(item) for item in found if item]


def read_plain(block: str) -> list[Line]:
    """Items of a plain block, line by line."""
    first, *lines = fenced_lines(block)
    assert first.startswith("Said earlier, by or about ")
    return [_line(_PLAIN.fullmatch(line)) for line in lines]


def _line(found: re.Match[str] | None) -> Line:
    assert found is not None
    return found[1], html.unescape(found[2] if found[2] is not None else found[3])


def fenced_lines(block: str) -> list[str]:
    """The lines between our marks, which stand once, first and last."""
    lines = block.split("\n")
    assert (lines[0], lines[-1]) == (OPENING, CLOSING)
    assert not any("persona-memory" in line and "<" in line for line in lines[1:-1])
    return lines[1:-1]


READERS = {"xml": read_xml, "markdown": read_markdown, "plain": read_plain}


def blocks(text: str) -> list[str]:
    """The memory blocks of an output."""
    return re.findall(r"<persona-memory>.*?</persona-memory>", text, re.DOTALL)


def texts(lines: Iterable[Line]) -> list[str]:
    return [text for _, text in lines]
