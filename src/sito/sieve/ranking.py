"""Rankings of guesses: the best guesses by a metric, with other figures for each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sito.base.limits import Stopped
from sito.codes.code import Code
from sito.sieve.tabular import Tabled, frame

if TYPE_CHECKING:
    from pandas import DataFrame


@dataclass(frozen=True, slots=True)
class RankedGuess:
    """A guess and how good it is.

    `score` is that of the metric, lower is better; `bits` is the information that the answer gives on average;
    `worst` is the size of its largest cell, the most codes that can remain possible; `cells` is the number of
    different answers there may be. `possible` says whether the guess itself may be the code.

    Where the codemaker may lie, a code may be possible after several answers. `score` is then
    the metric of the weights that `sito.strategies.partition` describes, `worst` the most codes
    that are possible after an answer, `cells` the number of answers that may be given, and
    `bits` the information that a true answer gives on average, the codes weighed likewise.
    """

    code: Code
    text: str
    score: float
    bits: float
    worst: int
    cells: int
    possible: bool


@dataclass(frozen=True)
class Ranking(Tabled[RankedGuess]):
    """Guesses, the best first; displayed as a table in text and in a notebook.

    `compared` is the number of guesses that were compared. `stopped` says which limit ended the ranking before all
    guesses were compared, so that a better guess may be missing; None if none did.

    >>> from sito.sieve.knowledge import Knowledge
    >>> from sito.rules.rules import Rules
    >>> print(Knowledge(Rules.parse("4x6")).rank("minimax", top=2))
    guess  score    bits  worst  cells  possible
    AABB     256  2.8851    256     13  yes
    AACC     256  2.8851    256     13  yes
    """

    HEADER = ("guess", "score", "bits", "worst", "cells", "possible")
    NUMBERS = frozenset({"score", "bits", "worst", "cells"})

    metric: str
    guesses: tuple[RankedGuess, ...]
    compared: int
    stopped: Stopped | None = None

    def to_frame(self) -> DataFrame:
        """Returns a pandas data frame with a row for each guess. Raises `SitoError` if pandas is not installed."""
        rows = ((g.text, g.score, g.bits, g.worst, g.cells, g.possible) for g in self.guesses)
        return frame([dict(zip(self.HEADER, row, strict=True)) for row in rows], self.HEADER)

    def cells(self, guess: RankedGuess) -> list[str]:
        """Writes the row of a guess."""
        figures = [f"{guess.score:.6g}", f"{guess.bits:.4f}", str(guess.worst), str(guess.cells)]
        return [guess.text, *figures, "yes" if guess.possible else "no"]

    @property
    def note(self) -> str:
        """What was left out, if anything."""
        if self.stopped is None:
            return ""
        return f"incomplete: stopped ({self.stopped}) after {self.compared} guesses were compared"
