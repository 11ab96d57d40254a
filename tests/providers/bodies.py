"""Bodies as the services send them, for the same answers from each: one good, one refused, one cut short, one stream."""

from __future__ import annotations

import json
from typing import Any

TEXT = '{"facts": []}'


def sse(*events: Any, named: bool = False) -> str:
    lines = []
    for event in events:
        if named:
            lines.append(f"event: {event['type']}\n")
        lines.append(f"data: {event if isinstance(event, str) else json.dumps(event)}\n\n")
    return "".join(lines)


def local(text: str = TEXT, reason: str = "stop", **message: Any) -> dict[str, Any]:
    return {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "model": "tiny",
        "choices": [
            {"index": 0, "message": {"role": "assistant", "content": text, **message}, "finish_reason": reason}
        ],
        "usage": {"prompt_tokens": 30, "completion_tokens": 7, "prompt_tokens_details": {"cached_tokens": 4}},
    }


def local_stream(*pieces: str, reason: str = "stop") -> str:
    chunk = {"object": "chat.completion.chunk", "model": "tiny"}
    return sse(
        {**chunk, "choices": [{"index": 0, "delta": {"role": "assistant", "content": None}}]},
        *({**chunk, "choices": [{"index": 0, "delta": {"content": one}}]} for one in pieces),
        {**chunk, "choices": [{"index": 0, "delta": {}, "finish_reason": reason}]},
        {**chunk, "choices": [], "usage": {"prompt_tokens": 30, "completion_tokens": 7, "prompt_tokens_details": {"cached_tokens": 4}}},
        "[DONE]",
    )  # fmt: skip


def openai(text: str = TEXT, status: str = "completed", reason: str = "", refusal: str = "") -> dict[str, Any]:
    content = (
        [{"type": "refusal", "refusal": refusal}]
        if refusal
        else [{"type": "output_text", "text": text, "annotations": []}]
    )
    return {
        "id": "resp_1",
        "object": "response",
        "status": status,
        "model": "tiny",
        "error": None,
        "incomplete_details": {"reason": reason} if reason else None,
        "output": [
            {"type": "reasoning", "id": "rs_1", "summary": []},
            {"type": "message", "role": "assistant", "status": status, "content": content},
        ],
        "usage": {"input_tokens": 30, "output_tokens": 7, "input_tokens_details": {"cached_tokens": 4}},
    }


def openai_stream(*pieces: str) -> str:
    return sse(
        {"type": "response.created", "response": {"status": "in_progress"}},
        *({"type": "response.output_text.delta", "delta": one, "item_id": "msg_1"} for one in pieces),
        {"type": "response.output_text.done", "text": "".join(pieces)},
        {"type": "response.completed", "response": openai("".join(pieces))},
        named=True,
    )


def anthropic(text: str = TEXT, reason: str = "end_turn", **more: Any) -> dict[str, Any]:
    return {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": "tiny",
        "content": [{"type": "thinking", "thinking": "hm { hm", "signature": "s"}, {"type": "text", "text": text}],
        "stop_reason": reason,
        "usage": {
            "input_tokens": 20,
            "output_tokens": 7,
            "cache_creation_input_tokens": 6,
            "cache_read_input_tokens": 4,
        },
        **more,
    }


def anthropic_stream(*pieces: str) -> str:
    start = anthropic()
    start["usage"]["output_tokens"] = 1
    return sse(
        {"type": "message_start", "message": {**start, "content": [], "stop_reason": None}},
        {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}},
        {"type": "ping"},
        {"type": "content_block_delta", "index": 0, "delta": {"type": "thinking_delta", "thinking": "hm"}},
        *({"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": one}} for one in pieces),
        {"type": "content_block_stop", "index": 0},
        {"type": "message_delta", "delta": {"stop_reason": "end_turn"}, "usage": {"output_tokens": 7}},
        {"type": "message_stop"},
        named=True,
    )


def gemini(text: str = TEXT, reason: str = "STOP", **more: Any) -> dict[str, Any]:
    parts = [{"text": "hm", "thought": True}, {"text": text}]
    return {
        "candidates": [{"content": {"role": "model", "parts": parts}, "finishReason": reason, "index": 0}],
        "usageMetadata": {"promptTokenCount": 30, "candidatesTokenCount": 5, "thoughtsTokenCount": 2, "cachedContentTokenCount": 4},
        "modelVersion": "tiny",
        **more,
    }  # fmt: skip


def gemini_stream(*pieces: str) -> str:
    chunks = [
        {"candidates": [{"content": {"parts": [{"text": one}]}, "index": 0}], "modelVersion": "tiny"} for one in pieces
    ]
    last = gemini("")
    return sse(*chunks, last)
