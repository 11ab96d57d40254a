"""What is marked private stays out, over lines, paragraphs and messages, closed or not."""

from __future__ import annotations

import io
import json

import pytest

from persona_cli.core.guard import without_private
from persona_cli.readers.contract import Draft, Message, Options
from persona_cli.readers.entry import read_path


def said(text: str, name: str = "") -> list[str]:
    """The texts of all turns of an input."""
    found = []
    for _, item in read_path(None, io.BytesIO(text.encode()), Options(), name):
        if isinstance(item, Draft):
            found += [(m.text, m.quoted) for m in item.messages if isinstance(m, Message)]
    texts = (without_private(text).strip() for text in [*(text for text, _ in found), *(quoted for _, quoted in found)])
    return [text for text in texts if text]


NOTE = """I like plums.

<private>
quartz one

> quartz two

quartz three
</private>

I like eggs.

## 2026-03-06

I like figs. <private>quartz four

## 2026-03-07

quartz five
"""


@pytest.mark.parametrize("name", ["notes", "text"])
def test_a_span_over_paragraphs(name):
    """It ends where it is closed; where it is not, all that follows in the text is private, other days too."""
    kept = "\n".join(said(NOTE, name))

    assert "quartz" not in kept
    assert all(f"I like {what}." in kept for what in ("plums", "eggs", "figs"))


TALK = [
    ("Mara", "I like plums. <private> quartz one"),
    ("Ben", "quartz two, <Private>quartz</private> quartz"),
    ("Mara", "quartz three </private> I like eggs."),
    ("Ben", "Fine."),
]


def whatsapp(rows):
    return "".join(f"13/03/2026, 09:1{n} - {who}: {text}\n" for n, (who, text) in enumerate(rows))


def native(rows):
    return "".join(json.dumps({"speaker": who, "role": "other", "text": text}) + "\n" for who, text in rows)


@pytest.mark.parametrize("write", [whatsapp, native])
def test_a_span_over_messages(write):
    """It ends in a later message that closes it."""
    kept = said(write(TALK))

    assert ["I like plums.", "I like eggs.", "Fine."] == kept


@pytest.mark.parametrize("write", [whatsapp, native])
def test_a_slip_of_the_pen_in_talk_costs_one_message(write):
    """A span that no message closes ends with its own."""
    kept = said(write([TALK[0], ("Ben", "Right."), ("Mara", "I like figs.")]))

    assert ["I like plums.", "Right.", "I like figs."] == kept


def test_the_marks_may_be_written_loosely():
    """Blanks and capitals in the marks change nothing."""
    assert "a  b" == without_private("a < PRIVATE > quartz < / private > b")
    assert "a < b, private > c" == without_private("a < b, private > c")
