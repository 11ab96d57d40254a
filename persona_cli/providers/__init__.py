"""Models and the servers that run them: one contract, one file each."""
