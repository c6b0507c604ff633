"""Checks certificates in plain Python: the reference that the native checker is tested with.

It shares no code with the search. It lists all guesses and works out all answers itself, and
believes nothing that the certificate says; `docs/certificates.md` tells of its form, and why each rule holds.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sito.certificate.game import Column, Game, Position, Secrets
from sito.certificate.header import REASONS, Claim, read_header, refused, unproven_at
from sito.certificate.second_look import CellBound
from sito.certificate.sizes import INFINITE, one_less
from sito.certificate.symmetry import namings
from sito.codes.feedback import Feedback
from sito.errors import CertificateError, Fault

LOOK, SPLIT, KNOWN = range(3)
REMEMBER, OWN = 4, 8
MOST_TURNS = 300
"""The most guesses on the way to a set: each proof inside another one is about a smaller set."""
_MOST_NUMBER = (1 << 32) - 1


@dataclass(frozen=True)
class Certificate:
    """What a certificate proves, and of how many proofs of single sets it is made."""

    claim: Claim
    records: int


def check_plainly(data: bytes) -> Certificate:
    """Checks a certificate, of which `data` are all the bytes. Raises `CertificateError` if it proves nothing.

    Raises `LimitError` for games of more than 2^26 answers, which are all worked out in plain Python.
    """
    claim, body = read_header(data)
    game = Game(claim)
    reader = Reader(body)
    checker = _Checker(game, reader)
    try:
        if not game.start.secrets:
            raise Unproven("history")
        checker.check(game.start, INFINITE if claim.lower is None else claim.lower, CellBound.of_game(game))
    except (Unproven, RecursionError) as error:
        unproven = error if isinstance(error, Unproven) else Unproven("nested")
        space, at = game.guess_space, checker.at
        turns = " ".join(f"{space.text(guess)}:{Feedback.of(game.rules, answer)}" for guess, answer in at.turns)
        raise CertificateError(unproven_at(reader.place, turns, unproven.fault)) from None
    if not reader.at_end:
        raise refused("trailing")
    return Certificate(claim, checker.records)


class Unproven(Exception):
    """Why something is not proven: one of `REASONS`."""

    def __init__(self, reason: str, **values: object) -> None:
        super().__init__(reason)
        self.fault = Fault(REASONS[reason], **values)


class Reader:
    """Reads the numbers of a body one after the other."""

    def __init__(self, body: bytes) -> None:
        self._body, self.place = body, 0

    def take(self, count: int) -> bytes:
        """Takes so many bytes."""
        taken = self._body[self.place : self.place + count]
        if len(taken) < count:
            raise Unproven("cut")
        self.place += count
        return taken

    def number(self) -> int:
        """Takes a number: seven bits in each byte, the least ones first; the eighth says that more follow.

        >>> Reader(bytes([0xE5, 0x8E, 0x26])).number()
        624485
        """
        number = 0
        for place in range(0, 35, 7):
            byte = self.take(1)[0]
            number |= (byte & 127) << place
            if byte < 128:
                if number > _MOST_NUMBER or (byte == 0 and place):
                    break
                return number
        raise Unproven("number")

    @property
    def at_end(self) -> bool:
        """Whether nothing is left."""
        return self.place == len(self._body)


class _Checker:
    """Checks one proof after the other, each with those of its cells inside it; `at` is where it is."""

    def __init__(self, game: Game, reader: Reader) -> None:
        self._game, self._reader = game, reader
        self._remembered: dict[tuple[Secrets, int | None], int] = {}
        self.at = game.start
        self.records = 0

    def check(self, position: Position, claim: int, bound: CellBound) -> None:
        """Reads the proof that a position costs at least so much, and checks it."""
        self.at = position
        self.records += 1
        tag = self._reader.take(1)[0]
        kind, own = tag & 3, tag & OWN
        if tag >= 2 * OWN or kind > KNOWN or (own and kind == KNOWN):
            raise Unproven("tag", tag=tag)
        if len(position.turns) > MOST_TURNS:
            raise Unproven("nested")
        if kind == KNOWN:
            self._check_known(position, claim)
        else:
            columns = self._game.columns(position.secrets)
            if own:
                bound = bound.and_own(position.secrets, columns)
            self._check_guesses(position, claim, bound, columns, has_entries=kind == SPLIT)
        if tag & REMEMBER:
            self._remembered[position.key] = max(claim, self._remembered.get(position.key, 0))

    def _check_known(self, position: Position, claim: int) -> None:
        """Sees that the image of the position, under a symmetry that is read, was proven before."""
        rules, secrets = self._game.rules, position.secrets
        if not rules.words:
            order = self._reader.take(rules.pegs)
            names = [self._reader.take(rules.colors) for _ in range(namings(rules))]
            if any(sorted(each) != [*range(len(each))] for each in (order, *names)):
                raise Unproven("symmetry")
            secrets = self._game.image(secrets, order, names)
        like = Position(secrets, position.left, ())
        if self._remembered.get(like.key, -1) < claim:
            raise Unproven("unknown", cost=claim)

    def _check_guesses(
        self, position: Position, claim: int, bound: CellBound, columns: Sequence[Column], *, has_entries: bool
    ) -> None:
        """Sees that each guess costs at least the claim: by a look, an entry with the same cells, or a second look."""
        game = self._game
        guesses = game.guesses_at(position)
        made = self._check_entries(position, claim, bound, columns, set(guesses)) if has_entries else {}
        for column, guess in {columns[guess]: guess for guess in guesses}.items():
            if position.left == 0:
                return  # no guess is left, and that is no strategy
            shape = game.shape(column)
            cost = bound.sizes.look(shape, position.left)
            if cost < claim and made:
                cost = max(cost, made.get(partition(column), 0) - shape.wins)
            if cost < claim:
                cost = max(cost, self._second_look(position, column, bound, claim))
            if cost < claim:
                raise self._may_cost(guess, cost, claim)

    def _second_look(self, position: Position, column: Column, bound: CellBound, enough: int) -> int:
        """What a guess costs at least, by second looks at its cells, of which no more are made than are enough."""
        size = len(position.secrets)
        cells = self._game.parts(position.secrets, column).values()
        return size + bound.together(cells, one_less(position.left), enough - size)

    def _check_entries(
        self, position: Position, claim: int, bound: CellBound, columns: Sequence[Column], allowed: set[int]
    ) -> dict[Column, int]:
        """Checks the entries; gives what the partitions that they make cost for a guess that cannot be the secret."""
        game, reader = self._game, self._reader
        made: dict[Column, int] = {}
        guess = -1
        for _ in range(reader.number()):
            step = reader.number()
            if guess >= 0 and step == 0:
                raise Unproven("repeated")
            guess = max(guess, 0) + step
            if guess not in allowed:
                raise Unproven("entry", guess=guess)
            shape = game.shape(columns[guess])
            if shape.tells_nothing:
                raise Unproven("tells-nothing", guess=game.text(guess))
            cost = self._check_cells(position, guess, columns[guess], bound, claim)
            if cost < claim:
                raise self._may_cost(guess, cost, claim)
            # With the same cells, a guess that may be the secret costs one less than another one.
            cells = partition(columns[guess])
            made[cells] = max(cost + shape.wins, made.get(cells, 0))
        return made

    def _check_cells(self, position: Position, guess: int, column: Column, bound: CellBound, enough: int) -> int:
        """Checks the proofs of cells in an entry; gives what the guess costs at least, with second looks at the others.

        These go one guess further than `enough`, for a guess with the same cells that may cost one less.
        """
        cells = self._game.cells(position, guess, column)
        before, cost = -1, len(position.secrets)
        for _ in range(self._reader.number()):
            answer, gain = self._reader.number(), self._reader.number()
            if answer not in cells or answer <= before or gain == 0:
                raise Unproven("cell", guess=self._game.text(guess), answer=answer)
            before, cell = answer, cells.pop(answer)
            claim = min(INFINITE, bound.sizes.least(len(cell.secrets), cell.left) + gain)
            self.check(cell, claim, bound)
            self.at = position
            cost += claim
        others = [cell.secrets for cell in cells.values()]
        return cost + bound.together(others, one_less(position.left), enough + 1 - cost)

    def _may_cost(self, guess: int, cost: int, claim: int) -> Unproven:
        return Unproven("guess", guess=self._game.text(guess), look=cost, cost=claim)


def partition(column: Column) -> Column:
    """Names the cells of a partition in the order in which they come, so that equal partitions are equal.

    >>> partition((5, 5, 14, 2)) == partition((14, 14, 3, 0))
    True
    """
    names: dict[int, int] = {}
    return tuple(names.setdefault(answer, len(names)) for answer in column)
