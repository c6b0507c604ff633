"""`sito review --all`: totals over the finished games that were kept, for each who guessed and for each game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sito.base.limits import Limits
from sito.cli.output import emit, emit_json, message, settings, show_table
from sito.cli.review.input import all_games
from sito.cli.watch import showing
from sito.errors import SitoError
from sito.games.finished import Breaker, FinishedGame, clock
from sito.operations.reviews import twice
from sito.reviews import Mark, Review, ReviewedGuess, Totals, TurnLoss, add_up, review
from sito.show.i18n import _, error_text, ngettext, pgettext
from sito.show.in_words.reviews import UNKNOWN, decimals, expectation_text, mark_text, review_sentences, signed
from sito.show.render import Column, Line, code_line, feedback_line, plain
from sito.words.words import readable_name


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


_Group = tuple[Breaker, str | None, str]
"""Who guessed, the strategy of the computer, and the text of the rules."""


def show_totals(limits: Limits) -> None:
    """Reviews all games that were kept and writes their totals; Ctrl-C ends it with those of the games so far."""
    games = all_games()
    groups: dict[_Group, list[Review]] = {}
    try:
        with showing(_("Reviewing the games"), len(games)) as watch:
            for done, game in enumerate(games, 1):
                key = (game.breaker, game.strategy, str(game.played.rules))
                try:
                    groups.setdefault(key, []).append(review(game.played, game.secret, limits))
                except SitoError as error:
                    message(f"{game.game}: {error_text(error)}")
                watch.show(_("{done} of {count} games").format(done=done, count=len(games)), done)
    finally:
        _show(groups)


def _show(groups: dict[_Group, list[Review]]) -> None:
    ordered = sorted(groups, key=lambda key: (key[0] is Breaker.COMPUTER, key[1] or "", key[2]))
    totals = [(key, add_up(groups[key])) for key in ordered if groups[key]]
    if settings.json:
        emit_json({"groups": [_as_json(key, total) for key, total in totals]})
        return
    for key, total in totals:
        for sentence in _sentences(key, total):
            emit(sentence)


def _sentences(key: _Group, totals: Totals) -> Iterator[str]:
    breaker, strategy, rules = key
    yield _("{who}, {rules}:").format(who=who_guessed(breaker, strategy), rules=readable_name(rules))
    if totals.mean_guesses is None:
        text = ngettext("{count} game, none won", "{count} games, none won", totals.games)
        yield "  " + text.format(count=totals.games)
    else:
        text = ngettext(
            "{count} game, {won} won, with {mean} guesses on average",
            "{count} games, {won} won, with {mean} guesses on average",
            totals.games,
        )
        yield "  " + text.format(count=totals.games, won=totals.won, mean=decimals(totals.mean_guesses))
    if totals.accuracy is None or totals.mean_loss is None or totals.mean_luck is None:
        return
    text = _("a game: loss {loss}, luck {luck}; accuracy {accuracy} of 100")
    loss, luck = decimals(totals.mean_loss, proven=totals.exact), signed(totals.mean_luck, proven=totals.exact)
    yield "  " + text.format(loss=loss, luck=luck, accuracy=f"{float(totals.accuracy):.0f}")
    counted = [
        _("{mark} {count}").format(mark=mark_text(mark), count=count) for mark, count in totals.marks.items() if count
    ]
    yield "  " + _("marks: {marks}").format(marks=", ".join(counted))
    turns = "  ".join(f"{turn.number}: {decimals(turn.mean)}" for turn in totals.by_turn)
    yield "  " + _("loss by guess: {turns}").format(turns=turns)
    costliest = totals.costliest_turn
    if costliest is not None:
        share = round(100 * costliest.loss / totals.loss)
        text = _("most is lost at guess {number}: {share} percent of all")
        yield "  " + text.format(number=costliest.number, share=share)


def _as_json(key: _Group, totals: Totals) -> dict[str, Any]:
    breaker, strategy, rules = key
    costliest = totals.costliest_turn
    return {
        "breaker": breaker.value,
        "strategy": strategy,
        "rules": rules,
        "games": totals.games,
        "won": totals.won,
        "guesses": totals.guesses,
        **twice("mean_guesses", totals.mean_guesses),
        **twice("mean_loss", totals.mean_loss),
        **twice("mean_luck", totals.mean_luck),
        **twice("accuracy", totals.accuracy),
        "proven": totals.exact,
        "marks": {mark.value: totals.marks[mark] for mark in Mark},
        "by_turn": [_turn_as_json(turn) for turn in totals.by_turn],
        "costliest_turn": None if costliest is None else costliest.number,
    }


def _turn_as_json(turn: TurnLoss) -> dict[str, Any]:
    return {"number": turn.number, "guesses": turn.guesses, **twice("mean_loss", turn.mean)}
