"""Text made safe to show: whatever could move a cursor, turn direction or hide is written out as an escape."""

from __future__ import annotations

import re

# C0 but tab and newline, DEL and C1; soft hyphen, joiners, Arabic letter mark, fillers, Mongolian and zero-width marks,
# bidi controls, line and paragraph separators, invisible operators, the byte order mark, interlinear and musical marks,
# non-characters, tag characters and the variation selectors in which text can hide; those of emoji (U+FE00 to U+FE0F)
# stay.
_UNSEEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e"
    "\u2060-\u206f\u3164\ufeff\uffa0\ufff0-\ufffb\ufffe\uffff\ud800-\udfff\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)


def visible(text: str) -> str:
    """`text` with every unseen character as an escape: what reaches a terminal holds no control of its own."""
    return _UNSEEN.sub(_escape, text)


def seen(text: str) -> str:
    """`text` without its unseen characters, white space folded: what a reader sees of it, on one line."""
    return " ".join(_UNSEEN.sub("", " ".join(text.split())).split())


def one_line(text: str, limit: int) -> str:
    """`text` on one line, white space folded, at most `limit` characters (one at least), cut at a word where one is near."""
    folded = " ".join(text.split())
    if len(folded) <= limit:
        return folded
    cut = folded[: max(0, limit - 1)]
    word = cut.rfind(" ", limit * 3 // 4)
    return (cut[:word] if word > 0 else cut).rstrip() + "…"


def _escape(found: re.Match[str]) -> str:
    code = ord(found[0])
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
