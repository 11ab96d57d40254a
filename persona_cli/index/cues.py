"""Words of a language that tell what kind of answer a question wants, and what kind of statement a turn holds.

A language without a table has no cues: its questions are answered by words, meaning and time alone.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Cues:
    """One language's stop words and patterns."""

    stop_words: frozenset[str]
    asking: Mapping[str, frozenset[str]]  # by intent: words that say what is wanted, and nothing of what it is about
    small_talk: re.Pattern[str]  # all of a text that asks nothing
    # Of questions.
    request: re.Pattern[str]  # asks for help or advice: lasting wishes and preferences matter
    retrospect: re.Pattern[str]  # asks about what happened or was said: no request
    state: re.Pattern[str]  # asks for one value, as it is now unless `past` says otherwise
    past: re.Pattern[str]
    quantity: re.Pattern[str]  # whose answer is a number or a time
    when: re.Pattern[str]  # asks for a time or a span of time
    overview: re.Pattern[str]  # asks for a summary over many turns
    own_words: re.Pattern[str]  # asks what the person said
    assistant: re.Pattern[str]  # asks what the assistant said
    latest: re.Pattern[str]  # asks for the newest
    goals: re.Pattern[str]
    preferences: re.Pattern[str]
    # Of statements.
    standing: re.Pattern[str]  # a lasting wish, a rule to follow, a preference
    change: re.Pattern[str]  # something is now other than before
    timed: re.Pattern[str]  # names a time
    number: re.Pattern[str]  # holds a number


def _words(text: str) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{text})\b", re.IGNORECASE)


def _nothing_but(text: str) -> re.Pattern[str]:
    return re.compile(rf"\W*(?:{text})(?:\W+(?:{text}))*\W*\Z", re.IGNORECASE)


_MONTHS = "january|february|march|april|june|july|august|september|october|november|december"
_DAYS = "monday|tuesday|wednesday|thursday|friday|saturday|sunday"
_SPANS = "days?|weeks?|months?|years?|weekends?|hours?"

ENGLISH = Cues(
    stop_words=frozenset(
        "a about above after again against all am an and any are as at be because been before being below between both"
        " but by can cannot could did do does doing don down during each ever few for from further had has have having"
        " he her here hers herself him himself his how i if in into is it its itself just know ll m many me might more"
        " most much must my myself no nor not now o of off on once only or other our ours ourselves out over own please"
        " re s same shall she should so some such t tell than that the their theirs them themselves then there these"
        " they this those through to too under until up us ve very was we were what when where which while who whom"
        " whose why will with would you your yours yourself yourselves aren couldn d didn doesn hadn hasn haven isn"
        " shouldn wasn weren won wouldn".split()
    ),
    asking={
        "overview": frozenset(
            "summary summaries summarize summarise overview recap comprehensive complete clear list lists order ordered"
            " walk conversation conversations discussion discussions discuss discussed mention mentioned bring brought"
            " aspect aspects different various item items across throughout provide give key include including"
            " included".split()
        ),
        "request": frozenset(
            "recommend recommendation recommendations suggest suggestion suggestions advice advise tip tips idea ideas"
            " help think looking planning thinking trying want need good best".split()
        ),
        "quantity": frozenset(
            "different type types kind kinds total altogether past recently currently current".split()
        ),
    },
    small_talk=_nothing_but(
        r"hello|hi|hey|hiya|howdy|greetings|good (?:morning|afternoon|evening|night|day)|(?:good ?)?bye|see you(?: later| soon)?"
        r"|how are you(?: doing)?(?: today)?|how(?: is|['’]s) it going|what['’]s up|there|again|everyone"
        r"|(?:many )?thanks|thank you|thx|cheers|(?:so|very) much|a lot|(?:you['’]re )?welcome|no problem|never ?mind"
        r"|ok|okay|yes|yeah|yep|no|nope|please|sorry|lol|(?:ha){2,9}|great|cool|perfect"
    ),
    request=_words(
        r"(?:can|could|would|will) you (?!remind|list|tell me (?:about )?(?:my|what i|how i)|summari)\w+"
        r"|how (?:do|should|can|could|would|might) (?:i|we)|what (?:should|could|can) (?:i|we)"
        r"|(?:any|some) (?:advice|suggestions?|recommendations?|tips|ideas)|suggest|recommend|do you think"
        r"|i'm (?:planning|thinking|looking|trying|working)|which \w+(?: \w+)? (?:should|are|is)"
    ),
    retrospect=_words(
        r"did|was|were|had|have i|has|our conversations?|we discussed|i (?:mentioned|told|said|brought)|summary"
        r"|order in which"
    ),
    state=_words(
        r"what(?:'s| is| are| time| day| date)|what \w+ (?:is|am|do|does|should)"
        r"|how (?:many|much|often|long|old|far|big|high)|when(?:'s| is| am| are| do| does)"
        r"|where(?:'s| is| am| do| does)"
        r"|who(?:'s| is)|which \w+ (?:is|am|do|does)|current(?:ly)?|at the moment|these days"
    ),
    past=_words(
        r"did|was|were|had|originally|initially|before|used to|order|summary|summari[sz]e|how (?:has|have)|over time|why"
    ),
    quantity=_words(
        r"how (?:many|much|often|long|old|far|big|high)|what time|when|number|percentage|average|total|count|deadline"
        r"|date|quota|rate|score|price|cost|size|age"
    ),
    when=_words(
        r"when|what (?:date|day|month|year|time)|how long|how (?:many|much) (?:days|weeks|months|years|time)"
        r"|which (?:month|year|day)"
    ),
    overview=_words(r"summary|summari[sz]e|overview|recap|walk me through how|throughout our|across our|over time"),
    own_words=_words(
        r"(?:i|we)(?:'ve| have| had)? (?:first |ever |also )?(?:brought up|bring up|mention(?:ed)?|raised?|ask(?:ed)?"
        r"|talk(?:ed)? about|told|tell|said|say)"
    ),
    assistant=_words(
        r"(?:did|do|have|had|what|that|which|as) you(?:'ve| have| had)? (?:just |also |previously )?"
        r"(?:say|said|tell|told|suggest(?:ed)?|recommend(?:ed)?|advi[sc]ed?|mention(?:ed)?|give|gave|given|provided?"
        r"|list(?:ed)?|explain(?:ed)?"
        r"|propose[d]?|wr[io]te|written|creat(?:e|ed)|shared?)"
        r"|you (?:said|told|suggested|recommended|advised|mentioned|gave|provided|listed|explained|proposed|wrote)"
        r"|your (?:suggestions?|recommendations?|advice|answer|reply|response|list|explanation)"
    ),
    latest=_words(r"latest|newest|most recent(?:ly)?|last time"),
    goals=_words(r"goals?|plans?|to-?dos?|tasks?|reminders?|aims?|objectives?"),
    preferences=_words(r"prefer(?:s|ences?|red)?|favou?rites?|likes?|dislikes?|loves?|hates?|values?|beliefs?|traits?"),
    standing=re.compile(
        r"(?:^|[.!?\n]\s*)(?:please,? |and |but |also,? )?(?:always|never|from now on|don't ever|do not ever)\b"
        r"|\bwhen(?:ever)? i (?:ask|mention|talk about)\b|\bmy preference\b"
        r"|\bi(?:'d| would)? (?:(?:always|really|usually|much|still|also|generally|personally) )*(?:prefer|rather)\b",
        re.IGNORECASE,
    ),
    change=_words(
        r"now|recently|currently|as of|updat(?:ed?|ing)|chang(?:ed?|es|ing)|increas(?:ed|es|ing)|decreas(?:ed|es|ing)"
        r"|reduced|raised|lowered|extended|rescheduled|moved|postponed|shifted|improved|switched|no longer|anymore"
        r"|instead|latest|new|newly|additional|another|grew|grown|dropped|revised|just|lately|these days|upgraded"
        r"|reached|adjusted|so far|already"
    ),
    timed=_words(
        rf"yesterday|today|tonight|tomorrow|ago|(?:last|next|this) (?:night|week|month|year|weekend|summer|winter"
        rf"|spring|fall|autumn|morning|afternoon|evening|\w+day)|(?:19|20)\d\d|{_MONTHS}|{_DAYS}|(?:in|since|on|by|until) may"
        rf"|\d{{1,2}}/\d{{1,2}}|\d+(?:st|nd|rd|th)|{_SPANS}"
    ),
    number=_words(
        r"\d[\d.,:/%]*|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty"
        r"|hundred|thousand|half|twice"
    ),
)

CUES: Mapping[str, Cues] = {"en": ENGLISH}
