"""The searches of games, as the pool of processes runs them: every argument and every result is a JSON value.

`words` are the lists of a word game as `words_to_json` gives them, or None.
"""

from __future__ import annotations

from typing import Any, Protocol

from sito.advice import advise
from sito.errors import N_, Fault
from sito.game import Transcript, check_consistent
from sito.limits import Limits
from sito.makers import MakerName, NamedMaker
from sito.web.games.counting import count_left
from sito.web.games.told import fault_to_json
from sito.words import WordList


class Work(Protocol):
    """What a task may use."""

    @property
    def limits(self) -> Limits:
        """How long it may take."""
        ...


def words_to_json(words: WordList | None) -> dict[str, Any] | None:
    """Gives the words of a game as a JSON value."""
    if words is None:
        return None
    guesses = None if words.guesses == words.secrets else list(words.guesses)
    return {"name": words.name, "secrets": list(words.secrets), "guesses": guesses}


def words_from_json(value: dict[str, Any] | None) -> WordList | None:
    """Makes the words again."""
    return None if value is None else WordList.of(value["secrets"], value["guesses"], value["name"])


def _game(text: str, words: dict[str, Any] | None) -> Transcript:
    return Transcript.parse(text, words_from_json(words))


def count(work: Work, game: str, words: dict[str, Any] | None) -> dict[str, Any] | None:
    """Counts the codes that are left."""
    found = count_left(_game(game, words))
    return None if found is None else {"left": found.left, "codes": found.codes}


def answer(work: Work, game: str, words: dict[str, Any] | None, guess: str) -> str:
    """Answers a guess as the adversarial codemaker does."""
    played = _game(game, words)
    maker = NamedMaker.make(MakerName.ADVERSARIAL, played.rules)
    return str(maker.answer(played, played.knowledge.guesses.parse(guess)))


def hint(work: Work, game: str, words: dict[str, Any] | None) -> dict[str, Any]:
    """Finds a good guess. Raises `LimitError` for games that are too large."""
    knowledge = check_consistent(_game(game, words))
    advice = advise(knowledge, 1, work.limits)
    best = advice[0]
    proven = advice.exact and advice.fallback is None
    origin = Fault(N_("By exact search: no guess is better.")) if proven else advice.origin
    faults = [best.sentence, origin] if len(knowledge) > 1 else [best.sentence]
    return {
        "guess": best.text,
        "colors": list(best.code),
        "possible": best.figures.possible,
        "expected": None if best.expected is None else float(best.expected),
        "cells": best.figures.cells,
        "worst": best.figures.worst,
        "exact": proven,
        "faults": [fault_to_json(fault) for fault in faults],
    }
