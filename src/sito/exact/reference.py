"""The exact search in one page of plain Python, for games of a few dozen codes, or of about a dozen with lies.

It tries every guess at every position and keeps the best. What is known is, for each code that may still be the
secret, how many lies the codemaker has told if it is. Two ideas make the search fast enough: a position that was seen
before is not searched again, and a guess is dropped as soon as its cells cost more than the best guess so far. The
native search must agree with it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache, lru_cache

from sito.codes.code import Code, CodeSpace
from sito.codes.consistency import count_lies_told
from sito.codes.feedback import Feedback, Turn, feedback_count, score_number
from sito.codes.hard_mode import allowed_after
from sito.codes.notations import nobody_gives
from sito.codes.weighing import code_weights
from sito.errors import InconsistentError
from sito.exact.problem import Objective, Problem
from sito.rules.rules import Rules

Codes = frozenset[Code]
State = frozenset[tuple[Code, int]]
"""Codes that may be the secret, each with the number of lies told if it is."""


def best_value(problem: Problem) -> tuple[int, ...] | None:
    """Finds the value of the best strategy, as `sito.exact.solver.solve` proves it; None if none keeps to the depth.

    Tries every guess, whatever the width of the problem. With lies the total counts the guesses of all games that the
    codemaker can play: each secret with each way of lying about it that the strategy lets happen. Raises
    `InconsistentError` if no code agrees with the history.

    >>> best_value(Problem("2x4")), best_value(Problem("2x4", "worst-fewest"))
    ((45,), (4, 3))
    >>> best_value(Problem("2x4", "worst", depth=3))
    >>> [best_value(Problem(rules, "worst-total")) for rules in ("2x2", "2x2-lies1", "2x2-lies2")]
    [(3, 8), (4, 44), (4, 145)]
    """
    rules, objective, depth = problem.rules, problem.objective, problem.depth
    told = ((code, count_lies_told(rules, problem.history, code)) for code in CodeSpace(rules))
    state = frozenset((code, lies) for code, lies in told if lies is not None)
    if not state:
        raise InconsistentError.said("no code of {rules} agrees with all the answers", rules=str(rules))
    every = CodeSpace(rules, guesses=True)
    guesses = frozenset(code for code in every if allowed_after(rules, problem.history, code))
    allowed = frozenset(code for code, _ in state) if problem.consistent else guesses
    first = allowed if problem.first_guess is None else allowed & {problem.first_guess}
    # Each guess that is worth making hits a code or makes an answer a lie about some code.
    longest = sum(1 + rules.lies - lies for _, lies in state) + 1
    most = longest if depth is None else min(depth, longest)

    def least(prices: Sequence[int]) -> float:
        return _least(rules, state, first, None if problem.consistent else guesses, prices)

    def least_total(worst: int) -> float:
        return least(range(1, worst + 1))

    def least_depth(total: float) -> int:
        return next(worst for worst in range(1, most + 1) if least_total(worst) <= total)

    if least_total(most) == math.inf:
        return None
    total = int(least_total(most))
    greatest = 1 << 40  # more than any total
    worst = least_depth(total if objective is Objective.TOTAL_WORST else greatest)
    match objective:
        case Objective.TOTAL:
            return (total,)
        case Objective.WORST:
            return (worst,)
        case Objective.WORST_TOTAL:
            return worst, int(least_total(worst))
        case Objective.TOTAL_WORST:
            return total, worst
        case Objective.WORST_FEWEST:
            return worst, int(least([0] * (worst - 1) + [1]))
        case Objective.WORST_FEWEST_TOTAL:
            fewest, total = divmod(int(least([*range(1, worst), worst + greatest])), greatest)
            return worst, fewest, total


def least_prices(rules: Rules, prices: Sequence[int]) -> int:
    """Finds the least sum of prices, as `sito.exact.prices.least_prices` proves it.

    A secret that the nth guess finds costs the nth price; later guesses cost as much as the
    last, and prices never fall.
    """
    secrets, guesses = (frozenset(space) for space in CodeSpace.both(rules))
    later = [prices[-1]] * len(secrets)  # guess them one after the other
    return int(_least(rules, frozenset((code, 0) for code in secrets), guesses, guesses, [*prices, *later]))


def _least(rules: Rules, state: State, first: Codes, guesses: Codes | None, prices: Sequence[int]) -> float:
    """The least sum of prices, where a secret that is found after n wrong guesses costs `prices[n]` times its weight.

    The first guess is one of `first`; later ones are any of `guesses` that the hard mode allows, or codes that may
    still be the secret if that is None.
    """
    weights = code_weights(rules) or dict.fromkeys(CodeSpace(rules), 1)

    def bound(state: State, made: int) -> float:
        """A lower bound: the next guess finds one secret, and the guess after it all the others."""
        if len(prices) < made + min(len(state), 2):
            return math.inf
        heaviest, whole = max(weights[code] for code, _ in state), sum(weights[code] for code, _ in state)
        return prices[made] * heaviest + (whole - heaviest) * prices[made + 1 if len(state) > 1 else made]

    @cache
    def search(state: State, left: Codes | None, made: int) -> float:
        return best_of(state, frozenset(code for code, _ in state) if left is None else left, left, made)

    def best_of(state: State, choice: Codes, left: Codes | None, made: int) -> float:
        best = math.inf
        secrets = {code for code, _ in state}
        partitions = [(guess, _cells(rules, guess, state)) for guess in choice]
        for guess, cells in sorted(partitions, key=lambda pair: (-len(pair[1]), pair[0] not in secrets, pair[0])):
            if bound(state, made) >= best:
                break
            if state in cells.values() and choice is left:
                continue  # its answer may reveal nothing, which only a fixed first guess may do
            cost: float = weights[guess] * prices[made] if guess in secrets else 0
            cost += sum(bound(cell, made + 1) for cell in cells.values())
            for answer, cell in sorted(cells.items(), key=lambda pair: len(pair[1])):
                if cost >= best:
                    break
                after = left if left is None or rules.hard is None else _allowed(rules, guess, answer, left)
                cost += search(cell, after, made + 1) - bound(cell, made + 1)
            best = min(best, cost)
        return best

    return best_of(state, first, guesses, 0)


def _allowed(rules: Rules, guess: Code, answer: int, left: Codes) -> Codes:
    turn = Turn(guess, Feedback.of(rules, answer))
    return frozenset(code for code in left if allowed_after(rules, [turn], code))


def _cells(rules: Rules, guess: Code, state: State) -> dict[int, State]:
    """What is known after each answer that does not win: it is a lie about all codes that would not give it."""
    cells: dict[int, set[tuple[Code, int]]] = {}
    for code, lies in state:
        if code != guess:
            truth = _score(rules, guess, code)
            cells.setdefault(truth, set()).add((code, lies))
            for answer in _answers(rules) if lies < rules.lies else ():
                if answer != truth:
                    cells.setdefault(answer, set()).add((code, lies + 1))
    return {answer: frozenset(cell) for answer, cell in cells.items()}


@lru_cache(16)
def _answers(rules: Rules) -> tuple[int, ...]:
    win = feedback_count(rules) - 1
    return tuple(answer for answer in range(win) if not nobody_gives(rules.feedback, rules.pegs, answer))


_score = lru_cache(1 << 16)(score_number)
