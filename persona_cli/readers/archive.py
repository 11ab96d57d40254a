"""Look into a zip archive without extracting it, with bounds on how much may come out.

Members are read as streams by the name they carry; nothing is written, so no path can leave its place. Links,
encrypted members and members that grow more than a text can are told and left out.
"""

from __future__ import annotations

import lzma
import posixpath
import stat
import struct
import zipfile
import zlib
from collections.abc import Callable, Iterator
from typing import BinaryIO, cast

from persona_cli.errors import Problem
from persona_cli.readers.contract import Input
from persona_cli.readers.folder import conflict_of, is_companion
from persona_cli.readers.source import HEAD, OFFICE

MAX_MEMBERS = 200_000
MAX_MEMBER = 16 * 2**30  # bytes of one member, unpacked
MAX_TOTAL = 64 * 2**30  # bytes of all members read, unpacked
MAX_RATIO = 300  # unpacked to packed size of a member; JSON reaches 30
_RATIO_FROM = 8 * 2**20  # smaller members may have any ratio
_MAX_DEPTH = 2  # archives within archives

_OFFICE = ("[Content_Types].xml", "mimetype", "META-INF/MANIFEST.MF")
# What reading a damaged archive, or a member of it, raises.
BROKEN = (
    zipfile.BadZipFile, EOFError, NotImplementedError, RuntimeError, OSError, ValueError, struct.error, zlib.error,
    lzma.LZMAError,
)  # fmt: skip


def is_archive(head: bytes) -> bool:
    """Whether `head` begins a zip archive."""
    return head.startswith((b"PK\x03\x04", b"PK\x05\x06"))


def inputs(shown: str, open_: Callable[[], BinaryIO], *, depth: int = 1) -> Iterator[Input | Problem]:
    """Every readable member, in order of name, as inputs named `archive.zip/member`."""
    try:
        with open_() as stream, zipfile.ZipFile(stream) as archive:
            yield from _members(shown, archive, depth)
    except BROKEN as error:
        yield Problem(shown, 0, f"archive cannot be read: {error}")


def _members(shown: str, archive: zipfile.ZipFile, depth: int) -> Iterator[Input | Problem]:
    members = sorted(archive.infolist(), key=lambda member: member.filename)
    names = {member.filename for member in members}
    if len(members) > MAX_MEMBERS:
        yield Problem(shown, 0, f"archive has {len(members)} members, more than {MAX_MEMBERS}")
        return
    if not names.isdisjoint(_OFFICE):
        yield Problem(shown, 0, OFFICE)
        return
    total = 0
    for member in members:
        if _left_out(member):
            continue
        place = f"{shown}/{member.filename}"
        total += member.file_size
        if problem := _refused(member, total) or _conflict(member.filename, names):
            yield Problem(place, 0, problem)
            continue
        try:
            source = _input(shown, archive, member.filename, names)
        except BROKEN as error:
            yield Problem(place, 0, f"cannot be unpacked: {error}")
            continue
        if source and is_archive(source.head) and depth < _MAX_DEPTH:
            yield from inputs(source.path, source.open, depth=depth + 1)
        elif source:
            yield source


def _left_out(member: zipfile.ZipInfo) -> bool:
    """Folders, hidden files, resource forks, media and companions, which hold no conversations."""
    parts = member.filename.split("/")
    hidden = any(part.startswith(".") and part not in {".", ".."} for part in parts) or parts[0] == "__MACOSX"
    return member.is_dir() or hidden or is_companion(parts[-1])


def _conflict(name: str, names: set[str]) -> str:
    folder, slash, own = name.rpartition("/")
    return conflict_of(own, {other.removeprefix(folder + slash) for other in names}) if "onfli" in own else ""


def _refused(member: zipfile.ZipInfo, total: int) -> str:
    """Why a member must not be read; empty when it may."""
    parts = member.filename.replace("\\", "/").split("/")
    if ".." in parts or member.filename.startswith(("/", "\\")) or ":" in parts[0]:
        return "path leaves the archive, skipped"
    if stat.S_ISLNK(member.external_attr >> 16):
        return "a link, skipped"
    if member.flag_bits & 1:
        return "encrypted, skipped"
    if member.file_size > MAX_MEMBER or total > MAX_TOTAL:
        return "archive unpacks to more than is allowed, skipped"
    if member.file_size > _RATIO_FROM and member.file_size > MAX_RATIO * max(1, member.compress_size):
        return f"unpacks to more than {MAX_RATIO} times its size, skipped"
    return ""


def _input(shown: str, archive: zipfile.ZipFile, name: str, names: set[str]) -> Input | None:
    if name not in names:
        return None
    with archive.open(name) as stream:
        head = stream.read(HEAD)

    def beside(relative: str) -> Input | None:
        return _input(shown, archive, posixpath.normpath(posixpath.join(posixpath.dirname(name), relative)), names)

    return Input(f"{shown}/{name}", head, lambda: cast("BinaryIO", archive.open(name)), None, True, beside)
