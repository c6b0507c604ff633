"""The search of `sito solve`, watched: alone or on workers, with its checkpoint written now and then."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial

from sito.base.limits import Limits, Stopped
from sito.base.workers import Processes, Workers, parse_workers
from sito.certificate.writing import Certificate, UnwrittenError, certify, check_certifiable
from sito.cli.output import note
from sito.cli.solve.input import FileOptions, SearchOptions
from sito.cli.solve.progress import progress_line
from sito.cli.streams import say, visible
from sito.cli.watch import interrupted_once, showing
from sito.codes.code import CodeSpace
from sito.errors import Fault, FileError, InputError
from sito.exact.checkpoint import Checkpoint
from sito.exact.cluster import Standing, check_no_words, solve_together
from sito.exact.estimate import Estimate, Estimator
from sito.exact.problem import Problem, Progress, Solution
from sito.exact.solver import solve
from sito.exact.start import check_own_search
from sito.show.i18n import _, error_text
from sito.strategies.tree.strategy_tree import StrategyTree

SAVE_SECONDS = 30.0


@dataclass(frozen=True, slots=True)
class Found:
    """What a search found, and the seconds it took."""

    solution: Solution
    seconds: float = 0.0
    certificate: Certificate | None = None
    stopped_writing: Stopped | None = None
    unwritten: list[Fault] = field(default_factory=list)
    """What is wrong with the file of the certificate."""
    estimate: Estimate | None = None
    """What was likely left of the search when it ended."""

    @property
    def stopped(self) -> Stopped | None:
        """What ended the search before it had proven anything, or the writing of its certificate."""
        return self.stopped_writing if self.solution.proven else self.solution.stopped


def search(
    problem: Problem,
    effort: SearchOptions,
    files: FileOptions,
    limits: Limits,
    workers: Workers | None,
    start: StrategyTree | None,
) -> Found:
    """Searches in this process, or leads workers; from a tree, and writes a certificate, where these are named."""
    split, kept = workers is not None, files.checkpoint is not None
    if files.certificate is not None:
        check_certifiable(problem, files.least)
    check_own_search(problem, journal=kept, split=split)  # before the checkpoint is written
    if split:
        check_no_words(problem)
    checkpoint = checkpoint_of(problem, files)
    if checkpoint is not None and not split:
        start = start or checkpoint.best_for(problem)
    guesses, estimator = CodeSpace(problem.rules, guesses=True), Estimator()
    with interrupted_once(), saving(checkpoint) as save_now_and_then, showing(_("preparing the search")) as watch:

        def tell(progress: Progress) -> None:
            save_now_and_then()
            estimate = estimator.note(progress, watch.seconds)
            watch.show(progress_line(progress, guesses, watch.seconds, estimate))

        def tell_together(standing: Standing) -> None:
            save_now_and_then()
            watch.show(progress_line(standing.progress, guesses, watch.seconds), below=tuple(map(str, standing.open)))

        if workers is not None:
            together = solve_together(
                problem,
                workers,
                limits=limits_of_each(limits, workers),
                checkpoint=checkpoint,
                on_progress=tell_together,
                threads=effort.threads,
                start=start,
                on_interrupt="return",
            )
            return Found(together, watch.seconds)
        journal = None if checkpoint is None else checkpoint.journal
        alone = (
            partial(solve, problem)
            if files.certificate is None
            else partial(certify, problem, files.certificate, least=files.least)
        )
        try:
            found = alone(
                limits=limits,
                threads=effort.threads,
                journal=journal,
                start=start,
                on_progress=tell,
                on_interrupt="return",
            )
        except UnwrittenError as error:
            return Found(error.solution, watch.seconds, unwritten=list(error.faults))
    if isinstance(found, Solution):
        return Found(found, watch.seconds, estimate=estimator.latest)
    return Found(found.solution, watch.seconds, found.certificate, found.stopped, estimate=estimator.latest)


def read_workers(text: str, refusal: Fault | None) -> Workers | None:
    """Reads who searches; None is this process alone. Raises `InputError`, for workers with the refusal."""
    workers = parse_workers(text)
    if text == "serial":
        return None
    InputError.check([] if refusal is None else [refusal])
    return workers


def checkpoint_of(problem: Problem, files: FileOptions) -> Checkpoint | None:
    """Opens the checkpoint that was named, if one was."""
    if files.checkpoint is None:
        return None
    return Checkpoint(files.checkpoint, problem.rules, consistent=problem.consistent, width=problem.width)


def limits_of_each(limits: Limits, workers: Workers) -> Limits:
    """Shares the memory of this machine among the workers; those of a cluster are taken to have their own."""
    count = workers.count or os.cpu_count() or 1 if isinstance(workers, Processes) else 1
    return replace(limits, memory=max(1, (limits.memory or 0) // count))


class Saver:
    """Writes a checkpoint every so often; a disk that is full now does not end the search of hours."""

    def __init__(self, checkpoint: Checkpoint | None) -> None:
        self._checkpoint = checkpoint
        self._next = time.monotonic() + SAVE_SECONDS

    def __call__(self) -> None:
        if self._checkpoint is not None and time.monotonic() >= self._next:
            self.save()
            self._next = time.monotonic() + SAVE_SECONDS

    def save(self) -> bool:
        """Writes the checkpoint now, if there is one, and tells whether it is written."""
        if self._checkpoint is None:
            return False
        try:
            self._checkpoint.save()
        except FileError as error:
            problem = _("sito: the checkpoint could not be written now: {reason}")
            say(visible(problem.format(reason=error_text(error))))
            return False
        return True


@contextmanager
def saving(checkpoint: Checkpoint | None) -> Iterator[Saver]:
    """Saves a checkpoint, if there is one, now and then and at the end, and says so then."""
    saver = Saver(checkpoint)
    try:
        yield saver
    finally:
        if saver.save() and checkpoint is not None:
            note(_("What the search has learned is in {file}.").format(file=checkpoint.file))
