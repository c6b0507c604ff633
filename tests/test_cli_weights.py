"""Word lists with a second column at the command line: what solve, tree, compare, advise and others tell of them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from sito.games.store import GameStore
from sito.rules.rules import Rules
from sito.words.words import WordList
from tests.cases import cases
from tests.conftest import Sito

OFTEN = "# how often\ncrane 5\nslate 3.5\nstare 1\ncrate 1\nirate 2\ntrace 0.5\nbrace 0\n"
GAME = "words-position:often.txt"


@pytest.fixture(autouse=True)
def _files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("often.txt").write_text(OFTEN, encoding="utf-8")
    Path("s.txt").write_text("crane slate\nstare\n", encoding="utf-8")
    Path("g.txt").write_text("crate irate trace brace grace", encoding="utf-8")


def test_what_the_rules_are(sito: Sito) -> None:
    told = sito("rules", GAME).out
    assert ", 6 codes." in told
    assert "The words are not equally likely; CRANE is the likeliest, with a chance of 38.46 %." in told
    assert json.loads(sito("rules", GAME, "--json").out)["weight"] == 26


def test_a_solution_and_its_tree(sito: Sito) -> None:
    done = sito("solve", GAME, "--save", "best.tree", code=0)
    assert done.out == (
        "Proven best: total 42 by weight, 1.6154 on average.\n"
        "first guess CRANE; 6 words: 1.6154 guesses on average by weight, 2 at most\n"
        "codes found with 1, 2, 3 ... guesses: 1 5\n"
    )
    assert "\nweights 10 2 4 7 2 1\n" in Path("best.tree").read_text(encoding="utf-8")
    Path("often.txt").unlink()  # the tree carries its words and their weights
    assert sito("tree", "verify", "best.tree").out == (
        "The tree is right: it finds 6 words; guesses: 1.6154 on average by weight, 2 at most.\n"
    )
    value = json.loads(sito("tree", "verify", "best.tree", "--json").out)
    assert (value["total"], value["weight"], value["histogram"]) == (42, 26, [1, 5])
    assert "guesses: 1.6154 on average by weight, 2 at most" in sito("tree", "show", "best.tree").out
    assert json.loads(sito("tree", "show", "best.tree", "--json").out)["weight"] == 26


def test_a_proof_is_kept_for_these_weights_alone(sito: Sito) -> None:
    first = json.loads(sito("solve", GAME, "--json").out)
    assert (first["upper"], first["weight"], first["mean"], first["least_mean"]) == ([42], 26, 42 / 26, 42 / 26)
    assert json.loads(sito("solve", GAME, "--json").out)["upper"] == [42]
    Path("often.txt").write_text(OFTEN.replace("slate 3.5", "slate 9"), encoding="utf-8")
    assert json.loads(sito("solve", GAME, "--json").out)["weight"] == 37


def test_any_word(sito: Sito) -> None:
    done = sito("solve", "words-position:s.txt+g.txt+any100", "--objective", "worst-total")
    assert done.out.splitlines()[0] == "Proven best: worst 3, total 610 by weight, 2.0000 on average."
    assert "8 words are possible" in sito("advise", "words-position:s.txt+g.txt+any").out
    assert "any is 0; it must be a whole number from 1 on" in sito("solve", "words-position:s.txt+g.txt+any0").err


def test_comparisons(sito: Sito) -> None:
    assert "42  1.6154" in sito("compare", "-r", GAME, "-s", "entropy", "first-consistent").out
    contests = json.loads(sito("compare", "-r", GAME, "-s", "entropy", "--json").out)["contests"]
    assert (contests[0]["total"], contests[0]["weight"], contests[0]["games"]) == (42, 26, 6)
    head, row = sito("compare", "-r", GAME, "-s", "entropy", "--csv").out.splitlines()
    assert head.endswith(",weight")
    assert row.endswith(",26")


def test_advice_and_a_review(sito: Sito) -> None:
    value = json.loads(sito("advise", GAME, "--json").out)
    assert (value["guess"], value["guesses"][0]["total"]) == ("CRANE", 42)
    assert value["guesses"][0]["expected"] == 42 / 26
    assert "1.62 expected" in sito("review", GAME, "crane:--g-g", "slate:ggggg").out


@cases("command", "says")
def test_what_does_not_go_with_weights_is_told(sito: Sito, command: tuple[str, ...], says: str) -> None:
    Path("wrong.txt").write_text("crane 1\nslate\nstare x\n", encoding="utf-8")
    done = sito(*command, code=2)
    assert says in done.err
    assert "Traceback" not in done.err


def test_a_saved_game_keeps_the_weights(sito: Sito, tmp_path: Path) -> None:
    assert "1 word is possible." in sito("play", GAME, "--seed", "1", "--plain", stdin="stare\n").out
    with GameStore.in_directory(tmp_path / "data") as store:
        words = [row.listed for row in store.unfinished()]
    assert [each.weights for each in words if each is not None] == [(10, 2, 4, 7, 2, 1)]
    Path("often.txt").unlink()
    sito("play", "--resume", "--plain", stdin="crane\n", code=0)


def test_the_weights_of_a_transcript_travel_with_it() -> None:
    words = WordList.of(["crane", "slate"], ["stare"], weights=[3, 1])
    rules = Rules.of_words(words)
    assert WordList.of_value(json.loads(json.dumps(words.to_value())), "words") == rules.words
