"""Telegram Desktop's `result.json`, of one chat or the whole account, one episode a day.

Texts in pieces are joined as they are, without spaces between. Forwarded messages are somebody else's words and go to
`quoted`. The account's own user id, where the export names it, tells which messages are the person's.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from persona_cli.errors import Problem
from persona_cli.readers.contract import Draft, Input, Message, Options
from persona_cli.readers.jsonstream import Cursor
from persona_cli.readers.moment import Stamp, any_time
from persona_cli.readers.objects import elements, list_of, streamed, text_of
from persona_cli.readers.roles import named, person_role
from persona_cli.readers.runs import by_day
from persona_cli.readers.source import head_text

NAME = "telegram"
ABOUT = "Telegram Desktop export (result.json)"


def sniff(source: Input) -> float:
    """A chat object with Telegram's fields, or an account object with `chats`."""
    text = head_text(source.head).lstrip()
    if not text.startswith("{"):
        return 0.0
    if '"date_unixtime"' in text or '"text_entities"' in text:
        return 0.95
    account = '"personal_information"' in text and '"chats"' in text
    chat = '"messages"' in text and '"from_id"' in text
    return 0.9 if account or chat else 0.0


def read(source: Input, options: Options) -> Iterator[Draft | Problem]:
    """One draft for each day of each chat."""
    yield from streamed(source, lambda cursor: _root(cursor, source, options))


def _root(cursor: Cursor, source: Input, options: Options) -> Iterator[Draft | Problem]:
    about: dict[str, Any] = {}
    for key in cursor.fields():
        here = cursor.peek()
        if key == "messages" and here == "[":
            yield from _chat(cursor, about, source, options, "")
        elif key in {"chats", "left_chats"} and here == "{":
            yield from _chats(cursor, source, options, text_of(about.get("personal_information"), "user_id"))
        elif here == "{" and key != "personal_information":
            cursor.skip()
        else:
            about[key] = cursor.value()


def _chats(cursor: Cursor, source: Input, options: Options, owner: str) -> Iterator[Draft | Problem]:
    for key in cursor.fields():
        if key != "list" or cursor.peek() != "[":
            cursor.skip()
            continue
        for _ in cursor.items():
            about: dict[str, Any] = {}
            for name in cursor.fields():
                if name == "messages" and cursor.peek() == "[":
                    yield from _chat(cursor, about, source, options, owner)
                else:
                    about[name] = cursor.value()


def _chat(
    cursor: Cursor, about: dict[str, Any], source: Input, options: Options, owner: str
) -> Iterator[Draft | Problem]:
    """The days of one chat; `about` holds the fields that stand before its messages."""
    name = text_of(about, "name")
    saved = text_of(about, "type") == "saved_messages"
    messages = _messages(cursor, source, options, owner=owner, saved=saved)
    conversation = f"telegram/{text_of(about, 'id') or name}"
    yield from by_day(messages, options, conversation=conversation, title=name or ("Saved Messages" if saved else ""))


def _messages(
    cursor: Cursor, source: Input, options: Options, *, owner: str, saved: bool
) -> Iterator[Message | Problem]:
    for item in elements(cursor, source.path):
        if isinstance(item, Problem):
            yield item
            continue
        line, value = item
        stamp = _stamp(value, options)
        if stamp.bad:
            yield Problem(source.path, line, stamp.bad)
        if message := _message(value, stamp, options, owner=owner, saved=saved, line=line):
            yield message


def _stamp(value: dict[str, Any], options: Options) -> Stamp:
    """The time since 1970 where the export has it, else the local one."""
    return any_time(value.get("date_unixtime") or value.get("date"), options)


def _message(
    value: dict[str, Any], stamp: Stamp, options: Options, *, owner: str, saved: bool, line: int
) -> Message | None:
    text = plain(value.get("text"))
    name = text_of(value, "id")
    if text_of(value, "type") == "service":
        action = f"[{text_of(value, 'action')}] {text_of(value, 'actor')}".strip()
        return Message("", "system", text or action, stamp.time, name, stamp.zone, line=line)
    text = text or _medium(value)
    speaker = named(text_of(value, "from") or "Deleted Account", options)
    sender = text_of(value, "from_id")
    mine = saved or (bool(owner) and sender.removeprefix("user") == owner) or sender.casefold() in options.me
    forwarded = text_of(value, "forwarded_from") or ("forwarded_from" in value and "somebody")
    if not text:
        return None
    return Message(
        speaker=speaker,
        role="user" if mine else person_role(speaker, options),
        text="" if forwarded else text,
        time=stamp.time,
        source_id=name,
        zone=stamp.zone,
        quoted=f"{forwarded}: {text}" if forwarded else "",
        reply_to=text_of(value, "reply_to_message_id"),
        line=line,
    )


def plain(text: Any) -> str:
    """A text in pieces as one, nothing between them."""
    if isinstance(text, list):
        return "".join(piece if isinstance(piece, str) else text_of(piece, "text") for piece in text)
    return text if isinstance(text, str) else ""


def _medium(value: dict[str, Any]) -> str:
    """A message without words: what it is."""
    if isinstance(value.get("poll"), dict):
        answers = [text_of(answer, "text") for answer in list_of(value["poll"], "answers")]
        return f"[poll] {text_of(value['poll'], 'question')}: {' / '.join(answers)}"
    if isinstance(todo := value.get("todo_list"), dict):
        tasks = [plain(task.get("text")) for task in list_of(todo, "answers") if isinstance(task, dict)]
        return f"[list] {text_of(todo.get('title'), 'text') or plain(todo.get('title'))}: {' / '.join(tasks)}"
    if sticker := text_of(value, "sticker_emoji"):
        return f"[sticker {sticker}]"
    kind = text_of(value, "media_type") or next(
        (key for key in ("photo", "file", "location_information") if key in value), ""
    )
    return f"[{kind}]" if kind else ""
