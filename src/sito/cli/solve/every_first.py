"""`sito solve --every-first`: what each first guess is worth, as a table, as CSV and as JSON."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from dataclasses import replace

from sito.base.files import write_atomically
from sito.base.limits import Limits, Stopped
from sito.cli.cache import Keeper, cache
from sito.cli.files import STANDARD_OUTPUT
from sito.cli.output import emit, emit_json, message, settings, show_table
from sito.cli.solve.input import FileOptions, FirstOptions, QuestionOptions, SearchOptions
from sito.cli.solve.search import checkpoint_of, limits_of_each, read_workers, saving
from sito.cli.watch import interrupted_once, showing, undisturbed
from sito.codes.code import CodeSpace
from sito.errors import N_, Fault, FileError
from sito.exact.first import EveryFirst, FirstGuess, FirstProgress, every_first
from sito.exact.proofs import keep_first, recall_firsts
from sito.exact.start import check_own_search
from sito.operations.operation import as_json
from sito.operations.searches import ToldFirsts
from sito.rules.rules import Notation, Rules
from sito.show.i18n import _, fault_text, ngettext
from sito.show.in_words.solutions import aim_names
from sito.show.render import Column

SHOWN = 20
"""How many rows the table on the screen has, if --top does not say so."""


def value_first_guesses(
    asked: QuestionOptions, effort: SearchOptions, allowed: Limits, files: FileOptions, options: FirstOptions
) -> Stopped | None:
    """Values them and tells what was found; returns what ended the work early."""
    first = asked.first
    problem = replace(asked, first=None).read_problem()
    guesses = CodeSpace(problem.rules, guesses=True)
    chosen = None if first is None else _split_guesses(problem.rules, first)
    whole = Fault(N_("--executor splits a whole game; leave out --{name}"), name="checkpoint")
    workers = read_workers(effort.executor, None if files.checkpoint is None else whole)
    if files.checkpoint is not None:
        check_own_search(problem, journal=True)
    checkpoint = checkpoint_of(problem, files)
    with cache() as store:
        keeper = Keeper()
        known = [] if effort.fresh else keeper.keep(lambda: recall_firsts(store, problem)) or []
        with interrupted_once(), showing(_("preparing the search")) as watch, saving(checkpoint) as save_now_and_then:

            def tell_progress(progress: FirstProgress) -> None:
                save_now_and_then()
                watch.show(_progress_line(progress, guesses, watch.seconds), progress.done)

            table = every_first(
                problem,
                first=chosen,
                top=options.top,
                known=known,
                limits=allowed if workers is None else limits_of_each(allowed, workers),
                threads=effort.threads,
                journal=None if checkpoint is None else checkpoint.journal,
                executor=workers,
                on_progress=tell_progress,
                on_result=lambda row: keeper.keep(lambda: keep_first(store, problem, row)),
                on_interrupt="return",
            )
        with undisturbed():
            unwritten = _write(table, options)
    _tell(table, guesses, effort, options, watch.seconds)
    if unwritten is not None:
        raise unwritten
    if table.fault is not None:
        message(_("sito: {problem}").format(problem=fault_text(table.fault)))
    return table.stopped


def _split_guesses(rules: Rules, text: str) -> list[str]:
    """Takes first guesses apart, between which there are commas or semicolons; numbers of a code may have commas."""
    return re.split(";" if rules.notation is Notation.NUMBERS else "[,;]", text)


def _progress_line(progress: FirstProgress, guesses: CodeSpace, seconds: float) -> str:
    """Says in one line how far the work is."""
    if not progress.guesses:
        return _("preparing the search") + "  " + _("{seconds} s").format(seconds=int(seconds))
    counted = _("first guesses")
    parts = [f"{counted} {progress.done}/{progress.guesses}"]
    if progress.best is not None and progress.best.upper is not None:
        text = _("first guess {guess}: {values}")
        values = ", ".join(map(str, progress.best.upper))
        parts.append(text.format(guess=guesses.text(progress.best.guess), values=values))
    if progress.guess is not None:
        parts.append(f"{guesses.text(progress.guess)} ...")
    parts += [f"{progress.memory // 10**6} MB", _("{seconds} s").format(seconds=int(seconds))]
    return "  ".join(parts)


def _write(table: EveryFirst, options: FirstOptions) -> FileError | None:
    """Writes the CSV; returns what is wrong, so that what was found is told before."""
    if options.csv is None or options.csv == STANDARD_OUTPUT:
        return None
    try:
        write_atomically(options.csv, table.csv())
    except FileError as error:
        return error
    return None


def _tell(table: EveryFirst, guesses: CodeSpace, effort: SearchOptions, options: FirstOptions, seconds: float) -> None:
    if settings.json:
        spent = {"width": table.problem.width, "threads": effort.threads, "seconds": round(seconds, 3)}
        emit_json({**as_json(ToldFirsts.of(table)), **spent})
    elif options.csv == STANDARD_OUTPUT:
        sys.stdout.write(table.csv())
        sys.stdout.flush()
    else:
        _show(table, guesses, options.top or SHOWN)
        for sentence in _sentences(table):
            emit(sentence)


def _show(table: EveryFirst, guesses: CodeSpace, most: int) -> None:
    """Writes the best rows as a table."""
    names = aim_names(table.problem.objective)
    columns = [Column(_("first guess")), *(Column(name, right=True) for name in names), Column(_("proven"))]
    shown = [
        [guesses.text(row.guess), *_bounds(row, len(names)), _("yes") if row.proven else _("no")]
        for row in table.rows[:most]
    ]
    show_table(columns, shown)
    if len(table) > most:
        emit(_("and {count} more").format(count=len(table) - most))


def _bounds(row: FirstGuess, parts: int) -> list[str]:
    """Writes each part of a value, or its bounds where it is not certain."""
    if row.lower is None:
        return ["-"] * parts
    if row.upper is None:
        return [f"{lower}.." for lower in row.lower]
    return [
        str(upper) if lower == upper else f"{lower}..{upper}" for lower, upper in zip(row.lower, row.upper, strict=True)
    ]


def _sentences(table: EveryFirst) -> Iterator[str]:
    """Says how much of the table is proven."""
    proven = sum(row.proven for row in table)
    yield ngettext(
        "Proven: what {proven} of {count} first guess is worth.",
        "Proven: what {proven} of {count} first guesses are worth.",
        len(table),
    ).format(proven=proven, count=len(table))
    if table.top is not None and 0 < table.certain < len(table):
        yield ngettext(
            "It is certain that the first {count} is the best.",
            "It is certain that the first {count} are the best, in this order.",
            table.certain,
        ).format(count=table.certain)
