"""`sito duel`: you and the computer each hide a code and guess in turn."""

from __future__ import annotations

import json
import random
from enum import StrEnum
from typing import Annotated, Any

import typer

from sito.cli.options import (
    DEFAULT_OPPONENT,
    OpponentOption,
    ResumeOption,
    RulesOption,
    check_resumed,
    game_and_strategy,
    game_seed,
    read_game,
    read_strategy,
)
from sito.cli.output import SeedOption, board_screen, command, emit_json, examples, message, new_app, note, settings
from sito.cli.play.human import HumanBreaker, HumanMaker, turn_lines
from sito.cli.play.saved import SavedGame
from sito.cli.play.sentences import answer_sentence, rules_sentence
from sito.duel import Duel, Outcome, play_duel
from sito.game import SecretKeeper, StrategyBreaker, Transcript
from sito.i18n import _, ngettext
from sito.render import Screen

app = new_app()


# Who guessed, before each line of the board; both of the same width.
_YOU, _ME = _("you "), _("me  ")


class Beginner(StrEnum):
    """Who guesses first."""

    ME = "me"
    COMPUTER = "computer"


@command(
    app,
    help=_(
        "You and the computer each hide a code and guess in turn; whoever needs fewer guesses wins, and equal is a "
        "tie. Your answers can be corrected as in 'sito keep'. The game is saved after every turn."
    ),
    epilog=examples("sito duel", "sito duel --rules bulls-and-cows-repeats --first computer", "sito duel --resume"),
)
def duel(
    rules: RulesOption = None,
    strategy: OpponentOption = None,
    seed: SeedOption = None,
    first: Annotated[
        Beginner | None, typer.Option("--first", help=_("Who guesses first. Without it: you, as 'me'."))
    ] = None,
    resume: ResumeOption = False,
) -> None:
    board = board_screen()
    if resume:
        check_resumed(rules=rules, strategy=strategy, seed=seed, first=first)
        saved, (stand, begins, number, opponent, keeper) = SavedGame.latest("duel", _load)
    else:
        opponent = DEFAULT_OPPONENT if strategy is None else strategy
        stand, saved = Duel.of(game_and_strategy(rules, opponent)[0]), SavedGame.new("duel")
        number, begins = game_seed(seed), first or Beginner.ME
        keeper = SecretKeeper.draw(stand.first.rules, random.Random(number))
    agreed_rules = stand.first.rules

    def save(duel: Duel) -> None:
        games = {"first": str(duel.first), "second": str(duel.second)}
        more = {"begins": begins.value, "seed": number, "strategy": opponent, "secret": keeper.text}
        saved.write({**games, **more})

    shown = len(_mine(stand, begins))

    def turn(duel: Duel) -> None:
        nonlocal shown
        save(duel)
        mine = _mine(duel, begins)
        if len(mine) > shown:
            shown = len(mine)
            board.line(_YOU, *turn_lines(mine, shown - 1))

    person = (
        HumanBreaker(agreed_rules, lambda number: _("your guess {number}: ").format(number=number)),
        HumanMaker(agreed_rules, board, _ME),
    )
    computer = (StrategyBreaker(read_strategy(opponent), number), keeper)
    computer[0].guess(Transcript(agreed_rules))  # a strategy that does not play this game says so now
    sides = (person, computer) if begins is Beginner.ME else (computer, person)
    with saved.guard():
        _greet(stand, begins, board)
        save(stand)
        stand = play_duel(stand, sides[0], sides[1], on_turn=turn)
        saved.finish()
    _finish(stand, begins, keeper)


def _load(state: dict[str, Any]) -> tuple[Duel, Beginner, int, str, SecretKeeper]:
    stand = Duel(read_game(state["first"]), read_game(state["second"]))
    keeper = SecretKeeper(stand.first.rules, state["secret"])
    return stand, Beginner(state["begins"]), state["seed"], state["strategy"], keeper


def _mine(duel: Duel, begins: Beginner) -> Transcript:
    return duel.first if begins is Beginner.ME else duel.second


def _theirs(duel: Duel, begins: Beginner) -> Transcript:
    return duel.second if begins is Beginner.ME else duel.first


def _greet(duel: Duel, begins: Beginner, board: Screen) -> None:
    rules = duel.first.rules
    if duel.first.turns or duel.second.turns:
        note(_("The game goes on."))
    else:
        note(_("Hide a code: {rules}. I have hidden mine.").format(rules=rules_sentence(rules)))
    note(answer_sentence(rules) + " " + _("/help tells what else you can write."))
    for name, game in ((_YOU, _mine(duel, begins)), (_ME, _theirs(duel, begins))):
        for index in range(len(game)):
            board.line(name, *turn_lines(game, index))


def _finish(duel: Duel, begins: Beginner, keeper: SecretKeeper) -> None:
    mine, theirs = _mine(duel, begins), _theirs(duel, begins)
    won = {Outcome.FIRST: begins, Outcome.SECOND: next(side for side in Beginner if side is not begins)}
    winner = won.get(duel.outcome)
    if settings.json:
        result: dict[str, Any] = {
            "you": json.loads(mine.to_json()),
            "computer": json.loads(theirs.to_json()),
            "secret": keeper.text,
            "winner": "tie" if winner is None else "you" if winner is Beginner.ME else "computer",
        }
        emit_json(result)
        return
    count = len(theirs if winner is Beginner.COMPUTER else mine)
    if winner is None:
        text = ngettext("A tie: we both needed {count} guess.", "A tie: we both needed {count} guesses.", count)
    elif winner is Beginner.ME:
        text = ngettext("You win with {count} guess.", "You win with {count} guesses.", count)
    else:
        text = ngettext("I win with {count} guess.", "I win with {count} guesses.", count)
    message(text.format(count=count))
    if not mine.won:
        message(_("My code was {code}.").format(code=keeper.text))
