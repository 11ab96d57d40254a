"""The vector store: nearest first, crash-safe, and plain about damage."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from persona_cli.errors import DamagedError
from persona_cli.index.vectors import Vectors, VectorWriter, read_head


def unit(*rows: tuple[float, ...]) -> np.ndarray:
    made = np.array(rows, np.float32)
    return made / np.linalg.norm(made, axis=1, keepdims=True)


def write(folder: Path, numbers: list[int], rows: np.ndarray, *, model: str = "m") -> None:
    with VectorWriter(folder, model=model, dim=rows.shape[1]) as writer:
        writer.append(numbers, rows, seen=max(numbers) + 1)
        writer.commit()


def random_rows(count: int, dim: int = 64, seed: int = 0) -> np.ndarray:
    return unit(*np.random.default_rng(seed).standard_normal((count, dim)))


def test_the_nearest_document_is_first_by_its_best_passage(tmp_path: Path) -> None:
    """A document of several passages has the score of the nearest one."""
    write(tmp_path, [0, 1, 1], unit((1, 0.2), (0, 1), (1, 0)))
    found = Vectors(tmp_path).search(np.array([1, 0], np.float32))
    assert [number for number, _ in found] == [1, 0]
    assert found[0][1] == pytest.approx(1.0, abs=0.01)


def test_bytes_rank_like_floats(tmp_path: Path) -> None:
    """Rows kept as bytes give the ranking of exact cosines, but for near ties."""
    rows, query = random_rows(3000), random_rows(1, seed=1)[0]
    write(tmp_path, list(range(3000)), rows)
    exact = set(np.argsort(-(rows @ query))[:20].tolist())
    assert len(exact & {n for n, _ in Vectors(tmp_path).search(query, limit=20)}) >= 18


def test_rows_of_several_writers_add_up(tmp_path: Path) -> None:
    """What a later writer adds stands beside what was there."""
    write(tmp_path, [0], unit((1, 0)))
    write(tmp_path, [1], unit((0, 1)))
    store = Vectors(tmp_path)
    assert (store.head.rows, store.head.next_number, store.verify()) == (2, 2, True)
    assert store.search(np.array([0, 1], np.float32))[0][0] == 1


def test_rows_without_commit_are_cut_off(tmp_path: Path) -> None:
    """After a crash between writing and committing, readers see the old state and the next writer starts from it."""
    write(tmp_path, [0], unit((1, 0)))
    with VectorWriter(tmp_path, model="m", dim=2) as writer:
        writer.append([7, 8], unit((0, 1), (1, 1)), seen=9)
    assert [n for n, _ in Vectors(tmp_path).search(np.array([1, 1], np.float32))] == [0]
    write(tmp_path, [1], unit((0, 1)))
    store = Vectors(tmp_path)
    assert (store.head.rows, store.verify()) == (2, True)
    assert store.search(np.array([0, 1], np.float32))[0][0] == 1


@settings(max_examples=25, deadline=None)
@given(cut=st.integers(0, 200), extra=st.binary(max_size=40))
def test_whatever_a_crash_leaves_behind_the_committed_rows_stay(
    tmp_path_factory: pytest.TempPathFactory, cut: int, extra: bytes
) -> None:
    """Torn bytes behind the committed rows of any file change nothing."""
    folder = tmp_path_factory.mktemp("torn")
    write(folder, [0, 1], unit((1, 0), (0, 1)))
    before = Vectors(folder).search(np.array([1, 0], np.float32))
    for name in ("rows.i8", "scales.f4", "numbers.u4"):
        with (folder / name).open("ab") as file:
            file.write(b"\xff" * cut + extra)
    assert Vectors(folder).search(np.array([1, 0], np.float32)) == before
    write(folder, [2], unit((1, 1)))
    assert Vectors(folder).verify()


def test_a_missing_or_short_file_is_damage(tmp_path: Path) -> None:
    """Files shorter than their head says are refused by readers and writers, never read as zeros."""
    write(tmp_path, [0, 1], unit((1, 0), (0, 1)))
    (tmp_path / "rows.i8").write_bytes(b"\x01")
    with pytest.raises(DamagedError):
        Vectors(tmp_path)
    with pytest.raises(DamagedError):
        VectorWriter(tmp_path, model="m", dim=2)
    (tmp_path / "head.json").write_text("[]")
    with pytest.raises(DamagedError):
        read_head(tmp_path)


def test_a_flipped_bit_is_found_by_the_check(tmp_path: Path) -> None:
    """One changed bit in the rows is told by their checksum."""
    write(tmp_path, [0, 1], unit((1, 0), (0, 1)))
    data = bytearray((tmp_path / "rows.i8").read_bytes())
    data[0] ^= 1
    (tmp_path / "rows.i8").write_bytes(data)
    assert not Vectors(tmp_path).verify()


def test_another_model_starts_anew(tmp_path: Path) -> None:
    """Rows of two models are never mixed."""
    write(tmp_path, [0], unit((1, 0)))
    write(tmp_path, [5], unit((0, 1)), model="other")
    head = read_head(tmp_path)
    assert head is not None
    assert (head.model, head.rows) == ("other", 1)


def test_rows_that_say_nothing_are_left_out(tmp_path: Path) -> None:
    """A text without known words has no row, but counts as seen; rows that are not numbers are refused."""
    with VectorWriter(tmp_path, model="m", dim=2) as writer:
        writer.append([0, 1], np.array([[0, 0], [0, 1]], np.float32), seen=2)
        with pytest.raises(ValueError, match="finite"):
            writer.append([2], np.array([[np.nan, 0]], np.float32), seen=3)
        writer.commit()
    assert (Vectors(tmp_path).head.rows, Vectors(tmp_path).head.next_number) == (1, 2)


@pytest.mark.parametrize("query", [[0, 0], [np.nan, 1], [np.inf, 1], [1, 2, 3]])
def test_a_query_without_meaning_finds_nothing(tmp_path: Path, query: list[float]) -> None:
    """Zeros, numbers that are none, and other dimensions find nothing."""
    write(tmp_path, [0], unit((1, 0)))
    assert Vectors(tmp_path).search(np.array(query, np.float32)) == []


def test_an_empty_store_finds_nothing(tmp_path: Path) -> None:
    """A store that was made and never filled is no damage."""
    with VectorWriter(tmp_path, model="m", dim=2) as writer:
        writer.commit()
    assert Vectors(tmp_path).search(np.array([1, 0], np.float32)) == []
