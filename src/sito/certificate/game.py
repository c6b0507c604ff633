"""The game of a certificate: its codes, all answers, and which guesses stand for all others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from operator import eq, itemgetter

from sito.certificate.header import Claim
from sito.certificate.sizes import Shape, SizeBound, one_less, reach
from sito.certificate.symmetry import image, representatives
from sito.codes.code import Code, CodeSpace
from sito.codes.feedback import Feedback, score_number
from sito.codes.notations import number_of_pegs
from sito.errors import N_, LimitError
from sito.rules.rules import OwnAnswers, Rules

_MOST_ANSWERS = 1 << 26

Secrets = tuple[int, ...]
"""A set of secrets: their numbers, ascending."""
Column = tuple[int, ...]
"""The answers that the secrets of a set give to one guess."""


@dataclass(frozen=True)
class Position:
    """A set of secrets, how many guesses are left (None for any number), and the turns that led to it."""

    secrets: Secrets
    left: int | None
    turns: tuple[tuple[Code, int], ...]

    @property
    def key(self) -> tuple[Secrets, int | None]:
        """Equal for positions that cost the same: as many guesses as codes are as good as any number."""
        return self.secrets, None if self.left is None or self.left >= len(self.secrets) else self.left


class Game:
    """The codes and answers of the game of a certificate, all of them in memory.

    Raises `LimitError` for games of more than 2^26 answers.

    >>> game = Game(Claim(Rules.parse("2x2"), 8))
    >>> game.start, game.columns((1, 2))
    (Position(secrets=(0, 1, 2, 3), left=None, turns=()), [(2, 2), (5, 3), (3, 5), (2, 2)])
    """

    def __init__(self, claim: Claim) -> None:
        self.rules, self.possible = claim.rules, claim.possible
        self.space, self.guess_space = CodeSpace.both(claim.rules)
        if self.space.size * self.guess_space.size > _MOST_ANSWERS:
            many = N_(
                "the game {rules} has {count} codes and the proof in Python holds up to {most}; take a smaller game"
            )
            raise LimitError.said(many, rules=str(self.rules), count=self.space.size, most=_MOST_ANSWERS)
        self.secrets, self.guesses = list(self.space), list(self.guess_space)
        self.win = Feedback.win(claim.rules).number
        self._answers = answers(self.rules)
        self._guess_of = [self.guess_space.number(secret) for secret in self.secrets]
        self._representatives: dict[frozenset[Code], list[int]] = {}
        everything = tuple(range(len(self.secrets)))
        self.bound = SizeBound(reach(self.shapes(self.columns(everything)), len(everything)))
        turns = tuple((guess, answer.number) for guess, answer in claim.history)
        left = tuple(
            number
            for number, secret in enumerate(self.secrets)
            if all(score_number(self.rules, guess, secret) == answer for guess, answer in turns)
        )
        self.start = Position(left, claim.depth, turns)

    def columns(self, secrets: Secrets) -> list[Column]:
        """The answers of these secrets to each guess of the game."""
        return list(zip(*(self._answers[secret] for secret in secrets), strict=True))

    def columns_of_members(self, secrets: Secrets) -> list[Column]:
        """The answers of these secrets, three or more, to each of them as a guess."""
        answers_to_members = itemgetter(*(self._guess_of[secret] for secret in secrets))
        return list(zip(*(answers_to_members(self._answers[secret]) for secret in secrets), strict=True))

    def shape(self, column: Column) -> Shape:
        """What a guess makes of a set whose answers to it are these."""
        return Shape.of(column, self.win)

    def shapes(self, columns: Sequence[Column]) -> set[Shape]:
        """What all guesses make of a set."""
        return {self.shape(column) for column in set(columns)}

    def guesses_at(self, position: Position) -> list[int]:
        """The guesses that are allowed, one for each class of those that the guesses so far cannot tell apart."""
        path = frozenset(guess for guess, _ in position.turns)
        found = self._representatives.get(path)
        if found is None:
            found = self._representatives[path] = list(representatives(self.rules, [*path], self.guesses))
        if not self.possible:
            return found
        possible = {self._guess_of[secret] for secret in position.secrets}
        return [guess for guess in found if guess in possible]

    def image(self, secrets: Secrets, order: bytes, names: Sequence[bytes]) -> Secrets:
        """The set of the images of these secrets under a symmetry."""
        return tuple(sorted(self.space.number(image(self.secrets[secret], order, names)) for secret in secrets))

    def cells(self, position: Position, guess: int, column: Column) -> dict[int, Position]:
        """The positions after a guess, by the answers to it; where it is the secret, nothing is left."""
        left, made = one_less(position.left), self.guesses[guess]
        cells = self.parts(position.secrets, column)
        return {answer: Position(cell, left, (*position.turns, (made, answer))) for answer, cell in cells.items()}

    def parts(self, secrets: Secrets, column: Column) -> dict[int, Secrets]:
        """The cells that a guess makes of a set, by their answers, but for the winning one."""
        cells: dict[int, list[int]] = {}
        for secret, answer in zip(secrets, column, strict=True):
            cells.setdefault(answer, []).append(secret)
        cells.pop(self.win, None)
        return {answer: tuple(cell) for answer, cell in cells.items()}

    def text(self, guess: int) -> str:
        """Writes a guess."""
        return self.guess_space.text(self.guesses[guess])


def answers(rules: Rules) -> list[Sequence[int]]:
    """Works out the answer of each secret to each guess: a row for each secret.

    >>> [list(row) for row in answers(Rules.parse("2x2"))]
    [[5, 2, 2, 0], [2, 5, 3, 2], [2, 3, 5, 2], [0, 2, 2, 5]]
    """
    secrets, guesses = map(list, CodeSpace.both(rules))
    if rules.feedback.marks_pegs or isinstance(rules.feedback, OwnAnswers):
        rows: Iterator[list[int]] = ([score_number(rules, guess, secret) for guess in guesses] for secret in secrets)
    else:
        rows = _peg_rows(rules, guesses, secrets)
    small = Feedback.win(rules).number < 256
    return [bytes(row) if small else tuple(row) for row in rows]


def _peg_rows(rules: Rules, guesses: Sequence[Code], secrets: Sequence[Code]) -> Iterator[list[int]]:
    """The same where pegs are counted: those in place, and of each color as many as both codes have."""
    pegs = range(rules.pegs + 1)
    number = {
        (black, total): number_of_pegs(rules.feedback, rules.pegs, black, total - black)
        for total in pegs
        for black in range(total + 1)
    }
    colors = {code: tuple(map(code.count, range(rules.colors))) for code in {*guesses, *secrets}}
    for secret in secrets:
        mine = colors[secret]
        yield [number[sum(map(eq, guess, secret)), sum(map(min, colors[guess], mine))] for guess in guesses]
