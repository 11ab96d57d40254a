"""English: cues of what somebody says to the one they talk with, as patterns."""

# ruff: noqa: E501  # a pattern on one line is easier to search than one cut in pieces

from __future__ import annotations

import re

from persona_cli.extract.rules.pattern import Pattern

# "Since we last spoke, I moved": when the two last spoke dates nothing.
TOGETHER_SINCE = Pattern(
    r"^(?:[Ss]ince|[Aa]fter) (?:we last \w+|our last \w+|I last \w+ (?:to )?you|the last time we \w+),? (?=(?:I|my|we|our)\b)"
)
# Praise of what is looked at, guesses, and what the talk itself is about.
EMPTY = Pattern(
    r"\b(?:look|looks|looked|looking|sound|sounds|sounded|must (?:be|have)|seems?|hear|welcome|bet|photos?|pics?|pictures?|let me know|let us|tell me|free to reach out|just reach out|anytime|any ?time|posted|updated|in touch|(?:chat|talk) soon|stay safe|kind words|your words|kill it|means? (?:so much|something|the world|a (?:whole )?(?:lot|ton)))\b",
    re.IGNORECASE,
)
CONGRATULATED = Pattern(
    r"^(?:[Bb]ig |[Hh]uge |[Mm]any |[Aa]gain,? )*(?:[Cc]ongrats|[Cc]ongratulations|[Ww]ell done|[Kk]udos)(?: again)? (?P<on>on|for|with) (?P<what>(?:your|the|all|getting|\w+ing)\b.+)$"
)
FEELING = Pattern(
    r"^(?:[Ss]o |[Rr]eally |[Vv]ery |[Ss]uper |[Jj]ust )*(?P<feeling>(?:[Gg]lad|[Hh]appy|[Pp]roud|[Ee]xcited|[Tt]hrilled|[Ss]toked|[Gg]rateful|[Tt]hankful|[Bb]lessed|[Ll]ucky|[Dd]etermined|[Ee]ager|[Nn]ervous|[Ss]cared|[Aa]fraid|[Rr]eady|[Kk]een) (?:to|that|of|for|about|with|I|my|we|you|your)\b)"
)
HOPED = Pattern(r"^(?:Hopefully|I hope|Hope),? (?:I|we) (?:can|will|could)(?: (?:also|soon|finally))* (?=[a-z]+ [a-z])")
_GRADED = r"(?:(?:so|such|really|very|truly|definitely|absolutely|always|totally|also|just|all|already|incredibly|quite|a|an|the|one of the) )*"
# "You are …", "Your patience …": what the speaker thinks of the listener.
OF_YOU = Pattern(
    r"^(?:You (?:two |both |guys )?(?:(?:really|always|truly|definitely|also|both|never) )*(?!never know)"
    rf"(?:(?:are|were) {_GRADED}(?!right\b|correct\b|not alone|kidding|lucky)\w+|have (?!to\b|got to\b|you\b|any\b|no idea)\w+|has|did|do|made|make|found|put|inspire|deserve|earned|bring|brought|gave|give|showed|show|care|can (?!see\b|tell\b|not\b|never\b|say\b|always\b)\w+|could|should|will|captured|helped|help|motivate|remind|taught|work|worked|support|supported)\b"
    r"|Your (?:[\w'-]+ ){1,8}?(?:is|are|was|were|has|have|will|can|makes?|made|shows?|means?|brings?|helps?|inspires?|gives?|really|truly|definitely)\b"
    r"|It (?:is|was|has been) (?:\w+ )*?(?:to|that|how|seeing|having|hearing) (?:.* )?your?\b)(?! right\b)"
)
# "It is hard to sleep when you are hungry": anybody is meant here too.
WHEN_YOU = Pattern(r"^It is .*\b(?:when|whenever|once|until|before|after|if) you\b")
# "Having friends you can call is worth a lot": anybody is meant.
ANYBODY = Pattern(
    r"^(?!(?:Look|See|Hear|Wish|Send|Hop|Think|Talk|Speak|Meet|Know|Read|Noth|Someth|Anyth|Everyth|Anybody|Morn|Even)\w*ing\b)[A-Z]\w+ing\b(?! (?:is|was|are)\b)(?=.*\byou(?:r|rself)?\b)[^,]*? (?:is|are|can|makes?|helps?|brings?|gives?|keeps?|means?|takes?|shows?)\b(?! (?:going|doing|getting|working|coming|having)\b)"
)
JOINTLY = Pattern(
    r"^(?:(?:Together|By [^,]{3,40}|With [^,]{3,60}|Working together|As a team),? )we (?:can|will|could)\b|^We (?:all )?should (?!(?:do|have|go|get|meet|catch|plan|try|hang)\b)|^We can (?:all |definitely |really )?(?:make a difference|make an impact|help|change|learn)\b"
)
REMINDED = Pattern(
    r"^(?:[Jj]ust |[Aa]nd |[Pp]lease |[Aa]lways )*[Rr]emember,?(?: that)? (?P<what>(?!to\b|me\b|when\b|how\b|the time)\w.*)$"
)
ORDER = Pattern(
    r"^(?:(?:And|So|Just|Also|Plus|Please|But|Always|Definitely|Now|Then|Remember,|Remember to),? )*(?P<not>(?:[Dd]o not|[Nn]ever)(?: ever)? )?(?P<verb>[A-Za-z]+),? (?P<next>[\w'-]+)"
)
# Where an advice ends: "Keep at it, it will come".
BEYOND = Pattern(
    r"\s+-+\s+|-- |[;:!]|\.\.+|,\s+(?:and )?(?:you|it|that|this|I|we|they|because|since|your|so|pal|buddy|girl|man|bro|friend|[A-Z]\w+)\b|\s+(?:and|because|so|but|since) (?:you|it|I|we|they|that|this|your)\b"
)
NO_ADVICE = frozenset(
    """let check look see have tell wish send say show ask call hold come wait mean hope worry mind excuse forgive pardon
    guess suppose sorry feel fill wonder know thank love miss count get be tag catch hit give notice imagine remember enjoy hear""".split()
)
CHEERING = frozenset("keep go stay believe trust chase follow hang continue push rock shine embrace dream".split())
DISCOURAGING = frozenset("give let stop quit lose be forget doubt underestimate worry".split())
NOUNS_IN_S = frozenset("this his its us lots things goals dreams always breaks steps notes classes".split())
PRAISE = frozenset(
    """great good amazing awesome wonderful incredible inspiring impressive fantastic lovely beautiful nice cool perfect brave strong best
    true right sure doing always such well way job work""".split()
)
CHEER_WORDS = frozenset(
    "keep going go stay never give always forget do up make sure try motivated positive strong".split()
)
NO_OBJECT = frozenset("not of was had did".split())
NOR = Pattern(r"\b(and|or) (?:do not|never) ")
YOU = Pattern(r"\b(?:your|you)\b", re.IGNORECASE)
YOU_SUBJECT = Pattern(
    r"\byou(?= (?:\w+ly |never |always |also |both |all )*(?:are|were|have|had|do|did|can|could|will|would|should|must|need|want|love|like|feel|felt|get|got|go|went|climb|run|leave|play|sing|walk|try|care|give|gave|make|made|put|take|took|work|worked|help|helped|bring|brought|deserve|found|find|think|know|live|face|started|start|believe|see|enjoy)\b)"
)
YOU_AFTER = Pattern(r"\b(when|before|after|while|what|where|because|until|once|if|how|than|whenever) you\b")
SPEAKER = Pattern(r"\b(?:I|me|my|mine|myself|we|us|our|ours)\b")
