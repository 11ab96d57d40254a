"""What is taken out on the way in, and what is made visible on the way out."""

from __future__ import annotations

import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from persona_cli.core.guard import CLOSING, OPENING, without_fragments, without_private
from persona_cli.core.safe import one_line, visible

PIECES = st.lists(
    st.sampled_from(["<private>", "</private>", "<PRIVATE x>", "<pri", "vate>", "secret", OPENING, CLOSING, "<persona-", "memory>", " ", "tea", "\n"]),
    max_size=14,
).map("".join)  # fmt: skip


@given(PIECES)
def test_no_private_span_is_left(text):
    """However the marks are nested or torn, none that opens is left."""
    assert not re.search(r"<private\b[^>]*>", without_private(text), re.IGNORECASE)
    assert not re.search(r"<persona-memory\b[^>]*>", without_fragments(text), re.IGNORECASE)


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("My pin is <private>4711</private>, ok?", "My pin is , ok?"),
        ("a <Private why='x'>b\nc</PRIVATE > d", "a  d"),
        ("a <private>never closed", "a "),
        ("<pri<private></private>vate>4711</private>tea", "tea"),
        ("privateer < private", "privateer < private"),
        ("nothing", "nothing"),
    ],
)
def test_private_spans_are_taken_out(text, kept):
    """What is marked private goes, to the end where the mark is not closed; all else stays as it is."""
    assert kept == without_private(text)


def test_our_own_words_are_no_news():
    """A fragment that this program rendered is dropped when it comes back in a transcript."""
    assert without_fragments(f"Hello {OPENING}\nAna likes tea.\n{CLOSING}friend") == "Hello friend"
    assert without_fragments(f"Hello {OPENING} cut off") == "Hello "
    assert without_fragments(f"Hello {OPENING.upper()} x {CLOSING}!") == "Hello !"


@given(st.text(st.characters()))
def test_nothing_that_reaches_a_terminal_controls_it(text):
    """No control but tab and newline, no bidi or zero-width character, no lone surrogate gets through."""
    shown = visible(text)

    assert all(byte >= 0x20 or byte in b"\n\t" for byte in shown.encode())
    assert not any(unicodedata.category(c) in ("Cc", "Cs", "Zl", "Zp") and c not in "\n\t" for c in shown)
    assert not any(
        unicodedata.bidirectional(c) in ("LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI") for c in shown
    )


@pytest.mark.parametrize(
    "code",
    [0x1B, 0x7F, 0x9B, 0x85, 0x0D, 0xAD, 0x34F, 0x61C, 0x115F, 0x200B, 0x200D, 0x200E, 0x2028, 0x202E, 0x2060, 0x2066, 0x3164, 0xFEFF, 0xFFA0,
     0xD800, 0x1D173, 0xE0041, 0xE0101],
)  # fmt: skip
def test_each_hidden_character_is_written_out(code):
    """Every character that hides, turns or moves is seen as its own escape."""
    shown = visible(f"a{chr(code)}b")

    assert re.fullmatch(r"a\\(x[0-9a-f]{2}|u[0-9a-f]{4}|U[0-9a-f]{8})b", shown)
    assert int(shown[3:-1], 16) == code


@given(st.text(st.characters(categories=["L", "N", "P", "Zs"], exclude_characters="\u115f\u1160\u3164\uffa0")))
def test_plain_text_is_shown_as_it_is(text):
    """Letters, figures and marks of all scripts stay, and showing twice changes nothing more."""
    assert text == visible(text)


@given(st.text(), st.integers(1, 40))
def test_one_line_is_one_line(text, limit):
    """The text fits, on one line, and a short one is whole."""
    line = one_line(text, limit)

    assert len(line) <= limit
    assert len(line.splitlines()) <= 1
    assert line == " ".join(text.split()) or line.endswith("…")
