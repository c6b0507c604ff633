"""Looking one guess ahead in games of words, with weights and in hard mode: native against plain Python."""

import random
from math import isclose

from hypothesis import given
from hypothesis import strategies as st

from sito.codes.feedback import score
from sito.codes.hard_mode import allowed_after
from sito.rules.rules import FeedbackKind, HardMode, Rules
from sito.sieve.knowledge import Knowledge
from sito.sieve.metrics import METRICS, Metric
from sito.strategies.partition import Partition, choose_plainly, rank_plainly
from sito.strategies.tree.node import Node
from sito.words.words import WordList

from .noted import noted_turns


def halves(sizes: list[int]) -> float:
    """A metric of the tests."""
    return sum(size // 2 for size in sizes) - len(sizes) / 3


FUNCTIONS: dict[str, Metric] = {**METRICS, "minimax": lambda sizes: max(sizes, default=0), "halves": halves}
VARIANTS = [(), ("consistent",), ("apart",), ("consistent", "apart")]
CODES = (
    "4x3-position-hard 2x5-position-hard 4x3-position-consistent 3x4-consistent 3x3-total-consistent 5x2-position-hard "
    "3x4-position-strict 4x3-naive-hard 3x4-naive-strict 4x3-naive-consistent"
)


@st.composite
def games(draw: st.DrawFn) -> Rules:
    """Draws a game of words that often repeat their letters, or a game of codes in hard mode."""
    if not draw(st.integers(0, 4)):
        return Rules.parse(draw(st.sampled_from(CODES.split())))
    length = draw(st.integers(1, 8))
    letters = "ABCDE"[: draw(st.integers(2, 5))]
    words = st.sets(st.text(letters, min_size=length, max_size=length), min_size=1, max_size=draw(st.integers(1, 40)))
    secrets = sorted(draw(words))
    guesses = sorted(draw(words)) if draw(st.booleans()) else []
    small = st.integers(1, 4) if draw(st.booleans()) else st.integers(1, 10**6)
    many = st.lists(small, min_size=len(secrets), max_size=len(secrets))
    weights = draw(st.one_of(st.none(), many))
    kind = draw(st.sampled_from([FeedbackKind.POSITION, FeedbackKind.POSITION, *FeedbackKind]))
    modes = [None, HardMode.CONSISTENT, *([HardMode.HARD, HardMode.STRICT] if kind.marks_pegs else [])]
    hard = draw(st.sampled_from(modes))
    lies = (
        draw(st.sampled_from([0, 0, 0, 1]))
        if hard in (None, HardMode.CONSISTENT) and weights is None and length < 4
        else 0
    )
    return Rules.of_words(WordList.of(secrets, guesses, weights=weights), kind, lies, hard)


@st.composite
def moments(draw: st.DrawFn) -> Knowledge:
    """Draws a moment of a game: turns that may break hard mode, of which some parts may be unknown."""
    rules = draw(games())
    known = Knowledge(rules)
    secret = known.secrets[draw(st.integers(0, known.secrets.size - 1))]
    for _ in range(draw(st.integers(0, 2))):
        if draw(st.integers(0, 3)):
            guess = known.guesses[draw(st.integers(0, known.guesses.size - 1))]
            known = known.after(guess, score(rules, guess, secret))
        else:
            known = known.after_turn(draw(noted_turns(rules, secret)))
    return known


def partition(metric: str, *options: str) -> Partition:
    return Partition(metric if metric in METRICS else FUNCTIONS[metric], *options)


@given(moments(), st.sampled_from(list(FUNCTIONS)), st.sampled_from(VARIANTS))
def test_the_native_choice_is_the_plain_one(known: Knowledge, metric: str, options: tuple[str, ...]) -> None:
    chosen = partition(metric, *options).choose(known, random.Random(0))
    plain = {option: option in options for option in ("consistent", "apart")}
    assert chosen == choose_plainly(known, FUNCTIONS[metric], **plain)


@given(moments(), st.sampled_from(list(METRICS)), st.sampled_from(VARIANTS), st.integers(1, 12))
def test_the_native_ranking_is_the_plain_one(known: Knowledge, metric: str, options: tuple[str, ...], top: int) -> None:
    plain = {option: option in options for option in ("consistent", "apart")}
    ranking = known.rank(metric, top, **plain)
    expected = rank_plainly(known, FUNCTIONS[metric], top, **plain)
    assert [guess.text for guess in ranking] == [guess.text for guess in expected]
    for mine, plainly in zip(ranking, expected, strict=True):
        assert (mine.worst, mine.cells, mine.possible) == (plainly.worst, plainly.cells, plainly.possible)
        assert isclose(mine.score, plainly.score, rel_tol=1e-9, abs_tol=1e-9)
        assert isclose(mine.bits, plainly.bits, rel_tol=1e-9, abs_tol=1e-9)


@given(moments(), st.sampled_from(list(METRICS)))
def test_a_tree_is_the_choices_one_by_one(known: Knowledge, metric: str) -> None:
    strategy = Partition(metric)
    if known.rules.lies:
        return  # there the tree has a branch for each lie
    tree = strategy.build_tree(known)

    def check(node: Node, moment: Knowledge) -> None:
        guess = strategy.choose(moment, random.Random(0))
        assert node.guess == guess
        assert allowed_after(known.rules, moment.history, guess)
        for answer, child in node.branches.items():
            check(child, moment.after(guess, answer))

    check(tree.root, known)


def test_weights_decide_between_equal_guesses() -> None:
    """Both words tell the three apart; the likelier one is guessed, and without weights the lower one."""
    words = ["aab", "aba", "baa"]
    even = Knowledge(Rules.of_words(WordList.of(words), FeedbackKind.POSITION))
    likely = Knowledge(Rules.of_words(WordList.of(words, weights=[1, 1, 5]), FeedbackKind.POSITION))
    for metric in METRICS:
        assert even.guesses.text(Partition(metric).choose(even, random.Random(0))) == "AAB"
        assert likely.guesses.text(Partition(metric).choose(likely, random.Random(0))) == "BAA"


def test_hard_mode_keeps_what_is_known() -> None:
    """After _IGHT is green, a word that would tell all five apart is not allowed any more."""
    secrets, probe = ["fight", "light", "might", "right", "tight"], "flmrt"
    games = {
        hard: Knowledge(Rules.of_words(WordList.of(secrets, [probe]), FeedbackKind.POSITION, hard=hard))
        for hard in (None, HardMode.HARD, HardMode.CONSISTENT)
    }
    chosen = {
        hard: known.guesses.text(Partition("most-parts").choose(known.after("fight", "-gggg"), random.Random(0)))
        for hard, known in games.items()
    }
    assert chosen == {None: "FLMRT", HardMode.HARD: "LIGHT", HardMode.CONSISTENT: "LIGHT"}


def test_long_codes_are_scored_like_short_ones() -> None:
    """Eight pegs have more answers than a byte holds, and two hundred codes more than a word of bits."""
    rng = random.Random(5)
    words = sorted({"".join(rng.choices("ABC", k=8)) for _ in range(200)})
    known = Knowledge(Rules.of_words(WordList.of(words), FeedbackKind.POSITION))
    assert len(known) > 150
    for metric in METRICS:
        assert Partition(metric).choose(known, random.Random(0)) == choose_plainly(known, METRICS[metric])
