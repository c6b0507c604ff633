"""Exact: the best strategy there is, with a proof.

The search itself is native and described in `docs/exact.md`; what it must agree with on small
games is `sito.exact.reference`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from sito import _native
from sito.code import CodeSpace
from sito.errors import N_, Fault, InputError
from sito.exact.problem import Objective, Problem, Progress, Solution, Spent
from sito.knowledge import native_rules
from sito.limits import Limits, OnInterrupt, Stopped, check_callback, check_limits
from sito.native_errors import native_errors
from sito.native_run import NativeRun
from sito.rules import Rules
from sito.tree.strategy_tree import StrategyTree

DEFAULT_MEMORY = 4 << 30
"""How many bytes a search may take without a limit of memory."""
_MOST = (1 << 63) - 1  # what the native search can count to; no search reaches it
_MOST_DEPTH = 255  # deeper trees are not made, so a greater depth is no limit
_MOST_THREADS = 256

Journal = _native.ExactJournal
"""What searches have learnt about larger sets; `Journal(journal.dump())` is a copy, also while a search is running."""

_Report = tuple[str, int, int | None, int | None, int, int]


def solve(
    problem: Problem | Rules | str,
    objective: Objective | str | None = None,
    *,
    limits: Limits | None = None,
    seconds: float | None = None,
    threads: int = 1,
    journal: Journal | None = None,
    on_progress: Callable[[Progress], object] | None = None,
    on_interrupt: OnInterrupt = "raise",
) -> Solution:
    """Finds a strategy that no strategy beats, and proves it.

    The problem may be given as rules, or as their text, with an objective. The search ends
    early, with the best tree so far and both bounds, when it reaches one of the `limits`,
    of which `work` counts positions; after so many `seconds`; or when `on_progress`, called
    about ten times a second, gives a true answer. Ctrl-C raises `KeyboardInterrupt`, or
    ends the search as well with `on_interrupt="return"`. The values do not depend on the
    number of `threads`. What is learnt about larger sets goes into the `journal`, from
    which a later search of the same rules, width and kind of guesses goes on.

    Raises `LimitError` for games too large to tabulate, or if the answers alone take more
    than `limits.memory`, without a limit 4 GiB; `InconsistentError` if no code agrees with
    the history; `InputError` for arguments that cannot be used.

    >>> solution = solve("3x4")
    >>> solution.proven, solution.upper, solution.tree.histogram
    (True, (206,), (1, 7, 33, 23))
    >>> solve("3x4", "worst-fewest").upper
    (4, 21)
    >>> print(solve(Problem("3x4", depth=3)).tree)
    None
    >>> solve("4x6", limits=Limits(work=20)).stopped
    <Stopped.WORK: 'work'>
    """
    asked = _problem(problem, objective)
    limits = _limits(limits, seconds)
    if not isinstance(threads, int) or not 1 <= threads <= _MOST_THREADS:
        wrong = N_("threads is {value!r}; it must be a whole number from 1 to {most}, as in threads=2")
        raise InputError(Fault(wrong, value=threads, most=_MOST_THREADS))
    if journal is not None and not isinstance(journal, Journal):
        raise InputError(
            Fault(N_("journal is {value!r}; give a journal, as in {example}"), value=journal, example="Journal()")
        )
    guesses = CodeSpace(asked.rules, guesses=True)

    def tell(report: _Report) -> object:
        stage, lower, upper, guess, positions, memory = report
        code = None if guess is None else guesses[guess]
        return on_progress and on_progress(Progress(stage, lower, upper, code, positions, memory))

    check_callback("on_progress", on_progress)
    run = NativeRun(limits, None if on_progress is None else tell, on_interrupt)
    with native_errors(asked.rules):
        outcome = _native.solve_exact(
            native_rules(asked.rules),
            asked.objective.value,
            memory=min(DEFAULT_MEMORY if limits.memory is None else limits.memory, _MOST),
            depth=None if asked.depth is None else min(asked.depth, _MOST_DEPTH),
            history=[(guesses.number(guess), answer.number) for guess, answer in asked.history],
            first=None if asked.first_guess is None else guesses.number(asked.first_guess),
            positions=None if limits.work is None else min(limits.work, _MOST),
            width=None if asked.width is None else min(asked.width, _MOST),
            consistent=asked.consistent,
            threads=threads,
            journal=journal,
            seconds=run.seconds,
            watch=run.watch,
        )
    return _solution(asked, outcome, run.stopped(outcome.stopped))


def _problem(problem: Problem | Rules | str, objective: Objective | str | None) -> Problem:
    if not isinstance(problem, Problem):
        return Problem(problem, Objective.TOTAL if objective is None else objective)
    if objective is None:
        return problem
    return replace(problem, objective=Objective.of(objective))


def _limits(limits: Limits | None, seconds: float | None) -> Limits:
    """Puts a time that was given by itself to the limits; of two times the shorter one holds."""
    if limits is None:
        return Limits(seconds=seconds)
    check_limits(limits)
    if seconds is None:
        return limits
    alone = Limits(seconds=seconds)  # checked before it is compared
    return (
        limits if limits.seconds is not None and limits.seconds <= seconds else replace(limits, seconds=alone.seconds)
    )


def _solution(problem: Problem, outcome: _native.ExactOutcome, stopped: Stopped | None) -> Solution:
    tree: StrategyTree | None = None
    if outcome.proven and stopped is not Stopped.INTERRUPT:
        stopped = None  # it came to its end before it could be stopped
    if outcome.tree is not None:
        tree = StrategyTree.from_native(problem, *outcome.tree, made_by(outcome.proven))
    return Solution(
        problem,
        None if outcome.lower is None else tuple(outcome.lower),
        None if outcome.upper is None else tuple(outcome.upper),
        outcome.proven,
        tree,
        Spent(outcome.positions, outcome.memory),
        stopped,
    )


def made_by(proven: bool) -> str:
    """Says in a tree what made it, so that one which may be beaten is not taken for the best.

    >>> made_by(True), made_by(False)
    ('exact', 'best-found')
    """
    return "exact" if proven else "best-found"
