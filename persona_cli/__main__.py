"""`python -m persona_cli` is the `persona` command."""

from __future__ import annotations

from persona_cli.cli.main import entry

if __name__ == "__main__":
    entry()
