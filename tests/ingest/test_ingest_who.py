"""Who is who: the person by any of their names, and labels that stay nobody until somebody says who they are."""

from __future__ import annotations

import json

import pytest
from exports import persona, take
from hypothesis import given
from hypothesis import strategies as st

from persona_cli.core.model import USER_ENTITY
from persona_cli.core.nameless import nameless
from persona_cli.work import refresh

LABELS = [
    "Speaker 1", "SPEAKER_00", "speaker", "Speaker A", "Participant 12", "Unknown", "Unknown speaker", "Guest 2", "Sprecher 3", "Hablante 1",
    "+44 20 7946 0018", "+1 (555) 010-0199", "\u202a+49\u00a0151\u00a00000000\u202c", "0151-0000000", "5550100", "Deleted Account",
    "U024BE7LH", "Anonymous", "user12345",
]  # fmt: skip
NAMES = [
    "Mara",
    "Ben Archer",
    "Guest House",
    "Speakerman",
    "Agent 99",
    "R2D2",
    "José",
    "李雷",
    "mara@example.org",
    "Uwe",
    "BENNY",
    "Unknown Mortal Orchestra",
]


@pytest.mark.parametrize("name", LABELS)
def test_a_label_is_nobody(name):
    """Labels of transcripts, telephone numbers and account ids tell nobody's name."""
    assert nameless(name)


@pytest.mark.parametrize("name", NAMES)
def test_a_name_is_somebody(name):
    """Names are names, also unusual ones."""
    assert not nameless(name)


@given(st.text(alphabet=st.characters(categories=["Lu", "Ll"], include_characters=" -'"), min_size=1, max_size=30))
def test_what_has_a_figure_less_name_is_rarely_a_label(text):
    """Without a digit only the listed words are labels, each alone or before one letter."""
    assert not nameless(f"Zz{text}")


def meeting(speaker: str) -> str:
    return f"{speaker}: I work at Larkspur Mills.\n\nBen: I live in Tartu.\n\n{speaker}: I like plums.\n\nBen: Fine.\n"


def known(vault):
    """Names of all entities, and the subjects of all facts."""
    with refresh.reading(vault) as view:
        names = {name for entity in view.entities() for name in (entity.name, *entity.aliases)}
        return names, {fact.subject for fact in view.facts()}, view.named(fact.subject for fact in view.facts())


@pytest.mark.parametrize("label", ["Speaker 1", "Unknown", "+44 20 7946 0018"])
def test_a_label_never_becomes_an_entity(vault, tmp_path, label):
    """Its turns are kept, and no fact or entity comes of them; those of a named speaker do become facts."""
    rows = [
        (label, "I work at Larkspur Mills."),
        ("Ben", "I live in Tartu."),
        (label, "My sister Carla lives in Vigo."),
    ]
    path = tmp_path / "talk.jsonl"
    path.write_text(
        "".join(
            json.dumps({"id": str(n), "conversation": "c", "speaker": who, "role": "other", "text": text}) + "\n"
            for n, (who, text) in enumerate(rows)
        )
    )

    report = take(vault, path)

    names, _, subjects = known(vault)
    assert 3 == report.turns
    assert ["Ben"] == list(subjects.values())
    assert label not in names


def test_nobody_by_that_label_is_spoken_of(vault, tmp_path):
    """Not even the person makes somebody of `Speaker 2` by speaking of them."""
    path = tmp_path / "talk.jsonl"
    path.write_text(
        json.dumps(
            {"id": "1", "conversation": "c", "role": "user", "text": "I work with Speaker 2. Speaker 2 lives in Vigo."}
        )
        + "\n"
    )

    take(vault, path)

    assert not any("speaker" in name.casefold() for name in known(vault)[0])


def test_a_mapping_gives_a_label_a_name(vault, tmp_path):
    """With `--speakers` the label is somebody, here another person and the person themselves."""
    path = tmp_path / "meeting.txt"
    path.write_text(meeting("Speaker 1"))
    mapping = tmp_path / "speakers.txt"
    mapping.write_text("# who they were\nSpeaker 1 = Carla\nBen = Mara Holt\n")

    done = persona(vault.root, "ingest", path, "--speakers", mapping, "--me", "Mara Holt", "--at", "2026-03-05")

    assert 0 == done.returncode, done.stderr
    with refresh.reading(vault) as view:
        said = {(view.named([f.subject])[f.subject], f.predicate) for f in view.facts()}
    assert {("Carla", "works_at"), ("Mara Holt", "lives_in")} <= said


@pytest.mark.parametrize("name", ["Mara Holt", "mara holt", "Mara", "mara@example.org", "+49 151 0000000"])
def test_the_person_is_known_by_each_of_their_names(vault, tmp_path, name):
    """Name, alias and handles of the identity all mean the person; no second entity is made."""
    identity = {"user_name": "Mara Holt", "aliases": ["Mara"], "handles": ["mara@example.org", "+49 151 0000000"]}
    (vault.root / "persona.yaml").write_text(json.dumps({"format": 1, "identity": identity}))
    path = tmp_path / "WhatsApp Chat with Ben.txt"
    path.write_text(
        f"28/02/2026, 10:00 - {name}: I work at Larkspur Mills.\n28/02/2026, 10:01 - Ben: Really?\n28/02/2026, 10:02 - {name}: Yes.\n"
    )

    assert 0 == persona(vault.root, "ingest", path).returncode

    names, subjects, _ = known(vault)
    assert {USER_ENTITY} == subjects
    assert not names & {"mara@example.org", "+49 151 0000000"}


def test_a_word_for_the_user_is_no_name(vault, tmp_path):
    """`--me User` points at the speaker of a transcript; nobody is called that from then on."""
    path = tmp_path / "chat.txt"
    path.write_text("User: I work at Larkspur Mills.\nAssistant: Noted.\n")
    said = persona(vault.root, "ingest", path, "--me", "User")
    assert (said.returncode, "You are called" in said.stderr) == (0, False)
    assert persona(vault.root, "config", "identity.user_name").stdout == "identity.user_name = \n"


def test_me_is_asked_once(vault, tmp_path):
    """`--me` names the person for this run, and for all later ones where nothing was known of them."""
    path = tmp_path / "WhatsApp Chat with Ben.txt"
    path.write_text("28/02/2026, 10:00 - Mara: I work at Larkspur Mills.\n28/02/2026, 10:01 - Ben: I live in Tartu.\n")
    assert 0 == persona(vault.root, "ingest", path, "--me", "Mara").returncode
    path.write_text("28/02/2026, 11:00 - Mara: I like plums.\n28/02/2026, 11:01 - Ben: Fine.\n")
    assert 0 == persona(vault.root, "ingest", path).returncode

    with refresh.reading(vault) as view:
        mine = [fact.predicate for fact in view.facts() if fact.subject == USER_ENTITY]
    assert {"works_at", "likes"} <= set(mine)


CREW = """05/03/2026, 09:12 - Mara: I work at Larkspur Mills.
05/03/2026, 09:15 - Tom: I am allergic to cats.
05/03/2026, 09:16 - Mara: I love trail running.
28/03/2026, 09:17 - Mara: My sister Ida is a nurse.
"""


def waiting(vault):
    """The open review items: their reasons."""
    with refresh.reading(vault) as view:
        return [item.reason for item in view.reviews()]


def test_a_namesake_in_a_group_is_one_question(vault, tmp_path):
    """A speaker whose name is like the person's is somebody of their own: one question, whatever they say."""
    (vault.root / "persona.yaml").write_text(json.dumps({"format": 1, "identity": {"user_name": "Mara Holt"}}))
    path = tmp_path / "WhatsApp Chat with Crew.txt"
    path.write_text(CREW)
    assert 0 == persona(vault.root, "remember", "Mara Holt likes tea").returncode
    assert 0 == persona(vault.root, "ingest", path, "--date-order", "dmy").returncode

    assert ["duplicate"] == waiting(vault)
    with refresh.reading(vault) as view:
        item = view.reviews()[0].id
        assert {"likes"} == {fact.predicate for fact in view.facts() if fact.subject == USER_ENTITY}

    assert 0 == persona(vault.root, "review", "--accept", item).returncode
    path.write_text(CREW + "09/04/2026, 10:00 - Mara: I live in Porto.\n")
    assert 0 == persona(vault.root, "ingest", path, "--date-order", "dmy").returncode

    assert [] == waiting(vault)
    with refresh.reading(vault) as view:
        mine = {fact.predicate for fact in view.facts() if fact.subject == USER_ENTITY}
    assert {"works_at", "lives_in", "likes"} <= mine


def discord(tmp_path, nickname):
    messages = [
        (1, "mara_k", nickname, "I work at Larkspur Mills."),
        (2, "tomw", "Tom", "I am allergic to cats."),
        (3, "mara_k", nickname, "My sister Ida is a nurse."),
    ]
    records = [
        {
            "id": str(number),
            "type": "Default",
            "timestamp": f"2026-03-05T10:0{number}:00+00:00",
            "content": text,
            "author": {"id": f"9{len(name)}", "name": name, "nickname": shown},
        }
        for number, name, shown, text in messages
    ]
    whole = {"guild": {"id": "1", "name": "Crew"}, "channel": {"id": "2", "name": "general"}, "messages": records}
    path = tmp_path / "crew.json"
    path.write_text(json.dumps(whole))
    return path


@pytest.mark.parametrize(
    ("nickname", "called"),
    [("Mara Holt", "Mara Holt"), ("mara ⛰", ""), ("xX_mara_Xx", ""), ("Jan van der Berg", "Jan van der Berg")],
)
def test_a_handle_finds_the_person_and_a_certain_name_comes_from_the_source(vault, tmp_path, nickname, called):
    """`--me` with a handle names nobody: it is kept as a handle, and the source's name is taken where it is one."""
    done = persona(vault.root, "ingest", discord(tmp_path, nickname), "--me", "mara_k")

    assert 0 == done.returncode, done.stderr
    settings = persona(vault.root, "config", "identity", "--json").stdout
    assert json.loads(settings)["settings"]["identity.user_name"] == called
    assert json.loads(settings)["settings"]["identity.handles"] == ["mara_k"]
    with refresh.reading(vault) as view:
        mine = {fact.predicate for fact in view.facts() if fact.subject == USER_ENTITY}
        assert {called or "User"} == {entity.name for entity in view.entities() if entity.id == USER_ENTITY}
    assert "works_at" in mine
    assert [] == waiting(vault)


@pytest.mark.parametrize("me", ["mara@holt.example", "+49 151 0000000", "@mara", "mara_k", "mara#1234"])
def test_an_address_is_no_name(vault, tmp_path, me):
    """An address, a number or a handle becomes one of the identity's handles."""
    path = tmp_path / "note.txt"
    path.write_text("I work at Larkspur Mills.")

    done = persona(vault.root, "ingest", path, "--me", me)

    assert (0, False) == (done.returncode, "You are called" in done.stderr)
    shown = json.loads(persona(vault.root, "identity", "show", "--json").stdout)
    assert ("", [me]) == (shown["user_name"], shown["handles"])


def test_two_whom_a_source_calls_the_user_are_not_the_person(vault, tmp_path):
    """Where several speakers have the role "user" each is somebody of their own."""
    rows = [("Ana", "I work at Larkspur Mills."), ("Ben", "I live in Tartu.")]
    path = tmp_path / "talk.jsonl"
    path.write_text(
        "".join(
            json.dumps({"id": str(n), "conversation": "c", "speaker": who, "role": "user", "text": text}) + "\n"
            for n, (who, text) in enumerate(rows)
        )
    )

    take(vault, path)

    assert USER_ENTITY not in known(vault)[1]
