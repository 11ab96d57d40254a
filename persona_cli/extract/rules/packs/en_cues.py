"""English: cues in clauses and sentences, as patterns."""

# ruff: noqa: E501  # a pattern on one line is easier to search than one cut in pieces

from __future__ import annotations

import re

from persona_cli.extract.rules.packs.en import KIN, PETS
from persona_cli.extract.rules.pattern import Pattern

NAME = r"(?<![\w'])(?:[a-z]?[A-Z][\w'&.-]*[\w&]|[A-Z](?!\w))"
NAMES = rf"(?:{NAME}(?:\s+(?:(?:of|de|del|la|van|von|der|da|di|the|&|for|bin|al)\s+){{0,2}}{NAME})*)"
QUOTED_SELF = Pattern(r"\"[^\"]*\b(?:I|my|me|I'm|you)\b[^\"]*\"|\"(?:[^\"\s]+\s+){7,}[^\"]*\"")
ABOUT_ME = Pattern(r"\b(?:me|my|I|us|our|mine|ours)\b")
HEADLESS = Pattern(r"(?:their|his|her|its|your|another|such|more|so)\b", re.IGNORECASE)
COMPLIMENT = Pattern(
    r"I (?:really |just )?(?:love|like|adore) (?:the|this|that|these|those|your|how|all|it|what)\b", re.IGNORECASE
)
GENERIC = Pattern(r"\b(?:yourself|yourselves)\b")
REPORTED = Pattern(
    r"^(?:my [\w ]+?|he|she|they|[A-Z]\w+|people|everyone|the \w+) (?:says?|said|told me|tells me|thinks?|claims?|asked|wrote|texted|insists?)\b(?! (?:hi|hello))|\bsays\s*[:,]?\s*\"",
    re.IGNORECASE,
)
KIN_WORDS = "|".join(sorted((re.escape(k) for k in KIN | dict.fromkeys(PETS, "")), key=len, reverse=True))
MENTION = Pattern(
    rf"\b(?:[Mm]y|[Oo]ur)\s+(?:(?:older|younger|big|little|elder|eldest|youngest|oldest|late|new|old|dear|beloved|close|good|other|first|second)\s+)*(?P<kin>{KIN_WORDS}),?\s+(?P<name>[A-Z][\w-]+(?:\s[A-Z][\w-]+)?)(?!\w*'s)"
)
CALLED = Pattern(rf"\b(?:called|named|by the name of|whose names? (?:is|are))\s+(?P<name>{NAMES})")
LISTED = Pattern(r"(?:,|:|\bcalled|\bnamed|-)\s+(?P<names>[A-Z]\w+(?:,\s+[A-Z]\w+)*,?\s+and\s+[A-Z]\w+)\b")
TOLD = Pattern(
    r"^(?:my|the) (?:doctor|dentist|therapist|gp|vet|boss|teacher|coach|wife|husband|mom|mum|friends?|family) (?:just |recently |always )?(?:told me|says?|said|confirmed)(?: that)? (?=I (?:have|am|need)\b)",
    re.IGNORECASE,
)
TELLING = Pattern(
    r"^(?:I )?(?:just )?want(?:ed)? to (?:let you know|tell you|share|say|mention|add)(?: with you)?(?: that)? (?=(?:I|my|we)\b)",
    re.IGNORECASE,
)
ASKED = Pattern(
    rf"(?:please )?(?:you (?:can|may) )?call me (?P<name>{NAMES})$|(?:please )?remind me (?P<what>(?:to|about|that) .+)",
    re.IGNORECASE,
)
HELD_IT = Pattern(
    r"[Ii]t (?:is|can be|has been) (?:\w+ )?(?:important|vital|essential|crucial|wrong|right|unfair|great|good|better|best|amazing|awesome|tough|hard|worth|nice|sad|inspiring|rewarding|empowering|key|never|always|okay|ok)\b (?:\w+ )*?(?:to|that|how|when|for|not) \w+"
)
WEIGHTY = Pattern(r"\b(?:important|vital|essential|crucial|wrong|unfair|better|best|key)\b")
HELD = Pattern(
    r"\b(?:is|are|can be|makes?|brings?|helps?|gives?|takes?|keeps?|shows?|teach(?:es)?|deserves?|matters?)\b"
)
POINTS = Pattern(
    r"(?:it|them)(?![\w'-])(?! (?:when|if|that)\b)|(?:that|this|these|those)(?=$|[.,!]| (?:in|at|on|for|with|to|from|when|last|because|and|before|after|as|too|so|a lot|all)\b)"
)
AHEAD_WORDS = Pattern(
    r"\b(?:appointment|exam|interview|meeting|deadline|flight|test|surgery|due|scheduled|booked|reservation)\b"
)
PASSING = Pattern(
    r"\bhave (?:a|an|some|another|one|two|three|a few|one more|a quick) (?:\w+ )?(?:questions?|requests?|problems?|issues?|doubts?|headache|cold|favou?r|deadline to meet)\b|\bgoing to (?:bed|sleep)\b|\bbe (?:there|right) \b|\b(?:heard|hear) "
    r"|\b(?:like|love|prefer|dislike|hate|enjoy)s? (?:(?:your|the|this|that) (?:\w+ )?(?:options?|versions?|answers?|suggestions?|paragraphs?|drafts?|sentences?|tone|wording|responses?|repl(?:y|ies)|examples?|steps?|points?|ideas?|title|intro(?:duction)?|ending|approach|plan|list|one)\b|options? [A-Z0-9]\b|how \w+ (?:that|this|it) )"
)
OF_TALK = Pattern(
    r"(?:my|our) (?:\w+ )?(?:questions?|code|program|script|query|prompt|problem|issue|request|answer|point|understanding|guess|bad|apologies|mistake|thoughts?|turn|pleasure|concern|main concern|error|bug|function|test|tests|app|build|server|plan|idea)$",
    re.IGNORECASE,
)
DREAM = Pattern(
    r"(?:really |very much |someday |one day )*to (?:\w+ )?(?:learn|visit|become|live|travel|study|work|own|write|run|move|have|retire|start|see|go|try|meet|climb|build|adopt|teach|volunteer|be)\b|(?:a |an |my |more |\w+ing)"
)
LIFE = Pattern(
    r"(?:really |hard )*to (?:\w+ )?(?:lose|quit|stop|eat|save|learn|cut|get (?:fit|fitter|pregnant|in shape|better|healthier|more|up|out)|be|become|exercise|spend|reduce|run|read|drink|sleep|wake|practi[cs]e|meditate|find a|buy|sell|move|adopt|raise|live|work out|gain|walk|stay)\b"
)
ASIDE = Pattern(r"^((?:[Mm]y|[Oo]ur) [\w' -]+?)\s*\([^()]*\)")  # "my daughter Emma (7)": before the verb
NAME_OF = Pattern(rf"^[Tt]he names? of ((?:my|our) [\w' -]+?) (?:is|are) ({NAMES})$")
NEW_JOB = Pattern(r"\b(?:changed|switched) jobs\b|\bnew job\b")
GIVEN = Pattern(rf"(?:called |named )?({NAMES})(?:$|[,.]| and )")
OWN_KIN = Pattern(rf"\b(?:[Mm]y|[Oo]ur) (?:{KIN_WORDS})\b")
SOUGHT = Pattern(
    r"\bfor (?:an? )?(?:new |full-time |part-time )?(?:job|work|house|flat|apartment|home|partner|place|school)\b"
)
NEW_PLACE = Pattern(r"I am (?:now |currently )?(?:at|with|in) ([A-Z].*)")
VALUED = Pattern(r"\b(?:important|matters?|means? (?:a lot|so much|the world|everything)|essential) to (?:me|us)\b")
SCARY = Pattern(r"\b(?:scares?|terrif\w+|freaks?) me\b")
REPLY_VERBS = frozenset(
    "respond reply speak address mention assume cite quote skip keep prefer start end round spell apologise apologize".split()
)
