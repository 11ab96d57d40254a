"""What a model says is kept only with the words that were said."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scripted import fact, turn

from persona_cli.core.when import When
from persona_cli.extract.contract import Claim, Context, check_claim
from persona_cli.extract.llm_claims import Ground, Span, occurrences, states
from persona_cli.extract.llm_windows import windows
from persona_cli.extract.rules.people import people
from persona_cli.extract.tolerant_fields import fields_of

CONTEXT = Context(user_name="Nora", known_names=("Pavel Hart",))


def ground(*turns, context=CONTEXT):
    (window,) = windows(turns, context)
    return Ground(window, people(turns, context), context)


def claim(said, made, *, context=CONTEXT, **more):
    turns = said if isinstance(said, list) else [turn(1, said, **more)]
    return ground(*turns, context=context).claim(fields_of(made))


SAID = (
    "I moved to Graz last May. Do you know the old town? My sister Ilse isn't a nurse any more, she runs two bakeries."
)


@pytest.mark.parametrize(
    ("made", "expected"),
    [
        (fact("Nora moved to Graz.", "I moved to Graz"), ""),
        (fact("Nora moved to Graz.", "“I moved  to\nGraz”"), ""),
        (fact("Ilse runs two bakeries.", "she runs two bakeries", subject="Ilse"), ""),
        (fact("Ilse runs 2 bakeries.", "she runs two bakeries", subject="Ilse"), ""),
        (fact("Ilse is no longer a nurse.", "My sister Ilse isn’t a nurse any more", subject="Ilse"), ""),
        (fact("The user moved to Graz.", "I moved to Graz", subject="user"), ""),
        (fact("Nora moved to Graz.", "I moved to Graz", subject="I"), ""),
        (fact("Nora dislikes bakeries.", "she runs two bakeries", predicate="dislikes"), ""),
        (fact("Nora dislikes trains.", "I moved to Graz", predicate="dislikes"), "the text says what was not said"),
        (fact("Nora's sister is Ilse.", "My sister Ilse", subject="Nora's sister"), ""),
        (fact("Nora moved to Graz.", "I moved to Linz"), "the quote is not in the turn"),
        (fact("Nora moved to Graz.", "moved to Gra"), "the quote is not in the turn"),
        (fact("Nora moved to Graz.", "i MOVED to graz"), "the quote is not in the turn"),
        (fact("Nora moved to Graz.", ""), "no quote"),
        (fact("Nora moved to Graz.", '""'), "the quote is not in the turn"),
        (fact("Nora knows the old town.", "know the old town"), "the quote is a question or a scrap"),
        (fact("Nora knows the old town.", "Do you know the old town?"), "the quote is a question or a scrap"),
        (fact("Nora moved to Graz.", "Graz"), "the quote is a question or a scrap"),
        (fact("She runs two bakeries.", "she runs two bakeries", subject="She"), "the subject is nobody named here"),
        (fact("Marta runs two bakeries.", "she runs two bakeries", subject="Marta"), "the subject is nobody named here"),
        (fact("Ilse runs three bakeries since 2019.", "she runs two bakeries", subject="Ilse"), "a number in the text was not said"),
        (fact("Nora studied violin making in Cremona.", "I moved to Graz"), "the text says what was not said"),
        (fact("I moved to Graz.", "I moved to Graz"), "the text is no short sentence in the third person"),
        (fact("My sister Ilse runs two bakeries.", "she runs two bakeries"), "the text is no short sentence in the third person"),
        (fact("Nora moved to Graz. " * 40, "I moved to Graz"), "the text is no short sentence in the third person"),
    ],
)  # fmt: skip
def test_each_fact_is_kept_or_refused_for_a_reason(made, expected):
    """Quote, statement, subject, numbers and words each can be what is missing."""
    got = claim(SAID, made)
    assert expected == (got if isinstance(got, str) else "")


def test_a_kept_fact_carries_the_words_as_they_were_said():
    """The quote is the turn's own stretch, whatever white space and marks the model used."""
    got = claim("I said:  I’m\na  baker now.", fact("Nora is a baker.", "I'm a baker now"))
    assert isinstance(got, Claim)
    assert got.quote == "I’m\na  baker now"


def test_a_wrong_line_number_is_mended_by_the_quote():
    """The quote decides which turn is meant; numbers of small models are often off by one."""
    turns = [turn(1, "Good morning to you all."), turn(2, "I keep bees on the roof.")]
    for number in (1, 2, 7, "[2]", "two", None, [2]):
        got = claim(turns, fact("Nora keeps bees.", "I keep bees", turn=number))
        assert isinstance(got, Claim)
        assert got.turn == "tu_2"


def test_the_words_of_an_assistant_are_no_evidence():
    """A quote from an assistant's line is refused, the same words from a person are kept."""
    turns = [turn(1, "Try a chickpea curry tonight.", "assistant"), turn(2, "Thanks, that sounds fine to me.")]
    made = fact("Nora likes chickpea curry.", "Try a chickpea curry", predicate="likes")
    assert claim(turns, made) == "the quote is not in the turn"
    assert isinstance(claim([turns[0], turn(2, "Good. Try a chickpea curry tonight.")], made), Claim)


def test_an_answer_to_an_assistants_question_is_evidence():
    """The question gives the words, the person's answer the evidence."""
    turns = [turn(1, "Are you allergic to peanuts?", "assistant"), turn(2, "Yes, since I was little.")]
    got = claim(turns, fact("Nora is allergic to peanuts.", "Yes, since I was little"))
    assert isinstance(got, Claim)
    assert (got.turn, got.subject, got.subject_is_speaker) == ("tu_2", "Nora", True)


def test_pasted_text_is_not_what_the_person_says():
    """Code, quoted lines and our own fragments are no evidence."""
    for text in (
        "Look:\n```\nI moved to Graz in May.\n```\nWhat is wrong?",
        "> I moved to Graz in May.\nWhat does he mean?",
        "<persona>I moved to Graz in May.</persona> Hello there.",
    ):
        assert claim(text, fact("Nora moved to Graz.", "I moved to Graz")) == "the quote is not in the turn"


@pytest.mark.parametrize(
    ("said", "when", "valid", "invalid", "words"),
    [
        ("I moved to Graz last May.", "last May", When("2025-05", "month"), None, "last May"),
        ("I've kept bees since 2019.", "2019", When("2019", "year"), None, "since 2019"),
        ("I kept bees until 2019.", "until 2019", None, When("2019", "year"), "until 2019"),
        ("I bought the boat yesterday.", "Yesterday", When("2026-03-04", "day"), None, "yesterday"),
        ("I bought the boat last year, and yesterday I sold it.", "yesterday", When("2026-03-04", "day"), None, "yesterday"),
        ("I'm moving to Graz next month.", "next month", When("2026-04", "month"), None, "next month"),
        ("I moved to Graz.", "last May", None, None, ""),
        ("I moved to Graz last May.", "", None, None, ""),
        ("I moved to Graz ages ago.", "ages ago", None, None, ""),
        ("Me mudé a Graz en mayo de 2024.", "mayo de 2024", When("2024-05", "month"), None, "en mayo de 2024"),
    ],
)  # fmt: skip
def test_words_of_time_are_resolved_here_and_only_if_they_were_said(said, when, valid, invalid, words):
    """The model copies the words; what they mean is told from the turn's own time."""
    quote = said.rstrip(".")
    got = claim(said, fact(f"Nora said: {quote}.", quote, when=when), context=Context(user_name="Nora"))
    assert isinstance(got, Claim), got
    assert (valid, invalid, words) == (got.valid_at, got.invalid_at, got.when_said)


def test_without_a_time_of_its_own_a_turn_gives_no_dates():
    """Relative words need an anchor; without one nothing is made up."""
    got = claim("I moved to Graz last May.", fact("Nora moved to Graz.", "I moved to Graz", when="last May"), time="")
    assert isinstance(got, Claim)
    assert got.valid_at is None


@pytest.mark.parametrize(
    ("given", "kind", "aspect"),
    [
        ({"kind": "preference"}, "psyche", "preference"),
        ({"kind": "todo"}, "goal", "todo"),
        ({"kind": "psyche", "aspect": "value"}, "psyche", "value"),
        ({"kind": "goal"}, "goal", "task"),
        ({"kind": "nonsense"}, "fact", ""),
        ({"kind": ""}, "fact", ""),
        ({"kind": "fact", "predicate": "Prefers"}, "psyche", "preference"),
        ({"kind": "task", "predicate": "likes"}, "goal", "task"),
    ],
)
def test_kinds_become_those_of_the_vault(given, kind, aspect):
    """Fine kinds of the question become kind and aspect; for plain ones the vocabulary speaks."""
    got = claim("I like rye bread a lot.", fact("Nora likes rye bread.", "I like rye bread", **given))
    assert isinstance(got, Claim)
    assert (kind, aspect) == (got.kind, got.aspect)


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({"correction": "no"}, (False, False)),
        ({"correction": "changed"}, (True, False)),
        ({"correction": "never_true"}, (True, True)),
        ({"correction": "never true"}, (True, True)),
        ({"correction": "", "isCorrection": True}, (True, False)),
        ({"correction": "true"}, (True, False)),
        ({"correction": "false"}, (False, False)),
        ({"retracts": True}, (True, True)),
    ],
)
def test_corrections_say_whether_something_changed_or_was_never_so(given, expected):
    """The three answers of the question, and what other contracts call them."""
    got = claim("I never liked rye bread.", fact("Nora never liked rye bread.", "I never liked rye bread", **given))
    assert isinstance(got, Claim)
    assert expected == (got.is_correction, got.retracts)
    assert got.negated


def test_between_people_each_speaks_for_themselves():
    """First person is the speaker; a named other is somebody else; "the user" is the speaker where nobody is the user."""
    turns = [turn(1, "I play the oboe.", "other", "Ilse"), turn(2, "I play chess with Ilse.", "other", "Pavel")]
    context = Context()
    made = claim(turns, fact("Ilse plays the oboe.", "I play the oboe", subject="Ilse"), context=context)
    assert (made.subject, made.subject_is_speaker) == ("Ilse", True)
    made = claim(turns, fact("Ilse plays chess.", "I play chess with Ilse", subject="Ilse", turn=2), context=context)
    assert (made.subject, made.subject_is_speaker) == ("Ilse", False)
    made = claim(turns, fact("The user plays chess.", "I play chess with Ilse", subject="user"), context=context)
    assert (made.subject, made.subject_is_speaker) == ("Pavel", True)


def test_another_speakers_word_about_the_user_is_not_the_users_own():
    """Where the user takes part, "the user" in another's line is the user and not the speaker."""
    turns = [turn(1, "Hello everybody, good to see you."), turn(2, "Nora paints boats.", "other", "Ilse")]
    made = claim(turns, fact("Nora paints boats.", "Nora paints boats", subject="Nora", turn=2))
    assert (made.subject, made.subject_is_speaker, made.turn) == ("Nora", False, "tu_2")


def test_objects_are_names_that_were_said():
    """An object nobody mentioned, a pronoun, or the subject again is no object."""
    for named, expected in (("Graz", "Graz"), ("Vienna", ""), ("it", ""), ("Nora", ""), ("null", "")):
        got = claim("I moved to Graz.", fact("Nora moved to Graz.", "I moved to Graz", object=named))
        assert isinstance(got, Claim)
        assert expected == got.object


@pytest.mark.parametrize(
    ("given", "name"),
    [("Works at", "works_at"), ("doesn't eat", "eat"), ("no longer owns", "owns"), ("not", "not"), ("never_liked", "liked"), ("¿?", "states"), ("älter als", "älter_als")],
)  # fmt: skip
def test_predicates_are_written_as_the_vocabulary_writes_them(given, name):
    """Snake case in any script; a negation is no part of the name."""
    got = claim("I like rye bread a lot.", fact("Nora likes rye bread.", "I like rye bread", predicate=given))
    assert isinstance(got, Claim)
    assert name == got.predicate


def test_a_time_is_no_object():
    """The month somebody retired in is a time and not a thing."""
    made = fact("Nora retired in May.", "I retired in May", when="in May", object="May")
    got = claim("I retired in May.", made)
    assert isinstance(got, Claim)
    assert (got.object, got.valid_at) == ("", When("2025-05", "month"))


def test_other_scripts_have_statements_and_questions_too():
    """Full-width marks end sentences and ask; a few signs are enough for a quote."""
    said = "我住在格拉茨。你喜欢猫吗?"
    got = claim(said, fact("用户住在格拉茨。", "我住在格拉茨", subject="user"), context=Context())
    assert isinstance(got, Claim)
    assert (
        claim(said, fact("用户喜欢猫。", "你喜欢猫吗", subject="user"), context=Context())
        == "the quote is a question or a scrap"
    )


@pytest.mark.parametrize(
    ("said", "quote", "kept"),
    [
        ("I'm allergic to walnuts, what can I bake?", "I'm allergic to walnuts", True),
        ("Hello, since I'm allergic to walnuts, what can I bake?", "I'm allergic to walnuts", True),
        ("My oven is broken - what can I bake?", "My oven is broken", False),
        ("My oven is broken — what can I bake?", "My oven is broken", True),
        ("If I move to Graz, what changes?", "I move to Graz", False),
        ("When I move to Graz, where do I live, and how?", "I move to Graz", False),
        ("Am I allergic to walnuts, or what?", "I allergic to walnuts", False),
        ("What do you think, should I move to Graz?", "should I move to Graz", False),
        ("Soy alérgica a las nueces, ¿qué puedo comer?", "Soy alérgica a las nueces", True),
    ],
)
def test_a_statement_before_a_question_counts(said, quote, kept):
    """Part of a sentence that asks is a statement when it says "I" and stands before a comma."""
    span = next(occurrences(quote, said))
    assert states(said, span) is kept


@settings(max_examples=200, deadline=None)
@given(
    st.lists(st.text(max_size=60), min_size=1, max_size=4),
    st.fixed_dictionaries({name: st.one_of(st.text(max_size=30), st.sampled_from(["I like tea", "Nora", "tea"])) for name in fact("", "")}),
    st.data(),
)  # fmt: skip
def test_every_claim_passes_the_contract(texts, made, data):
    """Whatever a model says of whatever was said, a claim that comes out stands in its turn."""
    turns = [turn(i, f"{text} I like tea.") for i, text in enumerate(texts)]
    if data.draw(st.booleans()):
        said = turns[data.draw(st.integers(0, len(turns) - 1))].text
        start = data.draw(st.integers(0, len(said)))
        made = {**made, "quote": said[start : data.draw(st.integers(start, len(said)))], "subject": "I"}
    fields = fields_of(made)
    if not fields.get("text") or not fields.get("subject"):
        return
    for window in windows(turns, CONTEXT):
        got = Ground(window, people(turns, CONTEXT), CONTEXT).claim(fields)
        if isinstance(got, Claim):
            assert check_claim(got, {one.id: one for one in turns}) == ""


@given(st.text(max_size=50), st.text(max_size=50), st.text(min_size=1, max_size=20))
def test_an_occurrence_is_the_quote_but_for_space_and_marks(before, after, quote):
    """Every stretch found has the quote's words in their order."""
    text = f"{before} {quote} {after}"
    for span in occurrences(quote, text):
        assert 0 <= span.start <= span.end <= len(text)
        states(text, span)
    assert states("I like tea.", Span(0, 6))
    assert not states("I like?", Span(0, 6))
