"""Reads rules, games and word lists that a client sent. Nothing here opens a file, whatever a text names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sito.codes.code import CodeSpace
from sito.codes.feedback import Turn
from sito.errors import N_, NN_, Fault, InputError, LimitError, TranscriptError
from sito.playing.game import Transcript
from sito.rules.rules import Rules
from sito.web.words import built_in
from sito.web.work import Work
from sito.words.words import WordList

Turns = Sequence[Sequence[str]]
"""Turns of a game as they come from a client: pairs of a guess and its answer."""
WordTexts = Sequence[str] | Mapping[str, Any]
"""A word list as it comes from a client: the words, or lists of `secrets`, of further `guesses` and of `weights`."""

MOST_TURNS = 200
MOST_WORDS = 20_000
_LONGEST_TEXT = 1000  # characters of rules


def read_words(words: WordTexts | None) -> WordList | None:
    """Makes the word list that a client sent. Raises `RulesError` for words that cannot be used, `LimitError` for many.

    >>> read_words({"secrets": ["bear", "seal"], "guesses": ["lion"]}).guesses
    ('BEAR', 'LION', 'SEAL')
    """
    if words is None:
        return None
    lists = words if isinstance(words, Mapping) else {"secrets": words}
    if (count := len(lists.get("secrets") or ()) + len(lists.get("guesses") or ())) > MOST_WORDS:
        many = NN_(
            "{count} word was given; a list may have up to {most}",
            "{count} words were given; a list may have up to {most}",
        )
        raise LimitError(Fault(*many, count=count, most=MOST_WORDS))
    return WordList.of_value(lists)


def read_rules(work: Work, text: str, words: WordTexts | None = None) -> Rules:
    """Reads rules; those of a word game mean the words that came with them, whatever name they give the list.

    Without words they name a list that comes with Sito.

    Raises `RulesError`, and `LimitError` for a game of more codes than the service examines.
    """
    if isinstance(text, str) and len(text) > _LONGEST_TEXT:
        raise InputError(Fault(N_("the rules have {count} characters; write them as in 4x6"), count=len(text)))
    rules = Rules.parse(text, read_words(words) or built_in)
    check_size(work, rules)
    return rules


def check_size(work: Work, rules: Rules) -> None:
    """Raises `LimitError` for a game of more codes than the service examines."""
    size = CodeSpace(rules).size
    if size > work.codes:
        many = NN_(
            "the game {rules} has {count} code and this service takes up to {most}; take fewer pegs or colors",
            "the game {rules} has {count} codes and this service takes up to {most}; take fewer pegs or colors",
        )
        raise LimitError(Fault(*many, rules=str(rules), count=size, most=work.codes))


def read_game(work: Work, rules: str, turns: Turns, words: WordTexts | None = None) -> Transcript:
    """Reads a game: its rules, and turns of which parts may be unknown. Raises `InputError` with every fault."""
    check_turns(len(turns))
    game = read_rules(work, rules, words)
    space = CodeSpace(game, guesses=True)
    faults: list[Fault] = []
    read: list[Turn] = []
    for turn in turns:
        if len(turn) != 2:
            wrong = N_("{turn!r} is no turn; a turn is a guess and its answer, as in {example}")
            faults.append(Fault(wrong, turn=turn, example="('AABB', 'xo')"))
            continue
        try:
            guess, answer = turn
            read.append(Turn.read(guess, answer, space))
        except InputError as error:
            faults.extend(error.faults)
    TranscriptError.check(faults)
    return Transcript(game, read)


def check_turns(count: int) -> None:
    """Raises `LimitError` for a game of more turns than the service takes."""
    if count > MOST_TURNS:
        many = NN_(
            "the game has {count} turn; this service takes up to {most}",
            "the game has {count} turns; this service takes up to {most}",
        )
        raise LimitError(Fault(*many, count=count, most=MOST_TURNS))
