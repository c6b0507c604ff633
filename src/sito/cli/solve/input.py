"""What `sito solve` is asked: sizes of memory, the game so far, the first guess."""

from __future__ import annotations

import re
from pathlib import Path

from sito.cli.options import read_game, read_rules
from sito.code import Code, CodeSpace
from sito.errors import N_, Fault, InputError
from sito.exact.proofs import Question
from sito.exact.solver import DEFAULT_MEMORY, Objective
from sito.game import Transcript
from sito.rules import Rules

_UNITS = {"": 1, "k": 10**3, "m": 10**6, "g": 10**9, "t": 10**12}


def read_question(
    rules: str, objective: Objective, depth: int | None, consistent: bool, history: str | None, first: str | None
) -> Question:
    """Reads what is to be solved; the history may begin with the rules, as in a transcript. Raises `InputError`."""
    game = read_rules(rules)
    turns = Transcript(game)
    if history is not None:
        turns = read_game(f"{game} {_without_rules(history, rules, game)}")
    guess: Code | None = None if first is None else CodeSpace(game, guesses=True).parse(first)
    return Question(game, objective, depth, consistent, tuple(turns.turns), guess)


def _without_rules(history: str, named: str, game: Rules) -> str:
    """Takes the rules away that a history may begin with. Raises `InputError` if they are those of another game."""
    for text in (named.strip(), str(game)):
        if f"{history.strip()} ".startswith(f"{text} "):
            return history.strip().removeprefix(text)
    head, _, rest = history.strip().partition(" ")
    if ":" in head or not head:
        return history
    try:
        other = read_rules(head)
    except InputError:
        return history  # what is wrong with it is told with the turns
    if other != game:
        wrong = N_("the history is of a game with the rules {other}, not {rules}")
        raise InputError(Fault(wrong, other=head, rules=str(game)))
    return rest


def read_memory(text: str | None) -> int:
    """Reads a size such as 200MB; without one, half of what is free.

    >>> read_memory("200MB"), read_memory("1.5g")
    (200000000, 1500000000)
    """
    if text is None:
        return _free_memory() // 2
    match = re.fullmatch(r"([0-9]{1,9}(?:\.[0-9]{1,9})?) ?([kmgt]?)b?", text.strip().lower())
    size = int(float(match[1]) * _UNITS[match[2]]) if match else 0
    if not size:
        raise InputError(Fault(N_("{text!r} is no size of memory; write it as in --memory 200MB or 2G"), text=text))
    return size


def _free_memory() -> int:
    """What the system would give without swapping, at least as Linux tells it."""
    try:
        lines = Path("/proc/meminfo").read_text(encoding="ascii").splitlines()
        found = next(int(line.split()[1]) << 10 for line in lines if line.startswith("MemAvailable:"))
    except (OSError, StopIteration, ValueError):
        found = 2 * DEFAULT_MEMORY
    return found
