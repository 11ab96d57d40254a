"""Damaged files give problems, never exceptions: each sample is cut, flipped and spliced, and read by every reader."""

from __future__ import annotations

import gzip
import io
import sys
import zipfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

sys.path.insert(0, str(Path(__file__).parent))

from golden import samples

from persona_cli.errors import Problem
from persona_cli.readers.contract import Draft, Message, Options
from persona_cli.readers.entry import read_path
from persona_cli.readers.table import formats

BYTES = {
    name: [path.read_bytes() for path in samples() if path.parent.name == name and path.is_file()]
    + [
        path.read_bytes()
        for folder in samples()
        if folder.parent.name == name and folder.is_dir()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    ]
    for name, _ in formats()
}
BITS = [b"\0", b"\xff", b"\n", b"\r\n", b'"', b"{", b"}", b"[", b"]", b",", b":", b"\\", b"\\ud800", b"null", b"1e999"]
BITS += [
    b"> ",
    b"---\n",
    b"0000-00-00",
    b"9999-12-31T23:59:59-23:59",
    b"From x Thu Mar  5 10:00:00 2026\n",
    b"<![",
    b"``` ",
]
OPTIONS = Options(zone="Pacific/Apia", me=frozenset({"mara"}), all_branches=True)


@st.composite
def damaged(draw, wholes):
    """One of the files after up to six injuries."""
    data = draw(st.sampled_from(wholes))
    for _ in range(draw(st.integers(1, 6))):
        at = draw(st.integers(0, len(data)))
        how = draw(st.sampled_from(["cut", "drop", "flip", "insert", "repeat"]))
        if how == "cut":
            data = data[:at]
        elif how == "drop":
            data = data[:at] + data[at + draw(st.integers(1, 40)) :]
        elif how == "flip" and at < len(data):
            data = data[:at] + bytes([data[at] ^ draw(st.integers(1, 255))]) + data[at + 1 :]
        elif how == "insert":
            data = data[:at] + draw(st.sampled_from(BITS)) + data[at:]
        else:
            data = data[:at] + data[max(0, at - draw(st.integers(1, 80))) :]
    return data


def exhaust(data: bytes, name: str) -> None:
    """Read it all; everything must be of the contract and writable as UTF-8."""
    for _, item in read_path(None, io.BytesIO(data), OPTIONS, name):
        assert isinstance(item, (Draft, Problem))
        if isinstance(item, Draft):
            item.title.encode()
            for message in item.messages:
                assert isinstance(message, (Message, Problem))
                if isinstance(message, Message):
                    assert message.text or message.quoted
                    f"{message.text}{message.quoted}{message.speaker}{message.source_id}{message.reply_to}".encode()


@pytest.mark.parametrize("name", sorted(BYTES))
def test_a_damaged_file_raises_nothing(name):
    """A damaged file raises nothing, whether its reader is asked for or chosen."""

    @settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
    @given(damaged(BYTES[name]), st.booleans())
    def run(data, chosen):
        exhaust(data, "" if chosen else name)

    run()


def test_a_damaged_archive_raises_nothing():
    """A zip or gzip file that was cut, flipped or spliced raises nothing."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as target:
        for number, (name, contents) in enumerate(BYTES.items()):
            if contents and number < 6:
                target.writestr(f"{name}/a.json", contents[0] * 3)
    wholes = [packed.getvalue(), gzip.compress(BYTES["messages"][0] * 5)]

    @settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
    @given(st.data())
    def run(data):
        exhaust(data.draw(damaged(wholes)), "")

    run()


@pytest.mark.parametrize("name", sorted(BYTES))
def test_a_reader_takes_files_of_every_other_format(name):
    """A reader takes files of every other format without raising."""
    for others in BYTES.values():
        for data in others:
            exhaust(data, name)
