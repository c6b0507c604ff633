"""`sito play`: the computer keeps the code, you guess."""

from __future__ import annotations

import json
import random
from typing import Annotated, Any

import typer

from sito.cli.options import (
    ResumeOption,
    RoundsOption,
    RulesOption,
    check_resumed,
    game_rules,
    game_seed,
    read_game,
    round_limit,
)
from sito.cli.output import SeedOption, board_screen, command, emit_json, examples, message, new_app, note, settings
from sito.cli.play.human import HumanBreaker, turn_lines
from sito.cli.play.saved import SavedGame
from sito.cli.play.sentences import rules_sentence
from sito.game import SecretKeeper, Transcript, play
from sito.i18n import _, ngettext

app = new_app()


@command(
    app,
    name="play",
    help=_(
        "The computer keeps a code and answers; you guess. A guess that does not fit the rules costs no round. "
        "Write /help in the game for what else you can do. The game is saved after every guess."
    ),
    epilog=examples("sito play", "sito play --rules bulls-and-cows --rounds 8", "sito play --resume"),
)
def play_command(
    rules: RulesOption = None,
    rounds: RoundsOption = None,
    seed: SeedOption = None,
    secret: Annotated[
        str | None, typer.Option("--secret", metavar="CODE", help=_("The code to be found, set by somebody else."))
    ] = None,
    resume: ResumeOption = False,
) -> None:
    board = board_screen()
    if resume:
        check_resumed(rules=rules, rounds=rounds, seed=seed, secret=secret)
        saved, (game, limit, keeper) = SavedGame.latest("play", _load)
        note(_("The game goes on."))
    else:
        game = Transcript(game_rules(rules))
        saved, limit = SavedGame.new("play"), round_limit(rounds, game.rules)
        if secret is None:
            keeper = SecretKeeper.draw(game.rules, random.Random(game_seed(seed)))
        else:
            keeper = SecretKeeper(game.rules, secret)
        note(_("I have a code: {rules}.").format(rules=rules_sentence(game.rules)))
    hidden = keeper.text

    def prompt(round_number: int) -> str:
        if limit is None:
            return _("guess {number}: ").format(number=round_number)
        return _("guess {number} of {limit}: ").format(number=round_number, limit=limit)

    def save(game: Transcript) -> None:
        saved.write({"game": str(game), "rounds": limit, "secret": hidden})

    def turn(game: Transcript) -> None:
        save(game)
        board.line(*turn_lines(game, len(game) - 1))

    with saved.guard():
        note(_("/help tells what you can write."))
        for index in range(len(game)):
            board.line(*turn_lines(game, index))
        save(game)
        game = play(game, HumanBreaker(game.rules, prompt), keeper, rounds=limit, on_turn=turn)
        saved.finish()
    if settings.json:
        emit_json({**json.loads(game.to_json()), "found": game.won, "secret": hidden})
    elif game.won:
        message(
            ngettext("You have found it in {count} guess.", "You have found it in {count} guesses.", len(game)).format(
                count=len(game)
            )
        )
    else:
        message(_("No rounds are left. The code was {code}.").format(code=hidden))


def _load(state: dict[str, Any]) -> tuple[Transcript, int | None, SecretKeeper]:
    game = read_game(state["game"])
    return game, state["rounds"], SecretKeeper(game.rules, state["secret"])
