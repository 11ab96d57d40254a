"""WhatsApp's exported chats, from any phone and language, one episode a day.

The order of day and month is told from the whole file; where it cannot be told, that is reported. Times are local
to the phone: they are read in the person's zone. Lines of the app itself have role "system".
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from typing import NamedTuple

from persona_cli.core.model import Role
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
_COPY = re.compile(
    r"(?:\s*\(\d{1,3}\)|\s+-?\s*(?:copy|Kopie|copia|copie)(?:\s*\d{1,3})?)+$", re.IGNORECASE
)  # as a second download is named
_NAME = re.compile(r"([^:\n]{1,80}?):(?: |$)(.*)", re.DOTALL)
_ENCRYPTED = re.compile(
    "end-to-end|ende-zu-ende|extremo a extremo|bout en bout|ponta a ponta|eind-tot-eind|端到端|端对端|сквозн|uçtan uca",
    re.IGNORECASE,
)
_DELETED = re.compile(
    r"You deleted this message|This message was deleted|Diese Nachricht wurde gelöscht|Du hast diese Nachricht gelöscht"
    r"|Eliminaste este mensaje|(?:Se eliminó|Has eliminado) este mensaje|Este mensaje fue eliminado|Ce message a été supprimé"
    r"|Vous avez supprimé ce message|Você apagou esta mensagem|(?:Esta )?[Mm]ensagem (?:foi )?apagada"
    r"|(?:Apagou|Eliminou) esta mensagem|Hai eliminato questo messaggio|(?:Questo messaggio è stato|Messaggio) eliminato"
    r"|Je hebt dit bericht verwijderd|U hebt dit bericht verwijderd|Dit bericht (?:is|werd) verwijderd"
    r"|Bu mesaj silindi|Bu mesajı sildiniz|Вы удалили данное сообщение|(?:Данное|Это) сообщение удалено"
    r"|Ta wiadomość została usunięta|Usunięto tę wiadomość|Usunięto wiadomość|您[删刪]除了(?:这|這|此)[条條則]?[消訊讯]息"
    r"|(?:此消息已被?|此訊息已)[删刪]除|このメッセージは(?:削除されました|取り消されました)|メッセージを削除しました"
    r"|이 메시지는 삭제되었습니다|삭제된 메시지입니다|이 메시지를 삭제했습니다|تم حذف هذه الرسالة|(?:لقد )?حذفت هذه الرسالة"
    r"|यह संदेश हटाया गया|यह मैसेज मिटा दिया गया|आपने यह मैसेज मिटाया|Pesan ini (?:telah )?dihapus|Anda menghapus pesan ini"
)  # what stands in place of a message that was taken back
_MARK_LENGTH = 200  # characters at the end of a message where a mark of editing may stand
_EDITED = re.compile(
    r"\s*(?:\u200e<[^<>]{5,80}>|<(?:This message was edited|Diese Nachricht wurde bearbeitet\.?"
    r"|Se editó este mensaje\.?|Ce message a été modifié\.?|Mensagem editada"
    r"|Questo messaggio è stato modificato\.?|Dit bericht is bewerkt\.?|Bu mesaj düzenlendi\.?|Сообщение изменено\.?"
    r"|Editado|Edited|Bearbeitet)>)\s*$"
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
    shape, group = "", True  # until one speaks under the chat's name, it is a group's
    title = chat_title(source)

    def headers() -> Iterator[Header]:
        nonlocal shape, group
        for item in lines(source):
            header = None if isinstance(item, Problem) else header_of(item.text)
            if header and header.shape == (shape or header.shape):
                shape = header.shape
                if group and title and title in header.rest[:100] and (found := _NAME.match(header.rest)):
                    group = _bare(found.group(1)) != title or found.group(2).startswith("\u200e")
                yield header

    order = order_of(headers(), options.date_order)
    if not order.certain:
        shown = {"dmy": "day first", "mdy": "month first"}[order.name]
        yield Problem(source.path, 0, f"day and month cannot be told apart, read {shown}; give the date order")
    messages = _messages(source, options, shape, order.name, _App(title, group=group))
    yield from by_day(messages, options, conversation=f"whatsapp/{title}" if title else "", title=title, by_file=True)


def chat_title(source: Input) -> str:
    """The chat's name, told from the name of the file or, for `_chat.txt`, of the archive that holds it, or from within."""
    parts = source.path.replace("\\", "/").split("/")
    stem = posixpath.splitext(parts[-1])[0]
    if stem == "-":  # standard input has no name
        return ""
    if stem == "_chat" and len(parts) > 1:
        stem = parts[-2].removesuffix(".zip")
        if not _FILE.fullmatch(_COPY.sub("", stem.strip(MARKS))):
            return _announced(source) or stem
    stem = _COPY.sub("", stem.strip(MARKS))
    found = _FILE.fullmatch(stem)
    return found.group(1).strip() if found else stem


def _announced(source: Input) -> str:
    """The chat's name as its first line has it on an iPhone, where the app itself speaks under it."""
    first = next((header for line in head_lines(source.head)[:5] if (header := header_of(line))), None)
    found = _NAME.match(first.rest) if first else None
    return re.sub(f"[{MARKS}]", "", found.group(1)).strip() if found and found.group(2).startswith("\u200e") else ""


class _App(NamedTuple):
    """The chat's name, under which the app itself speaks on an iPhone."""

    title: str
    group: bool  # nobody is called so

    def says(self, name: str, text: str) -> bool:
        """Whether a message is the app's: anything marked as such in a group's name, else the notice at the beginning."""
        marked = text.startswith("\u200e")
        return marked and ((self.group and name == self.title) or bool(_ENCRYPTED.search(text)))


def _bare(name: str) -> str:
    return re.sub(f"[{MARKS}]", "", name).strip()


def _messages(source: Input, options: Options, shape: str, order: str, app: _App) -> Iterator[Message | Problem]:
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
                yield _message(current, body, options, app)
            when = _stamp(header, order, options)
            if when.bad:
                yield Problem(source.path, item.number, when.bad)
            current, body, size = (header, when, item.number), [header.rest], 0
        elif current and size < MAX_TEXT:
            body.append(item.text)
            size += len(item.text)
        elif current:
            yield Problem(source.path, item.number, "a message that does not end, the rest of it is skipped")
            yield _message(current, body, options, app)
            current, body = None, []
        elif item.text.strip(MARKS + " "):
            yield Problem(source.path, item.number, "a line that belongs to no message, skipped")
    if current:
        yield _message(current, body, options, app)


def _stamp(header: Header, order: str, options: Options) -> Stamp:
    try:
        return stamp(header.moment(order), options)
    except ValueError:
        return Stamp(bad=f"no such date: {' '.join(header.figures)}")


def _message(current: tuple[Header, Stamp, int], body: list[str], options: Options, app: _App) -> Message:
    _, when, line = current
    whole = "\n".join(body)
    found = _NAME.match(whole)
    if not found or found.group(1).count('"') % 2:  # Ana named the group "Trip: 2026"
        return Message("", "system", whole.strip(MARKS + " \n"), when.time, zone=when.zone, line=line)
    name = _bare(found.group(1))
    name = _PHONE.sub("", name, count=1).strip(" \u202f\u00a0") if name.startswith("~") else name
    text = _unmarked(found.group(2))
    if app.says(name, text):
        return Message("", "system", text.strip(MARKS + " \n"), when.time, zone=when.zone, line=line)
    speaker = named(name, options)
    text = text.lstrip(MARKS).replace("\n\u200e", "\n").rstrip()
    role: Role = "system" if _DELETED.fullmatch(text.rstrip(".。")) else person_role(speaker, options)
    return Message(speaker, role, text, when.time, zone=when.zone, line=line)


def _unmarked(text: str) -> str:
    """A text without the mark of editing at its end; a text that is nothing else stays."""
    at = max(0, len(text) - _MARK_LENGTH)
    return text[:at] + _EDITED.sub("", text[at:]) or text
