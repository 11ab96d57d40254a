"""Which language a text is in, told from its script and its most frequent words; cheap and only as good as that."""

# ruff: noqa: E501  # tables of words and patterns: a line is an entry

from __future__ import annotations

import unicodedata

from persona_cli.extract.rules.pattern import Pattern

_WORD = Pattern(r"[^\W\d_]+(?:'[^\W\d_]+)?")

# The most frequent words of languages, those with a pack and some without, so that the latter are not taken for one.
_COMMON = {
    "en": "a thanks yeah yep lot see the is are was and of to in that have has it for not on with you do this but my we they i'm i am don't just what about me call can your will would from as be he she his her so if or when how was were had been did got please thanks hi hey never always want need love like work live new one out up there all who where why yes ok good day time because who now please been can't didn't it's that's",
    "es": "año mes semana pasado pasada nunca estado viajé fui nací creo quiero prefiero trabajo odio gusta gustan encanta llamo hablo juego toco estudio hermana hermano hola gracias nunca siempre años dos desde ahora hace espero voy dejé compré mudé casé ser fue este esta todo eso son tiene pero sí ayer mañana el la los las de que y en un una por con para no es está como más pero mi me se lo le su al del yo tengo soy estoy muy también porque hay cuando donde ya vivo gusta",
    "fr": "le la les des et est un une dans que qui pour pas sur je tu il elle nous vous mon ma mes suis avec ce cette j'ai c'est au du très mais ne à",
    "de": "einer eine am im wohne bei der die das und ist ich nicht ein eine zu in den mit auf für von dem sich auch es bin habe mein meine wir sie aber wie noch im seit",
    "it": "il lo la gli le di che è un una per non con sono mi mio mia ho del della anche ma come più io nel sto da",
    "pt": "o a os as de que e em um uma para com não é eu meu minha por mais mas se no na do da estou tenho muito também você moro",
    "nl": "de het een en van ik is niet dat in op te met voor mijn zijn aan er maar ook als bij heb ben wij je woon naar",
    "pl": "i w na nie się że z do jest to jestem mam moja mój ale jak od po dla mieszkam już przez",
    "sv": "och att det är jag en ett i på som inte för med har min mitt av till den om men bor vi",
    "tr": "ve bir bu da de için ben çok ile ama var değil benim ne gibi daha olarak yaşıyorum",
}
_NAMES = {"fr": "French", "de": "German", "it": "Italian", "pt": "Portuguese", "nl": "Dutch", "pl": "Polish", "sv": "Swedish", "tr": "Turkish", "en": "English", "es": "Spanish",
          "zh": "Chinese", "ja": "Japanese", "ko": "Korean", "ru": "Russian", "el": "Greek", "ar": "Arabic", "he": "Hebrew", "hi": "Hindi", "th": "Thai"}  # fmt: skip
_SETS = {code: frozenset(words.split()) for code, words in _COMMON.items()}
_FIRST = frozenset(
    "quiero soy vivo tengo trabajo prefiero odio hablo estudio toco juego llamo gusta encanta dejé compré mudé nací viajé fui estoy".split()
)  # Spanish speaking of itself
_SCRIPTS = (
    ("HIRAGANA", "ja"),
    ("KATAKANA", "ja"),
    ("CJK", "zh"),
    ("HANGUL", "ko"),
    ("CYRILLIC", "ru"),
    ("GREEK", "el"),
    ("ARABIC", "ar"),
    ("HEBREW", "he"),
    ("DEVANAGARI", "hi"),
    ("THAI", "th"),
)


def name(code: str) -> str:
    """A language's English name; the code itself when it has none here."""
    return _NAMES.get(code, code)


def guess(text: str) -> str:
    """The language code of `text`; empty when there is too little of it to tell."""
    sample = text[:600]
    if not sample.isascii() and (script := _script(sample)):
        return script
    words = [w.lower() for w in _WORD.findall(sample.replace("’", "'"))][:80]  # the apostrophe that is written
    if not words:
        return ""
    if len(words) > 5 and sum(w in _SETS["en"] for w in words) * 2 >= len(words):  # no other language looks so English
        return "en"
    scores = {code: sum(w in common for w in words) for code, common in _SETS.items()}
    scores["es"] += sum(w in _FIRST for w in words)
    best = max(scores, key=lambda code: scores[code])
    if scores[best] == 0 or (best != "en" and scores[best] < 2) or (best != "en" and scores["en"] == scores[best]):
        return ""
    if best != "en" and (scores[best] < 2 or scores[best] / len(words) < 0.15) and scores["en"]:
        return "en"
    return best


def _script(sample: str) -> str:
    """The language of a text that is mostly not in Latin letters; empty for one that is."""
    letters = [c for c in sample if c.isalpha()][:200]
    foreign = [c for c in letters if ord(c) > 0x24F]
    if len(foreign) * 3 < len(letters) or not foreign:
        return ""
    names = [unicodedata.name(c, "") for c in foreign[:60]]
    for script, code in _SCRIPTS:
        if any(n.startswith(script) for n in names):
            return code
    return "und"
