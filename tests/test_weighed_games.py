"""Games whose words are not equally likely: everything that adds up or averages counts each word by its weight."""

import json
import random
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from math import log2

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sito.advice.advice import advise
from sito.advice.best_play import Budget, best_play, consistent_play
from sito.advice.prospects import Valuation
from sito.base.deadline import Deadline
from sito.base.limits import Limits
from sito.base.store import Store
from sito.codes.code import Code, CodeSpace
from sito.codes.feedback import Feedback, score_number
from sito.errors import InputError, RulesError, TreeError
from sito.exact.problem import Objective, Problem
from sito.exact.proofs import keep, recall
from sito.exact.reference import best_value
from sito.exact.solver import solve
from sito.explanation import explain_guess
from sito.odds import best_response, distribution_of, measured_distribution
from sito.playing.game import SecretKeeper, Transcript
from sito.playing.numbered import numbered_secret
from sito.reviews import review
from sito.rules.rules import FeedbackKind, Rules
from sito.sieve.knowledge import Knowledge
from sito.sieve.metrics import METRICS
from sito.strategies.partition import choose_plainly, rank_plainly
from sito.strategies.strategy import parse_strategy
from sito.strategies.tree import StrategyTree
from sito.strategies.tree.export import to_json
from sito.strategies.tree.verify import verified, verify
from sito.tournament.comparison import compare
from sito.tournament.games import Games
from sito.words.words import WordList

ANIMALS = WordList.of(["bear", "seal", "lion", "hare", "mole"], ["crab", "boar"], "animals", [9, 5, 3, 2, 1])
GAME = Rules.of_words(ANIMALS, FeedbackKind.POSITION)


@st.composite
def games(draw: st.DrawFn, most_words: int = 12, least_words: int = 1) -> Rules:
    """Draws small word games with weights, which may be very different."""
    letters, pegs = draw(st.integers(max(2, least_words), 4)), draw(st.integers(1, 4))
    word = st.text("abcd"[:letters], min_size=pegs, max_size=pegs)
    secrets = draw(st.lists(word, min_size=least_words, max_size=most_words, unique=True))
    others = draw(st.lists(word, max_size=8))
    weights = draw(st.lists(st.sampled_from([1, 1, 2, 3, 50, 1000]), min_size=len(secrets), max_size=len(secrets)))
    return Rules.of_words(WordList.of(secrets, others, weights=weights), draw(st.sampled_from(list(FeedbackKind))))


def weights_of(rules: Rules) -> dict[Code, int]:
    secrets = CodeSpace(rules)
    return dict(zip(secrets, rules.weights or [1] * len(secrets), strict=True))


def cells_of(rules: Rules, guess: Code, codes: Iterator[Code]) -> dict[int, list[Code]]:
    cells: dict[int, list[Code]] = {}
    for code in codes:
        cells.setdefault(score_number(rules, guess, code), []).append(code)
    return cells


def total_of(rules: Rules, tree: StrategyTree) -> int:
    """Plays every secret by the tree, in plain Python."""
    total = 0
    for secret, weight in weights_of(rules).items():
        node, guesses = tree.root, 1
        while node.guess != secret:
            node = node.branches[Feedback.of(rules, score_number(rules, node.guess, secret))]
            guesses += 1
        total += guesses * weight
    return total


@given(games(), st.randoms(use_true_random=False))
@settings(max_examples=60, deadline=None)
def test_knowledge_adds_up_weights(rules: Rules, rng: random.Random) -> None:
    weights = weights_of(rules)
    guesses = CodeSpace(rules, guesses=True)
    known = Knowledge(rules)
    secret = rng.choice(list(weights))
    for _ in range(3):
        left = list(known)
        assert known.weight == sum(weights[code] for code in left)
        assert known.most_weight == max(weights[code] for code in left)
        assert all(known.weight_of(code) == (weights[code] if code in left else 0) for code in guesses if code in known)
        assert known.likely() == sorted(left, key=lambda code: (-weights[code], code))
        assert known.likely(2) == known.likely()[:2]
        guess = rng.choice(list(guesses))
        cells = cells_of(rules, guess, iter(left))
        assert known.cell_weights(guess) == {
            Feedback.of(rules, answer): sum(weights[code] for code in cells[answer]) for answer in sorted(cells)
        }
        figures = known.assess(guess, "expected-size")
        parts = [sum(weights[code] for code in cell) for cell in cells.values()]
        assert figures.score == sum(part * part for part in parts)
        assert figures.worst == max(map(len, cells.values()))
        expected = log2(known.weight) - sum(part * log2(part) for part in parts) / known.weight
        assert figures.bits == pytest.approx(expected, abs=1e-9)
        facts = explain_guess(known, guess)
        assert facts.bits == pytest.approx(expected, abs=1e-9)
        mean = sum(len(cell) * part for cell, part in zip(cells.values(), parts, strict=True)) / known.weight
        assert facts.mean == pytest.approx(mean)
        known = known.after(guess, Feedback.of(rules, score_number(rules, guess, secret)))


@given(games(least_words=2), st.sampled_from(sorted(METRICS)), st.booleans(), st.booleans())
@settings(max_examples=80, deadline=None)
def test_rankings_choices_and_trees_are_by_weight(rules: Rules, metric: str, consistent: bool, apart: bool) -> None:
    known = Knowledge(rules)
    found = known.rank(metric, 5, consistent=consistent, apart=apart)
    plain = rank_plainly(known, METRICS[metric], 5, consistent=consistent, apart=apart)
    assert [guess.text for guess in found] == [guess.text for guess in plain]
    for one, other in zip(found, plain, strict=True):
        assert one.score == pytest.approx(other.score)
        assert one.bits == pytest.approx(other.bits, abs=1e-9)
        assert (one.worst, one.cells, one.possible) == (other.worst, other.cells, other.possible)
    options = ",".join(name for name, is_on in (("consistent", consistent), ("apart", apart)) if is_on)
    strategy = parse_strategy(f"{metric}:{options}" if options else metric)
    assert strategy.choose(known, random.Random(0)) == choose_plainly(
        known, METRICS[metric], consistent=consistent, apart=apart
    )
    tree = StrategyTree.build(strategy, known)
    grown = StrategyTree(rules, tree.root)
    assert tree.total == grown.total == total_of(rules, tree)
    assert sum(tree.histogram) == len(known)
    assert tree.weight == known.weight


def test_a_function_of_cell_sizes_gets_weights() -> None:
    seen: list[list[int]] = []

    def largest(sizes: list[int]) -> float:
        seen.append(sizes)
        return sizes[0]

    assert Knowledge(GAME).rank(largest, 1)[0].score == Knowledge(GAME).rank("minimax", 1)[0].score
    assert all(sizes == sorted(sizes, reverse=True) for sizes in seen)
    assert {sum(sizes) for sizes in seen} == {20}


def test_of_two_words_the_likelier_is_guessed_first() -> None:
    rules = Rules.of_words(WordList.of(["bear", "seal"], weights=[1, 3]))
    known = Knowledge(rules)
    seal = known.secrets.parse("seal")
    for strategy in ("entropy", "minimax:consistent", "best", "expected-size:apart"):
        assert parse_strategy(strategy).choose(known, random.Random(0)) == seal
    assert advise(known)[0].expected == Fraction(5, 4)


@given(games(), st.sampled_from(["total", "worst", "worst-total", "total-worst"]), st.booleans())
@settings(max_examples=120, deadline=None)
def test_solutions_are_those_of_the_reference(rules: Rules, objective: str, consistent: bool) -> None:
    problem = Problem(rules, objective, consistent=consistent)
    solution = solve(problem)
    assert solution.proven
    assert solution.upper == solution.lower == best_value(problem)
    checked = verified(solution.tree, rules)
    assert checked.histogram == solution.tree.histogram == verify(str(solution.tree))
    assert checked.weighed == solution.tree.weighed
    assert problem.objective.values(checked.histogram, checked.weighed) == solution.upper
    assert checked.total == solution.tree.total == total_of(rules, solution.tree)
    assert solution.mean == Fraction(checked.total, sum(checked.weighed))
    assert solution.least_mean in (None, solution.mean)
    assert (solution.least_mean is None) == (objective == "worst")
    assert StrategyTree.parse(str(solution.tree)) == solution.tree
    assert json.loads(to_json(solution.tree))["total"] == checked.total


@given(games(9), st.randoms(use_true_random=False))
@settings(max_examples=40, deadline=None)
def test_prospects_are_proven_or_above_the_least(rules: Rules, rng: random.Random) -> None:
    known = Knowledge(rules)
    secret = rng.choice(list(CodeSpace(rules)))
    guess = rng.choice(list(CodeSpace(rules, guesses=True)))
    if guess != secret:
        known = known.after(guess, Feedback.of(rules, score_number(rules, guess, secret)))
    least = best_value(Problem(rules, history=known.history))
    found = Valuation(Limits()).of(known)
    assert found.weight == known.weight
    assert found.expected == Fraction(found.total, known.weight)
    assert found.total == least[0] if found.exact else found.total >= least[0]
    advice = advise(known, 3)
    assert advice[0].prospect.total == least[0] if advice.exact else advice[0].prospect.total >= least[0]
    after = Valuation(Limits()).after(known, guess)
    first = best_value(Problem(rules, history=known.history, first_guess=guess))
    if after is not None and first is not None:
        assert after.total == first[0] if after.exact else after.total >= first[0]
    alone = consistent_play(known, Deadline(Limits()))
    if alone is not None:
        assert (alone.total,) == best_value(Problem(rules, history=known.history, consistent=True))


def test_a_proof_is_kept_with_its_weights() -> None:
    problem, other = Problem(GAME), Problem(Rules.of_words(WordList.of(ANIMALS.secrets), FeedbackKind.POSITION))
    solution = solve(problem)
    with Store(":memory:") as store:
        keep(store, solution)
        again = recall(store, problem)
        assert (again.upper, again.mean, again.tree) == (solution.upper, solution.mean, solution.tree)
        assert recall(store, other) is None


def test_a_tree_carries_the_weights_of_its_words() -> None:
    tree = solve(GAME).tree
    text = str(tree)
    assert "\nweights 9 2 3 1 5\n" in text
    assert verified(text).total == tree.total  # type: ignore[union-attr]
    with pytest.raises(TreeError, match="has other words than the text tells of"):
        verify(text.replace("weights 9 2 3 1 5", "weights 9 2 3 1 6"))
    with pytest.raises(TreeError, match=r"line \d+: 'weights 9 2 x 1 5' is no list of weights"):
        verify(text.replace("weights 9 2 3 1 5", "weights 9 2 x 1 5"))
    with pytest.raises(TreeError, match="4 weights were given for a list of 5"):
        verify(text.replace("weights 9 2 3 1 5", "weights 9 2 3 1"))


@pytest.mark.parametrize("strategy", ["entropy", "first-consistent", "minimax:apart"])
def test_comparisons_are_by_weight(strategy: str) -> None:
    table = compare(GAME, strategy)
    standing = table.standings[0]
    lengths = Games(GAME, parse_strategy(standing.strategy), range(5)).together()
    weights = GAME.weights or ()
    assert standing.total == sum(length * weight for length, weight in zip(lengths, weights, strict=True))
    assert standing.mean == standing.total / 20
    assert standing.histogram == tuple(Counter(lengths)[length] for length in range(1, max(lengths) + 1))
    assert standing.to_value()["weight"] == 20
    assert table.to_csv().splitlines()[0].endswith("refused,weight")


def test_a_sample_estimates_the_mean_by_weight() -> None:
    rng = random.Random(3)
    words = sorted({"".join(rng.choices("abcd", k=4)) for _ in range(90)})
    rules = Rules.of_words(WordList.of(words, weights=[rng.randrange(1, 20) for _ in words]))
    whole = compare(rules, "entropy").standings[0]
    assert whole.margin == 0
    hits = 0
    for seed in range(40):
        part = compare(rules, "entropy", sample=40, seed=seed).standings[0]
        hits += abs(part.mean - whole.mean) <= part.margin
    assert hits >= 34  # of 40 intervals of 95 percent; these draws are always the same


def test_a_codemaker_draws_by_weight() -> None:
    rng = random.Random(1)
    space = CodeSpace(GAME)
    drawn = Counter(space.text(space.draw(rng)) for _ in range(4000))
    known = Knowledge(GAME)
    again = Counter(space.text(known.draw(rng)) for _ in range(4000))
    numbered = Counter(space.text(numbered_secret(GAME, number)) for number in range(4000))
    kept = Counter(space.text(SecretKeeper.draw(GAME, rng).secret) for _ in range(4000))
    for counts in (drawn, again, numbered, kept):
        for code, weight in weights_of(GAME).items():
            assert abs(counts[space.text(code)] / 4000 - weight / 20) < 0.03
    guesses = CodeSpace(GAME, guesses=True)
    assert len({guesses.draw(rng) for _ in range(200)}) == 7
    plain = Rules.of_words(WordList.of(ANIMALS.secrets))
    assert CodeSpace(plain).draw(random.Random(2)) == CodeSpace(plain)[random.Random(2).randrange(5)]


def test_reviews_are_by_weight() -> None:
    game = Transcript.parse("words-position:animals crab:-ygy bear:gggg", ANIMALS)
    seen = review(game)
    assert seen.start.guesses == Fraction((solve(GAME).upper or (0,))[0], 20)
    assert seen.start.guesses + seen.loss - seen.luck == len(seen) + seen.end.guesses


def test_odds_are_by_weight() -> None:
    tree = StrategyTree.build(parse_strategy("entropy"), Knowledge(GAME))
    assert distribution_of(GAME, "entropy").mean == Fraction(tree.total, 20)
    drawn = distribution_of(GAME, "random-consistent")
    played = [
        (weight, Games(GAME, parse_strategy("random-consistent"), (number,)).drawn(seed)[0])
        for number, weight in enumerate(GAME.weights or ())
        for seed in range(400)
    ]
    mean = sum(weight * length for weight, length in played) / (20 * 400)
    assert abs(float(drawn.mean) - mean) < 0.05
    with pytest.raises(InputError, match=r"here all codes are counted alike, and the words of .* have weights"):
        measured_distribution(GAME, "random-consistent")
    with pytest.raises(InputError, match="here all codes are counted alike"):
        best_response(GAME, "entropy")


def test_lies_and_weights_do_not_go_together() -> None:
    with pytest.raises(RulesError, match="where the codemaker may lie, all words are equally likely"):
        Rules.of_words(ANIMALS, lies=1)


@pytest.mark.parametrize("objective", ["worst-fewest", "worst-fewest-total"])
def test_numbers_of_worst_cases_are_not_searched_for(objective: str) -> None:
    with pytest.raises(InputError, match=f"the search does not take {objective}"):
        solve(GAME, objective)
    assert Objective.of(objective).values((1, 3), (9, 11)) in ((2, 3), (2, 3, 31))


def test_a_moment_is_valued_once_and_for_all() -> None:
    values = Valuation()
    known = Knowledge(GAME)
    best = values.of(known)
    for guess in known.guesses:
        after = values.after(known, guess)
        assert after is None or after.total >= best.total
    assert best_play(known, Budget.of(Limits())) is not None
