"""`sito play`: the computer keeps the code, you guess."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Annotated, Any

import typer

from sito.cli.options import ResumeOption, RoundsOption, RulesOption, check_resumed, game_rules, game_seed, round_limit
from sito.cli.output import SeedOption, command, emit_json, examples, message, new_app, note, settings
from sito.cli.play.finished import FinishedGame
from sito.cli.play.human import HumanBreaker
from sito.cli.play.makers import (
    HARD,
    HardOption,
    LiesOption,
    Maker,
    MakerOption,
    read_hard,
)
from sito.cli.play.pictures import GamePicture, Side, View
from sito.cli.play.saved import SavedFields, SavedGame
from sito.cli.play.sentences import game_as_json
from sito.cli.table import open_table
from sito.cli.table.commands import GiveUp
from sito.game import Transcript, play
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
    epilog=examples(
        "sito play",
        "sito play --rules bulls-and-cows --rounds 8",
        "sito play --maker adversarial --hard",
        "sito play --maker lying --lies 2",
        "sito play --resume",
    ),
)
def play_command(
    rules: RulesOption = None,
    rounds: RoundsOption = None,
    seed: SeedOption = None,
    secret: Annotated[
        str | None, typer.Option("--secret", metavar="CODE", help=_("The code to be found, set by somebody else."))
    ] = None,
    maker: MakerOption = None,
    lies: LiesOption = None,
    hard: HardOption = False,
    resume: ResumeOption = False,
) -> int:
    if resume:
        check_resumed(rules=rules, rounds=rounds, seed=seed, secret=secret, maker=maker, lies=lies, hard=hard or None)
        saved, stand = SavedGame.latest("play", _Stand.read)
        note(_("The game goes on."))
    else:
        new = Maker.new(maker, game_rules(rules), lies, secret, game_seed(seed))
        stand = _Stand(Transcript(new.rules), round_limit(rounds, new.rules), new, hard)
        saved = SavedGame.new("play")
        note(new.greeting())
    game = _play_on(saved, stand)
    _finish(game, stand)
    return 0 if game.won else 1


@dataclass(frozen=True)
class _Stand:
    """How a game stands, with all that it needs to go on."""

    game: Transcript
    limit: int | None
    maker: Maker
    hard: bool

    @classmethod
    def read(cls, fields: SavedFields) -> _Stand:
        """Reads it from a saved game. Raises `InputError`, or `InconsistentError` for answers that contradict."""
        game = fields.game("game")
        return cls(game, fields.rounds(), Maker.read(fields, game), read_hard(fields))


def _play_on(saved: SavedGame, stand: _Stand) -> Transcript:
    """Plays a game on from where it is, with a person who guesses; the game as it is if the person gives it up."""
    about = list(stand.maker.about(stand.hard))
    view = View()
    game = stand.game

    def picture(game: Transcript) -> GamePicture:
        return GamePicture(Side.of(game, asks=not game.won), view)

    def turn(after: Transcript) -> None:
        nonlocal game
        game = after
        mode = {"mode": HARD} if stand.hard else {}
        saved.write(game.rules, {"game": str(game), "rounds": stand.limit, **stand.maker.saved(), **mode})
        table.show(picture(game))

    with open_table() as table, saved.guard():
        person = HumanBreaker(table, picture, _prompt(stand.limit), hard=stand.hard, about=about)
        for sentence in about:
            note(sentence)
        note(_("/help tells what you can write."))
        turn(stand.game)
        with suppress(GiveUp):
            play(stand.game, person, stand.maker, rounds=stand.limit, hard=stand.hard, on_turn=turn)
        saved.finish(FinishedGame.of_human(game, stand.maker.secret_of(game)))
    return game


def _prompt(limit: int | None) -> Callable[[int], str]:
    if limit is None:
        return lambda number: _("guess {number}: ").format(number=number)
    return lambda number: _("guess {number} of {limit}: ").format(number=number, limit=limit)


def _finish(game: Transcript, stand: _Stand) -> None:
    if settings.json:
        result: dict[str, Any] = {**game_as_json(game), "found": game.won, "hard": stand.hard}
        emit_json({**result, **stand.maker.as_json(game)})
        return
    ending = _("You have given up.")
    if len(game) == stand.limit:
        ending = _("No rounds are left.")
    if game.won:
        found = ngettext("You have found it in {count} guess.", "You have found it in {count} guesses.", len(game))
        ending = found.format(count=len(game))
    message(" ".join([ending, *stand.maker.farewell(game)]))
