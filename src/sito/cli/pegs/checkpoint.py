"""The levels of a long peg search in a folder, so that it can be stopped and taken up again."""

from __future__ import annotations

import json
from pathlib import Path

from sito.errors import N_, Fault, FileError, PuzzleError, system_reason
from sito.files import read_limited, write_atomically
from sito.puzzles.pegs.analysis import Analysis

_FORMAT = "sito-pegs-checkpoint-1"
_MOST_ABOUT = 1 << 20  # bytes
_SIDES = ("forward", "backward")


class Checkpoint:
    """Stores each level of a search as a file when it is done."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._stored = dict.fromkeys(_SIDES, 0)

    def resume(self, analysis: Analysis) -> int:
        """Takes up what the folder holds and returns how many levels that were.

        Raises `PuzzleError` if it is of another problem or damaged.
        """
        head = {"format": _FORMAT, "problem": str(analysis.problem)}
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
                message = N_("the folder {folder} holds the checkpoint of another problem; give another folder")
                raise PuzzleError(Fault(message, folder=self._folder))
        else:
            self._write(about, json.dumps(head, ensure_ascii=False).encode())
        levels = {side: self._read(side) for side in _SIDES}
        self._stored = {side: len(found) for side, found in levels.items()}
        analysis.restore(levels["forward"], levels["backward"])
        return sum(self._stored.values())

    def store(self, analysis: Analysis) -> None:
        """Stores the levels that are new."""
        new = analysis.dump(self._stored["forward"], self._stored["backward"])
        for side, levels in zip(_SIDES, new, strict=True):
            for level in levels:
                self._write(self._file(side, self._stored[side]), level)
                self._stored[side] += 1

    def _read(self, side: str) -> list[bytes]:
        levels: list[bytes] = []
        while (file := self._file(side, len(levels))).is_file():  # no device, which may be endless
            levels.append(file.read_bytes())
        return levels

    def _file(self, side: str, number: int) -> Path:
        return self._folder / f"{side}-{number + 1:02}.level"

    def _write(self, file: Path, content: bytes) -> None:
        write_atomically(file, content)  # a crash while writing must not leave half a level
