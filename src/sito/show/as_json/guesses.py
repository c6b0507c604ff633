"""Guesses as objects of JSON: what one does to the possible codes, and rankings of several."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sito.explanation import GuessFacts
from sito.sieve.ranking import RankedGuess, Ranking


def facts_as_json(facts: GuessFacts, sentences: Sequence[str]) -> dict[str, Any]:
    """Gives what there is to say of a guess, for a JSON object."""
    best = facts.best
    return {
        "cells": {str(answer): size for answer, size in facts.cells},
        "bits": facts.bits,
        "worst": facts.worst,
        "mean": facts.mean,
        "possible": facts.possible,
        "contradicts": [index + 1 for index in facts.contradicts],
        "metric": facts.metric,
        "score": facts.score,
        "best": None if best is None else {"guess": best.text, "score": best.score, "possible": best.possible},
        "stopped": facts.stopped,
        "sentences": list(sentences),
    }


def ranked_as_json(guess: RankedGuess) -> dict[str, Any]:
    """Gives a ranked guess as an object of JSON."""
    return {
        "guess": guess.text,
        "score": guess.score,
        "bits": guess.bits,
        "worst": guess.worst,
        "cells": guess.cells,
        "possible": guess.possible,
    }


def ranking_as_json(ranking: Ranking) -> dict[str, Any]:
    """Gives a ranking as an object of JSON, the best guess first."""
    return {
        "metric": ranking.metric,
        "guesses": [ranked_as_json(guess) for guess in ranking],
        "compared": ranking.compared,
        "stopped": ranking.stopped,
    }
