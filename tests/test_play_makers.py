"""`sito play` with codemakers that are adversarial or lie, and hard mode in play, keep and duel."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from sito.codes.code import CodeSpace
from sito.codes.consistency import count_lies_told, possible_codes
from sito.codes.feedback import score
from sito.makers import AdversarialMaker
from sito.playing.game import Transcript, play
from tests.cases import cases
from tests.conftest import Sito, Start, finish, reply
from tests.kept import check_refused, states
from tests.test_saved_games import WRONG

MINIMAX = play("4x6", "minimax", AdversarialMaker("4x6"))
"""A game of Knuth's strategy against the adversarial codemaker: five guesses."""


def guesses_of(game: Transcript) -> list[str]:
    return [CodeSpace(game.rules).text(guess) for guess, _ in game.turns]


def result(text: str) -> dict[str, Any]:
    value = json.loads(text)
    assert isinstance(value, dict)
    return value


def test_the_adversarial_codemaker_makes_minimax_guess_five_times(sito: Sito) -> None:
    guesses = guesses_of(MINIMAX)
    assert len(guesses) == 5
    done = sito("play", "--maker", "adversarial", stdin="\n".join(guesses), code=0)
    assert [line.split() for line in done.out.splitlines()] == [
        [str(number), guess, str(answer)]
        for number, (guess, (_, answer)) in enumerate(zip(guesses, MINIMAX.turns, strict=True), 1)
    ]
    assert done.err.splitlines()[:2] == [
        "Guess 4 pegs in the colors A B C D E F, such as ABCD.",
        "I commit to no code: I answer so that you need as many guesses as I can force.",
    ]
    assert done.err.endswith("You have found it in 5 guesses. I had committed to no code.\n")


def test_at_the_end_it_shows_a_code_that_agrees(sito: Sito) -> None:
    guesses = "AABB\nCCDD\nEEFF\n"
    done = sito("play", "--maker", "adversarial", "--rounds", "3", stdin=guesses, code=1)
    found = re.search(r"No rounds are left. (\w{4}) agrees with all my answers. I had committed to no code.", done.err)
    assert found
    played = sito("play", "--maker", "adversarial", "--rounds", "3", "--json", "--quiet", stdin=guesses)
    told = result(played.out)
    assert told["agrees"] == found[1]
    assert (told["maker"], told["secret"], told["found"], told["hard"]) == ("adversarial", None, False, False)
    game = Transcript.from_json(json.dumps({"version": 1, "rules": told["rules"], "turns": told["turns"]}))
    assert CodeSpace("4x6").parse(found[1]) in possible_codes("4x6", game.turns)


@pytest.mark.parametrize("turns", [1, 2, 4])
def test_an_adversarial_game_that_is_taken_up_again_goes_on_the_same(sito: Sito, turns: int) -> None:
    guesses = guesses_of(MINIMAX)
    begun = sito("play", "--maker", "adversarial", "--rounds", "0", stdin="\n".join(guesses[:turns]), code=1)
    assert "The game is saved. Go on with: sito play --resume" in begun.err
    done = sito("play", "--resume", stdin="\n".join(guesses[turns:]), code=0)
    assert done.out.split()[2::3] == [str(answer) for _, answer in MINIMAX.turns]
    assert "I commit to no code: I answer so" in done.err


def test_a_lying_codemaker_says_at_the_end_which_answers_were_lies(sito: Sito) -> None:
    secret, guesses = CodeSpace("4x6").parse("BFAC"), ["AABB", "CCDD", "EEFF", "ABCD", "FEDC", "BFAC"]
    told_lies = set()
    for seed in range(12):
        options = ("--maker", "lying", "--lies", "2", "--secret", "BFAC", "--seed", str(seed))
        done = sito("play", *options, "--json", "--quiet", stdin="\n".join(guesses), code=0)
        told = result(done.out)
        assert (told["rules"], told["maker"], told["secret"], told["found"]) == ("4x6-lies2", "lying", "BFAC", True)
        game = Transcript.from_json(json.dumps({"version": 1, "rules": told["rules"], "turns": told["turns"]}))
        assert count_lies_told(game.rules, game.turns, secret) == len(told["lies"]) <= 2
        for lie in told["lies"]:
            guess, answer = game.turns[lie["turn"] - 1]
            assert lie["guess"] == CodeSpace("4x6").text(guess)
            assert lie["answer"] == str(answer) != lie["truth"] == str(score("4x6", guess, secret))
        again = sito("play", *options, stdin="\n".join(guesses))
        for lie in told["lies"]:
            sentence = "Answer {turn} was a lie: {guess} earns {truth}, not {answer}."
            assert sentence.format(**lie) in again.err
        assert ("None of my answers was a lie." in again.err) == (not told["lies"])
        assert "Up to 2 answers may be wrong, but I always tell truly whether a guess is the code." in again.err
        told_lies.add(len(told["lies"]))
    assert {0, 2} & told_lies
    assert len(told_lies) > 1


@cases("options", "maker", "rules")
def test_which_codemaker_plays(sito: Sito, options: list[str], maker: str, rules: str) -> None:
    done = sito("play", *options, "--rounds", "1", "--json", "--seed", "1", stdin="AABB\n")
    told = result(done.out)
    assert (told["maker"], told["rules"]) == (maker, rules)
    assert ("secret" in told, "lies" in told, "agrees" in told) == (True, maker == "lying", maker == "adversarial")


def test_a_guess_that_breaks_hard_mode_costs_no_round(sito: Sito) -> None:
    done = sito("play", "--hard", "--secret", "FADC", "--rounds", "2", stdin="AABB\nAABB\nABCD\n/help\nCACC\n", code=1)
    assert done.out == " 1  AABB  x\n 2  CACC  xx\n"
    assert "AABB cannot be the code: guess 1, AABB, would have been answered xxxx, not x\n" in done.err
    assert "ABCD cannot be the code: guess 1, AABB, would have been answered xo, not x\n" in done.err
    assert done.err.count("Hard mode: every guess must agree with all the answers so far.") == 2


def test_hard_mode_goes_on_when_a_game_is_taken_up_again(sito: Sito, tmp_path: Path) -> None:
    assert sito("play", "--hard", "--secret", "FADC", stdin="AABB\n").code == 1
    assert states(tmp_path / "data")["play-1"]["hard"] is True
    done = sito("play", "--resume", "--json", stdin="ABCD\nFADC\n")
    assert "ABCD cannot be the code" in done.err
    assert (result(done.out)["hard"], len(result(done.out)["turns"])) == (True, 2)


@pytest.mark.parametrize(
    ("kind", "options", "given"),
    [
        ("play", ("--maker", "adversarial", "--hard"), "ABCD\n"),
        ("play", ("--maker", "lying", "--hard"), "ABCD\n"),
        ("duel", ("--hard",), "ABCD\no\n"),
    ],
)
def test_wrong_values_in_a_saved_game_name_it(
    sito: Sito, tmp_path: Path, kind: str, options: tuple[str, ...], given: str
) -> None:
    assert sito(kind, *options, "--seed", "1", stdin=given).code == 1
    (state,) = states(tmp_path / "data").values()
    for name in ("maker", "hard", "secret", "secrets", "seed"):
        for wrong in WRONG if state.get(name) is not None else ():
            if (name == "hard" and wrong in (None, True)) or (name == "seed" and type(wrong) is int):
                continue
            if name == "seed" and state.get("maker") == "adversarial":
                continue
            check_refused(sito, tmp_path / "data", kind, {**state, name: wrong})


@pytest.mark.parametrize(
    ("state", "complaint"),
    [
        ({"maker": "adversarial", "game": "4x6 AABB:- AABB:x"}, "no code agrees with all the answers"),
        ({"maker": "lying", "seed": 1, "secret": "CCCC", "game": "4x6-lies1 AABB:x CDDD:-"}, "cannot have the answers"),
        ({"maker": "lying", "seed": 1, "secret": "AABB", "game": "4x6-lies1 AABB:x"}, "cannot have the answers"),
        ({"maker": "lying", "seed": 1, "secret": "CCCC", "game": "4x6 AABB:-"}, "the rules 4x6 allow no lies"),
    ],
)
def test_a_saved_game_that_its_codemaker_cannot_have_answered(
    sito: Sito, tmp_path: Path, state: dict[str, Any], complaint: str
) -> None:
    assert sito("play", "--secret", "CCCC", stdin="AABB\n").code == 1
    assert complaint in check_refused(sito, tmp_path / "data", "play", {"limit": 6, **state})


@pytest.mark.parametrize("kind", ["keep", "duel"])
def test_in_hard_mode_the_computer_guesses_only_what_agrees(sito: Sito, tmp_path: Path, kind: str) -> None:
    assert sito(kind, "--hard", "--strategy", "entropy", "--rules", "3x4", stdin="AAA\n").code in (1, 3)
    assert states(tmp_path / "data")[f"{kind}-1"]["strategy"] == "entropy:consistent"


@pytest.mark.parametrize("command", ["keep", "duel"])
def test_the_usual_opponent_keeps_to_hard_mode(sito: Sito, command: str) -> None:
    done = sito(
        command, "--hard", "--first" if command == "duel" else "--seed", "computer" if command == "duel" else "1"
    )
    assert done.code == 1  # the input ended
    assert "1295 other codes are possible" in done.out


def test_a_duel_in_hard_mode(sito: Sito) -> None:
    done = sito("duel", "--hard", "--seed", "1", stdin="AABB\n-\nAABB\n/help\n", code=1)
    assert "AABB cannot be the code: guess 1, AABB, would have been answered xxxx, not" in done.err
    assert done.err.count("Hard mode: every guess must agree with all the answers so far.") == 2
    assert "AABB cannot be the code" in sito("duel", "--resume", stdin="AABB\n").err


@pytest.mark.parametrize("width", [40, 100])
def test_an_adversarial_game_in_hard_mode_at_a_terminal(start: Start, tmp_path: Path, width: int) -> None:
    def said(text: str) -> str:
        return r"\s+".join(map(re.escape, text.split()))

    played = play("4x6", "minimax", AdversarialMaker("4x6"), hard=True)
    assert str(played).startswith("4x6 AABB:- ")
    game = start("play", "--maker", "adversarial", "--hard", width=width)
    game.expect(said("I commit to no code: I answer so that you need as many guesses as I can force."))
    game.expect(said("Hard mode: every guess must agree with all the answers so far."))
    reply(game, "guess 1 of 6: ", "AABB")
    game.expect(r" 1  AABB  -\r\n")
    reply(game, "guess 2 of 6: ", "ABCD")
    game.expect(said("ABCD cannot be the code: guess 1, AABB, would have been answered xo, not -"))
    reply(game, "guess 2 of 6: ", "/help")
    game.expect(said("I commit to no code: I answer so that you need as many guesses as I can force."))
    game.expect(said("Hard mode: every guess must agree with all the answers so far."))
    game.expect("guess 2 of 6: ")
    game.sendintr()
    finish(game, 130)
    game = start("play", "--resume", width=width)
    game.expect(said("I commit to no code"))
    game.expect(r" 1  AABB  -\r\n")
    for number, (guess, (_, answer)) in enumerate(zip(guesses_of(played), played.turns, strict=True), 1):
        if number > 1:
            reply(game, f"guess {number} of 6: ", guess)
            game.expect(f" {number}  {guess}  {answer}\r\n")
    shown = finish(game, 0)
    assert f"You have found it in {len(played)} guesses. I had committed to no code." in " ".join(shown.split())
    assert all(len(line.rstrip()) <= width for line in shown.split("\r\n"))


def test_a_lying_game_at_a_terminal(start: Start) -> None:
    game = start("play", "--maker", "lying", "--secret", "BFAC", "--seed", "3", width=60)
    game.expect(r"Up to 1 answer may be wrong, but I always tell truly\s+whether\s+a guess is the code.")
    for number, guess in enumerate(["AABB", "CCDD", "BFAC"], 1):
        reply(game, f"guess {number} of 6: ", guess)
    game.expect("xxxx")
    shown = finish(game, 0)
    assert "You have found it in 3 guesses." in shown
    assert "lie" in shown


def test_rules_with_a_word_list_may_have_any_codemaker(
    sito: Sito, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    words = ["late", "tale", "teal", "tile", "like"]
    (tmp_path / "words.txt").write_text("\n".join(words), encoding="utf-8")
    for maker in ("adversarial", "lying", "fair"):
        sito("play", "--rules", "words-position:words.txt", "--maker", maker, stdin="\n".join(words * 2), code=0)
        begun = sito("play", "--rules", "words-position:words.txt", "--maker", maker, "--hard", stdin="late\n")
        assert "The game is saved" in begun.err or begun.code == 0
        if begun.code:
            assert "The game goes on." in sito("play", "--resume", stdin="/quit\n").err
