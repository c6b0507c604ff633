"""A node of a strategy tree."""

from __future__ import annotations

from dataclasses import dataclass, field

from sito.codes.code import Code
from sito.codes.feedback import Feedback


@dataclass(slots=True, eq=False)
class Node:
    """A guess and what follows each answer to it.

    `wins` says whether the guess itself may be the secret; the winning answer has no
    branch. `branches` are sorted by the number of the answer.
    """

    guess: Code
    wins: bool
    branches: dict[Feedback, Node] = field(default_factory=dict)

    @property
    def is_leaf(self) -> bool:
        """Whether the guess is the only possible code."""
        return not self.branches
