"""Playing at the terminal: the commands that play code-breaking games with a person."""
