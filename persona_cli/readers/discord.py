"""Discord: DiscordChatExporter's JSON, and the person's own messages of Discord's data package, one episode a day."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

from persona_cli.core.model import Role
from persona_cli.errors import Problem
from persona_cli.readers.contract import Draft, Input, Message, Options
from persona_cli.readers.jsonstream import Cursor
from persona_cli.readers.moment import Stamp, any_time, epoch, iso
from persona_cli.readers.objects import dict_of, elements, list_of, streamed, text_of
from persona_cli.readers.roles import named, person_role
from persona_cli.readers.rows import rows_of
from persona_cli.readers.runs import by_day
from persona_cli.readers.source import head_text

NAME = "discord"
ABOUT = "Discord: DiscordChatExporter JSON, or messages of the data package"

_EPOCH_MS = 1_420_070_400_000  # Discord's ids count from 2015, see its API reference, "Snowflakes"
_CSV = b"ID,Timestamp,Contents"
_TALK = frozenset({"", "Default", "Reply", "0", "19", "ThreadStarterMessage", "ChatInputCommand"})


def sniff(source: Input) -> float:
    """A root with `guild` and `channel`, or an array of `ID`, `Timestamp`, `Contents`."""
    text = head_text(source.head).lstrip()
    if text.startswith("{") and '"guild"' in text[:2000] and '"channel"' in text[:4000]:
        return 0.95
    package = all(f'"{key}"' in text for key in ("ID", "Timestamp", "Contents"))
    if source.head.startswith(_CSV):
        return 0.95
    return 0.95 if text.startswith("[") and package else 0.0


def read(source: Input, options: Options) -> Iterator[Draft | Problem]:
    """One draft for each day of a channel."""
    if source.head.startswith(_CSV):
        yield from _own_messages(_csv_rows(source), source, options)
    else:
        yield from streamed(source, lambda cursor: _root(cursor, source, options))


def _root(cursor: Cursor, source: Input, options: Options) -> Iterator[Draft | Problem]:
    if cursor.peek() == "[":
        yield from _own_messages(elements(cursor, source.path), source, options)
        return
    about: dict[str, Any] = {}
    for key in cursor.fields():
        if key != "messages" or cursor.peek() != "[":
            about[key] = cursor.value()
            continue
        channel = dict_of(about, "channel")
        title = " / ".join(
            part for part in (text_of(dict_of(about, "guild"), "name"), text_of(channel, "name")) if part
        )
        conversation = f"discord/{text_of(channel, 'id') or title}"
        yield from by_day(_messages(cursor, source, options), options, conversation=conversation, title=title)


def _messages(cursor: Cursor, source: Input, options: Options) -> Iterator[Message | Problem]:
    for item in elements(cursor, source.path):
        if isinstance(item, Problem):
            yield item
            continue
        line, value = item
        stamp = _stamp(value, options)
        if stamp.bad:
            yield Problem(source.path, line, stamp.bad)
        message = _message(value, stamp, options, line)
        if message.text or message.quoted:
            yield message


def _stamp(value: dict[str, Any], options: Options) -> Stamp:
    """The timestamp, or, where it is missing or bad, the time in the message's id."""
    given = any_time(value.get("timestamp"), options)
    name = text_of(value, "id")
    if (given.bad or not given.time) and name.isdecimal() and len(name) < 20:
        return epoch((int(name) >> 22) + _EPOCH_MS, options)
    return given


def _message(value: dict[str, Any], stamp: Stamp, options: Options, line: int) -> Message:
    author = dict_of(value, "author")
    speaker = named(text_of(author, "nickname", "name"), options)
    forwarded = dict_of(value, "forwardedMessage")
    talk = text_of(value, "type") in _TALK
    return Message(
        speaker=speaker,
        role=_role(author, speaker, options) if talk else "system",
        text=_text(value),
        time=stamp.time,
        source_id=text_of(value, "id"),
        zone=stamp.zone,
        quoted=_text(forwarded) if forwarded else "",
        reply_to=text_of(dict_of(value, "reference"), "messageId") if not forwarded else "",
        line=line,
    )


def _role(author: dict[str, Any], speaker: str, options: Options) -> Role:
    handles = {text_of(author, key).casefold() for key in ("id", "name", "nickname")} - {""}
    return "user" if handles & options.me else person_role(speaker, options)


def _text(value: dict[str, Any]) -> str:
    """What was written; else what was attached."""
    if text := text_of(value, "content"):
        return text.strip()
    parts = [f"[{text_of(item, 'fileName') or 'file'}]" for item in list_of(value, "attachments")]
    parts += [f"[sticker {text_of(item, 'name')}]" for item in list_of(value, "stickers")]
    parts += [
        "\n".join(part for part in (text_of(item, "title"), text_of(item, "description")) if part)
        for item in list_of(value, "embeds")
    ]
    return "\n".join(part for part in parts if part)


def _own_messages(
    rows: Iterator[tuple[int, dict[str, Any]] | Problem], source: Input, options: Options
) -> Iterator[Draft | Problem]:
    """The data package holds the person's messages alone."""
    place = source.path.replace("\\", "/").split("/")
    channel = place[-2].removeprefix("c") if len(place) > 1 else "messages"

    def messages() -> Iterator[Message | Problem]:
        for row in rows:
            if isinstance(row, Problem):
                yield row
                continue
            line, value = row
            stamp = _package_time(text_of(value, "Timestamp"), options)
            if stamp.bad:
                yield Problem(source.path, line, stamp.bad)
            if text := text_of(value, "Contents").strip():
                yield Message("Me", "user", text, stamp.time, text_of(value, "ID"), stamp.zone, line=line)

    yield from by_day(messages(), options, conversation=f"discord/{channel}", title="")


def _csv_rows(source: Input) -> Iterator[tuple[int, dict[str, Any]] | Problem]:
    """The rows of the package's older form."""
    names: list[str] | None = None
    for item in rows_of(source):
        if isinstance(item, Problem):
            yield item
            continue
        _, line, cells = item
        if names is None:
            names = cells
        else:
            yield line, dict(zip(names, cells, strict=False))


def _package_time(text: str, options: Options) -> Stamp:
    """The package writes UTC without saying so."""
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        return iso(text, options)
    return iso((moment if moment.tzinfo else moment.replace(tzinfo=UTC)).isoformat(), options)
