"""Rules and their text, kinds of codes and answers, and names of games."""
