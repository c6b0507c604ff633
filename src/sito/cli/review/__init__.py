"""`sito review`."""
