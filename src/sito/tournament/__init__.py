"""Tournaments: strategies compared over every secret of a game, or over a sample of them."""
