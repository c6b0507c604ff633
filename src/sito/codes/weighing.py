"""How likely codes are: the weights of a word list by its codes; all codes of other games are equally likely."""

from __future__ import annotations

import sys
from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping
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
    total = 0
    everyone = [(bytes(code), weight) for code, weight in secrets]
    cells_at: list[dict[int, list[tuple[bytes, int]]]] = []  # the cells of the nodes on the way
    for depth, answer, number, _branches in read_preorder(preorder):
        del cells_at[depth:]
        guess = bytes(guess_at(number))
        cells: dict[int, list[tuple[bytes, int]]] = {}
        for code, weight in cells_at[-1].pop(answer) if depth else everyone:
            if code == guess:
                total += (depth + 1) * weight
            else:
                cells.setdefault(score(guess, code), []).append((code, weight))
        cells_at.append(cells)
    return total


def read_preorder(preorder: bytes) -> Iterator[tuple[int, int, int, int]]:
    """Yields the nodes of a tree of the native core: depth, answer that leads there, number of the guess, branches.

    `preorder` has the last three for each node, as little-endian numbers of 32 bits.
    """
    numbers = array("I", preorder)
    if sys.byteorder == "big":
        numbers.byteswap()
    to_come: list[int] = []  # branches of the nodes on the way
    for place in range(0, len(numbers), 3):
        answer, number, branches = numbers[place : place + 3]
        while to_come and not to_come[-1]:
            to_come.pop()
        if to_come:
            to_come[-1] -= 1
        yield len(to_come), answer, number, branches
        to_come.append(branches)
