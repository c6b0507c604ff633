"""Words that were the code of a game before are left out of a new one, at the terminal and in every round."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sito.errors import InputError, RulesError
from sito.games.fields import SavedFields
from sito.games.play import PlayGame
from sito.games.store import GameStore
from sito.games.used import used_words
from sito.rules.rules import FeedbackKind, Rules
from sito.words.words import WordList
from tests.conftest import Sito, written
from tests.kept import ended

ANIMALS = WordList.of(["bear", "goat", "lion", "seal"], ["hare"], "animals", [4, 2, 1, 1])
GAME = Rules.of_words(ANIMALS, FeedbackKind.POSITION)


@given(st.sets(st.sampled_from(["BEAR", "GOAT", "LION", "SEAL", "HARE", "WOLF"])))
def test_words_are_left_out_of_the_secrets_alone(used: set[str]) -> None:
    left = [word for word in ANIMALS.secrets if word not in used]
    if not left:
        with pytest.raises(RulesError, match="every word of the list animals was the code of a game before"):
            ANIMALS.without(used)
        return
    words = ANIMALS.without(used)
    weights = dict(zip(ANIMALS.secrets, ANIMALS.weights or (), strict=True))
    assert words == WordList.of(left, ANIMALS.guesses, "animals", [weights[word] for word in left])


def begun(used: set[str], seed: int = 1) -> PlayGame:
    return PlayGame.new(
        GAME, None, hard=False, limit=None, counted=True, number=None, day=None, seed=seed, used=frozenset(used)
    )


def test_a_game_is_kept_by_the_whole_list_and_read_back() -> None:
    game = begun({"BEAR", "GOAT"})
    assert game.left == 2
    assert list(game.game.knowledge.secrets) == list(game.game.knowledge)
    guess = game.read_guess("goat")  # which may be guessed
    game = game.after(guess, game.maker.answer(game.game, guess))
    assert game.rules == GAME
    saved = json.loads(json.dumps(game.saved()))
    assert saved["used"] == ["BEAR", "GOAT"]
    assert saved["game"] == str(game.listed).removesuffix(" ")
    again = PlayGame.read(SavedFields(saved, ANIMALS))
    assert (again.game, again.full, again.maker.secret) == (game.game, game.full, game.maker.secret)
    assert begun(set()).saved()["used"] == []


def test_each_round_leaves_out_one_word_more() -> None:
    game, found = begun({"BEAR"}), {"BEAR"}
    for _ in range(3):
        assert game.maker.secret not in found
        guess = game.read_guess(game.maker.secret or "")
        game = game.after(guess, game.maker.answer(game.game, guess))
        found.add(game.maker.secret or "")
        if len(found) < 4:
            game = game.next_round(5)
    assert found == set(ANIMALS.secrets)
    assert game.finished()[0].game.rules == GAME
    with pytest.raises(RulesError, match="every word of the list"):
        game.next_round(5)


def test_only_lists_of_words_have_used_ones() -> None:
    with GameStore(":memory:") as store:
        assert used_words(store, store.me, GAME) == frozenset()
        with pytest.raises(InputError, match="only games of words"):
            used_words(store, store.me, Rules.parse("4x6"))
        with pytest.raises(InputError, match="has its code for everybody"):
            used_words(store, store.me, GAME, by_number=True)


def test_at_the_terminal_every_word_comes_once(sito: Sito, tmp_path: Path) -> None:
    animals = written(tmp_path / "animals.txt", "bear\ngoat\nlion\nseal\n")
    found, kinds = [], ("position", "naive", "position-strict", "black-white")
    for kind in kinds:
        rules = f"words{'' if kind == 'black-white' else '-' + kind}:{animals}"
        done = sito("play", rules, "--unused", "--rounds", "0", "--json", stdin="bear\ngoat\nlion\nseal\n")
        told = json.loads(done.out)
        assert told["found"]
        found.append(told["secret"])
        assert f"{len(found) - 1} word" in done.err
    assert sorted(found) == ["BEAR", "GOAT", "LION", "SEAL"]
    done = sito("play", f"words:{animals}", "--unused", code=2)
    assert "every word of the list" in done.err
    records = ended(tmp_path / "data").values()
    assert len(records) == len(kinds)
    assert {record["words"] for record in records} == {WordList.of(found).digest}  # one list, and no other copy
    other = written(tmp_path / "others.txt", "bear\ngoat\nlion\nseal\nhare\n")
    assert "0 words" in sito("play", f"words:{other}", "--unused", "--rounds", "1", stdin="hare\n").err


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("4x6", "--unused"), "only games of words"),
        (("words", "--unused", "--daily"), "has its code for everybody"),
        (("words", "--unused", "--secret", "raise"), "leave out --unused"),
        (("words", "--unused", "--boards", "2"), "draw their codes from the whole list"),
    ],
)
def test_what_does_not_go_with_it_is_refused(sito: Sito, options: tuple[str, ...], message: str) -> None:
    assert message in sito("play", *options, code=2).err


def test_a_saved_game_goes_on_without_these_words(sito: Sito, tmp_path: Path) -> None:
    animals = written(tmp_path / "animals.txt", "bear\ngoat\nseal\n")
    first = json.loads(sito("play", f"words:{animals}", "--json", "--rounds", "0", stdin="bear\ngoat\nseal\n").out)
    left = sorted({"BEAR", "GOAT", "SEAL"} - {first["secret"]})
    wrong = first["secret"].lower()
    sito("play", f"words-black:{animals}", "--unused", stdin=f"{wrong}\n/quit\n")
    done = sito("play", "--resume", "--json", stdin="\n".join(left) + "\n")
    assert json.loads(done.out)["secret"] in left
