"""Writes a token table as an int8 folder in model2vec's own format, with a lean tokenizer."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
from safetensors.numpy import save_file

SPECIAL = ("[PAD]", "[UNK]")


def lean(path: Path) -> tuple[list[int], dict]:
    """The ids kept of a BERT tokenizer, in order, and the tokenizer over them: no unused entries, no sentence marks."""
    made = json.loads(path.read_text(encoding="utf-8"))
    vocabulary = sorted(made["model"]["vocab"].items(), key=lambda kv: kv[1])
    kept = [(t, i) for t, i in vocabulary if t in SPECIAL or not (t.startswith("[") and t.endswith("]") and len(t) > 2)]
    made["model"]["vocab"] = {t: n for n, (t, _) in enumerate(kept)}
    made["added_tokens"] = []
    made["post_processor"] = made["truncation"] = made["padding"] = None
    return [i for _, i in kept], made


def write(folder: Path, rows: np.ndarray, tokenizer: dict) -> None:
    """Rows as int8 with one scale a row, which takes the place of model2vec's token weight; a row's length is its weight."""
    scale = np.maximum(np.abs(rows).max(1), 1e-9) / 127
    table = np.rint(rows / scale[:, None]).astype(np.int8)
    for token in SPECIAL:
        table[tokenizer["model"]["vocab"][token]] = 0
    folder.mkdir(parents=True, exist_ok=True)
    scale = (scale / scale.mean()).astype(np.float32)  # a common factor changes no cosine
    save_file({"embeddings": table, "weights": scale}, folder / "model.safetensors")
    (folder / "tokenizer.json").write_text(
        json.dumps(tokenizer, ensure_ascii=False, separators=(",", ":")), encoding="utf-8"
    )
    config = {"model_type": "model2vec", "architectures": ["StaticModel"], "hidden_dim": rows.shape[1], "seq_length": 1_000_000,
              "normalize": True, "pooling": "mean", "embedding_dtype": "int8"}  # fmt: skip
    (folder / "config.json").write_text(json.dumps(config, indent=2) + "\n", encoding="utf-8")
