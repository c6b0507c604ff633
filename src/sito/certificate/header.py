"""The first line of a certificate, which says what it proves, and the digest at its end."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from typing import Any

from sito.certificate.sizes import INFINITE
from sito.codes.code import Code, CodeSpace
from sito.codes.feedback import Feedback
from sito.errors import N_, CertificateError, Fault, SitoError
from sito.rules.rules import Rules
from sito.words.own import listed_of_value

FORM = "sito-certificate 2"
DIGEST_BYTES = 32


REASONS = {
    "header": N_("the first line of the certificate cannot be read; it must be as in {example}"),
    "cut": N_("the certificate ends too early"),
    "history": N_("no code agrees with the turns before it"),
    "digest": N_("the digest at the end of the certificate is not that of what stands before it"),
    "trailing": N_("something follows after the proof in the certificate"),
    "number": N_("a number is longer than it need be, or than 32 bits"),
    "tag": N_("there is no kind of proof with the number {tag}"),
    "nested": N_("too many proofs are inside each other"),
    "symmetry": N_("the order of the pegs or the names of the colors lack one, or have one twice"),
    "repeated": N_("two entries are for the same guess"),
    "entry": N_("guess number {guess} is not allowed, or not the least of its class"),
    "tells-nothing": N_("{guess} tells nothing"),
    "cell": N_("{guess}: the answer number {answer} has no codes, or is not in its place, or gains nothing"),
    "guess": N_("{guess} may cost {look}, and nothing shows that it costs {cost}"),
    "unknown": N_("the image of the set was not proven before to cost {cost}"),
}
"""Why a certificate proves nothing, as both checkers say it."""

_MOST_PEGS, _MOST_COLORS = 16, 64
"""Of the games that the form of certificates has."""


@dataclass(frozen=True)
class Claim:
    """What a certificate claims: every strategy costs at least `lower`, which is the sum of the guesses of all secrets.

    With a `depth` it speaks of strategies that find each secret with so many guesses; if `lower` is
    None, there are none. With `possible` each guess must be a code that may still be the secret.
    The strategies begin after the `history`.

    >>> Claim(Rules.parse("2x3"), 21).header
    b'{"depth": null, "form": "sito-certificate 2", "guesses": "any", "history": [], "lower": 21, "rules": "2x3"}\\n'
    """

    rules: Rules
    lower: int | None
    depth: int | None = None
    possible: bool = False
    history: tuple[tuple[Code, Feedback], ...] = ()

    @property
    def header(self) -> bytes:
        """The one line that says so."""
        space = CodeSpace(self.rules, guesses=True)
        stated: dict[str, object] = {
            "form": FORM,
            "rules": str(self.rules),
            "depth": self.depth,
            "guesses": "possible" if self.possible else "any",
            "history": [[space.text(guess), str(answer)] for guess, answer in self.history],
            "lower": self.lower,
        }
        if self.rules.words:
            stated["words"] = {**self.rules.words.to_value(), "guesses": list(self.rules.words.guesses)}
        return (json.dumps(stated, sort_keys=True, ensure_ascii=False) + "\n").encode()


def refused(reason: str, **values: object) -> CertificateError:
    """Makes the error for a certificate that proves nothing."""
    return CertificateError.said(REASONS[reason], **values)


def with_digest(raw: bytes) -> bytes:
    """Puts the digest of a header and a body behind them."""
    return raw + hashlib.sha256(raw).digest()


def read_header(data: bytes) -> tuple[Claim, bytes]:
    """Reads what a certificate claims, and gives its body. Raises `CertificateError`.

    The header must be written just as `Claim.header` writes it, so that there is one way to say each thing.
    """
    raw = data[:-DIGEST_BYTES]
    if with_digest(raw) != data:
        raise refused("digest")
    line, _, body = raw.partition(b"\n")
    try:
        claim = _claim(json.loads(line))
        if claim.header != line + b"\n":
            raise ValueError
    except (SitoError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        example = Claim(Rules(4, 6), 5625).header.decode().strip()
        raise refused("header", example=example) from None
    return claim, body


def unproven_at(byte: int, turns: str, reason: Fault) -> Fault:
    """Says where in the body, after which turns, and why a certificate does not prove what it claims."""
    if not turns:
        wrong = N_("the certificate does not prove what it claims, at byte {byte} of its body: {reason}")
        return Fault(wrong, byte=byte, reason=reason)
    wrong = N_("the certificate does not prove what it claims, at byte {byte} of its body, after {turns}: {reason}")
    return Fault(wrong, byte=byte, turns=turns, reason=reason)


def _claim(stated: dict[str, Any]) -> Claim:
    """Makes the claim of what was stated; what is wrong in it raises some error, or changes the header."""
    words = listed_of_value(stated["words"]) if "words" in stated else None
    rules = Rules.parse(stated["rules"], words)
    if rules.pegs > _MOST_PEGS or rules.colors > _MOST_COLORS:
        raise ValueError
    guesses = CodeSpace(rules, guesses=True)
    lower, depth = stated["lower"], stated["depth"]
    history = tuple((guesses.parse(guess), Feedback.parse(answer, rules)) for guess, answer in stated["history"])
    numbers = [number for number in (lower, depth) if number is not None]
    if rules.lies or rules.hard or rules.weights or any(type(number) is not int for number in numbers):
        raise ValueError
    if not all(0 <= number < INFINITE for number in numbers) or depth == 0:
        raise ValueError
    if lower is None and (depth is None or depth * CodeSpace(rules).size >= INFINITE):
        raise ValueError  # a cost that is not infinite could be as great
    return Claim(rules, lower, depth, stated["guesses"] == "possible", history)
