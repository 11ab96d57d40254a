"""English: cues of talk between people, as patterns."""

# ruff: noqa: E501  # a pattern on one line is easier to search than one cut in pieces

from __future__ import annotations

import re

from persona_cli.extract.rules.pattern import Pattern

POINTING = Pattern(r"(?:this|that|these|those) (?P<next>[a-z]+)", re.IGNORECASE)
OWN = Pattern(r"\b(?:I|me|my|mine|myself|we|us|our|ourselves)\b")
ABOUT = Pattern(
    r"\b(?:I|me|my|we|us|our|you|your|this|these|those|photos?|pics?|pictures?|colors?|colours?|painting|view)\b"
)
FOUND = Pattern(r"(?:I (?:\w+ly )?(?:think|believe)|For me)\b")
TO_YOU = Pattern(r"\b(?:you|your|yours|yourself)\b", re.IGNORECASE)
# What goes well or badly in one's life is told, and no opinion on the world.
LIVED = Pattern(
    r"^(?:Life|Work|School|College|Business|Things|Training|Practice|Everything|Time|Money)\b(?: \w+){0,4}? (?:has been|have been|is going|are going|was|were|went|is getting|are getting|got)\b"
)
# "Books guide me" has a plural as its subject, "Makes me smile" has none.
PLURAL_DOES = Pattern(r"[A-Z]\w+s (?:[a-z]+ )?(?:me|us)\b(?<![a-z]s me)(?<![a-z]s us)")
ANYONE = frozenset({"everyone", "everybody", "people", "nobody", "someone", "somebody"})
# What hangs on the statement before it by its first word: "Their help …", "Those moments …".
CLINGS = Pattern(
    r"(?:Their|His|Her|(?:Those|These) (?!pic|photo|colou?rs?\b|are\b|were\b|will\b|can\b)[a-z]+(?: [a-z]+)* (?:me|us|my|our)\b) (?!pic|photo|colou?rs?\b)"
)
FOUND_SO = Pattern(r"it (?:\w+ly |so |very |quite )*\w+ (?:to|that|when|how)\b")
# A feeling about something of one's own is more than one of the moment.
CONCERNED = Pattern(r"^[a-z]+(?: [a-z]+)? (?:about|for|with|of|to|that|by|how) (?:\w+ )*?(?:my|our)\b")
# What stands by itself with "it" or "what" for its subject: "It took me a year to …", "This is my third …".
STANDS = Pattern(
    r"^(?:It took (?:me|us)\b.*\bto\b|(?:It|This) (?:is|was|will be) (?:my|our) (?:\w+ )?(?:first|second|third|fourth|fifth|last|next|\d+th)\b|It (?:is|was|has been) an? (?:\w+ )*\w+ for (?:me|us)\b|It (?:means?|meant) (?:a lot|so much|the world|everything) to (?:me|us) (?:to|that|having|when)\b|It (?:makes?|made) (?:me|us) (?:\w+ )?\w+ (?:to|when|that|seeing|knowing) |What (?:(?:I|we) \w+|(?:keeps?|kept|helps?|helped|makes?|made|gets?|got) (?:me|us))\b.* (?:is|was)\b|There (?:is|are|was|were) (?!so\b|no\b|nothing\b|something\b|lots\b|always\b|many\b|plenty\b|still\b|much\b))"
)
ONE_OF = Pattern(r"^(?:One|Some|Two|Three|Several|Many|Most|All|Both) of (?:my|our|the)\b")
PLURALS = Pattern(
    r"^\w+s (?:(?:\w+ly|always|often|also) )*(?:are|were|have|do|can|will)\b|^(?:Lots|Tons|Sometimes|Always|Perhaps) "
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
    r"^(?:Here|There)\b|\b(?:like (?:that|this|these|those)|that kind|the same|that way|that happen|it all|all (?:of )?(?:it|this|that|them)|some (?:\w+ ){0,3}(?:stuff|things|people))\b|\b(?:doing|making|seeing|about|with|of|for|to|in|like) (?:it|that|this|them|there)(?=[,;]| (?:and|so|but)\b)|(?<!need )\b(?:him|her|them|it|this|that)(?: (?:someday|some day|one day|soon|too|again|now|anymore|a lot|there|here|yet))?$|^I (?:\w+ )?(?:think|believe) (?:(?!who\b|people\b|kids\b|\w+s\b)\w+ ){1,4}(?:them|him|her)\b"
)

# What the other one does for the speaker: "your encouragement keeps me going".
YOURS = Pattern(
    r"Your (?:\w+ ){1,4}?(?:\w+ly )?(?:motivates?|inspires?|helps?|helped|keeps?|kept|gives?|gave|reminds?|reminded|makes?|made|encourages?|taught|saved) (?:\w+ )*(?:me|us)\b"
)
