"""Clashing sets and repairs by trying everything, in plain Python: the tests compare the native search with it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, product

from sito.codes.code import Code, CodeSpace
from sito.codes.consistency import count_lies_told, possible_codes
from sito.codes.feedback import Answer, Turn
from sito.codes.hard_mode import Played
from sito.playing.repairs.diagnosis import true_answers
from sito.rules.rules import Rules

Changes = tuple[tuple[int, Answer], ...]
"""The turns that are changed, counted from 0, with their right answers."""


def repairs_by_trying(game: Played, at_most: int = 3) -> dict[Changes, int]:
    """Maps the changes of each repair to the number of codes that need all of them."""
    codes: Counter[Changes] = Counter()
    if not possible_codes(game.rules, game.turns):
        for secret in CodeSpace(game.rules):
            codes.update(_repairs_for(game.rules, game.turns, secret, at_most))
    return dict(codes)


def _repairs_for(rules: Rules, turns: Sequence[Turn], secret: Code, at_most: int) -> Iterator[Changes]:
    """Yields the changes that make a secret possible of which no part does."""
    found: list[Changes] = []
    truths = [true_answers(rules, turn, secret) for turn in turns]
    for count in range(1, at_most + 1):
        for indices in combinations(range(len(turns)), count):
            for answers in product(*(truths[index] for index in indices)):
                changes = tuple(zip(indices, answers, strict=True))
                if any(set(part) <= set(changes) for part in found):
                    continue
                if count_lies_told(rules, changed(turns, changes), secret) is not None:
                    found.append(changes)
    yield from found


def changed(turns: Sequence[Turn], changes: Changes) -> tuple[Turn, ...]:
    """Gives the turns with the changed answers."""
    answers = dict(changes)
    return tuple(Turn(turn.guess, answers.get(index, turn.answer)) for index, turn in enumerate(turns))


def clash_by_trying(game: Played) -> tuple[int, ...]:
    """Finds the smallest set of turns, counted from 0, that leave no code; the earliest turns of several such sets.

    It is empty if all turns together leave a code.
    """
    turns = game.turns
    for count in range(1, len(turns) + 1):
        for indices in combinations(range(len(turns)), count):
            if not possible_codes(game.rules, [turns[index] for index in indices]):
                return indices
    return ()
