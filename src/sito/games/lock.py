"""Which games are being played: two processes that play the same saved game would overwrite each other's turns.

One file stands for all games, and each game for one byte of it that its player locks. So
nothing is left behind by a process that is killed, for the system takes its locks back.
"""

from __future__ import annotations

import hashlib
import os
import sys
from pathlib import Path

_SIZE = 1 << 62  # more bytes than any file has; what is locked need not exist


class GameLock:
    """The lock of one game, held until this process ends or lets go.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as directory:
    ...     lock = GameLock(Path(directory) / "games.lock", "play-1")
    ...     taken = lock.take()
    ...     lock.let_go()
    >>> taken
    True
    """

    def __init__(self, file: Path, game: str) -> None:
        self._file = file
        self._place = int.from_bytes(hashlib.sha256(game.encode()).digest()[:8]) % _SIZE
        self._number: int | None = None

    def take(self) -> bool:
        """Takes the lock; false if another process has it. Where nothing can be locked, it counts as taken."""
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            self._number = os.open(self._file, os.O_RDWR | os.O_CREAT, 0o666)
        except OSError:
            return True  # on a disk that refuses, games are not saved either
        try:
            _lock(self._number, self._place)
        except (BlockingIOError, PermissionError):
            self.let_go()
            return False
        except OSError:  # a file system without locks
            self.let_go()
        return True

    @property
    def is_held(self) -> bool:
        """Whether another process has it."""
        free = self.take()
        self.let_go()
        return not free

    def let_go(self) -> None:
        """Gives the lock back, if it is held."""
        if self._number is not None:
            os.close(self._number)
        self._number = None


if sys.platform == "win32":
    import msvcrt

    def _lock(number: int, place: int) -> None:
        os.lseek(number, place, os.SEEK_SET)
        msvcrt.locking(number, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _lock(number: int, place: int) -> None:
        fcntl.lockf(number, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, place)
