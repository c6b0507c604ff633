"""`sito tree` at the command line."""

import gzip
import json
import subprocess
import sys
from pathlib import Path

import pytest

from sito.codes.code import CodeSpace
from sito.codes.feedback import score
from sito.playing.game import Transcript
from sito.rules.rules import Rules
from sito.sieve.knowledge import Knowledge
from sito.strategies.strategy import parse_strategy
from sito.strategies.tree.data import to_json
from sito.strategies.tree.export import sizes, to_dot, to_svg
from sito.strategies.tree.strategy_tree import StrategyTree
from tests.conftest import Sito, written

MASTERMIND = StrategyTree.build(parse_strategy("first-consistent"), Knowledge(Rules.parse("3x4")))
TEXT = str(MASTERMIND)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "first.tree"
    MASTERMIND.save(path)
    return path


def test_a_tree_from_standard_input(sito: Sito, file: Path) -> None:
    for arguments in (["verify"], ["show"], ["export"]):
        more = ["-", "--to", "json"] if arguments == ["export"] else []
        assert sito("tree", *arguments, "-", *more, stdin=TEXT) == sito("tree", *arguments, str(file), *more, code=0)
    assert "a strategy tree begins with" in sito("tree", "verify", "-", stdin="", code=2).err
    packed = subprocess.run(
        [sys.executable, "-m", "sito", "tree", "verify", "-"], input=gzip.compress(TEXT.encode()), capture_output=True
    )
    assert packed.stdout.decode() == sito("tree", "verify", str(file)).out


def test_build_show_and_verify(sito: Sito, tmp_path: Path) -> None:
    path = str(tmp_path / "first.tree")
    assert json.loads(sito("tree", "build", path, "--rules", "3x4", "--json", code=0).out)["total"] == MASTERMIND.total
    assert Path(path).read_text() == TEXT
    assert sito("tree", "build", "--rules", "3x4").out == TEXT
    shown = sito("tree", "show", path, "--levels", "2").out.splitlines()
    assert shown[1:4:2] == [
        "strategy: first-consistent",
        f"guesses: {MASTERMIND.total} in all, {MASTERMIND.mean:.4f} on average, 6 at most",
    ]
    assert [line.split() for line in shown[6:]] == [
        ["answer", "guess", "codes"],
        ["AAA", "64"],
        *(
            [str(answer), CodeSpace(MASTERMIND.rules).text(node.guess), str(sizes(MASTERMIND)[id(node)])]
            for answer, node in MASTERMIND.root.branches.items()
        ),
    ]
    done = sito("tree", "verify", path, "--rules", "3x4", "--json")
    assert json.loads(done.out)["histogram"] == list(MASTERMIND.histogram)
    assert "The tree is right: it finds 64 codes" in sito("tree", "verify", path).out


def test_verify_refuses_with_the_line_and_the_reason(sito: Sito, tmp_path: Path) -> None:
    path = written(tmp_path / "wrong.tree", TEXT.replace("= BBB", "= BBC"))
    done = sito("tree", "verify", str(path), code=2)
    assert "line 6: " in done.err
    assert not done.out


def test_verify_refuses_a_game_that_memory_cannot_hold(sito: Sito, tmp_path: Path) -> None:
    huge = written(tmp_path / "huge.tree", f"sito-tree 1\nrules 16x5\n= {'A' * 16}\nend\n")
    assert "152587890625 codes" in sito("tree", "verify", str(huge), code=4).err


def test_build_with_a_seed_and_after_a_game(sito: Sito, tmp_path: Path) -> None:
    path = str(tmp_path / "later.tree.gz")
    done = sito("tree", "build", path, "--after", "4x6 CBFF:o", "-s", "random-consistent", "--seed", "4", "--json")
    assert json.loads(done.out) | {"mean": 0, "histogram": 0, "total": 0, "maximum": 0} == {
        "sito": "tree build",
        "version": 1,
        "rules": "4x6",
        "strategy": "random-consistent",
        "after": "4x6 CBFF:o",
        "codes": 276,
        "seed": 4,
        "mean": 0,
        "histogram": 0,
        "total": 0,
        "maximum": 0,
    }
    secret = "DACA"
    played = sito("tree", "play", path, "--secret", secret, "--json")
    wanted = sito("break", secret, "-s", f"tree:{path}", "--json")
    assert wanted.code == 2  # the game of the tree began otherwise
    assert Transcript.from_json(played.out).turns[0] == Transcript.parse("4x6 CBFF:o").turns[0]
    assert sito("tree", "play", path, "--secret", "CBFF").code == 2
    assert sito("tree", "build", "--json").code == 2


def test_play_keeps_to_the_tree(sito: Sito, file: Path) -> None:
    secret = CodeSpace(MASTERMIND.rules).parse("CAB")
    game = next(guesses for guesses in MASTERMIND.games() if guesses[-1] == secret)
    answers = "".join(f"{score(MASTERMIND.rules, guess, secret)}\n" for guess in game)
    done = sito("tree", "play", str(file), "--json", stdin=answers, code=0)
    assert tuple(guess for guess, _ in Transcript.from_json(done.out).turns) == game


def test_export(sito: Sito, file: Path, tmp_path: Path) -> None:
    assert sito("tree", "export", str(file), "--to", "json").out == to_json(MASTERMIND) + "\n"
    assert sito("tree", "export", str(file), "--to", "dot", "--levels", "2").out == to_dot(MASTERMIND, 2) + "\n"
    assert sito("tree", "export", str(file), str(tmp_path / "a.svg")).code == 0
    assert (tmp_path / "a.svg").read_text(encoding="utf-8") == to_svg(MASTERMIND)
    assert sito("tree", "export", str(file)).code == 2
    assert sito("tree", "export", str(file), "--to", "json", "--levels", "2").code == 2


def test_a_tree_in_json_is_read_like_any_other(sito: Sito, file: Path, tmp_path: Path) -> None:
    other = str(tmp_path / "first.json")
    assert sito("tree", "export", str(file), other, code=0)
    for command in (["verify"], ["show"], ["play", "--secret", "ABC"], ["export", "--to", "tree"]):
        assert sito("tree", *command, other).out == sito("tree", *command, str(file), code=0).out
    assert sito("tree", "build", other, "--rules", "2x3", code=0)
    assert StrategyTree.load(other).rules == Rules.parse("2x3")
    done = sito("tree", "build", str(tmp_path / "first.png"), "--rules", "2x3", code=2)
    assert "first.png does not tell in which format the tree is written" in done.err


def test_a_place_that_cannot_be_written_is_told_before_the_work(
    sito: Sito, file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*arguments: object, **options: object) -> None:
        raise AssertionError("the work was begun")

    monkeypatch.setattr(StrategyTree, "build", fail)
    monkeypatch.setattr(StrategyTree, "load", fail)
    monkeypatch.setattr("sito.cli.solve.search.solve", fail)
    monkeypatch.setattr("sito.cli.pegs.command.Analysis", fail)
    monkeypatch.setattr("sito.cli.jugs.command.solve_jugs", fail)
    for command in (
        ["tree", "build"],
        ["tree", "export", str(file), "--to", "svg"],
        ["solve", "3x4", "--save"],
        ["pegs", "hoppers", "--svg"],
        ["jugs", "8", "5", "--target", "4", "--svg"],
    ):
        done = sito(*command, str(tmp_path / "none" / "x.tree"))
        assert (done.code, done.out) == (2, "")
        assert "x.tree cannot be written: there is no directory" in done.err
        assert "cannot be written: there is no directory" in sito(*command, str(file / "x.tree")).err
        assert "cannot be written: it is a directory" in sito(*command, str(tmp_path)).err
    assert file.read_text() == TEXT


def test_a_hyphen_is_standard_output(sito: Sito, file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert sito("tree", "build", "-", "--rules", "3x4").out == TEXT
    assert sito("tree", "build", "-", "--json").code == 2
    assert sito("tree", "export", str(file), "-", "--to", "json").out == to_json(MASTERMIND) + "\n"
    assert not Path("-").exists()
