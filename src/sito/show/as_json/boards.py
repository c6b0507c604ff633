"""Several boards, and the advice for them, as an object of JSON."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sito.advice.boards import Boards, BoardsAdvice
from sito.sieve.knowledge import Knowledge


def boards_as_json(
    boards: Boards, advice: BoardsAdvice | None, shown: Callable[[Knowledge], list[str]]
) -> dict[str, Any]:
    """Gives boards, with the codes of each that `shown` names, and the best guesses.

    `advice` is None if all are solved.
    """
    each = [
        {
            "solved": solved,
            "left": 0 if solved else len(known),
            "codes": [] if solved else shown(known),
        }
        for known, solved in zip(boards.knowledges, boards.solved, strict=True)
    ]
    guesses = [
        {
            "guess": guess.text,
            "expected": None if guess.expected is None else float(guess.expected),
            "bits": guess.bits,
            "worst": guess.worst,
            "boards": [place + 1 for place in guess.may_hit],
        }
        for guess in advice or ()
    ]
    return {
        "game": str(boards),
        "boards": each,
        "guess": guesses[0]["guess"] if guesses else None,
        "fallback": None if advice is None or advice.fallback is None else str(advice.fallback),
        "guesses": guesses,
        "won": boards.won,
    }
