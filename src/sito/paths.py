"""Where Sito keeps files, an environment variable overrides each place; whether a file can be written."""

from __future__ import annotations

import os
from pathlib import Path

from sito.errors import N_, Fault, InputError


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


def log_dir() -> Path:
    """Names the directory of reports on internal errors: SITO_LOG_DIR, or the system's usual place."""
    return _place("SITO_LOG_DIR", "user_log_path")


def _place(variable: str, function: str) -> Path:
    if chosen := os.environ.get(variable):
        return Path(chosen)
    import platformdirs

    path: Path = getattr(platformdirs, function)("sito", appauthor=False)
    return path


def check_writable(file: Path) -> None:
    """Sees that a file can be written, without touching it, before anything is computed for it. Raises `InputError`.

    >>> check_writable(Path("no-such-directory/best.tree"))
    Traceback (most recent call last):
    sito.errors.InputError: no-such-directory/best.tree cannot be written: there is no directory no-such-directory
    """
    if os.path.isdir(file):
        reason = Fault(N_("it is a directory"))
    elif not os.path.isdir(file.parent):
        reason = Fault(N_("there is no directory {directory}"), directory=file.parent)
    elif not os.access(file if os.path.exists(file) else file.parent, os.W_OK):
        reason = Fault(N_("you may not write there"))
    else:
        return
    raise InputError(Fault(N_("{file} cannot be written: {reason}"), file=file, reason=reason))
