"""Players that are killed at random moments: what is on disk then must be the game as it was.

Each player is a process of its own that is given all the rest of its game at once and killed at a random moment,
while it starts, plays or ends. Before the next one goes on with the game, from another folder, its file is
looked at: every turn that was shown is there, with the answers that its code gives, and nothing has been lost.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

import sito
from sito.feedback import score
from sito.game import Transcript
from sito.rules import Rules
from sito.words import WordList

WORDS = ["late", "tale", "teal", "tall", "lame", "meal", "male", "melt", "tell", "mall", "leat", "alme"]


@dataclass
class Count:
    """What came of the kills."""

    kills: int = 0
    before: int = 0
    """Kills before the first turn was shown."""
    ended: int = 0
    """Games that were ended before they were killed."""
    shown: int = 0
    """Turns that were seen on the screen."""
    more: int = 0
    """Turns that were on disk and not seen on the screen yet."""
    partial: int = 0
    """Files that were not written to their ends, and lie beside the games."""


@dataclass
class Player:
    """One game after the other of a kind, each played by many processes."""

    kind: str
    options: list[str]
    rules: Rules
    folder: Path
    rng: random.Random
    moves: list[str] = field(default_factory=list)
    game: Transcript | None = None
    """How the game that goes on stands, as far as is known; None before it has begun."""

    @property
    def games(self) -> Path:
        return self.folder / "data" / "games"

    @property
    def ended(self) -> list[Path]:
        """The files of its games that have ended, the last one at the end."""
        return sorted((self.games / "finished").glob(f"{self.kind}-*.json"), key=lambda file: (len(file.name), file))

    @property
    def going_on(self) -> list[Path]:
        """The files of its games that have not ended; one that a killed process has not removed yet does not count."""
        names = {file.name for file in self.ended}
        return [file for file in self.games.glob(f"{self.kind}-*.json") if file.name not in names]

    def begin(self) -> list[str]:
        """Thinks of the moves of a new game and gives its command line."""
        space = sito.CodeSpace(self.rules)
        seed = self.rng.randrange(10**6)
        secret = space.text(space.draw(self.rng))
        if self.kind == "play":
            wrong = [space.text(code) for code in (space.draw(self.rng) for _ in range(60))]
            self.moves = [*(guess for guess in wrong if guess != secret), secret]
            return ["play", *self.options, "--rounds", "0", "--secret", secret]
        played = sito.play(self.rules, "random-consistent", secret, seed=seed)
        self.moves = [str(answer) for _guess, answer in played]
        return ["keep", *self.options, "--rounds", "0", "--seed", str(seed), "--strategy", "random-consistent"]

    def line(self) -> list[str]:
        """Gives the command line of the next process."""
        if self.game is None:
            return self.begin()
        (file,) = self.going_on
        return self.rng.choice([[self.kind, "--resume"], ["games", "resume", file.stem]])

    def left(self) -> str:
        """Gives the lines that are still to be written."""
        done = 0 if self.game is None else len(self.game)
        return "".join(move + "\n" for move in self.moves[done:])

    def kill_once(self, count: Count) -> None:
        """Has a process play on, kills it, and looks at what is on disk."""
        command = self.line()
        where = (
            self.folder / "from"
            if command[0] == self.kind and "--resume" not in command
            else self.rng.choice([self.folder, self.folder / "data", Path("/")])
        )
        process = subprocess.Popen(
            [sys.executable, "-m", "sito", *command],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=where,
            env={**os.environ, "SITO_DATA_DIR": str(self.folder / "data"), "PYTHONUNBUFFERED": "1", "LANGUAGE": "en"},
        )
        assert process.stdin is not None
        assert process.stdout is not None
        shown: list[bytes] = []
        first = threading.Event()
        reader = threading.Thread(target=_read, args=(process.stdout, shown, first))
        reader.start()
        try:
            process.stdin.write(self.left().encode())
            process.stdin.flush()
        except BrokenPipeError:
            pass
        # A third of the kills come at any moment of the start, the others while turns are made.
        if self.rng.random() < 1 / 3:
            time.sleep(self.rng.random() * 0.5)
        else:
            first.wait(60)
            time.sleep(self.rng.random() * 0.08)
        process.kill()
        process.wait()
        reader.join()
        process.stdin.close()
        self.check([line for line in shown if line.endswith(b"\n")], count)

    def check(self, shown: list[bytes], count: Count) -> None:
        """Holds what is on disk against what was shown."""
        count.kills += 1
        before = Transcript(self.rules) if self.game is None else self.game
        turns = len(before) + max(0, len(shown) - (len(before) if self.game is not None else 0))
        files, ended = self.going_on, self.ended
        count.partial = len(list(self.games.glob(".*.partial")))
        assert not (self.games / "damaged").exists()
        if files:
            (file,) = files
            value = json.loads(file.read_text(encoding="utf-8"))
            now = self.read(value, value.get("words"))
        elif ended and (self.game is not None or len(ended) > count.ended):
            count.ended += 1
            value = json.loads(ended[-1].read_text(encoding="utf-8"))
            words = value.get("words")
            lists = None if words is None else self.games / "finished" / "words" / f"{words}.json"
            now = self.read(value["games"][0], None if lists is None else json.loads(lists.read_text(encoding="utf-8")))
            assert now.won
            assert len(now) == len(self.moves)
        else:
            assert self.game is None, "a game is lost"
            assert not shown
            count.before += 1
            return
        assert now.turns[: len(before)] == before.turns, "a turn that was kept is another one now"
        self.check_turns(now)
        assert len(now) >= turns - (1 if self.kind == "keep" else 0), f"{turns} turns were shown, {len(now)} are kept"
        count.before += not shown
        count.shown += turns - len(before)
        count.more += max(0, len(now) - turns)
        self.game = now if files else None

    def read(self, value: dict[str, Any], words: dict[str, Any] | None) -> Transcript:
        return Transcript.parse(value["game"], None if words is None else WordList.of(words["secrets"]))

    def check_turns(self, game: Transcript) -> None:
        """Sees that the turns are those of the plan."""
        space = sito.CodeSpace(self.rules)
        for move, turn in zip(self.moves, game, strict=False):
            made = space.text(turn.guess) if self.kind == "play" else str(turn.answer)
            assert made == move
        if self.kind == "play":
            keeper = sito.CodeSpace(self.rules).parse(self.moves[-1])
            for guess, answer in game:
                assert answer == score(self.rules, guess, keeper)


def _read(stream: IO[bytes], shown: list[bytes], first: threading.Event) -> None:
    for line in stream:
        shown.append(line)
        first.set()
    first.set()


def players(folder: Path, rng: random.Random) -> list[Player]:
    """Makes one player of each kind: two who guess, one of them in a word game, and one who keeps codes."""
    found = []
    for number, (kind, rules) in enumerate([("play", "4x6"), ("keep", "5x8"), ("play", "words-position:words.txt")]):
        mine = folder / f"{kind}{number}"
        (mine / "from").mkdir(parents=True)
        (mine / "data").mkdir()
        (mine / "from" / "words.txt").write_text("\n".join(WORDS), encoding="utf-8")
        game = Rules.parse(rules, {"words.txt": WORDS})
        found.append(Player(kind, ["--rules", rules], game, mine, rng))
    return found


def kill(times: int, folder: Path, seed: int) -> Count:
    """Kills so many players, and gives the counts; raises `AssertionError` where something was lost."""
    count = Count()
    rng = random.Random(seed)
    each = players(folder, rng)
    ended = dict.fromkeys(range(len(each)), 0)
    for number in range(times):
        place = number % len(each)
        mine = Count(ended=ended[place])
        each[place].kill_once(mine)
        ended[place] = mine.ended
        count.kills += mine.kills
        count.before += mine.before
        count.shown += mine.shown
        count.more += mine.more
        count.partial += mine.partial
    count.ended = sum(ended.values())
    return count
