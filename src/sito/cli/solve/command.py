"""`sito solve`: the best strategy there is, proven, as a tree that anyone can check."""

from __future__ import annotations

from sito.base.limits import Stopped
from sito.cli.cache import Keeper, cache
from sito.cli.command import command
from sito.cli.limits import SearchLimits
from sito.cli.options import read_tree
from sito.cli.output import emit, emit_json, message, note, settings
from sito.cli.solve.every_first import FirstOptions, value_first_guesses
from sito.cli.solve.input import (
    FileOptions,
    QuestionOptions,
    SearchOptions,
    options_named,
    read_limits,
    read_workers,
)
from sito.cli.solve.search import Found, search, search_together
from sito.cli.watch import undisturbed
from sito.errors import N_, FileError, InputError
from sito.exact.problem import Problem
from sito.exact.proofs import keep, recall
from sito.exact.starting_tree import NO_START
from sito.operations.contests import ToldSolution
from sito.operations.operation import as_json
from sito.show.i18n import _, fault_text, ngettext
from sito.show.in_words.solutions import solution_sentences

_LIMIT_HIT, _INTERRUPTED = 4, 130


@command(
    help=N_(
        "Finds a strategy that no strategy beats, proves it and tells what it is worth; --save writes its tree. Cut "
        "short by a limit or by Ctrl-C it gives the best so far with both bounds, and exit code 4 or 130."
    ),
    examples=(
        "sito solve 4x6",
        "sito solve bulls-and-cows --threads 2 --save best.tree.gz",
        "sito solve 4x6 --objective worst-total",
        "sito solve 4x6 --history 'CBFF:o EAAB:xxo'",
        "sito solve 4x6 --every-first --csv first.csv",
        "sito solve super-mastermind --width 10 --time 10m --checkpoint super.checkpoint",
    ),
    name="solve",
)
def solve_(
    asked: QuestionOptions, effort: SearchOptions, limits: SearchLimits, files: FileOptions, firsts: FirstOptions
) -> int:
    with options_named():
        return _solve(asked, effort, limits, files, firsts)


def _solve(
    asked: QuestionOptions, effort: SearchOptions, limits: SearchLimits, files: FileOptions, firsts: FirstOptions
) -> int:
    files.check(json=settings.json)
    firsts.check(files)
    if firsts.every_first:
        if effort.start is not None:
            raise InputError(NO_START)
        return _exit_code(value_first_guesses(asked, effort, read_limits(limits, effort.positions), files, firsts))
    problem = asked.read(effort.width)
    workers = read_workers(effort.executor, files)
    start = None if effort.start is None else read_tree(str(effort.start))
    allowed = read_limits(limits, effort.positions)
    with cache() as store:
        keeper = Keeper()
        known = (
            None if effort.fresh or effort.width or files.certificate else keeper.keep(lambda: recall(store, problem))
        )
        if known is not None:
            found = Found(known)
        elif workers is None:
            found = search(problem, effort.threads, allowed, files.checkpoint, files.certificate, start)
        else:
            found = search_together(problem, effort.threads, allowed, workers, files.checkpoint, start)
        with undisturbed():
            if known is None:
                keeper.keep(lambda: keep(store, found.solution))
            unsaved = _save(found, files)
    _tell(problem, found, effort, files)
    if failures := [error for error in (unsaved, found.unwritten) if error is not None]:
        raise FileError(*(fault for error in failures for fault in error.faults))
    if files.save is not None and found.solution.tree is None:
        message(_("sito: there is no tree to write"))
    elif files.tree is not None:
        note(_("The tree is in {file}.").format(file=files.tree))
    if found.certificate is not None:
        count = found.certificate.records
        told = ngettext(
            "The certificate is in {file}: {size} bytes, {count} proof.",
            "The certificate is in {file}: {size} bytes, {count} proofs.",
            count,
        )
        note(told.format(file=files.certificate, size=found.certificate.size, count=count))
    elif files.certificate is not None and found.solution.proven:
        message(_("sito: the certificate was cut short, and nothing of it is kept"))
        return _INTERRUPTED if found.stopped is Stopped.INTERRUPT else _LIMIT_HIT
    if found.solution.fault is not None:
        message(_("sito: {problem}").format(problem=fault_text(found.solution.fault)))
    return _exit_code(found.stopped)


def _exit_code(stopped: Stopped | None) -> int:
    """Says that a search was cut short, and gives the exit code."""
    if stopped is None:
        return 0
    message(_("sito: the search was cut short, so this is not proven"))
    return _INTERRUPTED if stopped is Stopped.INTERRUPT else _LIMIT_HIT


def _save(found: Found, files: FileOptions) -> FileError | None:
    """Writes the tree; returns what is wrong, so that what was found is told before."""
    tree = found.solution.tree
    if tree is None or files.tree is None:
        return None
    try:
        tree.save(files.tree)
    except FileError as error:
        return error
    return None


def _tell(problem: Problem, found: Found, effort: SearchOptions, files: FileOptions) -> None:
    solution = found.solution
    if files.tree_on_output and solution.tree is not None:
        for sentence in solution_sentences(problem, solution):
            note(sentence)
        emit(str(solution.tree).rstrip("\n"))
    elif settings.json:
        spent = {"width": effort.width, "threads": effort.threads, "seconds": round(found.seconds, 3)}
        more = {**spent, "estimate": _estimate_json(found), **_certificate_json(found)}
        emit_json({**as_json(ToldSolution.of(problem, solution, _word(found.stopped))), **more})
    else:
        for sentence in solution_sentences(problem, solution):
            (message if files.tree_on_output else emit)(sentence)


def _estimate_json(found: Found) -> dict[str, object] | None:
    """Says what is likely left of a search that was cut short, as a value of JSON."""
    estimate = found.estimate
    if estimate is None or found.solution.proven:
        return None
    return {
        "settled": [round(share, 4) for share in estimate.settled],
        "first_settled": [round(share, 4) for share in estimate.first],
        "positions_per_second": round(estimate.speed, 1),
        "positions_left": [round(number) for number in estimate.positions],
        "seconds_left": [round(number, 1) for number in estimate.seconds],
    }


def _certificate_json(found: Found) -> dict[str, object]:
    """Says what certificate was written, as a value of JSON."""
    written = found.certificate
    if written is None:
        return {}
    told = {"bytes": written.size, "records": written.records, "digest": written.digest, "sha256": written.sha256}
    return {"certificate": told}


def _word(stopped: Stopped | None) -> str | None:
    """Names what ended a search as the option is called."""
    return "positions" if stopped is Stopped.WORK else stopped
