"""Second looks prove just as much as the rules of docs/certificates.md say, to one guess, in both checkers."""

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache

import pytest

from sito.certificate.check import check_certificate
from sito.certificate.game import Game
from sito.certificate.header import Claim, with_digest
from sito.certificate.plain import LOOK, OWN, SPLIT, check_plainly
from sito.certificate.second_look import CellBound
from sito.codes.code import Code, CodeSpace
from sito.codes.feedback import Feedback, score
from sito.errors import CertificateError
from sito.rules.rules import FeedbackKind, Rules
from sito.words.words import WordList
from tests.certificates.by_definition import INFINITE, Codes, Definition, Reaches, one_less
from tests.certificates.changes import Cell, Entry, Proof
from tests.certificates.writer import WORDS

ALE = Rules.of_words(WordList.of(WORDS, name="ale"))
ALE_POSITION = Rules.of_words(WordList.of(WORDS, name="ale"), FeedbackKind.POSITION)


@dataclass(frozen=True)
class LookAlone:
    """A question whose proof is a single LOOK, and the most that it proves: by first looks, and by second ones."""

    rules: Rules | str
    first: int
    second: int
    depth: int | None = None
    possible: bool = False
    history: tuple[tuple[str, str], ...] = ()
    tag: int = LOOK

    @property
    def claim(self) -> Claim:
        rules = Rules.of(self.rules)
        guesses = CodeSpace(rules, guesses=True)
        turns = tuple((guesses.parse(guess), Feedback.parse(answer, rules)) for guess, answer in self.history)
        return Claim(rules, 0, self.depth, self.possible, turns)


CASES = {
    "two-pegs": LookAlone("2x4", 43, 45),
    "three-pegs": LookAlone("3x4", 194, 206),
    "a-cell-of-64-codes": LookAlone("2x10", 437, 455),
    # Of 121 codes 81 give AB no peg. With a second look at these, 573 would be proven.
    "no-second-look-at-81-codes": LookAlone("2x11", 557, 569),
    "black-pegs": LookAlone("3x4-black", 266, 268),
    "members-alone": LookAlone("3x4-black", 266, 269, possible=True),
    "members-alone-four-pegs": LookAlone("4x3", 232, 247, possible=True),
    "totals": LookAlone("3x4-total", 68, 73, history=(("BCC", "2"),)),
    "own-reach": LookAlone("3x4-total", 70, 74, history=(("BCC", "2"),), tag=OWN),
    "positions": LookAlone("3x4-position", 167, 170),
    "words": LookAlone(ALE, 58, 67),
    "words-by-position": LookAlone(ALE_POSITION, 57, 64),
    "four-guesses": LookAlone("4x3", 232, 246, depth=4),
    "no-strategy-with-three": LookAlone("3x3", 72, INFINITE, depth=3),
    "no-strategy-with-members-alone": LookAlone("2x6", 19, INFINITE, depth=3, possible=True, history=(("BC", "o"),)),
    "all-are-found-in-time": LookAlone("2x6", 19, 21, depth=3, history=(("BC", "o"),)),
    "no-guess-is-left-for-a-cell": LookAlone("2x2", INFINITE, INFINITE, depth=1),
    "the-last-guess": LookAlone("2x2", 1, 1, depth=1, history=(("AB", "oo"),)),
}


def proves(claim: Claim, lower: int, proof: Proof) -> bool:
    """Whether a proof shows that a game costs so much; both checkers must say the same."""
    stated = replace(claim, lower=None if lower >= INFINITE else lower)
    data = with_digest(stated.header + proof.written())
    verdicts = []
    for check in (check_plainly, check_certificate):
        try:
            check(data)
        except CertificateError:
            verdicts.append(False)
        else:
            verdicts.append(True)
    assert verdicts[0] == verdicts[1], (verdicts, data)
    return verdicts[0]


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_a_look_proves_so_much_and_no_guess_more(case: LookAlone) -> None:
    claim, proof = case.claim, Proof(case.tag)
    by_rules = Definition(claim)
    reaches = by_rules.of_game
    if case.tag & OWN:
        reaches += (by_rules.reach(by_rules.start),)
    assert by_rules.most_by_first_look(by_rules.start, case.depth, reaches) == case.first
    assert proves(claim, case.second, proof)
    if case.second < INFINITE:
        assert not proves(claim, case.second + 1, proof)


def test_where_no_guess_is_left_any_look_proves_all() -> None:
    claim = Claim(Rules.parse("2x2"), 0, depth=1)
    listed = Cell(3, 1, Proof(LOOK))  # BA, which alone gives this answer to AB
    assert proves(claim, INFINITE, Proof(SPLIT, entries=[Entry(1, [listed])]))


def random_claims(chance: random.Random, count: int) -> Iterator[Claim]:
    """Questions about some codes, of every kind of rules."""
    while count:
        letters = "abc"
        words = sorted({"".join(chance.choices(letters, k=3)) for _ in range(16)})
        kind = chance.choice(("words:some", "words-position:some", "words-black:some"))
        some = Rules.parse(kind, WordList.of(sorted(chance.sample(words, 9)), words, "some"))
        names = ("3x4", "3x4-black", "3x4-total", "3x3-position", "2x6", "4x3", "4x2", "4x2-total", "3x5-distinct")
        rules = chance.choice((some, *map(Rules.parse, names)))
        secrets, guesses = map(list, CodeSpace.both(rules))
        secret = chance.choice(secrets)
        made = chance.sample(guesses, chance.choice((0, 1, 1)))
        turns = tuple((guess, score(rules, guess, secret)) for guess in made)
        left = [code for code in secrets if all(score(rules, guess, code) == answer for guess, answer in turns)]
        if 3 < len(left) <= 32:
            count -= 1
            yield Claim(rules, 0, chance.choice((None, None, 2, 3, 4)), chance.random() < 0.3, turns)


def test_peeks_are_as_defined() -> None:
    chance = random.Random(1)
    greater = 0
    for claim in random_claims(chance, 30):
        by_rules, game = Definition(claim), Game(claim)
        assert game.start.secrets
        bound = CellBound.of_game(game).and_own(game.start.secrets, game.columns(game.start.secrets))
        reaches = (*by_rules.of_game, by_rules.reach(by_rules.start))
        for _ in range(10):
            cell = tuple(sorted(chance.sample(game.start.secrets, chance.randint(1, len(game.start.secrets)))))
            for left in chance.sample((None, 0, 1, 2, 3, 4), 2):
                peek = by_rules.peek(frozenset(game.secrets[secret] for secret in cell), left, reaches)
                by_members = bound.peek_by_members(cell, left)
                assert by_members <= peek == bound.peek(cell, left)
                greater += peek > by_members
    assert greater > 10


class SplitsAtRandom:
    """Splits in which some guesses have an entry, and some cells of these a proof by a look."""

    def __init__(self, claim: Claim, chance: random.Random) -> None:
        self._chance = chance
        self._by_rules, self._game = Definition(claim), Game(claim)
        self._guesses = self._by_rules.guesses
        self.is_own = chance.random() < 0.4
        self._reaches: Reaches = self._by_rules.of_game
        self._start, self._left = self._by_rules.start, claim.depth
        if self.is_own:
            self._reaches += (self._by_rules.reach(self._start),)
        self._look = cache(self._second_look)
        self._cells = cache(self._partition)

    def split(self) -> tuple[Proof, int]:
        """A split, and the most that it proves."""
        allowed = self._game.guesses_at(self._game.start)
        least = [number for number in allowed if not self._tells_nothing(self._guesses[number])]
        # Those that look cheap are the ones that decide how much is proven.
        looks = sorted(least, key=lambda number: self._look(self._guesses[number]))[:12]
        chosen = sorted(self._chance.sample(looks, self._chance.randint(0, len(looks))))
        entries, before = [], 0
        costs: dict[int, int] = {}
        for number in chosen:
            entry, costs[number] = self._entry(number - before, self._guesses[number])
            entries.append(entry)
            before = number
        most = min([*costs.values(), *(self._unlisted(number, costs) for number in allowed if number not in costs)])
        return Proof(SPLIT | OWN * self.is_own, entries=entries), most

    def _tells_nothing(self, guess: Code) -> bool:
        return self._start in self._by_rules.cells(guess, self._start).values()

    def _second_look(self, guess: Code) -> int:
        return self._by_rules.second_look(guess, self._start, self._left, self._reaches)

    def _unlisted(self, number: int, costs: dict[int, int]) -> int:
        """What is known of a guess that has no entry: by looks, or from entries with the same cells."""
        guess = self._guesses[number]
        shown = [self._look(guess)]
        for other, cost in costs.items():
            like = self._guesses[other]
            if self._cells(guess) == self._cells(like):
                shown.append(cost if cost >= INFINITE else cost + (like in self._start) - (guess in self._start))
        return max(shown)

    def _partition(self, guess: Code) -> frozenset[Codes]:
        cells = {*self._by_rules.cells(guess, self._start).values(), self._start & {guess}}
        return frozenset(cells - {frozenset()})

    def _entry(self, step: int, guess: Code) -> tuple[Entry, int]:
        left, cost = one_less(self._left), len(self._start)
        listed = []
        for answer, cell in sorted(self._by_rules.cells(guess, self._start).items()):
            by_size = self._by_rules.least(len(cell), left, self._reaches)
            reaches, tag = self._reaches, LOOK
            if self._chance.random() < 0.3:
                reaches, tag = (*reaches, self._by_rules.reach(cell)), OWN
            proven = self._by_rules.most_by_look(cell, left, reaches)
            if by_size < proven and self._chance.random() < 0.5:
                # What is claimed may be less than what a second look shows, and then it counts all the same.
                claimed = self._chance.choice((proven, self._chance.randint(by_size + 1, proven)))
                listed.append(Cell(answer, claimed - by_size, Proof(tag)))
                cost += claimed
            else:
                cost += self._by_rules.peek(cell, left, self._reaches)
        return Entry(step, listed), cost


@pytest.mark.parametrize("seed", range(4))
def test_splits_prove_so_much_and_no_guess_more(seed: int) -> None:
    chance = random.Random(seed)
    finite = 0
    for claim in random_claims(chance, 14):
        splits = SplitsAtRandom(claim, chance)
        for _ in range(4):
            proof, most = splits.split()
            assert proves(claim, most, proof), (claim, proof, most)
            if most + 1 < INFINITE:
                assert not proves(claim, most + 1, proof), (claim, proof, most)
                finite += 1
    assert finite > 15
