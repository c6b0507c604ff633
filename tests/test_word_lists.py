"""The word lists of the package: what is in them, how rules name them, and when they are read."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from sito.codes.code import CodeSpace
from sito.errors import RulesError
from sito.playing.numbered import numbered_secret
from sito.rules.rules import Rules
from sito.words.files import read_word_list
from sito.words.lists import LENGTHS, PACKAGED, find_list, packaged, read_packaged
from sito.words.words import WordList
from tests.cases import cases
from tests.make_words import WORD_DATA, packed

# The digests never change: games by number depend on them.
LISTS = {
    "words-3": (478, 1165, "b24076f3fe46"),
    "words-4": (1499, 5077, "4f1a0a3a408b"),
    "words-5": (2031, 11489, "7b9aa61a3ead"),
    "words-6": (2645, 20327, "a5f54646ac51"),
    "words-7": (2567, 30513, "304fb36d26ac"),
    "words-8": (2385, 37828, "7be61fdcac76"),
}


@pytest.mark.parametrize("name", PACKAGED)
def test_what_the_lists_hold(name: str) -> None:
    words = packaged(name)
    assert (len(words.secrets), len(words.guesses), words.digest[:12]) == LISTS[name]
    assert words.name == name
    assert words.pegs == LENGTHS[PACKAGED.index(name)]
    assert not words.repeated
    assert set(words.alphabet) <= set("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    assert packaged(name) is words


@pytest.mark.parametrize("name", PACKAGED)
def test_the_files_are_written_as_the_script_writes_them(name: str) -> None:
    secrets, guesses = read_packaged(name)
    assert packed(guesses, set(secrets)) == (WORD_DATA / f"{name}.txt").read_text(encoding="ascii")


def test_common_words_are_secrets_and_others_may_be_guessed() -> None:
    words = packaged("words-5")
    assert {"CRANE", "COLOR", "METRE", "METER", "WORLD"} <= set(words.secrets)
    only_guessed = {"WORDS", "ASKED", "SALET"}
    assert only_guessed <= set(words.guesses)
    assert only_guessed.isdisjoint(words.secrets)
    assert "COLOUR" in packaged("words-6").secrets


def test_the_notice_of_scowl_is_kept_with_the_words() -> None:
    notice = (WORD_DATA / "COPYRIGHT.scowl").read_text(encoding="ascii")
    for holder in ("Kevin Atkinson", "Princeton University", "J Ross Beresford", "Geoff Kuenning"):
        assert holder in notice
    assert "COPYRIGHT.scowl" in (WORD_DATA / "README.md").read_text(encoding="utf-8")
    assert sum(file.stat().st_size for file in WORD_DATA.glob("*.txt")) < 600_000


@cases("text", "canonical")
def test_rules_name_a_list_of_the_package(text: str, canonical: str) -> None:
    rules = Rules.parse(text)
    assert str(rules).partition("@")[0] == canonical
    assert Rules.parse(str(rules)) == rules
    assert Rules.parse(str(rules), words={"animals": ["bear"]}) == rules


@pytest.mark.parametrize("text", ["words-2", "words-9", "words-55", "words-position:words-9"])
def test_lengths_that_there_are_not_are_refused(text: str) -> None:
    with pytest.raises(RulesError, match="words-"):
        Rules.parse(text)


def test_lists_of_the_caller_come_first() -> None:
    mine = WordList.of(["bear", "seal"])
    assert find_list("words-4", {"words-4": mine}).secrets == ("BEAR", "SEAL")
    assert find_list("words-4", lambda name: mine).secrets == ("BEAR", "SEAL")
    assert find_list("words-4", mine).secrets == ("BEAR", "SEAL")
    assert find_list("words-4", {"words-5": mine}) is packaged("words-4")
    with pytest.raises(RulesError, match="other words than the text tells of"):
        find_list(str(packaged("words-4")), {"words-4": mine})


def test_a_file_of_that_name_comes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert read_word_list("words-4") is packaged("words-4")
    Path("words-4").write_text("bear seal", encoding="ascii")
    assert read_word_list("words-4").secrets == ("BEAR", "SEAL")


def test_games_by_number_stay_what_they_are() -> None:
    space = CodeSpace(Rules.parse("words"))
    secrets = [space.text(numbered_secret("words", number)) for number in (1, 4711, 20261122)]
    assert secrets == ["FARCE", "SIDLE", "SWIRL"]


def test_nothing_is_read_until_it_is_asked_for() -> None:
    code = (
        "import sito, sito.rules.rules, sito.words.lists as lists; before = lists._read.cache_info().currsize\n"
        "sito.Rules.parse('words-3'); print(before, lists._read.cache_info().currsize)"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.split() == ["0", "1"]
