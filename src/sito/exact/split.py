"""Splits an exact search into one for each kind of first guess, and runs these on any executor."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from dataclasses import replace

from sito.code import Code
from sito.errors import N_, Fault, InputError
from sito.exact.own_search import check_own_search
from sito.exact.problem import Problem, Solution, Spent
from sito.exact.solver import made_by, solve
from sito.exact.with_lies import check_with_lies
from sito.limits import Limits, OnInterrupt, Stopped
from sito.rules import Allowed, Rules
from sito.tree.strategy_tree import StrategyTree
from sito.workers import ATTEMPTS, Serial, Workers, run_all

_ROUGH_SECONDS = 1.0
"""How long bounds of the whole may take once Ctrl-C has ended its parts: a person waits for them."""


def first_guesses(rules: Rules) -> list[Code]:
    """Lists one first guess of each kind; all others arise from these by permuting positions and renaming colors.

    Raises `InputError` for word lists, which have no such symmetry.

    >>> first_guesses(Rules.parse("4x6"))[:3]
    [Code([0, 0, 0, 0]), Code([0, 0, 0, 1]), Code([0, 0, 1, 1])]
    """
    if rules.allowed is Allowed.WORDS:
        raise InputError(
            Fault(N_("a search with a word list cannot be split by its first guess; leave out --executor"))
        )
    if rules.allowed is Allowed.DISTINCT:
        return [Code(range(rules.pegs))]
    return [
        Code(color for color, count in enumerate(counts) for _ in range(count))
        for counts in _partitions(rules.pegs, rules.pegs, rules.colors)
    ]


def _partitions(pegs: int, most: int, colors: int) -> Iterator[tuple[int, ...]]:
    """Yields the ways to write a number of pegs as a sum of at most so many counts, in descending order."""
    if not pegs:
        yield ()
    elif colors:
        for count in range(min(pegs, most), 0, -1):
            for rest in _partitions(pegs - count, count, colors - 1):
                yield (count, *rest)


def solve_split(
    problem: Problem | Rules | str,
    workers: Workers | None = None,
    *,
    limits: Limits | None = None,
    threads: int = 1,
    on_result: Callable[[Code, Solution], object] = lambda guess, solution: None,
    on_interrupt: OnInterrupt = "raise",
) -> Solution:
    """Solves a game by solving it after each kind of first guess; the value is that of `solve`.

    The problem must have neither a history nor a first guess. The seconds of the `limits`
    are those of the whole search, its work and memory those of each part. `on_result` is
    called for each first guess when its search is done. Ctrl-C raises `KeyboardInterrupt`,
    or with `on_interrupt="return"` ends the search with the best so far. If a worker dies,
    its part is searched again. Raises what `solve` raises, what the workers raise, and
    `SitoError` when workers keep dying.

    >>> solve_split("3x4").upper
    (206,)
    """
    whole = problem if isinstance(problem, Problem) else Problem(problem)
    if whole.history or whole.first_guess is not None:
        raise InputError(Fault(N_("only a whole game can be split by its first guess; leave out history and guess")))
    check_with_lies(whole, split=True)
    check_own_search(whole, split=True)
    solutions: list[Solution] = []

    def found(guess: Code, solution: Solution) -> None:
        solutions.append(solution)
        on_result(guess, solution)

    def lost(_guesses: object) -> Fault:
        return Fault(
            N_("the workers died {times} times in a row in the search of {rules}; they may lack memory"),
            times=ATTEMPTS,
            rules=str(whole.rules),
        )

    allowed = limits or Limits()
    end = None if allowed.seconds is None else time.time() + allowed.seconds

    def submit(executor: Executor, guess: Code) -> Future[Solution]:
        return executor.submit(_solve_until, end, replace(whole, first_guess=guess), allowed, threads)

    try:
        run_all(first_guesses(whole.rules), submit, workers or Serial(), found, lost)
    except KeyboardInterrupt:
        if on_interrupt == "raise":
            raise
        # A search of no positions gives bounds for the first guesses that were not finished.
        rough = solve(whole, limits=replace(allowed, seconds=_ROUGH_SECONDS, work=0), threads=threads)
        return replace(_best(whole, [rough, *solutions]), stopped=Stopped.INTERRUPT)
    return _best(whole, solutions)


def _solve_until(end: float | None, problem: Problem, limits: Limits, threads: int) -> Solution:
    """Searches until a time of day, for a worker may come to this late; after it there are bounds without a search."""
    left = None if end is None else max(0.0, end - time.time())
    return solve(problem, limits=replace(limits, seconds=left), threads=threads)


def _best(problem: Problem, solutions: list[Solution]) -> Solution:
    """Combines the solutions: the least lower bound, and the best tree."""
    stopped = next((solution.stopped for solution in solutions if solution.stopped is not None), None)
    spent = Spent(
        sum(solution.spent.positions for solution in solutions), max(solution.spent.memory for solution in solutions)
    )
    lowers = [solution.lower for solution in solutions if solution.lower is not None]
    trees = [solution for solution in solutions if solution.upper is not None]
    lower = min(lowers, default=None)
    if not trees:
        return Solution(problem, lower, None, lower is None, None, spent, None if lower is None else stopped)
    # Of equally good trees, take that of the first guess in order, so that the result does not depend on timing.
    best = min(trees, key=lambda solution: (solution.upper, solution.tree.first_guess if solution.tree else ()))
    proven, tree = lower == best.upper, best.tree
    if tree is not None:  # the best tree after one first guess need not be the best of all
        tree = StrategyTree(tree.rules, tree.root, made_by(proven), tree.history)
    return Solution(problem, lower, best.upper, proven, tree, spent, None if proven else stopped)
