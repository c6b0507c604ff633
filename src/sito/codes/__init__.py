"""Codes, guesses and feedback: texts, notations, plain scorers, the sieve in plain Python, hard modes."""
