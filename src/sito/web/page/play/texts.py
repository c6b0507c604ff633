"""What the view Play says of a game: as text on the page, and as announcements, once for each change."""

from __future__ import annotations

from sito.errors import N_
from sito.rules.rules import FeedbackKind
from sito.show.game_sentences import farewell, maker_sentences, maker_task, play_ending, which_sentence
from sito.show.i18n import _, fault_text, join_sentences
from sito.show.sentences import hard_sentence
from sito.sieve.knowledge import how_many_possible
from sito.web.games.states import PlayState, RulesView
from sito.web.page.play.shown import board_rules, game_sentence, turn_text

_ANSWERS = {
    FeedbackKind.BLACK_WHITE: N_("Black: a right color in its right place. White: a right color in another place."),
    FeedbackKind.BLACK: N_("Black: a right color in its right place."),
    FeedbackKind.TOTAL: N_("Each peg of the answer is a right color, in its place or in another."),
    FeedbackKind.POSITION: N_("Green: in its right place. Yellow: in another place. Grey: not there."),
}


def answers_text(rules: RulesView) -> str:
    """Says how answers are to be read."""
    return _(_ANSWERS[FeedbackKind(rules.feedback)])


def task_text(state: PlayState) -> str:
    """Says what is to be guessed."""
    return maker_task(game_sentence(state.rules), adversarial=state.level == "adversarial")


def about_texts(state: PlayState) -> list[str]:
    """Says what is special about a game, in sentences."""
    which = which_sentence(state.number, state.day)
    maker = maker_sentences(state.rules.lies, adversarial=state.level == "adversarial")
    return [*filter(None, [which]), *maker, *([hard_sentence(board_rules(state.rules))] if state.hard else [])]


def count_text(state: PlayState) -> str:
    """Says how many codes are possible; nothing where they are not counted."""
    if state.left is None or state.over:
        return ""
    return fault_text(how_many_possible(board_rules(state.rules), state.left))


def ending_text(state: PlayState) -> str:
    """Says how a game has ended."""
    return play_ending(len(state.turns), won=state.won, given_up=state.given_up)


def secret_text(state: PlayState) -> str:
    """Says what the code was, or that an adversarial codemaker had none; and what a liar has lied about."""
    lies = [{**vars(each), "guess": state.turns[each.turn - 1].guess} for each in state.lies]
    told = farewell(
        state.secret, lies if state.rules.lies else None, won=state.won, adversarial=state.level == "adversarial"
    )
    return join_sentences(*told)


def news_text(state: PlayState, count: bool) -> str:
    """Says what has just changed: the last guess and its answer, and how the game stands; `count` tells the codes."""
    last = turn_text(state.rules, state.turns[-1]) if state.turns else ""
    if state.over:
        return join_sentences(last, ending_text(state), secret_text(state))
    left = count_text(state) if count else ""
    return join_sentences(last, left)


def totals_text(state: PlayState) -> str:
    """Sums up the rounds that have ended."""
    won = sum(each.won for each in state.rounds)
    guesses = sum(each.guesses for each in state.rounds)
    told = _("Found: {won} of {rounds}. Guesses in all: {guesses}.")
    return told.format(won=won, rounds=len(state.rounds), guesses=guesses)
