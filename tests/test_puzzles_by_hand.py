"""Puzzles by hand in the library: steps are taken and taken back, and what can still come of a position is exact."""

from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sito import Limits, solve_jugs
from sito.base.limits import Stopped
from sito.errors import PuzzleError
from sito.puzzles.by_hand import ByHand
from sito.puzzles.jugs.by_hand import JugsByHand, read_action
from sito.puzzles.jugs.plan import Action, jug_name
from sito.puzzles.jugs.problem import EndState, InAny, InJug, Jugs, Together
from sito.puzzles.pegs.by_hand import PegGuide, PegsByHand, read_runs
from sito.puzzles.pegs.notation import solution_text
from sito.puzzles.pegs.problem import Problem
from sito.puzzles.search import breadth_first
from sito.puzzles.watch import SearchStopped


@st.composite
def jug_problems(draw: st.DrawFn) -> Jugs:
    """Small problems of every kind, many of them with dead ends."""
    capacities = tuple(draw(st.lists(st.integers(1, 7), min_size=1, max_size=3)))
    initial = tuple(draw(st.integers(0, capacity)) for capacity in capacities)
    target = draw(st.integers(0, max(capacities)))
    goals = [
        InAny(target),
        InJug(draw(st.integers(0, len(capacities) - 1)), target),
        Together(draw(st.integers(0, sum(capacities)))),
        EndState(tuple(draw(st.integers(0, capacity)) for capacity in capacities)),
    ]
    tap = draw(st.booleans())
    supply = draw(st.none() | st.integers(1, 12)) if tap else None
    return Jugs(capacities, initial, draw(st.sampled_from(goals)), tap, draw(st.booleans()), supply)


def walked(hand: Any, data: st.DataObject, most: int = 6) -> Any:
    """Takes a few legal steps."""
    for _ in range(data.draw(st.integers(0, most))):
        steps = hand.legal_steps()
        if not steps:
            break
        hand = hand.after(data.draw(st.sampled_from(steps)))
    return hand


@given(jug_problems(), st.data())
def test_jugs_undone_after_is_the_same(jugs: Jugs, data: st.DataObject) -> None:
    hand = walked(JugsByHand(jugs), data)
    for step in hand.legal_steps():
        assert hand.after(step).undone() == hand
        assert hand.after(step).position == jugs.apply(hand.position, step)
    for count in range(1, len(hand.steps) + 1):
        shorter = hand.undone(count)
        assert shorter.steps == hand.steps[:-count]
        assert shorter.position == hand.states[-1 - count]
    with pytest.raises(PuzzleError, match=r"no step to take back|only .* taken"):
        hand.undone(len(hand.steps) + 1)


@given(jug_problems(), st.data())
def test_jugs_outlook_is_that_of_a_plain_search(jugs: Jugs, data: st.DataObject) -> None:
    hand = walked(JugsByHand(jugs), data)
    outlook = hand.outlook()

    class FromHere:
        start = hand.position
        moves, apply, solved = staticmethod(jugs.moves), staticmethod(jugs.apply), staticmethod(jugs.solved)

    plan = breadth_first(FromHere())  # type: ignore[var-annotated]
    assert outlook.possible is (plan is not None)
    assert outlook.fewest == (None if plan is None else len(plan))
    if plan is None:
        assert outlook.why is not None
        assert outlook.hint is None
        return
    end = hand
    for step in outlook.plan():
        end = end.after(step)
    assert end.solved
    assert len(end.steps) - len(hand.steps) == len(plan)


@given(jug_problems(), st.data())
def test_every_action_is_read_as_it_is_written(jugs: Jugs, data: st.DataObject) -> None:
    for action in walked(JugsByHand(jugs), data).legal_steps():
        source, target = ("" if jug is None else jug_name(jug) for jug in action)
        assert read_action(str(action), jugs) == action
        assert read_action(f"{source}>{target}".lower(), jugs) == action
        if action.source is None or action.target is not None:
            assert read_action(f"{source}{target}".lower(), jugs) == action


def test_short_names_of_many_jugs() -> None:
    jugs = Jugs((3,) * 30, goal=InAny(1))
    assert read_action("AB", jugs) == Action(None, 27)  # the jug AB comes before pouring A into B
    assert read_action("A B", jugs) == Action(0, 1)
    assert read_action("ac>ad", jugs) == Action(28, 29)


def test_what_cannot_be_poured_is_told() -> None:
    hand = JugsByHand(Jugs((8, 5), goal=InAny(4), supply=8))
    decanting = JugsByHand(Jugs((8, 5), (8, 0), InAny(3), tap=False, drain=False))
    for begun, text, why in (
        (hand, "ab", "jug A is empty"),
        (hand, "empty b", "jug B is empty"),
        (hand, "aa", "from one jug into another"),
        (hand, "x", "no action with the jugs A to B"),
        (hand, "", "no action"),
        (hand, "a" * 50, r"aaa\.\.\."),
        (JugsByHand(Jugs((8, 5), goal=InAny(4))).after("a"), "a", "jug A is full"),
        (hand.after("a"), "b", "no water left"),
        (decanting, "b", "no tap"),
        (decanting, "a>", "no drain"),
        (decanting, Action(0, 7), "no such jug"),
        (JugsByHand(Jugs((8,), goal=InAny(4))), "ab", "the jug A: write a"),
    ):
        with pytest.raises(PuzzleError, match=why):
            begun.after(text)


def test_a_jug_search_that_is_stopped_says_so() -> None:
    hand = JugsByHand(Jugs((1000003, 999983, 999979), goal=InAny(500001)))
    outlook = hand.outlook(Limits(work=1000))
    assert outlook.stopped is Stopped.WORK
    assert outlook.possible is True
    assert outlook.fewest is None
    assert 0 < outlook.at_least <= outlook.at_most


BOARDS = [
    ("hoppers", "", ""),
    ("hoppers", "inner", ""),
    ("triangle-4", "1", "any"),
    ("triangle-5", "3", "any"),
    ("oooo/oooo/oooo", "1", "any"),
    ("square-4", "0", "fewest"),
    ("6:0-1-2,2-1-0,2-3-4,4-3-2,1-2-3,3-4-5,5-4-3", "1", "any"),
]


@cache
def begun(place: int) -> PegsByHand:
    board, start, finish = BOARDS[place]
    return PegsByHand.begin(Problem.parse(board, start, finish))


@cache
def fewest_jump_by_jump(place: int, position: int, last: int | None) -> int | None:
    """Counts the fewest moves by trying every jump; going on with the last peg costs nothing."""
    problem = begun(place).puzzle
    if position in problem.finishes:
        return 0
    counts = []
    for start, over, end in problem.jumps(position):
        further = fewest_jump_by_jump(place, position ^ (1 << start | 1 << over | 1 << end), end)
        if further is not None:
            counts.append(further + (start != last))
    return min(counts, default=None)


@pytest.mark.parametrize("place", range(len(BOARDS)))
@given(data=st.data())
def test_pegs_undone_after_is_the_same(place: int, data: st.DataObject) -> None:
    hand = walked(begun(place), data)
    for step in hand.legal_steps():
        assert hand.after(step).undone() == hand
        assert hand.after(" ".join(map(str, step))) == hand.after(step)
        assert hand.after(solution_text([step])) == hand.after(step)
    for count in range(1, len(hand.steps) + 1):
        assert hand.undone(count).position == hand.states[-1 - count]
    moves = PegsByHand(hand.puzzle, hand.moves)
    assert moves.position == hand.position
    assert len(moves.steps) == hand.length == moves.length


def jumps_of(hand: PegsByHand, place: int, data: st.DataObject) -> Iterator[PegsByHand]:
    """Plays jump by jump, so that some jumps go on with the peg that jumped last."""
    while True:
        yield hand
        jumps = hand.jumps()
        if not jumps or hand.solved:
            return
        start, _over, end = data.draw(st.sampled_from(jumps))
        hand = hand.after((start, end))


@pytest.mark.parametrize("place", range(len(BOARDS)))
@given(data=st.data())
def test_pegs_outlook_is_that_of_every_jump_tried(place: int, data: st.DataObject) -> None:
    guide = PegGuide()
    for hand in jumps_of(begun(place), place, data):
        outlook = guide.outlook(hand)
        fewest = fewest_jump_by_jump(place, hand.position, hand.last)
        assert outlook.possible is (fewest is not None)
        assert outlook.fewest == (fewest if fewest is not None else None)
        if fewest is None:
            assert outlook.why is not None
        else:
            end = hand.after_all(tuple(outlook.plan()))
            assert end.solved
            assert end.length - hand.length == fewest


def test_a_search_that_is_finished_answers_for_what_comes_after_it_and_not_for_what_was_undone() -> None:
    hand = begun(3)
    guide = PegGuide()
    for line in ("0 3", "5 0"):
        assert guide.outlook(hand).fewest == fewest_jump_by_jump(3, hand.position, hand.last)
        hand = hand.after(line)
    late = PegGuide()
    assert late.outlook(hand).fewest == fewest_jump_by_jump(3, hand.position, hand.last)
    assert late.outlook(hand.undone(2)).fewest == fewest_jump_by_jump(3, hand.puzzle.start, None)


def test_on_a_large_board_what_is_not_known_is_not_said() -> None:
    hand = PegsByHand(Problem.parse("french", "17", "19"))
    outlook = PegGuide().outlook(hand, Limits(work=100))
    assert outlook.stopped is Stopped.WORK
    assert outlook.fewest is None
    assert outlook.at_least >= 14
    if outlook.at_most is not None:
        end = hand.after_all(tuple(outlook.plan()))
        assert (end.solved, end.length) == (True, outlook.at_most)


def test_a_dead_end_on_a_large_board_is_proven_without_a_search() -> None:
    hand = PegsByHand(Problem.parse("french", "centre", "any"))
    outlook = PegGuide().outlook(hand, Limits(work=0))
    assert outlook.possible is False
    assert "rule of three" in str(outlook.why)


def test_a_pagoda_function_proves_what_a_stopped_search_does_not() -> None:
    pytest.importorskip("scipy")
    hand = PegsByHand(Problem.parse("hoppers", "inner"))
    outlook = PegGuide().outlook(hand, Limits(work=0))
    assert outlook.possible is False
    assert "pagoda" in str(outlook.why)


def test_as_few_pegs_as_can_be_needs_to_be_found_out_first() -> None:
    with pytest.raises(SearchStopped):
        PegsByHand.begin(Problem.parse("english", finish="fewest"), Limits(work=10))
    hand = PegsByHand.begin(Problem.parse("square-4", "0", "fewest"))
    assert {finish.bit_count() for finish in hand.puzzle.finishes} == {2}


def test_what_cannot_be_jumped_is_told() -> None:
    hand = PegsByHand(Problem.parse("hoppers"))
    for text, why in (
        ("6 0", "no peg in hole 6"),
        ("0 2", "a peg in hole 2 already"),
        ("0 12", "from hole 0 it may jump to 6"),
        ("3 12", "the peg in hole 3 cannot jump now"),
        ("0 99", "no hole 99"),
        ("0", "as in 9 3 or 2,0,6"),
        ("(0,6) 3", "is no jump"),
        ("", "is no jump"),
        ("0 6 x" * 20, r"\.\.\."),
        ("(0,6)" * 101, "is no jump"),
    ):
        with pytest.raises(PuzzleError, match=why):
            hand.after(text)
    with pytest.raises(PuzzleError, match="no peg in hole 3 to jump over"):
        hand.after("0 6").after("6 0")
    with pytest.raises(PuzzleError, match="begins at"):
        hand.after((0,))
    assert read_runs(" (0, 6) (9,3)", hand.puzzle.board) == ((0, 6), (9, 3))
    assert read_runs("2-0-6", hand.puzzle.board) == read_runs("2→0→6", hand.puzzle.board) == ((2, 0, 6),)


def test_hints_solve_the_founding_puzzles_in_the_fewest() -> None:
    jugs = JugsByHand(Jugs((8, 5), goal=InAny(4)))
    while not jugs.solved:
        jugs = jugs.after(jugs.outlook().hint)
    assert jugs.length == solve_jugs("8 5", target=4).actions == 10
    pegs, guide = PegsByHand(Problem.parse("hoppers")), PegGuide()
    while not pegs.solved:
        hint = guide.outlook(pegs).hint
        pegs = pegs.after(hint[:2])  # jump by jump
    assert pegs.length == 7


def test_a_bare_puzzle_by_hand_refuses_what_it_does_not_allow() -> None:
    class Halves:
        start = 10

        def moves(self, state: int) -> list[str]:
            return ["halve", "less"] if state % 2 == 0 else ["less"]

        def apply(self, state: int, move: str) -> int:
            return state // 2 if move == "halve" else state - 1

        def solved(self, state: int) -> bool:
            return state == 1

    hand = ByHand(Halves()).after("halve")
    with pytest.raises(PuzzleError, match="the step halve cannot be taken here"):
        hand.after("halve")
    with pytest.raises(PuzzleError, match="0 steps cannot be taken back"):
        hand.undone(0)
    with pytest.raises(PuzzleError, match="only 1 step was taken"):
        hand.undone(2)


@pytest.mark.parametrize("step", [None, 5, b"x", ("a",), (1, 2, 3), object()])
def test_what_is_no_step_is_refused(step: Any) -> None:
    for hand in (JugsByHand(Jugs((8, 5), goal=InAny(4))), PegsByHand(Problem.parse("hoppers"))):
        with pytest.raises(PuzzleError):
            hand.after(step)
        for count in ("1", None, 0):
            with pytest.raises(PuzzleError, match="cannot be taken back"):
                hand.undone(count)  # type: ignore[arg-type]
