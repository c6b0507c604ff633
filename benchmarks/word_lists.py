"""The word lists of real games, for benchmarks that are run where the lists lie beside the repository."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from sito.rules.rules import FeedbackKind, HardMode, Rules
from sito.words.words import WordList

FOLDER = Path(__file__).parents[2] / "shared" / "reference" / "words"


def are_here() -> bool:
    """Tells whether the lists are beside the repository."""
    return FOLDER.is_dir()


@lru_cache
def wordle(hard: HardMode | None = None) -> Rules:
    """Gives the rules of Wordle with its original lists: 2,315 words and 12,972 guesses."""
    secrets, guesses = (
        (FOLDER / f"original_{name}.txt").read_text(encoding="utf-8").split() for name in ("secrets", "guesses")
    )
    return Rules.of_words(WordList.of(secrets, guesses), FeedbackKind.POSITION, hard=hard)
