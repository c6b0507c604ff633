"""What a client may ask of a game that the service keeps, with bounds for everything in it."""

from __future__ import annotations

from dataclasses import make_dataclass
from functools import reduce
from operator import or_
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from sito.operations.questions import AnswerText, CodeText
from sito.web.games.asked import BoardsRequest, DuelRequest, KeepRequest, PlayRequest

Version = Annotated[
    int | None,
    Field(ge=1, le=2**31, description="The version of the game for which this is meant: if it has gone on, a 409."),
]


class Body(BaseModel):
    """A body: fields of exactly these kinds, and no others."""

    model_config = ConfigDict(extra="forbid", strict=True)


def _body(asked: type[Any]) -> type[Any]:
    """Makes the body that begins a game: what is asked for, and of which kind it is."""
    return make_dataclass(asked.__name__, [("kind", Literal[asked.of_kind])], bases=(asked,), frozen=True, kw_only=True)


_BODIES: Any = reduce(or_, map(_body, (PlayRequest, KeepRequest, DuelRequest, BoardsRequest)))
NewGame = Annotated[_BODIES, Field(discriminator="kind")]


class JoinRequest(Body):
    """The code of a duel."""

    code: str = Field(min_length=1, max_length=40, description="What the first side was given.")


class GuessRequest(Body):
    """A guess."""

    guess: CodeText
    version: Version = None


class AnswerRequest(Body):
    """The answer to the guess that waits; parts may be unknown."""

    answer: AnswerText
    version: Version = None


class CorrectionRequest(Body):
    """The right answer to an earlier guess, or one of the repairs that the game offers."""

    turn: int | None = Field(None, ge=1, le=1000, description="The number of the turn, from 1.")
    answer: AnswerText | None = None
    repair: int | None = Field(None, ge=0, lt=1000, description="The index of the repair, instead of turn and answer.")


class SecretRequest(Body):
    """Your code."""

    code: CodeText | None = Field(None, description="In a duel the service draws one if none is given.")
