"""The one way to the native core: its games, moves, errors and long runs."""
