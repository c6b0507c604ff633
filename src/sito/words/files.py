"""Lists of words from files."""

from __future__ import annotations

import json
import os
from urllib.parse import unquote

from sito.base.files import read_limited
from sito.errors import N_, RulesError
from sito.words.lists import PACKAGED, packaged
from sito.words.own import listed_of_value
from sito.words.weights import Column, read_column
from sito.words.words import WordList

_MOST_BYTES = 1 << 24
"""The longest file of words that is read: longer than any list that can be played."""


def read_word_list(text: str) -> WordList:
    """Reads the word list of a game from the one or two files that a text names: `SECRETS` or `SECRETS+GUESSES`.

    The command line passes this function as `words=` to the parsers of rules. The words of a file are separated by
    spaces or new lines; lines that begin with `#` are skipped. Where each line of the secrets is a word and a number,
    such as `crane 12.5`, the number says how likely the word is; a word with 0 may be guessed and is no secret. Plus,
    percent and space in the name of a file are written `%2B`, `%25`, `%20`. The text becomes the name of the list.
    A file whose name ends in `.json` has a game of one's own, or words, as `WordList.to_value` gives them.
    `words-3` to `words-8` are lists that come with Sito, unless there is a file of that name. Raises `RulesError`
    with every fault.

    >>> read_word_list("no-such-file+no-other")
    Traceback (most recent call last):
    sito.errors.RulesError: no-such-file cannot be read: No such file or directory
    no-other cannot be read: No such file or directory
    """
    if text in PACKAGED and not os.path.exists(text):
        return packaged(text)
    if text.endswith(".json"):
        return _read_own(text)
    names = [unquote(part, errors="surrogateescape") for part in text.split("+")]
    if len(names) > 2 or not all(names):
        several = N_("{text!r} is not one file or two; write SECRETS or SECRETS+GUESSES (a plus in a name as %2B)")
        raise RulesError.said(several, text=text)
    lists = RulesError.gather(_read_words, names)
    if len(lists) == 2 and lists[1].weights is not None:
        weighed = N_("{file} lists the words that may be guessed, which have no weights; leave the numbers out")
        raise RulesError.said(weighed, file=names[1])
    secrets, weights = lists[0]
    return WordList.of(secrets, lists[1].words if len(lists) == 2 else None, text, weights)


def _read_own(text: str) -> WordList:
    name = unquote(text, errors="surrogateescape")
    try:
        value = json.loads(read_limited(name, _MOST_BYTES))
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, dict):
        wrong = N_("{file} is not a game in JSON; it needs {names}, as rules.words.to_value() gives them")
        raise RulesError.said(wrong, file=name, names="secrets, answers, table")
    return listed_of_value(value, text)


def _read_words(name: str) -> Column:
    try:
        text = read_limited(name, _MOST_BYTES).decode("utf-8-sig")
        if "\0" in text:
            raise ValueError
    except ValueError:
        no_text = N_("the word list {file} is not text; save it as UTF-8, one word a line")
        raise RulesError.said(no_text, file=name) from None
    return read_column(text, name)
