"""The next export of the same account adds only what is new; what the source changed or left out is told, not done."""

from __future__ import annotations

import json
from itertools import permutations

import pytest
from exports import EXPORTS, TALK, Said, export, large, logs, persona, reviews, take, turns

from persona_cli.store import vault as vaults
from persona_cli.work import refresh
from persona_cli.work.check import check
from persona_cli.work.review import decide
from persona_cli.work.undo import undo

NAMED = [kind for kind in EXPORTS if kind != "text"]  # whose messages have ids, their own or from their content
MORE = [Said(6, "Ben", "Good for them."), Said(7, "Mara", "And I bake with the rest.")]


@pytest.mark.parametrize("kind", EXPORTS)
def test_a_grown_export_adds_only_what_is_new(vault, tmp_path, kind):
    """Of a second, longer export the new messages are recorded, in their place, and nothing else."""
    take(vault, export(tmp_path, kind, TALK))
    report = take(vault, export(tmp_path, kind, [*TALK, *MORE]))

    assert (2, 0, 0) == (report.turns, report.changed, report.gone)
    assert [said.text for said in (*TALK, *MORE)] == turns(vault)
    assert check(vault) == []


@pytest.mark.parametrize("kind", EXPORTS)
def test_the_same_export_again_changes_no_byte(vault, tmp_path, kind):
    """Neither in the same place nor as a copy elsewhere."""
    path = export(tmp_path, kind, TALK)
    take(vault, path)
    before = logs(vault)
    (tmp_path / "elsewhere").mkdir()

    report = take(vault, path, export(tmp_path / "elsewhere", kind, TALK))

    assert before == logs(vault)
    assert (0, 0, 0, []) == (report.turns, report.changed, report.gone, report.operations)


@pytest.mark.parametrize("kind", NAMED)
def test_an_edited_message_is_proposed_once(vault, tmp_path, kind):
    """Its new words wait with the old ones beside them, and have no effect; read again, they are not proposed again."""
    take(vault, export(tmp_path, kind, TALK))
    edited = [*TALK[:2], TALK[2]._replace(text="They lay 9 eggs a day."), *TALK[3:]]

    report = take(vault, export(tmp_path, kind, edited))

    (item,) = reviews(vault)
    assert ("changed", "They lay 9 eggs a day.", "They lay 7 eggs a day.") == (
        item.reason,
        item.proposal["text"],
        item.proposal["quote"],
    )
    assert (0, 1, 1) == (report.turns, report.changed, report.facts["proposed"])
    assert [said.text for said in TALK] == turns(vault)
    before = logs(vault)
    again = take(vault, export(tmp_path, kind, edited))
    assert before == logs(vault)
    assert (1, 0) == (again.changed, again.facts["proposed"])


@pytest.mark.parametrize("kind", ["native", "whatsapp", "mbox"])
def test_accepting_an_edit_records_the_new_wording_beside_the_old(vault, tmp_path, kind):
    """It becomes a turn of the same episode, right after the old one, and the export is then known as a whole."""
    take(vault, export(tmp_path, kind, TALK))
    edited = [*TALK[:2], TALK[2]._replace(text="They lay 9 eggs a day."), *TALK[3:]]
    take(vault, export(tmp_path, kind, edited))

    (decided,) = decide(vault, [reviews(vault)[0].id], "accept")

    assert decided.done
    said = [said.text for said in TALK]
    assert [*said[:3], "They lay 9 eggs a day.", *said[3:]] == turns(vault)
    report = take(vault, export(tmp_path, kind, edited))
    assert (0, 0, 0, []) == (report.turns, report.changed, report.gone, report.operations)
    assert check(vault) == []


def test_a_discarded_edit_is_not_asked_about_again(vault, tmp_path):
    """The person said no; only other words still would be a question."""
    take(vault, export(tmp_path, "native", TALK))
    path = export(tmp_path, "native", [TALK[0]._replace(text="I keep 13 hens."), *TALK[1:]])
    take(vault, path)
    decide(vault, [reviews(vault)[0].id], "discard")

    take(vault, path)
    assert [] == reviews(vault)
    take(vault, export(tmp_path, "native", [TALK[0]._replace(text="I keep 14 hens."), *TALK[1:]]))
    assert ["I keep 14 hens."] == [item.proposal["text"] for item in reviews(vault)]


@pytest.mark.parametrize("kind", NAMED)
def test_a_message_deleted_at_the_source_is_told_and_kept(vault, tmp_path, kind):
    """An export that lacks a message, while later ones are there, changes nothing; the count says so."""
    take(vault, export(tmp_path, kind, [*TALK, *MORE]))
    before = logs(vault)

    report = take(vault, export(tmp_path, kind, [*TALK[:2], *TALK[3:], *MORE]))

    assert before == logs(vault)
    assert (0, 1) == (report.turns, report.gone)


@pytest.mark.parametrize("kind", NAMED)
def test_an_export_of_a_part_lacks_nothing(vault, tmp_path, kind):
    """One that begins later or ends earlier says nothing of what lies outside it."""
    take(vault, export(tmp_path, kind, [*TALK, *MORE]))

    for part in (TALK[2:], TALK[:3], TALK[1:4]):
        assert 0 == take(vault, export(tmp_path, kind, part)).gone


def test_many_drafts_in_one_file_each_tell_what_they_lack(vault, tmp_path):
    """Messages of two conversations, interleaved and over several batches: exactly the deleted ones are counted."""

    def row(n: int) -> str:
        said = {
            "id": f"m{n}",
            "conversation": f"c{n // 7 % 2}",
            "role": "assistant",
            "time": f"2026-03-05T10:{n // 60 % 60:02}:{n % 60:02}Z",
        }
        return json.dumps({**said, "speaker": "assistant", "text": f"line {n}"}) + "\n"

    path = tmp_path / "talk.jsonl"
    path.write_text("".join(map(row, range(1400))))
    take(vault, path)
    path.write_text("".join(row(n) for n in range(1400) if n not in (3, 710, 711, 1201)))

    assert 4 == take(vault, path).gone


def test_a_person_is_told_of_both(vault, tmp_path):
    """The command says how many messages read otherwise now and how many are missing, and counts them as JSON."""
    take(vault, export(tmp_path, "native", TALK))
    path = export(tmp_path, "native", [TALK[0]._replace(text="I keep 13 hens."), *TALK[2:]])

    done = persona(vault.root, "ingest", "--json", path)

    assert 0 == done.returncode
    report = json.loads(done.stdout)
    assert (1, 1, 1) == (report["changed_turns"], report["missing_turns"], report["facts"]["proposed"])
    assert "1 known message read otherwise now" in done.stderr
    assert "1 known message stood in the source before" in done.stderr
    listed = persona(vault.root, "review", "--list", "--reason", "changed").stdout
    assert "I keep 13 hens." in listed
    assert "I keep 12 hens behind the barn." in listed


def test_an_undone_import_is_read_again_whole(vault, tmp_path):
    """What was remembered of a large file does not outlive the import it was remembered from."""
    path = tmp_path / "talk.jsonl"
    path.write_bytes(large(60))
    assert 60 == take(vault, path).turns
    assert (0, 60) == ((again := take(vault, path)).turns, again.known)
    undo(vault, "", with_dependents=False, dry_run=False)

    assert (60, []) == ((report := take(vault, path)).turns, report.problems)
    assert 60 == len(turns(vault))


def test_what_is_remembered_of_large_files_only_saves_time(vault, tmp_path):
    """Without `.persona/` a large file is read again, to the same end; with it, it is not even parsed."""
    path = tmp_path / "talk.jsonl"
    path.write_bytes(large(60))
    take(vault, path)
    before, seen = logs(vault), []

    passed_over = take(vault, path, progress=seen.append)
    (vault.local / "ingested.json").unlink()
    read = take(vault, path, progress=seen.append)

    assert (before, 60, 60) == (logs(vault), passed_over.known, read.known)
    assert 1 == len(seen)  # the batch of the second alone


def test_another_wish_is_another_reading(vault, tmp_path):
    """A large file that was read is read anew when it is to be read otherwise."""
    path = tmp_path / "talk.jsonl"
    path.write_bytes(large(60))
    take(vault, path)
    path.write_bytes(large(60, "the end"))
    assert 1 == take(vault, path).changed
    assert 1 == len(reviews(vault))
    seen = []

    take(vault, path, me=frozenset({"ben"}), progress=seen.append)

    assert seen


PARTS = [TALK[:2], TALK[2:4], [TALK[4], *MORE]]


@pytest.mark.parametrize("kind", ["native", "whatsapp", "telegram", "mbox"])
def test_turns_follow_their_time_whatever_the_order_of_import(memory_path, make_world, kind):
    """Three parts of a conversation, read in each of their orders, stand in one episode in the order they were said."""
    expected = [said.text for said in (*TALK, *MORE)]
    for number, order in enumerate(permutations(PARTS)):
        vault = vaults.create(memory_path / str(number), make_world().around)
        for part in order:
            take(vault, export(memory_path, kind, part))
        assert expected == turns(vault), order


def test_interleaved_parts_stand_in_order(vault, tmp_path):
    """Every other message first, the rest afterwards: each of the late ones finds its place by its time."""
    every = [Said(n, "Ben", f"line {n}") for n in range(12)]
    for part in (every[1::2], every[::2]):
        take(vault, export(tmp_path, "native", part))

    assert [said.text for said in every] == turns(vault)


def test_episodes_follow_each_other_in_time_whatever_the_order_of_import(memory_path, make_world):
    """PREVIOUS and NEXT of the exported graph say what came before, not what was read before."""
    days = ["2026-03-07", "2026-03-05", "2026-03-06"]
    chains = []
    for number, order in enumerate((days, sorted(days))):
        vault = vaults.create(memory_path / str(number), make_world().around)
        for day in order:
            path = memory_path / f"{day}.jsonl"
            path.write_text(
                json.dumps(
                    {"id": day, "conversation": day, "time": f"{day}T10:00:00Z", "role": "user", "text": f"On {day}."}
                )
                + "\n"
            )
            take(vault, path)
        done = persona(vault.root, "graph-export", "--format", "json", "--with", "episodes")
        assert 0 == done.returncode, done.stderr
        graph = json.loads(done.stdout)
        time = {node["id"]: node["time"][:10] for node in graph["nodes"] if node.get("time")}
        chains.append(
            sorted((time[link["source"]], time[link["target"]]) for link in graph["links"] if link["label"] == "NEXT")
        )

    assert chains[0] == chains[1] == [("2026-03-05", "2026-03-06"), ("2026-03-06", "2026-03-07")]


def test_accepted_edits_survive_a_rebuilt_index(vault, tmp_path):
    """Where the turns stand follows from the logs alone."""
    take(vault, export(tmp_path, "native", TALK[2:]))
    take(vault, export(tmp_path, "native", TALK))
    take(vault, export(tmp_path, "native", [TALK[0]._replace(text="I keep 13 hens."), *TALK[1:]]))
    decide(vault, [reviews(vault)[0].id], "accept")
    before = turns(vault)
    with refresh.rebuilding(vault):
        pass

    assert before == turns(vault)
    assert [TALK[0].text, "I keep 13 hens.", *(said.text for said in TALK[1:])] == before
