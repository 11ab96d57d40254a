"""Messenger's and Instagram's JSON (`message_1.json` …), one episode a day.

Texts are UTF-8 bytes written as Latin-1 characters and are turned back. Files have the newest message first: a day is
held and turned round.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from typing import Any

from persona_cli.errors import Problem
from persona_cli.readers.contract import Draft, Input, Message, Options
from persona_cli.readers.jsonstream import Cursor
from persona_cli.readers.moment import any_time, local_day
from persona_cli.readers.objects import dict_of, elements, list_of, streamed, text_of
from persona_cli.readers.roles import named, person_role
from persona_cli.readers.runs import by_day
from persona_cli.readers.source import head_text

NAME = "meta"
ABOUT = "Messenger and Instagram export (message_1.json ...)"

_MEDIA = ("photos", "videos", "audio_files", "gifs", "files")
_ONLY_BYTES = re.compile(r"[\x00-\xff]*")


def sniff(source: Input) -> float:
    """Messages with `sender_name` and `timestamp_ms`."""
    text = head_text(source.head).lstrip()
    found = text.startswith("{") and '"sender_name"' in text and '"timestamp_ms"' in text
    return 0.95 if found else 0.0


def read(source: Input, options: Options) -> Iterator[Draft | Problem]:
    """One draft for each day, newest day first as the file has them."""
    title, thread = _about(source)
    place = thread or title or posixpath.basename(posixpath.dirname(source.path.replace("\\", "/")))
    messages = _forward(streamed(source, lambda cursor: _root(cursor, source, options)), options)
    yield from by_day(messages, options, conversation=f"meta/{place}", title=title, by_file=not thread)


def _about(source: Input) -> tuple[str, str]:
    """Title and thread of the chat, which stand behind the messages."""
    about: dict[str, str] = {}

    def walk(cursor: Cursor) -> Iterator[None]:
        for key in cursor.fields():
            if cursor.peek() == '"':
                about[key] = mended(str(cursor.value()))
            else:
                cursor.skip()
        yield None

    for _ in streamed(source, walk):
        pass
    return about.get("title", ""), about.get("thread_path", "").rsplit("/", 1)[-1]


def _root(cursor: Cursor, source: Input, options: Options) -> Iterator[Message | Problem]:
    for key in cursor.fields():
        if key != "messages" or cursor.peek() != "[":
            cursor.skip()
            continue
        for item in elements(cursor, source.path):
            if isinstance(item, Problem):
                yield item
                continue
            line, value = item
            stamp = any_time(value.get("timestamp_ms"), options)
            if stamp.bad:
                yield Problem(source.path, line, stamp.bad)
            speaker = named(mended(text_of(value, "sender_name")), options)
            if text := _text(value):
                yield Message(speaker, person_role(speaker, options), text, stamp.time, zone=stamp.zone, line=line)


def _forward(messages: Iterator[Message | Problem], options: Options) -> Iterator[Message | Problem]:
    """Each day's messages, oldest first."""
    day = ""
    held: list[Message] = []
    for message in messages:
        if isinstance(message, Problem):
            yield message
            continue
        today = local_day(message.time, options.zone) or day
        if today != day:
            yield from oldest_first(held)
            day, held = today, []
        held.append(message)
    yield from oldest_first(held)


def oldest_first(newest_first: list[Message]) -> list[Message]:
    """Messages by time; of the same second, the one further down the file came first."""
    forward = newest_first[::-1]
    forward.sort(key=lambda message: message.time)
    return forward


def _text(value: dict[str, Any]) -> str:
    if value.get("is_unsent") is True:
        return ""
    parts = [mended(text_of(value, "content"))]
    if link := text_of(dict_of(value, "share"), "link"):
        parts.append(link)
    if not any(parts):
        parts += [f"[{key.removesuffix('s').removesuffix('_file')}]" for key in _MEDIA for _ in list_of(value, key)]
        parts += ["[sticker]"] if isinstance(value.get("sticker"), dict) else []
    return "\n".join(part for part in parts if part).strip()


def mended(text: str) -> str:
    """A text whose UTF-8 bytes were written as Latin-1 characters, as it was; others are left alone."""
    if text.isascii() or not _ONLY_BYTES.fullmatch(text):
        return text
    try:
        return text.encode("latin-1").decode()
    except UnicodeDecodeError:
        return text
