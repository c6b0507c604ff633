"""`sito solve --every-first`: the table, CSV and JSON, what goes wrong, Ctrl-C, and going on after a kill."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

from sito.base.store import Store
from sito.exact.first import every_first, parse_csv
from sito.exact.problem import Problem
from tests.conftest import Sito, Start, finish, kill_when, run_sito, written

LONG = ("solve", "5x6", "--every-first", "--memory", "400MB")  # many minutes at least


def test_a_table(sito: Sito) -> None:
    done = sito("solve", "4x6", "--every-first")
    lines = done.out.splitlines()
    assert done.code == 0
    assert [line.split() for line in lines[1:6]] == [
        ["AABC", "5625", "yes"],
        ["ABCD", "5673", "yes"],
        ["AABB", "5702", "yes"],
        ["AAAB", "5791", "yes"],
        ["AAAA", "6318", "yes"],
    ]
    assert lines[6:] == ["Proven: what 5 of 5 first guesses are worth."]


def test_several_parts_and_a_depth(sito: Sito) -> None:
    done = sito("solve", "3x4", "--every-first", "--objective", "worst-total", "--depth", "4")
    assert [line.split() for line in done.out.splitlines()[1:4]] == [
        ["AAB", "4", "206", "yes"],
        ["ABC", "4", "208", "yes"],
        ["AAA", "-", "-", "yes"],
    ]


def test_csv_and_json(sito: Sito, tmp_path: Path) -> None:
    file = tmp_path / "first.csv"
    expected = every_first("4x5")
    assert sito("solve", "4x5", "--every-first", "--csv", str(file)).code == 0
    assert file.read_text() == expected.csv()
    on_output = sito("solve", "4x5", "--every-first", "--csv", "-")
    assert (on_output.code, on_output.out) == (0, expected.csv())
    assert parse_csv(Problem("4x5"), on_output.out) == expected.rows
    value = json.loads(sito("solve", "4x5", "--every-first", "--json", "--top", "2").out)
    assert (value["complete"], value["stopped"], value["top"]) == (True, None, 2)
    assert [row["upper"] for row in value["first_guesses"]][:2] == [list(row.upper or ()) for row in expected.rows[:2]]
    assert value["certain"] >= 2


def test_some_of_the_best(sito: Sito, tmp_path: Path) -> None:
    words = written(tmp_path / "words", "TALE LATE TEAL LIKE KITE TILE LEAK TAIL KEEL TEAK LEEK TALK")
    rules = f"words-position:{words}"
    whole = sito("solve", rules, "--every-first").out.splitlines()
    assert whole[-1] == "Proven: what 12 of 12 first guesses are worth."
    some = sito("solve", rules, "--every-first", "--top", "3").out.splitlines()
    assert some[:4] == whole[:4]
    assert some[4] == "and 9 more"
    assert "are the best, in this order." in some[-1] or "of 12 first" in some[-1]
    three = sito("solve", rules, "--every-first", "--first", "TALE,KEEL;TALK").out.splitlines()
    assert {line.split()[0] for line in three[1:4]} == {"TALE", "KEEL", "TALK"}
    assert three[1:4] == [line for line in whole if line.split()[0] in ("TALE", "KEEL", "TALK")]


def test_a_limit_gives_bounds(sito: Sito, tmp_path: Path) -> None:
    file = tmp_path / "first.csv"
    done = sito("solve", "5x6", "--every-first", "--positions", "50", "--csv", str(file), code=4)
    assert "Proven: what 0 of 7 first guesses are worth." in done.out
    assert "cut short" in done.err
    rows = list(csv.DictReader(io.StringIO(file.read_text())))
    assert len(rows) == 7
    for row in rows:
        assert int(row["lower"]) < int(row["upper"])
        assert row["proven"] == "no"
    assert sito("solve", "5x6", "--every-first", "--time", "0.5").code == 4
    assert sito("solve", "5x6", "--every-first", "--time", "0.5", "--executor", "processes:2").code == 4


def test_what_is_proven_is_answered_from_the_store(sito: Sito, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also what `solve` has proven of one first guess; --fresh searches again."""
    first = sito("solve", "3x6", "--every-first", "--json")
    again = json.loads(sito("solve", "3x6", "--every-first", "--json").out)
    assert again["positions"] == 0
    assert again["first_guesses"] == json.loads(first.out)["first_guesses"]
    assert json.loads(sito("solve", "3x6", "--every-first", "--json", "--fresh").out)["positions"] > 0
    assert sito("solve", "3x7", "--first", "AAA").code == 0
    with Store(tmp_path / "data" / "sito.sqlite3") as store:
        assert len(store.rows("SELECT * FROM proof WHERE rules = '3x7'")) == 1
    limited = json.loads(sito("solve", "3x7", "--every-first", "--json", "--positions", "0").out)
    assert {row["guess"]: row["proven"] for row in limited["first_guesses"]}["AAA"]


@pytest.mark.parametrize(
    ("more", "shown", "told"),
    [
        ((), r"first guesses 0/7  [A-F]{5} \.\.\.  \d+ MB", r"AABCD +\d+\.\.\d+ +no"),
        (("--executor", "processes:2"), r"first guesses 0/7  \d+ MB", ""),
    ],
)
def test_ctrl_c_at_a_terminal_gives_what_is_known(start: Start, more: tuple[str, ...], shown: str, told: str) -> None:
    child = start(*LONG, *more, width=120)
    child.expect(shown)
    child.sendintr()
    child.expect(told)
    child.expect(r"Proven: what 0 of 7 first guesses are worth\.")
    finish(child, 130)


def test_a_killed_run_goes_on(tmp_path: Path) -> None:
    words = written(
        tmp_path / "words", " ".join(f"{a}{b}{c}{d}" for a in "ABC" for b in "ABCD" for c in "AB" for d in "ABCDE")
    )
    arguments = ["solve", f"words-black:{words}", "--every-first", "--quiet"]
    file = tmp_path / "data" / "sito.sqlite3"

    def kept() -> int:
        if not file.exists():
            return 0
        with Store(file) as store:
            return len(store.rows("SELECT * FROM proof"))

    kill_when(lambda: kept() >= 5, tmp_path, *arguments)
    before = kept()
    assert before >= 5
    done = run_sito(tmp_path, *arguments, "--json", "--positions", "0")
    assert sum(row["proven"] for row in json.loads(done.stdout)["first_guesses"]) >= before
