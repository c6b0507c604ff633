"""The search of `sito solve`, watched: alone or split, with its checkpoint written now and then."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from sito.cli.solve.input import SearchOptions
from sito.cli.streams import say, visible
from sito.cli.watch import Watch, interrupted_once, showing, watching
from sito.code import CodeSpace
from sito.errors import FileError
from sito.exact.checkpoint import Checkpoint
from sito.exact.proofs import Question
from sito.exact.solver import Progress, Solution, solve
from sito.exact.split import first_guesses, solve_split
from sito.i18n import _
from sito.limits import Limits
from sito.workers import Processes, Workers

SAVE_SECONDS = 30.0


@dataclass(frozen=True, slots=True)
class Found:
    """What a search found, what ended it early (a word of JSON), and the seconds it took."""

    solution: Solution
    stopped: str | None = None
    seconds: float = 0.0


def search(question: Question, options: SearchOptions, limits: Limits, checkpoint: Path | None) -> Found:
    """Searches in this process."""
    kept = None
    if checkpoint is not None:
        kept = Checkpoint(checkpoint, question.rules, consistent=question.consistent, width=options.width)
    with watching(_("preparing the search"), limits.seconds) as watch, _kept(kept) as save_now_and_then:

        def progress(stand: Progress) -> bool:
            save_now_and_then()
            watch.show(progress_line(stand, CodeSpace(question.rules, guesses=True), watch.seconds))
            return watch.stop

        solution = solve(
            question.rules,
            question.objective,
            depth=question.depth,
            history=question.history,
            first_guess=question.first_guess,
            consistent=question.consistent,
            width=options.width,
            positions=options.positions,
            memory=limits.memory or 0,
            threads=options.threads,
            journal=None if kept is None else kept.journal,
            on_progress=progress,
        )
    return Found(solution, _stopped(solution, watch, options.positions), watch.seconds)


def search_split(question: Question, options: SearchOptions, limits: Limits, workers: Workers) -> Found:
    """Searches once for each kind of first guess, on workers."""
    guesses = CodeSpace(question.rules, guesses=True)
    kinds = first_guesses(question.rules)
    done = 0
    with interrupted_once(), showing(_("first guesses"), total=len(kinds)) as watch:

        def told(guess: str, solution: Solution) -> None:
            nonlocal done
            done += 1
            watch.say(_part(guess, solution))
            watch.show("", done)

        solution = solve_split(
            question.rules,
            question.objective,
            workers,
            on_result=lambda guess, solution: told(guesses.text(guess), solution),
            depth=question.depth,
            consistent=question.consistent,
            width=options.width,
            positions=options.positions,
            memory=(limits.memory or 0) // _at_once(workers, len(kinds)),
            threads=options.threads,
        )
    return Found(solution, _stopped(solution, watch, options.positions), watch.seconds)


def _stopped(solution: Solution, watch: Watch, positions: int | None) -> str | None:
    """Tells what cut a search short, if anything did."""
    if solution.proven:
        return None
    if watch.interrupted or solution.interrupted:
        return "interrupt"
    if watch.timed_out:
        return "time"
    return "positions" if positions is not None and solution.spent.positions >= positions else None


def _at_once(workers: Workers, parts: int) -> int:
    """How many searches share the memory of this machine; workers of a cluster are taken to have their own."""
    return min(workers.count or os.cpu_count() or 1, parts) if isinstance(workers, Processes) else 1


def _part(guess: str, solution: Solution) -> str:
    """Says what one part of a split search has found."""
    found, lower = ("-" if bound is None else ", ".join(map(str, bound)) for bound in (solution.upper, solution.lower))
    if solution.proven:
        return _("first guess {guess}: {values}").format(guess=guess, values=found)
    text = _("first guess {guess}: {values}, not proven; at least {lower}")
    return text.format(guess=guess, values=found, lower=lower)


def progress_line(progress: Progress, guesses: CodeSpace, seconds: float) -> str:
    """Says in one line how a search stands."""
    if progress.upper is None:
        bounds, gap = _("at least {lower}").format(lower=progress.lower), "-"
    else:
        bounds = f"{progress.lower}..{progress.upper}"
        gap = f"{100 * (progress.upper - progress.lower) / max(progress.upper, 1):.2f} %"
    return _(
        "{stage} {bounds}  gap {gap}  first {guess}  {positions} positions  {speed}/s  {memory} MB  {seconds} s"
    ).format(
        stage={"total": _("total"), "worst": _("worst"), "fewest": _("fewest")}[progress.stage],
        bounds=bounds,
        gap=gap,
        guess="-" if progress.guess is None else guesses.text(progress.guess),
        positions=progress.positions,
        speed=round(progress.positions / max(seconds, 1e-3)),
        memory=progress.memory // 10**6,
        seconds=int(seconds),
    )


class Saver:
    """Writes a checkpoint every so often; a disk that is full now does not end the search of hours."""

    def __init__(self, checkpoint: Checkpoint | None) -> None:
        self._checkpoint = checkpoint
        self._next = time.monotonic() + SAVE_SECONDS

    def __call__(self) -> None:
        if self._checkpoint is not None and time.monotonic() >= self._next:
            self.save()
            self._next = time.monotonic() + SAVE_SECONDS

    def save(self) -> None:
        """Writes the checkpoint now."""
        try:
            if self._checkpoint is not None:
                self._checkpoint.save()
        except (OSError, FileError) as error:
            reason = getattr(error, "strerror", None) or error
            say(visible(_("sito: the checkpoint could not be written now: {reason}").format(reason=reason)))


@contextmanager
def _kept(checkpoint: Checkpoint | None) -> Iterator[Saver]:
    saver = Saver(checkpoint)
    try:
        yield saver
    finally:
        saver.save()
