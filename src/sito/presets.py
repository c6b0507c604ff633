"""Names of games, the heads of word rules, and the lies at the end of rules: texts, as `sito.rules` reads them."""

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

WORDS = "words"
"""The name of the game with English words of five letters, which come with Sito."""

_USUAL_LENGTH = 5
_WORD_ANSWERS = ("black", "total", "position")

LIES = re.compile(r"lies([0-9]{1,9})")
"""The part of rules that says how often the codemaker may lie."""


def split_lies(name: str) -> tuple[str, str]:
    """Takes the lies off the end of rules.

    >>> split_lies("words-position-lies1"), split_lies("mastermind")
    (('words-position', '-lies1'), ('mastermind', ''))
    """
    before, hyphen, last = name.rpartition("-")
    return (before, hyphen + last) if hyphen and LIES.fullmatch(last) else (name, "")


def count_lies(text: str) -> int:
    """Reads `-lies1`, or nothing at all for no lies.

    >>> count_lies("-lies2"), count_lies("")
    (2, 0)
    """
    return int(text.removeprefix("-lies") or 0)


def packaged_rules(text: str) -> tuple[str, str] | None:
    """Takes apart rules whose words come with Sito: what stands before the list in other rules, and the list.

    None for other rules. The answer is given per position if nothing else is said.

    >>> packaged_rules("words"), packaged_rules("words-6-lies1"), packaged_rules("words-black")
    (('words-position', 'words-5'), ('words-position-lies1', 'words-6'), None)
    """
    head, *options = text.split("-")
    length = options.pop(0) if options and options[0].isdecimal() else ""
    told = [option for option in options if option in _WORD_ANSWERS]
    if head != "words" or ":" in text or (told and not length):
        return None
    answers = [] if told else ["position"]
    return "-".join(["words", *answers, *options]), f"words-{length or _USUAL_LENGTH}"


def names_words(text: str) -> bool:
    """Tells whether a text begins as the rules of a word game do.

    >>> names_words("wordle-like:answers.txt"), names_words("CBFF:o")
    (True, False)
    """
    head = text.strip().partition(":")[0].lower()
    return head.split("-")[0] == "words" or split_lies(head)[0] in WORD_PRESETS
