"""The command `sito jugs`."""
