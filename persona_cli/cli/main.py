"""The way in: sets up the process, runs one command, and turns every failure into one message and an exit code."""

from __future__ import annotations

import gc
import io
import os
import sys
import traceback
from collections.abc import Mapping, Sequence
from pathlib import Path

from persona_cli.cli import interrupt
from persona_cli.cli.output import Output, discard_output
from persona_cli.cli.surroundings import Session
from persona_cli.core.codec import well_formed
from persona_cli.errors import InterruptedByUserError, PersonaError, UsageError


def entry() -> None:
    """Set up the process, run the command line and end with its exit code."""
    os.umask(0o077)
    gc.set_threshold(100_000, 20, 100)  # folded records live to the end: looking at them would be half of the time
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # before numpy: spinning threads cost more than they give
    os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name) or Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115 - it lives as long as we do
        setattr(sys, name, stream)
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="replace")
    try:
        code = main(sys.argv[1:], environ=os.environ)
        interrupt.deaf()
    except KeyboardInterrupt:  # once more, while the first was answered
        code = interrupt.CODE
    sys.stdout.flush() if code != _GONE else discard_output()
    os._exit(0 if code == _GONE else code)  # skips the teardown of large libraries; everything is flushed and synced


_GONE = -1  # whoever read our output went away, as in `| head`


def main(argv: Sequence[str], *, environ: Mapping[str, str]) -> int:
    """Run one command line and give its exit code."""
    out = Output(sys.stdout, sys.stderr)
    session = Session(out, environ, sys.stdin.buffer if sys.stdin else io.BytesIO())
    try:
        code = _run([_text(argument) for argument in argv], session)
        out.flush()
    except PersonaError as error:
        out.error(str(error), error.hint, error.exit_code)
        return error.exit_code
    except KeyboardInterrupt:
        out.error("interrupted; what was acknowledged is kept", "", InterruptedByUserError.exit_code)
        return InterruptedByUserError.exit_code
    except BrokenPipeError:
        return _GONE
    except OSError as error:
        out.error(f"{error.strerror or error}: '{error.filename}'" if error.filename else str(error), "", 1)
        return 1
    except Exception as error:  # noqa: BLE001 - the one place where a mistake of ours becomes a message
        if environ.get("PERSONA_DEBUG"):
            traceback.print_exc()
        out.error(f"a mistake in persona itself: {type(error).__name__}: {error}", "PERSONA_DEBUG=1 shows where", 1)
        return 1
    return code


def _text(argument: str) -> str:
    """An argument whose bytes are no text is mended, unless something on the disk is called so."""
    if argument.isascii() or os.path.lexists(argument):
        return argument
    return well_formed(argument)


def _run(argv: list[str], session: Session) -> int:
    import click

    from persona_cli.cli.app import build, verb_of

    if _empty(argv) and verb_of(argv) != "config":
        raise UsageError("an argument is empty", hint="is a variable of the shell not set?")
    in_json = "--json" in argv or "--jsonl" in argv
    try:
        program = build(argv)
        interrupt.listen()
        code = program(args=argv, prog_name="persona", obj=session, standalone_mode=not in_json)
    except SystemExit as stop:
        code = stop.code
    except click.ClickException as error:  # only with JSON: else the parser has printed it, with its usage line
        session.out.json = True
        session.out.error(error.format_message(), f"persona {verb_of(argv)} --help", error.exit_code)
        return error.exit_code
    if code == interrupt.CODE:  # the parser's word for Ctrl-C
        raise KeyboardInterrupt
    return (code if isinstance(code, int) else 0) or session.code


def _empty(argv: Sequence[str]) -> bool:
    """Whether a value was given that is empty: mostly a mistake, and then "the newest" or "all" would be taken."""
    return any(argument == "" or (argument.startswith("--") and argument.endswith("=")) for argument in argv)
