"""English in talk between people: what somebody says to the other one, told as the speaker's deed or opinion.

"Your patience is what the class needs" is what the speaker thinks of the listener; "Don't forget to rest" is advice the
listener was given. Compliments on what is looked at and empty cheering ("You look great", "Keep it up!") give nothing.
"""

from __future__ import annotations

from persona_cli.extract.rules import morphology as m
from persona_cli.extract.rules import select
from persona_cli.extract.rules.packs import en, en_talk
from persona_cli.extract.rules.packs import en_address as cues
from persona_cli.extract.rules.pattern import Pattern

OPINION = 3  # content words, praise left out, from which what is thought of the listener says something
SHARED = 4  # content words above which it is told what both can do
ADVICE = 3  # the same of advice, without the words of cheering; one less where it names something of the listener's
_WORDS = Pattern(r"[\w'-]+|[^\w'-]+")
_THEIRS = {"your": "their", "yours": "theirs", "yourself": "themselves", "yourselves": "themselves"}
_OURS = {"we": "they", "us": "them", "our": "their", "ours": "theirs", "ourselves": "themselves"}


def recast(text: str) -> str:
    """A sentence said to the listener with the speaker as its subject; any other sentence as it was."""
    text = cues.TOGETHER_SINCE.sub("", text)
    if cues.EMPTY.search(text):
        return text
    return _felt(text) or _thought(text) or _advised(text) or text


def _felt(text: str) -> str:
    """A wish or a feeling without "I": "Congrats on …", "Glad that …", "Hopefully I can …"; empty for anything else."""
    if (wished := cues.CONGRATULATED.match(text)) and len(select.content(wished["what"])) > 1:
        return f"I congratulate you {wished['on']} {_of_them(cues.BEYOND.split(wished['what'])[0])}"
    if feeling := cues.FEELING.match(text):
        return f"I am {_lowered(text[feeling.start('feeling') :])}"
    if hoped := cues.HOPED.match(text):
        return f"I hope to {text[hoped.end() :]}"
    if (reminded := cues.REMINDED.match(text)) and _told(reminded["what"]):
        return f"I remind you that {_of_them(_lowered(reminded['what']))}"
    return ""


def _thought(text: str) -> str:
    """What the speaker thinks of the listener, of both, or of anybody; empty for anything else."""
    bare = _lowered(text)
    if cues.JOINTLY.match(text) and len(select.content(text)) > SHARED:
        return f"I think {_swapped(bare, _OURS)}"
    if not _says(text):
        return ""
    if cues.ANYBODY.match(text):
        return f"I think {_named_once(bare) if ' like you ' in text else _of_them(bare)}"
    if cues.WHEN_YOU.match(text):
        return f"I think {_of_them(bare)}"
    if cues.OF_YOU.match(text) and not en_talk.ANAPHORIC.match(text):
        return f"I think {_named_once(bare)}"
    return ""


def _lowered(text: str) -> str:
    return text[0].lower() + text[1:]


def _says(text: str) -> bool:
    """Whether there is more than praise in an opinion."""
    return sum(word not in cues.PRAISE for word in select.content(text)) >= OPINION


def _advised(text: str) -> str:
    """An order to the listener as what the speaker advises, or encourages, them to do; empty for anything else."""
    found = cues.ORDER.match(text)
    if not found:
        return ""
    verb, following = found["verb"].lower(), found["next"].lower()
    dissuades = bool(found["not"]) and verb in cues.DISCOURAGING
    if verb not in m.BASES | {"be"} or (verb not in en.ORDERS and not found["not"]):
        return ""
    if verb in cues.NO_ADVICE and not dissuades:
        return ""
    if following in cues.NO_OBJECT or following in m.MODALS or following in m.BE or _finite(following):
        return ""  # "dance is my passion": a noun
    what = cues.BEYOND.split(text[found.start("verb") :])[0].strip(" ,.!")
    told = [word for word in select.content(what) if word not in cues.CHEER_WORDS]
    if len(told) < ADVICE - (" your " in what):
        return ""
    cheers = verb in cues.CHEERING or dissuades
    what = cues.NOR.sub(r"\1 not to ", _of_them(_lowered(what)))
    return f"I {'encourage' if cheers else 'advise'} you {'not ' if found['not'] else ''}to {what}"


def _told(text: str) -> bool:
    """Whether a statement follows "remember", with enough in it, and no thing or deed."""
    finite = any(_finite(w) or w in m.BE or w in m.MODALS for w in text.lower().split()[1:])
    return finite and len(select.content(text)) > OPINION


def _finite(word: str) -> bool:
    return m.is_third(word) and word not in cues.NOUNS_IN_S


def _named_once(text: str) -> str:
    """`text` with "they" for the listener after the first mention; as it was where the speaker is in it too."""
    first = cues.YOU.search(text)
    if not first or cues.SPEAKER.search(text):
        return text
    return text[: first.end()] + _of_them(text[first.end() :])


def _of_them(text: str) -> str:
    """`text` with "they", "them" and "their" for the listener; as it was where the speaker is in it too."""
    return (
        text
        if cues.SPEAKER.search(text)
        else _swapped(cues.YOU_SUBJECT.sub("they", cues.YOU_AFTER.sub(r"\1 they", text)), _THEIRS | {"you": "them"})
    )


def _swapped(text: str, words: dict[str, str]) -> str:
    return "".join(words.get(word.lower(), word) for word in _WORDS.findall(text))
