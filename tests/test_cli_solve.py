"""`sito solve`: what it tells, limits, Ctrl-C, checkpoints, what is kept, and executors."""

import json
import re
import signal
import subprocess
from pathlib import Path

import pytest

from sito.base.limits import Limits
from sito.errors import InputError
from sito.exact.checkpoint import Checkpoint
from sito.exact.problem import Objective, Problem
from sito.exact.solver import solve
from sito.rules.rules import Rules
from sito.strategies.tree.strategy_tree import StrategyTree
from sito.strategies.tree.verify import verify
from tests.cases import cases
from tests.conftest import Sito, Start, begin_sito, finish, kill_when, run_sito, written

LONG = ("solve", "5x6", "--memory", "200MB")  # minutes at least


def test_a_proof_in_words_and_its_tree(sito: Sito, tmp_path: Path) -> None:
    file = tmp_path / "best.tree.gz"
    assert sito("solve", "4x6", "--save", str(file), code=0).out.splitlines()[0] == "Proven best: total 5625."
    assert verify(str(StrategyTree.load(file)), Rules.parse("4x6")) == (1, 8, 101, 632, 547, 7)


def test_a_tree_on_standard_output(sito: Sito, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    done = sito("solve", "4x5", "--objective", "worst-fewest-total", "--save", "-")
    assert (done.code, list(tmp_path.glob("-"))) == (0, [])
    histogram = verify(done.out, Rules.parse("4x5"))
    assert Objective.WORST_FEWEST_TOTAL.values(histogram) == (5, 68, 2465)
    told = sito("solve", "4x5", "--objective", "worst-fewest-total").out
    assert told.splitlines()[0] == "Proven best: worst 5, codes as bad 68, total 2465."


def test_json(sito: Sito) -> None:
    value = json.loads(sito("solve", "4x6", "--depth", "5", "--json").out)
    assert value["version"] == 1
    assert (value["lower"], value["upper"], value["proven"], value["stopped"]) == ([5626], [5626], True, None)
    assert (value["codes"], value["maximum"], sum(value["histogram"])) == (1296, 5, 1296)


def test_what_is_proven_is_answered_from_the_store(sito: Sito, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = ("solve", "3x5", "--objective", "worst-total", "--json")
    first = json.loads(sito(*asked).out)
    with monkeypatch.context() as patch:
        patch.setattr("sito.cli.solve.search.solve", None)
        again = json.loads(sito(*asked).out)
    assert first["positions"] > again["positions"] == 0
    assert (first["upper"], first["histogram"]) == (again["upper"], again["histogram"])
    assert json.loads(sito(*asked, "--fresh").out)["positions"] == first["positions"]
    # Another question is not answered by the same proof.
    for other in (["--depth", "6"], ["--consistent"], ["--first", "ABC"], ["--history", "AAB:x"]):
        assert json.loads(sito(*asked, *other).out)["positions"] >= 0
        assert json.loads(sito(*asked, *other).out)["upper"] == list(
            json.loads(sito(*asked, *other, "--fresh").out)["upper"]
        )


def test_no_strategy_keeps_to_the_depth(sito: Sito) -> None:
    done = sito("solve", "3x4", "--depth", "3")
    assert (done.code, done.out) == (0, "Proven: no strategy keeps to 3 guesses.\n")
    value = json.loads(sito("solve", "3x4", "--depth", "3", "--json").out)
    assert (value["lower"], value["upper"], value["proven"]) == (None, None, True)


def test_a_limit_gives_both_bounds_and_claims_no_proof(sito: Sito) -> None:
    for limit in (["--positions", "20"], ["--time", "0"]):
        done = sito(*LONG, *limit, code=4)
        assert re.match(r"Best found, not proven: total \d+\.\nNo strategy beats: total \d+\.\n", done.out)
        assert done.err == "sito: the search was cut short, so this is not proven\n"
        value = json.loads(sito(*LONG, *limit, "--json").out)
        assert value["lower"] < value["upper"]
        assert (value["proven"], value["stopped"]) == (False, limit[0].removeprefix("--"))


def test_a_narrow_search_is_no_proof(sito: Sito) -> None:
    assert "not proven" in sito("solve", "5x5", "--width", "1", code=0).out


def test_the_middle_of_a_game(sito: Sito) -> None:
    for history in ("CBFF:o EAAB:xxo", "4x6 CBFF:o EAAB:xxo", "mastermind CBFF:o EAAB:xxo"):
        value = json.loads(sito("solve", "4x6", "--history", history, "--json").out)
        assert (value["codes"], value["after"], value["proven"]) == (15, "4x6 CBFF:o EAAB:xxo", True)


@cases("more", "shown")
def test_ctrl_c_at_a_terminal_gives_the_best_so_far(start: Start, more: tuple[str, ...], shown: str) -> None:
    child = start(*LONG, *more, width=160)
    child.expect(shown)
    child.sendintr()
    child.expect(r"Best found, not proven: total \d+\.")
    child.expect(r"No strategy beats: total \d+\.")
    finish(child, 130)


def test_in_a_pipe_progress_is_plain_lines(tmp_path: Path) -> None:
    done = run_sito(tmp_path, *LONG, "--time", "7")
    assert done.returncode == 4
    assert not {"\r", "\x1b"} & {*done.stderr}
    assert re.match(r"total \d+\.\.\d+  gap .* positions .* MB", done.stderr)


def test_a_search_goes_on_from_its_checkpoint(tmp_path: Path) -> None:
    rules, file = Rules.parse("4x7"), tmp_path / "4x7.checkpoint"
    whole = solve(rules)
    for most in (1, 300, 2000):  # cut off again and again
        kept = Checkpoint(file, rules)
        assert not solve(rules, limits=Limits(work=most), journal=kept.journal).proven
        kept.save()
    for threads in (1, 2):
        resumed = solve(rules, journal=Checkpoint(file, rules).journal, threads=threads)
        assert (resumed.proven, resumed.upper) == (True, whole.upper)
    assert resumed.spent.positions < whole.spent.positions


def test_what_a_checkpoint_holds_of_a_narrow_search_is_no_lower_bound(tmp_path: Path) -> None:
    problem, file = Problem("4x6", width=2), tmp_path / "narrow.checkpoint"
    lower = set()
    for _ in range(2):
        kept = Checkpoint(file, problem.rules, width=2)
        lower.add(solve(problem, journal=kept.journal).lower)
        kept.save()
    assert len(lower) == 1


def test_a_killed_search_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "killed.checkpoint"
    hurry = "import sito.cli.solve.search as s; s.SAVE_SECONDS = 0.1; from sito.cli import main; main()"
    arguments = ["solve", "4x8", "--checkpoint", str(file), "--quiet"]
    kill_when(lambda: file.exists() and file.stat().st_size > 1000, tmp_path, *arguments, script=hurry)
    assert json.loads(run_sito(tmp_path, *arguments, "--json").stdout)["upper"] == [20471]


def test_a_terminated_search_writes_its_checkpoint_and_says_so(tmp_path: Path) -> None:
    file = tmp_path / "5x6.checkpoint"
    with begin_sito(tmp_path, "solve", "5x6", "--checkpoint", str(file), stdout=subprocess.DEVNULL) as child:
        while not re.search(r"\b\d{4,} positions ", child.stderr.readline()):  # by then something is learned
            assert child.poll() is None
        child.send_signal(signal.SIGTERM)
        last = child.stderr.readlines()[-1]
    assert child.returncode == 143
    assert last == f"What the search has learned is in {file}.\n"
    assert len(Checkpoint(file, Rules.parse("5x6")).journal.dump()) > 0


@pytest.mark.parametrize(
    "damage", ["cut", "flip", "text", "empty", "nested", "nested-open", "nested-rules", "half-a-character"]
)
def test_a_damaged_checkpoint_is_refused_and_left(sito: Sito, tmp_path: Path, damage: str) -> None:
    file = tmp_path / "a.checkpoint"
    rules = Rules.parse("3x6")
    kept = Checkpoint(file, rules)
    solve(rules, journal=kept.journal)
    kept.save()
    whole = file.read_bytes()
    spoiled = {
        "cut": whole[:-5],
        "flip": whole[:-1] + bytes([whole[-1] ^ 1]),
        "text": b"my shopping list\n",
        "empty": b"",
        "nested": b"[" * 100_000,
        "nested-open": whole.replace(b"{", b'{"open": ' + b"[" * 900 + b"]" * 900 + b", ", 1),
        "nested-rules": whole.replace(b'"3x6"', b"[" * 900 + b"]" * 900),
        "half-a-character": whole.replace(b'"3x6"', b'"\\ud800"'),
    }[damage]
    file.write_bytes(spoiled)
    done = sito("solve", "3x6", "--checkpoint", str(file))
    assert (done.code, done.out) == (2, "")
    assert any(words in done.err for words in ("no checkpoint", "damaged", "another search"))
    assert file.read_bytes() == spoiled


def test_the_checkpoint_of_another_search_is_refused_and_left(tmp_path: Path) -> None:
    file = tmp_path / "a.checkpoint"
    Checkpoint(file, Rules.parse("4x6"))
    before = file.read_bytes()
    with pytest.raises(InputError, match=r"another search \(rules: 4x6\)"):
        Checkpoint(file, Rules.parse("4x7"))
    with pytest.raises(InputError, match="consistent: False"):
        Checkpoint(file, Rules.parse("4x6"), consistent=True)
    with pytest.raises(InputError, match="width: None"):
        Checkpoint(file, Rules.parse("4x6"), width=3)
    assert file.read_bytes() == before


def test_a_split_search_takes_a_limit_of_time(sito: Sito) -> None:
    done = sito("solve", "5x8", "--executor", "processes:2", "--time", "0.5", "--json", code=4)
    assert json.loads(done.out)["stopped"] == "time"
    assert sito("solve", "3x3", "--executor", "processes:2", "--time", "10m").code == 0


def test_words_cannot_be_split(sito: Sito, tmp_path: Path) -> None:
    words = written(tmp_path / "words", "TALE LATE TEAL LIKE")
    assert "word list cannot be split" in sito("solve", f"words:{words}", "--executor", "processes:2", code=2).err
    assert sito("solve", f"words:{words}").code == 0
