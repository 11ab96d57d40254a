"""Short English answers joined with the question they answer: "Do you have pets?" "Two cats." -> "I have two cats"."""

from __future__ import annotations

import re

from persona_cli.extract.rules.packs import en
from persona_cli.extract.rules.packs import en_cues as cues
from persona_cli.extract.rules.pattern import Pattern

# question pattern -> the answer in the first person; {a} is the answer, {v} and {r} groups of the question
_COMPILED: list[tuple[Pattern, str]] = []


def _questions() -> list[tuple[Pattern, str]]:
    if not _COMPILED:
        _COMPILED.extend(
            (Pattern(source + r"(?: now| these days| then| again| anyway)?$", re.IGNORECASE), template)
            for source, template in cues.QUESTIONS
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


def joined(question: str, answer: str) -> str:  # noqa: C901, PLR0911  # one line per way to answer
    """A statement in the first person made of question and short answer; empty when the two do not fit."""
    answer = answer.rstrip(".! ")
    if cues.POLITENESS.match(answer):
        return ""
    if not cues.YES.match(answer) and not cues.NO.match(answer):
        answer = en.OPENERS.sub("", answer + " ").strip()
    if not question or not answer or len(answer.split()) > 12:
        return ""
    if yes_no := cues.YES_NO.match(question):
        if cues.NO.match(answer):
            return _said(yes_no, negated=True)
        if yes := cues.YES.match(answer):
            if not answer[yes.end() :]:
                return _said(yes_no, negated=False)
            answer = answer[yes.end() :]
    if cues.FULL.match(answer) or cues.VERBLESS.search(answer) or cues.NO_ANSWER.match(answer):
        return ""
    for pattern, template in _questions():
        if found := pattern.match(question):
            return _filled(template, found.groupdict(), answer)
    return ""


def _said(found: re.Match[str], *, negated: bool) -> str:
    """What "yes" or "no" says: "Do you smoke?", "No." -> "I do not smoke"; nothing where the talk itself is meant."""
    rest = re.sub(r"\byour\b", "my", found["r"], flags=re.IGNORECASE)
    rest = re.sub(r"\b(?:any|ever)\b ?", "any " if negated else "", rest).strip()
    if cues.OF_THE_TALK.search(rest) or len(rest.split()) > 8:
        return ""
    aux = found["aux"].lower()
    if aux == "are" and re.match(r"\w+ing\b", rest):
        return ""  # what somebody does at the moment
    if aux == "did" and not negated:
        return ""
    aux = {"are": "am"}.get(aux, aux)
    if negated:
        return f"I {aux} not {rest}"
    return f"I {rest}" if aux == "do" else f"I {aux} {rest}"


def _filled(template: str, groups: dict[str, str | None], answer: str) -> str:
    """A template with question and answer put in; empty when the answer is of another kind."""
    answer = answer[0].lower() + answer[1:] if answer.split(maxsplit=1)[0].lower() in cues.SMALL else answer
    verb = (groups.get("v") or "").lower()
    rest = re.sub(r"\byour\b", "my", groups.get("r") or "", flags=re.IGNORECASE).strip()
    if "{v:past}" in template:
        return template.replace("{v:past}", _past(verb)).replace("{r}", rest).replace("{a}", answer)
    if "have been {r}" in template:
        return _lasting(rest, answer)
    answer = _plain(template, verb, answer)
    answer = (
        re.sub(r"^(?:at|in|to|from|as|for|with) ", "", answer, flags=re.IGNORECASE)
        if re.search(r"(?:at|in|to|from|as|for|with) \{a\}", template)
        else answer
    )
    if template == "I work as {a}" and not re.match(r"(?:a|an|the|in)\b", answer):
        answer = ("an " if answer[0].lower() in "aeiou" else "a ") + answer[0].lower() + answer[1:]
    return template.replace("{v}", verb).replace("{r}", rest).replace("{a}", answer)


def _lasting(rest: str, answer: str) -> str:
    """How long it has lasted: "How long have you been painting?", "Seven years." -> "I have been painting for seven years"."""
    been = "been " if re.match(r"\w+ing\b|(?:a|an|in|into|at|on|with|married)\b", rest) else ""
    if answer.lower().startswith("since"):
        return f"I have {been}{rest} {answer}"
    if not re.search(r"\b(?:years?|months?|weeks?|days?|decades?)\b", answer):
        return ""
    return f"I have {been}{rest} for {answer.removesuffix(' now')}"


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


def _past(verb: str) -> str:
    from persona_cli.extract.rules.morphology import PAST  # a table only this needs

    for form, base in PAST.items():
        if base == verb:
            return form
    return verb + ("d" if verb.endswith("e") else "ed")
