"""The dense side of an index: a model, the weights its tokens have in this store, and the vectors made with them.

Rare tokens must weigh more than common ones, and which are rare is learnt from the store itself. Vectors are made with
the weights of one moment; when the store has doubled since, a new folder is made with new ones. A passage's vector is
blended with that of the turn before it, which often says what it is about. A folder holds
`weights.f4` (a weight a token), `df.u4` (in how many passages each token stands) and the files of `vectors`.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from persona_cli.errors import DamagedError
from persona_cli.index.dense import Embedder, corpus_weights
from persona_cli.index.document import Document
from persona_cli.index.passages import context_of, passages
from persona_cli.index.vectors import Vectors, VectorWriter, read_head

if TYPE_CHECKING:  # for the type checker alone: numpy costs 100 ms at run time
    import numpy as np
    from numpy.typing import NDArray

BLEND = 0.5  # of the context's vector, added to the passage's own
_MOST_PASSAGES = 8  # rows of one document: what a long text is about is said early and often
_BATCH = 2000  # documents embedded at a time
_SAMPLE = 50_000  # documents that token weights are learnt from: more change nothing
_GROWTH = 2  # times more passages than the weights were learnt from ask for new ones

Stream = Callable[[int], Iterator[Document]]


class Meaning:
    """One folder of vectors, opened with the model that made them."""

    def __init__(self, folder: Path, embedder: Embedder, *, blend: float = BLEND) -> None:
        self.folder = folder
        self.embedder = embedder
        self._blend = blend

    @property
    def fresh_to(self) -> int:
        """Documents below this number are in; 0 where there are none, or another model made them."""
        head = read_head(self.folder)
        return 0 if head is None or head.model != self.embedder.model_id else head.next_number

    @property
    def outgrown(self) -> bool:
        """Whether the store has grown so much that its token weights no longer say what is rare."""
        head, learnt = read_head(self.folder), self._learnt_from()
        return head is not None and learnt < _SAMPLE and head.rows > _GROWTH * learnt + 100

    def vector(self, text: str) -> NDArray[np.float32]:
        """The vector of a question; all zeros where the model knows no word of it."""
        found: NDArray[np.float32] = self.embedder.embed([text], self._weights())[0]
        return found

    def vectors(self) -> Vectors:
        """The vectors on disk."""
        return Vectors(self.folder)

    def learn(self, documents: Iterator[Document]) -> None:
        """Learn token weights from a store, into a new folder."""
        import numpy as np

        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir(mode=0o700, parents=True)
        df, count = np.zeros(self.embedder.vocabulary_size, "<u4"), 0
        for batch in _batches(islice(documents, _SAMPLE)):
            _, texts = _texts(batch)
            for ids in self.embedder.token_ids(texts):
                df[np.unique(ids)] += 1
            count += len(texts)
        self._write("weights.f4", corpus_weights(df, count).astype("<f4"))
        self._write("learnt.u4", np.array([count], "<u4"))

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
        weights = self._weights()
        for batch in _batches(documents):
            numbers, texts = _texts(batch)
            vectors = self.embedder.embed(texts, weights)
            contexts = {d.number: context for d in batch if (context := context_of(d))} if self._blend else {}
            if contexts:
                beside = dict(zip(contexts, self.embedder.embed(list(contexts.values()), weights), strict=True))
                vectors = _blended(numbers, vectors, beside, self._blend)
            yield numbers, vectors

    def _weights(self) -> NDArray[Any] | None:
        import numpy as np

        path = self.folder / "weights.f4"
        if not path.exists():
            return None
        weights = np.fromfile(path, "<f4")
        if len(weights) != self.embedder.vocabulary_size:
            raise DamagedError(f"'{path}' does not fit the model", hint="run 'persona reindex'")
        return weights

    def _learnt_from(self) -> int:
        import numpy as np

        path = self.folder / "learnt.u4"
        return int(np.fromfile(path, "<u4", 1)[0]) if path.exists() else 0

    def _write(self, name: str, array: NDArray[Any]) -> None:
        handle = os.open(self.folder / name, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(handle, "wb") as file:
            file.write(array.tobytes())


class Tail:
    """Vectors in memory."""

    def __init__(self, numbers: Sequence[int], rows: NDArray[np.float32]) -> None:
        self._numbers = numbers
        self._rows = rows

    def search(self, query: NDArray[np.float32], *, limit: int = 400) -> list[tuple[int, float]]:
        """(document number, cosine) of the nearest documents by their best passage, best first; ties by number."""
        best: dict[int, float] = {}
        for number, score in zip(self._numbers, (self._rows @ query).tolist(), strict=True):
            if score > best.get(number, 0.0):
                best[number] = round(score, 4)
        return sorted(best.items(), key=lambda hit: (-hit[1], hit[0]))[:limit]


def _batches(documents: Iterator[Document]) -> Iterator[list[Document]]:
    while batch := list(islice(documents, _BATCH)):
        yield batch


def _texts(batch: Sequence[Document]) -> tuple[list[int], list[str]]:
    """Passages of documents, a turn's with its speaker, and the numbers they belong to."""
    numbers: list[int] = []
    texts: list[str] = []
    for document in batch:
        speaker = f"{document.speaker}: " if document.kind == "turn" and document.speaker else ""
        for passage in passages(document.text)[:_MOST_PASSAGES]:
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
    norms = np.sqrt(np.einsum("ij,ij->i", mixed, mixed))[:, None]
    np.divide(mixed, norms, out=mixed, where=norms > 0)
    return mixed
