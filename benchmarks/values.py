"""Values of games, and both of their sides proven in plain Python, without the native searches.

    python -m benchmarks.values             # the values of docs/exact.md, but for two
    python -m benchmarks.values 3x10 4x7    # these two, for which half an hour was not enough

*At most:* the trees are played as their texts have them, and no kind of codes may take more guesses on average than the
value. *At least:* against codes chosen by the codemaker's chances the least cost of any strategy is found by branch and
bound, from the plain scorer, these chances and the symmetries: orders of the pegs and names of the colors.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import permutations
from math import ceil, lcm
from pathlib import Path

from sito.codes.code import Code, CodeSpace
from sito.codes.feedback import score_number
from sito.exact.game_value import GameValue, code_kinds, game_value
from sito.rules.rules import Rules
from sito.strategies.tree.strategy_tree import StrategyTree

VALUES = json.loads((Path(__file__).parents[1] / "tests" / "data" / "values.json").read_text(encoding="utf-8"))


class LeastCost:
    """The least cost of any strategy against codes with weights; a code that the nth guess finds costs n weights.

    Sets of codes are integers, a bit for each code; `weights` are those of the codes of `rules`, none of them below 0,
    and those of one kind the same.
    """

    def __init__(self, rules: Rules, weights: Mapping[Code, int]) -> None:
        codes = sorted((code for code in CodeSpace(rules) if weights[code]), key=lambda code: -weights[code])
        self.positions = 0
        self._every = (1 << len(codes)) - 1
        self._rules = rules
        self._guesses = list(CodeSpace(rules, guesses=True))
        self._cells = [_cells(rules, guess, codes) for guess in self._guesses]
        self._answers = max(map(len, self._cells))
        heaviest_first = sorted({weights[code] for code in codes}, reverse=True)
        self._levels = [
            (weight, sum(1 << place for place, code in enumerate(codes) if weights[code] == weight))
            for weight in heaviest_first
        ]
        self._counted: dict[tuple[int, ...], int] = {}
        self._costs: dict[int, int] = {}
        self._bounds: dict[int, int] = {}  # of sets whose cost is not known

    def of(self, limit: int) -> int:
        """Gives the least cost of all codes if it is below the limit, otherwise a lower bound of at least the limit."""
        return min(self._after_first(guess, limit) for guess in _one_of_each(self._rules, self._guesses, ()))

    def _after_first(self, guess: int, limit: int) -> int:
        second = _one_of_each(self._rules, self._guesses, self._guesses[guess])
        return self._of_cells(self._weight(self._every), self._cells[guess], limit, second)

    def _of_cells(self, cost: int, cells: Sequence[int], limit: int, guesses: Iterable[int] | None = None) -> int:
        """Adds the costs of cells, smallest first, to the cost of the guess, until the limit is reached."""
        bounds = [self._costs.get(cell) or self._bounds.get(cell) or self._by_size(cell) for cell in cells]
        cost += sum(bounds)
        for cell, bound in sorted(zip(cells, bounds, strict=True), key=lambda pair: pair[0].bit_count()):
            if cost >= limit:
                break
            cost += self._least(cell, limit - cost + bound, guesses) - bound
        return cost

    def _least(self, codes: int, limit: int, guesses: Iterable[int] | None) -> int:
        """The least cost of a set if it is below the limit, otherwise a bound that is at least the limit."""
        if codes in self._costs:
            return self._costs[codes]
        bound = self._bounds.get(codes) or self._by_size(codes)
        if bound >= limit or codes.bit_count() <= 2:
            return bound
        self.positions += 1
        cost = self._weight(codes)
        by_size = self._by_size
        ranked: dict[tuple[int, ...], int] = {}
        for guess in range(len(self._cells)) if guesses is None else guesses:
            cells = [cell for mask in self._cells[guess] if (cell := codes & mask)]
            bound = cost + sum(map(by_size, cells))
            if bound < limit and cells != [codes]:
                cells.sort()
                ranked[tuple(cells)] = bound  # guesses that make the same cells are one
        best = limit
        for bound, cells in sorted((bound, cells) for cells, bound in ranked.items()):
            if bound >= best:
                break
            best = min(best, self._of_cells(cost, cells, best))
        (self._costs if best < limit else self._bounds)[codes] = best
        return best

    def _weight(self, codes: int) -> int:
        return sum(weight * (codes & level).bit_count() for weight, level in self._levels)

    def _by_size(self, codes: int) -> int:
        """A lower bound: one code at the first guess, as many as there are other answers at the second, and so on."""
        counts = tuple((codes & level).bit_count() for _, level in self._levels)
        cost = self._counted.get(counts)
        if cost is None:
            cost, depth, room = 0, 1, 1
            for (weight, _), count in zip(self._levels, counts, strict=True):
                while count:
                    here = min(room, count)
                    cost += weight * depth * here
                    count, room = count - here, room - here
                    if not room:
                        depth, room = depth + 1, self._answers**depth
            self._counted[counts] = cost
        return cost


def _cells(rules: Rules, guess: Code, codes: list[Code]) -> tuple[int, ...]:
    """The codes that give each answer to a guess, but for the guess itself."""
    cells: dict[int, int] = {}
    for place, code in enumerate(codes):
        if code != guess:
            answer = score_number(rules, guess, code)
            cells[answer] = cells.get(answer, 0) | 1 << place
    return tuple(cells.values())


def _one_of_each(rules: Rules, guesses: list[Code], first: tuple[int, ...]) -> list[int]:
    """One guess, by number, of those that orders of the pegs and names of the colors make alike after a first guess.

    They map each cell of the first guess onto itself. Where answers mark pegs, an order of the pegs would not.
    """
    orders = [tuple(range(rules.pegs))] if first and rules.feedback.marks_pegs else permutations(range(rules.pegs))
    maps = []
    for order in orders:
        names = dict(zip((first[peg] for peg in order), first, strict=True)) if first else {}
        if all(names[first[peg]] == color for peg, color in zip(order, first, strict=False)):
            maps.append((order, names))
    spare = [color for color in range(rules.colors) if color not in first]

    def image(guess: Code, order: tuple[int, ...], names: dict[int, int]) -> tuple[int, ...]:
        names, free = dict(names), iter(spare)
        for peg in order:
            if guess[peg] not in names:
                names[guess[peg]] = next(free)
        return tuple(names[guess[peg]] for peg in order)

    forms: dict[tuple[int, ...], int] = {}
    for number, guess in enumerate(guesses):
        forms.setdefault(min(image(guess, *each) for each in maps), number)
    return [*forms.values()]


def check_least(found: GameValue) -> int:
    """Proves the lower bound of a value; gives the positions that this took."""
    kinds = [*zip(code_kinds(found.rules), found.kinds, strict=True)]
    chances = {code: kind.chance / kind.size for codes, kind in kinds for code in codes}
    assert sum(chances.values()) == 1
    scale = lcm(*(chance.denominator for chance in chances.values()))
    least = LeastCost(found.rules, {code: int(chance * scale) for code, chance in chances.items()})
    assert least.of(ceil(found.lower * scale)) >= found.lower * scale
    return least.positions


def check_most(found: GameValue) -> None:
    """Proves the upper bound: in the mixture, shuffled, a code takes as many guesses as its kind on average."""
    assert sum(mixed.chance for mixed in found.trees) == 1
    assert all(mixed.chance > 0 for mixed in found.trees)
    trees = [StrategyTree.parse(str(mixed.tree)) for mixed in found.trees]
    means = []
    for place, kind in enumerate(code_kinds(found.rules)):
        assert (kind[0], len(kind)) == (found.kinds[place].code, found.kinds[place].size)
        of_trees = [Fraction(sum(_played(found.rules, tree, code) for code in kind), len(kind)) for tree in trees]
        assert of_trees == [mixed.guesses[place] for mixed in found.trees]
        means.append(sum(mean * mixed.chance for mean, mixed in zip(of_trees, found.trees, strict=True)))
    assert max(means) == found.upper


def _played(rules: Rules, tree: StrategyTree, code: Code) -> int:
    """How many guesses a tree needs, as its text has it."""
    node, made = tree.root, 1
    while node.guess != code:
        answer = score_number(rules, node.guess, code)
        node, made = next(next_ for given, next_ in node.branches.items() if given.number == answer), made + 1
    return made


def main(games: list[str]) -> None:
    for game in games or sorted(VALUES.keys() - {"3x10", "4x7"}):
        found = game_value(game)
        assert found.proven, found
        assert game not in VALUES or found.upper == Fraction(VALUES[game]), found
        start = time.process_time()
        check_most(found)
        positions = check_least(found)
        print(f"{game:14}{found.upper!s:>12}{positions:10} positions{time.process_time() - start:8.1f} s", flush=True)


if __name__ == "__main__":
    if not __debug__:
        sys.exit("python -O leaves out every check; run it without -O")
    main(sys.argv[1:])
