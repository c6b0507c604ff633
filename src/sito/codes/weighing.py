"""How likely codes are: the weights of a word list by its codes; all codes of other games are equally likely."""

from __future__ import annotations

import sys
from array import array
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache

from sito.codes.code import Code, CodeSpace
from sito.errors import N_, InputError
from sito.rules.rules import Rules


@lru_cache(maxsize=8)
def code_weights(rules: Rules) -> Mapping[Code, int] | None:
    """Gives the weight of each secret of a game; None if all are equally likely."""
    if rules.weights is None:
        return None
    return dict(zip(CodeSpace(rules), rules.weights, strict=True))


def weigh(rules: Rules, codes: Iterable[Code]) -> int:
    """Adds up the weights of secrets, each of which counts 1 if all are equally likely."""
    weights = code_weights(rules)
    return sum(1 for _ in codes) if weights is None else sum(map(weights.__getitem__, codes))


def check_alike(rules: Rules) -> None:
    """Raises `InputError` for a word list with weights, where something counts all secrets alike."""
    if rules.weights is not None:
        alike = N_("here all codes are counted alike, and the words of {rules} have weights; take a list without them")
        raise InputError.said(alike, rules=str(rules))


def total_of(histogram: Iterable[int]) -> int:
    """Adds up the guesses of secrets that are found with 1, 2, 3 ... guesses, by their number or their weight."""
    return sum(guesses * found for guesses, found in enumerate(histogram, 1))


def total_by_weight(
    preorder: bytes,
    guess_at: Callable[[int], Code],
    secrets: Iterable[tuple[Code, int]],
    score: Callable[[bytes, bytes], int],
) -> int:
    """Adds up the guesses that secrets need, each as often as its weight says, in a tree of the native core.

    Each secret is followed from the root; `guess_at` gives the guess of a number in the tree.
    """
    numbers = array("I", preorder)
    if sys.byteorder == "big":
        numbers.byteswap()
    total = 0
    group = [(bytes(code), weight) for code, weight in secrets]
    open_nodes: list[tuple[dict[int, list[tuple[bytes, int]]], list[int]]] = []  # cells, and branches still to come
    for place in range(0, len(numbers), 3):
        answer, number, branches = numbers[place : place + 3]
        if open_nodes:
            cells, left = open_nodes[-1]
            group = cells.pop(answer)
            left[0] -= 1
        guess, depth = bytes(guess_at(number)), len(open_nodes) + 1
        cells = {}
        for code, weight in group:
            if code == guess:
                total += depth * weight
            else:
                cells.setdefault(score(guess, code), []).append((code, weight))
        open_nodes.append((cells, [branches]))
        while open_nodes and not open_nodes[-1][1][0]:
            open_nodes.pop()
    return total
