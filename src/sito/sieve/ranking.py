"""Rankings of guesses: the best guesses by a metric, with other figures for each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, overload

from sito.base.limits import Stopped
from sito.codes.code import Code
from sito.sieve.tabular import frame, html_table, text_table

if TYPE_CHECKING:
    from pandas import DataFrame


@dataclass(frozen=True, slots=True)
class RankedGuess:
    """A guess and how good it is.

    `score` is that of the metric, lower is better; `bits` is the information that the
    answer gives on average; `worst` is the size of its largest cell, the most codes that
    can remain possible; `cells` is the number of different answers there may be. `possible`
    says whether the guess itself may be the code.

    Where the codemaker may lie, a code may be possible after several answers. `score` is then
    the metric of the weights that `sito.strategies.with_lies` describes, `worst` the most codes
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
class Ranking(Sequence[RankedGuess]):
    """Guesses, the best first; displayed as a table in text and in a notebook.

    `compared` is the number of guesses that were compared. `stopped` says which limit ended
    the ranking before all guesses were compared, so that a better guess may be missing;
    None if none did.

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

    def __len__(self) -> int:
        return len(self.guesses)

    def __iter__(self) -> Iterator[RankedGuess]:
        return iter(self.guesses)

    @overload
    def __getitem__(self, index: int) -> RankedGuess: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[RankedGuess, ...]: ...
    def __getitem__(self, index: int | slice) -> RankedGuess | tuple[RankedGuess, ...]:
        return self.guesses[index]

    def __str__(self) -> str:
        return text_table(_HEADER, self._rows(), right=_NUMBERS, note=self._note())

    def _repr_html_(self) -> str:
        return html_table(_HEADER, self._rows(), right=_NUMBERS, note=self._note())

    def to_frame(self) -> DataFrame:
        """Returns a pandas data frame with a row for each guess. Raises `SitoError` if pandas is not installed."""
        names = ("guess", "score", "bits", "worst", "cells", "possible")
        rows = ((g.text, g.score, g.bits, g.worst, g.cells, g.possible) for g in self.guesses)
        return frame([dict(zip(names, row, strict=True)) for row in rows], names)

    def _rows(self) -> list[list[str]]:
        return [
            [
                guess.text,
                f"{guess.score:.6g}",
                f"{guess.bits:.4f}",
                str(guess.worst),
                str(guess.cells),
                "yes" if guess.possible else "no",
            ]
            for guess in self.guesses
        ]

    def _note(self) -> str:
        if self.stopped is None:
            return ""
        return f"incomplete: stopped ({self.stopped}) after {self.compared} guesses were compared"


_HEADER = ("guess", "score", "bits", "worst", "cells", "possible")
_NUMBERS = frozenset({"score", "bits", "worst", "cells"})
