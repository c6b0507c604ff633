"""How a review is told: as a table with sentences."""

from __future__ import annotations

from sito.cli.output import emit, show_table
from sito.games.finished import Breaker, FinishedGame, clock
from sito.reviews import Review, ReviewedGuess
from sito.show.i18n import _, pgettext
from sito.show.in_words.reviews import UNKNOWN, decimals, expectation_text, mark_text, review_sentences, signed
from sito.show.render import Column, Line, code_line, feedback_line, plain


def who_guessed(breaker: Breaker, strategy: str | None) -> str:
    """Says who guessed."""
    if breaker is Breaker.HUMAN:
        return _("you")
    return _("the computer") if strategy is None else _("the computer, {strategy}").format(strategy=strategy)


def game_heading(finished: FinishedGame) -> str:
    """Says of a game that was kept who guessed, and when it ended."""
    if finished.breaker is Breaker.HUMAN:
        return _("your guesses, {date}").format(date=clock(finished.date))
    if finished.strategy is None:
        return _("the computer's guesses, {date}").format(date=clock(finished.date))
    theirs = _("the computer's guesses, as {strategy} plays, {date}")
    return theirs.format(strategy=finished.strategy, date=clock(finished.date))


def show_review(review: Review) -> None:
    """Writes a review for a person."""
    emit(str(review.game))
    if not review.guesses:
        emit(_("There is no guess to review."))
        return
    show_table(_columns(), [_row(review, guess) for guess in review])
    for sentence in review_sentences(review):
        emit(sentence)


def _columns() -> list[Column]:
    codes = [Column(_("before"), right=True, spare=5), Column(pgettext("codes", "left"), right=True, spare=2)]
    expected = [Column(_("to go"), right=True, spare=4), Column(_("then"), right=True, spare=3)]
    judged = [
        Column(_("loss"), right=True),
        Column(_("luck"), right=True, spare=1),
        Column(pgettext("how good a guess was", "mark")),
    ]
    return [Column("#", right=True), Column(_("guess")), Column(_("answer")), *codes, *expected, *judged]


def _row(review: Review, guess: ReviewedGuess) -> list[Line]:
    return [
        plain(guess.number),
        code_line(review.game.rules, guess.guess),
        feedback_line(guess.answer),
        plain(guess.left_before),
        plain(guess.left_after),
        plain(expectation_text(guess.before)),
        plain(expectation_text(guess.after)),
        plain(UNKNOWN if guess.loss is None else decimals(guess.loss, proven=guess.loss_is_exact)),
        plain(UNKNOWN if guess.luck is None else signed(guess.luck, proven=guess.luck_is_exact)),
        plain(UNKNOWN if guess.mark is None else mark_text(guess.mark)),
    ]
