"""The exact search in one page of plain Python, for games of a few dozen codes.

It tries every guess at every position and keeps the best. Two ideas make it fast enough: a
set of codes that was seen before is not searched again, and a guess is dropped as soon as
its cells cost more than the best guess so far. The native search must agree with it.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache

from sito.codes.code import Code, CodeSpace
from sito.codes.consistency import count_lies_told
from sito.codes.feedback import Feedback, Turn, feedback_count, score_number
from sito.codes.hard_mode import allowed_after
from sito.codes.notations import nobody_gives
from sito.codes.weighing import code_weights
from sito.errors import Fault, InconsistentError
from sito.exact.problem import Objective, Problem
from sito.rules.rules import Rules

Codes = frozenset[Code]


def best_value(problem: Problem) -> tuple[int, ...] | None:
    """Finds the value of the best strategy, as `sito.exact.solver.solve` proves it; None if none keeps to the depth.

    Tries every guess, whatever the width of the problem. Raises `InconsistentError` if no
    code agrees with the history.

    >>> best_value(Problem("2x4")), best_value(Problem("2x4", "worst-fewest"))
    ((45,), (4, 3))
    >>> best_value(Problem("2x4", "worst", depth=3))
    """
    if problem.rules.lies:
        return best_value_with_lies(problem)
    rules, objective, depth, consistent = problem.rules, problem.objective, problem.depth, problem.consistent
    secrets, guesses = (frozenset(space) for space in CodeSpace.both(rules))
    secrets = frozenset(code for code in secrets if count_lies_told(rules, problem.history, code) is not None)
    if not secrets:
        raise InconsistentError(Fault("no code of {rules} agrees with all the answers", rules=str(rules)))
    weights = code_weights(rules)
    whole = sum(weights[code] for code in secrets) if weights else len(secrets)
    guesses = frozenset(code for code in guesses if allowed_after(rules, problem.history, code))
    allowed = secrets if consistent else guesses
    first = allowed if problem.first_guess is None else allowed & {problem.first_guess}
    most = len(secrets) + 1 if depth is None else min(depth, len(secrets) + 1)  # guess them one after the other

    def least(prices: Sequence[int]) -> float:
        return _least(rules, secrets, first, None if consistent else guesses, prices)

    def least_total(worst: int) -> float:
        return least(range(1, worst + 1))

    def least_depth(total: float) -> int:
        return next(worst for worst in range(1, most + 1) if least_total(worst) <= total)

    if least_total(most) == math.inf:
        return None
    total = int(least_total(most))
    worst = least_depth(total if objective is Objective.TOTAL_WORST else most * whole)
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
            one_more = most * whole + 1  # costs more than any total
            fewest, total = divmod(int(least([*range(1, worst), worst + one_more])), one_more)
            return worst, fewest, total


def least_prices(rules: Rules, prices: Sequence[int]) -> int:
    """Finds the least sum of prices, as `sito.exact.prices.least_prices` proves it.

    A secret that the nth guess finds costs the nth price; later guesses cost as much as the
    last, and prices never fall.
    """
    secrets, guesses = (frozenset(space) for space in CodeSpace.both(rules))
    later = [prices[-1]] * len(secrets)  # guess them one after the other
    return int(_least(rules, secrets, guesses, guesses, [*prices, *later]))


def _least(rules: Rules, secrets: Codes, first: Codes, guesses: Codes | None, prices: Sequence[int]) -> float:
    """The least sum of prices, where a secret that is found after n wrong guesses costs `prices[n]` times its weight.

    The first guess is one of `first`; later ones are any of `guesses` that the hard mode allows, or codes that may
    still be the secret if that is None.
    """
    win_number = Feedback.win(rules).number
    weights = code_weights(rules) or dict.fromkeys(secrets, 1)

    def bound(codes: Codes, made: int) -> float:
        """A lower bound: the next guess finds one secret, and the guess after it all the others."""
        if len(prices) < made + min(len(codes), 2):
            return math.inf
        heaviest, whole = max(weights[code] for code in codes), sum(weights[code] for code in codes)
        return prices[made] * heaviest + (whole - heaviest) * prices[made + 1 if len(codes) > 1 else made]

    @cache
    def search(secrets: Codes, left: Codes | None, made: int) -> float:
        return best_of(secrets, secrets if left is None else left, left, made)

    def best_of(secrets: Codes, choice: Codes, left: Codes | None, made: int) -> float:
        best = math.inf
        least = bound(secrets, made)
        partitions = [(guess, _cells(rules, guess, secrets)) for guess in choice]
        for guess, cells in sorted(partitions, key=lambda pair: (-len(pair[1]), pair[0] not in secrets)):
            if least >= best:
                break
            if len(cells) == 1 and guess not in secrets and choice is left:
                continue  # its answer reveals nothing, which only a fixed first guess may do
            win = cells.pop(win_number) if guess in secrets else ()
            cost: float = sum(weights[code] for code in win) * prices[made]
            cost += sum(bound(cell, made + 1) for cell in cells.values())
            for answer, cell in sorted(cells.items(), key=lambda pair: len(pair[1])):
                if cost >= best:
                    break
                after = left if left is None or rules.hard is None else _allowed(rules, guess, answer, left)
                cost += search(cell, after, made + 1) - bound(cell, made + 1)
            best = min(best, cost)
        return best

    return best_of(secrets, first, guesses, 0)


def _allowed(rules: Rules, guess: Code, answer: int, left: Codes) -> Codes:
    """The guesses that hard mode leaves after one more turn."""
    turn = Turn(guess, Feedback.of(rules, answer))
    return frozenset(code for code in left if allowed_after(rules, [turn], code))


def _cells(rules: Rules, guess: Code, codes: Codes) -> dict[int, Codes]:
    """The partition of codes by their answers to a guess; only the guess itself has the winning answer."""
    cells: dict[int, set[Code]] = {}
    for code in codes:
        cells.setdefault(_score(rules, guess, code), set()).add(code)
    return {answer: frozenset(cell) for answer, cell in cells.items()}


_score = lru_cache(1 << 16)(score_number)


State = frozenset[tuple[Code, int]]
"""Codes that may be the secret, each with the number of lies told if it is."""


def best_value_with_lies(problem: Problem) -> tuple[int, ...] | None:
    """Finds the value of the best strategy in a game with lies; None if no strategy keeps to the depth.

    The total counts the guesses of all games that the codemaker can play: each secret with
    each way of lying about it that the strategy lets happen. It knows the objectives
    total, worst and worst-total. Raises `InconsistentError` if no code is possible.

    >>> [best_value_with_lies(Problem(rules, "worst-total")) for rules in ("2x2", "2x2-lies1", "2x2-lies2")]
    [(3, 8), (4, 44), (4, 145)]
    """
    rules, depth = problem.rules, problem.depth
    secrets, guesses = (frozenset(space) for space in CodeSpace.both(rules))
    told = ((code, count_lies_told(rules, problem.history, code)) for code in secrets)
    state = frozenset((code, lies) for code, lies in told if lies is not None)
    if not state:
        raise InconsistentError(Fault("no code of {rules} agrees with all the answers", rules=str(rules)))
    # Each guess that is worth making hits a code or makes an answer a lie about some code.
    longest = sum(1 + rules.lies - lies for _, lies in state) + 1
    most = longest if depth is None else min(depth, longest)
    allowed = frozenset(code for code, _ in state) if problem.consistent else guesses
    first = allowed if problem.first_guess is None else allowed & {problem.first_guess}

    def least_total(worst: int) -> float:
        return _least_with_lies(rules, state, first, None if problem.consistent else guesses, range(1, worst + 1))

    if least_total(most) == math.inf:
        return None
    if problem.objective is Objective.TOTAL:
        return (int(least_total(most)),)
    worst = next(worst for worst in range(1, most + 1) if least_total(worst) < math.inf)
    return (worst,) if problem.objective is Objective.WORST else (worst, int(least_total(worst)))


def _least_with_lies(
    rules: Rules, state: State, first: Iterable[Code], guesses: Iterable[Code] | None, prices: Sequence[int]
) -> float:
    """The least sum of prices over all games, where a game of n wrong guesses costs `prices[n]`.

    The first guess is one of `first`; later ones are any of `guesses`, or codes that may still be the secret if that
    is None.
    """
    win = feedback_count(rules) - 1
    answers = [answer for answer in range(win) if not nobody_gives(rules.feedback, rules.pegs, answer)]

    def bound(size: int, made: int) -> float:
        """A lower bound: the next guess hits one code, and the guess after it all the others."""
        if len(prices) < made + min(size, 2):
            return math.inf
        return prices[made] + (size - 1) * prices[made + 1] if size > 1 else prices[made]

    @cache
    def search(state: State, made: int) -> float:
        return best_of(state, {code for code, _ in state} if guesses is None else guesses, made)

    def best_of(state: State, choice: Iterable[Code], made: int) -> float:
        best = math.inf
        for guess in sorted(choice):
            if bound(len(state), made) >= best:
                break
            hits = any(code == guess for code, _ in state)
            states = [after for answer in answers if (after := _after(rules, state, guess, answer))]
            if state in states and choice is not first:
                continue  # its answer may tell nothing, which only a fixed first guess may do
            cost = hits * prices[made] + sum(bound(len(after), made + 1) for after in states)
            for after in sorted(states, key=len):
                if cost >= best:
                    break
                cost += search(after, made + 1) - bound(len(after), made + 1)
            best = min(best, cost)
        return best

    return best_of(state, first, 0)


def _after(rules: Rules, state: State, guess: Code, answer: int) -> State:
    """What is known after an answer that does not win: it is a lie about all codes that would not give it."""
    told = ((code, lies if _score(rules, guess, code) == answer else lies + 1) for code, lies in state if code != guess)
    return frozenset((code, lies) for code, lies in told if lies <= rules.lies)
