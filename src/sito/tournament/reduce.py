"""Combines the results of a tournament into its table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import fsum

from sito.base.limits import Stopped
from sito.codes.code import CodeSpace
from sito.errors import SitoError
from sito.tournament.plan import Contest, Job, Plan
from sito.tournament.run import Played
from sito.tournament.standings import HARDEST, Standing, variance_of_mean
from sito.tournament.table import Table


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
    exact = not missing and not contest.seeds and len(secrets) == contest.space
    seconds = [result.seconds for result in results]
    examined = [result.examined for result in results]
    return Standing(
        rules=str(rules),
        strategy=contest.entry.name,
        space=contest.space,
        secrets=len(set(secrets)),
        seeds=contest.seeds,
        histogram=tuple(counts[length] for length in range(1, most + 1)),
        variance=Fraction(0) if exact else None if missing else variance_of_mean(rows, contest.space, weights),
        hardest=tuple(names.text(names[number]) for number in list(hard)[:HARDEST]),
        # Exact summation, so that not even the time depends on the order.
        seconds=None if None in seconds else fsum(value for value in seconds if value is not None),
        examined=None if None in examined else sum(value for value in examined if value is not None),
        refusal=refusal,
        missing=missing,
        weighed=None if weights is None else tuple(weighed[length] for length in range(1, most + 1)),
    )
