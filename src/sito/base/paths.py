"""Where Sito keeps its files; an environment variable overrides each place."""

from __future__ import annotations

import os
from pathlib import Path


def data_dir() -> Path:
    """Names the directory of saved games and results: SITO_DATA_DIR, or the system's usual place.

    The directory need not exist.

    >>> import os
    >>> os.environ["SITO_DATA_DIR"] = "games"
    >>> data_dir().name
    'games'
    >>> del os.environ["SITO_DATA_DIR"]
    """
    return _place("SITO_DATA_DIR", "user_data_path")


def config_dir() -> Path:
    """Names the directory of the settings that `sito config` saves: SITO_CONFIG_DIR, or the system's usual place."""
    return _place("SITO_CONFIG_DIR", "user_config_path")


def log_dir() -> Path:
    """Names the directory of reports on internal errors: SITO_LOG_DIR, or the system's usual place."""
    return _place("SITO_LOG_DIR", "user_log_path")


def _place(variable: str, function: str) -> Path:
    if chosen := os.environ.get(variable):
        return Path(chosen).absolute()
    import platformdirs

    try:
        path: Path = getattr(platformdirs, function)("sito", appauthor=False)
    except RuntimeError:  # a user of whom the system knows no home
        return Path(os.devnull, variable)
    return path
