"""Secrets taken out of a text before it is written anywhere: keys, tokens, passwords, card and account numbers.

What is left is the kind and a fingerprint keyed with the machine's own key, `[redacted:github-token:1f3a9c02]`: two
mentions of one secret can be told to be the same, and nobody without the key can test a guess. It matches shapes
(`core.redact_rules`), not words, so that what people write about passwords stays.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from hmac import new as hmac

from persona_cli.core.redact_rules import IBAN_LENGTHS, IBAN_START, RULES, iban

_MARK = re.compile(r"\[redacted:[a-z0-9-]{1,40}:[0-9a-f]{8}\]")
_DIGITS = re.compile(r"\d{2}")
_HINTS = tuple(dict.fromkeys(hint for rule in RULES for hint in rule.hints))
_ALWAYS = tuple(rule for rule in RULES if not rule.hints)


@dataclass(frozen=True, slots=True)
class Found:
    """One secret: its kind, and where it stood in the text as given."""

    kind: str
    fingerprint: str  # eight hexadecimal digits of HMAC-SHA256
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Redacted:
    """The text without its secrets; the very same object when there were none."""

    text: str
    found: tuple[Found, ...] = ()


def redact(text: str, *, key: bytes, allow: frozenset[str] = frozenset()) -> Redacted:
    """Replace every secret by `[redacted:KIND:FINGERPRINT]`; what is marked already stays as it is.

    `key` is secret and belongs to one machine. `allow` holds values, fingerprints or kinds to leave alone.
    """
    spans = _chosen(text)
    if not spans:
        return Redacted(text)
    found: list[Found] = []
    pieces: list[str] = []
    at = 0
    for start, end, kind in spans:
        value = text[start:end]
        fingerprint = fingerprint_of(value, key)
        if {value, fingerprint, kind} & allow:
            continue
        found.append(Found(kind, fingerprint, start, end))
        pieces += [text[at:start], f"[redacted:{kind}:{fingerprint}]"]
        at = end
    return Redacted("".join([*pieces, text[at:]]), tuple(found)) if found else Redacted(text)


def fingerprint_of(value: str, key: bytes) -> str:
    """Eight hexadecimal digits that tell equal secrets on one machine, and nothing without its key."""
    return hmac(key, value.encode("utf-8", "surrogatepass"), sha256).hexdigest()[:8]


def _chosen(text: str) -> list[tuple[int, int, str]]:
    """Spans of secrets in order; where two overlap, the rule that stands first in the table wins."""
    matches = list(_matches(text))
    if not matches:
        return []
    covered = bytearray(len(text))
    for mark in _MARK.finditer(text) if "[redacted:" in text else ():
        covered[mark.start() : mark.end()] = b"\1" * len(mark[0])
    kept = []
    for start, end, kind in matches:
        if covered.find(1, start, end) < 0:
            covered[start:end] = b"\1" * (end - start)
            kept.append((start, end, kind))
    return sorted(kept)


def _matches(text: str) -> Iterator[tuple[int, int, str]]:
    if _DIGITS.search(text):
        yield from _accounts(text)  # before cards: blocks of four digits are in both
    lowered = text.lower()
    there = {hint for hint in _HINTS if hint in lowered}  # once for all rules: most texts have none
    for rule in RULES if there else _ALWAYS:
        if rule.hints and there.isdisjoint(rule.hints):
            continue
        group = "s" if "s" in rule.pattern.groupindex else 0
        for match in rule.pattern.finditer(text):
            if rule.proof(match[group]):
                yield (*match.span(group), rule.kind)


def _accounts(text: str) -> Iterator[tuple[int, int, str]]:
    """International bank account numbers, cut to their country's length."""
    for match in IBAN_START.finditer(text):
        wanted = IBAN_LENGTHS.get(match[1][:2], 0)
        places = [place for place, character in enumerate(match[1], start=1) if character.isalnum()]
        if wanted and len(places) >= wanted and iban(match[1][: places[wanted - 1]]):
            yield match.start(), match.start() + places[wanted - 1], "iban"
