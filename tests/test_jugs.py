"""Water jugs: known answers, and closed form, native search and plain search against each other."""

import json
import pickle
from itertools import islice, pairwise
from pathlib import Path
from typing import Any, cast
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sito.base.limits import Limits, Stopped
from sito.errors import PuzzleError
from sito.puzzles.jugs.plan import Action
from sito.puzzles.jugs.problem import EndState, InAny, InJug, Jugs, Together
from sito.puzzles.jugs.reasons import surely_possible, why_not
from sito.puzzles.jugs.solver import JugAnswer, JugProgress, best_plan_of_two_jugs, native_problem, solve_jugs
from sito.puzzles.jugs.two_jugs import best_two_jug_plans, has_closed_form
from sito.puzzles.search import breadth_first, cheapest_plans, count_cheapest, count_shortest, shortest_plans
from tests.conftest import ctrl_c_once

DATA = json.loads((Path(__file__).parent / "data" / "puzzles.json").read_text())["jugs"]
CASES = [json.dumps(case) for case in DATA["cases"]]
FOUNDING = [(0, 0), (0, 5), (5, 0), (5, 5), (8, 2), (0, 2), (2, 0), (2, 5), (7, 0), (7, 5), (8, 4)]


def check_plan(jugs: Jugs, plan: Any) -> None:
    """Follows a plan by the puzzle's own rules."""
    states = list(plan.states())
    steps = list(plan.steps())
    assert states[0] == jugs.start
    assert len(steps) == plan.length == len(states) - 1
    water = 0
    for (before, after), step in zip(pairwise(states), steps, strict=True):
        assert step.action in list(jugs.moves(before))
        assert jugs.apply(before, step.action) == after == step.state
        water += jugs.water(before, step.action)
    assert water == plan.water
    assert plan.end == states[-1]
    assert jugs.solved(plan.end)


def solve(jugs: Jugs, *, least_water: bool = False) -> JugAnswer:
    answer = solve_jugs(jugs, least_water=least_water)
    assert answer.proven
    if answer.plan is not None:
        check_plan(jugs, answer.plan)
    return answer


@pytest.mark.parametrize("case", CASES)
def test_known_cases(case: str) -> None:
    known = json.loads(case)
    answer = solve(Jugs(tuple(known["jugs"]), goal=InAny(known["target"])))
    assert (answer.plan.length, answer.count) == (known["actions"], known["plans"])
    assert len({tuple(plan.states()) for plan in answer.plans()}) == known["plans"]


def test_the_founding_plan() -> None:
    answer = solve(Jugs((8, 5), goal=InAny(4)))
    assert list(answer.plan.states()) == FOUNDING
    assert answer.count == 1


def test_known_cases_in_one_named_jug_of_decanting_and_of_least_water() -> None:
    for known in DATA["in_one_named_jug"]:
        answer = solve(Jugs(tuple(known["jugs"]), goal=InJug(known["jugs"].index(known["jug"]), known["target"])))
        assert answer.at_least == (0, known["actions"])
    for known in DATA["decanting"]:
        goal = EndState(tuple(known["goal"]))
        answer = solve(Jugs(tuple(known["jugs"]), tuple(known["start"]), goal, tap=False, drain=False))
        assert (answer.at_least, answer.count) == ((0, known["actions"]), known["plans"])
    for known in DATA["least_water_then_actions"]:
        answer = solve(Jugs(tuple(known["jugs"]), goal=InAny(known["target"])), least_water=True)
        assert answer.at_least == (known["water"], known["actions"])


def amounts_within(capacities: tuple[int, ...]) -> st.SearchStrategy[tuple[int, ...]]:
    return st.tuples(*(st.integers(0, capacity) for capacity in capacities))


@st.composite
def problems(draw: st.DrawFn, *, jugs: tuple[int, int], largest: int) -> Jugs:
    scale = draw(st.sampled_from([1, 1, 2, 3]))
    sizes = st.integers(1, largest).map(lambda size: size * scale)
    capacities = tuple(draw(st.lists(sizes, min_size=jugs[0], max_size=jugs[1])))
    target = draw(st.integers(0, max(capacities) + 1))
    goal = draw(
        st.one_of(
            st.just(InAny(target)),
            st.builds(InJug, st.integers(0, len(capacities) - 1), st.just(target)),
            st.builds(Together, st.integers(0, sum(capacities) + 1)),
            st.builds(EndState, amounts_within(capacities)),
        )
    )
    initial = draw(st.one_of(st.just(()), amounts_within(capacities)))
    tap, drain = draw(st.sampled_from([(True, True), (True, True), (True, False), (False, True), (False, False)]))
    supply = draw(st.one_of(st.none(), st.integers(1, 2 * sum(capacities)))) if tap else None
    return Jugs(capacities, initial, goal, tap, drain, supply)


def plain(jugs: Jugs, least_water: bool) -> set[tuple[Any, ...]]:
    found = cheapest_plans(jugs, jugs.water) if least_water else shortest_plans(jugs)
    return {plan.states for plan in islice(found, 300)}


@given(problems(jugs=(2, 2), largest=14), st.booleans())
def test_the_closed_form_gives_all_plans_of_the_plain_search(jugs: Jugs, least_water: bool) -> None:
    jugs = Jugs(jugs.capacities, jugs.initial, jugs.goal)
    assert has_closed_form(jugs)
    plans = best_two_jug_plans(jugs, least_water=least_water)
    for plan in plans:
        check_plan(jugs, plan)
    listed = [tuple(plan.states()) for plan in plans]
    assert len(listed) == len(set(listed))
    assert set(listed) == plain(jugs, least_water)
    # For two jugs with tap and drain, the reasons are all there is to know.
    assert (why_not(jugs) is None) == bool(plans)


@given(problems(jugs=(1, 3), largest=7), st.booleans())
def test_the_native_search_gives_all_plans_of_the_plain_search(jugs: Jugs, least_water: bool) -> None:
    count = count_cheapest(jugs, jugs.water) if least_water else count_shortest(jugs)
    found = native_problem(jugs, least_water=least_water).search(10**6)
    assert found.outcome == ("solved" if count else "impossible")
    assert found.plans == count
    answer = solve(jugs, least_water=least_water)
    assert answer.count == count
    assert answer.possible == bool(count)
    if count <= 300:
        listed = [tuple(plan.states()) for plan in answer.plans()]
        assert len(listed) == len(set(listed)) == count
        assert set(listed) == plain(jugs, least_water)


@given(problems(jugs=(1, 4), largest=6))
def test_reasons_and_promises_hold(jugs: Jugs) -> None:
    plan = breadth_first(jugs)
    if why_not(jugs) is not None:
        assert plan is None
    if surely_possible(jugs):
        assert plan is not None
    bound = best_plan_of_two_jugs(jugs)
    if bound is not None:
        check_plan(jugs, bound)
        assert len(plan) <= bound.length


@given(st.integers(1, 200), st.integers(1, 200), st.integers(1, 200), st.booleans())
def test_the_closed_form_and_the_native_search_agree_on_larger_jugs(a: int, b: int, target: int, water: bool) -> None:
    jugs = Jugs((a, b), goal=InAny(target))
    answer = solve(jugs, least_water=water)
    found = native_problem(jugs, least_water=water).search(10**6)
    assert found.plans == answer.count
    if answer.possible:
        assert found.cost == answer.at_least


def test_huge_jugs_at_once() -> None:
    jugs = Jugs((10**15 + 37, 10**15 - 11), goal=InAny(123_456_789_012_345))
    answer = solve_jugs(jugs)
    plan = answer.plan
    assert answer.method == "closed form"
    assert plan.length > 10**13
    state = jugs.start
    for step in islice(plan.steps(), 1000):
        assert step.action in list(jugs.moves(state))
        state = jugs.apply(state, step.action)
        assert step.state == state
    assert 123_456_789_012_345 in plan.end
    # The numbers of fills and of drains solve the linear equation; Euclid in both directions gives the shorter plan.
    assert plan.water % (10**15 + 37) == 0 or plan.water % (10**15 - 11) == 0


def test_jugs_beyond_64_bits() -> None:
    unit = 10**30
    assert solve(Jugs((8 * unit, 5 * unit), goal=InAny(4 * unit))).at_least == (0, 10)
    answer = solve(Jugs((12 * unit, 8 * unit, 5 * unit), goal=InAny(6 * unit)))
    assert (answer.at_least, answer.count, answer.method) == ((0, 6), 17, "search")
    answer = solve(Jugs((12 * unit, 8 * unit, 5 * unit), goal=InAny(6 * unit)), least_water=True)
    assert answer.at_least == (11 * unit, 7)
    answer = solve(Jugs((8 * unit, 5 * unit), (8 * unit, 0), EndState((4 * unit, 4 * unit)), tap=False, drain=False))
    assert str(answer.why).startswith("every action leaves a jug empty or full")
    answer = solve(Jugs((8 * unit, 5 * unit), (8 * unit, 0), EndState((7 * unit, unit)), tap=False, drain=False))
    assert str(answer.why).startswith("every action leaves a jug empty or full")
    answer = solve(Jugs((8 * unit, 5 * unit), (8 * unit, 0), InAny(4 * unit), tap=False, drain=False))
    assert str(answer.why) == "all 2 states that can be reached were searched, and the goal is not among them"


def test_a_cut_search_gives_bounds() -> None:
    jugs = Jugs((1_000_003, 999_983, 999_979), goal=InAny(500_001))
    answer = solve_jugs(jugs, limits=Limits(work=10_000))
    assert not answer.proven
    assert answer.possible
    assert answer.states > 10_000
    assert 0 < answer.at_least[1] <= answer.plan.length
    assert answer.plan.end[2] == 0 or 500_001 in answer.plan.end
    assert list(answer.plans()) == []
    assert answer.count == 0
    water = solve_jugs(jugs, least_water=True, limits=Limits(work=10_000))
    assert not water.proven
    assert water.at_least <= (water.plan.water, water.plan.length)
    plain_cut = solve_jugs(Jugs((10**40 + 1, 10**40 - 1, 10**39 + 7), goal=InAny(77)), limits=Limits(work=2000))
    assert not plain_cut.proven
    assert plain_cut.at_least[1] > 3


LONG = Jugs((19997, 17891, 15671), goal=Together(37777))
HUGE = Jugs((10**40 + 1, 10**40 - 1, 10**39 + 7), goal=InAny(77))
"""For the search in plain Python, beyond 64 bits."""


@pytest.mark.parametrize(
    ("jugs", "limits", "stopped"),
    [
        (LONG, Limits(memory=100_000), Stopped.MEMORY),
        *(
            (jugs, limits, stopped)
            for jugs in (LONG, HUGE)
            for limits, stopped in (
                (Limits(seconds=0.1), Stopped.TIME),
                (Limits(work=5000), Stopped.WORK),
                (Limits(stop=lambda: True), Stopped.ASKED),
            )
        ),
    ],
)
def test_every_limit_gives_a_bound_and_its_name(jugs: Jugs, limits: Limits, stopped: Stopped) -> None:
    answer = solve_jugs(jugs, limits=limits)
    assert answer.stopped is stopped
    assert not answer.proven
    assert "every plan has at least" in str(answer)
    assert solve_jugs(jugs, least_water=True, limits=limits).stopped is stopped


@pytest.mark.parametrize("jugs", [LONG, HUGE], ids=["native", "plain"])
def test_a_search_is_ended_by_a_true_answer_to_its_progress(jugs: Jugs) -> None:
    told: list[JugProgress] = []
    answer = solve_jugs(jugs, on_progress=lambda progress: [told.append(progress), True][1])
    assert len(told) == 1
    assert told[0].states > 0
    assert answer.stopped is Stopped.ASKED


@pytest.mark.parametrize("jugs", [LONG, HUGE], ids=["native", "plain"])
def test_ctrl_c_raises_or_gives_a_bound(jugs: Jugs) -> None:
    with pytest.raises(KeyboardInterrupt):
        solve_jugs(jugs, on_progress=ctrl_c_once())
    answer = solve_jugs(jugs, on_progress=ctrl_c_once(), on_interrupt="return")
    assert answer.stopped is Stopped.INTERRUPT
    assert not answer.proven


def test_the_number_of_plans_is_exact_beyond_any_word() -> None:
    # A hundred times one litre into the large jug or out of it, each time by one of the two small jugs.
    jugs = Jugs((200, 1, 1), goal=InJug(0, 100))
    answer = solve(jugs)
    assert answer.count == count_shortest(jugs) > 2**100
    assert solve(jugs, least_water=True).count == count_cheapest(jugs, jugs.water)


def test_nothing_can_be_measured_in_no_action() -> None:
    for goal in (InAny(0), InJug(1, 0), Together(0), EndState((0, 0))):
        answer = solve(Jugs((8, 5), goal=goal))
        assert (answer.actions, answer.water, answer.count) == (0, 0, 1)
    assert solve(Jugs((8, 5), (3, 2), Together(0))).actions == 2
    assert solve(Jugs((8, 5), (3, 2), InAny(0))).actions == 1
    assert solve(Jugs((8, 5), (3, 2), Together(0), drain=False)).possible is False


def test_jugs_are_read_from_what_people_write() -> None:
    assert solve_jugs("8 5", target=4) == solve_jugs((8, 5), 4) == solve_jugs(Jugs((8, 5), goal=InAny(4)))
    assert Jugs.parse("8,5", 4, where="B").goal == InJug(1, 4) == Jugs.parse("8,5", 4, where="5").goal
    assert Jugs.parse(["8", "5"], "4").goal == InAny(4)
    for where in ("together", "Together"):
        assert Jugs.parse(["8", "5"], "4", where=where).goal == Together(4)
    for end in ("0,4", "(0, 4)"):
        assert Jugs.parse("(8, 5)", end=end, start=[8, 0]) == Jugs((8, 5), (8, 0), EndState((0, 4)))
    assert Jugs([8, 5], goal=EndState([0, 4])) == Jugs((8, 5), goal=EndState((0, 4)))


def test_answers_show_themselves() -> None:
    answer = solve_jugs("8 5", target=4)
    assert str(answer).startswith("jugs A 8, B 5; 4 in any jug: 10 actions, the fewest possible; 1 such plan; 20 drawn")
    pictures = ElementTree.fromstring(answer._repr_svg_())
    assert len([part for part in pictures.iter() if part.get("class") == "water"]) == 2 * 11
    page = ElementTree.fromstring(answer._repr_html_())
    assert [part.tag for part in page] == ["p", "{http://www.w3.org/2000/svg}svg"]
    none = solve_jugs("6 4", target=3)
    assert "it cannot be done; every amount" in str(none)
    assert ElementTree.fromstring(none._repr_svg_()) is not None
    huge = solve_jugs((10**15 + 37, 10**15 - 11), target=7)
    assert len(str(huge)) < 10_000
    assert len(huge._repr_svg_()) < 200_000
    assert pickle.loads(pickle.dumps(answer)) == answer


def test_no_action_needed() -> None:
    for jugs in (Jugs((8, 5), (4, 0), InAny(4)), Jugs((8, 5, 3), (4, 0, 0), InAny(4))):
        answer = solve(jugs)
        assert (answer.at_least, answer.count) == ((0, 0), 1)
        assert [list(plan.steps()) for plan in answer.plans()] == [[]]


def test_the_water_of_the_supply_is_never_exceeded() -> None:
    jugs = Jugs((12, 8, 5), goal=InAny(6), supply=11)
    answer = solve(jugs)
    assert answer.plan.water <= 11
    assert str(why_not(Jugs((12, 8, 5), goal=Together(12), supply=11))).startswith(
        "the jugs at the start and the supply"
    )


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: solve_jugs("8 5"), ["give either a target"]),
        (lambda: solve_jugs("8 5", 4, end="0,4"), ["give either a target"]),
        (lambda: solve_jugs("eight five", 4, start="x", where="Q"), ["'eight five' are no", "'x' is no start"]),
        (lambda: solve_jugs("8 8 5", 4, where="8"), ["there are 2 jugs of 8", "A to C"]),
        (lambda: solve_jugs(8, 4), ["8 are no capacities"]),
        (lambda: solve_jugs([8.5, 5], 4), ["are no capacities"]),
        (lambda: solve_jugs("8 5", target="four"), ["'four' is no whole number"]),
        (lambda: Jugs((8, 5), goal=4), ["4 is no goal"]),
        (lambda: solve_jugs(Jugs((8, 5), goal=InAny(4)), target=4), ["has its own goal"]),
        (lambda: Jugs((), goal=InAny(1)), ["0 jugs were given"]),
        (lambda: Jugs((1,) * 101, goal=InAny(1)), ["101 jugs were given; 1 to 100"]),
        (lambda: Jugs(tuple(range(-500_000, 500_000)), goal=InAny(4)), ["1000000 jugs were given"]),
        (lambda: Jugs((0, -5), goal=InAny(-1)), ["capacity of 0", "capacity of -5", "target of -1"]),
        (lambda: Jugs((8, 5), (9, 6), InAny(4)), ["9 was given for jug A, which holds 8", "6 was given for jug B"]),
        (lambda: Jugs((8, 5), (1,), InAny(4)), ["1 amount; give one for each jug, 2 in all", "8,0"]),
        (lambda: Jugs((8, 5), (-1, 0), InAny(4)), ["amount of -1"]),
        (lambda: Jugs((8, 5), goal=EndState((8, 5, 0))), ["the end has 3 amounts"]),
        (lambda: Jugs((8, 5), goal=InJug(2, 4)), ["no jug number 2", "0 to 1"]),
        (lambda: Jugs((8, 5), goal=InAny(4), supply=0), ["supply of 0"]),
        (lambda: Jugs((8, 5), goal=InAny(4), supply=9, tap=False), ["needs a tap"]),
        (lambda: Jugs((10**100, 5), goal=InAny(4)), ["up to 100 digits"]),
        (lambda: Jugs.parse("8 5", end=()), ["the end has 0 amounts"]),
        (lambda: Jugs.parse("8 5", 4, start=cast(Any, 0)), ["0 is no start"]),
    ],
)
def test_every_fault_is_told_at_once(make: Any, words: list[str]) -> None:
    with pytest.raises(PuzzleError) as caught:
        make()
    for part in words:
        assert part in str(caught.value)


def test_the_native_problem_refuses_what_it_cannot_hold() -> None:
    with pytest.raises(ValueError, match="is no problem"):
        native_problem(Jugs((2**62, 3), goal=InAny(1)))
    with pytest.raises(OverflowError):
        native_problem(Jugs((2**65, 3), goal=InAny(1)))


def test_actions_have_names() -> None:
    assert str(Action(26, 1)) == "pour AA→B"
