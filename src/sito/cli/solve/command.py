"""`sito solve`: the best strategy there is, proven, as a tree that anyone can check."""

from __future__ import annotations

import os
from contextlib import nullcontext
from pathlib import Path
from typing import Annotated

import typer

from sito.cli.keeping import warn_not_kept
from sito.cli.options import rules_completion
from sito.cli.output import command, emit, emit_json, examples, message, new_app, note, progress_text, settings
from sito.cli.solve.input import read_memory, read_question
from sito.cli.solve.report import solution_json, tell
from sito.cli.solve.watch import SolveWatch, interrupted_once, undisturbed, watching
from sito.code import CodeSpace
from sito.errors import N_, Fault, InputError, SitoError, StoreError
from sito.exact.checkpoint import Checkpoint
from sito.exact.problem import Objective, Problem, Solution
from sito.exact.proofs import keep, recall
from sito.exact.solver import solve
from sito.exact.split import first_guesses, solve_split
from sito.files import check_writable
from sito.i18n import _
from sito.limits import Limits, Stopped
from sito.paths import data_dir
from sito.rules import Rules
from sito.store import Store, open_store
from sito.workers import Processes, Serial, Workers, parse_workers

app = new_app()

_LIMIT_HIT, _INTERRUPTED = 4, 130


@command(
    app,
    help=_(
        "Finds a strategy that no strategy beats, proves it and tells what it is worth; --save writes its tree. Cut "
        "short by a limit or by Ctrl-C it gives the best so far with both bounds, and exit code 4 or 130."
    ),
    epilog=examples(
        "sito solve 4x6",
        "sito solve bulls-and-cows --threads 2 --save best.tree.gz",
        "sito solve 4x6 --objective worst-total",
        "sito solve 4x6 --history 'CBFF:o EAAB:xxo'",
        "sito solve super-mastermind --width 10 --time 600 --checkpoint super.checkpoint",
    ),
    name="solve",
)
def solve_(
    rules: Annotated[
        str,
        typer.Argument(
            metavar="RULES",
            help=_("The game: a name or a text such as 4x6; 'sito rules' lists them."),
            autocompletion=rules_completion,
        ),
    ],
    objective: Annotated[
        Objective, typer.Option("--objective", help=_("What to make least; the first of several decides."))
    ] = Objective.TOTAL,
    depth: Annotated[
        int | None,
        typer.Option(
            "--depth", min=1, metavar="NUMBER", help=_("The most guesses that any code may need from here on.")
        ),
    ] = None,
    consistent: Annotated[
        bool, typer.Option("--consistent", help=_("Guess only codes that may still be the code."))
    ] = False,
    history: Annotated[
        str | None,
        typer.Option("--history", metavar="GAME", help=_("Begin after these guesses and answers, as in 'CBFF:o'.")),
    ] = None,
    first: Annotated[
        str | None, typer.Option("--first", metavar="GUESS", help=_("Fix the first guess that is looked for."))
    ] = None,
    width: Annotated[
        int | None,
        typer.Option(
            "--width", min=1, metavar="NUMBER", help=_("Try only so many guesses at a position: good, not proven.")
        ),
    ] = None,
    time: Annotated[
        float | None, typer.Option("--time", min=0, metavar="SECONDS", help=_("How long to search at most."))
    ] = None,
    positions: Annotated[
        int | None,
        typer.Option("--positions", min=0, metavar="NUMBER", help=_("How many positions to search at most.")),
    ] = None,
    memory: Annotated[
        str | None,
        typer.Option("--memory", metavar="SIZE", help=_("As in 200MB. Without it: half of what is free.")),
    ] = None,
    threads: Annotated[
        int, typer.Option("--threads", min=1, max=256, metavar="NUMBER", help=_("How many threads search."))
    ] = 1,
    save: Annotated[
        Path | None,
        typer.Option(
            "--save",
            metavar="FILE",
            help=_("Where to write the tree, - for standard output; compressed if it ends in .gz."),
        ),
    ] = None,
    checkpoint: Annotated[
        Path | None,
        typer.Option("--checkpoint", metavar="FILE", help=_("Write what is learnt here, and go on from it.")),
    ] = None,
    executor: Annotated[
        str,
        typer.Option(
            "--executor",
            metavar="WORKERS",
            help=_("Split by first guesses: processes, processes:NUMBER or dask://HOST:PORT."),
        ),
    ] = "serial",
    fresh: Annotated[bool, typer.Option("--fresh", help=_("Search again, whatever is kept."))] = False,
) -> int:
    to_file = save if save != Path("-") else None
    _check_files(to_file, checkpoint)  # before the work, for it may take long
    if to_file != save and settings.json:
        raise InputError(Fault(N_("--json and --save - both write to standard output; name a file for the tree")))
    question = read_question(rules, objective, depth, consistent, history, first, width)
    workers = parse_workers(executor)
    bytes_allowed = read_memory(memory)
    alone = isinstance(workers, Serial)
    if not alone:
        _check_split(history=history, first=first, checkpoint=checkpoint, time=time)
    with open_store(data_dir(), warn_not_kept) or nullcontext() as store:
        solution = None if fresh or width or store is None else _recall(store, question)
        stopped = None
        seconds = 0.0
        if solution is None:
            kept = _checkpoint(checkpoint, question)
            watch = SolveWatch(CodeSpace(question.rules, guesses=True), kept)
            if alone:
                limits = Limits(time, positions, bytes_allowed, lambda: watch.interrupted)
                with watching(watch):
                    solution = _search(question, limits, threads, kept, watch)
            else:
                with interrupted_once():
                    solution = _split(question, workers, positions, bytes_allowed, threads)
            stopped = _stopped(solution, watch)
            seconds = watch.seconds
            with undisturbed():
                if store is not None:
                    _keep(store, solution)
    with undisturbed():
        unsaved = _save(solution, to_file)
    if to_file != save and solution.tree is not None:
        tell(question, solution, note)
        emit(str(solution.tree).rstrip("\n"))
    elif settings.json:
        emit_json(solution_json(question, solution, stopped, width=width, threads=threads, seconds=round(seconds, 3)))
    else:
        tell(question, solution, message if to_file != save else emit)
    if unsaved is not None:
        raise SitoError(unsaved)
    if save is not None and solution.tree is None:
        message(_("sito: there is no tree to write"))
    elif to_file is not None:
        note(_("The tree is in {file}.").format(file=to_file))
    if stopped is None:
        return 0
    message(_("sito: the search was cut short, so this is not proven"))
    return _INTERRUPTED if stopped == "interrupt" else _LIMIT_HIT


def _check_files(tree: Path | None, checkpoint: Path | None) -> None:
    for file in (tree, checkpoint):
        if file is not None:
            check_writable(file)
    if checkpoint is not None and checkpoint.exists() and not checkpoint.is_file():
        raise InputError(Fault(N_("{file} is no file that can be a checkpoint; give another"), file=checkpoint))
    if tree is not None and checkpoint is not None and tree.resolve() == checkpoint.resolve():
        raise InputError(Fault(N_("--save and --checkpoint name the same file, {file}; give two"), file=tree))


def _recall(store: Store, question: Problem) -> Solution | None:
    try:
        return recall(store, question)
    except StoreError as error:
        warn_not_kept(error)
        return None


def _keep(store: Store, solution: Solution) -> None:
    try:
        keep(store, solution)
    except StoreError as error:  # what was found is told all the same
        warn_not_kept(error)


def _save(solution: Solution, file: Path | None) -> Fault | None:
    """Writes the tree; returns what is wrong, so that what was found is told before."""
    if file is None or solution.tree is None:
        return None
    try:
        solution.tree.save(file)
    except OSError as error:
        return Fault(N_("{file} could not be written: {reason}"), file=file, reason=error.strerror or error)
    return None


def _checkpoint(file: Path | None, question: Problem) -> Checkpoint | None:
    if file is None:
        return None
    return Checkpoint(file, question.rules, consistent=question.consistent, width=question.width)


def _check_split(**options: object) -> None:
    InputError.check(
        Fault(N_("--executor splits a whole game; leave out --{name}"), name=name)
        for name, value in options.items()
        if value is not None
    )


def _search(
    question: Problem, limits: Limits, threads: int, checkpoint: Checkpoint | None, watch: SolveWatch
) -> Solution:
    journal = None if checkpoint is None else checkpoint.journal
    return solve(question, limits=limits, threads=threads, journal=journal, on_progress=watch, on_interrupt="return")


def _split(question: Problem, workers: Workers, positions: int | None, memory: int, threads: int) -> Solution:
    guesses = CodeSpace(question.rules, guesses=True)

    def told(guess: object, solution: Solution) -> None:
        found, lower = (
            "-" if bound is None else ", ".join(map(str, bound)) for bound in (solution.upper, solution.lower)
        )
        if solution.proven:
            text = _("first guess {guess}: {values}").format(guess=guess, values=found)
        else:
            text = _("first guess {guess}: {values}, not proven; at least {lower}").format(
                guess=guess, values=found, lower=lower
            )
        if not settings.quiet:
            progress_text(text)

    return solve_split(
        question,
        workers,
        limits=Limits(work=positions, memory=max(1, memory // _at_once(workers, question.rules))),
        threads=threads,
        on_result=lambda guess, solution: told(guesses.text(guess), solution),
        on_interrupt="return",
    )


def _at_once(workers: Workers, rules: Rules) -> int:
    """How many searches share the memory of this machine; workers of a cluster are taken to have their own."""
    if not isinstance(workers, Processes):
        return 1
    return min(workers.count or os.cpu_count() or 1, len(first_guesses(rules)))


def _stopped(solution: Solution, watch: SolveWatch) -> str | None:
    """Tells what cut a search short, if anything did."""
    if solution.proven:
        return None
    if watch.interrupted or solution.stopped is Stopped.INTERRUPT:
        return "interrupt"
    return "positions" if solution.stopped is Stopped.WORK else solution.stopped
