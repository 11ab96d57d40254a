"""What is shown holds nothing that could steer a terminal, hide, or turn direction."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from persona_cli.core.safe import one_line, visible

HIDDEN = {"Cc", "Cf", "Cs", "Zl", "Zp"}
anything = st.text(st.characters(exclude_categories=[]), max_size=60)


@given(anything)
def test_nothing_hidden_is_left(text):
    """Controls, formats, surrogates and separators are gone, tabs and line feeds stay."""
    shown = visible(text)
    left = {c for c in shown if unicodedata.category(c) in HIDDEN and c not in "\t\n"}
    assert not {c for c in left if not _drawn(c)}
    assert [c for c in text if c in "\t\n"] == [c for c in shown if c in "\t\n"]
    assert visible(shown) == shown


def _drawn(c: str) -> bool:
    """Format characters that are drawn: number signs and brackets of Arabic, Syriac, Kaithi, Egyptian and shorthand."""
    return unicodedata.category(c) == "Cf" and any(
        low <= ord(c) <= high for low, high in ((0x600, 0x605), (0x6DD, 0x6DD), (0x70F, 0x70F), (0x890, 0x891), (0x8E2, 0x8E2),
                                                (0x110BD, 0x110BD), (0x110CD, 0x110CD), (0x13430, 0x1345F), (0x1BCA0, 0x1BCA3))
    )  # fmt: skip


@given(
    st.text(
        st.characters(categories=["L", "N", "P", "S", "Zs"], exclude_characters="\u115f\u1160\u3164\uffa0"), max_size=60
    )
)
def test_plain_text_is_untouched(text):
    """Letters, figures, marks, symbols and emoji of all scripts stay as they are."""
    assert visible(text) == text


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a\x1b[31mred", "a\\x1b[31mred"), ("a\x9bb", "a\\x9bb"), ("user\u202egnp.exe", "user\\u202egnp.exe"), ("z\u200bw", "z\\u200bw"),
        ("tag\U000e0041", "tag\\U000e0041"), ("\ufeffx", "\\ufeffx"), ("cr\rover", "cr\\x0dover"), ("del\x7f", "del\\x7f"),
        ("\u3164", "\\u3164"), ("é 北京 😀 ñ", "é 北京 😀 ñ"), ("\ud800", "\\ud800"),
    ],
)  # fmt: skip
def test_escapes(text, shown):
    """Each hidden character is written as a programmer would write it."""
    assert visible(text) == shown


@given(anything, st.integers(0, 80))
def test_one_line_is_one_line_of_its_limit(text, limit):
    """The result has no line breaks and is no longer than the limit, of one character at least."""
    line = one_line(text, limit)
    assert len(line) <= max(1, limit)
    assert len(line.splitlines()) <= 1
    assert line == " ".join(line.split())


def test_one_line_cuts_at_a_word():
    """A long text ends with an ellipsis after a whole word."""
    assert one_line("the kettle\nis on the stove", 20) == "the kettle is on…"
    assert one_line("short", 20) == "short"
