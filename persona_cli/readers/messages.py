"""Messages as JSON: persona's own lines, and the lists of OpenAI, Anthropic, ShareGPT and their like.

One message a line (`id`, `conversation`, `time`, `speaker`, `role`, `text`), one conversation a line or array element,
an array of messages, or an object that holds them. Messages of different conversations may be interleaved: each run of
one conversation is a draft of its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from persona_cli.core.model import Role
from persona_cli.errors import Problem
from persona_cli.readers.blocks import call_text, content_text, only_results
from persona_cli.readers.contract import Draft, Input, Message, Options
from persona_cli.readers.jsonstream import BadRecordError, BrokenError, Cursor, parse, parse_noted
from persona_cli.readers.moment import Stamp, any_time
from persona_cli.readers.roles import named, role_given, role_of
from persona_cli.readers.runs import Item, runs
from persona_cli.readers.source import MAX_RECORD, clean, head_text, opened, raw_lines

NAME = "messages"
ABOUT = "JSON or JSON lines of messages: persona's own, OpenAI, Anthropic, ShareGPT and their like"

UNLIKELY = 0.3  # of JSON that does not look like messages
LISTS = (
    "messages",
    "conversations",
    "conversation",
    "chat_messages",
    "turns",
    "dialog",
    "dialogue",
    "input",
    "output",
    "history",
)
_TEXTS = ("text", "content", "value", "message", "body", "blocks")
_ROLES = ("role", "from", "sender", "author", "speaker", "type")
_TIMES = ("time", "timestamp", "created_at", "createdAt", "create_time", "datetime_utc", "date", "ts")
_ASKED = ("instruction", "prompt", "query", "question")
_ANSWERED = ("output", "response", "completion", "answer", "chosen")
_CONVERSATIONS = ("conversation", "conversation_id", "conversationId", "chatId", "chat_id", "thread_id", "session_id")


_HUMAN = re.compile(r"(?:^|\n\n)(Human|Assistant): ")

_WHO_KEYS = re.compile(
    r'"(?:role|from|sender|chosen|speaker|author|messages|conversations?|instruction|prompt|query|question)"\s*:'
)
_TEXT_KEYS = re.compile(r'"(?:text|content|value|message|parts|chosen|output|response|completion|answer)"\s*:')


def sniff(source: Input) -> float:
    """JSON that begins with an object or array; any richer format is more certain of itself."""
    text = head_text(source.head).lstrip()
    if not text.startswith(("{", "[")) or text[1:].lstrip()[:1] not in {'"', "{", "}", "[", "]"}:
        return 0.0
    return 0.5 if _WHO_KEYS.search(text) and _TEXT_KEYS.search(text) else UNLIKELY


def read(source: Input, options: Options) -> Iterator[Draft | Problem]:
    """Drafts in the order of the file."""
    yield from runs(_items(source, options))


def _items(source: Input, options: Options) -> Iterator[Item | Problem]:
    text = head_text(source.head).lstrip()
    if text.startswith("{") and _is_lines(text):
        yield from _from_lines(source, options)
    else:
        yield from _from_json(source, options)


def _is_lines(text: str) -> bool:
    """Whether the first line is a whole object, or what follows it begins one."""
    first, _, rest = text.partition("\n")
    if rest.lstrip().startswith("{") and first.rstrip().endswith("}"):
        return True
    try:
        value = parse(first.strip().encode())
    except ValueError:
        return rest.startswith('{"') and not first.rstrip().endswith(("{", "[", ","))
    return isinstance(value, dict) and not (not rest.strip() and any(isinstance(value.get(key), list) for key in LISTS))


def _from_lines(source: Input, options: Options) -> Iterator[Item | Problem]:
    group = 0
    for item in raw_lines(source, limit=MAX_RECORD):
        if isinstance(item, Problem):
            yield item
            continue
        number, raw = item
        if not raw.strip(b" \t\r\0"):
            if b"\0" in raw:
                yield Problem(source.path, number, "NUL bytes, skipped")
            continue
        try:
            value, note = parse_noted(raw)
        except ValueError as error:
            yield Problem(source.path, number, f"not JSON: {error}")
            continue
        if note:
            yield Problem(source.path, number, note)
        value = _preferred(value)
        if _holder(value):
            group += 1
        yield from _entry(value, source, options, number, group)


def _from_json(source: Input, options: Options) -> Iterator[Item | Problem]:
    with opened(source) as stream:
        cursor = Cursor(stream)
        try:
            if cursor.peek() == "[":
                yield from _array(cursor, source, options, Item())
            else:
                yield from _object(cursor, source, options)
            if cursor.peek():
                yield Problem(source.path, cursor.line, "more text behind the end of the JSON, skipped")
        except BadRecordError as error:
            yield Problem(source.path, error.line, error.message)


def _array(cursor: Cursor, source: Input, options: Options, outer: Item) -> Iterator[Item | Problem]:
    """The elements of an array: messages, conversations, or lists of messages."""
    for group, line in enumerate(cursor.items(), 1):
        try:
            value = _preferred(cursor.value())
        except BrokenError:
            raise
        except BadRecordError as error:
            yield Problem(source.path, error.line, error.message)
            continue
        if cursor.note:
            yield Problem(source.path, line, cursor.note)
        if isinstance(value, dict) and _exchange(value) and outer.inside:
            yield from _answered(value, source, options, line, outer)
        elif isinstance(value, list) or _holder(value):
            yield from _entry(value, source, options, line, group)
        else:
            yield from _message(value, source, options, line, outer)


def _object(cursor: Cursor, source: Input, options: Options) -> Iterator[Item | Problem]:
    """One object: its list of messages is streamed, what stands before it gives the name and the time."""
    about: dict[str, Any] = {}
    found = False
    for key in cursor.fields():
        if key in LISTS and cursor.peek() == "[":
            found = True
            outer = _outer(about, options, 0)._replace(inside=True)
            yield from _system(about, outer, cursor.line)
            yield from _array(cursor, source, options, outer)
        else:
            try:
                about[key] = cursor.value()
            except BrokenError:
                raise
            except BadRecordError as error:
                yield Problem(source.path, error.line, error.message)
    if not found:
        yield from _entry(_preferred(about), source, options, 1, 1)


def _preferred(value: Any) -> Any:
    """What a record of preference data has as the better answer, as a conversation; others as they are."""
    if not isinstance(value, dict) or "chosen" not in value or "rejected" not in value:
        return value
    chosen, prompt = value["chosen"], value.get("prompt")
    if isinstance(chosen, str) and not _exchange(value) and (said := _HUMAN.split(chosen)[1:]):
        chosen = [{"role": who.lower(), "content": text} for who, text in zip(said[::2], said[1::2], strict=True)]
    if not isinstance(chosen, list):
        return value
    asked = prompt if isinstance(prompt, list) else []
    if isinstance(prompt, str) and not any(isinstance(m, dict) and m.get("role") == "user" for m in chosen):
        asked = [{"role": "user", "content": prompt}]
    kept = {key: item for key, item in value.items() if key not in {"chosen", "rejected", "prompt"}}
    return {**kept, "messages": [*asked, *chosen]}


def _holder(value: Any) -> bool:
    """Whether an object holds a conversation rather than one message."""
    return isinstance(value, dict) and (any(isinstance(value.get(key), list) for key in LISTS) or _exchange(value))


def _exchange(value: dict[str, Any]) -> bool:
    """Whether an object holds a question and its answer."""
    return any(isinstance(value.get(key), str) for key in _ASKED)


def _entry(value: Any, source: Input, options: Options, line: int, group: int) -> Iterator[Item | Problem]:
    """One line or element: a message, or a whole conversation."""
    if isinstance(value, list):
        for message in value:
            yield from _message(message, source, options, line, Item(group=group))
    elif not _holder(value):
        yield from _message(value, source, options, line, Item())
    elif _exchange(value):
        yield from _answered(value, source, options, line, _outer(value, options, group))
    else:
        outer = _outer(value, options, group)
        yield from _system(value, outer, line)
        for message in (message for key in LISTS if isinstance(value.get(key), list) for message in value[key]):
            if isinstance(message, str):
                yield outer._replace(message=Message("", "other", clean(message), line=line))
            else:
                yield from _message(message, source, options, line, outer)


def _outer(value: dict[str, Any], options: Options, group: int) -> Item:
    """What an object says of its conversation."""
    name = _first_text(value, (*_CONVERSATIONS, "id", "uuid"))
    title = _first_text(value, ("title", "name"))
    return Item(conversation=name, title=title, group=0 if name else group, start=_time(value, options).time)


def _system(value: dict[str, Any], outer: Item, line: int) -> Iterator[Item]:
    """The system prompt that some formats keep beside the messages."""
    prompt = value.get("system") or value.get("system_prompt") or value.get("instructions")
    if prompt and (text := content_text(prompt)):
        yield outer._replace(message=Message("system", "system", text, line=line))


def _answered(
    value: dict[str, Any], source: Input, options: Options, line: int, outer: Item
) -> Iterator[Item | Problem]:
    """A question or instruction with its answer."""
    stamp = _time(value, options)
    if stamp.bad:
        yield Problem(source.path, line, stamp.bad)
    yield from _system(value, outer, line)
    asked = "\n\n".join(str(value[key]) for key in (*_ASKED, "input") if value.get(key))
    answer = next((value[key] for key in _ANSWERED if value.get(key)), None)
    for speaker, text in (("user", clean(asked).strip()), ("assistant", content_text(answer))):
        if text:
            message = Message(speaker, role_given(speaker), text, stamp.time, zone=stamp.zone, line=line)
            yield outer._replace(message=message)


def _message(value: Any, source: Input, options: Options, line: int, outer: Item) -> Iterator[Item | Problem]:
    if not isinstance(value, dict):
        yield Problem(source.path, line, "not a message: an object with a role and a text is needed")
        return
    if isinstance(value.get("message"), dict) and not any(key in value for key in ("text", "content")):
        value = {**value, **value["message"]}
    for key in ("data", "kwargs"):  # LangChain's dumps
        if isinstance(value.get(key), dict) and not any(name in value for name in _TEXTS):
            value = {
                **value,
                **value[key],
                "id": value[key].get("id"),
                "type": value[key].get("type") or value.get("type"),
            }
    text = _body(value)
    if text is None:
        yield Problem(source.path, line, "not a message: it has no text")
        return
    if not text:
        return
    stamp = _time(value, options)
    if stamp.bad:
        yield Problem(source.path, line, stamp.bad)
    speaker, role = _who(value, options)
    message = Message(
        speaker=speaker,
        role=role,
        text=text,
        time=stamp.time,
        zone=_string(value.get("zone")) or stamp.zone,
        source_id=_first_text(value, ("id", "uuid", "message_id")),
        quoted=_string(value.get("quoted")),
        reply_to=_first_text(value, ("reply_to", "in_reply_to")),
        line=line,
    )
    yield outer._replace(message=message, conversation=outer.conversation or _first_text(value, _CONVERSATIONS))


def _body(value: dict[str, Any]) -> str | None:
    """The text of a message with its tool calls; None when nothing in it is a text."""
    key = next((key for key in _TEXTS if isinstance(value.get(key), (str, list, dict)) and value[key]), None)
    parts = [content_text(value[key])] if key else []
    calls = value.get("tool_calls")
    if isinstance(calls, list):
        parts += [call_text(call) for call in calls if isinstance(call, dict)]
    if str(value.get("type")) in {"function_call", "function_call_output", "tool_use"}:
        parts += [content_text([value])]
    if not key and not parts and not any(name in value for name in _TEXTS):
        return None
    return clean("\n\n".join(part for part in parts if part)).strip()


def _who(value: dict[str, Any], options: Options) -> tuple[str, Role]:
    """Speaker and role as given; a role is told from the speaker's name only when the source has none."""
    given = next((value[key] for key in _ROLES if value.get(key)), "")
    if isinstance(given, dict):
        given = given.get("role") or given.get("name") or ""
    role = role_given(given)
    if role == "user" and only_results(value.get("content")):
        role = "tool"
    speaker = named(_first_text(value, ("speaker", "name")) or ("" if given == "other" else str(given)), options)
    if "role" not in value and role == "other":
        role = role_of(speaker, options)
    return clean(speaker), role


def _time(value: dict[str, Any], options: Options) -> Stamp:
    key = next((key for key in _TIMES if value.get(key) not in (None, "")), "")
    return any_time(value.get(key), options)


def _string(value: Any) -> str:
    return clean(value) if isinstance(value, str) else ""


def _first_text(value: dict[str, Any], keys: tuple[str, ...]) -> str:
    """The first of `keys` that holds a text or a whole number, as text."""
    for key in keys:
        found = value.get(key)
        if isinstance(found, str) and found:
            return clean(found)
        if isinstance(found, int) and not isinstance(found, bool):
            return str(found)
    return ""
