"""English turns into claims: each sentence cut into statements, judged, rewritten and slotted."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from persona_cli.core.model import Turn
from persona_cli.core.vocabulary import predicate
from persona_cli.extract.contract import Claim
from persona_cli.extract.rules import answers, corrections, select, slots, statements, times
from persona_cli.extract.rules import morphology as m
from persona_cli.extract.rules.clauses import Clause, parse
from persona_cli.extract.rules.packs import en
from persona_cli.extract.rules.packs.pack import Pack
from persona_cli.extract.rules.pattern import Pattern
from persona_cli.extract.rules.people import People
from persona_cli.extract.rules.rewrite import possessive, sentence, third_person
from persona_cli.extract.rules.sentences import Sentence, sentences
from persona_cli.extract.rules.times import Times

MAX_CLAIMS = 8  # of one turn; the best are kept
_QUOTED_SELF = Pattern(r"\"[^\"]*\b(?:I|my|me|I'm|you)\b[^\"]*\"|\"(?:[^\"\s]+\s+){7,}[^\"]*\"")
_ABOUT_ME = Pattern(r"\b(?:me|my|I|us|our|mine|ours)\b")
_HEADLESS = Pattern(r"(?:their|his|her|its|your|another|such|more|so)\b", re.IGNORECASE)
_COMPLIMENT = Pattern(r"I (?:really |just )?(?:love|like|adore) (?:the|this|that|these|those|your|how|all|it|what)\b", re.IGNORECASE)
_GENERIC = Pattern(r"\b(?:yourself|yourselves)\b")
_REPORTED = Pattern(
    r"^(?:my [\w ]+?|he|she|they|[A-Z]\w+|people|everyone|the \w+) (?:says?|said|told me|tells me|thinks?|claims?|asked|wrote|texted|insists?)\b(?! (?:hi|hello))|\bsays\s*[:,]?\s*\"",
    re.IGNORECASE,
)
_KIN_WORDS = "|".join(sorted((re.escape(k) for k in en.KIN | dict.fromkeys(en.PETS, "")), key=len, reverse=True))
_MENTION = Pattern(
    rf"\b(?:[Mm]y|[Oo]ur)\s+(?:(?:older|younger|big|little|elder|eldest|youngest|oldest|late|new|old|dear|beloved|close|good|other|first|second)\s+)*(?P<kin>{_KIN_WORDS}),?\s+(?P<name>[A-Z][\w-]+(?:\s[A-Z][\w-]+)?)(?!\w*'s)"
)
_CALLED = Pattern(rf"\b(?:called|named|by the name of|whose names? (?:is|are))\s+(?P<name>{slots.NAMES})")
_LISTED = Pattern(r"(?:,|:|\bcalled|\bnamed|-)\s+(?P<names>[A-Z]\w+(?:,\s+[A-Z]\w+)*,?\s+and\s+[A-Z]\w+)\b")
_KIN_PREDICATES = frozenset(en.KIN.values()) | {"has_pet"}


@dataclass(slots=True)
class _Last:
    """What the sentence before was about, for "she", "it" and "that"."""

    index: int = -2
    person: str = ""  # as said: "my sister Marta"
    people: int = 0
    it: int = -2  # index of the sentence that made the last claim


class EnglishTurn:
    """One turn being read."""

    def __init__(self, turn: Turn, people: People, question: str, related: set[tuple[str, str]]) -> None:
        self.turn = turn
        self.people = people
        self.question = question
        self.related = related  # (predicate, name) pairs already claimed in this run
        self.name = people.name_of(turn)
        self.listener = people.listeners.get(self.name, "")
        self.moment = times.anchor(turn.time, turn.zone)
        self.last = _Last()
        self.found: list[tuple[float, Claim]] = []

    def claims(self) -> Iterator[Claim]:
        """The claims of the turn, best first dropped to `MAX_CLAIMS`, in the order of the text."""
        for index, said in enumerate(sentences(self.turn.text, _pack(), self.turn.quoted)):
            self._sentence(index, said)
        kept = self.found
        if len(kept) > MAX_CLAIMS:
            floor = sorted((s for s, _ in kept), reverse=True)[MAX_CLAIMS - 1]
            kept = [pair for pair in kept if pair[0] >= floor][:MAX_CLAIMS]
        return (claim for _, claim in kept)

    def _sentence(self, index: int, said: Sentence) -> None:
        text = said.text.replace("no longer", "no-longer")
        if not index and self.question and not said.asks:
            whole = answers.joined(self.question, text)
            if whole:
                text = whole
        if self._standing(text, said):
            return
        if _QUOTED_SELF.search(text) or en.JEST.search(text) or en.ROLE_PLAY.search(text):
            return
        exclaimed = text.endswith("!")
        text = statements.opened(text, self.people.speakers)
        text, corrects, wrong = corrections.announced(text)
        text = statements.stated(text.rstrip("?!. ")) if text else ""
        if not text or (said.asks and text == statements.opened(said.text, self.people.speakers).rstrip("?!. ")):
            return
        if en.SECRET.search(text):
            return
        if en.HYPOTHESIS.search(text) and not self._certain(text):
            return
        text = _TELLING.sub("", _TOLD.sub("", text))
        if (asked := _ASKED.match(text)) and self._asked(asked, said):
            return
        if _ordered(text):
            return
        old_new = corrections.FROM_TO.search(text)
        text = _NAME_OF.sub(r"\1 is called \2", text)
        new_place = _NEW_JOB.search(text) is not None
        pieces = statements.parted(text)
        for place, piece in enumerate(pieces):
            denied = place + 1 < len(pieces) and _contrast(piece, pieces[place + 1])
            self._statement(
                index, self._placed(piece, new_job=new_place), said, exclaimed=exclaimed, corrects=corrects or denied, wrong=wrong or denied
            )
        if old_new and self.last.it == index:
            self._moved(old_new, said)

    def _asked(self, found: re.Match[str], said: Sentence) -> bool:
        """Keep "call me Annie" and "remind me to …"."""
        if found["name"]:
            text, slot = f"{self.name} wants to be called {found['name']}", slots.Slot("nicknamed")
        else:
            text = f"I want to be reminded {found['what']}"
            slot = slots.Slot("reminder", kind="goal", aspect="reminder")
        time = times.read(text, self.moment, future=True)
        text = third_person(times.written(text, time), self.name)
        self._keep(
            2.0,
            Claim(
                self.name, True, slot.predicate, "", text, self.turn.id, self._quote(said), slot.kind, slot.aspect, valid_at=time.valid_at,  # noqa: FBT003
                when_said=time.said, confidence=0.85, subject_type="person",
            ),
        )  # fmt: skip
        return True

    def _placed(self, piece: str, *, new_job: bool) -> str:
        """"I'm at Globex now" after leaving a job or a home means the new one."""
        found = re.match(r"I am (?:now |currently )?(?:at|with|in) ([A-Z].*)", piece)
        if found and new_job:
            return f"I work at {found[1]}"
        if found and self.found and self.found[-1][1].is_correction:
            before = self.found[-1][1].predicate
            if before == "worked_at":
                return f"I work at {found[1]}"
            if before == "lived_in":
                return f"I live in {found[1]}"
        return piece

    def _certain(self, text: str) -> bool:
        """A wish is a goal, not a hypothesis."""
        return bool(re.match(r"I (?:really )?wish to\b", text))

    def _standing(self, text: str, said: Sentence) -> bool:
        """Keep what is asked of the assistant for good as a preference."""
        if not self.people.to_assistant or not en.STANDING_MARK.search(text) or said.asks:
            return False
        bare = statements.opened(text, self.people.speakers)
        bare = re.sub(r"^please\s+", "", bare, flags=re.IGNORECASE)
        found = en.STANDING.match(bare)
        if not found or re.search(r"^(?:I|we|my|he|she|they|it)\b", bare, re.IGNORECASE):
            return False
        if found["verb"] and (found["verb"].lower() not in en.ORDERS and found["verb"].lower() not in _REPLY_VERBS):
            return False
        body = bare.rstrip(".! ")
        body = body[0].lower() + body[1:]
        words = third_person(body, self.name, listener="the assistant").rstrip(".")
        words = words[0].lower() + words[1:]
        text = sentence(f"{self.name} asks the assistant: {words}")
        self._keep(
            2.0,
            Claim(
                self.name,
                True,
                "wants_replies",
                "",
                text,
                self.turn.id,
                self._quote(said),
                "psyche",
                "preference",
                confidence=0.9,
            ),
        )  # noqa: FBT003
        return True

    def _quote(self, said: Sentence) -> str:
        return self.turn.text[said.start : said.end]

    def _keep(self, total: float, claim: Claim) -> None:
        self.found.append((total, claim))

    def _statement(
        self, index: int, piece: str, said: Sentence, *, exclaimed: bool, corrects: bool, wrong: bool
    ) -> None:
        piece = _ASIDE.sub(r"\1", piece)
        clause = parse(piece, self.people.names)
        if clause is None or not clause.lemma and clause.who != "other":
            return
        if opinion := self._opinion(clause):
            clause = opinion
        elif clause.who == "pronoun":
            resolved = self._resolved(index, clause)
            if resolved is None:
                self._appended(index, clause, said)
                return
            clause = resolved
        if clause.who == "other" and (not _ABOUT_ME.search(clause.text) or _HEADLESS.match(clause.text) or m.is_third(clause.text.split(" ", 1)[0].lower())):
            return
        if clause.elided and _COMPLIMENT.match(clause.text):
            return
        if _GENERIC.search(clause.text):
            return
        if _REPORTED.search(clause.text) or select.refused(clause, clause.text, loose=not self.people.to_assistant):
            return
        if (
            self.people.to_assistant
            and clause.lemma in {"try", "need", "want", "look", "work", "get", "struggle"}
            and en.TASKS.match(clause.rest)
        ):
            return
        if self.people.to_assistant and self._passing(clause):
            return
        if clause.who == "name" and clause.name.casefold() in self.people.speakers:
            return
        if not opinion and _POINTS.match(clause.rest) and clause.who in {"speaker", "we"}:
            self._appended(index, clause, said)
            return
        if self.listener and clause.lemma in {"love", "like", "adore", "admire", "appreciate", "enjoy"} and re.match(r"(?:the way |how |that )?(?:your|you)\b", clause.rest):
            return
        time = times.read(clause.text, self.moment, future=_future(clause))
        self._judge(index, clause, said, time, exclaimed=exclaimed, corrects=corrects, wrong=wrong)

    def _opinion(self, clause: Clause) -> Clause | None:
        """What somebody holds of the world at large, as a belief of theirs."""
        text = clause.text
        if clause.who == "pronoun":
            fits = bool(_HELD_IT.match(text)) and (not self.people.to_assistant or bool(_WEIGHTY.search(text)))
        else:
            fits = clause.who in {"other", "name"} and not self.people.to_assistant and bool(_HELD.search(text))
            fits = fits and not _HEADLESS.match(text) and not _ABOUT_ME.search(text) and clause.name.casefold() not in self.people.speakers
        if not fits or len(select.content(text)) < 3:
            return None
        bare = text if clause.who == "name" or text[:2].isupper() else text[0].lower() + text[1:]
        return Clause(f"I think {bare}", "", "I", "speaker", lemma="think", rest=bare)

    def _passing(self, clause: Clause) -> bool:
        """What is said to a program about the task at hand, not about oneself."""
        if clause.who == "mine":
            return bool(_OF_TALK.match(clause.subject))
        if clause.who not in {"speaker", "we"}:
            return False
        if clause.lemma == "try" and clause.tense in {"present", "past", "perfect"} and clause.progressive:
            return not (_LIFE.match(clause.rest) or re.search(r"\d|[a-z] [A-Z]", clause.rest))
        if clause.tense == "future" and clause.lemma not in {"be", "turn", "have"} and " going to " not in clause.text:
            return not (en.TIME_WORDS.search(clause.text) or re.search(r"[a-z] [A-Z]", clause.rest))
        if _PASSING.search(clause.text):
            return True
        if clause.lemma == "look" and clause.progressive:
            return not re.search(r"\bfor (?:a |an )?(?:new |full-time |part-time )?(?:job|work|house|flat|apartment|home|partner|place|school)\b", clause.rest)
        if clause.tense == "modal" and clause.lemma in {"like", "love"}:
            return not (_LIFE.match(clause.rest) or _DREAM.match(clause.rest))
        if clause.lemma == "need" and not clause.duty and clause.tense == "present":
            return True
        if clause.lemma in {"think", "feel", "hear", "know"} and clause.tense in {"present", "perfect"}:
            return not slots.slot(clause).known
        return False

    def _judge(
        self, index: int, clause: Clause, said: Sentence, time: Times, *, exclaimed: bool, corrects: bool, wrong: bool
    ) -> None:
        ahead = time.valid_at is not None and self.moment is not None and time.valid_at.start > self.moment.isoformat()
        found = self._slot(clause, ahead=ahead)
        if found.kind == "goal" and time.valid_at is None and time.invalid_at is not None:
            time = replace(time, valid_at=time.invalid_at, invalid_at=None)
        if found.predicate == "named" and (found.object or clause.rest) == self.name:
            return
        total = select.score(
            clause, clause.text, known=found.known, exclaimed=exclaimed, dated=time.valid_at is not None, loose=not self.people.to_assistant
        )
        if total < (select.THRESHOLD if self.people.to_assistant else select.THRESHOLD_LOOSE):
            return
        closing = corrections.closes(clause.text)
        corrects = corrects or closing or corrections.instead(clause.text)
        text = third_person(times.written(clause.text, time), self.name, listener=self.listener)
        subject, about_self, subject_type = self._subject(clause)
        claim = Claim(
            subject, about_self, found.predicate, found.object, text, self.turn.id, self._quote(said), found.kind, found.aspect,
            is_correction=corrects, retracts=wrong, negated=clause.negated or closing, valid_at=time.valid_at, invalid_at=time.invalid_at,
            when_said=time.said, confidence=select.confidence(total), subject_type=subject_type, object_type=found.object_type,
            about=tuple(n for n in slots.names_in(_untimed(clause.text, time)) if n not in {found.object, subject}),
        )  # fmt: skip
        self.last.it = index
        self._remember(index, clause)
        extra = list(self._relations(clause, found, said))
        if (
            claim.predicate in _KIN_PREDICATES
            and clause.lemma in {"be", "call", "name"}
            and any(e.object and e.object in clause.text for e in extra)
            and clause.who == "kin"
            and not clause.name
        ):
            for more in extra:
                self._keep(total, replace(more, is_correction=corrects, retracts=wrong))
            return
        self._keep(total, claim)
        for more in extra:
            self._keep(total, more)

    def _slot(self, clause: Clause, *, ahead: bool) -> slots.Slot:
        if clause.who in {"speaker", "we", "name"} or (clause.who == "kin" and clause.name):
            return slots.slot(clause, ahead=ahead)
        if clause.who == "kin":
            relation = slots.of_kin(clause)
            return slots.Slot(relation, "", "", known=True)
        if clause.who == "mine":
            return slots.owned(clause)
        if re.search(
            r"\b(?:important|matters?|means? (?:a lot|so much|the world|everything)|essential) to (?:me|us)\b",
            clause.text,
        ):
            return slots.Slot("values", kind="psyche", aspect="value", known=True)
        if re.search(r"\b(?:scares?|terrif\w+|freaks?) me\b", clause.text):
            return slots.Slot("fears", kind="psyche", aspect="trait", known=True)
        return slots.Slot("states")

    def _subject(self, clause: Clause) -> tuple[str, bool, str]:
        if clause.who == "name":
            return clause.name, False, ""
        if clause.who == "kin" and clause.name:
            return clause.name, False, "animal" if slots.of_kin(clause) == "has_pet" else "person"
        return self.name, True, "person"

    def _remember(self, index: int, clause: Clause) -> None:
        mentions = [f[0] for f in _MENTION.finditer(clause.text)]
        if clause.who in {"kin", "name"}:
            self.last.person, self.last.people = clause.subject, 1
        elif len(mentions) == 1:
            self.last.person, self.last.people = mentions[0], 1
        else:
            kin = re.findall(rf"\b(?:my|our) (?:{_KIN_WORDS})\b", clause.text)
            self.last.person, self.last.people = (kin[0], len(kin)) if kin else ("", 0)
        self.last.index = index

    def _resolved(self, index: int, clause: Clause) -> Clause | None:
        """A clause about "he" or "she", with the one person the sentence before was about in its place."""
        if clause.subject.lower() not in {"he", "she"} or self.last.people != 1 or index - self.last.index > 1:
            return None
        tail = clause.text[len(clause.lead) :].lstrip()
        person = self.last.person
        text = f"{clause.lead} {person}{tail[len(clause.subject) :]}".strip()
        return parse(text[0].upper() + text[1:] if not clause.lead else text, self.people.names)

    def _appended(self, index: int, clause: Clause, said: Sentence) -> None:
        """Put a sentence about "it" or "that" behind the claim it goes on about."""
        if clause.subject.lower() not in {"it", "that", "this", "they", "i", "we"} or self.last.it != index - 1 or not self.found:
            return
        total, before = self.found[-1]
        if (
            len(before.text.split()) + len(clause.text.split()) > 34
            or len(clause.text.split()) < 4
            or en.CHITCHAT.search(clause.text)
            or clause.tense == "modal"
        ):
            return
        start = self.turn.text.find(before.quote)
        if start < 0 or start > said.end:
            return
        time = times.read(clause.text, self.moment)
        more = third_person(times.written(clause.text, time), self.name, listener=self.listener, named=True).rstrip(".")
        if more.startswith(("They ", "The user")) or clause.who == "pronoun":
            more = more[0].lower() + more[1:]
        text = f"{before.text.rstrip('.')}; {more}."
        self.found[-1] = (total, replace(before, text=text, quote=self.turn.text[start : said.end]))

    def _relations(self, clause: Clause, found: slots.Slot, said: Sentence) -> Iterator[Claim]:
        """Claims that somebody named is the speaker's sister, friend, dog …"""
        pairs = [(f["kin"], f["name"]) for f in _MENTION.finditer(clause.text)]
        if (
            clause.who == "kin"
            and clause.lemma in {"be", "call", "name"}
            and not clause.name
            and (named := re.match(rf"(?:called |named )?({slots.NAMES})(?:$|[,.]| and )", clause.rest))
        ):
            pairs.append((clause.relation, named[1]))
        if found.predicate in _KIN_PREDICATES and clause.who in {"speaker", "we"}:
            noun = {"has_child": "child", "sibling_of": "sibling", "has_pet": "pet"}.get(found.predicate, "")
            if listed := _LISTED.search(clause.text):
                pairs.extend((noun, n) for n in re.split(r",\s*(?:and\s+)?|\s+and\s+", listed["names"]) if noun)
            elif not found.object and (called := _CALLED.search(clause.text)) and noun:
                pairs.append((noun, called["name"]))
        for kin, raw in pairs:
            name = raw if raw in _NAME_MONTHS else slots.clean_name(raw)
            relation = en.KIN.get(
                kin, "has_child" if kin == "child" else "sibling_of" if kin == "sibling" else "has_pet"
            )
            if not name or (relation, name) in self.related or name.casefold() in self.people.speakers:
                continue
            self.related.add((relation, name))
            text = sentence(f"{name} is {possessive(self.name)} {kin}")
            yield Claim(
                self.name, True, relation, name, text, self.turn.id, self._quote(said), confidence=0.85, subject_type="person",
                object_type=predicate(relation).object_type,
            )  # fmt: skip

    def _moved(self, found: re.Match[str], said: Sentence) -> None:
        """The closing half of "moved from X to Y"."""
        old = slots.clean_name(found["old"])
        if not old or not re.fullmatch(slots.NAMES, found["old"].strip()):
            return
        text = sentence(
            f"{self.name} no longer {'lives in' if found['verb'] in {'moved', 'relocated'} else 'uses'} {old}"
        )
        _, before = self.found[-1]
        name = "lived_in" if found["verb"] in {"moved", "relocated"} else "used"
        closing = Claim(
            self.name, True, name, old, text, self.turn.id, self._quote(said), is_correction=True, negated=True, valid_at=before.valid_at,
            when_said=before.when_said, confidence=before.confidence, subject_type="person", object_type="place" if name == "lived_in" else "",
        )  # fmt: skip
        self.found.insert(len(self.found) - 1, (9.0, closing))


_TOLD = Pattern(
    r"^(?:my|the) (?:doctor|dentist|therapist|gp|vet|boss|teacher|coach|wife|husband|mom|mum|friends?|family) (?:just |recently |always )?(?:told me|says?|said|confirmed)(?: that)? (?=I (?:have|am|need)\b)",
    re.IGNORECASE,
)
_TELLING = Pattern(r"^(?:I )?(?:just )?want(?:ed)? to (?:let you know|tell you|share|say|mention|add)(?: with you)?(?: that)? (?=(?:I|my|we)\b)", re.IGNORECASE)
_ASKED = Pattern(
    rf"(?:please )?(?:you (?:can|may) )?call me (?P<name>{slots.NAMES})$|(?:please )?remind me (?P<what>(?:to|about|that) .+)", re.IGNORECASE
)


def _untimed(text: str, time: Times) -> str:
    """`text` without its words of time, whose capitals are no names."""
    for found in reversed(time.found):
        text = text[: found.start] + "," + text[found.end :]
    return text


def _contrast(piece: str, following: str) -> bool:
    """Whether `following` puts something else in the place of what `piece` denies: "I'm not a doctor, I'm a nurse"."""
    denied = re.match(r"(I|We|we|[Mm]y [\w ]+?|[Hh]e|[Ss]he) (am|is|are|do|does|was) not (?:(\w+) )?(\w+)?", piece)
    if not denied:
        return False
    now = re.match(rf"(?:{denied[1]}) (\w+)", following, re.IGNORECASE)
    if not now:
        return False
    if denied[2] in {"am", "is", "are", "was"}:
        return now[1] == denied[2]
    return now[1] in {denied[3], f"{denied[3]}s"} and now[1] not in {"like", "want", "know", "think"}


_HELD_IT = Pattern(r"[Ii]t (?:is|can be|has been) (?:\w+ )?(?:important|vital|essential|crucial|wrong|right|unfair|great|good|better|best|amazing|awesome|tough|hard|worth|nice|sad|inspiring|rewarding|empowering|key|never|always|okay|ok)\b (?:\w+ )*?(?:to|that|how|when|for|not) \w+")
_WEIGHTY = Pattern(r"\b(?:important|vital|essential|crucial|wrong|unfair|better|best|key)\b")
_HELD = Pattern(r"\b(?:is|are|can be|makes?|brings?|helps?|gives?|takes?|keeps?|shows?|teach(?:es)?|deserves?|matters?)\b")
_POINTS = Pattern(r"(?:it|them)(?![\w'-])(?! (?:when|if|that)\b)|(?:that|this|these|those)(?=$|[.,!]| (?:in|at|on|for|with|to|from|when|last|because|and|before|after|as|too|so|a lot|all)\b)")
_EVENTS = frozenset({"go", "get", "fly", "move", "travel", "visit", "start", "leave", "come", "meet", "see", "take", "host", "turn", "join", "graduate", "marry", "head", "run", "retire", "perform", "attend", "begin", "return", "celebrate", "have", "give", "launch", "open"})
_AHEAD_WORDS = Pattern(r"\b(?:appointment|exam|interview|meeting|deadline|flight|test|surgery|due|scheduled|booked|reservation)\b")


def _future(clause: Clause) -> bool | None:
    """Whether what a clause dates lies ahead; None leaves it to the words."""
    if clause.tense in {"past", "perfect"}:
        ahead = clause.lemma in {"decide", "promise", "plan", "book", "agree", "get"} and (re.match(r".*\b(?:to|would|will)\b", clause.rest) or _AHEAD_WORDS.search(clause.rest))
        return True if ahead else None
    if clause.tense == "future" or clause.duty or clause.lemma in {"want", "plan", "hope", "intend", "aim", "need"}:
        return True
    if clause.tense == "present" and ((clause.progressive and clause.lemma in _EVENTS) or (clause.lemma in {"have", "be", "start"} and _AHEAD_WORDS.search(clause.text))):
        return True
    return None


_PASSING = Pattern(
    r"\bhave (?:a|an|some|another|one|two|three|a few|one more|a quick) (?:\w+ )?(?:questions?|requests?|problems?|issues?|doubts?|headache|cold|favou?r|deadline to meet)\b|\bgoing to (?:bed|sleep)\b|\bbe (?:there|right) \b|\b(?:heard|hear) "
    r"|\b(?:like|love|prefer|dislike|hate|enjoy)s? (?:(?:your|the|this|that) (?:\w+ )?(?:options?|versions?|answers?|suggestions?|paragraphs?|drafts?|sentences?|tone|wording|responses?|repl(?:y|ies)|examples?|steps?|points?|ideas?|title|intro(?:duction)?|ending|approach|plan|list|one)\b|options? [A-Z0-9]\b|how \w+ (?:that|this|it) )"
)
_OF_TALK = Pattern(r"(?:my|our) (?:\w+ )?(?:questions?|code|program|script|query|prompt|problem|issue|request|answer|point|understanding|guess|bad|apologies|mistake|thoughts?|turn|pleasure|concern|main concern|error|bug|function|test|tests|app|build|server|plan|idea)$", re.IGNORECASE)
_DREAM = Pattern(r"(?:really |very much |someday |one day )*to (?:\w+ )?(?:learn|visit|become|live|travel|study|work|own|write|run|move|have|retire|start|see|go|try|meet|climb|build|adopt|teach|volunteer|be)\b|(?:a |an |my |more |\w+ing)")
_LIFE = Pattern(
    r"(?:really |hard )*to (?:\w+ )?(?:lose|quit|stop|eat|save|learn|cut|get (?:fit|fitter|pregnant|in shape|better|healthier|more|up|out)|be|become|exercise|spend|reduce|run|read|drink|sleep|wake|practi[cs]e|meditate|find a|buy|sell|move|adopt|raise|live|work out|gain|walk|stay)\b"
)
_ASIDE = Pattern(r"^((?:[Mm]y|[Oo]ur) [\w' -]+?)\s*\([^()]*\)")  # "my daughter Emma (7)": before the verb
_NAME_OF = Pattern(rf"^[Tt]he names? of ((?:my|our) [\w' -]+?) (?:is|are) ({slots.NAMES})$")
_NEW_JOB = Pattern(r"\b(?:changed|switched) jobs\b|\bnew job\b")
_NAME_MONTHS = frozenset({"April", "May", "June", "August"})  # in a list of children they are names
_REPLY_VERBS = frozenset(
    "respond reply speak address mention assume cite quote skip keep prefer start end round spell apologise apologize".split()
)


def _ordered(text: str) -> bool:
    """Whether a sentence orders something: its first word is a verb of asking and nobody is its subject."""
    words = text.split(" ", 3)
    index = 0
    while index < len(words) - 1 and words[index].lower().strip(",") in {
        "please",
        "just",
        "now",
        "then",
        "also",
        "kindly",
        "always",
        "never",
        "so",
        "and",
    }:
        index += 1
    first = words[index].strip(",.!:").lower()
    return first in en.ORDERS and not (len(words) > index + 1 and words[index + 1].lower() in {"is", "was", "has"})


def _pack() -> Pack:
    return en.PACK
