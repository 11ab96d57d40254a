"""The memory as a graph for other tools, and as one page to look at: records in, text out, no disk and no clock."""
