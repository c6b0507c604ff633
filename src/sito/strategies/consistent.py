"""Strategies that only ever guess a code that is still possible."""

from __future__ import annotations

import random

from sito.codes.code import Code
from sito.errors import StrategyError
from sito.rules.rules import Allowed, Rules
from sito.sieve.knowledge import Knowledge
from sito.strategies.strategy import KnownByText

ORDERS = ("ascending", "founding")
_DRAWS = 256


class FirstConsistent(KnownByText):
    """Guesses the first possible code, in ascending order or in the order of the first founding system.

    Plays all rules. The order `founding` takes the leftmost peg as the least
    significant: AAAA, BAAA, CAAA. Raises `StrategyError` for another order.

    Source: founding system 3 (Bulls and Cows); the order of system 1. Cost per guess: one sieve of the possible
    codes; in `founding` order one for each answer so far. Known results, ascending: 4x10-distinct 28024 guesses for
    all 5040 codes (5.56 on average, 9 at most); 4x6 7471 for all 1296 (5.76, 9 at most).

    >>> from sito.rules.rules import Rules
    >>> from sito.codes.feedback import Feedback
    >>> rules = Rules.parse("bulls-and-cows")
    >>> known = Knowledge(rules).after(Code([0, 1, 2, 3]), Feedback.parse("0,2", rules))
    >>> FirstConsistent().choose(known, random.Random(1))
    Code([1, 0, 4, 5])
    """

    name = "first-consistent"
    deterministic = True
    consistent = True

    def __init__(self, order: str = "ascending") -> None:
        if order not in ORDERS:
            raise StrategyError.said(
                "first-consistent has no order {order!r}; there are {orders}", order=order, orders=", ".join(ORDERS)
            )
        self.order = order
        self.options = () if order == "ascending" else (order,)

    def choose(self, knowledge: Knowledge, rng: random.Random) -> Code:
        """Returns the first possible code. Raises `InconsistentError` if none is left."""
        return knowledge.first() if self.order == "ascending" else _first_in_founding_order(knowledge)


def _first_in_founding_order(knowledge: Knowledge) -> Code:
    """Finds the first possible code with the leftmost peg least significant.

    Where reading guess and secret from right to left changes no answer, this is the first
    code of the mirrored game; for other rules all possible codes are read.
    """
    rules = knowledge.rules
    knowledge.check_any_left()
    if rules.allowed is not Allowed.WORDS and (not rules.feedback.marks_pegs or not knowledge.history):
        mirrored = ((Code(reversed(guess)), answer) for guess, answer in knowledge.history)
        return Code(reversed(Knowledge.of(rules, mirrored).first()))
    return min(knowledge, key=lambda code: code[::-1])


class RandomConsistent(KnownByText):
    """Draws one of the possible codes, each with the same chance.

    Plays all rules. Source: founding system 1 (the computer breaks your code). Cost
    per guess: one sieve of the possible codes. Known results: docs/founding-strategies.md.

    >>> from sito.rules.rules import Rules
    >>> RandomConsistent().choose(Knowledge(Rules.parse("4x6")), random.Random(1))
    Code([1, 1, 3, 5])
    """

    name = "random-consistent"
    deterministic = False
    consistent = True

    def choose(self, knowledge: Knowledge, rng: random.Random) -> Code:
        """Draws a possible code. Raises `InconsistentError` if none is left."""
        return knowledge.draw(rng)


class DistinctFirst(KnownByText):
    """Opens with random different colors; later draws a possible code with different colors, or any if there is none.

    Plays all rules. With more pegs than colors, and in word lists with few letters, the
    colors of a code count as different if no code has more colors.

    Source: founding system 5 (Bulls and Cows with repeated digits), the level of the sieve.
    Cost per guess: one sieve and a few hundred draws; if these find no such code, one pass
    over all possible codes. Known results: docs/founding-strategies.md.

    >>> from sito.rules.rules import Rules
    >>> DistinctFirst().choose(Knowledge(Rules.parse("4x10")), random.Random(1))
    Code([2, 4, 1, 0])
    """

    name = "distinct-first"
    deterministic = False
    consistent = True

    def choose(self, knowledge: Knowledge, rng: random.Random) -> Code:
        """Draws a possible code. Raises `InconsistentError` if none is left."""
        rules = knowledge.rules
        if not knowledge.history and rules.allowed is Allowed.ANY:
            return _draw_opening(rules, rng)
        any_code = knowledge.draw(rng)
        most = min(rules.pegs, rules.colors)
        # Drawing quickly finds one of many; only reading all codes shows whether there is one at all.
        for code in (knowledge.draw(rng) for _ in range(_DRAWS if len(knowledge) > _DRAWS else 0)):
            if len(set(code)) == most:
                return code
        varied = [code for code in knowledge if len(set(code)) == most]
        return rng.choice(varied) if varied else any_code


def _draw_opening(rules: Rules, rng: random.Random) -> Code:
    """Draws different colors; if there are more pegs than colors, all colors and some of them again."""
    colors = rng.sample(range(rules.colors), min(rules.pegs, rules.colors))
    colors += rng.choices(range(rules.colors), k=rules.pegs - len(colors))
    rng.shuffle(colors)
    return Code(colors)
