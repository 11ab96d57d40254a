"""Language packs: what a language needs to be told apart, read and rewritten, as data."""
