"""Which peg of a guess claims which peg of the secret, and what it earns for it.

A peg of the secret can be claimed once. Pegs in their right place claim first; then the other pegs of the guess, from
left to right, each claim the first peg of the secret of their color that nobody has claimed yet. A peg that finds none
earns nothing. Where each peg is marked by itself, none claims another.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from enum import Enum
from math import perm

from sito.codes.code import Code


class Claim(Enum):
    """What a peg of a guess has found in the secret."""

    RIGHT_PLACE = "right place"
    OTHER_PLACE = "other place"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class PegClaim:
    """A peg of a guess, and the peg of the secret that it claims.

    `place` is the place of the peg in the guess and `claimed` that of the peg of the secret, both from 0; `claimed`
    is None for a peg that claims no other. `rivals` are the places of the pegs of the guess that have claimed all pegs
    of this color before; empty unless the secret has the color and this peg claims nothing.
    """

    place: int
    color: int
    claim: Claim
    claimed: int | None = None
    rivals: tuple[int, ...] = ()


def claims(guess: Code, secret: Code, *, in_place_only: bool = False) -> tuple[PegClaim, ...]:
    """Gives for each peg of a guess, from left to right, the peg of the secret that it claims.

    With `in_place_only` nothing but a right place is a claim, as where only those are counted.

    >>> [(peg.claim.value, peg.claimed) for peg in claims(Code([0, 0, 1, 1]), Code([0, 1, 1, 0]))]
    [('right place', 0), ('other place', 3), ('right place', 2), ('other place', 1)]
    >>> claims(Code([0, 0, 1]), Code([2, 0, 2]))[0]
    PegClaim(place=0, color=0, claim=<Claim.NONE: 'none'>, claimed=None, rivals=(1,))
    """
    taken = {place: place for place, (ours, theirs) in enumerate(zip(guess, secret, strict=True)) if ours == theirs}
    claimed_by = dict(taken)
    for place, color in enumerate(guess):
        if place in taken or in_place_only:
            continue
        free = next((other for other, theirs in enumerate(secret) if theirs == color and other not in claimed_by), None)
        if free is not None:
            taken[place] = free
            claimed_by[free] = place
    found = []
    for place, color in enumerate(guess):
        if place in taken:
            claim = Claim.RIGHT_PLACE if taken[place] == place else Claim.OTHER_PLACE
            found.append(PegClaim(place, color, claim, taken[place]))
        else:
            same = [] if in_place_only else [other for other, theirs in enumerate(secret) if theirs == color]
            found.append(PegClaim(place, color, Claim.NONE, None, tuple(sorted(map(claimed_by.__getitem__, same)))))
    return tuple(found)


def alone(guess: Code, secret: Code) -> tuple[PegClaim, ...]:
    """Tells of each peg of a guess, from left to right, what it has found if it is marked by itself.

    >>> [(peg.claim.value, peg.claimed) for peg in alone(Code([0, 0, 1]), Code([0, 2, 2]))]
    [('right place', 0), ('other place', None), ('none', None)]
    """
    return tuple(
        PegClaim(place, ours, Claim.RIGHT_PLACE, place)
        if ours == theirs
        else PegClaim(place, ours, Claim.OTHER_PLACE if ours in secret else Claim.NONE)
        for place, (ours, theirs) in enumerate(zip(guess, secret, strict=True))
    )


def ways(guess: Code, secret: Code) -> int:
    """Counts the ways to pair off equal colors outside the right places; all give the same black and white pegs.

    Of g pegs of a color in the guess and s in the secret that are in no right place, as many
    pairs are made as there are pegs of the fewer; the more of the two may be chosen from.

    >>> ways(Code([0, 0, 1, 1]), Code([0, 1, 1, 0])), ways(Code([0, 0, 1, 2]), Code([1, 2, 0, 0]))
    (1, 2)
    """
    left = [(ours, theirs) for ours, theirs in zip(guess, secret, strict=True) if ours != theirs]
    of_guess, of_secret = Counter(ours for ours, _ in left), Counter(theirs for _, theirs in left)
    count = 1
    for color in of_guess:
        few, many = sorted((of_guess[color], of_secret[color]))
        count *= perm(many, few)
    return count
