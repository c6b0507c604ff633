"""The values that go into the exact search and come out of it: problems, progress and solutions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from functools import partial
from html import escape

from sito.base.limits import Stopped
from sito.base.rows import Column, Row, Tabular
from sito.codes.code import Code, CodeOrText, CodeSpace
from sito.codes.consistency import count_lies_told
from sito.codes.feedback import AnswerOrText, Feedback, Turn
from sito.codes.hard_mode import GameSoFar, check_allowed, check_kept
from sito.codes.weighing import total_of, weigh
from sito.errors import N_, Fault, InputError, whole_number_faults
from sito.playing.game import Transcript
from sito.rules.rules import Rules
from sito.strategies.tree.strategy_tree import StrategyTree

DEFAULT_MEMORY = 4 << 30
"""How many bytes a search may take if `limits.memory` is not given."""

Value = tuple[int, ...]
"""One number for each part of an objective."""

TurnText = tuple[CodeOrText, AnswerOrText]
"""A guess and its answer, each as a value or as people write it."""


class Objective(Enum):
    """What the best strategy minimises. Of several values the first decides, then the next."""

    TOTAL = "total"
    """The number of guesses, summed over all secrets; with lies, over all games that the codemaker can play.

    A secret of a word list with weights counts as often as its weight says.
    """
    WORST = "worst"
    """The number of guesses for the worst secret."""
    WORST_TOTAL = "worst-total"
    TOTAL_WORST = "total-worst"
    WORST_FEWEST = "worst-fewest"
    """The worst secret, then how many secrets are as bad."""
    WORST_FEWEST_TOTAL = "worst-fewest-total"

    @classmethod
    def of(cls, objective: Objective | str) -> Objective:
        """Finds the objective of this name. Raises `InputError` if there is none.

        >>> Objective.of("worst-fewest")
        <Objective.WORST_FEWEST: 'worst-fewest'>
        """
        try:
            return cls(objective)
        except ValueError:
            unknown = N_("there is no objective {name!r}; there are {names}")
            names = ", ".join(known.value for known in cls)
            raise InputError.said(unknown, name=objective, names=names) from None

    @property
    def names(self) -> tuple[str, ...]:
        """Names the parts of a value."""
        return tuple(self.value.split("-"))

    def values(self, histogram: Sequence[int], weighed: Sequence[int] | None = None) -> tuple[int, ...]:
        """Returns the value of a strategy that finds so many secrets with 1, 2, 3 ... guesses.

        `weighed` are the sums of their weights, of a word list that has some.

        >>> Objective.TOTAL_WORST.values((1, 3, 2))
        (13, 3)
        """
        total, worst = total_of(histogram if weighed is None else weighed), len(histogram)
        match self:
            case Objective.TOTAL:
                return (total,)
            case Objective.WORST:
                return (worst,)
            case Objective.WORST_TOTAL:
                return worst, total
            case Objective.TOTAL_WORST:
                return total, worst
            case Objective.WORST_FEWEST:
                return worst, histogram[-1]
            case Objective.WORST_FEWEST_TOTAL:
                return worst, histogram[-1], total


@dataclass(frozen=True, slots=True, init=False)
class Problem:
    """A problem for the exact search: a game, and what its best strategy is to minimise.

    `depth` is the greatest number of guesses that any secret may need. After a `history` of guesses and answers the
    search starts there, and counts guesses from there. `first_guess` fixes the next guess. If `consistent`, only
    codes that may still be the secret are guessed. With `width`, only so many of the best-looking guesses are tried
    at each larger position, which finds good trees for games beyond proof.

    Rules, objective, history and first guess may be given as text. Raises `InputError` that lists every fault, and
    its subclass `HardModeError` for guesses that the hard mode of the rules does not allow.

    >>> problem = Problem("4x6", "worst", history="CBFF:o EAAB:xxo", first_guess="AABC")
    >>> problem.first_guess, len(problem.history)
    (Code([0, 0, 1, 2]), 2)
    >>> Problem("4x6", history=[("CBFF", "o")]) == Problem("mastermind", history="4x6 CBFF:o")
    True
    >>> Problem("4x6", depth=0)
    Traceback (most recent call last):
    sito.errors.InputError: depth is 0; it must be a whole number from 1 on, as in depth=5
    """

    rules: Rules
    objective: Objective
    depth: int | None
    history: tuple[Turn, ...]
    first_guess: Code | None
    consistent: bool
    width: int | None

    def __init__(
        self,
        rules: Rules | str,
        objective: Objective | str = Objective.TOTAL,
        depth: int | None = None,
        history: Transcript | Iterable[Turn | TurnText] | str = (),
        first_guess: CodeOrText | None = None,
        consistent: bool = False,
        width: int | None = None,
    ) -> None:
        game = Rules.parse(rules) if isinstance(rules, str) else rules
        if not isinstance(game, Rules):
            wrong = N_("{value!r}, of type {type}, was given as rules; give a text, as in '4x6', or a Rules value")
            raise InputError.said(wrong, value=rules, type=type(rules).__name__)
        InputError.check(_number_faults(depth=depth, width=width))
        guesses = CodeSpace(game, guesses=True)
        fields = {
            "rules": game,
            "objective": Objective.of(objective),
            "depth": depth,
            "history": _turns(game, guesses, history),
            "first_guess": None if first_guess is None else guesses.read(first_guess),
            "consistent": bool(consistent),
            "width": width,
        }
        for name, value in fields.items():
            object.__setattr__(self, name, value)
        check_kept(GameSoFar(game, self.history))
        if self.first_guess is not None:
            guesses.number(self.first_guess)
            check_allowed(GameSoFar(game, self.history), self.first_guess)
            InputError.check(self._first_guess_faults(guesses, self.first_guess))

    def _first_guess_faults(self, guesses: CodeSpace, first_guess: Code) -> Iterator[Fault]:
        if not self.consistent:
            return
        if first_guess not in CodeSpace(self.rules):
            no_secret = N_("the first guess {guess} is no secret, and only secrets are guessed; take one of those")
            yield Fault(no_secret, guess=guesses.text(first_guess))
        elif count_lies_told(self.rules, self.history, first_guess) is None:
            disagrees = N_("the first guess {guess} does not agree with the answers so far; leave out one or the other")
            yield Fault(disagrees, guess=guesses.text(first_guess))


def _number_faults(**numbers: object) -> Iterator[Fault]:
    for name, value in numbers.items():
        if value is not None:
            yield from whole_number_faults(name, value, 5, 1)


def _turns(rules: Rules, guesses: CodeSpace, history: Transcript | Iterable[Turn | TurnText] | str) -> tuple[Turn, ...]:
    """Reads a history in any of its forms, and checks that it belongs to this game."""
    if isinstance(history, Transcript) and history.rules != rules:
        raise InputError(_other_game(str(history.rules), rules))
    if not isinstance(history, Iterable):
        wrong = N_("{value!r}, of type {type}, is no history; give turns, as in {example}")
        raise InputError.said(wrong, value=history, type=type(history).__name__, example="'AABB:xo ABCD:x'")
    given = _split(rules, history) if isinstance(history, str) else history
    return tuple(InputError.gather(partial(_turn, guesses), given))


def _split(rules: Rules, text: str) -> Iterator[TurnText]:
    """Splits a text such as `CBFF:o EAAB:xxo` into turns; the rules may precede them, as in a transcript."""
    words = text.split()
    if words and not _is_turn(words[0]):
        if words[0] != str(rules):
            raise InputError(_other_game(words[0], rules))
        del words[0]
    for word in words:
        guess, _, answer = word.rpartition(":")
        yield guess, answer


def _is_turn(word: str) -> bool:
    return ":" in word and not word.lower().startswith("words")


def _other_game(found: str, rules: Rules) -> Fault:
    return Fault("the history is of a game with the rules {other}, not {rules}", other=found, rules=str(rules))


def _turn(guesses: CodeSpace, turn: Turn | TurnText) -> Turn:
    if not isinstance(turn, tuple) or len(turn) != 2:
        wrong = N_("{turn!r} is no turn of the history; a turn is a guess and its answer, as in ('AABB', 'xo')")
        raise InputError.said(wrong, turn=turn)
    return Turn.read(*turn, guesses)


@dataclass(frozen=True, slots=True)
class StepCell:
    """The cell of a guess that a search is in: the codes that give one `answer`, and how many `codes` these are.

    Of the `cells` of the guess, the winning one left out, so many are `settled`: it is known what they
    cost, or that they cost their share of what the guess lacks. `squares` is the sum of the squares of the
    sizes of all cells, and `settled_squares` that of the settled ones: about in proportion to the work.
    """

    answer: Feedback
    codes: int
    settled: int
    cells: int
    settled_squares: int
    squares: int


@dataclass(frozen=True, slots=True)
class SearchStep:
    """A guess that a search is trying, and how far it is with it.

    Of the `guesses` that could be the best at this point of the game, so many are `settled`. The
    guess costs at least `lower`, as far as is known by now: a lower bound of the total, summed over
    its cells. `cell` is the one that is being searched, if any is by now.
    """

    guess: Code
    settled: int
    guesses: int
    lower: int
    cell: StepCell | None = None


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a search is.

    `stage` is what is being minimised: `total`, `worst`, or `fewest`, the number of secrets that need as many guesses
    as the worst. It is `preparing` until the answers have been tabulated and a first tree has been made, and
    `certificate` while a certificate is written, of which `settled` in `first_guesses` parts are done. No strategy is
    better than `lower`; `upper` is the value of the best tree so far, if there is one. `guess` is the first guess
    that is being searched, `positions` is the number of positions searched, and `memory` the size of the two large
    tables in bytes. Of `first_guesses` guesses that could be better than the best tree, so many are `settled`; both
    are 0 where first guesses are not searched one by one. `steps` are the guesses that are being tried, from the
    first one on, three at most; it is empty where a search does not tell of them.
    """

    stage: str
    lower: int
    upper: int | None
    guess: Code | None
    positions: int
    memory: int
    settled: int = 0
    first_guesses: int = 0
    steps: tuple[SearchStep, ...] = ()


@dataclass(frozen=True, slots=True)
class Spent:
    """What a search took: the number of positions searched, and the size of its two large tables in bytes."""

    positions: int
    memory: int


def bound_columns(
    objective: Objective, lower: Callable[[Row], Value | None], upper: Callable[[Row], Value | None]
) -> tuple[Column[Row], ...]:
    """Makes the columns of two bounds, one for each part of the objective: `lower`, or of several `lower_worst`."""
    parts = objective.names

    def column(name: str, bound: Callable[[Row], Value | None], place: int) -> Column[Row]:
        def part(row: Row) -> int | None:
            value = bound(row)
            return None if value is None else next(iter(value[place:]), None)

        return Column(name if len(parts) == 1 else f"{name}_{parts[place]}", part, "d", nothing="")

    bounds = {"lower": lower, "upper": upper}
    return tuple(column(name, bound, place) for name, bound in bounds.items() for place in range(len(parts)))


@dataclass(frozen=True, slots=True)
class Solution(Tabular["Solution"]):
    """What a search found.

    `problem` is what was asked, `spent` what the search took.
    `lower` is a value that no strategy beats, `upper` the value of the tree, with one number for each part of the
    objective. If `proven`, they are equal, or both are None because no strategy keeps to the depth. `stopped` says
    what ended the search early, if anything did. It says so for Ctrl-C even if the proof was complete by then, so
    that a loop of searches can end; where it was the workers, `fault` says what became of them. In a total a secret
    of a word list with weights counts as often as its weight says; `mean` and `least_mean` are the numbers of guesses
    on average.

    >>> from sito.exact import solve
    >>> solution = solve("3x4")
    >>> solution.proven, solution.upper, solution.tree.histogram
    (True, (206,), (1, 7, 33, 23))
    """

    problem: Problem
    lower: tuple[int, ...] | None
    upper: tuple[int, ...] | None
    proven: bool
    tree: StrategyTree | None
    spent: Spent
    stopped: Stopped | None = None
    fault: Fault | None = None

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return self.problem.rules

    @property
    def objective(self) -> Objective:
        """What was minimised."""
        return self.problem.objective

    @property
    def weight(self) -> int:
        """The sum of the weights of the codes that are possible at the start: their number if all are alike."""
        if self.tree is not None:
            return self.tree.weight
        told = ((code, count_lies_told(self.rules, self.problem.history, code)) for code in CodeSpace(self.rules))
        return weigh(self.rules, (code for code, lies in told if lies is not None))

    @property
    def mean(self) -> Fraction | None:
        """The guesses that a secret needs on average with the tree, by weight; None if there is no tree."""
        return None if self.tree is None else Fraction(self.tree.total, self.tree.weight)

    @property
    def least_mean(self) -> Fraction | None:
        """The number of guesses on average below which no strategy gets; None if the objective has no total."""
        if self.lower is None or "total" not in self.objective.names or self.rules.lies:
            return None
        place = self.objective.names.index("total")
        return Fraction(self.lower[place], self.weight) if place < len(self.lower) else None

    def _columns(self) -> tuple[Column[Solution], ...]:
        guesses = CodeSpace(self.rules, guesses=True)
        return (
            Column("rules", lambda found: found.rules),
            Column("objective", lambda found: found.objective.value),
            *bound_columns(self.objective, lambda found: found.lower, lambda found: found.upper),
            Column("proven", lambda found: found.proven),
            Column("guess", lambda found: found.tree and guesses.text(found.tree.first_guess)),
            Column("mean", lambda found: found.mean, ".4f"),
            Column("histogram", lambda found: found.tree and found.tree.histogram, heading="codes by guesses, from 1"),
            Column("positions", lambda found: found.spent.positions, "d"),
            Column("stopped", lambda found: found.stopped, heading=None if self.stopped else ""),
        )

    def _repr_html_(self) -> str:
        rows = [("game", str(self.rules)), ("objective", ", ".join(self.objective.names))]
        if self.proven and self.tree is None:
            rows.append(("proven", f"no strategy keeps to {self.problem.depth} guesses"))
        else:
            rows.append(("proven best" if self.proven else "best found", _value_text(self.upper)))
            if not self.proven:
                rows.append(("no strategy beats", _value_text(self.lower)))
        if self.tree is not None:
            guesses = CodeSpace(self.rules, guesses=True)
            rows.append(("first guess", guesses.text(self.tree.first_guess)))
            rows.append(("codes found with 1, 2, 3 ... guesses", " ".join(map(str, self.tree.histogram))))
            if self.rules.weights is not None:
                rows.append(("guesses on average", f"{self.tree.mean:.4f}"))
        rows.append(("positions searched", str(self.spent.positions)))
        if self.stopped is not None:
            rows.append(("stopped by", self.stopped.value))
        cells = "".join(f"<tr><th>{escape(name)}</th><td>{escape(value)}</td></tr>" for name, value in rows)
        return f"<table>{cells}</table>"


def _value_text(value: tuple[int, ...] | None) -> str:
    return "-" if value is None else ", ".join(map(str, value))
