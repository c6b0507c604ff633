"""`sito duel`: you and the computer each hide a code and guess in turn."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

from sito.cli.command import command
from sito.cli.figures import percent
from sito.cli.options import OpponentOptions, RulesOptions, SittingOptions, game_seed, read_strategy
from sito.cli.output import emit_json, message, note, settings
from sito.cli.play.hints import ThinkingBreaker
from sito.cli.play.human import HumanBreaker, HumanMaker
from sito.cli.play.kinds import go_on
from sito.cli.play.mending import known_secret, tell_wrong_answers, wrong_as_json
from sito.cli.play.pictures import GamePicture, Guesser, Side, View
from sito.cli.play.saved import SavedGame, saved_strategy
from sito.cli.table import open_table
from sito.cli.table.commands import GiveUp
from sito.codes.code import Code, CodeSpace
from sito.errors import N_, InputError
from sito.games.duel import DuelGame
from sito.games.fields import SavedFields
from sito.operations.games import game_as_json
from sito.operations.operation import Ask, as_json
from sito.playing.duel import Duel, Order, Outcome, play_duel
from sito.playing.game import SecretKeeper, StrategyBreaker, Transcript, check_consistent
from sito.rules.rules import Rules
from sito.show.game_sentences import duel_ending, vast_sentence
from sito.show.i18n import _, join_sentences
from sito.show.sentences import answer_sentence, hard_sentence, rules_sentence
from sito.strategies.strategy import Strategy
from sito.strategies.tree.strategy_tree import BuildsTrees

if TYPE_CHECKING:
    from sito.odds import Odds

KIND = "duel"


class Beginner(StrEnum):
    """Who guesses first."""

    ME = "me"
    COMPUTER = "computer"


_WINNERS = {0: "tie", 1: "you", 2: "computer", None: None}


@dataclass(frozen=True, kw_only=True)
class DuelOptions:
    """How a new duel is fought."""

    first: Annotated[Beginner | None, Ask(N_("Who guesses first. Without it: you, as 'me'."))] = None
    order: Annotated[
        Order | None,
        Ask(
            N_(
                "How the duel is decided: simultaneous, at the end of a round, so that both sides guess equally often; "
                "alternating, with the first hit. Without it: simultaneous."
            )
        ),
    ] = None


@command(
    help=N_(
        "You and the computer each hide a code and guess in turn; whoever needs fewer guesses wins, and an equal "
        "number is a tie. With --order alternating the first hit wins. Your answers can be corrected as in 'sito "
        "keep'. The game is saved after every turn."
    ),
    examples=(
        "sito duel",
        "sito duel --rules bulls-and-cows-repeats --first computer",
        "sito duel --order alternating --strategy entropy",
        "sito duel --resume",
    ),
)
def duel(which: RulesOptions, opponent: OpponentOptions, new: DuelOptions, sitting: SittingOptions) -> int:
    if sitting.goes_on(which, opponent, new):
        return go_on(KIND)
    rules, strategy = opponent.read(which.text, hard=sitting.hard)
    seed, first = game_seed(sitting.seed), 2 if new.first is Beginner.COMPUTER else 1
    secrets = (None, SecretKeeper.draw(rules, random.Random(seed)).text)
    begun, text = Duel.of(rules, new.order or Order.SIMULTANEOUS), saved_strategy(strategy)
    stand = DuelGame(begun, text, sitting.hard, True, seed, first, True, secrets)
    return duel_on(SavedGame.new(KIND), (stand, strategy))


def read_duel(fields: SavedFields) -> tuple[DuelGame, Strategy]:
    """Reads a duel that goes on, and the computer's strategy. Raises `InputError`."""
    stand = DuelGame.read(fields)
    if stand.strategy is None or stand.secrets[1] is None:
        raise InputError.said("two people play this duel, in the page; go on with it there")
    check_consistent(stand.game_of(2))
    return stand, read_strategy(stand.strategy)


def duel_on(saved: SavedGame, begun: tuple[DuelGame, Strategy]) -> int:
    """Plays a duel on to its end, and returns the exit code."""
    stand, written = _play_on(saved, *begun)
    _finish(stand, written, begun[1])
    return 1 if stand.duel.outcome is Outcome.OPEN else 0


def _play_on(saved: SavedGame, stand: DuelGame, strategy: Strategy) -> tuple[DuelGame, Transcript]:
    """Plays a duel on from where it is, with a person on one side.

    Gives how it has ended, and the game in which the computer guessed, with the answers as they were written first.
    """
    about = [hard_sentence(stand.rules)] if stand.hard or stand.rules.hard else []
    about += filter(None, [vast_sentence(stand.rules)])
    view = View(settings.count)

    def picture(mine: Transcript, theirs: Transcript, guess: Code | None = None) -> GamePicture:
        yours = Side.of(mine, guesser=Guesser.YOU, title=_("Your guesses"), asks=guess is None and not mine.won)
        return GamePicture(view, (yours, Side.of(theirs, guess, Guesser.ME, _("My guesses"))))

    def turn(duel: Duel) -> None:
        nonlocal stand
        stand = stand.played(duel)
        saved.write(stand)
        table.show(picture(stand.game_of(1), stand.game_of(2)))

    mine, hidden = stand.secrets[1], stand.secrets[0]
    computer = (ThinkingBreaker(StrategyBreaker(strategy, stand.seed)), SecretKeeper(stand.rules, mine or ""))
    if not stand.game_of(2).won:
        computer[0].guess(stand.game_of(2))  # a strategy that does not play this game says so now
    with open_table() as table, saved.guard():
        breaker = HumanBreaker(
            table,
            lambda game: picture(game, stand.game_of(2)),
            lambda number: _("your guess {number}: ").format(number=number),
            hard=stand.hard,
            about=about,
        )
        maker = HumanMaker(stand.rules, table, lambda game, guess: picture(stand.game_of(1), game, guess), strategy)
        # A code that was told in the page is compared with the guesses; nobody need answer.
        person = (breaker, maker if hidden is None else SecretKeeper(stand.rules, hidden))
        sides = (person, computer) if stand.first == 1 else (computer, person)
        _greet(stand, about)
        turn(stand.duel)
        try:
            play_duel(stand.duel, sides[0], sides[1], on_turn=turn)
        except GiveUp:
            stand = replace(stand, given_up=1)
        theirs = stand.game_of(2)
        stand = replace(stand, secrets=(hidden or known_secret(theirs, table), mine))
        saved.write(stand, stand.finished())
    return stand, maker.written(theirs)


def _greet(stand: DuelGame, about: Sequence[str]) -> None:
    rules, duel = stand.rules, stand.duel
    if duel.first.turns or duel.second.turns:
        note(_("The game goes on."))
    else:
        note(_("Hide a code: {rules}. I have hidden mine.").format(rules=rules_sentence(rules)))
    for sentence in about:
        note(sentence)
    if duel.order is Order.ALTERNATING:
        note(_("The first hit wins."))
    note(join_sentences(answer_sentence(rules), _("/help tells what else you can write.")))


def _finish(stand: DuelGame, written: Transcript, strategy: Strategy) -> None:
    duel, secret, (mine, theirs) = stand.duel, stand.secrets[0], (stand.game_of(1), stand.game_of(2))
    odds = _quick_odds(strategy, stand.rules, duel.order)
    winner = None if duel.outcome is Outcome.OPEN else _WINNERS[stand.winner]
    if settings.json:
        from sito.operations.duels import ToldOdds

        result: dict[str, object] = {
            "you": game_as_json(mine),
            "computer": game_as_json(theirs),
            "secret": stand.secrets[1],
            "your_secret": secret,
            "wrong": wrong_as_json(written, secret),
            "order": duel.order.value,
            "odds": None if odds is None else as_json(ToldOdds.of(odds)),
            "winner": winner,
        }
        emit_json(result)
        return
    if winner is None:
        message(_("You have given up."))
    else:
        message(duel_ending(mine, theirs, "other" if winner == "computer" else winner, friend=False))
    if not mine.won:
        message(_("My code was {code}.").format(code=stand.secrets[1]))
    tell_wrong_answers(written, secret)
    if odds is not None:
        note(_odds_sentence(odds, duel.order))


_QUICK = 1296
"""Trees of games of at most so many codes are built while nobody waits for long."""


def _quick_odds(strategy: Strategy, rules: Rules, order: Order) -> Odds | None:
    """The odds of the side that begins, if both play the computer's strategy and that can be said at once."""
    if not isinstance(strategy, BuildsTrees) or rules.lies or CodeSpace(rules).size > _QUICK:
        return None
    from sito.odds import duel_odds

    return duel_odds(rules, strategy, strategy, order is Order.ALTERNATING)


def _odds_sentence(odds: Odds, order: Order) -> str:
    """Says what chances somebody has who guesses as the computer does."""
    if order is Order.ALTERNATING:
        text = _("If you guessed as I do, whoever begins would win {win} of such duels.")
    else:
        text = _("If you guessed as I do, you would win {win} of such duels, and {tie} would be ties.")
    return text.format(win=percent(odds.win), tie=percent(odds.tie))
