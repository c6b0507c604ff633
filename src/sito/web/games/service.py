"""The service of games: play, keep, boards and duel as the page and the REST interface use them.

Every move is in the file before its answer is given. Games in use are held in memory with what
their sieve knows, so that a move costs one step of it. Searches run in the pool of processes.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, Literal, cast

from sito.codes.code import CodeSpace
from sito.errors import N_, Fault, InputError, LimitError, SitoError
from sito.games.boards import BoardsGame
from sito.games.counting import Counted, is_quick
from sito.games.duel import DuelGame
from sito.games.errors import OutOfTurn, check_open
from sito.games.finished import Record
from sito.games.keep import KeepGame
from sito.games.old import open_games
from sito.games.play import PlayGame
from sito.games.training import (
    OwnExercise,
    keep_mistakes,
    lately_solved,
    not_reviewed,
    note_attempt,
    own_games,
    unsolved,
)
from sito.games.used import AnyGame, used_words
from sito.makers import MakerName
from sito.operations.guesses import ExplainGuessAnswer
from sito.operations.work import Work
from sito.playing.game import Transcript
from sito.strategies.strategy import parse_strategy
from sito.training import Exercise
from sito.web.games import tasks
from sito.web.games.asked import NewGame, PlayRequest, StateT
from sito.web.games.classes import Classes
from sito.web.games.errors import NotYours, not_yours
from sito.web.games.keeping import GameLimits, Kept
from sito.web.games.shown import Beholder, state_of
from sito.web.games.states import DuelState, GameState
from sito.web.work.pool import Pool

LONGEST_TEXT = 500
"""Characters of a guess or an answer; more is no move of any game."""
HERE_SECONDS = 10.0
"""Whoever has not been seen for so long, and has no page open, is not here."""
GONE_SECONDS = 5.0
"""Whoever has lost the connection, or closed the page, may be back within so many seconds; else they are not here."""
_LOOKED_AT = 3
"""So many games are looked through for mistakes at a time."""
_REMEMBERED = 2_000

Move = Literal[
    "guess", "answer", "correct", "repair", "secret", "hint", "take back", "give up", "next round"
]  # fmt: skip
"""What a person does in a game: makes a guess, answers one, corrects an answer to a turn from 1, makes the repair of an
index, hides a code (None to have it drawn) or tells it at the end, asks for a hint, and so on."""


class Games(Classes):
    """All games of a service; a person is whoever has the text that names them."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._chosen: OrderedDict[tuple[object, ...], str] = OrderedDict()
        self._seen: dict[tuple[str, int], float] = {}
        self._here: dict[tuple[str, int], int] = {}

    @classmethod
    async def open(cls, directory: Path, pool: Pool, limits: GameLimits | None = None) -> Games:
        """Opens the games of a directory, whose searches run in a pool. Raises `StoreError`."""
        games = cls(await asyncio.to_thread(open_games, directory), directory, pool, limits)
        await games.load_classes()
        return games

    async def begin(self, person: str, asked: NewGame[StateT], key: str | None = None) -> StateT:
        """Begins a game. Raises `InputError` with every fault, `LimitError` for a game that is too large, `TooMany`."""
        rules = asked.read_rules(Work(codes=self.limits.codes), sampled=True)
        if isinstance(asked, PlayRequest) and asked.unused:
            by_number = asked.number is not None or asked.daily
            used = await self._do(partial(used_words, by_number=by_number), self._store, person, rules)
            game: AnyGame = asked.game(rules, used)
        else:
            game = asked.game(rules)
        if isinstance(game, KeepGame):
            game = await self._go_on(game)
        return cast(StateT, await self._begin(asked.of_kind, person, game, key, repr(asked)))

    @property
    def me(self) -> str:
        """The person whose folder this is, and whose games the terminal lists."""
        return self._store.me

    async def state(self, id: str, person: str) -> GameState:
        """Gives a game as it stands, gone on with where a terminal has left it to the computer. Raises `NotYours`."""
        kept = await self._find(id, person)
        if kept.number is not None and _is_due(kept.game) and not self._is_at_a_terminal(kept):
            with suppress(SitoError):  # such as a strategy that cannot be had here; the game is shown as it is
                return await self._change(id, person, self._settled)
        return await super().state(id, person)

    async def going_on(self, person: str) -> list[Kept]:
        """Gives the games that a person has begun and not ended, the one played last first."""
        return [kept for kept in await self.played(person) if not kept.over]

    async def played(self, person: str) -> list[Kept]:
        """Gives the games that a person has begun, the one played last first."""
        found = []
        for row in await self._do(self._store.of_owner, person):
            with suppress(InputError, NotYours):  # what is damaged, and puzzles
                found.append(Kept.of(row))
        return found

    async def ended(self, person: str) -> list[Record]:
        """Gives the records of the games that a person has ended, the oldest first."""
        found: list[Record] = []
        if person == self.me:
            for ended in await self._do(self._store.ended):
                with suppress(InputError):  # what is damaged
                    found.append(ended.read())
            return found
        for row in reversed(await self._do(self._store.of_owner, person)):
            with suppress(InputError, NotYours):
                if row.over:
                    found.append(row.record(Kept.of(row).game.finished()))
        return found

    # Exercises

    async def exercises(self, person: str) -> list[OwnExercise]:
        """Gives the positions of a person's own games that are to be solved, once some more were looked through."""
        if person == self.me:
            for ended in await self._do(lambda: list(islice(not_reviewed(self._store), _LOOKED_AT))):
                with suppress(InputError):  # what is damaged
                    record = ended.read()
                    found: list[Exercise] = []
                    for game in own_games(record):
                        with suppress(LimitError):  # it is too large
                            found += await self._search(tasks.mistakes, game)
                    await self._do(keep_mistakes, self._store, record.name, found)
        return await self._do(lambda: list(unsolved(self._store, person)))

    async def note_attempt(self, person: str, own: OwnExercise, *, solved: bool) -> None:
        """Notes that a person has tried an exercise."""
        await self._do(partial(note_attempt, person=person, solved=solved, game=own.game), self._store, own.exercise)

    async def lately_solved(self, person: str) -> set[str]:
        """Gives the texts of the exercises that are not to be given again soon."""
        return await self._do(lately_solved, self._store, person)

    async def adopt(self, person: str) -> None:
        """Gives the games of a person to the one whose folder this is; they get names and are listed at a terminal."""
        if person == self.me:
            return
        await self._do(self._store.change, "UPDATE game SET guest = ? WHERE guest = ?", (self.me, person))
        self._held.clear()
        for row in reversed(await self._do(self._store.of_owner, person)):
            async with self._lock(row.id):
                with suppress(InputError, NotYours):
                    kept = await self._any(row.id)
                    number = await self._number(self.me, kept.game)
                    await self._write(kept.next(kept.game, kept.touched, owner=self.me, number=number), None)

    async def count(self) -> int:
        """Counts the games that are kept. Raises `StoreError`."""
        return await self._do(self._store.count)

    # Moves

    async def move(
        self, id: str, person: str, move: Move, *given: Any, key: str | None = None, version: int | None = None
    ) -> GameState:
        """Makes a move, and lets the computer go on. A move with a `key` that is sent again counts once.

        Raises `InputError` for what cannot be read or is not allowed, `OutOfTurn` if it cannot be done now, `NotYours`,
        also for a game that has no such move, and `LimitError` for one that is too large for it.
        """
        for text in given:
            if isinstance(text, str) and len(text) > LONGEST_TEXT:
                long = N_("the move has {count} characters; up to {most} are allowed")
                raise InputError(Fault(long, count=len(text), most=LONGEST_TEXT))

        async def step(game: AnyGame, seat: int) -> AnyGame:
            return await self._step(game, seat, move, *given)

        return await self._change(id, person, step, key=key, made=repr((move, *given)), version=version)

    async def _step(self, game: AnyGame, seat: int, move: Move, *given: Any) -> AnyGame:
        match game, move:
            case PlayGame(), "guess":
                code = game.read_guess(*given)
                if game.maker.name is MakerName.ADVERSARIAL:
                    answer = await self._search(tasks.answer, game.game, guess=code)
                else:
                    answer = game.maker.answer(game.game, code)
                return await self._settled(game.after(code, answer), seat)
            case PlayGame(), "hint":
                check_open(game.over)
                if game.hint is not None:
                    return game
                return game.hinted(await self._search(tasks.hint, game.game, hard=game.hard))
            case PlayGame(), "next round":
                return game.next_round(secrets.randbits(64))
            case PlayGame(), "take back":
                shorter = game.shortened()
                return shorter.at(await self._count(shorter.game)) if shorter.counted else shorter
            case BoardsGame(), "guess":
                return game.after(*given)
            case BoardsGame(), "take back":
                raise OutOfTurn.said("there is no guess to take back")
            case KeepGame(), "answer":
                return await self._go_on(game.answered(*given))
            case KeepGame(), "correct":
                return await self._go_on(game.corrected(*given))
            case KeepGame(), "repair":
                return await self._go_on(game.repaired(*given))
            case KeepGame(), "take back":
                return await self._go_on(game.shortened())
            case KeepGame(), "secret":
                return game.revealed(given[0] or "")
            case DuelGame(), "secret":
                return await self._computer(game.hidden(seat, *(given or [None])))
            case DuelGame(), "guess":
                return await self._computer(await self._left_for(seat, game.guessed(seat, *given)))
            case DuelGame(), "next round":
                return await self._computer(game.asked_again(seat))
            case DuelGame(), "take back":
                raise OutOfTurn.said("in a duel nothing is taken back")
            case DuelGame(), "give up":
                return game.surrendered(seat)
            case PlayGame() | KeepGame() | BoardsGame(), "give up":
                return game.surrendered()
        raise not_yours()

    async def _settled(self, game: AnyGame, seat: int) -> AnyGame:
        """Counts what is left after the last guess, and lets the computer guess where it is its turn."""
        if isinstance(game, KeepGame):
            return await self._go_on(game)
        if isinstance(game, DuelGame):
            return await self._computer(game)
        return game.counted_now(await self._counted(game.game, game.counted)) if isinstance(game, PlayGame) else game

    async def _counted(self, game: Transcript, counted: bool) -> Counted | None:
        """Counts what is left, unless nobody wants to know, or the game is too large."""
        with suppress(LimitError):
            return await self._count(game) if counted else None
        return None

    async def _go_on(self, game: KeepGame) -> KeepGame:
        """Counts what is left, and has the computer guess, or finds what is wrong with the answers."""
        known = [*game.lefts, *[None] * (len(game.game) - len(game.lefts))]
        for place in range(len(known) - 1):
            if known[place] is None and is_quick(game.rules):
                found = await self._count(game.game.shortened(place + 1))
                known[place] = None if found is None else found.left
        now = await self._count(game.game)
        if known:
            known[-1] = None if now is None else now.left
        game = game.counted(known, now)
        if game.left == 0:
            return replace(game, conflict=await self._search(tasks.mend, game.game))
        if game.ended or game.guess is not None:
            return game
        return replace(game, guess=await self._choose(game.game, game.strategy, game.seed))

    async def _computer(self, game: DuelGame) -> DuelGame:
        """Lets the computer guess as long as it is its turn."""
        while game.strategy is not None and game.next == 2:
            guess = await self._choose(game.game_of(2), game.strategy, game.seed & 0xFFFFFFFF)
            game = await self._left_for(2, game.guessed(2, guess))
        return game

    async def _left_for(self, seat: int, game: DuelGame) -> DuelGame:
        found = await self._counted(game.game_of(seat), game.counted)
        return game.counted_now(seat, None if found is None else found.left)

    async def _choose(self, game: Transcript, strategy: str, seed: int) -> str:
        """Has the computer guess. What was found for the same moment before is not searched again."""
        draws = not parse_strategy(strategy).deterministic
        moment = (game.rules.key, str(game), strategy, seed if draws else None)
        guess = self._chosen.get(moment)
        if guess is None:
            guess = cast(str, await self._search(tasks.choose, game, strategy=strategy, seed=seed))
            self._chosen[moment] = guess
            while len(self._chosen) > _REMEMBERED:
                self._chosen.popitem(last=False)
        return guess

    async def why(self, id: str, person: str, turn: int) -> ExplainGuessAnswer:
        """Tells why the computer made the guess of a turn, counted from 1; the guess that waits is the last.

        Raises `InputError`, `InconsistentError`, `NotYours`, `LimitError`.
        """
        game = (await self._find(id, person)).game
        if not isinstance(game, KeepGame):
            raise not_yours()
        space = CodeSpace(game.rules, guesses=True)
        guesses = [*(space.text(guess) for guess, _answer in game.game.turns), *filter(None, [game.guess])]
        if not 1 <= turn <= len(guesses):
            raise InputError.said("there is no guess {turn}; there are {count}", turn=turn, count=len(guesses))
        before = game.game.shortened(turn - 1)
        return cast(
            ExplainGuessAnswer, await self._search(tasks.why, before, guess=guesses[turn - 1], strategy=game.strategy)
        )

    # Duels: who joins, and who is here

    async def join(self, code: str, person: str) -> DuelState:
        """Takes seat 2 of a duel with the code that its first side was given; whoever has a seat comes back to it.

        Raises `NotYours` if there is no such duel, `OutOfTurn` if it has two sides already.
        """
        id, _game = await self._invited(code)
        async with self._lock(id):
            kept = await self._any(id)
            if kept.seat(person) is None and isinstance(kept.game, DuelGame):
                kept = kept.next(kept.game.entered(), time.time(), guest=person)
                await self._write(kept, None)
        return cast(DuelState, self._shown(kept, person))

    async def invitation(self, code: str, person: str) -> DuelState:
        """Gives the duel with a code, as it is or would be for this person; nobody joins by that.

        Raises `NotYours` if there is no such duel, `OutOfTurn` if two others play it.
        """
        id, game = await self._invited(code)
        kept = await self._any(id)
        if kept.seat(person) is None:
            game.entered()
        return cast(DuelState, state_of(game, self._seen_from(kept, kept.seat(person) or 2)))

    async def _invited(self, code: str) -> tuple[str, DuelGame]:
        id = await self._do(self._store.find_code, code) if len(code) <= LONGEST_TEXT else None
        game = None if id is None else (await self._any(id)).game
        if id is None or not isinstance(game, DuelGame):
            raise not_yours()
        return id, game

    async def look(self, id: str, person: str) -> DuelState:
        """Gives a duel as it stands; unlike `state` it does not tell that the person is here. Raises `NotYours`."""
        kept = await self._find(id, person)
        if not isinstance(kept.game, DuelGame):
            raise not_yours()
        return cast(DuelState, state_of(kept.game, self._seen_from(kept, kept.seat(person) or 0)))

    async def attend(self, id: str, person: str) -> Callable[[], None]:
        """Tells that a person has a duel open, until the function that this gives is called. Raises `NotYours`.

        Listeners are called, with the version as it is, when somebody comes or has been away for a while.
        """
        kept = await self._find(id, person)
        seat = (id, kept.seat(person) or 0)
        new = not self._is_here(seat)
        self._here[seat] = self._here.get(seat, 0) + 1
        self._saw(seat)
        if new:
            self._tell(id, kept.version)
        gone = False

        def leave() -> None:
            nonlocal gone
            if gone:
                return
            gone = True
            self._saw(seat)
            self._here[seat] -= 1
            if not self._here[seat]:
                del self._here[seat]
            self._miss(seat, kept.version, HERE_SECONDS)

        return leave

    def lose(self, id: str, seat: int, version: int) -> None:
        """Tells that a page of a seat has lost its connection."""
        here = (id, seat)
        if here in self._seen:
            self._seen[here] = min(self._seen[here], time.monotonic() - HERE_SECONDS + GONE_SECONDS)
            self._miss(here, version, GONE_SECONDS)

    def _miss(self, seat: tuple[str, int], version: int, seconds: float) -> None:
        """Tells after a while that somebody has not come back."""

        def missed() -> None:
            if not self._is_here(seat):
                held = self._held.get(seat[0])
                self._tell(seat[0], version if held is None else held.version)

        asyncio.get_running_loop().call_later(seconds + 0.1, missed)

    async def wait(self, id: str, person: str, after: int, seconds: float) -> GameState:
        """Gives a game as soon as it is later than a version; whoever waits is here."""
        leave = await self.attend(id, person)
        try:
            return await super().wait(id, person, after, seconds)
        finally:
            leave()

    def _is_here(self, seat: tuple[str, int]) -> bool:
        return seat in self._here or time.monotonic() - self._seen.get(seat, float("-inf")) < HERE_SECONDS

    def _saw(self, seat: tuple[str, int]) -> None:
        self._seen.pop(seat, None)
        self._seen[seat] = time.monotonic()
        while len(self._seen) > 2 * self.limits.cached:
            del self._seen[next(iter(self._seen))]

    def _beholder(self, kept: Kept, seat: int) -> Beholder:
        if not isinstance(kept.game, DuelGame):
            return super()._beholder(kept, seat)
        self._saw((kept.id, seat))
        return self._seen_from(kept, seat)

    def _seen_from(self, kept: Kept, seat: int) -> Beholder:
        other = (kept.id, 3 - seat)
        seen = time.monotonic() - self._seen[other] if other in self._seen else None
        if other in self._here:
            seen = 0.0
        return Beholder(kept.id, kept.version, seat, kept.code, self._is_here(other), seen)


def _is_due(game: AnyGame) -> bool:
    """Tells whether a game waits for the computer, as it does where a terminal has left it."""
    if isinstance(game, PlayGame):
        return game.to_be_counted and is_quick(game.rules)
    if isinstance(game, KeepGame):
        return game.guess is None and game.conflict is None and not game.over
    return isinstance(game, DuelGame) and game.strategy is not None and game.next == 2
