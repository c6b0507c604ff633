"""`solve_together`: the exact search on any workers, with the value of the search in one process."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass, field

from sito.base.limits import Limits, OnInterrupt, Stopped, check_run, limits_of
from sito.base.workers import Workers, workers_on
from sito.codes.feedback import Feedback
from sito.errors import Fault, InputError
from sito.exact.checkpoint import Checkpoint
from sito.exact.cluster.crew import WorkersGoneError
from sito.exact.cluster.lead import Aim, Ended, Lead, Standing
from sito.exact.cluster.open_tree import INFINITE
from sito.exact.problem import Objective, Problem, Solution, Spent
from sito.exact.solver import check_threads, made_by, solve
from sito.exact.start import check_own_search, starting_nodes
from sito.rules.rules import Allowed, Rules
from sito.sieve.knowledge import Knowledge
from sito.strategies.tree.strategy_tree import StrategyTree


def solve_together(
    problem: Problem | Rules | str,
    executor: Executor | Workers | None = None,
    *,
    limits: Limits = Limits(),
    seconds: float | None = None,
    threads: int = 1,
    checkpoint: Checkpoint | None = None,
    start: StrategyTree | None = None,
    on_progress: Callable[[Standing], object] | None = None,
    on_interrupt: OnInterrupt = "raise",
) -> Solution:
    """Solves a game on many workers that share what they learn; the value is that of `solve`.

    This process leads: it keeps the open positions of the first guesses and hands out those that matter. The workers
    are an executor of `concurrent.futures` (a pool of threads or processes, or `client.get_executor()` of a Dask
    client), or what `parse_workers` gives. A worker that dies costs no more than its job. The seconds and the work of
    the `limits` are those of the whole search, its memory that of each worker; each job takes so many `threads`. What
    was learned and what is open is kept in the `checkpoint`, whenever that is saved, and the search goes on from it.
    A tree to `start` with is verified, and the search looks for better ones.
    `on_progress` is called about ten times a second, and ends the search by a true answer. Ctrl-C raises
    `KeyboardInterrupt`, or with `on_interrupt="return"` ends the search with the best so far. Raises what `solve`
    raises and what the workers raise, `SitoError` if they cannot be reached, and `InputError` for word lists. When
    workers keep dying the search ends with the best so far, and `fault` says what became of them.
    """
    whole = problem if isinstance(problem, Problem) else Problem(problem)
    workers = workers_on(executor)
    allowed = limits_of(limits, seconds)
    check_run(allowed, on_interrupt, on_progress=on_progress)
    check_threads(threads)
    check_own_search(whole, split=True)
    check_no_words(whole)
    if whole.width is not None or whole.objective not in HANDED_OUT or _first_tells_nothing(whole):
        # A narrow search depends on its order, and not every search has positions to hand out.
        journal = None if checkpoint is None else checkpoint.journal
        return solve(whole, limits=allowed, threads=threads, journal=journal, start=start, on_interrupt=on_interrupt)
    if start is not None:
        starting_nodes(start, whole)  # it sees whether the tree is one for this problem
    lead = Lead(whole, workers, allowed, threads, on_progress)
    if checkpoint is not None:
        best = checkpoint.best_for(whole)
        try:
            lead.go_on(checkpoint.journal.dump(), checkpoint.open, best)
        except (ValueError, TypeError, KeyError, AttributeError, OverflowError, RecursionError):
            raise checkpoint.damaged() from None
        checkpoint.follow(lead.book.dump, lead.open)
    if start is not None:
        lead.improve(start)
    reached = Reached()
    stopped: Stopped | None = None
    fault: Fault | None = None
    try:
        with lead.crew.at_work():
            pursue(lead, reached)
    except Ended as ended:
        stopped = ended.reason
    except WorkersGoneError as gone:
        stopped, fault = Stopped.WORKERS, gone.fault
    except KeyboardInterrupt:
        if on_interrupt == "raise":
            raise
        stopped = Stopped.INTERRUPT
    return _solution(lead, reached, stopped, fault)


def check_no_words(problem: Problem) -> None:
    """Raises `InputError` for word lists, whose thousands of first guesses are settled by a look at their cells."""
    if problem.rules.allowed is Allowed.WORDS:
        raise InputError.said("a search with a word list cannot be split by its first guess; leave out --executor")


def _first_tells_nothing(problem: Problem) -> bool:
    """Tells whether the first guess leaves all codes, so that no position after it is smaller than the whole."""
    first = problem.first_guess
    if first is None:
        return False
    cells = Knowledge.of(problem.rules, problem.history).cells(first)
    return len(cells) == 1 and Feedback.win(problem.rules) not in cells


def _solution(lead: Lead, reached: Reached, stopped: Stopped | None, fault: Fault | None) -> Solution:
    problem, best = lead.problem, lead.best
    names = problem.objective.names
    lower = list(reached.lower)
    spent = Spent(lead.positions, lead.memory)
    if lower and lower[-1] >= INFINITE:
        return Solution(problem, None, None, True, None, spent, None)
    if reached.proven < len(names):
        del lower[reached.proven + 1 :]
        lower += [_least(lead, name) for name in names[len(lower) :]]
    upper = None if best is None else problem.objective.values(best.histogram)
    if upper is not None and tuple(lower) > upper:
        lower = list(upper)
    proven = reached.proven == len(names) and upper == tuple(lower)
    if best is not None:
        best = StrategyTree(best.rules, best.root, made_by(proven), best.history)
    if proven and stopped is not Stopped.INTERRUPT:
        stopped = fault = None
    return Solution(problem, tuple(lower), upper, proven, best, spent, stopped, fault)


def _least(lead: Lead, name: str) -> int:
    """A bound of a quantity whatever the others are; of the one that is being searched, what is known of it."""
    at_once = lead.lower if name == "total" else lead.at_once.get(name, 1)
    if name == lead.aim.stage and not lead.aim.at_last_guess:
        return max(at_once, lead.root_lower)
    return at_once


_DEEPEST = 253  # no tree is made with more guesses one after the other
HANDED_OUT = (Objective.TOTAL, Objective.WORST, Objective.WORST_TOTAL, Objective.TOTAL_WORST, Objective.WORST_FEWEST)
"""The objectives whose searches consist of positions that can be handed out."""


@dataclass(slots=True)
class Reached:
    """The values that no strategy beats, as far as they are known, and how many of them are proven."""

    lower: list[int] = field(default_factory=list)
    proven: int = 0


def pursue(lead: Lead, reached: Reached) -> None:
    """Makes the quantities of the objective least; what is reached is noted, for something may end the search.

    Where no strategy keeps to the depth, all values are infinite.
    """
    names = lead.problem.objective.names
    lead.begin()
    for place, name in enumerate(names):
        earlier = reached.lower[:place]
        match (name, earlier):
            case ("total", []):
                value = _total(lead, lead.depth)
            case ("total", [worst]):
                value = _total(lead, worst)
            case ("worst", []):
                value = _worst(lead, reached)
            case ("worst", [total]):
                value = _worst_of_total(lead, total, reached)
            case _:
                value = _fewest(lead, earlier[0])
        reached.lower[place:] = [value]
        reached.proven = place + 1
        if value >= INFINITE:
            return


def _total(lead: Lead, depth: int | None) -> int:
    best = lead.best
    known = best is not None and (depth is None or len(best.histogram) <= depth)
    total = best.total if best is not None and known else INFINITE
    return lead.least(Aim("total", total, depth))


def _worst(lead: Lead, reached: Reached) -> int:
    limit = min(lead.depth or _DEEPEST, _DEEPEST)
    for depth in range(max(1, lead.at_once["worst"]), limit + 1):
        reached.lower = [depth]
        if lead.best is not None and len(lead.best.histogram) == depth:
            return depth
        # No secret needs the guess after the last one allowed: this is a tree of this depth.
        if lead.least(Aim("worst", 1, depth + 1, at_last_guess=True)) == 0:
            return depth
    return INFINITE


def _worst_of_total(lead: Lead, total: int, reached: Reached) -> int:
    worst = _DEEPEST if lead.best is None else len(lead.best.histogram)
    for depth in range(1, worst):
        reached.lower = [total, depth]
        if lead.least(Aim("worst", total + 1, depth)) == total:
            return depth
    return worst


def _fewest(lead: Lead, worst: int) -> int:
    best = lead.best
    fewest = best.histogram[-1] if best is not None and len(best.histogram) == worst else INFINITE
    return max(1, lead.least(Aim("fewest", fewest, worst, at_last_guess=True)))
