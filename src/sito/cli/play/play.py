"""`sito play`: the computer keeps the code, you guess."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any

import typer

from sito.cli.options import ResumeOption, RoundsOption, RulesOption, check_resumed, game_rules, game_seed, round_limit
from sito.cli.output import SeedOption, board_screen, command, emit_json, examples, message, new_app, note, settings
from sito.cli.play.finished import FinishedGame
from sito.cli.play.human import HumanBreaker, turn_lines
from sito.cli.play.saved import SavedFields, SavedGame
from sito.cli.play.sentences import game_as_json, rules_sentence
from sito.errors import N_, Fault, InputError
from sito.feedback import score
from sito.game import SecretKeeper, Transcript, play
from sito.i18n import _, ngettext

app = new_app()


@command(
    app,
    name="play",
    help=_(
        "The computer keeps a code and answers; you guess. A guess that does not fit the rules costs no round. "
        "Write /help in the game for what else you can do. The game is saved after every guess. "
        "Exit code 1 if the rounds do not suffice."
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
) -> int:
    if resume:
        check_resumed(rules=rules, rounds=rounds, seed=seed, secret=secret)
        saved, stand = SavedGame.latest("play", _Stand.read)
        note(_("The game goes on."))
    else:
        saved, stand = SavedGame.new("play"), _begin(rules, rounds, seed, secret)
        note(_("I have a code: {rules}.").format(rules=rules_sentence(stand.game.rules)))
    game = _play_on(saved, stand)
    _finish(game, stand.keeper.text)
    return 0 if game.won else 1


@dataclass(frozen=True)
class _Stand:
    """How a game stands, with all that it needs to go on."""

    game: Transcript
    limit: int | None
    keeper: SecretKeeper

    @classmethod
    def read(cls, fields: SavedFields) -> _Stand:
        """Reads it from a saved game. Raises `InputError`."""
        game = fields.game("game")
        keeper = SecretKeeper(game.rules, fields.text("secret"))
        InputError.check(
            Fault(N_("answer {number} is not the one that the code of the game gives"), number=number)
            for number, (guess, answer) in enumerate(game.turns, 1)
            if answer != score(game.rules, guess, keeper.secret)
        )
        return cls(game, fields.rounds(), keeper)


def _begin(rules: str | None, rounds: int | None, seed: int | None, secret: str | None) -> _Stand:
    """Begins a game with the code that is given, or with one that is drawn."""
    game = Transcript(game_rules(rules))
    if secret is None:
        keeper = SecretKeeper.draw(game.rules, random.Random(game_seed(seed)))
    else:
        keeper = SecretKeeper(game.rules, secret)
    return _Stand(game, round_limit(rounds, game.rules), keeper)


def _play_on(saved: SavedGame, stand: _Stand) -> Transcript:
    """Plays a game on from where it is, with a person who guesses."""
    board = board_screen()

    def save(game: Transcript) -> None:
        saved.write(game.rules, {"game": str(game), "rounds": stand.limit, "secret": stand.keeper.text})

    def turn(game: Transcript) -> None:
        save(game)
        board.line(*turn_lines(game, len(game) - 1))

    person = HumanBreaker(stand.game.rules, _prompt(stand.limit))
    with saved.guard():
        note(_("/help tells what you can write."))
        for index in range(len(stand.game)):
            board.line(*turn_lines(stand.game, index))
        save(stand.game)
        game = play(stand.game, person, stand.keeper, rounds=stand.limit, on_turn=turn)
        saved.finish(FinishedGame.of_human(game, stand.keeper.text))
    return game


def _prompt(limit: int | None) -> Callable[[int], str]:
    if limit is None:
        return lambda number: _("guess {number}: ").format(number=number)
    return lambda number: _("guess {number} of {limit}: ").format(number=number, limit=limit)


def _finish(game: Transcript, secret: str) -> None:
    if settings.json:
        result: dict[str, Any] = {**game_as_json(game), "found": game.won, "secret": secret}
        emit_json(result)
    elif game.won:
        message(
            ngettext("You have found it in {count} guess.", "You have found it in {count} guesses.", len(game)).format(
                count=len(game)
            )
        )
    else:
        message(_("No rounds are left. The code was {code}.").format(code=secret))
