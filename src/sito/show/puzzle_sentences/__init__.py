"""Sentences about puzzles that the terminal and the page both say."""
