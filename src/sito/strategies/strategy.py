"""What a strategy is, and how one is found by its text.

A strategy is a function of what is known and a random generator; it keeps no state, so it can be shared, pickled and
asked about any moment of any game. Its text is its name in the registry, and options after a colon:
`random-consistent`, `first-consistent:founding`, `tree:FILE`, `entropy:consistent`.
"""

from __future__ import annotations

import inspect
import random
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from importlib import import_module
from typing import Protocol, TypeGuard, runtime_checkable
from urllib.parse import quote, unquote

from sito.base.limits import Limits
from sito.base.plug_ins import STRATEGIES, load_plug_in, own_words, plug_ins
from sito.codes.code import Code
from sito.errors import N_, NN_, Fault, SitoError, StrategyError, nearest
from sito.rules.rules import Rules
from sito.sieve.knowledge import Knowledge
from sito.sieve.metrics import metric_names


@runtime_checkable
class Strategy(Protocol):
    """Chooses the next guess from what is known; `str` gives the text that finds it in the registry."""

    @property
    def deterministic(self) -> bool:
        """Whether the choice never depends on the random generator."""
        ...

    @property
    def consistent(self) -> bool:
        """Whether every guess agrees with all the answers so far."""
        ...

    def choose(self, knowledge: Knowledge, rng: random.Random) -> Code:
        """Chooses an allowed guess while at least one code is possible.

        Raises `InconsistentError` if none is, and `StrategyError` at the first guess if
        the strategy does not play these rules.
        """
        ...


class LimitedStrategy(Strategy, Protocol):
    """A strategy that keeps to limits, so that a server can promise an answer."""

    def choose(self, knowledge: Knowledge, rng: random.Random, limits: Limits | None = None) -> Code:
        """Chooses the best guess that it finds within the limits; without limits as any strategy does."""
        ...


def keeps_limits(strategy: Strategy) -> TypeGuard[LimitedStrategy]:
    """Tells whether the `choose` of a strategy takes `limits`."""
    return "limits" in inspect.signature(strategy.choose).parameters


def choose_within(strategy: Strategy, knowledge: Knowledge, rng: random.Random, limits: Limits | None) -> Code:
    """Lets a strategy choose within limits if it keeps to any; the others, and without limits all, choose as ever.

    Raises what `choose` raises.
    """
    if limits is not None and keeps_limits(strategy):
        return strategy.choose(knowledge, rng, limits)
    return strategy.choose(knowledge, rng)


class KnownByText:
    """Makes a strategy a value: its text is its name and its options, and strategies of the same text are equal."""

    name: str
    options: tuple[str, ...] = ()

    def __str__(self) -> str:
        return strategy_text(self.name, *self.options)

    def __repr__(self) -> str:
        return f"parse_strategy({str(self)!r})"

    def __eq__(self, other: object) -> bool:
        return str(self) == str(other) if type(self) is type(other) else NotImplemented

    def __hash__(self) -> int:
        return hash(str(self))


def turn_generator(seed: int, turn: int) -> random.Random:
    """Makes the generator for the guess after `turn` turns of a game with this seed.

    It depends on nothing else, so that a game that is taken up again goes on as it
    would have, and games with the same turns have the same next guess.

    >>> turn_generator(1, 0).random() == turn_generator(1, 0).random() != turn_generator(1, 1).random()
    True
    """
    return random.Random(f"{seed}/{turn}")


TREE = "tree"
"""The strategy that plays from a strategy tree."""
_MOST_NAMES = 10  # in a message
_BUILT_IN = {
    "best": "sito.advice.best_strategy:Best",
    "careless": "sito.strategies.careless:Careless",
    "color-by-color": "sito.strategies.color_by_color:ColorByColor",
    "color-by-color-narrowing": "sito.strategies.color_by_color:ColorByColorNarrowing",
    "distinct-first": "sito.strategies.consistent:DistinctFirst",
    "first-consistent": "sito.strategies.consistent:FirstConsistent",
    "halving": "sito.strategies.halving:Halving",
    "level": "sito.advice.levels:LevelStrategy",
    "random-consistent": "sito.strategies.consistent:RandomConsistent",
    TREE: "sito.strategies.from_tree:FromTree",
    "uniform-probe": "sito.strategies.uniform_probe:UniformProbe",
}
"""Where the strategies of this package live; each is imported when it is first asked for."""


_PARTITION = "sito.strategies.partition:Partition"
"""Looks one answer ahead; the name of each metric is the name of this strategy with it."""


@contextmanager
def blaming(strategy: Strategy, rules: Rules) -> Iterator[None]:
    """Names the strategy in whatever it raises that is not of Sito: a plug-in's mistake is its author's to read.

    Raises `SitoError`.
    """
    try:
        yield
    except (SitoError, MemoryError):
        raise
    except Exception as error:
        raise strategy_failure(str(strategy), str(rules), error) from error


def check_no_hard_mode(name: str, rules: Rules) -> None:
    """Raises `StrategyError` for a strategy that does not ask which guesses are allowed, where the rules limit them."""
    if rules.hard is not None:
        raise _contradicts(name)


def _contradicts(name: str) -> StrategyError:
    contradicts = N_(
        "{strategy} makes guesses that contradict answers, and hard mode forbids them; "
        "take another strategy, such as {example} or {other}"
    )
    return StrategyError.said(contradicts, strategy=name, example="entropy:consistent", other="first-consistent")


def check_no_lies(name: str, rules: Rules) -> None:
    """Raises `StrategyError` for a strategy that takes each answer for true, where the codemaker may lie."""
    if rules.lies:
        believes = N_(
            "{name} does not play {rules}: it takes each answer for true, and the codemaker may lie; "
            "take first-consistent or a strategy that looks ahead, such as entropy"
        )
        raise StrategyError.said(believes, name=name, rules=str(rules))


def strategy_failure(strategy: str, rules: str, error: Exception) -> SitoError:
    """Makes the error that says which strategy failed where, and how."""
    failed = N_("the strategy {strategy} failed on {rules}: {problem}")
    return SitoError.said(failed, strategy=strategy, rules=rules, problem=own_words(error))


def endless(strategy: str, count: int) -> StrategyError:
    """Makes the error that says that a strategy goes on and on."""
    many = NN_("{strategy} does not end: it made {count} guess", "{strategy} does not end: it made {count} guesses")
    return StrategyError.said(*many, strategy=strategy, count=count)


def strategy_names() -> tuple[str, ...]:
    """Lists the names in the registry, those of plug-ins included, in alphabetical order."""
    return tuple(sorted({*_BUILT_IN, *metric_names(), *plug_ins(STRATEGIES)}))


def strategy_factory(name: str) -> Callable[..., Strategy]:
    """Gives the class or function that makes the strategy of this name. Raises `StrategyError`."""
    if name in _BUILT_IN:
        return _built_in(_BUILT_IN[name])
    if name in plug_ins(STRATEGIES):
        loaded: Callable[..., Strategy] = load_plug_in(plug_ins(STRATEGIES)[name])
        return loaded
    if name in metric_names():
        return partial(_built_in(_PARTITION), name)
    names = ", ".join(strategy_names())
    if meant := nearest(name, strategy_names()):
        mistyped = N_("there is no strategy {name!r}; do you mean {meant}? There are {names}")
        raise StrategyError.said(mistyped, name=name, meant=meant, names=names)
    raise StrategyError.said("there is no strategy {name!r}; there are {names}", name=name, names=names)


def _built_in(place: str) -> Callable[..., Strategy]:
    module, attribute = place.split(":")
    factory: Callable[..., Strategy] = getattr(import_module(module), attribute)
    return factory


Trees = Mapping[str, object] | Callable[[str], object]
"""Where the reader of `tree:FILE` finds the tree: trees by their names, or a function that is given the name."""


def parse_strategy(text: str, trees: Trees | None = None) -> Strategy:
    """Makes the strategy that a text names.

    What stands after the colon are the arguments of its class, separated by commas: `VALUE` or `NAME=VALUE`; a comma
    or a percent sign in a value is written `%2C`, `%25`. The strategy `tree:NAME` plays a `StrategyTree`, which is
    looked up in `trees`: trees by their names, or a function such as `StrategyTree.load`. Nothing is read from files
    unless that function does so. Raises `StrategyError`.

    >>> str(parse_strategy("first-consistent"))
    'first-consistent'
    >>> parse_strategy("first-consistent:sideways")
    Traceback (most recent call last):
    sito.errors.StrategyError: first-consistent has no order 'sideways'; there are ascending, founding
    """
    if not isinstance(text, str):
        wrong = N_("a strategy is named by a text such as {example}; a value of type {type} was given")
        raise StrategyError.said(wrong, example="first-consistent", type=type(text).__name__)
    name, _, options = text.strip().partition(":")
    factory = strategy_factory(name)
    values: list[str] = []
    named: dict[str, str] = {}
    for option in options.split(",") if options else []:
        key, equals, value = option.partition("=")
        if equals and key.isidentifier():
            named[key] = unquote(value)
        else:
            values.append(unquote(option))
    if name == TREE:
        return _parse_tree(factory, options, values, named, trees)
    signature = inspect.signature(factory)
    try:
        signature.bind(*values, **named)
    except TypeError:
        raise _unfit_options(name, options, signature.parameters) from None
    try:
        return factory(*values, **named)
    except SitoError:
        raise
    except Exception as error:
        refused = N_("the strategy {name} refuses the options {options!r}: {problem}")
        raise StrategyError.said(refused, name=name, options=options, problem=own_words(error)) from error


def _unfit_options(name: str, options: str, allowed: Iterable[str]) -> StrategyError:
    if not options:
        incomplete = N_("the strategy {name!r} is not complete; write {name}:{example}")
        return StrategyError.said(incomplete, name=name, example=",".join(allowed).upper())
    unfit = N_("the options {options!r} do not fit the strategy {name}; it takes {allowed}")
    none = N_("the options {options!r} do not fit the strategy {name}; it takes none")
    names = ", ".join(allowed)
    return StrategyError.said(unfit if names else none, options=options, name=name, allowed=names)


def _parse_tree(
    factory: Callable[..., Strategy], options: str, values: list[str], named: dict[str, str], trees: Trees | None
) -> Strategy:
    if len(values) + len(named) != 1 or not set(named) <= {"file"}:
        raise _unfit_options(TREE, options, ["file"])
    file = values[0] if values else named["file"]
    if trees is None:
        absent = N_("the tree {file!r} is not at hand; pass trees=, which finds trees by their names, as in {example}")
        raise StrategyError.said(absent, file=file, example="trees=StrategyTree.load")
    if callable(trees):
        return factory(trees(file), file)
    if not isinstance(trees, Mapping):
        wrong = N_("trees cannot be of type {type}; pass trees by their names, or a function, as in {example}")
        raise StrategyError.said(wrong, type=type(trees).__name__, example="trees=StrategyTree.load")
    if file not in trees:
        names = ", ".join(sorted(map(str, trees))[:_MOST_NAMES]) or "-"
        raise StrategyError.said("there is no tree {file!r}; there are {names}", file=file, names=names)
    return factory(trees[file], file)


def check_options(name: str, options: Iterable[str], only: str) -> None:
    """Raises `StrategyError` for options of a strategy that has one alone."""
    wrong = N_("{name} has no option {option!r}; there is {only}")
    StrategyError.check(Fault(wrong, name=name, option=option, only=only) for option in options if option != only)


def strategy_text(name: str, *values: str) -> str:
    """Writes the text of a strategy, the inverse of `parse_strategy`.

    >>> strategy_text("tree", "a,b.tree")
    'tree:a%2Cb.tree'
    """
    return ":".join([name, ",".join(quote(value, safe="/\\:+ ") for value in values)] if values else [name])


@runtime_checkable
class CanBeConsistent(Protocol):
    """A strategy that can also play with consistent guesses only."""

    def only_consistent(self) -> Strategy:
        """Gives the strategy that does so."""
        ...


def hard_strategy(strategy: Strategy) -> Strategy:
    """Gives the strategy as it plays in hard mode: itself if its guesses always agree with the answers.

    Every hard mode allows what may be the code.

    A strategy that has a method `only_consistent`, as those have that look one answer
    ahead, plays as that makes it. Raises `StrategyError` for others, and for what is not a strategy.

    >>> from sito.strategies.strategy import parse_strategy
    >>> str(hard_strategy(parse_strategy("entropy"))), str(hard_strategy(parse_strategy("first-consistent")))
    ('entropy:consistent', 'first-consistent')
    >>> hard_strategy(parse_strategy("uniform-probe"))
    Traceback (most recent call last):
    sito.errors.StrategyError: uniform-probe makes guesses that contradict answers, and hard mode forbids them; \
take another strategy, such as entropy:consistent or first-consistent
    """
    if not isinstance(strategy, Strategy):
        wrong = N_("{value!r}, of type {type}, is not a strategy; give one as in {example}")
        example = "parse_strategy('entropy')"
        raise StrategyError.said(wrong, value=strategy, type=type(strategy).__name__, example=example)
    if strategy.consistent:
        return strategy
    if isinstance(strategy, CanBeConsistent):
        return strategy.only_consistent()
    raise _contradicts(str(strategy))
