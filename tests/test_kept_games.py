"""The store of games: names, old files, damage, disks that refuse, several processes at once, and kills."""

from __future__ import annotations

import json
import os
import re
import resource
import subprocess
import sys
import time
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest

import sito as library
from sito.cli.play import numbers, places
from sito.cli.play.finished import FinishedGame, finished_files, keep_finished, read_record, records
from sito.cli.play.places import KINDS, new_name, unfinished_files
from sito.playing.game import Transcript
from tests.conftest import Sito
from tests.kills import kill
from tests.test_cli import environment


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SITO_DATA_DIR", str(tmp_path / "data"))
    return tmp_path / "data" / "games"


def test_killed_at_any_moment_a_game_goes_on_as_it_was(tmp_path: Path) -> None:
    """`make prove` kills a thousand."""
    count = kill(15, tmp_path, seed=time.time_ns())
    assert count.kills == 15
    assert count.shown + count.unseen > 0


# Several processes at once.

WRITER = """
import sys
from sito.cli.play.finished import FinishedGame
from sito.cli.play.saved import SavedGame
from sito.playing.game import Transcript
from sito.rules.rules import Rules
from sito.words.words import WordList

me, count = sys.argv[1], int(sys.argv[2])
letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
for number in range(count):
    # Every process has some lists of words of its own, and some that the others have, too.
    words = WordList.of([first + second for first in letters[: 3 + number % 4] for second in "XY"])
    rules = Rules.of_words(words) if number % 2 else Rules.parse("4x6")
    game = Transcript(rules).after(rules.words.secrets[0] if rules.words else "ABCD", "-")
    saved = SavedGame.new("play")
    saved.write({"game": str(game), "rounds": 6, "secret": "x", "writer": me, "number": number}, rules.words)
    if number % 3:
        saved.finish(FinishedGame.of_human(game, None, number=int(me) * 1000 + number))
"""


def test_processes_that_write_at_once_lose_nothing(here: Path, tmp_path: Path) -> None:
    count, writers = 40, 4
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", WRITER, str(number), str(count)], env=environment(here.parent), cwd=tmp_path
        )
        for number in range(writers)
    ]
    assert [process.wait() for process in processes] == [0] * writers
    kept = records()
    told = sorted(record.games[0].number or 0 for record in kept)
    assert told == sorted(me * 1000 + number for me in range(writers) for number in range(count) if number % 3)
    saved = [json.loads(file.read_text(encoding="utf-8")) for file in unfinished_files()]
    left = {(state["writer"], state["number"]) for state in saved}
    assert left == {(str(me), number) for me in range(writers) for number in range(0, count, 3)}
    names = [file.stem for file in (*unfinished_files(), *finished_files())]
    assert len(set(names)) == len(names) == count * writers
    assert not list(here.glob("**/*.partial"))


PRUNER = """
import sys
from sito.cli.play import finished
from sito.cli.play.finished import FinishedGame, keep_finished
from sito.cli.play.places import new_name
from sito.playing.game import Transcript

finished.KEPT = 30
for number in range(int(sys.argv[2])):
    game = FinishedGame.of_human(Transcript("4x6"), None, number=int(sys.argv[1]) * 1000 + number)
    keep_finished("play", new_name("play") + ".json", (game,))
"""


def test_processes_that_make_room_at_once_keep_the_newest(here: Path, tmp_path: Path) -> None:
    processes = [
        subprocess.Popen([sys.executable, "-c", PRUNER, str(me), "40"], env=environment(here.parent), cwd=tmp_path)
        for me in range(3)
    ]
    assert [process.wait() for process in processes] == [0] * 3
    kept = [record.games[0].number or 0 for record in records()]
    assert len(kept) == 30
    for me in range(3):
        mine = sorted(number for number in kept if number // 1000 == me)
        assert mine == list(range(me * 1000 + 40 - len(mine), me * 1000 + 40)), (
            "an older one is kept, a newer one is not"
        )


# Files of an earlier Sito.


def test_games_of_an_earlier_sito_get_names_and_are_read(sito: Sito, here: Path) -> None:
    times = [1_700_000_000_000_000_000 + number for number in range(4)]
    (here / "finished").mkdir(parents=True)
    for number, when in enumerate(times):
        state = {"version": 2, "game": f"4x6 AAA{'ABCD'[number]}:o", "rounds": 6, "secret": "BFCD"}
        ended = {"game": f"4x6 AAA{'ABCD'[number]}:-", "breaker": "human", "strategy": None, "secret": None}
        old = {"version": 1, "kind": "play", "date": "2026-01-01T00:00:00+00:00", "games": [ended]}
        file = here / f"play-{when}.json" if number < 2 else here / "finished" / f"play-{when}.json"
        file.write_text(json.dumps(state if number < 2 else old), encoding="utf-8")
        os.utime(file, ns=(when, when))
    assert [file.stem for file in unfinished_files()] == ["play-1", "play-2"]
    assert [str(record.games[0].game) for record in records()] == ["4x6 AAAC:-", "4x6 AAAD:-"]
    assert [file.stem for file in finished_files()] == ["play-3", "play-4"]
    shown = sito("games", "show", "play-1").out
    assert "1  AAAA   o" in shown
    assert new_name("play") == "play-5"
    assert sito("games", "list").out.count("play-") == 4


def test_an_old_game_that_is_being_played_keeps_its_name_until_it_is_left(here: Path) -> None:
    here.mkdir(parents=True)
    old = here / "play-1700000000000000000.json"
    old.write_text('{"version": 2, "game": "4x6", "rounds": 6, "secret": "BFAC"}', encoding="utf-8")
    holder = subprocess.Popen(
        [
            sys.executable,
            "-c",
            "import sys; from pathlib import Path; from sito.cli.play.lock import GameLock\n"
            "lock = GameLock(Path(sys.argv[1]), sys.argv[2]); print(lock.take(), flush=True); sys.stdin.read()",
            str(here.parent / "games.lock"),
            old.name,
        ],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert holder.stdout is not None
    assert holder.stdout.readline() == "True\n"
    assert [file.name for file in unfinished_files()] == [old.name]
    holder.communicate("")
    assert [file.name for file in unfinished_files()] == ["play-1.json"]


# Damage.


def test_a_damaged_game_is_set_aside_and_the_one_before_it_goes_on(sito: Sito, here: Path) -> None:
    for secret in ("BFAC", "ABCD"):
        assert sito("play", "--secret", secret, stdin="AAAA\n").code == 1
    (here / "play-2.json").write_bytes(b'{"version": 2, "game": "4x6 AAAA:x", \xff')
    done = sito("play", "--resume", stdin="BFAC\n")
    assert done.code == 0, done.err
    assert "play-2.json cannot be read" in done.err
    aside = here / "damaged" / "play-2.json"
    assert f"It is damaged, and is now set aside as {aside}." in done.err
    assert aside.read_bytes().endswith(b"\xff")
    assert (here / "finished" / "play-1.json").exists()
    again = sito("play", "--resume")
    assert "damaged" not in again.err, "it is told once"
    assert again.code == 2


def test_a_damaged_store_loses_what_is_damaged_alone(sito: Sito, here: Path, tmp_path: Path) -> None:
    words = tmp_path / "words.txt"
    words.write_text("late tale teal tall", encoding="utf-8")
    for secret in ("BFAC", "ABCD", "EEEE"):
        assert sito("play", "--secret", secret, stdin=f"AAAA\n{secret}\n").code == 0
    assert sito("play", "--rules", f"words:{words}", "--secret", "teal", stdin="teal\n").code == 0
    for _ in range(2):
        assert sito("keep", "--seed", "1", stdin="x\n").code == 1
    (here / "finished" / "play-2.json").write_text("[" * 10_000, encoding="utf-8")
    (here / "keep-1.json").write_text("", encoding="utf-8")
    (list_of_words,) = (here / "finished" / "words").iterdir()
    kept = list_of_words.read_text(encoding="utf-8")
    list_of_words.write_text(kept.replace("TEAL", "TEAM"), encoding="utf-8")
    first = sito("games", "list", "--json")
    assert sorted(game["name"] for game in json.loads(first.out)["games"]) == ["keep-2", "play-1", "play-3"]
    for name in ("finished-play-2.json", "keep-1.json", f"finished-words-{list_of_words.name}"):
        assert (here / "damaged" / name).exists(), name
    second = sito("games", "list", "--json")
    assert second.out == first.out
    assert "play-2" not in second.err
    # The game whose words are gone stays, and can be read again when its words are there again.
    assert "play-4" in second.err
    assert sito("play", "--rules", f"words:{words}", "--secret", "late", stdin="late\n").code == 0
    third = sito("games", "list", "--json", "--rules", f"words:{words}")
    assert sorted(game["name"] for game in json.loads(third.out)["games"]) == ["play-4", "play-5"]
    assert third.err == ""


def test_what_a_game_needs_and_does_not_find_is_no_damage(
    sito: Sito, here: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert sito("tree", "build", "best.tree").code == 0
    assert sito("keep", "--strategy", "tree:best.tree", stdin="x\n").code == 1
    (tmp_path / "best.tree").rename(tmp_path / "other.tree")
    refused = sito("keep", "--resume")
    assert refused.code == 2
    assert "best.tree" in refused.err
    assert not (here / "damaged").exists()
    (tmp_path / "other.tree").rename(tmp_path / "best.tree")
    assert "The game goes on." in sito("keep", "--resume").err


def test_a_game_of_a_later_sito_is_left_alone(sito: Sito, here: Path) -> None:
    assert sito("play", "--secret", "BFAC", stdin="AAAA\n").code == 1
    file = here / "play-1.json"
    file.write_text('{"version": 99}', encoding="utf-8")
    assert "is of version 99" in sito("play", "--resume").err
    assert "is of version 99" in sito("games", "list").err
    assert file.read_text(encoding="utf-8") == '{"version": 99}'


def test_a_game_that_ended_as_its_process_was_killed_is_finished(sito: Sito, here: Path) -> None:
    assert sito("play", "--secret", "BFAC", stdin="AAAA\n").code == 1
    before = (here / "play-1.json").read_text(encoding="utf-8")
    assert sito("play", "--resume", stdin="BFAC\n").code == 0
    (here / "play-1.json").write_text(before, encoding="utf-8")
    assert sito("play", "--resume").code == 2
    assert [file.stem for file in (*unfinished_files(), *finished_files())] == ["play-1"]


def test_what_killed_processes_left_behind_is_swept_away(sito: Sito, here: Path) -> None:
    here.mkdir(parents=True)
    for name, age in (("old", 2 * 3600), ("new", 60)):
        file = here / f".{name}.partial"
        file.touch()
        os.utime(file, (time.time() - age, time.time() - age))
    assert sito("play", "--secret", "BFAC", stdin="AAAA\n").code == 1
    assert [file.name for file in here.glob(".*.partial")] == [".new.partial"]


# Disks that refuse.


def full_disk() -> None:
    """Lets every write to a file fail, as on a full disk."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))


def test_a_full_disk_is_told_once_and_the_game_is_played_to_its_end(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "sito", "play", "--secret", "BFAC"],
        input="AAAA\nBBBB\nBFAC\n",
        capture_output=True,
        text=True,
        env=environment(tmp_path),
        preexec_fn=full_disk,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert len(done.stdout.splitlines()) == 3
    assert done.stderr.count("cannot be") == 2 * done.stderr.count("The game cannot be saved") == 2
    assert "File too large" in done.stderr
    assert not list(tmp_path.glob("games/**/*.json"))


def test_a_game_that_a_full_disk_refused_at_its_end_is_not_lost(sito: Sito, here: Path) -> None:
    assert sito("play", "--secret", "BFAC", stdin="AAAA\n").code == 1
    (here / "finished").write_text("in the way", encoding="utf-8")
    done = sito("play", "--resume", stdin="BFAC\n")
    assert done.code == 0
    assert done.err.count("The finished game cannot be kept") == 1
    (here / "finished").unlink()
    assert sito("play", "--resume").code == 0
    assert [str(record.games[0].game) for record in records()] == ["4x6 AAAA:x BFAC:xxxx"]


def test_the_store_may_be_named_by_a_relative_path(tmp_path: Path) -> None:
    place = {**environment(tmp_path), "SITO_DATA_DIR": "store"}
    command = [sys.executable, "-m", "sito", "play", "--secret", "BFAC"]
    subprocess.run(command, input="AAAA\n", text=True, env=place, cwd=tmp_path, capture_output=True, check=False)
    assert (tmp_path / "store" / "games" / "play-1.json").exists()


def test_names_are_given_once(here: Path) -> None:
    given = [new_name("play") for _ in range(120)]
    assert given == [f"play-{number}" for number in range(1, 121)]
    assert len(list((here / "numbers").iterdir())) <= 51
    assert new_name("keep") == "keep-1"
    assert places.reserve("keep-7")
    assert not places.reserve("keep-7")
    assert new_name("keep") == "keep-8"


# Games by number, and the puzzle of the day.


def only(here: Path, name: str) -> dict[str, Any]:
    value: dict[str, Any] = json.loads((here / "finished" / f"{name}.json").read_text(encoding="utf-8"))["games"][0]
    return value


@pytest.mark.parametrize("rules", ["4x6", "bulls-and-cows", "4x6-lies1"])
def test_a_game_by_number_has_the_code_of_the_number(sito: Sito, here: Path, rules: str) -> None:
    secret = library.CodeSpace(rules).text(library.numbered_secret(rules, 4711))
    assert sito("play", "--game", "4711", "--rules", rules, stdin=f"{secret}\n").code == 0
    assert only(here, "play-1")["number"] == 4711
    shown = sito("play", "--game", "4712", "--rules", rules, "--rounds", "1", "--json", stdin="0123\nABCD\n")
    assert json.loads(shown.out)["number"] == 4712
    assert sito("games", "share", "play-1").out.startswith(f"Sito {library.Rules.parse(rules)} #4711 1/")


def test_a_word_game_by_number_belongs_to_the_list(sito: Sito, here: Path, tmp_path: Path) -> None:
    for name, words in (("one", "late tale teal tall"), ("two", "TALL TEAL TALE LATE")):
        (tmp_path / f"{name}.txt").write_text(words, encoding="utf-8")
        begun = sito("play", "--game", "7", "--rules", f"words:{tmp_path / name}.txt", stdin="tale\n")
        assert begun.code in (0, 1)
    states = [json.loads(file.read_text(encoding="utf-8")) for file in unfinished_files()]
    assert len(states) == 1, "the game under another name of the list is the same game"
    assert "It goes on." in begun.err or "The game goes on." in begun.err


def test_a_game_by_number_is_taken_up_and_counts_once(sito: Sito, here: Path) -> None:
    secret = library.CodeSpace("4x6").text(library.numbered_secret("4x6", 4711))
    assert sito("play", "--game", "4711", stdin="AAAA\n").code == 1
    assert "The game goes on." in sito("play", "--game", "4711").err
    assert sito("play", "--game", "4711", stdin=f"{secret}\n").code == 0
    again = sito("play", "--game", "4711", stdin=f"{secret}\n")
    assert "You have played this game before, so it does not count now." in again.err
    assert "You found it in 2 guesses." in again.err
    assert "again" not in only(here, "play-1")
    assert only(here, "play-2")["again"] is True
    (group,) = json.loads(sito("games", "stats", "--json").out)["groups"]
    assert (group["played"], group["mean"]) == (1, 2.0)


class Calendar(date):
    """A calendar whose today is set by a test."""

    now = date(2026, 11, 22)

    @classmethod
    def today(cls) -> date:  # type: ignore[override]
        return cls.now


def test_the_puzzle_of_the_day(sito: Sito, here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(numbers, "date", Calendar)
    monkeypatch.setattr("sito.cli.games.command.date", Calendar)
    for day in range(3):
        monkeypatch.setattr(Calendar, "now", date(2026, 11, 22) + timedelta(day))
        secret = library.CodeSpace("4x6").text(library.numbered_secret("4x6", library.daily_number(Calendar.now)))
        assert sito("play", "--daily", stdin="AAAA\n").code == (0 if secret == "AAAA" else 1)
        assert sito("play", "--daily", stdin=f"{secret}\n").code == 0
        played = sito("play", "--daily", stdin=f"{secret}\n")
        assert played.code == 0
        assert played.out == ""
        assert "You have played the puzzle of today already.\nYou found it in 2 guesses.\n" in played.err
        assert f"sito games share play-{day + 1}" in played.err
        assert "sito play --daily --again" in played.err
        assert json.loads(sito("play", "--daily", "--json").out)["already_played"] == f"play-{day + 1}"
        assert sito("games", "share").out.startswith(f"Sito 4x6 {Calendar.now} 2/6\n")
        assert len(finished_files(KINDS)) == day + 1
    (daily,) = json.loads(sito("games", "stats", "--json").out)["daily"]
    assert daily == {"game": "4x6", "played": 3, "won": 3, "streak": 3, "longest_streak": 3}
    once_more = sito("play", "--daily", "--again", stdin=f"{secret}\n")
    assert once_more.code == 0
    assert only(here, "play-4")["again"] is True
    assert json.loads(sito("games", "stats", "--json").out)["daily"] == [daily]
    monkeypatch.setattr(Calendar, "now", date(2026, 11, 26))
    assert json.loads(sito("games", "stats", "--json").out)["daily"][0]["streak"] == 0


@pytest.mark.parametrize(
    "given",
    [
        ["--daily", "--game", "7"],
        ["--daily", "--secret", "ABCD"],
        ["--game", "7", "--seed", "1"],
        ["--game", "7", "--maker", "adversarial"],
        ["--again"],
        ["--game", "-1"],
        ["--game", "1000000000000"],
        ["--game", "seven"],
        ["--daily", "--resume"],
    ],
)
def test_options_that_do_not_go_together(sito: Sito, here: Path, given: list[str]) -> None:
    done = sito("play", *given)
    assert done.code == 2, done.err
    assert re.search("--(daily|game|again)", done.err)
    assert unfinished_files() == []


def test_a_lying_codemaker_by_number_lies_the_same_to_everybody(sito: Sito, here: Path) -> None:
    answers = []
    for _ in range(2):
        given = "ABCD\nBCDE\nCDEF\nDEFA\n"
        answers.append(sito("play", "--game", "12", "--maker", "lying", "--rounds", "4", stdin=given).out)
    assert answers[0] == answers[1] != ""


def test_what_is_kept_of_a_game(sito: Sito, here: Path) -> None:
    assert sito("play", "--secret", "BFAC", "--hard", stdin="ABCD\ngive up\n").code == 1
    assert sito("play", "--maker", "lying", "--seed", "1", "--rounds", "1", stdin="ABCD\n").code == 1
    assert sito("keep", "--level", "easy", "--seed", "1", "--hard", "--rounds", "1", stdin="x\n").code == 1
    assert sito("duel", "--order", "alternating", "--seed", "1", stdin="ABCD\ngive up\n").code == 1
    told = [
        {name: part for name, part in game.items() if name not in ("game", "secret", "strategy")}
        for name in ("play-1", "play-2", "keep-1")
        for game in json.loads((here / "finished" / f"{name}.json").read_text(encoding="utf-8"))["games"]
    ]
    assert told == [
        {"breaker": "human", "rounds": 6, "hard": True, "given_up": True},
        {"breaker": "human", "rounds": 1, "maker": "lying"},
        {"breaker": "computer", "rounds": 1, "hard": True},
    ]
    (mine, theirs) = read_record(here / "finished" / "duel-1.json").games
    assert (mine.given_up, mine.order, theirs.order) == (True, "alternating", "alternating")
    assert theirs.strategy == "best"


def test_the_oldest_of_all_kinds_make_room(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sito.cli.play.finished.KEPT", 3)
    for number in range(6):
        kind = KINDS[number % 3]
        game = FinishedGame.of_human(Transcript("4x6"), None)
        games = (game, game) if kind == "duel" else (game,)
        file = keep_finished(kind, f"{new_name(kind)}.json", games)
        os.utime(file, ns=(number + 1, number + 1))
    assert [file.stem for file in finished_files()] == ["play-2", "keep-2", "duel-2"]


def test_a_clock_that_was_put_back_does_not_remove_the_game_that_is_played(here: Path) -> None:
    for number in (1, 2, 3):
        file = here / f"play-{number}.json"
        places.make_directory(here)
        file.write_text("{}")
        os.utime(file, (2e9 + number, 2e9 + number))
    now = here / "play-4.json"
    now.write_text("{}")
    places.prune(here, ["play"], 3, now)
    assert [file.name for file in unfinished_files()] == ["play-4.json", "play-2.json", "play-3.json"]
    places.prune(here, ["play"], 1, now)
    assert unfinished_files() == [now]


def test_a_name_from_elsewhere_leaves_numbers_for_the_games_to_come(here: Path) -> None:
    assert not places.reserve("play-999999999999")
    assert new_name("play") == "play-1"


def test_a_damaged_game_does_not_spoil_an_export(sito: Sito, here: Path, tmp_path: Path) -> None:
    sito("play", stdin="ABCD\n")
    sito("keep", stdin="o\n")
    keep_finished("play", "play-7.json", (FinishedGame.of_human(Transcript.parse("4x6 ABCD:xxxx"), "ABCD"),))
    finished = here / "finished" / "play-7.json"
    finished.write_text(finished.read_text().replace('"kind": "play"', '"kind": "keep"'))
    file = here / "play-1.json"
    file.write_text(json.dumps({**json.loads(file.read_text()), "secret": "no code"}))
    bundle = tmp_path / "games.json"
    exported = sito("games", "export", str(bundle))
    assert exported.code == 0
    assert "1 game is exported." in exported.err
    assert exported.err.count("set aside") == 2
    assert "1 game was here already." in sito("games", "import", str(bundle)).err


@pytest.mark.parametrize("place", ["strategy", "maker"])
def test_half_a_character_in_a_file_of_games_is_refused_before_anything_is_taken(
    sito: Sito, here: Path, tmp_path: Path, place: str
) -> None:
    for number in (1, 2):
        ended = FinishedGame.of_human(Transcript.parse("4x6 ABCD:xxxx"), "ABCD")
        keep_finished("play", f"play-{number}.json", (ended,), f"2026-11-22T08:0{number}:00+00:00")
    bundle = tmp_path / "games.json"
    assert sito("games", "export", str(bundle)).code == 0
    value = json.loads(bundle.read_text())
    value["finished"][1]["games"][0][place] = "\ud800"
    bundle.write_text(json.dumps(value))
    for file in finished_files():
        file.unlink()
    assert sito("games", "import", str(bundle)).code == 2
    assert finished_files() == []
