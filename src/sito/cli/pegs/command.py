"""`sito pegs`: peg solitaire on any board."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from sito.base.files import check_writable
from sito.base.limits import Limits
from sito.cli.by_hand.options import PlayOptions
from sito.cli.command import command
from sito.cli.limits import SearchLimits, cut_short
from sito.cli.output import emit, emit_json, message, note, settings
from sito.cli.pegs.checkpoint import Checkpoint
from sito.cli.pegs.views import (
    AnswerOptions,
    CheckpointOptions,
    ProblemOptions,
    ViewOptions,
    draw_svg,
    show_solutions,
    tell,
    tell_counts,
    tell_levels,
)
from sito.cli.watch import showing
from sito.errors import N_, Fault, InputError, LimitError
from sito.operations.operation import as_json
from sito.operations.pegs import PegCounts, PegFacts
from sito.puzzles.pegs.analysis import DEFAULT_MEMORY, Analysis, PegProgress
from sito.puzzles.pegs.answer import Answer, Exhausted
from sito.puzzles.pegs.boards import Jump
from sito.puzzles.pegs.notation import Solution, parse_solution, solution_text
from sito.puzzles.pegs.pictures import numbers as numbered
from sito.puzzles.pegs.pictures import unicode_board
from sito.puzzles.pegs.problem import Problem
from sito.puzzles.pegs.proofs import pagoda_proof
from sito.show.i18n import _, fault_text, ngettext
from sito.show.puzzle_sentences.pegs import jumps_text, moves_text

if TYPE_CHECKING:
    from sito.cli.by_hand.loop import AnyStand


@command(
    help=N_(
        "Solves peg solitaire: the fewest moves, a run of jumps by one peg being one move, with a solution; or why "
        "there is none. A solution is written as the holes that the pegs stand on: (0,6)(9,3)(2,0,6). Exit code 4 if "
        "the search was cut short by --time or --memory (2GiB without it); then what is known is told. With --play you "
        "jump yourself; exit code 1 if you leave before the finish is reached."
    ),
    examples=(
        "sito pegs hoppers --first 0,6 --all",
        "sito pegs english --count",
        "sito pegs triangle-5 --start apex --finish any --view boards",
        "sito pegs 'ooooo/ooooo/ooooo' --jumps orthogonal+diagonal --start 7 --animate",
        "sito pegs french --start centre --finish any",
        "sito pegs english --play",
    ),
)
def pegs(
    asked: ProblemOptions,
    wanted: AnswerOptions,
    view: ViewOptions,
    limits: SearchLimits,
    kept: CheckpointOptions,
    playing: PlayOptions,
) -> int:
    if playing.by_hand:
        allowed = limits.limits()
        return playing.run("pegs", lambda: _by_hand(asked, allowed), allowed, asked, (wanted, view, kept))
    if view.svg:
        check_writable(view.svg)
    problem = asked.read()
    allowed = limits.limits(memory=DEFAULT_MEMORY)
    if view.numbers and not settings.json:
        emit(numbered(problem.board))
        emit("")
    if wanted.check is not None:
        return _check(problem, parse_solution(wanted.check))
    found = _search(problem, asked.first, wanted, allowed, kept.checkpoint)
    if wanted.stuck and found.cut is None:
        _tell_stuck(problem, found.stuck, view)
    elif found.answer is not None and wanted.hint:
        _tell_hint(found.answer)
    elif found.answer is not None:
        _tell(found, found.answer, wanted, view)
    if found.cut is not None:
        message(_("sito: {why}").format(why=fault_text(found.cut)))
    return 0 if found.is_complete else cut_short(found.analysis.stopped)


def _by_hand(asked: ProblemOptions, limits: Limits) -> AnyStand:
    from sito.cli.pegs.by_hand import PegStand
    from sito.puzzles.pegs.by_hand import PegsByHand

    if asked.first:
        raise InputError.said("--play is for solving the puzzle yourself; leave out {option}", option="--first")
    return PegStand(hand=PegsByHand.begin(asked.read(), limits))


@dataclass
class _Found:
    """What a search has found by the time it ends, and what cut it short, if anything did."""

    analysis: Analysis
    answer: Answer | None = None
    first: Jump | None = None
    stuck: Solution | None = None
    counts: dict[str, int] | None = None
    cut: Fault | None = None

    @property
    def is_complete(self) -> bool:
        """Whether nothing was cut short."""
        return self.cut is None and (self.answer is None or self.answer.stopped is None)


def _search(problem: Problem, first: str, wanted: AnswerOptions, limits: Limits, checkpoint: Path | None) -> _Found:
    """Searches, watched; the levels are kept in the checkpoint if there is one."""
    store = None if checkpoint is None else Checkpoint(checkpoint)
    with showing(_("searching")) as watch:

        def tell_progress(progress: PegProgress) -> None:
            done = ngettext("{count} level done", "{count} levels done", progress.levels).format(count=progress.levels)
            watch.show(
                _("{levels}; positions of the next: {positions}").format(levels=done, positions=progress.positions)
            )

        analysis = Analysis(problem, limits=limits, on_progress=tell_progress, on_interrupt="return")
        if store is not None:
            analysis.on_level = lambda: store.store(analysis)
            if resumed := store.resume(analysis):
                going_on = ngettext("Going on after {count} level.", "Going on after {count} levels.", resumed)
                watch.say(going_on.format(count=resumed))
        found = _Found(analysis)
        try:
            _answer(found, first, wanted)
        except LimitError as error:
            found.cut = error.faults[0]
    return found


def _answer(found: _Found, first: str, wanted: AnswerOptions) -> None:
    """Works out what is wanted. Raises `LimitError` with a part of it when the search is cut short."""
    analysis = found.analysis
    if wanted.stuck:
        found.stuck = analysis.shortest_stuck()
        return
    found.first = analysis.first_jump(first) if first else None
    answer = analysis.solve(found.first)
    found.answer = _with_pagoda(answer) if wanted.why else answer
    if wanted.count and answer.stopped is None:
        found.counts = as_json(PegCounts.of(analysis))


def _tell(found: _Found, answer: Answer, wanted: AnswerOptions, view: ViewOptions) -> None:
    analysis = found.analysis
    solutions: Iterable[Solution] = () if answer.solution is None else (answer.solution,)
    if wanted.every and answer.solution is not None:
        solutions = analysis.solutions(found.first, every=wanted.longer, up_to_symmetry=wanted.up_to_symmetry)
    solutions = islice(solutions, wanted.limit)
    if settings.json:
        facts = as_json(PegFacts.of(answer))
        if found.counts is not None:
            facts["counts"] = found.counts
        if wanted.levels:
            facts["levels"] = [
                {"pegs": level.pegs, "up_to_symmetry": level.classes, "positions": level.positions}
                for level in analysis.searched()
            ]
        emit_json(facts)
        if wanted.every:  # each solution in a line of its own: there may be millions
            for solution in solutions:
                emit_json({"solution": solution_text(solution)})
    else:
        # A list of solutions is data by itself; one solution belongs to its sentence.
        tell(answer, message if wanted.every else emit)
        show_solutions(answer.problem, solutions, view)
        if found.counts is not None:
            emit("")
            tell_counts(found.counts)
        if wanted.levels:
            emit("")
            tell_levels(analysis, found.is_complete)
    if answer.solution is not None:
        draw_svg(answer.problem, answer.solution, view)


def _tell_stuck(problem: Problem, solution: Solution | None, view: ViewOptions) -> None:
    if settings.json:
        emit_json({"stuck": None if solution is None else solution_text(solution)})
    elif solution is None:
        emit(_("Nobody gets stuck here: every game finishes."))
    else:
        text = _("{jumps}, in {moves}: then no jump is left.")
        emit(text.format(jumps=jumps_text(solution), moves=moves_text(len(solution))))
        show_solutions(problem, [solution], view)


def _tell_hint(answer: Answer) -> None:
    if settings.json:
        hint = solution_text(answer.solution[:1]) if answer.solution else None
        emit_json({"hint": hint, "moves": answer.upper, "proven": answer.proven})
    elif answer.solution:
        left = moves_text(len(answer.solution))
        emit(_("{move}: {left} to go.").format(move=solution_text(answer.solution[:1]), left=left))
    else:
        tell(answer, emit)


def _check(problem: Problem, solution: Solution) -> int:
    """Follows a solution that was given; 1 if it does not finish."""
    end = problem.positions(solution)[-1]
    solved = end in problem.finishes
    if settings.json:
        emit_json({"solved": solved, "moves": len(solution), "pegs_left": end.bit_count()})
    elif solved:
        text = _("Right: it finishes after {moves} ({jumps}).")
        emit(text.format(moves=moves_text(len(solution)), jumps=jumps_text(solution)))
    else:
        emit(_("It does not finish; this is left:"))
        emit(unicode_board(problem.board, end))
    return 0 if solved else 1


def _with_pagoda(answer: Answer) -> Answer:
    """Puts a pagoda function in the place of a bare search, if there is one."""
    if answer.solution is None and (answer.reason is None or isinstance(answer.reason, Exhausted)):
        proof = pagoda_proof(answer.problem)
        if proof is not None:
            return Answer(answer.problem, None, None, None, proof)
        note(_("There is no pagoda function that shows it."))
    return answer
