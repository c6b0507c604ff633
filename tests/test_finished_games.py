"""Games that have ended: they move to the finished ones, can be read back, and are reviewed together."""

import json
from pathlib import Path
from typing import Any

import pytest

from sito.games.finished import Breaker, FinishedGame, Record
from sito.games.kinds import KINDS
from sito.games.store import GameStore
from sito.playing.game import Transcript
from tests.cases import cases
from tests.conftest import Sito
from tests.kept import damaged, ended, states, write


def only(data: Path) -> dict[str, Any]:
    """Gives the only record of a game that has ended."""
    (value,) = ended(data).values()
    return value


def games(data: Path) -> list[FinishedGame]:
    """Reads the games that have ended."""
    with GameStore.in_directory(data) as store:
        return [game for kept in store.ended() for game in kept.read().games]


def test_a_game_against_the_computers_code_is_kept(sito: Sito, tmp_path: Path, data: Path) -> None:
    assert sito("play", "--secret", "BFAC", stdin="ABCD\nBFAC\n").code == 0
    assert states(data) == {}
    value = only(data)
    assert (value["version"], value["kind"]) == (2, "play")
    assert value["date"].endswith("+00:00")
    assert value["games"] == [
        {"game": "4x6 ABCD:ooo BFAC:xxxx", "breaker": "human", "strategy": None, "secret": "BFAC", "rounds": 6}
    ]


def test_a_game_that_was_not_won_is_kept_with_its_secret(sito: Sito, data: Path) -> None:
    assert sito("play", "--secret", "BFAC", "--rounds", "1", stdin="ABCD\n").code == 1
    (game,) = games(data)
    assert (str(game.game), game.breaker, game.secret) == ("4x6 ABCD:ooo", Breaker.HUMAN, "BFAC")


def test_a_game_in_which_the_computer_guesses_is_kept_with_its_strategy(sito: Sito, data: Path) -> None:
    assert sito("keep", "--strategy", "first-consistent", stdin="x\nxxxx\n").code == 0
    assert sito("keep", "--strategy", "first-consistent", "--rounds", "1", stdin="x\n").code == 1
    told = [(str(game.game), game.breaker, game.strategy, game.secret) for game in games(data)]
    assert told == [
        ("4x6 AAAA:x ABBB:xxxx", Breaker.COMPUTER, "first-consistent", "ABBB"),
        ("4x6 AAAA:x", Breaker.COMPUTER, "first-consistent", None),
    ]
    assert sito("review", "--last").out.startswith("the computer's guesses (strategy first-consistent), ")


def test_games_of_the_breaking_command_are_not_kept(sito: Sito, data: Path) -> None:
    assert sito("break", "FADC").code == 0
    assert ended(data) == {}


def test_words_are_kept_once_for_all_games(
    sito: Sito, tmp_path: Path, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "words.txt").write_text("late tale teal tall", encoding="utf-8")
    for _ in range(2):
        given = ["--rules", "words-position:words.txt", "--secret", "teal"]
        assert sito("play", *given, stdin="late\nteal\n").code == 0
    (tmp_path / "words.txt").unlink()
    with GameStore.in_directory(data) as store:
        assert store.row("SELECT count(*) FROM words") == (1,)
    assert [len(game.game.knowledge.secrets) for game in games(data)] == [4, 4]
    done = sito("review", "--all", "--json", code=0)
    (group,) = json.loads(done.out)["groups"]
    assert (group["breaker"], group["games"], group["won"]) == ("human", 2, 2)
    assert sito("review", "--last").out.startswith("your guesses, ")


def test_the_oldest_make_room(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sito.games.store.RECORDS", 3)
    with GameStore.in_directory(data) as store:
        for number in range(6):
            keep(store, KINDS[number % 3], number)
    assert list(ended(data)) == ["play-3", "keep-4", "duel-5"]


def keep(store: GameStore, kind: str, number: int) -> None:
    game = FinishedGame.of_human(Transcript("4x6"), None)
    when = f"2026-11-22T08:00:{number:02}+00:00"
    store.keep(Record(f"{kind}-{number}", kind, None, when, (game, game) if kind == "duel" else (game,)), number)


@cases("changed")
def test_a_damaged_record_is_named_and_the_others_are_read(sito: Sito, data: Path, changed: dict[str, Any]) -> None:
    for _ in range(2):
        assert sito("play", "--secret", "BFAC", stdin="BFAC\n").code == 0
    write(data, "play-2", {**ended(data)["play-2"], **changed}, "ended")
    done = sito("review", "--all", "--json", code=0)
    assert json.loads(done.out)["groups"][0]["games"] == 1
    assert "play-2" in done.err
    assert "mistake in Sito" not in done.err
    assert "is now set aside" in done.err
    assert list(damaged(data)) == ["play-2"]
    again = sito("review", "--all", "--json")
    assert again.err == ""
    assert again.out == done.out


def test_a_disk_that_refuses_is_reported_and_the_game_ends(sito: Sito, data: Path) -> None:
    data.mkdir(parents=True)
    (data / GameStore.file_name).write_text("no database", encoding="utf-8")
    done = sito("play", "--secret", "BFAC", stdin="BFAC\n", code=0)
    assert done.err.count("The game cannot be saved") == 1
    assert "games.sqlite3" in done.err
    listed = sito("games")
    assert (listed.code, "games.sqlite3" in listed.err) == (1, True)
    assert (data / GameStore.file_name).read_text(encoding="utf-8") == "no database"


def test_both_games_of_a_duel_are_kept_together(sito: Sito, data: Path) -> None:
    assert sito("duel", "--seed", "1", "--strategy", "first-consistent", stdin="ABCD\nxxxx\n").code == 0
    value = only(data)
    assert value["kind"] == "duel"
    assert [game["breaker"] for game in value["games"]] == ["human", "computer"]
    assert value["games"][1]["secret"] == "AAAA"


def test_a_game_that_is_left_is_not_finished(sito: Sito, tmp_path: Path, data: Path) -> None:
    assert sito("play", "--secret", "BFAC", stdin="ABCD\n/quit\n").code == 0
    assert ended(data) == {}
    assert len(states(data)) == 1
    assert sito("play", "--resume", stdin="BFAC\n").code == 0
    assert len(ended(data)) == 1
    assert sito("play", "--resume").code == 2
