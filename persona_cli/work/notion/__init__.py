"""The memory as a Notion database that a person can read and correct, and their corrections back into the vault."""
