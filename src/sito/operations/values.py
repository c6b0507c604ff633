"""The value of a game, as an operation: what both sides can make sure of where they mix as they like."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from sito.base.limits import Stopped
from sito.codes.code import CodeSpace
from sito.operations.operation import Ask, Value, operation
from sito.operations.questions import OfRules
from sito.operations.searches import MOST_TREE
from sito.operations.work import Work

if TYPE_CHECKING:
    from sito.exact.game_value import GameValue, ValueProgress


@dataclass(frozen=True)
class ValueQuestion(OfRules):
    """A game whose value is to be found and proven."""

    seconds: Annotated[float, Ask("How long to search; the service may allow less.", 0)] | None = None


@dataclass(frozen=True)
class ToldKind(Value):
    """Codes of one kind: those that differ in the order of the pegs and the names of the colors alone."""

    code: str
    """One of them."""
    size: int
    """How many there are."""
    chance: str
    """How likely the codemaker chooses one of them: a fraction."""


@dataclass(frozen=True, kw_only=True)
class ToldTree(Value):
    """A strategy of the codebreaker's mixture, who shuffles colors and pegs before each game."""

    chance: str
    """How likely it is played: a fraction."""
    guess: str
    """The first guess."""
    guesses: list[str]
    """The guesses that it needs on average for the codes of each kind: fractions."""
    histogram: list[int]
    tree: str | None = None
    """The text of the tree; left out where it is very long."""


@dataclass(frozen=True, kw_only=True)
class ValueAnswer(Value):
    """What a game is worth; the bounds are fractions."""

    rules: str
    lower: str
    """The guesses that the codemaker makes sure of by the chances of the kinds."""
    upper: str | None
    """The guesses, at most, that the codebreaker makes sure of by the chances of the trees."""
    proven: bool
    stopped: Stopped | None
    """Which limit ended the work before it was finished; null if none did."""
    kinds: list[ToldKind]
    trees: list[ToldTree]
    positions: int
    memory: int

    @classmethod
    def of(cls, found: GameValue, *, with_trees: bool) -> ValueAnswer:
        """Tells a value, with the texts of the trees or without them."""
        guesses = CodeSpace(found.rules, guesses=True)
        trees = []
        for mixed in found.trees:
            text = str(mixed.tree) if with_trees else ""
            told = {"guess": guesses.text(mixed.tree.first_guess), "guesses": [str(mean) for mean in mixed.guesses]}
            tree = text if 0 < len(text) <= MOST_TREE else None
            trees.append(ToldTree.told(mixed.tree, chance=str(mixed.chance), tree=tree, **told))
        return cls.told(
            found,
            found.spent,
            rules=str(found.rules),
            lower=str(found.lower),
            upper=None if found.upper is None else str(found.upper),
            kinds=[ToldKind(guesses.text(kind.code), kind.size, str(kind.chance)) for kind in found.kinds],
            trees=trees,
        )


@operation(job=True, posted=False)
def value(asked: ValueQuestion, work: Work) -> ValueAnswer:
    """Finds the value of a game: the guesses it takes where codemaker and codebreaker mix as they like."""
    from sito.exact.game_value import game_value

    def tell(progress: ValueProgress) -> None:
        upper = None if progress.upper is None else str(progress.upper)
        work.progress({"lower": str(progress.lower), "upper": upper, "positions": progress.positions})

    found = game_value(asked.read_rules(work), limits=work.of_search, seconds=asked.seconds, on_progress=tell)
    return ValueAnswer.of(found, with_trees=True)
