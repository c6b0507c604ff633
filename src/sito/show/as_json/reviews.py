"""A review as an object of JSON: numbers as floats, and beside them the exact fractions as texts."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from sito.codes.code import CodeSpace
from sito.reviews import Expectation, Review, ReviewedGuess
from sito.show.as_json.games import game_as_json


def review_as_json(review: Review) -> dict[str, Any]:
    """Gives a review as an object of JSON: numbers as floats, and beside them the exact fractions as texts."""
    game = {name: part for name, part in game_as_json(review.game).items() if name != "turns"}
    secret = None if review.secret is None else CodeSpace(review.game.rules).text(review.secret)
    return {
        "game": str(review.game),
        **game,
        "won": review.game.winning_turn,
        "secret": secret,
        "proven": review.exact,
        "start": _expectation_as_json(review.start),
        "end": _expectation_as_json(review.end),
        **number_as_json("loss", review.loss),
        **number_as_json("luck", review.luck),
        **number_as_json("accuracy", review.accuracy),
        "marks": {mark.value: count for mark, count in review.marks.items()},
        "guesses_after_win": review.guesses_after_win,
        "guesses": [guess_as_json(guess) for guess in review],
    }


def guess_as_json(guess: ReviewedGuess) -> dict[str, Any]:
    """Gives a reviewed guess as an object of JSON."""
    return {
        "number": guess.number,
        "guess": guess.text,
        "answer": str(guess.answer),
        "before": guess.left_before,
        "left": guess.left_after,
        "expected_before": _expectation_as_json(guess.before),
        "expected_chosen": _expectation_as_json(guess.chosen),
        "expected_after": _expectation_as_json(guess.after),
        **number_as_json("loss", guess.loss),
        "loss_proven": guess.loss_is_exact,
        **number_as_json("luck", guess.luck),
        "luck_proven": guess.luck_is_exact,
        "mark": None if guess.mark is None else guess.mark.value,
        "better": guess.better,
        "possible": guess.possible,
        "contradicts": list(guess.contradicts),
        "repeats": guess.repeats,
    }


def _expectation_as_json(value: Expectation | None) -> dict[str, Any] | None:
    return None if value is None else {**number_as_json("guesses", value.guesses), "source": value.source}


def number_as_json(name: str, value: Fraction | None) -> dict[str, Any]:
    """Gives a number twice: as a float, and exactly, as the text of a fraction."""
    if value is None:
        return {name: None, f"{name}_fraction": None}
    return {name: float(value), f"{name}_fraction": str(value)}
