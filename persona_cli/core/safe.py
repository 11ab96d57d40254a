"""Text made safe to show: whatever could move a cursor, turn direction or hide is written out as an escape."""

from __future__ import annotations

import re

# C0 but tab and newline, DEL and C1; soft hyphen, Arabic letter mark, zero-width and bidi controls, line and paragraph
# separators, invisible operators, the byte order mark, interlinear marks, and the tag characters.
_UNSEEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
    "\ud800-\udfff\U000e0000-\U000e007f]"
)


def visible(text: str) -> str:
    """`text` with every unseen character as an escape: what reaches a terminal holds no control of its own."""
    return _UNSEEN.sub(_escape, text)


def one_line(text: str, limit: int) -> str:
    """`text` on one line, white space folded, at most `limit` characters, cut at a word where one is near."""
    folded = " ".join(text.split())
    if len(folded) <= limit:
        return folded
    cut = folded[: limit - 1]
    word = cut.rfind(" ", limit * 3 // 4)
    return (cut[:word] if word > 0 else cut).rstrip() + "…"


def _escape(found: re.Match[str]) -> str:
    code = ord(found[0])
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
