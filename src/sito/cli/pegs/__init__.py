"""The command `sito pegs`."""
