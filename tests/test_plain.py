"""Plain mode: every turn one line of words, the same at a terminal and in pipes; a program plays by what is read."""

import itertools
import json
import re
import subprocess
from pathlib import Path

import pytest

from tests.conftest import Sito, begin_sito, environment, run_sito
from tests.screens import Terminal, held
from tests.test_board import true_answer, words_of_a_game


def test_a_transcript_of_play(sito: Sito, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SITO_PLAIN", "1")
    done = sito("play", "--secret", "BFAC", stdin="ABC\nAABB\n/hlep\nhide\nBFFC\nshow\nBFAC\n", code=0)
    held("plain-play", f"{done.out}--- messages\n{done.err}")


def test_a_transcript_of_keep_with_a_wrong_answer(sito: Sito, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SITO_PLAIN", "1")
    keep = ("keep", "--strategy", "first-consistent", "--seed", "1", "--rounds", "0")
    said: list[str] = []
    for _ in range(4):  # the guesses are those of the run before
        told = sito(*keep, stdin="".join(f"{line}\n" for line in said))
        guess = re.findall(r"^Guess \d+: ([A-F ]+)\. ", told.out, re.MULTILINE)[-1].replace(" ", "")
        said.append("xx" if len(said) == 1 else true_answer("4x6", guess, "FADC"))
    done = sito(*keep, stdin="".join(f"{line}\n" for line in [*said, "fix 2", "o", "give up", "FADC"]))
    held("plain-keep", f"{done.out}--- messages\n{done.err}")
    assert "1 answer was wrong" in done.err


def test_a_transcript_of_a_word_game_and_of_a_duel(sito: Sito, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SITO_PLAIN", "1")
    done = sito("play", "--rules", words_of_a_game(tmp_path), "--secret", "crate", stdin="slate\ntrace\ncrate\n")
    held("plain-word", f"{done.out}--- messages\n{done.err}")
    arguments = ("duel", "--strategy", "first-consistent", "--seed", "1")
    done = sito(*arguments, stdin="AABB\nx\nCDEF\ngive up\n\n")
    held("plain-duel", f"{done.out}--- messages\n{done.err}")
    assert done.code == 1


def test_a_terminal_shows_the_same_and_moves_nothing(sito: Sito, tmp_path: Path) -> None:
    game = Terminal(tmp_path / "other", "play", "--secret", "BFAC", colors=256, more={"SITO_PLAIN": "1"})
    for number, guess in enumerate(("AABB", "BFAC"), 1):
        game.enter(guess, at=f"guess {number} of 6:")
    assert game.end() == 0
    assert "\x1b" not in game.written
    assert "Guess 1: A A B B. Answer: 0 in place, 2 in another place. 96 codes are possible." in game.text()
    assert "Guess 2: B F A C. Answer: 4 in place, 0 in another place." in game.text()


class Listener:
    """Plays `sito play --plain` knowing only the sentences: it has its own little sieve of 1296 codes."""

    def __init__(self) -> None:
        self.codes = ["".join(code) for code in itertools.product("ABCDEF", repeat=4)]
        self.guess = ""

    def next(self) -> str:
        self.guess = self.codes[len(self.codes) // 3]
        return self.guess

    def hear(self, sentence: str) -> bool:
        """Takes in a turn; tells whether the code is found."""
        heard = re.fullmatch(
            r"Guess \d+: (. . . .)\. Answer: (\d) in place, (\d) in another place\."
            r"(?: (\d+) codes? (?:is|are) possible\.)?",
            sentence,
        )
        assert heard is not None, sentence
        assert heard[1].replace(" ", "") == self.guess
        answer = int(heard[2]), int(heard[3])
        self.codes = [code for code in self.codes if self.pegs(code, self.guess) == answer]
        if heard[4] is not None:
            assert int(heard[4]) == len(self.codes)
        return answer[0] == 4

    @staticmethod
    def pegs(code: str, guess: str) -> tuple[int, int]:
        black = sum(one == other for one, other in zip(code, guess, strict=True))
        return black, sum(min(code.count(color), guess.count(color)) for color in set(guess)) - black


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_another_program_plays_by_what_a_screen_reader_reads(tmp_path: Path, seed: int) -> None:
    both = {"stderr": subprocess.STDOUT, "env": environment(tmp_path, SITO_PLAIN="1")}  # as both come to a screen
    game = begin_sito(tmp_path, "play", "--rounds", "0", "--seed", str(seed), **both)
    listener, found = Listener(), False
    for line in game.stdout:
        assert "\x1b" not in line
        if re.fullmatch(r"guess \d+:", line.strip()):
            game.stdin.write(listener.next() + "\n")
            game.stdin.flush()
        elif line.startswith("Guess ") and "Answer" in line:
            found = listener.hear(line.strip())
    game.stdin.close()
    game.stdout.close()
    assert game.wait() == 0
    assert found


def test_json_keeps_standard_output_for_itself(sito: Sito, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SITO_PLAIN", "1")
    done = sito("--json", "play", "--secret", "BFAC", stdin="AABB\nBFAC\n")
    assert json.loads(done.out)["found"]
    assert "Guess 1: A A B B. Answer: 0 in place, 2 in another place." in done.err


def test_a_pipe_loads_no_board(tmp_path: Path) -> None:
    script = "import sys; from sito.cli import main; main(['play', '--secret', 'ABCD']); print(*sys.modules)"
    done = run_sito(tmp_path, script=script, input="ABCD\n")
    assert "You have found it" in done.stderr
    loaded = {name.partition(".")[0] for name in done.stdout.split()}
    assert not loaded & {"prompt_toolkit", "rich", "asyncio"}
