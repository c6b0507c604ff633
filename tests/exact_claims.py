"""The values of the data file that the exact search reproduces: what is asked, and what must come of it."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sito.exact.problem import Objective, Problem, Solution
from sito.exact.solver import solve
from sito.strategies.tree.verify import verify

DATA = Path(__file__).parent / "data"
KNOWN: dict[str, Any] = json.loads((DATA / "code_breaking.json").read_text(encoding="utf-8"))
FEWEST: dict[str, Any] = json.loads((DATA / "fewest.json").read_text(encoding="utf-8"))
LEAST_TOTALS: dict[str, Any] = json.loads((DATA / "least_totals.json").read_text(encoding="utf-8"))
LIES: dict[str, Any] = json.loads((DATA / "lies.json").read_text(encoding="utf-8"))


@dataclass(frozen=True)
class Claim:
    """A game, what is asked about it as the keywords of `Problem`, and its one true value."""

    rules: str
    objective: Objective
    value: tuple[int, ...]
    asked: dict[str, Any] = field(default_factory=dict)
    first: str | None = None

    def __str__(self) -> str:
        options = "".join(
            f" --{name}" + (f" {value}" if value is not True else "") for name, value in self.asked.items()
        )
        first = f" --first {self.first}" if self.first else ""
        return f"sito solve {self.rules} --objective {self.objective.value}{options}{first}"

    def prove(self, **means: Any) -> Solution:
        """Solves the game and holds the value against the claim; the tree is proven in plain Python."""
        problem = Problem(self.rules, self.objective, first_guess=self.first, **self.asked)
        solution = solve(problem, **means)
        assert solution.proven, f"{self}: not proven"
        assert solution.lower == solution.upper == self.value, f"{self}: {solution.upper}, not {self.value}"
        histogram = verify(str(solution.tree), problem.rules)
        assert self.value == self.objective.values(histogram)
        assert len(histogram) <= self.asked.get("depth", len(histogram))
        return solution


def _claims() -> Iterator[Claim]:
    for rules, total in KNOWN["exact_total"].items():
        if isinstance(total, int):
            yield Claim(rules, Objective.TOTAL, (total,))
    for rules, rows in KNOWN["exact_total_with_depth_cap"].items():
        for row in rows if isinstance(rows, list) else ():
            yield Claim(rules, Objective.TOTAL, (row["total"],), {"depth": row["depth"]})
    for rules, worst in KNOWN["exact_worst_case"].items():
        if isinstance(worst, int):
            yield Claim(rules, Objective.WORST, (worst,))
    for rules, known in KNOWN["exact_consistent_only"].items():
        if isinstance(known, dict):
            yield Claim(rules, Objective.TOTAL, (known["total"],), {"consistent": True})
            for digits, total in known.get("by_first_guess", {}).items():
                first = "".join("ABCDEFGHIJ"[int(digit)] for digit in digits)
                yield Claim(rules, Objective.TOTAL, (total,), {"consistent": True}, first)
    for rules, total in LEAST_TOTALS.items():
        if isinstance(total, int):
            yield Claim(rules, Objective.TOTAL, (total,))
    for rules, values in FEWEST.items():
        if isinstance(values, list):
            yield Claim(rules, Objective.WORST_FEWEST_TOTAL, tuple(values))


CLAIMS = tuple(_claims())
"""All of them; they take less than 10 Y together, and `python -m benchmarks.prove` makes a table of them."""


def _claims_with_lies(known: Mapping[str, Any]) -> Iterator[Claim]:
    for objective in Objective:
        for rules, value in known.get(objective.value, {}).items():
            yield Claim(rules, objective, tuple(value) if isinstance(value, list) else (value,))


CLAIMS_WITH_LIES = tuple(_claims_with_lies(LIES))
"""Worst cases and totals of games with lies; they take seconds together."""
LONG_CLAIMS_WITH_LIES = tuple(_claims_with_lies(LIES["long"]))
"""Those that take up to minutes each; only benchmarks prove them."""
