"""The commands that play games, at a real terminal for longer than a wait is silent, and with streams that fail."""

import json
import random
from pathlib import Path
from string import ascii_lowercase

import pexpect
import pytest

from sito.base.limits import Limits
from sito.codes.code import Code
from sito.sieve.knowledge import Knowledge
from tests.conftest import Sito, Start, finish, reply, written

HIDDEN, SHOWN = "\x1b[?25l", "\x1b[?25h"
THINKING = {
    "keep": "I am thinking",
    "duel": "I am thinking",
    "break": "I am thinking",
    "advise": "Comparing the guesses",
}


def command_line(command: str, seconds: float) -> list[str]:
    more = {"break": ["AAAB"], "duel": ["--first", "computer"]}.get(command, [])
    return [command, *more, "--rules", "4x6", "--strategy", f"slow:{seconds}"]


@pytest.mark.usefixtures("slow_strategy")
@pytest.mark.parametrize("command", THINKING)
@pytest.mark.parametrize("width", [40, 80])
def test_a_command_that_takes_long_says_so_and_goes_on(start: Start, command: str, width: int) -> None:
    game = start(*command_line(command, 1.5), width=width, board=True)
    if command == "advise":
        reply(game, "> ", "AAAA x")
    game.expect_exact(HIDDEN)
    game.expect_exact(THINKING[command])
    game.expect_exact(SHOWN)
    if command in ("keep", "duel"):
        reply(game, "answer:", "xxxx")
    if command == "duel":
        reply(game, "your guess 1:", "/quit")
    if command == "advise":
        game.expect("next guess: ABBB")
        reply(game, "> ", "/quit")
    finish(game, 0)


@pytest.mark.usefixtures("slow_strategy")
@pytest.mark.parametrize("command", THINKING)
def test_ctrl_c_ends_a_long_choice_and_shows_the_cursor(start: Start, command: str) -> None:
    game = start(*command_line(command, 600), board=True)
    game.expect_exact(THINKING[command])
    game.sendintr()
    assert SHOWN in finish(game, 130)


@pytest.mark.usefixtures("slow_strategy")
@pytest.mark.parametrize("command", ["keep", "break"])
def test_quiet_shows_no_wait(start: Start, command: str) -> None:
    game = start(*command_line(command, 1.5), "--quiet", board=True)
    if command == "keep":
        game.expect("answer:")
        assert THINKING[command] not in str(game.before)
        game.sendline("/quit")
    assert THINKING[command] not in finish(game, 0)


def test_ctrl_c_ends_a_native_choice(start: Start, tmp_path: Path) -> None:
    rng = random.Random(1)
    file = written(
        tmp_path / "words.txt", " ".join({"".join(rng.choices(ascii_lowercase, k=5)) for _ in range(80_000)})
    )
    game = start("advise", f"words-position:{file}", "--strategy", "entropy", "--time", "1h")
    game.expect_exact(THINKING["advise"])
    game.sendintr()
    assert SHOWN in finish(game, 130)


def test_a_hint_in_a_game_of_many_codes(start: Start) -> None:
    game = start("play", "--rules", "8x10", "--secret", "12345678")
    for guess in ("11223344", "87654321"):
        reply(game, "guess . of 10: ", guess)
    reply(game, "guess 3 of 10: ", "/hint")
    game.expect("codes are possible: ")
    reply(game, "guess 3 of 10: ", "/quit")
    finish(game, 0)


class Slow:
    """A strategy that keeps to limits, and never ends without one."""

    deterministic = consistent = True

    def choose(self, knowledge: Knowledge, rng: random.Random, limits: Limits) -> Code:
        while not limits.stop():
            pass
        return knowledge.first()


@pytest.mark.parametrize("arguments", [["4x6"], ["4x6", "--json"]])
def test_advice_comes_in_time_and_says_that_it_was_cut(
    sito: Sito, monkeypatch: pytest.MonkeyPatch, arguments: list[str]
) -> None:
    monkeypatch.setattr("sito.cli.play.advise.read_strategy", lambda text: Slow())
    done = sito("advise", *arguments, "--strategy", "first-consistent", "--time", "0.2", code=0)
    if "--json" in arguments:
        assert json.loads(done.out)["stopped"] == "time"
    else:
        assert "next guess: AAAA" in done.out
        assert "The time of 0.2 s was over before all guesses were compared; --time gives more." in done.err


def test_control_characters_of_a_player_do_not_reach_the_terminal(start: Start) -> None:
    game = start("advise", "4x6 \x1b]0;renamed\x07:x")
    shown = finish(game, 2)
    assert "renamed" in shown
    assert "\x1b]0;" not in shown
    assert "\x07" not in shown


@pytest.mark.parametrize(
    "rules",
    ["4x6", "4x6-black", "4x6-total", "4x6-position", "4x6-naive", "5x8-numbers", "1x1", "words", "words-position"],
)
def test_the_example_of_advise_can_be_read(start: Start, tmp_path: Path, rules: str) -> None:
    if rules.startswith("words"):
        rules = f"{rules}:{written(tmp_path / 'words.txt', 'late tale teal tall')}"
    game = start("advise", "--rules", rules)
    game.expect(r"such as (.+): the guess and its answer\.")
    example = game.match[1]
    reply(game, "> ", example)
    game.expect(["possible", "no code agrees", pexpect.EOF])
    assert "cannot be read" not in str(game.before)
    assert "impossible" not in str(game.before)
    game.sendline("/quit")


@pytest.mark.parametrize("word", ["help", "/help", "?"])
def test_help_in_advise_is_no_guess(start: Start, word: str) -> None:
    game = start("advise")
    reply(game, "> ", word)
    game.expect("Write your turns")
    game.expect("Answer x for each peg")
    reply(game, "> ", "/hlep")
    game.expect("There is no command /hlep; did you mean /help")
    reply(game, "> ", "AABB")
    game.expect("has a guess and no answer")
    reply(game, "> ", "quit")
    finish(game, 0)
