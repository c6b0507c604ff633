"""What `sito pegs` says about a problem, in sentences and as JSON."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from sito.cli.output import show_table
from sito.puzzles.pegs.analysis import Analysis, Level
from sito.puzzles.pegs.answer import Answer, Exhausted, LosingJump, Reason
from sito.puzzles.pegs.boards import Board
from sito.puzzles.pegs.problem import Problem
from sito.puzzles.pegs.proofs import PagodaProof, ParityProof, PegsProof, weight
from sito.puzzles.watch import stopped_fault
from sito.show.i18n import _, fault_text, grouped, ngettext
from sito.show.puzzle_sentences.pegs import count_names, jumps_text, moves_text, problem_sentence
from sito.show.render import Column, plain

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
            emit(_("Not finished: {why}.").format(why=fault_text(stopped_fault(answer.stopped))))
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
            emit(
                _(
                    "Rule of three: every jump changes the pegs on the holes marked x by two or by none, so they stay "
                    "even or odd. At the start and at the finish they are not the same."
                )
            )
            for holes, finishes in _grouped(problem, sets).items():
                start = (problem.start & holes).bit_count()
                emit("")
                emit(board.draw(holes, peg="x"))
                emit(
                    _("Pegs on x at the start: {start}; at the finish {finish}.").format(
                        start=start, finish=_finishes(board, finishes, [(f & holes).bit_count() for f in finishes])
                    )
                )
        case PagodaProof(weights=weights):
            emit(_("Pagoda function: no jump makes the weight of the pegs greater, and the finish weighs more."))
            for each, finishes in _grouped(problem, weights).items():
                width = max(len(str(value)) for value in each)
                emit("")
                emit(board.draw_holes([str(value) for value in each].__getitem__, width=width))
                emit(
                    _("Weight of the start: {start}; of the finish {finish}.").format(
                        start=weight(each, problem.start),
                        finish=_finishes(board, finishes, [weight(each, f) for f in finishes]),
                    )
                )


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
    rows = [[plain(names[key]), plain(grouped(number))] for key, number in numbers.items()]
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
        row = [plain(level.pegs), plain(grouped(level.classes)), plain(grouped(level.positions))]
        if is_complete:
            wins = winning.get(level.pegs, Level(level.pegs, 0, 0))
            row += [plain(grouped(wins.classes)), plain(grouped(wins.positions))]
        rows.append(row)
    show_table(columns, rows)
