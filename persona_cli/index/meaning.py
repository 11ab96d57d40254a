"""The dense side of an index: vectors of passages, each made of its own words and those of the turn before it.

A passage's vector is blended with that of the turn before it, which often says what it is about. Nothing else goes into
it, so it is the same whenever and beside whatever it is made. The folder's name tells the model and the recipe: another
model or another recipe is another folder.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Mapping, Sequence
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING

from persona_cli.errors import DamagedError
from persona_cli.index.dense import Embeds, normalised
from persona_cli.index.document import Document
from persona_cli.index.passages import CONTEXT, PASSAGE, context_of, passages, prose
from persona_cli.index.vectors import FORMAT, Vectors, VectorWriter, as_bytes, nearest, read_head

if TYPE_CHECKING:  # for the type checker alone: numpy costs 100 ms at run time
    import numpy as np
    from numpy.typing import NDArray

RECIPE = 3  # of what goes into a vector; another one means another folder
BLEND = 0.5  # of the context's vector, added to the passage's own
_MOST_PASSAGES = 8  # rows of one document: what a long text is about is said early and often
_BATCH = 2000  # documents embedded at a time
_BATCH_CHARACTERS = 1_000_000  # a mail with pasted data is worth a thousand others
_PREFIX = "dense-"


class Meaning:
    """One folder of vectors, opened with the model that makes them."""

    def __init__(self, folder: Path, embedder: Embeds, *, blend: float = BLEND) -> None:
        self.folder = folder
        self.embedder = embedder
        self._blend = blend

    @classmethod
    def inside(cls, index: Path, embedder: Embeds) -> Meaning:
        """The folder of this model and recipe in an index."""
        stamp = f"{FORMAT} {RECIPE} {BLEND} {_MOST_PASSAGES} {PASSAGE} {CONTEXT} {embedder.model_id}"
        return cls(index / f"{_PREFIX}{blake2b(stamp.encode(), digest_size=8).hexdigest()}", embedder)

    @property
    def fresh_to(self) -> int:
        """Documents below this number are in; 0 where there are none or they cannot be read."""
        try:
            head = read_head(self.folder)
        except DamagedError:
            return 0
        return 0 if head is None or head.model != self.embedder.model_id else head.next_number

    def vector(self, text: str) -> NDArray[np.float32]:
        """The vector of a question; all zeros where the model knows no word of it."""
        found: NDArray[np.float32] = self.embedder.embed([text])[0]
        return found

    def vectors(self) -> Vectors:
        """The vectors on disk."""
        return Vectors(self.folder)

    def begin(self) -> None:
        """Take away what is here and what other models left beside it."""
        shutil.rmtree(self.folder, ignore_errors=True)
        for old in self.folder.parent.glob(f"{_PREFIX}*"):
            shutil.rmtree(old, ignore_errors=True)

    def add(self, documents: Iterator[Document], *, end: int) -> None:
        """Add vectors of documents; those below `end` are in afterwards."""
        with VectorWriter(self.folder, model=self.embedder.model_id, dim=self.embedder.dim) as writer:
            for numbers, vectors in self._rows(documents):
                writer.append(numbers, vectors, seen=max(numbers, default=-1) + 1)
            writer.append((), self.embedder.embed([]), seen=end)
            writer.commit()

    def tail(self, documents: Iterator[Document]) -> Tail:
        """Vectors in memory, of documents that the folder does not hold."""
        import numpy as np

        parts, owners = [self.embedder.embed([])], []
        for numbers, vectors in self._rows(documents):
            parts.append(vectors)
            owners += numbers
        return Tail(owners, np.concatenate(parts))

    def _rows(self, documents: Iterator[Document]) -> Iterator[tuple[list[int], NDArray[np.float32]]]:
        """Vectors of the passages of documents, with the numbers they belong to, some thousands at a time."""
        for batch in _batches(documents):
            numbers, texts = _texts(batch)
            vectors = self.embedder.embed(texts)
            contexts = {d.number: context for d in batch if (context := context_of(d))} if self._blend else {}
            if contexts:
                beside = dict(zip(contexts, self.embedder.embed(list(contexts.values())), strict=True))
                vectors = _blended(numbers, vectors, beside, self._blend)
            yield numbers, vectors


class Tail:
    """Vectors in memory."""

    def __init__(self, numbers: Sequence[int], vectors: NDArray[np.float32]) -> None:
        import numpy as np

        kept, self._rows, self._scales = as_bytes(vectors)
        self._numbers = np.asarray(numbers, "<u4")[kept]

    def search(self, query: NDArray[np.float32], *, limit: int = 400) -> list[tuple[int, float]]:
        """As `Vectors.search`."""
        return nearest(self._rows, self._scales, self._numbers, query, limit=limit)


def _batches(documents: Iterator[Document]) -> Iterator[list[Document]]:
    batch: list[Document] = []
    size = 0
    for document in documents:
        batch.append(document)
        size += len(document.text)
        if len(batch) >= _BATCH or size >= _BATCH_CHARACTERS:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


def _texts(batch: Sequence[Document]) -> tuple[list[int], list[str]]:
    """Passages of documents, a turn's with its speaker's name, and the numbers they belong to."""
    numbers: list[int] = []
    texts: list[str] = []
    for document in batch:
        named = document.kind == "turn" and document.speaker.casefold() not in (
            "",
            document.role,
        )  # "user" names nobody
        speaker = f"{document.speaker}: " if named else ""
        for passage in passages(prose(document.text))[:_MOST_PASSAGES]:
            numbers.append(document.number)
            texts.append(speaker + passage)
    return numbers, texts


def _blended(
    numbers: Sequence[int], vectors: NDArray[np.float32], beside: Mapping[int, NDArray[np.float32]], blend: float
) -> NDArray[np.float32]:
    import numpy as np

    none = np.zeros(vectors.shape[1], np.float32)
    mixed: NDArray[np.float32] = vectors.copy()
    for row, number in enumerate(numbers):
        mixed[row] += np.float32(blend) * beside.get(number, none)
    mixed[~vectors.any(axis=1)] = 0.0  # without known words of its own a passage is not found by its neighbour's
    return normalised(mixed)
