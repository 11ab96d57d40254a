"""Short English answers joined with the question they answer: "Do you have pets?" "Two cats." -> "I have two cats"."""

from __future__ import annotations

import re

from persona_cli.extract.rules.packs import en
from persona_cli.extract.rules.pattern import Pattern

_YES = Pattern(
    r"^(?:yes|yeah|yep|yup|sure|of course|absolutely|i do|i am|i have|i did|definitely|correct|right)\b[,.!]*\s*(?:(?:i (?:do|am|have|did))\b)?[,.!]*\s*",
    re.IGNORECASE,
)
_NO = Pattern(
    r"^(?:no|nope|nah|not really|i do not|i am not|i have not|never)\b[,.!]*\s*(?:(?:i (?:do not|am not|have not|did not))\b)?[,.!]*$",
    re.IGNORECASE,
)
_THANKS = Pattern(
    r"^(?:thanks?|thank you|wow|sorry|hey|hi|hello|great|good|nice|cool|sure|of course|glad|well|oh|haha)\b",
    re.IGNORECASE,
)
_FULL = Pattern(
    r"^(?:(?:well|oh|yes|no|yeah)[,. ]+)*(?:I|[Ww]e|[Mm]y|[Oo]ur|[Hh]e|[Ss]he|[Ii]t|[Tt]hat|[Tt]hey|[Tt]his|[Tt]here|[Yy]ou)\b"
)
_VERBLESS = Pattern(r"\b(?:am|is|are|was|were|have|has|had|do|did|will|would|can|could)\b")

# question pattern -> the answer in the first person; {a} is the answer, {v} and {r} groups of the question
_QUESTIONS: tuple[tuple[str, str], ...] = (
    (r"where (?:do|are) you (?:live|living|based)", "I live in {a}"),
    (r"where are you (?:originally )?from|where do you come from", "I am from {a}"),
    (r"where (?:were you born|did you grow up)", "I grew up in {a}"),
    (r"where do you work|who do you work for|what company do you work for", "I work at {a}"),
    (
        r"what do you do(?: for (?:a living|work))?$|what is your (?:job|profession|occupation)|what kind of work do you do",
        "I work as {a}",
    ),
    (r"how old are you", "I am {a}"),
    (r"(?:what is your|your|may i have your|can i have your) (?P<r>(?:favou?rite )?[\w ]+?)$", "My {r} is {a}"),
    (r"what(?:'s| is| are)? your (?P<r>[\w ]+)$", "My {r} is {a}"),
    (r"when is your birthday|when were you born", "My birthday is {a}"),
    (
        r"are you allergic to (?:anything|something|any \w+)|(?:do you have )?any allergies|what are you allergic to",
        "I am allergic to {a}",
    ),
    (r"how long have you (?:been )?(?P<r>.+)$", "I have been {r} for {a}"),
    (r"when did you (?P<v>\w+) (?P<r>.+)$", "I {v:past} {r} {a}"),
    (
        r"(?:do you have|have you got|got) (?:any )?(?P<r>pets|kids|children|siblings|brothers or sisters|hobbies|plans|animals)",
        "I have {a}",
    ),
    (
        r"do you (?P<v>play|speak|eat|drink|drive|collect|teach|watch|read|study|own) (?:any|an?|other)?\b.*",
        "I {v} {a}",
    ),
    (
        r"what (?:kind of |kinds of |type of |sort of |other )?(?:[\w ]+? )?(?:do|did) you (?P<v>play|speak|eat|drink|drive|collect|teach|watch|read|study|use|like|love|enjoy|prefer|cook|paint|own)(?: most| best| to do)?$",
        "I {v} {a}",
    ),
    (r"(?:which|what) (?:\w+ )?do you (?P<v>play|speak|drive|use|prefer|like)$", "I {v} {a}"),
    (r"what are you (?P<v>studying|reading|learning|watching|training for|working on|saving for)$", "I am {v} {a}"),
    (r"(?:who|what) do you (?P<v>live|work) with", "I {v} with {a}"),
    (r"where (?:are you going|do you (?:want|plan) to go)", "I plan to go to {a}"),
)
_COMPILED: list[tuple[Pattern, str]] = []
_YES_NO = Pattern(r"^(?P<aux>do|are|have|can|did) you (?P<r>.+)$", re.IGNORECASE)


def _questions() -> list[tuple[Pattern, str]]:
    if not _COMPILED:
        _COMPILED.extend(
            (Pattern(source + r"(?: now| these days| then| again| anyway)?$", re.IGNORECASE), template)
            for source, template in _QUESTIONS
        )
    return _COMPILED


def asked(text: str) -> str:
    """The last question of a turn, bare; empty when it does not end with one."""
    text = text.strip()
    if not text.endswith("?"):
        return ""
    last = re.split(r"(?<=[.!?])\s+", text)[-1].rstrip("? ")
    last = en.respell(last)
    return re.sub(
        r"^(?:(?:so|and|but|oh|well|ok|okay|hey|nice|cool|great|by the way|also|[A-Z][a-z]+,)[,!. ]+)*",
        "",
        last,
        flags=re.IGNORECASE,
    )


def joined(question: str, answer: str) -> str:
    """A statement in the first person made of question and short answer; empty when the two do not fit."""
    answer = answer.rstrip(".! ")
    if not _YES.match(answer) and not _NO.match(answer):
        answer = en.OPENERS.sub("", answer + " ").strip()
    if not question or not answer or len(answer.split()) > 12:
        return ""
    if yes_no := _YES_NO.match(question):
        if _NO.match(answer):
            return _said(yes_no, negated=True)
        if yes := _YES.match(answer):
            if not answer[yes.end() :]:
                return _said(yes_no, negated=False)
            answer = answer[yes.end() :]
    if (
        _FULL.match(answer)
        or _VERBLESS.search(answer)
        or re.match(r"(?:no|nope|nothing|none|not|never|nowhere)\b", answer, re.IGNORECASE)
    ):
        return ""
    if _THANKS.match(answer):
        return ""
    for pattern, template in _questions():
        if found := pattern.match(question):
            return _filled(template, found.groupdict(), answer)
    return ""


def _said(found: re.Match[str], *, negated: bool) -> str:
    """ "Do you smoke?" "No." -> "I do not smoke"; questions about the talk itself say nothing."""
    rest = re.sub(r"\byour\b", "my", found["r"], flags=re.IGNORECASE)
    rest = (
        re.sub(r"\b(?:any|ever)\b ?", "" if not negated else "any ", rest).strip()
        if "any" in rest or "ever" in rest
        else rest
    )
    if (
        re.search(
            r"\b(?:you|it|that|this|me|think|know|want|need|mean|like to|sure|ready|ok|okay|agree|remember|see|understand|hear|there)\b",
            rest,
        )
        or len(rest.split()) > 8
    ):
        return ""
    aux = found["aux"].lower()
    if aux == "did" and not negated:
        return ""
    aux = {"are": "am"}.get(aux, aux)
    if negated:
        return f"I {aux} not {rest}"
    return f"I {rest}" if aux == "do" else f"I {aux} {rest}"


def _filled(template: str, groups: dict[str, str | None], answer: str) -> str:
    answer = answer[0].lower() + answer[1:] if answer.split(maxsplit=1)[0].lower() in _SMALL else answer
    verb = (groups.get("v") or "").lower()
    rest = re.sub(r"\byour\b", "my", groups.get("r") or "", flags=re.IGNORECASE).strip()
    if "{v:past}" in template:
        past = _past(verb)
        if not past:
            return ""
        return template.replace("{v:past}", past).replace("{r}", rest).replace("{a}", answer)
    if "have been {r}" in template:
        if answer.lower().startswith("since"):
            return f"I have been {rest} {answer}"
        if not re.search(r"\b(?:years?|months?|weeks?|days?|decades?)\b", answer):
            return ""
        if not re.match(r"\w+ing\b|(?:a|an|in|into|at|on|with|married)\b", rest):
            return f"I have {rest} for {answer}"
        return f"I have been {rest} for {re.sub(r' now$', '', answer)}"
    answer = _plain(template, verb, answer)
    answer = (
        re.sub(r"^(?:at|in|to|from|as|for|with) ", "", answer, flags=re.IGNORECASE)
        if re.search(r"(?:at|in|to|from|as|for|with) \{a\}", template)
        else answer
    )
    if template == "I work as {a}" and not re.match(r"(?:a|an|the|in)\b", answer):
        answer = ("an " if answer[0].lower() in "aeiou" else "a ") + answer[0].lower() + answer[1:]
    return template.replace("{v}", verb).replace("{r}", rest).replace("{a}", answer)


def _plain(template: str, verb: str, answer: str) -> str:
    """A one-word answer begins with a capital that is the sentence's, not a name's, where a name is not asked for."""
    thing = template in {"I am allergic to {a}", "I have {a}"} or verb in {
        "eat",
        "drink",
        "studying",
        "study",
        "collect",
        "cook",
        "teach",
    }
    if thing and answer[:1].isupper() and answer[1:2].islower():
        return answer[0].lower() + answer[1:]
    return answer


_SMALL = frozenset(
    "a an the two three four five six seven eight nine ten at in on from as for with since last my just mostly some both one about around yesterday".split()
)


def _past(verb: str) -> str:
    from persona_cli.extract.rules.morphology import PAST  # a table only this needs

    for form, base in PAST.items():
        if base == verb:
            return form
    return verb + ("d" if verb.endswith("e") else "ed")
