"""What recall answers does not depend on how the index came to be."""

from __future__ import annotations

import json
import os
import random
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from memory_records import fact, turn

from persona_cli.index.dense import Embedder
from persona_cli.index.meaning import Meaning
from persona_cli.index.vectors import as_bytes, nearest

REPOSITORY = Path(__file__).parents[2]
PEOPLE = "Odile Farid Greta Hanno Keiko Nils".split()
PLACES = "Ghent Oporto Turku Lucca Bergen Cork".split()
THINGS = "kettle quilt ferry lamp garden atlas kite anvil teapot ladder harp lantern".split()
FRAMES = (
    "I live in {place} now.",
    "My sister {person} plays the {thing}.",
    "I bought a {thing} in {place} with {person}.",
    "{person} works in {place} and mends a {thing}.",
    "I love the old {thing} more than anything.",
    "Last summer {person} moved to {place}.",
    "Good morning!",
    "We changed the {thing}, it is in {place} now.",
)


def sentence(chance: random.Random) -> str:
    return chance.choice(FRAMES).format(
        person=chance.choice(PEOPLE), place=chance.choice(PLACES), thing=chance.choice(THINGS)
    )


def transcript(path: Path, number: int, turns: int) -> Path:
    """A made-up conversation as native messages; those with the same `number` begin alike."""
    chance = random.Random(number)
    lines = []
    for place in range(turns):
        user = place % 3 != 2
        said = {
            "id": f"{number}-{place}",
            "conversation": f"c{number}",
            "time": f"2025-{1 + number % 12:02}-{1 + place % 28:02}T{place % 24:02}:00:00Z",
            "speaker": "user" if user else "assistant",
            "role": "user" if user else "assistant",
            "text": sentence(chance),
        }
        lines.append(json.dumps(said) + "\n")
    path.write_text("".join(lines))
    return path


def persona(vault: Path, *arguments: str | Path, seed: int = 0) -> str:
    variables = {
        "PATH": os.environ["PATH"],
        "HOME": str(vault.parent),
        "PERSONA_VAULT": str(vault),
        "PYTHONPATH": str(REPOSITORY),
        "PYTHONHASHSEED": str(seed),
    }
    command = [sys.executable, "-m", "persona_cli", *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, env=variables, check=False)
    assert done.returncode in (0, 3, 4), done.stderr
    return done.stdout


def answers(vault: Path, questions: Path, seed: int) -> tuple[str, str, str]:
    recalled = persona(vault, "recall", "--batch", questions, "--jsonl", "--why", "--limit", "20", seed=seed)
    past = persona(vault, "recall", "--batch", questions, "--jsonl", "--include-past", seed=seed)
    return recalled, past, persona(vault, "facts", "--jsonl", seed=seed)


def test_a_rebuilt_index_gives_the_same_answers(tmp_path: Path) -> None:
    """Ten small ingests, the same after its index was deleted, and after a reindex: every byte of the answers is the same."""
    vault = tmp_path / "vault"
    for number in (7, 2, 9, 2, 4, 1, 8, 2, 5, 3):  # one conversation grows
        grown = 12 + 6 * (number == 2) * len(list(tmp_path.glob("2-*")))
        persona(vault, "ingest", transcript(tmp_path / f"{number}-{grown}.jsonl", number, grown), seed=number)
    chance = random.Random(0)
    asked = [f"{chance.choice(('Where is', 'Who has', 'When did I buy', 'What do I think of'))} " for _ in range(30)]
    questions = tmp_path / "questions.txt"
    questions.write_text("".join(f"{q}{chance.choice(THINGS)} {chance.choice(PLACES)}?\n" for q in asked))
    first = answers(vault, questions, 1)
    shutil.rmtree(vault / ".persona")
    assert answers(vault, questions, 2) == first
    persona(vault, "reindex", seed=3)
    assert answers(vault, questions, 4) == first
    assert first[0].count("\n") > 200


@settings(max_examples=30, deadline=None)
@given(st.permutations(range(40)), st.integers(1, 39))
def test_scores_do_not_depend_on_the_order_of_the_rows(order: list[int], cut: int) -> None:
    """The nearest rows and their scores are the same to the last bit wherever the rows stand."""
    vectors = np.random.default_rng(5).standard_normal((40, 96)).astype(np.float32)
    query = np.random.default_rng(6).standard_normal(96).astype(np.float32)
    kept, rows, scales = as_bytes(vectors)
    numbers = np.arange(40, dtype="<u4")
    assert kept.all()
    moved = nearest(rows[order], scales[order], numbers[order], query, limit=cut)
    assert moved == nearest(rows, scales, numbers, query, limit=cut)


def test_vectors_are_the_same_however_they_come(tmp_path: Path) -> None:
    """Vectors added one by one, all at once, and made in memory give the same scores."""
    documents = [turn(n, sentence(random.Random(n)), speaker=PEOPLE[n % 6]) for n in range(30)]
    documents += [fact(n, sentence(random.Random(n))) for n in range(30, 40)]
    embedder = Embedder.load()
    once, often = Meaning(tmp_path / "once", embedder), Meaning(tmp_path / "often", embedder)
    once.add(iter(documents), end=40)
    for document in documents:
        often.add(iter([document]), end=document.number + 1)
    query = once.vector("who mends the kettle?")
    found = once.vectors().search(query)
    assert found == often.vectors().search(query)
    assert found == once.tail(iter(documents)).search(query)
    assert Meaning.inside(tmp_path, embedder).folder != Meaning.inside(tmp_path / "x", embedder).folder
