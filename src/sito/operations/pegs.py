"""Operations about peg solitaire: solved, or from where a person stands."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import islice
from typing import Annotated, Self

from sito.base.limits import Stopped
from sito.errors import N_
from sito.operations.operation import Ask, Value, operation
from sito.operations.questions import MOST_STEPS, ToldOutlook
from sito.operations.work import Work
from sito.puzzles.pegs.analysis import Analysis, Level
from sito.puzzles.pegs.answer import Answer, Exhausted, LosingJump
from sito.puzzles.pegs.by_hand import PegGuide, PegsByHand
from sito.puzzles.pegs.notation import solution_text
from sito.puzzles.pegs.problem import Problem
from sito.puzzles.pegs.proofs import PagodaProof, ParityProof, PegsProof
from sito.puzzles.watch import SearchStopped

BOARD = Ask(
    N_(
        "english, french, diamond, wiegleb, asymmetric, hoppers, triangle-N, square-N; a drawing with o for a "
        "hole, - for none and / after each row; or a number of holes, with a list of --jumps."
    ),
    1,
    1000,
)


@dataclass(frozen=True)
class OfPegs(Value):
    """A problem of peg solitaire."""

    board: Annotated[str, BOARD]
    jumps: Annotated[
        str,
        Ask(
            N_("Of a drawing: orthogonal, diagonal, orthogonal+diagonal, triangular, or a list: 0-1-2,2-1-0."),
            most=5000,
            short="-j",
        ),
    ] = ""
    start: Annotated[
        str,
        Ask(
            N_("The hole that is empty at first, by number or name, or a drawing: o is a peg, . an empty hole."),
            most=200,
            short="-s",
        ),
    ] = ""
    finish: Annotated[
        str,
        Ask(
            N_("The hole of the last peg, same, any, fewest (as few pegs as can be), or a drawing."),
            most=200,
            short="-f",
        ),
    ] = ""

    def read(self) -> Problem:
        """Makes the problem. Raises `PuzzleError` with every fault."""
        return Problem.parse(self.board, self.start, self.finish, self.jumps)


@dataclass(frozen=True)
class PegsQuestion(OfPegs):
    """A problem of peg solitaire to be solved."""

    first: Annotated[str, Ask("The first jump, such as `0,6`.", most=20)] | None = None
    count: Annotated[bool, Ask("Whether to count solutions, games and positions.")] = False
    show: Annotated[int, Ask("How many of the solutions with the fewest moves to tell.", 0, 100)] = 1


@dataclass(frozen=True)
class PegCounts(Value):
    """Exact numbers of a problem; a position counts once among those that are symmetric to it, or each time."""

    shortest: int
    solutions: int
    games: int
    reachable: int
    reachable_up_to_symmetry: int
    winning: int
    winning_up_to_symmetry: int

    @classmethod
    def of(cls, analysis: Analysis) -> PegCounts:
        """Works every number out. Raises `SearchStopped` if a limit ends that."""
        reachable, winning = analysis.reachable(), analysis.winning()
        return cls(
            shortest=analysis.shortest_count(),
            solutions=analysis.solutions_count(),
            games=analysis.games(),
            reachable=_total(reachable),
            reachable_up_to_symmetry=sum(level.classes for level in reachable),
            winning=_total(winning),
            winning_up_to_symmetry=sum(level.classes for level in winning),
        )


def _total(levels: tuple[Level, ...]) -> int:
    return sum(level.positions for level in levels)


@dataclass(frozen=True)
class PegFacts(Value):
    """What is known of a problem."""

    board: str
    holes: int
    start: str
    finish: str
    solvable: bool | None
    proven: bool
    lower: int | None
    upper: int | None
    solution: str | None
    reason: dict[str, object] | None

    @classmethod
    def of(cls, answer: Answer, **more: object) -> Self:
        """Tells an answer, and more."""
        problem = answer.problem
        return cls.told(
            answer,
            **_about(problem),
            holes=problem.board.holes,
            solvable=answer.is_solvable,
            solution=None if answer.solution is None else solution_text(answer.solution),
            reason=_reason(answer),
            **more,
        )


def _about(problem: Problem) -> dict[str, str]:
    return {"board": problem.board.name, "start": problem.start_text, "finish": problem.finish_text}


def _reason(answer: Answer) -> dict[str, object] | None:
    problem = answer.problem
    holes = range(problem.board.holes)

    def by_finish(values: list[list[int]]) -> list[dict[str, object]]:
        return [
            {"finish": [hole for hole in holes if finish >> hole & 1], "value": value}
            for finish, value in zip(problem.finishes, values, strict=True)
        ]

    match answer.reason:
        case Exhausted(positions):
            return {"kind": "exhausted", "positions_up_to_symmetry": positions}
        case LosingJump(jump):
            return {"kind": "first_jump", "jump": list(jump)}
        case PegsProof():
            return {"kind": "pegs"}
        case ParityProof(sets=sets):
            return {"kind": "parity", "holes": by_finish([[h for h in holes if s >> h & 1] for s in sets])}
        case PagodaProof(weights=weights):
            return {"kind": "pagoda", "weights": by_finish([list(w) for w in weights])}
        case None:
            return None


@dataclass(frozen=True, kw_only=True)
class PegsAnswer(PegFacts):
    """The fewest moves, or why there is no solution."""

    why: str | None
    stopped: Stopped | None
    """Which limit ended the work before it was finished; null if none did."""
    solutions: list[str]
    counts: PegCounts | None
    positions: int


@operation("puzzles", job=True)
def pegs(asked: PegsQuestion, work: Work) -> PegsAnswer:
    """Finds the fewest moves of peg solitaire, or says why there is no solution. A job has more time for it."""
    limits = work.of_search
    if limits.seconds is not None:  # leaves time for the samples that stand in for a search that was not finished
        limits = replace(limits, seconds=max(limits.seconds - 1, limits.seconds / 2))
    analysis = Analysis(asked.read(), limits=limits, on_progress=work.tell)
    answer = analysis.solve(asked.first)
    counts = None
    if asked.count and answer.stopped is None:
        with suppress(SearchStopped):
            counts = PegCounts.of(analysis)
    return PegsAnswer.of(
        answer,
        solutions=[solution_text(each) for each in islice(answer.solutions(), asked.show)],
        counts=counts,
        positions=analysis.positions_searched,
    )


@dataclass(frozen=True)
class PegsOutlookQuestion(OfPegs):
    """A problem of peg solitaire that a person solves, and the jumps so far."""

    steps: Annotated[
        list[Annotated[str, Ask(most=400)]],
        Ask("The jumps so far, such as `0,6` or `2,0,6`.", most=MOST_STEPS),
    ] = field(default_factory=list)
    show: Annotated[int, Ask("How many moves of the best way known to tell.", 0, MOST_STEPS)] = 0


@dataclass(frozen=True, kw_only=True)
class PegsOutlookAnswer(ToldOutlook):
    """How pegs stand after the jumps of a person."""

    board: str
    start: str
    finish: str
    pegs: list[int]
    """The holes with pegs."""
    moves: int
    solution: str
    solved: bool
    can: list[list[int]]
    """The jumps that can be made now: from, over, to."""
    hint: list[int] | None
    plan: list[list[int]] | None = None
    """The first moves of the best way known, if asked for."""


@operation("puzzles", path="/pegs/outlook")
def pegs_outlook(asked: PegsOutlookQuestion, work: Work) -> PegsOutlookAnswer:
    """Tells how pegs stand after some jumps, and whether the finish can still be reached."""
    problem = asked.read()
    hand = PegsByHand.begin(problem, work.of_search)
    for step in asked.steps:
        hand = hand.after(step)
    outlook = guide(problem).outlook(hand, work.of_search)
    return PegsOutlookAnswer.told(
        outlook,
        **_about(problem),
        pegs=[hole for hole in range(problem.board.holes) if hand.position >> hole & 1],
        moves=hand.length,
        solution=solution_text(hand.moves),
        solved=hand.solved,
        can=[list(jump) for jump in hand.jumps()],
        hint=None if outlook.hint is None else list(outlook.hint),
        plan=[list(run) for run in islice(outlook.plan(), asked.show)] if asked.show else None,
    )


@lru_cache(1)
def guide(problem: Problem) -> PegGuide:
    """Gives the guide of a problem; a process keeps the last one, so that a search can go on where it was stopped."""
    return PegGuide()
