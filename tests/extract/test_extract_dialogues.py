"""Small dialogues with exactly the facts that should come of them, and many with none."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from persona_cli.core.model import Turn
from persona_cli.extract.contract import Context, check_claim
from persona_cli.extract.rules.extractor import Rules

HERE = Path(__file__).parent
TIME = "2026-06-15T10:00:00Z"  # a Monday


def dialogues() -> list:
    return list(_dialogues())


def _dialogues():
    for path in sorted(HERE.glob("dialogues_*.jsonl")):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            row = json.loads(line)
            marks = [pytest.mark.xfail(strict=True, reason=row["fails"])] if "fails" in row else []
            yield pytest.param(row, marks=marks, id=f"{path.stem}:{number}:{row['about']}")


def turns_of(row):
    return [Turn(f"t{n}", "e", n, TIME, speaker, role, text) for n, (role, speaker, text) in enumerate(row["turns"])]


def shown(claim, keys):
    whole = {
        "text": claim.text,
        "predicate": claim.predicate,
        "object": claim.object,
        "kind": claim.kind,
        "valid_at": str(claim.valid_at or ""),
        "invalid_at": str(claim.invalid_at or ""),
        "subject": claim.subject,
        "is_correction": claim.is_correction,
        "retracts": claim.retracts,
        "negated": claim.negated,
    }
    return {key: whole[key] for key in keys}


@pytest.mark.parametrize("row", dialogues())
def test_a_dialogue_gives_its_facts_and_no_other(row):
    """Each dialogue gives the facts written beside it: text, predicate, object, kind, dates, corrections."""
    turns = turns_of(row)
    found = Rules().extract(turns, Context(user_name=row["user"]))
    expected = sorted(row["facts"], key=lambda fact: fact["text"])
    claims = sorted(found.claims, key=lambda claim: claim.text)
    keys = [tuple(fact) for fact in expected] + [("text", "predicate")] * len(claims)
    assert [shown(claim, key) for claim, key in zip(claims, keys, strict=False)] == expected
    assert list(found.notes) == row.get("notes", [])
    assert found.rejected == 0
    assert all(check_claim(claim, {t.id: t for t in turns}) == "" for claim in claims)


def test_the_suite_is_large_and_a_third_of_it_expects_silence():
    """There are at least 300 dialogues, at least 100 of them without facts, and no two are the same."""
    rows = [param.values[0] for param in dialogues()]
    assert len(rows) >= 300
    assert sum(not row["facts"] for row in rows) >= 100
    assert len({json.dumps([row["turns"], row["user"]]) for row in rows}) == len(rows)
