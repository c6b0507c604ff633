"""Writes certificates of small games by plain recursion: the search tells what sets cost, and nothing of its reasons.

Every kind of proof occurs: looks, looks with a set's own reach, splits, sets like one before; entries of which
some cells are proven and the others get a second look. A writer may also do without second looks, and then lists each
cell that costs more than its size tells. Of guesses with the same cells it names one that may be the secret, or
one that may not. They are neither short nor quickly written.

    python -m tests.certificates.writer 4x6-distinct FILE
"""

import random
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import chain, permutations, product
from pathlib import Path

from sito.certificate.game import Column, Game, Position, Secrets
from sito.certificate.header import Claim, with_digest
from sito.certificate.plain import KNOWN, LOOK, OWN, REMEMBER, SPLIT, partition
from sito.certificate.second_look import CellBound
from sito.certificate.sizes import INFINITE, one_less
from sito.certificate.symmetry import namings
from sito.codes.code import Code, CodeSpace
from sito.codes.feedback import Feedback, Turn
from sito.exact import Problem, solve
from sito.rules.rules import FeedbackKind, Rules
from sito.words.words import WordList

LEAST_REMEMBERED = 3  # codes; smaller sets are proven again as shortly


def certificate(
    rules: Rules | str,
    *,
    depth: int | None = None,
    possible: bool = False,
    history: Sequence[tuple[str, str]] = (),
    looks_twice: bool = True,
    names_members: bool = True,
) -> bytes:
    """Writes the certificate of the least total or, if no strategy keeps to the depth, of that."""
    game = Rules.of(rules)
    guesses = CodeSpace(game, guesses=True)
    turns = tuple((guesses.parse(guess), Feedback.parse(answer, game)) for guess, answer in history)
    solution = solve(Problem(game, depth=depth, history=turns, consistent=possible))
    assert solution.proven
    lower = None if solution.upper is None else solution.upper[0]
    claim = Claim(game, lower, depth, possible, turns)
    return with_digest(claim.header + Writer(claim, looks_twice=looks_twice, names_members=names_members).body())


def number(value: int) -> bytes:
    """Writes a number: seven bits in each byte, the least ones first."""
    written = bytearray()
    while value >= 128:
        written.append(value & 127 | 128)
        value >>= 7
    return bytes([*written, value])


class Writer:
    def __init__(self, claim: Claim, *, looks_twice: bool = True, names_members: bool = True) -> None:
        self._claim = claim
        self._looks_twice = looks_twice
        self._names_members = names_members
        self._game = Game(claim)
        self._costs: dict[tuple[Secrets, int | None], int] = {}
        self._remembered: dict[tuple[Secrets, int | None], int] = {}

    def body(self) -> bytes:
        lower = INFINITE if self._claim.lower is None else self._claim.lower
        return self._proof(self._game.start, lower, CellBound.of_game(self._game))

    def _proof(self, position: Position, cost: int, bound: CellBound) -> bytes:
        """The proof that a position costs at least so much, which must be true."""
        keeps = REMEMBER if len(position.secrets) >= LEAST_REMEMBERED else 0
        known = self._known(position, cost)
        if known is not None:
            return known
        columns = self._game.columns(position.secrets)
        own = bound.and_own(position.secrets, columns)
        if self._looks(position, columns, cost, bound):
            written = self._tag(LOOK | keeps)
        elif self._looks(position, columns, cost, own):
            written = self._tag(LOOK | OWN | keeps)
        else:
            sizes = range(1, len(position.secrets))
            left = position.left and position.left - 1
            helps = any(own.sizes.least(size, left) > bound.sizes.least(size, left) for size in sizes)
            entries = self._entries(position, columns, cost, own if helps else bound)
            written = self._tag(SPLIT | keeps | (OWN if helps else 0)) + entries
        if keeps:
            self._remembered[position.key] = max(cost, self._remembered.get(position.key, 0))
        return written

    def _tag(self, tag: int) -> bytes:
        return bytes([tag])

    def _looks(self, position: Position, columns: Sequence[Column], cost: int, bound: CellBound) -> bool:
        guesses = self._game.guesses_at(position)
        return all(self._look(position, columns[guess], cost, bound) >= cost for guess in guesses)

    def _look(self, position: Position, column: Column, enough: int, bound: CellBound) -> int:
        """What a guess costs at least that needs no entry."""
        look = bound.sizes.look(self._game.shape(column), position.left)
        if look >= enough or not self._looks_twice:
            return look
        size = len(position.secrets)
        cells = self._game.parts(position.secrets, column).values()
        return size + bound.together(cells, one_less(position.left), enough - size)

    def _peek(self, cell: Position, bound: CellBound) -> int:
        """What a cell costs at least that no entry lists."""
        if not self._looks_twice:
            return bound.sizes.least(len(cell.secrets), cell.left)
        return bound.peek(cell.secrets, cell.left)

    def _entries(self, position: Position, columns: Sequence[Column], cost: int, bound: CellBound) -> bytes:
        game = self._game
        alike: dict[Column, dict[bool, int]] = {}
        for guess in game.guesses_at(position):
            if self._look(position, columns[guess], cost, bound) < cost:
                wins = game.shape(columns[guess]).wins
                alike.setdefault(partition(columns[guess]), {}).setdefault(wins, guess)
        costs: dict[int, int] = {}
        for guesses in alike.values():
            wins = self._names_members if self._names_members in guesses else not self._names_members
            # The same cells cost one less if the guess may be the secret.
            costs[guesses[wins]] = min(INFINITE, cost + 1) if not wins and True in guesses else cost
        entries: list[bytes] = []
        last = 0
        for guess, enough in sorted(costs.items()):
            entries.append(number(guess - last) + self._cells(position, guess, columns[guess], enough, bound))
            last = guess
        return number(len(entries)) + b"".join(entries)

    def _cells(self, position: Position, guess: int, column: Column, cost: int, bound: CellBound) -> bytes:
        """The proofs of as many cells as are needed for so much in all, small ones first."""
        cells = self._game.cells(position, guess, column)
        missing = cost - len(position.secrets) - sum(self._peek(cell, bound) for cell in cells.values())
        claims: dict[int, int] = {}
        for answer, cell in sorted(cells.items(), key=lambda each: len(each[1].secrets)):
            peek = self._peek(cell, bound)
            least = self._least_cost(cell) if missing > 0 else 0
            if least > peek:
                claims[answer] = least if least == INFINITE else min(least, peek + missing)
                missing -= claims[answer] - peek
        assert missing <= 0, "the search said that it costs as much"
        proofs = []
        for answer, claim in sorted(claims.items()):
            gain = claim - bound.sizes.least(len(cells[answer].secrets), cells[answer].left)
            proofs.append(number(answer) + number(gain) + self._proof(cells[answer], claim, bound))
        return number(len(proofs)) + b"".join(proofs)

    def _least_cost(self, position: Position) -> int:
        if position.left == 0:
            return INFINITE
        if position.key not in self._costs:
            rules = self._claim.rules
            turns = [Turn(guess, Feedback.of(rules, answer)) for guess, answer in position.turns]
            problem = Problem(rules, depth=position.left, history=turns, consistent=self._claim.possible)
            upper = solve(problem).upper
            self._costs[position.key] = INFINITE if upper is None else upper[0]
        return self._costs[position.key]

    def _known(self, position: Position, cost: int) -> bytes | None:
        if self._claim.rules.words:
            return self._tag(KNOWN) if self._remembered.get(position.key, -1) >= cost else None
        for (secrets, left), proven in self._remembered.items():
            if proven < cost or left != position.key[1] or len(secrets) != len(position.secrets):
                continue
            for order, names in self._maps(position.secrets, secrets):
                if self._game.image(position.secrets, order, names) == secrets:
                    return self._tag(KNOWN) + order + b"".join(names)
        return None

    def _maps(self, secrets: Secrets, like: Secrets) -> Iterator[tuple[bytes, Sequence[bytes]]]:
        """Yields symmetries that may map a set onto another: colors go where as many codes have them at each place."""
        rules = self._claim.rules
        places = range(rules.pegs)
        named = [[place] for place in places] if namings(rules) > 1 else [[*places]]
        codes, others = ([self._game.secrets[secret] for secret in each] for each in (secrets, like))
        for order in permutations(places):
            moved = [Code(code[place] for place in order) for code in codes]
            ways = [_names(_counts(rules, moved, each), _counts(rules, others, each)) for each in named]
            for names in product(*ways):
                yield bytes(order), names


def _counts(rules: Rules, codes: Sequence[Code], places: Sequence[int]) -> list[tuple[int, ...]]:
    """How many codes have each color at each of these places."""
    return [tuple(sum(code[place] == color for code in codes) for place in places) for color in range(rules.colors)]


def _names(mine: Sequence[tuple[int, ...]], theirs: Sequence[tuple[int, ...]]) -> list[bytes]:
    """All ways to name colors so that those with some counts get the names of those with the same."""
    if sorted(mine) != sorted(theirs):
        return []
    groups = sorted(set(mine))
    old = [[color for color, count in enumerate(mine) if count == group] for group in groups]
    new = [[color for color, count in enumerate(theirs) if count == group] for group in groups]
    ways = [[*permutations(group)] if any(count) else [tuple(group)] for group, count in zip(new, groups, strict=True)]
    renamings = (dict(zip(chain(*old), chain(*chosen), strict=True)) for chosen in product(*ways))
    return [bytes(names[color] for color in range(len(mine))) for names in renamings]


WORDS = (
    *("bale", "bare", "bead", "beak", "bear", "beat", "cake", "care", "dale", "dare", "gale", "gate"),
    *("hale", "hare", "lake", "late", "mare", "mate", "pale", "rate", "sale", "tale"),
)
BITS = ["".join(letters) for letters in product("ab", repeat=5)]
SOME_BITS = WordList.of(sorted(random.Random(23).sample(BITS, 21)), BITS, "bits")
"""Of these words each guess makes the same cells as the one that has the other letter everywhere."""
_EXAMPLES: dict[str, Callable[[], bytes]] = {
    "2x3": lambda: certificate("2x3"),
    "3x4": lambda: certificate("3x4"),
    "3x6": lambda: certificate("3x6"),
    "3x6-listed": lambda: certificate("3x6", looks_twice=False),
    "4x4": lambda: certificate("4x4"),
    "4x6-distinct": lambda: certificate("4x6-distinct"),
    "3x4-black": lambda: certificate("3x4-black"),
    "3x4-total": lambda: certificate("3x4-total"),
    "3x4-position": lambda: certificate("3x4-position"),
    "3x6-history": lambda: certificate("3x6", history=[("AAB", "-")]),
    "3x5-possible": lambda: certificate("3x5", possible=True),
    "4x4-depth-5": lambda: certificate("4x4", depth=5),
    "4x4-depth-5-listed": lambda: certificate("4x4", depth=5, looks_twice=False),
    "4x5-no-depth-4": lambda: certificate("4x5", depth=4),
    "3x4-position-listed": lambda: certificate("3x4-position", looks_twice=False),
    "words": lambda: certificate(Rules.of_words(WordList.of(WORDS, name="ale"))),
    "words-alike": lambda: certificate(Rules.of_words(SOME_BITS, FeedbackKind.BLACK), names_members=False),
    "words-position": lambda: certificate(Rules.of_words(WordList.of(WORDS[3:], WORDS, "ale"), FeedbackKind.POSITION)),
}
EXAMPLES = {name: cache(write) for name, write in _EXAMPLES.items()}
"""Small games of every kind, by a name for the tests; each is written once."""


if __name__ == "__main__":
    name, file = sys.argv[1:]
    Path(file).write_bytes(EXAMPLES[name]() if name in EXAMPLES else certificate(name))
