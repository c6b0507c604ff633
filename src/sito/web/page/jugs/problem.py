"""Jug problems as addresses and forms have them: read with care, because anybody can write an address."""

from __future__ import annotations

from collections.abc import Mapping

from sito.errors import N_, NN_, Fault, PuzzleError
from sito.puzzles.jugs.by_hand import JugsByHand, hand_fields
from sito.puzzles.jugs.by_hand import read_fields as read_hand
from sito.puzzles.jugs.problem import EndState, InAny, Jugs

MOST_JUGS = 12
MOST_STEPS = 500
_LONGEST = 6000  # characters of all fields together


PRESETS = (
    Jugs((8, 5), goal=InAny(4)),
    Jugs((5, 3), goal=InAny(4)),
    Jugs((12, 8, 5), goal=InAny(6)),
    Jugs((8, 5, 3), (8, 0, 0), EndState((4, 4, 0)), tap=False, drain=False),
    Jugs((11, 7), goal=InAny(5)),
    Jugs((6, 4), goal=InAny(3)),
)
"""The problems that are offered: the founding one first, and one at the end that cannot be done."""


def read_fields(fields: Mapping[str, str]) -> JugsByHand:
    """Reads a problem and its steps, as `to_fields` writes them. Raises `PuzzleError` with what is wrong.

    >>> hand = read_fields({"jugs": "8 5", "target": "4", "steps": ">B B>A"})
    >>> hand.position, to_fields(hand)
    ((5, 0), {'jugs': '8,5', 'target': '4', 'steps': '>B B>A'})
    """
    if sum(map(len, fields.values())) > _LONGEST:
        raise PuzzleError(Fault(N_("this is too long for a problem; an example: {example}"), example="8 5"))
    if (count := len(fields.get("steps", "").split())) > MOST_STEPS:
        many = NN_(
            "{count} step is too many; this service takes up to {most}",
            "{count} steps are too many; this service takes up to {most}",
        )
        raise PuzzleError(Fault(*many, count=count, most=MOST_STEPS))
    hand = read_hand({"jugs": "", **{name: text.strip() for name, text in fields.items()}})
    if (count := len(hand.puzzle.capacities)) > MOST_JUGS:
        many = NN_(
            "{count} jug was given; 1 to {limit} are allowed, for example 8 5",
            "{count} jugs were given; 1 to {limit} are allowed, for example 8 5",
        )
        raise PuzzleError(Fault(*many, count=count, limit=MOST_JUGS))
    return hand


def to_fields(hand: JugsByHand) -> dict[str, str]:
    """Gives the fields of a problem and its steps, without those that say nothing."""
    fields = hand_fields(hand)
    jugs = hand.puzzle
    usual = {"where": "any", "tap": 1, "drain": 1, "steps": "", "start": ",".join("0" * len(jugs.capacities))}
    return {name: str(value) for name, value in fields.items() if value is not None and value != usual.get(name)}
