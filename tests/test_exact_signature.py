"""The signature of the exact search: of twenty games the value, the positions searched, and a digest of the tree.

A change that only moves or renames code must leave all of them as they are. One that
makes the search better changes positions; it then says so, and writes the file anew.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from sito.exact.problem import Objective
from sito.exact.solver import solve
from sito.rules.rules import Rules

GAMES = json.loads((Path(__file__).parent / "data" / "exact_signature.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("game", GAMES, ids=[f"{game['rules']} {game['objective']}" for game in GAMES])
def test_values_positions_and_trees_are_as_they_were(game: dict[str, Any]) -> None:
    solution = solve(Rules.parse(game["rules"]), Objective(game["objective"]))
    found = {
        "rules": game["rules"],
        "objective": game["objective"],
        "value": list(solution.upper),
        "proven": solution.proven,
        "positions": solution.spent.positions,
        "tree": hashlib.sha256(str(solution.tree).strip().encode()).hexdigest(),
    }
    assert found == game
