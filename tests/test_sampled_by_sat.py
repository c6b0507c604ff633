"""Games whose codes are sampled, against a SAT solver: a list that is said to be complete has every possible code."""

import random
from collections.abc import Iterator, Sequence
from itertools import count

import pytest
from pysat.solvers import Cadical153

from sito.codes.code import Code
from sito.codes.feedback import Turn, score
from sito.rules.rules import Rules
from sito.sieve.knowledge import Knowledge


class Possible:
    """The possible codes of a game, as a formula; `pegs[place][color]` is true if the color stands there."""

    def __init__(self, rules: Rules, history: Sequence[Turn]) -> None:
        self._solver, self._next = Cadical153(), count(1)
        self._colors = range(rules.colors)
        self.pegs = [[next(self._next) for _ in self._colors] for _ in range(rules.pegs)]
        for peg in self.pegs:
            self._exactly(1, peg)
        if rules.allowed == "distinct":
            for color in self._colors:
                self._solver.add_clause([-self._at_least([peg[color] for peg in self.pegs])[2]])
        for guess, answer in history:
            self._exactly(answer.black, [peg[color] for peg, color in zip(self.pegs, guess, strict=True)])
            common = (
                self._at_least([peg[color] for peg in self.pegs])[1 : guess.count(color) + 1] for color in set(guess)
            )
            self._exactly(answer.black + answer.white, [each for some in common for each in some])

    def _at_least(self, literals: Sequence[int]) -> list[int]:
        """Gives literals that are true exactly if so many of these are: 0 and more, up to one more than there are."""
        true, false = next(self._next), next(self._next)
        self._solver.append_formula([[true], [-false]])
        before = [true] + [false] * (len(literals) + 1)
        for literal in literals:
            now = [true] + [next(self._next) for _ in literals] + [false]
            for number in range(1, len(literals) + 1):
                more, less, new = before[number], before[number - 1], now[number]
                self._solver.append_formula(
                    [[-more, new], [-less, -literal, new], [-new, more, less], [-new, more, literal]]
                )
            before = now
        return before

    def _exactly(self, number: int, literals: Sequence[int]) -> None:
        found = self._at_least(literals)
        self._solver.append_formula([[found[number]], [-found[number + 1]]])

    def codes(self) -> Iterator[Code]:
        """Finds one code after the other."""
        while self._solver.solve():
            true = set(self._solver.get_model())
            code = Code(next(color for color in self._colors if peg[color] in true) for peg in self.pegs)
            yield code
            self.leave_out(code)

    def leave_out(self, code: Code) -> None:
        """Says that a code is not the one."""
        self._solver.add_clause([-peg[color] for peg, color in zip(self.pegs, code, strict=True)])


def drawn(rules: Rules, rng: random.Random) -> Code:
    colors = range(rules.colors)
    distinct = rules.allowed == "distinct"
    return Code(rng.sample(colors, rules.pegs) if distinct else rng.choices(colors, k=rules.pegs))


def played(rules: Rules, seed: int, turns: int) -> Knowledge:
    """The moment of a game after so many guesses that chance has made."""
    rng = random.Random(seed)
    known, secret = Knowledge(rules), drawn(rules, rng)
    for _ in range(turns):
        guess = drawn(rules, rng)
        known = known.after(guess, score(rules, guess, secret))
    return known


@pytest.mark.parametrize(("text", "turns"), [("12x8", 10), ("16x6", 13), ("11x12-distinct", 10), ("6x64", 20)])
@pytest.mark.parametrize("seed", range(2))
def test_a_complete_list_has_all_possible_codes(text: str, turns: int, seed: int) -> None:
    known = played(Rules.parse(text), seed, turns)
    assert known.is_sampled
    possible = Possible(known.rules, known.history)
    for code in known.sample:
        possible.leave_out(code)
    assert known.is_all_sampled
    assert next(possible.codes(), None) is None


@pytest.mark.parametrize("seed", range(2))
def test_a_contradiction_is_one(seed: int) -> None:
    known = played(Rules.parse("12x8"), seed, 13)
    guess, answer = known.history[seed]
    wrong = Knowledge.of(known.rules, [*known.history, (guess, "x" * (answer.black + 1))])
    assert list(Possible(wrong.rules, wrong.history).codes()) == [*wrong.sample] == []
