"""Several boards that share their guesses, and the advice for them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from sito.advice.boards import Boards, BoardsAdvice
from sito.operations.operation import Value
from sito.sieve.knowledge import Knowledge


@dataclass(frozen=True)
class ToldBoard(Value):
    """How one board stands."""

    solved: bool
    left: int
    codes: list[str]


@dataclass(frozen=True)
class BoardsGuess(Value):
    """A guess for all boards, with its figures."""

    guess: str
    expected: float | None
    bits: float
    worst: int
    boards: list[int]
    """The boards whose code it may be."""


@dataclass(frozen=True)
class BoardsAnswer(Value):
    """Boards, with codes that are possible on each, and the best guesses."""

    game: str
    boards: list[ToldBoard]
    guess: str | None
    fallback: str | None
    guesses: list[BoardsGuess]
    won: bool

    @classmethod
    def of(cls, boards: Boards, advice: BoardsAdvice | None, shown: Callable[[Knowledge], list[str]]) -> BoardsAnswer:
        """Tells boards, with the codes of each that `shown` names; `advice` is None if all are solved."""
        each = [
            ToldBoard(True, 0, []) if solved else ToldBoard(False, len(known), shown(known))
            for known, solved in zip(boards.knowledges, boards.solved, strict=True)
        ]
        guesses = [
            BoardsGuess.told(guess, guess=guess.text, boards=[place + 1 for place in guess.may_hit])
            for guess in advice or ()
        ]
        best = guesses[0].guess if guesses else None
        return cls.told(advice, game=str(boards), boards=each, guess=best, guesses=guesses, won=boards.won)
