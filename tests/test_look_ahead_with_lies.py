"""Looking one guess ahead where the codemaker may lie: native against plain Python, and whole games."""

import random
from math import isclose

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sito.codes.code import Code, CodeSpace
from sito.codes.feedback import Feedback, feedback_count, score
from sito.codes.notations import nobody_gives
from sito.explanation import explain_guess
from sito.rules.rules import FeedbackKind, Rules
from sito.sieve.knowledge import Knowledge
from sito.sieve.metrics import METRICS, Metric
from sito.strategies.partition import Partition, choose_plainly, rank_plainly
from sito.strategies.strategy import Strategy, parse_strategy
from sito.strategies.tree.strategy_tree import StrategyTree
from sito.strategies.tree.verify import verify
from sito.words.words import WordList

SIZES = ["1x4", "2x3", "3x2", "2x5", "3x3", "3x4-distinct", "2x6-distinct", "4x2"]
NAMES = ["first-consistent", "random-consistent", *METRICS]


def halves(sizes: list[int]) -> float:
    """A metric of the tests."""
    return sum(size // 2 for size in sizes) - len(sizes) / 3


FUNCTIONS: dict[str, Metric] = {**METRICS, "halves": halves}


@st.composite
def moments(draw: st.DrawFn) -> Knowledge:
    """Draws a game after some answers, of which some may be lies, so that codes are possible."""
    kind = draw(st.sampled_from(FeedbackKind))
    lies = draw(st.integers(1, 3))
    if draw(st.integers(0, 4)):
        rules = Rules.parse(f"{draw(st.sampled_from(SIZES))}-{kind}-lies{lies}")
    else:
        words = sorted(draw(st.sets(st.text("ABCD", min_size=3, max_size=3), min_size=2, max_size=12)))
        rules = Rules.of_words(WordList.of(words[: draw(st.integers(1, len(words)))], words), kind, lies=lies)
    secrets, guesses = CodeSpace.both(rules)
    secret = secrets[draw(st.integers(0, secrets.size - 1))]
    known = Knowledge(rules)
    answers = [n for n in range(feedback_count(rules) - 1) if not nobody_gives(kind, rules.pegs, n)]
    for _ in range(draw(st.integers(0, 3))):
        guess = guesses[draw(st.integers(0, guesses.size - 1))]
        if guess == secret:
            continue
        answer = score(rules, guess, secret)
        if lies and draw(st.booleans()):
            answer, lies = Feedback.of(rules, draw(st.sampled_from(answers))), lies - 1
        known = known.after(guess, answer)
    return known


@given(
    known=moments(),
    metric=st.sampled_from(sorted(FUNCTIONS)),
    options=st.sets(st.sampled_from(["consistent", "apart"])),
    top=st.integers(1, 12),
)
@settings(max_examples=150)
def test_native_choices_and_rankings_agree_with_plain_python(
    known: Knowledge, metric: str, options: set[str], top: int
) -> None:
    if len(known) == 1:
        options = options - {"apart"}  # there would be no cell to score
    consistent, apart = "consistent" in options, "apart" in options
    function = FUNCTIONS[metric]
    named = metric if metric in METRICS else function
    strategy = Partition(named, *options)
    assert strategy.choose(known, random.Random(0)) == choose_plainly(
        known, function, consistent=consistent, apart=apart
    )
    ranking = known.rank(named, top, consistent=consistent, apart=apart)
    plainly = rank_plainly(known, function, top, consistent=consistent, apart=apart)
    assert [guess.text for guess in ranking] == [guess.text for guess in plainly]
    for mine, theirs in zip(ranking, plainly, strict=True):
        assert isclose(mine.score, theirs.score, abs_tol=1e-9)
        assert isclose(mine.bits, theirs.bits, abs_tol=1e-9)
        assert (mine.worst, mine.cells, mine.possible) == (theirs.worst, theirs.cells, theirs.possible)


@given(known=moments(), metric=st.sampled_from(sorted(FUNCTIONS)))
def test_assessing_is_ranking_all_guesses_and_taking_one(known: Knowledge, metric: str) -> None:
    named = metric if metric in METRICS else FUNCTIONS[metric]
    for ranked in known.rank(named, known.guesses.size):
        figures = known.assess(ranked.code, named)
        assert isclose(figures.score, ranked.score, abs_tol=1e-9)
        assert isclose(figures.bits, ranked.bits, abs_tol=1e-9)
        assert (figures.worst, figures.cells, figures.possible) == (ranked.worst, ranked.cells, ranked.possible)
        assert explain_guess(known, ranked.code, named).score == figures.score


def test_one_guess_of_a_large_game_is_assessed_alone() -> None:
    known = Knowledge("7x10-lies2")  # with ten million codes, to rank all guesses would take days
    figures, cells = known.assess("0011223"), known.cells("0011223")
    assert (figures.worst, figures.cells, figures.possible) == (len(known) - 1, len(cells), True)
    truthful = Knowledge("7x10").assess("0011223", exact=True)
    assert figures.bits == pytest.approx(truthful.bits)  # before the first answer all codes weigh the same


class GuessByGuess:
    """A strategy that does not build trees itself, so that they are grown guess by guess."""

    def __init__(self, strategy: Strategy) -> None:
        self.strategy = strategy
        self.deterministic, self.consistent = strategy.deterministic, strategy.consistent

    def choose(self, knowledge: Knowledge, rng: random.Random) -> Code:
        return self.strategy.choose(knowledge, rng)

    def __str__(self) -> str:
        return str(self.strategy)


@pytest.mark.parametrize("game", ["2x3-lies1", "3x3-lies1", "3x2-lies2", "2x4-total-lies1", "2x3-position-lies2"])
@pytest.mark.parametrize("name", NAMES)
def test_trees_end_every_game(game: str, name: str) -> None:
    known = Knowledge(game)
    strategy = parse_strategy(name)
    tree = StrategyTree.build(strategy, known)
    assert verify(str(tree), known.rules) == tree.histogram
    if strategy.deterministic:
        assert str(StrategyTree.build(GuessByGuess(strategy), known)) == str(tree)


@given(data=st.data(), name=st.sampled_from(NAMES), lies=st.integers(1, 3), truthful=st.booleans())
@settings(max_examples=40)
def test_games_against_lying_and_truthful_makers_end(data: st.DataObject, name: str, lies: int, truthful: bool) -> None:
    rules = Rules.parse(f"3x4-lies{lies}")
    space = CodeSpace(rules)
    secret = space[data.draw(st.integers(0, space.size - 1))]
    known, strategy = Knowledge(rules), parse_strategy(name)
    answers = [n for n in range(feedback_count(rules) - 1) if not nobody_gives(rules.feedback, rules.pegs, n)]
    for turn in range((1 + lies) * space.size):
        guess = strategy.choose(known, random.Random(turn))
        if guess == secret:
            return
        answer = score(rules, guess, secret)
        if lies and not truthful and data.draw(st.booleans()):
            told = Feedback.of(rules, data.draw(st.sampled_from(answers)))
            lies -= told != answer
            answer = told
        known = known.after(guess, answer)
        assert secret in known
    pytest.fail("the game did not end")


def test_the_first_guess_is_worth_something() -> None:
    """If every code counted the same, each answer would leave them all, and any first guess would do."""
    assert [guess.text for guess in Knowledge("4x6-lies1").rank("minimax", top=1)] == ["AABB"]
    assert Knowledge("4x6-lies1").rank("entropy", top=1)[0].worst == 1295
