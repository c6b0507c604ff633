"""The exact search, as an operation."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Self

from sito.base.limits import Stopped
from sito.codes.code import CodeSpace
from sito.errors import N_
from sito.exact.problem import Objective, Problem, Progress, Solution
from sito.operations.operation import Ask, Value, operation
from sito.operations.questions import OfGame
from sito.operations.work import Work
from sito.playing.game import Transcript
from sito.rules.rules import Rules
from sito.show.in_words.solutions import solution_sentences

if TYPE_CHECKING:
    from sito.exact.first import EveryFirst

MOST_TREE = 300_000
"""The text of a tree is told if it has no more characters than that."""

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
    def of_problem(cls, asked: Problem, *sources: object, **more: object) -> Self:
        """Tells a problem, and more."""
        return cls.told(
            asked,
            *sources,
            rules=str(asked.rules),
            objective=asked.objective.value,
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
        if asked.rules.weights is None:
            more |= dict.fromkeys(("weight", "mean", "least_mean"))
        return cls.of_problem(
            asked,
            found,
            found.spent,
            tree,
            first=None if asked.first_guess is None else text(asked.first_guess),
            stopped=stopped,
            guess=None if tree is None else text(tree.first_guess),
            codes=None if tree is None else tree.size,
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
    from sito.exact.solver import solve as search

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
        return cls.of_problem(
            table.problem,
            table,
            table.spent,
            stopped="positions" if table.stopped is Stopped.WORK else table.stopped,
            first_guesses=[ToldFirst.told(row, guess=text(row.guess)) for row in table],
        )
