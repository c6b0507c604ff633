"""Where games are kept, and what they are called: `play-7` is the seventh game that was begun with `sito play`.

In the data directory, `games/` has a file for each unfinished game, `games/finished/` one for each that has
ended, and `games/damaged/` those that could not be read. The name of a file is the name of its game, which
stays as it is when the game ends, and comes again for no other game: `games/numbers/` has an empty file for
each of the names that were given last.
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path

from sito.base.paths import data_dir
from sito.cli.play.lock import GameLock
from sito.errors import N_, Fault, FileError, InputError

GAME_KINDS = ("play", "keep", "duel")
"""The kinds of games in which a code is broken; they are the names of the commands that play them."""
BOARDS_KIND = "boards"
"""The kind of games on several boards, which `sito play --boards` plays."""
PUZZLE_KINDS = ("jugs", "pegs")
KINDS = (*GAME_KINDS, BOARDS_KIND, *PUZZLE_KINDS)

_NAME = re.compile(rf"({'|'.join(KINDS)})-?([0-9]{{1,20}})", re.IGNORECASE)
_OLD = 10**12
"""An earlier Sito numbered games by the time at which they began, in nanoseconds; no other number is as great."""
_FORGOTTEN = 3600  # seconds after which a file that was not written to its end has nobody left to do so
_GREATEST = 10**9  # a game that comes from elsewhere with a greater number gets another one: some must be left
_MARKS = 50  # files in `numbers/` of each kind: so many processes may take a number at once


def games_directory() -> Path:
    """Names the directory of unfinished games; it need not exist."""
    return data_dir() / "games"


def finished_directory() -> Path:
    """Names the directory of finished games; it need not exist."""
    return games_directory() / "finished"


def kind_of(file: Path) -> str:
    """Tells of which kind the game of a file is.

    >>> kind_of(Path("games/play-7.json"))
    'play'
    """
    return file.stem.partition("-")[0]


def read_name(text: str) -> str:
    """Reads the name of a game as people type it. Raises `InputError`.

    >>> read_name("play-7"), read_name(" Play7 ")
    ('play-7', 'play-7')
    >>> read_name("7")
    Traceback (most recent call last):
    sito.errors.InputError: '7' is not the name of a game; a name is a kind and a number, as in play-7
    """
    found = _NAME.fullmatch(text.strip())
    if found is None:
        wrong = N_("{text!r} is not the name of a game; a name is a kind and a number, as in {example}")
        raise InputError(Fault(wrong, text=text[:80], example="play-7"))
    return f"{found[1].lower()}-{int(found[2])}"


def new_name(kind: str) -> str:
    """Gives a name that no game has had, and sees that no other process gives it too."""
    marks = games_directory() / "numbers"
    number = 1 + max((_number(file) for file in _all_of(kind) if _number(file) < _OLD), default=0)
    try:
        make_directory(marks)
        while not _marked(marks / f"{kind}-{number}"):
            number += 1
    except (FileError, OSError):  # on a disk that refuses, the game is not saved either, and that is told then
        return f"{kind}-{number}"
    for mark in sorted(marks.glob(f"{kind}-*"), key=_number)[:-_MARKS]:
        with suppress(OSError):
            mark.unlink()
    return f"{kind}-{number}"


def reserve(name: str) -> bool:
    """Takes a name for a game that comes from elsewhere; false if it has been given here already."""
    if _number(Path(name)) > _GREATEST:
        return False
    marks = games_directory() / "numbers"
    try:
        make_directory(marks)
        return _marked(marks / name)
    except (FileError, OSError):
        return True


def _all_of(kind: str) -> Iterator[Path]:
    """Gives all files with the number of a game of this kind."""
    yield from games_directory().glob(f"{kind}-*.json")
    yield from finished_directory().glob(f"{kind}-*.json")
    yield from (games_directory() / "numbers").glob(f"{kind}-*")


def _marked(mark: Path) -> bool:
    try:
        mark.touch(exist_ok=False)
    except FileExistsError:
        return False
    return True


def unfinished_files(kinds: Iterable[str] = KINDS) -> list[Path]:
    """Lists the files of unfinished games, the one that was played last at the end.

    A game whose process ended just after it was kept as finished is no longer among them.
    """
    files = _files(games_directory(), kinds)
    for file in files:
        if (finished_directory() / file.name).exists():
            with suppress(OSError):
                file.unlink()
    return sorted(_renamed([file for file in files if file.exists()]), key=_age)


def finished_files(kinds: Iterable[str] = GAME_KINDS) -> list[Path]:
    """Lists the files of finished games, the oldest first."""
    return sorted(_renamed(_files(finished_directory(), kinds)), key=_age)


def find_file(name: str) -> Path:
    """Finds the file of the game with this name, unfinished or finished. Raises `InputError` if there is none."""
    wanted = read_name(name)
    kinds = [wanted.partition("-")[0]]
    for file in (*unfinished_files(kinds), *finished_files(kinds)):
        if file.stem == wanted:
            return file
    raise InputError(Fault(N_("there is no game {name}; {command} lists the games"), name=wanted, command="sito games"))


def is_finished(file: Path) -> bool:
    """Tells whether a file is that of a finished game."""
    return file.parent.name == finished_directory().name


def prune(directory: Path, kinds: Iterable[str], most: int, written: Path) -> None:
    """Removes the oldest files of games of these kinds, so that `most` stay, and what killed processes left behind.

    The one just `written` stays, though it looks the oldest where the clock was put back.
    """
    others = sorted((file for file in _files(directory, kinds) if file != written), key=_age)
    for old in others[: max(0, len(others) + 1 - most)]:
        with suppress(OSError):
            old.unlink()
    for partial in directory.glob(".*.partial"):
        with suppress(OSError):
            if time.time() - partial.stat().st_mtime > _FORGOTTEN:
                partial.unlink()


def set_aside(file: Path) -> Path | None:
    """Moves a damaged file to the others of its sort and says where it is now; None if it cannot be moved."""
    directory = games_directory() / "damaged"
    inside = file.relative_to(games_directory()) if file.is_relative_to(games_directory()) else Path(file.name)
    aside = directory / "-".join(inside.parts)
    if aside.exists():
        aside = aside.with_stem(f"{aside.stem}-{time.time_ns()}")
    try:
        directory.mkdir(parents=True, exist_ok=True)
        file.rename(aside)
    except OSError:
        return None
    return aside


def make_directory(directory: Path) -> None:
    """Makes a directory and those above it, where they are missing. Raises `FileError`."""
    try:
        directory.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        reason = error.strerror or error
        raise FileError(Fault(N_("{file} cannot be written: {reason}"), file=directory, reason=reason)) from None


def _files(directory: Path, kinds: Iterable[str]) -> list[Path]:
    found = (file for kind in kinds for file in directory.glob(f"{kind}-*.json"))
    return [file for file in found if _NAME.fullmatch(file.stem)]


def _renamed(files: list[Path]) -> list[Path]:
    """Gives the games of an earlier Sito, which has other names, names of now; one that is being played waits."""
    named = [file for file in files if _number(file) < _OLD]
    for file in sorted((file for file in files if _number(file) >= _OLD), key=_number):
        lock = GameLock(data_dir() / "games.lock", file.name)
        free = lock.take()
        try:
            new = file.with_stem(new_name(kind_of(file))) if free else file
            named.append(file if not free else file.rename(new))
        except FileNotFoundError:  # another process has renamed it
            named += [other for other in _files(file.parent, [kind_of(file)]) if other not in (*named, *files)]
        except OSError:
            named.append(file)
        finally:
            lock.let_go()
    return named


def _number(file: Path) -> int:
    number = file.stem.rpartition("-")[2]
    return int(number) if number.isdecimal() and number.isascii() else 0


def _age(file: Path) -> tuple[int, int, str]:
    """Orders files by the time at which they were written last, and those of one moment by their numbers."""
    try:
        written = file.stat().st_mtime_ns
    except OSError:  # another process has removed it
        written = 0
    return (written, _number(file), file.name)
