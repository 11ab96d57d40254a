"""Turns texts into vectors with a static table of token vectors: no network, no model code, two small libraries.

A model is a folder in model2vec's own format: `tokenizer.json`, and `model.safetensors` with `embeddings` and perhaps
`weights` (one number a token) and `mapping` (token -> row). The vector of a text is the normalised mean of its tokens'
rows, each times the weight the model gives it: nothing depends on the store, so a text has one vector for good. The table
is memory-mapped and a row becomes float32 only when it is used, so a query touches a few kilobytes. Where vectors are
kept and searched is not told here. Formats: https://github.com/MinishLab/model2vec and
https://github.com/huggingface/safetensors (8 bytes of length, a JSON header, the data).
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from persona_cli.errors import PersonaError

if TYPE_CHECKING:  # for the type checker alone: numpy and tokenizers cost 150 ms at run time
    import numpy as np
    from numpy.typing import NDArray
    from tokenizers import Tokenizer

SHIPPED = Path(__file__).parent / "model"
MODEL_NAME = "persona-static"

_BLOCK = 16_384  # token rows made float32 at a time: 16 MB at 256 dimensions
_DTYPES = {"F64": "<f8", "F32": "<f4", "F16": "<f2", "I64": "<i8", "I32": "<i4", "I8": "|i1"}
_HINT = "name a folder that holds config.json, tokenizer.json and model.safetensors; models are never downloaded"


class Embeds(Protocol):
    """What makes vectors of texts: `Embedder` here, or `onnx.OnnxEmbedder`."""

    @property
    def model_id(self) -> str:
        """The name and a hash of the content; a changed model has another one."""
        ...

    @property
    def dim(self) -> int:
        """Numbers in a vector."""
        ...

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """One L2-normalised row a text, the same to the last bit beside whatever texts it is made."""
        ...


class Embedder:
    """One static model, opened; `load` makes it."""

    def __init__(self, folder: Path, name: str) -> None:
        self._folder = folder
        self._name = name
        self._tensors = _tensors(folder / "model.safetensors")
        self._table = self._tensor("embeddings", "embedding.weight")
        self._weights = self._tensors.get("weights")
        self._mapping = self._tensors.get("mapping")
        self._check()

    @classmethod
    def load(cls, path: Path | None = None) -> Embedder:
        """The model in folder `path`, or the shipped one; PersonaError where there is none that can be read."""
        if path is None:
            return cls(SHIPPED, MODEL_NAME)
        for folder in (path, path / "0_StaticEmbedding"):  # the second is how sentence-transformers keeps one
            if (folder / "model.safetensors").is_file() and (folder / "tokenizer.json").is_file():
                return cls(folder, path.resolve().name)
        raise PersonaError(f"no embedding model at '{path}'", hint=_HINT)

    @property
    def dim(self) -> int:
        """Numbers in a vector."""
        return int(self._table.shape[1])

    @property
    def vocabulary_size(self) -> int:
        """Tokens that have an id: the length of any array of token weights."""
        return len(self._table if self._mapping is None else self._mapping)

    @cached_property
    def model_id(self) -> str:
        """The name and a hash of the content; a changed model has another one.

        Hashed are the tokenizer, the tensor header, the token weights and 64 evenly spaced pieces of the table, which
        any training changes: a millisecond or two instead of reading every byte of the table.
        """
        import numpy as np

        digest = blake2b((self._folder / "tokenizer.json").read_bytes(), digest_size=8)
        for name, tensor in sorted(self._tensors.items()):
            digest.update(f"{name} {tensor.dtype.str} {tensor.shape}".encode())
        if self._weights is not None:
            digest.update(np.ascontiguousarray(self._weights).tobytes())
        flat = self._table.reshape(-1)
        for start in np.linspace(0, max(0, len(flat) - 1024), 64).astype(int):
            digest.update(flat[start : start + 1024].tobytes())
        return f"{self._name}@{digest.hexdigest()}"

    def token_ids(self, texts: Sequence[str]) -> list[NDArray[np.int32]]:
        """The known tokens of each text, in order; a text in a script the model does not know has none."""
        import numpy as np

        unknown = self._unknown
        # Lone surrogates are legal in a str but in no encoding; the tokenizer would refuse the whole batch.
        clean = [t if t.isascii() else t.encode("utf-8", "ignore").decode("utf-8") for t in texts]
        rows = [np.array(e.ids, np.int32) for e in self._tokenizer.encode_batch_fast(clean, add_special_tokens=False)]
        return [row[row != unknown] for row in rows]

    def embed(self, texts: Sequence[str], token_weights: NDArray[Any] | None = None) -> NDArray[np.float32]:
        """One L2-normalised row a text, (n, dim); a text without a known token is a row of zeros.

        `token_weights` are for measuring what other weights would give; nothing kept is made with them.
        """
        import numpy as np

        rows = self.token_ids(texts)
        out = np.zeros((len(rows), self.dim), np.float32)
        for numbers in _blocks(rows):
            ids = np.concatenate([rows[n] for n in numbers])
            starts = np.cumsum([0] + [len(rows[n]) for n in numbers[:-1]])
            out[numbers] = np.add.reduceat(self._rows(ids, token_weights), starts, axis=0)
        return normalised(out)

    @cached_property
    def _tokenizer(self) -> Tokenizer:
        return tokenizer_in(self._folder)

    @cached_property
    def _unknown(self) -> int:
        """The id that stands for "not in the vocabulary", or -1 where the tokenizer has none."""
        token = getattr(self._tokenizer.model, "unk_token", None)
        found = self._tokenizer.token_to_id(token) if token else None
        return -1 if found is None else int(found)

    def _rows(self, ids: NDArray[np.int32], token_weights: NDArray[Any] | None) -> NDArray[np.float32]:
        import numpy as np

        rows: NDArray[np.float32] = self._table[ids if self._mapping is None else self._mapping[ids]].astype(np.float32)
        for weights in (self._weights, token_weights):
            if weights is not None:
                rows *= weights[ids].astype(np.float32)[:, None]
        return rows

    def _tensor(self, *names: str) -> NDArray[Any]:
        for name in names:
            if name in self._tensors:
                return self._tensors[name]
        raise PersonaError(f"'{self._folder}' holds no tensor '{names[0]}'", hint=_HINT)

    def _check(self) -> None:
        sizes = {len(t) for t in (self._weights, self._mapping) if t is not None}
        if self._mapping is None:
            sizes.add(len(self._table))
        if self._table.ndim != 2 or len(sizes) != 1:
            raise PersonaError(f"'{self._folder}': the tensors do not fit together", hint=_HINT)


def tokenizer_in(folder: Path) -> Tokenizer:
    """The tokenizer of a model's folder, which neither pads nor cuts; PersonaError where it cannot be read."""
    from tokenizers import Tokenizer

    try:
        made = Tokenizer.from_file(str(folder / "tokenizer.json"))
    except Exception as broken:  # the library raises bare Exception for every fault of the file
        raise PersonaError(f"'{folder / 'tokenizer.json'}' is no tokenizer: {broken}", hint=_HINT) from broken
    made.no_padding()
    made.no_truncation()
    return made


def normalised(rows: NDArray[np.float32]) -> NDArray[np.float32]:
    """Rows of length 1, in place; rows of zeros stay. A row's result does not depend on the rows beside it."""
    import numpy as np

    norms = np.sqrt((rows * rows).sum(axis=1, keepdims=True))
    np.divide(rows, norms, out=rows, where=norms > 0)
    return rows


def _blocks(rows: Sequence[NDArray[np.int32]]) -> Iterator[list[int]]:
    """Numbers of the texts that have tokens, in groups whose tokens fit a block (a longer text is alone)."""
    group: list[int] = []
    size = 0
    for n, row in enumerate(rows):
        if not len(row):
            continue
        if group and size + len(row) > _BLOCK:
            yield group
            group, size = [], 0
        group.append(n)
        size += len(row)
    if group:
        yield group


def _tensors(path: Path) -> dict[str, NDArray[Any]]:
    """Every tensor of a safetensors file, memory-mapped."""
    import numpy as np

    try:
        size = path.stat().st_size
        with path.open("rb") as file:
            length = int.from_bytes(file.read(8), "little")
            if length > size - 8:
                raise PersonaError(f"'{path}' is cut short", hint=_HINT)
            header: dict[str, Any] = json.loads(file.read(length))
        data = np.memmap(path, np.uint8, "r", offset=8 + length)
        return dict(_views(header, data.view(np.ndarray)))
    except (OSError, ValueError, KeyError, TypeError) as broken:
        raise PersonaError(f"'{path}' is not a safetensors file that can be read: {broken}", hint=_HINT) from broken


def _views(header: dict[str, Any], data: NDArray[np.uint8]) -> Iterable[tuple[str, NDArray[Any]]]:
    for name, entry in header.items():
        if name == "__metadata__":
            continue
        start, end = entry["data_offsets"]
        yield name, data[start:end].view(_DTYPES[entry["dtype"]]).reshape(entry["shape"])
