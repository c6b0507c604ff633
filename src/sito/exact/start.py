"""Where an exact search begins, what searches with lies, a hard mode or weights can be asked, and a first tree.

The search takes from the turns before it which places and colors no guess told apart: they can change places with
each other. A guess with unknown pegs is given as several codes that it may be, so many that what leaves each of them
as it is leaves the noted guess as it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from sito import _native
from sito.codes.code import Code, CodeSpace, PartialCode
from sito.codes.completions import UNKNOWN_PEG
from sito.codes.consistency import count_lies_told
from sito.codes.feedback import Feedback, feedback_count
from sito.codes.hard_mode import allowed_guesses
from sito.errors import N_, Fault, InputError
from sito.exact.problem import Objective, Problem
from sito.native.game import native_rules
from sito.rules.rules import Allowed, FeedbackKind, HardMode, Rules
from sito.sieve.knowledge import Knowledge
from sito.strategies.tree.node import Node
from sito.strategies.tree.strategy_tree import StrategyTree
from sito.strategies.tree.verify import verify

MOST_SECRETS = 1 << 16
"""The secrets of games that the search tabulates; it refuses larger ones."""
_OBJECTIVES = (Objective.TOTAL, Objective.WORST, Objective.WORST_TOTAL, Objective.TOTAL_WORST)


def is_consistent_alone(rules: Rules) -> bool:
    """Tells whether a hard mode says no more than that each guess may be the code, as `Problem.consistent` does.

    >>> is_consistent_alone(Rules.parse("4x6-consistent")), is_consistent_alone(Rules.parse("4x6-position-hard"))
    (True, False)
    """
    return rules.hard is HardMode.CONSISTENT and rules.words is None


def has_own_search(rules: Rules) -> bool:
    """Tells whether the search of the game is the one for hard modes and weights."""
    return rules.weights is not None or (rules.hard is not None and not is_consistent_alone(rules))


def check_own_search(problem: Problem, *, journal: bool = False, split: bool = False) -> None:
    """Raises `InputError` for what the searches with lies, hard modes and weights do not do.

    >>> check_own_search(Problem("3x3-position", "worst-fewest"))
    >>> check_own_search(Problem("3x3-position-hard", "worst-fewest"))
    Traceback (most recent call last):
    sito.errors.InputError: in hard mode, or with weights, the search does not take worst-fewest; leave it out
    """
    if problem.rules.lies:
        InputError.check(_faults_with_lies(problem, journal, split))
    if has_own_search(problem.rules):
        InputError.check(_faults(problem, journal, split))


_REFUSED = N_("in hard mode, or with weights, the search does not take {name}; leave it out")


def check_usual_search(rules: Rules, name: str) -> None:
    """Raises `InputError` for games with a hard mode or weights, where something is asked that they do not know."""
    if rules.hard is not None or rules.weights is not None:
        raise InputError.said(_REFUSED, name=name)


def _faults(problem: Problem, journal: bool, split: bool) -> Iterator[Fault]:
    if problem.objective not in _OBJECTIVES:
        yield Fault(_REFUSED, name=problem.objective.value)
    if problem.rules.lies:
        yield Fault(_REFUSED, name=f"lies{problem.rules.lies}")
    if journal:
        yield Fault(_REFUSED, name="journal")
    if split:
        yield Fault(_REFUSED, name="executor")


def allowed_numbers(problem: Problem) -> list[int] | None:
    """Lists the numbers of the guesses that the hard mode allows after the history; None if all are allowed."""
    if not problem.history or problem.rules.hard is None or is_consistent_alone(problem.rules):
        return None
    if CodeSpace(problem.rules).size > MOST_SECRETS:
        return []
    guesses = CodeSpace(problem.rules, guesses=True)
    return list(map(guesses.number, allowed_guesses(problem.rules, problem.history)))


def _faults_with_lies(problem: Problem, journal: bool, split: bool) -> Iterator[Fault]:
    if problem.objective not in _OBJECTIVES[:3]:
        unknown = N_("with lies the search does not minimise {objective}; choose total, worst or worst-total")
        yield Fault(unknown, objective=problem.objective.value)
    if problem.width is not None:
        yield Fault("with lies the search tries every guess; leave out {name}", name="width")
    if journal:
        yield Fault("a search with lies keeps no journal and no checkpoint; leave them out")
    if split:
        yield Fault("a search with lies is not split by its first guess; leave out the workers")


def possible_with_spare_lies(problem: Problem) -> list[tuple[int, int]]:
    """Lists the numbers of the codes that are possible, each with the lies that may still be told about it."""
    told = (count_lies_told(problem.rules, problem.history, code) for code in CodeSpace(problem.rules))
    return [(number, problem.rules.lies - lies) for number, lies in enumerate(told) if lies is not None]


def possible_numbers(problem: Problem) -> list[int] | None:
    """Lists the numbers of the possible codes, or gives None if they follow from exact turns.

    >>> possible_numbers(Problem("2x3", history="A?:o")), possible_numbers(Problem("2x3", history="AB:o"))
    ([3, 5, 6, 7], None)
    """
    if all(turn.is_exact for turn in problem.history):
        return None
    secrets = CodeSpace(problem.rules)
    if secrets.size > MOST_SECRETS:
        return []
    known = Knowledge.of(problem.rules, problem.history)
    return list(map(secrets.number, known))


def history_numbers(problem: Problem) -> list[tuple[int, int]]:
    """Gives the turns before the search as numbers of guesses and answers.

    Exact turns stand as they are. Where a part of a turn is unknown, the answer says nothing and only the guess
    counts; a guess with unknown pegs is given as codes that have each color at each of these pegs in turn, and agree
    in the known ones. Any exchange of places or renaming of colors that leaves all these codes as they are takes
    unknown pegs to unknown ones. Two such codes would not do: of two colors that no possible code has, the search
    knows no difference, and would take an unknown peg for a known one. Turns whose answer tells nothing are left out,
    for they tell no places or colors apart.

    >>> history_numbers(Problem("2x3", history="A?:o BB:? AB:o"))
    [(0, 0), (1, 0), (2, 0), (1, 1)]
    """
    guesses = CodeSpace(problem.rules, guesses=True)
    return [
        (guesses.number(code), turn.answer.number if turn.is_exact and isinstance(turn.answer, Feedback) else 0)
        for turn in problem.history
        if not turn.answer.tells_nothing
        for code in _like(turn.guess, guesses)
    ]


def searched_rules(problem: Problem) -> _native.Rules:
    """Gives the rules in their native form; all codes are a list of words where symmetry would lead the search astray.

    Where the answer is a total, the search takes all arrangements of the same colors for equal, but for those that
    were guessed. It would take the codes that a noted guess may have been for guessed, though they are still possible.
    In lists of words it looks for no symmetry; the numbers of the codes are the same.
    """
    rules, secrets = problem.rules, CodeSpace(problem.rules)
    if is_consistent_alone(rules):  # the search is then asked for consistent guesses
        rules = replace(rules, hard=None)
    is_astray = rules.feedback is FeedbackKind.TOTAL and not all(turn.is_exact for turn in problem.history)
    if not is_astray or rules.words is not None or secrets.size > MOST_SECRETS:
        return native_rules(rules)
    codes = [bytes(code) for code in secrets]
    return _native.Rules(rules.pegs, rules.colors, Allowed.WORDS.value, rules.feedback.value, codes)


def _like(guess: Code, guesses: CodeSpace) -> Iterator[Code]:
    """Yields codes that a noted guess may be, which have each possible color at each unknown peg in turn."""
    first = next(guesses.completions(guess))
    rules = guesses.rules
    if not isinstance(guess, PartialCode) or rules.words is not None:  # where words are guessed, nothing is exchanged
        yield first
        return
    distinct = rules.allowed is Allowed.DISTINCT
    colors = [color for color in range(rules.colors) if not distinct or color not in guess]
    places = {place: colors.index(first[place]) for place, color in enumerate(guess) if color == UNKNOWN_PEG}
    for turned in range(len(colors)):
        yield Code(
            colors[(places[place] + turned) % len(colors)] if place in places else color
            for place, color in enumerate(first)
        )


def least_at_once(problem: Problem) -> dict[str, int]:
    """Bounds the total and the worst case: each guess finds one code for each series of answers that leads to it."""
    known = Knowledge.of(problem.rules, problem.history)
    codes = len(known) if problem.history else CodeSpace(problem.rules).size
    total = worst = 0
    found = 1
    while codes > 0:
        worst += 1
        total += worst * min(found, codes)
        codes -= found
        found *= max(1, feedback_count(problem.rules) - 1)
    return {"total": total, "worst": worst}


NO_START = Fault("this search does not begin with a tree; leave out {name}", name="start")
_OTHER = N_("the tree does not keep to what is asked with {names}; leave out one or the other")
_NO_ANSWER = (1 << 32) - 1


def starting_nodes(tree: StrategyTree, problem: Problem) -> list[tuple[int, int, int]]:
    """Verifies a tree and lists its nodes in preorder: the answer that leads to each, its guess and its branches.

    Raises `TreeError` for a tree that is wrong or for other rules, and `InputError` for one that is no strategy for
    the problem.
    """
    if not isinstance(tree, StrategyTree):
        wrong = N_("a strategy tree is read from text; a value of type {type} was given")
        raise InputError.said(wrong, type=type(tree).__name__)
    if problem.rules.lies or has_own_search(problem.rules):
        raise InputError(NO_START)
    histogram = verify(tree, problem.rules)
    names = list(_broken(tree, problem, histogram))
    if names:
        raise InputError.said(_OTHER, names=", ".join(names))
    guesses = CodeSpace(problem.rules, guesses=True)
    return list(_nodes(tree.root, _NO_ANSWER, guesses))


def keeps_to(tree: StrategyTree, problem: Problem) -> bool:
    """Whether a tree is one for this problem; whether its answers are right is not verified."""
    return tree.rules == problem.rules and not any(_broken(tree, problem, tree.histogram))


def _broken(tree: StrategyTree, problem: Problem, histogram: Sequence[int]) -> Iterator[str]:
    """Names what the problem asks for and the tree does not keep to."""
    if tree.history != problem.history:
        yield "history"
    if problem.first_guess not in (None, tree.first_guess):
        yield "first"
    if problem.depth is not None and len(histogram) > problem.depth:
        yield "depth"
    if (problem.consistent or is_consistent_alone(problem.rules)) and not all(node.wins for _, _, node in tree.walk()):
        yield "consistent"


def _nodes(node: Node, answer: int, guesses: CodeSpace) -> Iterator[tuple[int, int, int]]:
    yield answer, guesses.number(node.guess), len(node.branches)
    for feedback, branch in node.branches.items():
        yield from _nodes(branch, feedback.number, guesses)


def first_guesses(rules: Rules) -> list[Code]:
    """Lists one first guess of each kind; all others arise from these by permuting positions and renaming colors.

    Raises `InputError` for word lists, which have no such symmetry.

    >>> first_guesses(Rules.parse("4x6"))[:3]
    [Code([0, 0, 0, 0]), Code([0, 0, 0, 1]), Code([0, 0, 1, 1])]
    """
    if rules.allowed is Allowed.WORDS:
        raise InputError.said("a search with a word list cannot be split by its first guess; leave out --executor")
    if rules.allowed is Allowed.DISTINCT:
        return [Code(range(rules.pegs))]
    return [
        Code(color for color, count in enumerate(counts) for _ in range(count))
        for counts in _partitions(rules.pegs, rules.pegs, rules.colors)
    ]


def _partitions(pegs: int, most: int, colors: int) -> Iterator[tuple[int, ...]]:
    """Yields the ways to write a number of pegs as a sum of at most so many counts, in descending order."""
    if not pegs:
        yield ()
    elif colors:
        for count in range(min(pegs, most), 0, -1):
            for rest in _partitions(pegs - count, count, colors - 1):
                yield (count, *rest)
