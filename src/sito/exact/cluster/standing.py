"""How far a search on many workers is: its bounds, and what is open as a few lines of a tree."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sito.codes.code import CodeSpace
from sito.codes.feedback import Feedback
from sito.exact.cluster.open_tree import Spot
from sito.exact.problem import Progress

_GUESSES, _CELLS = 3, 3


@dataclass(frozen=True, slots=True)
class OpenLine:
    """A guess with its cells, or a cell with its guesses: so many are settled `of` all, and it costs at least `lower`.

    `level` is 0 for first guesses, 1 for their cells and so on; `codes` is the number of codes of a cell.
    """

    level: int
    name: str
    codes: int | None
    settled: int
    of: int
    lower: int

    def __str__(self) -> str:
        """Writes it without words, as in `AABC  9/13  5601` or `xo 182  40/412  790`."""
        name = self.name if self.codes is None else f"{self.name} {self.codes}"
        return f"{'  ' * (self.level + 1)}{name}  {self.settled}/{self.of}  {self.lower}"


@dataclass(frozen=True, slots=True)
class Standing:
    """How a search on many workers stands: `progress` as for any search, and the jobs done and being done."""

    progress: Progress
    jobs: int
    running: int
    open: tuple[OpenLine, ...]


def open_lines(root: Spot, budget: int, guesses: CodeSpace) -> Iterator[OpenLine]:
    """Yields lines about the first guesses that are open, and about the largest open cells of each."""
    shown = 0
    for branch in root.branches or ():
        if branch.cells is None or branch.cost is not None or branch.lower >= budget or shown == _GUESSES:
            continue
        shown += 1
        done = branch.count - len(branch.cells)
        yield OpenLine(0, guesses.text(guesses[branch.guess]), None, done, branch.count, branch.lower)
        open_cells = [cell for cell in branch.cells if cell.cost is None and cell.branches is not None]
        for cell in sorted(open_cells, key=lambda cell: -cell.size)[:_CELLS]:
            answer = Feedback.of(guesses.rules, cell.path[-1][1])
            settled = cell.count - len(cell.branches or ())
            yield OpenLine(1, str(answer), cell.size, settled, cell.count, cell.lower)
