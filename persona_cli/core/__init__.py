"""What is true: records, time, folding and names, without disk, clock, network or terminal."""
