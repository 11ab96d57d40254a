"""Slack's export: a folder a channel, a file a day; names come from the lists of users beside them.

`<@U1>`, `<url|label>` and the like are written out. A message's `ts` is its id; the thread's is what it replies to.
"""

from __future__ import annotations

import html
import posixpath
import re
from collections.abc import Iterator
from typing import Any

from persona_cli.core.model import Role
from persona_cli.errors import Problem
from persona_cli.readers.contract import Draft, Input, Message, Options
from persona_cli.readers.jsonstream import Cursor
from persona_cli.readers.moment import any_time
from persona_cli.readers.objects import dict_of, elements, list_of, streamed, text_of
from persona_cli.readers.roles import named, person_role
from persona_cli.readers.runs import by_day
from persona_cli.readers.source import head_text

NAME = "slack"
ABOUT = "Slack export (.zip or folder)"

_USERS = ("../users.json", "../org_users.json", "users.json", "org_users.json")
_DEEPEST = 20  # blocks within blocks that are read
_MENTION = re.compile(r"<([@#!])([^>|]{1,200})(?:\|([^>]{0,200}))?>")
_LINK = re.compile(r"<([a-z][a-z0-9+.-]*:[^>|]{1,4000})(?:\|([^>]{0,1000}))?>")
_TS = re.compile(r'"ts":\s*"\d{9,11}\.\d{3,6}"')
_GONE = frozenset({"message_changed", "message_deleted", "tombstone"})
_SYSTEM = re.compile(r"(?:channel|group)_|pinned_item|unpinned_item|bot_add|bot_remove|reminder_add|huddle_thread")


def sniff(source: Input) -> float:
    """An array of messages with Slack's `ts`."""
    text = head_text(source.head).lstrip()
    if not text.startswith("[") or not _TS.search(text):
        return 0.0
    return 0.95 if '"type"' in text and ('"message"' in text) else 0.6


def read(source: Input, options: Options) -> Iterator[Draft | Problem]:
    """One draft for each day of a channel."""
    users = _users(source)
    channel = posixpath.basename(posixpath.dirname(source.path.replace("\\", "/"))) or "slack"
    messages = streamed(source, lambda cursor: _messages(cursor, source, options, users))
    yield from by_day(messages, options, conversation=f"slack/{channel}", title=channel)


def _users(source: Input) -> dict[str, str]:
    """Names of the workspace's people by id; the name shown comes before the real one."""
    users: dict[str, str] = {}
    for place in _USERS:
        found = source.beside(place)
        if found is None:
            continue
        for item in streamed(found, lambda cursor, path=found.path: elements(cursor, path)):  # type: ignore[misc]  # mypy cannot infer a lambda with a default
            if isinstance(item, Problem):
                continue
            profile = dict_of(item[1], "profile")
            shown = text_of(profile, "display_name", "real_name") or text_of(item[1], "real_name", "name")
            users[text_of(item[1], "id")] = shown
        break
    return users


def _messages(cursor: Cursor, source: Input, options: Options, users: dict[str, str]) -> Iterator[Message | Problem]:
    if cursor.peek() != "[":
        return
    for item in elements(cursor, source.path):
        if isinstance(item, Problem):
            yield item
            continue
        line, value = item
        text = _text(value, users)
        if not text or value.get("subtype") in _GONE:
            continue
        stamp = any_time(value.get("ts"), options)
        if stamp.bad:
            yield Problem(source.path, line, stamp.bad)
        speaker, role = _who(value, users, options)
        name, thread = text_of(value, "ts"), text_of(value, "thread_ts")
        yield Message(
            speaker, role, text, stamp.time, name, stamp.zone, reply_to=thread if thread != name else "", line=line
        )


def _who(value: dict[str, Any], users: dict[str, str], options: Options) -> tuple[str, Role]:
    user = text_of(value, "user")
    profile = dict_of(value, "user_profile")
    known = users.get(user) or text_of(profile, "display_name", "real_name") or text_of(value, "username")
    speaker = named(known or user or text_of(value, "bot_id"), options)
    if _SYSTEM.match(text_of(value, "subtype")):
        return speaker, "system"
    return speaker, "user" if user.casefold() in options.me and user else person_role(speaker, options)


def _text(value: dict[str, Any], users: dict[str, str]) -> str:
    """The message written out; where it is empty, what its blocks and attachments say."""
    text = text_of(value, "text")
    if not text:
        text = "\n".join(part for part in _leaves(list_of(value, "blocks")) if part)
    if not text:
        shown = (text_of(item, "text", "fallback", "title") for item in list_of(value, "attachments"))
        text = "\n".join(part for part in shown if part)
    if not text:
        text = " ".join(f"[{text_of(file, 'name', 'title') or 'file'}]" for file in list_of(value, "files"))
    return written_out(text, users).strip()


def _leaves(blocks: list[Any], depth: int = 0) -> Iterator[str]:
    """Texts of nested blocks."""
    if depth > _DEEPEST:
        return
    for block in blocks:
        if isinstance(block, dict):
            yield text_of(block, "text") or text_of(dict_of(block, "text"), "text")
            yield from _leaves(list_of(block, "elements"), depth + 1)
            yield from _leaves(list_of(block, "fields"), depth + 1)


def written_out(text: str, users: dict[str, str]) -> str:
    """Slack's markup as the words a reader sees."""

    def mention(found: re.Match[str]) -> str:
        sign, name, label = found.groups()
        if sign == "!":
            return f"@{label or name.split('^')[0]}".replace("@@", "@")
        return f"{sign}{label or (users.get(name) if sign == '@' else '') or name}"

    def link(found: re.Match[str]) -> str:
        target, label = found.groups()
        return f"{label} ({target})" if label and label not in target else target

    return html.unescape(_LINK.sub(link, _MENTION.sub(mention, text)))
