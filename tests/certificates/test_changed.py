"""A thousand changed certificates: each is refused by all checkers, or what it states is true all the same."""

import json
import random
from collections.abc import Callable
from functools import cache
from typing import Protocol

import pytest

from sito.certificate import game
from sito.certificate.check import check_certificate
from sito.certificate.header import Claim
from sito.certificate.plain import check_plainly
from sito.codes.feedback import Turn
from sito.errors import CertificateError, SitoError
from sito.exact import Problem, solve
from tests.certificates import javascript
from tests.certificates.changes import Parts, changed
from tests.certificates.writer import EXAMPLES

CHANGES = 1000
NAMES = (
    *("2x3", "3x6", "3x6-listed", "4x4", "4x4-depth-5-listed", "3x4-total", "3x4-black", "3x4-position"),
    *("3x6-history", "3x5-possible", "words", "words-position", "words-alike"),
)


@cache
def written(name: str) -> bytes:
    return EXAMPLES[name]()


@cache
def cost(claim: Claim) -> int | None:
    """What the best strategy costs, or None if there is none: so much may be claimed, and no more."""
    turns = [Turn(guess, answer) for guess, answer in claim.history]
    upper = solve(Problem(claim.rules, depth=claim.depth, history=turns, consistent=claim.possible)).upper
    return None if upper is None else upper[0]


class HasClaim(Protocol):
    @property
    def claim(self) -> Claim: ...


def is_true(claim: Claim) -> bool:
    least = cost(Claim(claim.rules, None, claim.depth, claim.possible, claim.history))
    return least is None or (claim.lower is not None and claim.lower <= least)


@pytest.fixture(autouse=True)
def _tables_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game, "answers", cache(game.answers))


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_certificate_put_together_again_is_the_same(name: str) -> None:
    assert Parts.of(written(name)).written() == written(name)


def accepted(check: Callable[[bytes], HasClaim], data: bytes) -> Claim | None:
    try:
        return check(data).claim
    except SitoError:
        return None


@cache
def others(name: str) -> list[bytes]:
    """Certificates that were changed, each in ways of its own."""
    rng = random.Random(name)
    data = written(name)
    found: list[bytes] = []
    while len(found) < -(-CHANGES // len(NAMES)):
        other = changed(data, rng)
        if other != data:
            found.append(other)
    return found


@pytest.mark.parametrize("name", NAMES)
def test_what_is_accepted_is_true(name: str) -> None:
    refused = 0
    for other in others(name):
        with pytest.raises(CertificateError, match="digest"):
            check_plainly(other[:-32] + written(name)[-32:])
        claim = accepted(check_plainly, other)
        assert claim == accepted(check_certificate, other), other
        assert claim is None or is_true(claim), other
        refused += claim is None
    assert refused > len(others(name)) // 2


@pytest.mark.needs("node")
@pytest.mark.parametrize("name", NAMES)
def test_the_checker_in_javascript_agrees(name: str) -> None:
    for other, said in zip(others(name), javascript.checked(others(name)), strict=True):
        claim = accepted(check_certificate, other)
        told = None if claim is None else json.loads(claim.header)
        assert said.get("claim") == (told and {key: told[key] for key in said.get("claim", told)}), other


def test_a_bit_changed_is_refused() -> None:
    rng = random.Random(1)
    for name in NAMES:
        for _ in range(20):
            data = bytearray(written(name))
            data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
            assert accepted(check_plainly, bytes(data)) is None
            assert accepted(check_certificate, bytes(data)) is None
