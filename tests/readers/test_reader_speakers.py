"""Speakers in plain text are told from other words before a colon."""

from __future__ import annotations

import io

import pytest

from persona_cli.readers.contract import Draft, Options
from persona_cli.readers.entry import read_path

CASES = [
    ("two people", "Ana: hi\nBen: hello\n", [("Ana", "hi"), ("Ben", "hello")]),
    ("one line", "Ana: I moved to Rome", [("Ana", "I moved to Rome")]),
    ("a note's words", "Note: buy milk", [("", "Note: buy milk")]),
    ("an address", "http://example.org is down", [("", "http://example.org is down")]),
    ("a time", "10:30 dentist\n11:00 lunch", [("", "10:30 dentist\n11:00 lunch")]),
    ("an answer's own labels", "User: how?\nAssistant: So.\nStep 1: boil\nStep 2: stir\nTip: salt\nTip: wait\nUser: ok",
     [("User", "how?"), ("Assistant", "So.\nStep 1: boil\nStep 2: stir\nTip: salt\nTip: wait"), ("User", "ok")]),
    ("a name once among many", "Ana: one\nBen: two\nAna: three\nReminder of the day: call\nBen: four",
     [("Ana", "one"), ("Ben", "two"), ("Ana", "three\nReminder of the day: call"), ("Ben", "four")]),
    ("full-width colons", "小明：你好\n小红：嗨\n", [("小明", "你好"), ("小红", "嗨")]),
    ("bold", "**Ana:** hi\n\n**Ben**: ho\n", [("Ana", "hi"), ("Ben", "ho")]),
    ("bold roles alone", "**User**\n\nhi\n\n**Assistant**\n\nho\n", [("User", "hi"), ("Assistant", "ho")]),
    ("roles alone with a colon", "### You\n\nhi\n\n### Gemini\n\nho\n", [("You", "hi"), ("Gemini", "ho")]),
    ("timed", "10:00 Ana: hi\n10:01 Ben: ho\n", [("Ana", "hi"), ("Ben", "ho")]),
    ("numbered speakers", "Speaker 1: hi\nSpeaker 2: ho\nSpeaker 1: so\n", [("Speaker 1", "hi"), ("Speaker 2", "ho"), ("Speaker 1", "so")]),
    ("prose with two quotes", "We sat down.\n\nAna: yes\n\nThen rain.\n\nMore rain.\n\nAna: no\n\nHome.\n\nBed.\n\nEnd.",
     [("", "We sat down."), ("", "Ana: yes"), ("", "Then rain."), ("", "More rain."), ("", "Ana: no"), ("", "Home."), ("", "Bed."), ("", "End.")]),
    ("a sentence before a colon", "I bought three things at the market: plums, pears and figs.", [("", "I bought three things at the market: plums, pears and figs.")]),
    ("code in a turn", "User: see\n```\nAssistant: no turn\n```\nAssistant: yes", [("User", "see\n```\nAssistant: no turn\n```"), ("Assistant", "yes")]),
]  # fmt: skip

PLAIN = Options()


def read(text, options=PLAIN):
    """Speaker and text of every turn, read draft by draft."""
    found = []
    for _, item in read_path(None, io.BytesIO(text.encode()), options, "text"):
        if isinstance(item, Draft):
            found += [(message.speaker, message.role, message.text) for message in item.messages]
    return found


@pytest.mark.parametrize(("text", "expected"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_words_before_a_colon_are_speakers_only_when_they_are(text, expected):
    """Words before a colon are speakers only when they are."""
    assert expected == [(speaker, said) for speaker, _, said in read(text)]


def test_roles_follow_names_and_what_the_person_said():
    """The person's names and Me, You … are the user, names of assistants the assistant, all others other."""
    text = "Mara: a\nClaude: b\nTom: c\nMe: d\nMara: e\nTom: f\n"
    options = Options(me=frozenset({"mara"}))
    assert [role for _, role, _ in read(text, options)] == ["user", "assistant", "other", "user", "user", "other"]


def test_the_mapping_names_speakers():
    """A mapping gives a speaker's label a name, and the name its role."""
    options = Options(me=frozenset({"mara holt"}), speakers={"Speaker 1": "Mara Holt"})
    assert read("Speaker 1: a\nSpeaker 2: b\n", options) == [("Mara Holt", "user", "a"), ("Speaker 2", "other", "b")]


def test_prose_is_the_persons_own_unless_called_a_document():
    """Prose has role user; called a document, other."""
    assert read("I like tea.") == [("", "user", "I like tea.")]
    assert read("I like tea.", Options(document=True)) == [("", "other", "I like tea.")]
