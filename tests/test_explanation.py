"""Explanations of answers: the same as the plain scorer, every line leads to the right peg, right words."""

import random
from collections.abc import Iterator
from itertools import permutations, product

import pytest

from sito.codes.code import Code, CodeSpace
from sito.codes.feedback import Feedback, score
from sito.codes.notations import count_answers, nobody_gives
from sito.errors import CodeError, FeedbackError
from sito.explanation import Claim, Explanation, explain
from sito.explanation.steps import Part
from sito.rules.rules import Allowed, FeedbackKind, Notation, Rules
from sito.show.render import cell_width
from tests.cases import cases
from tests.screens import held

WORDS = ["SPEED", "ERASE", "EERIE", "STEED", "ABBEY", "KEBAB", "BABES", "CRANE", "LLAMA", "ALLOY"]


def random_pairs(count: int) -> Iterator[tuple[Rules, Code, Code]]:
    """Draws rules of every kind of feedback, notation and allowed codes, and two codes that often share colors."""
    rng = random.Random(10)
    for _ in range(count):
        kind = rng.choice(list(FeedbackKind))
        if rng.random() < 0.1:
            words = CodeSpace(Rules.of_words(WORDS, kind))
            yield words.rules, words.draw(rng), words.draw(rng)
            continue
        pegs, colors = rng.randint(1, 7), rng.randint(1, 12)
        distinct = colors >= pegs and rng.random() < 0.3
        notation = rng.choice([None, Notation.NUMBERS, Notation.LETTERS, Notation.DIGITS])
        allowed = Allowed.DISTINCT if distinct else Allowed.ANY
        rules = Rules(pegs, colors, allowed, kind, notation, lies=rng.choice([0, 0, 0, 2]))
        space = CodeSpace(rules)
        guess = space.draw(rng)
        shuffled = Code(rng.sample(guess, pegs))
        yield rules, guess, rng.choice([space.draw(rng), shuffled, guess])


PAIRS = list(random_pairs(4000))


def test_the_answer_is_that_of_the_plain_scorer_and_the_marks_add_up_to_it() -> None:
    for rules, guess, secret in PAIRS:
        explained = explain(rules, guess, secret)
        answer = score(rules, guess, secret)
        assert explained.answer == answer
        marks = explained.marks
        match rules.feedback:
            case FeedbackKind.BLACK_WHITE:
                assert (marks.count("x"), marks.count("o")) == (answer.black, answer.white)
            case FeedbackKind.BLACK:
                assert marks.count("x") == answer.black
            case FeedbackKind.TOTAL:
                assert marks.count("+") == answer.total
            case FeedbackKind.POSITION | FeedbackKind.NAIVE:
                assert marks == str(answer)


def test_each_peg_of_the_secret_is_claimed_once_and_by_its_color() -> None:
    for rules, guess, secret in PAIRS:
        pegs = explain(rules, guess, secret).pegs
        assert [(peg.place, peg.color) for peg in pegs] == list(enumerate(guess))
        claimed = [peg.claimed for peg in pegs if peg.claimed is not None]
        assert len(set(claimed)) == len(claimed)
        for peg in pegs:
            by_itself = rules.feedback is FeedbackKind.NAIVE
            assert (peg.claimed is None) == (peg.claim is Claim.NONE or (by_itself and peg.claimed != peg.place))
            if by_itself and peg.claim is not Claim.RIGHT_PLACE:
                assert (peg.claim is Claim.OTHER_PLACE) == (peg.color in secret)
            assert (peg.claim is Claim.RIGHT_PLACE) == (guess[peg.place] == secret[peg.place])
            if peg.claimed is not None:
                assert secret[peg.claimed] == peg.color
                assert (peg.claimed == peg.place) == (peg.claim is Claim.RIGHT_PLACE)
                assert peg.rivals == ()
            elif rules.feedback not in (FeedbackKind.BLACK, FeedbackKind.NAIVE):
                rivals = {pegs[rival].claimed for rival in peg.rivals}
                assert rivals == {place for place, color in enumerate(secret) if color == peg.color}
                later = [rival for rival in peg.rivals if rival > peg.place]
                assert all(pegs[rival].claim is Claim.RIGHT_PLACE for rival in later), "only right places come first"


def pairings(guess: Code, secret: Code) -> int:
    """Counts in plain ways the largest sets of pairs of equal colors outside the right places."""
    left = [place for place in range(len(guess)) if guess[place] != secret[place]]
    found: dict[int, set[frozenset[tuple[int, int]]]] = {}
    for order in permutations(left):
        pairs = frozenset((one, other) for one, other in zip(left, order, strict=True) if guess[one] == secret[other])
        found.setdefault(len(pairs), set()).add(pairs)
    return len(found[max(found)])


def test_the_ways_are_counted_right() -> None:
    for guess, secret in product(product(range(3), repeat=4), repeat=2):
        assert explain("4x3", guess, secret).ways == pairings(Code(guess), Code(secret))


def test_every_peg_and_the_answer_have_a_sentence() -> None:
    for rules, guess, secret in PAIRS:
        explained = explain(rules, guess, secret)
        places = {part: [step.place for step in explained.steps if step.part is part] for part in Part}
        assert sorted([*places[Part.RIGHT_PLACES], *places[Part.OTHERS]]) == list(range(rules.pegs))
        assert places[Part.ANSWER] == [None]
        parts = [step.part for step in explained.steps]
        assert parts == sorted(parts, key=list(Part).index)
        symbols = rules.symbols()
        for step in explained.steps:
            text = str(step.sentence)
            assert text.endswith(".")
            assert not {"{", "None"} & set(text.split())
            assert ("letter" in text.lower()) <= (rules.words is not None)
            assert ("peg" in text.lower()) <= (rules.words is None)
            if step.place is not None:
                kind = "Letter" if rules.words else "Peg"
                assert text.startswith(f"{kind} {step.place + 1}, {symbols[guess[step.place]]}:")


# Where a line goes on, by its character and the direction in which it is followed.
_TURNS = {
    ("│", "down"): "down", ("┼", "down"): "down", ("┼", "right"): "right", ("┼", "left"): "left",
    ("─", "right"): "right", ("─", "left"): "left", ("└", "down"): "right", ("┘", "down"): "left",
    ("┐", "right"): "down", ("┌", "left"): "down",
}  # fmt: skip
_STEPS = {"down": (1, 0), "right": (0, 1), "left": (0, -1)}


def follow(rows: list[str], column: int) -> int:
    """Follows a line from the top of a drawing to the column in which it comes out at the bottom."""
    row, direction = 0, "down"
    while row < len(rows):
        direction = _TURNS[rows[row][column], direction]
        row, column = row + _STEPS[direction][0], column + _STEPS[direction][1]
    return column


def drawn(explained: Explanation, width: int = 40) -> list[str]:
    return ["".join(text for text, _look in row) for row in explained.drawing(width, measure=cell_width)]


@pytest.mark.parametrize("width", [40, 80])
def test_every_line_leads_from_a_peg_to_the_one_it_claims(width: int) -> None:
    for rules, guess, secret in PAIRS:
        explained = explain(rules, guess, secret)
        rows = drawn(explained, width)
        assert max(map(cell_width, rows)) <= width
        symbols = rules.symbols()
        assert rows[2].split()[1:] == [symbols[color] for color in guess]
        assert rows[-1].split()[1:] == [symbols[color] for color in secret]
        # The last column of each symbol is that of its line.
        ends = [
            place for place, character in enumerate(rows[2] + " ")
            if place > 6 and character == " " and rows[2][place - 1] != " "
        ]  # fmt: skip
        columns = [end - 1 for end in ends]
        assert len(columns) == rules.pegs
        for peg, column in zip(explained.pegs, columns, strict=True):
            if peg.claimed is None:
                assert rows[3][column : column + 1] in ("", " ", "─", "┌", "┐"), "no line begins at this peg"
            else:
                assert follow(rows[3:-1], column) == columns[peg.claimed], "\n".join(rows)


def test_long_codes_of_two_digits_are_listed() -> None:
    secret = (*range(14, 39, 2), 0, 12)
    explained = explain("15x40", tuple(range(10, 40, 2)), secret)
    rows = drawn(explained)
    assert max(map(len, rows)) <= 40
    assert rows[0] == "place  mark  guess  code  claims"
    assert [row.split() for row in rows[1:3]] == [["1", "-", "11", "15"], ["2", "o", "13", "17", "15"]]
    assert drawn(explained, 60)[2].startswith("guess")


def all_answers(rules: Rules) -> Iterator[Feedback]:
    for number in range(count_answers(rules.feedback, rules.pegs)):
        if not nobody_gives(rules.feedback, rules.pegs, number):
            yield Feedback.of(rules, number)


def test_a_given_answer_is_right_if_it_is_that_of_the_scorer() -> None:
    for rules, guess, secret in PAIRS[:400]:
        if rules.pegs > 5:
            continue
        explained = explain(rules, guess, secret)
        for given in all_answers(rules):
            verdict = explained.judge(given)
            assert verdict.right == (given == explained.answer)
            assert all(str(sentence).endswith(".") for sentence in verdict.sentences)
            if verdict.right:
                assert str(verdict) == f"{given} is right."
            else:
                assert str(verdict).startswith(f"{given} is wrong: the answer is {explained.answer}.\n")
            hit = given.wins or explained.answer.wins
            assert ("allow" in str(verdict)) == (rules.lies > 0 and not verdict.right and not hit)


@cases("rules", "given", "right")
def test_a_partial_answer_is_right_if_the_known_part_is(rules: str, given: str, right: bool) -> None:
    verdict = explain(rules, "AABB", "ABBA").judge(given)
    assert verdict.right == right
    assert ("right as far as it goes" in str(verdict)) == right


@cases("rules", "guess", "secret", "given", "why")
def test_what_is_wrong_about_an_answer(rules: str, guess: str, secret: str, given: str, why: list[str] | None) -> None:
    verdict = explain(rules, guess, secret).judge(given)
    if why is None:
        assert verdict.right
    else:
        assert [str(sentence) for sentence in verdict.sentences[1:]] == why


@cases("rules", "guess", "secret", "text")
def test_what_is_said(rules: str, guess: str, secret: str, text: str) -> None:
    assert str(explain(rules, guess, secret)) == text


def test_word_games_speak_of_letters() -> None:
    rules = Rules.of_words(WORDS, FeedbackKind.POSITION)
    verdict = explain(rules, "ABBEY", "KEBAB").judge("yyygy")
    held("explain-letters", f"{explain(rules, 'EERIE', 'SPEED')}\n{verdict}\n")


def test_the_faults_of_both_codes_are_told_together() -> None:
    with pytest.raises(CodeError) as raised:
        explain("4x6", "AAB", "ABCG")
    assert str(raised.value) == (
        "'AAB' has 3 pegs; it needs 4, as in ABCD\n'G' in 'ABCG' is not a color; the colors are ABCDEF"
    )
    with pytest.raises(FeedbackError):
        explain("4x6", "AABB", "ABBA").judge("5 0")
    with pytest.raises(CodeError):
        explain("4x6", "A?BB", "ABBA")


def test_explanations_are_values() -> None:
    one, same = explain("4x6", "AABB", "ABBA"), explain("mastermind", "aabb", (0, 1, 1, 0))
    assert one == same
    assert hash(one) == hash(same)
    assert one != explain("4x6", "ABBA", "AABB")


# The answers of the founding systems: rules, secret, and its guesses with their answers.
FOUNDING = [
    ("4x6", "AABB", "CBFF:o EAAB:xxo EABE:xx EACA:xo AABB:xxxx"),
    ("4x6", "BFAC", "ABCD:ooo BADE:xo BACF:xooo BFCA:xxoo BFAC:xxxx"),
    ("4x6", "ECAF", "ABCD:oo BCAF:xxx DCAF:xxx FCAF:xxx ECAF:xxxx"),
    ("4x10-distinct", "6281", "0123:oo 1045:o 2356:oo 3274:x 3608:oo 6281:xxxx"),
    ("4x10-distinct", "9431", "0123:oo 1045:oo 2354:oo 3406:xo 3561:xo 6502:- 7431:xxx 8431:xxx 9431:xxxx"),
    (
        "5x8-numbers", "2,4,5,2,4",
        "1,1,1,1,1:- 2,2,2,2,2:xx 3,3,2,3,2:oo 4,2,2,4,4:xooo 2,2,4,5,4:xxooo 2,4,5,2,4:xxxxx",
    ),
    ("4x10", "1622", "6112:xoo"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("rules", "secret", "guess", "answer"),
    [(rules, secret, *turn.split(":")) for rules, secret, game in FOUNDING for turn in game.split()],
)
def test_the_answers_of_the_founding_systems(rules: str, secret: str, guess: str, answer: str) -> None:
    explained = explain(rules, guess, secret)
    assert str(explained.answer) == answer
    assert explained.judge(answer).right
    right_places = [step.place for step in explained.steps if step.part is Part.RIGHT_PLACES]
    assert len(right_places) == answer.count("x")
    others = [str(step.sentence) for step in explained.steps if step.part is Part.OTHERS]
    assert sum("it claims peg" in sentence for sentence in others) == answer.count("o")
    assert all(("it claims peg" in sentence) != ("earns nothing" in sentence) for sentence in others)
