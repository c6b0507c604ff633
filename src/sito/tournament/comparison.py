"""`compare`: a whole tournament in one call, over every secret of a game or over a sample."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from concurrent.futures import Executor

from sito.base.limits import Limits, OnInterrupt
from sito.base.workers import Workers, workers_on
from sito.rules.rules import Rules
from sito.strategies.strategy import Trees
from sito.tournament.contestants import Contestant
from sito.tournament.plan import Job, plan
from sito.tournament.reduce import reduce
from sito.tournament.run import Played, Progress, run_jobs
from sito.tournament.table import Table
from sito.words.words import Words


def compare(
    rules: Rules | str | Iterable[Rules | str],
    strategies: Contestant | Iterable[Contestant],
    *,
    sample: int | None = None,
    seeds: int = 10,
    seed: int = 0,
    words: Words | None = None,
    trees: Trees | None = None,
    executor: Executor | Workers | None = None,
    clock: Callable[[], float] | None = None,
    limits: Limits = Limits(),
    on_progress: Callable[[Progress], object] | None = None,
    on_interrupt: OnInterrupt = "raise",
) -> Table:
    """Lets every strategy break the codes of every game, and counts their guesses.

    `strategies` are strategy objects, texts as in "entropy:consistent", or metrics: plain functions of the cell
    sizes, the largest first, lower for a better guess. A strategy that draws at random plays each secret with `seeds`
    seeds, beginning with `seed`. If a game has more than `sample` secrets, that many are drawn; None plays all. Word
    lists and trees that texts name are found with `words` and `trees`, as by `Rules.parse` and `parse_strategy`.

    `executor` is any executor of `concurrent.futures`, such as a thread pool, a process pool or
    `client.get_executor()` of a Dask client; it is not shut down. None plays in this thread. To be played in other
    processes, strategies must be picklable and defined in a module that the workers can import. The table is the same
    wherever the games are played. With a `clock`, such as `time.perf_counter`, games are timed.

    A run ends early at a limit (`limits.work` counts games), when `on_progress` or
    `limits.stop` returns a true value, or at Ctrl-C if `on_interrupt` is "return". The
    table then holds what was played, and `Table.stopped` says why.

    Raises `InputError` for arguments that cannot be used, `LimitError` for a game that is too large, `SitoError` for
    a strategy that fails or that cannot be pickled although it must be, and whatever a callback raises.

    >>> def largest_then_fewest(sizes): return sizes[0] - len(sizes) / 100
    >>> print(compare("3x4", ["minimax", largest_then_fewest]))
    rules  strategy             games  total    mean  most  games by guesses, from 1
    3x4    minimax                 64    216  3.3750     4  1 3 31 29
    3x4    largest_then_fewest     64    215  3.3594     4  1 3 32 28
    """
    workers = workers_on(executor)
    planned = plan(rules, strategies, sample=sample, seeds=seeds, seed=seed, words=words, trees=trees)
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
