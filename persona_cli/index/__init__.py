"""What can be rebuilt at any time: the catalog, the lexical and dense indexes, and search over them."""
