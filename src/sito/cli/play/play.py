"""`sito play`: the computer keeps the code, you guess."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated, Any

from sito.advice.boards import MAX_BOARDS, BoardsPlay
from sito.cli.command import command
from sito.cli.options import RoundsOptions, RulesOptions, SittingOptions, game_rules, game_seed, round_limit
from sito.cli.output import emit_json, message, note, settings
from sito.cli.play import boards
from sito.cli.play.human import HumanBreaker, guess_prompt
from sito.cli.play.kinds import go_on
from sito.cli.play.makers import Maker
from sito.cli.play.numbers import (
    Numbered,
    NumberOptions,
    begun_before,
    played_before,
    tell_already_played,
    which_game,
)
from sito.cli.play.pictures import GamePicture, Side, View
from sito.cli.play.saved import SavedGame
from sito.cli.table import open_table
from sito.cli.table.commands import GiveUp
from sito.errors import N_, Fault, InputError
from sito.games.boards import BoardsGame
from sito.games.kinds import BOARDS_KIND
from sito.games.play import PlayGame
from sito.makers import MakerName
from sito.operations.games import game_as_json
from sito.operations.operation import Ask
from sito.playing.game import Transcript, play
from sito.rules.rules import MAX_LIES
from sito.show.game_sentences import play_ending
from sito.show.i18n import _, join_sentences

KIND = "play"


@dataclass(frozen=True, kw_only=True)
class PlayOptions(RoundsOptions):
    """Who keeps the code of a new game, and how many codes."""

    secret: Annotated[str | None, Ask(N_("The code to be found, set by somebody else."), metavar="CODE")] = None
    maker: Annotated[
        MakerName | None,
        Ask(
            N_(
                "The codemaker: 'fair' has a code; 'adversarial' has none, and answers so that the game lasts as long "
                "as it can; 'lying' has a code and answers wrongly a few times. Without it: fair, or lying if the "
                "rules have lies."
            )
        ),
    ] = None
    lies: Annotated[
        int | None,
        Ask(
            N_("How many answers may be wrong, as in the rules 4x6-lies1. Without it: 1 if the codemaker lies."),
            1,
            MAX_LIES,
        ),
    ] = None
    boards: Annotated[
        int | None,
        Ask(
            N_("Play on so many boards at once: every guess is answered on each, and each has a code of its own."),
            1,
            MAX_BOARDS,
        ),
    ] = None


@command(
    name="play",
    help=N_(
        "The computer keeps a code and answers; you guess. A guess that does not fit the rules costs no round. "
        "Write /help in the game for what else you can do. The game is saved after every guess. "
        "Exit code 1 if the rounds do not suffice."
    ),
    examples=(
        "sito play",
        "sito play words",
        "sito play words-6 --hard --daily",
        "sito play words --boards 4",
        "sito play --rules bulls-and-cows --rounds 8",
        "sito play --maker adversarial --hard",
        "sito play --maker lying --lies 2",
        "sito play --daily",
        "sito play --game 4711 --rules bulls-and-cows",
        "sito play --resume",
    ),
)
def play_command(which: RulesOptions, new: PlayOptions, sitting: SittingOptions, number: NumberOptions) -> int:
    if new.boards is not None and new.boards > 1:
        return _on_boards(new.boards, which, new, sitting, number)
    adversarial = new.maker is MakerName.ADVERSARIAL and new.maker
    numbered = number.asked(secret=new.secret, seed=sitting.seed, maker=adversarial)
    if sitting.goes_on(which, new, number):
        return go_on(KIND)
    maker = Maker.new(new.maker, game_rules(which.text), new.lies, new.secret, game_seed(sitting.seed))
    if numbered is not None:
        begun = begun_before(maker.rules, numbered)
        if begun is not None:
            return go_on(KIND, begun)
        before = played_before(maker.rules, numbered)
        if before is not None and numbered.daily is not None and not numbered.again:
            tell_already_played(before)
            return 0
        if before is not None:
            note(_("You have played this game before, so it does not count now."))
            before.tell()
        numbered = replace(numbered, again=before is not None)
        maker = Maker.new(maker.name, maker.rules, None, numbered.secret(maker.rules), numbered.number)
    note(maker.greeting())
    limit = round_limit(new.rounds, maker.rules)
    stand = PlayGame(Transcript(maker.rules), maker, limit, sitting.hard, **which_game(numbered))
    return play_on(SavedGame.new(KIND), stand)


def _on_boards(
    count: int, which: RulesOptions, new: PlayOptions, sitting: SittingOptions, number: NumberOptions
) -> int:
    """Plays a new game on several boards. Raises `InputError` for options that such a game cannot have."""
    others = {"secret": new.secret, "maker": new.maker, "lies": new.lies, "hard": sitting.hard}
    wrong = N_("--boards is for games with a fair codemaker that draws its codes; leave out --{option}")
    InputError.check(Fault(wrong, option=option) for option, value in others.items() if value)
    numbered = number.asked(seed=sitting.seed)
    drawn = None if numbered is None else numbered.number
    begun = BoardsPlay.begin(game_rules(which.text), count, new.rounds, game_seed(sitting.seed), drawn)
    return boards.play_on(SavedGame.new(BOARDS_KIND), BoardsGame(begun, **which_game(numbered)))


def play_on(saved: SavedGame, stand: PlayGame) -> int:
    """Plays a game on to its end, and returns the exit code."""
    if saved.goes_on:
        note(_("The game goes on."))
    stand = _play_on(saved, stand)
    _finish(stand)
    if stand.number is not None and not settings.json:
        note(_("Show it with: {command}").format(command=f"sito games share {saved.name}"))
    return 0 if stand.game.won else 1


def _play_on(saved: SavedGame, stand: PlayGame) -> PlayGame:
    """Plays a game on from where it is, with a person who guesses, to its end or until the person gives it up."""
    numbered, maker = Numbered.of(stand), Maker.of(stand.maker)
    about = [] if numbered is None else [numbered.sentence()]
    about += maker.about(stand.hard)
    view = View(settings.count)

    def picture(game: Transcript) -> GamePicture:
        return GamePicture(Side.of(game, asks=not game.won), view)

    def turn(after: Transcript) -> None:
        nonlocal stand
        stand = stand.played(after)
        saved.write(stand)
        table.show(picture(after))

    with open_table() as table, saved.guard():
        person = HumanBreaker(table, picture, guess_prompt(stand.limit), hard=stand.hard, about=about)
        for sentence in about:
            note(sentence)
        note(_("/help tells what you can write."))
        turn(stand.game)
        try:
            play(stand.game, person, maker, rounds=stand.limit, hard=stand.hard, on_turn=turn)
        except GiveUp:
            stand = replace(stand, given_up=True)
        saved.write(stand, stand.finished())
    return stand


def _finish(stand: PlayGame) -> None:
    game, maker, numbered = stand.game, Maker.of(stand.maker), Numbered.of(stand)
    if settings.json:
        number = {} if numbered is None else numbered.fields()
        result: dict[str, Any] = {**game_as_json(game), "found": game.won, "hard": stand.hard, **number}
        emit_json({**result, **maker.as_json(game)})
        return
    ending = play_ending(len(game), won=game.won, given_up=stand.given_up)
    message(join_sentences(ending, *maker.farewell(game)))
