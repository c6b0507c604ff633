"""What is known on several boards on which every guess is answered, and a game on them."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple, Self

from sito.base.rows import Column, Listed
from sito.codes.code import Code, CodeOrText, CodeSpace
from sito.codes.feedback import Answer, AnswerOrText, Turn, read_noted, score
from sito.errors import NN_, Fault, InputError, whole_number_faults
from sito.playing.game import Transcript
from sito.playing.numbered import numbered_secrets
from sito.playing.rounds import usual_rounds
from sito.rules.rules import Rules
from sito.sieve.knowledge import Knowledge

MAX_BOARDS = 32
"""The most boards that are played at once."""


class BoardsTurn(NamedTuple):
    """A guess with its answer on each board; None for boards that were solved before."""

    guess: Code
    answers: tuple[Answer | None, ...]


class Boards(Listed[BoardsTurn]):
    """What is known on several boards after some guesses; an immutable value.

    Rules, guesses and answers are given as values or as text. Raises `RulesError` for rules that
    cannot be read, `LimitError` for games that the sieve does not hold, and `InputError` for a
    `count` below 1 or above 32 and for rules of hard mode, which one board alone can keep to.

    >>> boards = Boards("4x6", 2).after("AABB", ["xx", "o"])
    >>> [len(known) for known in boards.knowledges], boards.solved
    ([114, 256], (False, False))
    >>> str(boards.after("AAAB", ["xxxx", "xo"]).after("BCAA", ["oo"]))
    '4x6 AABB:xx/o AAAB:xxxx/xo BCAA:oo'
    """

    def __init__(self, rules: Rules | str, count: int) -> None:
        InputError.check(board_faults(count))
        start = Knowledge(rules)
        self.rules = start.rules
        if self.rules.hard is not None:
            raise InputError.said("hard mode is played on one board alone; leave it out, or the boards")
        self.count = count
        self.turns: tuple[BoardsTurn, ...] = ()
        self.knowledges: tuple[Knowledge, ...] = (start,) * count

    @property
    def solved(self) -> tuple[bool, ...]:
        """Of each board whether a guess has hit its code."""
        return tuple(bool(known.history) and known.history[-1].answer.wins for known in self.knowledges)

    @property
    def won(self) -> bool:
        """Whether all boards are solved."""
        return all(self.solved)

    @cached_property
    def open(self) -> tuple[int, ...]:
        """The places of the boards that are not solved, from 0."""
        return tuple(place for place, solved in enumerate(self.solved) if not solved)

    def after(self, guess: CodeOrText, answers: Iterable[AnswerOrText | None]) -> Boards:
        """Gives what is known after one more guess.

        `answers` has one for each board that is not solved, in their order; or one for each board, where None or the
        winning answer stands for those that were solved before. Raises `CodeError` for a guess that is not allowed,
        `FeedbackError` for an answer that cannot be read, and `InputError` for too many or too few.

        >>> Boards("4x6", 3).after("AABB", ["xx", "o"])
        Traceback (most recent call last):
        sito.errors.InputError: 2 answers were given, and 3 boards are not solved; give one answer for each of them
        """
        code = self.knowledges[0].guesses.read(guess)
        given: list[AnswerOrText | None] = list(answers)
        if len(given) == self.count:
            given = [given[place] for place in self.open]
        if len(given) != len(self.open) or None in given:
            raise InputError(wrong_number(len([answer for answer in given if answer is not None]), len(self.open)))
        read = dict(zip(self.open, (read_noted(each, self.rules) for each in given if each is not None), strict=True))
        later = Boards.__new__(Boards)
        later.rules, later.count = self.rules, self.count
        later.turns = (*self.turns, BoardsTurn(code, tuple(read.get(place) for place in range(self.count))))
        later.knowledges = tuple(
            known.after_turn(Turn(code, read[place])) if place in read else known
            for place, known in enumerate(self.knowledges)
        )
        return later

    def shortened(self, turns: int) -> Boards:
        """Gives the boards as they were after the first `turns` turns; negative numbers count from the end."""
        return _boards_of(self.rules, self.count, self.turns[:turns])

    def games(self) -> tuple[Transcript, ...]:
        """Gives each board as a game of its own.

        >>> [str(game) for game in Boards("4x6", 2).after("AABB", ["xxxx", "o"]).after("ABCD", ["xx"]).games()]
        ['4x6 AABB:xxxx', '4x6 AABB:o ABCD:xx']
        """
        return tuple(Transcript(self.rules, known.history) for known in self.knowledges)

    def mended(self, place: int, game: Transcript) -> Boards:
        """Gives the boards with the one at `place`, from 0, as a `game` has it, whose guesses are the first ones here.

        >>> boards = Boards("4x6", 2).after("AABB", ["xx", "o"])
        >>> str(boards.mended(1, boards.games()[1].corrected(0, "oo")))
        '4x6 AABB:xx/oo'
        """
        turns = (
            BoardsTurn(guess, (*answers[:place], turn.answer, *answers[place + 1 :]))
            for (guess, answers), turn in zip(self.turns, game.turns, strict=False)
        )
        return _boards_of(self.rules, self.count, turns)

    def _columns(self) -> tuple[Column[BoardsTurn], ...]:
        guesses = CodeSpace(self.rules, guesses=True)
        return (
            Column("guess", lambda turn: guesses.text(turn.guess)),
            Column("answers", lambda turn: [answer and str(answer) for answer in turn.answers]),
        )

    def _rows(self) -> tuple[BoardsTurn, ...]:
        return self.turns

    @property
    def note(self) -> str:
        """The rules, and how many codes are possible on each board."""
        return f"{self.rules}: {', '.join(str(len(known)) for known in self.knowledges)}"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Boards):
            return NotImplemented
        return (self.rules, self.count, self.turns) == (other.rules, other.count, other.turns)

    def __hash__(self) -> int:
        return hash((self.rules, self.count, self.turns))

    def __reduce__(self) -> tuple[object, ...]:
        return (_boards_of, (self.rules, self.count, self.turns))

    def __str__(self) -> str:
        return " ".join([str(self.rules), *map(self._turn_text, self.turns)])

    def __repr__(self) -> str:
        return f"<Boards {self}: {self.count} boards>"

    def _turn_text(self, turn: BoardsTurn) -> str:
        guess = self.knowledges[0].guesses.text(turn.guess).replace(" ", ",")
        return f"{guess}:{'/'.join(str(answer) for answer in turn.answers if answer is not None)}"


def board_faults(count: object, most: int = MAX_BOARDS) -> Iterator[Fault]:
    """Finds what is wrong with a number of boards."""
    return whole_number_faults("boards", count, 4, 1, most)


def wrong_number(given: int, boards: int) -> Fault:
    """Says that the answers to a guess are too many or too few for the boards that are not solved."""
    each = NN_(
        "{given} answers were given, and {count} board is not solved; give one answer for each of them",
        "{given} answers were given, and {count} boards are not solved; give one answer for each of them",
    )
    return Fault(*each, given=given, count=boards)


def _boards_of(rules: Rules, count: int, turns: Iterable[BoardsTurn]) -> Boards:
    boards = Boards(rules, count)
    for guess, answers in turns:
        boards = boards.after(guess, answers)
    return boards


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
        usual = usual_rounds(rules)
        most = usual and usual + count - 1
        return cls(rules, secrets, (), most if limit is None else limit or None)

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
