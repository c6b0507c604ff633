"""Games with lies at the command line: best strategies, their trees, what is refused, and a game from a tree."""

from __future__ import annotations

import json
from pathlib import Path

from sito.rules.rules import Rules
from sito.strategies.tree.verify import verify
from tests.conftest import Sito


def test_a_proof_and_its_tree(sito: Sito, tmp_path: Path) -> None:
    file = str(tmp_path / "best.tree")
    done = sito("solve", "3x4-lies1", "--objective", "worst", "--save", file, code=0)
    lines = done.out.splitlines()
    assert lines[0] == "Proven best: worst 6."
    assert "games that the codemaker can play" in lines[1]
    assert lines[2].startswith("games that end with 1, 2, 3 ... guesses: 1 ")
    histogram = verify(Path(file).read_text(encoding="utf-8"), Rules.parse("3x4-lies1"))
    assert f"it ends each of {sum(histogram)} games" in sito("tree", "verify", file, code=0).out
    shown = sito("tree", "show", file).out
    assert f"{sum(histogram)} games" in shown.splitlines()
    assert "games" in next(line for line in shown.splitlines() if line.startswith("answer"))


def test_values_in_json(sito: Sito) -> None:
    value = json.loads(sito("solve", "2x3-lies1", "--objective", "worst-total", "--json").out)
    assert (value["lower"], value["upper"], value["proven"]) == ([5, 172], [5, 172], True)


def test_a_limit_gives_bounds(sito: Sito) -> None:
    assert "No strategy beats: total" in sito("solve", "3x6-lies1", "--positions", "3", code=4).out


def test_a_tree_breaks_a_code(sito: Sito, tmp_path: Path) -> None:
    file = str(tmp_path / "best.tree")
    sito("solve", "2x3-lies1", "--objective", "worst", "--save", file)
    sito("break", "CB", "--rules", "2x3-lies1", "--strategy", f"tree:{file}", code=0)


def test_games_without_a_liar_say_that_all_answers_are_true(sito: Sito) -> None:
    said = "The rules 2x3-lies1 allow lies, but here all answers are true: the guesses only allow for lies.\n"
    assert said in sito("break", "CB", "--rules", "2x3-lies1").err
    assert said in sito("compare", "--rules", "2x3-lies1", "--strategies", "entropy,minimax").err
    assert "allow lies" not in sito("break", "CB", "--rules", "2x3").err
