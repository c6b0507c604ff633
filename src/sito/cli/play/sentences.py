"""Sentences about rules and answers that several commands say, and games as JSON."""

from __future__ import annotations

import json
from typing import Any

from sito.code import CodeSpace
from sito.errors import N_
from sito.game import Transcript
from sito.i18n import _, fault_text, ngettext
from sito.knowledge import how_many_possible
from sito.repairs import Change, Diagnosis
from sito.rules import Allowed, FeedbackKind, Rules

REPAIRS_SHOWN = 100
"""The most repairs of a game that JSON lists; there may be thousands."""

_ANSWERS = {
    FeedbackKind.BLACK_WHITE: N_(
        "Answer x for each peg right in color and place, o for each right in color only (as in xxo, 2 1 or 2b1w), "
        "and just Enter or - for none."
    ),
    FeedbackKind.BLACK: N_("Answer with the number of pegs right in color and place."),
    FeedbackKind.TOTAL: N_("Answer with the number of pegs right in color, wherever they are."),
    FeedbackKind.POSITION: N_("Answer with a mark for each peg: g right place, y elsewhere in the code, - not in it."),
}
_WORD_ANSWERS = {
    FeedbackKind.BLACK_WHITE: N_(
        "Answer x for each letter in its right place, o for each in another place of the word (as in xxo, 2 1 or "
        "2b1w), and just Enter or - for none."
    ),
    FeedbackKind.BLACK: N_("Answer with the number of letters in their right place."),
    FeedbackKind.TOTAL: N_("Answer with the number of letters that are in the word, wherever they are."),
    FeedbackKind.POSITION: N_(
        "Answer with a mark for each letter: g right place, y elsewhere in the word, - not in it."
    ),
}


def truthful_sentence(rules: Rules) -> str:
    """Says of a game that is played without a liar that no answer is a lie, although the rules allow lies."""
    told = _("The rules {rules} allow lies, but here all answers are true: the guesses only allow for lies.")
    return told.format(rules=rules)


def answer_sentence(rules: Rules) -> str:
    """Says how to answer a guess."""
    return _((_WORD_ANSWERS if rules.allowed is Allowed.WORDS else _ANSWERS)[rules.feedback])


def unknown_sentence(rules: Rules) -> str:
    """Says how to answer where a part of the answer is not known."""
    match rules.feedback:
        case FeedbackKind.BLACK_WHITE:
            return _(
                "If you do not know, answer ?; 2? is two x and an unknown number of o, and ?2 is two o and an unknown "
                "number of x."
            )
        case FeedbackKind.POSITION if rules.pegs > 1:
            return _("If you do not know, answer ?, or write ? for a single mark that you do not know.")
        case _:
            return _("If you do not know, answer ?.")


def lies_sentence(rules: Rules) -> str:
    """Says how often the codemaker may lie, and about what not."""
    sentence = ngettext(
        "Up to {count} answer of a game may be wrong, but whether a guess is the code is always told truly.",
        "Up to {count} answers of a game may be wrong, but whether a guess is the code is always told truly.",
        rules.lies,
    )
    return sentence.format(count=rules.lies)


def rules_sentence(rules: Rules) -> str:
    """Says what a code of the game looks like."""
    space = CodeSpace(rules)
    if rules.allowed is Allowed.WORDS:
        sentence = ngettext("a word of {pegs} letter", "a word of {pegs} letters", rules.pegs).format(pegs=rules.pegs)
    else:
        text = ngettext("{pegs} peg in the colors {symbols}", "{pegs} pegs in the colors {symbols}", rules.pegs)
        sentence = text.format(pegs=rules.pegs, symbols=" ".join(rules.symbols()))
    if rules.allowed is Allowed.DISTINCT:
        return _("{sentence}, all different, such as {example}").format(sentence=sentence, example=space.example)
    return _("{sentence}, such as {example}").format(sentence=sentence, example=space.example)


def game_as_json(game: Transcript) -> dict[str, Any]:
    """Gives a game for a JSON object, without a version of its own, and without the words, which may be thousands."""
    value: dict[str, Any] = json.loads(game.to_json())
    return {name: part for name, part in value.items() if name not in ("version", "words")}


def change_as_json(rules: Rules, change: Change) -> dict[str, Any]:
    """Gives a wrong answer and the right one for a JSON object; turns are counted from 1."""
    return {
        "turn": change.index + 1,
        "guess": CodeSpace(rules, guesses=True).text(change.turn.guess),
        "answer": str(change.turn.answer),
        "right": str(change.answer),
        "slip": str(change.slip),
    }


def diagnosis_as_json(diagnosis: Diagnosis) -> dict[str, Any]:
    """Gives what may be wrong with a game for a JSON object; turns are counted from 1."""
    repairs = [
        {
            "changes": [change_as_json(diagnosis.rules, change) for change in repair.changes],
            "codes": repair.codes,
            "likelihood": repair.likelihood,
        }
        for repair in diagnosis.repairs
    ]
    return {
        "clash": [index + 1 for index in diagnosis.clash],
        "repairs": repairs,
        "repairs_by_changes": list(diagnosis.counts),
        "stopped": diagnosis.stopped,
    }


def codes_left_text(count: int, rules: Rules) -> str:
    """Says how many codes are possible; of a game of words, how many words."""
    return fault_text(how_many_possible(rules, count))
