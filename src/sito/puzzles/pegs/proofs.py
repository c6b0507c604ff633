"""Certificates that a problem of peg solitaire cannot be solved; anyone can check them without a search.

*Rule of three* (Reiss 1857; de Bruijn 1972): in a set of holes of which every jump meets none
or two, the number of pegs stays even or stays odd. All such sets are found by elimination
over GF(2), on any board.

*Pagoda function* (Conway; Berlekamp, Conway and Guy 1982): weights of the holes such that
no jump makes the pegs' total greater. A finish of more weight than the start cannot be
reached. One is found by linear programming, if there is any, and then checked in whole
numbers.

>>> proof = parity_proof(Problem.parse("french", finish="any"))
>>> proof is not None and proof.holds()
True
>>> parity_proof(Problem.parse("english")) is None
True
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

from sito.errors import SitoError
from sito.puzzles.pegs.boards import Board
from sito.puzzles.pegs.problem import Problem, mask

# Sets of holes are combined to find small ones while there are at most two to this power of them.
_FEW = 12
# The greatest denominator tried when the floating-point solution of a linear program is made exact.
_DENOMINATOR = 1000


@dataclass(frozen=True, slots=True)
class ParityProof:
    """For each finish a set of holes, as a position, that shows by the rule of three that it cannot be reached.

    Its pegs are even in number at the start and odd at the finish, or the other way round.
    """

    problem: Problem
    sets: tuple[int, ...]

    def holds(self) -> bool:
        """Whether the proof is right; checks every jump and every finish."""
        return (
            len(self.sets) == len(self.problem.finishes) > 0
            and all(
                (mask(jump) & holes).bit_count() % 2 == 0 for holes in self.sets for jump in self.problem.board.jumps
            )
            and all(
                (self.problem.start & holes).bit_count() % 2 != (finish & holes).bit_count() % 2
                for holes, finish in zip(self.sets, self.problem.finishes, strict=True)
            )
        )


@dataclass(frozen=True, slots=True)
class PagodaProof:
    """For each finish a pagoda function: weights of the holes by which the finish weighs more than the start."""

    problem: Problem
    weights: tuple[tuple[int, ...], ...]

    def holds(self) -> bool:
        """Whether the proof is right; checks every jump and every finish in whole numbers."""
        board = self.problem.board
        return (
            len(self.weights) == len(self.problem.finishes) > 0
            and all(len(weights) == board.holes for weights in self.weights)
            and all(w[start] + w[over] >= w[end] for w in self.weights for start, over, end in board.jumps)
            and all(
                weight(w, self.problem.start) < weight(w, finish)
                for w, finish in zip(self.weights, self.problem.finishes, strict=True)
            )
        )


@dataclass(frozen=True, slots=True)
class PegsProof:
    """Every jump takes one peg away, and every finish has more pegs than the start, or as many at other places."""

    problem: Problem

    def holds(self) -> bool:
        """Whether the proof is right."""
        start = self.problem.start
        return bool(self.problem.finishes) and all(
            finish.bit_count() >= start.bit_count() and finish != start for finish in self.problem.finishes
        )


Proof = PegsProof | ParityProof | PagodaProof


def weight(weights: Sequence[int], position: int) -> int:
    """The total weight of a position's pegs."""
    return sum(w for hole, w in enumerate(weights) if position >> hole & 1)


def quick_proof(problem: Problem) -> PegsProof | ParityProof | None:
    """Returns a proof that needs no library and no search, if there is one."""
    pegs = PegsProof(problem)
    return pegs if pegs.holds() else parity_proof(problem)


def invariant_sets(board: Board) -> list[int]:
    """Returns a basis of the sets of holes, as positions, that every jump meets in none or in two.

    Boards without gaps have four: two diagonal colorings with three colors each.
    """
    pivots: dict[int, int] = {}
    for jump in board.jumps:
        row = mask(jump)
        for pivot, known in pivots.items():
            if row >> pivot & 1:
                row ^= known
        if row:
            pivot = row.bit_length() - 1
            for other, known in pivots.items():
                if known >> pivot & 1:
                    pivots[other] = known ^ row
            pivots[pivot] = row
    # A hole without a pivot may be in the set or not; then the pivots of the rows that it is in are settled.
    free = [hole for hole in range(board.holes) if hole not in pivots]
    return [1 << hole | sum(1 << pivot for pivot, row in pivots.items() if row >> hole & 1) for hole in free]


def parity_proof(problem: Problem) -> ParityProof | None:
    """Returns a proof by the rule of three that no finish can be reached, or None if the rule allows one.

    The sets are as small as possible, unless a board has very many.
    """
    basis = invariant_sets(problem.board)
    candidates = sorted(_combinations(basis), key=int.bit_count) if len(basis) <= _FEW else basis
    sets = []
    for finish in problem.finishes:
        difference = problem.start ^ finish
        found = next((holes for holes in candidates if (holes & difference).bit_count() % 2), None)
        if found is None:
            return None
        sets.append(found)
    return ParityProof(problem, tuple(sets)) if sets else None


def _combinations(basis: Sequence[int]) -> Iterator[int]:
    sums = [0]
    for holes in basis:
        sums += [holes ^ known for known in sums]
    yield from sums[1:]


def pagoda_proof(problem: Problem) -> PagodaProof | None:
    """Returns a proof by pagoda functions that no finish can be reached, or None if there is none.

    Raises `SitoError` if SciPy, the extra `pagoda`, is not there.
    """
    weights = []
    for finish in problem.finishes:
        found = _pagoda(problem, finish)
        if found is None:
            return None
        weights.append(found)
    proof = PagodaProof(problem, tuple(weights))
    return proof if weights and proof.holds() else None


def _pagoda(problem: Problem, finish: int) -> tuple[int, ...] | None:
    """Solves a linear program: weights between -1 and 1 that give the finish as much more than the start as can be."""
    try:
        from scipy.optimize import linprog
        from scipy.sparse import csr_array
    except ImportError as error:
        raise SitoError.said("a pagoda function needs SciPy; install it with: pip install 'sito[pagoda]'") from error
    board = problem.board
    if not board.jumps:
        return None
    entries = [
        (i, hole, sign) for i, jump in enumerate(board.jumps) for hole, sign in zip(jump, (-1, -1, 1), strict=True)
    ]
    rows, columns, signs = zip(*entries, strict=True)
    constraints = csr_array((signs, (rows, columns)), shape=(len(board.jumps), board.holes))
    gain = [(problem.start >> hole & 1) - (finish >> hole & 1) for hole in range(board.holes)]
    result = linprog(gain, A_ub=constraints, b_ub=[0] * len(board.jumps), bounds=(-1, 1), method="highs")
    if result.status != 0 or result.fun > -1e-9:
        return None
    exact = [Fraction(value).limit_denominator(_DENOMINATOR) for value in result.x]
    scale = lcm(*(value.denominator for value in exact))
    return tuple(int(value * scale) for value in exact)


# Larger regions are rarely disjoint from smaller ones.
_LARGEST = 8


def least_moves(problem: Problem) -> int:
    """Returns a number of moves that no solution can beat, without a search; 0 if the start is a finish.

    A set of holes is a *Merson region* if no jump leads from outside over one of its holes to outside. While it is
    full, nothing can be taken from it and nothing can enter it, so the first move that changes it starts inside. A
    corner is the smallest region. Regions without common holes, full at the start and not at the finish, need a move
    each (R. Merson 1962, in Beasley 1985; Bell 2007, *Diagonal Peg Solitaire*).

    >>> least_moves(Problem.parse("english"))
    12
    """
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
