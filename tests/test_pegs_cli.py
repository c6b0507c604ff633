"""`sito pegs` as people use it."""

import json
import os
import sys
from pathlib import Path
from xml.etree import ElementTree

import pexpect
import pytest

from sito.errors import PuzzleError
from sito.puzzles.pegs.analysis import Analysis
from sito.puzzles.pegs.notation import parse_solution
from sito.puzzles.pegs.problem import Problem
from tests.conftest import Sito


def test_the_founding_solutions(sito: Sito) -> None:
    result = sito("pegs", "hoppers", "--first", "0,6", "--all")
    lines = result.out.splitlines()
    assert result.code == 0
    assert len(set(lines)) == len(lines) == 18
    assert "(0,6)(9,3)(2,0,6)(11,1)(10,0,2,6)(8,4)(12,2,6)" in lines
    assert "7 moves (11 jumps)" in result.err


def test_one_solution_with_its_sentence(sito: Sito) -> None:
    result = sito("pegs", "hoppers")
    assert result.out.splitlines() == [
        "Board hoppers-13. Start: hole 6 empty. Finish: one peg, in hole 6.",
        "7 moves (11 jumps), the fewest possible.",
        "(0,6)(9,3)(2,0,6)(11,1)(10,0,2,6)(8,4)(12,2,6)",
    ]


@pytest.mark.parametrize(
    ("options", "count"), [([], 72), (["--up-to-symmetry"], 9), (["--longer"], 5664), (["--limit", "5"], 5)]
)
def test_lists(sito: Sito, options: list[str], count: int) -> None:
    lines = sito("pegs", "hoppers", "--all", *options, "--quiet").out.splitlines()
    assert len(set(lines)) == len(lines) == count


def test_json_has_exact_counts(sito: Sito) -> None:
    result = sito("pegs", "triangle-5", "--start", "apex", "--count", "--levels", "--json")
    facts = json.loads(result.out)
    assert facts["lower"] == facts["upper"] == 10
    assert facts["proven"] is facts["solvable"] is True
    assert facts["counts"] == {
        "shortest": 1362,
        "solutions": 6816,
        "games": 568630,
        "reachable": 3016,
        "reachable_up_to_symmetry": 1544,
        "winning": 370,
        "winning_up_to_symmetry": 190,
    }
    assert sum(level["positions"] for level in facts["levels"]) == 3016


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("french --finish any", "Rule of three"),
        ("triangle-5 --start interior", "none finishes"),
        ("hoppers --start inner --why", "Pagoda function"),
        ("ooo --start oo. --finish fewest --stuck", "Nobody gets stuck"),
        ("ooo --start oo. --finish fewest", "(0,2)"),
        ("3 --jumps 0-1-2 --start 2 --finish ..o", "(0,2)"),
    ],
)
def test_answers(sito: Sito, asked: str, said: str) -> None:
    assert said in sito("pegs", *asked.split()).out


def test_reasons_as_json(sito: Sito) -> None:
    facts = json.loads(sito("pegs", "square-5", "--json").out)
    assert facts["solvable"] is False
    assert facts["reason"]["kind"] == "parity"
    weights = json.loads(sito("pegs", "hoppers", "--start", "inner", "--why", "--json").out)["reason"]["weights"]
    assert len(weights[0]["value"]) == 13


def test_hint_check_and_stuck(sito: Sito) -> None:
    assert sito("pegs", "hoppers", "--hint").out == "(0,6): 7 moves to go.\n"
    right = "(0,6)(9,3)(2,0,6)(11,1)(10,0,2,6)(8,4)(12,2,6)"
    assert sito("pegs", "hoppers", "--check", right).code == 0
    assert "does not finish" in sito("pegs", "hoppers", "--check", "(0,6)", code=1).out
    assert sito("pegs", "hoppers", "--check", "(0,5)").code == 2
    stuck = sito("pegs", "english", "--stuck").out
    assert "6 jumps" in stuck
    line = stuck.splitlines()[1]
    problem = Problem.parse("english")
    assert not any(problem.jumps(problem.positions(parse_solution(line))[-1]))


def test_budgets_give_bounds(sito: Sito) -> None:
    for option in (["--time", "0"], ["--memory", "100k"]):
        result = sito("pegs", "english", *option, code=4)
        assert "at least" in result.out
        assert "at most" in result.out
        assert "not proven" in result.err
        assert json.loads(sito("pegs", "english", *option, "--hint", "--json").out)["proven"] is False
        facts = json.loads(sito("pegs", "english", *option, "--json").out)
        assert facts["proven"] is False
        assert facts["lower"] <= 18 <= facts["upper"]
        problem = Problem.parse("english")
        solution = parse_solution(facts["solution"])
        assert len(solution) == facts["upper"]
        assert problem.solved(problem.positions(solution)[-1])


def test_a_search_is_taken_up_again(sito: Sito, tmp_path: Path) -> None:
    folder = str(tmp_path / "levels")
    assert sito("pegs", "english", "--memory", "3M", "--checkpoint", folder).code == 4
    stored = len(list((tmp_path / "levels").glob("*.level")))
    assert stored > 5
    assert f"Going on after {stored} levels" in sito("pegs", "english", "--memory", "3M", "--checkpoint", folder).err
    assert "another problem" in sito("pegs", "hoppers", "--checkpoint", folder, code=2).err
    small = tmp_path / "small"
    assert sito("pegs", "hoppers", "--checkpoint", str(small)).code == 0
    assert "7 moves" in sito("pegs", "hoppers", "--checkpoint", str(small)).out


@pytest.mark.parametrize("damage", ["empty", "cut", "swapped", "of-another"])
def test_a_damaged_level_proves_nothing(sito: Sito, tmp_path: Path, damage: str) -> None:
    folder = tmp_path / "levels"
    asked = ("pegs", "triangle-5", "--start", "0", "--finish", "0", "--checkpoint")
    assert "10 moves" in sito(*asked, str(folder)).out
    file, other = folder / "forward-04.level", folder / "forward-05.level"
    if damage == "of-another":
        another = tmp_path / "another"
        assert sito("pegs", "triangle-5", "--start", "3", "--checkpoint", str(another)).code == 0
        other = another / file.name
    whole = file.read_bytes()
    file.write_bytes({"empty": b"", "cut": whole[:-8]}.get(damage, other.read_bytes()))
    assert f"{file} of the checkpoint is damaged; delete it" in sito(*asked, str(folder), code=2).err
    file.unlink()
    assert "10 moves" in sito(*asked, str(folder)).out
    assert file.read_bytes() == whole


@pytest.mark.parametrize(
    "more", [(), ("--hint",), ("--stuck",), ("--check", "(0,6)"), ("--view", "boards"), ("--animate",)]
)
def test_json_is_one_document_whatever_is_to_be_drawn(sito: Sito, more: tuple[str, ...]) -> None:
    assert json.loads(sito("pegs", "hoppers", "--numbers", "--json", *more).out)["sito"] == "pegs"


def test_pictures(sito: Sito, tmp_path: Path) -> None:
    boards = sito("pegs", "triangle-4", "--start", "1", "--finish", "any", "--view", "boards").out
    assert boards.count("○") > 20
    assert sito("pegs", "triangle-4", "--start", "1", "--finish", "any", "--animate").out.count("◉") == 5
    assert sito("pegs", "triangle-3", "--numbers").out.startswith("  0\n 1 2\n3 4 5\n")
    for moving in ([], ["--animate"]):
        file = tmp_path / f"solution{len(moving)}.svg"
        assert sito("pegs", "hoppers", "--svg", str(file), *moving).code == 0
        root = ElementTree.parse(file).getroot()
        circles = [element for element in root.iter() if element.tag.endswith("circle")]
        assert len(circles) == 13 * (8 + len(moving))


def test_the_progress_at_a_terminal_stops_nothing() -> None:
    """A search of more than a second writes its progress to a terminal, and only there."""
    done = pexpect.run(
        f"{sys.executable} -m sito pegs english", env={**os.environ, "TERM": "xterm", "COLUMNS": "200"}, timeout=None
    ).decode()
    assert "18 moves (31 jumps), the fewest possible." in done
    assert "level" in done.split("Board english")[0]
    assert "mistake" not in done


def test_a_first_jump_from_a_finish(sito: Sito) -> None:
    told = sito("pegs", "ooo", "--start", "oo.", "--finish", "oo.", "--first", "0,2").out
    assert "none begins with the jump 0,2" in told
    assert "0 moves" not in told


def test_an_analysis_refuses_an_empty_level() -> None:
    with pytest.raises(PuzzleError, match="damaged"):
        Analysis(Problem.parse("hoppers")).restore([b""], [])
