"""Tournaments: strategies compared over every secret of a game, or over a sample of them.

Plan, run and reduce are apart. `plan` cuts the work into small `Job` values that can be
pickled; `run_job` plays one of them, anywhere; `reduce` puts the results together, and
gives the same table in whatever order they come. `sito.workers` runs the jobs on
one machine or many, `sito.store` keeps their results.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from sito.code import CodeSpace
from sito.errors import N_, NN_, Fault, InputError, LimitError, SitoError, StrategyError
from sito.files import read_word_list
from sito.knowledge import Knowledge
from sito.rules import Rules
from sito.strategy import Strategy, parse_strategy, strategy_failure
from sito.tournament.edition import edition
from sito.tournament.games import Games, Secrets
from sito.tournament.standings import Standing, Table, standing_of
from sito.tree.strategy_tree import BuildsTrees, StrategyTree

GAMES_PER_JOB = 256
"""How many secrets a job plays. The results kept for resuming are told apart by this too."""


@dataclass(frozen=True, slots=True)
class Job:
    """Some games of one strategy: small, and the same value on every machine.

    `secrets` are numbers of codes in ascending order; `seed` is `None` for a strategy
    that does not draw. `edition` is that of the rules and the strategy where the job was
    planned; a machine with another one refuses the job.
    """

    rules: str
    strategy: str
    edition: str
    secrets: Secrets
    seed: int | None


@dataclass(frozen=True, slots=True)
class Played:
    """The result of a job.

    `lengths` are the numbers of guesses, in the order of the job's secrets; `examined`
    is how many guesses were scored to find them, where the strategy tells. `seconds`
    is the time it took, or `None` if no clock was given. A strategy that does not play
    the rules leaves its reasons in `refusal`, and no lengths.
    """

    lengths: tuple[int, ...]
    examined: int | None = None
    seconds: float | None = None
    refusal: tuple[Fault, ...] = ()


@dataclass(frozen=True, slots=True)
class Contest:
    """One strategy on one game: which secrets, and which seeds (none if it does not draw)."""

    rules: str
    strategy: str
    edition: str
    secrets: Secrets
    space: int
    seeds: tuple[int, ...]
    games_per_job: int = GAMES_PER_JOB

    def jobs(self) -> Iterator[Job]:
        """Cuts the contest into jobs; the cuts do not depend on where they will run."""
        for seed in self.seeds or (None,):
            for start in range(0, len(self.secrets), self.games_per_job):
                part = self.secrets[start : start + self.games_per_job]
                yield Job(self.rules, self.strategy, self.edition, part, seed)


@dataclass(frozen=True, slots=True)
class Plan:
    """The contests of a tournament, in the order of its table."""

    contests: tuple[Contest, ...]

    def jobs(self) -> tuple[Job, ...]:
        """Lists the jobs of all contests."""
        return tuple(job for contest in self.contests for job in contest.jobs())


def plan(
    rules: Iterable[Rules],
    strategies: Sequence[Strategy],
    *,
    sample: int | None = None,
    seeds: int = 10,
    seed: int = 0,
) -> Plan:
    """Plans every strategy on every game.

    `sample` secrets are drawn for a game that has more of them, the same for all
    strategies; `None` takes every secret. A strategy that draws plays with `seeds` seeds,
    from `seed` on. Raises `InputError` for numbers below 1.

    >>> from sito.strategy import parse_strategy
    >>> planned = plan([Rules.parse("4x6")], [parse_strategy("first-consistent")])
    >>> len(planned.jobs()), planned.jobs()[-1].secrets
    (6, range(1280, 1296))
    """
    InputError.check(
        Fault(N_("{name} is {value}; it must be 1 or more"), name=name, value=value)
        for name, value in (("sample", sample), ("seeds", seeds))
        if value is not None and value < 1
    )
    contests = []
    for game in dict.fromkeys(rules):
        Knowledge(game)  # refuses a game that is too large before anything is played
        size = CodeSpace(game).size
        secrets = range(size) if sample is None or sample >= size else _draw_secrets(game, size, sample, seed)
        for strategy in strategies:
            drawn = () if strategy.deterministic else tuple(range(seed, seed + seeds))
            text = str(strategy)
            # A tree is built faster than a part of it is played.
            per_job = size if len(secrets) == size and isinstance(strategy, BuildsTrees) else GAMES_PER_JOB
            contests.append(Contest(str(game), text, edition(game, strategy), secrets, size, drawn, per_job))
    return Plan(tuple(dict.fromkeys(contests)))


def _draw_secrets(rules: Rules, size: int, sample: int, seed: int) -> tuple[int, ...]:
    """Draws different secrets, in ascending order: those of a job then share the beginnings of their games."""
    return tuple(sorted(random.Random(f"{seed}/{rules}").sample(range(size), sample)))


def run_job(job: Job, clock: Callable[[], float] | None = None) -> Played:
    """Plays the games of a job.

    A strategy that does not draw is asked once for each set of codes that the job's games
    lead to, not once for each game. Otherwise each game has a generator of its own, seeded
    with the strategy, the secret and the job's seed. `clock` gives seconds.

    Raises `SitoError` if the strategy fails or this machine has another edition of it.

    >>> run_job(Job("2x2", "first-consistent", edition_of("2x2", "first-consistent"), range(4), None)).lengths
    (1, 2, 3, 2)
    """
    rules = Rules.parse(job.rules, read_word_list)
    strategy = parse_strategy(job.strategy, StrategyTree.load)
    found = edition(rules, strategy)
    if found != job.edition:
        raise SitoError(
            Fault(
                N_(
                    "{strategy} on {rules} is edition {found} on the machine that should play it, and {planned} where "
                    "it was planned; install the same Sito, plug-ins and files on all machines"
                ),
                strategy=job.strategy,
                rules=job.rules,
                found=found,
                planned=job.edition,
            )
        )
    start = clock() if clock else 0.0
    games = Games(rules, strategy, job.secrets)
    try:
        if job.seed is not None:
            lengths = games.drawn(job.seed)
        elif isinstance(strategy, BuildsTrees) and len(job.secrets) == CodeSpace(rules).size:
            lengths = games.of_tree(strategy.build_tree(Knowledge(rules)))
        else:
            lengths = games.together()
    except StrategyError as error:
        return Played((), refusal=error.faults)
    except (LimitError, MemoryError):
        raise
    except Exception as error:
        # What a plug-in raises is its author's to read, with its place in Sito's words.
        raise strategy_failure(job.strategy, job.rules, error) from error
    return Played(lengths, games.examined, seconds=clock() - start if clock else None)


def edition_of(rules: str, strategy: str) -> str:
    """Gives the edition that a job of these texts has on this machine."""
    return edition(Rules.parse(rules, read_word_list), parse_strategy(strategy, StrategyTree.load))


def reduce(planned: Plan, results: Iterable[tuple[Job, Played]]) -> Table:
    """Puts the results of all jobs together, in whatever order they come.

    Raises `SitoError` if results are missing.

    >>> from sito.strategy import parse_strategy
    >>> planned = plan([Rules.parse("4x6")], [parse_strategy("first-consistent")])
    >>> table = reduce(planned, [(job, run_job(job)) for job in reversed(planned.jobs())])
    >>> table.standings[0].total, table.standings[0].histogram
    (7471, (1, 4, 25, 108, 305, 602, 196, 49, 6))
    """
    found = dict(results)
    missing = [job for job in planned.jobs() if job not in found]
    if missing:
        raise SitoError(
            Fault(
                *NN_(
                    "the result of {count} job is missing, {strategy} on {rules}",
                    "the results of {count} jobs are missing, such as {strategy} on {rules}",
                ),
                count=len(missing),
                strategy=missing[0].strategy,
                rules=missing[0].rules,
            )
        )
    return Table(tuple(_standing(contest, [found[job] for job in contest.jobs()]) for contest in planned.contests))


def _standing(contest: Contest, results: Sequence[Played]) -> Standing:
    refusal = next((result.refusal for result in results if result.refusal), ())
    lengths = [length for result in results for length in result.lengths]
    seconds = [result.seconds for result in results]
    examined = [result.examined for result in results]
    rounds = 0 if refusal else len(contest.seeds) or 1
    size = len(contest.secrets)
    return standing_of(
        contest.rules,
        contest.strategy,
        secrets=contest.secrets,
        space=contest.space,
        seeds=contest.seeds,
        lengths=[lengths[turn * size : (turn + 1) * size] for turn in range(rounds)],
        seconds=[value for value in seconds if value is not None] if None not in seconds else None,
        examined=sum(value for value in examined if value is not None) if None not in examined else None,
        refusal=refusal,
    )
