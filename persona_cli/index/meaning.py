"""Turns documents into the rows of the vector store: one a passage, blended with the words that came before it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TYPE_CHECKING

from persona_cli.index.dense import Embedder
from persona_cli.index.document import Document
from persona_cli.index.passages import context_of, passages

if TYPE_CHECKING:  # for the type checker alone: numpy costs 100 ms at run time
    import numpy as np
    from numpy.typing import NDArray

BLEND = 0.5  # of the context's vector, added to the passage's own
_MOST_PASSAGES = 8  # rows of one document: what a long text is about is said early and often
_BATCH = 256  # documents embedded at a time


def rows(
    documents: Iterable[Document],
    embedder: Embedder,
    weights: NDArray[np.float32] | None = None,
    *,
    blend: float = BLEND,
) -> Iterator[tuple[list[int], NDArray[np.float32], int]]:
    """Batches of (document number of each row, normalised vectors, number below which all is done)."""
    stream = iter(documents)
    while batch := list(islice(stream, _BATCH)):
        numbers, texts = _texts(batch)
        vectors = embedder.embed(texts, weights)
        contexts = {d.number: context for d in batch if (context := context_of(d))} if blend else {}
        if contexts:
            beside = dict(zip(contexts, embedder.embed(list(contexts.values()), weights), strict=True))
            vectors = _blended(numbers, vectors, beside, blend)
        yield numbers, vectors, batch[-1].number + 1


def _texts(batch: list[Document]) -> tuple[list[int], list[str]]:
    numbers: list[int] = []
    texts: list[str] = []
    for document in batch:
        speaker = f"{document.speaker}: " if document.kind == "turn" and document.speaker else ""
        for passage in passages(document.text)[:_MOST_PASSAGES]:
            numbers.append(document.number)
            texts.append(speaker + passage)
    return numbers, texts


def _blended(
    numbers: list[int], vectors: NDArray[np.float32], beside: dict[int, NDArray[np.float32]], blend: float
) -> NDArray[np.float32]:
    import numpy as np

    none = np.zeros(vectors.shape[1], np.float32)
    mixed: NDArray[np.float32] = vectors + np.float32(blend) * np.stack(
        [beside.get(number, none) for number in numbers]
    )
    mixed[~vectors.any(axis=1)] = 0.0  # without known words of its own a passage is not found by its neighbour's
    norms = np.sqrt(np.einsum("ij,ij->i", mixed, mixed))[:, None]
    np.divide(mixed, norms, out=mixed, where=norms > 0)
    return mixed
