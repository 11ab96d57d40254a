"""English verb forms: third person, lemma and tense, from a small table of irregular verbs and regular rules.

The table holds common verbs only. A verb it does not know is inflected regularly, and `lemma` of a form it does not
know is the best guess of the spelling rules.
"""

# ruff: noqa: E501  # tables of words and patterns: a line is an entry

from __future__ import annotations

from functools import lru_cache

# base past participle; a slash separates equal forms.
_IRREGULAR = """
arise arose arisen|awake awoke awoken|be was/were been|bear bore borne|beat beat beaten|become became become|begin began begun|
bend bent bent|bet bet bet|bind bound bound|bite bit bitten|bleed bled bled|blow blew blown|break broke broken|breed bred bred|
bring brought brought|build built built|burn burnt/burned burnt/burned|burst burst burst|buy bought bought|catch caught caught|
choose chose chosen|come came come|cost cost cost|creep crept crept|cut cut cut|deal dealt dealt|dig dug dug|do did done|
draw drew drawn|dream dreamt/dreamed dreamt/dreamed|drink drank drunk|drive drove driven|eat ate eaten|fall fell fallen|
feed fed fed|feel felt felt|fight fought fought|find found found|flee fled fled|fly flew flown|forbid forbade forbidden|
forget forgot forgotten|forgive forgave forgiven|freeze froze frozen|get got got/gotten|give gave given|go went gone|
grind ground ground|grow grew grown|hang hung hung|have had had|hear heard heard|hide hid hidden|hit hit hit|hold held held|
hurt hurt hurt|keep kept kept|kneel knelt knelt|know knew known|lay laid laid|lead led led|lean leant/leaned leant/leaned|
leap leapt/leaped leapt/leaped|learn learnt/learned learnt/learned|leave left left|lend lent lent|let let let|lie lay lain|
light lit lit|lose lost lost|make made made|mean meant meant|meet met met|mistake mistook mistaken|pay paid paid|
prove proved proven/proved|put put put|quit quit quit|read read read|ride rode ridden|ring rang rung|rise rose risen|run ran run|
say said said|see saw seen|seek sought sought|sell sold sold|send sent sent|set set set|sew sewed sewn|shake shook shaken|
shine shone shone|shoot shot shot|show showed shown|shrink shrank shrunk|shut shut shut|sing sang sung|sink sank sunk|
sit sat sat|sleep slept slept|slide slid slid|speak spoke spoken|speed sped sped|spend spent spent|spill spilt/spilled spilt/spilled|
spin spun spun|split split split|spread spread spread|spring sprang sprung|stand stood stood|steal stole stolen|stick stuck stuck|
sting stung stung|strike struck struck|strive strove striven|swear swore sworn|sweep swept swept|swim swam swum|swing swung swung|
take took taken|teach taught taught|tear tore torn|tell told told|think thought thought|throw threw thrown|
understand understood understood|undergo underwent undergone|wake woke woken|wear wore worn|weave wove woven|win won won|
withdraw withdrew withdrawn|write wrote written
"""

# Regular verbs common in talk about oneself; the list decides between "hope" and "hop" for "hoped", and tells verbs from nouns.
_REGULAR = """
accept ache achieve acquire act adapt add admire admit adopt adore advise agree aim allow announce annoy answer apologise apologize
appear apply appreciate approach argue arrange arrive ask assemble assist attach attend avoid babysit bake balance ban battle
believe belong blog boil book borrow bother box breathe brew brush bump bury call camp cancel care carry carve cause celebrate change
charge chat chase check cheer clean clear climb close coach code collaborate collect combine comfort commit commute compare compete
complete compose concentrate confirm connect consider consult contact continue contribute convert convince cook cope copy count
cover craft crash create crochet cry cycle damage dance date decide declare decorate decrease defend delay deliver depend describe
deserve design define refine examine assume resume consume exclude optimize optimise analyze analyse customize motivate inspire allocate integrate implement estimate negotiate snore ignore trust expire recover consult define turn rehearse deploy stall sponsor curate freelance despise destroy determine concern finalize develop diagnose die diet disagree disappear disappoint discover discuss dislike divide divorce donate
dread dress drop dump earn edit educate embarrass embrace emigrate employ encourage end engage enjoy enrol enroll enter escape
establish exercise exhaust exist expand expect experience experiment explain explore express face fail fancy fast fear film finance
finish fish fix focus fold follow force foster frame frighten frustrate garden gather graduate greet guess guide handle happen
harvest hate haunt head heal help hesitate hike hire honour honor hope host hug hunt hurry ignore imagine immigrate impress improve
include increase inherit injure inspire install intend interest intern interview introduce invent invest invite iron jog join joke
judge juggle jump kayak kick kill kiss knit knock label land last laugh launch lift like limit link list listen live load loan
loathe lock long look love lower maintain major manage march marry master match matter measure meditate memorise memorize mention
mentor mind miss mix move mow name need note notice nurse observe obtain offer open operate order organise organize overcome owe
own pack paint park participate pass pause perform persuade phone photograph pick plan plant play please plead post postpone pour
practice practise pray prefer prepare preserve press pretend prevent print process produce program promise promote protect provide
publish pull purchase push qualify question race raise reach react realise realize receive recommend record recover recycle reduce
refuse register regret reject relate relax release relocate rely remain remember remind remodel remove renew renovate rent repair repeat
replace reply report represent require research reserve resign resolve respect respond rest restore result retire return reveal
review reward rock row ruin rush sail save scare schedule score scream search seem separate serve settle sew share shave shift ship shop
shout sign skate sketch ski skip smell smile smoke snack snow snowboard solve sort sound specialise specialize spoil stare start
state stay stop store strengthen stress stretch struggle study submit subscribe succeed suffer suggest supervise supply support suppose
surf surprise surround survive switch talk taste terrify test thank tidy tire touch tour track trade train transfer transform
translate travel treat treasure try tutor twist type update upgrade upload use value vary visit volunteer vote wait walk want warn wash waste watch
water weigh welcome whisper wish wonder work worry worship wrap yell zoom identify struggle crave detest envy resent tolerate adore
"""

BE = frozenset({"am", "is", "are", "was", "were", "be", "been", "being"})
MODALS = frozenset(
    {"will", "would", "can", "could", "shall", "should", "may", "might", "must", "cannot", "ought"},
)
_THIRD = {"be": "is", "have": "has", "do": "does", "go": "goes", "am": "is", "are": "is", "were": "was"}


def _tables() -> tuple[dict[str, str], dict[str, str], frozenset[str]]:
    """(past form -> base, participle -> base, all bases)."""
    past: dict[str, str] = {}
    participle: dict[str, str] = {}
    bases = set(_REGULAR.split())
    for entry in _IRREGULAR.replace("\n", "").split("|"):
        base, past_forms, participles = entry.split()
        bases.add(base)
        for form in past_forms.split("/"):
            past[form] = base
        for form in participles.split("/"):
            participle[form] = base
    return past, participle, frozenset(bases)


PAST, PARTICIPLE, BASES = _tables()
UNCHANGED = frozenset(base for form, base in PAST.items() if form == base)  # put, cut, read: past or present


@lru_cache(maxsize=4096)
def third(base: str) -> str:
    """Third person singular of a base form: "play" -> "plays", "try" -> "tries"."""
    if base in _THIRD:
        return _THIRD[base]
    if base in MODALS:
        return base
    if base.endswith(("s", "x", "z", "ch", "sh", "o")):
        return base + ("zes" if base == "quiz" else "es")
    if base.endswith("y") and len(base) > 1 and base[-2] not in "aeiou":
        return base[:-1] + "ies"
    return base + "s"


@lru_cache(maxsize=4096)
def lemma(form: str) -> str:  # noqa: PLR0911  # one line per table
    """Base form of an English verb form in lower case; the form itself when nothing better is known."""
    if form in BE or form in {"'m", "'re", "'s"}:
        return "be"
    for table in (PAST, PARTICIPLE):
        if form in table:
            return table[form]
    if form in BASES:
        return form
    if form.startswith("re-") and len(form) > 5:
        return "re-" + lemma(form[3:])
    if form in {"has", "had"}:
        return "have"
    if form[:2] == "re" and form[2:] in PAST:
        return "re" + PAST[form[2:]]
    for suffix in ("ing", "ied", "ed", "ies", "es", "s"):
        if form.endswith(suffix) and len(form) > len(suffix) + 1:
            return _stem(form[: -len(suffix)], suffix)
    return form


def _stem(stem: str, suffix: str) -> str:
    if suffix in {"ied", "ies"}:
        return stem + "y"
    candidates = [stem, stem + "e"]
    if len(stem) > 2 and stem[-1] == stem[-2]:
        candidates.append(stem[:-1])
    if suffix == "ing" and stem.endswith("y"):
        candidates.append(stem[:-1] + "ie")  # lying, dying
    if suffix == "s":
        candidates = [stem]
    known = [c for c in candidates if c in BASES]
    if stem + "e" in known and stem in known:
        return stem
    if known:
        return known[0]
    if len(stem) > 2 and stem[-1] == stem[-2] and stem[-1] not in "lsz":
        return stem[:-1]
    if suffix in {"ing", "ed"} and stem.endswith(
        ("at", "iz", "is", "v", "c", "dg", "rs", "ur", "bl", "tl", "dl", "gl")
    ):
        return stem + "e"
    return stem


@lru_cache(maxsize=4096)
def is_past(form: str) -> bool:
    """Whether a form can only be (or is most likely) a past tense."""
    if form in PAST:
        return form not in UNCHANGED
    if form[:2] == "re" and form[2:] in PAST:  # retook, rebuilt
        return form[2:] not in UNCHANGED
    return form.endswith("ed") and form not in BASES and len(form) > 3


def is_participle(form: str) -> bool:
    """Whether a form can follow "have": been, gone, worked."""
    return form in PARTICIPLE or (form.endswith("ed") and form not in BASES)


def is_gerund(form: str) -> bool:
    """Whether a form looks like a verb with -ing."""
    return form.endswith("ing") and len(form) > 4 and form not in _NOT_GERUND


_NOT_GERUND = frozenset(
    {"thing", "something", "nothing", "anything", "everything", "morning", "evening", "during", "spring", "string", "king", "ring",
     "wedding", "building", "ceiling", "sibling", "darling", "pudding", "interesting", "amazing", "exciting", "boring", "willing", "charming", "outgoing", "demanding", "stunning", "rewarding", "caring", "thing's"},
)  # fmt: skip


@lru_cache(maxsize=4096)
def is_third(form: str) -> bool:
    """Whether a form is the third person singular of a verb of the table."""
    return form in {"is", "has", "does", "was", "isn't", "hasn't", "doesn't", "wasn't"} or (
        form.endswith("s") and not form.endswith("ss") and lemma(form) in BASES and lemma(form) != form
    )
