"""How long `sito advise` takes on one processor, its start and all answers so far included, in games of every size.

    python -m benchmarks.advice [RULES...]

Each game is played to its end, or for a dozen turns, by a new process for each turn. Prints the most processor time of
a turn, in seconds and in Y, with the number of turns before it, and the most memory. Asserts that each guess may be
made, and that its answer tells something.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from collections.abc import Sequence
from typing import NamedTuple

from benchmarks import yardstick
from sito.codes.code import CodeSpace
from sito.codes.feedback import score
from sito.rules.rules import Rules

GAMES = (
    *("4x6", "4x10-distinct", "5x8", "5x9", "6x6", "6x9", "6x10", "7x4", "7x5", "7x6", "7x7", "7x10", "7x12", "8x8"),
    *("8x10", "9x5", "10x3", "12x2", "14x4", "20x2", "4x64", "3x32", "2x64", "6x24", "5x10-distinct", "7x7-distinct"),
    *(
        "7x10-distinct",
        "8x8-distinct",
        "8x10-distinct",
        "10x10-distinct",
        "5x8-black",
        "6x6-black",
        "8x8-black",
        "4x8-total",
    ),
    *("6x6-total", "6x10-total", "5x8-naive", "5x8-position", "8x8-position", "words-5", "words-8", "4x6-lies1"),
    *("5x8-lies1", "6x6-lies1", "10x10", "12x12", "16x6", "16x16", "20x20", "30x30"),
)
_TURNS = 12


class Cost(NamedTuple):
    """What a turn has taken: processor time in seconds, the number of turns before it, memory in MB."""

    seconds: float
    turns: int
    memory: int


def advised(rules: str, turns: Sequence[str]) -> tuple[str, Cost]:
    """Returns the first guess of `sito advise` on one processor, and what it took."""
    command = [sys.executable, "-m", "sito", "advise", rules, *turns, "--json"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        os.sched_setaffinity(process.pid, {max(os.sched_getaffinity(0))})
        assert process.stdout is not None
        text = process.stdout.read()
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0, (command, process.returncode)
    found = json.loads(text)
    # On boards that are vast there are no figures.
    assert found["left"] == 1 or all(guess["cells"] > 1 for guess in found.get("guesses", ())), command
    return found["guess"], Cost(used.ru_utime + used.ru_stime, len(turns), used.ru_maxrss >> 10)


def played(text: str) -> list[Cost]:
    """Plays a game and returns what each turn took."""
    rules = Rules.parse(text)
    guesses, secret = CodeSpace(rules, guesses=True), CodeSpace(rules).draw(random.Random(1))
    turns: list[str] = []
    costs = []
    while len(turns) < _TURNS:
        guess, cost = advised(text, turns)
        costs.append(cost)
        code = guesses.read(guess)
        turns.append(f"{','.join(guess.split())}:{score(rules, code, secret)}")
        if code == secret:
            return costs
    return costs


def main() -> None:
    y = yardstick.seconds()
    print(f"Y: {y:.2f} s")
    for text in sys.argv[1:] or GAMES:
        costs = played(text)
        most = max(costs)
        print(
            f"{text:18}{len(costs):3} turns{most.seconds:7.2f} s{most.seconds / y:6.2f} Y  after {most.turns:2} turns"
            f"{max(cost.memory for cost in costs):5} MB",
            flush=True,
        )


if __name__ == "__main__":
    main()
