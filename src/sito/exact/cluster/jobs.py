"""What a coordinator asks of workers, and what they answer; all of it is small and can be pickled."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from sito.exact.problem import Problem

Path = tuple[tuple[int, int], ...]
"""Guesses and answers, as numbers, that lead to a position from the codes that are possible at the start."""
Question = tuple[Path, int | None, bool, int]
"""The path to a position, the most guesses, whether codes at the last guess are counted, and the budget."""
Keys = tuple[bytes, bytes | None]
"""The keys under which facts about a position are known: its own, and that of its form."""
Tree = tuple[bytes, list[int]]
Kind = Literal["cost", "guesses", "tree", "first tree"]


@dataclass(frozen=True, slots=True)
class Setting:
    """What all jobs of one run have in common; `end` is a time of day, `run` tells one run from others."""

    problem: Problem
    memory: int
    threads: int
    end: float | None
    run: str


@dataclass(frozen=True, slots=True)
class Job:
    """One job: a position with its budget, for `guesses` the guesses to evaluate there, and the most positions."""

    kind: Kind
    question: Question
    guesses: tuple[int, ...] = ()
    positions: int | None = None


@dataclass(frozen=True, slots=True)
class Letter:
    """A job with facts for its worker: those of the book from the place `start` on."""

    job: Job
    start: int = 0
    stop: int = 0
    facts: bytes = b""


@dataclass(frozen=True, slots=True)
class Order:
    """The guesses of a position with their bounds, least bound first, and the least bound of all others."""

    guesses: list[tuple[int, int]]
    others: int


@dataclass(frozen=True, slots=True)
class OpenCell:
    """A cell whose cost is open: the answer, the number of its codes, a bound, and its keys."""

    answer: int
    size: int
    lower: int
    keys: Keys


@dataclass(frozen=True, slots=True)
class Shown:
    """What a job has shown.

    Of a position: `lower`, the `cost` if it is below the budget, a best `guess`, and the `order` of its guesses
    where the search ended early. Of guesses: the `costs` of those that were evaluated to the end, and of the next
    one its bound `lower` and the `cells` that are open. Of a tree: the tree.
    """

    lower: int = 0
    cost: int | None = None
    guess: int | None = None
    order: Order | None = None
    costs: list[int] = field(default_factory=list)
    cells: list[OpenCell] | None = None
    tree: Tree | None = None


@dataclass(frozen=True, slots=True)
class Report:
    """What a worker reports: what it has shown, what stopped it, what it took, and what it knows.

    `worker` names its process, and `known` is the place in the book up to which it has all facts.
    """

    shown: Shown
    stopped: str | None
    positions: int
    seconds: float
    memory: int
    facts: bytes
    worker: str
    known: int
