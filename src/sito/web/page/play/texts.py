"""What the view Play says of a game: as text on the page, and as announcements, once for each change."""

from __future__ import annotations

from sito.errors import N_
from sito.rules.rules import FeedbackKind
from sito.show.i18n import _, fault_text, join_sentences, ngettext
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
    sentence = _("Guess {rules}.") if state.level == "adversarial" else _("I have a code: {rules}.")
    return sentence.format(rules=game_sentence(state.rules))


def about_texts(state: PlayState) -> list[str]:
    """Says what is special about a game, in sentences."""
    told = []
    if state.day is not None:
        told.append(_("This is the puzzle of {day}.").format(day=state.day))
    elif state.number is not None:
        told.append(_("This is game {number}.").format(number=state.number))
    if state.level == "adversarial":
        told.append(_("I commit to no code: I answer so that you need as many guesses as I can force."))
    if state.rules.lies:
        sentence = ngettext(
            "Up to {count} answer may be wrong, but I always tell truly whether a guess is the code.",
            "Up to {count} answers may be wrong, but I always tell truly whether a guess is the code.",
            state.rules.lies,
        )
        told.append(sentence.format(count=state.rules.lies))
    if state.hard:
        told.append(hard_sentence(board_rules(state.rules)))
    return told


def count_text(state: PlayState) -> str:
    """Says how many codes are possible; nothing where they are not counted."""
    if state.left is None or state.over:
        return ""
    return fault_text(how_many_possible(board_rules(state.rules), state.left))


def ending_text(state: PlayState) -> str:
    """Says how a game has ended."""
    if state.won:
        count = len(state.turns)
        found = ngettext("You have found it in {count} guess.", "You have found it in {count} guesses.", count)
        return found.format(count=count)
    return _("You have given up.") if state.given_up else _("No rounds are left.")


def secret_text(state: PlayState) -> str:
    """Says what the code was, or that an adversarial codemaker had none; and what a liar has lied about."""
    if state.level == "adversarial":
        agrees = "" if state.won else _("{code} agrees with all my answers.").format(code=state.secret)
        return join_sentences(agrees, _("I had committed to no code."))
    code = "" if state.won else _("The code was {code}.").format(code=state.secret)
    if not state.rules.lies:
        return code
    lie = _("Answer {turn} was a lie: {guess} earns {truth}, not {answer}.")
    told = [
        lie.format(turn=each.turn, guess=state.turns[each.turn - 1].guess, truth=each.truth, answer=each.answer)
        for each in state.lies
    ]
    return join_sentences(code, *(told or [_("None of my answers was a lie.")]))


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
