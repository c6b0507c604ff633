"""`sito compare`: the table in each form, what is kept, and runs that are cut off."""

import csv
import io
import json
import os
import re
import signal
import sqlite3
import subprocess
from contextlib import closing

import pytest

from sito.base.store import FILE_NAME
from sito.cli.compare import compare
from sito.errors import Fault, InputError, StoreError
from sito.strategies.strategy import strategy_names
from sito.tournament.contestants import default_contestants
from tests import pseudo
from tests.conftest import begin_sito, finish, run_sito, written

GAME = ("compare", "--rules", "4x6", "3x5", "--strategies", "first-consistent", "random-consistent", "--seeds", "2")


def test_the_table(sito) -> None:
    done = sito(*GAME)
    assert (done.code, done.err) == (0, "")
    header, *rows = done.out.splitlines()
    assert header.split()[:7] == ["rules", "strategy", "games", "total", "mean", "most", "time"]
    assert [row.split()[:3] for row in rows] == [
        ["4x6", "first-consistent", "1296"],
        ["4x6", "random-consistent", "2592"],
        ["3x5", "first-consistent", "125"],
        ["3x5", "random-consistent", "250"],
    ]
    assert re.search(r"1296 +7471 +5\.7647 +9 +[0-9.]+ [mµ]?s +- +1 4 25 108 305 602 196 49 6$", rows[0])
    assert re.search(r"4\.[56]\d{3} ± 0\.0\d{3} ", rows[1])


def test_the_same_in_json_and_csv(sito) -> None:
    value = json.loads(sito(*GAME, "--json").out)
    assert value["version"] == 1
    assert value["contests"][0]["histogram"] == [1, 4, 25, 108, 305, 602, 196, 49, 6]
    assert value["contests"][0]["hardest"] == ["EFED", "FDCE", "FEEE", "FEEF", "FFED"]
    lines = list(csv.DictReader(io.StringIO(sito(*GAME, "--csv").out)))
    for contest, line in zip(value["contests"], lines, strict=True):
        assert line["total"] == str(contest["total"])
        assert float(line["mean"]) == contest["mean"]
        assert line["seeds"] == " ".join(map(str, contest["seeds"]))
        assert line["hardest"].split("; ") == contest["hardest"]
    assert "seconds" not in lines[0]
    assert json.loads(sito(*GAME, "--json", "--times").out)["contests"][0]["seconds"] > 0


def test_what_was_played_is_not_played_again(sito) -> None:
    first = sito(*GAME, "--json")
    nowhere = ("--executor", "dask://127.0.0.1:1")  # nobody there can play
    again = sito(*GAME, "--json", *nowhere)
    assert (again.code, again.out, again.err) == (0, first.out, "")
    assert json.loads(sito(*GAME[:-1], "1", "--json", *nowhere).out)["contests"][1]["seeds"] == [0]


def test_fresh_plays_again(sito, monkeypatch) -> None:
    first = sito(*GAME, "--json")
    played = []
    from sito.tournament.run import run_job as run

    monkeypatch.setattr("sito.tournament.run.run_job", lambda *job: played.append(job) or run(*job))

    assert sito(*GAME, "--json", "--fresh").out == first.out
    assert len(played) == 21
    assert sito(*GAME, "--json").out == first.out
    assert len(played) == 21


def test_more_seeds_add_to_what_was_played(sito, monkeypatch) -> None:
    sito(*GAME, "--json")
    done = sito(*GAME[:-1], "3", "--json")
    assert "21 of 28 jobs were played before." in done.err
    assert sito(*GAME[:-1], "3", "--json", "--fresh").out == done.out


def test_the_seed_may_stand_before_the_command(sito) -> None:
    assert sito("--seed", "5", *GAME, "--json").out == sito(*GAME, "--json", "--seed", "5").out
    assert sito(*GAME, "--json").out != sito(*GAME, "--json", "--seed", "5").out


def test_a_sample(sito) -> None:
    done = sito("compare", "-r", "5x8", "-s", "first-consistent", "--sample", "50", "--json")
    (contest,) = json.loads(done.out)["contests"]
    assert (contest["codes"], contest["secrets"], contest["games"]) == (32768, 50, 50)
    assert contest["margin"] > 0


def test_how_many_guesses_a_search_compares_is_not_told(sito) -> None:
    done = sito("compare", "-r", "12x12", "-s", "entropy", "--sample", "1", "--json", code=0)
    (contest,) = json.loads(done.out)["contests"]
    assert (contest["games"], contest["examined"]) == (1, None)


def test_a_strategy_that_does_not_play_a_game_is_said(sito) -> None:
    done = sito("compare", "-r", "3x4-distinct", "3x3", "-s", "uniform-probe", "--seeds", "1", code=0)
    assert re.search(r"^3x4-distinct +uniform-probe( +-){7}$", done.out, re.MULTILINE)
    assert "uniform-probe does not play 3x4-distinct: it needs a game where colors may repeat" in done.err
    assert sito("compare", "-r", "3x4-distinct", "-s", "uniform-probe").code == 2


def test_a_damaged_store_is_named_and_left_alone(sito, tmp_path) -> None:
    expected = sito(*GAME, "--json").out
    file = written(tmp_path / "data" / FILE_NAME, "no database at all " * 100)
    done = sito(*GAME, "--json")
    assert (done.code, done.out) == (0, expected)
    assert done.err.count("results are not kept") == 1
    assert "file is not a database; move it away" in done.err
    assert file.read_text() == "no database at all " * 100


@pytest.mark.parametrize("command", [("solve", "3x4"), GAME])
def test_a_place_that_cannot_be_written_stops_nothing(sito, tmp_path, monkeypatch, command) -> None:
    expected = sito(*command, "--json")
    for place in (tmp_path / "file" / "below", "/proc/sito"):
        (tmp_path / "file").touch()
        monkeypatch.setenv("SITO_DATA_DIR", str(place))
        done = sito(*command, "--json")
        assert done.code == expected.code == 0
        assert without_times(done.out) == without_times(expected.out)
        assert done.err.count("sito: results are not kept: ") == 1
        assert "set SITO_DATA_DIR to a directory that you can write to" in done.err


def without_times(text) -> object:
    value = json.loads(text)
    return {name: part for name, part in value.items() if name not in ("seconds", "memory")}


def test_a_store_that_fails_while_it_is_used_stops_nothing(sito, monkeypatch) -> None:
    expected = sito(*GAME, "--json").out

    def full(*arguments):
        raise StoreError(Fault("the disk is full"))

    for name, options in (("row", []), ("change", ["--fresh"])):
        with monkeypatch.context() as patch:
            patch.setattr(f"sito.base.store.Store.{name}", full)
            done = sito(*GAME, "--json", *options)
            assert (done.code, done.out, done.err) == (0, expected, "sito: results are not kept: the disk is full\n")
            done = sito("solve", "3x4", *options, code=0)
            assert set(done.err.splitlines()) == {"sito: results are not kept: the disk is full"}


@pytest.mark.parametrize("name", ["table.svg", "table.png", "table.PDF"])
def test_the_picture(sito, tmp_path, name) -> None:
    file = tmp_path / name
    done = sito(
        "compare", "-r", "3x4", "3x4-distinct", "-s", "first-consistent", "uniform-probe", "--plot", str(file), code=0
    )
    assert f"The histograms are in {file}." in done.err
    first = file.read_bytes()
    assert first.startswith({".svg": b"<?xml", ".png": b"\x89PNG", ".pdf": b"%PDF"}[file.suffix.lower()])
    if name == "table.svg":
        text = first.decode()
        text = pseudo.plain(text)
        assert all(word in text for word in (">3x4<", ">first-consistent<", ">does not play this game<", ">guesses<"))
        sito("compare", "-r", "3x4", "3x4-distinct", "-s", "first-consistent", "uniform-probe", "--plot", str(file))
        assert file.read_bytes() == first


def test_the_picture_needs_matplotlib(sito, monkeypatch) -> None:
    monkeypatch.setattr("sito.show.plot.find_spec", lambda name: None)
    done = sito(*GAME, "--plot", "table.svg")
    assert (done.code, done.out) == (1, "")
    assert "pip install 'sito[plot]'" in done.err


def test_without_strategies_all_play_that_can(sito) -> None:
    names = default_contestants()
    assert set(names) <= set(strategy_names())
    assert {"first-consistent", "random-consistent", "color-by-color", "uniform-probe", "distinct-first"} <= set(names)
    done = sito("compare", "-r", "2x3", "--seeds", "1", "--json")
    assert [contest["strategy"] for contest in json.loads(done.out)["contests"]] == names


def test_several_values_after_an_option() -> None:
    def read(*words: str) -> tuple[list[str] | None, list[str] | None]:
        params = compare.make_context("compare", list(words)).params
        return params["rules"], params["strategies"]

    assert read("-r", "a", "b", "-s", "c", "d", "e") == (["a", "b"], ["c", "d", "e"])
    assert read("--rules=a", "b", "--json") == (["a", "b"], None)
    assert read("--rules", "a", "--rules", "b") == (["a", "b"], None)
    with pytest.raises(InputError, match="more on the line than 'compare' takes: x"):
        read("--seeds", "3", "x")


LONG = ("compare", "-r", "4x10", "-s", "random-consistent", "--seeds", "1", "--json")  # 40 jobs


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL])
@pytest.mark.parametrize("workers", ["serial", "processes:2"])
def test_a_run_that_is_cut_off_goes_on(tmp_path, how, workers) -> None:
    whole = run_sito(tmp_path / "other", *LONG)
    assert whole.returncode == 0
    cut = begin_sito(tmp_path, *LONG, "--executor", workers, stdin=subprocess.DEVNULL, start_new_session=True)
    store = tmp_path / "data" / FILE_NAME
    while kept(store) < 3:
        assert cut.poll() is None, "it ended before it could be cut off"
    # Ctrl-C reaches all processes of the command, a kill only the one.
    if how is signal.SIGINT:
        os.killpg(cut.pid, how)
    else:
        cut.kill()
    out, err = cut.communicate()
    assert out == ""
    if how is signal.SIGINT:
        assert cut.returncode == 130
        assert re.fullmatch(r"Interrupted; \d+ results are kept. The same command goes on from there.\n", err)
    assert 3 <= kept(store) < 40
    again = run_sito(tmp_path, *LONG)
    assert (again.returncode, again.stdout) == (0, whole.stdout)
    assert re.match(r"\d+ of 40 jobs were played before.\n", again.stderr)


def kept(store) -> int:
    """Counts the results in the store, which another process may be making this moment."""
    try:
        with closing(sqlite3.connect(f"file:{store}?mode=ro", uri=True)) as database:
            return int(database.execute("SELECT count(*) FROM job").fetchone()[0])
    except sqlite3.OperationalError:
        return 0


def test_a_bar_shows_the_progress_on_a_terminal(start) -> None:
    screen = start(*LONG, "--executor", "processes:2")
    screen.expect(r"Playing .*\d+/40")
    screen.expect(r'\{"sito": "compare", "version": 1')
    finish(screen, 0)
