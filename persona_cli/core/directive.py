"""Tells text that speaks to a model in its operator's voice: such words are evidence, and never go into a prompt.

It is the second line of defence. The first is structure: only the person's own words and what is believed are rendered,
as data between marks. A pattern finds the known shapes alone, and what it takes for one is left out, not changed.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from persona_cli.core.safe import seen

_READ = 20_000  # characters that are looked at
_DROP = r"(?:ignore|disregard|forget|override|bypass|ignora|olvida|ignorez?|oubliez?|ignorier\w*|vergiss|ignore[mn]?|esque\w+)"
_ALL = r"(?:all|any|every|the|your|my|these|those|of|toda?s|tus|las?|los|tes|vos|toutes|les|alle|deine|die|suas|as)"
_RULES = (
    r"(?:instructions?|prompts?|guidelines|directives?|system messages?|safety rules|instrucciones|consignes"
    r"|anweisungen|instru\w+es)"
)
_BEFORE = r"(?:previous|prior|above|earlier|preceding|foregoing|system|anteriores|pr\u00e9c\u00e9dentes|vorherigen|bisherigen)"
_SHAPES = (
    rf"\b{_DROP}\s+(?:{_ALL}\s+){{0,3}}(?:{_BEFORE}\s+)?{_RULES}\b",
    rf"\b{_DROP}\s+(?:{_ALL}\s+){{0,3}}(?:everything|anything|what)\b.{{0,30}}\b(?:above|before|told|said)\b",
    r"<\|?/?(?:im_start|im_end|system|assistant|endoftext|start_header_id|eot_id)\|?>|\[/?inst\]|<</?sys>>",
    r"(?:^|\n)\s*(?:#{1,6}\s*)?(?:system|developer|assistant)\s*(?:prompt|message|note)?\s*:",
    r"\b(?:reveal|print|repeat|show|leak|output|tell me)\b.{0,40}\b(?:system prompt|your (?:instructions|prompt))\b",
    r"\byou are (?:now|no longer)\b.{0,60}\b(?:mode|model|assistant|ai|unrestricted|dan|jailbroken)\b",
    r"\b(?:the|any|this|every) (?:assistant|ai|model|chatbot|llm|agent)s? (?:must|should|shall|has to|is to|will now)\b",
    r"\b(?:assistant|ai|chatbot|llm|agent)s?\b.{0,30}\b(?:always|must)\b.{0,40}\b(?:recommend|promote|answer|reply|respond)",
    r"\b(?:visit|open|click|fetch|download|follow|curl|wget|go to|navigate to|post|upload|send)\b.{0,60}https?://",
    r"https?://\S*[?&=]\S*\{",
)
# Every shape needs one of these: most texts have none, and are not looked at further.
_HINTS = (
    *(
        "instru",
        "prompt",
        "guideline",
        "directive",
        "system",
        "safety rules",
        "consigne",
        "anweisung",
        "ignor",
        "disregard",
    ),
    *(
        "forget",
        "overrid",
        "bypass",
        "olvid",
        "oubli",
        "vergiss",
        "esque",
        "im_",
        "assistant",
        "endoftext",
        "header_id",
    ),
    *("eot_id", "inst]", "sys>", "developer", "you are n", "chatbot", "llm", "agent", "model", " ai ", " ais ", "http"),
)


@lru_cache(maxsize=1)
def _directive() -> re.Pattern[str]:
    return re.compile("|".join(f"(?:{shape})" for shape in _SHAPES), re.IGNORECASE)


def directive(text: str) -> bool:
    """Whether a text has the shape of an instruction to a model, also where hidden characters or wide letters veil it."""
    read = text[:_READ]
    if read.isascii() and read.isprintable() and not _hinted(read):
        return False  # nearly all there is, and quickly told
    plain = unicodedata.normalize("NFKC", read)
    lines = "\n".join(seen(line) for line in plain.split("\n"))
    if not _hinted(lines):
        return False
    return _directive().search(lines) is not None or _directive().search(seen(plain)) is not None


def _hinted(text: str) -> bool:
    folded = f" {text.casefold()} "
    return any(hint in folded for hint in _HINTS)
