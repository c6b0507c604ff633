"""`sito keep`: you keep the code and answer, the computer guesses."""

from __future__ import annotations

from dataclasses import replace

from sito.cli.command import command
from sito.cli.options import (
    OpponentOptions,
    RoundsOptions,
    RulesOptions,
    SittingOptions,
    game_seed,
    read_strategy,
    round_limit,
)
from sito.cli.output import emit, emit_json, message, note, settings
from sito.cli.play.hints import ThinkingBreaker
from sito.cli.play.human import HumanMaker
from sito.cli.play.kinds import go_on
from sito.cli.play.mending import known_secret, tell_wrong_answers, wrong_as_json
from sito.cli.play.pictures import GamePicture, Side, View
from sito.cli.play.saved import SavedGame, saved_strategy
from sito.cli.table import open_table
from sito.cli.table.commands import GiveUp
from sito.codes.code import Code
from sito.errors import N_
from sito.games.fields import SavedFields
from sito.games.keep import KeepGame
from sito.operations.games import game_as_json
from sito.playing.game import StrategyBreaker, Transcript, check_consistent, play
from sito.show.game_sentences import keep_ending, keep_task, vast_sentence
from sito.show.i18n import _, join_sentences
from sito.show.sentences import answer_sentence, codes_left_text, hard_sentence, rules_sentence
from sito.strategies.strategy import Strategy

KIND = "keep"

SHOWN = 100  # codes that are still possible after the last round


@command(
    help=N_(
        "You think of a code and answer; the computer guesses. An answer that cannot be read, or that no code "
        "could earn, costs nothing; a contradiction is noticed at once and can be mended. Write /help in the game for "
        "what else you can do. The game is saved after every answer. Exit code 1 if the rounds do not suffice."
    ),
    examples=("sito keep", "sito keep --rules bulls-and-cows --rounds 0", "sito keep --resume"),
)
def keep(which: RulesOptions, opponent: OpponentOptions, new: RoundsOptions, sitting: SittingOptions) -> int:
    if sitting.goes_on(which, opponent, new):
        return go_on(KIND)
    rules, strategy = opponent.read(which.text, hard=sitting.hard)
    begun, limit = Transcript(rules), round_limit(new.rounds, rules)
    stand = KeepGame(begun, begun, saved_strategy(strategy), limit, sitting.hard, game_seed(sitting.seed))
    if sitting.hard or rules.hard:
        note(hard_sentence(rules))
    return keep_on(SavedGame.new(KIND), (stand, strategy))


def read_keep(fields: SavedFields) -> tuple[KeepGame, Strategy]:
    """Reads a game that goes on, and who guesses. Raises `InputError`."""
    stand = KeepGame.read(fields)
    strategy = read_strategy(stand.strategy)
    if stand.conflict is None:
        check_consistent(stand.game)
    return stand, strategy


def keep_on(saved: SavedGame, begun: tuple[KeepGame, Strategy]) -> int:
    """Plays a game on to its end with a person who keeps the code, and returns the exit code."""
    stand, strategy = begun
    breaker = ThinkingBreaker(StrategyBreaker(strategy, stand.seed))
    if not stand.game.won and stand.conflict is None:
        breaker.guess(stand.game)  # a strategy that does not play this game says so before anything else is said
    view = View(settings.count)

    def picture(game: Transcript, guess: Code | None) -> GamePicture:
        return GamePicture(view, (Side.of(game, guess),))

    with open_table() as table, saved.guard():
        maker = HumanMaker(stand.rules, table, picture, strategy, stand.written.turns)

        def save(after: Transcript) -> None:
            nonlocal stand
            stand = stand.played(after, maker.written(after))
            saved.write(stand)

        _greet(stand.game, stand.limit)
        if stand.conflict is not None:  # it was left in the page, with answers that contradict each other
            save(maker.mended(stand.game))
        save(stand.game)
        if stand.game.turns:
            table.show(picture(stand.game, None))
        try:
            play(stand.game, breaker, maker, rounds=stand.limit, on_turn=save)
        except GiveUp:
            stand = replace(stand, given_up=True)
        table.show(picture(stand.game, None))
        if not stand.game.won and not stand.given_up:
            message(keep_ending(len(stand.game), won=False, given_up=False))
        stand = replace(stand, told=known_secret(stand.game, table))
        saved.write(stand, stand.finished())
    _finish(stand.game, stand.told, maker.written(stand.game))
    return 0 if stand.game.won else 1


def _greet(game: Transcript, limit: int | None) -> None:
    if game.turns:
        note(_("The game goes on."))
    else:
        for sentence in keep_task(rules_sentence(game.rules), limit):
            note(sentence)
    if vast := vast_sentence(game.rules):
        note(vast)
    note(join_sentences(answer_sentence(game.rules), _("/help tells what else you can write.")))


def _finish(game: Transcript, secret: str | None, written: Transcript) -> None:
    """Says how the game has ended; `written` has the answers as they were written first."""
    knowledge = game.knowledge
    if settings.json:
        left = list(map(knowledge.secrets.text, knowledge.likely(SHOWN)))
        end = {"found": game.won, "left": knowledge.left, "codes": left, "secret": secret}
        emit_json({**game_as_json(game), **end, "wrong": wrong_as_json(written, secret)})
        return
    if game.won:
        message(keep_ending(len(game), won=True, given_up=False))
    tell_wrong_answers(written, secret)
    if game.won:
        return
    message(codes_left_text(knowledge.left, game.rules) + ":")
    for code in knowledge.likely(SHOWN):
        emit(knowledge.secrets.text(code))
    if len(knowledge) > SHOWN:
        emit("...")
