"""`python -m persona_cli` is the `persona` command."""

from persona_cli.cli.main import entry

entry()
