"""The facts of a game as an object of JSON."""

from __future__ import annotations

from typing import Any

from sito.codes.code import CodeSpace
from sito.rules.rules import Rules


def rules_as_json(game: Rules) -> dict[str, Any]:
    """Gives the facts of a game."""
    return {
        "rules": str(game),
        "pegs": game.pegs,
        "colors": game.colors,
        "symbols": list(game.symbols()),
        "allowed": game.allowed.value,
        "feedback": game.feedback.value,
        "lies": game.lies,
        "codes": CodeSpace(game).size,
        "guesses": CodeSpace(game, guesses=True).size,
        **({} if game.weights is None else {"weight": CodeSpace(game).weight}),
    }
