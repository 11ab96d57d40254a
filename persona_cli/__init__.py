"""Long-term memory for one person's conversations with AI, over plain files."""

__version__ = "0.1.0"
