"""`sito pegs`: peg solitaire on any board."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import islice
from pathlib import Path
from typing import Annotated

import typer

from sito.cli.output import command, emit, emit_json, examples, message, new_app, note, settings
from sito.cli.pegs.checkpoint import Checkpoint
from sito.cli.pegs.report import (
    as_json,
    counts,
    jumps_text,
    levels_json,
    moves_text,
    tell,
    tell_counts,
    tell_levels,
)
from sito.cli.pegs.views import Show, View
from sito.cli.watch import Watch, watching
from sito.errors import N_, Fault, InputError, LimitError
from sito.files import check_writable
from sito.i18n import _, fault_text, ngettext
from sito.limits import Limits
from sito.puzzles.pegs.analysis import Analysis
from sito.puzzles.pegs.answer import Answer, Exhausted
from sito.puzzles.pegs.boards import BOARD_NAMES, Board
from sito.puzzles.pegs.pictures import numbers as numbered
from sito.puzzles.pegs.pictures import unicode_board
from sito.puzzles.pegs.problem import Problem, Solution, parse_solution, solution_text
from sito.puzzles.pegs.proofs import pagoda_proof

app = new_app()

_UNITS = {"k": 10, "m": 20, "g": 30, "t": 40}


def _board_completion(incomplete: str) -> list[str]:
    return [name for name in BOARD_NAMES if name.startswith(incomplete)]


@command(
    app,
    help=_(
        "Solves peg solitaire: the fewest moves, a run of jumps by one peg being one move, with a solution; or why "
        "there is none. A solution is written as the holes that the pegs stand on: (0,6)(9,3)(2,0,6). Exit code 4 if "
        "the search was cut short by --budget or --memory; then what is known is told."
    ),
    epilog=examples(
        "sito pegs hoppers --first 0,6 --all",
        "sito pegs english --count",
        "sito pegs triangle-5 --start apex --finish any --view boards",
        "sito pegs 'ooooo/ooooo/ooooo' --jumps orthogonal+diagonal --start 7 --animate",
        "sito pegs french --start centre --finish any",
    ),
)
def pegs(
    board_text: Annotated[
        str,
        typer.Argument(
            metavar="BOARD",
            help=_(
                "english, french, diamond, wiegleb, asymmetric, hoppers, triangle-N, square-N; a drawing with o for a "
                "hole, - for none and / after each row; or a number of holes, with a list of --jumps."
            ),
            autocompletion=_board_completion,
        ),
    ],
    jumps: Annotated[
        str,
        typer.Option(
            "--jumps",
            "-j",
            metavar="JUMPS",
            help=_("Of a drawing: orthogonal, diagonal, orthogonal+diagonal, triangular, or a list: 0-1-2,2-1-0."),
        ),
    ] = "",
    start: Annotated[
        str,
        typer.Option(
            "--start",
            "-s",
            metavar="START",
            help=_("The hole that is empty at first, by number or name, or a drawing: o is a peg, . an empty hole."),
        ),
    ] = "",
    finish: Annotated[
        str,
        typer.Option(
            "--finish",
            "-f",
            metavar="FINISH",
            help=_("The hole of the last peg, same, any, fewest (as few pegs as can be), or a drawing."),
        ),
    ] = "",
    first: Annotated[str, typer.Option("--first", metavar="FROM,TO", help=_("The first jump must be this."))] = "",
    every: Annotated[bool, typer.Option("--all", "-a", help=_("All solutions with the fewest moves."))] = False,
    longer: Annotated[bool, typer.Option("--longer", help=_("With --all: those with more moves, too."))] = False,
    up_to_symmetry: Annotated[
        bool,
        typer.Option(
            "--up-to-symmetry",
            help=_("With --all: one of those that the symmetries of the problem make of each other."),
        ),
    ] = False,
    limit: Annotated[
        int | None, typer.Option("--limit", "-n", min=0, metavar="NUMBER", help=_("With --all: at most so many."))
    ] = None,
    count: Annotated[
        bool, typer.Option("--count", "-c", help=_("How many solutions, games and positions there are, exactly."))
    ] = False,
    levels: Annotated[bool, typer.Option("--levels", help=_("How many positions have how many pegs."))] = False,
    hint: Annotated[bool, typer.Option("--hint", help=_("Only the next move of a shortest solution."))] = False,
    stuck: Annotated[bool, typer.Option("--stuck", help=_("The shortest way to get stuck instead."))] = False,
    why: Annotated[
        bool, typer.Option("--why", help=_("If there is no solution, look for a pagoda function that shows it, too."))
    ] = False,
    check: Annotated[
        str | None, typer.Option("--check", metavar="SOLUTION", help=_("Check a solution instead of finding one."))
    ] = None,
    view: Annotated[View, typer.Option("--view", help=_("How to write a solution."))] = View.LINE,
    numbers: Annotated[bool, typer.Option("--numbers", help=_("Show the numbers of the holes."))] = False,
    animated: Annotated[
        bool, typer.Option("--animate", help=_("Show the solution in motion; with --svg, draw a moving picture."))
    ] = False,
    pace: Annotated[
        float, typer.Option("--pace", min=0, metavar="SECONDS", help=_("How long a move of the animation takes."))
    ] = 1.0,
    svg: Annotated[
        Path | None, typer.Option("--svg", metavar="FILE", help=_("Draw the solution into an SVG file."))
    ] = None,
    budget: Annotated[
        float | None, typer.Option("--budget", min=0, metavar="SECONDS", help=_("How long to search at most."))
    ] = None,
    memory: Annotated[
        str, typer.Option("--memory", metavar="SIZE", help=_("How much memory the positions may take, such as 8G."))
    ] = "2G",
    checkpoint: Annotated[
        Path | None,
        typer.Option("--checkpoint", metavar="FOLDER", help=_("Keep the search there, and go on with what is there.")),
    ] = None,
) -> int:
    if svg is not None:
        check_writable(svg)
    board = Board.parse(board_text, jumps)
    problem = Problem.parse(board, start, finish)
    if numbers:
        emit(numbered(board))
        emit("")
    if check is not None:
        return _check(problem, parse_solution(check))
    with watching(budget) as watch:
        limits = Limits(memory=_bytes(memory))
        analysis = Analysis(problem, limits=limits, on_progress=lambda progress: watch.stop(progress.positions))
        watch.describe = lambda: ngettext(
            "{count} level; positions done in this one:",
            "{count} levels; positions done in this one:",
            analysis.levels_searched,
        ).format(count=analysis.levels_searched)
        if checkpoint is not None:
            store = Checkpoint(checkpoint)
            if resumed := store.resume(analysis):
                going_on = ngettext("Going on after {count} level.", "Going on after {count} levels.", resumed)
                note(going_on.format(count=resumed))
            analysis.on_level = lambda: store.store(analysis)
        try:
            if stuck:
                return _stuck(analysis, view)
            answer = analysis.solve(analysis.first_jump(first) if first else None)
            if why:
                answer = _with_pagoda(answer)
            if hint:
                return _hint(answer, watch)
            show = Show(every, longer, up_to_symmetry, limit, view, animated, pace, svg)
            return _solve(analysis, answer, first, watch, show, count=count, levels=levels)
        except LimitError as error:
            return _cut(error.faults[0], watch)


def _solve(
    analysis: Analysis, answer: Answer, first: str, watch: Watch, show: Show, *, count: bool, levels: bool
) -> int:
    solutions: Iterable[Solution] = () if answer.solution is None else (answer.solution,)
    if show.every and answer.solution is not None:
        jump = analysis.first_jump(first) if first else None
        solutions = analysis.solutions(jump, every=show.longer, up_to_symmetry=show.up_to_symmetry)
    if settings.json:
        facts = as_json(answer)
        if count and answer.stopped is None:
            facts["counts"] = counts(analysis)
        if levels:
            facts["levels"] = levels_json(analysis)
        emit_json(facts)
        if show.every:  # each solution in a line of its own: there may be millions
            for solution in islice(solutions, show.limit):
                emit_json({"solution": solution_text(solution)})
    else:
        # A list of solutions is data by itself; one solution belongs to its sentence.
        tell(answer, message if show.every else emit)
        show.solutions(answer.problem, solutions)
        if count and answer.stopped is None:
            emit("")
            tell_counts(counts(analysis))
        if levels:
            emit("")
            tell_levels(analysis, answer.stopped is None)
    if answer.solution is not None and show.svg is not None:
        show.draw(answer.problem, answer.solution)
    return 0 if answer.stopped is None else _exit_code(watch)


def _stuck(analysis: Analysis, view: View) -> int:
    solution = analysis.shortest_stuck()
    if settings.json:
        emit_json({"stuck": None if solution is None else solution_text(solution)})
    elif solution is None:
        emit(_("Nobody gets stuck here: every game finishes."))
    else:
        text = _("{jumps}, in {moves}: then no jump is left.")
        emit(text.format(jumps=jumps_text(solution), moves=moves_text(len(solution))))
        Show(view=view).solutions(analysis.problem, [solution])
    return 0


def _hint(answer: Answer, watch: Watch) -> int:
    if settings.json:
        emit_json({"hint": solution_text(answer.solution[:1]) if answer.solution else None, "moves": answer.upper})
    elif answer.solution:
        left = moves_text(len(answer.solution))
        emit(_("{move}: {left} to go.").format(move=solution_text(answer.solution[:1]), left=left))
    else:
        tell(answer, emit)
    return 0 if answer.stopped is None else _exit_code(watch)


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


def _cut(fault: Fault, watch: Watch) -> int:
    message(_("sito: {why}").format(why=fault_text(fault)))
    return _exit_code(watch)


def _exit_code(watch: Watch) -> int:
    message(_("sito: the search was cut short, so this is not proven"))
    return 130 if watch.interrupted else 4


def _bytes(text: str) -> int:
    """Reads a size such as 8G or 500M."""
    match = re.fullmatch(r"(\d{1,6})([kmgt]?)(i?b)?", text.strip().lower())
    if match is None:
        raise InputError(Fault(N_("{text!r} is no size: write a number of bytes, or one like 500M or 8G"), text=text))
    return int(match[1]) << _UNITS.get(match[2], 0)
