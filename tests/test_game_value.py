"""Values of games: both bounds against plain Python, the linear program by itself, and what is told when cut short."""

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest
from benchmarks.values import VALUES, LeastCost, check_least, check_most
from hypothesis import given, settings
from hypothesis import strategies as st

from sito import _native
from sito.base.limits import Limits, Stopped
from sito.codes.code import Code, CodeSpace
from sito.codes.feedback import score_number
from sito.errors import InputError, LimitError
from sito.exact import game_value as module
from sito.exact.game_value import code_kinds, game_value
from sito.exact.matrix_game import MatrixGame
from sito.native.game import native_rules
from sito.rules.rules import Allowed, FeedbackKind, Rules
from sito.strategies.tree.strategy_tree import StrategyTree
from tests.conftest import Sito, Start, finish

KINDS = ("", "-black", "-total", "-position", "-naive")
SMALL = ["1x1", "1x4", "2x2", "2x4", "3x2", "3x2-position", "4x2", "3x3-distinct", *(f"2x3{kind}" for kind in KINDS)]
LONG = {"4x4-black", "4x5", "4x6", "4x6-position"}
LONGER = {"3x10", "4x7", "5x4", "5x5"}
"""Values of which `make prove` proves the codemaker's side, or both."""


def least(rules: Rules, weights: dict[Code, Fraction]) -> Fraction:
    """The least average of guesses by these weights, in a few lines: every guess is tried at every set of codes."""
    guesses = list(CodeSpace(rules, guesses=True))

    @cache
    def cost(codes: frozenset[Code]) -> Fraction:
        costs = [costs_of(guess, codes) for guess in guesses]
        return min(each for each in costs if each is not None)

    def costs_of(guess: Code, codes: frozenset[Code]) -> Fraction | None:
        cells: dict[int, set[Code]] = {}
        for code in codes - {guess}:
            cells.setdefault(score_number(rules, guess, code), set()).add(code)
        if codes in cells.values():
            return None
        return sum(map(weights.__getitem__, codes), Fraction(0)) + sum(cost(frozenset(cell)) for cell in cells.values())

    return cost(frozenset(weights))


@pytest.mark.parametrize("rules", SMALL)
def test_both_bounds_hold_in_plain_python(rules: str) -> None:
    found = game_value(rules)
    assert found.proven
    assert found.stopped is None
    kinds = zip(code_kinds(found.rules), found.kinds, strict=True)
    chances = {code: kind.chance / kind.size for codes, kind in kinds for code in codes}
    assert sum(chances.values()) == 1
    assert least(found.rules, chances) == found.lower
    check_most(found)


@pytest.mark.parametrize("rules", sorted(VALUES.keys() - LONGER))
def test_the_values_of_the_page(rules: str) -> None:
    found = game_value(rules)
    assert found.lower == found.upper == Fraction(VALUES[rules])
    check_most(found)
    if rules not in LONG:
        check_least(found)
        with pytest.raises(AssertionError):
            check_least(replace(found, lower=found.lower + Fraction(1, 10_000_000)))
    if rules == "4x6":  # the codes of at least two colors, all alike
        assert [kind.chance * 1290 / kind.size for kind in found.kinds] == [0, 1, 1, 1, 1]


@pytest.mark.parametrize("rules", [*SMALL, "2x5-position", "3x4-naive"])
@settings(max_examples=10, deadline=None)
@given(data=st.data())
def test_branch_and_bound_in_plain_python_misses_no_strategy(rules: str, data: st.DataObject) -> None:
    game = Rules.parse(rules)
    weights = {code: weight for kind in code_kinds(game) for weight in [data.draw(st.integers(0, 9))] for code in kind}
    if any(weights.values()):
        of_code = {code: Fraction(weight) for code, weight in weights.items() if weight}
        assert LeastCost(game, weights).of(1 << 40) == least(game, of_code)


def symmetries(rules: Rules) -> Iterator[Callable[[Code], Code]]:
    """Exchanges of two neighboring pegs or colors; where only black pegs are told, of two colors on one peg."""
    every_peg = rules.feedback is not FeedbackKind.BLACK or rules.allowed is Allowed.DISTINCT
    for peg in range(rules.pegs - 1):
        yield lambda code, peg=peg: Code([*code[:peg], code[peg + 1], code[peg], *code[peg + 2 :]])
    for color in range(rules.colors - 1):
        swap = {color: color + 1, color + 1: color}
        for only in [None] if every_peg else range(rules.pegs):
            yield lambda code, swap=swap, only=only: Code(
                swap.get(each, each) if only in (None, peg) else each for peg, each in enumerate(code)
            )


@pytest.mark.parametrize("rules", [f"3x{size}{kind}" for kind in KINDS for size in ("3", "4-distinct")])
def test_codes_of_a_kind_are_those_that_symmetries_make_alike(rules: str) -> None:
    game = Rules.parse(rules)
    codes = list(CodeSpace(game))
    alike = {code: {code} for code in codes}
    for symmetry in symmetries(game):
        for guess in codes:  # what a guess tells apart, the image of the guess tells apart in the images
            cells = [{score_number(game, each, code): set() for code in codes} for each in (guess, symmetry(guess))]
            for code in codes:
                cells[0][score_number(game, guess, code)].add(symmetry(code))
                cells[1][score_number(game, symmetry(guess), code)].add(code)
            assert all(cell in cells[1].values() for cell in cells[0].values())
            joined = alike[guess] | alike[symmetry(guess)]
            alike.update(dict.fromkeys(joined, joined))
    assert {frozenset(kind) for kind in code_kinds(game)} == set(map(frozenset, alike.values()))


@pytest.mark.parametrize("rules", ["2x3-total", "2x3-naive", "2x4", "4x2", "2x4-position"])
@settings(max_examples=10, deadline=None)
@given(st.lists(st.integers(0, 9), min_size=3, max_size=3))
def test_the_native_search_agrees_with_plain_python(rules: str, weights: list[int]) -> None:
    game = Rules.parse(rules)
    kinds = dict(zip(map(tuple, code_kinds(game)), weights, strict=False))
    of_code = {code: Fraction(weight) for kind, weight in kinds.items() for code in kind}
    if not any(of_code.values()):
        return
    best = least(game, {code: weight for code, weight in of_code.items() if weight})
    given_weights = [int(of_code[code]) for code in CodeSpace(game)]
    found = _native.solve_weighed(native_rules(game), given_weights, 1 << 40, memory=1 << 26)
    assert found.lower == found.upper == [best]
    assert found.tree is not None
    none = _native.solve_weighed(native_rules(game), given_weights, int(best), memory=1 << 26)
    assert (none.lower, none.tree) == ([best], None)


@settings(max_examples=20, deadline=None)
@given(st.lists(st.lists(st.integers(1, 30), min_size=4, max_size=4), min_size=1, max_size=9))
def test_a_matrix_game_is_solved_for_both_sides(rows: list[list[int]]) -> None:
    game = MatrixGame(4)
    for row in rows:
        game.add(row)
    assert sum(game.places) == sum(game.rows) == 1
    assert min([*game.places, *game.rows]) >= 0
    paid = [sum(chance * entry for chance, entry in zip(game.places, row, strict=True)) for row in rows]
    taken = [sum(chance * row[place] for chance, row in zip(game.rows, rows, strict=True)) for place in range(4)]
    assert min(paid) == max(taken) == game.value


@pytest.mark.parametrize("work", [0, 20, 300, 1500])
def test_a_search_that_is_stopped_tells_true_bounds(work: int) -> None:
    found = game_value("4x4", limits=Limits(work=work))
    assert (found.proven, found.stopped) == (False, Stopped.WORK)
    assert found.lower < Fraction(VALUES["4x4"]) < (found.upper or 99)
    if found.trees:
        check_most(found)


def test_weights_that_are_too_great_are_rounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_MOST_WEIGHT", 100_000)
    found = game_value("4x4")
    assert found.lower <= Fraction(VALUES["4x4"]) <= (found.upper or 0)
    assert (found.upper or 0) - found.lower < Fraction(1, 100)


def test_too_large_a_game_is_refused_at_once() -> None:
    with pytest.raises(LimitError, match="too large for the exact search"):
        game_value("16x6")


def test_other_games_are_refused() -> None:
    for rules in (Rules.of_words(["bear", "seal"]), "4x6-lies1", "4x6-consistent", "3x3-position-hard"):
        with pytest.raises(InputError, match="without words, lies and hard mode"):
            game_value(rules)


def test_progress_is_told_and_stops() -> None:
    told: list[module.ValueProgress] = []
    found = game_value("4x6", on_progress=lambda progress: told.append(progress) or len(told) > 3)
    assert found.stopped is Stopped.ASKED
    assert len(told) == 4
    assert all(each.lower <= Fraction(560, 129) for each in told)


def test_a_value_as_a_command(sito: Sito, tmp_path: Path) -> None:
    folder = tmp_path / "new" / "mixture"
    done = sito("value", "3x4", "--save", str(folder), code=0)
    assert "Proven: the value is 219/68 = 3.2206." in done.out
    found = json.loads(sito("value", "3x4", "--json", code=0).out)
    assert (found["lower"], found["upper"], found["proven"]) == ("219/68", "219/68", True)
    assert [kind["chance"] for kind in found["kinds"]] == ["2/17", "9/17", "6/17"]
    for number, tree in enumerate(found["trees"], 1):
        assert StrategyTree.load(folder / f"{number}.tree").histogram == tuple(tree["histogram"])
    chances = [tree["chance"] for tree in json.loads((folder / "value.json").read_text("utf-8"))["trees"]]
    assert chances == [tree["chance"] for tree in found["trees"]]
    assert len(list(folder.glob("*.tree"))) == len(chances)
    assert "Proven: the value is 462/120 = 77/20 = 3.8500." in sito("value", "4x5-distinct", code=0).out
    (tmp_path / "file").write_text("")
    assert "no folder" in sito("value", "2x3", "--save", str(tmp_path / "file"), code=1).err


def test_a_value_cut_short_is_no_proof(sito: Sito) -> None:
    done = sito("value", "4x6", "--positions", "300", code=4)
    assert "Not proven: the value is at least" in done.out
    assert "cut short" in done.err


def test_ctrl_c_gives_the_bounds_so_far(start: Start) -> None:
    game = start("value", "5x6")
    game.expect("value")
    game.sendintr()
    assert "Not proven" in finish(game, 130)
