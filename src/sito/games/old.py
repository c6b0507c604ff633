"""Games that an earlier Sito kept as files of JSON, and the forms that it gave them.

In `games/` of the folder of data there was a file for each unfinished game, in `games/finished/` one for each that had
ended, with lists of words in `games/finished/words/`, and in `games/numbers/` an empty file for each of the names that
were given last. They are taken into the store once, and then moved to `games/imported/`; what cannot be read is moved
to `games/damaged/`, and what needs something that is not at hand stays until it is.
"""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from functools import lru_cache
from pathlib import Path

from sito.base.files import read_limited
from sito.errors import N_, Fault, FileError, InputError, SitoError, StoreError, system_reason
from sito.games.fields import NeededFileError, SavedFields, read_json, words_of
from sito.games.finished import VERSION as FINISHED_VERSION
from sito.games.finished import FinishedGame, Record, record_of
from sito.games.kinds import BOARDS_KIND, KINDS, NAME, kind_of, number_of
from sito.games.lock import GameLock
from sito.games.store import GameStore, Row
from sito.words.words import WordList, Words

VERSION = 3
"""The form of the games that go on: the first had no words in it, the second was that of files of a terminal."""
_OLD = 10**12
"""Names were numbered by the time at which a game began, in nanoseconds, before they counted from 1."""


def upgraded(kind: str, values: Mapping[str, object]) -> dict[str, object]:
    """Gives what an earlier Sito saved of a game as it is saved now; the words and the time it began are left out.

    >>> old = {"version": 2, "game": "4x6 ABCD:o", "rounds": 6, "secret": "FFFA", "mode": "hard"}
    >>> upgraded("play", old)
    {'game': '4x6 ABCD:o', 'secret': 'FFFA', 'limit': 6, 'hard': True, 'maker': 'fair'}
    """
    fields = SavedFields(values)
    new = {name: part for name, part in values.items() if name not in ("version", "begun", "words")}
    if fields.number("version", least=1) >= VERSION or kind not in _FORMS:
        return new
    for name, later in (("rounds", "limit"), ("daily", "day")):
        if name in new:
            new[later] = new.pop(name)
    if "mode" in new:
        new["hard"] = SavedFields(new).choice("mode", ("hard",)) == "hard"
        del new["mode"]
    return _FORMS[kind](new)


def _play(new: dict[str, object]) -> dict[str, object]:
    return new if "maker" in new else {**new, "maker": "fair"}


def _duel(new: dict[str, object]) -> dict[str, object]:
    begins = SavedFields(new).choice("begins", ("me", "computer"))
    kept: dict[str, object] = {name: new.get(name) for name in ("hard", "seed", "strategy") if name in new}
    both = {"games": [new.get("first"), new.get("second")], "order": new.get("order", "simultaneous")}
    return {**kept, **both, "first": 1 if begins == "me" else 2, "secrets": [None, SavedFields(new).text("secret")]}


def _boards(new: dict[str, object]) -> dict[str, object]:
    return {**{name: part for name, part in new.items() if name != "game"}, "rules": new.get("game")}


_FORMS: dict[str, Callable[[dict[str, object]], dict[str, object]]] = {
    "play": _play,
    "keep": dict,
    "duel": _duel,
    BOARDS_KIND: _boards,
}


def open_games(
    data: Path, words: Words | None = None, tell: Callable[[SitoError], object] = lambda error: None
) -> GameStore:
    """Opens the games in the folder of data, and takes in first what an earlier Sito kept in other places.

    Raises `StoreError`.
    """
    _take_over(data / "web" / GameStore.file_name, data / GameStore.file_name)
    store = GameStore.in_directory(data)
    try:
        import_files(store, data, words, tell)
    except BaseException:
        store.close()
        raise
    return store


def _take_over(old: Path, new: Path) -> None:
    """Takes over the games of the page, which had a file of its own."""
    if not old.exists() or new.exists():
        return
    partial = new.with_name(f".{new.name}.{secrets.token_hex(8)}.partial")
    try:
        with GameStore(old) as store:
            store.change("VACUUM INTO ?", (str(partial),))
        partial.replace(new)
        old.rename(old.with_suffix(".imported"))
    except OSError as error:
        raise StoreError.said("{file} cannot be written: {reason}", file=new, reason=system_reason(error)) from None
    finally:
        partial.unlink(missing_ok=True)


def game_text(kind: str, value: Mapping[str, object]) -> str:
    """Gives the text in which the rules of a game are, as it is saved now; nothing of a puzzle."""
    part = value.get("rules" if kind == BOARDS_KIND else "games" if kind == "duel" else "game")
    first = part[0] if isinstance(part, list) and part else part
    return first if isinstance(first, str) else ""


def words_in(values: Mapping[str, object], text: str, words: Words | None) -> WordList | None:
    """Gives the words of a game, which are saved with it, or by the first Sito in a file that its rules name.

    `text` has its rules.
    """
    saved = values.get("words")
    if saved is not None:
        return words_of(saved)
    return SavedFields({"game": text}, words).game("game").rules.words if text else None


def import_files(store: GameStore, data: Path, words: Words | None, tell: Callable[[SitoError], object]) -> None:
    """Takes the files of an earlier Sito in the folder of data into the store, those that nobody plays now.

    `words` reads the list of words of a file that the rules of a game name. `tell` is called with what is wrong.
    """
    games = data / "games"
    if not games.is_dir():
        return
    for place in (games, games / "finished"):
        files = [file for kind in KINDS for file in place.glob(f"{kind}-*.json") if NAME.fullmatch(file.stem)]
        for file in sorted(files, key=_age):
            lock = GameLock(data / "games.lock", file.name)
            try:
                if lock.take() and file.exists():  # another process may have taken it in
                    _import(store, file, words, tell)
            finally:
                lock.let_go()
    for mark in (games / "numbers").glob("*-*"):
        if NAME.fullmatch(mark.name):
            store.change("INSERT OR IGNORE INTO named VALUES (?, ?)", (kind_of(mark.name), number_of(mark.name)))
            with suppress(OSError):
                mark.unlink()


def _import(store: GameStore, file: Path, words: Words | None, tell: Callable[[SitoError], object]) -> None:
    """Takes one file in and moves it away."""
    finished = file.parent.name == "finished"
    try:
        try:
            fields = SavedFields(read_object(file))
            with store.transaction():
                if finished:
                    _take_record(store, file, fields)
                else:
                    _take_game(store, file, fields, words)
        except (FileError, NeededFileError) as error:  # it stays
            tell(InputError(Fault("the saved game {file} cannot be read", file=file), *error.faults))
            return
        _moved(file, "imported")
    except InputError as error:
        aside = _moved(file, "damaged")
        told = Fault("It is damaged, and is now set aside as {file}.", file=aside)
        tell(InputError(Fault("the saved game {file} cannot be read", file=file), *error.faults, told))


def _check_version(fields: SavedFields, known: int) -> None:
    if (version := fields.number("version", least=1)) > known:
        later = N_("it is of version {version}; this Sito reads version {known}")
        raise NeededFileError.said(later, version=version, known=known)


def _take_game(store: GameStore, file: Path, fields: SavedFields, words: Words | None) -> None:
    _check_version(fields, VERSION - 1)
    kind = kind_of(file.stem)
    value = upgraded(kind, fields.values)
    listed = words_in(fields.values, game_text(kind, value), words)
    touched = file.stat().st_mtime
    begun = fields.time_or_none("begun")
    since = touched if begun is None else datetime.fromisoformat(begun).timestamp()
    text, digest = json.dumps(value, ensure_ascii=False), None if listed is None else listed.digest
    # A process that was killed before it moved the file has taken it already; and a game that has ended stays ended.
    same = "SELECT 1 FROM game WHERE kind = ? AND begun = ? AND value = ? AND number IS NOT NULL"
    known = store.row(same, (kind, since, text)) is not None
    if not known and not (file.parent / "finished" / file.name).exists():
        number = store.reserve(kind, number_of(file.stem))
        head = (secrets.token_urlsafe(12), kind, store.me, None, None, 1, False)
        store.add(Row(*head, since, touched, digest, text, number, listed))


def _take_record(store: GameStore, file: Path, fields: SavedFields) -> None:
    record = _record(file, fields)
    known = store.ended_as(record.kind, number_of(file.stem))
    if known is None or known.text != json.dumps(record.as_json(), ensure_ascii=False):
        number = store.reserve(record.kind, number_of(file.stem))
        store.keep(replace(record, name=f"{record.kind}-{number}"), file.stat().st_mtime)


@lru_cache(maxsize=8)
def _list_of(file: Path) -> WordList:
    """Reads a list of words. Raises `NeededFileError`, for the game itself is whole."""
    try:
        words = words_of(read_object(file))
    except SitoError as error:
        raise NeededFileError(*error.faults) from None
    if words.digest != file.stem:
        raise NeededFileError.said("its list of words is damaged or missing")
    return words


def read_finished(file: Path) -> tuple[FinishedGame, ...]:
    """Reads the games of a file, those that ended together. Raises `InputError`, which names the file."""
    try:
        return _record(file, SavedFields(read_object(file))).games
    except SitoError as error:
        raise InputError(Fault("the finished game {file} cannot be read", file=file), *error.faults) from None


def _record(file: Path, fields: SavedFields) -> Record:
    _check_version(fields, FINISHED_VERSION)
    digest = fields.text_or_none("words")
    if digest is not None and not (len(digest) == 64 and set(digest) <= set("0123456789abcdef")):
        wrong = N_("{name} is {value!r}; it must be a digest of 64 hexadecimal digits")
        raise InputError.said(wrong, name="words", value=digest[:80])
    listed = None if digest is None else _list_of(file.parent / "words" / f"{digest}.json")
    return record_of(file.stem, SavedFields(fields.values, listed))


def read_object(file: Path) -> dict[str, object]:
    """Reads a file with a JSON object. Raises `InputError`, or `FileError` for a file that cannot be read."""
    try:
        value = read_json(read_limited(file))
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, dict):
        raise InputError.said("it is not a JSON object")
    return value


def _moved(file: Path, where: str) -> Path:
    """Moves a file to the others of its sort, and says where it is now."""
    games = file.parents[1] if file.parent.name == "finished" else file.parent
    aside = games / where / "-".join(file.relative_to(games).parts)
    if aside.exists():
        aside = aside.with_stem(f"{aside.stem}-{time.time_ns()}")
    try:
        aside.parent.mkdir(parents=True, exist_ok=True)
        return file.rename(aside)
    except OSError:
        return file


def _age(file: Path) -> tuple[bool, int, int, str]:
    """Orders files by their age; those whose names are times come last, so that none takes the number of another."""
    try:
        written = file.stat().st_mtime_ns
    except OSError:  # another process has moved it
        written = 0
    return (number_of(file.stem) >= _OLD, written, number_of(file.stem), file.name)
