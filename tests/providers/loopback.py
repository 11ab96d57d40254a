"""A real HTTP server on loopback that answers from a script, and a clock that only moves when somebody sleeps."""

from __future__ import annotations

import contextlib
import http.server
import json
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from persona_cli.providers.contract import Timing
from persona_cli.store.origin import origin_of
from persona_cli.store.secrets import Key

SECRET = "sk-proj-4fT9wQz7LmXc2VbN8KdR5hYs"
START = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)


@dataclass
class Answer:
    status: int = 200
    body: Any = b""  # bytes, text, or JSON
    headers: dict[str, str] = field(default_factory=dict)
    promised: int | None = None  # content-length told, where it is not true
    pause: float = 0.0  # seconds between the bytes

    @property
    def data(self) -> bytes:
        if isinstance(self.body, bytes):
            return self.body
        return (self.body if isinstance(self.body, str) else json.dumps(self.body)).encode()


@dataclass
class Seen:
    method: str
    path: str
    headers: dict[str, str]
    body: Any


class Server:
    def __init__(self, *answers: Answer) -> None:
        self.answers = list(answers)
        self.seen: list[Seen] = []
        outer = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def log_message(self, *args: object) -> None:
                pass

            def handle_one(self) -> None:
                length = int(self.headers.get("content-length") or 0)
                raw = self.rfile.read(length)
                headers = {name.lower(): value for name, value in self.headers.items()}
                outer.seen.append(Seen(self.command, self.path, headers, json.loads(raw) if raw else None))
                answer = outer.answers.pop(0) if len(outer.answers) > 1 else outer.answers[0]
                if callable(answer):
                    answer = answer(outer.seen[-1])
                self.send_response_only(answer.status)
                for name, value in answer.headers.items():
                    self.send_header(name, value)
                data = answer.data
                self.send_header("content-length", str(answer.promised if answer.promised is not None else len(data)))
                self.end_headers()
                with contextlib.suppress(ConnectionError):
                    for piece in [data] if not answer.pause else [data[i : i + 1] for i in range(len(data))]:
                        self.wfile.write(piece)
                        if answer.pause:
                            self.wfile.flush()
                            time.sleep(answer.pause)

            do_GET = do_POST = do_PATCH = do_DELETE = handle_one  # noqa: N815 - names of http.server

        self.http = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.http.daemon_threads = True
        self.http.block_on_close = False
        self.url = f"http://127.0.0.1:{self.http.server_address[1]}"
        self.thread = threading.Thread(target=self.http.serve_forever, kwargs={"poll_interval": 0.005}, daemon=True)
        self.thread.start()

    def close(self) -> None:
        self.http.shutdown()
        self.thread.join()
        self.http.server_close()

    def key(self, service: str = "openai", secret: str = SECRET) -> Key:
        return Key(service, origin_of(self.url), "environment", secret)


@contextlib.contextmanager
def serving(*answers: Answer) -> Iterator[Server]:
    server = Server(*answers)
    try:
        yield server
    finally:
        server.close()


class Clock:
    """Time as the tests want it: sleeping takes none, and is written down."""

    def __init__(self) -> None:
        self.slept: list[float] = []

    @property
    def timing(self) -> Timing:
        return Timing(self.slept.append, lambda: sum(self.slept), self.now, lambda: 0.0)

    def now(self) -> datetime:
        return START + timedelta(seconds=sum(self.slept))
