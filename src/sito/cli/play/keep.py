"""`sito keep`: you keep the code and answer, the computer guesses."""

from __future__ import annotations

from dataclasses import dataclass

from sito.cli.command import SeedOption, command
from sito.cli.options import (
    LevelOption,
    OpponentOption,
    ResumeOption,
    RoundsOption,
    RulesArgument,
    RulesOption,
    check_resumed,
    game_and_strategy,
    game_seed,
    hard_opponent,
    named_rules,
    opponent_text,
    read_strategy,
    round_limit,
)
from sito.cli.output import emit, emit_json, message, note, settings
from sito.cli.play.finished import FinishedGame
from sito.cli.play.human import HumanMaker
from sito.cli.play.makers import HARD, HardOption, read_hard
from sito.cli.play.mending import known_secret, tell_wrong_answers
from sito.cli.play.pictures import GamePicture, Side, View
from sito.cli.play.saved import SavedFields, SavedGame, saved_strategy
from sito.cli.play.thinking import ThinkingBreaker
from sito.cli.table import open_table
from sito.cli.table.commands import GiveUp
from sito.codes.code import Code
from sito.errors import N_
from sito.operations.answers import ToldChange
from sito.operations.games import game_as_json
from sito.operations.operation import as_json
from sito.playing.game import StrategyBreaker, Transcript, check_consistent, play
from sito.playing.repairs import wrong_answers
from sito.show.i18n import _, join_sentences, ngettext
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
def keep(
    named: RulesArgument = None,
    *,
    rules: RulesOption = None,
    strategy: OpponentOption = None,
    level: LevelOption = None,
    rounds: RoundsOption = None,
    seed: SeedOption = None,
    hard: HardOption = False,
    resume: ResumeOption = False,
) -> int:
    rules = named_rules(named, rules)
    if resume:
        check_resumed(rules=rules, strategy=strategy, level=level, rounds=rounds, seed=seed, hard=hard or None)
        return go_on(None)
    game_rules, opponent = game_and_strategy(rules, opponent_text(strategy, level, hard=hard))
    if hard or game_rules.hard:
        opponent = hard_opponent(opponent, named=strategy is not None or level is not None)
    stand = KeptGame(Transcript(game_rules), round_limit(rounds, game_rules), game_seed(seed), opponent, hard)
    saved = SavedGame.new(KIND)
    if hard or game_rules.hard:
        note(hard_sentence(game_rules))
    return keep_on(saved, stand)


def go_on(name: str | None) -> int:
    """Goes on with the unfinished game of a name, or the one that was left last, and returns the exit code."""
    return keep_on(*SavedGame.resumed(KIND, name, KeptGame.read))


@dataclass(frozen=True)
class KeptGame:
    """A game in which a person keeps the code, with all that the computer needs to go on; `limit` is of rounds."""

    game: Transcript
    limit: int | None
    seed: int
    strategy: Strategy
    hard: bool = False

    @classmethod
    def read(cls, fields: SavedFields) -> KeptGame:
        """Reads it from a saved game. Raises `InputError`, or `InconsistentError` for answers that contradict."""
        strategy = read_strategy(fields.text("strategy"))
        stand = cls(fields.game("game"), fields.rounds(), fields.number("seed"), strategy, read_hard(fields))
        check_consistent(stand.game)
        return stand

    def write(self, saved: SavedGame, game: Transcript) -> None:
        """Saves it, with the game as it is now."""
        mode = {"mode": HARD} if self.hard else {}
        state = {"rounds": self.limit, "seed": self.seed, "strategy": saved_strategy(self.strategy), **mode}
        saved.write({"game": str(game), **state}, game.rules.words)

    def ended(self, game: Transcript, secret: str | None, *, given_up: bool) -> FinishedGame:
        """Gives what is kept of it at its end."""
        how = {"rounds": self.limit, "hard": self.hard, "given_up": given_up}
        return FinishedGame.of_computer(game, saved_strategy(self.strategy), secret, **how)


def keep_on(saved: SavedGame, stand: KeptGame) -> int:
    """Plays a game on to its end with a person who keeps the code, and returns the exit code."""
    breaker = ThinkingBreaker(StrategyBreaker(stand.strategy, stand.seed))
    if not stand.game.won:
        breaker.guess(stand.game)  # a strategy that does not play this game says so before anything else is said
    view = View(settings.count)
    game = stand.game

    def save(after: Transcript) -> None:
        nonlocal game
        game = after
        stand.write(saved, game)

    def picture(game: Transcript, guess: Code | None) -> GamePicture:
        return GamePicture(Side.of(game, guess), view)

    with open_table() as table, saved.guard():
        _greet(stand.game, stand.limit)
        save(stand.game)
        if game.turns:
            table.show(picture(game, None))
        maker = HumanMaker(game.rules, table, picture, stand.strategy)
        given_up = False
        try:
            game = play(game, breaker, maker, rounds=stand.limit, on_turn=save)
        except GiveUp:
            given_up = True
        table.show(picture(game, None))
        if not game.won and not given_up:
            message(_("No rounds are left and I have not found it."))
        secret = known_secret(game, table)
        saved.finish(stand.ended(game, secret, given_up=given_up))
    _finish(game, secret, maker.written(game))
    return 0 if game.won else 1


def _greet(game: Transcript, limit: int | None) -> None:
    if game.turns:
        note(_("The game goes on."))
    else:
        note(_("Think of a code: {rules}.").format(rules=rules_sentence(game.rules)))
        if limit is not None:
            note(
                ngettext("I have {count} round to find it.", "I have {count} rounds to find it.", limit).format(
                    count=limit
                )
            )
    note(join_sentences(answer_sentence(game.rules), _("/help tells what else you can write.")))


def _finish(game: Transcript, secret: str | None, written: Transcript) -> None:
    """Says how the game has ended; `written` has the answers as they were written first."""
    knowledge = game.knowledge
    if settings.json:
        left = list(map(knowledge.secrets.text, knowledge.likely(SHOWN)))
        wrong = () if secret is None else wrong_answers(written, secret)
        end = {"found": game.won, "left": len(knowledge), "codes": left, "secret": secret}
        emit_json({**game_as_json(game), **end, "wrong": [as_json(ToldChange.of(game.rules, each)) for each in wrong]})
        return
    if game.won:
        message(
            ngettext("I have found it in {count} guess.", "I have found it in {count} guesses.", len(game)).format(
                count=len(game)
            )
        )
    if secret is not None:
        tell_wrong_answers(written, secret)
    if game.won:
        return
    message(codes_left_text(len(knowledge), game.rules) + ":")
    for code in knowledge.likely(SHOWN):
        emit(knowledge.secrets.text(code))
    if len(knowledge) > SHOWN:
        emit("...")
