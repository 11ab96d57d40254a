"""English: cues of talk between people, as patterns."""

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
POINTING = Pattern(r"(?:this|that|these|those) (?P<next>[a-z]+)", re.IGNORECASE)
OWN = Pattern(r"\b(?:I|me|my|mine|myself|we|us|our|ourselves)\b")
ABOUT = Pattern(
    r"\b(?:I|me|my|we|us|our|you|your|this|these|those|photos?|pics?|pictures?|colors?|colours?|painting|view)\b"
)
FOUND = Pattern(r"(?:I (?:\w+ly )?(?:think|believe)|For me)\b")
TOGETHER = Pattern(r"\b(brings?|bringing|brought) us (?=together|closer)")
TO_YOU = Pattern(r"\b(?:you|your|yours|yourself)\b", re.IGNORECASE)
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
SHOULD = Pattern(r"^(?:Everyone|Everybody|Nobody|No one|People|Kids|Children|Parents|Schools|\w+s) should (?!have\b|be fun\b)\w+")
# What goes well or badly in one's life is told, and no opinion on the world.
LIVED = Pattern(
    r"^(?:Life|Work|School|College|Business|Things|Training|Practice|Everything|Time|Money)\b(?: \w+){0,4}? (?:has been|have been|is going|are going|was|were|went|is getting|are getting|got)\b"
)
# "I could help you with the move if you like".
OFFERED = Pattern(
    r"^(?:And |So |Also,? )?I (?:can|could|will|would (?:be happy|love) to|am (?:happy|glad) to) (?P<what>(?:always |also |even )?(?:help|teach|show|lend|bring|give|send|introduce|join|assist|support) (?:you|your)\b(?!.* know\b).+?)(?:,? (?:if you|whenever you|when you|any ?time)\b.*)?$"
)
# "Books guide me" has a plural as its subject, "Makes me smile" has none.
PLURAL_DOES = Pattern(r"[A-Z]\w+s (?:[a-z]+ )?(?:me|us)\b(?<![a-z]s me)(?<![a-z]s us)")
NO_SUBJECT = Pattern(r"^(?:Just |Always |Also )?(?P<verb>[Mm]akes|[Mm]ade|[Kk]eeps|[Kk]ept|[Gg]ives|[Gg]ave|[Hh]elps|[Hh]elped|[Rr]eminds|[Rr]eminded|[Bb]rings) (?=(?:me|us)\b)")
ANYONE = frozenset({"everyone", "everybody", "people", "nobody", "someone", "somebody"})
EVEN_SMALL = Pattern(
    r"^Even (?=(?:the |a |an )?(?:small|smallest|little|littlest|tiny|tiniest|minor|simple|simplest|short|one)\b.*\b(?:can|makes?|have|has|brings?|helps?|counts?|goes)\b)"
)
LOOKING_AHEAD = Pattern(r"^(?:can not|could not) wait (?:to|for|until|till|'til)\b", re.IGNORECASE)
MERE = Pattern(r"^Just (?=(?!some|any|every|no)(?:\w+ing|the act|the thought) )")
# What hangs on the statement before it by its first word: "Their help …", "Those moments …".
CLINGS = Pattern(
    r"(?:Their|His|Her|(?:Those|These) (?!pic|photo|colou?rs?\b|are\b|were\b|will\b|can\b)[a-z]+(?: [a-z]+)* (?:me|us|my|our)\b) (?!pic|photo|colou?rs?\b)"
)
LEFT_OUT = Pattern(r"^(?:have to|need to|want to) (?!go$|run$|say\b|admit\b|check\b)", re.IGNORECASE)
MADE_ME = Pattern(
    r"^(?:And |But |So )?(?:It|That|This) (?:(?P<have>has )?(?:(?:really|just|also|definitely|even) )*(?:made|taught)|(?P<present>makes)) (?:me|us) (?:(?:really|also|even) )*(?P<verb>reali[sz]e|appreciate|reflect|think|see|understand|feel|remember|believe|value|rethink|consider)\b",
)
REMINDED = Pattern(r"^(?:It |This |That )?(?:just )?[Rr]eminds? (?:me|us) (?:that )?(?=it is\b)")
# What "it" does to the speaker is so for them whatever it is: "It taught me to wait" -> "I learned to wait".
_IT = r"^(?:(?:And|But|So|Plus|Also),? )?(?:It|That|This|They|These|Those|He|She)(?: (?:\w+ly|also|even|always|sure|still|just))*"
_MORE = r"(?P<rest> (?:\w+ )?\w.*)$"
MOVES = tuple(
    (Pattern(rf"{_IT} (?:{verb}) (?:me|us){_MORE}"), put)
    for verb, put in (
        (r"reminds?", r"I am reminded\g<rest>"),
        (r"reminded|has reminded|have reminded", r"I was reminded\g<rest>"),
        (r"taught", r"I learned\g<rest>"),
        (r"(?:has|have) taught", r"I have learned\g<rest>"),
        (r"teach(?:es)?", r"I learn\g<rest>"),
        (r"gives?|brings?", r"I get\g<rest>"),
        (r"gave|brought", r"I got\g<rest>"),
        (r"(?:has|have) (?:given|brought)", r"I have got\g<rest>"),
        (r"motivates?|(?:has|have) motivated", r"I am motivated\g<rest>"),
        (r"inspires?|(?:has|have) inspired", r"I am inspired\g<rest>"),
        (r"motivated", r"I was motivated\g<rest>"),
        (r"inspired", r"I was inspired\g<rest>"),
        (r"encourages?", r"I am encouraged\g<rest>"),
        (r"fills?", r"I am filled\g<rest>"),
        (r"filled", r"I was filled\g<rest>"),
        (r"pushed", r"I was pushed\g<rest>"),
    )
) + tuple(
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
    Pattern(r"^(?:Not much|Nothing much|Same old(?:,? same old)?|The usual|So far,? so good|Not bad|Big news|Good news|Great news),?(?: -+)? (?=\w)", re.IGNORECASE),
)
# Statements whose subject and verb are left out, or which put the speaker last.
RESTORED = (
    (Pattern(r"^it (?P<means>means|meant) (?P<much>a lot|so much|the world|everything) (?P<what>(?:to|that|having|when) .+)$"), r"It \g<means> \g<much> to me \g<what>"),
    (Pattern(r"^(?P<day>yesterday|today|tomorrow|tonight) (?P<be>is|was) (?P<what>(?:my|our) .+)$"), r"\g<what> \g<be> \g<day>"),
    (Pattern(r"^(?P<all>(?:tired|exhausted|nervous|sore|sad|relieved|proud|happy|broke) (?:but|and) \w+ (?:after|from|about|with)\b.*)$"), r"I am \g<all>"),
    (Pattern(r"^(?P<all>love (?:how|that|when|it when) .+)$"), r"I \g<all>"),
    (Pattern(r"^(?P<verb>loving|missing|enjoying|feeling) (?P<what>(?:my|our|the|proud|grateful|lucky|blessed|at home) .+)$"), r"I am \g<verb> \g<what>"),
    (
        Pattern(
            r"^(?P<all>(?:(?:already|almost|nearly|now|still|just|finally|currently) )*(?:halfway|done|off|back|busy|knee-deep|stuck|in the middle) (?:through|with|to|from|in|on|of)\b.*)$",
            re.IGNORECASE,
        ),
        r"I am \g<all>",
    ),
    (Pattern(r"^(?P<all>can not (?:stand|bear|resist|do without|live without|get enough)\b.*)$", re.IGNORECASE), r"I \g<all>"),
    (
        Pattern(
            r"^it (?:is|has been) (?P<time>(?:about |almost |nearly |over |already )?(?:an?|\w+|\d+) (?:years?|months?|weeks?|days?)) (?:now )?since (?P<what>(?:I|we) (?!last\b)\w+.*)$"
        ),
        r"\g<what> \g<time> ago",
    ),
)
FOUND_SO = Pattern(r"it (?:\w+ly |so |very |quite )*\w+ (?:to|that|when|how)\b")
# A feeling about something of one's own is more than one of the moment.
CONCERNED = Pattern(r"^[a-z]+(?: [a-z]+)? (?:about|for|with|of|to|that|by|how) (?:\w+ )*?(?:my|our)\b")
# What stands by itself with "it" or "what" for its subject: "It took me a year to …", "This is my third …".
STANDS = Pattern(
    r"^(?:It took (?:me|us)\b.*\bto\b|(?:It|This) (?:is|was|will be) (?:my|our) (?:\w+ )?(?:first|second|third|fourth|fifth|last|next|\d+th)\b|It (?:is|was|has been) an? (?:\w+ )*\w+ for (?:me|us)\b|It (?:means?|meant) (?:a lot|so much|the world|everything) to (?:me|us) (?:to|that|having|when)\b|It (?:makes?|made) (?:me|us) (?:\w+ )?\w+ (?:to|when|that|seeing|knowing) |What (?:(?:I|we) \w+|(?:keeps?|kept|helps?|helped|makes?|made|gets?|got) (?:me|us))\b.* (?:is|was)\b|There (?:is|are|was|were) (?!so\b|no\b|nothing\b|something\b|lots\b|always\b|many\b|plenty\b|still\b|much\b))"
)
ONE_OF = Pattern(r"^(?:One|Some|Two|Three|Several|Many|Most|All|Both) of (?:my|our|the)\b")
PLURALS = Pattern(r"^\w+s (?:(?:\w+ly|always|often|also) )*(?:are|were|have|do|can|will)\b|^(?:Lots|Tons|Sometimes|Always|Perhaps) ")
OCCUPIED = Pattern(
    r"^(?:(?:Still|Also|Just|Now|Currently|Always) )*(?!(?:Wish|Send|Look|Lov|Sound|Glad|Hop|Noth|Someth|Anyth|Everyth|Dur|Morn|Even|See|Hear|Know|Talk|Includ|Speak|Say|Mean|Consider)ing\b)[A-Za-z]\w+ing\b(?! (?:is|are|was|to know)\b)",
)
FINITE = Pattern(
    r"\b(?:is|are|was|were|has|have|had|am|can|could|will|would|should|may|might|must|do|does|did|I|we|lets?|allows?|makes?|made|helps?|helped|gives?|gave|brings?|brought|keeps?|kept|takes?|took|shows?|feels?|felt|means?|sounds?|seems?|looks?|gets?|got|you|your)\b"
)
BEFORE_MAIN = Pattern(
    r"^(?:Ever since|Since|After) (?P<own>(?:I|we) (?!last |first |spoke|talked|chatted)[^,]{8,90}),\s"
)
PASSING = Pattern(
    r"^(?:Here|There|Tomorrow|Today|Tonight|Yesterday)\b|\b(?:I (?:hear|bet|guess|see)|sounds?|glad|nice to (?:hear|meet|see)|good to (?:hear|see|know)|great to (?:hear|see|know|chat|catch))\b"
)
_VALUE = (
    r"great|good|nice|cool|awesome|amazing|wonderful|fun|hard|tough|challenging|difficult|scary|sad|important|special|incredible|fantastic|lovely|"
    r"beautiful|sweet|honou?r|dream|pleasure|joy|privilege|blast|blessing|relief|challenge|adjustment|experience|struggle|easy|worth|crucial|vital|essential|key|"
    r"better|best|okay|ok|normal|unfair|wrong|right|crazy|weird|strange|helpful|unfortunate|rough|heartbreaking|\w{3,}(?:ing|ful|ive|ible|able|ous)"
)
ANTICIPATES = Pattern(
    rf"^It (?:is|was|has been|had been|feels|felt|can be)(?: (?:so|really|such|always|very|super|pretty|just|quite|also|totally|truly|definitely|absolutely|never|not))* (?:an? |the )?(?:\w+ )?(?:{_VALUE})(?: (?:for|of) (?:me|us|our \w+|my \w+))?(?: (?:to|how|that|seeing|having|knowing|when|being|what|working|watching|getting|taking|helping|spending)\b| (?:day|time|night|trip|weekend|evening|afternoon|morning|moment|week|year|holiday) (?:at|in|with|for|on|when|by|out)\b| \w+ing (?:my|our|the|a|with|to|for|in)\b)"
)
HEADLESS = Pattern(
    r"(?:wow|way|well|good|great|nice|awesome|amazing|cool|so|such|what|how|that|this|these|those|thanks?|congrats|glad|happy|sorry|keep|no|not|never|their|his|her|its|your|more|too|[A-Z]\w+ing|sounds?|looks?|can|could|would|will|let|do|don't|just|hope|wish)\b",
    re.IGNORECASE,
)
# "It is a great way to …" speaks of what was said before; "it is great to …" does not.
ANAPHORIC = Pattern(
    r"^It (?:\w+ ){1,4}?(?:an?|the|one|my|our) (?:\w+ ){0,3}?(?:way|chance|reminder|example|opportunity|idea|start|tool|place|step|sign|symbol|part|reason|source|thing|gift|project|event|class|group)\b"
)
# Statements of the world at large or of things both know: "Pets bring joy", "The shop is doing well".
GENERAL = Pattern(
    r"\b(?:is|are|was|were|has|have|can|will|makes?|made|brings?|brought|helps?|helped|gives?|gave|takes?|keeps?|kept|shows?|showed|teach(?:es)?|taught|deserves?|matters?|needs?|means?|counts?|gets?|got|goes|went|comes?|came|feels?|felt|turned|starts?|started|opens?|opened|ends?|ended)\b"
)
HELD = Pattern(
    r"\b(?:is|are|can|has|have|makes?|brings?|helps?|gives?|takes?|keeps?|shows?|teach(?:es)?|deserves?|matters?|needs?|means?|counts?|beats?|changes?)\b"
)
LIKELY = Pattern(r"\b(?:must|might|may|maybe|going to|would|sounds?|looks?|seems?)\b")
# What was so for the speaker is told, and no opinion: "It was fun to …", "Searching for a flat has been hard".
WENT = Pattern(r"^It (?:\w+ly )?(?:was|has been|had been|felt)\b")
DONE = Pattern(
    r"^(?!(?:Noth|Someth|Anyth|Everyth|Morn|Even|Dur)ing\b)[A-Z]\w+ing\b(?! (?:is|are|was|were|has)\b)(?:(?! (?:is|are|can|you|your)\b).)* (?:was|has been|have been)\b"
)
WEIGHTY = Pattern(r"\b(?:important|vital|essential|crucial|wrong|unfair|key)\b")
DEFINITE = Pattern(r"(?:The|All the|Some of the|One of the|Most of the) [a-z]")
# Politeness that, with much after it, tells how somebody feels about another.
WARM = Pattern(
    r"proud of you|glad (?:that you|it|you)|happy for you|brings? us (?:together|closer)|can not (?:believe|imagine|thank|help)|(?:doing|feeling) (?:good|great|well)|always there for me|I (?:completely|totally|definitely) understand|I understand|I appreciate|I said|keep (?:it )?up",
    re.IGNORECASE,
)
OPEN = Pattern(
    r"^(?:Here|There)\b|\b(?:like (?:that|this|these|those)|that kind|the same|that way|that happen)\b|(?<!need )\b(?:him|her|them|it|this|that)$|^I (?:\w+ )?(?:think|believe) (?:(?!who\b|people\b|kids\b|\w+s\b)\w+ ){1,4}(?:them|him|her)\b"
)

# What the other one does for the speaker: "your encouragement keeps me going".
YOURS = Pattern(
    r"Your (?:\w+ ){1,4}?(?:\w+ly )?(?:motivates?|inspires?|helps?|helped|keeps?|kept|gives?|gave|reminds?|reminded|makes?|made|encourages?|taught|saved) (?:\w+ )*(?:me|us)\b"
)
