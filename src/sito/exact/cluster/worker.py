"""What a worker does with a job; between jobs it keeps the game with its answers and all that it has learned."""

from __future__ import annotations

import threading
import time
import uuid
from collections.abc import Callable

from sito import _native
from sito.base.deadline import seconds_until
from sito.base.limits import Stopped
from sito.exact.cluster.jobs import Job, Letter, OpenCell, Order, Report, Setting, Shown
from sito.exact.kept import LastGame
from sito.exact.problem import Problem
from sito.exact.start import history_numbers, is_consistent_alone, possible_numbers, searched_rules
from sito.native.errors import native_errors
from sito.native.run import NativeWatch

_NAME = uuid.uuid4().hex
_ENDED: set[str] = set()
"""Runs that were stopped: their jobs in threads of this process end."""


def do_job(setting: Setting, letter: Letter, stop: Callable[[], object] | None = None) -> Report:
    """Does a job. `stop` is asked about ten times a second where the job runs in the caller's own process."""

    def make() -> _Game | Stopped:
        native = tabulated(setting, stop)
        return Stopped.TIME if native is None else _Game(native)

    with _KEPT.game((setting.problem, setting.memory), make) as game:
        if isinstance(game, Stopped):
            return Report(Shown(), game, 0, 0.0, 0, b"", _NAME, 0)
        game.learn(setting.run, letter)
        begun = time.perf_counter()

        def callback(_report: object) -> bool:
            return setting.run in _ENDED or bool(stop is not None and stop())

        watch = NativeWatch(seconds_until(setting.end), callback)
        shown, (stopped, positions, facts) = search(game.native, letter.job, setting, watch)
        seconds = time.perf_counter() - begun
        return Report(
            shown, stopped, positions, seconds, game.native.memory, facts, game.name, game.known.get(setting.run, 0)
        )


def end_run(run: str) -> None:
    """Ends the jobs of a run that are being done in threads of this process."""
    _ENDED.add(run)


def search(
    native: _native.Positions, job: Job, setting: Setting, watch: NativeWatch[object]
) -> tuple[Shown, tuple[str | None, int, bytes]]:
    """Searches what a job asks; what stopped it, the positions it took and what it learned come with what it shows."""
    with native_errors(setting.problem.rules):
        if job.kind == "cost":
            (lower, cost, guess, order), spent = native.cost(
                job.question, positions=job.positions, threads=setting.threads, watch=watch
            )
            return Shown(lower, cost, guess, None if order is None else Order(*order)), spent
        if job.kind == "guesses":
            (costs, open_guess), spent = native.evaluate(
                job.question,
                job.guesses,
                positions=job.positions,
                threads=setting.threads,
                watch=watch,
            )
            if open_guess is None:
                return Shown(costs=costs), spent
            lower, cells = open_guess
            opened = [OpenCell(answer, size, bound, (own, form)) for answer, size, bound, own, form in cells]
            return Shown(lower, costs=costs, cells=opened), spent
        guess = job.guesses[0] if job.guesses else None
        if job.kind == "tree":
            tree, spent = native.tree(job.question, guess, threads=setting.threads, watch=watch)
            return Shown(tree=tree), spent
        depth = job.question[1]
        tree, spent = native.first_tree(first=guess, depth=depth, threads=setting.threads, watch=watch)
        (lower, _, _, _), _ = native.cost(job.question, positions=0)
        return Shown(lower, tree=tree), spent


def tabulated(setting: Setting, stop: Callable[[], object] | None = None) -> _native.Positions | None:
    """Tabulates the answers of a game; None if the time is over before it is done."""
    problem = setting.problem
    with native_errors(problem.rules):
        return _native.positions(
            searched_rules(problem),
            memory=setting.memory,
            history=history_numbers(problem),
            possible=possible_numbers(problem),
            consistent=problem.consistent or is_consistent_alone(problem.rules),
            threads=setting.threads,
            watch=NativeWatch[object](
                seconds_until(setting.end), None if stop is None else lambda _report: bool(stop())
            ),
        )


class _Game:
    """A game with its answers, and up to which place in the book of each run it knows the facts."""

    def __init__(self, native: _native.Positions) -> None:
        self.native = native
        self.name = f"{_NAME}-{uuid.uuid4().hex[:8]}"  # a game that was dropped and made again knows nothing
        self.known: dict[str, int] = {}
        self._lock = threading.Lock()

    def learn(self, run: str, letter: Letter) -> None:
        """Learns the facts that come with a job."""
        self.native.learn(letter.facts)
        with self._lock:
            known = self.known.get(run, 0)
            if letter.start <= known:
                self.known[run] = max(known, letter.stop)


_KEPT: LastGame[tuple[Problem, int], _Game] = LastGame(60.0)
