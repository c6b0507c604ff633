"""Verifies strategy trees in plain Python: works out every answer to every guess again.

It reads the text form, and uses the rules and the plain scorer but nothing of the native core. It works out which
codes are possible at each node, and partitions them by the node's guess. Where the codemaker may lie, a possible code
has with it the number of lies told so far if it is the secret, and each code is possible after every answer that is
true, or a lie that may still be told.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from sito.codes.code import Code, CodeSpace
from sito.codes.consistency import count_lies_told
from sito.codes.feedback import Feedback, Turn, feedback_count, score_number
from sito.codes.hard_mode import GameSoFar, check_allowed
from sito.codes.notations import nobody_gives
from sito.codes.weighing import total_of, weigh
from sito.errors import N_, NN_, Fault, HardModeError, LimitError, TreeError
from sito.rules.rules import Rules
from sito.strategies.tree.text import Entry, TreeText, at_line, check, read_text
from sito.words.words import Words

_MOST_LISTED = 3
_MAX_CODES = 2**24  # each is held in memory, as a Python object


Possible = dict[Code, int]
"""The codes that may be the secret, each with the number of lies told if it is."""


@dataclass(frozen=True, slots=True)
class Verified:
    """What a tree was found to do: `histogram` counts the secrets that it finds with 1, 2, 3 ... guesses.

    In `weighed` each secret of a word list with weights counts its weight, and in `total`, the sum of
    the guesses, as often; `mean` is the number of guesses that a secret then needs on average.
    """

    histogram: tuple[int, ...]
    weighed: tuple[int, ...]

    @property
    def total(self) -> int:
        """The sum of the guesses."""
        return total_of(self.weighed)

    @property
    def mean(self) -> float:
        """The guesses that a secret needs on average."""
        return self.total / sum(self.weighed)


@dataclass
class _Open:
    """A node whose branches are being read: its cells without a branch so far, and the lines of its other branches."""

    entry: Entry
    cells: dict[int, Possible]
    used: dict[int, int]


def verify(tree: object, rules: Rules | str | None = None, words: Words | None = None) -> tuple[int, ...]:
    """Verifies that a tree finds every secret of its rules; counts those that it finds with 1, 2, 3 ... guesses.

    With lies it verifies that the tree finds every secret whatever the codemaker answers, and
    counts the games that the codemaker can play: one for each leaf.

    `tree` is a `StrategyTree` or its text. If `rules` are given, the tree must be for these. `words` finds the list
    of a word game, as for `Rules.parse`, if the text does not contain it.

    Raises `TreeError` with the line and the reason of each fault: a guess that is wrongly marked as possible or
    impossible, an answer without a branch, a branch for an answer that no code gives, a second branch for an answer,
    different rules, and whatever cannot be read. Raises `LimitError` for games of more than 2^24 codes.

    >>> verify("sito-tree 1\\nrules 2x2\\n= AA\\n  - = BB\\n  x ? AA\\n    x = AB\\nend")
    Traceback (most recent call last):
    sito.errors.TreeError: line 6: the answer oo to AB has no branch; possible after it are BA
    """
    return verified(tree, rules, words).histogram


def verified(tree: object, rules: Rules | str | None = None, words: Words | None = None) -> Verified:
    """Verifies a tree as `verify` does; tells the weights of the secrets as well, of a word list that has some.

    >>> verified("sito-tree 1\\nrules words:a\\nsecrets A B\\nweights 3 1\\n= A\\n  - = B\\nend").total
    5
    """
    read = read_text(str(tree), words)
    if rules is not None and Rules.of(rules).key != read.rules.key:
        other = N_("the tree is for the rules {rules}, not for {wanted}")
        raise TreeError(at_line(read.rules_line, Fault(other, rules=str(read.rules), wanted=str(rules))))
    size = CodeSpace(read.rules).size
    if size > _MAX_CODES:
        many = NN_(
            "the game {rules} has {count} code and the proof in Python holds up to {most}; take a smaller game",
            "the game {rules} has {count} codes and the proof in Python holds up to {most}; take a smaller game",
        )
        raise LimitError.said(*many, rules=str(read.rules), count=size, most=_MAX_CODES)
    counts: Counter[int] = Counter()
    weights: Counter[int] = Counter()
    # A missing branch is found when its node is closed, and reported at the line of the node.
    check([fault for _, fault in sorted(_Verifier(read, counts, weights).faults(), key=lambda found: found[0])])
    depths = range(max(counts) + 1)
    return Verified(tuple(counts[depth] for depth in depths), tuple(weights[depth] for depth in depths))


class _Verifier:
    def __init__(self, tree: TreeText, counts: Counter[int], weights: Counter[int]) -> None:
        rules = tree.rules
        self._tree = tree
        self._counts, self._weights = counts, weights
        self._space = CodeSpace(tree.rules, guesses=True)
        self._win = feedback_count(tree.rules) - 1
        lies = range(self._win if rules.lies else 0)
        self._lies = [number for number in lies if not nobody_gives(rules.feedback, rules.pegs, number)]

    def faults(self) -> Iterator[tuple[int, Fault]]:
        """Walks the nodes in the order of the text and yields the faults, but none below a faulty node."""
        rules = self._tree.rules
        told = ((code, count_lies_told(rules, self._tree.history, code)) for code in CodeSpace(rules))
        possible: Possible = {code: lies for code, lies in told if lies is not None}
        if not possible:
            yield _found(self._tree.entries[0].line, Fault("no code agrees with the turns before the tree"))
            return
        open_nodes: list[_Open] = []
        skipped: int | None = None  # the depth of a wrong node
        for entry in self._tree.entries:
            if skipped is not None and entry.depth > skipped:
                continue
            skipped = None
            yield from self._close(open_nodes, entry.depth)
            fault: Fault | None = None
            if entry.answer is not None:
                possible, fault = self._take(open_nodes[-1], entry, entry.answer.number)
            fault = fault or self._check_hard_mode([*(node.entry for node in open_nodes), entry])
            cells = self._partition(entry.guess, possible)
            fault = fault or self._check_mark(entry, possible, self._win in cells)
            if fault is not None:
                yield _found(entry.line, fault)
                skipped = entry.depth
                continue
            if found := cells.pop(self._win, None):
                self._counts[entry.depth] += 1
                self._weights[entry.depth] += weigh(rules, found)
            open_nodes.append(_Open(entry, cells, {}))
        yield from self._close(open_nodes, 0)

    def _partition(self, guess: Code, possible: Possible) -> dict[int, Possible]:
        """Finds what each answer to a guess leaves, those left out that leave nothing."""
        cells: dict[int, Possible] = {}
        may_lie: Possible = {}
        for code, lies in possible.items():
            answer = score_number(self._tree.rules, guess, code)
            cells.setdefault(answer, {})[code] = lies
            if answer != self._win and lies < self._tree.rules.lies:
                may_lie[code] = lies + 1
        for answer in self._lies if may_lie else ():
            cells[answer] = {**may_lie, **cells.get(answer, {})}
        return cells

    def _take(self, parent: _Open, entry: Entry, answer: int) -> tuple[Possible, Fault | None]:
        """Returns the codes that the answer leaves, and what is wrong with the branch, if anything."""
        guess = self._space.text(parent.entry.guess)
        text = str(Feedback.of(self._tree.rules, answer))
        if answer in parent.used:
            twice = N_("the answer {answer} to {guess} has a branch already in line {line}")
            return {}, Fault(twice, answer=text, guess=guess, line=parent.used[answer])
        if answer == self._win:
            return {}, Fault("the winning answer {answer} to {guess} ends the game", answer=text, guess=guess)
        if answer not in parent.cells:
            return {}, Fault("no possible code gives the answer {answer} to {guess}", answer=text, guess=guess)
        parent.used[answer] = entry.line
        return parent.cells.pop(answer), None

    def _check_hard_mode(self, path: Sequence[Entry]) -> Fault | None:
        """Says what is wrong with the last guess of a path from the root, if hard mode does not allow it."""
        rules = self._tree.rules
        if rules.hard is None:
            return None
        turns = list(self._tree.history)
        turns += [Turn(entry.guess, later.answer) for entry, later in pairwise(path) if later.answer is not None]
        try:
            check_allowed(GameSoFar(rules, turns), path[-1].guess)
        except HardModeError as error:
            return error.faults[0]
        return None

    def _check_mark(self, entry: Entry, possible: Possible, wins: bool) -> Fault | None:
        if entry.wins == wins:
            return None
        values = {"guess": self._space.text(entry.guess), "codes": self._listed(possible)}
        if wins:
            return Fault("{guess} may be the secret here and is marked ?; possible are {codes}", **values)
        return Fault("{guess} cannot be the secret here and is marked =; possible are {codes}", **values)

    def _close(self, open_nodes: list[_Open], depth: int) -> Iterator[tuple[int, Fault]]:
        """Closes the nodes at this depth and below, each of whose answers must have had its branch."""
        while len(open_nodes) > depth:
            node = open_nodes.pop()
            for answer, codes in sorted(node.cells.items()):
                yield _found(
                    node.entry.line,
                    Fault(
                        "the answer {answer} to {guess} has no branch; possible after it are {codes}",
                        answer=str(Feedback.of(self._tree.rules, answer)),
                        guess=self._space.text(node.entry.guess),
                        codes=self._listed(codes),
                    ),
                )

    def _listed(self, codes: Possible) -> str:
        first = ", ".join(self._space.text(code) for code in sorted(codes)[:_MOST_LISTED])
        return first if len(codes) <= _MOST_LISTED else f"{first}, ... ({len(codes)})"


def _found(line: int, fault: Fault) -> tuple[int, Fault]:
    return line, at_line(line, fault)
