"""`every_first`: what each first guess is worth, on this processor or on any executor."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, replace
from functools import partial
from threading import Event

from sito.base.deadline import Deadline, seconds_until, time_of_day
from sito.base.limits import Limits, OnInterrupt, Stopped, check_from_one, check_run, limits_of
from sito.base.workers import ATTEMPTS, Halted, Serial, Workers, run_all, workers_died, workers_on
from sito.codes.code import Code, CodeOrText, CodeSpace
from sito.errors import Fault, InputError, SitoError
from sito.exact.first.rows import Rows
from sito.exact.first.search import FirstSearch, Shown
from sito.exact.first.worth import EveryFirst, FirstGuess, FirstProgress
from sito.exact.kept import LastGame
from sito.exact.problem import Objective, Problem, Spent, Value
from sito.exact.solver import Journal, problem_of
from sito.exact.start import check_own_search
from sito.rules.rules import Rules

_PAIRS = 1 << 28
"""How many pairs of a guess and a secret the games of one batch have together: some seconds of work."""
_MOST = 64
_LEAST_BATCHES = 16


@dataclass(frozen=True, slots=True)
class Batch:
    """First guesses by number, the values of strategies that are known, and the values that are to be beaten."""

    numbers: tuple[int, ...]
    uppers: tuple[Value | None, ...]
    goals: tuple[Value | None, ...]


@dataclass(frozen=True, slots=True)
class Done:
    """What a worker has shown of the first guesses of a batch, in their order; fewer if it was stopped."""

    shown: tuple[Shown, ...]
    memory: int
    stopped: Stopped | None


def batches(rules: Rules, numbers: Sequence[int], rows: Rows, below: Value | None) -> Iterator[Batch]:
    """Divides first guesses, the most promising first, into batches that take some seconds."""
    pairs = CodeSpace(rules).size * CodeSpace(rules, guesses=True).size
    size = max(1, min(_MOST, _PAIRS // pairs, len(numbers) // _LEAST_BATCHES))
    for start in range(0, len(numbers), size):
        some = tuple(numbers[start : start + size])
        uppers = tuple(rows.rows[number].upper for number in some)
        yield Batch(some, uppers, tuple(rows.goal(number, below) for number in some))


def prove_batch(problem: Problem, batch: Batch, end: float | None, limits: Limits, threads: int) -> Done:
    """Proves first guesses until a time of day, for a worker may come to them late."""

    def make() -> FirstSearch | Stopped:
        within = replace(limits, seconds=seconds_until(end))
        return FirstSearch.prepare(problem, within, memory=limits.memory, threads=threads)

    with _KEPT.game((problem, limits.memory), make) as search:
        if isinstance(search, Stopped):
            return Done((), 0, search)
        shown: list[Shown] = []
        left = limits.work
        for number, upper, goal in zip(batch.numbers, batch.uppers, batch.goals, strict=True):
            one = search.prove(
                number,
                replace(limits, seconds=seconds_until(end), work=left, memory=None),
                upper=upper,
                below=goal,
                threads=threads,
            )
            shown.append(one)
            if one.stopped is not None:
                return Done(tuple(shown), search.memory, one.stopped)
            left = None if left is None else max(0, left - one.positions)
        return Done(tuple(shown), search.memory, None)


_KEPT: LastGame[tuple[Problem, int | None], FirstSearch] = LastGame(30.0)


_AT_ONCE = 256
"""How many first guesses are bounded between two reports."""
_QUICK_SHARE = 0.1
"""How much of the time that is left the cheap bounds may take, each time they are made."""
_MOST_WITHIN_DEPTH = 1024
"""For how many first guesses a simple strategy is sought that keeps to a depth, which takes longer than without one."""
_GLANCE_SECONDS = 0.1
_ROUND = 64
"""How many first guesses workers are given before those that cannot be among the best are left out."""


def every_first(
    problem: Problem | Rules | str,
    objective: Objective | str | None = None,
    *,
    first: Iterable[CodeOrText] | None = None,
    top: int | None = None,
    known: Iterable[FirstGuess] = (),
    limits: Limits = Limits(),
    seconds: float | None = None,
    threads: int = 1,
    journal: Journal | None = None,
    executor: Executor | Workers | None = None,
    on_progress: Callable[[FirstProgress], object] | None = None,
    on_result: Callable[[FirstGuess], object] | None = None,
    on_interrupt: OnInterrupt = "raise",
) -> EveryFirst:
    """Finds what each first guess is worth, best first; where symmetry makes guesses equal, one stands for all.

    The `problem` and the `objective` are those of `solve`; its first guess must not be fixed. Every guess first gets
    cheap bounds; then those that promise most are proven first. With `top` the work ends when so many of the best are
    certain. `first` names the guesses to value, if not all. What was found before, as `on_result` was told it or as
    `parse_csv` reads it, is given as `known` and not searched again.

    The `limits`, and `seconds` as one more of them, end the work early; `limits.work` counts positions, with an
    executor those of each batch. `on_progress` is told how far the work is, and ends it by a true answer. Ctrl-C
    raises `KeyboardInterrupt`, or with `on_interrupt="return"` ends the work, too. Then the result has the interesting
    rows, and bounds of all others, and `stopped` says what ended it.

    The `executor` is any of `concurrent.futures`, such as a pool of threads or processes or `client.get_executor()` of
    a Dask client; it is not shut down. None works in this process. On one the guesses are searched in batches; if a
    worker dies, its batch is searched again. Without one, as many first guesses are searched at the same time as
    there are `threads`, and the `journal` is that of `solve`.

    Raises what `solve` raises and what the workers raise. When workers keep dying the work ends with what is known by
    then, and `fault` says what became of them.

    >>> [row.upper for row in every_first("4x6")]
    [(5625,), (5673,), (5702,), (5791,), (6318,)]
    >>> best, *others = every_first("4x6", top=1)
    >>> best.proven, all(row.lower >= best.upper for row in others)
    (True, True)
    """
    asked = problem_of(problem, objective)
    if asked.first_guess is not None:
        raise InputError.said("every first guess is valued; leave out the first guess of the problem")
    allowed = limits_of(limits, seconds)
    check_run(allowed, on_interrupt, on_progress=on_progress, on_result=on_result)
    if top is not None:
        check_from_one("top", top)
    workers = None if executor is None else workers_on(executor)
    if isinstance(workers, Serial):
        workers = None
    check_own_search(asked, journal=journal is not None)
    work = _Work(asked, top, allowed, threads, journal, on_progress, on_result, on_interrupt)
    try:
        return work.run(first, known, workers)
    except KeyboardInterrupt:
        if on_interrupt == "raise":
            raise
        return work.table(Stopped.INTERRUPT)


@dataclass
class _Work:
    """The rows so far, and the work that is left."""

    _problem: Problem
    _top: int | None
    _limits: Limits
    _threads: int
    _journal: Journal | None
    _on_progress: Callable[[FirstProgress], object] | None
    _on_result: Callable[[FirstGuess], object] | None
    _on_interrupt: OnInterrupt
    _positions: int = 0
    _memory: int = 0
    _fault: Fault | None = None

    def __post_init__(self) -> None:
        self._deadline = Deadline(self._limits)
        self._guesses = CodeSpace(self._problem.rules, guesses=True)
        self._rows = Rows(self._problem, self._top)

    def run(
        self, first: Iterable[CodeOrText] | None, known: Iterable[FirstGuess], workers: Workers | None
    ) -> EveryFirst:
        """Does all of it."""
        chosen = None if first is None else list(dict.fromkeys(self._chosen(first)))
        kept = {self._guesses.number(row.guess): row for row in known}
        search = FirstSearch.prepare(
            self._problem,
            self._deadline.left(),
            memory=self._limits.memory,
            threads=self._threads,
            journal=self._journal,
            on_report=lambda _positions, memory: self._tell(None, 0, memory),
            on_interrupt=self._on_interrupt,
        )
        if isinstance(search, Stopped):
            self._rows.begin_unprepared(self._problem, chosen, kept, self._limits)
            return self.table(search)
        self._memory = search.memory
        numbers = search.kinds() if chosen is None else chosen
        self._rows.begin(numbers, search.rough(numbers), kept)
        stopped = self._bound(search)
        if stopped is not None:
            return self.table(stopped)
        if workers is not None:
            del search  # the workers tabulate the answers themselves
            return self.table(self._split(workers))
        order = self._rows.order()
        if 1 < self._threads <= len(order) // 2 and self._limits.work is None:
            return self.table(self._prove_side_by_side(search, order))
        return self.table(self._prove(search, order))

    def _chosen(self, first: Iterable[CodeOrText]) -> list[int]:
        def number(guess: CodeOrText) -> int:
            return self._guesses.number(replace(self._problem, first_guess=self._guesses.read(guess)).first_guess or ())

        return InputError.gather(number, first)

    def table(self, stopped: Stopped | None) -> EveryFirst:
        """The table of what is known now."""
        spent = Spent(self._positions, self._memory)
        return EveryFirst.of(self._problem, self._rows.rows.values(), spent, self._top, stopped, self._fault)

    def _bound(self, search: FirstSearch) -> Stopped | None:
        """Bounds first guesses by simple strategies, which show which promise most, each time in a share of the time.

        With a limit of depth it is first seen what promises most, and then what strategies keep to the limit.
        """
        if not search.has_quick:
            return None
        stopped = None
        for within_depth in (False, True) if self._problem.depth else (True,):
            share = Deadline(self._deadline.left(_QUICK_SHARE))
            left = [number for number in self._rows.order() if self._rows.rows[number].upper is None]
            if within_depth and self._problem.depth:
                left = left[:_MOST_WITHIN_DEPTH]
            for start in range(0, len(left), _AT_ONCE):
                some = left[start : start + _AT_ONCE]
                values, stopped = search.quick(
                    some, share.left(), within_depth=within_depth, on_interrupt=self._on_interrupt
                )
                for number, value in zip(some, values, strict=False):
                    if value is not None and within_depth:
                        row = self._rows.rows[number]
                        self._rows.learn(number, FirstGuess(row.guess, row.lower, value))
                    if value is not None and not (within_depth and self._problem.depth):
                        self._rows.promise(number, value)
                if self._tell(None, 0, self._memory):
                    return Stopped.ASKED
                if stopped is not None:
                    break
            if stopped is not None and (stopped is not Stopped.TIME or self._deadline.is_over):
                return stopped
        return None

    def _prove(self, search: FirstSearch, order: Sequence[int]) -> Stopped | None:
        for number in order:
            below = self._rows.below()
            if not self._rows.needs_search(number, below):
                continue
            work = None if self._limits.work is None else max(0, self._limits.work - self._positions)
            row = self._rows.rows[number]
            shown = search.prove(
                number,
                self._deadline.left(work=work),
                upper=row.upper,
                below=self._rows.goal(number, below),
                threads=self._threads,
                on_report=partial(self._tell, row.guess),
                on_interrupt=self._on_interrupt,
            )
            self._found(number, shown)
            if shown.stopped is not None:
                return shown.stopped
        return None

    def _prove_side_by_side(self, search: FirstSearch, order: Sequence[int]) -> Stopped | None:
        """Proves as many first guesses at the same time as there are threads, which share what they learn."""
        halt = Event()
        stopped: Stopped | None = None
        left = iter(order)
        running: dict[Future[Shown], int] = {}
        with ThreadPoolExecutor(self._threads) as pool:
            try:
                while stopped is None:
                    below = self._rows.below()
                    while len(running) < self._threads:
                        number = next((one for one in left if self._rows.needs_search(one, below)), None)
                        if number is None:
                            break
                        limits = replace(self._deadline.left(), stop=halt.is_set)
                        upper, goal = self._rows.rows[number].upper, self._rows.goal(number, below)
                        proving = pool.submit(
                            search.prove, number, limits, upper=upper, below=goal, sharers=self._threads
                        )
                        running[proving] = number
                    if not running:
                        break
                    stopped = self._take(running, wait(running, _GLANCE_SECONDS, FIRST_COMPLETED).done)
                    guess = self._guesses[next(iter(running.values()))] if running else None
                    if stopped is None and (self._tell(guess, 0, self._memory) or self._asks_to_stop()):
                        stopped = Stopped.ASKED
            except KeyboardInterrupt:
                if self._on_interrupt == "raise":
                    raise
                stopped = Stopped.INTERRUPT
            finally:
                halt.set()  # what is still running ends soon, and has bounds by then
            self._take(running, wait(running).done)
        return stopped

    def _take(self, running: dict[Future[Shown], int], done: Iterable[Future[Shown]]) -> Stopped | None:
        """Takes what the threads have shown; returns what ended one of them early."""
        stopped = None
        for future in list(done):
            shown = future.result()
            self._found(running.pop(future), shown)
            stopped = stopped or shown.stopped
        return stopped

    def _split(self, workers: Workers) -> Stopped | None:
        """Proves first guesses in batches on workers."""
        end = time_of_day(self._deadline.left().seconds)
        limits = replace(self._limits, seconds=None, stop=None)
        stops: list[Stopped] = []

        def submit(pool: Executor, batch: Batch) -> Future[Done]:
            return pool.submit(prove_batch, self._problem, batch, end, limits, self._threads)

        def found(batch: Batch, done: Done) -> None:
            self._memory = max(self._memory, done.memory)
            for number, shown in zip(batch.numbers, done.shown, strict=False):
                self._found(number, shown)
            if done.stopped is not None:
                stops.append(done.stopped)

        def ask() -> None:
            if self._tell(None, 0, self._memory) or self._asks_to_stop():
                raise Halted

        def lost(_batches: object) -> Fault:
            self._fault = workers_died(ATTEMPTS, str(self._problem.rules))
            return self._fault

        order = self._rows.order()
        start, size = 0, len(order) if self._top is None else _ROUND
        while start < len(order) and not stops:  # in rounds, so that what is known of the best helps with the others
            below = self._rows.below()
            needed = [number for number in order[start : start + size] if self._rows.needs_search(number, below)]
            some = batches(self._problem.rules, needed, self._rows, below)
            try:
                if not run_all(some, submit, workers, found, lost, ask=ask):
                    return Stopped.ASKED
            except SitoError:
                if self._fault is None:
                    raise
                return Stopped.WORKERS
            start, size = start + size, 2 * size
        return stops[0] if stops else None

    def _asks_to_stop(self) -> object:
        return self._limits.stop is not None and self._limits.stop()

    def _found(self, number: int, shown: Shown) -> None:
        self._positions += shown.positions
        row = self._rows.learn(number, shown.row)
        if self._on_result is not None:
            self._on_result(row)

    def _tell(self, guess: Code | None, positions: int, memory: int) -> object:
        """Reports how far the work is; a true answer stops it."""
        if self._on_progress is None:
            return False
        rows = self._rows
        spent = self._positions + positions
        return self._on_progress(FirstProgress(rows.proven, len(rows.rows), guess, rows.best, spent, memory))
