"""Caches of Gemini: one system text kept on the server, reused while text, model and key stay the same.

The state is plain data that the caller keeps with the session and hands back:

- `name`, `model`, `hash`, `key`, `expires`: the live cache, its model, SHA-256 of its text, the key's fingerprint,
  and a UTC instant; absent when there is none.
- `minimum`: model -> tokens below which its server makes no cache, learnt from its errors.
- `signs_per_token`: model -> what the same error told about the length of a token.

Nothing here raises for a cache: whatever goes wrong, the text is sent with the question, and a note says why.
"""

from __future__ import annotations

import contextlib
import hashlib
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from persona_cli.errors import RemoteError
from persona_cli.providers.gemini import Gemini, model_path
from persona_cli.providers.reading import text_at

State = Mapping[str, Any]

LIFE = 3600  # seconds a cache lives without being used
RENEW = 0.1  # share of its life that may be left before it is renewed
FIRST_GATE = 4000  # characters below which no cache is tried until a server tells its minimum
_LIVE = ("name", "model", "hash", "key", "expires")
_TOO_SMALL = re.compile(r"total_token_count=(\d{1,9}), min_total_token_count=(\d{1,9})")


@dataclass(frozen=True, slots=True)
class Cached:
    """A cache to name in the request, or none, and the state to keep."""

    name: str  # empty: send the text with the question
    state: dict[str, Any]
    note: str = ""  # why there is none


def ensure(
    gemini: Gemini, state: State, text: str, *, now: Callable[[], datetime], model: str = "", life: int = LIFE
) -> Cached:
    """A cache that holds `text` for `model`: the one of `state`, renewed when its end is near, or a new one.

    A cache of another text, model or key is deleted first. `now` is read again after each call.
    """
    model = model or gemini.model
    wanted = {"model": model_path(model), "hash": _hash(text), "key": gemini.wire.fingerprint}
    kept = dict(state)
    if kept.get("name"):
        if all(kept.get(name) == value for name, value in wanted.items()):
            left = (_instant(kept.get("expires")) - now()).total_seconds()
            if left > life * RENEW:
                return Cached(str(kept["name"]), kept)
            if left > 0 and (renewed := _renew(gemini, kept, life)):
                return renewed
        kept = delete(gemini, kept)
    if _too_small(kept, wanted["model"], text):
        return Cached("", kept, "the text is too short for a cache")
    made = _create(gemini, kept, wanted, text, life)
    if made.name and not made.state["expires"]:
        made.state["expires"] = _written(now() + timedelta(seconds=life))
    return made


def dropped(state: State) -> dict[str, Any]:
    """The state after the server did not accept the cache: what was learnt stays."""
    return {name: value for name, value in state.items() if name not in _LIVE}


def delete(gemini: Gemini, state: State) -> dict[str, Any]:
    """Delete the cache on the server, if the key is still the one that made it; the state without it."""
    if state.get("key") == gemini.wire.fingerprint:
        with contextlib.suppress(RemoteError):  # it is gone, or goes when its time is over
            erase(gemini, state)
    return dropped(state)


def erase(gemini: Gemini, state: State) -> None:
    """Delete the cache on the server; raises RemoteError."""
    name = state.get("name")
    if isinstance(name, str) and _plain(name):
        gemini.wire.call("DELETE", f"/{gemini.version}/{name}")


def _renew(gemini: Gemini, state: dict[str, Any], life: int) -> Cached | None:
    name = str(state["name"])
    if not _plain(name):
        return None
    try:
        tree = gemini.wire.call("PATCH", f"/{gemini.version}/{name}?updateMask=ttl", {"ttl": f"{life}s"})
    except RemoteError:
        return None
    expires = text_at(tree, "expireTime")
    return Cached(name, {**state, "expires": expires}) if expires else None


def _create(gemini: Gemini, state: dict[str, Any], wanted: dict[str, str], text: str, life: int) -> Cached:
    body = {"model": wanted["model"], "systemInstruction": {"parts": [{"text": text}]}, "ttl": f"{life}s"}
    try:
        tree = gemini.wire.call("POST", f"/{gemini.version}/cachedContents", body)
    except RemoteError as error:
        if found := _TOO_SMALL.search(str(error)):
            return Cached(
                "", _learnt(state, wanted["model"], text, int(found[1]), int(found[2])), "the text is too short"
            )
        return Cached("", state, f"no cache: {error}")
    name = text_at(tree, "name")
    if not _plain(name):
        return Cached("", state, "no cache: the server named none")
    return Cached(name, {**state, **wanted, "name": name, "expires": text_at(tree, "expireTime")})


def _learnt(state: dict[str, Any], model: str, text: str, tokens: int, minimum: int) -> dict[str, Any]:
    return {
        **state,
        "minimum": {**_table(state, "minimum"), model: minimum},
        "signs_per_token": {**_table(state, "signs_per_token"), model: round(len(text) / max(1, tokens), 3)},
    }


def _too_small(state: State, model: str, text: str) -> bool:
    minimum = _table(state, "minimum").get(model)
    signs = _table(state, "signs_per_token").get(model)
    if isinstance(minimum, (int, float)) and isinstance(signs, (int, float)):
        return len(text) < minimum * signs
    return len(text) < FIRST_GATE


def _table(state: State, name: str) -> dict[str, Any]:
    value = state.get(name)
    return value if isinstance(value, dict) else {}


def _plain(name: str) -> bool:
    return re.fullmatch(r"cachedContents/[A-Za-z0-9_-]{1,128}", name) is not None


def _hash(text: str) -> str:
    return "sha256:" + hashlib.sha256(text.encode("utf-8", errors="replace")).hexdigest()


def _instant(text: Any) -> datetime:
    """An instant of the state; what cannot be read counts as long over. Google writes nine digits of a second."""
    try:
        moment = datetime.fromisoformat(re.sub(r"\.\d+", "", str(text)))
    except ValueError:
        return datetime.min.replace(tzinfo=UTC)
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def _written(moment: datetime) -> str:
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
