"""The best guesses, on one board or several, and the levels of the computer."""
