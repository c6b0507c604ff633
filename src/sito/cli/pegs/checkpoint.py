"""The levels of a long peg search in a folder, so that it can be stopped and taken up again.

The file of a level begins with a digest of the problem, of its own name and of the level, for a
level that is short of a position, or stands in another's place, would lead to a false proof.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

from sito.base.files import read_limited, write_atomically
from sito.errors import N_, Fault, FileError, PuzzleError, system_reason
from sito.puzzles.pegs.analysis import Analysis

_FORMAT = "sito-pegs-checkpoint-2"
_MOST_ABOUT = 1 << 20  # bytes
_DIGEST = hashlib.sha256().digest_size
_SIDES = ("forward", "backward")


class Checkpoint:
    """Stores each level of a search as a file when it is done."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._head = b""
        self._stored = dict.fromkeys(_SIDES, 0)

    def resume(self, analysis: Analysis) -> int:
        """Takes up what the folder holds and returns how many levels that were.

        Raises `PuzzleError` if it is of another problem or damaged.
        """
        head = {"format": _FORMAT, "problem": str(analysis.problem)}
        self._head = json.dumps(head, ensure_ascii=False).encode()
        about = self._folder / "problem.json"
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            wrong = N_("{folder} cannot be the folder of a checkpoint: {reason}")
            raise FileError(Fault(wrong, folder=self._folder, reason=system_reason(error))) from None
        if about.exists():
            try:
                found = json.loads(read_limited(about, _MOST_ABOUT))
            except (ValueError, RecursionError):
                found = None
            if found != head:
                message = N_(
                    "the folder {folder} holds the checkpoint of another problem, or of another version of Sito; give "
                    "another folder"
                )
                raise PuzzleError(Fault(message, folder=self._folder))
        else:
            write_atomically(about, self._head)
        levels = {side: self._read(side) for side in _SIDES}
        self._stored = {side: len(found) for side, found in levels.items()}
        analysis.restore(levels["forward"], levels["backward"])
        return sum(self._stored.values())

    def store(self, analysis: Analysis) -> None:
        """Stores the levels that are new."""
        new = analysis.dump(self._stored["forward"], self._stored["backward"])
        for side, levels in zip(_SIDES, new, strict=True):
            for level in levels:
                file = self._file(side, self._stored[side])
                write_atomically(file, self._digest(file, level) + level)
                self._stored[side] += 1

    def _read(self, side: str) -> list[bytes]:
        levels: list[bytes] = []
        while (file := self._file(side, len(levels))).is_file():  # no device, which may be endless
            raw = read_limited(file, file.stat().st_size)
            digest, level = raw[:_DIGEST], raw[_DIGEST:]
            if digest != self._digest(file, level):
                damaged = N_("{file} of the checkpoint is damaged; delete it, and its level is searched again")
                raise PuzzleError(Fault(damaged, file=file))
            levels.append(level)
        return levels

    def _digest(self, file: Path, level: bytes) -> bytes:
        digest = hashlib.sha256(self._head + file.name.encode())
        digest.update(level)
        return digest.digest()

    def _file(self, side: str, number: int) -> Path:
        return self._folder / f"{side}-{number + 1:02}.level"
