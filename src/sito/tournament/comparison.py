"""`compare`: a whole tournament in one call, over every secret of a game or a sample; and how results are combined."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import Executor
from fractions import Fraction
from math import fsum

from sito.base.limits import Limits, OnInterrupt, Stopped, limits_of
from sito.base.workers import Workers, workers_on
from sito.codes.code import CodeSpace
from sito.errors import SitoError
from sito.rules.rules import Rules
from sito.sieve.scores import Codes
from sito.strategies.strategy import Trees
from sito.tournament.contestants import Contestant
from sito.tournament.plan import Contest, Job, Plan, plan
from sito.tournament.run import Played, Progress, run_jobs
from sito.tournament.table import HARDEST, Standing, Table, variance_of_mean
from sito.words.words import Words


def reduce(planned: Plan, results: Iterable[tuple[Job, Played]], stopped: Stopped | None = None) -> Table:
    """Combines the results of all jobs, in whatever order they arrive.

    If the run was stopped, the table holds what was played and says what is missing. Raises
    `SitoError` if results are missing and nothing stopped the run.
    """
    found = dict(results)
    missing = [] if stopped is not None else [job for job in planned.jobs() if job not in found]
    if missing:
        raise SitoError.said(
            "the result of {count} job is missing, {strategy} on {rules}",
            "the results of {count} jobs are missing, such as {strategy} on {rules}",
            count=len(missing),
            strategy=missing[0].entry.name,
            rules=str(missing[0].entry.rules),
        )
    return Table(tuple(_standing(contest, found) for contest in planned.contests), stopped)


def _standing(contest: Contest, found: Mapping[Job, Played]) -> Standing:
    played = [(job, found[job]) for job in contest.jobs() if job in found]
    results = [result for _job, result in played]
    refusal = next((result.refusal for result in results if result.refusal), ())
    lengths = [length for result in results for length in result.lengths]
    missing = 0 if refusal else contest.games - len(lengths)
    if missing:  # in an unfinished contest all games count alike, whatever their seeds
        secrets = [secret for job, _result in played for secret in job.secrets]
        rows = [lengths] if lengths else []
    else:
        secrets, size = list(contest.secrets), len(contest.secrets)
        rows = [] if refusal else [lengths[start : start + size] for start in range(0, len(lengths), size)]
    rules = contest.entry.rules
    counts = Counter(length for row in rows for length in row)
    weights = None if rules.weights is None else [rules.weights[number] for number in secrets]
    weighed: Counter[int] = Counter()
    for row in rows:
        for length, weight in zip(row, weights or (), strict=weights is not None):
            weighed[length] += weight
    most = max(counts, default=0)
    names = CodeSpace(rules)
    hard = dict.fromkeys(number for place, number in enumerate(secrets) if any(row[place] == most for row in rows))
    exact = not missing and not contest.seeds and len(secrets) == contest.population
    seconds = [result.seconds for result in results]
    examined = [result.examined for result in results]
    return Standing(
        rules=str(rules),
        strategy=contest.entry.name,
        space=contest.space,
        secrets=len(set(secrets)),
        seeds=contest.seeds,
        histogram=tuple(counts[length] for length in range(1, most + 1)),
        variance=Fraction(0) if exact else None if missing else variance_of_mean(rows, contest.population, weights),
        hardest=tuple(names.text(names[number]) for number in list(hard)[:HARDEST]),
        # Exact summation, so that not even the time depends on the order.
        seconds=None if None in seconds else fsum(value for value in seconds if value is not None),
        examined=None if None in examined else sum(value for value in examined if value is not None),
        refusal=refusal,
        missing=missing,
        weighed=None if weights is None else tuple(weighed[length] for length in range(1, most + 1)),
    )


def compare(
    rules: Rules | str | Iterable[Rules | str],
    strategies: Contestant | Iterable[Contestant],
    *,
    secrets: Codes | None = None,
    sample: int | None = None,
    seeds: int = 10,
    seed: int = 0,
    words: Words | None = None,
    trees: Trees | None = None,
    executor: Executor | Workers | None = None,
    clock: Callable[[], float] | None = None,
    limits: Limits = Limits(),
    seconds: float | None = None,
    on_progress: Callable[[Progress], object] | None = None,
    on_interrupt: OnInterrupt = "raise",
) -> Table:
    """Lets every strategy break the codes of every game, and counts their guesses.

    `rules` are those of one game or of several, as values or as texts. `strategies` are strategy objects, texts as in
    "entropy:consistent", trees, or metrics: plain functions of the cell sizes, the largest first, lower for a better
    guess. A strategy that draws at random plays each secret with `seeds` seeds, beginning with `seed`. `secrets` are
    codes in any form, and the means are about these alone, each of them played once; without them all are played or,
    if a game has more than `sample` of them, that many are drawn (None plays all). Word lists and trees that texts
    name are found with `words` and `trees`, as by `Rules.parse` and `parse_strategy`.

    The `executor` is any of `concurrent.futures`, such as a pool of threads or processes or `client.get_executor()` of
    a Dask client; it is not shut down. None works in this process. To be played in other processes, strategies must be
    picklable and defined in a module that the workers can import. The table is the same wherever the games are
    played. With a `clock`, such as `time.perf_counter`, games are timed.

    The `limits`, and `seconds` as one more of them, end the work early; `limits.work` counts games.
    `on_progress` is told how far the work is, and ends it by a true answer. Ctrl-C raises `KeyboardInterrupt`, or with
    `on_interrupt="return"` ends the work, too. Then the table holds what was played, and `stopped` says what ended it.

    Raises `InputError` for arguments that cannot be used, `LimitError` for a game that is too large, `SitoError` for
    a strategy that fails or that cannot be pickled although it must be, and whatever a callback raises.

    >>> def largest_then_fewest(sizes): return sizes[0] - len(sizes) / 100
    >>> print(compare("3x4", ["minimax", largest_then_fewest]))
    rules  strategy             games  total    mean  most  games by guesses, from 1
    3x4    minimax                 64    216  3.3750     4  1 3 31 29
    3x4    largest_then_fewest     64    215  3.3594     4  1 3 32 28
    """
    limits = limits_of(limits, seconds)
    workers = workers_on(executor)
    planned = plan(rules, strategies, secrets=secrets, sample=sample, seeds=seeds, seed=seed, words=words, trees=trees)
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
