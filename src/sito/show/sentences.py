"""What every edge of the program says of rules, answers, levels and guesses: at a terminal and on a page."""

from __future__ import annotations

from collections.abc import Iterator

from sito.advice.levels import LEVELS
from sito.codes.code import CodeSpace
from sito.codes.hard_mode import usual_hard_mode
from sito.codes.notations import example_answer
from sito.errors import N_
from sito.explanation import GuessFacts, choice_faults
from sito.explanation.steps import earned
from sito.rules.rules import Allowed, FeedbackKind, HardMode, Notation, OwnAnswers, Rules
from sito.rules.text import PRESETS
from sito.show.i18n import _, current_language, ended, fault_text, grouped, join_sentences, ngettext
from sito.sieve.knowledge import how_many_possible
from sito.strategies.strategy import Strategy, strategy_names
from sito.words.local_words import local_name
from sito.words.words import readable_name

_ANSWERS = {
    FeedbackKind.BLACK_WHITE: N_(
        "Answer x for each peg right in color and place, o for each right in color only (as in xxo, 2 1 or 2b1w), "
        "and just Enter or - for none."
    ),
    FeedbackKind.BLACK: N_("Answer with the number of pegs right in color and place."),
    FeedbackKind.TOTAL: N_("Answer with the number of pegs right in color, wherever they are."),
    FeedbackKind.POSITION: N_("Answer with a mark for each peg: g right place, y elsewhere in the code, - not in it."),
    FeedbackKind.NAIVE: N_(
        "Answer with a mark for each peg by itself: g right place, y elsewhere in the code, however often the guess "
        "has its color, - not in it."
    ),
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
    FeedbackKind.NAIVE: N_(
        "Answer with a mark for each letter by itself: g right place, y elsewhere in the word, however often the guess "
        "has it, - not in it."
    ),
}


def truthful_sentence(rules: Rules) -> str:
    """Says of a game that is played without a liar that no answer is a lie, although the rules allow lies."""
    told = _("The rules {rules} allow lies, but here all answers are true: the guesses only allow for lies.")
    return told.format(rules=rules)


def answer_sentence(rules: Rules) -> str:
    """Says how to answer a guess."""
    if isinstance(rules.feedback, OwnAnswers):
        told = _("Answer with one of these: {answers}.")
        return told.format(answers=rules.feedback.shown)
    return _((_WORD_ANSWERS if rules.allowed is Allowed.WORDS else _ANSWERS)[rules.feedback])


def marks_sentence(rules: Rules) -> str:
    """Says what the marks of an answer mean; nothing in games of one's own."""
    return join_sentences(*(ended(fault_text(mark)) for mark in earned(rules)))


def turns_sentence(rules: Rules) -> str:
    """Says how to write a turn, with an example that can be read."""
    example = f"{CodeSpace(rules, guesses=True).example} {example_answer(rules)}"
    return _("Write your turns, such as {example}: the guess and its answer.").format(example=example)


def unknown_sentence(rules: Rules) -> str:
    """Says how to answer where a part of the answer is not known."""
    match rules.feedback:
        case FeedbackKind.BLACK_WHITE:
            return _(
                "If you do not know, answer ?; 2? is two x and an unknown number of o, and ?2 is two o and an unknown "
                "number of x."
            )
        case FeedbackKind.POSITION | FeedbackKind.NAIVE if rules.pegs > 1:
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
    if isinstance(rules.feedback, OwnAnswers):
        sentence = ngettext("one of {count} code", "one of {count} codes", space.size).format(count=space.size)
    elif rules.allowed is Allowed.WORDS:
        sentence = ngettext("a word of {pegs} letter", "a word of {pegs} letters", rules.pegs).format(pegs=rules.pegs)
    else:
        text = ngettext("{pegs} peg in the colors {symbols}", "{pegs} pegs in the colors {symbols}", rules.pegs)
        if rules.notation is Notation.DIGITS and rules.colors <= 10:
            text = ngettext("{pegs} digit from {symbols}", "{pegs} digits from {symbols}", rules.pegs)
        sentence = text.format(pegs=rules.pegs, symbols=" ".join(rules.symbols()))
    if rules.allowed is Allowed.DISTINCT:
        return _("{sentence}, all different, such as {example}").format(sentence=sentence, example=space.example)
    return _("{sentence}, such as {example}").format(sentence=sentence, example=space.example)


def codes_left_text(count: int, rules: Rules) -> str:
    """Says how many codes are possible; of a game of words, how many words. From a million on digits are grouped."""
    told = fault_text(how_many_possible(rules, count))
    return told if count < 10**6 else told.replace(str(count), grouped(count))


def hard_sentence(rules: Rules | None = None) -> str:
    """Says what the hard mode of a game asks for, or the usual one of such games."""
    mode = HardMode.CONSISTENT if rules is None else usual_hard_mode(rules)
    if mode is HardMode.HARD:
        return _("Hard mode: every guess must use all that the answers have shown.")
    if mode is HardMode.STRICT:
        return _(
            "Hard mode: every guess must use all that the answers have shown, and nothing that they have shown not to "
            "be in the code."
        )
    return _("Hard mode: every guess must agree with all the answers so far.")


# Names of games and levels


def game_name(rules: str) -> str:
    """Names the game of these rules as people call it; rules without a name are called by their text."""
    for preset, text in PRESETS.items():
        if text == rules:
            called = (local_name(preset, current_language()) or preset).replace("-", " ")
            return called[:1].upper() + called[1:]
    return readable_name(rules)


_LEVEL_NAMES = {
    "beginner": N_("Beginner"),
    "easy": N_("Easy"),
    "medium": N_("Medium"),
    "hard": N_("Hard"),
    "expert": N_("Expert"),
    "optimal": N_("Optimal"),
}


def level_names() -> dict[str, str]:
    """Lists the levels of the computer, the weakest first, by what they are called where people choose one."""
    return {level.name: _(_LEVEL_NAMES[level.name]) for level in LEVELS}


def level_sentence(level: str) -> str:
    """Says how well the computer guesses, or with which strategy."""
    names = level_names()
    if level not in names:
        return _("strategy: {strategy}").format(strategy=level)
    return _("The computer guesses at the level {level}.").format(level=names[level])


_LEVEL_LINES = {
    "beginner": N_("asks for one color after the other, or guesses at random"),
    "easy": N_("takes the first code that fits"),
    "medium": N_("takes any code that fits"),
    "hard": N_("leaves the fewest codes at worst"),
    "expert": N_("asks for the answer that tells the most"),
    "optimal": N_("plays as well as it can"),
}


def levels() -> list[tuple[str, str]]:
    """Lists the levels of the computer, the weakest first, each with what is said about it."""
    return [(level.name, _(_LEVEL_LINES[level.name])) for level in LEVELS]


# Strategies

STRATEGY_LINES = {
    "best": N_("the guess after which the fewest guesses are expected"),
    "careless": N_("any code, and only now and then one that agrees with all answers"),
    "color-by-color": N_("one color after the other, always in a code that agrees with all answers"),
    "color-by-color-narrowing": N_("as color-by-color, and keeps its promise of few guesses"),
    "distinct-first": N_("first a code of different colors, then the first that agrees with all answers"),
    "entropy": N_("the guess whose answer tells the most"),
    "expected-size": N_("the guess that leaves the fewest codes on average"),
    "first-consistent": N_("the first code that agrees with all answers"),
    "halving": N_("counts each color on all pegs, then on halves of the board; for boards of any size"),
    "level": N_("a level of the computer, as in level:easy"),
    "minimax": N_("the guess that leaves the fewest codes at worst"),
    "most-parts": N_("the guess that can have the most different answers"),
    "random-consistent": N_("any code that agrees with all answers"),
    "tree": N_("from a strategy tree, as in tree:best.tree"),
    "uniform-probe": N_("asks for one color after the other, then tries arrangements"),
}
"""What each strategy of this package guesses, in a few words."""


def strategies() -> list[tuple[str, str]]:
    """Lists the strategies, each with what it guesses; of those of plug-ins nothing is said."""
    return [(name, strategy_line(name)) for name in strategy_names()]


def strategy_line(name: str) -> str:
    """Says in a few words what a strategy guesses; nothing of those of plug-ins."""
    return _(STRATEGY_LINES.get(name, ""))


def why_sentences(facts: GuessFacts, strategy: Strategy | None = None) -> Iterator[str]:
    """Gives the sentences about a guess, and how the strategy came to it."""
    return map(fault_text, choice_faults(facts, strategy_text(strategy)))


def strategy_text(strategy: Strategy | None) -> str | None:
    """Gives the text of a strategy, if there is one."""
    return None if strategy is None else str(strategy)
