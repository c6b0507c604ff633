"""A thousand changed certificates: each is refused, or what it states is true all the same."""

from __future__ import annotations

import random
from functools import cache

import pytest

from sito.certificate import game
from sito.certificate.header import Claim
from sito.certificate.plain import check_plainly
from sito.errors import SitoError
from sito.exact import Problem, solve
from sito.feedback import Turn
from tests.certificates.changes import Parts, changed
from tests.certificates.writer import EXAMPLES

CHANGES = 1000
NAMES = ("2x3", "3x4", "3x6", "4x4-depth-5", "3x4-black", "3x4-position", "3x6-history", "3x5-possible", "words")


@cache
def written(name: str) -> bytes:
    return EXAMPLES[name]()


@cache
def cost(claim: Claim) -> int | None:
    """What the best strategy costs, or None if there is none: so much may be claimed, and no more."""
    turns = [Turn(guess, answer) for guess, answer in claim.history]
    upper = solve(Problem(claim.rules, depth=claim.depth, history=turns, consistent=claim.possible)).upper
    return None if upper is None else upper[0]


def is_true(claim: Claim) -> bool:
    least = cost(Claim(claim.rules, None, claim.depth, claim.possible, claim.history))
    return least is None or (claim.lower is not None and claim.lower <= least)


@pytest.fixture(autouse=True)
def _tables_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game, "answers", cache(game.answers))


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_certificate_put_together_again_is_the_same(name: str) -> None:
    assert Parts.of(written(name)).written() == written(name)


@pytest.mark.parametrize("name", NAMES)
def test_what_is_accepted_is_true(name: str) -> None:
    rng = random.Random(name)
    refused = 0
    for _ in range(-(-CHANGES // len(NAMES))):
        data = changed(written(name), rng)
        try:
            accepted = check_plainly(data)
        except SitoError:
            refused += 1
            continue
        assert is_true(accepted.claim), accepted
    assert refused > 0
