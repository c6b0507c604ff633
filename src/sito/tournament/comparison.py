"""A whole tournament in one call: strategies compared over every secret of a game, or over a sample."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from concurrent.futures import Executor

from sito.limits import Limits, OnInterrupt
from sito.rules import Rules
from sito.tournament.contestants import Contestant
from sito.tournament.plan import Job, plan
from sito.tournament.reduce import reduce
from sito.tournament.run import Played, run_jobs
from sito.tournament.table import Table
from sito.tournament.watch import Progress
from sito.workers import Workers, workers_on


def compare(
    rules: Rules | str | Iterable[Rules | str],
    strategies: Contestant | Iterable[Contestant],
    *,
    sample: int | None = None,
    seeds: int = 10,
    seed: int = 0,
    executor: Executor | Workers | None = None,
    clock: Callable[[], float] | None = None,
    limits: Limits = Limits(),
    on_progress: Callable[[Progress], object] | None = None,
    on_interrupt: OnInterrupt = "raise",
) -> Table:
    """Lets every strategy break the codes of every game, and counts their guesses.

    `strategies` are strategy objects, texts as in "entropy:consistent", or metrics: plain
    functions of the cell sizes, the largest first, lower for a better guess. A strategy that
    draws plays each secret with `seeds` seeds, from `seed` on. `sample` secrets are drawn of
    a game that has more; None plays all.

    `executor` is any executor of `concurrent.futures`, such as a thread pool, a process pool or
    `client.get_executor()` of a Dask client; it is not shut down. None plays in this thread.
    Outside this process strategies must be able to be pickled, and defined in a module that
    the workers can import. The table is the same everywhere. `clock`, such as
    `time.perf_counter`, gives the times of the games.

    A run that a limit ends, a true answer of `on_progress` or of `limits.stop`, or Ctrl-C if
    `on_interrupt` is "return", gives a table of what was played, with `Table.stopped`.
    `limits.work` counts games.

    Raises `InputError` for what cannot be used, `LimitError` for a game that is too large,
    `SitoError` for a strategy that fails or cannot be pickled where it must be, and what a
    callback raises.

    >>> def largest_then_fewest(sizes): return sizes[0] - len(sizes) / 100
    >>> print(compare("3x4", ["minimax", largest_then_fewest]))
    rules  strategy             games  total    mean  most  games by guesses, from 1
    3x4    minimax                 64    216  3.3750     4  1 3 31 29
    3x4    largest_then_fewest     64    215  3.3594     4  1 3 32 28
    """
    workers = workers_on(executor)
    planned = plan(rules, strategies, sample=sample, seeds=seeds, seed=seed)
    results: dict[Job, Played] = {}
    stopped = run_jobs(
        planned.jobs(),
        workers,
        results.__setitem__,
        clock,
        limits=limits,
        on_progress=on_progress,
        on_interrupt=on_interrupt,
    )
    return reduce(planned, results.items(), stopped)
