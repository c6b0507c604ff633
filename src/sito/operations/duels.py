"""Operations about duels: the odds of two strategies, and what does best against one."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Literal, Self

from sito.base.deadline import Deadline
from sito.base.limits import Limits, Stopped
from sito.codes.code import CodeSpace
from sito.errors import N_, LimitError
from sito.odds import Aim, Distribution, Odds, Response, best_response, distribution_of, measured_distribution
from sito.odds import duel_odds as odds_between
from sito.operations.operation import Ask, Value, operation
from sito.operations.questions import OfRules, Seed, StrategyText
from sito.operations.searches import MOST_TREE, Width, tell_progress
from sito.operations.work import Work
from sito.rules.rules import Rules
from sito.strategies.strategy import Strategy, blaming, parse_strategy


@dataclass(frozen=True)
class OddsQuestion(OfRules):
    """Two strategies that meet in a duel."""

    first: Annotated[StrategyText, Ask(N_("The strategy of the side that begins."), 1, 200, "entropy")]
    second: Annotated[StrategyText, Ask(N_("The strategy of the other side."), 1, 200, "minimax")]
    alternating: Annotated[bool, Ask(N_("The first hit wins. Without it both sides guess equally often."))] = False
    sample: (
        Annotated[int, Ask(N_("Measure strategies that draw at random, in at least this many games."), 2)] | None
    ) = None
    seed: Seed = 0


@dataclass(frozen=True)
class ToldSide(Value):
    """How many guesses a strategy needs."""

    strategy: str
    mean: float
    chances: list[str | float]
    """The chances that it finds a code with 1, 2, 3 ... guesses: exact fractions, or numbers that were measured."""
    games: int | None
    """In how many games they were measured; null if they are exact."""

    @classmethod
    def of(cls, side: Distribution) -> ToldSide:
        """Tells the chances of a side."""
        chances = [_chance(chance, exact=side.is_exact) for chance in side.chances]
        return cls(side.strategy, float(side.mean), chances, side.games)


def _chance(chance: Fraction, *, exact: bool) -> str | float:
    return str(chance) if exact else float(chance)


@dataclass(frozen=True, kw_only=True)
class ToldOdds(Value):
    """The chances of the side that begins: fractions as texts, so that nothing is lost, unless they were measured."""

    win: str | float
    tie: str | float
    loss: str | float
    points: float
    """A tie counts one half."""
    margin: float
    """Half the width of the 95 percent confidence interval; 0 if the chances are exact."""

    @classmethod
    def of(cls, odds: Odds, **more: object) -> Self:
        """Tells odds, and more."""
        win, tie, loss = (_chance(chance, exact=not odds.margin) for chance in (odds.win, odds.tie, odds.loss))
        return cls.told(odds, win=win, tie=tie, loss=loss, **more)


@dataclass(frozen=True, kw_only=True)
class OddsAnswer(ToldOdds):
    """The odds of a duel, and what they are worked out from."""

    rules: str
    first: ToldSide
    second: ToldSide
    order: Literal["alternating", "simultaneous"]


@operation(job=True)
def odds(asked: OddsQuestion, work: Work) -> OddsAnswer:
    """Works out how likely the first of two strategies wins, ties and loses a duel with the second."""
    rules = asked.read_rules(work)
    sides = [
        side_of(parse_strategy(text), rules, asked.sample, asked.seed + place, work.limits)
        for place, text in enumerate((asked.first, asked.second))
    ]
    return odds_answer(rules, sides, alternating=asked.alternating)


def side_of(strategy: Strategy, rules: Rules, sample: int | None, seed: int, limits: Limits) -> Distribution:
    """Works the chances of one side out, or measures them. Raises `LimitError` when the time is over."""
    deadline = Deadline(limits)

    def check_time(_done: object) -> None:
        if deadline.is_over:
            late = N_("the time is over; how many guesses {strategy} needs is not known")
            raise LimitError.said(late, strategy=str(strategy))

    with blaming(strategy, rules):
        if strategy.deterministic or sample is None:
            return distribution_of(rules, strategy, on_progress=check_time)
        return measured_distribution(rules, strategy, sample, seed, limits=limits)


def odds_answer(rules: Rules, sides: list[Distribution], *, alternating: bool) -> OddsAnswer:
    """Works out the odds of two sides."""
    return OddsAnswer.of(
        odds_between(rules, sides[0], sides[1], alternating),
        rules=str(rules),
        first=ToldSide.of(sides[0]),
        second=ToldSide.of(sides[1]),
        order="alternating" if alternating else "simultaneous",
    )


@dataclass(frozen=True)
class RespondQuestion(OfRules):
    """A strategy to which the best response is looked for."""

    opponent: Annotated[StrategyText, Ask(N_("The opponent's strategy."), 1, 200, "entropy")]
    aim: Annotated[
        Aim,
        Ask(
            N_(
                "What to gain: points, where a tie counts one half; win, where only wins count; not-lose, where a tie "
                "is as good as a win."
            )
        ),
    ] = Aim.POINTS
    width: Width = None


@dataclass(frozen=True, kw_only=True)
class RespondAnswer(Value):
    """What does best against a strategy; the bounds are fractions."""

    rules: str
    opponent: str
    aim: Aim
    lower: str | None
    upper: str
    proven: bool
    stopped: Stopped | None
    """Which limit ended the work before it was finished; null if none did."""
    odds: ToldOdds | None
    guess: str | None
    """The first guess."""
    total: int | None
    histogram: list[int] | None
    positions: int
    memory: int
    tree: str | None = None
    """The text of the tree that was found; left out where it is very long."""

    @classmethod
    def of(cls, found: Response, tree: str | None = None) -> RespondAnswer:
        """Tells a response, and its tree."""
        grown = found.tree
        return cls.told(
            found,
            grown,
            found.spent,
            rules=str(found.rules),
            opponent=found.opponent.strategy,
            lower=None if found.lower is None else str(found.lower),
            upper=str(found.upper),
            odds=None if found.odds is None else ToldOdds.of(found.odds),
            guess=None if grown is None else CodeSpace(found.rules, guesses=True).text(grown.first_guess),
            tree=tree,
        )


@operation(job=True, posted=False)
def respond(asked: RespondQuestion, work: Work) -> RespondAnswer:
    """Searches for the strategy that gains most in duels with an opponent; tells its bounds."""
    rules = asked.read_rules(work)
    side = side_of(parse_strategy(asked.opponent), rules, None, 0, work.limits)
    found = best_response(
        rules, side, asked.aim, width=asked.width, limits=work.of_search, on_progress=tell_progress(rules, work)
    )
    written = "" if found.tree is None else str(found.tree)
    return RespondAnswer.of(found, written if 0 < len(written) <= MOST_TREE else None)
