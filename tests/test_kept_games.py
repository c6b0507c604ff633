"""The store of games: names, old files, damage, disks that refuse, several processes at once, and kills."""

import json
import resource
import time
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest

import sito as library
from sito.cli.play import numbers
from sito.games.play import PlayGame
from sito.games.store import GameStore
from tests.conftest import Sito, begin_sito, environment, run_sito, written
from tests.kept import damaged, ended, states, write
from tests.kills import kill


def test_killed_at_any_moment_a_game_goes_on_as_it_was(tmp_path: Path) -> None:
    """`make prove` kills a thousand."""
    count = kill(15, tmp_path, seed=time.time_ns())
    assert count.kills == 15
    assert count.shown + count.unseen > 0


# Several processes at once.

WRITER = """
import sys
from sito.cli.play.saved import SavedGame
from sito.games.play import PlayGame
from sito.makers import MakerName, NamedMaker
from sito.rules.rules import Rules
from sito.playing.game import Transcript
from sito.words.words import WordList

me, count = sys.argv[1], int(sys.argv[2])
letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
for number in range(count):
    # Every process has some lists of words of its own, and some that the others have, too.
    words = WordList.of([first + second for first in letters[: 3 + number % 4] for second in "XY"])
    rules = Rules.of_words(words) if number % 2 else Rules.parse("4x6")
    maker = NamedMaker.make(MakerName.FAIR, rules, rules.words.secrets[0] if rules.words else "ABCD")
    guess = rules.words.secrets[1] if rules.words else "EFEF"
    game = Transcript(rules).after(guess, maker.answer(Transcript(rules), guess))
    kept = PlayGame(game, maker, 6, number=int(me) * 1000 + number)
    saved = SavedGame.new("play")
    with saved.guard():
        saved.write(kept)
        if number % 3:
            saved.write(kept, kept.finished())
"""


def at_once(home: Path, script: str, *arguments: object, count: int) -> None:
    """Runs a script in so many processes at once, which are told their numbers."""
    given = [str(argument) for argument in arguments]
    processes = [begin_sito(home, str(number), *given, script=script) for number in range(count)]
    assert [process.communicate() for process in processes] == [("", "")] * count
    assert [process.returncode for process in processes] == [0] * count


def test_processes_that_write_at_once_lose_nothing(data: Path, tmp_path: Path) -> None:
    count, writers = 40, 4
    at_once(tmp_path, WRITER, count, count=writers)
    with GameStore.in_directory(data) as store:
        told = sorted(kept.read().games[0].number or 0 for kept in store.ended())
        left = sorted(row.read(PlayGame.read).number or 0 for row in store.unfinished())
        names = [kept.name for kept in (*store.ended(), *store.unfinished())]
    assert told == sorted(me * 1000 + number for me in range(writers) for number in range(count) if number % 3)
    assert left == sorted(me * 1000 + number for me in range(writers) for number in range(0, count, 3))
    assert len(set(names)) == len(names) == count * writers


PRUNER = """
import sys
from pathlib import Path
from sito.games import store as kept
from sito.games.finished import FinishedGame, Record
from sito.playing.game import Transcript

kept.RECORDS = 30
with kept.GameStore.in_directory(Path(sys.argv[3])) as store:
    for number in range(int(sys.argv[2])):
        game = FinishedGame.of_human(Transcript("4x6"), None, number=int(sys.argv[1]) * 1000 + number)
        name = f"play-{store.new_number('play')}"
        store.keep(Record(name, "play", None, "2026-11-22T08:00:00+00:00", (game,)), kept.time.time())
"""


def test_processes_that_make_room_at_once_keep_the_newest(data: Path, tmp_path: Path) -> None:
    at_once(tmp_path, PRUNER, 40, data, count=3)
    kept = [record["games"][0]["number"] for record in ended(data).values()]
    assert len(kept) == 30
    for me in range(3):
        mine = sorted(number for number in kept if number // 1000 == me)
        newest = list(range(me * 1000 + 40 - len(mine), me * 1000 + 40))
        assert mine == newest, "an older one is kept, a newer one is not"


# Damage.


def test_a_damaged_game_is_set_aside_and_the_one_before_it_goes_on(sito: Sito, data: Path) -> None:
    for secret in ("BFAC", "ABCD"):
        assert sito("play", "--secret", secret, stdin="AAAA\n").code == 1
    write(data, "play-2", '{"game": "4x6 AAAA:x", ')
    done = sito("play", "--resume", stdin="BFAC\n", code=0)
    assert "play-2 cannot be read" in done.err
    assert "The game play-2 is damaged, and is now set aside." in done.err
    assert damaged(data) == {"play-2": '{"game": "4x6 AAAA:x", '}
    assert list(ended(data)) == ["play-1"]
    again = sito("play", "--resume")
    assert "damaged" not in again.err, "it is told once"
    assert again.code == 2


def test_a_damaged_store_loses_what_is_damaged_alone(sito: Sito, data: Path, tmp_path: Path) -> None:
    words = written(tmp_path / "words.txt", "late tale teal tall")
    for secret in ("BFAC", "ABCD", "EEEE"):
        assert sito("play", "--secret", secret, stdin=f"AAAA\n{secret}\n").code == 0
    assert sito("play", "--rules", f"words:{words}", "--secret", "teal", stdin="teal\n").code == 0
    for _ in range(2):
        assert sito("keep", "--seed", "1", stdin="x\n").code == 1
    write(data, "play-2", "[" * 10_000, "ended")
    write(data, "keep-1", "")
    with GameStore.in_directory(data) as store:
        store.change("UPDATE words SET value = replace(value, 'TEAL', 'TEAM')", ())
    first = sito("games", "list", "--json")
    assert sorted(game["name"] for game in json.loads(first.out)["games"]) == ["keep-2", "play-1", "play-3"]
    assert {name.split()[0] for name in damaged(data)} == {"play-2", "keep-1", "words"}
    second = sito("games", "list", "--json")
    assert second.out == first.out
    assert "play-2" not in second.err
    # The game whose words are gone stays, and can be read again when its words are there again.
    assert "play-4" in second.err
    assert sito("play", "--rules", f"words:{words}", "--secret", "late", stdin="late\n").code == 0
    third = sito("games", "list", "--json", "--rules", f"words:{words}")
    assert sorted(game["name"] for game in json.loads(third.out)["games"]) == ["play-4", "play-5"]
    assert third.err == ""


def test_what_a_game_needs_is_found_from_any_folder_and_its_absence_is_no_damage(
    sito: Sito, data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert sito("tree", "build", "best.tree").code == 0
    assert sito("keep", "--strategy", "tree:best.tree", stdin="x\n").code == 1
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    (tmp_path / "best.tree").rename(tmp_path / "other.tree")
    assert "best.tree" in sito("keep", "--resume", code=2).err
    assert damaged(data) == {}
    (tmp_path / "other.tree").rename(tmp_path / "best.tree")
    assert "The game goes on." in sito("keep", "--resume").err


def test_the_games_of_a_later_sito_are_left_alone(sito: Sito, data: Path) -> None:
    assert sito("play", "--secret", "BFAC", stdin="AAAA\n").code == 1
    with GameStore.in_directory(data) as store:
        store.change("PRAGMA user_version = 99", ())
    for command in (["play", "--resume"], ["games", "list"], ["review", "--last"]):
        assert "has version 99 and this Sito knows up to" in sito(*command, code=1).err
    assert "The game cannot be saved" in sito("play", "--secret", "BFAC", stdin="AAAA\n").err


# Disks that refuse.


def full_disk() -> None:
    """Lets every write to a file fail, as on a full disk."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))


def test_a_full_disk_is_told_once_and_the_game_is_played_to_its_end(tmp_path: Path) -> None:
    done = run_sito(tmp_path, "play", "--secret", "BFAC", input="AAAA\nBBBB\nBFAC\n", preexec_fn=full_disk)
    assert done.returncode == 0, done.stderr
    assert len(done.stdout.splitlines()) == 3
    assert done.stderr.count("The game cannot be saved") == 1
    assert "games.sqlite3 cannot be used" in done.stderr


def test_a_game_that_the_disk_refused_at_its_end_is_not_lost(sito: Sito, data: Path) -> None:
    assert sito("play", "--secret", "BFAC", stdin="AAAA\n").code == 1
    with GameStore.in_directory(data) as store:
        store.change("CREATE TRIGGER full BEFORE INSERT ON ended BEGIN SELECT raise(ABORT, 'disk is full'); END", ())
    done = sito("play", "--resume", stdin="BFAC\n", code=0)
    assert done.err.count("The finished game cannot be kept") == 1
    assert "disk is full" in done.err
    assert (list(states(data)), ended(data)) == (["play-1"], {})
    with GameStore.in_directory(data) as store:
        store.change("DROP TRIGGER full", ())
    assert sito("play", "--resume").code == 0
    assert [record["games"][0]["game"] for record in ended(data).values()] == ["4x6 AAAA:x BFAC:xxxx"]


def test_the_store_may_be_named_by_a_relative_path(tmp_path: Path) -> None:
    place = environment(tmp_path, SITO_DATA_DIR="store")
    run_sito(tmp_path, "play", "--secret", "BFAC", input="AAAA\n", env=place, cwd=tmp_path)
    assert list(states(tmp_path / "store")) == ["play-1"]


def test_names_are_given_once(data: Path) -> None:
    with GameStore.in_directory(data) as store:
        assert [store.new_number("play") for _ in range(120)] == list(range(1, 121))
        assert store.new_number("keep") == 1
        assert (store.reserve("keep", 7), store.reserve("keep", 7), store.reserve("keep", 3)) == (7, 8, 3)
        assert store.reserve("play", 999_999_999_999) == 121, "some must be left for the games to come"
        assert store.new_number("keep") == 9


# Games by number, and the puzzle of the day.


def only(data: Path, name: str) -> dict[str, Any]:
    value: dict[str, Any] = ended(data)[name]["games"][0]
    return value


@pytest.mark.parametrize("rules", ["4x6", "bulls-and-cows", "4x6-lies1"])
def test_a_game_by_number_has_the_code_of_the_number(sito: Sito, data: Path, rules: str) -> None:
    secret = library.CodeSpace(rules).text(library.numbered_secret(rules, 4711))
    assert sito("play", "--game", "4711", "--rules", rules, stdin=f"{secret}\n").code == 0
    assert only(data, "play-1")["number"] == 4711
    shown = sito("play", "--game", "4712", "--rules", rules, "--rounds", "1", "--json", stdin="0123\nABCD\n")
    assert json.loads(shown.out)["number"] == 4712
    assert sito("games", "share", "play-1").out.startswith(f"Sito {library.Rules.parse(rules)} #4711 1/")


def test_a_word_game_by_number_belongs_to_the_list(sito: Sito, data: Path, tmp_path: Path) -> None:
    for name, words in (("one", "late tale teal tall"), ("two", "TALL TEAL TALE LATE")):
        (tmp_path / f"{name}.txt").write_text(words, encoding="utf-8")
        begun = sito("play", "--game", "7", "--rules", f"words:{tmp_path / name}.txt", stdin="tale\n")
        assert begun.code in (0, 1)
    assert len(states(data)) == 1, "the game under another name of the list is the same game"
    assert "It goes on." in begun.err or "The game goes on." in begun.err


def test_a_game_by_number_is_taken_up_and_counts_once(sito: Sito, data: Path) -> None:
    secret = library.CodeSpace("4x6").text(library.numbered_secret("4x6", 4711))
    assert sito("play", "--game", "4711", stdin="AAAA\n").code == 1
    assert "The game goes on." in sito("play", "--game", "4711").err
    assert sito("play", "--game", "4711", stdin=f"{secret}\n").code == 0
    again = sito("play", "--game", "4711", stdin=f"{secret}\n")
    assert "You have played this game before, so it does not count now." in again.err
    assert "You found it in 2 guesses." in again.err
    assert "again" not in only(data, "play-1")
    assert only(data, "play-2")["again"] is True
    (group,) = json.loads(sito("games", "stats", "--json").out)["groups"]
    assert (group["played"], group["mean"]) == (1, 2.0)


class Calendar(date):
    """A calendar whose today is set by a test."""

    now = date(2026, 11, 22)

    @classmethod
    def today(cls) -> date:  # type: ignore[override]
        return cls.now


def test_the_puzzle_of_the_day(sito: Sito, data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(numbers, "date", Calendar)
    monkeypatch.setattr("sito.cli.games.command.date", Calendar)
    for day in range(3):
        monkeypatch.setattr(Calendar, "now", date(2026, 11, 22) + timedelta(day))
        secret = library.CodeSpace("4x6").text(library.numbered_secret("4x6", library.daily_number(Calendar.now)))
        assert sito("play", "--daily", stdin="AAAA\n").code == (0 if secret == "AAAA" else 1)
        assert sito("play", "--daily", stdin=f"{secret}\n").code == 0
        played = sito("play", "--daily", stdin=f"{secret}\n", code=0)
        assert played.out == ""
        assert "You have played the puzzle of today already.\nYou found it in 2 guesses.\n" in played.err
        assert f"sito games share play-{day + 1}" in played.err
        assert "sito play --daily --again" in played.err
        assert json.loads(sito("play", "--daily", "--json").out)["already_played"] == f"play-{day + 1}"
        assert sito("games", "share").out.startswith(f"Sito 4x6 {Calendar.now} 2/6\n")
        assert len(ended(data)) == day + 1
    (daily,) = json.loads(sito("games", "stats", "--json").out)["daily"]
    assert daily == {"game": "4x6", "played": 3, "won": 3, "streak": 3, "longest_streak": 3}
    sito("play", "--daily", "--again", stdin=f"{secret}\n", code=0)
    assert only(data, "play-4")["again"] is True
    assert json.loads(sito("games", "stats", "--json").out)["daily"] == [daily]
    monkeypatch.setattr(Calendar, "now", date(2026, 11, 26))
    assert json.loads(sito("games", "stats", "--json").out)["daily"][0]["streak"] == 0


def test_a_lying_codemaker_by_number_lies_the_same_to_everybody(sito: Sito, data: Path) -> None:
    answers = []
    for _ in range(2):
        given = "ABCD\nBCDE\nCDEF\nDEFA\n"
        answers.append(sito("play", "--game", "12", "--maker", "lying", "--rounds", "4", stdin=given).out)
    assert answers[0] == answers[1] != ""


def test_what_is_kept_of_a_game(sito: Sito, data: Path) -> None:
    assert sito("play", "--secret", "BFAC", "--hard", stdin="ABCD\ngive up\n").code == 1
    assert sito("play", "--maker", "lying", "--seed", "1", "--rounds", "1", stdin="ABCD\n").code == 1
    assert sito("keep", "--level", "easy", "--seed", "1", "--hard", "--rounds", "1", stdin="x\n").code == 1
    assert sito("duel", "--order", "alternating", "--seed", "1", stdin="ABCD\ngive up\n").code == 1
    told = [
        {name: part for name, part in game.items() if name not in ("game", "secret", "strategy")}
        for name in ("play-1", "play-2", "keep-1")
        for game in ended(data)[name]["games"]
    ]
    assert told == [
        {"breaker": "human", "rounds": 6, "hard": True, "given_up": True},
        {"breaker": "human", "rounds": 1, "maker": "lying"},
        {"breaker": "computer", "rounds": 1, "hard": True},
    ]
    mine, theirs = ended(data)["duel-1"]["games"]
    assert (mine["given_up"], mine["order"], theirs["order"]) == (True, "alternating", "alternating")
    assert theirs["strategy"] == "best"


def test_a_clock_that_was_put_back_does_not_remove_the_game_that_is_played(
    sito: Sito, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(3):
        assert sito("play", "--secret", "BFAC", stdin="AAAA\n").code == 1
    with GameStore.in_directory(data) as store:
        store.change("UPDATE game SET touched = touched + 1e9", ())
        (first, *_others) = store.unfinished()
        store.add(replace(first, id="now", touched=1.0, number=store.new_number("play")), share=3)
        assert [row.name for row in store.unfinished()] == ["play-4", "play-2", "play-3"]
        store.add(replace(first, id="later", touched=2.0, number=store.new_number("play")), share=1)
        assert [row.name for row in store.unfinished()] == ["play-5"]


def test_a_damaged_game_does_not_spoil_an_export(sito: Sito, data: Path, tmp_path: Path) -> None:
    sito("play", "--secret", "BFAC", stdin="ABCD\n")
    sito("keep", stdin="o\n")
    assert sito("play", "--secret", "ABCD", stdin="ABCD\n").code == 0
    write(data, "play-2", {**ended(data)["play-2"], "kind": "keep"}, "ended")
    write(data, "play-1", {**states(data)["play-1"], "secret": "no code"})
    bundle = tmp_path / "games.json"
    exported = sito("games", "export", str(bundle), code=0)
    assert "1 game is exported." in exported.err
    assert exported.err.count("set aside") == 2
    assert "1 game was here already." in sito("games", "import", str(bundle)).err
