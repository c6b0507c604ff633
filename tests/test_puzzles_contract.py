"""What every puzzle must keep to, whatever it is about.

A new puzzle joins by a line in EXAMPLES: a name, the puzzle, the fewest moves (None if it
cannot be solved) and the number of shortest plans.
"""

from __future__ import annotations

from collections.abc import Hashable
from itertools import islice
from typing import Any, NamedTuple

import pytest

from sito.base.limits import Limits
from sito.errors import LimitError, PuzzleError
from sito.puzzles.by_hand import ByHand, Outlook
from sito.puzzles.jugs.by_hand import JugsByHand
from sito.puzzles.jugs.problem import EndState, InAny, Jugs
from sito.puzzles.pegs.by_hand import PegGuide, PegsByHand
from sito.puzzles.pegs.problem import Problem
from sito.puzzles.search import (
    Puzzle,
    breadth_first,
    cheapest_plans,
    count_cheapest,
    count_shortest,
    deepening_plans,
    iterative_deepening,
    levels,
    shortest_plans,
)


class Example(NamedTuple):
    name: str
    puzzle: Puzzle[Any, Any]
    moves: int | None
    plans: int


class Crossing:
    """The wolf, the goat and the cabbage: who is on this bank, the ferryman (f) among them."""

    start = frozenset("fwgc")

    def moves(self, state: frozenset[str]) -> list[str]:
        here = state if "f" in state else self.start - state
        return [load for load in ("", "w", "g", "c") if here.issuperset(load) and self._safe(state, load)]

    def apply(self, state: frozenset[str], move: str) -> frozenset[str]:
        return state ^ {"f", *move}

    def solved(self, state: frozenset[str]) -> bool:
        return not state

    def _safe(self, state: frozenset[str], load: str) -> bool:
        after = self.apply(state, load)
        alone = self.start - after if "f" in after else after
        return not alone >= {"w", "g"} and not alone >= {"g", "c"}


class Slide:
    """Tiles 1 to 3 and a gap (0) on a board of two by two; half of the orders cannot be reached."""

    def __init__(self, *start: int) -> None:
        self.start = start

    def moves(self, state: tuple[int, ...]) -> list[int]:
        gap = state.index(0)
        return sorted({gap ^ 1, gap ^ 2})

    def apply(self, state: tuple[int, ...], move: int) -> tuple[int, ...]:
        tiles = list(state)
        gap = tiles.index(0)
        tiles[gap], tiles[move] = tiles[move], 0
        return tuple(tiles)

    def solved(self, state: tuple[int, ...]) -> bool:
        return state == (1, 2, 3, 0)


EXAMPLES = [
    Example("crossing", Crossing(), 7, 2),
    Example("slide", Slide(0, 1, 2, 3), None, 0),
    Example("slide-possible", Slide(0, 1, 3, 2), 2, 1),
    Example("slide-far", Slide(0, 3, 2, 1), 6, 2),
    Example("slide-solved", Slide(1, 2, 3, 0), 0, 1),
    Example("jugs-founding", Jugs((8, 5), goal=InAny(4)), 10, 1),
    Example("jugs-two-plans", Jugs((8, 3), goal=InAny(4)), 10, 2),
    Example("jugs-decanting", Jugs((8, 5, 3), (8, 0, 0), EndState((4, 4, 0)), tap=False, drain=False), 7, 1),
    Example("jugs-impossible", Jugs((6, 4), goal=InAny(3)), None, 0),
    Example("pegs-strip", Problem.parse("oooo", "1", "any"), 2, 1),
    Example("pegs-impossible", Problem.parse("triangle-4", "0", "same"), None, 0),
    Example("jugs-supply", Jugs((5, 3), goal=InAny(4), supply=8), 7, 2),
]

pytestmark = pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.name)


def all_states(puzzle: Puzzle[Any, Any]) -> list[Hashable]:
    return [state for level in levels(puzzle) for state in level]


def test_a_puzzle_is_a_pure_function_of_its_states(example: Example) -> None:
    puzzle = example.puzzle
    for state in islice(all_states(puzzle), 500):
        moves = list(puzzle.moves(state))
        assert moves == list(puzzle.moves(state))
        assert len(moves) == len(set(map(repr, moves))), "no move twice"
        for move in moves:
            successor = puzzle.apply(state, move)
            assert hash(successor) == hash(puzzle.apply(state, move))
            assert successor == puzzle.apply(state, move)
            assert successor != state, "a move changes something"


def test_the_known_answer(example: Example) -> None:
    plan = breadth_first(example.puzzle)
    assert (None if plan is None else len(plan)) == example.moves
    assert count_shortest(example.puzzle) == example.plans


def test_plans_are_followed_by_the_puzzle(example: Example) -> None:
    puzzle = example.puzzle
    for plan in shortest_plans(puzzle):
        assert plan.states[0] == puzzle.start
        for before, move, after in zip(plan.states, plan.moves, plan.states[1:], strict=False):
            assert move in list(puzzle.moves(before))
            assert puzzle.apply(before, move) == after
            assert not puzzle.solved(before)
        assert puzzle.solved(plan.states[-1])


def test_all_searches_agree(example: Example) -> None:
    puzzle = example.puzzle
    plans = {plan.states for plan in shortest_plans(puzzle)}
    assert len(plans) == len(list(shortest_plans(puzzle))) == example.plans
    assert {plan.states for plan in cheapest_plans(puzzle, lambda state, move: 1)} == plans
    assert {plan.states for plan in cheapest_plans(puzzle, lambda state, move: 0)} == plans
    assert count_cheapest(puzzle, lambda state, move: 3) == example.plans
    if example.moves is not None:  # to prove that there is none, deepening would walk every path
        assert {plan.states for plan in deepening_plans(puzzle)} == plans
        assert len(iterative_deepening(puzzle)) == example.moves


def test_limits_are_told_with_a_bound(example: Example) -> None:
    states = len(all_states(example.puzzle))
    if example.moves == 0:
        assert breadth_first(example.puzzle, max_states=1) is not None
        return
    with pytest.raises(LimitError) as caught:
        breadth_first(example.puzzle, max_states=1)
    assert caught.value.faults[0].values["bound"] == 1
    if example.moves is None:
        assert breadth_first(example.puzzle, max_states=states) is None
    else:
        with pytest.raises(LimitError, match="no plan has"):
            iterative_deepening(example.puzzle, max_depth=example.moves - 1)
        assert iterative_deepening(example.puzzle, max_depth=example.moves) is not None


def test_levels_are_distances(example: Example) -> None:
    distance: dict[Hashable, int] = {}
    for depth, level in enumerate(levels(example.puzzle)):
        for state, ways in level.items():
            assert state not in distance
            distance[state] = depth
            assert all(distance[before] == depth - 1 for before, _ in ways)
            assert bool(ways) == (depth > 0)


def by_hand(puzzle: Puzzle[Any, Any]) -> ByHand[Any, Any]:
    """The value of a puzzle that a person solves: of its own kind, or the bare one."""
    match puzzle:
        case Jugs():
            return JugsByHand(puzzle)
        case Problem():
            return PegsByHand(puzzle)
    return ByHand(puzzle)


def outlook(hand: Any, limits: Limits = Limits()) -> Outlook[Any] | None:
    """What can still come of a position; None for a puzzle that has nobody to tell that."""
    match hand:
        case JugsByHand():
            return hand.outlook(limits)
        case PegsByHand():
            return PegGuide().outlook(hand, limits)
    return None


def test_a_shortest_plan_is_followed_by_hand_and_taken_back(example: Example) -> None:
    plan = breadth_first(example.puzzle)
    begun = hand = by_hand(example.puzzle)
    assert hand.position == example.puzzle.start
    for taken, move in enumerate(() if plan is None else plan.moves):
        assert not hand.solved
        assert move in hand.legal_steps()
        following = hand.after(move)
        assert following.undone() == hand
        assert following.undone(taken + 1) == begun
        hand = following
    assert hand.solved is (plan is not None)
    assert hand.states == (plan.states if plan is not None else (example.puzzle.start,))
    with pytest.raises(PuzzleError):
        hand.undone(len(hand.steps) + 1)
    with pytest.raises(PuzzleError):
        hand.undone(0)


def test_what_can_come_of_every_step_of_a_plan(example: Example) -> None:
    hand = by_hand(example.puzzle)
    start = outlook(hand)
    if start is None:
        return
    assert start.possible is (example.moves is not None)
    assert start.fewest == example.moves
    assert (start.why is None) is start.possible
    for left in reversed(range(example.moves or 0)):
        known = outlook(hand)
        assert known.fewest == left + 1
        hand = hand.after(known.hint)
    assert hand.solved is (example.moves is not None)


def test_a_limit_leaves_honest_bounds(example: Example) -> None:
    known = outlook(by_hand(example.puzzle), Limits(work=0))
    if known is None:
        return
    assert known.possible in (None, example.moves is not None)
    if example.moves is not None:
        assert known.at_least <= example.moves
        assert known.at_most is None or known.at_most >= example.moves
