"""The exact search where it might claim too much: rare guesses, deep games, narrow searches, borrowed journals."""

from __future__ import annotations

import random
from itertools import islice, product

import pytest

from sito.base.limits import Limits, Stopped
from sito.codes.code import Code, CodeSpace
from sito.codes.feedback import Feedback, score
from sito.errors import LimitError
from sito.exact.problem import Objective, Problem
from sito.exact.reference import best_value
from sito.exact.solver import Journal, solve
from sito.rules.rules import FeedbackKind, Rules
from sito.strategies.tree.verify import verify
from sito.words.words import WordList


@pytest.mark.parametrize("consistent", [False, True])
def test_no_number_of_a_guess_stands_for_none(consistent: bool) -> None:
    tails = "JJMJM JKMLL JNJLM KKJKM KNKKN LJMJJ LKMKN LLLLL LNKMM MNLJL NLJJJ NMJMN NMNML NNKLN NNNLL"
    secrets = [f"Z{tail}" for tail in tails.split(" ")]
    tails = "KKNKL LJKLL LKNKJ LLNKL LNKNN MLJKN MLKLJ NLKNN NMLJK NMLKL"
    best, *others = ["HKNJMN", *(f"I{tail}" for tail in tails.split(" "))]
    # None of these tells anything; behind them the only best guess has the number 65535.
    noise = map("".join, islice(product("ABCDEFG", repeat=6), 65535))
    few = Rules.of_words(WordList.of(secrets, [*secrets, best, *others]), FeedbackKind.BLACK)
    many = Rules.of_words(WordList.of(secrets, [best, *others, *noise]), FeedbackKind.BLACK)
    space = CodeSpace(many, guesses=True)
    assert space.text(space[65535]) == best
    for objective in (Objective.WORST, Objective.TOTAL_WORST):
        solution = solve(Problem(many, objective, consistent=consistent))
        expected = best_value(Problem(few, objective, consistent=consistent))
        assert (solution.proven, solution.lower, solution.upper) == (True, expected, expected)
        assert objective.values(verify(str(solution.tree), many)) == expected


def test_a_narrow_search_proves_no_depth_of_the_least_total() -> None:
    rules = Rules.parse("4x4-black")
    turns = (("1113", 0), ("0003", 1), ("3202", 1))
    history = [(Code(map(int, text)), Feedback.of(rules, black)) for text, black in turns]
    best = solve(Problem(rules, Objective.TOTAL_WORST, history=history))
    assert (best.proven, best.upper) == (True, (38, 3))
    narrow = solve(Problem(rules, Objective.TOTAL_WORST, history=history, width=1))
    assert narrow.upper == (38, 4)
    assert not narrow.proven
    assert narrow.lower <= (38, 3)


def test_small_sets_keep_to_the_limits_too() -> None:
    # No guess tells these words apart, and there are 2^20 sets of them.
    chance = random.Random(1)
    alphabet = "ABCDEFGHIJKLMNOP"
    alike = ["".join(chance.sample(alphabet, 16)) for _ in range(20)]
    others = ["".join(chance.choices(alphabet, k=16)) for _ in range(40)]
    rules = Rules.of_words(WordList.of([*alike, *others]), FeedbackKind.TOTAL)
    guess, secret = (CodeSpace(rules).parse(word) for word in alike[:2])
    history = [(guess, score(rules, guess, secret))]
    solution = solve(Problem(rules, history=history), limits=Limits(work=1000))
    assert not solution.proven
    assert solution.stopped is Stopped.WORK
    assert solution.spent.positions < 2000


def test_games_of_very_many_guesses_are_refused() -> None:
    for text, objective, depth in (
        ("11x2-total", Objective.WORST, 500),
        ("11x2-total", Objective.TOTAL, None),
        ("7x7-distinct-total", Objective.TOTAL, None),
    ):
        with pytest.raises(LimitError, match="more than 253 guesses"):
            solve(Problem(text, objective, depth))
    # 252 codes of this game are told apart by nothing but guessing them.
    deep = solve(Problem("10x2-total", depth=253), limits=Limits(work=0))
    assert deep.tree.maximum == 253
    none = solve(Problem("11x2-total", depth=3))
    assert (none.proven, none.upper) == (True, None)


def test_a_journal_says_nothing_about_other_rules_or_guesses() -> None:
    journal = Journal()
    rules = Rules.parse("4x5")
    solve(rules, journal=journal)
    consistent = Problem(rules, consistent=True)
    borrowed = solve(consistent, journal=journal)
    assert (borrowed.proven, borrowed.upper) == (True, solve(consistent).upper)
    solve(Rules.parse("4x5-position"), journal=journal)
    again = solve(rules, Objective.TOTAL, journal=journal)
    assert (again.proven, again.upper) == (True, solve(rules).upper)
