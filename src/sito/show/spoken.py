"""Codes and answers in words, for those who hear the screen read."""

from __future__ import annotations

from collections.abc import Iterable

from sito.codes.code import Code, CodeSpace
from sito.codes.completions import UNKNOWN_PEG
from sito.codes.feedback import Answer, Turn
from sito.codes.partial import UNKNOWN
from sito.rules.rules import FeedbackKind, Notation, Rules
from sito.show.i18n import _, ngettext
from sito.words.letters import letters_of


def marks_known(rules: Rules, turns: Iterable[Turn | tuple[Code, Answer]]) -> dict[int, int]:
    """Gives the best mark that each color has earned in answers per position: 2 in place, 1 elsewhere, 0 not there.

    >>> from sito.playing.game import Transcript
    >>> game = Transcript.parse("4x6-position ABCC:gy--")
    >>> marks_known(game.rules, game.turns)
    {0: 2, 1: 1, 2: 0}
    """
    known: dict[int, int] = {}
    if rules.feedback.marks_pegs:
        for guess, answer in turns:
            for color, mark in zip(guess, answer.marks, strict=False):
                if mark is not None and color != UNKNOWN_PEG:
                    known[color] = max(mark, known.get(color, 0))
    return known


def letters_in_words(rules: Rules, turns: Iterable[Turn | tuple[Code, Answer]]) -> str:
    """Says what the answers tell of each letter; nothing in games that are not of words with a mark for each letter."""
    if rules.notation is not Notation.WORD or not rules.feedback.marks_pegs:
        return ""
    known = marks_known(rules, turns)
    groups = {
        mark: " ".join(letter for color, letter in enumerate(rules.symbols()) if known.get(color) == mark) or "-"
        for mark in (2, 1, 0, None)
    }
    sentence = _("In place: {green}. Elsewhere: {yellow}. Not in the word: {grey}. Not tried: {rest}.")
    return sentence.format(green=groups[2], yellow=groups[1], grey=groups[0], rest=groups[None])


def symbols_of(rules: Rules, code: Code) -> list[str]:
    """Gives the symbol of each peg of a code."""
    if rules.notation is Notation.WORD:
        return list(letters_of(CodeSpace(rules, guesses=True).text(code)))
    symbols = rules.symbols()
    return [UNKNOWN if color == UNKNOWN_PEG else symbols[color] for color in code]


def code_words(rules: Rules, code: Code) -> str:
    """Gives the symbols of a code apart, so that each is read by itself."""
    return " ".join(symbols_of(rules, code))


def answer_words(rules: Rules, guess: Code, answer: Answer) -> str:
    """Says an answer in words."""
    if answer.tells_nothing and UNKNOWN in str(answer):
        return _("not known")
    if answer.kind.marks_pegs:
        return _position_words(rules, guess, answer)
    if UNKNOWN in str(answer):
        return str(answer)
    black, total = answer.black, answer.total
    if answer.kind is FeedbackKind.TOTAL:
        return ngettext("{count} right, wherever it is", "{count} right, wherever they are", total or 0).format(
            count=total or 0
        )
    in_place = ngettext("{count} in place", "{count} in place", black or 0).format(count=black or 0)
    if answer.kind is FeedbackKind.BLACK:
        return in_place
    white = answer.white or 0
    elsewhere = ngettext("{count} in another place", "{count} in another place", white).format(count=white)
    return _("{in_place}, {elsewhere}").format(in_place=in_place, elsewhere=elsewhere)


def _position_words(rules: Rules, guess: Code, answer: Answer) -> str:
    word = rules.notation is Notation.WORD
    said = {
        2: _("{symbol}: in place"),
        1: _("{symbol}: another place"),
        0: _("{symbol}: not in the word") if word else _("{symbol}: not in the code"),
        None: _("{symbol}: not known"),
    }
    parts = [
        said[mark].format(symbol=symbol) for symbol, mark in zip(symbols_of(rules, guess), answer.marks, strict=True)
    ]
    return "; ".join(parts)
