"""An advice as an object of JSON."""

from __future__ import annotations

from typing import Any

from sito.advice.advice import Advice


def advice_as_json(advice: Advice) -> dict[str, Any]:
    """Gives an advice for a JSON object; `expected` is None where it could not be found in the time."""
    return {
        "guess": advice[0].figures.text,
        "source": advice.source,
        "exact": advice.exact,
        "fallback": None if advice.fallback is None else str(advice.fallback),
        "guesses": [
            {
                "guess": guess.figures.text,
                "expected": None if guess.expected is None else float(guess.expected),
                "total": None if guess.prospect is None else guess.prospect.total,
                "most": None if guess.prospect is None else guess.prospect.worst,
                "source": None if guess.prospect is None else guess.prospect.source,
                "cells": guess.figures.cells,
                "bits": guess.figures.bits,
                "worst": guess.figures.worst,
                "possible": guess.figures.possible,
            }
            for guess in advice
        ],
    }
