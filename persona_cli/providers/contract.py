"""What every provider is asked and what it answers, whichever model or server stands behind it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal, Protocol

Finish = Literal["stop", "length", "refusal", "other"]
CacheUse = Literal["", "used", "dropped"]


@dataclass(frozen=True, slots=True)
class Message:
    """One message of the conversation with the model; the last one is the user's."""

    role: Literal["user", "assistant"]
    text: str


@dataclass(frozen=True, slots=True)
class Request:
    """One question to a model."""

    messages: tuple[Message, ...]
    system: str = ""
    schema: Mapping[str, Any] | None = None  # JSON schema of an object the answer must be; None: free text
    schema_name: str = "answer"  # letters, digits, `_` and `-`, at most 64
    max_tokens: int = 2048  # of the answer, thinking included
    model: str = ""  # empty: the provider's own
    cache_name: str = ""  # server-side cache that holds `system`; providers without caches send `system` itself
    temperature: float | None = None  # sent only where models still take it


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens as the server counted them; 0 where it did not say."""

    input: int = 0  # cached ones included
    output: int = 0
    cached: int = 0  # of `input`, read from a cache

    def __add__(self, other: Usage) -> Usage:
        return Usage(self.input + other.input, self.output + other.output, self.cached + other.cached)


@dataclass(frozen=True, slots=True)
class Reply:
    """One answer."""

    text: str
    finish: Finish
    usage: Usage = field(default_factory=Usage)
    model: str = ""  # as the server names it
    note: str = ""  # why it stopped, in the server's word, unless it simply ended
    cache: CacheUse = ""  # "dropped": the cache of the request was not accepted and must not be used again
    calls: int = 1  # requests it took, those that the server turned down for their form included


class Provider(Protocol):
    """A service or server that answers requests. May be used from several threads; `close` gives connections back."""

    name: str  # its name in the table of providers
    model: str  # used where a request names none; empty: the server's own choice
    origin: str  # the only place its key goes to

    def complete(self, request: Request) -> Reply:
        """The whole answer; raises RemoteError when there is none."""
        ...

    def stream(self, request: Request) -> Iterator[str | Reply]:
        """Pieces of text as they come and, last, the whole Reply; raises RemoteError also in the middle."""
        ...

    def models(self) -> tuple[str, ...]:
        """Models the server offers; the cheapest call that proves a key. Raises RemoteError."""
        ...

    def close(self) -> None:
        """Give connections back."""
        ...


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds of one call; times in seconds."""

    connect: float = 10.0
    read: float = 300.0  # without a single byte; whole answers come after the thinking
    total: float = 600.0  # with retries and waiting
    longest_wait: float = 60.0  # a server that asks for more is told to the person instead
    retries: int = 2
    max_bytes: int = 16 * 1024 * 1024  # of an answer, unpacked


@dataclass(frozen=True, slots=True)
class Timing:
    """Clocks and chance, handed down from above."""

    sleep: Callable[[float], None]
    clock: Callable[[], float]  # monotonic, seconds
    now: Callable[[], datetime]  # aware
    chance: Callable[[], float]  # evenly from [0, 1)
