"""`sito games`: games that are kept are listed, shown, resumed, deleted, counted, exported, imported and shared."""

import json
import random
import re
from collections import Counter
from datetime import UTC, date, datetime, timedelta
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import sito as library
from sito.cli.games import transfer
from sito.cli.games.stats import histogram
from sito.cli.games.views import complete_game, complete_unfinished
from sito.cli.play.saved import open_store
from sito.games.finished import FinishedGame, FinishedPuzzle, Record
from sito.games.kinds import KINDS
from sito.operations.statistics import Result, days, game_in_words, group_of, result_of, tallies
from sito.playing.game import Transcript
from sito.puzzles.jugs.problem import Jugs
from sito.rules.rules import FeedbackKind, Rules
from sito.words.words import WordList
from tests.conftest import Sito, Start, written
from tests.kept import ended, states, write

ANIMALS = Rules.of_words(WordList.of(["bear", "seal", "lion", "hare", "wolf"], name="animals"), FeedbackKind.POSITION)
SOME_RULES = [Rules.parse("4x6"), Rules.parse("3x4"), ANIMALS]


def play_some(sito: Sito) -> None:
    """Plays play-1, keep-1 and duel-1 to their ends, and leaves play-2 and keep-2."""
    assert sito("play", "--secret", "BFAC", stdin="ABCD\nBFAC\n").code == 0
    assert sito("keep", "--strategy", "first-consistent", stdin="x\nxxxx\n").code == 0
    assert sito("duel", "--seed", "1", "--strategy", "first-consistent", stdin="ABCD\nxxxx\n").code == 0
    assert sito("play", "--secret", "BFAC", stdin="ABCD\n").code == 1
    assert sito("keep", "--strategy", "first-consistent", stdin="x\n").code == 1


def listed(sito: Sito, *options: str) -> list[str]:
    done = sito("games", "list", "--json", *options, code=0)
    return [game["name"] for game in json.loads(done.out)["games"]]


def test_the_list(sito: Sito) -> None:
    assert "No game is kept here" in sito("games").err
    play_some(sito)
    assert sorted(listed(sito)) == ["duel-1", "keep-1", "keep-2", "play-1", "play-2"]
    assert sorted(listed(sito, "--finished")) == ["duel-1", "keep-1", "play-1"]
    assert sorted(listed(sito, "--unfinished")) == ["keep-2", "play-2"]
    assert sorted(listed(sito, "--kind", "play")) == ["play-1", "play-2"]
    assert listed(sito, "--rules", "bulls-and-cows") == []
    assert len(listed(sito, "--rules", "mastermind")) == 5
    assert len(listed(sito, "--last", "2")) == 2
    plain = sito("games")
    assert plain.out == sito("games", "list").out
    assert [line.split()[0] for line in plain.out.splitlines()[1:]] == listed(sito)
    assert re.search(r"^keep-2  4x6 +1  not finished +20\d\d-", plain.out, re.MULTILINE)
    assert json.loads(sito("games", "--json").out)["games"] == json.loads(sito("games", "list", "--json").out)["games"]
    assert sito("games", "list", "--kind", "chess").code == 2
    assert sito("games", "list", "--finished", "--unfinished").code == 2


def test_showing_games(sito: Sito) -> None:
    play_some(sito)
    ended = sito("games", "show", "play-1").out
    assert "2  BFAC   xxxx" in ended
    assert "code: BFAC" in ended
    going_on = sito("games", "show", "PLAY2").out
    assert "1  ABCD   ooo" in going_on
    assert "BFAC" not in going_on
    assert "Go on with: sito games resume play-2" in going_on
    assert "BFAC" not in sito("games", "show", "play-2", "--json").out
    duel = sito("games", "show", "duel-1").out
    assert duel.index("Your guesses:") < duel.index("The computer's guesses:")
    assert json.loads(sito("games", "show", "duel-1", "--json").out)["games"][1]["secret"] == "AAAA"
    for name in ("play-3", "chess-1", "7", ""):
        assert "play-" in sito("games", "show", name, code=2).err


def test_names_stay_and_are_not_given_twice(sito: Sito, data: Path) -> None:
    play_some(sito)
    assert sito("games", "delete", "play-2", "--yes").code == 0
    assert sito("play", "--secret", "BFAC", stdin="ABCD\n").code == 1
    assert sito("play", "--resume", stdin="BFAC\n").code == 0
    assert sorted(listed(sito, "--kind", "play")) == ["play-1", "play-3"]
    with open_store() as store:
        assert store.new_number("play") == 4


def test_completion_of_names(sito: Sito) -> None:
    play_some(sito)
    assert [name for name, _line in complete_game("", {}) if name.startswith("k")] == ["keep-2", "keep-1"]
    assert {name for name, _line in complete_game("", {})} == {"duel-1", "keep-1", "keep-2", "play-1", "play-2"}
    assert {name for name, _line in complete_unfinished("", {})} == {"keep-2", "play-2"}


def test_games_of_the_first_and_the_last_day_are_listed(sito: Sito, data: Path) -> None:
    for when in ("0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-12:00"):
        store([Record("play-1", "play", when, when, (FinishedGame.of_human(Transcript("4x6"), None, date=when),))])
    assert [line.split()[0] for line in sito("games").out.splitlines()[1:]] == ["play-1", "play-2"]
    assert sito("games", "show", "play-2").code == 0


@pytest.mark.parametrize("time", ["'soon'", "x'00'", "9e300", "-9e300", "1e999"])
def test_games_whose_times_are_damaged_are_listed(sito: Sito, data: Path, time: str) -> None:
    sito("play", "--secret", "BFAC", stdin="AABB\n")
    with open_store() as store:
        store.change(f"UPDATE game SET begun = {time}, touched = {time}", ())
    for command in ("list", "export"):
        done = sito("games", command, *(["-"] if command == "export" else []))
        assert (done.code, "play-1" in done.out) == (0, True), done.err
    assert "goes on" in sito("play", "--resume", stdin="ABCD\n").err


def test_deleting(sito: Sito, data: Path) -> None:
    play_some(sito)
    assert "add --yes" in sito("games", "delete", "play-1", code=2).err
    wrong = sito("games", "delete", "play-1", "play-9", "x", "--yes", code=2)
    assert "play-9" in wrong.err
    assert "'x'" in wrong.err
    assert len(listed(sito)) == 5, "where one name is wrong, nothing is deleted"
    assert sito("games", "delete", "play-1", "keep-2", "keep2", "--yes").err == "2 games are deleted.\n"
    assert sorted(listed(sito)) == ["duel-1", "keep-1", "play-2"]


@pytest.mark.parametrize(("answer", "left"), [("y", 0), ("n", 1), ("", 1), ("\x04", 1)])
def test_deleting_asks_at_a_terminal(start: Start, sito: Sito, tmp_path: Path, answer: str, left: int) -> None:
    assert sito("play", "--secret", "BFAC", stdin="BFAC\n").code == 0
    asked = start("games", "delete", "play-1")
    asked.expect("Delete play-1. Write y for yes: ")
    asked.send(answer if answer == "\x04" else answer + "\r")
    asked.expect("is deleted" if left == 0 else "Nothing is deleted")
    asked.wait()
    assert len(ended(tmp_path / "data")) == left


@pytest.mark.parametrize(
    ("jugs", "shown"),
    [
        (Jugs.parse("8 5", 4), "A 8, B 5; 4 in any jug"),
        (Jugs.parse("8 5", 4, where="B"), "A 8, B 5; 4 in jug B"),
        (Jugs.parse("8 5", 4, where="together"), "A 8, B 5; 4 in all jugs together"),
        (Jugs.parse("8 5 3", end="4,4,0"), "A 8, B 5, C 3; (4,4,0)"),
    ],
)
def test_what_is_asked_of_jugs_is_shown_in_sentences_that_are_translated(jugs: Jugs, shown: str) -> None:
    assert game_in_words(str(jugs)) == shown


def test_sharing(sito: Sito, data: Path) -> None:
    assert "no finished game was kept yet" in sito("games", "share").err
    play_some(sito)
    assert sito("games", "share", "play-1").out == "Sito 4x6 2/6\n⚪⚪⚪➖\n⚫⚫⚫⚫\n"
    assert "Guess 2: the code." in sito("games", "share", "play-1", "--words").out
    assert sito("games", "share", "play-1", "--plain").out == sito("games", "share", "play-1", "--words").out
    last = json.loads(sito("games", "share", "--json").out)["text"]
    assert last.startswith("Sito 4x6 X")
    assert sito("games", "share", "play-2").code == 2


# Statistics, held against a count from the beginning for every group.


def a_game(rng: random.Random, kind: str, day: date) -> Record:
    """Makes a finished game of some kind, which ended on this day."""
    rules = rng.choice(SOME_RULES)
    space = library.CodeSpace(rules)
    when = datetime(day.year, day.month, day.day, rng.randrange(24), rng.randrange(60), tzinfo=UTC)
    if kind in ("jugs", "pegs"):
        steps = tuple("A>B" for _ in range(rng.randrange(1, 5)))
        puzzle = FinishedPuzzle(
            rng.choice(["8 5 3", "5 3"]), steps, rng.random() < 0.7, rng.choice([None, 2]), when.isoformat()
        )
        return Record("", kind, when.isoformat(), when.isoformat(), (), puzzle)

    def played() -> tuple[Transcript, str]:
        secret = space[rng.randrange(len(space))]
        game = library.play(rules, "random-consistent", secret, seed=rng.randrange(99), rounds=rng.randrange(1, 7))
        return game, space.text(secret)

    mine, code = played()
    more: dict[str, Any] = {
        "date": when.isoformat(),
        "hard": rng.random() < 0.3,
        "given_up": not mine.won and rng.random() < 0.3,
    }
    if kind == "play":
        more |= {"maker": rng.choice([None, None, "lying"]), "again": rng.random() < 0.2, "rounds": 6}
        if rng.random() < 0.5:
            more |= {"number": library.daily_number(day), "daily": day.isoformat()}
    human = FinishedGame.of_human(mine, code, **more)
    theirs, code = played()
    computer = FinishedGame.of_computer(
        theirs, rng.choice(["level:hard", "entropy"]), code, hard=more["hard"], date=more["date"]
    )
    boards = (human, *(FinishedGame.of_human(*played(), date=more["date"]) for _board in range(rng.randrange(4))))
    games = {"play": (human,), "keep": (computer,), "duel": (human, computer), "boards": boards}[kind]
    return Record("", kind, when.isoformat(), when.isoformat(), games)


def some_games(seed: int, count: int) -> list[Record]:
    rng = random.Random(seed)
    start = date(2026, 2, 20)
    made = [a_game(rng, rng.choice(KINDS), start + timedelta(number // 2)) for number in range(count)]
    return [
        Record(f"{record.kind}-{number}", record.kind, record.begun, record.date, record.games, record.puzzle)
        for number, record in enumerate(sorted(made, key=lambda record: record.date), 1)
    ]


@given(st.integers(0, 10**6), st.integers(1, 60))
def test_statistics_are_those_of_a_count_by_hand(seed: int, count: int) -> None:
    games = some_games(seed, count)
    counted = [game for game in games if not any(each.again for each in game.games)]
    found = tallies(games)
    assert set(found) == set(map(group_of, counted))
    for group, tally in found.items():
        mine = [result_of(game) for game in counted if group_of(game) == group]
        outcomes = [result for result, _length in mine]
        assert tally.played == len(mine)
        assert tally.results == Counter(outcomes)
        lengths = [length for _result, length in mine if length is not None]
        assert tally.lengths == Counter(lengths)
        assert tally.mean == (Fraction(sum(lengths), len(lengths)) if lengths else None)
        assert tally.best == (min(lengths) if lengths else None)
        written = "".join("w" if result is Result.WON else "-" for result in outcomes)
        runs = [len(run) for run in written.split("-")]
        assert (tally.streak, tally.longest) == (runs[-1], max(runs))


@given(st.integers(0, 10**6), st.integers(1, 60), st.integers(0, 40))
def test_streaks_of_days_are_those_of_a_count_by_hand(seed: int, count: int, later: int) -> None:
    games = some_games(seed, count)
    today = date(2026, 2, 20) + timedelta(later)
    for streak in days(games, today):
        first: dict[str, bool] = {}
        for record in games:
            for game in record.games:
                if game.daily is not None and not game.again and game.game.rules.key == streak.game:
                    first.setdefault(game.daily, game.game.winning_turn is not None)
        calendar = [date(2026, 2, 1) + timedelta(number) for number in range(90)]
        written = "".join("w" if first.get(day.isoformat()) else "-" for day in calendar)
        assert streak.longest_streak == max(map(len, written.split("-")))
        until = calendar.index(today) + (today.isoformat() in first)
        assert streak.streak == len(written[:until].split("-")[-1])
        assert (streak.played, streak.won) == (len(first), sum(first.values()))


def duel(mine: str, theirs: str, **more: Any) -> Record:
    human = FinishedGame.of_human(Transcript.parse(f"2x3 {mine}"), None, **more)
    computer = FinishedGame.of_computer(Transcript.parse(f"2x3 {theirs}"), "best")
    return Record("duel-1", "duel", None, "2026-11-22T00:00:00+00:00", (human, computer))


@pytest.mark.parametrize(
    ("mine", "theirs", "result"),
    [
        ("AA:xx", "AB:o", Result.WON),
        ("AA:xx", "AA:xx", Result.TIED),
        ("AA:x AB:xx", "AA:xx", Result.LOST),
        ("AA:xx", "AA:x AB:xx", Result.WON),
        ("AA:x", "AA:x", Result.TIED),
    ],
)
def test_who_has_won_a_duel(mine: str, theirs: str, result: Result) -> None:
    assert result_of(duel(mine, theirs))[0] is result
    assert result_of(duel(mine, theirs, given_up=True))[0] is Result.GIVEN_UP


def test_statistics_as_they_are_shown(sito: Sito, data: Path) -> None:
    assert "No finished game is kept here" in sito("games", "stats").err
    play_some(sito)
    for _ in range(3):
        assert sito("play", "--secret", "BFAC", stdin="BFAC\n").code == 0
    shown = sito("games", "stats", "--kind", "play").out
    assert re.search(r"^4x6 +4  100 % +1\.25 +1 +4 +4$", shown, re.MULTILINE), shown
    assert f" 1  {'█' * 40} 3\n 2  {'█' * 14} 1\n" in shown
    plain = sito("games", "stats", "--kind", "play", "--plain").out
    assert "█" not in plain
    assert "length 1: 3 games\nlength 2: 1 game\n" in plain
    (group,) = json.loads(sito("games", "stats", "--kind", "keep", "--json").out)["groups"]
    assert (group["against"], group["played"], group["lengths"]) == ("first-consistent", 1, {"2": 1})
    assert json.loads(sito("games", "stats", "--json").out)["groups"][-1]["results"]["lost"] == 1


def test_a_row_of_a_table_is_a_line_that_says_what_each_cell_is_where_it_is_heard(sito: Sito, data: Path) -> None:
    assert sito("play", "--secret", "BFAC", stdin="BFAC\n").code == 0
    assert sito("games", "--plain").out.startswith("name: play-1; game: 4x6; length: 1; state: found; when: 20")
    stats = sito("games", "stats", "--plain").out
    assert stats.startswith(
        "you guess:\ngame: 4x6; played: 1; won: 100 %; mean: 1.00; best: 1; streak: 1; longest: 1\n"
    )
    assert stats.endswith("length 1: 1 game\n")


def test_the_list_leaves_the_digest_of_a_word_list_out(sito: Sito, data: Path, tmp_path: Path) -> None:
    words = written(tmp_path / "animals.txt", "bear seal lion\n")
    assert sito("play", "--rules", f"wordle-like:{words}", "--secret", "lion", stdin="lion\n").code == 0
    assert "animals.txt " in sito("games").out
    assert "@" not in sito("games").out
    assert "@" in sito("games", "show", "play-1").out


@given(st.dictionaries(st.integers(1, 30), st.integers(1, 500), min_size=1), st.integers(20, 200))
def test_bars_fit_and_are_as_long_as_they_say(lengths: dict[int, int], columns: int) -> None:
    lines = histogram(lengths, columns)
    assert len(lines) == max(lengths) - min(lengths) + 1
    bars = {int(line.split()[0]): line.count("█") for line in lines}
    for line in lines:
        assert len(line) <= columns
        assert int(line.split()[-1]) == lengths.get(int(line.split()[0]), 0)
    assert all((bars[length] > 0) == (lengths.get(length, 0) > 0) for length in bars)
    assert all(bars[one] <= bars[two] for one in lengths for two in lengths if lengths[one] <= lengths[two])


# Export and import.


def store(games: list[Record]) -> None:
    with open_store() as kept:
        for record in games:
            transfer.merge(kept, transfer.Bundle([record]))


def exported(sito: Sito) -> dict[str, Any]:
    done = sito("games", "export", "-", "--quiet", code=0)
    value: dict[str, Any] = json.loads(done.out)
    return value


@pytest.mark.parametrize("seed", range(5))
def test_export_and_import_give_the_same_games(
    sito: Sito, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    play_some(sito)
    store(some_games(seed, 25))
    file = tmp_path / "games.json"
    assert sito("games", "export", str(file)).err.endswith("30 games are exported.\n")
    before = json.loads(file.read_text(encoding="utf-8"))
    assert before == exported(sito)
    again = sito("games", "import", str(file), "--json")
    told = json.loads(again.out) | {"sito": 0, "version": 0}
    assert told == {"sito": 0, "version": 0, "new": 0, "longer": 0, "known": 30}
    assert exported(sito) == before
    monkeypatch.setenv("SITO_DATA_DIR", str(tmp_path / "elsewhere"))
    assert json.loads(sito("games", "import", str(file), "--json").out)["new"] == 30
    assert exported(sito) == before
    assert sito("play", "--resume", stdin="BFAC\n").code == 0
    assert listed(sito, "--kind", "play", "--finished")[-1] == "play-2"


@given(st.integers(0, 10**6), st.integers(0, 20))
def test_a_bundle_reads_back(seed: int, count: int) -> None:
    games = transfer.Bundle(sorted(some_games(seed, count), key=lambda record: record.name))
    text = transfer.bundle_text(games)
    assert transfer.read_bundle(text) == games
    assert transfer.bundle_text(transfer.read_bundle(text)) == text


def test_games_of_two_computers_are_merged(sito: Sito, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for place, seed in (("one", 1), ("two", 2)):
        monkeypatch.setenv("SITO_DATA_DIR", str(tmp_path / place))
        store(some_games(seed, 12))
        assert sito("play", "--secret", "BFAC", stdin="ABCD\n").code == 1
        assert sito("games", "export", str(tmp_path / f"{place}.json")).code == 0
    assert json.loads(sito("games", "import", str(tmp_path / "one.json"), "--json").out)["new"] == 13
    assert len(set(listed(sito))) == 26
    both = exported(sito)
    for place in ("one", "two"):
        mine = json.loads((tmp_path / f"{place}.json").read_text(encoding="utf-8"))
        for part in ("finished", "unfinished"):
            for game in mine[part]:
                same = [other for other in both[part] if {**other, "name": 0} == {**game, "name": 0}]
                assert len(same) == 1


def test_a_game_that_went_on_elsewhere_is_longer_here_then(
    sito: Sito, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = str(tmp_path / "games.json")
    assert sito("play", "--secret", "BFAC", stdin="ABCD\n").code == 1
    assert sito("games", "export", file).code == 0
    monkeypatch.setenv("SITO_DATA_DIR", str(tmp_path / "elsewhere"))
    assert sito("games", "import", file).code == 0
    assert sito("play", "--resume", stdin="AAAA\n").code == 1
    assert sito("games", "export", file).code == 0
    monkeypatch.setenv("SITO_DATA_DIR", str(tmp_path / "data"))
    assert "1 game went on elsewhere." in sito("games", "import", file).err
    assert exported(sito)["unfinished"][0]["state"]["game"] == "4x6 ABCD:ooo AAAA:x"
    monkeypatch.setenv("SITO_DATA_DIR", str(tmp_path / "elsewhere"))
    assert sito("play", "--resume", stdin="BFAC\n").code == 0
    assert sito("games", "export", file).code == 0
    monkeypatch.setenv("SITO_DATA_DIR", str(tmp_path / "data"))
    assert "1 game went on elsewhere." in sito("games", "import", file).err
    assert listed(sito) == ["play-1"]
    assert listed(sito, "--finished") == ["play-1"]


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", "[" * 9999, '{"sito": "games export"}', '{"sito": "games export", "version": 2}', "\0"]
)
def test_what_is_no_file_of_games_is_refused(sito: Sito, tmp_path: Path, text: str) -> None:
    file = written(tmp_path / "games.json", text)
    done = sito("games", "import", str(file), code=2)
    assert "nothing of it was taken" in done.err
    assert "mistake in Sito" not in done.err


def test_everything_that_is_damaged_is_named_and_nothing_is_taken(
    sito: Sito, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    play_some(sito)
    store([record for record in some_games(3, 30) if record.words is not None][:1])
    value = exported(sito)
    finished = {game["name"]: game for game in value["finished"]}
    finished["duel-1"]["games"][0]["breaker"] = "robot"
    finished["keep-1"]["date"] = "yesterday"
    finished["play-1"]["name"] = "chess-1"
    value["unfinished"][0]["state"]["game"] = "4x6 ABCD"
    value["unfinished"][1]["played"] = 5
    (digest,) = value["words"]
    value["words"][digest]["secrets"].append("goat")
    file = written(tmp_path / "games.json", json.dumps(value))
    monkeypatch.setenv("SITO_DATA_DIR", str(tmp_path / "elsewhere"))
    done = sito("games", "import", str(file), code=2)
    damages = "'robot'", "yesterday", "chess-1", "has no answer", "played is 5", "its digest is", "not in the file"
    for wrong in damages:
        assert wrong in done.err, wrong
    assert listed(sito) == []


@pytest.mark.parametrize("place", ["of a later Sito", "strategy", "maker"])
def test_half_a_character_is_refused_before_anything_is_taken(
    sito: Sito, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    assert sito("play", "--secret", "BFAC", stdin="quit\n").code == 0
    for _ in range(2):
        assert sito("play", "--secret", "ABCD", stdin="ABCD\n").code == 0
    value = exported(sito)
    changed = value["unfinished"][0]["state"] if place == "of a later Sito" else value["finished"][1]["games"][0]
    changed[place] = "\ud83d"
    file = written(tmp_path / "games.json", json.dumps(value))
    monkeypatch.setenv("SITO_DATA_DIR", str(tmp_path / "elsewhere"))
    assert "mistake in Sito" not in sito("games", "import", str(file), code=2).err
    assert listed(sito) == []
    if place == "of a later Sito":
        changed[place] = "\U0001f600"
        file.write_text(json.dumps(value), encoding="utf-8")
        assert sito("games", "import", str(file)).code == 0
        (state,) = states(tmp_path / "elsewhere").values()
        write(tmp_path / "elsewhere", "play-1", json.dumps(state).replace("\\ud83d\\ude00", "\\ud83d"))
        assert "set aside" in sito("games", "export", str(tmp_path / "again.json"), code=0).err


def damage(value: Any, rng: random.Random) -> Any:
    """Puts something else in some place of a value of JSON."""
    if isinstance(value, dict) and value and rng.random() < 0.9:
        name = rng.choice(list(value))
        return {**value, name: damage(value[name], rng)}
    if isinstance(value, list) and value and rng.random() < 0.9:
        place = rng.randrange(len(value))
        return [*value[:place], damage(value[place], rng), *value[place + 1 :]]
    return rng.choice([None, [], {}, "", "x", -1, 1.5, True, "9" * 50, ["4x6"], 10**30])


def test_no_damage_is_a_mistake_of_sito(sito: Sito, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    play_some(sito)
    store(some_games(4, 10))
    value = exported(sito)
    rng = random.Random(1)
    for number in range(150):
        monkeypatch.setenv("SITO_DATA_DIR", str(tmp_path / f"store{number}"))
        file = written(tmp_path / "games.json", json.dumps(damage(value, rng)))
        done = sito("games", "import", str(file), "--json")
        assert done.code in (0, 2), done.err
        assert done.code == 2 or json.loads(done.out)["new"] + json.loads(done.out)["known"] > 0
        assert done.code == 0 or {} == states(tmp_path / f"store{number}") == ended(tmp_path / f"store{number}")
        for command in (["list"], ["stats"], ["share"]):
            assert "mistake in Sito" not in sito("games", *command).err
        assert "Traceback" not in done.err


def test_names_that_no_game_has(sito: Sito, data: Path) -> None:
    for name, said in (
        ("play1", "there is no game play-1"),
        (f"play-{2**63}", "is not the name"),
        (f"play-{8 * 10**18}", "there is no game"),
    ):
        for command in ("show", "resume", "delete", "share"):
            assert said in sito("games", command, name, code=2).err


def test_streaks_of_days_from_the_first_day_that_there_is() -> None:
    first = date(1, 1, 1)
    game = Transcript.parse("4x6 ABCD:xxxx")
    records = [
        Record(
            "play-1", "play", None, "2026-11-22T08:00:00+00:00", (FinishedGame.of_human(game, None, daily=str(day)),)
        )
        for day in (first, first + timedelta(1), first + timedelta(3))
    ]
    [found] = days(records, first + timedelta(4))
    assert (found.won, found.streak, found.longest_streak) == (3, 1, 2)
