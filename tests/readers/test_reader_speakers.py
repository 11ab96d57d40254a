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
    ("a diary's words", "Today: a great day.", [("", "Today: a great day.")]),
    ("small letters", "me: hi\nher: ho\nme: so", [("me", "hi"), ("her", "ho"), ("me", "so")]),
    ("IRC", "[10:00] <ana> hi\n[10:01] <@ben> ho", [("ana", "hi"), ("ben", "ho")]),
    ("brackets", "[User]: hi\n[Assistant]: ho", [("User", "hi"), ("Assistant", "ho")]),
    ("copied from a page", "You said:\nI live in Rome\nChatGPT said:\nNice.", [("You", "I live in Rome"), ("ChatGPT", "Nice.")]),
    ("pronouns", "Ana (she/her): hi\nBen: ho", [("Ana (she/her)", "hi"), ("Ben", "ho")]),
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


def test_a_title_and_a_date_before_the_first_turn_are_no_turns():
    """A title, a date, or both in one line before the first turn give the episode's title and time."""
    for head in ("# Garden\nDate: 2026-03-05\n", "Garden\n2026-03-05\n\n", "Title: Garden\n== 5 March 2026 ==\n"):
        data = io.BytesIO(f"{head}User: hi\nAssistant: ho\n".encode())
        drafts = [item for _, item in read_path(None, data, PLAIN) if isinstance(item, Draft)]
        assert [(draft.title, draft.time) for draft in drafts] == [("Garden", "2026-03-05T00:00:00Z")]


def test_lines_with_a_date_alone_begin_episodes():
    """Session and day lines with a date cut a transcript into episodes."""
    data = io.BytesIO(b"Session 1 - 2026-03-05\nUser: a\nAssistant: b\nSession 2 (2026-03-06)\nUser: c\n")
    times = [item.time for _, item in read_path(None, data, PLAIN) if isinstance(item, Draft)]
    assert times == ["2026-03-05T00:00:00Z", "2026-03-06T00:00:00Z"]
