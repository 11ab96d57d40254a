"""What the embedder promises, on the shipped model and on small folders made here."""

from __future__ import annotations

import json
import struct
import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from persona_cli.errors import PersonaError
from persona_cli.index.dense import SHIPPED, Embedder

SHIPPED_MODEL = Embedder.load(None)
WORDS = ["[PAD]", "[UNK]", "sun", "rain", "snow", "tea", "##pot", "日"]


def safetensors(tensors):
    names = {np.dtype("f4"): "F32", np.dtype("f2"): "F16", np.dtype("i1"): "I8", np.dtype("i8"): "I64"}
    header, data = {"__metadata__": {"made": "here"}}, b""
    for name, array in tensors.items():
        header[name] = {
            "dtype": names[array.dtype],
            "shape": list(array.shape),
            "data_offsets": [len(data), len(data) + array.nbytes],
        }
        data += array.tobytes()
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    return struct.pack("<Q", len(text)) + text + data


def folder(path, tensors):
    path.mkdir(parents=True, exist_ok=True)
    (path / "model.safetensors").write_bytes(safetensors(tensors))
    tokenizer = {
        "version": "1.0", "truncation": None, "padding": None, "added_tokens": [], "post_processor": None, "decoder": None,
        "normalizer": {"type": "BertNormalizer", "clean_text": True, "handle_chinese_chars": True, "strip_accents": None, "lowercase": True},
        "pre_tokenizer": {"type": "BertPreTokenizer"},
        "model": {"type": "WordPiece", "unk_token": "[UNK]", "continuing_subword_prefix": "##", "max_input_chars_per_word": 100,
                  "vocab": {w: n for n, w in enumerate(WORDS)}},
    }  # fmt: skip
    (path / "tokenizer.json").write_text(json.dumps(tokenizer), encoding="utf-8")
    (path / "config.json").write_text("{}", encoding="utf-8")
    return path


TABLE = np.random.default_rng(7).normal(size=(len(WORDS), 6)).astype("f4")


@pytest.mark.parametrize("kind", ["f4", "f2"])
def test_mean(tmp_path, kind):
    """A text's vector is the normalised mean of its tokens' rows, whatever float type the table has."""
    model = Embedder.load(folder(tmp_path / "m", {"embeddings": TABLE.astype(kind)}))
    mean = TABLE[[2, 3]].mean(0)
    assert model.embed(["Sun, RAIN!"])[0] == pytest.approx(mean / np.linalg.norm(mean), abs=2e-3)
    assert (model.dim, model.vocabulary_size) == (6, len(WORDS))


def test_int8_with_weights(tmp_path):
    """Int8 rows times their weights give the vector of the floats they were made from."""
    scale = np.abs(TABLE).max(1) / 127
    table = np.rint(TABLE / scale[:, None]).astype("i1")
    model = Embedder.load(folder(tmp_path / "m", {"embeddings": table, "weights": scale.astype("f4")}))
    plain = Embedder.load(folder(tmp_path / "p", {"embeddings": TABLE}))
    assert model.embed(["snow teapot"])[0] == pytest.approx(plain.embed(["snow teapot"])[0], abs=0.01)


def test_mapping(tmp_path):
    """With a mapping, tokens share rows but keep their own weights."""
    mapping = np.array([0, 0, 1, 1, 2, 2, 2, 2])
    weights = np.array([0, 0, 1, 3, 1, 1, 1, 1], "f4")
    model = Embedder.load(folder(tmp_path / "m", {"embeddings": TABLE[:3], "mapping": mapping, "weights": weights}))
    both = TABLE[1] * 3 + TABLE[2]
    assert model.vocabulary_size == len(WORDS)
    assert model.embed(["sun"])[0] == pytest.approx(model.embed(["rain"])[0])
    assert model.embed(["rain snow"])[0] == pytest.approx(both / np.linalg.norm(both), abs=1e-5)


def test_token_weights(tmp_path):
    """A token that is given weight 0 counts for nothing."""
    model = Embedder.load(folder(tmp_path / "m", {"embeddings": TABLE}))
    weights = np.ones(len(WORDS), "f4")
    weights[3] = 0
    assert model.embed(["sun rain"], weights)[0] == pytest.approx(model.embed(["sun"])[0], abs=1e-6)
    assert not model.embed(["rain"], weights).any()


def test_sentence_transformers_layout(tmp_path):
    """A folder as sentence-transformers writes it loads too."""
    folder(tmp_path / "m" / "0_StaticEmbedding", {"embedding.weight": TABLE})
    assert Embedder.load(tmp_path / "m").embed(["sun"]).shape == (1, 6)


def test_batches_do_not_matter():
    """A text has the same vector, to the last bit, alone, among thousands and beside a very long one."""
    texts = [f"the {n} heron waits by the river" for n in range(3000)] + ["", "word " * 20_000]
    together = SHIPPED_MODEL.embed(texts)
    for n in (0, 1500, 2999, 3001):
        assert together[n].tobytes() == SHIPPED_MODEL.embed([texts[n]])[0].tobytes()
    assert not together[3000].any()


@given(st.lists(st.text(st.characters(codec=None), max_size=60), max_size=4))
def test_any_text(texts):
    """Any text, lone surrogates included, has a finite row of length one, or of zeros where no token is known."""
    rows = SHIPPED_MODEL.embed(texts)
    lengths = np.linalg.norm(rows, axis=1)
    assert rows.shape == (len(texts), SHIPPED_MODEL.dim)
    assert rows.dtype == np.float32
    assert all(abs(x - 1) < 1e-3 or x == 0 for x in lengths)


def test_scripts():
    """Chinese and Cyrillic are met by character or piece; emoji alone leave a row of zeros."""
    rows = SHIPPED_MODEL.embed(["我住在東京", "東京", "Москва", "🙂🙂", "\x00\ud800"])
    assert rows[0] @ rows[1] > 0.3
    assert rows[2].any()
    assert not rows[3:].any()


def test_meaning():
    """The shipped model puts a paraphrase nearer than an unrelated statement."""
    asked = SHIPPED_MODEL.embed(["What animals do I keep at home?", "Which illness was I treated for?"])
    told = SHIPPED_MODEL.embed(
        ["We adopted a rabbit and two cats", "The doctor gave me pills for my asthma", "I rewrote the parser in Rust"]
    )
    near = asked @ told.T
    assert list(near.argmax(1)) == [0, 1]


def test_model_id(tmp_path):
    """The id names the model, is the same for the same content, and changes with rows, weights or vocabulary."""
    made = [
        folder(tmp_path / "a" / "m", {"embeddings": TABLE}),
        folder(tmp_path / "b" / "m", {"embeddings": TABLE}),
        folder(tmp_path / "c" / "m", {"embeddings": TABLE * 2}),
        folder(tmp_path / "d" / "m", {"embeddings": TABLE, "weights": np.ones(len(WORDS), "f4")}),
    ]
    ids = [Embedder.load(path).model_id for path in made]
    assert ids[0].startswith("m@")
    assert ids[0] == ids[1]
    assert len(set(ids)) == 3
    assert SHIPPED_MODEL.model_id.startswith("persona-static@")


def test_hub_names_are_refused(tmp_path):
    """A name of a hub, a missing or empty folder: one error whose hint says that models are never downloaded."""
    for name in ("someone/some-model", tmp_path, tmp_path / "nothing"):
        with pytest.raises(PersonaError) as told:
            Embedder.load(type(tmp_path)(name))
        assert "never downloaded" in told.value.hint


def test_damaged_folders(tmp_path):
    """A cut, scrambled or ill-fitting tensor file and a broken tokenizer are one clear error each."""
    whole = safetensors({"embeddings": TABLE})
    path = folder(tmp_path / "m", {"embeddings": TABLE})
    ill = [whole[:4], whole[:-5], b"\xff" * 64, whole[:8] + b"{" * (len(whole) - 8), safetensors({"other": TABLE}),
           safetensors({"embeddings": TABLE, "weights": np.ones(3, "f4")}), safetensors({"embeddings": TABLE[0]}), b""]  # fmt: skip
    for content in ill:
        (path / "model.safetensors").write_bytes(content)
        with pytest.raises(PersonaError):
            Embedder.load(path)
    (path / "model.safetensors").write_bytes(whole)
    (path / "tokenizer.json").write_text("{}")
    with pytest.raises(PersonaError, match="no tokenizer"):
        Embedder.load(path).embed(["sun"])


def test_loading_is_light():
    """Embedding one query imports neither model2vec nor safetensors nor anything that talks to a network."""
    code = (
        "import sys; from persona_cli.index.dense import Embedder; assert 'numpy' not in sys.modules;"
        "Embedder.load(None).embed(['hello']); print([m for m in ('model2vec', 'safetensors', 'huggingface_hub', 'httpx') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_model2vec_reads_the_shipped_folder():
    """The shipped folder is model2vec's own format: its loader gives the same vectors."""
    model2vec = pytest.importorskip("model2vec")
    texts = ["We adopted a rabbit", "the meeting moved to Friday at nine", ""]
    theirs = model2vec.StaticModel.from_pretrained(str(SHIPPED)).encode(texts)
    assert np.asarray(theirs, np.float32) == pytest.approx(SHIPPED_MODEL.embed(texts), abs=1e-4)
