"""Mail: one `.eml` file or one file of a Maildir, one episode a mail, threads told by their first message.

The sender's own words are the text; quoted replies, forwards and signatures go to `quoted`. Plain text is taken before
HTML; attachments and calendars are left out.
"""

from __future__ import annotations

import binascii
import re
from collections.abc import Iterator
from datetime import datetime
from email import message_from_bytes, policy
from email.errors import HeaderParseError, MessageError
from email.header import decode_header
from email.message import Message as Mail
from email.utils import parseaddr, parsedate_to_datetime

from persona_cli.core.model import Role
from persona_cli.errors import Problem
from persona_cli.readers.contract import Draft, Input, Message, Options
from persona_cli.readers.html_text import html_text
from persona_cli.readers.mail_reply import split_reply
from persona_cli.readers.moment import Stamp, stamp
from persona_cli.readers.roles import named
from persona_cli.readers.source import clean, head_lines, opened

NAME = "mail"
ABOUT = "mail: .eml files, Maildir folders"

MAX_MAIL = 4 * 1024 * 1024  # bytes of a mail that are read; what lies behind is attachments
_FIELD = re.compile(r"([A-Za-z][A-Za-z0-9-]*):(?:\s|$)")
_SIGNS = frozenset(
    ("from", "to", "subject", "date", "message-id", "received", "mime-version", "return-path", "delivered-to", "cc")
)
_PREFIX = re.compile(r"(?:(?:re|fwd?|aw|wg|tr|rv|antw|sv|vs|r|i)(?:\[\d+\])?\s*:\s*)+", re.IGNORECASE)
_ID = re.compile(r"<[^<>\s]+>")
_SIGNED = re.compile(
    r"-----BEGIN PGP SIGNED MESSAGE-----\n(?:[A-Za-z]+: [^\n]*\n)*\n(.*?)\n?"
    r"-----BEGIN PGP SIGNATURE-----.*?(?:-----END PGP SIGNATURE-----|\Z)",
    re.DOTALL,
)
_SPAM = re.compile(r"(?:^|,)\s*(?:Spam|Trash|Papierkorb|Corbeille|Papelera)\s*(?:,|$)")


def sniff(source: Input) -> float:
    """Header lines at the very beginning, with a sender and what only mail has."""
    names: set[str] = set()
    for row in head_lines(source.head):
        found = _FIELD.match(row)
        if found:
            names.add(found.group(1).lower())
        elif not row.startswith((" ", "\t")):
            break
    marks = names & {"message-id", "received", "mime-version", "return-path", "delivered-to"}
    if "from" in names and marks:
        return 0.9
    return 0.8 if len(names & _SIGNS) >= 3 and "from" in names and "subject" in names else 0.0


def read(source: Input, options: Options) -> Iterator[Draft | Problem]:
    """One draft of one message."""
    with opened(source) as stream:
        raw = stream.read(MAX_MAIL)
    yield from drafts_of(raw, source.path, 1, options)


def drafts_of(raw: bytes, path: str, line: int, options: Options) -> Iterator[Draft | Problem]:
    """The draft of one mail given as bytes, or a Problem."""
    try:
        yield from _draft(message_from_bytes(raw, policy=policy.compat32), path, line, options)
    except RecursionError:
        yield Problem(path, line, "a mail whose parts are nested too deeply, skipped")


def _draft(mail: Mail, path: str, line: int, options: Options) -> Iterator[Draft | Problem]:
    if _SPAM.search(header(mail, "X-Gmail-Labels")):
        return
    name, address = sender_of(mail)
    if not name and not address:
        yield Problem(path, line, "a mail without a sender, skipped")
        return
    when = time_of(mail, options)
    if when.bad:
        yield Problem(path, line, when.bad)
    body = body_of(mail)
    if _sealed(mail, body):
        yield Problem(path, line, "an encrypted mail, skipped")
        return
    own, quoted = split_reply(body)
    quoted = "\n\n".join(part for part in (quoted, *_forwarded(mail)) if part)
    if not own and not quoted:
        return
    speaker = named(name or address, options)
    role: Role = "user" if {address.casefold(), name.casefold(), speaker.casefold()} & options.me else "other"
    message = Message(
        speaker=speaker,
        role=role,
        text=own,
        time=when.time,
        source_id=_first_id(header(mail, "Message-ID")),
        zone=when.zone,
        quoted=quoted,
        reply_to=_first_id(header(mail, "In-Reply-To")),
        line=line,
    )
    title = _PREFIX.sub("", header(mail, "Subject"), count=1).strip()
    yield Draft(iter([message]), conversation=thread_of(mail), title=title, time=when.time)


def _sealed(mail: Mail, body: str) -> bool:
    """Whether a mail is encrypted, by PGP or S/MIME, and has no words beside."""
    kind, smime = mail.get_content_type(), str(mail.get_param("smime-type", "")).lower()
    sealed = kind == "multipart/encrypted" or (kind.endswith("pkcs7-mime") and "signed" not in smime)
    return (sealed and not body) or body.startswith("-----BEGIN PGP MESSAGE-----")


def header(mail: Mail, name: str) -> str:
    """A header as text on one line; its encoded words are decoded as far as they can be."""
    value = mail.get(name)
    if value is None:
        return ""
    text = str(value)
    try:
        parts = decode_header(text)
    except (HeaderParseError, binascii.Error, ValueError):
        parts = [(text, None)]
    decoded = "".join(part if isinstance(part, str) else decoded_as(part, charset or "") for part, charset in parts)
    return clean(re.sub(r"\s+", " ", decoded)).strip()


def decoded_as(raw: bytes, charset: str) -> str:
    """Bytes as text: by the charset named, else UTF-8, else Windows-1252, which also stands for ISO-8859-1."""
    name = charset.lower().strip()
    if name in {"iso-8859-1", "latin-1", "latin1", "us-ascii", "ascii", ""} or name.startswith(("unknown", "x-")):
        name = "utf-8"
    try:
        return raw.decode(name)
    except (LookupError, UnicodeError, ValueError):
        return raw.decode("cp1252", "replace")


def sender_of(mail: Mail) -> tuple[str, str]:
    """Name and address of who wrote it."""
    for field in ("From", "Sender", "Reply-To", "Return-Path"):
        raw = mail.get(field)
        if raw is None:
            continue
        name, address = parseaddr(re.sub(r"\s+", " ", str(raw)))
        if name or address:
            plain = Mail()
            plain["x"] = name.replace("\n", " ").replace("\r", " ")
            return header(plain, "x").strip("'\" "), address
    return "", ""


def time_of(mail: Mail, options: Options) -> Stamp:
    """The time of its Date, else of the last hop that received it."""
    dates = [header(mail, "Date"), header(mail, "Received").rpartition(";")[2].strip()]
    bad = ""
    for text in dates:
        if not text:
            continue
        moment = _parsed(text)
        found = stamp(moment, options) if moment else Stamp(bad=f"not a time: {text[:40]!r}")
        if found.time:
            return found
        bad = bad or found.bad
    return Stamp(bad=bad or "a mail without a date")


def _parsed(text: str) -> datetime | None:
    try:
        return parsedate_to_datetime(text)
    except (ValueError, TypeError, IndexError, OverflowError):
        return None


def thread_of(mail: Mail) -> str:
    """The id of the thread: its first message's, else Gmail's, else this mail's own."""
    for field in ("References", "In-Reply-To"):
        if found := _first_id(header(mail, field)):
            return found
    gmail = header(mail, "X-GM-THRID")
    return _first_id(header(mail, "Message-ID")) or (f"gmail/{gmail}" if gmail else "")


def _first_id(text: str) -> str:
    found = _ID.search(text)
    return found.group() if found else ""


def body_of(mail: Mail) -> str:
    """The text of a mail: its plain parts, or, if those are empty, its HTML parts."""
    plain: list[str] = []
    rich: list[str] = []
    for part in _own_parts(mail):
        kind = part.get_content_type()
        if kind == "text/plain":
            plain.append(_flowed(part, _payload(part)))
        elif kind == "text/html":
            rich.append(_payload(part))
    text = "\n\n".join(piece.strip() for piece in plain if piece.strip())
    if signed := _SIGNED.search(text):
        text = (
            f"{text[: signed.start()]}{re.sub('^- ', '', signed[1], flags=re.MULTILINE)}{text[signed.end() :]}".strip()
        )
    return text or "\n\n".join(html_text(piece) for piece in rich if piece.strip())


def _own_parts(mail: Mail) -> Iterator[Mail]:
    """The parts that are the mail's text: not attached, and not of a mail within it."""
    if mail.get_content_type() == "message/rfc822" or "attachment" in str(mail.get("Content-Disposition", "")).lower():
        return
    if mail.is_multipart():
        for part in mail.get_payload():
            if isinstance(part, Mail):
                yield from _own_parts(part)
    elif mail.get_content_maintype() == "text":
        yield mail


def _forwarded(mail: Mail) -> Iterator[str]:
    """The texts of mails within the mail."""
    for part in mail.walk():
        if part.get_content_type() == "message/rfc822" and part.is_multipart():
            for inner in part.get_payload():
                if isinstance(inner, Mail):
                    name, address = sender_of(inner)
                    yield f"From: {name or address}\n\n{body_of(inner)}".strip()


def _payload(part: Mail) -> str:
    try:
        raw = part.get_payload(decode=True)
        charset = part.get_content_charset() or ""
    except (MessageError, ValueError, LookupError, UnicodeError, AssertionError):
        return ""
    text = decoded_as(raw, charset) if isinstance(raw, bytes) else ""
    return clean(text).replace("\r\n", "\n").replace("\r", "\n")


def _flowed(part: Mail, text: str) -> str:
    """Soft line breaks joined, see RFC 3676."""
    kind = str(part.get("Content-Type", "")).lower()
    if "flowed" not in kind:
        return text
    no_space = "delsp=yes" in kind.replace(" ", "").replace('"', "")
    rows: list[str] = []
    soft = False
    for stuffed in text.split("\n"):
        row = stuffed.removeprefix(" ")
        if soft and not row.startswith(">"):
            rows[-1] = (rows[-1][:-1] if no_space else rows[-1]) + row
        else:
            rows.append(row)
        soft = row.endswith(" ") and row != "-- " and not row.startswith(">")
    return "\n".join(rows)
