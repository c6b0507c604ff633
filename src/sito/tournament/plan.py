"""The plan of a tournament: which strategy plays which secrets of which game, divided into jobs.

Planning, running, reducing and storing are separate steps. `plan` divides the work into `Job` values, which can be
pickled if their strategies can; `sito.tournament.run` plays them anywhere; `reduce` combines the results into a
table, the same one in whatever order they arrive; `sito.tournament.run` stores them.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass

from sito.codes.code import CodeSpace
from sito.errors import N_, Fault, InputError, LimitError, whole_number_faults
from sito.rules.rules import Rules
from sito.sieve.knowledge import MAX_CODES, Knowledge
from sito.sieve.scores import Codes
from sito.strategies.strategy import Strategy, Trees
from sito.strategies.tree.strategy_tree import BuildsTrees
from sito.tournament.contestants import Contestant, edition, lasting_edition, names_of, read_contestants
from sito.tournament.games import Secrets, secret_numbers
from sito.words.words import Words

GAMES_PER_JOB = 256
"""How many secrets a job plays. The results kept for resuming are told apart by this too."""
MOST_SEEDS = 1_000_000
"""How often a strategy that draws may play each secret."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A strategy that plays a game: what all jobs of a contest have in common.

    `name` is the strategy's name in the table. `edition` is that of the rules and the strategy where the tournament
    was planned; a machine with another edition refuses the jobs. Results are stored under the edition `kept_as`, or
    not at all if it is None because the strategy could not be recognised later.
    """

    rules: Rules
    strategy: Strategy
    name: str
    edition: str
    kept_as: str | None

    @classmethod
    def of(cls, rules: Rules, strategy: Strategy, name: str | None = None) -> Entry:
        """Finds the edition, and the name if none is given."""
        own = names_of([strategy])[0] if name is None else name
        return cls(rules, strategy, own, edition(rules, strategy), lasting_edition(rules, strategy))

    def __hash__(self) -> int:
        # Third-party strategies may not be hashable.
        return hash((self.name, self.edition))


@dataclass(frozen=True, slots=True)
class Job:
    """Some games of one strategy; a small value that means the same on every machine.

    `secrets` are numbers of codes in ascending order; `seed` is `None` for a strategy that does not draw.
    """

    entry: Entry
    secrets: Secrets
    seed: int | None = None


@dataclass(frozen=True, slots=True)
class Contest:
    """One strategy on one game: which secrets of how many, and which seeds (none if it does not draw)."""

    entry: Entry
    secrets: Secrets
    space: int
    seeds: tuple[int, ...]
    games_per_job: int = GAMES_PER_JOB
    chosen: bool = False
    """Whether the secrets were named, so that they are all that is asked for and no sample of the game."""

    @property
    def population(self) -> int:
        """How many secrets the mean is about."""
        return len(self.secrets) if self.chosen else self.space

    @property
    def games(self) -> int:
        """How many games are to be played."""
        return len(self.secrets) * (len(self.seeds) or 1)

    def jobs(self) -> Iterator[Job]:
        """Divides the contest into jobs, in the same way wherever they will run."""
        for seed in self.seeds or (None,):
            for start in range(0, len(self.secrets), self.games_per_job):
                yield Job(self.entry, self.secrets[start : start + self.games_per_job], seed)


@dataclass(frozen=True, slots=True)
class Plan:
    """The contests of a tournament, in the order of its table."""

    contests: tuple[Contest, ...]

    def jobs(self) -> tuple[Job, ...]:
        """Lists the jobs of all contests."""
        return tuple(job for contest in self.contests for job in contest.jobs())


def plan(
    rules: Rules | str | Iterable[Rules | str],
    strategies: Contestant | Iterable[Contestant],
    *,
    secrets: Codes | None = None,
    sample: int | None = None,
    seeds: int = 10,
    seed: int = 0,
    words: Words | None = None,
    trees: Trees | None = None,
) -> Plan:
    """Plans the games of every strategy on every game; equal ones are planned once.

    `secrets` are those that are played, each once however often it is given; None takes every secret. If a game has
    more than `sample` secrets, that many are drawn, the same for all strategies. A strategy that draws at random plays
    with `seeds` seeds, beginning with `seed`. `words` and `trees` find the word lists and trees that texts name. Raises
    `RulesError`, `StrategyError` for what is no strategy, `CodeError` for what is no secret, `InputError` for numbers
    below 1, too many seeds, or secrets and a sample, and `LimitError` for a game that is too large.

    >>> planned = plan("4x6", "first-consistent")
    >>> len(planned.jobs()), planned.jobs()[-1].secrets
    (6, range(1280, 1296))
    """
    InputError.check(number_faults(sample, seeds, seed))
    if secrets is not None and sample is not None:
        raise InputError.said("secrets and sample each say which codes are played; give one of them")
    if isinstance(secrets, Iterable) and not isinstance(secrets, str | Knowledge):
        secrets = list(secrets)  # which are read in each game
    given = rules if isinstance(rules, Iterable) and not isinstance(rules, str) else [rules]
    games = dict.fromkeys(game if isinstance(game, Rules) else Rules.parse(game, words) for game in given)
    breakers = read_contestants(strategies, trees)
    contests = []
    for game in games:
        space = CodeSpace(game)
        size = space.size
        if secrets is None and (sample is None or sample >= size) and size > MAX_CODES:
            many = N_("{rules} has {count} codes, too many to play all of them; draw a sample of them, as of 1000")
            raise LimitError.said(many, rules=str(game), count=size)
        Knowledge(game)  # refuses what cannot be sampled, before anything is played
        played: Secrets = range(size)
        # Sorted, so that the games of a job have their beginnings in common.
        if secrets is not None:
            played = tuple(sorted(set(secret_numbers(game, secrets))))
            if not played:
                raise InputError.said(
                    "secrets has no code; give one or more, as in secrets=[{code!r}]", code=space.example
                )
        elif sample is not None and sample < size:
            played = tuple(sorted(_drawn(random.Random(f"{seed}/{game}"), size, sample)))
        for strategy, name in zip(breakers, names_of(breakers), strict=True):
            drawn = () if strategy.deterministic else tuple(range(seed, seed + seeds))
            # Building the whole tree is faster than playing a part of it.
            per_job = size if len(played) == size and isinstance(strategy, BuildsTrees) else GAMES_PER_JOB
            contests.append(Contest(Entry.of(game, strategy, name), played, size, drawn, per_job, secrets is not None))
    return Plan(tuple(contests))


def _drawn(rng: random.Random, size: int, count: int) -> Collection[int]:
    """Draws different numbers below a size."""
    if size <= sys.maxsize:
        return rng.sample(range(size), count)
    drawn: set[int] = set()  # a range so long has no length
    while len(drawn) < count:
        drawn.add(rng.randrange(size))
    return drawn


def number_faults(sample: object, seeds: object, seed: object) -> Iterator[Fault]:
    if sample is not None:
        yield from whole_number_faults("sample", sample, 5, 1)
    yield from whole_number_faults("seeds", seeds, 5, 1, MOST_SEEDS)
    yield from whole_number_faults("seed", seed, 5)
