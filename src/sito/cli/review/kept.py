"""`sito review --all`: totals over the finished games that were kept, for each who guessed and for each game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sito.base.limits import Limits
from sito.cli.output import emit, emit_json, message, settings
from sito.cli.review.input import all_games
from sito.cli.review.report import who_guessed
from sito.cli.watch import showing
from sito.errors import SitoError
from sito.games.finished import Breaker
from sito.operations.reviews import twice
from sito.reviews import Mark, Review, Totals, TurnLoss, add_up, review
from sito.show.i18n import _, error_text, ngettext
from sito.show.in_words.reviews import decimals, mark_text, signed
from sito.words.words import readable_name

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
