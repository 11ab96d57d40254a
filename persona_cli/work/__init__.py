"""One module per deed; no printing, no terminal."""
