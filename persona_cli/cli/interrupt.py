"""Ctrl-C, answered with one line and exit code 130 from the first moment on.

While the program loads and nothing has been touched, it ends at once: an exception would be printed as a traceback, or
lost within an import. From `listen` on it is Python's own KeyboardInterrupt, so that what is running can be left in order.
"""

from __future__ import annotations

import os
import signal

CODE = 130


def guard() -> None:
    """End at Ctrl-C until `listen`; where it is ignored, as for commands in the background, it stays so."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _end)


def listen() -> None:
    """From here on Ctrl-C is an exception; nothing changes without `guard`."""
    if signal.getsignal(signal.SIGINT) is _end:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def deaf() -> None:
    """From here on Ctrl-C is too late: everything is done."""
    if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.SIG_IGN)


def _end(*_: object) -> None:
    try:
        os.write(2, b"persona: error: interrupted\n")
    finally:
        os._exit(CODE)
