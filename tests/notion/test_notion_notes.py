"""Claims about correction notes: what they are understood as, what they change, and when flag and notes go."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from notion_vault import Home

from persona_cli.core.model import Fact
from persona_cli.store.vault import Vault
from persona_cli.work.correct import Wanted as Correction
from persona_cli.work.correct import correct_fact
from persona_cli.work.notion.client import Notion
from persona_cli.work.refresh import reading
from persona_cli.work.review import decide
from persona_cli.work.undo import undo


def ingest(vault: Vault, *lines: str) -> None:
    """Take in what Ana said, by the rules."""
    import io
    import json

    from persona_cli.core.redact import redact
    from persona_cli.extract.rules.extractor import Rules
    from persona_cli.readers.contract import Options
    from persona_cli.work import ingest as work

    rows = [
        {"id": f"m{n}", "conversation": "c", "time": f"2026-0{n + 1}-05T10:00:00Z", "speaker": "Ana", "role": "user"}
        | {"text": line}
        for n, line in enumerate(lines)
    ]
    data = "".join(json.dumps(row) + "\n" for row in rows).encode()
    request = work.Request(paths=(None,), options=Options(), extractor=Rules(), source="talk")
    work.ingest(
        vault, request, io.BytesIO(data), progress=lambda *_: None, redact=lambda text: redact(text, key=b"k" * 32).text
    )


@pytest.fixture
def spoken(home: Home) -> Iterator[Home]:
    """What Ana said, not written by hand, with rows."""
    ingest(home.vault, "I live in Porto.", "My brother Luis works at Acme.")
    home.sync()
    yield home


def fact_on(home: Home, word: str) -> Fact:
    return next(fact for fact in home.facts() if word in fact.text)


def note(home: Home, word: str, notes: str) -> Fact:
    """Write notes on the row of the fact with a word, and sync."""
    fact = fact_on(home, word)
    home.space.edit(home.row(fact.id), review=True, notes=notes)
    home.sync()
    return home.fact(fact.id)


@pytest.mark.parametrize(
    "words", ["wrong", "This was never true.", "Not true!", "delete this", "no es cierto", "It's wrong"]
)
def test_a_verdict_takes_the_fact_back(spoken: Home, words: str) -> None:
    """The fact was never right: it is retracted on the person's word, and its row goes to the trash."""
    row = spoken.row(fact_on(spoken, "Porto").id)
    assert note(spoken, "Porto", words).retracted
    assert row["in_trash"]
    assert 0 == spoken.sync().writes


@pytest.mark.parametrize(
    ("words", "until"),
    [
        ("no longer true", "2026-11-30"),
        ("not any more", "2026-11-30"),
        ("until June 2026", "2026-06"),
        ("ended in July 2026", "2026-07"),
        ("I no longer live in Porto.", "2026-11-30"),
    ],
)
def test_an_ending_closes_the_fact(spoken: Home, words: str, until: str) -> None:
    """It was so, and is no more: the fact ends when the note says, or today, and the row says so."""
    fact = note(spoken, "Porto", words)
    assert (False, until) == (fact.retracted, str(fact.invalid_at))
    row = spoken.row(fact.id)
    assert ("{'name': 'ended'}", "False", "") == tuple(
        spoken.space.text(row, name) for name in ("Status", "Needs review", "Correction notes")
    )


@pytest.mark.parametrize(
    "words",
    [
        "I live in Lisbon now.",
        "Lisbon, not Porto",
        "Not Porto but Lisbon",
        "no, it's Lisbon",
        "Actually it is Lisbon.",
        "Porto -> Lisbon",
        "Ana lives in Lisbon",
    ],
)
def test_a_new_value_takes_the_place_of_the_old(spoken: Home, words: str) -> None:
    """The old fact ends where the new one begins; the new one has its object, and both have their rows."""
    old = note(spoken, "Porto", words)
    new = fact_on(spoken, "Lisbon")
    with reading(spoken.vault) as view:
        named = view.named([new.object])[new.object]
    assert ("Lisbon", old.subject, new.id) == (named, new.subject, old.closed_by)
    assert old.invalid_at is not None
    assert {"Ana lives in Porto.", new.text} < spoken.shown()
    assert not spoken.sync().partial


def test_what_should_have_been_otherwise_was_never_right(spoken: Home) -> None:
    """A note that it should be otherwise takes the old words back rather than ending them."""
    assert note(spoken, "Porto", "It should be Lisbon.").retracted
    assert "Ana lives in Lisbon." in spoken.texts()


@pytest.mark.parametrize("words", ["He works at Globex now.", "Luis works at Globex", "Globex, not Acme"])
def test_the_subject_of_a_note_is_that_of_its_row(spoken: Home, words: str) -> None:
    """A pronoun or the name means the row's own subject, and no second entity is made."""
    old = note(spoken, "Acme", words)
    new = fact_on(spoken, "Globex")
    assert (old.subject, old.predicate) == (new.subject, new.predicate)
    assert old.invalid_at is not None


def test_a_beginning_is_set(spoken: Home) -> None:
    """A note like "since 2019" says since when, and nothing else changes."""
    fact = note(spoken, "Porto", "since 2019")
    assert ("2019", None) == (str(fact.valid_at), fact.invalid_at)
    assert not spoken.sync().partial


def test_a_note_that_says_it_again_adds_evidence(spoken: Home) -> None:
    """A note that repeats the fact confirms it: nothing is closed, and the flag goes."""
    fact = note(spoken, "Porto", "I live in Porto.")
    assert (None, 2) == (fact.invalid_at, len(fact.evidence))
    assert "False" == spoken.space.text(spoken.row(fact.id), "Needs review")


def test_notes_are_kept_as_the_persons_own_words(spoken: Home) -> None:
    """The note is a turn of the user in an episode from notion, and the new fact rests on it."""
    note(spoken, "Porto", "I live in Lisbon now.")
    new = fact_on(spoken, "Lisbon")
    with reading(spoken.vault) as view:
        turn = view.turns([new.evidence[0].turn])[new.evidence[0].turn]
        episode = view.episode(turn.episode)
    assert episode is not None
    assert ("user", "Ana", "notion", "I live in Lisbon now.") == (turn.role, turn.speaker, episode.source, turn.text)


def test_a_note_on_a_hand_written_fact_waits(home: Home) -> None:
    """What a person wrote by hand is closed by no reading of words: the row stays flagged until they decide."""
    fact = home.remember("Ana lives in Porto.", predicate="lives_in", object="Porto")
    home.sync()
    home.space.edit(home.row(fact), review=True, notes="I live in Lisbon now.")
    assert home.sync().partial
    assert home.sync().partial
    assert (["protected"], "True") == (
        [item.reason for item in home.reviews()],
        home.space.text(home.row(fact), "Needs review"),
    )
    decide(home.vault, [home.reviews()[0].id], "accept")
    assert not home.sync().partial
    assert "False" == home.space.text(home.row(fact), "Needs review")
    assert any("Lisbon" in text for text in home.shown())


def test_a_discarded_correction_stays_flagged_and_is_told(home: Home) -> None:
    """It did not apply, so flag and notes stay, with the reason."""
    fact = home.remember("Ana lives in Porto.", predicate="lives_in", object="Porto")
    home.sync()
    home.space.edit(home.row(fact), review=True, notes="I live in Lisbon now.")
    home.sync()
    decide(home.vault, [home.reviews()[0].id], "discard")
    report = home.sync()
    assert "discarded in review" in report.listed[0].reason
    assert "True" == home.space.text(home.row(fact), "Needs review")


@pytest.mark.parametrize("words", ["hmm", "ask Luis about this", "¿?", "see the other row"])
def test_a_note_that_says_nothing_stays_and_is_told(spoken: Home, words: str) -> None:
    """Not understood is no guess: nothing changes, the flag and the words stay, and the run is done in part."""
    before = spoken.texts()
    fact = note(spoken, "Porto", words)
    report = spoken.sync()
    assert (True, before) == (report.partial, spoken.texts())
    assert "say nothing that can be taken as a correction" in report.failed[0][1]
    assert words == spoken.space.text(spoken.row(fact.id), "Correction notes")


def test_a_flag_without_notes_stays_and_is_told(spoken: Home) -> None:
    """Ticked, but nothing is said: the row is named, nothing is cleared."""
    fact = fact_on(spoken, "Porto")
    spoken.space.edit(spoken.row(fact.id), review=True)
    report = spoken.sync()
    assert (["waits"], 0, True) == ([a.do for a in report.listed], report.writes, report.partial)


def test_notes_without_a_flag_are_not_finished(spoken: Home) -> None:
    """A person may still be writing: nothing is taken before the row is ticked."""
    fact = fact_on(spoken, "Porto")
    spoken.space.edit(spoken.row(fact.id), notes="wrong")
    report = spoken.sync()
    assert (0, False, False) == (report.writes, report.partial, spoken.fact(fact.id).retracted)


def test_notes_are_applied_once_though_the_run_dies_before_the_flag_is_cleared(spoken: Home) -> None:
    """Recorded is recorded: the next run only clears the row."""
    from notion_parts import Fault

    from persona_cli.errors import RemoteError

    fact = fact_on(spoken, "Porto")
    spoken.space.edit(spoken.row(fact.id), review=True, notes="I live in Lisbon now.")
    spoken.space.faults = [Fault("PATCH", ".*", "401", code="unauthorized")]
    with pytest.raises(RemoteError):
        spoken.sync()
    with reading(spoken.vault) as view:
        before = len(view.catalog.operations())
    spoken.sync()
    with reading(spoken.vault) as view:
        assert before == len(view.catalog.operations())
    assert "False" == spoken.space.text(spoken.row(fact.id), "Needs review")
    assert 1 == sum("Lisbon" in text for text in spoken.texts())


def test_words_written_meanwhile_are_not_cleared(spoken: Home) -> None:
    """Notes that changed between reading and clearing stay, and are taken by the next run."""
    fact = fact_on(spoken, "Porto")
    row = spoken.row(fact.id)
    spoken.space.edit(row, review=True, notes="until June 2026")
    calls = []

    def later() -> None:
        calls.append(1)
        if len(calls) == 2:  # the look before clearing
            spoken.space.edit(row, notes="wrong")

    spoken.space.during = {"GET": later}
    spoken.sync()
    spoken.space.during = {}
    assert ("wrong", "True") == tuple(spoken.space.text(row, n) for n in ("Correction notes", "Needs review"))
    spoken.sync()
    assert spoken.fact(fact.id).retracted


def test_an_undone_correction_can_be_made_again(spoken: Home) -> None:
    """Undo takes the note's operation back; the same note on the row is then read anew."""
    fact = note(spoken, "Porto", "wrong")
    undo(spoken.vault, spoken.newest(), with_dependents=False, dry_run=False)
    spoken.sync()
    assert not spoken.fact(fact.id).retracted
    assert note(spoken, "Porto", "wrong").retracted


def test_secrets_and_private_spans_in_notes_are_not_kept(spoken: Home) -> None:
    """Notes are cleaned like everything that is read."""
    fact = fact_on(spoken, "Porto")
    spoken.space.edit(spoken.row(fact.id), review=True, notes="<private>I live in Lisbon now.</private>")
    report = spoken.sync()
    assert "nothing that may be kept" in report.failed[0][1]
    assert not any("Lisbon" in text for text in spoken.texts())


def test_long_notes_are_read_to_their_end(spoken: Home) -> None:
    """Notes of many pieces come cut off in a list; what counts may stand at the end."""
    fact = fact_on(spoken, "Porto")
    row = spoken.row(fact.id)
    pieces = ["I live "] + [""] * 40 + ["in Lisbon now."]
    content = [{"type": "text", "text": {"content": piece, "link": None}} for piece in pieces]
    row["values"][spoken.space.column("Correction notes")] = {"type": "rich_text", "rich_text": content}
    spoken.space.edit(row, review=True)
    spoken.sync()
    assert any("Lisbon" in text for text in spoken.texts())
    assert "" == spoken.space.text(row, "Correction notes")


def test_a_note_and_an_edit_on_one_row_are_both_heeded(spoken: Home) -> None:
    """The note is applied as the person's word, the edited cell waits as a proposal."""
    fact = fact_on(spoken, "Acme")
    spoken.space.edit(spoken.row(fact.id), review=True, notes="since 2019", predicate="employed_by")
    spoken.sync()
    assert ("2019", ["foreign"]) == (str(spoken.fact(fact.id).valid_at), [item.reason for item in spoken.reviews()])


def test_a_failing_extractor_leaves_the_row_for_the_next_run(spoken: Home) -> None:
    """A model without an answer is no answer: the row stays flagged, other rows are still done."""
    from notion_vault import quiet

    from persona_cli.extract.contract import Extraction
    from persona_cli.work.notion.plan import Wanted
    from persona_cli.work.notion.run import Means, Request, sync

    class Failing:
        name = "failing"

        def extract(self, turns, context) -> Extraction:
            return Extraction((), failed=tuple(turn.id for turn in turns))

    fact = fact_on(spoken, "Porto")
    spoken.space.edit(spoken.row(fact.id), review=True, notes="I live in Lisbon now.")
    correct_fact(spoken.vault, fact_on(spoken, "Acme").id, Correction(to="Luis works at Initech."), dry_run=False)
    notion = Notion(spoken.server.key(), timing=spoken.space.clock.timing, base_url=spoken.server.url)
    report = sync(spoken.vault, notion, Request(Wanted()), Means(Failing(), quiet, quiet, quiet))
    notion.close()
    assert "the extractor gave no answer" in report.failed[0][1]
    assert "Luis works at Initech." in spoken.shown()
    spoken.sync()
    assert any("Lisbon" in text for text in spoken.texts())
