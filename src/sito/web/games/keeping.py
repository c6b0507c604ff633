"""What the games of all kinds have in common: they are found, changed one move at a time, kept and listened to."""

from __future__ import annotations

import asyncio
import hashlib
import json
import secrets
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, TypeVar
from weakref import WeakValueDictionary

from sito.errors import N_, Fault, InputError
from sito.games.counting import Counted, count_left, is_quick
from sito.games.duel import DuelGame
from sito.games.errors import OutOfTurn
from sito.games.fields import SavedFields
from sito.games.lock import GameLock
from sito.games.play import PlayGame
from sito.games.store import KEPT, GameStore, Made, Row
from sito.games.used import GAMES, AnyGame
from sito.playing.game import Transcript
from sito.rules.rules import OwnAnswers
from sito.web.games import tasks
from sito.web.games.errors import KeyUsed, NotYours, Stale, TooMany, not_yours
from sito.web.games.shown import Beholder, state_of
from sito.web.games.states import GameState
from sito.web.work.pool import Pool
from sito.words.lists import BUILT_IN

KIND_OF: dict[type[AnyGame], str] = {game: kind for kind, game in GAMES.items()}


@dataclass(frozen=True, kw_only=True)
class Kept(Row):
    """One version of a game as the file has it, with its value."""

    game: AnyGame

    def seat(self, person: str) -> int | None:
        """Gives the seat of a person: 1 for whoever began it, 2 for whoever joined; None for others."""
        return 1 if person == self.owner else 2 if person == self.guest else None

    def next(self, game: AnyGame, now: float, **more: Any) -> Kept:
        """Gives the next version, in which more may be changed."""
        return replace(self, version=self.version + 1, touched=now, game=game, **_written(game), **more)

    @classmethod
    def of(cls, row: Row) -> Kept:
        """Makes it again. Raises `InputError` for what is damaged, `NotYours` for puzzles and games of one's own."""
        if row.kind not in GAMES:
            raise not_yours()
        read: Callable[[SavedFields], AnyGame] = GAMES[row.kind].read
        game = row.read(read)
        if isinstance(game.rules.feedback, OwnAnswers):  # the page has no board for these
            raise not_yours()
        return cls(**vars(row), game=game)


def _written(game: AnyGame) -> dict[str, Any]:
    """Gives what the file has of the value of a game."""
    words = game.rules.words
    return {"over": game.over, "words": words and words.digest, "text": json.dumps(game.saved()), "listed": words}


@dataclass(frozen=True, kw_only=True)
class GameLimits:
    """The limits of the games of one service."""

    games: int = 100_000
    """Games that are kept."""
    share: int = 100
    """Games of one person that are kept; the oldest make room."""
    codes: int = 20_000_000
    """Codes that the rules of a game may have."""
    keep_seconds: float = 90 * 86_400.0
    """Seconds after which a game that nobody has touched is removed."""
    classes: int = 20
    """Classes that one address may have open."""
    cached: int = 2_000
    """Games that are held ready in memory."""
    cached_words: int = 1_000_000
    """Words of the lists of these games, but for lists that come with Sito."""
    listeners: int = 50
    """Listeners to one game."""
    quick_seconds: float = 2.0
    """Seconds that a search may take while a person waits for it."""


def _words(kept: Kept) -> int:
    """Counts the words of a list of somebody's own."""
    words = kept.game.rules.words
    return 0 if words is None or words.name in BUILT_IN else len(words.guesses)


Value = TypeVar("Value")
Listener = Callable[[int], object]

_LONGEST_KEY = 200
_CLEAN_SECONDS = 600.0


class KeptGames:
    """The games of a service. Moves of one game are made one after the other, those of several at once."""

    def __init__(self, store: GameStore, folder: Path, pool: Pool, limits: GameLimits | None = None) -> None:
        self.limits = limits or GameLimits()
        self._folder = folder
        self._store = store
        self._pool = pool
        self._held: OrderedDict[str, Kept] = OrderedDict()
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._listeners: dict[str, list[Listener]] = {}
        self._writing: set[asyncio.Future[None]] = set()
        self._cleaned = 0.0
        self._thread = ThreadPoolExecutor(1, "games")
        self._seen_elsewhere = store.changed_elsewhere()

    def close(self) -> None:
        """Closes the file, after what was begun."""
        self._thread.submit(self._store.close).result()
        self._thread.shutdown()

    async def _do(self, work: Callable[..., Value], *arguments: object) -> Value:
        """Does some work on the file, in its thread. Raises `StoreError`."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, partial(work, *arguments))

    def listen(self, id: str, callback: Listener) -> Callable[[], None]:
        """Has a function called with the new version after each change of a game; gives the function that ends it.

        It is called in the event loop. Raises `TooMany` if very many listen already.
        """
        listeners = self._listeners.setdefault(id, [])
        if len(listeners) >= self.limits.listeners:
            raise TooMany.said("too many pages show this game now; close some")
        listeners.append(callback)

        def unlisten() -> None:
            with suppress(ValueError):
                listeners.remove(callback)
            if not listeners and self._listeners.get(id) is listeners:
                del self._listeners[id]

        return unlisten

    def _tell(self, id: str, version: int) -> None:
        loop = asyncio.get_running_loop()
        for callback in tuple(self._listeners.get(id, ())):
            loop.call_soon(callback, version)

    def _tell_of(self, kept: Kept, version: int) -> None:
        """Tells that a game has changed, those too who look at the class to which it belongs."""
        self._tell(kept.id, version)
        if kept.room is not None:
            self._tell(kept.room, version)

    async def state(self, id: str, person: str) -> GameState:
        """Gives a game as it stands. Raises `NotYours`."""
        return self._shown(await self._find(id, person), person)

    async def latest(self, person: str, kind: str) -> GameState | None:
        """Gives the game of a kind that a person played last; None if there is none."""
        id = await self._do(self._store.latest, person, kind)
        with suppress(NotYours, InputError):  # what is damaged, or lacks its words
            return None if id is None else await self.state(id, person)
        return None

    async def wait(self, id: str, person: str, after: int, seconds: float) -> GameState:
        """Gives a game as soon as it is later than a version, or as it stands when the time is over."""
        changed = asyncio.Event()
        unlisten = self.listen(id, lambda version: changed.set())
        try:
            async with asyncio.timeout(seconds):
                while (state := await self.state(id, person)).version <= after:
                    await changed.wait()
                    changed.clear()
            return state
        except TimeoutError:
            return await self.state(id, person)
        finally:
            unlisten()

    async def forget(self, id: str, person: str) -> None:
        """Removes a game. Raises `NotYours`, also for the guest of a duel, who did not begin it."""
        async with self._lock(id):
            kept = await self._find(id, person)
            if kept.owner != person:
                raise not_yours()
            self._held.pop(id, None)
            await self._do(self._store.remove, id)
        self._tell_of(kept, kept.version + 1)

    def _lock(self, id: str) -> asyncio.Lock:
        lock = self._locks.get(id)
        if lock is None:
            lock = self._locks[id] = asyncio.Lock()
        return lock

    async def _find(self, id: str, person: str) -> Kept:
        """Finds a game of a person. Raises `NotYours`."""
        kept = await self._any(id)
        if kept.seat(person) is None:
            raise not_yours()
        return kept

    async def _any(self, id: str) -> Kept:
        """Finds a game, whoever plays it. Raises `NotYours` if there is none."""
        elsewhere = await self._do(self._store.changed_elsewhere)
        if elsewhere != self._seen_elsewhere:  # as by the terminal
            self._seen_elsewhere = elsewhere
            self._held.clear()
        kept = self._held.get(id)
        if kept is None:
            found = await self._do(self._store.find, id)
            if found is None:
                raise not_yours()
            read = partial(Kept.of, found)
            kept = await self._do(self._store.read_or_set_aside, found, read, lambda error: None)
            if kept is None:  # it was damaged
                raise not_yours()
        return kept

    def _shown(self, kept: Kept, person: str) -> GameState:
        """Makes what a person is shown of a game."""
        return state_of(kept.game, self._beholder(kept, kept.seat(person) or 0))

    def _beholder(self, kept: Kept, seat: int) -> Beholder:
        return Beholder(kept.id, kept.version, seat)

    async def _begin(
        self, kind: str, person: str, game: AnyGame, key: str | None, made: str, room: str | None = None
    ) -> GameState:
        """Adds a game, perhaps to a class. Raises `TooMany`. With a key that was used for the same, gives that game."""
        if (before := await self._repeated(person, key, made)) is not None:
            return await self.state(before.game, person)
        await self._clean()
        now = time.time()
        id = secrets.token_urlsafe(12)
        code = secrets.token_urlsafe(9) if kind == "duel" else None
        about = {**_written(game), "number": await self._number(person, game), "room": room}
        kept = Kept(id, kind, person, None, code, 1, begun=now, touched=now, game=game, **about)
        move = None if key is None else Made(person, key, id, _digest(made))
        share = self.limits.share if kept.number is None else KEPT
        if not await self._do(self._store.add, kept, move, self.limits.games, share):
            raise TooMany.said("too many games are being played here now; try again later")
        self._hold(kept)
        return self._shown(kept, person)

    async def _change(
        self,
        id: str,
        person: str,
        step: Callable[[AnyGame, int], Awaitable[AnyGame]],
        *,
        key: str | None = None,
        made: str = "",
        version: int | None = None,
    ) -> GameState:
        """Makes one move: `step` gives what it makes of the game, for a seat; it is kept before it is answered.

        Raises `NotYours`, `Stale` if the game is not at `version` any more, and what `step` raises; then nothing
        has changed.
        """
        async with self._lock(id):
            kept = await self._find(id, person)
            if (before := await self._repeated(person, key, made)) is not None:
                if before.game != id:
                    raise _key_used()
                return self._shown(kept, person)
            if version is not None and version != kept.version:
                raise _stale(kept.version, version)
            self._check_free(kept)
            game = await step(kept.game, kept.seat(person) or 0)
            now, more = time.time(), {}
            if kept.number is not None and game.round > kept.game.round:
                more = {"number": await self._number(person, game), "begun": now}
            after = kept.next(game, now, **more)
            await self._write(after, None if key is None else Made(person, key, id, _digest(made)))
        return self._shown(after, person)

    async def _number(self, person: str, game: AnyGame) -> int | None:
        """Gives the number of a new game of the person whose folder this is; what several play is in the page alone."""
        of_several = isinstance(game, DuelGame) and game.strategy is None
        if person != self._store.me or of_several or (isinstance(game, PlayGame) and game.pupil is not None):
            return None
        return await self._do(self._store.new_number, KIND_OF[type(game)])

    def _check_free(self, kept: Kept) -> None:
        """Raises `OutOfTurn` if a terminal plays the game now."""
        if self._is_at_a_terminal(kept):
            raise OutOfTurn.said("the game {name} is being played in another window", name=kept.name)

    def _is_at_a_terminal(self, kept: Kept) -> bool:
        if kept.number is None:
            return False
        return GameLock(self._folder / "games.lock", kept.name).is_held

    async def _write(self, after: Kept, made: Made | None) -> None:
        """Keeps the next version and tells of it, whoever goes away meanwhile. Raises `NotYours`, `Stale`."""
        writing = asyncio.ensure_future(self._commit(after, made))
        self._writing.add(writing)
        writing.add_done_callback(self._writing.discard)
        try:
            await asyncio.shield(writing)
        except asyncio.CancelledError:
            # The game stays locked until it is written: the next move would begin with a version that is past.
            while not writing.done():
                with suppress(asyncio.CancelledError):
                    await asyncio.wait({writing})
            raise

    async def _commit(self, after: Kept, made: Made | None) -> None:
        """Whatever goes wrong, what is held in memory is not trusted any more."""
        written = False
        try:
            record = after.record(after.game.finished()) if after.over and after.number is not None else None
            written = await self._do(self._store.go_on, after, record, made)
        finally:
            if not written:
                self._held.pop(after.id, None)
        if not written:  # it was removed meanwhile, or another service on this folder was quicker
            there = await self._do(self._store.find, after.id)
            raise not_yours() if there is None else _stale(there.version, after.version - 1)
        self._hold(after)
        self._tell_of(after, after.version)

    def _hold(self, kept: Kept) -> None:
        self._held[kept.id] = kept
        self._held.move_to_end(kept.id)
        while len(self._held) > self.limits.cached or (_words(kept) and self._too_many_words()):
            self._held.popitem(last=False)

    def _too_many_words(self) -> bool:
        return len(self._held) > 1 and sum(map(_words, self._held.values())) > self.limits.cached_words

    async def _repeated(self, person: str, key: str | None, made: str) -> Made | None:
        """Finds the same move, if it was made with this key before. Raises `KeyUsed` for another one."""
        if key is None:
            return None
        if not 1 <= len(key) <= _LONGEST_KEY:
            long = N_("the key of the move has {count} characters; 1 to {most} are allowed")
            raise InputError(Fault(long, count=len(key), most=_LONGEST_KEY))
        before = await self._do(self._store.made, person, key)
        if before is not None and before.made != _digest(made):
            raise _key_used()
        return before

    async def _clean(self) -> None:
        """Removes old games, now and then."""
        now = time.monotonic()
        if now - self._cleaned >= _CLEAN_SECONDS:
            self._cleaned = now
            await self._do(self._store.remove_old, time.time() - self.limits.keep_seconds)

    async def _search(self, task: Callable[..., object], game: Transcript, **more: object) -> Any:
        return await self._pool.run(task, {"game": game, **more}, seconds=self.limits.quick_seconds)

    async def _count(self, game: Transcript) -> Counted | None:
        """Counts the codes that are left; None if that takes too long."""
        found: Counted | None = count_left(game) if is_quick(game.rules) else await self._search(tasks.count, game)
        return found


def _digest(made: str) -> str:
    return hashlib.sha256(made.encode(errors="surrogatepass")).hexdigest()


def _stale(now: int, version: int) -> Stale:
    gone_on = N_("the game has gone on: it is at version {now}, and the move was for version {version}")
    return Stale(Fault(gone_on, now=now, version=version))


def _key_used() -> KeyUsed:
    return KeyUsed(Fault(N_("the key of this move was used before, for another move")))
