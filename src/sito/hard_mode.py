"""Hard mode, a rule of play: every guess must be a code that agrees with all the answers so far.

`contradictions` lists the answers that speak against a guess, and `check_hard` raises an
error that names them. `sito.game.play` checks each guess so with `hard=True`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from sito.code import Code, CodeOrText, CodeSpace
from sito.errors import N_, Fault, HardModeError, StrategyError
from sito.feedback import Feedback, Turn, score
from sito.rules import Rules
from sito.strategy import Strategy


class Played(Protocol):
    """A game so far; a `Transcript` is one."""

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        ...

    @property
    def turns(self) -> Sequence[Turn]:
        """The guesses and answers so far."""
        ...


@dataclass(frozen=True, slots=True)
class Contradiction:
    """An answer that a guess contradicts: if the guess were the code, the answer would have been `would_be`.

    `index` is the place of the turn, from 0.
    """

    index: int
    turn: Turn
    would_be: Feedback


def contradictions(game: Played, guess: CodeOrText) -> tuple[Contradiction, ...]:
    """Lists the answers that a guess contradicts; none if it may be the code.

    Raises `CodeError` for a guess that is not allowed.

    >>> from sito.game import Transcript
    >>> game = Transcript.parse("4x6 CBFF:o EAAB:xxo")
    >>> [(found.index, str(found.would_be)) for found in contradictions(game, "ABCD")]
    [(0, 'xo'), (1, 'oo')]
    """
    code = CodeSpace(game.rules, guesses=True).read(guess)
    return tuple(
        Contradiction(index, turn, score(game.rules, turn.guess, code))
        for index, turn in enumerate(game.turns)
        if score(game.rules, turn.guess, code) != turn.answer
    )


def check_hard(game: Played, guess: CodeOrText) -> None:
    """Sees that a guess keeps to hard mode: that it agrees with all the answers so far.

    Raises `HardModeError`, which names each answer that the guess contradicts and what it
    would have been, and `CodeError` for a guess that is not allowed.

    >>> from sito.game import Transcript
    >>> check_hard(Transcript.parse("4x6 CBFF:o EAAB:xxo"), "EABE")
    >>> check_hard(Transcript.parse("4x6 CBFF:o EAAB:xxo"), "ABCD")
    Traceback (most recent call last):
    sito.errors.HardModeError: ABCD cannot be the code: guess 1, CBFF, would have been answered xo, not o
    and guess 2, EAAB, would have been answered oo, not xxo
    """
    space = CodeSpace(game.rules, guesses=True)
    code = space.read(guess)
    HardModeError.check(_faults(space, code, contradictions(game, code)))


def _faults(space: CodeSpace, guess: Code, found: Sequence[Contradiction]) -> Iterator[Fault]:
    for place, contradiction in enumerate(found):
        first = N_(
            "{guess} cannot be the code: guess {number}, {earlier}, would have been answered {would_be}, not {answer}"
        )
        more = N_("and guess {number}, {earlier}, would have been answered {would_be}, not {answer}")
        yield Fault(
            more if place else first,
            guess=space.text(guess),
            number=contradiction.index + 1,
            earlier=space.text(contradiction.turn.guess),
            would_be=contradiction.would_be,
            answer=contradiction.turn.answer,
        )


@runtime_checkable
class CanBeConsistent(Protocol):
    """A strategy that can also play with consistent guesses only."""

    def only_consistent(self) -> Strategy:
        """Gives the strategy that does so."""
        ...


def hard_strategy(strategy: Strategy) -> Strategy:
    """Gives the strategy as it plays in hard mode: itself if its guesses always agree with the answers.

    A strategy that has a method `only_consistent`, as those have that look one answer
    ahead, plays as that makes it. Raises `StrategyError` for others.

    >>> from sito.strategy import parse_strategy
    >>> str(hard_strategy(parse_strategy("entropy"))), str(hard_strategy(parse_strategy("first-consistent")))
    ('entropy:consistent', 'first-consistent')
    >>> hard_strategy(parse_strategy("uniform-probe"))
    Traceback (most recent call last):
    sito.errors.StrategyError: uniform-probe makes guesses that contradict answers, and hard mode forbids them; \
take another strategy, such as entropy:consistent or first-consistent
    """
    if strategy.consistent:
        return strategy
    if isinstance(strategy, CanBeConsistent):
        return strategy.only_consistent()
    contradicts = N_(
        "{strategy} makes guesses that contradict answers, and hard mode forbids them; "
        "take another strategy, such as {example} or {other}"
    )
    examples = {"example": "entropy:consistent", "other": "first-consistent"}
    raise StrategyError(Fault(contradicts, strategy=str(strategy), **examples))
