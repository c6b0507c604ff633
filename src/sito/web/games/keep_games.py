"""The games in which a person keeps the code: `answer`, `correct`, `repair`, `reveal`, `why`."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import replace
from typing import Any, cast

from sito.codes.code import CodeSpace
from sito.errors import N_, Fault, InputError
from sito.games.counting import is_quick
from sito.games.keep import KeepGame
from sito.playing.game import Transcript
from sito.strategies.strategy import parse_strategy
from sito.web.games import tasks
from sito.web.games.core import GamesCore, check_text
from sito.web.games.errors import not_yours
from sito.web.games.states import KeepState, WhyView

_REMEMBERED = 2_000


class KeepGames(GamesCore):
    """The computer guesses."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._chosen: OrderedDict[tuple[object, ...], str] = OrderedDict()

    async def answer(
        self, id: str, person: str, text: str, key: str | None = None, *, version: int | None = None
    ) -> KeepState:
        """Answers the guess that waits; a part may be unknown. Then the computer guesses, or there is a conflict.

        Raises `FeedbackError`, `OutOfTurn`, `NotYours`.
        """
        check_text(text)
        return await self._kept(id, person, lambda game: game.answered(text), key, repr(("answer", text)), version)

    async def correct(self, id: str, person: str, turn: int, text: str, key: str | None = None) -> KeepState:
        """Corrects the answer to a turn, counted from 1. Raises `FeedbackError`, `InputError`, `NotYours`."""
        check_text(text)
        return await self._kept(id, person, lambda game: game.corrected(turn, text), key, repr(("correct", turn, text)))

    async def repair(self, id: str, person: str, index: int, key: str | None = None) -> KeepState:
        """Makes the repair of this index, of those in the state's conflict. Raises `OutOfTurn`, `InputError`."""
        return await self._kept(id, person, lambda game: game.repaired(index), key, repr(("repair", index)))

    async def reveal(self, id: str, person: str, text: str, key: str | None = None) -> KeepState:
        """Tells the code at the end of a game in which it was not found: wrong answers are named then.

        Raises `CodeError`, `OutOfTurn`, `NotYours`.
        """
        check_text(text)

        async def step(game: KeepGame, seat: int) -> KeepGame:
            return game.revealed(text)

        made = repr(("reveal", text))
        return cast(KeepState, await self._change(KeepGame, id, person, step, key=key, made=made))

    async def why(self, id: str, person: str, turn: int) -> WhyView:
        """Tells why the computer made the guess of a turn, counted from 1; the guess that waits is the last.

        Raises `InputError`, `InconsistentError`, `NotYours`, `LimitError`.
        """
        game = (await self._find(id, person)).game
        if not isinstance(game, KeepGame):
            raise not_yours()
        space = CodeSpace(game.rules, guesses=True)
        guesses = [*(space.text(guess) for guess, _answer in game.game.turns), *filter(None, [game.guess])]
        if not 1 <= turn <= len(guesses):
            none = N_("there is no guess {turn}; there are {count}")
            raise InputError(Fault(none, turn=turn, count=len(guesses)))
        before = game.game.shortened(turn - 1)
        why = await self._search(tasks.why, before, guess=guesses[turn - 1], strategy=game.strategy)
        return cast(WhyView, why)

    async def _kept(
        self,
        id: str,
        person: str,
        move: Callable[[KeepGame], KeepGame],
        key: str | None,
        made: str,
        version: int | None = None,
    ) -> KeepState:
        async def step(game: KeepGame, seat: int) -> KeepGame:
            return await self._go_on(move(game))

        return cast(KeepState, await self._change(KeepGame, id, person, step, key=key, made=made, version=version))

    async def _go_on(self, game: KeepGame) -> KeepGame:
        """Counts what is left, and has the computer guess, or finds what is wrong with the answers."""
        game = await self._all_counted(game)
        if game.left == 0:
            return replace(game, conflict=await self._search(tasks.mend, game.game))
        if game.ended or game.guess is not None:
            return game
        return replace(game, guess=await self._choose(game.game, game.strategy, game.seed))

    async def _all_counted(self, game: KeepGame) -> KeepGame:
        """Counts what is left after each turn that was not counted yet."""
        known = [*game.lefts, *[None] * (len(game.game) - len(game.lefts))]
        at_once = is_quick(game.rules)
        for place in range(len(known) - 1):
            if known[place] is None and at_once:
                found = await self._count(game.game.shortened(place + 1))
                known[place] = None if found is None else found.left
        now = await self._count(game.game)
        if known:
            known[-1] = None if now is None else now.left
        return game.counted(known, now)

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
