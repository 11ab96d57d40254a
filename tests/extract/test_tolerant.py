"""Whatever a model writes, the facts in it are found, and nothing is made up."""

from __future__ import annotations

import json
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tolerant_corpus import CORPUS, A, B

from persona_cli.extract.tolerant import MAX_CHARS, MAX_FACTS, parse_facts
from persona_cli.extract.tolerant_fields import canonical, fields_of, flag, is_fact

WORDS = st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1, max_size=30).filter(str.strip)
PIECES = st.sampled_from(
    ["{", "}", "[", "]", '"', "'", ":", ",", "\\", "\n", " ", "“", "”", "`", "//", "/*", "*/", "<think>", "</think>", "<|channel>thought",
     "<channel|>", '"subject": "Nora"', '"text": "x"', "subject:", "null", "true", "7", "\\ud83d", "```json", '{"subject": "A", "text": "b"}', "é", "it's"]
)  # fmt: skip


def shown(parsed):
    return [f"{fact['subject']} | {fact['text']}" for fact in parsed.facts]


@pytest.mark.parametrize(("answer", "facts", "skipped", "unparseable"), [row[1:] for row in CORPUS], ids=[row[0] for row in CORPUS])  # fmt: skip
def test_each_answer_of_the_corpus_is_read_as_it_was_meant(answer, facts, skipped, unparseable):
    """Facts, skipped objects, and whether anything can be told from the answer."""
    parsed = parse_facts(answer)
    assert (facts, skipped, unparseable) == (shown(parsed), parsed.skipped, not parsed.facts and not parsed.saw_json)


def test_the_corpus_is_large_and_its_names_differ():
    """At least sixty malformed answers."""
    assert len(CORPUS) == len({row[0] for row in CORPUS}) >= 70


def test_fields_keep_their_meaning_through_other_names_and_types():
    """Synonyms, string booleans, nothings and numbers become the fields of the contract."""
    answer = """[{"subjectName": " Nora ", "objectName": "None", "factText": "Nora sold the boat.", "isCorrection": "True",
      "negated": "false", "retracts": 1, "evidence": "sold the boat", "timeWords": "last May", "messageId": 3, "type": "goal",
      "confidence": 0.9, "unknown": [1, {"a": 2}]}]"""
    assert parse_facts(answer).facts == (
        {
            "subject": "Nora",
            "predicate": "states",
            "text": "Nora sold the boat.",
            "correction": "True",
            "negated": False,
            "retracts": True,
            "quote": "sold the boat",
            "when": "last May",
            "turn": 3,
            "kind": "goal",
            "confidence": 0.9,
        },
    )


def test_the_exact_name_of_a_field_counts_before_its_synonyms():
    """Where a model gives both, the name of the contract wins, in any order."""
    for keys in (("description", "text"), ("text", "description")):
        pairs = {"subject": "Nora", **{key: key for key in keys}}
        assert fields_of(pairs)["text"] == "text"


def test_a_list_of_objects_is_one_text():
    """A list in a field becomes words with commas."""
    assert fields_of({"object": ["tea", 7, None, {"name": "cake"}]})["object"] == "tea, 7"


def test_truncation_is_told():
    """An answer that ends inside an object says so, one that is whole does not."""
    assert parse_facts(f"[{A}, " + '{"subject": "Nora", "te').truncated
    assert parse_facts(f'[{A}, {{"subject": "No').truncated
    assert not parse_facts(f"[{A}]").truncated


def test_the_number_of_facts_is_bounded():
    """A model that repeats itself is stopped, and what is left out is counted."""
    parsed = parse_facts("[" + ",".join([A] * (MAX_FACTS + 50)) + "]")
    assert (len(parsed.facts), parsed.skipped) == (MAX_FACTS, 50)


def test_what_stands_after_the_limit_is_not_read():
    """The length that is read is bounded."""
    assert shown(parse_facts(" " * MAX_CHARS + A)) == []


@pytest.mark.parametrize(
    "junk",
    ["{", "[", '"', "'", "\\", '{"', "[{'", '{"a":', "{'a':'", "}", "]", "[]", "{}", '{"a":"', "<think>", "</think>", "/*", "//", "“", "a ", "<", '{"a": [',
     '{"text": "x" ', "{a:b", "[`", '{"a":"b" "c":', "<|channel>x", '"\\', "{" + '"a":"' + " " * 50, '{"a":' + "x" * 50, '{"k": "[' ],
)  # fmt: skip
def test_time_is_linear_in_any_junk(junk):
    """The longest text that is read takes at most a few seconds, whatever repeats in it."""
    text = (junk * (MAX_CHARS // len(junk) + 1))[:MAX_CHARS]
    begun = time.process_time()
    parse_facts(text)
    assert time.process_time() - begun < 3


@settings(max_examples=400, deadline=None)
@given(st.lists(st.one_of(PIECES, WORDS), max_size=40).map("".join))
def test_any_text_is_read_without_an_error(text):
    """The parser never raises, and what it returns is sound: every fact has a subject and words, and encodes."""
    parsed = parse_facts(text)
    for fact in parsed.facts:
        assert is_fact(fact)
        json.dumps(fact).encode()
        fact["text"].encode()
    assert parsed.skipped >= 0
    assert parsed == parse_facts(text)


FACTS = st.lists(
    st.fixed_dictionaries(
        {"subject": WORDS, "text": WORDS},
        optional={"object": st.one_of(WORDS, st.none()), "predicate": WORDS, "correction": st.booleans(), "quote": st.text(st.characters(exclude_categories=["Cs"]), max_size=30)},
    ),
    max_size=6,
)  # fmt: skip
LAYOUTS = [
    json.dumps,
    lambda facts, **how: json.dumps({"facts": facts}, **how),
    lambda facts, **how: "Sure:\n```json\n" + json.dumps({"facts": facts}, **how) + "\n```",
    lambda facts, **how: "\n".join(json.dumps(fact, **{**how, "indent": None}) for fact in facts),
]


@settings(max_examples=300, deadline=None)
@given(FACTS, st.sampled_from(LAYOUTS), st.sampled_from([None, 1]), st.booleans())
def test_valid_json_is_read_as_json_reads_it(facts, layout, indent, ascii_only):
    """In every layout, with any words in the fields, the facts are those that were written."""
    expected = [fields for fields in map(fields_of, facts) if is_fact(fields)]
    assert list(parse_facts(layout(facts, indent=indent, ensure_ascii=ascii_only)).facts) == expected


@settings(max_examples=200, deadline=None)
@given(st.integers(0, len(A) + len(B) + 4))
def test_a_cut_answer_gives_only_whole_facts(length):
    """Wherever an answer is cut, its facts are a beginning of the whole ones."""
    whole = parse_facts(f"[{A}, {B}]").facts
    part = parse_facts(f"[{A}, {B}]"[:length]).facts
    assert part == whole[: len(part)]


@given(st.text(max_size=20))
def test_any_key_and_flag_can_be_asked(text):
    """Keys are known or not, flags are true or not; nothing raises."""
    assert canonical(text) == canonical(text.upper()) or not text.isascii()
    assert flag(text) in (True, False)
