"""Files as people have them, turned into episodes of turns; a reader never decides what is true."""
