"""Rankings of guesses: the best guesses by a metric, with other figures for each."""

from __future__ import annotations

from dataclasses import dataclass

from sito.base.limits import Stopped
from sito.base.rows import Column, Rows
from sito.codes.code import Code


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
class Ranking(Rows[RankedGuess]):
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

    metric: str
    guesses: tuple[RankedGuess, ...]
    compared: int
    stopped: Stopped | None = None

    def _columns(self) -> tuple[Column[RankedGuess], ...]:
        return (
            Column("guess", lambda guess: guess.text),
            Column("score", lambda guess: guess.score, ".6g"),
            Column("bits", lambda guess: guess.bits, ".4f"),
            Column("worst", lambda guess: guess.worst, "d"),
            Column("cells", lambda guess: guess.cells, "d"),
            Column("possible", lambda guess: guess.possible),
        )

    def _rows(self) -> tuple[RankedGuess, ...]:
        return self.guesses

    @property
    def note(self) -> str:
        """What was left out, if anything."""
        if self.stopped is None:
            return ""
        return f"incomplete: stopped ({self.stopped}) after {self.compared} guesses were compared"
