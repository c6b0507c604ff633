"""Peg solitaire: the known values, and the native search against plain Python."""

import json
import pickle
from functools import cache
from itertools import islice, pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sito.base.limits import Limits, Stopped
from sito.errors import InputError, LimitError, PuzzleError
from sito.operations.pegs import OfPegs
from sito.puzzles.pegs.analysis import Analysis, PegProgress, solve_pegs
from sito.puzzles.pegs.answer import Answer, Exhausted, LosingJump
from sito.puzzles.pegs.boards import Board
from sito.puzzles.pegs.notation import parse_solution, solution_text
from sito.puzzles.pegs.problem import Problem, is_legal, mask
from sito.puzzles.pegs.proofs import ParityProof
from sito.puzzles.search import breadth_first, count_shortest
from tests.cases import cases
from tests.conftest import ctrl_c_once

KNOWN = json.loads((Path(__file__).parent / "data" / "puzzles.json").read_text())["peg_solitaire"]
SMALL = [case for case in KNOWN["cases"] if case["board"] not in ("english", "french")]
ENGLISH = next(case for case in KNOWN["cases"] if case["board"] == "english")

FOUNDING_JUMPS = """
0: 1>2 3>6 5>10; 1: 3>5 6>11 4>7; 2: 1>0 4>6 7>12; 3: 6>9; 4: 6>8; 5: 3>1 6>7 8>11; 6: 3>0 4>2 8>10 9>12;
7: 4>1 6>5 9>11; 8: 6>4; 9: 6>3; 10: 5>0 8>6 11>12; 11: 8>5 6>1 9>7; 12: 11>10 9>6 7>2
"""


@pytest.mark.parametrize("case", SMALL, ids=lambda case: f"{case['board']} {case['start']}")
def test_known_values(case: dict[str, Any]) -> None:
    analysis = Analysis(Problem.parse(case["board"], case["start"], case["finish"]))
    if case.get("solvable", True):
        assert analysis.fewest() == case["moves"]
        assert analysis.shortest_count() == case["optimal"]
        assert analysis.solutions_count() == case["solutions"]
        assert len(set(analysis.solutions())) == case["optimal"]
    else:
        assert not analysis.is_solvable
        assert analysis.shortest_count() == analysis.solutions_count() == 0
        assert list(analysis.solutions()) == []


def test_the_english_board() -> None:
    analysis = Analysis(Problem.parse("english"))
    assert analysis.fewest() == ENGLISH["moves"]
    assert analysis.shortest_count() == ENGLISH["optimal"]
    assert analysis.solutions_count() == ENGLISH["solutions"]
    winning = analysis.winning()
    assert sum(level.classes for level in winning) == ENGLISH["winning_up_to_symmetry"]
    # A position wins exactly if its complement does, the other way round: as many with k pegs as with 33 - k.
    assert [level.positions for level in winning] == [level.positions for level in reversed(winning)]
    solution = next(analysis.solutions())
    assert len(solution) == ENGLISH["moves"]
    assert analysis.problem.positions(solution)[-1] == 1 << 16


@pytest.mark.parametrize(
    ("board", "start", "finish"),
    [("oo.o", 0b1011, (0b0100,)), ("oooo", 0b1110, (0b0001,)), ("o.oo/..oo:diagonal", 0b11001101, "any")],
)
def test_a_drawing_with_empty_holes_is_a_start(board: str, start: int, finish: tuple[int, ...] | str) -> None:
    problem = Problem.parse(board)
    assert problem.start == start
    assert finish in (problem.finishes, problem.finish_text)
    assert Problem.parse(board, "1").vacancy == 1
    assert OfPegs(board=board).read().start == start


def test_a_drawn_start_is_solved() -> None:
    assert solve_pegs("oo.o", finish="any").text == "(0,2)(3,1)"


def test_hoppers_has_the_jumps_of_the_founding_system() -> None:
    jumps = set()
    for line in FOUNDING_JUMPS.replace("\n", " ").split(";"):
        start, ends = line.split(":")
        for end in ends.split():
            jumps.add((int(start), *map(int, end.split(">"))))
    assert set(Board.parse("hoppers").jumps) == jumps


def test_the_founding_solutions_of_hoppers() -> None:
    analysis = Analysis(Problem.parse("hoppers"))
    first = analysis.first_jump("0,6")
    found = list(analysis.solutions(first))
    assert len(found) == len(set(found)) == 18 == analysis.shortest_count(first)
    assert solution_text(found[0]) == "(0,6)(9,3)(2,0,6)(11,1)(10,0,2,6)(8,4)(12,2,6)"
    assert all(solution[0][:2] == (0, 6) for solution in found)
    assert len(set(analysis.solutions())) == 72
    assert len(list(analysis.solutions(up_to_symmetry=True))) == 9


@pytest.mark.parametrize(
    ("board", "start", "finish"),
    [("hoppers", "centre", "same"), ("triangle-5", "3", "any"), ("triangle-4", "1", "any")],
)
def test_every_listed_solution_solves(board: str, start: str, finish: str) -> None:
    problem = Problem.parse(board, start, finish)
    analysis = Analysis(problem)
    seen = set()
    for solution in islice(analysis.solutions(every=True), 6000):
        assert problem.positions(solution)[-1] in problem.finishes
        assert all(before[-1] != after[0] for before, after in pairwise(solution))
        seen.add(solution)
    assert len(seen) == min(6000, analysis.solutions_count())


# A drawing of at most 3 x 4 holes, what kind of jumps, and which holes have a peg at the start.
DRAWINGS = st.lists(st.text("o-", min_size=4, max_size=4), min_size=1, max_size=3).filter(
    lambda rows: any("o" in row for row in rows)
)
KINDS = st.sampled_from(["orthogonal", "diagonal", "orthogonal+diagonal", "triangular"])
# Lists of jumps on nine holes; some of these boards have symmetries that no drawing shows.
LISTED = st.lists(st.permutations(range(9)), min_size=1, max_size=12, unique_by=lambda order: (order[0], order[2])).map(
    lambda orders: "9:" + ",".join("-".join(map(str, order[:3])) for order in orders)
)


@st.composite
def problems(draw: st.DrawFn) -> Problem:
    listed = draw(st.one_of(st.none(), LISTED))
    board = Board.parse("/".join(draw(DRAWINGS)), draw(KINDS)) if listed is None else Board.parse(listed)
    start = draw(st.integers(1, board.full))
    finish = draw(st.sampled_from(["any", "fewest", "hole", "position"]))
    if finish == "hole":
        return Problem(board, start, (1 << draw(st.integers(0, board.holes - 1)),))
    if finish == "position":
        # Some jumps from the start on, so that it can often be reached.
        end = start
        for choice in draw(st.lists(st.integers(0, 99), min_size=1, max_size=4)):
            jumps = [jump for jump in board.jumps if is_legal(end, jump)]
            if jumps:
                end ^= mask(jumps[choice % len(jumps)])
        return Problem(board, start, (end,))
    singles = tuple(1 << hole for hole in range(board.holes))
    return Problem(board, start, singles if finish == "any" else ())


@settings(deadline=None, max_examples=300)
@given(problems())
def test_native_and_plain_search_agree(problem: Problem) -> None:
    """Counts positions, games and solutions by plain recursion over single jumps, and moves by readable search."""
    reached: set[int] = set()

    @cache
    def games(position: int) -> int:
        reached.add(position)
        children = [position ^ mask(jump) for jump in problem.jumps(position)]
        return sum(map(games, children)) if children else 1

    @cache
    def solutions(position: int) -> int:
        children = (position ^ mask(jump) for jump in problem.jumps(position))
        return int(position in finishes) + sum(map(solutions, children))

    analysis = Analysis(problem)
    assert analysis.games() == games(problem.start)
    assert sum(level.positions for level in analysis.reachable()) == len(reached)
    fewest = min(position.bit_count() for position in reached)
    finishes = problem.finishes or tuple(sorted(p for p in reached if p.bit_count() == fewest))
    assert analysis.finishes == finishes
    assert analysis.solutions_count() == solutions(problem.start)
    winning = [position for position in reached if solutions(position)]
    assert sum(level.positions for level in analysis.winning()) == len(winning)
    plain = Problem(problem.board, problem.start, finishes)
    plan = breadth_first(plain)
    assert analysis.fewest() == (None if plan is None else len(plan.moves))
    assert analysis.shortest_count() == count_shortest(plain)
    listed = list(islice(analysis.solutions(), 200))
    assert len(set(listed)) == min(200, analysis.shortest_count())
    assert all(plain.positions(solution)[-1] in finishes for solution in listed)
    for jump in problem.jumps(problem.start):
        with_it = sum(solution[0][:2] == (jump[0], jump[2]) for solution in listed)
        if len(listed) < 200 and with_it:
            assert analysis.shortest_count(jump) == with_it
        beginning = islice(analysis.solutions(jump, every=True), 20)
        assert all(solution[0][:2] == (jump[0], jump[2]) for solution in beginning)
    stuck = analysis.shortest_stuck()
    ends = [p for p in reached if not any(problem.jumps(p)) and p not in finishes]
    if stuck is None:
        assert not ends
    else:
        end = problem.positions(stuck)[-1]
        assert end in ends
        assert end.bit_count() == max(p.bit_count() for p in ends)


@settings(deadline=None, max_examples=50)
@given(problems())
def test_levels_meet_whichever_way_they_are_searched(problem: Problem) -> None:
    whole, halves = Analysis(problem), Analysis(problem)
    whole.reach()
    assert whole.fewest() == halves.fewest()
    assert whole.winning() == halves.winning()


def test_a_watch_stops_a_search_and_it_can_go_on() -> None:
    looks = 0

    def watch(progress: PegProgress) -> bool:
        nonlocal looks
        looks += 1
        return looks == 1

    analysis = Analysis(Problem.parse("english"), on_progress=watch)
    with pytest.raises(LimitError, match="asked to stop"):
        analysis.reach()
    levels = analysis.searched()
    assert levels[0].positions == 1
    analysis.meet()
    assert analysis.searched()[: len(levels)] == levels


def test_a_small_memory_stops_a_search_with_what_was_found() -> None:
    analysis = Analysis(Problem.parse("english"), limits=Limits(memory=4 << 20))
    with pytest.raises(LimitError, match="memory"):
        analysis.fewest()
    assert len(analysis.searched()) > 8


def test_a_first_jump_that_loses_is_told_apart() -> None:
    analysis = Analysis(Problem.parse("triangle-4", "1", "any"))
    assert analysis.solve((8, 4, 1)).reason == LosingJump((8, 4, 1))
    assert analysis.solve((6, 3, 1)).upper == 5
    impossible = Analysis(Problem.parse("triangle-5", "interior"))
    assert isinstance(impossible.solve(impossible.first_jump("11,4")).reason, Exhausted)


@settings(deadline=None, max_examples=60)
@given(problems())
def test_a_search_cut_short_gives_bounds(problem: Problem) -> None:
    answer = Analysis(problem, limits=Limits(memory=1)).solve()
    fewest = Analysis(problem).fewest()
    if answer.stopped is None:
        assert answer.upper == answer.lower == fewest
    else:
        assert answer.lower is not None
        assert fewest is None or not problem.finishes or answer.lower <= fewest
        if answer.solution is not None:
            assert answer.upper == len(answer.solution)
            assert answer.upper >= fewest
            assert problem.positions(answer.solution)[-1] in problem.finishes


def test_dumped_levels_are_taken_up_again() -> None:
    problem = Problem.parse("triangle-5", "3", "any")
    first, second = Analysis(problem), Analysis(problem)
    first.meet()
    second.restore(*first.dump())
    assert second.searched() == first.searched()
    assert second.fewest() == first.fewest() == 9
    for damaged in (b"1234567", b""):
        with pytest.raises(PuzzleError, match="damaged"):
            Analysis(problem).restore([damaged], [])


def test_solutions_are_read_and_written() -> None:
    text = "(0,6)(9,3)(2,0,6)"
    assert solution_text(parse_solution(text)) == text
    assert parse_solution("") == ()
    for wrong in ("0,6", "(0)", "(0,6", "(0,a)"):
        with pytest.raises(PuzzleError, match="no solution"):
            parse_solution(wrong)


@settings(deadline=None)
@given(DRAWINGS, KINDS, st.data())
def test_boards_and_positions_are_read_as_they_are_written(rows: list[str], kind: str, data: st.DataObject) -> None:
    board = Board.parse("/".join(rows), kind)
    assert Board.parse(str(board)) == board
    position = data.draw(st.integers(0, board.full))
    assert board.parse_position(board.draw(position)) == position
    assert board.symmetries[0] == tuple(range(board.holes))


@cases("board", "start", "finish", "message")
def test_bad_input_is_told(board: str, start: str, finish: str, message: str) -> None:
    with pytest.raises(PuzzleError, match=message):
        Problem.parse(board, start, finish)


def test_every_fault_of_a_problem_is_told() -> None:
    with pytest.raises(PuzzleError) as caught:
        Problem.parse("english", "33", "nowhere")
    assert len(caught.value.faults) == 2


def test_the_native_core_checks_what_it_is_given() -> None:
    from sito._native import NativeError, PegSearch

    identity = [tuple(range(3))]
    with pytest.raises(NativeError, match="Jump"):
        PegSearch(3, [(0, 1, 3)], identity, 1, [1], 1 << 20)
    with pytest.raises(NativeError, match="Symmetry"):
        PegSearch(3, [(0, 1, 2)], [(0, 1, 2), (2, 1, 0)], 1, [1], 1 << 20)
    with pytest.raises(NativeError, match="NoGroup"):
        PegSearch(3, [(0, 1, 2)], [], 1, [1], 1 << 20)
    with pytest.raises(NativeError, match="outside"):
        PegSearch(3, [(0, 1, 2)], identity, 8, [1], 1 << 20)


def test_a_first_jump_is_made_even_where_the_start_is_a_finish() -> None:
    problem = Problem.parse("ooo", "oo.", "oo.")
    analysis = Analysis(problem)
    assert analysis.solve().moves == 0
    assert analysis.solve("0,2").reason == LosingJump((0, 1, 2))
    assert analysis.fewest("0,2") is None
    assert analysis.shortest_count("0,2") == 0
    assert list(analysis.solutions("0,2")) == list(analysis.solutions("0,2", every=True)) == []


@pytest.mark.parametrize("jump", ["0,2", (0, 1, 2), "no jump", (0, 6), 7])
def test_a_first_jump_that_cannot_be_made_is_refused(jump: object) -> None:
    with pytest.raises(PuzzleError, match="is no first jump here"):
        solve_pegs("hoppers", first=jump)


@pytest.mark.parametrize(("board", "start"), [("ooo", "oo."), ("square-4", ""), ("triangle-4", "1"), ("square-5", "")])
def test_nobody_is_stuck_where_as_few_pegs_are_left_as_can_be(board: str, start: str) -> None:
    problem = Problem.parse(board, start, "fewest")
    analysis = Analysis(problem)
    stuck = analysis.shortest_stuck()
    if board == "ooo":
        assert stuck is None
    else:
        end = problem.positions(stuck)[-1]
        assert end not in analysis.finishes
        assert end.bit_count() > analysis.finishes[0].bit_count()


def test_symmetries_of_the_start_and_of_the_problem_are_two_groups() -> None:
    # The start is kept by the reflection of the board, the finish is not.
    problem = Problem.parse("ooooo", "2", "0")
    analysis = Analysis(problem)
    assert len(problem.board.symmetries) == 2
    assert len(analysis.symmetries) == 1
    reached = analysis.reachable()
    assert any(level.classes < level.positions for level in reached), "counted up to the symmetries of the start"
    assert all(level.classes == level.positions for level in analysis.winning())
    assert len(Analysis(Problem.parse("ooooo", "2", "2")).symmetries) == 2


def test_one_call_solves_a_board() -> None:
    answer = solve_pegs("hoppers")
    assert (answer.moves, answer.jumps, answer.count, answer.stopped, answer.proven) == (7, 11, 72, None, True)
    assert answer.text == "(0,6)(9,3)(2,0,6)(11,1)(10,0,2,6)(8,4)(12,2,6)"
    assert parse_solution(answer.text) == answer.solution
    assert len(list(answer.solutions())) == 72
    assert answer == solve_pegs(Problem.parse("hoppers")) == solve_pegs(Board.parse("hoppers"), start=6, finish="same")
    for text in (str(answer), answer._repr_html_(), answer._repr_svg_()):
        assert "(10,0,2,6)" in text
    none = solve_pegs("square-5")
    assert isinstance(none.reason, ParityProof)
    assert (none.moves, none.count, none.text, list(none.solutions())) == (None, 0, "", [])
    assert "no solution; by the rule of three" in str(none)


def test_an_answer_travels_without_its_search() -> None:
    answer = pickle.loads(pickle.dumps(solve_pegs("hoppers")))
    assert answer == solve_pegs("hoppers")
    assert answer.count is None
    assert list(answer.solutions()) == []


@pytest.mark.parametrize(
    ("board", "more", "said"),
    [
        (Problem.parse("hoppers"), {"start": "6"}, "has its own start"),
        (3, {}, "3 is no problem"),
        ("hoppers", {"start": [6]}, "is no start or finish"),
        ("hoppers", {"limits": 5}, "limits is 5; give a Limits value"),
        ("hoppers", {"on_interrupt": "ignore"}, "on_interrupt is 'ignore'"),
    ],
)
def test_words_for_what_cannot_be_a_problem(board: Any, more: dict[str, Any], said: str) -> None:
    with pytest.raises(InputError, match=said):
        solve_pegs(board, **more)


FAR = Problem.parse("french", "17", "19")


def bounded(answer: Answer) -> bool:
    assert not answer.proven
    assert answer.upper == answer.moves
    assert answer.count is None
    return answer.lower < len(answer.solution)


@pytest.mark.parametrize(
    ("problem", "limits", "stopped"),
    [
        (FAR, Limits(seconds=0.2), Stopped.TIME),
        (FAR, Limits(work=1000), Stopped.WORK),
        (Problem.parse("hoppers"), Limits(memory=1), Stopped.MEMORY),
        (FAR, Limits(stop=lambda: True), Stopped.ASKED),
    ],
)
def test_every_limit_gives_bounds_and_its_name(problem: Problem, limits: Limits, stopped: Stopped) -> None:
    answer = solve_pegs(problem, limits=limits)
    assert answer.stopped is stopped
    assert bounded(answer)
    assert "at least" in str(answer)


def test_work_ends_at_the_same_place_every_time() -> None:
    searched = []
    for _ in range(2):
        analysis = Analysis(FAR, limits=Limits(work=5000))
        with pytest.raises(LimitError):
            analysis.fewest()
        searched.append(analysis.searched())
    assert searched[0] == searched[1]


def test_progress_is_told_and_its_true_answer_stops() -> None:
    told: list[PegProgress] = []
    analysis = Analysis(FAR, on_progress=lambda progress: [told.append(progress), progress.levels][1] > 20)
    answer = analysis.solve()
    assert answer.stopped is Stopped.ASKED
    assert told[-1].levels > 20
    assert bounded(answer)


def test_new_limits_let_a_search_go_on() -> None:
    analysis = Analysis(Problem.parse("english"), limits=Limits(seconds=0))
    assert analysis.solve().stopped is Stopped.TIME
    analysis.limits = Limits()
    assert analysis.solve().moves == 18
    assert analysis.stopped is None


def test_ctrl_c_raises_or_gives_bounds() -> None:
    with pytest.raises(KeyboardInterrupt):
        solve_pegs(FAR, on_progress=ctrl_c_once())
    answer = solve_pegs(FAR, on_progress=ctrl_c_once(), on_interrupt="return")
    assert answer.stopped is Stopped.INTERRUPT
    assert bounded(answer)
