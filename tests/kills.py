"""Players that are killed at random moments: what is on disk then must be the game as it was.

Each player is a process of its own that is given all the rest of its game at once and killed at a random moment,
while it starts, plays or ends. Before the next one goes on with the game, from another folder, its file is
looked at: every turn that was shown is there, with the answers that its code gives, and nothing has been lost.
"""

import os
import random
import subprocess
import sys
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

import sito
from sito.codes.feedback import score
from sito.rules.rules import Rules
from tests.kept import ended, states

WORDS = ["late", "tale", "teal", "tall", "lame", "meal", "male", "melt", "tell", "mall", "leat", "alme"]


@dataclass
class Count:
    """What came of the kills."""

    kills: int = 0
    before: int = 0
    """Kills before a turn was shown."""
    ended: int = 0
    """Games that came to their end."""
    shown: int = 0
    """Turns that were seen on the screen."""
    unseen: int = 0
    """Turns that were on disk and not seen yet."""


class Player(ABC):
    """Games of a kind one after the other, each played by many processes; a turn of them is a text."""

    kind = ""
    ahead = 0
    """How many lines the screen may be ahead of the turns that are kept: a guess that waits for its answer, a head."""

    def __init__(self, folder: Path, rng: random.Random, rules: str = "4x6") -> None:
        self.folder, self.rng = folder, rng
        self.rules = Rules.parse(rules, {"words.txt": WORDS})
        self.options = ["--rules", rules]
        self.space = sito.CodeSpace(self.rules)
        self.moves: list[str] = []
        self.turns: list[str] | None = None
        """How the game that goes on stands, as far as is known; None before it has begun."""
        (folder / "from").mkdir(parents=True)
        (folder / "data").mkdir()
        (folder / "from" / "words.txt").write_text("\n".join(WORDS), encoding="utf-8")

    @abstractmethod
    def begin(self) -> list[str]:
        """Thinks of the moves of a new game and gives its command line."""

    def saved(self, value: dict[str, Any]) -> list[str]:
        """Gives the turns of a game that goes on, in the order in which they were made."""
        turns: list[str] = value["game"].split()[1:]
        return turns

    def finished(self, value: dict[str, Any]) -> list[str]:
        """Gives the turns of a game that has ended."""
        return self.saved({"game": value["games"][0]["game"]})

    @abstractmethod
    def check_turns(self, turns: Sequence[str]) -> None:
        """Sees that the turns are those of the moves."""

    @property
    def data(self) -> Path:
        return self.folder / "data"

    def kill_once(self, count: Count) -> None:
        """Has a process play on, kills it, and looks at what is on disk."""
        before = len(ended(self.data))
        if self.turns is None:
            command, where = self.begin(), self.folder / "from"
        else:
            (name,) = states(self.data)
            command = self.rng.choice([[self.kind, "--resume"], ["games", "resume", name]])
            where = self.rng.choice([self.folder, self.folder / "data", Path("/")])
        shown = self._run_and_kill(command, where)
        count.kills += 1
        count.before += not shown
        self._check(len(shown), len(ended(self.data)) > before, count)

    def _run_and_kill(self, command: list[str], where: Path) -> list[bytes]:
        """Gives the lines that were shown."""
        process = subprocess.Popen(
            [sys.executable, "-m", "sito", *command],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=where,
            env={**os.environ, "SITO_DATA_DIR": str(self.folder / "data"), "PYTHONUNBUFFERED": "1", "LANGUAGE": "en"},
        )
        shown: list[bytes] = []
        first = threading.Event()
        reader = threading.Thread(target=_read, args=(process.stdout, shown, first))
        reader.start()
        left = self.moves[len(self.turns or ()) :]
        process.stdin.write("".join(move + "\n" for move in left).encode())
        process.stdin.flush()  # what is left of a game fits into the pipe, whether anybody reads it or not
        # A third of the kills come at any moment of the start, the others while turns are made.
        if self.rng.random() < 1 / 3:
            time.sleep(self.rng.random() * 0.5)
        else:
            first.wait()
            time.sleep(self.rng.random() * 0.06)
        process.kill()
        process.wait()
        reader.join()
        process.stdin.close()
        process.stdout.close()
        return [line for line in shown if line.endswith(b"\n")]

    def _check(self, shown: int, has_ended: bool, count: Count) -> None:
        """Holds what is on disk against what was shown."""
        before = self.turns or []
        going_on = list(states(self.data).values())
        if has_ended:
            assert not going_on
            now = self.finished(list(ended(self.data).values())[-1])
            assert len(now) == len(self.moves), "a game ended that had not come to its end"
            count.ended += 1
        elif going_on:
            (value,) = going_on
            now = self.saved(value)
        else:
            assert self.turns is None, "a game is lost"
            assert not shown, "a game that was not kept yet was shown"
            return
        assert now[: len(before)] == before, "a turn that was kept is another one now"
        self.check_turns(now)
        assert len(now) >= shown - self.ahead, f"{shown} lines were shown, {len(now)} turns are kept"
        new = min(len(now), max(shown, len(before))) - len(before)
        count.shown += new
        count.unseen += len(now) - len(before) - new
        self.turns = None if has_ended else now


class Guesser(Player):
    """Guesses, and tells in the end."""

    kind = "play"

    def begin(self) -> list[str]:
        secret = self.space.text(self.space.draw(self.rng))
        wrong = (self.space.text(self.space.draw(self.rng)) for _ in range(60))
        self.moves = [*(guess for guess in wrong if guess != secret), secret]
        return ["play", *self.options, "--rounds", "0", "--secret", secret]

    def check_turns(self, turns: Sequence[str]) -> None:
        answers = (str(score(self.rules, guess, self.moves[-1])) for guess in self.moves)
        expected = [f"{guess}:{answer}" for guess, answer in zip(self.moves, answers, strict=True)]
        assert list(turns) == expected[: len(turns)]


class Keeper(Player):
    """Keeps a code."""

    kind, ahead = "keep", 1

    def begin(self) -> list[str]:
        seed = self.rng.randrange(10**6)
        game = sito.play(self.rules, "random-consistent", self.space.draw(self.rng), seed=seed)
        self.expected = str(game).split()[1:]
        self.moves = [str(answer) for _guess, answer in game]
        strategy = ["--strategy", "random-consistent"]
        return ["keep", *self.options, "--rounds", "0", "--seed", str(seed), *strategy]

    def check_turns(self, turns: Sequence[str]) -> None:
        assert list(turns) == self.expected[: len(turns)]


class Duelist(Player):
    """Guesses and answers in turn, and never finds the code."""

    kind, ahead = "duel", 1

    def begin(self) -> list[str]:
        seed = self.rng.randrange(10**6)
        secret = self.space.draw(random.Random(seed))  # the computer's
        theirs = sito.play(self.rules, "random-consistent", self.space.draw(self.rng), seed=seed)
        self.expected, self.moves = [], []
        for guess, answer in theirs:
            mine = next(code for code in iter(lambda: self.space.draw(self.rng), None) if code != secret)
            self.expected += [f"{self.space.text(mine)}:{score(self.rules, mine, secret)}"]
            self.expected += [f"{self.space.text(guess)}:{answer}"]
            self.moves += [self.space.text(mine), str(answer)]
        return ["duel", *self.options, "--seed", str(seed), "--strategy", "random-consistent"]

    def saved(self, value: dict[str, Any]) -> list[str]:
        return self._in_turn(*value["games"])

    def finished(self, value: dict[str, Any]) -> list[str]:
        return self._in_turn(*(game["game"] for game in value["games"]))

    def _in_turn(self, first: str, second: str) -> list[str]:
        mine, theirs = first.split()[1:], second.split()[1:]
        return [turn for pair in zip(mine, [*theirs, ""], strict=False) for turn in pair if turn]

    def check_turns(self, turns: Sequence[str]) -> None:
        assert list(turns) == self.expected[: len(turns)]


class Pourer(Player):
    """Pours the same water for a while, and then measures 4 with jugs of 8 and 5."""

    kind, ahead = "jugs", 1
    STEPS = ("a", "ab", "empty b", "ab", "a", "ab", "empty b", "ab", "empty b", "ab", "a", "ab")

    def begin(self) -> list[str]:
        self.moves = ["a", "empty a"] * self.rng.randrange(20) + list(self.STEPS)
        return ["jugs", "8", "5", "--target", "4", "--play"]

    def saved(self, value: dict[str, Any]) -> list[str]:
        steps: list[str] = value["steps"].split()
        return steps

    def finished(self, value: dict[str, Any]) -> list[str]:
        assert value["puzzle"]["solved"]
        steps: list[str] = value["puzzle"]["steps"]
        return steps

    def check_turns(self, turns: Sequence[str]) -> None:
        written = {"a": ">A", "ab": "A>B", "empty a": "A>", "empty b": "B>"}
        assert list(turns) == [written[move] for move in self.moves][: len(turns)]


def _read(stream: IO[bytes], shown: list[bytes], first: threading.Event) -> None:
    for line in stream:
        shown.append(line)
        first.set()
    first.set()


def kill(times: int, folder: Path, seed: int) -> Count:
    """Kills so many players, and gives the counts; raises `AssertionError` where something was lost."""
    rng = random.Random(seed)
    players = [
        Guesser(folder / "guesser", rng),
        Keeper(folder / "keeper", rng, "5x8"),
        Duelist(folder / "duelist", rng, "4x10"),
        Guesser(folder / "words", rng, "words-position:words.txt"),
        Pourer(folder / "pourer", rng),
    ]
    count = Count()
    for number in range(times):
        players[number % len(players)].kill_once(count)
    return count
