"""`sito solve` done: the search, or what was kept of an earlier one, and what is told of it."""

from __future__ import annotations

from collections.abc import Mapping

from sito.base.limits import Stopped
from sito.cli.cache import Keeper, cache
from sito.cli.limits import SearchLimits, cut_short
from sito.cli.options import read_tree
from sito.cli.output import message, note
from sito.cli.solve.every_first import value_first_guesses
from sito.cli.solve.input import FileOptions, FirstOptions, QuestionOptions, SearchOptions, read_limits
from sito.cli.solve.search import Found, read_workers, search
from sito.cli.watch import undisturbed
from sito.errors import N_, Fault, InputError, LimitError
from sito.exact.problem import Problem
from sito.exact.proofs import keep, recall
from sito.exact.start import NO_START
from sito.operations.operation import as_json
from sito.operations.searches import ToldSolution
from sito.show.i18n import _, fault_text, ngettext
from sito.show.in_words.solutions import solution_sentences


def solve_asked(
    asked: QuestionOptions, effort: SearchOptions, limits: SearchLimits, files: FileOptions, firsts: FirstOptions
) -> int:
    """Solves what was asked, and gives the exit code."""
    files.check()
    firsts.check(files)
    if firsts.every_first:
        if effort.start is not None:
            raise InputError(NO_START)
        stopped = value_first_guesses(asked, effort, read_limits(limits, effort.positions), files, firsts)
        return 0 if stopped is None else cut_short(stopped)
    problem = asked.read_problem()
    alone = Fault(N_("a search on workers does without --{name}; leave out --executor or --{name}"), name="certificate")
    workers = read_workers(effort.executor, None if files.certificate is None else alone)
    start = None if effort.start is None else read_tree(str(effort.start))
    allowed = read_limits(limits, effort.positions)
    with cache() as store:
        keeper = Keeper()
        forgets = effort.fresh or asked.width or files.certificate
        known = None if forgets else keeper.keep(lambda: recall(store, problem))
        found = search(problem, effort, files, allowed, workers, start) if known is None else Found(known)
        solution = found.solution
        with undisturbed():
            if known is None:
                keeper.keep(lambda: keep(store, solution))
            unsaved = files.write(solution.tree) + found.unwritten
    spent = {"width": asked.width, "threads": effort.threads, "seconds": round(found.seconds, 3)}
    files.show(solution.tree, solution_sentences(problem, solution), lambda: _as_json(problem, found, spent))
    files.tell(solution.tree, unsaved)
    if found.certificate is not None:
        count = found.certificate.records
        told = ngettext(
            "The certificate is in {file}: {size} bytes, {count} proof.",
            "The certificate is in {file}: {size} bytes, {count} proofs.",
            count,
        )
        note(told.format(file=files.certificate, size=found.certificate.size, count=count))
    elif files.certificate is not None and (solution.proven or (asked.width and not found.unwritten)):
        if found.stopped is None:
            message(_("sito: nothing shows that every strategy costs as much as --least says; name a lower total"))
        else:
            message(_("sito: the certificate was cut short, and nothing of it is kept"))
        return 130 if found.stopped is Stopped.INTERRUPT else LimitError.exit_code
    if solution.fault is not None:
        message(_("sito: {problem}").format(problem=fault_text(solution.fault)))
    return 0 if found.stopped is None else cut_short(found.stopped)


def _as_json(problem: Problem, found: Found, spent: Mapping[str, object]) -> dict[str, object]:
    stopped = "positions" if found.stopped is Stopped.WORK else found.stopped  # as the option is called
    more = {**spent, "estimate": _estimate_json(found), **_certificate_json(found)}
    return {**as_json(ToldSolution.of(problem, found.solution, stopped)), **more}


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
