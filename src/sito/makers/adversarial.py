"""The adversarial codemaker: it commits to no code, and answers so that the game lasts as long as it can."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

from sito.base.limits import Limits, check_limits
from sito.codes.code import Code, CodeOrText
from sito.codes.feedback import Feedback
from sito.errors import N_, LimitError, StrategyError
from sito.exact.problem import Objective, Problem
from sito.exact.solver import solve
from sito.native.game import native_sieve
from sito.playing.game import Transcript, check_consistent, check_rules
from sito.rules.rules import Rules
from sito.sieve.knowledge import Knowledge
from sito.strategies.from_tree import strategy_of
from sito.strategies.partition import Partition
from sito.strategies.strategy import Strategy
from sito.strategies.tree.strategy_tree import StrategyTree
from sito.words.words import WordList

ADVERSARIAL_LIMITS = Limits(work=4_000, memory=1 << 27)
"""How far an adversarial codemaker searches for an answer: positions, and bytes for the table of all answers."""

_QUICK = Partition("most-parts", "consistent")
_QUICKLY_FOLLOWED = 2_000
"""A strategy that gives a bound in milliseconds while so many codes are possible."""
_MOST_WITH_LIES = 64
"""With lies a position takes much longer, so the search decides only while so many codes are possible."""
_MOST_WORDS = 64
"""The same of words: of long lists every word may be guessed, and no symmetry makes guesses equal."""
_FEW_ANSWERS = 1 << 16
"""Of short lists, of which all answers are tabulated at once, the search decides always."""


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer that an adversarial codemaker gives, and why.

    `codes` is how many codes are possible after it. If `exact`, no other answer makes the
    game last longer, and `guesses` is how many more guesses it lasts; else `guesses` is
    None and the answer was chosen by the number of codes.
    """

    answer: Feedback
    codes: int
    guesses: int | None

    @property
    def exact(self) -> bool:
        """Whether the answer is proven to be the one after which the game lasts longest."""
        return self.guesses is not None


@dataclass(frozen=True, init=False)
class AdversarialMaker:
    """A codemaker that commits to no code and answers so that the game lasts as long as it can.

    `rules` are those of the game. It gives the answer after which even the best codebreaker needs the most guesses in
    the worst case, as the exact search proves within `limits` for each answer; of answers that are equal, the one that
    leaves the most codes, then the one with the lowest number. What the search cannot decide is decided by the number
    of codes; where there may be lies, and in long lists of words, that is so while more than 64 codes are possible.
    Some code always agrees with all its answers. As every answer depends on the game alone, the same guesses are always
    answered the same.

    If the codebreaker is known, `against` gives its strategy, as a value, text or tree, and `seed` what it draws
    with. Then the codemaker answers so that this strategy needs the most guesses, which is always exact.

    `limits.work` counts positions of all searches for an answer; limits of time would make
    the answers depend on the machine. Raises `RulesError` or `StrategyError` for what
    cannot be read, `LimitError` for a game of more than 2^28 codes, and `InputError` for limits that are none.

    Source: the adversary argument, by which lower bounds of searches are proven (Knuth 1973).

    >>> from sito.playing.game import play
    >>> print(play("4x6", "minimax", AdversarialMaker("4x6")))
    4x6 AABB:- CCDE:xo CFCF:- DEDD:oo EDEE:xxxx
    >>> from sito.strategies.strategy import parse_strategy
    >>> tree = StrategyTree.build(parse_strategy("entropy"), Knowledge("4x6"))
    >>> len(play("4x6", "entropy", AdversarialMaker("4x6", against=tree))) == tree.maximum
    True
    """

    rules: Rules
    against: Strategy | None
    seed: int
    limits: Limits

    def __init__(
        self,
        rules: Rules | str,
        *,
        against: Strategy | StrategyTree | str | None = None,
        seed: int = 0,
        limits: Limits = ADVERSARIAL_LIMITS,
    ) -> None:
        check_limits(limits)
        strategy = strategy_of(against)
        if strategy is not None and not isinstance(strategy, Strategy):
            wrong = N_("{value!r}, of type {type}, is no strategy; give one or its name, such as {example}")
            raise StrategyError.said(wrong, value=strategy, type=type(strategy).__name__, example="first-consistent")
        game = Rules.of(rules)
        native_sieve(game)  # refuses what cannot be listed
        self.__dict__.update(rules=game, against=strategy, seed=seed, limits=limits)

    def answer(self, game: Transcript, guess: CodeOrText) -> Feedback:
        """Answers a `guess` after the turns of a `game`; `reply` says how, and what it raises."""
        return self.reply(game, guess).answer

    def reply(self, game: Transcript, guess: CodeOrText) -> Reply:
        """Chooses the answer to a guess, and says how many codes and guesses it leaves.

        Raises `CodeError` for a guess that is not allowed, `RulesError` for a game of other
        rules, `InconsistentError` if no code agrees with the game as it is, `LimitError` if
        the game has more than 2^28 codes, and what the strategy it plays against raises.

        >>> reply = AdversarialMaker("4x6").reply(Transcript("4x6"), "AABB")
        >>> str(reply.answer), reply.codes, reply.guesses
        ('-', 256, 4)
        """
        check_rules(self.rules, game)
        known = check_consistent(game)
        code = known.guesses.read(guess)
        cells = {answer: size for answer, size in known.cells(code).items() if not answer.wins}
        if not cells:
            return Reply(Feedback.win(self.rules), 1, 0)
        largest_first = sorted(cells, key=lambda answer: (-cells[answer], answer.number))
        after = {answer: known.after(code, answer) for answer in largest_first}
        if self.against is None:
            is_decided = _is_searched(after[largest_first[0]])
            longest = _longest(after, self.limits) if is_decided else None
        else:
            longest = _longest_against(after, self.against, self.seed)
        answer, guesses = (largest_first[0], None) if longest is None else longest
        return Reply(answer, cells[answer], guesses)

    def code(self, game: Transcript) -> Code:
        """Shows a code that agrees with all answers of a game: the guess that hit, or the lowest.

        Raises `InconsistentError` if there is none, which no game with this codemaker leads to.
        """
        check_rules(self.rules, game)
        return game.turns[-1].guess if game.won else check_consistent(game).first()


def _longest_against(after: Mapping[Feedback, Knowledge], strategy: Strategy, seed: int) -> tuple[Feedback, int]:
    """Finds the answer after which a strategy needs the most guesses for some code; of equals the first."""
    guesses = {answer: StrategyTree.build(strategy, known, seed).maximum for answer, known in after.items()}
    longest = max(guesses, key=lambda answer: guesses[answer])
    return longest, guesses[longest]


def _is_searched(known: Knowledge) -> bool:
    """Tells whether the search decides while these codes are possible; in long lists of words only while few are."""
    if known.rules.hard is not None:
        return False  # which guesses are allowed depends on the earlier ones
    return _is_tabulated(known) or (not known.rules.lies and len(known) <= _MOST_WORDS)


def _is_tabulated(known: Knowledge) -> bool:
    """Tells whether a game can be searched as it is; words that are likelier than others count alike here."""
    rules = known.rules
    return rules.words is None or (rules.weights is None and known.secrets.size * known.guesses.size <= _FEW_ANSWERS)


def _problem(known: Knowledge) -> Problem:
    """Makes the problem of a moment; of a long list of words one without the words that are no longer possible."""
    words = known.rules.words
    if words is None or _is_tabulated(known):
        return Problem(known.rules, Objective.WORST, history=known.history)
    left = WordList.of(map(known.secrets.text, known), words.guesses)
    return Problem(Rules.of_words(left, known.rules.feedback), Objective.WORST)


def _longest(after: Mapping[Feedback, Knowledge], limits: Limits) -> tuple[Feedback, int] | None:
    """Finds the answer after which the best strategy needs the most guesses for some code; of equals the first.

    Returns None if that cannot be proven within the limits.
    """
    best: tuple[Feedback, int] | None = None
    most = 0  # no answer makes the best strategy need more
    for answer, known in after.items():
        needed = _needed(known, 0 if best is None else best[1], limits)
        limits = needed.limits
        most = max(most, needed.greatest)
        if best is None or needed.least > best[1]:
            best = answer, needed.least
    return best if best is not None and best[1] == most else None


class _Needed(NamedTuple):
    """Bounds of how many guesses the best strategy needs in the worst case, and what is left of the limits."""

    least: int
    greatest: int
    limits: Limits


def _needed(known: Knowledge, enough: int, limits: Limits) -> _Needed:
    """Bounds what codes need; the bounds are wide if that is at most `enough`, or if a limit is hit."""
    least, greatest = min(len(known), 2), len(known)
    if enough < greatest <= _QUICKLY_FOLLOWED and least < greatest and not known.rules.lies:
        greatest = StrategyTree.build(_QUICK, known).maximum
    too_many = known.rules.lies and len(known) > _MOST_WITH_LIES
    if least == greatest or greatest <= enough or too_many or limits.work == 0:
        return _Needed(least, greatest, limits)
    try:
        solution = solve(_problem(known), limits=limits)
    except LimitError:  # the table of all answers would be too large
        return _Needed(least, greatest, limits)
    if solution.lower is not None:
        least = max(least, *solution.lower)
    if solution.upper is not None:
        greatest = min(greatest, *solution.upper)
    left = limits if limits.work is None else replace(limits, work=max(limits.work - solution.spent.positions, 0))
    return _Needed(least, greatest, left)
