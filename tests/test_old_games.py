"""Games that an earlier Sito kept as files, and those of its page: taken in once, and never lost."""

import json
import os
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

from sito.games.old import open_games
from sito.games.store import GameStore
from sito.words.words import WordList
from tests.cases import cases
from tests.conftest import Sito
from tests.kept import damaged, ended, states

WORDS = WordList.of(["late", "tale", "teal"])

OLD = json.loads((Path(__file__).parent / "data" / "old_games.json").read_text(encoding="utf-8"))
UNFINISHED: dict[str, dict[str, Any]] = OLD["unfinished"]
FINISHED: dict[str, dict[str, Any]] = OLD["finished"]


def lay(data: Path, name: str, value: dict[str, Any] | str, second: float = 1e9) -> Path:
    """Writes the file of a game as an earlier Sito did, and gives its place."""
    text = value if isinstance(value, str) else json.dumps(value)
    finished = isinstance(value, dict) and "kind" in value
    file = data / "games" / ("finished" if finished else "") / f"{name}.json"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
    os.utime(file, (second, second))
    return file


def lay_words(data: Path) -> None:
    place = data / "games" / "finished" / "words"
    place.mkdir(parents=True, exist_ok=True)
    (place / f"{WORDS.digest}.json").write_text(json.dumps(WORDS.to_value()), encoding="utf-8")


def lay_all(data: Path) -> dict[str, str]:
    """Writes all games of every form, and gives their texts by the names of their files."""
    lay_words(data)
    files = [lay(data, name, value, 1e9 + place) for place, (name, value) in enumerate((UNFINISHED | FINISHED).items())]
    return {file.name: file.read_text(encoding="utf-8") for file in files}


def test_games_of_every_form_are_taken_in_once(sito: Sito, data: Path) -> None:
    texts = lay_all(data)
    done = sito("games", "list", "--json")
    assert (done.code, done.err) == (0, "")
    assert [game["name"] for game in json.loads(done.out)["games"] if not game["finished"]] == list(UNFINISHED)
    assert list(states(data)) == list(UNFINISHED)
    assert {name: {**record, "version": 1} for name, record in ended(data).items()} == {
        name: {**record, "version": 1} for name, record in FINISHED.items()
    }
    imported = data / "games" / "imported"
    assert {file.name.removeprefix("finished-"): file.read_text() for file in imported.iterdir()} == texts
    assert not list((data / "games").glob("*.json"))
    assert sito("games", "list", "--json").out == done.out
    with GameStore.in_directory(data) as store:
        assert store.new_number("play") == 10


@cases("name", "given", "said")
def test_games_of_every_form_go_on(sito: Sito, data: Path, name: str, given: str, said: str) -> None:
    lay_all(data)
    done = sito("games", "resume", name, stdin=given)
    assert done.code in (0, 1), done.err
    assert said in done.err
    assert name in ended(data)
    assert "cannot be read" not in done.err


def test_names_that_are_times_become_numbers(sito: Sito, data: Path) -> None:
    for number, when in enumerate(range(1_700_000_000_000_000_000, 1_700_000_000_000_000_004)):
        value = {**UNFINISHED["play-1"], "game": f"4x6 AAA{'ABCD'[number]}:-", "secret": "EEEE"}
        lay(data, f"play-{when}", value if number < 2 else FINISHED["play-7"], when / 1e9)
    lay(data, "play-1", UNFINISHED["play-1"])
    assert "1  AAAA   x" in sito("games", "show", "play-1").out
    assert list(states(data)) == ["play-1", "play-2", "play-3"]
    assert list(ended(data)) == ["play-4", "play-5"]


def test_the_names_that_were_given_come_again_for_no_other_game(sito: Sito, data: Path) -> None:
    (data / "games" / "numbers").mkdir(parents=True)
    for number in (11, 12):
        (data / "games" / "numbers" / f"play-{number}").touch()
    assert sito("play", "--secret", "BFAC", stdin="AAAA\n").code == 1
    assert list(states(data)) == ["play-13"]


def test_a_game_that_an_earlier_sito_plays_waits_until_it_is_left(sito: Sito, data: Path) -> None:
    file = lay(data, "play-1", UNFINISHED["play-1"])
    holder = subprocess.Popen(
        [
            sys.executable,
            "-c",
            "import sys; from pathlib import Path; from sito.games.lock import GameLock\n"
            "lock = GameLock(Path(sys.argv[1]), sys.argv[2]); print(lock.take(), flush=True); sys.stdin.read()",
            str(data / "games.lock"),
            file.name,
        ],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert holder.stdout.readline() == "True\n"
    assert sito("games", "list").code == 0
    assert (file.exists(), states(data)) == (True, {})
    holder.communicate("")
    assert sito("games", "list").code == 0
    assert (file.exists(), list(states(data))) == (False, ["play-1"])


def test_what_is_damaged_is_set_aside_and_what_cannot_be_read_now_stays(sito: Sito, data: Path) -> None:
    lay(data, "play-1", UNFINISHED["play-1"])
    lay(data, "play-2", '{"version": 2, ')
    lay(data, "play-3", {**UNFINISHED["play-2"], "mode": "soft"})
    later = lay(data, "keep-1", {"version": 99})
    wordless = lay(data, "play-9", FINISHED["play-9"])
    lay(data, "play-8", {**FINISHED["play-8"], "words": "../../secret"})
    first = sito("games", "list")
    for said in ("play-2.json", "play-3.json", "it is of version 99", "play-9.json", "play-8.json"):
        assert said in first.err.replace("\n", ""), said
    aside = {file.name for file in (data / "games" / "damaged").iterdir()}
    assert aside == {"play-2.json", "play-3.json", "finished-play-8.json"}
    assert (later.exists(), wordless.exists()) == (True, True)
    assert list(states(data)) == ["play-1"]
    lay_words(data)
    assert "play-9" not in sito("games", "list").err
    assert list(ended(data)) == ["play-9"]


def test_a_file_whose_number_is_too_great_stays(sito: Sito, data: Path) -> None:
    file = lay(data, f"play-{2**63}", UNFINISHED["play-1"])
    (data / "games" / "numbers").mkdir(exist_ok=True)
    (data / "games" / "numbers" / f"play-{2**63}").touch()
    lay(data, "play-1", UNFINISHED["play-1"])
    assert sito("games", "list").code == 0
    assert (file.exists(), list(states(data))) == (True, ["play-1"])


def test_a_word_game_of_the_first_sito_waits_for_its_file_of_words(sito: Sito, data: Path, tmp_path: Path) -> None:
    words = tmp_path / "words.txt"
    file = lay(data, "play-1", {"version": 1, "game": f"words:{words} LATE:oooo", "rounds": 6, "secret": "TEAL"})
    assert "words.txt" in sito("games").err
    assert file.exists()
    words.write_text("late tale teal", encoding="utf-8")
    assert sito("play", "--resume", stdin="teal\n").code == 0


def test_a_process_that_was_killed_before_it_moved_the_files_has_them_taken_once(sito: Sito, data: Path) -> None:
    lay_all(data)
    before = sito("games", "list", "--json").out
    lay_all(data)
    assert sito("games", "list", "--json").out == before


def test_the_games_of_the_page_are_taken_over(data: Path) -> None:
    old = data / "web" / GameStore.file_name
    with GameStore.in_directory(old.parent) as store:
        store.change(
            "INSERT INTO game (id, kind, owner, version, over, begun, touched, value) VALUES (?,?,?,?,?,?,?,?)",
            ("an-id", "keep", "somebody", 1, 0, 1e9, 1e9, '{"game": "4x6"}'),
        )
    with closing(open_games(data)) as store:
        found = store.find("an-id")
    assert (found.owner, found.number, damaged(data)) == ("somebody", None, {})
    assert not old.exists()
    assert old.with_suffix(".imported").exists()
