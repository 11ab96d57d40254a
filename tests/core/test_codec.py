"""Lines: canonical, checksummed, and nothing gets through that was changed."""

from __future__ import annotations

import json
import math
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from persona_cli.core.codec import MAX_LINE, base32, decode_line, derived_id, encode_line, well_formed
from persona_cli.core.event import TYPES, Event, event_of, operation_of

LINE = encode_line(
    {"v": 1, "type": "turn", "id": "tn_a", "op": "op_a", "n": 2, "text": "Tea — “green”, 3 cups\u2028\x85\x0b"}
)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**64 - 1) | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(exclude_categories=["Cs"])),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=12,
)  # fmt: skip
RECORDS = st.dictionaries(
    st.text(min_size=1, max_size=6).filter(lambda key: key != "crc"), VALUES, min_size=1, max_size=6
)


@given(RECORDS)
def test_a_line_gives_back_the_record_it_was_made_of(record):
    """Encoding and decoding give the same record, with its keys in the same order."""
    clean = json.loads(json.dumps({well_formed(k): v for k, v in record.items()}))

    found = decode_line(encode_line(record))

    assert list(found) == [well_formed(key) for key in record]
    assert {k: v for k, v in found.items() if not isinstance(v, (dict, list))} == {
        k: v for k, v in clean.items() if not isinstance(v, (dict, list))
    }
    assert encode_line(found) == encode_line(record)


def test_every_flipped_bit_is_noticed():
    """No single changed bit of a line leaves a line that is read."""
    for place in range(len(LINE)):
        for bit in range(8):
            changed = bytearray(LINE)
            changed[place] ^= 1 << bit
            for line in bytes(changed).split(b"\n"):
                if line:
                    with pytest.raises(ValueError):
                        decode_line(line)


def test_every_cut_is_noticed():
    """No beginning of a line is read as a line, save the whole one without its newline."""
    for end in range(1, len(LINE) - 1):
        with pytest.raises(ValueError):
            decode_line(LINE[:end])
    assert decode_line(LINE[:-1]) == decode_line(LINE)


def test_the_checksum_stands_where_the_format_says():
    """The last member is the CRC-32 of all bytes before its comma, in eight lower-case digits."""
    head, trailer = LINE.rsplit(b',"crc":"', 1)

    assert trailer == b'%08x"}\n' % zlib.crc32(head)
    assert LINE.count(b"\n") == 1


def test_digits_of_the_checksum_are_compared_as_bytes():
    """A checksum in capitals is another line, not the same."""
    upper = LINE[:-11] + LINE[-11:-3].upper() + LINE[-3:]

    assert upper != LINE
    with pytest.raises(ValueError, match="checksum"):
        decode_line(upper)


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf, 2**64, -(2**63) - 1, {"deep": [math.nan]}, 10**400])
def test_numbers_that_json_cannot_carry_are_refused(value):
    """NaN, infinities and integers over 64 bits are refused before anything is written."""
    with pytest.raises(ValueError):
        encode_line({"v": 1, "x": value})


def test_what_json_does_not_have_is_refused():
    """A value of a type that JSON lacks, or nested beyond measure, is refused with the same error."""
    deep: list = []
    for _ in range(2000):
        deep = [deep]
    for value in (object(), deep):
        with pytest.raises(ValueError):
            encode_line({"x": value})


@pytest.mark.parametrize("value", [-(2**63), 2**63 - 1, 2**64 - 1, 0.1, 5e-324, 1.7976931348623157e308])
def test_numbers_within_bounds_survive(value):
    """Integers of 64 bits and every finite float come back exactly."""
    assert decode_line(encode_line({"x": value})) == {"x": value}


@pytest.mark.parametrize("bad", [b"NaN", b"Infinity", b"-Infinity", b'"\\ud800"', b"01", b"[1,]"])
def test_what_is_no_json_is_refused_under_a_true_checksum(bad):
    """A right checksum does not make bad JSON good."""
    head = b'{"v":1,"x":%s' % bad
    with pytest.raises(ValueError):
        decode_line(b'%s,"crc":"%08x"}' % (head, zlib.crc32(head)))


def test_lone_surrogates_are_replaced():
    """Half a character becomes the replacement character, in keys and values, however deep."""
    found = decode_line(encode_line({"x": "a\ud800b", "y": [{"k\udfff": "\ud83d\ude00"}]}))

    assert found == {"x": "a\ufffdb", "y": [{"k\ufffd": "😀"}]}


@pytest.mark.parametrize(
    "separator", ["\u2028", "\u2029", "\x85", "\x0b", "\x0c", "\x1c", "\x1d", "\x1e", "\r", "\n", "\r\n"]
)
def test_no_separator_in_a_text_ends_the_line(separator):
    """Whatever some programs take for the end of a line stays inside one record."""
    line = encode_line({"text": f"one{separator}two"})

    assert line.index(b"\n") == len(line) - 1
    assert decode_line(line) == {"text": f"one{separator}two"}


def test_a_line_over_the_limit_is_refused():
    """A record too long for one line is refused in both directions."""
    with pytest.raises(ValueError, match="limit"):
        encode_line({"text": "x" * MAX_LINE})
    with pytest.raises(ValueError, match="long"):
        decode_line(b"x" * (MAX_LINE + 1))


def test_the_keys_of_an_event_are_in_the_published_order():
    """Header first, then the fields of its type as the table lists them, then what is not known; empty ones are left out."""
    body = {
        "later_field": [1],
        "text": "Hello",
        "episode": "ep_a",
        "position": 0,
        "zone": "",
        "speaker": "Ana",
        "quoted": None,
    }

    record = Event("turn", "tn_a", body, "op_a", 3).record()

    assert list(record) == ["v", "type", "id", "op", "n", "episode", "position", "speaker", "text", "later_field"]


@given(st.sampled_from(sorted(TYPES)), RECORDS, st.integers(0, 2**62 - 1))
def test_unknown_fields_survive(kind, body, n):
    """What a line holds beyond what is known of its type is kept when it is written again."""
    body = {k: v for k, v in body.items() if k not in ("v", "type", "id", "op", "n", "crc")}
    event = Event(kind, "x", {well_formed(k): v for k, v in body.items()}, "op_a", n)

    again = event_of(decode_line(encode_line(event.record())))

    assert encode_line(again.record()) == encode_line(event.record())


def test_unknown_types_and_versions_survive():
    """An event of a type or version of the future is read and written again byte for byte."""
    line = encode_line(
        {"v": 9, "type": "dream", "id": "dr_a", "op": "op_a", "n": 1, "colour": "blue", "depth": {"a": [1.5]}}
    )

    event = event_of(decode_line(line))

    assert encode_line(event.record()) == line
    assert event.target == "dr_a"


@pytest.mark.parametrize(
    "record",
    [
        {"type": "turn", "id": "a", "op": "b", "n": 1},
        {"v": "1", "type": "turn", "id": "a", "op": "b", "n": 1},
        {"v": 1, "type": "turn", "id": 7, "op": "b", "n": 1},
        {"v": 1, "type": "turn", "id": "a", "op": "b", "n": -1},
        {"v": 1, "type": "turn", "id": "a", "op": "b", "n": 2**63},
    ],
)
def test_an_event_without_a_sound_header_is_bad_data(record):
    """A header that lacks a field, or holds one of the wrong type or size, is refused with words."""
    with pytest.raises(ValueError, match=r"\w"):
        event_of(record)


@pytest.mark.parametrize(
    "change", [{"seq": 2**63}, {"clock": "7"}, {"device": 3}, {"time": None}, {"counts": {"facts": "x"}}, {"counts": 4}]
)
def test_an_operation_with_a_wrong_field_is_bad_data(change):
    """A commit record is taken whole or not at all."""
    body = {"device": "d", "seq": 1, "clock": 1, "time": "2026-01-01T00:00:00Z", "command": "x"}
    assert operation_of(Event("operation", "op_a", body, "op_a")).seq == 1

    with pytest.raises(ValueError, match="operation"):
        operation_of(Event("operation", "op_a", body | change, "op_a"))
    with pytest.raises(ValueError, match="format 2"):
        operation_of(Event("operation", "op_a", body, "op_a", v=2))


def test_derived_ids_depend_on_their_parts_alone():
    """The same parts give the same id, shifted parts another; ids use digits that cannot be misread."""
    assert derived_id("tn", "a", "b") == "tn_" + derived_id("tn", "a", "b")[3:]
    assert derived_id("tn", "a", "b") != derived_id("tn", "ab", "") != derived_id("tn", "", "ab")
    assert len(derived_id("tn", "a")) == 19
    assert set(base32(2**80 - 1, 16) + base32(12345678901234567890, 16)) <= set("0123456789abcdefghjkmnpqrstvwxyz")
    assert derived_id("tn", "half \ud800") == derived_id("tn", "half ?")
