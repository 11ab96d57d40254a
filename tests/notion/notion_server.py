"""A Notion workspace behind a socket on loopback."""

from __future__ import annotations

import http.server
import json
import threading

from notion_parts import TOKEN
from notion_space import Workspace

from persona_cli.store.origin import origin_of
from persona_cli.store.secrets import Key


class Server:
    """A workspace behind a socket."""

    def __init__(self, workspace: Workspace) -> None:
        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *args: object) -> None:
                pass

            def handle_one(self) -> None:
                raw = self.rfile.read(int(self.headers.get("content-length") or 0))
                headers = {name.lower(): value for name, value in self.headers.items()}
                try:
                    status, body, told = workspace.answer(
                        self.command, self.path, headers, json.loads(raw) if raw else None
                    )
                except ConnectionError:
                    self.close_connection = True
                    return
                data = json.dumps(body).encode()
                self.wfile.write(
                    f"HTTP/1.1 {status} X\r\ncontent-type: application/json\r\ncontent-length: {len(data)}\r\n".encode()
                    + "".join(f"{name}: {value}\r\n" for name, value in told.items()).encode()
                    + b"\r\n"
                    + data
                )

            do_GET = do_POST = do_PATCH = handle_one  # noqa: N815 - names of http.server

        class Quick(http.server.ThreadingHTTPServer):
            daemon_threads = True
            block_on_close = False

        self.http = Quick(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.http.server_address[1]}/v1"
        self.thread = threading.Thread(target=self.http.serve_forever, kwargs={"poll_interval": 0.005}, daemon=True)
        self.thread.start()

    def close(self) -> None:
        self.http.shutdown()
        self.thread.join()
        self.http.server_close()

    def key(self, secret: str = TOKEN) -> Key:
        return Key("notion", origin_of(self.url), "environment", secret)
