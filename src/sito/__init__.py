"""Sito plays, solves, studies and proves code-breaking games and two search puzzles."""

__all__ = ["__version__"]


def __getattr__(name: str) -> str:
    """Loads the native core for `__version__` only when it is asked for: importing Sito does nothing."""
    if name == "__version__":
        from sito._native import VERSION

        return VERSION
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
