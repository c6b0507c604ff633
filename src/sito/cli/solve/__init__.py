"""The command `sito solve`."""
