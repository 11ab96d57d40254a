"""Writes invented statements of daily life and the questions they answer, from `frames.txt` and the words of WordNet.

    python sentences.py OUT [FRAME_PAIRS] [WORD_PAIRS]    # OUT/said.jsonl {"text"} and OUT/asked.jsonl {"a": question, "b": statement}

Frame pairs come from the topics written in `frames.txt`. Word pairs put a WordNet noun into a statement and a broader word of it into
the question ("I saw a heron by the river", "Which bird did I see?"). Half of the statements stand between small talk, and half of
the pairs speak of a third person, so that names, greetings and thanks lose their weight.
"""

from __future__ import annotations

import json
import random
import re
import sys
from pathlib import Path

from texts import WORDNET, synsets

OPENERS = (
    "Hey, how are you?|Hi!|Wow, that's great!|Thanks so much!|Good to hear from you.|Oh no, sorry to hear that.|Yeah, totally.|That sounds fun!|I hear you.|"
    "Haha, true.|So,|Well,|By the way,|You know what?|Guess what!|To be honest,|I'm kinda worried,|Just so you know:|Okay, thanks for the tips.|Congrats!|"
    "Not much going on here.|It's been a while!|Same here.|Absolutely!|I appreciate it.|Hope you're doing well.|Here's some context:|Quick question."
).split("|")
CLOSERS = (
    "What about you?|How about yours?|It was awesome.|Any ideas?|Can you help me with that?|What do you think?|I love it.|Take care!|Talk soon!|Can't wait.|"
    "It means a lot to me.|Have you tried it?|You should come too.|Let me know.|It's been quite a journey.|How should I go about it?|It made my day.|Crazy, right?"
).split("|")
PERSONS = {
    "do I": "does {}", "did I": "did {}", "am I": "is {}", "was I": "was {}", "have I": "has {}", "my": "{}'s", "I": "{}", "me": "{}",
}  # fmt: skip

# Word frames by WordNet's lexicographer file: statements with {w}, questions with {h}, a broader word.
WORDS = {
    4: ("I [spent the afternoon with|am really into|gave up|tried] {w}[| last month].", "What {h} <did I> [try|do]?"),
    5: ("I saw [a|the] {w} [in the park|by the river|at the zoo] [yesterday|]. | We keep a {w}.", "[Which|What] {h} <did I> see? | What animals <do I> like?"),
    6: ("I [bought|lost|use|repaired|was given] a {w}[| last week]. | My {w} is broken.", "What {h} <did I> [buy|get|lose]? | What [kind of|sort of] {h} <do I> have?"),
    7: ("What I like is the {w}.", "Which {h} <do I> mention?"),
    8: ("My {w} [hurts|has been hurting|was injured] [since Monday|].", "Which {h} hurts? | Where <do I> have pain?"),
    9: ("I've been [reading about|studying|thinking about] {w}[| for my course].", "What {h} <am I> [studying|interested in]?"),
    10: ("I [wrote|read|got|sent] a {w}[| to the team].", "What {h} <did I> [write|read]?"),
    11: ("We [witnessed|took part in|talked about] the {w}.", "What {h} [took place|happened]?"),
    12: ("I felt {w} [when I heard it|all day].", "What {h} <did I> feel?"),
    13: ("I [had|ate|cooked|love|can't stand] {w} [for dinner|].", "What {h} <did I> [eat|have]? | What [food|dish|meal] <do I> like?"),
    14: ("I joined the {w}.", "Which {h} <did I> join?"),
    15: ("I [went to|grew up near|live in] [a|the] {w}.", "Which {h} <did I> go to? | Where <did I> go?"),
    17: ("We [hiked to|saw|swam near] the {w}.", "What {h} <did I> see?"),
    18: ("My [brother|friend|neighbour] is a {w}. | I want to become a {w}.", "What {h} [is <my> brother|<do I> want to be]? | What [job|profession] does <my> friend have?"),
    20: ("I planted [a|some] {w} in the garden.", "What {h} <did I> plant? | What grows in <my> garden?"),
    21: ("I [paid|owe|got] the {w}.", "What {h} <did I> [pay|get]?"),
    26: ("The doctor [says it is|diagnosed me with|treats me for] {w}.", "What {h} <do I> have? | What [illness|condition|health problem] <was I> diagnosed with?"),
    27: ("It is made of {w}.", "What {h} is it made of?"),
    28: ("We met [during|in] the {w}.", "What {h} <did I> mention? | When <did I> meet them?"),
}  # fmt: skip


def choices(text: str, rng: random.Random) -> str:
    return re.sub(r"\[([^\]]*)\]", lambda m: rng.choice(m[1].split("|")), text)


def filled(text: str, slots: dict[str, str]) -> str:
    return re.sub(r"\{(\w+)\}", lambda m: slots[m[1]], text)


def person(question: str, name: str | None) -> str:
    """The question about the first person, or about `name`."""
    q = re.sub(r"<([^>]*)>", lambda m: PERSONS[m[1]].format(name) if name else m[1], question)
    q = re.sub(r"\b(am|do) I\b", lambda m: {"am": f"is {name}", "do": f"does {name}"}[m[1]], q) if name else q
    return " ".join(q.split())


def spoken(statement: str, name: str | None, rng: random.Random) -> str:
    parts = [
        rng.choice(OPENERS) if rng.random() < 0.35 else "",
        " ".join(statement.split()).replace(" .", "."),
        rng.choice(CLOSERS) if rng.random() < 0.3 else "",
    ]
    said = " ".join(p for p in parts if p)
    return f"{name}: {said}" if name else said


def frames() -> tuple[dict[str, list[str]], list[tuple[list[str], list[str]]]]:
    slots: dict[str, list[str]] = {}
    blocks: list[tuple[list[str], list[str]]] = []
    for part in Path(__file__).with_name("frames.txt").read_text(encoding="utf-8").split("\n\n"):
        said, asked = [], []
        for line in part.splitlines():
            if line.startswith(("S: ", "Q: ")):
                (said if line[0] == "S" else asked).append(line[3:])
            elif " = " in line and not line.startswith("#"):
                key, _, values = line.partition(" = ")
                slots[key] = [v.strip() for v in values.split("|")]
        if said and asked:
            blocks.append((said, asked))
    return slots, blocks


def common_nouns() -> dict[int, list[tuple[str, list[str]]]]:
    """Lexicographer file -> (noun, broader words), nouns in their first sense; those that WordNet met in texts count eightfold."""
    nets = {s["id"]: s for s in synsets() if s["kind"] == "noun"}
    seen = {
        line.split("%")[0].replace("_", " ")
        for line in (WORDNET / "cntlist.rev").read_text().splitlines()
        if "%1:" in line
    }
    out: dict[int, list[tuple[str, list[str]]]] = {}
    for line in (WORDNET / "index.noun").read_text().splitlines():
        if line.startswith(" "):
            continue
        fields = line.split()
        word, first = fields[0].replace("_", " "), fields[-int(fields[2])]
        s = nets[f"n{first}"]
        up = [nets[b] for b in s["broader"] if b in nets]
        up += [nets[b] for u in up for b in u["broader"] if b in nets]
        broader = [u["words"][0] for u in up[:3] if u["words"][0] not in word]
        plain = (
            s["words"][0][0].islower()
            and word.count(" ") < 2
            and "genus" not in word
            and not any(c.isdigit() for c in word)
        )
        if broader and plain:
            out.setdefault(s["file"], []).extend([(word, broader)] * (8 if word in seen else 1))
    return out


def main(out: Path, frame_pairs: int, word_pairs: int) -> None:
    rng = random.Random(20260102)
    slots, blocks = frames()
    asked: dict[tuple[str, str], None] = {}
    while len(asked) < frame_pairs:
        said, questions = rng.choice(blocks)
        values = {k: rng.choice(v) for k, v in slots.items()}
        name = rng.choice(slots["first"]) if rng.random() < 0.5 else None
        statement = filled(choices(rng.choice(said), rng), values)
        asked.setdefault(
            (person(filled(choices(rng.choice(questions), rng), values), name), spoken(statement, name, rng))
        )
    nouns = common_nouns()
    files = [f for f in WORDS if nouns.get(f)]
    sizes = [min(len(nouns[f]), 6000) for f in files]
    for file in rng.choices(files, sizes, k=word_pairs):
        word, broader = rng.choice(nouns[file])
        said, questions = WORDS[file]
        name = rng.choice(slots["first"]) if rng.random() < 0.5 else None
        statement = filled(choices(rng.choice(said.split(" | ")), rng), {"w": word})
        question = filled(choices(rng.choice(questions.split(" | ")), rng), {"h": rng.choice(broader)})
        asked.setdefault((person(question, name), spoken(statement, name, rng)))
    rows = list(asked)
    rng.shuffle(rows)
    (out / "asked.jsonl").write_text("".join(json.dumps({"a": a, "b": b}) + "\n" for a, b in rows), encoding="utf-8")
    texts = {t: None for pair in rows for t in pair}
    (out / "said.jsonl").write_text("".join(json.dumps({"text": t}) + "\n" for t in texts), encoding="utf-8")
    print(f"{len(blocks)} topics, {len(rows)} pairs, {len(texts)} texts")


if __name__ == "__main__":
    counts = [int(x) for x in sys.argv[2:4]]
    main(Path(sys.argv[1]), *(counts or (30_000, 40_000)))
