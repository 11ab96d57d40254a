"""The optional sentence model: chosen by its folder's content, plain about what it lacks."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pytest
from memory_records import turn

from persona_cli.errors import PersonaError
from persona_cli.index.meaning import Meaning
from persona_cli.index.onnx import OnnxEmbedder, model_file

MODEL = Path(os.environ.get("PERSONA_TEST_ONNX", "") or "none")
real = pytest.mark.skipif(not model_file(MODEL), reason="PERSONA_TEST_ONNX names no folder with a model")


def test_a_folder_without_a_model_is_told() -> None:
    """What lacks model.onnx or its tokenizer is refused by name."""
    with pytest.raises(PersonaError, match="no embedding model"):
        OnnxEmbedder(Path("nowhere"))


def test_another_model_has_another_id(tmp_path: Path) -> None:
    """The id changes with the model's bytes and with its tokenizer, so that vectors of two are never mixed."""
    ids = set()
    for number, (model, tokens) in enumerate([(b"a" * 9000, b"{}"), (b"a" * 8999 + b"b", b"{}"), (b"a" * 9000, b"[]")]):
        folder = tmp_path / str(number) / "m"
        folder.mkdir(parents=True)
        (folder / "model.onnx").write_bytes(model)
        (folder / "tokenizer.json").write_bytes(tokens)
        ids.add(OnnxEmbedder(folder).model_id)
    assert len(ids) == 3


@pytest.mark.model
@real
def test_a_real_model_puts_a_paraphrase_nearest(tmp_path: Path) -> None:
    """Vectors have length one, do not depend on their neighbours, and a question is nearest to what answers it."""
    model = OnnxEmbedder(MODEL)
    texts = ["We adopted a rabbit and two cats", "The doctor gave me pills for my asthma", ""]
    rows = model.embed(texts)
    assert rows.shape == (3, model.dim)
    assert np.linalg.norm(rows[:2], axis=1) == pytest.approx(1, abs=1e-5)
    assert not rows[2].any()
    assert rows[0].tobytes() == model.embed(texts[:1])[0].tobytes()
    meaning = Meaning.inside(tmp_path, model)
    meaning.add(iter([turn(n, text) for n, text in enumerate(texts)]), end=3)
    assert meaning.vectors().search(meaning.vector("What animals do I keep?"))[0][0] == 0
