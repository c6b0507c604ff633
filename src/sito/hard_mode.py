"""Hard mode, a rule of play: every guess must be a code that agrees with all the answers so far.

`contradictions` lists the answers that speak against a guess, and `check_hard` raises an
error that names them. `sito.game.play` checks each guess so with `hard=True`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from sito.code import Code, CodeOrText, CodeSpace, PartialCode
from sito.consistency import check_game, count_lies_told, turns_against
from sito.errors import N_, NN_, Fault, HardModeError, StrategyError
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

    `index` is the place of the turn, from 0. `would_be` is None if the turn's guess has
    unknown pegs.
    """

    index: int
    turn: Turn
    would_be: Feedback | None


def contradictions(game: Played, guess: CodeOrText) -> tuple[Contradiction, ...]:
    """Lists the answers because of which a guess cannot be the code; none if it may be the code.

    Answers of which a part is unknown contradict what fits none of the answers that they may
    be. Where the codemaker may lie, as many answers as it may lie with contradict nothing.
    Raises `CodeError` for a guess that is not allowed.

    >>> from sito.game import Transcript
    >>> game = Transcript.parse("4x6 CBFF:o EAAB:xxo")
    >>> [(found.index, str(found.would_be)) for found in contradictions(game, "ABCD")]
    [(0, 'xo'), (1, 'oo')]
    >>> contradictions(Transcript.parse("4x6-lies2 CBFF:o EAAB:xxo"), "ABCD")
    ()
    """
    check_game(game)
    code = CodeSpace(game.rules, guesses=True).read(guess)
    if count_lies_told(game.rules, game.turns, code) is not None:
        return ()
    return tuple(_contradiction(game, index, code) for index in turns_against(game.rules, game.turns, code).places)


def _contradiction(game: Played, index: int, code: Code) -> Contradiction:
    turn = game.turns[index]
    would_be = None if isinstance(turn.guess, PartialCode) else score(game.rules, turn.guess, code)
    return Contradiction(index, turn, would_be)


def check_hard(game: Played, guess: CodeOrText) -> None:
    """Sees that a guess keeps to hard mode: that it may be the code, by all the answers so far.

    Raises `HardModeError`, which names each answer that the guess contradicts and what it
    would have been, and `CodeError` for a guess that is not allowed.

    >>> from sito.game import Transcript
    >>> check_hard(Transcript.parse("4x6 CBFF:o EAAB:xxo"), "EABE")
    >>> check_hard(Transcript.parse("4x6 CBFF:o EAAB:xxo"), "ABCD")
    Traceback (most recent call last):
    sito.errors.HardModeError: ABCD cannot be the code: guess 1, CBFF, would have been answered xo, not o
    guess 2, EAAB, would have been answered oo, not xxo
    >>> check_hard(Transcript.parse("4x6-lies1 CBFF:o EAAB:xxo"), "ABCD")
    Traceback (most recent call last):
    sito.errors.HardModeError: ABCD cannot be the code, because more than 1 answer would be a lie
    guess 1, CBFF, would have been answered xo, not o
    guess 2, EAAB, would have been answered oo, not xxo
    """
    check_game(game)
    space = CodeSpace(game.rules, guesses=True)
    code = space.read(guess)
    HardModeError.check(_faults(space, code, contradictions(game, code)))


def _faults(space: CodeSpace, guess: Code, found: Sequence[Contradiction]) -> Iterator[Fault]:
    text, lies = space.text(guess), space.rules.lies
    reasons = [_reason(space, contradiction) for contradiction in found]
    if len(reasons) > lies > 0:
        lying = NN_(
            "{guess} cannot be the code, because more than {count} answer would be a lie",
            "{guess} cannot be the code, because more than {count} answers would be lies",
        )
        yield Fault(*lying, guess=text, count=lies)
    elif reasons:
        yield Fault(N_("{guess} cannot be the code: {reason}"), guess=text, reason=reasons.pop(0))
    yield from reasons


def _reason(space: CodeSpace, contradiction: Contradiction) -> Fault:
    would_have = N_("guess {number}, {earlier}, would have been answered {would_be}, not {answer}")
    could_not = N_("guess {number}, {earlier}, could not have been answered {answer}")
    return Fault(
        could_not if contradiction.would_be is None else would_have,
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
    ahead, plays as that makes it. Raises `StrategyError` for others, and for what is not a strategy.

    >>> from sito.strategy import parse_strategy
    >>> str(hard_strategy(parse_strategy("entropy"))), str(hard_strategy(parse_strategy("first-consistent")))
    ('entropy:consistent', 'first-consistent')
    >>> hard_strategy(parse_strategy("uniform-probe"))
    Traceback (most recent call last):
    sito.errors.StrategyError: uniform-probe makes guesses that contradict answers, and hard mode forbids them; \
take another strategy, such as entropy:consistent or first-consistent
    """
    if not isinstance(strategy, Strategy):
        wrong = N_("{value!r}, of type {type}, is not a strategy; give one as in {example}")
        example = "parse_strategy('entropy')"
        raise StrategyError(Fault(wrong, value=strategy, type=type(strategy).__name__, example=example))
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
