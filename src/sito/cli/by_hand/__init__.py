"""What jugs and pegs share when a person solves them by hand: the options, the loop, and what is kept."""
