"""Games that have ended: they move to the finished ones, can be read back, and are reviewed together."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from sito.cli.play import finished
from sito.cli.play.finished import Breaker, FinishedGame, finished_files, keep_finished, read_finished
from sito.playing.game import Transcript
from tests.conftest import Sito


@pytest.fixture
def directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SITO_DATA_DIR", str(tmp_path / "data"))
    return tmp_path / "data" / "games" / "finished"


def only_file(directory: Path) -> dict[str, Any]:
    (file,) = directory.glob("*.json")
    value: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return value


def test_a_game_against_the_computers_code_is_kept(sito: Sito, tmp_path: Path, directory: Path) -> None:
    assert sito("play", "--secret", "BFAC", stdin="ABCD\nBFAC\n").code == 0
    assert list((tmp_path / "data" / "games").glob("play-*")) == []
    value = only_file(directory)
    assert (value["version"], value["kind"]) == (2, "play")
    assert value["date"].endswith("+00:00")
    assert value["games"] == [
        {"game": "4x6 ABCD:ooo BFAC:xxxx", "breaker": "human", "strategy": None, "secret": "BFAC", "rounds": 6}
    ]


def test_a_game_that_was_not_won_is_kept_with_its_secret(sito: Sito, directory: Path) -> None:
    assert sito("play", "--secret", "BFAC", "--rounds", "1", stdin="ABCD\n").code == 1
    (game,) = read_finished(finished_files()[0])
    assert (str(game.game), game.breaker, game.secret) == ("4x6 ABCD:ooo", Breaker.HUMAN, "BFAC")


def test_a_game_in_which_the_computer_guesses_is_kept_with_its_strategy(sito: Sito, directory: Path) -> None:
    assert sito("keep", "--strategy", "first-consistent", stdin="x\nxxxx\n").code == 0
    assert sito("keep", "--strategy", "first-consistent", "--rounds", "1", stdin="x\n").code == 1
    games = [game for file in finished_files() for game in read_finished(file)]
    told = [(str(game.game), game.breaker, game.strategy, game.secret) for game in games]
    assert told == [
        ("4x6 AAAA:x ABBB:xxxx", Breaker.COMPUTER, "first-consistent", "ABBB"),
        ("4x6 AAAA:x", Breaker.COMPUTER, "first-consistent", None),
    ]


def test_both_games_of_a_duel_are_kept_together(sito: Sito, directory: Path) -> None:
    assert sito("duel", "--seed", "1", "--strategy", "first-consistent", stdin="ABCD\nxxxx\n").code == 0
    value = only_file(directory)
    assert value["kind"] == "duel"
    assert [game["breaker"] for game in value["games"]] == ["human", "computer"]
    assert value["games"][1]["secret"] == "AAAA"


def test_a_game_that_is_left_is_not_finished(sito: Sito, tmp_path: Path, directory: Path) -> None:
    assert sito("play", "--secret", "BFAC", stdin="ABCD\n/quit\n").code == 0
    assert finished_files() == []
    assert len(list((tmp_path / "data" / "games").glob("play-*"))) == 1
    assert sito("play", "--resume", stdin="BFAC\n").code == 0
    assert len(finished_files()) == 1
    assert sito("play", "--resume").code == 2


def test_games_of_the_breaking_command_are_not_kept(sito: Sito, directory: Path) -> None:
    assert sito("break", "FADC").code == 0
    assert finished_files() == []


def test_words_are_kept_once_for_all_games(
    sito: Sito, tmp_path: Path, directory: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "words.txt").write_text("late tale teal tall", encoding="utf-8")
    for _ in range(2):
        given = ["--rules", "words-position:words.txt", "--secret", "teal"]
        assert sito("play", *given, stdin="late\nteal\n").code == 0
    (tmp_path / "words.txt").unlink()
    assert len(list((directory / "words").iterdir())) == 1
    games = [game for file in finished_files() for game in read_finished(file)]
    assert [len(game.game.knowledge.secrets) for game in games] == [4, 4]
    done = sito("review", "--all", "--json")
    assert done.code == 0
    (group,) = json.loads(done.out)["groups"]
    assert (group["breaker"], group["games"], group["won"]) == ("human", 2, 2)
    assert sito("review", "--last").out.startswith("your guesses, ")


def test_the_oldest_make_room(directory: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(finished, "KEPT", 3)
    for number in range(5):
        keep_finished("play", f"play-{number}.json", (FinishedGame.of_human(Transcript("4x6"), "ABCD"),))
    assert [file.name for file in finished_files()] == ["play-2.json", "play-3.json", "play-4.json"]


@pytest.mark.parametrize(
    "changed",
    [
        {"version": 3},
        {"version": None},
        {"games": None},
        {"games": [1]},
        {"date": 5},
        {"words": "../../secret"},
        {"words": "0" * 64},
        {"games": [{"game": "4x6 ABCD", "breaker": "human"}]},
        {"games": [{"game": "4x6", "breaker": "robot"}]},
    ],
)
def test_a_damaged_file_is_named_and_the_others_are_read(sito: Sito, directory: Path, changed: dict[str, Any]) -> None:
    assert sito("play", "--secret", "BFAC", stdin="BFAC\n").code == 0
    good = only_file(directory)
    damaged = directory / "play-9.json"
    damaged.write_text(json.dumps({**good, **changed}), encoding="utf-8")
    done = sito("review", "--all", "--json")
    assert done.code == 0
    assert json.loads(done.out)["groups"][0]["games"] == 1
    assert "play-9.json" in done.err
    assert "mistake in Sito" not in done.err
    # What a later Sito wrote, and what only lacks its list of words, is not damaged and stays where it is.
    whole = changed in ({"version": 3}, {"words": "0" * 64})
    aside = directory.parent / "damaged" / "finished-play-9.json"
    assert (damaged.exists(), aside.exists()) == (whole, not whole)
    assert ("is now set aside as" in done.err) is not whole
    assert sito("review", "--file", str(damaged if whole else aside)).code == 2
    again = sito("review", "--all", "--json")
    assert ("play-9.json" in again.err) is whole
    assert again.out == done.out


def test_a_disk_that_refuses_is_reported_and_the_game_ends(sito: Sito, tmp_path: Path, directory: Path) -> None:
    directory.parent.mkdir(parents=True)
    directory.write_text("no directory", encoding="utf-8")
    done = sito("play", "--secret", "BFAC", stdin="BFAC\n")
    assert done.code == 0
    assert "The finished game cannot be kept" in done.err
