"""English: cues in clauses and sentences, as patterns."""

# ruff: noqa: E501  # a pattern on one line is easier to search than one cut in pieces

from __future__ import annotations

import re

from persona_cli.extract.rules.packs.en import KIN, PETS
from persona_cli.extract.rules.pattern import UPPER, Pattern

NAME = (
    rf"(?<![\w'])(?:(?:St|Ste|Mt|Ft|Dr|Mr|Mrs|Ms|Prof)\.(?=\s[{UPPER}])"
    rf"|(?:[a-z]|[dl]')?[{UPPER}][\w'&.-]*[\w&]|[{UPPER}](?!\w))"
)
PARTICLE = (
    "of|de|del|della|du|des|do|da|dos|das|di|le|la|les|lo|los|las|el|van|von|der|den|ten|zu|the|&|for|bin|al|et|y|e"
)
NAMES = rf"(?:{NAME}(?:'?\s+(?:(?:{PARTICLE})\s+){{0,2}}{NAME})*)"
QUOTED_SELF = Pattern(
    r"\b(?:wrote|said|says|asked|replied|writes|texted|answered|reads?)\s*[:,]\s*['\"]|\"[^\"]*(?<![\w-])(?:I|my|me|I'm|you)(?![\w-])[^\"]*\"|\"(?:[^\"\s]+\s+){7,}[^\"]*\""
)
ABOUT_ME = Pattern(r"\b(?:me|my|I|us|our|mine|ours)\b")
HEADLESS = Pattern(
    r"(?:their|his|her|its|your|another|such|more|so|these|those|glad|happy|excited|proud|sorry|hope|hoping|even|like|can|could|will|would|should|might|may|both(?! of my)|either|no|not|too|how|what|where)\b",
    re.IGNORECASE,
)
COMPLIMENT = Pattern(
    r"I (?:really |just )?(?:love|like|adore) (?:the|this|that|these|those|your|how|all|it|what)\b", re.IGNORECASE
)
GENERIC = Pattern(r"\b(?:yourself|yourselves)\b")
REPORTED = Pattern(
    r"^(?:my [\w ]+?|he|she|they|[A-Z]\w+|people|everyone|the \w+) (?:says?|said|told me|tells me|thinks?|claims?|asked|wrote(?= (?:that|to|back|me|us|in (?:his|her|an?)|:))|texted|insists?)\b(?! (?:hi|hello))|\bsays\s*[:,]?\s*\"",
    re.IGNORECASE,
)
KIN_WORDS = "|".join(sorted((re.escape(k) for k in KIN | dict.fromkeys(PETS, "")), key=len, reverse=True))
MENTION = Pattern(
    rf"\b(?:[Mm]y|[Oo]ur)\s+(?:(?:older|younger|big|little|elder|eldest|youngest|oldest|late|new|old|dear|beloved|close|good|other|first|second)\s+)*(?P<kin>{KIN_WORDS}),?\s+(?P<name>[{UPPER}][\w-]+(?:\s[{UPPER}][\w-]+)?)(?!\w*'s)"
)
CALLED = Pattern(rf"\b(?:called|named|by the name of|whose names? (?:is|are))\s+(?P<name>{NAMES})")
LISTED = Pattern(r"(?:,|:|\bcalled|\bnamed|-)\s+(?P<names>[A-Z]\w+(?:,\s+[A-Z]\w+)*,?\s+and\s+[A-Z]\w+)\b")
TOLD = Pattern(
    r"^(?:my|the) (?:doctor|dentist|therapist|gp|vet|boss|teacher|coach|wife|husband|mom|mum|friends?|family) (?:just |recently |always )?(?:told me|says?|said|confirmed)(?: that)? (?=I (?:have|am|need)\b)",
    re.IGNORECASE,
)
TELLING = Pattern(
    r"^(?:I am (?:really |so |very |just |super )?(?:glad|happy|excited|proud|lucky|grateful|thankful|pleased|relieved)(?: to (?:tell|share|say|announce|report|let)(?: with)?(?: you)?(?: know)?)?|(?:I )?(?:just )?want(?:ed)? to (?:let you know|tell you|share|say|mention|add)(?: with you)?|(?:I (?:want|need|would like) you|you (?:should|need|have)) to (?:know|remember|note)|you should (?:also )?(?:know|remember|note)|you (?:might|may) (?:want|like) to know)(?: that)? (?=(?:I|my|we)\b)",
    re.IGNORECASE,
)
ASKED = Pattern(
    rf"(?:please )?(?:you (?:can|may) )?call me (?P<name>{NAMES})$|(?:please )?(?:remind me|do not let me forget) (?P<what>(?:(?:on|at|in|next|every|tomorrow|tonight)\b.{{0,30}}? )?(?:to|about|that) .+)",
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
    r"\bhave (?:a|an|some|another|one|two|three|a few|one more|a quick) (?:\w+ )?(?:questions?|requests?|problems?|issues?|doubts?|headache|cold|favou?r|deadline to meet)\b|\bhave (?:no|any|some|enough) \w+ left\b|\b(?:have|has|had|got) (?:an?|the|this|two|three|four|five|some|many|several|\d[\d,.]*) (?:\w+ ){0,2}?(?:lists?|tables?|columns?|rows?|files?|spreadsheets?|datasets?|arrays?|strings?|data ?frames?|functions?|class|classes|databases?|csv|json|scripts?|vector|matrix|sentences?|paragraphs?|equations?|query|queries|logs?|repo|repository|branch|branches|variables?|objects?|forms?|fields?|buttons?|pdfs?|documents?)\b|\btried\b.*\b(?:commands?|scripts?|code|link|button|files?|query|solution|fix|approach|methods?|settings?|option)\b|\bopened (?:the|my|your|this) (?:\w+ )?(?:settings|files?|page|link|menu|app|console|terminal|tab|document|project|editor|browser)\b|\b(?:ran|executed|restarted|reinstalled|clicked|pressed|typed|compiled|rebooted|deployed) (?:the|your|this|that|it|both|all|on)\b(?! (?:\w+ )*(?:marathon|race|shop|business))|\bgoing to (?:bed|sleep)\b|\bbe (?:there|right) \b|\b(?:heard|hear) "
    r"|\b(?:like|love|prefer|dislike|hate|enjoy)s? (?:(?:your|the|this|that) (?:\w+ )?(?:options?|versions?|answers?|suggestions?|paragraphs?|drafts?|sentences?|tone|wording|responses?|repl(?:y|ies)|examples?|steps?|points?|ideas?|title|intro(?:duction)?|ending|approach|plan|list|one)\b|options? [A-Z0-9]\b|how \w+ (?:that|this|it) )"
)
OF_TALK = Pattern(
    r"(?:my|our) (?:\w+ )?(?:questions?|code|program|script|query|prompt|problem|issue|request|answer|point|understanding|guess|bad|apologies|mistake|thoughts?|turn|concern|main concern|error|bug|function|test|tests|app|build|server)$",
    re.IGNORECASE,
)
DREAM = Pattern(
    r"(?:really |very much |someday |one day )*to (?:\w+ )?(?:learn|speak|play|paint|sing|swim|visit|become|live|travel|study|work|own|write|run|move|have|retire|go|meet|see (?:the (?!code|result|output|list|example|next|full|rest|whole)|[A-Z])|climb|build|adopt|teach|volunteer|be)\b|(?:a |an |my |more |\w+ing)"
)
LIFE = Pattern(
    r"(?:really |hard )*to (?:\w+ )?(?:lose|quit|stop|eat|save|learn|conceive|have (?:a baby|kids|children|another)|start a family|cut|get (?:fit|fitter|pregnant|in shape|better|healthier|more|up|out)|be|become|exercise|spend|reduce|run|read|drink|sleep|wake|practi[cs]e|meditate|find a|buy|sell|move|adopt|raise|live|work out|gain|walk|stay)\b"
)
ASIDE = Pattern(r"^((?:[Mm]y|[Oo]ur) [\w' -]+?)\s*\([^()]*\)")  # "my daughter Emma (7)": before the verb
NAME_OF = Pattern(rf"^[Tt]he names? of ((?:my|our) [\w' -]+?) (?:is|are) ({NAMES})$")
NEW_JOB = Pattern(r"\b(?:changed|switched) jobs\b|\bnew job\b")
GIVEN = Pattern(rf"(?:called |named )?({NAMES})(?:$|[,.]| and )")
GIVEN_LATER = Pattern(rf"({NAMES})(?:$|[,.]| (?:and|from|as|in|on|by|after|until|starting|soon|next|this|again|now)\b)")
ANIMAL = Pattern(
    rf"(?:my|our|[{UPPER}]\w+'s|an? (?:very |really |rather )*(?:old|young|rescued?|shy|playful|friendly)) (?:[\w-]+ ){{0,4}}?(?:{'|'.join(sorted(PETS))})\b"
)
CALLED_FIRST = Pattern(rf"([{UPPER}][\w-]*[^\W\dA-Zs_]) (?:is|was|has|had)\b")  # a word in -s may be a plural
OWN_KIN = Pattern(rf"\b(?:[Mm]y|[Oo]ur) (?:{KIN_WORDS})\b")
SOUGHT = Pattern(
    r"\bfor (?:an? )?(?:new |full-time |part-time )?(?:job|work|house|flat|apartment|home|partner|place|school)\b"
)
# "a software engineer at Spotify": the job beside the firm.
JOB_AT = Pattern(
    rf"(?:(?:currently|now|also|still) )*(?:as )?(?P<job>(?:an?|the) (?:(?!at\b|for\b|with\b)[^,;]){{3,60}}?) (?:at|for|with) (?:the )?{NAMES}"
)
# "moved here from Malmö": where to is not said.
MOVED_FROM = Pattern(
    rf"\b(?P<verb>moved|relocated) (?:(?:here|over|out|away|down|up|back|to this \w+) ){{0,2}}from (?P<old>{NAMES})(?! to\b)"
)
NEW_PLACE = Pattern(rf"I am (?:now |currently )?(?:at|with|in) ([{UPPER}].*)")
VALUED = Pattern(
    r"\b(?:important|sacred|dear|precious|crucial|matters?(?: \w+){0,3}|means? (?:a lot|so much|the world|everything)|essential) to (?:me|us)\b|\bcomes? first (?:for|to) (?:me|us)\b|\b(?:is|are) the most important (?:\w+ )?(?:thing|part|value|quality)s?\b.* (?:for|to) (?:me|us)\b"
)
FELT = Pattern(
    r"\b(?:gives?|brings?) (?:me|us) (?:\w+ )?(?P<joy>energy|joy|strength|peace|comfort|confidence|hope)\b|\b(?:makes?|leaves?|keeps?) (?:me|us) (?:feel )?(?:\w+ly |very |so |really )?(?P<good>happy|calm|relaxed|alive|energetic|energi[sz]ed|smile|laugh|creative|proud|at peace)\b|\b(?P<calm>helps? (?:me|us) (?:to )?(?:concentrate|focus|relax|sleep|unwind|think|recharge|fall asleep|calm down|wind down)|(?:calms|relaxes|energi[sz]es|soothes|grounds|motivates|inspires|delights|excites|fascinates|cheers) (?:me|us))\b|\b(?:(?:makes?|leaves?) (?:me|us) (?:feel )?(?:\w+ly |very |so |really )?(?:sick|anxious|melancholic|gloomy|homesick|moody|nervous|sad|angry|ill|dizzy|nauseous|uncomfortable|tired|sleepy|sneeze|cry|stressed|irritable|itch)|(?:drains?|exhausts?|annoys?|irritates?|bores?|stresses|bothers?|disgusts?|overwhelms?) (?:me|us)|(?:wears?|stress(?:es)?|freaks?) (?:me|us) out|(?:winds?|cracks?) (?:me|us) up|(?:gets?|brings?|lets?) (?:me|us) down)\b",
    re.IGNORECASE,
)
ASK_REMIND = Pattern(r"^(?:could|can|would|will) you (?:please )?(?=remind me\b)", re.IGNORECASE)
# Somebody met by name: "a woman named Ruth", "my new friend, Ruth", "Ruth".
MET_NAME = Pattern(
    rf"^(?:{NAME})\b|\b(?:called|named) {NAME}|\b(?:woman|man|girl|boy|guy|lady|person|friend|neighbou?r|colleague|kid|puppy|dog|cat|kitten|teacher|student|couple),? {NAME}"
)
SCARY = Pattern(r"\b(?:scares?|terrif\w+|freaks?) me\b")
REPLY_VERBS = frozenset(
    "respond reply speak address mention assume cite quote skip keep prefer start end round spell apologise apologize".split()
)
ON_ASKING = Pattern(r"\bwhen(?:ever)? (?:I|you)\b|\bwhen answering\b")
ENDED = Pattern(
    r"\b(?:no[ -]longer|not? (?:\w+ ){1,6}?any ?(?:more|longer)|not (?:\w+ ){1,8}after all|used to (?!it\b|the\b|being\b|having\b)|(?<!to )(?<!not )(?<!never )(?<!will )(?:have |has )?(?:stopped|quit|gave up|given up|left my job) (?:\w+ing\b|(?:my |the )?\w+)|stopped (?:being|\w+ing)|is over now)\b",
    re.IGNORECASE,
)
WRONG = Pattern(
    r"\b(?:I was wrong|I was mistaken|I misspoke|I made a mistake|that was wrong|that is wrong|that is not right|that is incorrect|scratch that|correction|I got (?:it|that) wrong|I mixed (?:it |that |them )?up|I meant|I lied|strike that)\b",
    re.IGNORECASE,
)
INSTEAD = Pattern(
    r"\binstead of [A-Z]|(?:,\s*not\s+(?:my |a |an |the |in |at |to |on )?[\w' ]{2,40}[.!]?$)|\bnot\s+(?:\w+\s+){1,6}?but\s+(?!also\b|only\b|I\b|not\b)\w+",
    re.IGNORECASE,
)
PREFIX = Pattern(
    r"^(?:(?:sorry|oops|no|wait|actually|hm+|ah|oh|my bad|apologies)[,.!]?\s+)*(?:I (?:was wrong|was mistaken|misspoke|made a mistake|have changed my mind|changed my mind|mixed (?:it |that |them )?up|got (?:it|that) wrong|take (?:it|that) back)(?: (?:about|on|before|earlier)[^,.:;-]*)?|I meant(?: to say)?(?: that)?|scratch that|strike that|correction|that (?:was|is) (?:wrong|not right|incorrect)|on second thou?ght|(?:it )?(?:turns|turned) out(?: that)?)(?:\s*[,.:;-]+\s*|\s+|$)(?:and |but )?(?:in fact,? |actually,? )?",
    re.IGNORECASE,
)
# "I said my flight is on the 20th but it's on the 22nd".
PUT_RIGHT = Pattern(
    r"^I (?:said|told you|wrote|mentioned)(?: earlier| before| yesterday)?(?: that)? (?P<what>(?:(?:[Mm]y|[Oo]ur|[Tt]he) [\w' ]{2,40}?|I) (?P<be>is|was|are|am)) .{1,60}?,? but (?:in fact |actually )?(?:it|that|he|she|I) (?:(?:is|was|am)(?: actually| really| in fact)?) (?P<new>.+)$",
    re.IGNORECASE,
)
FROM_TO = Pattern(
    r"\b(?P<verb>moved|relocated|switched(?: jobs)?|changed(?: jobs)?|transferred|went)\s+(?:\w+\s+)?from\s+(?P<old>[\w' &.-]+?)\s+to\s+(?P<new>[\w' &.-]+?)(?=$|[,.;!]|\s+(?:in|on|last|this|for|because|after|and|a|two|three|since|yesterday)\b)"
)
VOCATIVE_TAIL = Pattern(r",\s+[A-Z][a-z]+(?:\s[A-Z][a-z]+)?(?=[.!]*$)")
VOCATIVE_HEAD = Pattern(r"^(?:[A-Za-z]+(?: so much| a lot)?\s+)?([A-Z][a-z]+)\s*[,!]\s+(?=\S)")
# A name called at the end, of somebody who does not speak here: it follows an aside, or a plain adjective and no noun.
CALLED_LAST = Pattern(
    r"(?:(?P<aside>,?\s+(?:you know|of course|by the way|to be honest))"
    r"|(?<= )(?P<plain>(?:am|is|are|was) (?:\w+ly |very |so |really |not |still |now |also )*[a-z-]+(?: (?:intolerant|free|now|today|too|again|anymore))?))"
    rf",\s+(?P<name>[{UPPER}]\w+)(?=[.!]*$)"
)
TAG = Pattern(
    r"(?:,\s+(?:right|huh|eh|finally)|,?\s+(?:you know|is it not|isn't it|to be honest|of course|though|lol|haha|by the way|as well as you|I guess|I think|I suppose))(?=[.!?]*$)",
    re.IGNORECASE,
)
SPLIT = Pattern(
    r"(?:,?\s+because|,\s+so)\s+(?=I\s+(?:want|need|have|plan|hope)\s+to\b)|\s*;\s+|\s+-+\s+(?:even\s+)?(?:though|although|and|but)\s+(?=(?:I|we)\b)|\s+-+\s+|:\s+(?=(?:I|my|we)\b)|,?\s+(?:and|but|while|whereas|although|(?:even )?though)(?:\s+(?:also|now|then|actually|currently|yes|yeah))*,?\s+(?=(?:I|we)\s+\w+|(?:on|in|at|every|since|last|next)\s+[\w ]{2,20}?,?\s(?:I|we)\s|(?:my|our)\s+(?:[\w'-]+\s+){1,3}(?:is|are|was|were|has|have|had|does|did|loves?|likes?|hates?|lives?|works?|will|can|says?|plays?|wants?|ends?|starts?|begins?|needs?|goes|comes?|makes?|takes?|gets?|runs?|keeps?|helps?|thinks?|feels?|speaks?|drinks?|eats?|sends?|moves?|meets?|broke|got|went|took|came|made|\w+ed)\b)|,\s+(?=I\s+(?!mean|think|guess|know|suppose|believe|say|might|hope)\w+|[Mm]y\s+(?:[\w'-]+\s+){1,3}(?:is|are|was|were|has|have|had|\w+ed)\b)|,?\s+(?:and|but)\s+(?=(?:he|she)\s+(?:is|was|has|works|lives|loves|hates|likes|had)\b)"
)
# After a dash or a colon: a subject with its verb, or a request; anything else goes on about what stands before.
STANDS = Pattern(
    r"(?:(?:and|but|so|then|now|also|yes|yeah|no|well|oh|actually|besides|plus|please)[, ]+)*(?:(?:I|[Ww]e|[Yy]ou|[Hh]e|[Ss]he|[Ii]t|[Tt]hey|[Tt]hat|[Tt]his|[Tt]here|[Tt]hese|[Tt]hose)\b(?! is why)|(?:[Mm]y|[Oo]ur|[Yy]our|[Tt]he|[Tt]heir|[Hh]is|[Hh]er|[Aa]ll|[A-Z]\w+)\s+(?:[\w'-]+\s+){0,4}?(?:is|are|was|were|has|have|had|does|did|will|would|can|says?|\w+(?:ed|s))\b|(?:what|how|why|where|any|do|does|did|are|is|can|could|would|will|should|let|thanks?|thank|hope|sorry|wish|got|just|glad|just|looking|can't)\b)",
)
CALLED_ME = Pattern(
    r"^(?:everyone|everybody|people|most people|(?:all )?(?:of )?my (?:friends|family|colleagues|mates|parents|kids|teammates|classmates|wife|husband|partner|mum|mom|dad)) (?:all |just |usually )?calls? me (?=[A-Z])",
    re.IGNORECASE,
)
INTRODUCED = Pattern(r"^I am ([A-Z][a-z]+(?: [A-Z][a-z]+)?),? (an? (?!bit\b|little\b|lot\b).+)$")
POINTING_TASK = Pattern(r"(?P<task>I (?:have|need|want|plan|hope) to \w+) it\b")
THING = Pattern(
    r"\b(?:my|our|the|an?) (?!few\b|lot\b|bit\b)[a-z]+(?: (?!in\b|on\b|at\b|last\b|this\b|for\b|and\b|to\b|with\b|of\b|from\b|again\b|yesterday\b|two\b|is\b|was\b)[a-z]+)?"
)
GAVE_UP = Pattern(
    r"^(?P<what>I used to (?:(?!\bbut\b).)+?),? (?:but|and|until|till) (?:then )?(?:I )?(?:have )?(?:stopped|quit|gave (?:it |that )?up|had to (?:stop|quit|give (?:it |that )?up))(?: (?:doing |playing |eating |drinking )?(?:it|that|so|this))?(?P<when> (?:(?:back |only |just |around |about )*(?:in|on|at|when|after|last|two|three|four|five|six|seven|eight|nine|ten|\d+|a|an|some|this|during)\b).*)?$"
)
EVERY_ONE = Pattern(
    r"^(?P<every>both|all)(?: of)? (?P<whose>(?:my|our) (?:\w+ ){0,2}?\w+s|(?:my|our) (?:children|in-laws)) (?P<verb>are|were|have|had|live|work|speak|love|like|play|come|study|go)\b",
    re.IGNORECASE,
)
_DAY = r"(?:(?:\d{1,2}(?:st|nd|rd|th)? )?(?:of )?(?:January|February|March|April|May|June|July|August|September|October|November|December),?(?: \d{1,2}(?:st|nd|rd|th)?)?,? )?(?:19|20)\d\d"
BORN_WHEN = Pattern(rf"^(?P<born>I was born) (?P<when>(?:in|on) {_DAY}),? (?P<where>in {NAMES})$")
BORN_WHERE = Pattern(rf"^(?P<born>I was born) (?P<where>in {NAMES}),? (?P<when>(?:in|on) {_DAY})$")
JOINED = Pattern(
    r",?\s+(?:and|but)\s+(?:(?:also|really|now|absolutely|currently)\s+)?(?=(?P<verb>hate|love|like|prefer|dislike|detest|loathe|enjoy|adore|live|work|speak|own|have|play|study|teach|drive|volunteer|cannot stand|do not|am|want|plan|hope)\s+(?:a|an|the|my|in|at|as|for|with|to|on|two|three|allergic|eat|like|drink|[a-z]+))"
)
DANGLING = Pattern(r"(?:,?\s+\b(?:and|but|so|or|because|then|now|also|as|since|which|that|with|to|for|if))+$")
OWN_SUBJECT = Pattern(
    r"(?:(?:[\w' ]+, )?(?:I|[Ww]e|[Mm]y|[Oo]ur|[Ii]t|[Tt]hat|[Tt]his|[Tt]he|[Hh]e|[Ss]he|[Tt]hey)\b|(?:just |finally |recently )?[A-Z]?[a-z]+(?:ed|t|d|ing)\b)(?!.*\b(?:when|if)\b)"
)
STATE = Pattern(
    r",?\s+(?:and|but)\s+(?:(?:also|very|now)\s+)?(?=(?:allergic to|lactose intolerant|gluten intolerant|married to|left-handed|from [A-Z]|diagnosed with|afraid of|scared of|interested in)\b)"
)
PAST = Pattern(
    r",?\s+(?:and|but)\s+(?:(?:then|also|now|just|recently|finally)\s+)?(?=(?:started|began|bought|adopted(?! by)|moved|joined|married|met|graduated|learned|learnt|quit|became|sold|retired|stopped|live|work|got (?:married|engaged|divorced|a (?:dog|cat|puppy|kitten)))\b)"
)
HEAD_VERB = Pattern(
    r"^(?:[\w' ,]{0,40}?\b)?(?P<subject>I|[Ww]e|[Mm]y [\w ]+?)\s+(?:\w+ly\s+|also\s+|really\s+|just\s+|do not\s+|absolutely\s+|still\s+|now\s+|currently\s+)*(?P<verb>[a-z]+)\b"
)
OTHERS = Pattern(r"\b(?:he|she|they|him|her|his|them|their|who|kids|children|parents|friends|everyone|people|family|students|folks|others|mother|mom|mum|father|dad|sister|brother|son|daughter|wife|husband|partner|friend|boss|guys|girls|boys)\b", re.IGNORECASE)  # fmt: skip
TOGETHER = Pattern(r"\b([Mm]y|[Oo]ur) ([\w' -]+?) and (?:I|me)\b|\b([A-Z]\w+) and I\b|\b[Mm]e and (my|our) ([\w' -]+?)(?=\s+(?:are|were|have|had|do|did|will|would|can|could|\w+ed|went|got|met|[a-z]+)\b)")  # fmt: skip
YES = Pattern(
    r"^(?:yes|yeah|yep|yup|sure|of course|absolutely|i do|i am|i have|i did|definitely|correct|right)\b[,.!]*\s*(?:(?:i (?:do|am|have|did))\b)?[,.!]*\s*",
    re.IGNORECASE,
)
NO = Pattern(
    r"^(?:no|nope|nah|not really|i do not|i am not|i have not|never)\b[,.!]*\s*(?:(?:i (?:do not|am not|have not|did not))\b)?[,.!]*$",
    re.IGNORECASE,
)
POLITENESS = Pattern(r"(?:thanks?|thank you|wow|hey|hi|hello|sorry|congrats)\b", re.IGNORECASE)
NO_ANSWER = Pattern(
    r"^(?:(?:yeah|yes|yep)?,? ?(?:me|same|you|mine)\b(?: too| here)?|yeah|thanks?|thank you|wow|sorry|hey|hi|hello|great|good|nice|cool|sure|of course|glad|well|oh|haha|no|nope|nothing|none|not|never|nowhere)\b",
    re.IGNORECASE,
)
OF_THE_TALK = Pattern(
    r"\b(?:you|it|that|this|me|think|know|want|need|mean|like to|sure|ready|ok|okay|agree|remember|see|understand|hear|there)\b"
)
FULL = Pattern(
    r"^(?:(?:well|oh|yes|no|yeah)[,. ]+)*(?:I|[Ww]e|[Mm]y|[Oo]ur|[Hh]e|[Ss]he|[Ii]t|[Tt]hat|[Tt]hey|[Tt]his|[Tt]here|[Yy]ou)\b"
)
VERBLESS = Pattern(r"\b(?:am|is|are|was|were|have|has|had|do|did|will|would|can|could)\b")
QUESTIONS: tuple[tuple[str, str], ...] = (
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
YES_NO = Pattern(r"^(?P<aux>do|are|have|can|did) you (?P<r>.+)$", re.IGNORECASE)
SMALL = frozenset(
    "a an the two three four five six seven eight nine ten at in on from as for with since last my just mostly some both one about around yesterday".split()
)
OBJECT = Pattern(r"(?:the|a|an|your|my|it|them|this|that|every)\b")
TO_YOU = Pattern(r"\b(?:you|your)\b")
CONJUNCTION = Pattern(
    r"(?:(?:[Ss]ome|[Mm]ore|[Aa]|[Mm]y|[Qq]uick|[Ff]or|[Tt]he|[Ll]ittle) )*(?:[Bb]ackground|[Cc]ontext|[Ii]nfo|[Ii]ntro|[Aa]bout me|[Uu]pdate|[Ff]un fact|[Dd]etails|[Ss]ituation|[Bb]io|[Ss]tory|[Ff]acts about me):\s+(?=(?:I|[Mm]y|[Ww]e)\b)|(?:[Aa]nd|[Bb]ut|[Ss]o|[Pp]lus|[Oo]r),?\s+(?!much\b|many\b|far\b|long\b|often\b)(?=\w)|(?:Just|Only)\s+(?=yesterday\b|last\b|this\b|today\b)"
)
# "Update: …", "PS: …", "Big news - …": a label before the statement.
LABEL = Pattern(
    r"^(?:(?:(?!I\b|[Mm]y\b|[Ww]e\b)[A-Za-z']+ ){0,3}(?:news|updates?|p\.?\s?p?\.?s|fyi|btw|by the way|note|notes|aside|announcement|confession|disclaimer|reminder|heads[- ]up|tl;?dr|edit|status|intro|background|context|information|info|fact|thing|question)|(?:n\.?b)|one (?:more|other|last) thing|just so you know|for the record|for your information)\.?(?:\s*[:,]|\s+-+|(?<=[sS]\.))\s+(?=\S)",
    re.IGNORECASE,
)
_WHEN = r"(?:by|before|until|in|on|next|this coming|after|during)(?: the)?(?: (?:early|late|mid|end of|\w+ of))*(?: the)? (?:\d{1,2}(?:st|nd|rd|th)?\b|January|February|March|April|May|June|July|August|September|October|November|December|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|week|month|year|summer|winter|spring|autumn|fall|christmas|easter|weekend|20\d\d)"
# What one means to do oneself, and not with the assistant: it has a day, or is a race.
UNDERTAKEN = Pattern(
    rf"(?:\w+ )*?to (?:\w+ )?(?:(?:write|set up|install|run|create|check|use|draft|test|ask|translate|plan|review|schedule|improve|add|decide|choose|pick|deploy|fix|get)\b.*\b{_WHEN}\b|run (?:a|an|the|my|another)? ?(?:\S+ ){{0,4}}(?:marathons?|triathlons?|races?|ultra|\d+ ?k(?:m|ilomet\w+)?|miles|business|farm|restaurant|caf[eé]|shop)\b|(?:write|create) (?:a|my|another) (?:\w+ ){{0,2}}(?:novel|memoir|children's book|book|screenplay|album)\b)",
    re.IGNORECASE,
)
ASKED_TAIL = Pattern(r"(?<=[,;])\s*(?:and |but |so )?(?:which|where|who)\b(?!ever)")
DIAGNOSED = Pattern(
    r"^(?:my|the|a) (?:\w+ )?(?:doctor|dentist|therapist|gp|psychiatrist|specialist|paediatrician|neurologist) (?:has |just |recently )*diagnosed me with\b",
    re.IGNORECASE,
)
PUT_ON = Pattern(
    r"^(?:my|the|a) (?:\w+ )?(?:doctor|gp|psychiatrist|specialist|neurologist|cardiologist|dermatologist) (?:has |just |recently )*(?:put|started) me on (?=[a-z])",
    re.IGNORECASE,
)
TO_ME = Pattern(r"^(?:To|For) me,? (?=(?!it\b|this\b|that\b)[\w' ]{3,60}? (?:is|are|means?|matters?|comes?)\b)")
NAMED_OWN = Pattern(
    rf"^([Mm]y|[Oo]ur) ({KIN_WORDS})'s? names? (?:is|are) ({NAMES})(?=$| and (?:he|she|I|we|my|they)\b|, (?:he|she)\b)"
)
NAMED_TWO = Pattern(
    r"^(?:[Mm]y|[Oo]ur) (kids|children|sons|daughters|twins|cats|dogs|siblings|brothers|sisters)'s? names are ([A-Z]\w+(?:, [A-Z]\w+)*,? and [A-Z]\w+)$"
)
THEIR_NAME = Pattern(rf"\b(?:her|his|its) name is ({NAMES})")
APPOSED = Pattern(rf"\b(sister|brother|son|daughter|dog|cat|child|parrot|rabbit|horse|puppy|kitten), ({NAMES})(?=$|,)")
WISHED = Pattern(
    r"^I (?:want|need|would like|would prefer|would love|expect) you to (?=always\b|never\b|.*\b(?:from now on|by default|in (?:the )?future|going forward|every time)$)",
    re.IGNORECASE,
)
SO_DO = Pattern(r",?\s+so\s+(?:please\s+)?(?P<verb>[a-z]+)\b")
ORDERED_OBJECT = Pattern(r"(?:my|our|me|us|the|a|an|it|this|these)\b")
REPLACED = Pattern(
    r"^(?P<whose>(?:[Mm]y|[Oo]ur) [\w' ]+?) (?P<be>is|are|was) (?P<old>(?:not|no-longer) .+?),? (?:but )?(?:now )?(?:it|they|he|she) (?:is|are) (?:now )?(?P<new>.+)$"
)
REVERSED = Pattern(
    r"^(?P<first>I used to \w+ (?P<what>[\w' -]+?),? but (?:now )?I (?:now )?(?:\w+ )?\w+) (?:it|them)\b"
)
FAVOURED = Pattern(
    r"\b(?:is|are|was|were|has been|have been) (?:\w+ )?(?:my|our) (?:(?:all-time |absolute )?favou?rites?(?: (?:\w+ )??(?!thing)([a-z]+))?(?=$|[,.]| (?:of|in|because|and|so))|(?:cup of tea|thing|jam)$)|\binteresting to me\b",
    re.IGNORECASE,
)
OWN_END = Pattern(r"\b(?:where|when|which|that|because|since|,) (?:my|our) \w+(?: \w+)?$")
MOST = Pattern(
    r"^What I (value|love|hate|like|appreciate|fear|enjoy|dislike)(?: the)? most(?: about [\w ]+?)? is (.+)$"
)
