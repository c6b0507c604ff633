"""`sito odds`, `sito respond`, and the order of `sito duel`: in a pipe, at a terminal, cut short and resumed."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from sito.strategies.tree.strategy_tree import StrategyTree
from tests.conftest import Sito, Start, finish, reply


def test_odds_as_a_table_and_as_json(sito: Sito) -> None:
    table = sito("odds", "minimax", "entropy", "--rules", "3x4", "--quiet")
    found = json.loads(sito("odds", "minimax", "entropy", "--rules", "3x4", "--json").out)
    chances = [Fraction(found[name]) for name in ("win", "tie", "loss")]
    assert (table.code, sum(chances)) == (0, 1)
    for chance in chances:
        assert f"{100 * float(chance):.2f} %" in table.out
        assert str(chance) in table.out
    assert (found["order"], found["margin"], found["first"]["games"]) == ("simultaneous", 0, None)
    turns = json.loads(sito("odds", "minimax", "entropy", "--rules", "3x4", "--json", "--alternating").out)
    assert Fraction(turns["win"]) == chances[0] + chances[1]
    assert (turns["order"], turns["tie"]) == ("alternating", "0")


def test_odds_are_measured_only_if_asked_for(sito: Sito) -> None:
    refused = sito("odds", "uniform-probe", "entropy", "--rules", "3x4", code=2)
    assert "'sito odds --sample' measures them" in refused.err
    done = sito("odds", "uniform-probe", "entropy", "--rules", "3x4", "--sample", "640", "--seed", "2", "--json")
    found = json.loads(done.out)
    assert found["first"]["games"] == 640
    assert 0 < found["margin"] < 0.1
    again = sito("odds", "uniform-probe", "entropy", "--rules", "3x4", "--sample", "640", "--seed", "2", "--json")
    assert json.loads(again.out) == found
    shown = sito("odds", "uniform-probe", "entropy", "--rules", "3x4", "--sample", "640")
    assert "±" in shown.out
    assert "measured in 640 games" in shown.err


def test_a_response_and_its_tree(sito: Sito, tmp_path: Path) -> None:
    file = tmp_path / "answer.tree.gz"
    done = sito("respond", "minimax", "--rules", "3x4", "--save", str(file), code=0)
    assert "Proven best: 56.69 % of the points (1161/2048)." in done.out
    assert "codes found with 1, 2, 3 ... guesses: 1 5 37 21" in done.out
    assert StrategyTree.load(file).histogram == (1, 5, 37, 21)
    assert sito("tree", "verify", str(file)).code == 0
    odds = json.loads(sito("odds", f"tree:{file}", "minimax", "--rules", "3x4", "--json").out)
    found = json.loads(sito("respond", "minimax", "--rules", "3x4", "--json").out)
    assert odds["points"] == float(Fraction(found["lower"])) == 1161 / 2048
    assert (found["proven"], found["upper"], found["stopped"]) == (True, found["lower"], None)
    tree = sito("respond", "minimax", "--rules", "3x4", "--save", "-")
    assert StrategyTree.parse(tree.out).histogram == (1, 5, 37, 21)
    assert "Proven best" in tree.err


def test_a_response_cut_short_is_no_proof(sito: Sito) -> None:
    done = sito("respond", "entropy", "--rules", "4x6", "--positions", "10", "--json")
    found: dict[str, Any] = json.loads(done.out)
    assert (done.code, found["proven"]) == (4, False)
    assert Fraction(found["lower"]) <= Fraction(594145, 1119744) <= Fraction(found["upper"])
    assert "cut short" in done.err
    assert "Best found, not proven" in sito("respond", "entropy", "--rules", "4x6", "--width", "1", code=0).out


@pytest.mark.parametrize("width", [40, 80, 120])
def test_odds_and_responses_at_a_terminal(start: Start, width: int) -> None:
    shown = finish(start("odds", "minimax", "entropy", "--rules", "3x4", width=width), 0)
    assert "minimax wins" in shown
    shown = finish(start("respond", "minimax", "--rules", "3x4", width=width), 0)
    assert "Proven best" in shown
    assert all(len(line) <= width for line in shown.replace("\r", "").split("\n") if "\x1b" not in line)


def test_ctrl_c_gives_the_best_response_so_far(start: Start) -> None:
    game = start("respond", "first-consistent", "--rules", "5x6")
    game.expect("cost")
    game.sendintr()
    shown = finish(game, 130)
    assert "Best found, not proven" in shown
    assert "No strategy gains more than" in shown


ALTERNATING = ("duel", "--order", "alternating", "--strategy", "entropy", "--seed", "1", "--rules", "3x4")


def test_a_duel_that_the_first_hit_wins(sito: Sito) -> None:
    # The person hits with the first guess, and the computer does not guess any more.
    for code in (f"{a}{b}{c}" for a in "ABCD" for b in "ABCD" for c in "ABCD"):
        done = sito(*ALTERNATING, "--json", stdin=f"{code}\n")
        if done.code == 0:
            break
    result = json.loads(done.out)
    assert (result["winner"], result["order"], result["computer"]["turns"]) == ("you", "alternating", [])
    assert result["odds"]["tie"] == "0"
    assert "The first hit wins." in done.err


def test_a_duel_goes_on_in_its_order(start: Start) -> None:
    game = start(*ALTERNATING, "--first", "computer")
    game.expect_exact("The first hit wins.")
    reply(game, "answer: ", "/quit")
    finish(game, 0)
    game = start("duel", "--resume")
    game.expect_exact("The first hit wins.")
    reply(game, "answer: ", "xxx")
    shown = finish(game, 0)
    assert "I win with 1 guess." in shown
    assert "whoever begins would win" in shown
