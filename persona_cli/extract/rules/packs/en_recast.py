"""English in talk between people: sentences that speak of the speaker without "I" for a subject, as patterns."""

# ruff: noqa: E501  # a pattern on one line is easier to search than one cut in pieces

from __future__ import annotations

import re

from persona_cli.extract.rules.pattern import Pattern

# Words that weigh what is said and tell nothing themselves; "not just", "not really", "just as" do.
FILLER = Pattern(
    r"(?<!not )(?<!n't )\b(?:really|definitely|absolutely|totally|truly|super|honestly|literally|obviously|seriously|incredibly|actually|certainly|completely|simply)\s+(?!(?:as|like|in case|about|before|after|when|because|enough|for|to|how|what|over|under|three|two|one|four|five|six|ten|\d+|a few|a couple|a year|and)\b)(?=\w)",
    re.IGNORECASE,
)
GROUND = Pattern(
    r"\band (?:\w+ly )?(?:gave|gives|made|makes|helped|helps|taught|teaches|showed|shows|brought|brings|kept|keeps|reminds|reminded|motivates|motivated|inspires|inspired|lets|let|got|is|was|has)\b.*"
)
TOGETHER = Pattern(r"\b(brings?|bringing|brought) us (?=together|closer)")
SHOWN = Pattern(
    r"^(?:(?:Here|This) (?:is|are)|Check out|Take a look at|Have a look at) (?P<what>(?:a|an|another|some|one of|my|our|the)\b.*\b(?:photos?|pics?|pictures?|snaps?|shots?|videos?|selfies?|sketch(?:es)?|drawings?|paintings?|troph(?:y|ies)|poems?|designs?)\b.*)$",
    re.IGNORECASE,
)
# "Here is a lamp I made last week".
SHOWN_OWN = Pattern(
    r"^(?:.{3,60}?, (?:and )?)?[Hh]ere (?:is|are) (?P<what>(?:a|an|another|some|one of|my|our|the)\b.*\bI (?:\w+ly )?(?:made|did|painted|drew|took|wrote|built|baked|cooked|knitted|got|found|bought|designed)\b.*|(?:my|our) (?:latest|newest|new|recent|own|first|favou?rite)\b.*)$"
)
# "This is the boat I built", "Here's my workshop in the attic": shown, with or without a picture.
POINTED_AT = Pattern(
    r"^(?:(?:Here|This|That|These|Those) (?:is|are)|Meet) (?P<what>(?:(?:my|our) (?!(?:\w+ )?(?:first|second|third|last|next|favou?rite|way|turn|chance|plan|dream|goal|main|biggest)\b)|(?:the|an?|some|one of the) (?:[\w'-]+ ){1,5}?(?:(?:that |which )?(?:I|we) \w+|(?:from|of|at|in|on|by|with|for) (?:my|our)\b))\w*.*)$"
)
SHOULD = Pattern(
    r"^(?:Everyone|Everybody|Nobody|No one|People|Kids|Children|Parents|Schools|\w+s) should (?!have\b|be fun\b)\w+"
)
# "I could help you with the move if you like".
OFFERED = Pattern(
    r"^(?:And |So |Also,? )?I (?:can|could|will|would (?:be happy|love) to|am (?:happy|glad) to) (?P<what>(?:always |also |even )?(?:help|teach|show|lend|bring|give|send|introduce|join|assist|support) (?:you|your)\b(?!.* know\b).+?)(?:,? (?:if you|whenever you|when you|any ?time)\b.*)?$"
)
NO_SUBJECT = Pattern(
    r"^(?:Just |Always |Also )?(?P<verb>[Mm]akes|[Mm]ade|[Kk]eeps|[Kk]ept|[Gg]ives|[Gg]ave|[Hh]elps|[Hh]elped|[Rr]eminds|[Rr]eminded|[Bb]rings) (?=(?:me|us)\b)"
)
EVEN_SMALL = Pattern(
    r"^Even (?=(?:the |a |an )?(?:small|smallest|little|littlest|tiny|tiniest|minor|simple|simplest|short|one)\b.*\b(?:can|makes?|have|has|brings?|helps?|counts?|goes)\b)"
)
LOOKING_AHEAD = Pattern(r"^(?:can not|could not) wait (?:to|for|until|till|'til)\b", re.IGNORECASE)
MERE = Pattern(r"^Just (?=(?!some|any|every|no)(?:\w+ing|the act|the thought) )")
LEFT_OUT = Pattern(r"^(?:have to|need to|want to) (?!go$|run$|say\b|admit\b|check\b)", re.IGNORECASE)
MADE_ME = Pattern(
    r"^(?:And |But |So )?(?:It|That|This) (?:(?P<have>has )?(?:(?:really|just|also|definitely|even) )*(?:made|taught)|(?P<present>makes)) (?:me|us) (?:(?:really|also|even) )*(?P<verb>reali[sz]e|appreciate|reflect|think|see|understand|feel|remember|believe|value|rethink|consider)\b",
)
REMINDED = Pattern(r"^(?:It |This |That )?(?:just )?[Rr]eminds? (?:me|us) (?:that )?(?=it is\b)")
# What "it" does to the speaker is so for them whatever it is: "It taught me to wait" -> "I learned to wait".
_IT = r"^(?:(?:And|But|So|Plus|Also),? )?(?:It|That|This|They|These|Those)(?: (?:\w+ly|also|even|always|sure|still|just))*"
_MORE = r"(?P<rest> (?:\w+ )?\w.*)$"
MOVED = Pattern(rf"{_IT} (?P<verb>(?:(?:has|have) )?[a-z]+) (?:me|us){_MORE}")
MOVES = {
    "remind": "am reminded", "reminds": "am reminded", "reminded": "was reminded", "has reminded": "was reminded",
    "teach": "learn", "teaches": "learn", "taught": "learned", "has taught": "have learned", "have taught": "have learned",
    "give": "get", "gives": "get", "gave": "got", "has given": "have got", "have given": "have got",
    "bring": "get", "brings": "get", "brought": "got", "has brought": "have got", "have brought": "have got",
    "motivate": "am motivated", "motivates": "am motivated", "motivated": "was motivated", "has motivated": "am motivated",
    "inspire": "am inspired", "inspires": "am inspired", "inspired": "was inspired", "has inspired": "am inspired",
    "encourage": "am encouraged", "encourages": "am encouraged", "fill": "am filled", "fills": "am filled", "filled": "was filled",
    "pushed": "was pushed",
}  # fmt: skip
MOVED_SO = tuple(
    (Pattern(rf"{_IT} {verb}{_MORE}"), put)
    for verb, put in (
        (r"makes? (?:me|us) want", r"I want\g<rest>"),
        (r"made (?:me|us) want", r"I wanted\g<rest>"),
        (r"(?:made|has made) (?:me|us) (?P<more>(?:even )?(?:more|so))(?= \w+ed\b)", r"I became \g<more>\g<rest>"),
        (r"keeps? (?:me|us) (?=\w+ed\b|going\b)", r"I keep\g<rest>"),
        (r"(?:brings?|takes?) back (?:\w+ )*?memories(?= of\b)", r"I am reminded\g<rest>"),
        (r"(?:showed|has shown) (?:me|us)(?= (?:that|how|what|the)\b)", r"I came to see\g<rest>"),
    )
)
# Said in passing before a statement: "I would say my …", "It helps that my …", "Not much, just …".
PRELUDES = (
    Pattern(
        r"^I (?:would say|guess|suppose|must say|have to say|must admit|have to admit)(?: that)?,? (?=(?:I|my|we|our)\b)"
    ),
    Pattern(r"^It helps that (?=(?:I|my|we|our)\b)"),
    Pattern(
        r"^(?:Not much|Nothing much|Same old(?:,? same old)?|The usual|So far,? so good|Not bad|Big news|Good news|Great news),?(?: -+)? (?=\w)",
        re.IGNORECASE,
    ),
)
# Statements whose subject and verb are left out, or which put the speaker last.
# The words, in lower case, that those sentences begin with.
RESTORABLE = frozenset(
    """it yesterday today tomorrow tonight tired exhausted nervous sore sad relieved proud happy broke love loving missing enjoying
    feeling already almost nearly now still just finally currently halfway done off back busy knee-deep stuck in can""".split()
)
RESTORED = (
    (
        Pattern(
            r"^it (?P<means>means|meant) (?P<much>a lot|so much|the world|everything) (?P<what>(?:to|that|having|when) .+)$"
        ),
        r"It \g<means> \g<much> to me \g<what>",
    ),
    (
        Pattern(r"^(?P<day>yesterday|today|tomorrow|tonight) (?P<be>is|was) (?P<what>(?:my|our) .+)$"),
        r"\g<what> \g<be> \g<day>",
    ),
    (
        Pattern(
            r"^(?P<all>(?:tired|exhausted|nervous|sore|sad|relieved|proud|happy|broke) (?:but|and) \w+ (?:after|from|about|with)\b.*)$"
        ),
        r"I am \g<all>",
    ),
    (Pattern(r"^(?P<all>love (?:how|that|when|it when) .+)$"), r"I \g<all>"),
    (
        Pattern(
            r"^(?P<verb>loving|missing|enjoying|feeling) (?P<what>(?:my|our|the|proud|grateful|lucky|blessed|at home) .+)$"
        ),
        r"I am \g<verb> \g<what>",
    ),
    (
        Pattern(
            r"^(?P<all>(?:(?:already|almost|nearly|now|still|just|finally|currently) )*(?:halfway|done|off|back|busy|knee-deep|stuck|in the middle) (?:through|with|to|from|in|on|of)\b.*)$",
        ),
        r"I am \g<all>",
    ),
    (
        Pattern(r"^(?P<all>can not (?:stand|bear|resist|do without|live without|get enough)\b.*)$"),
        r"I \g<all>",
    ),
    (
        Pattern(
            r"^it (?:is|has been) (?P<time>(?:about |almost |nearly |over |already )?(?:an?|\w+|\d+) (?:years?|months?|weeks?|days?)) (?:now )?since (?P<what>(?:I|we) (?!last\b)\w+.*)$"
        ),
        r"\g<what> \g<time> ago",
    ),
)
OCCUPIED = Pattern(
    r"^(?:(?:Still|Also|Just|Now|Currently|Always) )*(?!(?:Wish|Send|Look|Lov|Sound|Glad|Hop|Noth|Someth|Anyth|Everyth|Dur|Morn|Even|See|Hear|Know|Talk|Includ|Speak|Say|Mean|Consider)ing\b)[A-Za-z]\w+ing\b(?! (?:is|are|was|to know)\b)",
)
FINITE = Pattern(
    r"\b(?:is|are|was|were|has|have|had|am|can|could|will|would|should|may|might|must|do|does|did|I|we|lets?|allows?|makes?|made|helps?|helped|gives?|gave|brings?|brought|keeps?|kept|takes?|took|shows?|feels?|felt|means?|sounds?|seems?|looks?|gets?|got|you|your)\b"
)
BEFORE_MAIN = Pattern(
    r"^(?:Ever since|Since|After) (?P<own>(?:I|we) (?!last |first |spoke|talked|chatted)[^,]{8,90}),\s"
)
