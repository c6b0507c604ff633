"""The exact search for games with lies in one page of plain Python, for games of about a dozen codes.

What is known is, for each code that may still be the secret, how many lies the codemaker
has told if it is. The search tries every guess with every answer that leaves some code.
The native search must agree with it.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache

from sito.codes.code import Code, CodeSpace
from sito.codes.consistency import count_lies_told
from sito.codes.feedback import feedback_count, score_number
from sito.codes.notations import nobody_gives
from sito.errors import Fault, InconsistentError
from sito.exact.problem import Objective, Problem
from sito.rules.rules import Rules

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
        return _least(rules, state, first, None if problem.consistent else guesses, range(1, worst + 1))

    if least_total(most) == math.inf:
        return None
    if problem.objective is Objective.TOTAL:
        return (int(least_total(most)),)
    worst = next(worst for worst in range(1, most + 1) if least_total(worst) < math.inf)
    return (worst,) if problem.objective is Objective.WORST else (worst, int(least_total(worst)))


def _least(
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


_score = lru_cache(1 << 16)(score_number)
