"""A game whose first guesses are valued: its answers tabulated once, and all that its searches learn, shared by them.

Games with lies, with a hard mode or with weights have searches of their own, which are called once for each first
guess. What is cheap is told by the same game without these, where it holds for them as well.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from sito import _native
from sito.base.limits import Limits, OnInterrupt, Stopped
from sito.codes.code import CodeSpace
from sito.exact.first.worth import FirstGuess
from sito.exact.problem import Problem, Progress, Value
from sito.exact.solver import Journal, depth_of, memory_of, solve
from sito.exact.start import history_numbers, possible_numbers, possible_with_spare_lies, searched_rules
from sito.native.errors import native_errors
from sito.native.run import NativeRun, counted
from sito.rules.rules import Rules
from sito.words.words import WordList

OnReport = Callable[[int, int], object]
"""It is told the positions that a search has searched and the bytes of its tables; a true answer stops the search."""


@dataclass(frozen=True, slots=True)
class Rough:
    """What the sizes of its cells tell of a first guess.

    `lower` is a value that no strategy beats, or None if none keeps to the depth. `left` is how many bits are still
    to be found, summed over the codes: the fewer, the more the guess promises.
    """

    lower: Value | None
    left: float


@dataclass(frozen=True, slots=True)
class Shown:
    """What a search showed of a first guess, the positions it took, and what ended it early."""

    row: FirstGuess
    positions: int
    stopped: Stopped | None


class FirstSearch:
    """Values first guesses, which are given by their numbers in the space of guesses."""

    def __init__(self, problem: Problem, native: _native.FirstGuesses, memory: int) -> None:
        self._problem = problem
        self._native = native
        self._guesses = CodeSpace(problem.rules, guesses=True)
        self._memory = memory
        self._alone = _plain(problem.rules) != problem.rules

    @classmethod
    def prepare(
        cls,
        problem: Problem,
        limits: Limits,
        *,
        memory: int | None = None,
        threads: int = 1,
        journal: Journal | None = None,
        on_report: OnReport | None = None,
        on_interrupt: OnInterrupt = "raise",
    ) -> FirstSearch | Stopped:
        """Tabulates the answers, or says what stopped that.

        Raises `LimitError` for games that are too large, `InconsistentError` if no code agrees with the history.
        """
        run = NativeRun(limits, on_report and (lambda report: on_report(report[4], report[5])), on_interrupt)
        room = memory_of(Limits(memory=memory))
        plain = _in_plain_game(problem)
        with native_errors(problem.rules):
            native = _native.first_guesses(
                searched_rules(plain),
                problem.objective.value,
                memory=room,
                depth=depth_of(problem),
                history=history_numbers(problem),
                possible=_possible(problem, plain),
                width=counted(problem.width),
                consistent=problem.consistent,
                threads=threads,
                searches=plain is problem,
                journal=journal,
                watch=run.watch,
            )
        if native is None:
            return run.stopped("time" if limits.seconds is not None else "asked") or Stopped.ASKED
        return cls(problem, native, room)

    @property
    def memory(self) -> int:
        """The bytes of the two large tables."""
        return self._native.memory

    def kinds(self) -> list[int]:
        """Lists one first guess of each class that symmetry makes; only possible codes if no others are guessed."""
        return self._native.kinds()

    def rough(self, numbers: Sequence[int]) -> list[Rough]:
        """Tells what the sizes of the cells tell."""
        return [Rough(None if lower is None else tuple(lower), left) for lower, left in self._native.rough(numbers)]

    def quick(
        self, numbers: Sequence[int], limits: Limits, *, within_depth: bool, on_interrupt: OnInterrupt = "raise"
    ) -> tuple[list[Value | None], Stopped | None]:
        """Gives the values of simple strategies that begin with these guesses, fewer if it is stopped.

        Where they need not keep to the depth, they only show which guesses promise most.
        """
        run: NativeRun[object] = NativeRun(limits, None, on_interrupt)
        histograms, stopped = self._native.quick(
            numbers,
            limited=within_depth,
            members_only=self._alone,
            watch=run.watch,
        )
        values = [None if histogram is None else self._problem.objective.values(histogram) for histogram in histograms]
        return values, run.stopped(stopped)

    @property
    def has_quick(self) -> bool:
        """Whether simple strategies of the plain game are worth as much in this one."""
        return self._problem.rules.weights is None and not self._problem.rules.lies

    def prove(
        self,
        number: int,
        limits: Limits,
        *,
        upper: Value | None = None,
        below: Value | None = None,
        threads: int = 1,
        sharers: int = 1,
        on_report: OnReport | None = None,
        on_interrupt: OnInterrupt = "raise",
    ) -> Shown:
        """Searches for the value of a first guess; so many searches at the same time share the memory.

        `upper` is the value of a strategy that is known. The search may end when it has shown that there is nothing
        below `below`.
        """
        if self._alone:
            return self._prove_alone(
                number, replace(limits, memory=self._memory // sharers), threads, on_report, on_interrupt
            )
        run = NativeRun(limits, on_report and (lambda report: on_report(report[4], report[5])), on_interrupt)
        outcome = self._native.prove(
            number,
            upper=_first(upper),
            below=_first(below),
            positions=run.work,
            threads=threads,
            watch=run.watch,
        )
        return Shown(
            FirstGuess(
                self._guesses[number],
                None if outcome.lower is None else tuple(outcome.lower),
                None if outcome.upper is None else tuple(outcome.upper),
            ),
            outcome.positions,
            run.stopped(outcome.stopped),
        )

    def _prove_alone(
        self, number: int, limits: Limits, threads: int, on_report: OnReport | None, on_interrupt: OnInterrupt
    ) -> Shown:
        guess = self._guesses[number]

        def told(progress: Progress) -> object:
            return on_report is not None and on_report(progress.positions, progress.memory)

        solution = solve(
            replace(self._problem, first_guess=guess),
            limits=limits,
            threads=threads,
            on_progress=told,
            on_interrupt=on_interrupt,
        )
        row = FirstGuess(guess, solution.lower, solution.upper)
        return Shown(row, solution.spent.positions, solution.stopped)


def _first(value: Value | None) -> int | None:
    return None if value is None else value[0]


def _plain(rules: Rules) -> Rules:
    """The same game without lies, hard mode and weights."""
    words = rules.words
    if words is not None and words.weights is not None:
        words = WordList.of(words.secrets, words.guesses, words.name)
    return replace(rules, lies=0, hard=None, words=words)


def _in_plain_game(problem: Problem) -> Problem:
    """The same problem in the plain game; what a history leaves is told apart from it."""
    rules = _plain(problem.rules)
    if rules == problem.rules:
        return problem
    return Problem(rules, problem.objective, problem.depth, (), None, problem.consistent, problem.width)


def _possible(problem: Problem, plain: Problem) -> list[int] | None:
    if not problem.history or plain is problem:
        return possible_numbers(problem)
    if problem.rules.lies:
        return [number for number, _spare in possible_with_spare_lies(problem)]
    return possible_numbers(Problem(plain.rules, history=problem.history))
