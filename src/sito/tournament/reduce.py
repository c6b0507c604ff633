"""Combines the results of a tournament into its table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from sito.base.limits import Stopped
from sito.errors import Fault, SitoError
from sito.tournament.plan import Contest, Job, Plan
from sito.tournament.run import Played
from sito.tournament.standings import Standing, standing_of
from sito.tournament.table import Table


def reduce(planned: Plan, results: Iterable[tuple[Job, Played]], stopped: Stopped | None = None) -> Table:
    """Combines the results of all jobs, in whatever order they arrive.

    If the run was stopped, the table holds what was played and says what is missing. Raises
    `SitoError` if results are missing and nothing stopped the run.
    """
    found = dict(results)
    missing = [] if stopped is not None else [job for job in planned.jobs() if job not in found]
    if missing:
        raise SitoError(
            Fault(
                "the result of {count} job is missing, {strategy} on {rules}",
                "the results of {count} jobs are missing, such as {strategy} on {rules}",
                count=len(missing),
                strategy=missing[0].entry.name,
                rules=str(missing[0].entry.rules),
            )
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
    seconds = [result.seconds for result in results]
    examined = [result.examined for result in results]
    return standing_of(
        contest.entry.rules,
        contest.entry.name,
        secrets=secrets,
        space=contest.space,
        seeds=contest.seeds,
        lengths=rows,
        seconds=[value for value in seconds if value is not None] if None not in seconds else None,
        examined=sum(value for value in examined if value is not None) if None not in examined else None,
        refusal=refusal,
        missing=missing,
    )
