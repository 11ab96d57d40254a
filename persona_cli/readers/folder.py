"""Walk a folder into inputs, in sorted order; no link is followed, hidden entries are left out."""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import BinaryIO, cast

from persona_cli.errors import Problem
from persona_cli.readers.contract import Input
from persona_cli.readers.source import HEAD

# What lies beside conversations in a person's folders and exports and holds none of their words.
_MEDIA = """
.jpg .jpeg .png .gif .webp .heic .heif .bmp .tif .tiff .svg .ico .mp3 .m4a .ogg .oga .opus .wav .aac .amr .flac .mp4
.m4v .mov .avi .mkv .webm .3gp .pdf .doc .docx .xls .xlsx .ppt .pptx .odt .ods .odp .rtf .epub .woff .woff2 .ttf
.otf .css .js .exe .dll .so .dmg .apk .7z .rar .tar .db .sqlite .sqlite3 .sqlite-wal .sqlite-shm .vcf .ics .dat .pyc
.py .js .ts .jsx .tsx .c .h .cc .cpp .hpp .cs .go .rs .java .kt .swift .rb .php .pl .lua .sh .bat .ps1 .sql .toml
.yaml .yml .ini .cfg .lock .xml .was .thumb .crypt14 .crypt15
"""
MEDIA = frozenset(_MEDIA.split())

# Files of exports that say something about the account or serve to look at the rest, and hold no conversation.
_COMPANIONS = """
users.json user.json org_users.json user_settings.json export_manifest.json message_feedback.json model_comparisons.json
shared_conversations.json shopping.json sora.json chat.html channels.json groups.json dms.json mpims.json
integration_logs.json canvases.json channel.json index.json huddle_transcripts.json login_history.json
"""
COMPANIONS = frozenset(_COMPANIONS.split())

# What programs that keep folders in step call the second of two changed copies of a file.
_CONFLICT = re.compile(
    r"(.+?)(?:\.sync-conflict-\d{8}-\d{6}[^./]*| ?\([^()/]*conflicted copy[^()/]*\)| ?\(In Konflikt stehende Kopie[^()/]*\))"
    r"(\.[^./]*)?",
    re.IGNORECASE,
)


def input_of(path: Path, root: Path, *, walked: bool = False) -> Input:
    """One file as an input; raises OSError. `root` bounds what is beside it."""
    with path.open("rb") as stream:
        head = stream.read(HEAD)

    def beside(relative: str) -> Input | None:
        other = Path(os.path.normpath(path.parent / relative))
        if not other.is_relative_to(root) or other.is_symlink() or not other.is_file():
            return None
        try:
            return input_of(other, root)
        except OSError:
            return None

    return Input(str(path), head, lambda: cast("BinaryIO", path.open("rb")), path, walked, beside)


def is_companion(name: str) -> bool:
    """Whether a file of a folder or archive, by its name, holds no conversation and is passed over."""
    stem, dot, ending = name.rpartition(".")
    return f".{ending.lower()}" in MEDIA or name in COMPANIONS or (bool(dot) and stem.startswith("manifest-"))


def conflict_of(name: str, names: Collection[str]) -> str:
    """What is wrong with a file that is a conflict's copy of one beside it; empty when it is none."""
    found = _CONFLICT.fullmatch(name) if "onfli" in name else None
    original = f"{found.group(1)}{found.group(2) or ''}" if found else ""
    return f"a conflict's copy of {original}, skipped; give it by its own name to read it" if original in names else ""


def inputs(root: Path) -> Iterator[Input | Problem]:
    """Every readable file below `root`."""
    yield from _walk(root, root)


def _walk(folder: Path, root: Path) -> Iterator[Input | Problem]:
    try:
        entries = sorted(folder.iterdir(), key=lambda entry: entry.name)
    except OSError as error:
        yield Problem(str(folder), 0, f"folder cannot be read: {error.strerror or error}")
        return
    names = {entry.name for entry in entries}
    mail = {"cur", "new"} <= names
    for entry in entries:
        if entry.is_symlink() or is_companion(entry.name) or _left_out(entry, mail=mail):
            continue
        if entry.is_dir():
            yield from _walk(entry, root)
        elif problem := conflict_of(entry.name, names):
            yield Problem(str(entry), 0, problem)
        elif entry.is_file():
            try:
                yield input_of(entry, root, walked=True)
            except OSError as error:
                yield Problem(str(entry), 0, f"cannot be read: {error.strerror or error}")


def _left_out(entry: Path, *, mail: bool) -> bool:
    """Hidden entries, save the folders of a Maildir, whose `tmp` holds mails that are not there yet."""
    if mail and entry.is_dir():
        return entry.name == "tmp" or (entry.name.startswith(".") and not (entry / "cur").is_dir())
    return entry.name.startswith(".")
