"""Games that people play, as values that are kept: each move gives the next one; terminal, page and REST show them."""
