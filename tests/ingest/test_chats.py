"""Exports without ids are the chat they are, whatever the file is called, and no two chats are taken for one."""

from __future__ import annotations

import zipfile
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from exports import logs, take

from persona_cli.work import refresh

BEGIN = datetime(2026, 1, 13, 9)  # noqa: DTZ001  # as a phone writes it
TOPICS = ["hens", "the barn", "a new roof", "plums", "the market", "eggs", "rain", "the fence"]


def rows(who: str, count: int = 40, *, start: int = 0) -> list[tuple[datetime, str, str]]:
    """A chat with somebody, a few messages a day."""
    talk = []
    for number in range(start, count):
        topic = TOPICS[number % len(TOPICS)]
        speaker = who if number % 3 else "Mara"
        talk.append(
            (BEGIN + timedelta(hours=7 * number), speaker, f"{who} and {topic} today, {'again ' * (number % 5)}yes")
        )
    return talk


def android(talk: list[tuple[datetime, str, str]]) -> str:
    return "".join(f"{time:%d/%m/%Y, %H:%M} - {who}: {text}\n" for time, who, text in talk)


def iphone(talk: list[tuple[datetime, str, str]], title: str = "") -> str:
    notice = (
        f"[{BEGIN:%d/%m/%Y, %H:%M:%S}] {title}: \u200eMessages and calls are end-to-end encrypted.\n" if title else ""
    )
    return notice + "".join(f"[{time:%d/%m/%Y, %H:%M:%S}] {who}: {text}\n" for time, who, text in talk)


def signal(talk: list[tuple[datetime, str, str]]) -> str:
    return "".join(f"[{time:%Y-%m-%d, %H:%M}] {who}: {text}\n" for time, who, text in talk)


def imessage(talk: list[tuple[datetime, str, str]]) -> str:
    return "".join(f"{time:%b %d, %Y  %I:%M:%S %p}\n{who}\n{text}\n\n" for time, who, text in talk)


def written(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


def zipped(path: Path, text: str) -> Path:
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("_chat.txt", text)
    return path


def chats(vault) -> dict[str, int]:
    """The chats of a vault, with how many turns each has."""
    with refresh.reading(vault) as view:
        sql = "SELECT conversation, COUNT(*) FROM turns JOIN episodes ON episodes.id = turns.episode GROUP BY 1"
        found: dict[str, int] = {}
        for name, count in view.base.execute(sql):
            chat = name.partition("/20")[0]
            found[chat] = found.get(chat, 0) + count
    return found


NAMES = [
    "WhatsApp Chat with Ana (1).txt",
    "WhatsApp Chat with Ana(2).txt",
    "Chat de WhatsApp con Ana.txt",
    "x/y/export.txt",
]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("start", [0, 15])
def test_the_next_export_has_another_name(vault, tmp_path, name, start):
    """It adds only what is new, also where it begins later."""
    take(vault, written(tmp_path / "WhatsApp Chat with Ben.txt", android(rows("Ben"))))
    take(vault, written(tmp_path / "WhatsApp Chat with Ana.txt", android(rows("Ana"))))

    report = take(vault, written(tmp_path / name, android(rows("Ana", 50, start=start))))

    assert (10, 40 - start) == (report.turns, report.known)
    assert {"whatsapp/Ana": 50, "whatsapp/Ben": 40} == chats(vault)


def test_the_next_export_begins_earlier_under_another_name(vault, tmp_path):
    """Of a longer export only what came before is new."""
    take(vault, written(tmp_path / "WhatsApp Chat with Ana.txt", android(rows("Ana", 400, start=300))))
    report = take(vault, written(tmp_path / "backup.txt", android(rows("Ana", 400))))

    assert (300, 100) == (report.turns, report.known)
    assert {"whatsapp/Ana": 400} == chats(vault)


@pytest.mark.parametrize("write", [android, iphone, signal, imessage])
def test_a_copy_elsewhere_changes_no_byte(vault, tmp_path, write):
    """The same file under another name, in another folder or in an archive, is known."""
    take(vault, written(tmp_path / "Ana.txt", write(rows("Ana"))))
    before = logs(vault)

    reports = [
        take(vault, written(tmp_path / "x" / "Something else.txt", write(rows("Ana")))),
        take(vault, zipped(tmp_path / "WhatsApp Chat - Ana B.zip", write(rows("Ana")))),
    ]

    assert [0, 0] == [report.turns for report in reports]
    assert before == logs(vault)


def test_a_bare_chat_file_is_named_by_its_first_line(vault, tmp_path):
    """`_chat.txt` of an iPhone, unpacked anywhere, is the chat its archive is."""
    take(vault, written(tmp_path / "Downloads" / "_chat.txt", iphone(rows("Ana"), "Ana")))
    report = take(vault, zipped(tmp_path / "WhatsApp Chat - Ana.zip", iphone(rows("Ana", 45), "Ana")))

    assert 5 == report.turns
    assert {"whatsapp/Ana": 46} == chats(vault)


@pytest.mark.parametrize("apart", [False, True])
def test_two_chats_of_one_name_stay_two(vault, tmp_path, apart):
    """Two people called Ana, exported into two folders, at once or one after the other, now and the next time."""
    other = [(time + timedelta(minutes=3), who, text.replace("today", "tomorrow")) for time, who, text in rows("Ana")]
    paths = [
        written(tmp_path / folder / "WhatsApp Chat with Ana.txt", android(talk))
        for folder, talk in (("a", rows("Ana")), ("b", other))
    ]
    for part in [[path] for path in paths] if apart else [paths]:
        take(vault, *part)

    assert [40, 40] == sorted(chats(vault).values())
    more = [*other, (other[-1][0] + timedelta(hours=1), "Ana", "and one more of the other Ana")]
    report = take(vault, written(tmp_path / "c" / "WhatsApp Chat with Ana.txt", android(more)))
    assert (1, 40) == (report.turns, report.known)
    assert [40, 41] == sorted(chats(vault).values())


def test_greetings_sent_to_everybody_glue_nothing(vault, tmp_path):
    """The same words to two people in the same minute, and an answer each."""
    greetings = [
        (BEGIN + timedelta(minutes=n), "Mara", f"Happy new year to you and yours, {'ho ' * n}") for n in range(3)
    ]
    for who in ("Ana", "Ben", "Cleo"):
        answers = [(BEGIN + timedelta(minutes=n), who, f"Thanks from {who}, {'and ' * n} more") for n in range(4)]
        talk = sorted([*greetings, *answers])
        take(vault, written(tmp_path / f"WhatsApp Chat with {who}.txt", android(talk)))

    assert {"whatsapp/Ana": 7, "whatsapp/Ben": 7, "whatsapp/Cleo": 7} == chats(vault)


def test_parts_of_a_chat_under_one_name_are_one(vault, tmp_path):
    """Files of different times and one name go on, as they always did."""
    for start, end in ((0, 20), (30, 50), (20, 30)):
        take(vault, written(tmp_path / "WhatsApp Chat with Ana.txt", android(rows("Ana", end, start=start))))

    assert {"whatsapp/Ana": 50} == chats(vault)


def test_both_names_in_one_run_are_read_once(vault, tmp_path):
    """A folder with the same chat under several names."""
    folder = tmp_path / "exports"
    for name in ("WhatsApp Chat with Ana.txt", "WhatsApp Chat with Ana(1).txt", "older/chat of ana.txt"):
        written(folder / name, android(rows("Ana")))

    assert 40 == take(vault, folder).turns


def test_a_moved_note_is_known_and_goes_on(vault, tmp_path):
    """A note in another folder, or under another name, is the same note; what was added is new."""
    body = "# Hens\n\nI keep hens.\n\n- [ ] mend the fence\n\nThey lay well in spring.\n\nThe roof leaks.\n"
    take(vault, written(tmp_path / "notes" / "Hens.md", body))
    before = logs(vault)

    moved = take(vault, written(tmp_path / "archive" / "Hens.md", body))
    renamed = take(vault, written(tmp_path / "archive" / "Hens and roof.md", body))
    grown = take(vault, written(tmp_path / "barn" / "Hens.md", body + "\nA fox came by.\n"))

    assert (0, 0, 1) == (moved.turns, renamed.turns, grown.turns)
    assert before != logs(vault)
    assert ["notes/notes/Hens"] == list(chats(vault))
