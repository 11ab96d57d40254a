"""Files, folders, archives and standard input become inputs safely: bounded, without links, nothing extracted."""

from __future__ import annotations

import gzip
import io
import json
import os
import stat
import time
import zipfile

import pytest

from persona_cli.errors import Problem, UsageError
from persona_cli.readers import archive
from persona_cli.readers.contract import Draft, Options
from persona_cli.readers.entry import read_path
from persona_cli.readers.table import READERS, formats

LINE = '{"id": "1", "conversation": "c", "speaker": "Me", "role": "user", "text": "kept"}\n'

PLAIN = Options()


def collected(path=None, data=None, options=PLAIN, name=""):
    """Texts with their paths, and the problems."""
    texts, problems = [], []
    for place, item in read_path(path, io.BytesIO(data) if data is not None else None, options, name):
        if isinstance(item, Problem):
            problems.append(str(item))
            continue
        for message in item.messages:
            if isinstance(message, Problem):
                problems.append(str(message))
            else:
                texts.append((place, message.text))
    return texts, problems


def test_standard_input_is_named_by_a_dash():
    """Standard input is read whole and named `-`."""
    assert collected(data=LINE.encode()) == ([("-", "kept")], [])


def test_an_archive_on_standard_input_is_read():
    """A zip archive on standard input is read like a file."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as target:
        target.writestr("a.jsonl", LINE)
    assert collected(data=data.getvalue()) == ([("-/a.jsonl", "kept")], [])


def test_a_missing_file_is_a_problem(tmp_path):
    """A file that is not there is a problem and no exception."""
    texts, problems = collected(tmp_path / "none.txt")
    assert (texts, len(problems)) == ([], 1)
    assert "cannot be read" in problems[0]


def test_a_folder_is_walked_in_order_without_links_and_hidden_entries(tmp_path):
    """A folder's files come sorted; links, hidden files and media are left out."""
    for name in ("b.jsonl", "a/z.jsonl", ".hidden.jsonl", ".git/x.jsonl", ".persona/x.jsonl"):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(LINE)
    (tmp_path / "photo.jpg").write_bytes(b"\xff\xd8\xff")
    (tmp_path / "users.json").write_text("[]")
    outside = tmp_path.parent / "outside.jsonl"
    outside.write_text(LINE)
    (tmp_path / "link.jsonl").symlink_to(outside)
    (tmp_path / "loop").symlink_to(tmp_path)
    texts, problems = collected(tmp_path)
    assert [str(tmp_path / "a/z.jsonl"), str(tmp_path / "b.jsonl")] == [place for place, _ in texts]
    assert problems == []


@pytest.mark.skipif(os.geteuid() == 0, reason="the superuser may read everything")
def test_a_folder_without_rights_is_a_problem(tmp_path):
    """A folder that may not be read is a problem, the rest is done."""
    closed = tmp_path / "closed"
    closed.mkdir()
    (tmp_path / "open.jsonl").write_text(LINE)
    closed.chmod(0)
    try:
        texts, problems = collected(tmp_path)
    finally:
        closed.chmod(stat.S_IRWXU)
    assert (len(texts), len(problems)) == (1, 1)


def test_an_unknown_format_or_zone_is_a_usage_error(tmp_path):
    """An unknown format and an unknown zone are told as wrong usage."""
    with pytest.raises(UsageError):
        collected(data=b"x", name="no-such")
    with pytest.raises(UsageError):
        collected(data=b"x", options=Options(zone="Mars/Base"))


def zipped(path, members):
    """An archive of names and contents."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as target:
        for name, content in members:
            target.writestr(name, content)
    return path


def test_no_member_leaves_its_place(tmp_path):
    """Members with absolute or climbing names and links are told and not read."""
    link = zipfile.ZipInfo("link.jsonl")
    link.external_attr = (stat.S_IFLNK | 0o777) << 16
    members = [("../up.jsonl", LINE), ("/etc/abs.jsonl", LINE), ("c:\\x.jsonl", LINE), (link, "/etc/passwd")]
    texts, problems = collected(zipped(tmp_path / "a.zip", [*members, ("ok.jsonl", LINE)]))
    assert [str(tmp_path / "a.zip") + "/ok.jsonl"] == [place for place, _ in texts]
    assert len(members) == len(problems)


def test_a_bomb_is_refused_by_its_ratio(tmp_path):
    """A member that grows a thousandfold is refused, the others are read."""
    texts, problems = collected(zipped(tmp_path / "a.zip", [("bomb.txt", b"0" * 10_000_000), ("ok.jsonl", LINE)]))
    assert (len(texts), len(problems)) == (1, 1)
    assert "times its size" in problems[0]


def test_too_many_members_are_refused(tmp_path, monkeypatch):
    """An archive with more members than are allowed is refused whole."""
    monkeypatch.setattr(archive, "MAX_MEMBERS", 3)
    texts, problems = collected(zipped(tmp_path / "a.zip", [(f"{n}.jsonl", LINE) for n in range(4)]))
    assert (texts, len(problems)) == ([], 1)


def test_an_archive_within_an_archive_is_read_but_no_deeper(tmp_path):
    """An archive within an archive is read; one within that is only told."""
    inner = zipped(tmp_path / "inner.zip", [("x.jsonl", LINE)])
    middle = zipped(tmp_path / "middle.zip", [("inner.zip", inner.read_bytes()), ("y.jsonl", LINE)])
    outer = zipped(tmp_path / "outer.zip", [("middle.zip", middle.read_bytes())])
    texts, problems = collected(outer)
    assert [str(outer) + "/middle.zip/y.jsonl"] == [place for place, _ in texts]
    assert len(problems) == 1


def test_a_damaged_archive_gives_what_can_be_read(tmp_path):
    """A cut archive is a problem; one with a damaged member gives the others."""
    whole = zipped(tmp_path / "a.zip", [("a.jsonl", LINE * 2000), ("b.jsonl", LINE)]).read_bytes()
    (tmp_path / "cut.zip").write_bytes(whole[: len(whole) // 2])
    assert len(collected(tmp_path / "cut.zip")[1]) == 1
    at = whole.index(b"a.jsonl") + 60
    (tmp_path / "hurt.zip").write_bytes(whole[:at] + bytes(20) + whole[at + 20 :])
    texts, problems = collected(tmp_path / "hurt.zip")
    assert (str(tmp_path / "hurt.zip") + "/b.jsonl", "kept") in texts
    assert problems


def test_an_office_document_is_told_as_such(tmp_path):
    """A .docx is told to be an office document, not read as an archive of conversations."""
    _, problems = collected(
        zipped(tmp_path / "a.bin", [("[Content_Types].xml", "<x/>"), ("word/document.xml", "<x/>")])
    )
    assert "office document" in problems[0]


def test_a_gzip_file_is_read_and_a_cut_one_told(tmp_path):
    """A gzip file is read as what it holds; a cut one gives a problem."""
    data = gzip.compress(LINE.encode() * 3000)
    (tmp_path / "a.jsonl.gz").write_bytes(data)
    assert len(collected(tmp_path / "a.jsonl.gz")[0]) == 3000
    (tmp_path / "cut.gz").write_bytes(data[:-20])
    assert len(collected(tmp_path / "cut.gz")[1]) == 1


def test_a_line_of_fifty_megabytes_is_skipped_with_its_number():
    """A line of 50 MB is a problem with its line, in JSON lines and in text; the others are read."""
    long = b'{"text": "' + b"x" * 50_000_000 + b'"}\n'
    texts, problems = collected(data=LINE.encode() + long + LINE.encode())
    assert (len(texts), problems) == (2, ["-:2: line longer than 32 MB, skipped"])
    texts, problems = collected(data=b"Me: one\n" + b"x" * 50_000_000 + b"\nClaude: two\n")
    assert ([text for _, text in texts], problems) == (["one", "two"], ["-:2: line longer than 4 MB, skipped"])


def test_a_record_of_fifty_megabytes_in_an_array_is_skipped():
    """A record of 50 MB within an array is a problem, the next record is read."""
    data = b'[{"role": "user", "content": "' + b"x" * 50_000_000 + b'"},\n{"role": "user", "content": "after"}]'
    texts, problems = collected(data=data)
    assert ([text for _, text in texts], len(problems)) == (["after"], 1)


def test_a_draft_left_unread_does_not_hinder_the_next():
    """A caller may leave a draft's messages unread; the next draft is right all the same."""
    data = (LINE + LINE.replace('"c"', '"d"')).encode()
    drafts = [item.conversation for _, item in read_path(None, io.BytesIO(data), Options()) if isinstance(item, Draft)]
    assert drafts == ["c", "d"]


def test_formats_are_listed_by_name():
    """Every reader has a name of its own and a description, and is listed."""
    names = [name for name, _ in formats()]
    assert sorted(set(names)) == names
    assert len(READERS) == len(names)
    assert all(about for _, about in formats())


def test_a_name_that_is_no_text_is_no_hindrance(tmp_path):
    """A file whose name is not UTF-8 is read, and nothing made of its name is unwritable."""
    path = tmp_path / os.fsdecode(b"WhatsApp Chat with \xff.txt")
    path.write_text("13/03/2026, 10:00 - Ann: one\n")
    drafts = [item for _, item in read_path(tmp_path, None, PLAIN) if isinstance(item, Draft)]
    assert len(drafts) == 1
    f"{drafts[0].conversation}{drafts[0].title}".encode()


def test_the_day_in_a_files_name_dates_its_text(tmp_path):
    """The day in the name of a text file dates it, unless a date was given."""
    path = tmp_path / "journal_2026-03-05.txt"
    path.write_text("I planted beans.")
    for given, expected in (("", "2026-03-05T00:00:00Z"), ("2026-04-01T00:00:00Z", "2026-04-01T00:00:00Z")):
        drafts = [item for _, item in read_path(path, None, Options(at=given)) if isinstance(item, Draft)]
        assert [expected] == [draft.time for draft in drafts]


@pytest.mark.parametrize("depth", [100, 900, 5000])
def test_what_is_nested_too_deeply_hinders_nothing_else(depth):
    """Content, blocks and mails within each other without end are read as far as sensible; the rest goes on."""
    after = '{"role": "user", "content": "after"}\n'
    lists = '{"role": "user", "content": ' + "[" * depth + '"deep"' + "]" * depth + "}\n"
    blocks = '{"role": "user", "content": ' + '{"content": ' * depth + '"deep"' + "}" * depth + "}\n"
    texts, _ = collected(data=(lists + blocks + after).encode(), name="messages")
    assert "after" in [text for _, text in texts]
    parts = "".join(f"Content-Type: multipart/mixed; boundary=b{n}\n\n--b{n}\n" for n in range(depth))
    mail = f"From a@b Thu Mar 05 10:00:00 2026\nFrom: a@b.c\nMessage-ID: <1@x>\nDate: Thu, 05 Mar 2026 10:00:00 +0000\n{parts}\n\n"
    texts, _ = collected(data=(mail + mail.partition("Content")[0] + "\nafter\n").encode(), name="mbox")
    assert [text for _, text in texts] == ["after"]


@pytest.mark.parametrize("name", [name for name, _ in formats()])
def test_no_text_takes_quadratic_time(name):
    """Openings that are repeated without an end are read in a time that grows with their length alone."""
    for piece in ("[[", "](", "<@", "12:00:00 From a to ", "<v ", "<!--", "\ue200", " \n", "> ", "On 1 wrote "):
        content = piece * 6000
        wrapped = json.dumps([{"role": "user", "content": content, "ts": "1772704800.000200", "type": "message"}])
        for text in (content, wrapped, f"From: a@b\nMessage-ID: <1@x>\n\n{content}", f"5/3/26, 9:15 PM - A: {content}"):
            begun = time.process_time()
            collected(data=text.encode(), name=name)
            assert time.process_time() - begun < 1.5


@pytest.mark.parametrize(
    ("head", "told"),
    [
        (b"SQLite format 3\0" + bytes(200), "imessage-exporter"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(200), "save a mail as .eml"),
        (b"%PDF-1.7\n%\xe2\xe3", "give its text"),
        (b"{\\rtf1\\ansi Hello}", "save it as plain text"),
        (b"BEGIN:VCALENDAR\r\nSUMMARY:Dentist\r\n", "a calendar"),
        (b"\xef\xbb\xbfBEGIN:VCARD\r\nFN:Ana Ruiz\r\n", "an address book"),
    ],
)
def test_what_is_no_conversation_is_told_with_what_to_give_instead(head, told):
    """A database, an Outlook message, a PDF and their like are no text: it is said what to give instead."""
    texts, problems = collected(data=head)
    assert (texts, len(problems)) == ([], 1)
    assert told in problems[0]


def test_a_conflicts_copy_in_an_archive_is_told(tmp_path):
    """The copy that a program made of a file changed in two places is told and not read; one alone is read."""
    copy = "a.sync-conflict-20260304-101112-ABCDEF7.jsonl"
    members = [("v/a.jsonl", LINE), (f"v/{copy}", LINE), ("w/b (conflicted copy 2026-03-04).jsonl", LINE)]
    texts, problems = collected(zipped(tmp_path / "a.zip", members))
    assert (len(texts), len(problems)) == (2, 1)
    assert copy in problems[0]


def test_pipes_and_devices_in_a_folder_are_passed_over(tmp_path):
    """A folder with a pipe in it is read without waiting for anybody to write into it."""
    os.mkfifo(tmp_path / "a.jsonl")
    (tmp_path / "b.jsonl").write_text(LINE)
    assert collected(tmp_path) == ([(str(tmp_path / "b.jsonl"), "kept")], [])


@pytest.mark.parametrize("kind", ["encrypted", "method"])
def test_a_member_that_cannot_be_opened_is_told(tmp_path, kind):
    """An encrypted member, or one packed in an unknown way, is told; the others are read."""
    data = bytearray(zipped(tmp_path / "a.zip", [("a.jsonl", LINE), ("b.jsonl", LINE)]).read_bytes())
    for mark, flags, method in ((b"PK\x03\x04", 6, 8), (b"PK\x01\x02", 8, 10)):
        at = data.index(mark)
        data[at + (flags if kind == "encrypted" else method)] = 1 if kind == "encrypted" else 77
    (tmp_path / "a.zip").write_bytes(data)
    texts, problems = collected(tmp_path / "a.zip")
    assert (len(texts), len(problems)) == (1, 1)
    assert "a.jsonl" in problems[0]


@pytest.mark.parametrize("name", [name for name, _ in formats()])
def test_nesting_ten_thousand_deep_is_told_or_skipped(name):
    """Ten thousand openings within each other end no reader."""
    for piece in (b"[", b'{"a":', b'{"mapping":', b'[{"messages":', b'{"chat_messages":['):
        collected(data=piece * 10_000, name=name)
        collected(data=b'[{"id": "1", "text": ' + piece * 10_000 + b"}]", name=name)


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
def test_an_encoding_with_a_mark_is_read_in_every_format(encoding):
    """The same chat in UTF-8 or UTF-16 with a mark, with either end of line, has the same messages."""
    for text in (
        "13/03/2026, 10:00 - Ána: één\n13/03/2026, 10:01 - Bo: två\n",
        LINE,
        '[{"role": "user", "text": "é"}]',
    ):
        mark = "\ufeff" if encoding.endswith(("le", "be")) else ""
        plain = collected(data=text.encode())
        assert plain[0]
        assert collected(data=(mark + text).encode(encoding)) == plain
        assert collected(data=(mark + text).replace("\n", "\r\n").encode(encoding)) == plain
