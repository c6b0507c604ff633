"""Tasks about the puzzles: water jugs and peg solitaire, solved or from where a person stands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any

from sito.base.limits import Limits
from sito.errors import NN_, Fault, LimitError
from sito.puzzles.by_hand import Outlook
from sito.puzzles.jugs.answer import JugProgress
from sito.puzzles.jugs.by_hand import JugsByHand
from sito.puzzles.jugs.plan import Step
from sito.puzzles.jugs.problem import Action, Jugs, jug_name
from sito.puzzles.jugs.solver import solve_jugs
from sito.puzzles.pegs.analysis import Analysis, PegProgress
from sito.puzzles.pegs.boards import Board
from sito.puzzles.pegs.by_hand import PegGuide, PegsByHand
from sito.puzzles.pegs.notation import solution_text
from sito.puzzles.pegs.problem import Problem
from sito.puzzles.watch import SearchStopped
from sito.show.as_json.jugs import goal_json, jugs_as_json, step_json
from sito.show.as_json.pegs import counts as count_all
from sito.show.as_json.pegs import pegs_as_json
from sito.show.i18n import fault_text
from sito.web.work import Work

MOST_STEPS = 1_000
MOST_SOLUTIONS = 100
Amounts = str | Sequence[int]


def jugs(
    work: Work,
    jugs: Amounts,
    target: int | None = None,
    where: str = "any",
    end: Amounts | None = None,
    start: Amounts = (),
    tap: bool = True,
    drain: bool = True,
    supply: int | None = None,
    least_water: bool = False,
    show: int = 100,
) -> dict[str, Any]:
    """Finds a best plan for water jugs, and how many there are; tells at most `show` of its steps."""
    problem = Jugs.parse(jugs, target, where=where, end=end, start=start, tap=tap, drain=drain, supply=supply)

    def tell(progress: JugProgress) -> None:
        work.progress({"states": progress.states, "water": progress.water, "actions": progress.actions})

    answer = solve_jugs(problem, least_water=least_water, limits=_limits(work), on_progress=tell)
    return {**jugs_as_json(answer, max(0, min(show, MOST_STEPS))), "stopped": answer.stopped}


def jugs_outlook(
    work: Work,
    jugs: Amounts,
    target: int | None = None,
    where: str = "any",
    end: Amounts | None = None,
    start: Amounts = (),
    tap: bool = True,
    drain: bool = True,
    supply: int | None = None,
    steps: Sequence[str] = (),
    show: int = 0,
) -> dict[str, Any]:
    """Tells how jugs stand after the steps of a person, what can be done now, and what can still come of it.

    At most `show` steps of the best way known are told.
    """
    _check_steps(steps)
    problem = Jugs.parse(jugs, target, where=where, end=end, start=start, tap=tap, drain=drain, supply=supply)
    hand = JugsByHand(problem)
    for step in steps:
        hand = hand.after(step)
    outlook = hand.outlook(_limits(work))
    hint = outlook.hint
    told = zip(hand.steps, hand.states[1:], strict=True)
    return {
        "jugs": list(problem.capacities),
        "goal": goal_json(problem),
        "amounts": list(problem.amounts(hand.position)),
        "left": None if problem.supply is None else hand.position[-1],
        "steps": [step_json(problem, Step(action, state)) for action, state in told],
        "solved": hand.solved,
        "can": [_action(action) for action in hand.legal_steps()],
        **_outlook(outlook),
        "hint": None if hint is None else _action(hint),
        **({"plan": [_action(action) for action in _shown(outlook, show)]} if show else {}),
    }


def _action(action: Action) -> str:
    """Writes an action in a word: `>A` fills, `A>` empties, `A>B` pours."""
    source, target = ("" if jug is None else jug_name(jug) for jug in action)
    return f"{source}>{target}"


def _outlook(outlook: Outlook[Any]) -> dict[str, Any]:
    return {
        "possible": outlook.possible,
        "fewest": outlook.fewest,
        "at_least": outlook.at_least,
        "at_most": outlook.at_most,
        "why": None if outlook.why is None else fault_text(outlook.why),
        "stopped": outlook.stopped,
    }


def _shown(outlook: Outlook[Any], show: int) -> Iterator[Any]:
    """Yields the first steps of the best way known."""
    return islice(outlook.plan(), max(0, min(show, MOST_STEPS)))


def _check_steps(steps: Sequence[str]) -> None:
    if len(steps) > MOST_STEPS:
        many = NN_(
            "{count} step is too many; this service takes up to {most}",
            "{count} steps are too many; this service takes up to {most}",
        )
        raise LimitError(Fault(*many, count=len(steps), most=MOST_STEPS))


def _limits(work: Work) -> Limits:
    """Gives the limits of a search, with its memory."""
    return replace(work.limits, memory=work.memory)


def _in_part(work: Work) -> Limits:
    """Leaves time for the samples that stand in for a search of peg solitaire that was not finished."""
    limits = _limits(work)
    return limits if limits.seconds is None else replace(limits, seconds=max(limits.seconds - 1, limits.seconds / 2))


def pegs(
    work: Work,
    board: str,
    jumps: str = "",
    start: str = "",
    finish: str = "",
    first: str | None = None,
    count: bool = False,
    show: int = 1,
) -> dict[str, Any]:
    """Finds the fewest moves of peg solitaire and the first `show` solutions, or why there is none.

    With `count` also the exact numbers of solutions, games and positions; None if there is no time for them.
    """
    problem = Problem.parse(Board.parse(board, jumps), start, finish)

    def tell(progress: PegProgress) -> None:
        work.progress({"levels": progress.levels, "positions": progress.positions})

    analysis = Analysis(problem, limits=_in_part(work), on_progress=tell)
    answer = analysis.solve(first)
    shown = islice(answer.solutions(), max(0, min(show, MOST_SOLUTIONS)))
    return {
        **pegs_as_json(answer),
        "why": None if answer.why is None else fault_text(answer.why),
        "stopped": answer.stopped,
        "solutions": [solution_text(each) for each in shown],
        "counts": _counts(analysis) if count and answer.stopped is None else None,
        "positions": analysis.positions_searched,
    }


def _counts(analysis: Analysis) -> dict[str, int] | None:
    try:
        return count_all(analysis)
    except SearchStopped:
        return None


def pegs_outlook(
    work: Work,
    board: str,
    jumps: str = "",
    start: str = "",
    finish: str = "",
    steps: Sequence[str] = (),
    show: int = 0,
) -> dict[str, Any]:
    """Tells how pegs stand after the jumps of a person, which jumps can be made, and what can still come of it.

    At most `show` moves of the best way known are told.
    """
    _check_steps(steps)
    problem = Problem.parse(Board.parse(board, jumps), start, finish)
    limits = _limits(work)
    hand = PegsByHand.begin(problem, limits)
    for step in steps:
        hand = hand.after(step)
    outlook = _guide(hand.puzzle).outlook(hand, limits)
    hint = outlook.hint
    holes = range(problem.board.holes)
    return {
        "board": problem.board.name,
        "start": problem.start_text,
        "finish": problem.finish_text,
        "pegs": [hole for hole in holes if hand.position >> hole & 1],
        "moves": hand.length,
        "solution": solution_text(hand.moves),
        "solved": hand.solved,
        "can": [list(jump) for jump in hand.jumps()],
        **_outlook(outlook),
        "hint": None if hint is None else list(hint),
        **({"plan": [list(run) for run in _shown(outlook, show)]} if show else {}),
    }


_guides: dict[Problem, PegGuide] = {}


def _guide(problem: Problem) -> PegGuide:
    """Gives the guide of a problem; a process keeps the last one, so that a search can go on where it was stopped."""
    found = _guides.get(problem)
    if found is None:
        _guides.clear()
        found = _guides[problem] = PegGuide()
    return found
