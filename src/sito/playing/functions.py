"""Players that are mere functions: a function of what is known guesses, and a function of a guess answers."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from sito.codes.code import Code, CodeOrText, CodeSpace
from sito.codes.feedback import Answer, AnswerOrText, read_noted
from sito.rules.rules import Rules
from sito.sieve.knowledge import Knowledge

if TYPE_CHECKING:
    from sito.playing.game import Transcript

GuessFunction: TypeAlias = Callable[[Knowledge], CodeOrText]
"""A codebreaker: gives the next guess, as a value or as text, from what is known."""

AnswerFunction: TypeAlias = Callable[[str], AnswerOrText]
"""A codemaker: gives the answer, as a value, as text or as numbers, to the text of a guess."""


@dataclass(frozen=True)
class FunctionStrategy:
    """A strategy that asks a function; nothing is known of how it chooses."""

    function: GuessFunction

    deterministic = False
    consistent = False

    def choose(self, knowledge: Knowledge, rng: random.Random) -> Code:
        """Asks the function. Raises `CodeError` for a guess that is not allowed."""
        return knowledge.guesses.read(self.function(knowledge))

    def __str__(self) -> str:
        return getattr(self.function, "__name__", type(self.function).__name__)


@dataclass(frozen=True)
class FunctionMaker:
    """A codemaker that asks a function, in a game with these rules."""

    rules: Rules
    function: AnswerFunction

    def answer(self, game: Transcript, guess: Code) -> Answer:
        """Asks the function. Raises `FeedbackError` for an answer that is none of the game."""
        return read_noted(self.function(CodeSpace(self.rules, guesses=True).text(guess)), self.rules)
