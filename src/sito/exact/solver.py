"""`solve`, the exact search: finds a best strategy and proves that no other beats it.

The search itself is native; `docs/exact.md` describes it. On small games it must agree with `sito.exact.reference`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from sito import _native
from sito.base.limits import Limits, OnInterrupt, Stopped, check_callback, limits_of
from sito.base.log import log
from sito.codes.code import CodeSpace
from sito.codes.feedback import Feedback
from sito.errors import InputError, whole_number_faults
from sito.exact.problem import DEFAULT_MEMORY, Objective, Problem, Progress, SearchStep, Solution, Spent, StepCell
from sito.exact.start import (
    allowed_numbers,
    check_own_search,
    history_numbers,
    is_consistent_alone,
    possible_numbers,
    possible_with_spare_lies,
    searched_rules,
    starting_nodes,
)
from sito.native.errors import native_errors
from sito.native.game import native_rules
from sito.native.run import NativeRun, counted
from sito.rules.rules import Rules
from sito.strategies.tree.strategy_tree import StrategyTree

MOST_DEPTH = 255
"""No tree is deeper, so a greater depth limits nothing."""
_MOST_THREADS = 256

Journal = _native.ExactJournal
"""What searches have learned about larger sets; `Journal(journal.dump())` copies one, even during a search."""


def solve(
    problem: Problem | Rules | str,
    objective: Objective | str | None = None,
    *,
    limits: Limits = Limits(),
    seconds: float | None = None,
    threads: int = 1,
    journal: Journal | None = None,
    start: StrategyTree | None = None,
    on_progress: Callable[[Progress], object] | None = None,
    on_interrupt: OnInterrupt = "raise",
) -> Solution:
    """Finds a strategy that no other strategy beats, and proves it.

    The `problem` may be given as rules, or as their text, with an `objective`; "total" if none is named. The values do
    not depend on the number of `threads`. What is learned about larger sets is recorded in the `journal`, from which a
    later search of the same rules, width and kind of guesses can continue.

    The `limits`, and `seconds` as one more of them, end the work early; `limits.work` counts positions.
    `on_progress` is told how far the work is, and ends it by a true answer. Ctrl-C raises `KeyboardInterrupt`, or with
    `on_interrupt="return"` ends the work, too. Then the result has the best tree so far and both bounds, and `stopped`
    says what ended it.

    The search begins with the tree `start`, if one is given, as the best so far; it is verified
    before. The better it is, the more a search for the total is spared. Games whose answers are
    not tabulated are searched without it; where nothing better is found, it is the result there, too.

    For rules with lies the objectives are total, worst and worst-total. The total is then the
    number of guesses summed over all games that the codemaker can play, which are the leaves
    of the tree: one secret is found at several leaves if lies can be told about it. Such a
    search runs on one thread, tries every guess and keeps no journal.

    Raises `LimitError` for games too large to tabulate, or if the table of answers alone
    takes more than `limits.memory` (4 GiB if not given); `InconsistentError` if no code
    agrees with the history; `InputError` for arguments that cannot be used.

    >>> solution = solve("3x4")
    >>> solution.proven, solution.upper, solution.tree.histogram
    (True, (206,), (1, 7, 33, 23))
    >>> solve("3x4", "worst-fewest").upper
    (4, 21)
    >>> print(solve(Problem("3x4", depth=3)).tree)
    None
    >>> solve("4x6", limits=Limits(work=20)).stopped
    <Stopped.WORK: 'work'>
    >>> solve("3x4-lies1", "worst").upper
    (6,)
    """
    asked = problem_of(problem, objective)
    limits = limits_of(limits, seconds)
    check_effort(threads, journal)
    check_own_search(asked, journal=journal is not None)
    first_tree = None if start is None else starting_nodes(start, asked)
    run = search_run(asked.rules, limits, on_progress, on_interrupt)
    memory, depth = memory_of(limits), depth_of(asked)
    history = history_numbers(asked)
    first = None if asked.first_guess is None else CodeSpace(asked.rules, guesses=True).number(asked.first_guess)
    log.debug("searching %s for the least %s", asked.rules, asked.objective.value)
    with native_errors(asked.rules):
        if asked.rules.lies:
            outcome = _native.solve_exact_with_lies(
                native_rules(asked.rules),
                asked.objective.value,
                memory=memory,
                depth=depth,
                history=history,
                possible=possible_with_spare_lies(asked) if history else None,
                first=first,
                positions=run.work,
                consistent=asked.consistent or is_consistent_alone(asked.rules),
                watch=run.watch,
            )
        else:
            outcome = _native.solve_exact(
                searched_rules(asked),
                asked.objective.value,
                memory=memory,
                depth=depth,
                history=history,
                possible=possible_numbers(asked),
                allowed=allowed_numbers(asked),
                first=first,
                positions=run.work,
                width=counted(asked.width),
                consistent=asked.consistent or is_consistent_alone(asked.rules),
                threads=threads,
                journal=journal,
                start=first_tree,
                watch=run.watch,
            )
    log.debug("searched %s: %d positions, proven: %s", asked.rules, outcome.positions, outcome.proven)
    return solution_of(asked, outcome, run.stopped(outcome.stopped), start)


def memory_of(limits: Limits) -> int:
    """How many bytes a search may take."""
    return counted(limits.memory) or DEFAULT_MEMORY


def depth_of(problem: Problem) -> int | None:
    """How many guesses any code may need, as native searches count them."""
    return None if problem.depth is None else min(problem.depth, MOST_DEPTH)


def check_threads(threads: int) -> None:
    """Raises `InputError` unless it is a number of threads."""
    InputError.check(whole_number_faults("threads", threads, 2, 1, _MOST_THREADS))


def check_effort(threads: int, journal: Journal | None) -> None:
    """Raises `InputError` for numbers of threads and journals that are none."""
    check_threads(threads)
    if journal is not None and not isinstance(journal, Journal):
        raise InputError.said(
            "journal is {value!r}; give a journal, as in {example}", value=journal, example="Journal()"
        )


def search_run(
    rules: Rules,
    limits: Limits,
    on_progress: Callable[[Progress], object] | None,
    on_interrupt: OnInterrupt,
) -> NativeRun[Report]:
    """Limits and watches a native search. Raises `InputError` for callbacks that are none."""
    guesses = CodeSpace(rules, guesses=True)

    def tell(report: Report) -> object:
        return on_progress and on_progress(read_report(report, guesses))

    check_callback("on_progress", on_progress)
    return NativeRun(limits, None if on_progress is None else tell, on_interrupt)


def problem_of(problem: Problem | Rules | str, objective: Objective | str | None) -> Problem:
    """Reads what is to be solved."""
    if not isinstance(problem, Problem):
        return Problem(problem, Objective.TOTAL if objective is None else objective)
    if objective is None:
        return problem
    return replace(problem, objective=Objective.of(objective))


def solution_of(
    problem: Problem, outcome: _native.ExactOutcome, stopped: Stopped | None, start: StrategyTree | None = None
) -> Solution:
    """Makes a solution of what the native search has found, or of the tree `start` where that is better."""
    lower = None if outcome.lower is None else tuple(outcome.lower)
    upper = None if outcome.upper is None else tuple(outcome.upper)
    proven = outcome.proven
    tree: StrategyTree | None = None
    if outcome.tree is not None:
        tree = StrategyTree.from_native(problem, *outcome.tree, made_by(proven))
    if start is not None and not proven:
        known = problem.objective.values(start.histogram)
        if upper is None or known < upper:
            upper, proven = known, known == lower
            tree = StrategyTree(start.rules, start.root, made_by(proven), start.history)
    if proven and stopped is not Stopped.INTERRUPT:
        stopped = None  # it was finished before it could be stopped
    return Solution(problem, lower, upper, proven, tree, Spent(outcome.positions, outcome.memory), stopped)


def made_by(proven: bool) -> str:
    """Names the maker of a tree in the tree, so that one that may be beaten is not mistaken for the best."""
    return "exact" if proven else "best-found"


StepReport = tuple[int, int, int, int, tuple[int, int, int, int, int, int] | None]
"""A guess, how many are settled of how many, a lower bound, and a cell.

Of the cell: answer, codes, cells settled of how many, and the sums of the squares of their sizes.
"""
Report = tuple[str, int, int | None, int | None, int, int, int, int, list[StepReport]]
"""Stage, bounds, first guess, positions, bytes, first guesses settled of how many, and the guesses that are tried."""


def read_report(report: Report, guesses: CodeSpace) -> Progress:
    """Reads a report; `guesses` are the codes that may be guessed, by number."""
    stage, lower, upper, guess, positions, memory, settled, first_guesses, steps = report
    first = None if guess is None else guesses[guess]
    tried = tuple(_step(step, guesses) for step in steps)
    return Progress(stage, lower, upper, first, positions, memory, settled, first_guesses, tried)


def _step(step: StepReport, guesses: CodeSpace) -> SearchStep:
    guess, settled, count, lower, cell = step
    return SearchStep(guesses[guess], settled, count, lower, None if cell is None else _cell(*cell, guesses=guesses))


def _cell(answer: int, *counts: int, guesses: CodeSpace) -> StepCell:
    return StepCell(Feedback(guesses.rules.feedback, guesses.rules.pegs, answer), *counts)
