"""What a client may ask of a game that the service keeps, with bounds for everything in it."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from sito.games.boards import MOST_BOARDS
from sito.operations.operation import Ask
from sito.operations.questions import AnswerText, CodeText, RulesText, Words

Guesses = Annotated[
    int | None, Field(ge=0, le=100, description="The most guesses, 0 for no limit. Without it: 6 or 10, by the rules.")
]
KeptGuesses = Annotated[
    int | None, Field(ge=0, le=60, description="The most guesses, 0 for no limit. Without it: 6 or 10, by the rules.")
]
Level = Annotated[
    Literal["beginner", "easy", "medium", "hard", "expert", "optimal"] | None,
    Field(description="How well the computer guesses. Without it: optimal, or expert in hard mode."),
]
Version = Annotated[
    int | None,
    Field(ge=1, le=2**31, description="The version of the game for which this is meant: if it has gone on, a 409."),
]


class Body(BaseModel):
    """A body: fields of exactly these kinds, and no others."""

    model_config = ConfigDict(extra="forbid", strict=True)


class _NewGame(Body):
    rules: RulesText = "mastermind"
    words: Annotated[Words, Ask()] | None = Field(
        None, description="The words of a word game, if none of the lists of Sito is meant."
    )
    hard: bool = Field(False, description="Whether each guess must agree with all the answers before it.")


class PlayRequest(_NewGame):
    """A game in which you guess."""

    kind: Literal["play"]
    level: Literal["fair", "adversarial", "lying"] | None = Field(
        None, description="The codemaker. Without it: fair, or lying if the rules have lies."
    )
    guesses: Guesses = None
    number: int | None = Field(
        None, ge=0, lt=10**12, description="The number of the game: it has the same code for everybody."
    )
    daily: bool = Field(False, description="Whether it is the puzzle of today.")
    count: bool = Field(True, description="Whether the codes that are left are counted.")


class KeepRequest(_NewGame):
    """A game in which you keep the code and the computer guesses."""

    kind: Literal["keep"]
    level: Level = None
    guesses: KeptGuesses = None


class DuelRequest(_NewGame):
    """A duel."""

    kind: Literal["duel"]
    against: Literal["computer", "person"] = Field(
        "computer", description="Whom it is with. Another person joins it with the `code` of the game."
    )
    level: Level = None
    order: Literal["simultaneous", "alternating"] = Field(
        "simultaneous", description="How it is decided: at the end of a round, or with the first hit."
    )
    begins: Literal["you", "other"] = Field("you", description="Who guesses first.")
    count: bool = Field(True, description="Whether the codes that are left are counted.")


class BoardsRequest(Body):
    """A game in which you guess on several boards at once."""

    kind: Literal["boards"]
    rules: RulesText = "words"
    words: Annotated[Words, Ask()] | None = Field(
        None, description="The words of a word game, if none of the lists of Sito is meant."
    )
    boards: int = Field(2, ge=1, le=MOST_BOARDS, description="How many boards.")
    guesses: Guesses = None
    number: int | None = Field(
        None, ge=0, lt=10**12, description="The number of the game: it has the same codes for everybody."
    )
    daily: bool = Field(False, description="Whether it is the puzzle of today.")


NewGame = Annotated[PlayRequest | KeepRequest | DuelRequest | BoardsRequest, Field(discriminator="kind")]


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
