"""Talking to language models over HTTP, one file a provider."""
