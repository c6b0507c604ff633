"""What each first guess is worth, as an object of JSON."""

from __future__ import annotations

from typing import Any

from sito.base.limits import Stopped
from sito.codes.code import CodeSpace
from sito.exact.first import EveryFirst
from sito.show.as_json.solutions import question_json


def every_first_json(table: EveryFirst) -> dict[str, Any]:
    """Gives the table as a value of JSON, best first."""
    problem = table.problem
    guesses = CodeSpace(problem.rules, guesses=True)
    return {
        **question_json(problem),
        "top": table.top,
        "certain": table.certain,
        "complete": table.complete,
        "stopped": "positions" if table.stopped is Stopped.WORK else table.stopped,
        "first_guesses": [
            {
                "guess": guesses.text(row.guess),
                "lower": None if row.lower is None else list(row.lower),
                "upper": None if row.upper is None else list(row.upper),
                "proven": row.proven,
            }
            for row in table
        ],
        "positions": table.spent.positions,
        "memory": table.spent.memory,
    }
