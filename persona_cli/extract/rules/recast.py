"""English in talk between people: sentences recast so that their speaker is the subject.

Friends say much about themselves without "I": "Researching schools", "It made me realise …", "Here's a photo of my
garden", "Not much, just baking". What is recast is read as a statement like any other; what is not stays as it was.
"""

from __future__ import annotations

import re

from persona_cli.extract.rules import address, select
from persona_cli.extract.rules import morphology as m
from persona_cli.extract.rules.packs import en_recast as cues
from persona_cli.extract.rules.packs.en_talk import OWN, TO_YOU

ENOUGH = 4  # content words from which a remark tells something


def recast(text: str) -> str:
    """A sentence with its speaker as the subject, where it shows, moves or occupies them; else as it was."""
    text = _unfilled(cues.TOGETHER.sub(r"\1 people ", text))
    if reminded := cues.REMINDED.match(text):
        return f"It{text[reminded.end() + 2 :]}"
    if found := _shown(text) or _meant(text) or _left_out(text):
        return found
    text = _begun(text)
    if found := _restored(text) or _moved(text):
        return found
    if made := cues.MADE_ME.match(text):
        return _made(made, text[made.end() :])
    return _occupied(text) or address.recast(text)


def _occupied(text: str) -> str:
    """What the speaker is doing, or did before something else: "Still painting the shed"; empty for anything else."""
    if (busy := cues.OCCUPIED.match(text)) and len(select.content(text)) > 2 and not _finite(text):
        return f"I am {busy[0][0].lower()}{text[1:]}"
    if (head := cues.BEFORE_MAIN.match(text)) and not OWN.search(text[head.end() :]):
        return head["own"]
    return ""


def _unfilled(text: str) -> str:
    """A sentence without the words that only weigh what it says: "really", "definitely"."""
    bare = cues.FILLER.sub("", text)
    return _capital(bare) if text[0].isupper() else bare


def _begun(text: str) -> str:
    """A sentence from where its statement begins."""
    text = cues.MERE.sub("", text)
    for prelude in cues.PRELUDES:
        text = prelude.sub("", text)
    return _capital(text)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _lowered(text: str) -> str:
    return text[:1].lower() + text[1:]


def _shown(text: str) -> str:
    """What somebody shows: "Here's a lamp I made", "This is my workshop"; empty where nothing of theirs is shown."""
    if (shown := cues.SHOWN.match(text)) and OWN.search(shown["what"]):
        return f"I share {shown['what']}"
    if shown := cues.SHOWN_OWN.match(text):
        return f"I share {shown['what']}"
    if (shown := cues.POINTED_AT.match(text)) and not TO_YOU.search(text):
        return f"I show {shown['what']}"
    return ""


def _meant(text: str) -> str:
    """What somebody holds or offers: "People should …", "Even small steps …", "I could help you with …"."""
    enough = len(select.content(text))
    if (offered := cues.OFFERED.match(text)) and enough >= ENOUGH:
        return f"I offer to {offered['what']}"
    if cues.SHOULD.match(text) and not OWN.search(text) and not TO_YOU.search(text):
        return f"I think {_lowered(text)}"
    if cues.EVEN_SMALL.match(text) and not TO_YOU.search(text) and enough > ENOUGH:
        return f"I think {_lowered(text)}"
    return ""


def _left_out(text: str) -> str:
    """A sentence that only lacks its subject, with it: "Have to pack" -> "I have to pack"."""
    if bare := cues.NO_SUBJECT.match(text):
        return f"It {_lowered(text[bare.start('verb') :])}"
    if cues.LEFT_OUT.match(text) or (cues.LOOKING_AHEAD.match(text) and len(select.content(text)) > ENOUGH):
        return f"I {_lowered(text)}"
    return ""


def _restored(text: str) -> str:
    """A sentence that lacks subject and verb, or names the speaker last: "Off to Porto" -> "I am off to Porto"."""
    if text.split(" ", 1)[0].lower() not in cues.RESTORABLE:
        return ""
    for pattern, put in cues.RESTORED:
        if found := pattern.match(_lowered(text)):
            return _capital(found.expand(put))
    return ""


def _moved(text: str) -> str:
    """What "it" does to the speaker as what is so for them: "It taught me to wait" -> "I learned to wait"."""
    if " me " not in text and " us " not in text and " memories " not in text:
        return ""
    text = cues.GROUND.sub("", text).rstrip()
    moved = cues.MOVED.match(text)
    if moved and moved["verb"] in cues.MOVES and len(select.content(moved["rest"])) > 1:
        return f"I {cues.MOVES[moved['verb']]}{moved['rest']}"
    for pattern, put in cues.MOVED_SO:
        if (moved := pattern.match(text)) and len(select.content(moved["rest"])) > 1:
            return moved.expand(put)
    return ""


def _made(found: re.Match[str], rest: str) -> str:
    """What "it made me …" says of the speaker: "I came to realise …", "I felt …"."""
    verb = found["verb"].lower()
    rest = cues.GROUND.sub("", rest).rstrip()
    if verb == "feel":
        return f"I {'feel' if found['present'] else 'have felt' if found['have'] else 'felt'}{rest}"
    return f"I {'have come' if found['have'] else 'came'} to {verb}{rest}" if not found["present"] else ""


def _finite(text: str) -> bool:
    """Whether a sentence that begins with "painting" has a verb of its own: then the painting is its subject."""
    return cues.FINITE.search(text) is not None or any(m.is_third(w) or m.is_past(w) for w in text.lower().split()[1:])
