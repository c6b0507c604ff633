"""Names of games, the heads of word rules, and the options after a name: texts, as `sito.rules.rules` reads them."""

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

KNOWN_ELSEWHERE = {
    "wordle": "words",
    "dordle": "words --boards 2",
    "quordle": "words --boards 4",
    "absurdle": "words --maker adversarial",
    "fallout": "terminal-hacking",
}
"""Names under which people know a game, and what to write for it instead."""

_USUAL_LENGTH = 5
_ANY_WORD = re.compile("any[0-9]{0,9}")
_WORD_ANSWERS = ("black", "total", "position")

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


def packaged_rules(text: str) -> tuple[str, str] | None:
    """Takes apart rules whose words come with Sito: what stands before the list in other rules, and the list.

    None for other rules. The answer is given per position if nothing else is said. A list whose every
    word may be the secret has `+any` behind it, as in other rules.

    >>> packaged_rules("words"), packaged_rules("words-6-lies1"), packaged_rules("words-black")
    (('words-position', 'words-5'), ('words-position-lies1', 'words-6'), None)
    >>> packaged_rules("words-hard+any")
    ('words-position-hard', 'words-5+any')
    """
    text, plus, any_word = text.partition("+")
    if plus and not _ANY_WORD.fullmatch(any_word):
        return None
    head, *options = text.split("-")
    length = options.pop(0) if options and options[0].isdecimal() else ""
    told = [option for option in options if option in _WORD_ANSWERS]
    if head != "words" or ":" in text or (told and not length):
        return None
    answers = [] if told else ["position"]
    return "-".join(["words", *answers, *options]), f"words-{length or _USUAL_LENGTH}{plus}{any_word}"


def names_words(text: str) -> bool:
    """Tells whether a text begins as the rules of a word game do.

    >>> names_words("wordle-like-hard:answers.txt"), names_words("CBFF:o")
    (True, False)
    """
    named, _ = split_options(text.strip().partition(":")[0].lower())
    return named.split("-")[0] == "words" or named in WORD_PRESETS
