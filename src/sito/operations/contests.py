"""Long operations about strategies: tournaments, and the exact search."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import chain, zip_longest
from typing import Annotated, Any, Self

from sito.base.limits import Stopped
from sito.base.workers import Serial
from sito.codes.code import CodeSpace
from sito.errors import N_, NN_, Fault, InputError, LimitError
from sito.exact.first import EveryFirst
from sito.exact.problem import Objective, Problem, Progress, Solution
from sito.exact.solver import solve as search
from sito.operations.operation import Ask, Value, operation
from sito.operations.questions import OfGame, RulesText, StrategyText, Words, read_rules
from sito.operations.work import Work
from sito.playing.game import Transcript
from sito.rules.rules import Rules
from sito.show.i18n import fault_text
from sito.show.in_words.solutions import solution_sentences
from sito.tournament.plan import Job, Plan, plan
from sito.tournament.reduce import reduce
from sito.tournament.run import Played, run_jobs
from sito.tournament.watch import Progress as Games

MOST_GAMES = 2_000_000
MOST_CONTESTANTS = 20
MOST_TREE = 300_000
"""The text of a tree is told if it has no more characters than that."""


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
    contests: list[dict[str, Any]]
    version: int


@operation(job=True, posted=False)
def compare(asked: CompareQuestion, work: Work) -> CompareAnswer:
    """Lets strategies break the codes of games, and counts their guesses; tells the standings so far.

    All strategies go on at the same pace, so that their standings can be compared at any time.
    """
    planned = _plan(asked, work)
    results: dict[Job, Played] = {}

    def tell(progress: Games) -> None:
        standings = reduce(planned, results.items(), Stopped.ASKED).to_value()["contests"]
        work.progress({"games": progress.games, "all": progress.all, "contests": standings})

    jobs = [contest.jobs() for contest in planned.contests]
    stopped = run_jobs(
        filter(None, chain.from_iterable(zip_longest(*jobs))),
        Serial(),
        results.__setitem__,
        limits=work.limits,
        on_progress=tell,
    )
    table = reduce(planned, results.items(), stopped)
    value = table.to_value()
    for shown, standing in zip(value["contests"], table.standings, strict=True):
        if standing.refusal:
            shown["refused"] = "\n".join(map(fault_text, standing.refusal))
    return CompareAnswer(table.stopped, value["contests"], value["version"])


def _plan(asked: CompareQuestion, work: Work) -> Plan:
    """Plans a tournament. Raises `LimitError` for one of too many games."""
    if (count := len(asked.rules) * len(asked.strategies)) > MOST_CONTESTANTS:
        many = NN_(
            "{count} contest is too many; this service takes up to {most}, a game for each strategy",
            "{count} contests are too many; this service takes up to {most}, a game for each strategy",
        )
        raise LimitError(Fault(*many, count=count, most=MOST_CONTESTANTS))
    faults: list[Fault] = []
    games: list[Rules] = []
    for text in asked.rules:
        try:
            games.append(read_rules(work, text, asked.words))
        except (InputError, LimitError) as error:
            faults.extend(error.faults)
    InputError.check(faults)
    planned = plan(games, asked.strategies, sample=asked.sample, seeds=asked.seeds, seed=asked.seed)
    count = sum(contest.games for contest in planned.contests)
    if count > MOST_GAMES:
        many = NN_(
            "{count} game is too many; this service plays up to {most}; draw a sample of the codes",
            "{count} games are too many; this service plays up to {most}; draw a sample of the codes",
        )
        raise LimitError(Fault(*many, count=count, most=MOST_GAMES))
    return planned


Width = Annotated[int, Ask(N_("Try only this many guesses at each position: quick, but not proven."), 1)] | None


@dataclass(frozen=True)
class ProblemQuestion(OfGame):
    """A game, and what is to be found in it."""

    objective: Annotated[Objective, Ask(N_("What to make least; the first of several decides."))] = Objective.TOTAL
    depth: Annotated[int, Ask(N_("The most guesses that any code may need from here on."), 1)] | None = None
    consistent: Annotated[bool, Ask(N_("Guess only codes that agree with all answers so far."))] = False
    first: (
        Annotated[str, Ask(N_("Fix the first guess that is looked for."), most=200, example="AABB", metavar="GUESS")]
        | None
    ) = None
    width: Width = None

    def problem(self, game: Transcript) -> Problem:
        """Makes what the search is asked, after the turns of a game. Raises `InputError` with every fault."""
        return Problem(game.rules, self.objective, self.depth, game, self.first, self.consistent, self.width)


@dataclass(frozen=True)
class SolveQuestion(ProblemQuestion):
    """A game whose best strategy is to be found and proven."""

    seconds: Annotated[float, Ask("How long to search; the service may allow less.", 0)] | None = None


@dataclass(frozen=True, kw_only=True)
class ToldProblem(Value):
    """What an exact search was asked, without the first guess."""

    rules: str
    objective: str
    depth: int | None
    consistent: bool
    after: str | None
    """The game so far; null at its start."""

    @classmethod
    def of_problem(cls, asked: Problem, **more: object) -> Self:
        """Tells a problem, and more."""
        return cls(
            rules=str(asked.rules),
            objective=asked.objective.value,
            depth=asked.depth,
            consistent=asked.consistent,
            after=str(Transcript(asked.rules, asked.history)) if asked.history else None,
            **more,
        )


@dataclass(frozen=True, kw_only=True)
class ToldSolution(ToldProblem):
    """What an exact search found."""

    first: str | None
    """The first guess that was asked for."""
    lower: list[int] | None
    upper: list[int] | None
    proven: bool
    stopped: str | None
    """Which limit ended the work before it was finished; null if none did."""
    guess: str | None
    """The first guess of the tree."""
    codes: int | None
    total: int | None
    maximum: int | None
    histogram: list[int] | None
    weight: int | None = None
    """The sum of the weights of the words, if they have some; totals count them."""
    mean: float | None = None
    least_mean: float | None = None
    positions: int
    memory: int

    @classmethod
    def of(cls, asked: Problem, found: Solution, stopped: str | None, **more: object) -> Self:
        """Tells a solution, and more; `stopped` is what ended the search early."""
        text = CodeSpace(asked.rules, guesses=True).text
        tree = found.tree
        weights: dict[str, object] = {}
        if asked.rules.weights is not None:
            means = {"mean": found.mean, "least_mean": found.least_mean}
            weights = {"weight": found.weight, **{name: mean and float(mean) for name, mean in means.items()}}
        return cls.of_problem(
            asked,
            first=None if asked.first_guess is None else text(asked.first_guess),
            lower=None if found.lower is None else list(found.lower),
            upper=None if found.upper is None else list(found.upper),
            proven=found.proven,
            stopped=stopped,
            guess=None if tree is None else text(tree.first_guess),
            codes=None if tree is None else tree.size,
            total=None if tree is None else tree.total,
            maximum=None if tree is None else tree.maximum,
            histogram=None if tree is None else list(tree.histogram),
            positions=found.spent.positions,
            memory=found.spent.memory,
            **weights,
            **more,
        )


@dataclass(frozen=True, kw_only=True)
class SolveAnswer(ToldSolution):
    """What an exact search found, in words too."""

    sentences: list[str]
    tree: str | None
    """The text of the tree; null where it is very long."""


def tell_progress(rules: Rules, work: Work) -> Callable[[Progress], None]:
    """Makes the function that tells how far a search is."""
    text = CodeSpace(rules, guesses=True).text

    def tell(progress: Progress) -> None:
        told = {name: getattr(progress, name) for name in ("stage", "lower", "upper", "positions", "memory")}
        work.progress({**told, "guess": None if progress.guess is None else text(progress.guess)})

    return tell


@operation(job=True, posted=False)
def solve(asked: SolveQuestion, work: Work) -> SolveAnswer:
    """Searches for a strategy that no other beats; tells its bounds. A stop gives the best that was found so far."""
    problem = asked.problem(asked.read(work))
    found = search(
        problem, limits=work.of_search, seconds=asked.seconds, on_progress=tell_progress(problem.rules, work)
    )
    written = "" if found.tree is None else str(found.tree)
    return SolveAnswer.of(
        problem,
        found,
        found.stopped,
        sentences=list(solution_sentences(problem, found)),
        tree=written if 0 < len(written) <= MOST_TREE else None,
    )


@dataclass(frozen=True)
class ToldFirst(Value):
    """A first guess, and what strategies that begin with it cost."""

    guess: str
    lower: list[int] | None
    upper: list[int] | None
    proven: bool


@dataclass(frozen=True, kw_only=True)
class ToldFirsts(ToldProblem):
    """What each first guess is worth, best first."""

    top: int | None
    certain: int
    complete: bool
    stopped: str | None
    first_guesses: list[ToldFirst]
    positions: int
    memory: int

    @classmethod
    def of(cls, table: EveryFirst) -> ToldFirsts:
        """Tells a table of first guesses."""
        text = CodeSpace(table.problem.rules, guesses=True).text
        rows = [
            ToldFirst(
                text(row.guess),
                None if row.lower is None else list(row.lower),
                None if row.upper is None else list(row.upper),
                row.proven,
            )
            for row in table
        ]
        return cls.of_problem(
            table.problem,
            top=table.top,
            certain=table.certain,
            complete=table.complete,
            stopped="positions" if table.stopped is Stopped.WORK else table.stopped,
            first_guesses=rows,
            positions=table.spent.positions,
            memory=table.spent.memory,
        )
