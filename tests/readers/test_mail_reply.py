"""A mail's own words are told from what it quotes, forwards and signs with."""

from __future__ import annotations

import pytest

from persona_cli.readers.html_text import html_text
from persona_cli.readers.mail_reply import split_reply

CASES = [
    ("top", "Yes.\n\nOn Mon, 2 Mar 2026 at 10:00, Tom <t@example.org> wrote:\n> Coming?", "Yes."),
    ("between", "> One?\nYes.\n> Two?\nNo.", "Yes.\nNo."),
    ("wrapped", "Ja.\n\nAm Montag, 2. März 2026 um 10:00 schrieb Tom Reed\n<t@example.org>:\n> Kommst du?", "Ja."),
    ("without marks", "Sí.\n\nEl lun, 2 mar 2026 a las 10:00, Tom (<t@example.org>) escribió:\n\nVienes?", "Sí."),
    (
        "Outlook",
        "Fine.\n\n________________________________\nFrom: Tom\nSent: Monday\nTo: Mara\nSubject: x\n\nOld",
        "Fine.",
    ),
    ("German Outlook", "Gut.\n\nVon: Tom\nGesendet: Montag\nAn: Mara\nBetreff: x\n\nAlt", "Gut."),
    ("forward", "See:\n\n---------- Forwarded message ---------\nFrom: City\n\nNews", "See:"),
    ("Apple forward", "See:\n\nBegin forwarded message:\n\n> From: City\n\nNews", "See:"),
    ("signature", "Hi.\n\n-- \nMara\nGraz", "Hi."),
    ("phone", "Hi.\n\nSent from my iPhone", "Hi."),
    ("phone, then quotation", "Hi.\n\nSent from my iPhone\n\n> On 2 Mar 2026, at 10:00, Tom wrote:\n> Old", "Hi."),
    ("a sentence", "On Friday my sister wrote:\nshe is well.", "On Friday my sister wrote:\nshe is well."),
    ("a line drawn", "One\n--\n" + "more\n" * 20 + "end", "One\n--\n" + "more\n" * 20 + "end"),
    ("nothing of its own", "> all\n> quoted", ""),
    ("empty", "", ""),
]


@pytest.mark.parametrize(("text", "own"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_own_words_are_told_from_the_rest(text, own):
    """Own words are told from quotations, forwards and signatures."""
    assert own == split_reply(text).own


@pytest.mark.parametrize("text", [case[1] for case in CASES])
def test_no_word_is_lost(text):
    """Every word of the mail is in one of the two parts."""
    split = split_reply(text)
    words = f"{split.own} {split.quoted}".replace(">", " ").split()
    assert sorted(text.replace(">", " ").split()) == sorted(words)


def test_html_quotations_are_marked():
    """A quotation of HTML begins with `>`, and what is not seen is left out."""
    page = "<style>p{}</style><p>Mine&nbsp;&amp; own</p><div class='gmail_quote'>On x wrote:<blockquote>Old</blockquote></div>"
    expected = "Mine & own\n\n> On x wrote:\n>\n> Old"
    assert expected == html_text(page)
