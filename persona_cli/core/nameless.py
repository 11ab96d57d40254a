"""Labels that stand where a name should: `Speaker 1`, `Unknown`, a telephone number. They are nobody until told who."""

from __future__ import annotations

import re
import unicodedata

_LABEL = re.compile(
    r"(?:speaker|participant|person|guest|caller|attendee|user|host|unknown(?: (?:speaker|user|caller|contact|sender))?"
    r"|unidentified(?: speaker)?|unnamed|anonymous|anonym|deleted (?:account|user)|sprecher(?:in)?|teilnehmer(?:in)?"
    r"|unbekannt(?:e[rs]?)?|gelöschtes konto|hablante|participante|desconocid[oa]|anónim[oa]|locuteur|intervenant"
    r"|inconnue?|parlante|sconosciut[oa]|falante)"
    r"[\s_#.:-]*(?:\d{1,20}|[a-z])?",
    re.IGNORECASE,
)
_ACCOUNT = re.compile(r"[UWB](?=[A-Z]*\d)[A-Z0-9]{7,11}")  # an account's id where Slack gives no name
_DIGITS = 5  # a telephone number has at least so many
_AROUND = frozenset("+()-./ ")


def nameless(name: str) -> bool:
    """Whether a speaker's or person's name tells nobody: a label of transcripts, a telephone number, an account's id."""
    plain = "".join(c for c in unicodedata.normalize("NFKC", name) if unicodedata.category(c) != "Cf").strip()
    if _LABEL.fullmatch(plain) or _ACCOUNT.fullmatch(plain):
        return True
    digits = sum(c.isdecimal() for c in plain)
    return digits >= _DIGITS and all(
        c.isdecimal() or c in _AROUND or unicodedata.category(c) in ("Pd", "Zs") for c in plain
    )
