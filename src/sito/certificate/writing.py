"""Writing certificates: an exact search, and then the proof of what it has found, as a file."""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from sito import _native
from sito.base.files import NewFile, check_writable
from sito.base.limits import Limits, OnInterrupt, Stopped, limits_of
from sito.certificate.header import Claim
from sito.certificate.sizes import INFINITE
from sito.codes.feedback import Feedback
from sito.errors import N_, Fault, FileError, InputError
from sito.exact.problem import Objective, Problem, Progress, Solution
from sito.exact.solver import (
    Journal,
    check_effort,
    depth_of,
    memory_of,
    problem_of,
    search_run,
    solution_of,
)
from sito.exact.start import history_numbers, searched_rules, starting_nodes
from sito.native.errors import native_errors
from sito.rules.rules import Rules
from sito.strategies.tree.strategy_tree import StrategyTree

_MOST_PEGS = 9  # the order of more pegs than that has too many symmetries


@dataclass(frozen=True, slots=True)
class Certificate:
    """A certificate that was written: what it proves, the size of its file, its proofs, and its digests.

    Of the `records`, so many are `looks`, which cost a byte, `splits`, and `known` from earlier ones. `digest` is the
    one with which it ends, `sha256` that of the whole before it is packed.
    """

    claim: Claim
    size: int
    looks: int
    splits: int
    known: int
    digest: str
    sha256: str

    @property
    def records(self) -> int:
        """How many proofs it is made of."""
        return self.looks + self.splits + self.known


@dataclass(frozen=True, slots=True)
class Certified:
    """What a search found, with its certificate; without one, `stopped` says what ended the search or the writing."""

    solution: Solution
    certificate: Certificate | None
    stopped: Stopped | None


class UnwrittenError(FileError):
    """The file of a certificate could not be written; the `solution` is what the search has found all the same."""

    def __init__(self, failure: FileError, solution: Solution) -> None:
        super().__init__(*failure.faults)
        self.solution = solution


def certify(
    problem: Problem | Rules | str,
    file: Path | str,
    objective: Objective | str | None = None,
    *,
    limits: Limits = Limits(),
    seconds: float | None = None,
    threads: int = 1,
    journal: Journal | None = None,
    start: StrategyTree | None = None,
    least: int | None = None,
    on_progress: Callable[[Progress], object] | None = None,
    on_interrupt: OnInterrupt = "raise",
) -> Certified:
    """Solves a problem as `solve` does, and writes a proof to a file that other programs can check.

    The certificate proves the lower bound: of the least total, or of the least worst case, which is that no strategy
    keeps to one guess less. After a narrow search (a `width`) it proves the lower bound of the total that comes from
    two guesses ahead, or `least` if that is greater; there is no certificate if that is too much to be
    proven. It is written as it is made, to a file that gets its name when all is there; a search or a
    writing that is cut short leaves no file. A file whose name ends in `.gz` is compressed.

    Raises what `solve` raises; `InputError` also for what certificates do not prove, and `FileError` if the file
    cannot be written: an `UnwrittenError` where the search was done before.
    """
    asked = problem_of(problem, objective)
    limits = limits_of(limits, seconds)
    check_effort(threads, journal)
    check_certifiable(asked, least)
    check_writable(Path(file))
    with native_errors(asked.rules), NewFile(file) as new:
        target = _Target(asked, new, compressed=Path(file).suffix == ".gz")
        run = search_run(asked.rules, target.ending(limits), on_progress, on_interrupt)
        outcome, counts = _native.solve_certified(
            searched_rules(asked),
            asked.objective.value,
            target,
            memory=memory_of(limits),
            depth=depth_of(asked),
            history=history_numbers(asked),
            positions=run.work,
            consistent=asked.consistent,
            width=asked.width,
            least=least or 0,
            threads=threads,
            journal=journal,
            start=None if start is None else starting_nodes(start, asked),
            watch=run.watch,
        )
        stopped = run.stopped(outcome.stopped)
        certificate = None if counts is None else target.end(*counts[1:])
    solution = solution_of(asked, outcome, stopped, start)
    if target.failure is not None:
        raise UnwrittenError(target.failure, solution)
    if certificate is not None and least is not None and not solution.proven:
        lower = (certificate.claim.lower or 0,)
        solution = replace(solution, lower=lower, proven=lower == solution.upper)
    return Certified(solution, certificate, None if certificate else stopped)


def check_certifiable(problem: Problem, least: int | None = None) -> None:
    """Raises `InputError` for what certificates do not prove."""
    InputError.check(_faults(problem, least))


def _faults(problem: Problem, least: int | None) -> Iterator[Fault]:
    rules = problem.rules
    if least is not None and (problem.width is None or not 0 <= least < INFINITE):
        yield Fault("least is a total below 2^28 for the certificate of a narrow search; give a width, too")
    if problem.objective not in (Objective.TOTAL, Objective.WORST):
        other = N_("a certificate proves total or worst, not {objective}; prove one after the other")
        yield Fault(other, objective=problem.objective.value)
    unknown = {
        f"lies{rules.lies}": rules.lies > 0,
        str(rules.hard and rules.hard.value): rules.hard is not None,
        "weights": rules.weights is not None,
        "first_guess": problem.first_guess is not None,
        "width": problem.width is not None and problem.objective is not Objective.TOTAL,
    }
    refused = N_("there are no certificates with {name}; leave it out")
    yield from (Fault(refused, name=name) for name, is_given in unknown.items() if is_given)
    if not all(turn.is_exact for turn in problem.history):
        yield Fault("there are no certificates after a turn with ?; give its whole answer")
    if rules.words is None and rules.pegs > _MOST_PEGS:
        yield Fault("there are certificates up to {most} pegs, not of {rules}", most=_MOST_PEGS, rules=rules)


class _Target:
    """Takes a certificate piece by piece and puts it into a file with header and digest, perhaps compressed."""

    def __init__(self, problem: Problem, file: NewFile, *, compressed: bool) -> None:
        self._problem = problem
        self._file = file
        # As gzip writes it, and without the time, so that equal certificates are equal files.
        self._packing = zlib.compressobj(wbits=16 + zlib.MAX_WBITS) if compressed else None
        self._digest = hashlib.sha256()
        self._size = 0
        self._claim = Claim(problem.rules, 0)
        self.failure: FileError | None = None
        """Why the file could not be written, if that is so; nothing more is written then."""

    def ending(self, limits: Limits) -> Limits:
        """Adds to the limits that the work ends when the file cannot be written."""
        return replace(limits, stop=lambda: self.failure is not None or (limits.stop is not None and limits.stop()))

    def claim(self, lower: int | None, depth: int | None) -> None:
        """Begins the certificate."""
        problem = self._problem
        turns = ((turn.guess, turn.answer) for turn in problem.history)
        history = tuple((guess, answer) for guess, answer in turns if isinstance(answer, Feedback))
        self._claim = Claim(problem.rules, lower, depth, problem.consistent, history)
        self.write(self._claim.header)

    def write(self, raw: bytes) -> None:
        """Adds bytes. What is wrong with the file is kept as `failure`: an error would lose what the search found."""
        self._digest.update(raw)
        self._put(raw if self._packing is None else self._packing.compress(raw))

    def _put(self, raw: bytes) -> None:
        self._size += len(raw)
        if self.failure is None:
            try:
                self._file.write(raw)
            except FileError as error:
                self.failure = error

    def end(self, looks: int, splits: int, known: int) -> Certificate | None:
        """Ends the certificate with its digest, and keeps the file."""
        digest = self._digest.copy()
        self.write(self._digest.digest())
        if self._packing is not None:
            self._put(self._packing.flush())
        if self.failure is None:
            try:
                self._file.keep()
            except FileError as error:
                self.failure = error
        if self.failure is not None:
            return None
        digests = digest.hexdigest(), self._digest.hexdigest()
        return Certificate(self._claim, self._size, looks, splits, known, *digests)
