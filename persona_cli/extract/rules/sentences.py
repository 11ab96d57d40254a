"""The speaker's own sentences of a turn: code, logs, quotes and pasted text are masked, the rest is split and normalised.

Masking keeps every offset, so that a sentence's `start` and `end` cut a verbatim quote from the turn.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from persona_cli.extract.rules.packs.pack import Pack
from persona_cli.extract.rules.pattern import Pattern

MAX_TURN = 20_000  # characters read of one turn; what follows is a document, not speech


@dataclass(frozen=True, slots=True)
class Sentence:
    """A stretch of a turn, as said and as read."""

    text: str  # normalised: straight quotes, slang and contractions spelt out
    start: int  # offsets into the turn's text
    end: int
    asks: bool = False  # it ends in a question mark


_FENCE = Pattern(r"(```|~~~).*?(?:\1|\Z)", re.DOTALL)
_OURS = Pattern(
    r"<(persona|memory|memories|recalled|context)\b[^>]*>.*?(?:</\1[^>]*>|\Z)"
    r"|^#+ *RELEVANT (?:MEMORY|KNOWLEDGE)\b.*?(?:\n\s*\n|\Z)",
    re.DOTALL | re.IGNORECASE | re.MULTILINE,
)
_MAIL_TAIL = Pattern(
    r"^(?:-{3,} ?(?:original|forwarded) message ?-{3,}|on .{6,90} wrote:|begin forwarded message:"
    r"|from: .+\n(?:sent|date|to): ).*",
    re.DOTALL | re.IGNORECASE | re.MULTILINE,
)
_STAGE = Pattern(r"\[[^\]\n]{0,400}\]|\*[a-z][^*\n]{2,40}\*(?!\*)|https?://\S+|</?[a-zA-Z][^>\n]{0,80}>")
_ODD_LINE = Pattern(
    r"""^\s*(?:>|\||\$\s|\#!|//|/\*|\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d|\[?\d\d:\d\d:\d\d
    |(?:ERROR|WARN(?:ING)?|INFO|DEBUG|FATAL|TRACE)\b
    |Traceback|File\ "|at\ [\w.$]+\(|import\ \w+$|from\ [\w.]+\ import
    |(?:def|class|function|const|let|var|public|private)\ \w+.*[({:=;]
    |(?:SELECT|INSERT|UPDATE|DELETE|CREATE)\ .*(?:FROM|INTO|SET|TABLE)
    |[\w.-]+\s*[:=]\s*["'{\[\d]|["'][\w-]+["']\s*:|[{}\[\]();,]+\s*$)
    |(?:[;{}]|=>|\(\);?|/>)\s*$|(?<!\w)\w{1,60}(?:\.\w{1,60}){0,8}\([^)\n]{0,300}\)\s*[;.]?\s*$|\b(?:Exception|Error):\s""",
    re.VERBOSE | re.MULTILINE,
)
_EMOJI = Pattern(
    r"[\u2190-\u21ff\u2300-\u27bf\u2b00-\u2bff\ufe0f\u200d\U0001f000-\U0001faff]+|(?<!\w)[:;]-?[()DPp](?!\w)|<3"
)
_END = Pattern(r"[.!?…]+[\"')\]”’]*(?=\s|$)|\n+|(?<=[a-z])[.!?](?=[A-Z][a-z])")
_ABBREVIATION = Pattern(
    r"(?:\b(?:mr|mrs|ms|mx|dr|prof|st|jr|sr|vs|etc|e\.g|i\.e|approx|a\.m|p\.m|inc|ltd|co|u\.s|u\.k)|\b(?-i:[A-HJ-Z])|(?:^|\n)\s*\d{1,2})\.$",
    re.IGNORECASE,
)
_BULLET = Pattern(r"^\s*(?:[-*•–]|\d{1,2}[.)])\s+(.*)$")
_SPACE = Pattern(r"\s+")
_STRAIGHT = str.maketrans(
    {"’": "'", "‘": "'", "“": '"', "”": '"', "—": " - ", "–": "-", "\u00a0": " ", "…": "..."}
)  # these are the characters to replace


def mask(text: str, quoted: str = "") -> str:
    """`text` with everything that is not the speaker's own running speech blanked, at the same length."""

    def blank(found: re.Match[str]) -> str:
        return "".join("\n" if c == "\n" else " " for c in found[0])

    text = text[:MAX_TURN]
    if quoted and quoted in text:
        text = text.replace(quoted, re.sub(r"[^\n]", " ", quoted))
    if "`" in text or "~~~" in text:
        text = _FENCE.sub(blank, text)
    if "<" in text or "#" in text:
        text = _OURS.sub(blank, text)
    if "\n" in text:
        text = _MAIL_TAIL.sub(blank, text)
    if _ODD_LINE.search(text):
        text = "\n".join(" " * len(line) if _ODD_LINE.search(line) else line for line in text.split("\n"))
    if "[" in text or "*" in text or "<" in text or "://" in text:
        text = _STAGE.sub(blank, text)
    return text


def _spans(text: str) -> Iterator[tuple[int, int]]:
    """Offsets of the sentences of masked text, before trimming."""
    start = 0
    for found in _END.finditer(text):
        if found[0][0] == "." and _ABBREVIATION.search(text, max(start, found.start() - 8), found.start() + 1):
            continue
        if found[0][0] == "\n" and _wrapped(text, start, found):
            continue
        yield start, found.end()
        start = found.end()
    if start < len(text):
        yield start, len(text)


def _trimmed(text: str) -> Iterator[tuple[int, int]]:
    """Offsets of the sentences of masked text, blanks cut off."""
    for start, end in _spans(text):
        raw = text[start:end]
        if inner := raw.strip():
            first = start + len(raw) - len(raw.lstrip())
            yield first, first + len(inner)


def _wrapped(text: str, start: int, found: re.Match[str]) -> bool:
    """Whether a line break only wraps a long line."""
    line = max(start, text.rfind("\n", 0, found.start()) + 1)
    following = text[found.end() : found.end() + 1]
    return (
        len(found[0]) == 1
        and found.start() - line > 60
        and following.islower()
        and text[found.start() - 1] not in ".!?:"
    )


def sentences(text: str, pack: Pack, quoted: str = "") -> list[Sentence]:
    """The speaker's own sentences, normalised by `pack`; a pasted text that the speaker announces ends them."""
    masked = mask(text, quoted)
    found: list[Sentence] = []
    head: Sentence | None = None  # "My hobbies are:", waiting for its list
    items: list[str] = []
    for start, end in _trimmed(masked):
        inner = masked[start:end]
        item = _BULLET.match(inner)
        if head is not None:
            if item and len(item[1].split()) <= 6:
                items.append(item[1].rstrip(".,; "))
                head = Sentence(head.text, head.start, end)
                continue
            found.extend(_listed(head, items, pack))
            head = None
        body = normalise(item[1] if item else inner, pack)
        if not body:
            continue
        sentence = Sentence(body, start, end, body.endswith(("?", "?!")))
        if body.endswith(":"):
            if pack.pasted.search(body) and not _masked_next(text, masked, end):
                return found
            head, items = sentence, []
            continue
        found.append(sentence)
    if head is not None:
        found.extend(_listed(head, items, pack))
    return found


def _masked_next(text: str, masked: str, end: int) -> bool:
    """Whether what follows was masked: then it was code, and the person's words may go on after it."""
    spoken = Pattern(r"\S")
    said, kept = spoken.search(text, end), spoken.search(masked, end)
    return said is not None and (kept is None or said.start() < kept.start())


def _listed(head: Sentence, items: list[str], pack: Pack) -> list[Sentence]:
    """A list joined with the line that introduces it; an introduction without a list says nothing."""
    if not items:
        return []
    joined = items[0] if len(items) == 1 else ", ".join(items[:-1]) + f" {pack.and_word} " + items[-1]
    return [Sentence(f"{head.text.rstrip(':')} {joined}.", head.start, head.end)]


def normalise(text: str, pack: Pack) -> str:
    """Straight quotes, single spaces, no emoji, slang and contractions spelt out as the pack says."""
    text = text.translate(_STRAIGHT)
    if not text.isascii() or ":" in text or ";" in text or "<3" in text:
        text = _EMOJI.sub(" ", text)
    return _SPACE.sub(" ", pack.respell(_SPACE.sub(" ", text.replace("**", "").replace("__", "")).strip())).strip()
