"""What must not be lost: files, logs, the vault, settings and secrets."""
