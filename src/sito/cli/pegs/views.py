"""How `sito pegs` shows solutions: as lines, as boards, in motion, as SVG."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Annotated, TypeVar

from sito.base.files import write_atomically
from sito.base.limits import why_stopped
from sito.cli.output import emit, note, screen, show_table
from sito.cli.parameters import Argument
from sito.cli.watch import MOST_PACE, animated
from sito.errors import N_, Fault, PuzzleError
from sito.operations.operation import Ask
from sito.operations.pegs import BOARD, OfPegs
from sito.puzzles.pegs.analysis import Analysis, Level
from sito.puzzles.pegs.answer import Answer, Exhausted, LosingJump, Reason
from sito.puzzles.pegs.boards import Board
from sito.puzzles.pegs.notation import Solution, solution_text
from sito.puzzles.pegs.pictures import MOVED, PEG, moving_svg, solution_svg, unicode_board
from sito.puzzles.pegs.problem import Problem
from sito.puzzles.pegs.proofs import PagodaProof, ParityProof, PegsProof, weight
from sito.show.i18n import _, fault_text, grouped, ngettext
from sito.show.puzzle_sentences.pegs import count_names, jumps_text, moves_text, problem_sentence
from sito.show.render import Column


@dataclass(frozen=True, kw_only=True)
class ProblemOptions(OfPegs):
    """The board, the start and the finish."""

    HEADING = N_("Puzzle")

    board: Annotated[str, Argument(BOARD.help)] = ""
    first: Annotated[str, Ask(N_("The first jump must be this."), metavar="FROM,TO")] = ""

    def read(self) -> Problem:
        """Reads the problem. Raises `PuzzleError`."""
        if not self.board:
            missing = N_("{name} is missing; write it as in: {example}")
            raise PuzzleError(Fault(missing, name="BOARD", example="sito pegs hoppers"))
        return super().read()


@dataclass(frozen=True, kw_only=True)
class AnswerOptions:
    """What is asked about the problem."""

    HEADING = N_("Goal")

    every: Annotated[bool, Ask(N_("All solutions with the fewest moves."), name="--all", short="-a")] = False
    longer: Annotated[bool, Ask(N_("With --all: those with more moves, too."))] = False
    up_to_symmetry: Annotated[
        bool, Ask(N_("With --all: one of those that the symmetries of the problem make of each other."))
    ] = False
    limit: Annotated[int | None, Ask(N_("With --all: at most so many."), 0, short="-n")] = None
    count: Annotated[bool, Ask(N_("How many solutions, games and positions there are, exactly."), short="-c")] = False
    levels: Annotated[bool, Ask(N_("How many positions have how many pegs."))] = False
    hint: Annotated[bool, Ask(N_("Only the next move of a shortest solution."))] = False
    stuck: Annotated[bool, Ask(N_("The shortest way to get stuck instead."))] = False
    why: Annotated[bool, Ask(N_("If there is no solution, look for a pagoda function that shows it, too."))] = False
    check: Annotated[str | None, Ask(N_("Check a solution instead of finding one."), metavar="SOLUTION")] = None


@dataclass(frozen=True, kw_only=True)
class CheckpointOptions:
    """Where a long search is kept."""

    HEADING = N_("Files")

    checkpoint: Annotated[
        Path | None, Ask(N_("Keep the search there, and go on with what is there."), metavar="FOLDER")
    ] = None


class View(StrEnum):
    """How a solution is written."""

    LINE = "line"
    BOARDS = "boards"


@dataclass(frozen=True, kw_only=True)
class ViewOptions:
    """How solutions are shown."""

    HEADING = N_("Output")

    view: Annotated[View, Ask(N_("How to write a solution."))] = View.LINE
    numbers: Annotated[bool, Ask(N_("Show the numbers of the holes."))] = False
    animated: Annotated[
        bool, Ask(N_("Show the solution in motion; with --svg, draw a moving picture."), name="--animate")
    ] = False
    pace: Annotated[float, Ask(N_("How long a move of the animation takes."), 0, MOST_PACE, metavar="SECONDS")] = 1.0
    svg: Annotated[Path | None, Ask(N_("Draw the solution into an SVG file."))] = None


def show_solutions(problem: Problem, solutions: Iterable[Solution], options: ViewOptions) -> None:
    """Writes solutions to standard output."""
    for solution in solutions:
        emit(solution_text(solution))
        if options.animated and options.svg is None:
            _animate(problem, solution, options.pace)
        elif options.view is View.BOARDS:
            for caption, picture in _pictures(problem, solution):
                emit(f"\n{caption}\n{picture}")


def draw_svg(problem: Problem, solution: Solution, options: ViewOptions) -> None:
    """Draws a solution into the SVG file, if one was asked for. Raises `FileError`."""
    if options.svg is not None:
        picture = moving_svg if options.animated else solution_svg
        write_atomically(options.svg, picture(problem, solution))
        note(_("The solution is drawn in {file}.").format(file=options.svg))


def _pictures(problem: Problem, solution: Solution) -> Iterable[tuple[str, str]]:
    """Yields a caption and a board for the start and after each move."""
    for number, position in enumerate(problem.positions(solution)):
        move = solution[number - 1] if number else ()
        caption = f"{number}/{len(solution)}  {solution_text([move])}" if move else _("start")
        yield caption, unicode_board(problem.board, position, move)


def _animate(problem: Problem, solution: Solution, pace: float) -> None:
    """Shows a solution in motion, `pace` seconds a move; board after board where the output is no terminal."""
    pictures = _pictures(problem, solution)
    if screen().terminal and pace > 0:
        looks = {PEG: "#0072b2", MOVED: "bold #d55e00"}
        animated(((f"{caption}\n\n{picture}\n", pace) for caption, picture in pictures), looks)
    else:
        for caption, picture in pictures:
            emit(f"\n{caption}\n{picture}")


Key = TypeVar("Key")


def tell(answer: Answer, emit: Callable[[str], None]) -> None:
    """Writes the problem and the answer in sentences."""
    emit(problem_sentence(answer.problem))
    if answer.reason is not None:
        if not isinstance(answer.reason, LosingJump):
            emit(_("It cannot be solved."))
        _tell_reason(answer.problem, answer.reason, emit)
    elif answer.proven and answer.solution is not None:
        text = _("{moves} ({jumps}), the fewest possible.")
        emit(text.format(moves=moves_text(len(answer.solution)), jumps=jumps_text(answer.solution)))
    else:
        if answer.stopped is not None:
            emit(_("Not finished: {why}.").format(why=fault_text(why_stopped(answer.stopped))))
        if answer.upper is None:
            emit(_("A solution has at least {moves}, if there is one.").format(moves=moves_text(answer.lower or 0)))
        else:
            text = _("The fewest moves are at least {lower} and at most {upper}.")
            emit(text.format(lower=answer.lower, upper=answer.upper))


def _tell_reason(problem: Problem, reason: Reason, emit: Callable[[str], None]) -> None:
    """Writes why a problem cannot be solved."""
    board = problem.board
    match reason:
        case Exhausted(positions):
            text = ngettext(
                "All that matters was searched, {count} position up to the symmetries of the start and of the finish: "
                "none finishes.",
                "All that matters was searched, {count} positions up to the symmetries of the start and of the "
                "finish: none finishes.",
                positions,
            )
            emit(text.format(count=positions))
        case LosingJump(jump):
            emit(_("There are solutions, but none begins with the jump {jump}.").format(jump=f"{jump[0]},{jump[2]}"))
        case PegsProof():
            emit(_("Every jump takes one peg away, and the finish does not have fewer pegs than the start."))
        case ParityProof(sets=sets):
            rule = _(
                "Rule of three: every jump changes the pegs on the holes marked x by two or by none, so they stay "
                "even or odd. At the start and at the finish they are not the same."
            )
            emit(rule)
            for holes, finishes in _grouped(problem, sets).items():
                start, ends = (problem.start & holes).bit_count(), [(each & holes).bit_count() for each in finishes]
                emit("\n" + board.draw(holes, peg="x"))
                counted = _("Pegs on x at the start: {start}; at the finish {finish}.")
                emit(counted.format(start=start, finish=_finishes(board, finishes, ends)))
        case PagodaProof(weights=weights):
            emit(_("Pagoda function: no jump makes the weight of the pegs greater, and the finish weighs more."))
            for each, finishes in _grouped(problem, weights).items():
                texts, ends = list(map(str, each)), [weight(each, finish) for finish in finishes]
                emit("\n" + board.draw_holes(texts.__getitem__, width=max(map(len, texts))))
                weighed = _("Weight of the start: {start}; of the finish {finish}.")
                emit(weighed.format(start=weight(each, problem.start), finish=_finishes(board, finishes, ends)))


def _grouped(problem: Problem, keys: tuple[Key, ...]) -> dict[Key, list[int]]:
    groups: dict[Key, list[int]] = {}
    for key, finish in zip(keys, problem.finishes, strict=True):
        groups.setdefault(key, []).append(finish)
    return groups


def _finishes(board: Board, finishes: list[int], values: list[int]) -> str:
    """Names finishes with the values that they have."""
    by_value: dict[int, list[str]] = {}
    for finish, value in zip(finishes, values, strict=True):
        name = str(finish.bit_length() - 1) if finish.bit_count() == 1 else board.draw(finish).replace("\n", "/")
        by_value.setdefault(value, []).append(name)
    return "; ".join(f"{', '.join(names)}: {value}" for value, names in by_value.items())


def tell_counts(numbers: dict[str, int]) -> None:
    """Writes the numbers of `counts` as a table."""
    names = count_names()
    rows = [[names[key], grouped(number)] for key, number in numbers.items()]
    show_table([Column(""), Column(_("number"), right=True)], rows)


def tell_levels(analysis: Analysis, is_complete: bool) -> None:
    """Writes how many positions each level has."""
    columns = [Column(title, right=True) for title in (_("pegs"), _("up to start symmetry"), _("reachable"))]
    winning: dict[int, Level] = {}
    if is_complete:
        columns += [Column(title, right=True) for title in (_("up to problem symmetry"), _("winning"))]
        winning = {level.pegs: level for level in analysis.winning()}
    rows = []
    for level in analysis.searched():
        row = [level.pegs, grouped(level.classes), grouped(level.positions)]
        if is_complete:
            wins = winning.get(level.pegs, Level(level.pegs, 0, 0))
            row += [grouped(wins.classes), grouped(wins.positions)]
        rows.append(row)
    show_table(columns, rows)
