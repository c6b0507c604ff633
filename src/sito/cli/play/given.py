"""A game as a user writes it on a command line: with its rules, or with those that --rules names."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from sito.cli.options import game_rules, read_game, read_rules
from sito.errors import N_, Fault, InputError, RulesError
from sito.playing.game import Transcript
from sito.rules.presets import names_words


def given_game(rules: str | None, text: str) -> Transcript:
    """Reads a game of one line; without rules in it, it is of the game that --rules names, or of the usual one."""
    head = next(iter(text.split()), "")
    if rules is None and (":" not in head or names_words(head)):
        return read_game(text)
    with rules_named_once(rules, text):
        return read_game(f"{game_rules(rules)} {text}")


def names_rules(text: str) -> bool:
    """Tells whether the first word of a text can be read as rules."""
    try:
        read_rules(text.split()[0])
    except RulesError:
        return False
    return True


@contextmanager
def rules_named_once(rules: str | None, text: str) -> Iterator[None]:
    """Says so if a text cannot be read as turns because it names the rules that --rules has named already."""
    try:
        yield
    except InputError:
        if rules is None or not names_rules(text):
            raise
        twice = N_("the rules are named twice, as --rules {option} and as {word} in the game; leave out one of them")
        raise InputError(Fault(twice, option=rules, word=text.split()[0])) from None
