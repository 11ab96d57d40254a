"""Writes which words are near in meaning to which, from a token table: one line a word, nearest first.

    PYTHONPATH=. python bench/embedding/related.py [MODEL] > persona_cli/index/model/related.txt

MODEL is a folder in model2vec's format, by default the shipped one. Only whole words of letters count; a line is
`bike bikes:78 bicycle:76 …`, the numbers being cosines in percent. Lines are sorted by their bytes.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np

from persona_cli.index.cues import ENGLISH
from persona_cli.index.dense import Embedder, normalised, tokenizer_in
from persona_cli.index.related import MOST, NEAR, SHORTEST

BLOCK = 2000


def main() -> None:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parents[2] / "persona_cli" / "index" / "model"
    embedder = Embedder.load(folder)
    words = sorted(
        word
        for word in tokenizer_in(folder).get_vocab()
        if word.isascii() and word.isalpha() and len(word) >= SHORTEST and word not in ENGLISH.stop_words
    )
    rows = normalised(embedder.embed(words))
    for start in range(0, len(words), BLOCK):
        block = np.rint(100 * (rows[start : start + BLOCK] @ rows.T)).astype(int)
        for place, cosines in enumerate(block.tolist(), start):
            near = [(-c, words[n]) for n, c in enumerate(cosines) if c >= NEAR and n != place]
            if near:
                print(words[place], *(f"{word}:{-c}" for c, word in sorted(near)[:MOST]))


if __name__ == "__main__":
    main()
