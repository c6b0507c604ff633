"""The view Analyse: a game in text, and everything that can be said about it."""
