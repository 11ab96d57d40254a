"""The mouth: arguments, terminal, environment, clock and exit codes."""
