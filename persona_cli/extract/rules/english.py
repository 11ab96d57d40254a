"""English turns into claims: each sentence cut into statements, judged, rewritten and slotted."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from persona_cli.core.model import Turn
from persona_cli.core.vocabulary import predicate
from persona_cli.extract.contract import Claim
from persona_cli.extract.rules import answers, asides, besides, corrections, kin, select, slots, statements, talk, times
from persona_cli.extract.rules.clauses import Clause, parse
from persona_cli.extract.rules.packs import en
from persona_cli.extract.rules.packs import en_cues as cues
from persona_cli.extract.rules.people import People
from persona_cli.extract.rules.recast import recast
from persona_cli.extract.rules.rewrite import possessive, sentence, third_person
from persona_cli.extract.rules.sentences import Sentence, sentences
from persona_cli.extract.rules.times import Times

MAX_CLAIMS = 8  # of one turn; the best are kept
MAX_STATEMENT = 600  # characters; what is longer is no statement but a text
MAX_JOINED = 34  # words of a claim with a following sentence put behind it
_ASKED_FOR = 2.0  # the score of what is said in so many words to be kept


@dataclass(frozen=True, slots=True)
class _Piece:
    """One statement of a sentence, and how the sentence puts it."""

    index: int  # of the sentence in its turn
    text: str
    said: Sentence
    exclaimed: bool = False
    corrects: bool = False
    wrong: bool = False  # what it corrects was never right


def english_claims(turn: Turn, before: Turn | None, people: People, related: set[tuple[str, str]]) -> Iterator[Claim]:
    """Claims of one turn; `before` may hold the question it answers, `related` what relations were already claimed."""
    asked = before is not None and before.role not in {"system", "tool"} and before.speaker != turn.speaker
    question = answers.asked(before.text) if asked and before is not None else ""
    return EnglishTurn(turn, people, question, related).claims()


class EnglishTurn:
    """One turn being read."""

    def __init__(self, turn: Turn, people: People, question: str, related: set[tuple[str, str]]) -> None:
        self.turn = turn
        self.people = people
        self.question = question
        self.related = related  # (predicate, name) pairs already claimed in this run
        self.name = people.name_of(turn)
        self.listener = people.listeners.get(self.name, "")
        self.loose = not people.to_assistant
        self.moment = times.anchor(turn.time, turn.zone)
        self.person = ""  # whom the last claim was about, if it was one person
        self.claimed_at = -2  # index of the sentence that made the last claim
        self.waiting: tuple[Clause, _Piece] | None = None  # a remark that told too little by itself
        self.found: list[tuple[float, Claim]] = []

    def claims(self) -> Iterator[Claim]:
        """The claims of the turn in the order of the text; of too many the best."""
        for index, said in enumerate(sentences(self.turn.text, en.PACK, self.turn.quoted)):
            self._sentence(index, said)
        kept = self.found
        most = talk.MAX_CLAIMS if self.loose else MAX_CLAIMS
        if len(kept) > most:
            floor = sorted((s for s, _ in kept), reverse=True)[most - 1]
            kept = [pair for pair in kept if pair[0] >= floor][:most]
        return (claim for _, claim in kept)

    # --- sentences --------------------------------------------------------------------------------------------------

    def _sentence(self, index: int, said: Sentence) -> None:
        text = said.text.replace("no longer", "no-longer").replace(", you know,", "")  # one word, as "never" is
        if not index and self.question and not said.asks:
            text = answers.joined(self.question, text) or text
        if self._standing(text, said):
            return
        if cues.QUOTED_SELF.search(text) or en.JEST.search(text) or en.ROLE_PLAY.search(text) or en.SECRET.search(text):
            return
        exclaimed = text.endswith("!")
        opened = statements.opened(text, self.people.speakers)
        text, corrects, wrong = corrections.announced(opened)
        text = cues.ASK_REMIND.sub("", text)
        text = statements.stated(cues.TELLING.sub("", text.rstrip("?!. ")), asks=said.asks) if text else ""
        if not text or (said.asks and text == opened.rstrip("?!. ") and not cues.ASKED.match(text)):
            return
        text = recast(text) if self.loose else text
        if en.HYPOTHESIS.search(text) and not re.match(r"I (?:really )?wish to\b", text):
            return
        if self._asked(text, said) or asides.ordered(text):
            return
        new_job = cues.NEW_JOB.search(text) is not None
        text = statements.plain(text)
        pieces = statements.parted(text)
        for piece, following in zip(pieces, [*pieces[1:], ""], strict=True):
            denied = asides.contrast(piece, following)
            placed = cues.ASIDE.sub(r"\1", self._placed(piece, new_job=new_job))
            self._statement(
                _Piece(
                    index,
                    placed,
                    said,
                    exclaimed,
                    corrects or denied,
                    wrong or (denied and not corrections.closes(piece)),
                )
            )
        if self.claimed_at == index and (moved := cues.FROM_TO.search(text) or cues.MOVED_FROM.search(text)):
            self._moved(moved, said)

    def _asked(self, text: str, said: Sentence) -> bool:
        """Keep "call me Annie" and "remind me to …"."""
        asked = cues.ASKED.match(text)
        if not asked:
            return False
        if asked["name"]:
            made = slots.Slot("nicknamed")
            text = f"I want to be called {asked['name']}"
        else:
            made = slots.Slot("reminder", kind="goal", aspect="reminder")
            text = f"I want to be reminded {asked['what']}"
        time = times.read(text, self.moment, future=True)
        self._keep(_ASKED_FOR, self._claim(made, third_person(times.written(text, time), self.name), said, time))
        return True

    def _standing(self, text: str, said: Sentence) -> bool:
        """Keep what is asked of the assistant once and for all, as a preference."""
        if not self.people.to_assistant or said.asks or not en.STANDING_MARK.search(text):
            return False
        bare = cues.WISHED.sub("", statements.opened(text, self.people.speakers).rstrip(".! "))
        bare = re.sub(r"^please\s+", "", bare, flags=re.IGNORECASE)
        found = en.STANDING.match(bare)
        if not found or re.search(r"^(?:I|we|my|he|she|they|it)\b", bare, re.IGNORECASE):
            return False
        verb = (found["verb"] or found["then"] or found["order"] or "").lower()
        if verb and verb not in en.ORDERS and verb not in cues.REPLY_VERBS and not cues.ON_ASKING.search(bare):
            return False
        words = third_person(bare[0].lower() + bare[1:].rstrip(".! "), self.name, listener="the assistant").rstrip(".")
        text = sentence(f"{self.name} asks the assistant: {words[0].lower()}{words[1:]}")
        made = slots.Slot("wants_replies", kind="psyche", aspect="preference")
        self._keep(_ASKED_FOR, self._claim(made, text, said, times.NOTHING))
        return True

    def _placed(self, piece: str, *, new_job: bool) -> str:
        """`piece`; but "I'm at Globex now" after leaving a job or a home means the new one."""
        found = cues.NEW_PLACE.match(piece)
        if not found:
            return piece
        before = self.found[-1][1] if self.found else None
        left = before.predicate if before and before.is_correction else ""
        if new_job or left == "worked_at":
            return f"I work at {found[1]}"
        return f"I live in {found[1]}" if left == "lived_in" else piece

    # --- statements -------------------------------------------------------------------------------------------------

    def _statement(self, piece: _Piece) -> None:
        if len(piece.text) > MAX_STATEMENT:
            return
        clause = parse(piece.text, self.people.names)
        if clause is None or (not clause.lemma and clause.who != "other"):
            return
        clause = asides.called(clause)
        held = self._held(clause)
        if held is None and clause.who == "pronoun":
            resolved = self._resolved(piece.index, clause)
            if resolved is None and self.loose and talk.names_thing(clause):
                resolved = replace(clause, who="other", rest=clause.text)
            if resolved is None:
                self._appended(clause, piece)
                return
            clause = resolved
        clause = held or clause
        if asides.beside(clause, self.people) or select.refused(clause, clause.text, loose=self.loose):
            if self.loose and talk.clings(clause):
                self._appended(clause, piece)
                return
            self._await(clause, piece)
            return
        if (
            held is None
            and clause.who in {"speaker", "we"}
            and cues.POINTS.match(clause.rest)
            and not talk.found_so(clause)
        ):
            self._appended(clause, piece)
            return
        self._judge(clause, piece)

    def _held(self, clause: Clause) -> Clause | None:
        """What the speaker finds of the world, with them as its subject."""
        if not self.loose:
            return asides.opinion(clause, self.people)
        if talk.points_back(clause.text):
            return None
        return talk.remark(clause) or asides.opinion(clause, self.people)

    def _judge(self, clause: Clause, piece: _Piece) -> None:
        time = times.read(clause.text, self.moment, future=asides.future(clause))
        ahead = time.valid_at is not None and self.moment is not None and time.valid_at.start > self.moment.isoformat()
        found = self._slot(clause, ahead=ahead)
        if found.predicate == "think":
            if not self.loose or len(select.content(clause.rest)) < talk.BELIEF:
                return  # a passing remark on the world, not a belief
            found = slots.Slot("believes", kind="psyche", aspect="belief", known=True)
        # what others plan is a fact about them
        if found.kind == "goal" and clause.who in {"name", "kin"} and not kin.to_come(clause):
            found = slots.Slot(re.sub(r"\W+", "_", clause.lemma), found.object, found.object_type, known=True)
        if found.predicate == "named" and (found.object or clause.rest) == self.name:
            return
        loose = self.loose
        dated = time.valid_at is not None
        total = select.score(
            clause, clause.text, known=found.known, exclaimed=piece.exclaimed, dated=dated, loose=loose
        )
        if not select.kept(total, clause.text, loose=loose):
            self._await(clause, piece)
            return
        if found.kind == "goal" and time.valid_at is None:  # "before August": when it is due
            time = replace(time, valid_at=time.invalid_at, invalid_at=None)
        if found.kind == "goal" and time.valid_at and self.moment and time.valid_at.end < self.moment.isoformat()[:10]:
            time = replace(time, valid_at=None)  # "I'll ask Ben, whom I met in 2004": it is not due then
        if found.predicate == "expecting":  # the day is the child's, and the state begins before it
            time = replace(time, valid_at=None)
        closing = corrections.closes(clause.text)
        said = third_person(times.written(clause.text, time), self.name, listener=self.listener)
        if found.predicate == "named" and clause.lemma == "be" and clause.who == "speaker" and found.object:
            said = sentence(f"{possessive(self.name)} name is {clause.rest}")
        claim = replace(
            self._claim(found, said, piece.said, time),
            is_correction=piece.corrects or closing or corrections.instead(clause.text),
            retracts=piece.wrong,
            negated=clause.negated or closing,
            confidence=select.confidence(total),
            about=tuple(slots.names_in(times.without(clause.text, time))),
        )
        self._placed_in_turn(clause, found, self._about(claim, clause), piece, total)

    def _placed_in_turn(self, clause: Clause, found: slots.Slot, claim: Claim, piece: _Piece, total: float) -> None:
        """Keep a claim and those that name somebody; a clause that only names somebody makes the latter alone."""
        self.claimed_at = piece.index
        self.person = kin.one_person(clause)
        relations = list(self._relations(clause, found, piece.said))
        if kin.introduces(clause):
            relations = [replace(r, is_correction=claim.is_correction, retracts=claim.retracts) for r in relations]
        else:
            self._keep(total, claim)
            relations.extend(besides.job(clause, claim))
        for relation in relations:
            self._keep(total, relation)

    def _claim(self, found: slots.Slot, text: str, said: Sentence, time: Times) -> Claim:
        """A claim about the speaker."""
        return Claim(
            subject=self.name,
            subject_is_speaker=True,
            predicate=found.predicate,
            object=found.object,
            text=text,
            turn=self.turn.id,
            quote=self.turn.text[said.start : said.end],
            kind=found.kind,
            aspect=found.aspect,
            valid_at=time.valid_at,
            invalid_at=time.invalid_at,
            when_said=time.said,
            confidence=0.85,
            subject_type="person",
            object_type=found.object_type,
        )

    def _about(self, claim: Claim, clause: Clause) -> Claim:
        """`claim` about whom the clause is about, if that is somebody named."""
        if clause.name and clause.who in {"name", "kin"}:
            kind = "" if clause.who == "name" else _type_of(kin.relation(clause.relation))
            claim = replace(claim, subject=clause.name, subject_is_speaker=False, subject_type=kind)
        opening = clause.text.split(" ", 1)[0]  # a capital that the sentence gives it makes no name
        unnamed = {
            claim.object,
            *claim.object.split(" and "),
            claim.subject,
            "" if opening in self.people.names else opening,
        }
        others = tuple(name for name in claim.about if name not in unnamed)
        return replace(claim, about=others)

    def _keep(self, total: float, claim: Claim) -> None:
        self.found.append((total, claim))

    def _slot(self, clause: Clause, *, ahead: bool) -> slots.Slot:
        if clause.who in {"speaker", "we", "name"} or (clause.who == "kin" and clause.name):
            return slots.slot(clause, ahead=ahead)
        if coming := kin.to_come(clause):
            return slots.Slot("plans_to", coming, "person", "goal", "project", known=True)
        if clause.who == "kin":
            return slots.Slot(kin.relation(clause.relation), known=True)
        if clause.who == "mine":
            if clause.tense == "future" and predicate(slots.owned(clause).predicate).cardinality == "one":
                return slots.Slot("plans_to", slots.owned(clause).object, kind="goal", aspect="project", known=True)
            found = slots.owned(clause)  # what it is not is no value of "my favourite colour"
            return (
                slots.Slot("has", found.object)
                if clause.negated and predicate(found.predicate).cardinality == "one"
                else found
            )
        return slots.impression(clause.text)

    # --- what goes on about something said before -------------------------------------------------------------------

    def _resolved(self, index: int, clause: Clause) -> Clause | None:
        """A clause about "he" or "she", with the one person the sentence before was about in its place."""
        if clause.subject.lower() not in {"he", "she"} or not self.person or index - self.claimed_at > 1:
            return None
        tail = clause.text[len(clause.lead) :].lstrip()
        text = f"{clause.lead} {self.person}{tail[len(clause.subject) :]}".strip()
        return parse(text if clause.lead else text[0].upper() + text[1:], self.people.names)

    def _await(self, clause: Clause, piece: _Piece) -> None:
        """Hold back a remark that tells too little, in case the next sentence goes on about it: "My team is great. They …"."""
        if self.loose and clause.who != "pronoun" and talk.may_go_on(clause):
            self.waiting = (clause, piece)

    def _awaited(self, clause: Clause, piece: _Piece) -> bool:
        """Make one statement of a held-back remark and the sentence that goes on about it."""
        if self.waiting is None or clause.subject.lower() not in {"it", "that", "this", "they", "he", "she"}:
            return False
        before, held = self.waiting
        self.waiting = None
        if piece.index - held.index not in {0, 1} or not talk.goes_on(before, clause):
            return False
        said = replace(piece.said, start=held.said.start)
        both = replace(before, text=talk.both(before, clause), rest=talk.both(before, clause, rest=True))
        self._judge(both, replace(piece, said=said))
        return True

    def _appended(self, clause: Clause, piece: _Piece) -> None:
        """Put a sentence about "it" or "that" behind the claim it goes on about."""
        if self._awaited(clause, piece):
            return
        goes_on = clause.subject.lower() in {"it", "that", "this", "they", "i", "we"} or talk.clings(clause)
        if not goes_on or piece.index - self.claimed_at not in {0, 1} or not self.found:
            return
        total, before = self.found[-1]
        if self.loose and "; " in before.text:
            return  # one addition makes a fact clearer, a second one does not
        words = len(clause.text.split())
        if (
            words < (3 if clause.subject == "It" else 4)
            or len(before.text.split()) + words > MAX_JOINED
            or clause.tense == "modal"
        ):
            return
        start = self.turn.text.find(before.quote)
        if not 0 <= start <= piece.said.end or en.CHITCHAT.search(clause.text) or cues.TO_YOU.search(clause.text):
            return
        time = times.read(clause.text, self.moment)
        more = third_person(times.written(clause.text, time), self.name, listener=self.listener, named=True).rstrip(".")
        if not more.startswith(self.name):
            more = more[0].lower() + more[1:]
        text = f"{before.text.rstrip('.')}; {more}."
        self.found[-1] = (total, replace(before, text=text, quote=self.turn.text[start : piece.said.end]))

    # --- claims beside the statement's own ----------------------------------------------------------------------------

    def _relations(self, clause: Clause, found: slots.Slot, said: Sentence) -> Iterator[Claim]:
        """Claims that somebody named is the speaker's sister, friend, dog …"""
        for word, name in kin.named(clause, found):
            relation = kin.relation(word)
            if not name or (relation, name) in self.related or name.casefold() in self.people.speakers:
                continue
            self.related.add((relation, name))
            made = slots.Slot(relation, name, predicate(relation).object_type)
            yield self._claim(made, sentence(f"{name} is {possessive(self.name)} {word}"), said, times.NOTHING)

    def _moved(self, found: re.Match[str], said: Sentence) -> None:
        """The closing half of "moved from X to Y"."""
        old = slots.clean_name(found["old"])
        if not old or not re.fullmatch(cues.NAMES, found["old"].strip()):
            return
        home = found["verb"] in {"moved", "relocated"}
        made = slots.Slot("lived_in" if home else "used", old, "place" if home else "")
        _, before = self.found[-1]
        text = sentence(f"{self.name} no longer {'lives in' if home else 'uses'} {old}")
        closing = replace(
            self._claim(made, text, said, times.NOTHING), is_correction=True, negated=True, valid_at=before.valid_at,
            when_said=before.when_said, confidence=before.confidence,
        )  # fmt: skip
        self.found.insert(len(self.found) - 1, (_ASKED_FOR, closing))


def _type_of(relation: str) -> str:
    return "animal" if relation == "has_pet" else "person"
