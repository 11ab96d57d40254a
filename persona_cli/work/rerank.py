"""Rerank: a chat model puts answers into a better order, if it gives a true permutation; else the order stays."""

from __future__ import annotations

import re
from collections.abc import Sequence

import orjson

from persona_cli.errors import RemoteError
from persona_cli.providers.contract import Message, Provider, Request
from persona_cli.store.vault import Vault
from persona_cli.work.fragments import cleaned, render
from persona_cli.work.recall import Found
from persona_cli.work.setup import redactor_of

MOST = 20  # answers shown to the model
_ARRAY = re.compile(r"\[[^\[\]]*\]")


def rerank(vault: Vault, provider: Provider, question: str, found: Sequence[Found]) -> tuple[list[Found], str]:
    """The answers in the model's order, and why not where its answer was no use."""
    head, tail = list(found[:MOST]), list(found[MOST:])
    if len(head) < 2:
        return list(found), ""
    items = [{"text": cleaned(item.hit.document.text, 300)} for item in head]
    asked = redactor_of(vault, write=False)(question)
    prompt = render(vault, "rerank.md", {"question": cleaned(asked, 1000), "items": items})
    try:
        text = provider.complete(Request((Message("user", prompt),), max_tokens=512)).text
    except RemoteError as error:
        return list(found), f"not reranked: {error}"
    order = permutation(text, len(head))
    if not order:
        return list(found), "not reranked: the model gave no order of all answers"
    return [head[place - 1] for place in order] + tail, ""


def permutation(text: str, count: int) -> list[int]:
    """The last array in `text` that holds each number from 1 to `count` once; empty when there is none."""
    for found in reversed(_ARRAY.findall(text)):
        try:
            numbers = orjson.loads(found)
        except ValueError:
            continue
        if sorted(n for n in numbers if type(n) is int) == list(range(1, count + 1)) and len(numbers) == count:
            return list(numbers)
    return []
