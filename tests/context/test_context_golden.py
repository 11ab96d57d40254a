"""Each fragment in each form is, letter for letter, what the files of `golden/` show; PERSONA_GOLDEN=1 writes them anew."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
from context_desk import known_vault, persona, steady

GOLDEN = Path(__file__).parent / "golden"
QUESTION = "what do I know about refunds, and who bakes in Ulm?"
CASES = {
    **{f"{part}.{form}": ("--part", part, "--format", form) for part in ("memory", "query", "static") for form in ("xml", "markdown", "plain")},
    "identity.plain": ("--part", "identity"),
    "identity-stable.plain": ("--part", "identity", "--stable"),
    "identity-profile.plain": ("--part", "identity", "--profile", "work"),
    "knowledge.markdown": ("--part", "knowledge"),
    "everything.xml": (),
    "ask.template": ("--template", "ask.md", "--stable"),
    "extract.template": ("--template", "extract.md"),
    "rerank.template": ("--template", "rerank.md", "--part", "query"),
    "list.text": ("--list",),
    "explain.text": ("--explain",),
    "tokens.text": ("tokens",),
    "record.json": ("--json", "--stable"),
}  # fmt: skip
_BELIEF = re.compile(r"st_[0-9a-z]{16}")  # names the devices
_MEASURED = re.compile(r"score [\d.]+ \([^)]*\)")  # what weights and models make of it is measured elsewhere


@pytest.fixture(scope="module")
def golden_vault(tmp_path_factory):
    vault = known_vault(tmp_path_factory.mktemp("golden") / "vault", steady())
    persona(vault, "identity", "set", "--profile", "work", "--name", "Ada", "--personality", "Dry, exact.")
    return vault


@pytest.mark.parametrize("name", CASES)
def test_fragments_are_as_their_golden_files_show(golden_vault, name):
    """The command prints what the golden file holds, and ends well."""
    options = CASES[name]
    question = () if name in ("list.text", "tokens.text") else (QUESTION,)
    # so small a budget that there is something left for the question
    ran = persona(golden_vault, "context", *options, *question, "--budget", "100")
    out = _MEASURED.sub("score …", _BELIEF.sub("st_belief", ran.out))
    path = GOLDEN / f"{name}.txt"
    if os.environ.get("PERSONA_GOLDEN"):
        path.write_text(out, "utf-8")

    assert (0, path.read_text("utf-8")) == (ran.code, out)
