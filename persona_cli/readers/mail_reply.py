"""A mail's text into the sender's own words and the rest: quoted replies, forwards and signatures.

Rules: lines that begin with `>`; a line of attribution in eleven languages and, where no
`>` follows, all below it; a block of headers as Outlook writes it; a forward's line; `-- ` and a phone's own line.
"""

from __future__ import annotations

import re
from typing import NamedTuple

_VERBS = ("wrote", "schrieb(?:en)?", "a écrit", "escribió", "ha scritto", "escreveu", "schreef", "pisze", "skrev")
_WROTE = "|".join((*_VERBS, r"napisał\(?a?\)?", "kirjoitti", r"написал\(?а?\)?"))
_BEGINS = re.compile(r"On|Am|Le|El|Il|Em|Op|W dniu|Den|Dnia|\u0412|\d{1,4}[-./]\d|[A-Z][a-z]{2}, \d")
_ATTRIBUTION = re.compile(rf".{{5,200}}?\b(?:{_WROTE})\b.{{0,120}}?:\s*$", re.DOTALL)
_DATED = re.compile(r"\d|@")
_MARK = re.compile(
    r"[-_*\s]{2,}(?:Original Message|Original-Nachricht|Ursprüngliche Nachricht|Message d'origine|Mensaje original|"
    r"Messaggio originale|Mensagem original|Oorspronkelijk bericht|Reply message|Forwarded [Mm]essage|"
    r"Weitergeleitete Nachricht|Message transféré|Mensaje reenviado|Messaggio inoltrato|Mensagem encaminhada|"
    r"Doorgestuurd bericht)[^\n]*|(?:Begin forwarded message|Anfang der weitergeleiteten Nachricht|Début du message "
    r"réexpédié|Inicio del mensaje reenviado|Inizio messaggio inoltrato)\s*:\s*",
)
_FROM = re.compile(r"[*\s]{0,3}(?:From|Von|De|Da|Van|Från|Fra|Od|От)\*?\s?:\*?\s.*\S")
_SENT = re.compile(
    r"[*\s]{0,3}(?:Sent|Date|Gesendet|Datum|Envoyé|Enviado(?: el)?|Fecha|Inviato|Data|Verzonden|Skickat|Sendt|Wysłano|"
    r"Отправлено|To|An|À|Para|A|Aan|Till|Til|Do|Subject|Betreff|Objet|Asunto|Oggetto|Onderwerp|Ämne|Emne)\*?\s?:\*?\s?.*"
)
_RULE = re.compile(r"_{10,}\s*")
_SIGNATURE = 10  # lines a signature may have that begins without the blank
_PHONE = re.compile(
    r"(?:Sent from (?:my |Mail for |Outlook)|Get Outlook for |Sent via |Sent with |Von meinem .{2,30} gesendet|"
    r"Gesendet (?:von|mit)|Envoyé de(?:puis)? m|Enviado desde mi|Enviado do meu|Inviato da|Verstuurd vanaf|"
    r"Skickat från min|Отправлено с)[^\n]{0,60}",
    re.IGNORECASE,
)


class Split(NamedTuple):
    """A mail's text in two."""

    own: str
    quoted: str


def split_reply(text: str) -> Split:
    """The sender's own words, and what the mail quotes, forwards or signs with."""
    rows = text.split("\n")
    own: list[str] = []
    rest: list[str] = []
    at = 0
    while at < len(rows):
        row = rows[at]
        if row.startswith(">"):
            rest.append(row.lstrip("> "))
        elif size := _attribution(rows, at):
            rest.extend(rows[at : at + size])
            at += size
            if not _quotes_follow(rows, at):
                rest.extend(line.lstrip("> ") for line in rows[at:])
                break
            continue
        elif _all_below(rows, at):
            rest.extend(rows[at:])
            break
        elif _is_dashes(rows, at) or _PHONE.fullmatch(row.strip()):
            at = _signature(rows, at, rest)
            continue
        else:
            own.append(row)
        at += 1
    return Split("\n".join(own).strip(), "\n".join(rest).strip())


def _attribution(rows: list[str], at: int) -> int:
    """How many lines a line of attribution takes that begins here, 0 for none.

    It has a date or an address, or `>` lines follow: "On Friday she wrote:" alone is the sender's own sentence.
    """
    if not _BEGINS.match(rows[at]):
        return 0
    for size in (1, 2, 3):
        piece = rows[at : at + size]
        if any(not line.strip() or line.startswith(">") for line in piece):
            return 0
        text = "\n".join(piece)
        if _ATTRIBUTION.match(text):
            return size if _DATED.search(text) or _quotes_follow(rows, at + size) else 0
    return 0


def _quotes_follow(rows: list[str], at: int) -> bool:
    return next((row.startswith(">") for row in rows[at:] if row.strip()), False)


def _all_below(rows: list[str], at: int) -> bool:
    """Whether all from here on is somebody else's: a forward's line or a block of headers."""
    if _MARK.fullmatch(rows[at]):
        return True
    if _RULE.fullmatch(rows[at]):
        return any(_FROM.fullmatch(row) for row in rows[at + 1 : at + 3])
    return bool(_FROM.fullmatch(rows[at])) and sum(bool(_SENT.fullmatch(row)) for row in rows[at + 1 : at + 6]) >= 2


def _is_dashes(rows: list[str], at: int) -> bool:
    """Whether a signature begins: `-- `, or `--` near the end, where it is no line drawn in the text."""
    return rows[at] == "-- " or (rows[at] == "--" and len(rows) - at <= _SIGNATURE)


def _signature(rows: list[str], at: int, rest: list[str]) -> int:
    """Move a signature to `rest`: all up to a quotation, or, after a phone's own line, that line alone."""
    if not _is_dashes(rows, at):
        rest.append(rows[at])
        return at + 1
    while at < len(rows) and not rows[at].startswith(">") and not _attribution(rows, at) and not _all_below(rows, at):
        rest.append(rows[at])
        at += 1
    return at
