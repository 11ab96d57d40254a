"""English: the words by which statements are told from the rest."""

# ruff: noqa: E501  # tables of words and patterns: a line is an entry

from __future__ import annotations

import re

from persona_cli.extract.rules.packs.pack import Pack
from persona_cli.extract.rules.pattern import Pattern

COMMON = frozenset(
    """the be is are was to of and a in that have has i it for not on with he as you do at this but his by from they we say her
    she or an will my one all would there their what so up out if about who get which go me when make can like time no just him
    know take people into year your good some could them see other than then now look only come its over think also back after
    use two how our work first well way even new want because any these give day most us im i'm don't love live been am""".split()
)

_SLANG = {
    "wanna": "want to", "gonna": "going to", "gotta": "have to", "im": "I am", "i'm": "I am", "ive": "I have", "i've": "I have",
    "i'll": "I will", "id": "id", "dont": "do not", "doesnt": "does not", "didnt": "did not", "cant": "can not", "wont": "will not",
    "isnt": "is not", "wasnt": "was not", "havent": "have not", "u": "you", "ur": "your", "bday": "birthday", "bc": "because",
    "cuz": "because", "cos": "because", "'cause": "because", "b/c": "because", "w/": "with", "rn": "right now", "tmrw": "tomorrow", "tmr": "tomorrow",
    "kinda": "", "sorta": "", "ya": "you", "lotta": "lot of", "fav": "favourite", "fave": "favourite", "y'all": "you all",
    "can't": "can not", "won't": "will not", "shan't": "will not", "ain't": "am not", "let's": "let us", "gf": "girlfriend", "bf": "boyfriend", "hubby": "husband", "prolly": "probably", "abt": "about",
    "i": "I", "pls": "please", "plz": "please", "thx": "thanks", "cannot": "can not", "mx.": "Mx", "mr.": "Mr", "mrs.": "Mrs", "ms.": "Ms", "dr.": "Dr", "imo": "", "imho": "", "tbh": "", "btw": "by the way", "lol": "", "haha": "",
    "youve": "you have", "thats": "that is", "hes": "he is", "shes": "she is", "its": "its", "hafta": "have to", "tho": "though", "'em": "them",
}  # fmt: skip


_SLANG_PATTERN = Pattern(
    rf"(?<![\w'.@/-])(?:{'|'.join(sorted((re.escape(w) for w in _SLANG), key=len, reverse=True))})(?![\w'@-]|\.\w)",
    re.IGNORECASE,
)


_STUCK = Pattern(r"(?<=[a-z])-\s+(?=(?:I|we|my|it|they|he|she|that|this|the)\b)")  # a dash without its first space
_NOT = Pattern(r"\b(\w+)n't\b")
_VERBS = Pattern(r"\b(\w+)'(ll|ve|re)\b")
_HAD = Pattern(
    r"\b(I|you|we|they|he|she|it)'d (?=(?:better|been|had|gone|done)\b|(?:never|always|already|just) (?:\w+ed|been|had|gone|seen|done|known|met|heard|thought|felt|left)\b)",
    re.IGNORECASE,
)
_WOULD = Pattern(r"\b(I|you|we|they|he|she|it)'d\b", re.IGNORECASE)
_STATES = "called|named|married|retired|divorced|engaged|interested|worried|scared|excited|tired|bored|obsessed|gifted|disabled|based"
# "she's moved" has, "it's filled" and "she's married" are.
_HAS = Pattern(
    rf"\b(he|she|it|that|there|who|what|here|this)'s (?=(?:\w+ly )?(?:been|got|had|gone|become)\b|(?:made|taken|given|helped|brought|changed|allowed|taught|shown|kept|turned) (?:me|us|a|an|such|it|my|our|so|the|some)\b)|\b(he|she|who)'s (?!(?:{_STATES})\b)(?=(?:made|taken|\w+ed)\b)",
    re.IGNORECASE,
)
# A noun has no possession in "been" or "the": "my dog's called Rex", "the store's doing well".
_NOUN_HAS = Pattern(r"\b([^\W\d_]+)'s (?=(?:\w+ly )?been\b)")
_NOUN_IS = Pattern(
    r"\b([^\W\d_]+)'s (?=(?:a|an|the|so|very|really|super|pretty|quite|always|still|also|now|not|my|our|called|named|doing|going|getting|coming|allergic|afraid|turning|in|at|on|from|about|like)\b|(?:great|good|nice|cool|fun|awesome|amazing|important|tough|hard|ready|relaxing|beautiful|wonderful|special)(?: (?:for|to|at|and|but|because|too)\b|[,.!;]|$))"
)
_IS = Pattern(r"\b(he|she|it|that|there|who|what|here|everything|name|how|where)'s\b", re.IGNORECASE)


def respell(text: str) -> str:
    """`text` with slang and contractions spelt out."""
    text = _STUCK.sub(" - ", text)
    text = _SLANG_PATTERN.sub(lambda found: _SLANG.get(found[0].lower(), found[0]), text)
    if "'" not in text:
        return text
    text = _NOT.sub(r"\1 not", text)
    text = _VERBS.sub(lambda found: f"{found[1]} {_TAILS[found[2]]}", text)
    text = _WOULD.sub(r"\1 would", _HAD.sub(r"\1 had ", text))
    text = _IS.sub(r"\1 is", _HAS.sub(lambda found: f"{found[1] or found[2]} has ", text))
    return _NOUN_IS.sub(r"\1 is ", _NOUN_HAS.sub(r"\1 has ", text))


_TAILS = {"ve": "have", "re": "are", "ll": "will"}

# Words at the head of a sentence that say nothing of their own.
OPENERS = Pattern(
    r"""^(?:(?:oh|ah|aw+|wow|whoa|woah|hm+|hmm|um+|uh|er|well|yeah|yea|yep|yup|yes|no|nope|nah|ok|okay|sure|right|absolutely|definitely|totally
    |exactly|indeed|true|haha\w*|lol|omg|man|gosh|oh\ my\ gosh|oh\ no|congrats|congratulations|thanks(?:\ (?:so\ much|a\ lot|again|a\ bunch|a\ ton|for\ [^,.!]{1,40}))?|thank\ you(?:\ so\ much)?
    |hey(?:\ there)?|hi(?:\ there)?|hello|good\ (?:morning|evening|afternoon)|sorry|please\ note|fyi|by\ the\ way|anyway|anyways|so|also|plus|actually|honestly|frankly|basically
    |you\ know(?:\ what)?|i\ mean|to\ be\ honest|in\ fact|of\ course|as\ you\ know|for\ what\ it(?:'s|\ is)\ worth|and|but|or|then|besides|however|still|guess\ what|good\ question|great\ question|fun\ fact|quick\ update|update|oh\ and
    |for\ context|some\ context|context|background|for\ reference|as\ for\ me|personally|in\ my\ opinion|as\ i\ said|like\ i\ said|unfortunately|luckily|fortunately|sadly|thankfully|apparently|interestingly|funnily\ enough|speaking\ of\ which
    |quick\ question|one\ more\ thing|little\ background|a\ bit\ about\ me|about\ me|(?:please\ )?(?:remember|do\ not\ forget|note|keep\ in\ mind|bear\ in\ mind|know)\ that|and\ then|(?:that|this)\ is\ (?:why|how|when|where)|cool|nice|great|wonderful|fantastic|excellent|brilliant|awesome|perfect|amazing|got\ it|lovely|fair\ enough|sounds\ good|no\ problem|no\ worries|me\ too|same\ here|same|agreed|remember|note|just\ so\ you\ know)
    (?:\s*[,.!:;-]+\s*|\s+(?=(?:i|my|we|our|i'm|also|just)\b)))""",
    re.VERBOSE | re.IGNORECASE,
)

QUESTION = Pattern(
    r"""^(?:(?:and|but|so|also|ok|hmm|then)[,\s]+)*(?:(?:what|why|how|where|who|whom|whose|which|when(?=\s+(?:is|are|do|does|did|will|can|should|would|was|were)\b))\b(?!ever)(?!\s+(?:i|we|my)\s+(?:really\s+)?(?:love|like|want|need|mean|enjoy|miss|hate|value|appreciate)\b|\s+(?:keeps|kept|helps|helped)\s+(?:me|us)\b)
    |(?!had\s+(?:a|an|my|the|that|this|some|any)\b(?!\s+\w+\s+(?:been|already))|do\s+your\s+(?:research|best|homework|own|thing)\b)(?:do|does|did|are|is|was|were|can|could|would|will|should|shall|have|has|had|am|may|might)\s+(?:not\s+)?(?:you|i|we|they|he|she|it|this|that|there|my|your|the|anyone|anybody|someone|a|an|any|people)\b
    |any\s+(?:\w+\s+){0,3}(?:tips|ideas|advice|suggestions|thoughts|recommendations|plans|chance|idea)\b|tell\s+me|ever\s+\w+(?:ed|en)\b)""",
    re.VERBOSE | re.IGNORECASE,
)

# The statement ends where a request begins: "I have a cat, can you suggest a food?"
TAIL = Pattern(
    r"""(?:[,;]|\s-)?\s*(?:\b(?:and|but|so|or|then)\s+)?(?:\bI\s+(?:was|am)\s+(?:just\s+)?(?:wondering|curious|not\ sure|unsure|hoping\ you|asking|looking\ for\ (?:some\ )?(?:advice|tips|help|suggestions|recommendations|ideas))|\bI\s+(?:wonder|would\ (?:like|love)\ to\ know|want\ to\ know|need\ to\ know|do\ not\ know|just\ need\ (?:help|to\ know|you)|need\ (?:some\ )?(?:help|advice|tips|ideas|suggestions)|want\ you\ to|need\ you\ to|would\ like\ you\ to|would\ (?:love|like|appreciate)\ (?:some|any|your)\ (?:\w+\s+)?(?:help|advice|tips|ideas|suggestions|recommendations|thoughts|feedback))\b
    |(?<=[,;])\s*(?:and\s+|but\s+|so\s+)?(?:can|could|would|will|should|do|does|did|are|is|was|were|have|has|am)\s+(?:you|I|we|there|it|this|that|they|the|my)\b|\b(?:and|but|so|then)\s+(?:can|could|would|will|should|do|does|did|are|is)\s+(?:you|I|we|there|it|this|that)\b
    |(?<=[,;])\s*(?:and\s+|but\s+|so\s+)?(?:what|how|why|any)\b(?!ever)|\b(?:and|but|so)\s+(?:what|how|which|where|who|why)\s+(?:is|are|do|does|did|can|could|should|would|kind|type|else|about)\b
    |(?<=[,;-])\s*(?:do\ you\ )?(?:want|care|fancy)\ to\b|(?<=[,;-])\s*(?:right|huh|you\ know)$|(?<=[,;])\s*(?:so\s+|and\s+)?(?:please|help\ me|give\ me|tell\ me|show\ me|let\ me\ know|suggest|recommend)\b|\bso\s+please\b)""",
    re.VERBOSE,
)

HYPOTHESIS = Pattern(
    r"""^(?:and\ |but\ )?(?:maybe|perhaps|possibly|hopefully|ideally)\b|(?<!even\ )(?<!asked\ )(?<!questioned\ )(?<!wondered\ )(?<!doubted\ )(?<!checked\ )\b(?:if|unless)\b(?!\ only\b)|\b(?:imagine|suppose|supposing|pretend|hypothetically|let\ us\ say|say\ I|what\ if|in\ theory|wish|as\ though|assuming|for\ example|for\ instance|e\.g\.|if\ only|would\ have|could\ have|should\ have|might\ have)\b""",
    re.VERBOSE | re.IGNORECASE,
)
JEST = Pattern(
    r"""\b(?:just\ kidding|kidding|jk|joking|joke|not!|yeah\ right|as\ if|obviously\ (?:not|a)|,\ obviously[.!]*$|sarcas\w+|/s\b|(?:sure|yeah|right|yes),?\ and\ I\ am\ (?:the|a)\b|(?:oh\ )?(?:great|fantastic|wonderful|lovely|brilliant|perfect),?\ (?:another|just\ what)|just\ what\ I\ (?:needed|wanted)|because\ that\ (?:always|went)|how\ original|said\ no\ one|million\ times|(?<!scared\ )to\ death|(?:starving|dying|died)\ (?:of|laughing|here|over)|could\ (?:eat|sleep|murder|kill)|kill\ (?:me|for)|I\ (?:am|was)\ (?:basically|literally|practically)\ (?:a|the|an)|in\ another\ life|lottery|million\ (?:dollars|euros|bucks))""",
    re.VERBOSE | re.IGNORECASE,
)
ROLE_PLAY = Pattern(
    r"\b(?:act as|pretend (?:to be|you)|you are (?:a|an|my)|role-?play|in (?:this|that|the) (?:scenario|scene|story|role|simulation|exercise|game)|character|protagonist|in (?:my|the) (?:story|novel|game|dream)|in character|I dreamt|I dreamed|had a dream)\b",
    re.IGNORECASE,
)

# Verbs with which a message orders something of an assistant.
ORDERS = frozenset(
    """fix write translate show explain give tell make help create generate summarize summarise list find suggest recommend rewrite
    rephrase correct check review add remove change update compare describe define calculate compute convert provide draft design
    outline let please stop keep use try go do don't be proofread edit improve shorten expand plan format refactor debug run
    implement sort send imagine consider note ignore forget remember think look see read answer continue start begin say ask call take
    put set open close click type enter turn get follow include avoid ensure analyze analyse name solve simplify evaluate prove
    pick choose enjoy stay have come check wait hold feel trust believe count watch talk keep share teach remind schedule book arrange prepare organize organise reserve email cite return output respond reply""".split()
)

# What is asked of the assistant once and for all is a preference.
STANDING = Pattern(
    r"""^(?:please\s+|from\ now\ on,?\s+|in\ (?:the\ )?future,?\s+|going\ forward,?\s+|in\ general,?\s+|by\ default,?\s+|whenever\ .{3,60}?,\s+|when(?:ever)?\ (?:you|I)\ .{3,60}?,\s+)*
    (?:(?P<always>always|never|do\ not\ ever)\s+(?P<verb>[a-z]+)\b(?P<rest>.*)|(?P<now>from\ now\ on|in\ (?:the\ )?future|going\ forward|by\ default)\b,?.*
    |whenever\ [^,]{3,60},\s+(?:please\s+)?(?P<then>[a-z]+)\b.*|(?:do\ not\ )?(?P<order>[a-z]+)\b.*\b(?:from\ now\ on|by\ default|in\ (?:the\ )?future|going\ forward|every\ time))""",
    re.VERBOSE | re.IGNORECASE,
)
STANDING_MARK = Pattern(
    r"\b(?:always|never|from now on|in (?:the )?future|going forward|by default|every time|whenever|do not ever)\b",
    re.IGNORECASE,
)

# Talk about the message, the moment, or the other one.
CHITCHAT = Pattern(
    r"""\b(?:I\ do\s*-|(?:we|I)\ are\ (?:like\ )?(?:a|one)\ (?:big\ )?(?:great\ )?(?:family|team)\b|brings?\ us\ (?:together|closer)|bring\ us\ (?:together|closer)|be\ (?:right\ )?by\ your\ side|always\ there\ for\ (?:me|you)|nice\ to\ (?:meet|hear|see|chat)(?!\ (?:my|our)\b)|good\ to\ (?:hear|see|chat|talk)(?!\ (?:my|our)\b)|great\ to\ (?:hear|see|chat|talk|catch)(?!\ (?:my|our)\b)|glad\ (?:you|to\ hear|that\ you|it)|happy\ (?:for\ you|to\ hear|to\ help)|proud\ of\ you|sorry\ (?:to\ hear|for|about|about\ that)|let\ me\ know|talk\ (?:to\ you\ )?(?:soon|later)|see\ you|take\ care|keep\ (?:me\ (?:posted|updated|informed|in\ the\ loop)|it|up)
    |can\ not\ (?:believe|imagine|tell|remember|help|thank|blame|complain)|looking\ forward\ to\ (?:hearing|seeing\ you)|I\ (?:hear|feel)\ you|I\ (?:get\ it|bet|guess|know,?\ right|hope\ (?:you|it|so|your|everything))|I\ (?:totally|completely|definitely)\ (?:understand|get)|I\ understand|you\ too|no\ doubt|no\ idea|I\ do\ not\ know|not\ sure|I\ will\ (?:let|keep|check\ (?:it|that|them)|look\ into|take\ a\ look|give\ it|try\ (?:it|that)|remember\ (?:it|that)|do\ (?:it|that)|be\ back|get\ back|(?:have|take)\ a\ (?:look|think|read|go))|here\ (?:is|are)\ (?:a|an|the|my|our|some|one|what)|I\ (?:just\ )?wanted\ to\ (?:fill|let|tell|say|share|ask|check|thank)|(?:doing|feeling)\ (?:ok|okay|fine|good|great|well|alright)\b|thought\ (?:you|I\ would)|heads[- ]up|check\ (?:it|this|them)\ out|have\ a\ (?:great|good|nice|lovely)|since\ we\ last|make\ a\ great\ team|count\ me\ in|sounds\ (?:like|good|great|fun)|I\ mean|as\ always|going\ to\ keep|make\ sure\ to\ keep|to\ you\ (?:soon|later|asap)|I\ did\ not\ catch|I\ said|what\ I\ (?:said|meant))\b""",
    re.VERBOSE | re.IGNORECASE,
)
# Said out of politeness; with much in it, it may tell more.
POLITE = Pattern(
    r"\b(?:can not wait|I appreciate|I would (?:really )?appreciate|I (?:(?:totally|completely|definitely) )?agree|I am (?:so |really |very )?(?:grateful|thankful) for (?:you|your)|I see\b(?! myself)|I hope (?:that|this))",
    re.IGNORECASE,
)
MOMENT = Pattern(
    r"""\bI\ (?:am|was|feel|felt)\ (?:so\ |definitely\ |totally\ |actually\ |also\ |always\ |really\ |very\ |just\ |quite\ |a\ bit\ |a\ little\ |kind\ of\ |sort\ of\ |super\ |pretty\ |too\ |all\ |still\ |feeling\ |getting\ |currently\ |now\ )*(?:tired|busy|hungry|thirsty|bored|sleepy|sick\ of|glad|happy|sad|sorry|sure|ready|fine|good(?!\ (?:at|with)\b)|great(?!\ (?:at|with)\b)|ok|okay|well|better|back|here|there|curious|stuck|confused|excited|stoked|pumped|thrilled|grateful|thankful|blessed|lucky|proud(?!\ (?:of|to\ be)\ (?!you|it\b|this|that))|nervous|worried|overwhelmed|frustrated|annoyed|upset|mad|angry|stressed|exhausted|impressed|amazed|touched|honou?red|interested\ to|open\ to|all\ set|all\ ears|on\ it|in(?!\ (?:[A-Z]|awe\b|favou?r|love|charge|recovery|remission|therapy))|out|done|late|early|cold|hot|home|alright|lost|afraid\ (?:so|not|that|I)|pleased|delighted|relieved|surprised|kidding|joking|serious|feeling|wondering|thinking(?!\ (?:of|about)\ \w+ing\b)|just\ \w+ing|asking|talking|saying|referring|looking\ at|seeing|trying\ to\ (?:figure|understand|get|fix|solve|find\ out|see|decide|make\ sense)|leaning|considering)\b""",
    re.VERBOSE,
)
SECRET = Pattern(
    r"\b(?:password|passcode|passphrase|pin(?: code| number)? is|api key|secret key|private key|access token|cvv|security code|card number|seed phrase|social security)\b",
    re.IGNORECASE,
)
# Words that leave open what is meant.
VAGUE = Pattern(
    r"""\b(?:something|someone|somebody|stuff|things|a\ situation|a\ ton|a\ lot$|progress|stay(?:s|ed|ing)?\ (?:\w+\ and\ )?(?:determined|hopeful|positive|motivated|focused|strong|calm)|feel(?:s|ing)?\ (?:good|great|like\ th\w+)|felt\ (?:good|great|it)|the\ same|a\ good\ time|a\ great\ time|so\ much|step\ in\ the|it\ all|a\ few\ more|some\ more|some\ out|hang\ of\ it|getting\ somewhere|on\ there|look\ into\ (?:that|it)|these\ ones|a\ setback|worth\ it)\b""",
    re.VERBOSE | re.IGNORECASE,
)
NOW = Pattern(
    r"\b(?:right now|at the moment|just now|as we speak|at this moment|this (?:very )?(?:minute|second)|for now|tonight|this morning|this afternoon|this evening)\b",
    re.IGNORECASE,
)
TASKS = Pattern(
    r"""^(?:still\ |currently\ |just\ |now\ )*(?:to\ )?(?:(?:better\ |properly\ |also\ )?(?:fix|debug|solve|write|understand|calculate|figure|implement|optimi[sz]e|set\ up|install|run|resolve|compute|prove|decide|determine|find\ out|make\ sense|make\ sure|ensure|verify|refactor|integrate|configure|deploy|parse|format|convert|create\ a|know|see\ (?:if|how|what|whether|which)|check|get\ (?:my|the|this|it)|use|draft|compare|test|ask|translate|explain|come\ up|decide|choose|pick|think\ of|plan\ (?:a|my|the|out)|review|schedule|estimate|improve\ my|add|render|handle|connect|load|print|sort))\b""",
    re.VERBOSE,
)

PEOPLE = frozenset(
    "people person man woman guy girl boy lady kid somebody someone anyone everybody everyone team group crowd staff audience".split()
)
CALENDAR = frozenset(
    """Monday Tuesday Wednesday Thursday Friday Saturday Sunday January February March April May June July August September
    October November December Christmas Easter""".split()
)
STOP = frozenset(
    """a an and are as at be been but by for from had has have he her him his i in is it its me my of on or our she so that the
    their them they this to was we were will with you your am do does did not just really very too also about there here what
    when who which than then now up out some any all more most much many lot lots get got thing things""".split()
)
ADVERBS = frozenset(
    """also always never usually often just still currently recently mostly sometimes already finally once both even now then only
    really actually probably definitely absolutely totally completely simply rarely seldom hardly nearly almost ever soon long later
    generally normally typically basically essentially originally previously formerly personally secretly truly truly deeply
    finally eventually gradually officially newly lately not no-longer rather maybe perhaps kind sort of all each""".split()
)
NOT_ADVERBS = frozenset(
    {
        "family",
        "fly",
        "reply",
        "apply",
        "rely",
        "supply",
        "july",
        "italy",
        "only",
        "early",
        "daily",
        "multiply",
        "imply",
        "comply",
        "ally",
        "bully",
        "jelly",
        "belly",
    }
)

TIME_WORDS = Pattern(
    r"""\b(?:yesterday|today|tomorrow|tonight|ago|last|next|since|until|till|every|each|daily|weekly|weekends?|monday|tuesday|wednesday|thursday|friday|saturday|sunday|january|february|march|april|may|june|july|august|september|october|november|december|week|month|year|years|months|weeks|days|summer|winter|spring|autumn|morning|evening|nights?|childhood|born|19\d\d|20\d\d|recently|lately|christmas|easter)\b""",
    re.VERBOSE | re.IGNORECASE,
)

KIN = {
    "mother": "child_of", "mom": "child_of", "mum": "child_of", "mama": "child_of", "father": "child_of", "dad": "child_of", "papa": "child_of",
    "parents": "child_of", "parent": "child_of", "stepmother": "child_of", "stepfather": "child_of", "stepmom": "child_of", "stepdad": "child_of",
    "sister": "sibling_of", "brother": "sibling_of", "sibling": "sibling_of", "siblings": "sibling_of", "sisters": "sibling_of", "brothers": "sibling_of",
    "twin": "sibling_of", "stepsister": "sibling_of", "stepbrother": "sibling_of", "half-sister": "sibling_of", "half-brother": "sibling_of", "twin sister": "sibling_of", "twin brother": "sibling_of",
    "son": "has_child", "daughter": "has_child", "child": "has_child", "kid": "has_child", "kids": "has_child", "children": "has_child", "sons": "has_child",
    "daughters": "has_child", "baby": "has_child", "toddler": "has_child", "stepson": "has_child", "stepdaughter": "has_child", "twins": "has_child", "boys": "has_child", "girls": "has_child",
    "husband": "married_to", "wife": "married_to", "spouse": "married_to", "partner": "partner_of", "boyfriend": "partner_of", "girlfriend": "partner_of",
    "fiance": "engaged_to", "fiancé": "engaged_to", "fiancee": "engaged_to", "fiancée": "engaged_to", "ex": "ex_of", "ex-husband": "ex_of", "ex-wife": "ex_of", "ex-boyfriend": "ex_of", "ex-girlfriend": "ex_of",
    "grandmother": "grandchild_of", "grandma": "grandchild_of", "granny": "grandchild_of", "nana": "grandchild_of", "grandfather": "grandchild_of", "grandpa": "grandchild_of", "grandad": "grandchild_of", "granddad": "grandchild_of", "grandparents": "grandchild_of",
    "grandson": "has_grandchild", "granddaughter": "has_grandchild", "grandchild": "has_grandchild", "grandkids": "has_grandchild", "grandchildren": "has_grandchild",
    "aunt": "relative_of", "uncle": "relative_of", "cousin": "relative_of", "niece": "relative_of", "nephew": "relative_of", "in-laws": "relative_of", "mother-in-law": "relative_of", "cousins": "relative_of", "godmother": "relative_of", "godfather": "relative_of",
    "father-in-law": "relative_of", "sister-in-law": "relative_of", "brother-in-law": "relative_of", "family": "relative_of", "godson": "relative_of", "goddaughter": "relative_of", "son-in-law": "relative_of", "daughter-in-law": "relative_of",
    "friend": "friend_of", "best friend": "friend_of", "buddy": "friend_of", "bff": "friend_of", "friends": "friend_of", "mate": "friend_of", "pal": "friend_of", "childhood friend": "friend_of",
    "colleague": "colleague_of", "coworker": "colleague_of", "co-worker": "colleague_of", "colleagues": "colleague_of", "coworkers": "colleague_of", "teammate": "colleague_of", "boss": "reports_to", "manager": "reports_to", "supervisor": "reports_to",
    "roommate": "roommate_of", "flatmate": "roommate_of", "housemate": "roommate_of", "neighbour": "neighbour_of", "neighbor": "neighbour_of", "neighbours": "neighbour_of", "neighbors": "neighbour_of",
    "teacher": "knows", "doctor": "knows", "coach": "knows", "mentor": "knows", "therapist": "knows", "trainer": "knows", "dentist": "knows", "landlord": "knows", "landlady": "knows", "tutor": "knows", "professor": "knows", "instructor": "knows", "lawyer": "knows", "accountant": "knows", "business partner": "works_with",
}  # fmt: skip
PETS = frozenset(
    """dog dogs cat cats puppy puppies kitten kittens parrot parrots rabbit rabbits bunny hamster hamsters guinea-pig horse horses pony fish goldfish
    turtle tortoise snake lizard gecko bird birds budgie canary ferret pet pets labrador retriever beagle poodle terrier bulldog corgi dachshund
    hen hens chicken chickens goat goats pup pug husky collie spaniel tabby""".split()
)

PACK = Pack(
    code="en",
    name="English",
    respell=respell,
    and_word="and",
    pasted=Pattern(
        r"\b(?:proofread|translate|summari[sz]e|rewrite|rephrase|edit|review|improve|fix|correct|analy[sz]e|explain|here|following|below|this|text|email|essay|paragraph|error|output|log|code|says?|said|wrote|reads?|message|draft|article|quote|lyrics|poem|transcript|example|prompt|sample|bio|letter|story)\b",
        re.IGNORECASE,
    ),
    drop=HYPOTHESIS,
)
