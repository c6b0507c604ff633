"""What the view Keep says of a game: as text on the page, and as announcements, once for each change."""

from __future__ import annotations

from sito.codes.code import Code
from sito.show.i18n import _, fault_text, join_sentences, ngettext
from sito.show.sentences import hard_sentence, level_sentence
from sito.show.spoken import code_words
from sito.sieve.knowledge import how_many_possible
from sito.web.games.states import KeepState
from sito.web.page.play.shown import board_rules, game_sentence


def task_text(state: KeepState) -> str:
    """Says what to think of, and how many guesses the computer has."""
    think = _("Think of a code: {rules}.").format(rules=game_sentence(state.rules))
    if state.guesses is None:
        return think
    rounds = ngettext("I have {count} round to find it.", "I have {count} rounds to find it.", state.guesses)
    return join_sentences(think, rounds.format(count=state.guesses))


def about_text(state: KeepState) -> str:
    """Says how well the computer guesses, and whether it keeps to hard mode."""
    level = level_sentence(state.level)
    return join_sentences(level, hard_sentence() if state.hard else "")


def guess_text(state: KeepState) -> str:
    """Says the guess that waits for an answer."""
    code = code_words(board_rules(state.rules), Code(state.colors))
    return _("My guess {number}: {code}.").format(number=len(state.turns) + 1, code=code)


def count_text(state: KeepState) -> str:
    """Says how many codes are possible; nothing where they are not counted."""
    if state.left is None or state.over or state.conflict is not None:
        return ""
    if state.left == 1:
        return _("This must be it.")
    return fault_text(how_many_possible(board_rules(state.rules), state.left))


def ending_text(state: KeepState) -> str:
    """Says how a game has ended."""
    if state.won:
        count = len(state.turns)
        found = ngettext("I have found it in {count} guess.", "I have found it in {count} guesses.", count)
        return found.format(count=count)
    return _("You have given up.") if state.given_up else _("No rounds are left and I have not found it.")


def verdict_texts(state: KeepState) -> list[str]:
    """Says which answers were wrong, once the code is known."""
    if state.secret is None:
        return []
    if not state.verdicts:
        return [] if state.won else [_("All your answers were right.")]
    count = len(state.verdicts)
    wrong = ngettext("{count} answer was wrong:", "{count} answers were wrong:", count).format(count=count)
    return [wrong, *state.verdicts]


def news_text(state: KeepState) -> str:
    """Says what has just changed: the next guess of the computer, or how the game has ended."""
    if state.over:
        return join_sentences(ending_text(state), *verdict_texts(state))
    if state.guess is None:
        return ""
    return join_sentences(guess_text(state), count_text(state))
