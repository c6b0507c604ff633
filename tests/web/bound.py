"""Processes that end with the tests, however these end: also when the tests are killed."""

import os
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
_BIND = """
import ctypes, os, signal, sys
if sys.platform == "linux":
    PR_SET_PDEATHSIG = 1
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
os.execvp(sys.argv[1], sys.argv[1:])
"""


def bound(*command: str) -> list[str]:
    """Gives a command that does the same, as a process that is killed when the one that started it ends."""
    return [sys.executable, "-I", "-S", "-c", _BIND, *command]


def search_path() -> str:
    """Gives PYTHONPATH for such a process: Sito's modules and those of the tests are found."""
    return os.pathsep.join(filter(None, (str(ROOT / "src"), str(ROOT), os.environ.get("PYTHONPATH"))))
