"""`sito explain` in a pipe and at a terminal: words, drawing, JSON, SVG, and an answer that is checked."""

from __future__ import annotations

import json
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.cases import cases
from tests.conftest import Sito, Start, environment, finish, run_sito, written
from tests.screens import GOLDEN

TOLD = (GOLDEN / "explain.txt").read_text(encoding="utf-8")


def test_in_a_pipe(sito: Sito) -> None:
    done = sito("explain", "AABB", "ABBA")
    assert (done.code, done.out, done.err) == (0, TOLD, "")
    assert sito("explain", "aabb", "a b b a", "--quiet").out == TOLD


@cases("given", "code", "said")
def test_an_answer_is_checked(sito: Sito, given: str, code: int, said: str) -> None:
    done = sito("explain", "AABB", "ABBA", given)
    assert (done.code, done.out, done.err) == (code, f"{TOLD}\n{said}\n", "")


@pytest.mark.parametrize("given", ["y-yy-", "-yg--", "-----", "--y--", "-y-"])
def test_marks_that_begin_with_a_hyphen_are_no_options(sito: Sito, given: str) -> None:
    done = sito("explain", "SPEED", "ERASE", given, "--rules", "5x26-position")
    if len(given) != 5:
        assert done.code == 2
        assert "sito: " in done.err
    else:
        assert f"{given} is {'right' if given == 'y-yy-' else 'wrong'}" in done.out


def test_lines_in_letters_where_there_are_no_others(tmp_path: Path) -> None:
    latin = environment(tmp_path, PYTHONIOENCODING="latin-1")
    done = run_sito(tmp_path, "explain", "AABB", "ABBA", env=latin, encoding="latin-1")
    assert (done.returncode, done.stdout) == (0, TOLD.translate(str.maketrans("│┼─└┘┌┐", "|+-`'..")))


def test_codes_of_another_game_are_told_how_to_name_it(sito: Sito) -> None:
    done = sito("explain", "0123", "6281", "2 9", code=2)
    assert done.out == ""
    assert done.err == (
        "sito: '0123' is not a code; a code has 4 pegs of the colors ABCDEF, as in ABCD\n"
        "      '6281' is not a code; a code has 4 pegs of the colors ABCDEF, as in ABCD\n"
        "      without --rules the game is 4x6; name another, as in: --rules bulls-and-cows, or --rules 5x8\n"
        "      '2 9' is impossible: it counts 11 pegs and the code has 4\n"
    )
    named = sito("explain", "0123", "628", "--rules", "bulls-and-cows")
    assert named.err == "sito: '628' has 3 pegs; it needs 4, as in 0123\n"
    assert sito("explain", "0123", "6281", "--rules", "bulls-and-cows").out.startswith(
        "The answer to 0123 is oo if the code is 6281.\n"
    )
    assert "SECRET is missing" in sito("explain", "AABB").err
    assert "'\\x1b[2J'" in sito("explain", "\x1b[2J", "ABBA").err


def test_words_are_read_from_their_file(sito: Sito, tmp_path: Path) -> None:
    file = written(tmp_path / "words.txt", "speed erase eerie")
    done = sito("explain", "eerie", "speed", "--rules", f"wordle-like:{file}", code=0)
    assert "The answer to EERIE is yy--- if the code is SPEED." in done.out
    assert "the secret word has E only 2 times, and letters 1 and 2 of the guess" in done.out
    assert "peg" not in done.out.lower()


def test_json(sito: Sito) -> None:
    value = json.loads(sito("explain", "ABAA", "CADE", "xo", "--json").out)
    assert list(value) == [
        "sito", "version", "rules", "guess", "secret", "answer", "pegs", "ways", "steps", "given",
    ]  # fmt: skip
    assert (value["sito"], value["rules"], value["answer"], value["ways"]) == ("explain", "4x6", "o", 3)
    assert value["pegs"][0] == {"place": 1, "color": "A", "mark": "o", "claims": 2, "claimed_before_by": []}
    assert value["pegs"][2] == {"place": 3, "color": "A", "mark": "-", "claims": None, "claimed_before_by": [1]}
    assert value["given"]["answer"] == "xo"
    assert value["given"]["right"] is False
    assert value["given"]["why"][0] == "xo is wrong: the answer is o."
    assert len(value["steps"]) == 7
    assert "given" not in json.loads(sito("explain", "ABAA", "CADE", "--json").out)


def test_svg(sito: Sito, tmp_path: Path) -> None:
    file = tmp_path / "why.svg"
    done = sito("explain", "AABB", "ABBA", "--svg", str(file))
    assert (done.code, done.out) == (0, TOLD)
    assert done.err == f"The explanation is drawn in {file}.\n"
    root = ElementTree.parse(file).getroot()
    links = list(root.iter("{http://www.w3.org/2000/svg}path"))
    assert [link.get("class") for link in links].count("link right") == 2
    assert len(links) == 4
    assert "Peg 2, A: it claims peg 4" in (root.findtext("{http://www.w3.org/2000/svg}desc") or "")
    gone = sito("explain", "AABB", "ABBA", "--svg", str(tmp_path / "no" / "why.svg"), code=2)
    assert "there is no directory" in gone.err


@pytest.mark.parametrize("width", [40, 80, 120])
def test_at_a_terminal_of_any_width(start: Start, width: int) -> None:
    child = start("explain", "1 12 12 2 3 4 5 6 7 8 9 10", "12 1 4 11 12 4 5 6 7 8 10 9", "-r", "12x12", width=width)
    shown = finish(child, 2)
    assert "--rules 5x8" not in shown
    child = start("explain", "1 12 12 2 3 4 5 6 7 8 9", "12 1 4 11 12 4 5 6 7 8 10", "-r", "11x12-numbers", width=width)
    shown = finish(child, 0)
    assert max(map(len, shown.splitlines())) <= width
    assert re.search(r"code +12 +1 +4 +11 +12 +4 +5 +6 +7 +8 +10 *\r\n", shown)


def test_colored_rows_stay_below_each_other(start: Start) -> None:
    finish(start("config", "color", "16"), 0)
    shown = finish(start("explain", "AABB", "ABBA", width=40), 0)
    assert "\x1b[" in shown
    bare = re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", shown).splitlines()
    drawing = [line.rstrip() for line in bare[bare.index(next(line for line in bare if line.startswith("place"))) :]]
    assert drawing[:7] == TOLD.splitlines()[2:9]
