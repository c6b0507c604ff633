"""What the service answers about the puzzles, and about jobs."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field

from sito.web.api.replies import Reply, Stopped


class JugStep(Reply):
    """An action, and the amounts after it."""

    action: Literal["fill", "empty", "pour"]
    from_: str | None = Field(alias="from")
    to: str | None
    state: list[int]
    left: int | None = Field(None, description="What the tap has left, where its supply is limited.")


class LeastLeft(Reply):
    """No plan draws less water or has fewer actions."""

    water: int
    actions: int


class JugGoal(Reply):
    """What is to be measured."""

    in_: str | None = Field(None, alias="in")
    target: int | None = None
    end: list[int] | None = None


class JugsReply(Reply):
    """A best plan, or why there is none."""

    jugs: list[int]
    start: list[int]
    goal: JugGoal
    tap: bool
    drain: bool
    supply: int | None
    objective: Literal["actions", "water"]
    possible: bool | None = Field(description="Null only if the search was stopped before it was known.")
    proven: bool
    method: Literal["reason", "closed form", "search"]
    states: int
    at_least: LeastLeft | None
    actions: int | None
    water: int | None
    plans: int | None = Field(description="How many best plans there are.")
    why: str | None
    end: list[int] | None
    steps: list[JugStep] | None
    stopped: Stopped


class Outlook(Reply):
    """What can still come of a position."""

    possible: bool | None = Field(description="Whether the goal can be reached; null if it is not known yet.")
    fewest: int | None
    at_least: int
    at_most: int | None
    why: str | None
    stopped: Stopped


class JugsOutlookReply(Outlook):
    """How jugs stand after the steps of a person."""

    jugs: list[int]
    goal: JugGoal
    amounts: list[int]
    left: int | None
    steps: list[JugStep]
    solved: bool
    can: list[str] = Field(description="The steps that can be taken now.")
    hint: str | None
    plan: list[str] | None = Field(None, description="The first steps of the best way known, if they are asked for.")


class PegsReply(Reply):
    """The fewest moves, or why there is no solution."""

    board: str
    holes: int
    start: str
    finish: str
    solvable: bool | None
    proven: bool
    lower: int | None
    upper: int | None
    solution: str | None
    reason: dict[str, Any] | None
    why: str | None
    stopped: Stopped
    solutions: list[str]
    counts: dict[str, int] | None
    positions: int


class PegsOutlookReply(Outlook):
    """How pegs stand after the jumps of a person."""

    board: str
    start: str
    finish: str
    pegs: list[int] = Field(description="The holes with pegs.")
    moves: int
    solution: str
    solved: bool
    can: list[list[int]] = Field(description="The jumps that can be made now: from, over, to.")
    hint: list[int] | None
    plan: list[list[int]] | None = Field(None, description="The first moves of the best way known, if asked for.")
