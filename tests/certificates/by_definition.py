"""The bounds of certificates, word by word as docs/certificates.md defines them.

They are not quick, and share nothing with the checkers but codes and answers.
"""

from collections.abc import Iterable
from functools import cache

from sito.certificate.header import Claim
from sito.codes.code import Code, CodeSpace
from sito.codes.feedback import Feedback, score_number

INFINITE = 1 << 28
Codes = frozenset[Code]
Reach = tuple[int, ...]
Reaches = tuple[Reach, ...]
"""That of the game, and that of each set with OWN around a set."""


class Definition:
    def __init__(self, claim: Claim) -> None:
        self.rules, self.possible = claim.rules, claim.possible
        self.guesses = list(CodeSpace(claim.rules, guesses=True))
        everything = frozenset(CodeSpace(claim.rules))
        self.win = Feedback.win(claim.rules).number
        self.answer = cache(lambda guess, code: score_number(claim.rules, guess, code))
        # What was worked out is kept, and no more than that is done for speed.
        self.cells = cache(self._cells)
        self.least = cache(self._greatest_least)
        self.peek = cache(self._peek)
        self.of_game: Reaches = (self.reach(everything),)
        self.start = frozenset(
            code
            for code in everything
            if all(score_number(claim.rules, guess, code) == answer.number for guess, answer in claim.history)
        )

    def _cells(self, guess: Code, codes: Codes) -> dict[int, Codes]:
        """The codes of each answer but the winning one."""
        answers = {self.answer(guess, code) for code in codes} - {self.win}
        return {answer: frozenset(code for code in codes if self.answer(guess, code) == answer) for answer in answers}

    def allowed(self, codes: Codes) -> Iterable[Code]:
        return codes if self.possible else self.guesses

    def reach(self, codes: Codes) -> Reach:
        """How many codes can be found by guess 0, 1, 2 ... or more."""
        sizes = {(guess in codes, tuple(sorted(map(len, self.cells(guess, codes).values())))) for guess in self.guesses}
        r = [0, 1]
        while r[-1] < len(codes):
            most = max(wins + sum(min(r[-1], size) for size in cells) for wins, cells in sizes)
            r.append(min(max(most, r[-1] + 1), len(codes)))
        return tuple(r)

    def _greatest_least(self, size: int, left: int | None, reaches: Reaches) -> int:
        """What so many codes cost at least: f."""
        return max(self._least(size, left, r) for r in reaches)

    def _least(self, size: int, left: int | None, r: Reach) -> int:
        if left is not None and r[min(left, len(r) - 1)] < size:
            return INFINITE
        return sum(d * (min(size, r[d]) - min(size, r[d - 1])) for d in range(1, len(r)))

    def look(self, guess: Code, codes: Codes, left: int | None, reaches: Reaches) -> int:
        """What a guess costs at least by the sizes of its cells."""
        cells = self.cells(guess, codes)
        if codes in cells.values():
            return INFINITE
        sizes = map(len, cells.values())
        return min(INFINITE, len(codes) + sum(self.least(size, one_less(left), reaches) for size in sizes))

    def _peek(self, cell: Codes, left: int | None, reaches: Reaches) -> int:
        """What a cell costs at least, seen by a second look."""
        by_size = self.least(len(cell), left, reaches)
        if left == 0 or not 3 <= len(cell) <= 64:
            return by_size
        return max(by_size, min(self.look(guess, cell, left, reaches) for guess in self.allowed(cell)))

    def second_look(self, guess: Code, codes: Codes, left: int | None, reaches: Reaches) -> int:
        """What a guess costs at least by second looks at its cells."""
        cells = self.cells(guess, codes)
        if codes in cells.values():
            return INFINITE
        return min(INFINITE, len(codes) + sum(self.peek(cell, one_less(left), reaches) for cell in cells.values()))

    def most_by_first_look(self, codes: Codes, left: int | None, reaches: Reaches) -> int:
        """The most that could be claimed of a set by LOOK if there were no second looks."""
        return min(self.look(guess, codes, left, reaches) for guess in self.allowed(codes))

    def most_by_look(self, codes: Codes, left: int | None, reaches: Reaches) -> int:
        """The most that can be claimed of a set by LOOK."""
        if left == 0:
            return INFINITE
        return min(self.second_look(guess, codes, left, reaches) for guess in self.allowed(codes))


def one_less(left: int | None) -> int | None:
    return left and left - 1
