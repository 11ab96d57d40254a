"""Keeps vectors of passages on disk as int8 rows and finds the nearest ones by reading them in blocks.

A folder holds `rows.i8` (a row of `dim` bytes a passage), `scales.f4` (its scale), `numbers.u4` (its document) and
`head.json`, which is written last, by rename, and alone says how many rows count. What lies behind that count after a
crash is cut off by the next writer. Rows are only ever added; a document that is gone is simply not asked for.

Scores do not depend on the order of the rows: a question's vector is rounded to whole numbers so small that every
sum of products is a whole number that float32 holds exactly.
"""

from __future__ import annotations

import json
import math
import os
import zlib
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Self

from persona_cli.errors import DamagedError

if TYPE_CHECKING:  # for the type checker alone: numpy costs 100 ms at run time
    import numpy as np
    from numpy.typing import NDArray

FORMAT = 2
_FILES = {"rows.i8": "|i1", "scales.f4": "<f4", "numbers.u4": "<u4"}
_BLOCK = 8192  # rows made float32 at a time: 8 MB at 256 dimensions
_HINT = "run 'persona reindex'"
_EXACT = 2**24  # whole numbers up to it are exact in float32
_TOP = 127  # of a byte


@dataclass(frozen=True, slots=True)
class Head:
    """What the files are: of which model and how far they count."""

    model: str
    dim: int
    rows: int = 0
    next_number: int = 0  # documents below it have been seen, whether or not they gave a row
    checksums: tuple[int, int, int] = (0, 0, 0)  # CRC-32 of each file up to `rows`
    format: int = FORMAT


def read_head(folder: Path) -> Head | None:
    """The head of the vectors in `folder`; None where there are none; DamagedError where it cannot be read."""
    try:
        fields = json.loads((folder / "head.json").read_bytes())
        head = Head(**{**fields, "checksums": tuple(fields["checksums"])})
    except FileNotFoundError:
        return None
    except (OSError, ValueError, TypeError, KeyError) as broken:
        raise DamagedError(f"the vectors in '{folder}' cannot be read: {broken}", hint=_HINT) from broken
    if head.format != FORMAT:
        raise DamagedError(f"the vectors in '{folder}' are of format {head.format}", hint=_HINT)
    return head


class Vectors:
    """The committed rows of a folder, memory-mapped."""

    def __init__(self, folder: Path) -> None:
        import numpy as np

        head = read_head(folder)
        if head is None:
            raise DamagedError(f"there are no vectors in '{folder}'", hint=_HINT)
        self.head = head
        self._folder = folder
        self._rows, self._scales, self._numbers = (
            np.zeros(_shape(name, head), dtype) if head.rows == 0 else _mapped(folder / name, dtype, _shape(name, head))
            for name, dtype in _FILES.items()
        )

    def search(self, query: NDArray[np.float32], *, limit: int = 400) -> list[tuple[int, float]]:
        """(document number, cosine) of the nearest documents by their best passage, best first; see `nearest`."""
        return nearest(self._rows, self._scales, self._numbers, query, limit=limit)

    def verify(self) -> bool:
        """Whether every committed byte is as it was written: reads all of them."""
        return all(
            _checksum(self._folder / name, _size(name, self.head)) == expected
            for name, expected in zip(_FILES, self.head.checksums, strict=True)
        )


class VectorWriter:
    """Adds rows; they count after `commit`. One writer at a time: the caller holds the lock."""

    def __init__(self, folder: Path, *, model: str, dim: int) -> None:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        head = read_head(folder)
        if head is None or (head.model, head.dim) != (model, dim):
            head = Head(model, dim)
        self.head = head
        self._folder = folder
        self._files: list[IO[bytes]] = []
        for name in _FILES:
            file = os.fdopen(os.open(folder / name, os.O_RDWR | os.O_CREAT, 0o600), "r+b")
            self._files.append(file)
            size = _size(name, head)
            if file.seek(0, os.SEEK_END) < size:
                self.close()
                raise DamagedError(f"'{folder / name}' is shorter than its head says", hint=_HINT)
            file.truncate(size)
            file.seek(size)
        self._next = head

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def append(self, numbers: Sequence[int], vectors: NDArray[np.float32], *, seen: int) -> None:
        """Add one row for each vector that says anything; documents below `seen` are done with.

        Rows of zeros are left out; ValueError for numbers that are not finite.
        """
        import numpy as np

        if len(vectors) and not np.isfinite(vectors).all():
            raise ValueError("vectors must be finite")
        kept, rows, scales = as_bytes(vectors)
        owners = np.asarray(numbers, "<u4")[kept]
        sums = []
        parts: tuple[NDArray[Any], ...] = (rows, scales, owners)
        for file, data, checksum in zip(self._files, parts, self._next.checksums, strict=True):
            raw = data.tobytes()
            file.write(raw)
            sums.append(zlib.crc32(raw, checksum))
        self._next = replace(
            self._next,
            rows=self._next.rows + len(rows),
            next_number=max(self._next.next_number, seen),
            checksums=(sums[0], sums[1], sums[2]),
        )

    def commit(self) -> None:
        """Make the rows added since the last commit count: data first, then the head, by rename."""
        for file in self._files:
            file.flush()
            os.fsync(file.fileno())
        temporary = self._folder / f"head.json.{os.getpid()}"
        with os.fdopen(os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as head:
            head.write(json.dumps(asdict(self._next)).encode())
            head.flush()
            os.fsync(head.fileno())
        temporary.replace(self._folder / "head.json")
        self.head = self._next

    def close(self) -> None:
        """Let go of the files; rows without a commit are cut off by the next writer."""
        for file in self._files:
            file.close()


def as_bytes(vectors: NDArray[np.float32]) -> tuple[NDArray[np.bool_], NDArray[np.int8], NDArray[np.float32]]:
    """Which vectors say anything, and of those the int8 rows and the scale of each."""
    import numpy as np

    tops = np.abs(vectors).max(axis=1, initial=0.0) if len(vectors) else np.zeros(0, np.float32)
    kept = tops > 0
    scales = (tops[kept] / _TOP).astype("<f4")
    return kept, np.rint(vectors[kept] / scales[:, None]).astype("|i1"), scales


def nearest(
    rows: NDArray[np.int8],
    scales: NDArray[np.float32],
    numbers: NDArray[np.uint32],
    query: NDArray[np.float32],
    *,
    limit: int,
) -> list[tuple[int, float]]:
    """(document number, cosine) of the nearest documents by their best row, best first; ties by number.

    Documents are those of the `limit` best rows and of what ties with the last of them, at most twice as many.
    A query of zeros, of other dimensions or with numbers that are not finite finds nothing.
    """
    import numpy as np

    if not len(rows) or query.shape != rows.shape[1:] or not np.isfinite(query).all() or not query.any():
        return []
    size = np.float32(0.9 * _EXACT / (_TOP * math.sqrt(len(query))))  # the length at which no sum passes _EXACT
    whole = np.rint(query * (size / np.float32(math.sqrt(float((query * query).sum()))))).astype(np.float32)
    scores = np.empty(len(rows), np.float32)
    for start in range(0, len(rows), _BLOCK):
        np.dot(rows[start : start + _BLOCK].astype(np.float32), whole, out=scores[start : start + _BLOCK])
    scores *= scales
    scores /= size
    if len(scores) > limit:
        floor = np.partition(scores, len(scores) - limit)[len(scores) - limit]
        best_rows = np.flatnonzero(scores >= floor)
    else:
        best_rows = np.arange(len(scores))
    best: dict[int, float] = {}
    for number, score in zip(numbers[best_rows].tolist(), scores[best_rows].tolist(), strict=True):
        if score > best.get(number, 0.0):
            best[number] = score
    found = sorted(((number, round(score, 4)) for number, score in best.items()), key=lambda hit: (-hit[1], hit[0]))
    return found[: 2 * limit]


def _shape(name: str, head: Head) -> tuple[int, ...]:
    return (head.rows, head.dim) if name == "rows.i8" else (head.rows,)


def _size(name: str, head: Head) -> int:
    return head.rows * (head.dim if name == "rows.i8" else 4)


def _mapped(path: Path, dtype: str, shape: tuple[int, ...]) -> NDArray[Any]:
    import numpy as np

    try:
        return np.memmap(path, dtype, "r", shape=shape).view(np.ndarray)
    except (OSError, ValueError) as broken:
        raise DamagedError(f"'{path}' is missing or shorter than its head says", hint=_HINT) from broken


def _checksum(path: Path, size: int) -> int:
    value = 0
    with path.open("rb") as file:
        while size > 0 and (block := file.read(min(size, 1 << 20))):
            value = zlib.crc32(block, value)
            size -= len(block)
    return value if size == 0 else -1
