"""Two classic search puzzles, water jugs and peg solitaire, and search for any puzzle."""
