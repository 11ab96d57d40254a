"""The one way out to models: a client for one origin and one key, with bounds on time, size and repetition.

Redirects are not followed, keys stand in headers alone and only for the origin they were stored for, and no error
carries a key, a header or a library's own exception. On loopback the proxies of the environment are not used.
"""

from __future__ import annotations

import contextlib
import itertools
import json
import logging
import re
import threading
import zlib
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, NoReturn
from urllib.parse import urljoin

from persona_cli.errors import PersonaError, RemoteError, UsageError
from persona_cli.providers.contract import Limits, Timing
from persona_cli.providers.failure import Failure, read_event_failure, read_failure, scrubbed
from persona_cli.store.origin import base_of, is_loopback, origin_of
from persona_cli.store.secrets import Key

if TYPE_CHECKING:
    import httpx

FIRST_WAIT = 0.5  # seconds before the first repetition; doubles each time (as the services' own clients do)
LONGEST_BACKOFF = 8.0
AGENT = "persona-cli"
MAX_ERROR = 64 * 1024  # bytes of an error body that are read


class Wire:
    """Requests to one base URL. Safe for use from several threads.

    `auth` is the header the key goes into and the text before it: `("authorization", "Bearer ")`.
    """

    def __init__(
        self,
        name: str,
        base_url: str,
        *,
        timing: Timing,
        key: Key | None = None,
        auth: tuple[str, str] = ("authorization", "Bearer "),
        headers: Mapping[str, str] | None = None,
        limits: Limits | None = None,
    ) -> None:
        self.name = name
        self.base_url = base_of(base_url)
        self.origin = origin_of(base_url)
        if key is not None and key.origin != self.origin:
            raise UsageError(
                f"the key of '{name}' is stored for {key.origin} and is not sent to {self.origin}",
                hint=f"persona key set {name} stores one for this address",
            )
        self.fingerprint = key.fingerprint if key else ""
        self._key = key
        self._auth = auth
        self._headers = dict(headers or {})
        self._limits = limits or Limits()
        self._timing = timing
        self._client: httpx.Client | None = None
        self._opening = threading.Lock()

    def __repr__(self) -> str:
        return f"<wire to {self.base_url}>"

    def close(self) -> None:
        """Give the connections back; the next call opens new ones."""
        with self._opening:
            client, self._client = self._client, None
        if client is not None:
            client.close()

    def call(self, method: str, path: str, body: Any = None, *, once: frozenset[int] = frozenset()) -> Any:
        """The JSON that `method` on base URL + `path` answers, None for an empty answer.

        Repeats what may be repeated within the limits, but not the statuses in `once`, where 0 stands for a connection
        that gave no answer. Raises RemoteError.
        """
        data = b"".join(self._chunks(method, path, body, once, whole=True))
        if not data.strip():
            return None
        try:
            return json.loads(data)
        except (ValueError, RecursionError):
            self.fail("answered something that is not JSON")

    def events(self, path: str, body: Any, *, once: frozenset[int] = frozenset()) -> Iterator[dict[str, Any]]:
        """The JSON objects of a stream of server-sent events; raises RemoteError, also for an error among them."""
        for data in _sse(self._chunks("POST", path, body, once, whole=False)):
            if data.strip() == "[DONE]":
                return
            try:
                event = json.loads(data)
            except (ValueError, RecursionError):
                self.fail("sent a stream that is not JSON")
            if not isinstance(event, dict):
                self.fail("sent a stream that is not of this service")
            if event.get("error") or event.get("type") == "error":
                raise read_event_failure(event, secret=self._secret).error(self.name)
            yield event

    def fail(self, what: str, *, hint: str = "", code: str = "") -> NoReturn:
        """Raise RemoteError for an answer that cannot be used; a server's own words in it are scrubbed of the key."""
        raise RemoteError(f"'{self.name}' {scrubbed(what, self._secret)}", hint=hint, code=code)

    @property
    def _secret(self) -> str:
        return self._key.reveal() if self._key else ""

    def _chunks(self, method: str, path: str, body: Any, once: frozenset[int], *, whole: bool) -> Iterator[bytes]:
        """The body of the first good answer, unpacked; `whole` asks again for one that was cut off."""
        deadline = self._timing.clock() + self._limits.total
        content = b"" if body is None else json.dumps(body, ensure_ascii=False).encode("utf-8", errors="replace")
        for attempt in itertools.count():
            started = False
            try:
                with contextlib.closing(self._send(method, path, content, deadline)) as response:
                    if response.is_success:
                        pieces = self._body(response, deadline)
                        for piece in [b"".join(pieces)] if whole else pieces:
                            started = True
                            yield piece
                        return
                    failure = self._refusal(response, deadline)
            except _LostError as lost:
                failure = Failure(0, str(lost), retry=lost.again and not started)
            if not failure.retry or failure.status in once or attempt >= self._limits.retries:
                raise self._error(failure)
            self._pause(attempt, failure, deadline)

    def _send(self, method: str, path: str, content: bytes, deadline: float) -> httpx.Response:
        """The response to one request, its body unread; raises _LostError when the connection gives none."""
        import httpx

        left = max(0.001, deadline - self._timing.clock())
        limits = self._limits
        timeout = httpx.Timeout(min(limits.read, left), connect=min(limits.connect, left))
        headers = dict(self._headers)
        if content:
            headers["content-type"] = "application/json"
        if self._key:
            headers[self._auth[0]] = self._auth[1] + self._key.reveal()
        client = self._open()
        request = client.build_request(method, self.base_url + path, content=content, headers=headers, timeout=timeout)
        try:
            return client.send(request, stream=True)
        except httpx.TransportError as error:
            raise self._lost(error) from None

    def _open(self) -> httpx.Client:
        import httpx

        with self._opening:
            if self._client is None:
                for library in ("httpx", "httpcore"):  # they log what servers send, and servers may send keys back
                    logging.getLogger(library).setLevel(logging.WARNING)
                self._client = httpx.Client(
                    follow_redirects=False,
                    trust_env=not is_loopback(self.base_url),
                    verify=self.base_url.startswith("https:"),  # without TLS no certificates need loading
                    headers={"accept-encoding": "identity", "user-agent": AGENT},
                )
            return self._client

    def _body(self, response: httpx.Response, deadline: float, limit: int = 0) -> Iterator[bytes]:
        """The body in unpacked pieces; raises RemoteError past the limits, _LostError when it is cut off."""
        import httpx

        limit = limit or self._limits.max_bytes
        unpack = _Unpacking(response.headers.get("content-encoding", ""))
        size = 0
        try:
            for raw in response.iter_raw():
                for piece in unpack.pieces(raw):
                    size += len(piece)
                    if size > limit:
                        self.fail(f"sent more than {limit // 1024} KiB")
                    yield piece
                if self._timing.clock() > deadline:
                    self.fail(f"did not finish within {self._limits.total:g} seconds", hint="try again later")
        except httpx.TransportError as error:
            raise self._lost(error) from None
        except zlib.error:
            raise _LostError("the answer is packed wrongly") from None

    def _refusal(self, response: httpx.Response, deadline: float) -> Failure:
        """What a response without success says."""
        if response.is_redirect:
            there = urljoin(self.base_url, response.headers.get("location", ""))
            told = f"redirects to {_safe_origin(there)}, and redirects are not followed"
            return Failure(response.status_code, told)
        try:
            body = b"".join(self._body(response, deadline, MAX_ERROR))
        except (_LostError, RemoteError):
            body = b""  # the status alone tells enough
        now = self._timing.now()
        return read_failure(response.status_code, response.headers, body, secret=self._secret, now=now)

    def _pause(self, attempt: int, failure: Failure, deadline: float) -> None:
        """Wait before the next attempt; raises the failure when the wait is longer than the limits allow."""
        if failure.retry_after:
            wait = failure.retry_after * (1 + 0.1 * self._timing.chance())
        else:
            wait = min(LONGEST_BACKOFF, FIRST_WAIT * 2**attempt) * (1 - 0.25 * self._timing.chance())
        if wait > self._limits.longest_wait or self._timing.clock() + wait >= deadline:
            raise self._error(failure)
        self._timing.sleep(wait)

    def _error(self, failure: Failure) -> RemoteError:
        if failure.status:
            return failure.error(self.name)
        hint = "is the server running?" if is_loopback(self.base_url) else "look at the network and at base_url"
        return RemoteError(f"'{self.name}' at {self.origin} gave no answer: {failure.message}", hint=hint)

    def _lost(self, error: httpx.TransportError) -> _LostError:
        """A lost connection in words; a library's own often name no cause.

        A server that was still silent when the time was over is not asked again: it may be thinking, and would be
        thinking twice.
        """
        import httpx

        words = scrubbed(str(error), self._secret)
        kind = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", type(error).__name__.removesuffix("Error")).lower()
        return _LostError(f"{kind}: {words}" if words else kind, again=not isinstance(error, httpx.ReadTimeout))


class _LostError(Exception):
    """A connection that ended before its answer did; the words are scrubbed."""

    def __init__(self, words: str, *, again: bool = True) -> None:
        super().__init__(words)
        self.again = again


class _Unpacking:
    """A content encoding taken off in pieces of bounded size, so that no small body becomes a large one at once."""

    PIECE = 64 * 1024

    def __init__(self, encoding: str) -> None:
        encoding = encoding.strip().lower()
        if encoding not in ("", "identity", "gzip", "x-gzip", "deflate"):
            raise _LostError("the answer is packed in a way that was not asked for")
        self._inflate = None if encoding in ("", "identity") else zlib.decompressobj(wbits=47)  # gzip or zlib

    def pieces(self, raw: bytes) -> Iterator[bytes]:
        """What `raw` unpacks to; raises zlib.error."""
        if self._inflate is None:
            yield raw
            return
        while raw:
            yield self._inflate.decompress(raw, self.PIECE)
            raw = self._inflate.unconsumed_tail


def _sse(chunks: Iterator[bytes]) -> Iterator[str]:
    """The data of server-sent events; names, ids and comments are left out."""
    data: list[str] = []
    for line in _lines(chunks):
        if line.startswith(b"data:"):
            data.append(line[5:].removeprefix(b" ").decode("utf-8", errors="replace"))
        elif not line and data:
            yield "\n".join(data)
            data = []
    if data:
        yield "\n".join(data)


def _lines(chunks: Iterator[bytes]) -> Iterator[bytes]:
    rest = b""
    for chunk in chunks:
        *lines, rest = (rest + chunk).split(b"\n")
        yield from (line.removesuffix(b"\r") for line in lines)
    if rest:
        yield rest


def _safe_origin(url: str) -> str:
    try:
        return origin_of(url.partition("?")[0].partition("#")[0])
    except PersonaError:
        return "another address"
