"""A game on several boards: codes, and guesses that are answered on every board that is not solved."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from typing import Self

from sito.advice.boards.known import Boards
from sito.codes.code import Code, CodeSpace
from sito.codes.feedback import score
from sito.playing.game import Transcript
from sito.playing.numbered import numbered_secrets
from sito.playing.rounds import usual_rounds
from sito.rules.rules import Rules


@dataclass(frozen=True)
class BoardsPlay:
    """How a game on several boards stands: the codes, the guesses so far, and how many there may be."""

    rules: Rules
    secrets: tuple[Code, ...]
    guesses: tuple[Code, ...] = ()
    limit: int | None = None

    @classmethod
    def begin(cls, rules: Rules, count: int, limit: int | None, seed: int, number: int | None = None) -> Self:
        """Begins a game; the codes are those of its number, or drawn. A `limit` of 0 is none, and None the usual one.

        Raises `InputError` for rules that cannot be played so, and for too many boards.
        """
        Boards(rules, count)  # which says what rules cannot be played so
        rng, space = random.Random(seed), CodeSpace(rules)
        if number is None:
            secrets = tuple(space.draw(rng) for _board in range(count))
        else:
            secrets = numbered_secrets(rules, number, count)
        return cls(rules, secrets, (), usual_rounds(rules) + count - 1 if limit is None else limit or None)

    def after(self, guess: Code) -> Self:
        """Gives the game after one more guess."""
        return replace(self, guesses=(*self.guesses, guess))

    @property
    def games(self) -> tuple[Transcript, ...]:
        """The game on each board, up to the guess that solved it."""
        return tuple(map(self._game, self.secrets))

    def _game(self, secret: Code) -> Transcript:
        game = Transcript(self.rules)
        for guess in self.guesses:
            if not game.won:
                game = game.after(guess, score(self.rules, guess, secret))
        return game

    @property
    def won(self) -> bool:
        """Whether all boards are solved."""
        return set(self.secrets) <= set(self.guesses)

    @property
    def over(self) -> bool:
        """Whether all boards are solved, or no guesses are left."""
        return self.won or len(self.guesses) == self.limit
