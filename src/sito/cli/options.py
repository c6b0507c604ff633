"""Options that several commands about games share."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from typing import Annotated, TypeVar

from sito.advice.levels import LEVELS, parse_level
from sito.cli.output import note, settings
from sito.cli.parameters import Argument
from sito.errors import N_, Fault, InputError
from sito.operations.operation import Ask
from sito.playing.game import Transcript
from sito.playing.rounds import usual_rounds
from sito.rules.rules import Rules
from sito.show.i18n import ngettext
from sito.strategies.strategy import Strategy, hard_strategy, parse_strategy, strategy_names
from sito.strategies.tree.strategy_tree import StrategyTree
from sito.words.files import read_word_list
from sito.words.words import WordList

DEFAULT_RULES = "mastermind"
DEFAULT_OPPONENT = "best"
DEFAULT_HARD_OPPONENT = "entropy"  # best makes guesses that hard mode forbids

Value = TypeVar("Value")


RulesOption = Annotated[
    str | None,
    Ask(
        N_("The game: a name or a text such as 4x6; 'sito rules' lists them. Without it: mastermind, 4x6."), short="-r"
    ),
]

RulesArgument = Annotated[str | None, Argument(N_("The same as --rules."), metavar="RULES")]


def named_rules(named: str | None, option: str | None) -> str | None:
    """Gives the rules that a command line names, as an argument or with --rules. Raises `InputError` for both."""
    if named is not None and option is not None:
        twice = N_("the rules are named twice, as --rules {option} and as {word} in the game; leave out one of them")
        raise InputError(Fault(twice, option=option, word=named))
    return option if named is None else named


def _strategy_option(help: Fault) -> Ask:
    return Ask(help, name="--strategy", short="-s", metavar="STRATEGY")


_OPTIONS_NEEDED = {"level": "level:LEVEL", "tree": "tree:FILE"}
_NAMES = ", ".join(_OPTIONS_NEEDED.get(name, name) for name in strategy_names())
StrategyOption = Annotated[str, _strategy_option(Fault("How the computer guesses: {names}.", names=_NAMES))]
AdviserOption = Annotated[
    str | None,
    _strategy_option(Fault("Show the guess of one strategy: {names}.", names=_NAMES)),
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
    Ask(N_("The most guesses, 0 for no limit. Without it: 6 for word games and up to 1296 codes, else 10."), 0),
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
        try:
            values.append(read(text))
        except InputError as error:
            faults.extend(error.faults)
    return values


def game_and_strategy(rules: str | None, strategy: str) -> tuple[Rules, Strategy]:
    """Reads the rules of a new game and the strategy that plays it. Raises `InputError` with the faults of both."""
    faults: list[Fault] = []
    games = read_each(game_rules, [DEFAULT_RULES if rules is None else rules], faults)
    strategies = read_each(read_strategy, [strategy], faults)
    InputError.check(faults)
    return games[0], strategies[0]


def opponent_text(strategy: str | None, level: str | None, *, hard: bool = False) -> str:
    """Gives the text of the computer's strategy, which is named, or plays a level. Raises `InputError` for both."""
    if level is None:
        usual = DEFAULT_HARD_OPPONENT if hard else DEFAULT_OPPONENT
        return usual if strategy is None else strategy
    if strategy is not None:
        raise InputError(Fault(N_("--strategy and --level both say how the computer guesses; leave out one of them")))
    return str(parse_level(level).player())


def hard_opponent(opponent: Strategy, *, named: bool) -> Strategy:
    """Gives the computer's strategy as it plays in hard mode; where none was named, the usual one there.

    Raises `StrategyError` for one that cannot play so.
    """
    return hard_strategy(opponent if named else parse_strategy(DEFAULT_HARD_OPPONENT))


def round_limit(rounds: int | None, rules: Rules) -> int | None:
    """Tells how many guesses a game has; `None` is no limit."""
    if rounds is None:
        return usual_rounds(rules)
    return rounds or None


def game_seed(seed: int | None) -> int:
    """Gives the seed that was asked for, before or after the command's name, or draws one."""
    chosen = given_seed(seed)
    return random.SystemRandom().randrange(2**32) if chosen is None else chosen


def given_seed(seed: int | None) -> int | None:
    """Gives the seed that was asked for, before or after the command's name, if any was."""
    return settings.seed if seed is None else seed


def check_resumed(*, seed: int | None, **others: object) -> None:
    """Sees that --resume comes without options that only a new game can have. Raises `InputError`."""
    InputError.check(
        Fault(N_("--resume goes on with the saved game as it is; leave out --{option}"), option=option)
        for option, value in {**others, "seed": given_seed(seed)}.items()
        if value is not None
    )
