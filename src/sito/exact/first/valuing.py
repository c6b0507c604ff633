"""`every_first`: what each first guess is worth, on this processor or on any executor."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor, Future
from dataclasses import replace

from sito.code import CodeOrText, CodeSpace
from sito.deadline import Deadline
from sito.errors import N_, Fault, InputError
from sito.exact.first.batches import Batch, Done, batches, prove_batch, time_of_day
from sito.exact.first.search import FirstSearch
from sito.exact.first.worth import EveryFirst, FirstGuess, FirstProgress, Value
from sito.exact.problem import Objective, Problem, Spent
from sito.exact.solver import Journal
from sito.exact.with_lies import check_with_lies
from sito.limits import Limits, OnInterrupt, Stopped, check_callback, check_limits, check_on_interrupt
from sito.rules import Rules
from sito.workers import ATTEMPTS, Halted, Serial, Workers, run_all, workers_on

_AT_ONCE = 256
"""How many first guesses are bounded between two reports."""
_QUICK_SHARE = 0.2
"""How much of the time the cheap bounds may take."""
_ROUND = 64
"""How many first guesses workers are given before those that cannot be among the best are left out."""


def every_first(
    problem: Problem | Rules | str,
    objective: Objective | str | None = None,
    *,
    first: Iterable[CodeOrText] | None = None,
    top: int | None = None,
    known: Iterable[FirstGuess] = (),
    limits: Limits | None = None,
    threads: int = 1,
    journal: Journal | None = None,
    executor: Executor | Workers | None = None,
    on_progress: Callable[[FirstProgress], object] | None = None,
    on_result: Callable[[FirstGuess], object] | None = None,
    on_interrupt: OnInterrupt = "raise",
) -> EveryFirst:
    """Finds what each first guess is worth, best first; where symmetry makes guesses equal, one stands for all.

    Every guess first gets cheap bounds; then those that promise most are proven first. So work that is cut
    short, by the `limits`, by a true answer of `on_progress` or by Ctrl-C with `on_interrupt="return"`, has the
    interesting rows, and bounds of all others. With `top` it ends when so many of the best are certain. `first`
    names the guesses to value, if not all. What was found before, as `on_result` was told it or as `parse_csv`
    reads it, is given as `known` and not searched again.

    On an `executor` the guesses are searched in batches, and the work of the limits is that of each batch;
    if a worker dies, its batch is searched again. Without one the `threads` and the `journal` are those
    of `solve`. The first guess of the problem must not be fixed.

    Raises what `solve` raises, what the workers raise, and `SitoError` when workers keep dying.

    >>> [row.upper for row in every_first("4x6")]
    [(5625,), (5673,), (5702,), (5791,), (6318,)]
    >>> best, *others = every_first("4x6", top=1)
    >>> best.proven, all(row.lower >= best.upper for row in others)
    (True, True)
    """
    asked = _asked(problem, objective)
    allowed = Limits() if limits is None else limits
    check_limits(allowed)
    check_on_interrupt(on_interrupt)
    check_callback("on_progress", on_progress)
    check_callback("on_result", on_result)
    if top is not None and (not isinstance(top, int) or isinstance(top, bool) or top < 1):
        raise InputError(
            Fault(N_("{name} is {value!r}; it must be a whole number, as in {name}=5"), name="top", value=top)
        )
    workers = None if executor is None else workers_on(executor)
    if isinstance(workers, Serial):
        workers = None
    check_with_lies(asked, journal=journal is not None, split=False)
    work = _Work(asked, top, allowed, threads, journal, on_progress, on_result, on_interrupt)
    try:
        return work.run(first, known, workers)
    except KeyboardInterrupt:
        if on_interrupt == "raise":
            raise
        return work.table(Stopped.INTERRUPT)


def _asked(problem: Problem | Rules | str, objective: Objective | str | None) -> Problem:
    if not isinstance(problem, Problem):
        return Problem(problem, Objective.TOTAL if objective is None else objective)
    if problem.first_guess is not None:
        raise InputError(Fault(N_("every first guess is valued; leave out the first guess of the problem")))
    return problem if objective is None else replace(problem, objective=Objective.of(objective))


class _Work:
    """The rows so far, and the work that is left."""

    def __init__(
        self,
        problem: Problem,
        top: int | None,
        limits: Limits,
        threads: int,
        journal: Journal | None,
        on_progress: Callable[[FirstProgress], object] | None,
        on_result: Callable[[FirstGuess], object] | None,
        on_interrupt: OnInterrupt,
    ) -> None:
        self._problem, self._top, self._limits, self._threads = problem, top, limits, threads
        self._journal, self._on_progress, self._on_result = journal, on_progress, on_result
        self._on_interrupt = on_interrupt
        self._deadline = Deadline(limits)
        self._guesses = CodeSpace(problem.rules, guesses=True)
        self._rows: dict[int, FirstGuess] = {}
        self._promise: dict[int, tuple[object, ...]] = {}
        self._done = 0
        self._positions = self._memory = 0
        self._best: FirstGuess | None = None

    def run(
        self, first: Iterable[CodeOrText] | None, known: Iterable[FirstGuess], workers: Workers | None
    ) -> EveryFirst:
        """Does all of it."""
        chosen = None if first is None else list(dict.fromkeys(self._guesses.number(guess) for guess in first))
        kept = {self._guesses.number(row.guess): row for row in known}
        search = FirstSearch.prepare(
            self._problem,
            self._deadline.left(),
            memory=self._limits.memory,
            journal=self._journal,
            on_report=lambda positions, memory: self._tell(None, positions, memory),
            on_interrupt=self._on_interrupt,
        )
        if isinstance(search, Stopped):
            return self.table(search)
        self._memory = search.memory
        numbers = search.kinds() if chosen is None else chosen
        for number, rough in zip(numbers, search.rough(numbers), strict=True):
            row = FirstGuess(self._guesses[number], rough.lower, None)
            self._rows[number] = row if number not in kept else row.and_also(kept[number])
            self._promise[number] = (rough.left,)
        self._done = sum(row.proven for row in self._rows.values())
        self._best = min((row for row in self._rows.values() if row.proven and row.upper), key=_upper, default=None)
        stopped = self._bound(search)
        if stopped is not None:
            return self.table(stopped)
        order = [number for number in sorted(numbers, key=self._order) if not self._rows[number].proven]
        if workers is None:
            return self.table(self._prove(search, order))
        memory = search.memory
        del search  # the workers tabulate the answers themselves
        self._memory = memory
        return self.table(self._split(order, workers))

    def table(self, stopped: Stopped | None) -> EveryFirst:
        """The table of what is known now."""
        spent = Spent(self._positions, self._memory)
        return EveryFirst.of(self._problem, self._rows.values(), spent, self._top, stopped)

    def _bound(self, search: FirstSearch) -> Stopped | None:
        """Bounds every first guess by simple strategies, which show which promise most, in a share of the time."""
        if not search.has_quick:
            return None
        share = Deadline(self._deadline.left(_QUICK_SHARE))
        for within_depth in (False, True):
            order = sorted(self._rows, key=self._order)
            left = [number for number in order if not self._rows[number].proven and self._rows[number].upper is None]
            for start in range(0, len(left), _AT_ONCE):
                some = left[start : start + _AT_ONCE]
                values, stopped = search.quick(
                    some, share.left(), within_depth=within_depth, on_interrupt=self._on_interrupt
                )
                for number, value in zip(some, values, strict=False):
                    self._note(number, value, within_depth)
                if self._tell(None, 0, self._memory):
                    stopped = stopped or Stopped.ASKED
                if stopped is Stopped.TIME and not self._deadline.is_over:
                    return None
                if stopped is not None:
                    return stopped
            if self._problem.depth is None:
                break
        return None

    def _note(self, number: int, value: Value | None, within_depth: bool) -> None:
        """Notes the value of a simple strategy."""
        if value is None:
            return
        row = self._rows[number]
        self._promise[number] = (*value, *self._promise[number])
        if within_depth or self._problem.depth is None:
            self._rows[number] = row.and_also(FirstGuess(row.guess, row.lower, value))

    def _order(self, number: int) -> tuple[object, ...]:
        """The most promising first: by the values of simple strategies, else by what the guesses leave to find."""
        promise = self._promise[number]
        return len(promise) == 1, promise, number

    def _below(self) -> Value | None:
        """The value that a first guess must beat to be among the best that are asked for."""
        if self._top is None:
            return None
        uppers = sorted(row.upper for row in self._rows.values() if row.upper is not None and row.lower is not None)
        return uppers[self._top - 1] if len(uppers) >= self._top else None

    def _prove(self, search: FirstSearch, order: Sequence[int]) -> Stopped | None:
        """Proves one first guess after the other in this process."""
        for number in order:
            row = self._rows[number]
            below = self._below()
            if below is not None and not row.may_beat(below) and not _among(row, below):
                continue
            work = None if self._limits.work is None else max(0, self._limits.work - self._positions)
            shown = search.prove(
                number,
                self._deadline.left(work=work),
                upper=row.upper,
                below=None if _among(row, below) else below,
                threads=self._threads,
                on_report=lambda positions, memory, row=row: self._tell(row, positions, memory),  # type: ignore[misc]
                on_interrupt=self._on_interrupt,
            )
            self._found(number, shown.row, shown.positions)
            if shown.stopped is not None:
                return shown.stopped
        return None

    def _split(self, order: Sequence[int], workers: Workers) -> Stopped | None:
        """Proves first guesses in batches on workers."""
        end = time_of_day(self._deadline.left().seconds)
        limits = replace(self._limits, seconds=None, stop=None)
        stops: list[Stopped] = []

        def submit(pool: Executor, batch: Batch) -> Future[Done]:
            return pool.submit(prove_batch, self._problem, batch, end, limits, self._threads)

        def found(batch: Batch, done: Done) -> None:
            for number, shown in zip(batch.numbers, done.shown, strict=False):
                self._found(number, shown.row, shown.positions)
            self._memory = max(self._memory, done.memory)
            if done.stopped is not None:
                stops.append(done.stopped)

        def ask() -> None:
            if self._tell(None, 0, self._memory) or (self._limits.stop is not None and self._limits.stop()):
                raise Halted

        def lost(_batches: object) -> Fault:
            return Fault(
                N_("the workers died {times} times in a row in the search of {rules}; they may lack memory"),
                times=ATTEMPTS,
                rules=str(self._problem.rules),
            )

        for part in self._rounds(order):
            if not run_all(part, submit, workers, found, lost, ask=ask):
                return Stopped.ASKED
            if stops:
                return stops[0]
        return None

    def _rounds(self, order: Sequence[int]) -> Iterator[list[Batch]]:
        """Makes batches: at once of all guesses, or of more and more, so that what is known of the best helps."""
        start, size = 0, len(order) if self._top is None else _ROUND
        while start < len(order):
            below = self._below()
            left = [
                number
                for number in order[start : start + size]
                if below is None or self._rows[number].may_beat(below) or _among(self._rows[number], below)
            ]
            yield list(batches(self._problem.rules, left, self._rows, below))
            start, size = start + size, 2 * size

    def _found(self, number: int, row: FirstGuess, positions: int) -> None:
        """Takes what a search has shown of a first guess."""
        self._positions += positions
        row = self._rows[number].and_also(row)
        self._rows[number] = row
        self._done += row.proven
        if row.proven and row.upper is not None and (self._best is None or row.upper < _upper(self._best)):
            self._best = row
        if self._on_result is not None:
            self._on_result(row)

    def _tell(self, row: FirstGuess | None, positions: int, memory: int) -> object:
        """Reports how far the work is; whether it shall stop."""
        if self._on_progress is None:
            return False
        guess = None if row is None else row.guess
        return self._on_progress(
            FirstProgress(self._done, len(self._rows), guess, self._best, self._positions + positions, memory)
        )


def _upper(row: FirstGuess) -> Value:
    return row.upper or ()


def _among(row: FirstGuess, below: Value | None) -> bool:
    """Whether a guess is among the best as far as is known, so that its value must be found."""
    return below is None or (row.upper is not None and row.upper <= below)
