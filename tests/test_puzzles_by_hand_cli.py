"""`sito jugs --play` and `sito pegs --play`: in pipes, in plain words, killed and resumed."""

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from sito.cli.jugs.by_hand import JugStand
from sito.cli.pegs.by_hand import PegStand
from sito.games.store import GameStore
from sito.puzzles.by_hand import Outlook
from sito.puzzles.jugs.by_hand import JugsByHand
from sito.puzzles.jugs.problem import InAny, Jugs
from sito.puzzles.pegs.by_hand import PegsByHand
from sito.puzzles.pegs.problem import Problem
from sito.show.render import cell_width, text_of
from tests.conftest import Sito, begin_sito, run_sito
from tests.kept import states, write
from tests.screens import held

JUGS = ("jugs", "8", "5", "--target", "4", "--play")
JUG_PLAN = "b\nba\nb\nba\nempty a\nba\nb\nba\nb\nba\n"
PEGS = ("pegs", "hoppers", "--play")
PEG_PLAN = "0 6\n9,3\n2 0\n0,6\n11-1\n(10,0,2,6)(8,4)\n12 2 6\n"


def test_jugs_in_a_pipe(sito: Sito, tmp_path: Path) -> None:
    done = sito(*JUGS, stdin=JUG_PLAN, code=0)
    lines = done.out.splitlines()
    assert lines[0].split() == ["start", "(0,0)"]
    assert lines[1].split() == ["1", "fill", "B", "(0,5)"]
    assert lines[-1].split() == ["10", "pour", "B→A", "(8,4)"]
    assert "4 in jug B with 10 actions; the fewest possible is 10." in done.err
    assert not states(tmp_path / "data")


def test_pegs_in_a_pipe(sito: Sito, tmp_path: Path) -> None:
    done = sito(*PEGS, stdin=PEG_PLAN, code=0)
    assert "1  (0,6)  11 pegs\n ○0  ●1  ●2\n   ○3  ●4\n ●5  ◉6  ●7\n   ●8  ●9\n ●10 ●11 ●12\n" in done.out
    assert "7  (12,2,6)  1 peg" in done.out
    assert "One peg is left, in hole 6, after 7 moves. The fewest possible is 7." in done.err
    assert not states(tmp_path / "data")


def test_the_plan_of_the_solver_can_be_typed_as_it_is_printed(sito: Sito) -> None:
    plan = sito("jugs", "8", "5", "--target", "4").out.splitlines()
    actions = [" ".join(line.split()[1:-1]) for line in plan if line.split()[0:1] and line.split()[0].isdigit()]
    assert len(actions) == 11  # the sentence with the number of actions is one of them
    assert sito(*JUGS, stdin="\n".join(actions[1:]) + "\n").code == 0
    solution = sito("pegs", "hoppers").out.splitlines()[-1]
    assert sito(*PEGS, stdin=solution + "\n").code == 0


def test_an_action_that_cannot_be_taken_now_is_read_too(sito: Sito) -> None:
    for line in ("empty a", "Empty  A", "pour A→B", "\N{CYRILLIC SMALL LETTER A}в"):
        assert "jug A is empty" in sito(*JUGS, stdin=f"{line}\n").err


def test_what_is_asked_on_the_way(sito: Sito) -> None:
    done = sito(
        *JUGS, stdin="fewest\nb\nhint\nba\nundo 2\nhint\nfewest\nundo\nundo x\n/board\nxyz\nhnit\nab\n/foo\n", code=1
    )
    said = done.err.splitlines()
    for sentence in (
        "The goal is 10 actions away, at the fewest.",
        "A best next step: pour B→A.",
        "2 steps are taken back.",
        "A best next step: fill B.",
        "there is no step to take back",
        "'x' is no number of steps; write undo, or undo 3 for the last three.",
        "'xyz' is no action with the jugs A to B: write a to fill jug A, ab to pour from A into B, or empty a",
        "Did you mean the command hint?",
        "jug A is empty",
    ):
        assert sentence in said
    assert "There is no command /foo" in done.err
    assert "sito games resume jugs-" in done.err


def test_what_cannot_be_done_any_more_is_said_at_once_and_once(sito: Sito) -> None:
    done = sito(*PEGS, stdin="0 6\n9 3\n2 6 0\n10 6\nundo 2\n2 0\nfewest\n")
    sentence = "From here it cannot be done: everything that can come of this position was searched"
    assert done.err.count(sentence) == 1
    assert "The finish is 4 moves away, at the fewest." in done.err
    dry = sito("jugs", "5", "3", "--target", "4", "--supply", "8", "--play", stdin="b\nempty b\nhint\nfewest\nundo\n")
    assert dry.err.count("From here it cannot be done: the jugs at the start") == 0
    assert dry.err.count("From here it cannot be done") == 3


def test_giving_up_tells_a_way_from_here(sito: Sito, tmp_path: Path) -> None:
    done = sito(*PEGS, stdin="0 6\n9 3\n2 0\ngive up\n", code=1)
    way = [line.split()[1] for line in done.err.splitlines() if line.strip()[:1].isdigit()]
    assert sito(*PEGS, stdin="0 6\n9 3\n2 0\n" + "\n".join(way) + "\n").code == 0
    assert way[0] == "(0,6)"
    assert not states(tmp_path / "data")
    stuck = sito("pegs", "hoppers", "--start", "inner", "--play", stdin="give up\n")
    assert "From here it cannot be done" in stuck.err
    assert "A way from here" not in stuck.err


def test_on_a_large_board_it_is_said_what_is_not_known(sito: Sito) -> None:
    done = sito("pegs", "english", "--play", "--time", "0", stdin="fewest\n")
    assert "are not known yet: 12 at least" in done.err or "It is not known yet whether" in done.err
    sito("pegs", "english", "--finish", "fewest", "--play", "--time", "0.01", code=4)


@pytest.mark.parametrize(
    ("words", "plan"),
    [
        (JUGS, JUG_PLAN),
        (("jugs", "8", "5", "3", "--start", "8,0,0", "--end", "4,4,0", "--decant", "--play"), None),
        (("jugs", "5", "3", "--target", "4", "--supply", "8", "--in", "A", "--play"), None),
        (("jugs", "6", "4", "--target", "8", "--in", "together", "--play"), None),
        (PEGS, PEG_PLAN),
        (("pegs", "triangle-4", "--start", "1", "--finish", "any", "--play"), "6 1\n0 3\n8,6,1\n5,0,3,5\n9 2\n"),
        (("pegs", "square-4", "--start", "0", "--finish", "fewest", "--play"), None),
        (("pegs", "4", "--jumps", "0-1-2,3-2-1,2-1-0", "--start", "2", "--finish", "1", "--play"), "0 2\n3 1\n"),
    ],
)
def test_left_and_resumed_after_every_step_it_goes_on_as_it_was(
    sito: Sito, words: tuple[str, ...], plan: str | None
) -> None:
    name = words[0]
    if plan is None:
        told = sito(*words, stdin="give up\n").err.splitlines()
        plan = "\n".join(line.split(maxsplit=1)[1] for line in told if line.strip()[:1].isdigit()) + "\n"
    lines = plan.splitlines()
    whole = json.loads(sito(*words, "--json", stdin=plan).out)
    assert sito(*words, "--quiet", stdin=lines[0] + "\n").code == (1 if len(lines) > 1 else 0)
    for place, line in enumerate(lines[1:], 1):
        done = sito(name, "--play", "--resume", "--json", stdin=line + "\n")
        state = json.loads(done.out)
        # On a busy machine there may be no time to see how it can still end.
        assert done.code in ((0,) if place == len(lines) - 1 else (1, 4)), done.err
        assert state["solved"] is (done.code == 0)
    if len(lines) > 1:
        assert {**state, "fewest": None} == {**whole, "fewest": None}
        assert state["fewest"] == whole["fewest"] is not None
    assert sito(name, "--resume").code == 2


def test_json_has_the_steps(sito: Sito) -> None:
    jugs = json.loads(sito(*JUGS, "--json", stdin="b\nba\n").out)
    assert (jugs["solved"], jugs["actions"], jugs["fewest"], jugs["end"]) == (False, 2, 10, [5, 0])
    assert jugs["steps"][1] == {"action": "pour", "from": "B", "to": "A", "state": [5, 0]}
    pegs = json.loads(sito(*PEGS, "--json", stdin=PEG_PLAN).out)
    assert (pegs["solved"], pegs["moves"], pegs["jumps"], pegs["fewest"], pegs["pegs"]) == (True, 7, 11, 7, [6])
    assert pegs["solution"] == "(0,6)(9,3)(2,0,6)(11,1)(10,0,2,6)(8,4)(12,2,6)"


def test_plain_words(sito: Sito) -> None:
    held("plain-jugs", sito(*JUGS, "--plain", stdin="b\nba\nundo\n").out)
    three = sito("jugs", "8", "5", "3", "--target", "1", "--supply", "9", "--play", "--plain", stdin="a\nempty a\n")
    held("plain-jugs-three", three.out)
    held("plain-pegs", sito(*PEGS, "--plain", stdin="0 6\n9 3\n2 0 6\nboard\n").out)


WRONG = [None, [], {}, "x", -1, 1.5, True, "9" * 50, ["a"], "0,99", "(0,6", "> >"]


@pytest.mark.parametrize(("words", "plan"), [(JUGS, "b\nba\n"), (PEGS, "0 6\n9 3\n")])
def test_wrong_values_in_a_saved_puzzle_are_never_a_traceback(
    sito: Sito, tmp_path: Path, words: tuple[str, ...], plan: str
) -> None:
    sito(*words, stdin=plan)
    with GameStore.in_directory(tmp_path / "data") as store:
        (row,) = store.unfinished()
    state: dict[str, Any] = json.loads(row.text)
    for name in state:
        for wrong in WRONG:
            write(tmp_path / "data", row.name, {**state, name: wrong})
            done = sito(words[0], "--resume", stdin="")
            assert done.code in (1, 2), (name, wrong, done.err)
            assert "mistake in Sito" not in done.err
            with GameStore.in_directory(tmp_path / "data") as store:
                store.delete(row.kind, row.number or 0)
                store.add(row)
    assert "2  " in sito(words[0], "--resume", stdin="").out


@pytest.mark.parametrize(("words", "lines"), [(JUGS, JUG_PLAN), (PEGS, PEG_PLAN)])
def test_killed_after_any_step_it_is_resumed_as_it_was(tmp_path: Path, words: tuple[str, ...], lines: str) -> None:
    for steps in (1, 2, 4):
        home = tmp_path / str(steps)
        with begin_sito(home, *words, "--plain", stderr=subprocess.DEVNULL) as player:
            for line in lines.splitlines()[:steps]:
                player.stdin.write(line + "\n")
                player.stdin.flush()
                while "jug" not in (said := player.stdout.readline()) and "jumps" not in said:
                    assert said
            player.kill()  # What was shown was saved before it was shown.
        resumed = run_sito(home, words[0], "--play", "--resume", "--json")
        assert resumed.returncode == 1
        assert len(json.loads(resumed.stdout)["steps"]) >= steps - (words[0] == "jugs")


SIZES = [(40, 24), (80, 24), (120, 40), (20, 10), (60, 12), (40, 1_000_000)]


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_pictures_fit(width: int, height: int) -> None:
    jugs = JugsByHand(Jugs((8, 5), goal=InAny(4)))
    many = JugsByHand(Jugs((3,) * 60, goal=InAny(1)))
    long = JugsByHand(Jugs((10**30, 7), goal=InAny(4)))
    for line in JUG_PLAN.splitlines():
        for jug, taken in ((None, None), (1, None), (0, 1), (1, 1)):
            shown = JugStand(hand=jugs, outlook=Outlook(False), jug=jug, held=taken).lines(width, height)
            assert all(cell_width(text_of(drawn)) <= width for drawn in shown)
            assert len(shown) <= height or height < 15
        jugs = jugs.after(line)
    every_step = [text_of(line) for line in JugStand(hand=jugs).lines(width, 1_000_000)]
    assert sum("→" in line or "fill" in line or "empty" in line for line in every_step) == 10
    assert any("8/8" in line and "4/5" in line for line in every_step) or width < 40
    for hand in (many, long):
        text = "\n".join(map(text_of, JugStand(hand=hand.after("a"), jug=1).lines(width, 1_000_000)))
        assert str(hand.puzzle.capacities[0]) in text

    for board in ("hoppers", "english", "triangle-10", "square-8", "wiegleb", "o" * 64, "30:0-1-2,29-28-27"):
        pegs = PegsByHand(Problem.parse(board, finish="any"))
        for step in pegs.legal_steps()[:1]:
            pegs = pegs.after(step)
        for hole, taken in ((None, False), (0, False), (3, True)):
            shown = PegStand(hand=pegs, hole=hole, taken=taken).lines(width, 1_000_000)
            assert all(cell_width(text_of(line)) <= width for line in shown)
            text = "\n".join(map(text_of, shown))
            for hole in range(pegs.puzzle.board.holes):
                assert str(hole) in text
