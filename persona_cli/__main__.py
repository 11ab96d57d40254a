"""`python -m persona_cli` is the `persona` command."""

from __future__ import annotations

from persona_cli.cli import interrupt


def entry() -> None:
    """The `persona` command."""
    interrupt.guard()
    from persona_cli.cli.main import entry as run  # from here on much is loaded

    run()


if __name__ == "__main__":
    entry()
