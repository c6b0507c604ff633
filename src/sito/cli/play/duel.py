"""`sito duel`: you and the computer each hide a code and guess in turn."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Any

from sito.cli.command import SeedOption, command
from sito.cli.options import (
    LevelOption,
    OpponentOption,
    ResumeOption,
    RulesArgument,
    RulesOption,
    check_resumed,
    game_and_strategy,
    game_seed,
    hard_opponent,
    named_rules,
    opponent_text,
    read_strategy,
)
from sito.cli.output import emit_json, message, note, settings
from sito.cli.parameters import Option
from sito.cli.play.duel_odds import odds_as_json, odds_sentence, quick_odds
from sito.cli.play.duel_picture import DuelPicture
from sito.cli.play.finished import FinishedGame
from sito.cli.play.human import HumanBreaker, HumanMaker
from sito.cli.play.makers import HARD, HardOption, read_hard
from sito.cli.play.mending import known_secret, tell_wrong_answers
from sito.cli.play.pictures import Guesser, Side, View
from sito.cli.play.saved import SavedFields, SavedGame, saved_strategy
from sito.cli.play.thinking import ThinkingBreaker
from sito.cli.table import open_table
from sito.cli.table.commands import GiveUp
from sito.codes.code import Code
from sito.errors import N_, Fault, InputError
from sito.operations.answers import ToldChange
from sito.operations.games import game_as_json
from sito.operations.operation import as_json
from sito.playing.duel import Duel, Order, Outcome, play_duel
from sito.playing.game import SecretKeeper, StrategyBreaker, Transcript, check_consistent
from sito.playing.repairs import wrong_answers
from sito.rules.rules import Rules
from sito.show.i18n import _, join_sentences, ngettext
from sito.show.sentences import answer_sentence, hard_sentence, rules_sentence
from sito.strategies.strategy import Strategy

KIND = "duel"


class Beginner(StrEnum):
    """Who guesses first."""

    ME = "me"
    COMPUTER = "computer"


_WINNERS = {None: "tie", Beginner.ME: "you", Beginner.COMPUTER: "computer"}


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
def duel(
    named: RulesArgument = None,
    *,
    rules: RulesOption = None,
    strategy: OpponentOption = None,
    level: LevelOption = None,
    seed: SeedOption = None,
    first: Annotated[
        Beginner | None, Option("--first", help=N_("Who guesses first. Without it: you, as 'me'."))
    ] = None,
    order: Annotated[
        Order | None,
        Option(
            "--order",
            help=N_(
                "How the duel is decided: simultaneous, at the end of a round, so that both sides guess equally often; "
                "alternating, with the first hit. Without it: simultaneous."
            ),
        ),
    ] = None,
    hard: HardOption = False,
    resume: ResumeOption = False,
) -> int:
    rules = named_rules(named, rules)
    if resume:
        check_resumed(
            rules=rules, strategy=strategy, level=level, seed=seed, first=first, order=order, hard=hard or None
        )
        return go_on(None)
    opponent = opponent_text(strategy, level, hard=hard)
    chosen = {"hard": hard, "named": strategy is not None or level is not None}
    stand = _begin(rules, opponent, seed, first or Beginner.ME, order or Order.SIMULTANEOUS, **chosen)
    return _play(SavedGame.new(KIND), stand)


def go_on(name: str | None) -> int:
    """Goes on with the unfinished duel of a name, or the one that was left last, and returns the exit code."""
    return _play(*SavedGame.resumed(KIND, name, DuelGame.read))


def _play(saved: SavedGame, stand: DuelGame) -> int:
    ended = _play_on(saved, stand)
    _finish(ended, stand)
    return 1 if ended.duel.outcome is Outcome.OPEN else 0


@dataclass(frozen=True)
class DuelGame:
    """How a duel stands, with all that it needs to go on."""

    duel: Duel
    begins: Beginner
    seed: int
    strategy: Strategy
    keeper: SecretKeeper
    """The computer as the keeper of its code."""
    hard: bool

    @property
    def rules(self) -> Rules:
        """The rules of both games."""
        return self.duel.first.rules

    @classmethod
    def read(cls, fields: SavedFields) -> DuelGame:
        """Reads it from a saved game. Raises `InputError`, or `InconsistentError` for answers that contradict."""
        begins, order = fields.text("begins"), fields.text_or_none("order")
        order = Order.SIMULTANEOUS.value if order is None else order  # it stands there only where it is another
        InputError.check([*_unknown("begins", begins, Beginner), *_unknown("order", order, Order)])
        duel = Duel(fields.game("first"), fields.game("second"), Order(order))
        InputError.check(_faults(duel))
        keeper = SecretKeeper(duel.first.rules, fields.text("secret"))
        strategy = read_strategy(fields.text("strategy"))
        stand = cls(duel, Beginner(begins), fields.number("seed"), strategy, keeper, read_hard(fields))
        check_consistent(_theirs(duel, stand.begins))
        return stand

    def write(self, saved: SavedGame, duel: Duel) -> None:
        """Saves it, with the duel as it is now."""
        games = {"first": str(duel.first), "second": str(duel.second)}
        how = {"begins": self.begins.value, "seed": self.seed}
        if duel.order is not Order.SIMULTANEOUS:
            how["order"] = duel.order.value
        more = {"strategy": saved_strategy(self.strategy), "secret": self.keeper.text}
        mode = {"mode": HARD} if self.hard else {}
        saved.write({**games, **how, **more, **mode}, self.rules.words)


def _faults(duel: Duel) -> Iterator[Fault]:
    if duel.first.rules != duel.second.rules:
        yield Fault(N_("its two games have different rules"))
    if len(duel.first) - len(duel.second) not in (0, 1):
        yield Fault(N_("its two games have {first} and {second} turns"), first=len(duel.first), second=len(duel.second))


def _unknown(name: str, value: str, allowed: type[StrEnum]) -> Iterator[Fault]:
    if value not in list(allowed):
        wrong = N_("{name} is {value!r}; it must be one of: {allowed}")
        yield Fault(wrong, name=name, value=value, allowed=", ".join(allowed))


def _begin(
    rules: str | None, strategy: str, seed: int | None, begins: Beginner, order: Order, *, hard: bool, named: bool
) -> DuelGame:
    """Begins a duel; the computer hides a code. `named` tells whether its strategy was."""
    game_rules, opponent = game_and_strategy(rules, strategy)
    if hard or game_rules.hard:
        opponent = hard_opponent(opponent, named=named)
    number = game_seed(seed)
    keeper = SecretKeeper.draw(game_rules, random.Random(number))
    return DuelGame(Duel.of(game_rules, order), begins, number, opponent, keeper, hard)


@dataclass(frozen=True)
class _Ended:
    """A duel that has ended."""

    duel: Duel
    secret: str | None
    """The code of the person, if it is known."""
    written: Transcript
    """The game in which the computer guessed, with the answers as they were written first."""


def _play_on(saved: SavedGame, stand: DuelGame) -> _Ended:
    """Plays a duel on from where it is, with a person on one side."""
    about = [hard_sentence(stand.duel.first.rules)] if stand.hard or stand.duel.first.rules.hard else []
    view = View(settings.count)
    now = stand.duel

    def picture(mine: Transcript, theirs: Transcript, guess: Code | None = None) -> DuelPicture:
        yours = Side.of(mine, guesser=Guesser.YOU, title=_("Your guesses"), asks=guess is None and not mine.won)
        return DuelPicture(yours, Side.of(theirs, guess, Guesser.ME, _("My guesses")), view)

    def turn(duel: Duel) -> None:
        nonlocal now
        now = duel
        stand.write(saved, duel)
        table.show(picture(_mine(duel, stand.begins), _theirs(duel, stand.begins)))

    computer = (ThinkingBreaker(StrategyBreaker(stand.strategy, stand.seed)), stand.keeper)
    theirs = _theirs(stand.duel, stand.begins)
    if not theirs.won:
        computer[0].guess(theirs)  # a strategy that does not play this game says so now
    with open_table() as table, saved.guard():
        person = (
            HumanBreaker(
                table,
                lambda game: picture(game, _theirs(now, stand.begins)),
                lambda number: _("your guess {number}: ").format(number=number),
                hard=stand.hard,
                about=about,
            ),
            maker := HumanMaker(
                stand.rules,
                table,
                lambda game, guess: picture(_mine(now, stand.begins), game, guess),
                stand.strategy,
            ),
        )
        sides = (person, computer) if stand.begins is Beginner.ME else (computer, person)
        _greet(stand, about)
        turn(stand.duel)
        with suppress(GiveUp):
            play_duel(stand.duel, sides[0], sides[1], on_turn=turn)
        ended = now
        theirs = _theirs(ended, stand.begins)
        secret = known_secret(theirs, table)
        how: dict[str, Any] = {"hard": stand.hard, "given_up": ended.outcome is Outcome.OPEN}
        if ended.order is not Order.SIMULTANEOUS:
            how["order"] = ended.order.value
        saved.finish(
            FinishedGame.of_human(_mine(ended, stand.begins), stand.keeper.text, **how),
            FinishedGame.of_computer(theirs, saved_strategy(stand.strategy), secret, **how),
        )
    return _Ended(ended, secret, maker.written(theirs))


def _mine(duel: Duel, begins: Beginner) -> Transcript:
    """Gives the game in which the person guesses."""
    return duel.first if begins is Beginner.ME else duel.second


def _theirs(duel: Duel, begins: Beginner) -> Transcript:
    """Gives the game in which the computer guesses."""
    return duel.second if begins is Beginner.ME else duel.first


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


def _finish(ended: _Ended, stand: DuelGame) -> None:
    duel, begins, keeper = ended.duel, stand.begins, stand.keeper
    odds = quick_odds(stand.strategy, stand.rules, duel.order)
    mine, theirs = _mine(duel, begins), _theirs(duel, begins)
    won = {Outcome.FIRST: begins, Outcome.SECOND: next(side for side in Beginner if side is not begins)}
    winner = won.get(duel.outcome)
    if settings.json:
        wrong = () if ended.secret is None else wrong_answers(ended.written, ended.secret)
        result: dict[str, Any] = {
            "you": game_as_json(mine),
            "computer": game_as_json(theirs),
            "secret": keeper.text,
            "your_secret": ended.secret,
            "wrong": [as_json(ToldChange.of(stand.rules, each)) for each in wrong],
            "order": duel.order.value,
            "odds": None if odds is None else odds_as_json(odds),
            "winner": None
            if duel.outcome is Outcome.OPEN
            else "tie"
            if winner is None
            else "you"
            if winner is Beginner.ME
            else "computer",
        }
        emit_json(result)
        return
    count = len(theirs if winner is Beginner.COMPUTER else mine)
    if duel.outcome is Outcome.OPEN:
        text = _("You have given up.")
    elif winner is None:
        text = ngettext("A tie: we both needed {count} guess.", "A tie: we both needed {count} guesses.", count)
    elif winner is Beginner.ME:
        text = ngettext("You win with {count} guess.", "You win with {count} guesses.", count)
    else:
        text = ngettext("I win with {count} guess.", "I win with {count} guesses.", count)
    message(text.format(count=count))
    if not mine.won:
        message(_("My code was {code}.").format(code=keeper.text))
    if ended.secret is not None:
        tell_wrong_answers(ended.written, ended.secret)
    if odds is not None:
        note(odds_sentence(odds, duel.order))
