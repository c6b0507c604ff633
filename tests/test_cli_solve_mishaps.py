"""`sito solve` when something goes wrong around the search: files, full disks, readers that leave, Ctrl-C again."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

import pexpect
import pytest

from sito.base.limits import Limits
from sito.errors import Fault, FileError, InputError, StoreError
from sito.exact.checkpoint import Checkpoint
from sito.exact.cluster import solve_together
from sito.exact.problem import Problem
from sito.exact.solver import solve
from sito.rules.rules import Rules
from sito.strategies.tree.verify import verify
from tests.conftest import Sito, Start, environment, finish, run_sito

LONG = ("solve", "5x6", "--memory", "200MB")  # minutes at least


def test_a_tree_on_standard_output_goes_with_words_on_standard_error(sito: Sito) -> None:
    done = sito("solve", "4x5", "--width", "1", "--save", "-")
    assert done.out.startswith("sito-tree 1\n")
    assert done.err.startswith("Best found, not proven: total ")
    done = sito("solve", "3x4", "--depth", "3", "--save", "-")
    assert (done.code, done.out) == (0, "")
    assert done.err == "Proven: no strategy keeps to 3 guesses.\nsito: there is no tree to write\n"


def test_what_was_found_is_told_even_if_it_cannot_be_written(sito: Sito, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*arguments: object) -> None:
        raise StoreError(Fault("the disk is full"))

    monkeypatch.setattr("sito.exact.proofs.keep_proof", full)
    done = sito("solve", "4x5", "--save", "/dev/full", code=1)
    assert done.out.splitlines()[0] == "Proven best: total 2463."
    assert done.err.splitlines() == [
        "sito: results are not kept: the disk is full",
        "sito: /dev/full cannot be written: No space left on device",
    ]


def test_a_search_outlives_a_full_disk_and_those_who_watch_it(tmp_path: Path) -> None:
    hurry = (
        "import sys, sito.cli.solve.search as s, sito.cli.watch as w, sito.exact.checkpoint as c\n"
        "s.SAVE_SECONDS = w.LINE_SECONDS = 0.1\n"
        "from sito.cli import main\n"
        "from sito.errors import Fault, FileError\n"
        "before, saves = c.Checkpoint.save, []\n"
        "def save(self):\n"
        "    saves.append(1)\n"
        "    if len(saves) == 2: raise FileError(Fault('no space left on the disk'))\n"
        "    before(self)\n"
        "c.Checkpoint.save = save\n"
        "sys.exit(main())\n"
    )
    tree, checkpoint = tmp_path / "best.tree", tmp_path / "c"
    arguments = [*LONG, "--time", "4", "--save", str(tree), "--checkpoint", str(checkpoint)]
    done = run_sito(tmp_path, *arguments, script=hurry)
    assert done.returncode == 4
    assert "the checkpoint could not be written now: no space left on the disk" in done.stderr
    assert solve("5x6", limits=Limits(work=0), journal=Checkpoint(checkpoint, Rules.parse("5x6")).journal).lower
    tree.unlink()
    with Path("/dev/full").open("wb") as full:
        done = run_sito(tmp_path, *arguments, script=hurry, stderr=full)
    assert done.returncode == 4
    assert done.stdout.startswith("Best found, not proven: total ")
    assert sum(verify(tree.read_text(), Rules.parse("5x6"))) == 7776


def test_a_checkpoint_that_cannot_be_written_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*arguments: object) -> None:
        raise OSError(28, "No space left on device")

    kept = Checkpoint(tmp_path / "c", Rules.parse("3x4"))
    monkeypatch.setattr("os.replace", full)
    with pytest.raises(FileError, match="No space"):
        kept.save()
    assert [file.name for file in tmp_path.iterdir()] == ["c"]


def interrupted_by(child: pexpect.spawn[str], *words: str) -> None:
    """Presses Ctrl-C again and again, each time until a word is told."""
    child.expect(r"total \d+\.\.\d+")
    for word in words:
        child.sendintr()
        child.expect(word)
    finish(child, 130)


def test_ctrl_c_pressed_again_loses_nothing(tmp_path: Path, start: Start) -> None:
    tree = tmp_path / "best.tree"
    slow = (
        "import sys, time, sito.cli.solve.search as s, sito.strategies.tree.strategy_tree as t\n"
        "from sito.cli import main\n"
        "finish, save = s.Saver.save, t.StrategyTree.save\n"
        "s.Saver.save = lambda self: (print('finishing', flush=True), time.sleep(0.5), finish(self))\n"
        "t.StrategyTree.save = lambda self, file: (print('saving', flush=True), time.sleep(0.5), save(self, file))\n"
        "sys.exit(main())\n"
    )
    interrupted_by(start(*LONG, "--save", str(tree), script=slow), "finishing", "saving", "Best found")
    assert sum(verify(tree.read_text(), Rules.parse("5x6"))) == 7776


def test_ctrl_c_pressed_again_leaves_what_was_found_on_workers(start: Start) -> None:
    slow = (
        "import sys, time, sito.exact.cluster.together as s\n"
        "best = s._solution\n"
        "s._solution = lambda *found: (print('putting together', flush=True), time.sleep(0.5), best(*found))[-1]\n"
        "from sito.cli import main\n"
        "if __name__ == '__main__': sys.exit(main())\n"
    )
    child = start(*LONG, "--executor", "processes:2", script=slow)
    interrupted_by(child, "putting together", r"Best found, not proven: total \d+")


def test_numbers_beyond_counting_are_no_limit(sito: Sito) -> None:
    huge = "9" * 30
    done = sito("solve", "3x4", "--positions", huge, "--depth", huge, "--memory", "999999999T")
    assert done.out.startswith("Proven best: total 206.")
    assert sito("solve", "3x4", "--width", huge).out.startswith("Proven best: total 206.")


def test_processes_share_the_memory(sito: Sito) -> None:
    assert sito("solve", "4x6", "--executor", "processes:1", "--memory", "4MB").code == 0
    done = sito("solve", "4x6", "--fresh", "--executor", "processes:4", "--memory", "4MB")
    assert (done.code, done.err) == (4, "sito: the answers of 4x6 take 2 MB; 1 MB are allowed; give more memory\n")


def test_a_tree_that_is_not_proven_says_so() -> None:
    rules = Rules.parse("4x5")
    for searched, made in (
        (solve(rules), "exact"),
        (solve(Problem(rules, width=1)), "best-found"),
        (solve_together(rules), "exact"),
        (solve_together(rules, limits=Limits(work=0)), "best-found"),
    ):
        assert searched.proven is (made == "exact")
        assert searched.tree.strategy == made


def test_a_checkpoint_that_is_a_link_stays_one(tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to(tmp_path / "c")
    Checkpoint(link, Rules.parse("3x4")).save()
    assert link.is_symlink()
    assert (tmp_path / "c").is_file()


def test_fewer_than_no_positions_are_refused() -> None:
    with pytest.raises(InputError, match="work is -1; it must be a whole number from 0 on"):
        solve("3x4", limits=Limits(work=-1))


def test_the_line_fits_the_terminal_of_standard_error(tmp_path: Path) -> None:
    command = f"{sys.executable} -m sito {' '.join(LONG)} --time 3 > {tmp_path / 'out'}"
    how: dict[str, Any] = {"env": environment(tmp_path), "encoding": "utf-8", "dimensions": (24, 40)}
    child = pexpect.spawn("/bin/sh", ["-c", command], timeout=None, **how)
    child.expect(pexpect.EOF)
    lines = re.findall(r"\x1b\[2K(total [^\x1b\r]*)", child.before)
    assert {line for line in lines if len(line) < 40} == set(lines) != set()
