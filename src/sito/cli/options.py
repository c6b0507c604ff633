"""Options that several commands about games share."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Annotated, TypeVar, get_args

from sito.advice.levels import LEVELS, parse_level
from sito.cli.command import SeedOption
from sito.cli.output import note, settings
from sito.cli.parameters import Argument, given
from sito.errors import N_, Fault, InputError, RulesError, gathered
from sito.native.game import MOST_COLORS, MOST_PEGS
from sito.operations.operation import Ask
from sito.playing.game import Transcript
from sito.playing.rounds import SMALL_GAME, usual_rounds
from sito.rules.rules import Rules
from sito.rules.text import names_words
from sito.show.i18n import ngettext
from sito.strategies.halving import Halving
from sito.strategies.strategy import Strategy, hard_strategy, parse_strategy, strategy_names
from sito.strategies.tree.strategy_tree import StrategyTree
from sito.words.files import read_word_list
from sito.words.words import WordList

DEFAULT_RULES = "mastermind"
DEFAULT_BREAKER = "first-consistent"
DEFAULT_OPPONENT = "best"
DEFAULT_HARD_OPPONENT = "entropy"  # best makes guesses that hard mode forbids

Value = TypeVar("Value")


RulesOption = Annotated[
    str | None,
    Ask(
        N_("The game: a name or a text such as 4x6; 'sito rules' lists them. Without it: mastermind, 4x6."), short="-r"
    ),
]

UsualRules = Annotated[str, get_args(RulesOption)[1]]
"""The same in a question, where it is empty without the option."""

RulesArgument = Annotated[str | None, Argument(N_("The same as --rules."), metavar="RULES")]


def _strategy_option(help: Fault) -> Ask:
    return Ask(help, name="--strategy", short="-s", metavar="STRATEGY")


_OPTIONS_NEEDED = {"level": "level:LEVEL", "tree": "tree:FILE"}
_NAMES = ", ".join(_OPTIONS_NEEDED.get(name, name) for name in strategy_names())
StrategyOption = Annotated[str, _strategy_option(Fault("How the computer guesses: {names}.", names=_NAMES))]
AdviserOption = Annotated[str | None, _strategy_option(Fault("Show the guess of one strategy: {names}.", names=_NAMES))]
BreakerOption = Annotated[
    str | None,
    _strategy_option(
        Fault(
            "How the computer guesses: {names}. Without it: {name}, with more than {pegs} pegs or {colors} colors "
            "{large}.",
            names=_NAMES,
            name=DEFAULT_BREAKER,
            pegs=MOST_PEGS,
            colors=MOST_COLORS,
            large=Halving.name,
        )
    ),
]
# Of games that --resume goes on with: there None tells that nothing was asked for.
OpponentOption = Annotated[
    str | None,
    _strategy_option(
        Fault(
            "How the computer guesses: {names}. Without it: {name}, in hard mode {hard}.",
            names=_NAMES,
            name=DEFAULT_OPPONENT,
            hard=DEFAULT_HARD_OPPONENT,
        )
    ),
]
LevelOption = Annotated[
    str | None,
    Ask(
        Fault(
            N_("How well the computer guesses, from the weakest: {names}; instead of --strategy."),
            names=", ".join(level.name for level in LEVELS),
        )
    ),
]
RoundsOption = Annotated[
    int | None,
    Ask(
        Fault(
            "The most guesses, 0 for no limit. Without it: 6 for word games and up to {codes} codes, none with more "
            "than 2^28 codes, {pegs} pegs or {colors} colors, else 10.",
            codes=SMALL_GAME,
            pegs=MOST_PEGS,
            colors=MOST_COLORS,
        ),
        0,
    ),
]
HardOption = Annotated[
    bool,
    Ask(
        N_(
            "Hard mode: every guess must agree with all the answers so far; where they are given per position, it "
            "must use all that they have shown."
        )
    ),
]
ResumeOption = Annotated[bool, Ask(N_("Go on with the game that was left last."))]


def read_words(text: str) -> WordList:
    """Reads the words of a game from the files that a user named; says once if some are listed more than once."""
    words = read_word_list(text)
    if words.repeated and words.name not in settings.told:
        settings.told.add(words.name)
        sentence = ngettext(
            "The word list {file} has {word} more than once; it counts once.",
            "The word list {file} has {count} words more than once, such as {word}; each counts once.",
            len(words.repeated),
        )
        note(sentence.format(file=text, count=len(words.repeated), word=words.repeated[0]))
    return words


def read_rules(text: str) -> Rules:
    """Reads rules that a user wrote; the list of a word game is read from its file."""
    return Rules.parse(text, read_words)


def read_game(text: str) -> Transcript:
    """Reads a game that a user wrote; the list of a word game is read from its file."""
    return Transcript.parse(text, read_words)


def read_tree(file: str) -> StrategyTree:
    """Reads a strategy tree from its file, and the words of an old tree that does not carry them from theirs."""
    return StrategyTree.load(file, read_words)


def read_strategy(text: str) -> Strategy:
    """Makes the strategy that a user named; a strategy tree is read from its file."""
    return parse_strategy(text, read_tree)


def game_rules(text: str | None) -> Rules:
    """Reads the rules of a new game."""
    return read_rules(DEFAULT_RULES if text is None else text)


def read_each(read: Callable[[str], Value], texts: Iterable[str], faults: list[Fault]) -> list[Value]:
    """Reads several texts; what is wrong with them is added to `faults`, for the caller to raise all together."""
    values: list[Value] = []
    for text in texts:
        with gathered(faults):
            values.append(read(text))
    return values


def read_game_and_strategies(rules: str | None, *strategies: str) -> tuple[Rules, list[Strategy]]:
    """Reads the rules of a game and strategies that play it. Raises `InputError` with the faults of all."""
    faults: list[Fault] = []
    games = read_each(read_rules, [rules or DEFAULT_RULES], faults)
    read = read_each(read_strategy, strategies, faults)
    InputError.check(faults)
    return games[0], read


def round_limit(rounds: int | None, rules: Rules) -> int | None:
    """Tells how many guesses a game has; `None` is no limit."""
    return usual_rounds(rules) if rounds is None else rounds or None


def game_seed(seed: int | None) -> int:
    """Gives the seed that was asked for, or draws one."""
    return random.SystemRandom().randrange(2**32) if seed is None else seed


@dataclass(frozen=True, kw_only=True)
class RulesOptions:
    """The rules of a new game."""

    named: RulesArgument = None
    rules: RulesOption = None

    @property
    def text(self) -> str | None:
        """The rules, as an argument or with --rules. Raises `InputError` for both."""
        if self.named is not None and self.rules is not None:
            raise InputError(_named_twice(self.rules, self.named))
        return self.rules if self.named is None else self.named


@dataclass(frozen=True, kw_only=True)
class OpponentOptions:
    """How the computer guesses in a new game."""

    strategy: OpponentOption = None
    level: LevelOption = None

    def read(self, rules: str | None, *, hard: bool) -> tuple[Rules, Strategy]:
        """Reads the rules, and the strategy as it plays by them, which in hard mode is another one if none is named.

        Raises `InputError` with the faults of both, and `StrategyError` for a strategy that does not play in hard mode.
        """
        if self.strategy is not None and self.level is not None:
            raise InputError.said("--strategy and --level both say how the computer guesses; leave out one of them")
        text = self.strategy if self.level is None else str(parse_level(self.level).player())
        usual = DEFAULT_HARD_OPPONENT if hard else DEFAULT_OPPONENT
        game, (strategy,) = read_game_and_strategies(rules, text or usual)
        if not hard and not game.hard:
            return game, strategy
        return game, hard_strategy(parse_strategy(DEFAULT_HARD_OPPONENT) if text is None else strategy)


@dataclass(frozen=True, kw_only=True)
class RoundsOptions:
    """How long a new game lasts."""

    rounds: RoundsOption = None


@dataclass(frozen=True, kw_only=True)
class SittingOptions:
    """What else is asked of a new game, or that a saved one goes on."""

    seed: SeedOption = None
    hard: HardOption = False
    resume: ResumeOption = False

    def goes_on(self, *groups: object) -> bool:
        """Tells whether a saved game goes on. Raises `InputError` for options that only a new game can have."""
        if self.resume:
            options = {each: None for group in (*groups, replace(self, resume=False)) for each in given(group)}
            names = dict.fromkeys("rules" if each == "RULES" else each.removeprefix("--") for each in options)
            wrong = N_("--resume goes on with the saved game as it is; leave out --{option}")
            InputError.check(Fault(wrong, option=name) for name in names)
        return self.resume


def given_game(rules: str | None, text: str) -> Transcript:
    """Reads a game of one line; without rules in it, it is of the game that --rules names, or of the usual one."""
    head = next(iter(text.split()), "")
    if rules is None and (":" not in head or names_words(head)):
        return read_game(text)
    with rules_named_once(rules, text):
        return read_game(f"{game_rules(rules)} {text}")


def names_rules(text: str) -> bool:
    """Tells whether the first word of a text can be read as rules."""
    try:
        read_rules(text.split()[0])
    except RulesError:
        return False
    return True


@contextmanager
def rules_named_once(rules: str | None, text: str) -> Iterator[None]:
    """Says so if a text cannot be read as turns because it names the rules that --rules has named already."""
    try:
        yield
    except InputError:
        if rules is None or not names_rules(text):
            raise
        raise InputError(_named_twice(rules, text.split()[0])) from None


def _named_twice(option: str, word: str) -> Fault:
    twice = N_("the rules are named twice, as --rules {option} and as {word} in the game; leave out one of them")
    return Fault(twice, option=option, word=word)
