"""What `sito solve` is asked: its options, in groups, and what they mean."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Annotated

from sito.base.files import check_writable
from sito.base.limits import Limits
from sito.cli.files import STANDARD_OUTPUT, SaveOptions, check_csv, check_output
from sito.cli.limits import SearchLimits
from sito.cli.options import read_game, read_rules
from sito.errors import N_, Fault, InputError
from sito.exact.problem import DEFAULT_MEMORY, Problem
from sito.operations.operation import Ask
from sito.operations.searches import ProblemQuestion
from sito.playing.game import Transcript
from sito.rules.rules import Rules

_OPTIONS = {
    "consistent": "--consistent",
    "depth": "--depth",
    "executor": "--executor",
    "first": "--first",
    "first_guess": "--first",
    "history": "--history",
    "journal": "--checkpoint",
    "start": "--start",
    "width": "--width",
}
"""The options that are written for what the library is given by these names."""


PositionsOption = Annotated[int | None, Ask(N_("How many positions to search at most."), 0)]


@dataclass(frozen=True, kw_only=True)
class QuestionOptions(ProblemQuestion):
    """The game, and what is to be found in it."""

    HEADING = N_("Goal")

    rules: Annotated[str, Ask(N_("The game: a name or a text such as 4x6; 'sito rules' lists them."))]
    history: Annotated[
        str | None, Ask(N_("Begin after these guesses and answers, as in 'CBFF:o'."), metavar="GAME")
    ] = None

    def read_problem(self) -> Problem:
        """Reads what is to be solved; the history may begin with the rules, as in a transcript. Raises `InputError`."""
        game = read_rules(self.rules)
        if self.history is None:
            return self.problem(Transcript(game))
        return self.problem(read_game(f"{game} {_without_rules(self.history, self.rules, game)}"))


@dataclass(frozen=True, kw_only=True)
class SearchOptions:
    """How hard to search, and where."""

    HEADING = N_("Search")

    positions: PositionsOption = None
    threads: Annotated[int, Ask(N_("How many threads search."), 1, 256)] = 1
    executor: Annotated[
        str, Ask(N_("Search on workers: processes, processes:NUMBER or dask://HOST:PORT."), metavar="WORKERS")
    ] = "serial"
    start: Annotated[Path | None, Ask(N_("Begin with this tree as the best so far."), metavar="TREE")] = None
    fresh: Annotated[bool, Ask(N_("Search again, even if the result is kept."))] = False


@dataclass(frozen=True, kw_only=True)
class FileOptions(SaveOptions):
    """What is written to files."""

    checkpoint: Annotated[
        Path | None, Ask(N_("Save what the search has learned in this file, and continue from it."))
    ] = None
    certificate: Annotated[
        Path | None,
        Ask(N_("Where to write a proof that 'sito certificate check' can check; compressed if it ends in .gz.")),
    ] = None
    least: Annotated[
        int | None, Ask(N_("With --width: a lower bound for the certificate to prove, if its own is less."), 1)
    ] = None

    def check(self) -> None:
        """Sees before the work that everything can be written. Raises `InputError`."""
        checkpoint = self.checkpoint
        if self.least is not None and self.certificate is None:
            raise InputError.said("--least says what a certificate proves; add --certificate")
        if self.certificate == STANDARD_OUTPUT:
            raise InputError.said("a certificate is no text for standard output, -; name a file, as in 4x6.cert")
        for file in filter(None, (self.tree, checkpoint, self.certificate)):
            check_writable(file)
        if checkpoint is not None and checkpoint.exists() and not checkpoint.is_file():
            raise InputError.said("{file} is no file that can be a checkpoint; give another", file=checkpoint)
        files = {"save": self.tree, "checkpoint": checkpoint, "certificate": self.certificate}
        named = [(name, file) for name, file in files.items() if file is not None]
        for (one, first), (other, second) in combinations(named, 2):
            if first.resolve() == second.resolve():
                same = N_("--{one} and --{other} name the same file, {file}; give two")
                raise InputError(Fault(same, one=one, other=other, file=first))
        super().check()


@dataclass(frozen=True, kw_only=True)
class FirstOptions:
    """Whether every first guess is valued, and what becomes of that."""

    HEADING = N_("First guesses")

    every_first: Annotated[bool, Ask(N_("Tell what each first guess is worth, best first; or of --first A,B."))] = False
    top: Annotated[int | None, Ask(N_("End when so many of the best first guesses are certain."), 1)] = None
    csv: Annotated[Path | None, Ask(N_("Where to write what each first guess is worth; - for standard output."))] = None

    def check(self, files: FileOptions) -> None:
        """Sees before the work that all can be done. Raises `InputError` with every fault."""
        faults: list[Fault] = []
        if not self.every_first:
            given = {"top": self.top, "csv": self.csv}
            alone = N_("--{name} tells of every first guess; add --every-first")
            faults += [Fault(alone, name=name) for name, value in given.items() if value is not None]
        else:
            if files.save is not None:
                faults.append(Fault(N_("--every-first makes a table and no tree; leave out --save")))
            if files.certificate is not None:
                faults.append(Fault(N_("there are no certificates with {name}; leave it out"), name="--every-first"))
        InputError.check(faults)
        check_csv(self.csv)
        check_output(self.csv)


@contextmanager
def options_named() -> Iterator[None]:
    """Lets refusals of the library name the options that a person has written.

    >>> from sito.exact.start import NO_START
    >>> with options_named():
    ...     raise InputError(NO_START)
    Traceback (most recent call last):
    sito.errors.InputError: this search does not begin with a tree; leave out --start
    """
    try:
        yield
    except InputError as error:
        raise type(error)(*map(_as_written, error.faults)) from error.__cause__


def _as_written(fault: Fault) -> Fault:
    """Gives a fault whose `name` or `names` are those of options, where it speaks of what an option gave."""
    name, names = fault.values.get("name"), fault.values.get("names")
    if isinstance(name, str) and "--{name}" not in fault.message:
        fault = Fault(fault.message, fault.plural, **{**fault.values, "name": _OPTIONS.get(name, name)})
    if isinstance(names, str) and all(each in _OPTIONS for each in names.split(", ")):
        written = ", ".join(_OPTIONS[each] for each in names.split(", "))
        fault = Fault(fault.message, fault.plural, **{**fault.values, "names": written})
    return fault


def read_limits(options: SearchLimits, positions: int | None) -> Limits:
    """Reads the limits of a search; without --memory it may take half of what is free. Raises `InputError`."""
    return options.limits(_free_memory() // 2, work=positions)


def _without_rules(history: str, named: str, game: Rules) -> str:
    """Takes the rules away that a history may begin with. Raises `InputError` if they are those of another game."""
    for text in (named.strip(), str(game)):
        if f"{history.strip()} ".startswith(f"{text} "):
            return history.strip().removeprefix(text)
    head, _, rest = history.strip().partition(" ")
    if ":" in head or not head:
        return history
    try:
        other = read_rules(head)
    except InputError:
        return history  # what is wrong with it is told with the turns
    if other != game:
        wrong = N_("the history is of a game with the rules {other}, not {rules}")
        raise InputError(Fault(wrong, other=head, rules=str(game)))
    return rest


def _free_memory() -> int:
    """What the system would give without swapping, at least as Linux tells it."""
    try:
        lines = Path("/proc/meminfo").read_text(encoding="ascii").splitlines()
        found = next(int(line.split()[1]) << 10 for line in lines if line.startswith("MemAvailable:"))
    except (OSError, StopIteration, ValueError):
        found = 2 * DEFAULT_MEMORY
    return found
