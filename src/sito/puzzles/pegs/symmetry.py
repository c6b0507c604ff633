"""Symmetries of peg boards: permutations of the holes that keep the jumps."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

Jump = tuple[int, int, int]
Matrix = tuple[int, int, int, int]
Permutation = tuple[int, ...]

SQUARE: tuple[Matrix, ...] = (
    (1, 0, 0, 1), (0, 1, -1, 0), (-1, 0, 0, -1), (0, -1, 1, 0),
    (1, 0, 0, -1), (-1, 0, 0, 1), (0, 1, 1, 0), (0, -1, -1, 0),
)  # fmt: skip
# Of the lattice with neighbours (0, 1), (1, 0), (1, -1) and their opposites.
TRIANGULAR: tuple[Matrix, ...] = tuple(
    (a, b, c, d)
    for (a, c) in ((0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1))
    for (b, d) in ((0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1))
    # Two neighbouring directions map to neighbouring directions, whose difference is again a direction.
    if (a - b, c - d) in ((0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1))
)  # fmt: skip

# More symmetries than this make a search no faster, and the native core has room for no more.
MOST = 16
# Steps of the search for symmetries of a list of jumps before it gives up.
PATIENCE = 100_000


def lattice_symmetries(
    cells: Sequence[tuple[int, int]], jumps: Sequence[Jump], matrices: Sequence[Matrix] | None = None
) -> tuple[Permutation, ...]:
    """Returns the permutations of the holes by rotations and reflections of the lattice, the identity first."""
    places = {cell: hole for hole, cell in enumerate(cells)}
    first = min(cells)
    known = set(jumps)
    found = set()
    for a, b, c, d in matrices or SQUARE:
        images = [(a * row + b * column, c * row + d * column) for row, column in cells]
        least = min(images)
        down, right = first[0] - least[0], first[1] - least[1]
        holes = [places.get((row + down, column + right)) for row, column in images]
        permutation = tuple(hole for hole in holes if hole is not None)
        if len(permutation) == len(cells) and all(jump in known for jump in moved(jumps, permutation)):
            found.add(permutation)
    return tuple(sorted(found))


def automorphisms(holes: int, jumps: Sequence[Jump]) -> tuple[Permutation, ...]:
    """Returns the permutations that keep a list of jumps; only the identity if they are many or hard to find.

    Holes without jumps stay where they are: a peg in one never matters.

    >>> automorphisms(4, [(0, 1, 2), (2, 1, 0)])
    ((0, 1, 2, 3), (2, 1, 0, 3))
    """
    found: list[Permutation] = []
    for permutation in _search(holes, jumps):
        if permutation is None or len(found) == MOST:
            return (tuple(range(holes)),)
        found.append(permutation)
    return tuple(sorted(found))


def _search(holes: int, jumps: Sequence[Jump]) -> Iterator[Permutation | None]:
    """Yields the permutations that keep the jumps, and None when it takes too long."""
    known = set(jumps)
    # A hole can only go where as many jumps start, lead over and end.
    kinds = [tuple(sum(jump[place] == hole for jump in jumps) for place in range(3)) for hole in range(holes)]
    settled_by: list[list[Jump]] = [[] for _ in range(holes)]
    for jump in jumps:
        settled_by[max(jump)].append(jump)
    image = [-1] * holes
    steps = 0

    def place(hole: int) -> Iterator[Permutation | None]:
        nonlocal steps
        if hole == holes:
            yield tuple(image)
            return
        targets = range(holes) if any(kinds[hole]) else [hole]
        for target in targets:
            steps += 1
            if steps > PATIENCE:
                yield None
                return
            if kinds[target] != kinds[hole] or target in image[:hole]:
                continue
            image[hole] = target
            if all((image[a], image[b], image[c]) in known for a, b, c in settled_by[hole]):
                yield from place(hole + 1)

    yield from place(0)


def image(position: int, symmetry: Permutation) -> int:
    """Moves the pegs of a position as a symmetry says."""
    return sum(1 << place for hole, place in enumerate(symmetry) if position >> hole & 1)


def moved(solution: Sequence[Sequence[int]], symmetry: Permutation) -> tuple[tuple[int, ...], ...]:
    """Moves the runs of a solution as a symmetry says."""
    return tuple(tuple(symmetry[hole] for hole in run) for run in solution)
