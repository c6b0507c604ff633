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
    _moves: tuple[bytes, dict[int, Node]] | None = field(default=None, init=False, repr=False)

    @property
    def moves(self) -> tuple[bytes, dict[int, Node]]:
        """The guess, a byte for each color, and the branches by the numbers of their answers: what a game needs.

        It is worked out when the node is first played, so a node that has been played must not be changed.
        """
        if self._moves is None:
            self._moves = bytes(self.guess), {answer.number: node for answer, node in self.branches.items()}
        return self._moves

    @property
    def is_leaf(self) -> bool:
        """Whether the guess is the only possible code."""
        return not self.branches
