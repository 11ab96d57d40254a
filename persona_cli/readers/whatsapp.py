"""WhatsApp's exported chats, from any phone and language, one episode a day.

The order of day and month is told from the whole file; where it cannot be told, that is reported. Times are local
to the phone: they are read in the person's zone. Lines of the app itself have role "system".
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator

from persona_cli.errors import Problem
from persona_cli.readers.contract import Draft, Input, Message, Options
from persona_cli.readers.moment import Stamp, stamp
from persona_cli.readers.roles import named, person_role
from persona_cli.readers.runs import by_day
from persona_cli.readers.source import MAX_TEXT, head_lines, lines
from persona_cli.readers.whatsapp_header import MARKS, Header, header_of, order_of

NAME = "whatsapp"
ABOUT = "WhatsApp chat export (.txt or .zip)"

_FILE = re.compile(
    r"(?:WhatsApp[ -]?Chat(?:verlauf)?|Chat de WhatsApp|Discussion WhatsApp)\s*(?:with|mit|con|com|avec|-)?\s*(.+)",
    re.IGNORECASE,
)
_NAME = re.compile(r"([^:\n]{1,80}?):(?: |$)(.*)", re.DOTALL)
_MARK_LENGTH = 200  # characters at the end of a message where a mark of editing may stand
_EDITED = re.compile(
    r"\s*(?:\u200e<[^<>]{5,80}>|<(?:This message was edited|Diese Nachricht wurde bearbeitet\.?"
    r"|Se editó este mensaje\.?|Ce message a été modifié\.?|Mensagem editada"
    r"|Questo messaggio è stato modificato\.?)>)\s*$"
)
_LOG = re.compile(r"\[\d{4}-\d\d-\d\d(?: |, ?\d\d:\d\d\])")  # as many programs write their logs, WhatsApp never
_PHONE = re.compile(r"[~+]")


def sniff(source: Input) -> float:
    """Lines that begin with a date and time in WhatsApp's shapes, a name and a colon."""
    found = [header for line in head_lines(source.head)[:200] if (header := header_of(line))]
    spoken = sum(bool(_NAME.match(header.rest)) for header in found)
    if not found or not spoken:
        return 0.0
    first = next((line for line in head_lines(source.head) if line.strip()), "")
    if not header_of(first):
        return 0.0
    return 0.0 if _LOG.match(first) else 0.9


def read(source: Input, options: Options) -> Iterator[Draft | Problem]:
    """One draft for each day."""
    shape = ""

    def headers() -> Iterator[Header]:
        nonlocal shape
        for item in lines(source):
            header = None if isinstance(item, Problem) else header_of(item.text)
            if header and header.shape == (shape or header.shape):
                shape = header.shape
                yield header

    order = order_of(headers(), options.date_order)
    if not order.certain:
        shown = {"dmy": "day first", "mdy": "month first"}[order.name]
        yield Problem(source.path, 0, f"day and month cannot be told apart, read {shown}; give the date order")
    title = chat_title(source.path)
    messages = _messages(source, options, shape, order.name, title)
    yield from by_day(messages, options, conversation=f"whatsapp/{title}" if title else "", title=title)


def chat_title(path: str) -> str:
    """The chat's name, told from the name of the file or, for `_chat.txt`, of what holds it."""
    parts = path.replace("\\", "/").split("/")
    stem = posixpath.splitext(parts[-1])[0]
    if stem == "-":  # standard input has no name
        return ""
    if stem == "_chat" and len(parts) > 1:
        stem = parts[-2].removesuffix(".zip")
    found = _FILE.fullmatch(stem.strip(MARKS))
    return found.group(1).strip() if found else stem


def _messages(source: Input, options: Options, shape: str, order: str, title: str) -> Iterator[Message | Problem]:
    current: tuple[Header, Stamp, int] | None = None
    body: list[str] = []
    size = 0
    for item in lines(source):
        if isinstance(item, Problem):
            yield item
            continue
        header = header_of(item.text)
        if header and header.shape == shape:
            if current:
                yield _message(current, body, options, title)
            when = _stamp(header, order, options)
            if when.bad:
                yield Problem(source.path, item.number, when.bad)
            current, body, size = (header, when, item.number), [header.rest], 0
        elif current and size < MAX_TEXT:
            body.append(item.text)
            size += len(item.text)
        elif current:
            yield Problem(source.path, item.number, "a message that does not end, the rest of it is skipped")
            yield _message(current, body, options, title)
            current, body = None, []
        elif item.text.strip(MARKS + " "):
            yield Problem(source.path, item.number, "a line that belongs to no message, skipped")
    if current:
        yield _message(current, body, options, title)


def _stamp(header: Header, order: str, options: Options) -> Stamp:
    try:
        return stamp(header.moment(order), options)
    except ValueError:
        return Stamp(bad=f"no such date: {' '.join(header.figures)}")


def _message(current: tuple[Header, Stamp, int], body: list[str], options: Options, title: str) -> Message:
    _, when, line = current
    whole = "\n".join(body)
    found = _NAME.match(whole)
    if not found:
        return Message("", "system", whole.strip(MARKS + " \n"), when.time, zone=when.zone, line=line)
    name = re.sub(f"[{MARKS}]", "", found.group(1)).strip()
    name = _PHONE.sub("", name, count=1).strip(" \u202f\u00a0") if name.startswith("~") else name
    text = _unmarked(found.group(2))
    if name == title and text.startswith("\u200e"):  # a group speaks only through the app
        return Message("", "system", text.strip(MARKS + " \n"), when.time, zone=when.zone, line=line)
    speaker = named(name, options)
    text = text.lstrip(MARKS).replace("\n\u200e", "\n").rstrip()
    return Message(speaker, person_role(speaker, options), text, when.time, zone=when.zone, line=line)


def _unmarked(text: str) -> str:
    """A text without the mark of editing at its end; a text that is nothing else stays."""
    at = max(0, len(text) - _MARK_LENGTH)
    return text[:at] + _EDITED.sub("", text[at:]) or text
