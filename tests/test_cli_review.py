"""`sito review`: as text, as JSON and as a picture, in a pipe and at terminals of several widths."""

import json
from fractions import Fraction
from pathlib import Path
from xml.etree import ElementTree

import pytest

from sito.reviews import Mark
from tests.conftest import Sito, Start, finish, written
from tests.screens import GOLDEN

FOUNDING = "4x6 CBFF:o EAAB:xxo EABE:xx EACA:xo AABB:xxxx"
TABLE = (GOLDEN / "review.txt").read_text(encoding="utf-8")


def test_a_review_in_a_pipe(sito: Sito) -> None:
    done = sito("review", FOUNDING)
    assert (done.code, done.out, done.err) == (0, TABLE, "")
    assert sito("review", *FOUNDING.split()).out == TABLE
    assert sito("review", "-", stdin=f"# a game\n\n{FOUNDING}\n").out == TABLE
    assert sito("review", stdin=FOUNDING).out == TABLE
    assert sito("review", "--rules", "4x6", *FOUNDING.split()[1:]).out == TABLE


def test_a_review_as_json(sito: Sito) -> None:
    done = sito("review", FOUNDING, "--json", code=0)
    value = json.loads(done.out)
    assert (value["sito"], value["version"], value["rules"], value["won"]) == ("review", 1, "4x6", 5)
    assert value["proven"] is True
    guesses = value["guesses"]
    assert [guess["mark"] for guess in guesses] == ["best", "best", "good", "best", "best"]
    assert [guess["better"] for guess in guesses] == [None, None, "AADB", None, None]
    for guess in guesses:
        assert Fraction(guess["loss_fraction"]) == pytest.approx(guess["loss"])
        assert Fraction(guess["luck_fraction"]) == pytest.approx(guess["luck"])
        assert guess["possible"] is True
        assert guess["contradicts"] == []
        assert guess["expected_before"]["source"] == "exact"
    total = Fraction(value["start"]["guesses_fraction"]) + Fraction(value["loss_fraction"])
    assert total - Fraction(value["luck_fraction"]) == 5
    assert set(value["marks"]) == {mark.value for mark in Mark}


def test_each_line_of_a_pipe_is_a_game_and_so_is_json(sito: Sito) -> None:
    broken = sito("break", "FADC", "--json").out
    done = sito("review", "-", "--json", stdin=f"4x6 AABB:xo\n{broken}")
    first, second = map(json.loads, done.out.splitlines())
    assert (first["won"], second["won"]) == (None, len(second["guesses"]))
    assert "line 2: 'AABB' has no answer" in sito("review", stdin="4x6 AABB:xo\n4x6 AABB\n", code=2).err


def test_the_picture(sito: Sito, tmp_path: Path) -> None:
    file = tmp_path / "curve.svg"
    assert f"The curve is drawn in {file}." in sito("review", FOUNDING, "--svg", str(file), code=0).err
    assert ElementTree.parse(file).getroot().get("class") == "sito-review"
    assert sito("review", FOUNDING, "--svg", str(tmp_path / "none" / "curve.svg")).code == 2
    sito("review", stdin="4x6 AABB:xo\n4x6 AABB:x\n", code=0)
    assert "--svg draws one game" in sito("review", "--svg", str(file), stdin="4x6 AABB:xo\n4x6 AABB:x\n", code=2).err


def test_files_are_reviewed(sito: Sito, tmp_path: Path) -> None:
    lines = written(tmp_path / "games.txt", f"# two games\n{FOUNDING}\n4x6 AABB:xo\n")
    assert sito("review", "--file", str(lines)).out.startswith(TABLE)
    saved = written(tmp_path / "play-1.json", '{"version": 2, "game": "4x6 ABCD:ooo", "rounds": 6, "secret": "BFAC"}')
    assert sito("review", "--file", str(saved)).out.startswith("4x6 ABCD:ooo\n")
    record = written(
        tmp_path / "record.json", '{"version": 1, "rules": "4x6", "turns": [{"guess": "ABCD", "answer": "ooo"}]}'
    )
    assert sito("review", "--file", str(record)).out.startswith("4x6 ABCD:ooo\n")
    record.write_bytes(b"\xff\xfe\x00")
    assert sito("review", "--file", str(record)).code == 2


def test_json_names_the_code_that_a_guess_hit(sito: Sito) -> None:
    won, unfinished = (json.loads(sito("review", game, "--json").out) for game in (FOUNDING, "4x6 AABB:xo"))
    assert won["guesses"][-1]["answer"] == "xxxx"
    assert (won["secret"], unfinished["secret"]) == (won["guesses"][-1]["guess"], None)


def test_contradictions_end_with_3(sito: Sito) -> None:
    assert "no code" in sito("review", "4x6 AAAA:- AAAA:x", code=3).err


def test_sentences_about_guesses(sito: Sito) -> None:
    done = sito("review", "4x6 AABB:oo AABB:oo AAAA:x")
    assert "It is the same as guess 1." in done.out
    assert "It could not have been the code: the answer AABB:oo contradicts it." in done.out
    assert "still expected" in done.out
    assert "1 guess after the code was hit is not reviewed." in sito("review", "2x3 AB:xx CC:-").out
    assert sito("review", "4x6").out == "4x6\nThere is no guess to review.\n"


def test_large_games_say_whose_trees_the_numbers_come_from(sito: Sito) -> None:
    done = sito("review", "4x10-black 0123:x")
    assert "Numbers with ~ are not proven: they come from the best tree that was found (" in done.out
    late = sito("review", "5x8 AABCD:xo", "--time", "0", code=0)
    assert "A question mark stands where nothing can be said" in late.out


@pytest.mark.parametrize("width", [40, 60, 80, 120])
def test_a_review_at_a_terminal(start: Start, width: int) -> None:
    shown = finish(start("review", FOUNDING, width=width), 0)
    lines = shown.replace("\r", "").split("\n")
    assert all(len(line) <= width for line in lines if not line.startswith("\x1b"))
    for word in ("CBFF", "AABB", "good", "accuracy: 97 of 100"):
        assert word in shown
    assert any(line.split()[:1] == ["#"] and "loss" in line and "mark" in line for line in lines), "no table"
    assert ("A wider terminal, or --json, shows also: before" in " ".join(shown.split())) == (width < 80)


def test_json_at_a_terminal_is_one_object(start: Start) -> None:
    shown = finish(start("review", FOUNDING, "--json", width=40), 0)
    assert json.loads(shown.replace("\r", "").replace("\n", ""))["loss_fraction"] == "2/15"


def test_a_terminal_without_a_game_is_told_what_to_give(start: Start) -> None:
    assert "no game was given" in finish(start("review"), 2)


def test_totals(sito: Sito) -> None:
    sito("play", "--secret", "BFAC", stdin="ABCD\nAAAA\nBFAC\n")
    sito("play", "--secret", "BFAC", "--rounds", "1", stdin="ABCD\n")
    sito("keep", "--strategy", "first-consistent", stdin="x\nxxxx\n")
    done = sito("review", "--all", code=0)
    lines = done.out.splitlines()
    assert lines[0] == "you, 4x6:"
    assert lines[1] == "  2 games, 1 won, with 3 guesses on average"
    assert lines[5].startswith("  most is lost at guess 2: ")
    assert lines[6] == "the computer, first-consistent, 4x6:"
    groups = json.loads(sito("review", "--all", "--json").out)["groups"]
    assert [(group["breaker"], group["games"], group["won"]) for group in groups] == [
        ("human", 2, 1),
        ("computer", 1, 1),
    ]
    assert groups[0]["costliest_turn"] == 2
    turns = groups[0]["by_turn"]
    assert [(turn["number"], turn["guesses"]) for turn in turns] == [(1, 2), (2, 1), (3, 1)]
    lost = sum(Fraction(turn["mean_loss_fraction"]) * turn["guesses"] for turn in turns)
    assert lost == 2 * Fraction(groups[0]["mean_loss_fraction"])


def test_no_game_at_all_is_said(sito: Sito) -> None:
    done = sito("review", "-")
    assert (done.code, done.out, done.err) == (0, "", "There was no game to review.\n")
