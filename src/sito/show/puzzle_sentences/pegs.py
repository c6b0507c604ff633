"""What is said of peg solitaire, in a terminal and on a page."""

from __future__ import annotations

from sito.puzzles.by_hand import Outlook
from sito.puzzles.pegs.by_hand import PegsByHand
from sito.puzzles.pegs.notation import Run, Solution, solution_text
from sito.puzzles.pegs.problem import Problem
from sito.puzzles.search import Move
from sito.show.i18n import _, join_sentences, ngettext
from sito.show.puzzle_sentences.by_hand import Sentences


def moves_text(count: int) -> str:
    """So many moves."""
    return ngettext("{count} move", "{count} moves", count).format(count=count)


def jumps_text(solution: Solution) -> str:
    """So many jumps as a solution has."""
    count = sum(len(run) - 1 for run in solution)
    return ngettext("{count} jump", "{count} jumps", count).format(count=count)


def problem_sentence(problem: Problem) -> str:
    """Says what the board, the start and the finish are."""
    board = problem.board.name.split(":")[0]
    start = (
        _("hole {hole} empty").format(hole=problem.vacancy)
        if problem.vacancy is not None
        else ngettext("{count} peg", "{count} pegs", problem.start.bit_count()).format(count=problem.start.bit_count())
    )
    finish = problem.finish_text
    if finish == "any":
        finish = _("one peg, anywhere")
    elif finish == "fewest":
        finish = _("as few pegs as can be")
    elif len(problem.finishes) > 1:  # somebody has found out how few they are
        few = problem.finishes[0].bit_count()
        finish = ngettext("{count} peg, the fewest possible", "{count} pegs, the fewest possible", few).format(
            count=few
        )
    elif finish.isdigit():
        finish = _("one peg, in hole {hole}").format(hole=finish)
    return _("Board {board}. Start: {start}. Finish: {finish}.").format(board=board, start=start, finish=finish)


def run_sentence(run: Run) -> str:
    """Says how a peg jumped."""
    if len(run) == 2:
        return _("The peg in hole {start} jumps to hole {end}.").format(start=run[0], end=run[1])
    ends = ", ".join(map(str, run[1:]))
    return _("The peg in hole {start} jumps to these holes, one after the other: {ends}.").format(
        start=run[0], ends=ends
    )


def left_sentence(hand: PegsByHand) -> str:
    """Says how many pegs are left."""
    pegs = hand.position.bit_count()
    return ngettext("{count} peg is left.", "{count} pegs are left.", pegs).format(count=pegs)


def made_sentence(hand: PegsByHand) -> str:
    """Says how many moves were made."""
    return ngettext("{count} move so far.", "{count} moves so far.", hand.length).format(count=hand.length)


def fewest_sentence(outlook: Outlook[Move]) -> str:
    """Says how many moves it takes from here; not for a position without a way."""
    if outlook.fewest is not None:
        text = ngettext(
            "The finish is {count} move away, at the fewest.",
            "The finish is {count} moves away, at the fewest.",
            outlook.fewest,
        )
        return text.format(count=outlook.fewest)
    if outlook.at_most is not None:
        text = _("The fewest moves from here are not known yet: {least} at least, {most} at most.")
    else:
        text = _("It is not known yet whether it can be done from here; it takes {least} moves at least.")
    return text.format(least=outlook.at_least, most=outlook.at_most)


def ending_sentence(hand: PegsByHand, start: Outlook[Move]) -> str:
    """Says how many pegs are left, and after how many moves; `start` is what is known of the way from the start."""
    pegs, count = hand.position.bit_count(), hand.length
    if pegs == 1:
        first = ngettext(
            "One peg is left, in hole {hole}, after {count} move.",
            "One peg is left, in hole {hole}, after {count} moves.",
            count,
        )
    else:
        first = ngettext(
            "The finish is reached after {count} move.", "The finish is reached after {count} moves.", count
        )
    if start.fewest is not None:
        second = _("The fewest possible is {fewest}.")
    else:
        second = _("The fewest possible is not known; it is {least} at least.")
    told = first.format(hole=hand.position.bit_length() - 1, count=count)
    return f"{told} {second.format(fewest=start.fewest, least=start.at_least)}"


def count_names() -> dict[str, str]:
    """Names the numbers that `counts` works out."""
    return {
        "shortest": _("shortest solutions"),
        "solutions": _("solutions"),
        "games": _("games"),
        "reachable": _("positions that can be reached"),
        "reachable_up_to_symmetry": _("... up to the symmetries of the start"),
        "winning": _("positions that can still win"),
        "winning_up_to_symmetry": _("... up to the symmetries of the problem"),
    }


PEGS = Sentences(
    problem=problem_sentence,
    step=lambda run: solution_text([run]),
    taken=lambda hand, run: run_sentence(run),
    count=lambda hand: join_sentences(left_sentence(hand), made_sentence(hand)),
    position=lambda hand: (left_sentence(hand),),
    fewest=fewest_sentence,
    ending=ending_sentence,
    way=lambda outlook, runs: jumps_text(runs),
)
