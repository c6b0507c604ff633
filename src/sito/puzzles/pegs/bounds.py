"""A lower bound on the moves of a solution, without a search.

A set of holes is a *Merson region* if no jump leads from outside over one of its holes to outside. While it is full,
nothing can be taken from it and nothing can enter it, so the first move that changes it starts inside. A corner is
the smallest region. Regions without common holes, full at the start and not at the finish, need a move each (R.
Merson 1962, in Beasley 1985; Bell 2007, *Diagonal Peg Solitaire*).

>>> least_moves(Problem.parse("english"))
12
"""

from __future__ import annotations

from sito.puzzles.pegs.problem import Problem

# Larger regions are rarely disjoint from smaller ones.
_LARGEST = 8


def least_moves(problem: Problem) -> int:
    """Returns a number of moves that no solution can beat; 0 if the start is a finish."""
    if problem.start in problem.finishes:
        return 0
    taken = bound = 0
    for region in sorted(regions(problem), key=int.bit_count):
        if not region & taken:
            taken |= region
            bound += 1
    return max(bound, 1)


def regions(problem: Problem) -> set[int]:
    """Returns small Merson regions that are full at the start and at no finish, as positions."""
    board = problem.board
    over: dict[int, list[int]] = {hole: [] for hole in range(board.holes)}
    for start, leapt, end in board.jumps:
        over[leapt].append(1 << start | 1 << end)
    found: set[int] = set()
    seen: set[int] = set()

    def grow(region: int) -> None:
        """Adds holes until no jump leads over the region; adding either end of a jump stops it."""
        if region in seen or region & ~problem.start or region.bit_count() > _LARGEST:
            return
        seen.add(region)
        for hole in range(board.holes):
            if region >> hole & 1:
                for ends in over[hole]:
                    if not ends & region:
                        grow(region | ends & -ends)
                        grow(region | ends & (ends - 1))
                        return
        if problem.finishes and not any(finish & region == region for finish in problem.finishes):
            found.add(region)

    for hole in range(board.holes):
        grow(1 << hole)
    return found
