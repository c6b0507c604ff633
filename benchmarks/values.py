"""Values of games, and both of their sides proven in Python, without the native searches.

`python -m benchmarks.values [GAME ...]` proves those that are named, or all of docs/exact.md.

*At most:* the trees are played as their texts have them, and no kind of codes may take more guesses on average than the
value. *At least:* against codes chosen by the codemaker's chances the least cost of any strategy is found by branch and
bound, from the plain scorer, these chances and the symmetries: orders of the pegs and names of the colors.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Mapping
from fractions import Fraction
from itertools import permutations
from math import ceil, lcm
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from sito.codes.code import Code, CodeSpace
from sito.codes.feedback import score_number
from sito.exact.game_value import GameValue, code_kinds, game_value
from sito.rules.rules import Rules
from sito.strategies.tree.strategy_tree import StrategyTree

Codes = NDArray[np.int_]
VALUES = json.loads((Path(__file__).parents[1] / "tests" / "data" / "values.json").read_text(encoding="utf-8"))


class LeastCost:
    """The least cost of any strategy against codes with weights; a code that the nth guess finds costs n weights.

    The `weights` are those of the codes of `rules`, none of them below 0, and those of one kind the same. A set of
    codes is an array of their numbers, the heaviest first.
    """

    def __init__(self, rules: Rules, weights: Mapping[Code, int]) -> None:
        codes = sorted((code for code in CodeSpace(rules) if weights[code]), key=lambda code: -weights[code])
        assert sum(map(weights.__getitem__, codes)) * len(codes) < 1 << 62, "costs are numbers of 64 bits"
        self.positions = 0
        self._rules = rules
        self._codes = np.array([tuple(code) for code in codes])
        self._weights = np.array([weights[code] for code in codes])
        self._guesses = list(CodeSpace(rules, guesses=True))
        numbers: dict[int, int] = {}

        def number(guess: Code, code: Code) -> int:
            """Numbers the answers; 0 is that to the code itself."""
            return 0 if code == guess else numbers.setdefault(score_number(rules, guess, code), len(numbers) + 1)

        self._answers = np.array([[number(guess, code) for code in codes] for guess in self._guesses])
        self._width = len(numbers) + 1
        # How many codes have at least a weight, and how much more that is than the next lower one.
        self._levels = [
            (np.count_nonzero(self._weights >= weight), weight - self._weights[self._weights < weight].max(initial=0))
            for weight in np.unique(self._weights)
        ]
        # How many guesses so many codes need: one has the first guess, as many as there are other answers the second.
        self._totals = np.zeros(len(codes) + 1, int)
        found, room, most = 0, 1, max(len({*answers} - {0}) for answers in self._answers.tolist())
        while found < len(codes):
            self._totals += np.maximum(np.arange(len(codes) + 1) - found, 0)
            found, room = found + room, room * most
        self._orders = np.array([*permutations(range(rules.pegs))])
        self._digits = rules.colors ** np.arange(rules.pegs)
        self._known: dict[bytes, tuple[int, bool]] = {}  # of a form what it costs, or at least: then it is False
        self._alike: dict[frozenset[int], NDArray[np.int_]] = {}

    def of(self, limit: int) -> int:
        """Gives the least cost of all codes if it is below the limit, otherwise a lower bound of at least the limit."""
        return self._least(np.arange(len(self._codes)), limit, frozenset())

    def _least(self, codes: Codes, limit: int, used: frozenset[int]) -> int:
        """The least cost of a set if it is below the limit, otherwise a bound that is at least the limit.

        The `used` colors are those of the guesses that led to the set.
        """
        if len(codes) <= 2:
            return self._by_size(codes)
        form = self._form(codes)
        best, is_cost = self._known.get(form) or (self._by_size(codes), False)
        if is_cost or best >= limit:
            return best
        self.positions += 1
        guesses = self._one_of_each(used)
        answers = self._answers[guesses[:, None], codes]
        splits = answers.min(axis=1) < answers.max(axis=1)
        guesses, answers = guesses[splits], answers[splits]
        cost = int(self._weights[codes].sum())
        bounds = cost + self._of_answers(codes, answers)
        best = sys.maxsize
        for place in np.argsort(bounds, kind="stable"):
            if bounds[place] >= min(best, limit):
                best = min(best, int(bounds[place]))
                break
            cells = [codes[answers[place] == answer] for answer in np.unique(answers[place]) if answer]
            best = min(best, self._of_cells(cost, cells, min(best, limit), used.union(self._guesses[guesses[place]])))
        self._known[form] = best, best < limit
        return best

    def _of_cells(self, cost: int, cells: list[Codes], limit: int, used: frozenset[int]) -> int:
        """Adds the costs of cells, smallest first, to the cost of the guess, until the limit is reached."""
        bounds = list(map(self._by_size, cells))
        cost += sum(bounds)
        for cell, bound in sorted(zip(cells, bounds, strict=True), key=lambda pair: len(pair[0])):
            if cost >= limit:
                break
            cost += self._least(cell, limit - cost + bound, used) - bound
        return cost

    def _by_size(self, codes: Codes) -> int:
        """A lower bound: for each level the codes of at least its weight are found as early as so many can be."""
        return sum(int(step * self._totals[np.searchsorted(codes, end)]) for end, step in self._levels)

    def _of_answers(self, codes: Codes, answers: NDArray[np.int_]) -> NDArray[np.int_]:
        """For each guess a lower bound of what its cells cost."""
        width = self._width
        places = answers + width * np.arange(len(answers))[:, None]
        bounds = np.zeros(len(answers), int)
        for end, step in self._levels:
            counts = np.bincount(places[:, : np.searchsorted(codes, end)].ravel(), minlength=width * len(answers))
            bounds += step * self._totals[counts.reshape(-1, width)[:, 1:]].sum(axis=1)
        return bounds

    def _form(self, codes: Codes) -> bytes:
        """A set that orders of the pegs and names of the colors make of this one; of most such sets it is the same."""
        pegs = self._codes[codes]
        counts = np.array([np.bincount(of_peg, minlength=self._rules.colors) for of_peg in pegs.T])
        names = np.argsort(np.lexsort(counts[self._orders].swapaxes(0, 1)))  # a row for each order
        named = np.take_along_axis(names[:, None], pegs.T[self._orders], axis=2)
        numbers = np.sort(self._digits @ named, axis=1)
        return min(map(bytes, numbers))

    def _one_of_each(self, used: frozenset[int]) -> NDArray[np.int_]:
        """One guess, by number, of those that differ in the names of colors alone that no guess has used."""
        if used not in self._alike:
            forms: dict[tuple[int, ...], int] = {}
            for number, guess in enumerate(self._guesses):
                names: dict[int, int] = {}
                form = (each if each in used else names.setdefault(each, -1 - len(names)) for each in guess)
                forms.setdefault(tuple(form), number)
            self._alike[used] = np.array([*forms.values()])
        return self._alike[used]


def check_least(found: GameValue) -> int:
    """Proves the lower bound of a value; gives the positions that this took."""
    kinds = [*zip(code_kinds(found.rules), found.kinds, strict=True)]
    chances = {code: kind.chance / kind.size for codes, kind in kinds for code in codes}
    assert sum(chances.values()) == 1
    assert min(chances.values()) >= 0
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
    for game in games or sorted(VALUES):
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
