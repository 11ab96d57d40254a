"""Turns texts into vectors with a sentence model in ONNX form: the stronger embedder one may choose, never a default.

A model is a folder with `model.onnx` (or `onnx/model.onnx`, as sentence-transformers keeps it) and `tokenizer.json`. The vector
of a text is the mean of its tokens' last hidden states, or what the model itself gives for the sentence, of length 1.
It needs `onnxruntime` and `tokenizers`; models are never downloaded.

Texts are run one by one: models with int8 weights scale their activations by the largest of the whole batch, so in a
batch a text's vector would depend on its neighbours, and a rebuilt index would answer otherwise.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Any

from persona_cli.errors import PersonaError
from persona_cli.index.dense import normalised, tokenizer_in

if TYPE_CHECKING:  # for the type checker alone: these cost half a second at run time
    import numpy as np
    from numpy.typing import NDArray

_MOST_TOKENS = 256  # of a text: passages have fewer
_PIECES = 64  # of the model's file that its id looks at
_PIECE = 4096  # bytes
_HINT = "name a folder that holds model.onnx and tokenizer.json; models are never downloaded"


def model_file(folder: Path) -> Path | None:
    """The ONNX model of a folder; None where there is none."""
    return next((path for path in (folder / "model.onnx", folder / "onnx" / "model.onnx") if path.is_file()), None)


class OnnxEmbedder:
    """One sentence model; its session is opened when the first text is embedded."""

    def __init__(self, folder: Path) -> None:
        file = model_file(folder)
        if file is None or not (folder / "tokenizer.json").is_file():
            raise PersonaError(f"no embedding model at '{folder}'", hint=_HINT)
        self._folder = folder
        self._file = file

    @cached_property
    def model_id(self) -> str:
        """The name and a hash of the content: of the tokenizer, and of the size and evenly spaced pieces of the model."""
        digest = blake2b((self._folder / "tokenizer.json").read_bytes(), digest_size=8)
        size = self._file.stat().st_size
        digest.update(str(size).encode())
        with self._file.open("rb") as file:
            for piece in range(_PIECES):
                file.seek(piece * max(0, size - _PIECE) // (_PIECES - 1))
                digest.update(file.read(_PIECE))
        return f"{self._folder.resolve().name}@{digest.hexdigest()}"

    @cached_property
    def dim(self) -> int:
        """Numbers in a vector."""
        shape = self._session.get_outputs()[0].shape
        return int(shape[-1]) if isinstance(shape[-1], int) else len(self._vector("a"))

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """One L2-normalised row a text, (n, dim); a text without a token is a row of zeros."""
        import numpy as np

        out = np.zeros((len(texts), self.dim), np.float32)
        for row, text in enumerate(texts):
            if text.strip():
                out[row] = self._vector(text)
        return normalised(out)

    def _vector(self, text: str) -> NDArray[np.float32]:
        import numpy as np

        encoded = self._tokenizer.encode(text.encode("utf-8", "ignore").decode("utf-8"))
        ids = np.array([encoded.ids], np.int64)
        given = {"input_ids": ids, "attention_mask": np.ones_like(ids), "token_type_ids": np.zeros_like(ids)}
        wanted = {entry.name for entry in self._session.get_inputs()}
        found = np.asarray(self._session.run(None, {k: v for k, v in given.items() if k in wanted})[0], np.float32)[0]
        vector: NDArray[np.float32] = found.mean(axis=0) if found.ndim == 2 else found
        return vector

    @cached_property
    def _session(self) -> Any:
        try:
            import onnxruntime
        except ImportError as missing:
            raise PersonaError(
                f"the embedding model '{self._folder}' needs onnxruntime", hint="pip install 'persona-cli[onnx]'"
            ) from missing
        options = onnxruntime.SessionOptions()
        options.log_severity_level = 3
        try:
            return onnxruntime.InferenceSession(str(self._file), options, providers=["CPUExecutionProvider"])
        except (RuntimeError, ValueError) as broken:
            raise PersonaError(f"'{self._file}' is no model that can be run: {broken}", hint=_HINT) from broken

    @cached_property
    def _tokenizer(self) -> Any:
        made = tokenizer_in(self._folder)
        made.enable_truncation(_MOST_TOKENS)
        return made
