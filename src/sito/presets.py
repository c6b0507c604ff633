"""Names of games, the heads of word rules, and the options after a name: texts, as `sito.rules` reads them."""

from __future__ import annotations

import re

PRESETS = {
    "mastermind": "4x6",
    "super-mastermind": "5x8",
    "bulls-and-cows": "4x10-distinct",
    "bulls-and-cows-repeats": "4x10",
    "logik": "5x8-numbers",
}
"""Names for rules that need no word list, and their canonical texts."""

WORD_PRESETS = {
    "terminal-hacking": "words-black:",
    "wordle-like": "words-position:",
}
"""Names for rules that need a word list, and what stands before its name in their canonical texts."""

LIES = re.compile(r"lies([0-9]{1,9})")
"""The part of rules that says how often the codemaker may lie."""


_OPTION = re.compile(rf"{LIES.pattern}|hard|consistent")


def split_options(name: str) -> tuple[str, str]:
    """Takes lies and hard modes out of rules.

    >>> split_options("words-position-hard-lies1"), split_options("mastermind")
    (('words-position', '-hard-lies1'), ('mastermind', ''))
    """
    parts = name.split("-")
    added = [part for part in parts if _OPTION.fullmatch(part)]
    return "-".join(part for part in parts if part not in added), "".join(f"-{part}" for part in added)


def names_words(text: str) -> bool:
    """Tells whether a text begins as the rules of a word game do.

    >>> names_words("wordle-like-hard:answers.txt"), names_words("CBFF:o")
    (True, False)
    """
    named, _ = split_options(text.strip().partition(":")[0].lower())
    return named.split("-")[0] == "words" or named in WORD_PRESETS
