"""Tournaments of strategies, as an operation."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain, zip_longest
from typing import TYPE_CHECKING, Annotated

from sito.base.limits import Stopped
from sito.errors import N_, NN_, InputError, LimitError
from sito.operations.operation import Ask, Value, operation
from sito.operations.questions import RulesText, StrategyText, Words, read_rules
from sito.operations.work import Work
from sito.show.i18n import fault_text

if TYPE_CHECKING:
    from sito.tournament.plan import Job, Plan
    from sito.tournament.run import Played
    from sito.tournament.run import Progress as Games

MOST_GAMES = 2_000_000
MOST_CONTESTANTS = 20


@dataclass(frozen=True)
class CompareQuestion(Value):
    """A tournament: each strategy breaks the codes of each game."""

    rules: Annotated[list[RulesText], Ask("The games.", 1, 10)]
    strategies: Annotated[list[StrategyText], Ask("The strategies.", 1, 20)]
    sample: Annotated[int, Ask(N_("Draw this many secrets instead of taking all."), 1)] | None = None
    seeds: Annotated[int, Ask(N_("How often strategies that draw play each secret."), 1)] = 10
    seed: Annotated[int, Ask("The first of the seeds.", 0, 2**63)] = 0
    words: Words | None = None
    """The words of a word game, if none of the lists of Sito is meant."""


@dataclass(frozen=True)
class CompareAnswer(Value):
    """The standings of a tournament, as `Table.to_value` tells them."""

    stopped: Stopped | None
    """Which limit ended the work before it was finished; null if none did."""
    contests: list[dict[str, object]]
    version: int


@operation(job=True, posted=False)
def compare(asked: CompareQuestion, work: Work) -> CompareAnswer:
    """Lets strategies break the codes of games, and counts their guesses; tells the standings so far.

    All strategies go on at the same pace, so that their standings can be compared at any time.
    """
    from sito.base.workers import Serial
    from sito.tournament.comparison import reduce
    from sito.tournament.run import run_jobs
    from sito.tournament.table import JSON_VERSION

    planned = _plan(asked, work)
    results: dict[Job, Played] = {}

    def tell(progress: Games) -> None:
        standings = reduce(planned, results.items(), Stopped.ASKED).standings
        contests = [standing.to_value() for standing in standings]
        work.progress({"games": progress.games, "all": progress.all, "contests": contests})

    jobs = [contest.jobs() for contest in planned.contests]
    stopped = run_jobs(
        filter(None, chain.from_iterable(zip_longest(*jobs))),
        Serial(),
        results.__setitem__,
        limits=work.limits,
        on_progress=tell,
    )
    table = reduce(planned, results.items(), stopped)
    contests: list[dict[str, object]] = [{**standing.to_value()} for standing in table.standings]
    for shown, standing in zip(contests, table.standings, strict=True):
        if standing.refusal:
            shown["refused"] = "\n".join(map(fault_text, standing.refusal))
    return CompareAnswer(table.stopped, contests, JSON_VERSION)


def _plan(asked: CompareQuestion, work: Work) -> Plan:
    from sito.tournament.plan import plan

    if (count := len(asked.rules) * len(asked.strategies)) > MOST_CONTESTANTS:
        many = NN_(
            "{count} contest is too many; this service takes up to {most}, a game for each strategy",
            "{count} contests are too many; this service takes up to {most}, a game for each strategy",
        )
        raise LimitError.said(*many, count=count, most=MOST_CONTESTANTS)
    games = InputError.gather(lambda text: read_rules(work, text, asked.words), asked.rules)
    planned = plan(games, asked.strategies, sample=asked.sample, seeds=asked.seeds, seed=asked.seed)
    count = sum(contest.games for contest in planned.contests)
    if count > MOST_GAMES:
        many = NN_(
            "{count} game is too many; this service plays up to {most}; draw a sample of the codes",
            "{count} games are too many; this service plays up to {most}; draw a sample of the codes",
        )
        raise LimitError.said(*many, count=count, most=MOST_GAMES)
    return planned
