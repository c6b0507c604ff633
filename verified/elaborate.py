"""Makes of a certificate the kernel form that the proven checker reads.

Nothing here has to be believed, for what it writes wrongly is refused. It adds what a checker of certificates has to
find out for itself: what is known of the cells of all guesses that are alike, each moved by its symmetry, and second
looks at guesses that are none of the codes of a cell. `README.md` tells of the kernel form.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from sito.certificate.game import Column, Game, Position, Secrets
from sito.certificate.header import Claim, read_header
from sito.certificate.plain import KNOWN, OWN, REMEMBER, SPLIT, Reader
from sito.certificate.second_look import CellBound
from sito.certificate.symmetry import path_symmetries
from sito.codes.code import Code
from sito.codes.feedback import Feedback
from sito.rules.rules import Rules

_SHIFT = ord("0")


class Move(NamedTuple):
    """A symmetry: which place goes to each place, and the new names of the colors."""

    order: Sequence[int]
    names: Sequence[int]

    def then(self, other: Move) -> Move:
        """The symmetry that does this one first."""
        return Move([self.order[place] for place in other.order], [other.names[name] for name in self.names])


class Known(NamedTuple):
    """What is proven of a set: what it costs, and the lemma about its image under a symmetry."""

    cost: int
    lemma: int
    move: Move


class Bounds(NamedTuple):
    """What cells cost at least by their sizes and second looks, and the steps that have proven it beside the game's."""

    cells: CellBound
    steps: tuple[int, ...] = ()


class Elaborator:
    """Reads the body of a certificate, and writes a step for each proof once those of its cells are written."""

    def __init__(self, game: Game, body: bytes) -> None:
        self._game, self._reader = game, Reader(body)
        self._remembered: dict[Secrets, Known] = {}
        self._looked: dict[tuple[Secrets, tuple[int, ...]], Known] = {}
        self._alike: dict[tuple[frozenset[Code], int], tuple[int, Move]] = {}
        self._pegs, self._colors = game.rules.pegs, game.rules.colors
        self.steps: list[str] = []

    def prove(self, position: Position, claim: int, bounds: Bounds) -> Known:
        """Writes the lemma that the next proof is about, and those before it; says how it tells of the position."""
        tag = self._reader.take(1)[0]
        if tag & 3 == KNOWN:
            order, names = self._reader.take(self._pegs), self._reader.take(self._colors)
            found = self._remembered[self._game.image(position.secrets, order, [names])]
            known = found._replace(move=Move(order, names).then(found.move))
        else:
            columns = self._game.columns(position.secrets)
            if tag & OWN:
                step = self._step("reach", self._codes(position.secrets))
                bounds = Bounds(bounds.cells.and_own(position.secrets, columns), (*bounds.steps, step))
            cells = self._read_cells(position, columns, bounds) if tag & 3 == SPLIT else {}
            entries = self._entries(position, claim, bounds, columns, cells)
            known = self._lemma(position.secrets, claim, bounds, entries)
        if tag & REMEMBER:
            _keep_greater(self._remembered, position.secrets, known)
        return known

    def _read_cells(self, position: Position, columns: Sequence[Column], bounds: Bounds) -> dict[Secrets, Known]:
        """Writes the lemmas about the cells of all entries."""
        cells: dict[Secrets, Known] = {}
        guess = 0
        for _ in range(self._reader.number()):
            guess += self._reader.number()
            made = self._game.cells(position, guess, columns[guess])
            for _ in range(self._reader.number()):
                cell = made[self._reader.number()]
                claim = bounds.cells.sizes.least(len(cell.secrets), None) + self._reader.number()
                _keep_greater(cells, cell.secrets, self.prove(cell, claim, bounds))
        return cells

    def _entries(
        self,
        position: Position,
        claim: int,
        bounds: Bounds,
        columns: Sequence[Column],
        cells: dict[Secrets, Known],
    ) -> list[str]:
        """Writes hints for each guess that needs some: those for the least guess of its class, moved."""
        game, secrets = self._game, position.secrets
        found: dict[int, dict[int, Known]] = {}
        entries = []
        for guess in secrets if claim <= 2 * len(secrets) else range(len(columns)):
            if bounds.cells.sizes.look(game.shape(columns[guess]), None) < claim:
                least, move = self._least_alike(position, guess)
                if least not in found:
                    found[least] = self._hints(secrets, columns[least], claim, bounds, cells)
                hints = [self._hint(answer, known, move) for answer, known in found[least].items()]
                if hints:
                    entries.append(f"{_digits(game.guesses[guess])} {_listed(hints)}")
        return entries

    def _hints(
        self, secrets: Secrets, column: Column, claim: int, bounds: Bounds, cells: dict[Secrets, Known]
    ) -> dict[int, Known]:
        """Finds by their answers what is known of the cells of a guess, and looks further where that is too little."""
        parts = self._game.parts(secrets, column)
        costs = {answer: bounds.cells.peek_by_members(cell, None) for answer, cell in parts.items()}
        hints = {answer: cells[cell] for answer, cell in parts.items() if cell in cells}
        hints = {answer: known for answer, known in hints.items() if known.cost > costs[answer]}
        cost = len(secrets) + sum({**costs, **{answer: known.cost for answer, known in hints.items()}}.values())
        gains: dict[int, int] = {}
        by_need = sorted(
            parts, key=lambda answer: ((parts[answer], bounds.steps) not in self._looked, len(parts[answer]))
        )
        for answer in by_need:
            if cost < claim and answer not in hints:
                gains[answer] = bounds.cells.peek(parts[answer], None) - costs[answer]
                cost += gains[answer]
        for answer, gain in sorted(gains.items(), key=lambda gain: -len(parts[gain[0]])):
            if cost - gain >= claim:
                cost -= gain
            else:
                hints[answer] = self._look(parts[answer], costs[answer] + gain, bounds)
        return hints

    def _look(self, cell: Secrets, cost: int, bounds: Bounds) -> Known:
        """Writes, once, the lemma that looks at all guesses show what a cell costs."""
        key = cell, bounds.steps
        if key not in self._looked:
            self._looked[key] = self._lemma(cell, cost, bounds, [])
        return self._looked[key]

    def _least_alike(self, position: Position, guess: int) -> tuple[int, Move]:
        """The least guess that a symmetry of the turns so far makes of this one, and the symmetry."""
        path = frozenset(made for made, _ in position.turns)
        found = self._alike.get((path, guess))
        if found is None:
            rules, code = self._game.rules, self._game.guesses[guess]
            used = {color for made in path for color in made}
            images = []
            for order, (fixed,) in path_symmetries(rules, [*path]):
                names, unused = dict(fixed), iter([color for color in range(rules.colors) if color not in used])
                for color in [*(code[place] for place in order), *range(rules.colors)]:
                    if color not in names:
                        names[color] = next(unused)
                move = Move(order, [names[color] for color in range(rules.colors)])
                images.append((Code(names[code[place]] for place in order), move))
            image, move = min(images)
            found = self._alike[path, guess] = self._game.guess_space.number(image), move
        return found

    def _lemma(self, secrets: Secrets, claim: int, bounds: Bounds, entries: list[str]) -> Known:
        steps = _listed(map(str, bounds.steps))
        step = self._step("lemma", str(claim), self._codes(secrets), steps, _listed(entries))
        return Known(claim, step, Move(range(self._pegs), range(self._colors)))

    def _step(self, *words: str) -> int:
        self.steps.append(" ".join(words))
        return len(self.steps)

    def _hint(self, answer: int, known: Known, move: Move) -> str:
        feedback = Feedback.of(self._game.rules, answer)
        black, total = feedback.black or 0, feedback.total or 0
        order, names = move.then(known.move)
        return f"{black} {total - black} {known.lemma} {_digits(order)} {_digits(names)}"

    def _codes(self, secrets: Secrets) -> str:
        return _listed(_digits(self._game.secrets[secret]) for secret in secrets)


def elaborate(certificate: bytes) -> str:
    """Writes the kernel form of a certificate, which must be right, for a game that counts black and white pegs.

    Raises `ValueError` for other games, and for claims about a depth, a history or possible guesses alone.
    """
    claim, body = read_header(certificate)
    rules = claim.rules
    if claim.lower is None or claim != Claim(Rules(rules.pegs, rules.colors), claim.lower):
        raise ValueError("the proven checker knows games such as 4x6, with any guesses and no depth")
    game = Game(claim)
    elaborator = Elaborator(game, body)
    elaborator.prove(game.start, claim.lower, Bounds(CellBound.of_game(game)))
    steps = elaborator.steps
    return "\n".join([f"{rules.pegs} {rules.colors} {claim.lower}", str(len(steps)), *steps, ""])


def _keep_greater(kept: dict[Secrets, Known], secrets: Secrets, known: Known) -> None:
    if secrets not in kept or kept[secrets].cost < known.cost:
        kept[secrets] = known


def _digits(numbers: Iterable[int]) -> str:
    return "".join(chr(_SHIFT + number) for number in numbers)


def _listed(words: Iterable[str]) -> str:
    words = list(words)
    return " ".join([str(len(words)), *words])
