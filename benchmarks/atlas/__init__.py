"""The atlas of solved games: adds to its data, proves it again, and writes docs/atlas from it."""
