"""Names are the same, maybe the same or different; nothing is guessed, and exact names need no library."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from persona_cli.core.names import Resolution, blocking_keys, compare, name_key, resolve

PAIRS = [json.loads(line) for line in (Path(__file__).parent / "name_pairs.jsonl").read_text("utf-8").splitlines()]


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: f"{pair['a']} / {pair['b']}")
def test_pair(pair):
    """Each pair has its verdict, from either side, and names that may be one share a blocking key."""
    found = compare(pair["a"], pair["b"], type_a=pair["type"], type_b=pair["type"])
    assert pair["verdict"] == found.verdict, found.reason
    assert found == compare(pair["b"], pair["a"], type_a=pair["type"], type_b=pair["type"])
    assert found.verdict == "different" or blocking_keys(pair["a"]) & blocking_keys(pair["b"])


def test_types_that_differ_keep_names_apart():
    """A person is not the place of the same first word; an equal name of another type is at most proposed."""
    assert compare("Paris", "Paris Novak", type_a="place", type_b="person").verdict == "different"
    assert compare("Paris", "paris", type_a="place", type_b="person").verdict == "maybe"


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("I.B.M.", "ibm"), ("Anna-Maria  Rossi", "anna maria rossi"), ("O’Brien", "OBrien"), ("ＡＢＣ", "abc"),
        ("Straße", "STRASSE"), ("Node.js", "nodejs"), ("e\u0301mile", "Émile"), ("Ru\u200bth", "Ruth"),
    ],
)  # fmt: skip
def test_keys_that_are_equal(a, b):
    """Case, width, composition, hyphens, apostrophes, full stops and invisible characters do not matter."""
    assert name_key(a) == name_key(b)


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("北京 University", "上海 University"), ("GPT-3.5", "GPT-35"), ("C", "C++"), ("C#", "C"), ("Jose", "José"),
        ("Ana", "Ана"), ("Room 1.2", "Room 12"),
    ],
)  # fmt: skip
def test_keys_that_differ(a, b):
    """Scripts, accents, symbols and decimal points are kept."""
    assert name_key(a) != name_key(b)


VAULT = [
    ("en_marta", ("Marta Ruiz",), "person"),
    ("en_jan", ("Jan de Wit", "Janneman"), "person"),
    ("en_city", ("New York City",), "place"),
    ("en_globex", ("Globex Inc.",), "organisation"),
]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("marta  ruiz", Resolution("en_marta", "exact", (("en_marta", "exact"),))),
        ("Marta", Resolution("en_marta", "same", (("en_marta", "first name"),))),
        ("Marta Ruíz", Resolution("en_marta", "same", (("en_marta", "spelling"),))),
        ("Dr. Marta Ruiz", Resolution("en_marta", "same", (("en_marta", "spelling"),))),
        ("Marta Inés Ruiz", Resolution("en_marta", "same", (("en_marta", "middle name"),))),
        ("Ms. Ruiz", Resolution("", "ambiguous", (("en_marta", "title and surname"),))),
        ("M. Ruiz", Resolution("", "ambiguous", (("en_marta", "initial"),))),
        ("MR", Resolution("", "ambiguous", (("en_marta", "initials"),))),
        ("Marta Rubio", Resolution("", "new")),
        ("Marta Ruiz Jr.", Resolution("", "new")),
        ("NYC", Resolution("en_city", "same", (("en_city", "acronym"),))),
        ("Globex", Resolution("en_globex", "same", (("en_globex", "spelling"),))),
        ("Globex GmbH", Resolution("", "ambiguous", (("en_globex", "legal form"),))),
        ("janneman", Resolution("en_jan", "exact", (("en_jan", "exact"),))),
        ("Jan Wit", Resolution("", "ambiguous", (("en_jan", "particle"),))),
        ("Oslo", Resolution("", "new")),
    ],
)
def test_resolve(name, expected):
    """A name finds its entity, is left to a person, or is new, as the module's table says."""
    assert expected == resolve(name, VAULT)


def test_two_candidates_are_not_guessed_between():
    """A first name that two people have is ambiguous and names both; an exact alias of one of them decides."""
    two = [("en_a", ("Marta Ruiz",), "person"), ("en_b", ("Marta Klein",), "person")]
    assert resolve("Marta", two) == Resolution("", "ambiguous", (("en_a", "first name"), ("en_b", "first name")))
    two[1] = ("en_b", ("Marta Klein", "Marta"), "person")
    assert resolve("Marta", two).entity == "en_b"
    assert resolve("Marta Ruiz", [("en_a", ("Marta Ruiz",), ""), ("en_b", ("marta ruiz",), "")]).verdict == "ambiguous"


@pytest.mark.parametrize(
    ("short", "whole", "reason"),
    [
        ("Ben", "Ben Carter", "first name"),
        ("Al", "Al Moreau", "first name"),
        ("Carter", "Ben Carter", "surname only"),
        ("Carter Smith", "Ben Carter Smith", "part of the name"),
        ("Ben", "Benjamin Carter", "nickname alone"),
        ("David Gurion", "David ben Gurion", "particle"),
    ],
)
def test_ben_is_a_given_name_where_one_stands(short, whole, reason):
    """`ben` and `al` are particles within a name only; at its beginning they are somebody's given name."""
    assert ("maybe", reason) == (
        (found := compare(short, whole, type_a="person", type_b="person")).verdict,
        found.reason,
    )
    assert blocking_keys(short) & blocking_keys(whole)


def test_distinct_entities_are_never_resolved_to():
    """An entity declared distinct is no candidate, however well the name fits."""
    assert resolve("Marta", VAULT, distinct=frozenset({"en_marta"})) == Resolution("", "new")


def test_a_contradicting_full_name_silences_a_first_name():
    """Marta Lopez is not the Marta whose full name is known to be Marta Ruiz."""
    assert resolve("Marta Lopez", [("en_a", ("Marta", "Marta Ruiz"), "person")]).verdict == "new"
    assert resolve("Marta Lopez", [("en_a", ("Marta",), "person")]).verdict == "same"


def test_a_longer_name_of_a_thing_is_not_taken_for_it():
    """Words in common are noted, not concluded, unless the name is a person's."""
    assert resolve("Lantern Native", [("en_a", ("Lantern",), "")]) == Resolution("", "new", (("en_a", "first word"),))
    assert resolve("Old Harbour Times", [("en_a", ("Old Harbour",), "")]).verdict == "new"
    assert resolve("Native", [("en_a", ("Lantern Native",), "")]).verdict == "new"
    assert resolve("Zuleika", [("en_a", ("Zuleika Ortmann",), "person")]).verdict == "same"


def test_the_type_of_the_mention_counts():
    """A mention known to be a place is not a person of that first name."""
    assert resolve("Paris", [("en_a", ("Paris Novak",), "person")], type="place").verdict == "new"


def test_exact_names_import_no_library():
    """Neither the module nor an exact match loads rapidfuzz, nicknames or anyascii."""
    code = (
        "import sys; from persona_cli.core.names import resolve;"
        "assert resolve('Zoë', [('e', ('zoë',), '')]).verdict == 'exact';"
        "sys.exit(any(name in sys.modules for name in ('rapidfuzz', 'nicknames', 'anyascii')))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


@given(st.text(max_size=40))
def test_the_key_of_a_key_is_itself(name):
    """Folding twice changes nothing."""
    assert name_key(name_key(name)) == name_key(name)


WORDS = ["Marta", "Martha", "Ruiz", "Ruíz", "J.", "G.", "Jan", "van", "de", "Wit", "Bob", "Robert", "Dr.", "Jr.", "II", "Inc.",
         "GmbH", "The", "North", "Pie", "Acme", "AC", "Müller", "Mueller", "Дмитрий", "Dmitry", "王芳", "Wang", "Fang", "7",
         "non", "Smith,", "Christina", "Christine", "O'Brien", "Anna-Maria", "will", "Will", "A", "+", "of", "City"]  # fmt: skip
names = st.one_of(st.text(max_size=20), st.lists(st.sampled_from(WORDS), min_size=1, max_size=4).map(" ".join))
types = st.sampled_from(["", "person", "place", "organisation", "work"])


@settings(max_examples=1500, deadline=None)
@given(names, names, types, types)
def test_comparison_is_symmetric_and_never_raises(a, b, type_a, type_b):
    """Any two names can be compared, from either side with one verdict, and candidates share a blocking key."""
    there, back = compare(a, b, type_a=type_a, type_b=type_b), compare(b, a, type_a=type_b, type_b=type_a)
    assert there == back
    assert there.verdict == "different" or blocking_keys(a) & blocking_keys(b)


@settings(max_examples=300, deadline=None)
@given(names, st.lists(names, max_size=3))
def test_resolve_never_raises(name, others):
    """Resolving gives an entity exactly when the verdict says so."""
    found = resolve(name, [(f"en_{n}", (other,), "") for n, other in enumerate(others)])
    assert bool(found.entity) == (found.verdict in {"exact", "same"})
    assert found.candidates or found.verdict == "new"
