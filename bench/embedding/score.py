"""Scores static embedding models on conversations with marked evidence: R@5, R@10 and MRR, alone and fused with BM25.

    python score.py DATA MODEL_FOLDER [MODEL_FOLDER ...]      # DATA/SET/NAME.messages.jsonl and NAME.questions.jsonl

Arms: tantivy (en_stem, all words of the question), the model unweighted, x IDF, x SIF (a = 1e-2), each alone and as RRF (k = 60) with
tantivy. Token weights are counted on the searched messages. Of each set the conversations at even places are the `first` half, for
choosing parameters, those at odd places the `second`, for reporting; a set of one pool is cut by its questions.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import numpy as np
import tantivy

from persona_cli.index.dense import Embedder

HALVES = ("first", "second")
DEPTH = 200
_SIF = 1e-2  # the a of Arora et al. 2017, "A simple but tough-to-beat baseline"
_SMALL = 1_000  # tokens taken as seen before: in a store of a few lines no word is common yet


class Case:
    """One searched collection with its questions; `rows` are gold message numbers per question."""

    def __init__(self, table: str, half: str, docs: list[str], questions: list[str], gold: list[set[int]]) -> None:
        self.table, self.half, self.docs, self.questions, self.gold = table, half, docs, questions, gold
        self.lexical = bm25(docs, questions)
        self.counts: dict[str, tuple] = {}


def bm25(docs: list[str], questions: list[str]) -> list[list[int]]:
    schema = tantivy.SchemaBuilder()
    schema.add_unsigned_field("n", stored=True)
    schema.add_text_field("body", tokenizer_name="en_stem")
    index = tantivy.Index(schema.build())
    writer = index.writer(15_000_000, 1)
    for n, text in enumerate(docs):
        writer.add_document(tantivy.Document(n=n, body=text))
    writer.commit()
    writer.wait_merging_threads()
    index.reload()
    searcher, out = index.searcher(), []
    for q in questions:
        query, _ = index.parse_query_lenient(" ".join(re.findall(r"\w+", q)).lower(), ["body"])
        hits = searcher.search(query, DEPTH).hits
        out.append([searcher.doc(address)["n"][0] for _, address in hits])
    return out


def cases(data: Path) -> list[Case]:
    made = []
    for folder in sorted(p for p in data.iterdir() if p.is_dir()):
        paths = sorted(folder.glob("*.messages.jsonl"))
        for place, path in enumerate(paths):
            messages = lines(path)
            questions = lines(path.with_name(path.name.replace(".messages.", ".questions.")))
            questions = [q for q in questions if q["gold"] and q["kind"] != "adversarial"]
            halves = (
                {HALVES[place % 2]: questions} if len(paths) > 1 else {h: questions[i::2] for i, h in enumerate(HALVES)}
            )
            user = [m for m in messages if m["role"] == "user"]
            for half, asked in halves.items():
                made.append(case(folder.name, half, messages, asked))
                if len(paths) > 1 and len(user) < len(messages) and user:
                    made.append(case(f"{folder.name}, user's", half, user, asked))
    return made


def lines(path: Path) -> list[dict]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").split("\n") if line]


def case(table: str, half: str, messages: list[dict], questions: list[dict]) -> Case:
    place = {m["id"]: n for n, m in enumerate(messages)}
    gold = [{place[g] for g in q["gold"] if g in place} for q in questions]
    keep = [i for i, g in enumerate(gold) if g]
    docs = [f"{m['speaker']}: {m['text']}" for m in messages]
    return Case(table, half, docs, [questions[i]["question"] for i in keep], [gold[i] for i in keep])


def metrics(ranking: list[int], gold: set[int]) -> tuple[float, float, float]:
    first = next((1 / (n + 1) for n, d in enumerate(ranking) if d in gold), 0.0)
    return len(gold & set(ranking[:5])) / len(gold), len(gold & set(ranking[:10])) / len(gold), first


def fused(*rankings: list[int]) -> list[int]:
    score: dict[int, float] = {}
    for ranking in rankings:
        for n, d in enumerate(ranking):
            score[d] = score.get(d, 0.0) + 1 / (60 + n + 1)
    return sorted(score, key=lambda d: -score[d])


def weights_of(c: Case, model: Embedder, scheme: str) -> np.ndarray | None:
    if scheme == "unweighted":
        return None
    if "df" not in c.counts or c.counts["df"][0] != model.model_id:
        df = np.zeros(model.vocabulary_size, np.int64)
        for ids in model.token_ids(c.docs):
            df[np.unique(ids)] += 1
        c.counts["df"] = (model.model_id, df)
    return corpus_weights(c.counts["df"][1], len(c.docs), scheme=scheme)


def corpus_weights(df: np.ndarray, n: int, *, scheme: str) -> np.ndarray:
    """Weights of tokens in a store of `n` texts, `df[t]` of which hold token t; all equal while the store is empty.

    `sif` is a / (a + p) with a = 0.01 and p = df / (1000 + sum of all df); it needs no `n`.
    `idf` is max(0, ln((n + 1) / (df + 0.5))), for models that were not fitted with token weights.
    """
    counts = np.asarray(df, np.float64)
    if scheme == "idf":
        return np.maximum(0.0, np.log((n + 1) / (counts + 0.5))).astype(np.float32)
    return (_SIF / (_SIF + counts / (_SMALL + float(counts.sum())))).astype(np.float32)


def dense(c: Case, model: Embedder, scheme: str) -> list[list[int]]:
    w = weights_of(c, model, scheme)
    found = model.embed(c.questions, w) @ model.embed(c.docs, w).T
    return [list(np.argsort(-row, kind="stable")[:DEPTH]) for row in found]


def main(data: Path, folders: list[Path]) -> None:
    everything = cases(data)
    arms: list[tuple[str, object]] = [("tantivy", lambda c: c.lexical)]
    for folder in folders:
        model = Embedder.load(None if str(folder) == "shipped" else folder)
        for scheme in ("unweighted", "idf", "sif"):
            arms.append((f"{folder.name} {scheme}", lambda c, m=model, s=scheme: dense(c, m, s)))
            arms.append(
                (
                    f"RRF {folder.name} {scheme}",
                    lambda c, m=model, s=scheme: list(map(fused, c.lexical, dense(c, m, s))),
                )
            )
    tables = sorted({c.table for c in everything})
    print("| arm |" + "".join(f" {t} {h} |" for t in tables for h in HALVES))
    print("|---|" + "---|" * (2 * len(tables)))
    for name, ranked in arms:
        got: dict[tuple[str, str], list] = {}
        for c in everything:
            got.setdefault((c.table, c.half), []).extend(map(metrics, ranked(c), c.gold))
        cells = [" ".join(f"{100 * x:.1f}" for x in np.mean(got[t, h], axis=0)) for t in tables for h in HALVES]
        print(f"| {name} | " + " | ".join(cells) + " |", flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]), [Path(p) for p in sys.argv[2:]])
