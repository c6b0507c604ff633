"""What every codemaker keeps to, on every kind of rules; and what the adversarial one forces."""

import pickle
import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from benchmarks.makers import COUNTS, strategies
from hypothesis import given
from hypothesis import strategies as st

from sito.advice.levels import LEVELS
from sito.base.limits import Limits
from sito.codes.code import CodeSpace
from sito.codes.consistency import count_lies_told, possible_codes
from sito.codes.feedback import Feedback, score
from sito.errors import CodeError, InconsistentError, InputError, LimitError, RulesError, StrategyError
from sito.exact import Objective, Problem, solve
from sito.exact.reference import best_value
from sito.makers import AdversarialMaker, LyingMaker
from sito.playing.game import Codemaker, SecretKeeper, StrategyBreaker, Transcript, play
from sito.rules.rules import FeedbackKind, Rules
from sito.sieve.knowledge import Knowledge
from sito.strategies.strategy import parse_strategy
from sito.strategies.tree.strategy_tree import StrategyTree
from sito.words.words import WordList

WORDS = ["TALE", "LATE", "TEAL", "TILE", "LIKE", "KILT", "TALK"]
WORD_LIST = WordList.of(WORDS, [*WORDS, "EEEE", "ALKI"])
GAMES = """
    3x4 3x4-black 3x3-total 3x3-position 3x5-distinct 3x6-distinct-black 3x5-distinct-total 3x5-distinct-position
    4x6 1x6-total 5x1 1x1 2x9
"""
TRUE_RULES = [*map(Rules.parse, GAMES.split()), *(Rules.of_words(WORD_LIST, kind) for kind in FeedbackKind)]
LYING_GAMES = """
    3x4-lies1 3x4-black-lies2 3x3-position-lies1 3x5-distinct-lies1 3x4-total-lies1 1x4-lies9
"""
LYING_RULES = [
    *map(Rules.parse, LYING_GAMES.split()),
    *(Rules.of_words(WORD_LIST, kind, lies=1) for kind in FeedbackKind),
]
RULES = [*TRUE_RULES, *LYING_RULES]

Make = Callable[[Rules], SecretKeeper | AdversarialMaker | LyingMaker]
MAKERS: dict[str, Make] = {
    "fair": lambda rules: SecretKeeper.draw(rules, random.Random(5)),
    "adversarial": AdversarialMaker,
    "adversarial by number": lambda rules: AdversarialMaker(rules, limits=Limits(work=0, memory=1)),
    "lying": lambda rules: LyingMaker.draw(rules, random.Random(6), seed=4),
    "adversarial against": lambda rules: AdversarialMaker(rules, against="random-consistent", seed=3),
}


def name_of(rules: Rules) -> str:
    return str(rules).partition(":")[0]


@pytest.fixture(params=MAKERS)
def make(request: pytest.FixtureRequest) -> Make:
    return MAKERS[request.param]


@pytest.fixture(params=RULES, ids=name_of)
def rules(request: pytest.FixtureRequest, make: Make) -> Rules:
    chosen = request.param
    assert isinstance(chosen, Rules)
    return chosen if chosen.lies or make is not MAKERS["lying"] else replace(chosen, lies=1)


def random_guesses(rules: Rules, maker: Codemaker, seed: int, most: int = 12) -> Transcript:
    """Plays a game of guesses that are drawn from all that are allowed."""
    rng, guesses = random.Random(seed), CodeSpace(rules, guesses=True)
    game = Transcript(rules)
    while len(game) < most and not game.won:
        guess = guesses.draw(rng)
        answer = maker.answer(game, guess)
        assert isinstance(answer, Feedback)
        game = game.after(guess, answer)
    return game


def test_a_code_agrees_with_all_answers_at_every_moment(make: Make, rules: Rules) -> None:
    secrets = list(CodeSpace(rules))
    for seed in range(3):
        maker = make(rules)
        game = random_guesses(rules, maker, seed)
        for turns in range(len(game) + 1):
            so_far = game.shortened(turns)
            agreeing = [code for code in secrets if count_lies_told(rules, so_far.turns, code) is not None]
            assert agreeing
            assert maker.code(so_far) in agreeing
        if game.won:
            assert maker.code(game) == game.turns[-1].guess


def test_every_strategy_ends_its_game(make: Make, rules: Rules) -> None:
    for name in ("first-consistent", "random-consistent", "entropy"):
        maker = make(rules)
        game = play(rules, name, maker, seed=3, rounds=CodeSpace(rules).size)
        assert game.won, game
        assert game.turns[-1].guess == maker.code(game)


def test_answers_depend_on_the_game_alone(make: Make, rules: Rules) -> None:
    maker = make(rules)
    game = random_guesses(rules, maker, seed=9)
    again = pickle.loads(pickle.dumps(maker))
    assert again == maker
    assert hash(again) == hash(maker)
    for turns, (guess, answer) in reversed(list(enumerate(game.turns))):
        text = game.shortened(turns)
        assert make(rules).answer(text, guess) == again.answer(text, guess) == answer


def test_guesses_that_are_not_allowed_are_refused(make: Make) -> None:
    game = Transcript("3x4-lies1")
    for guess in ("ABCD", "ABX"):
        with pytest.raises(CodeError):
            make(game.rules).answer(game, guess)


@given(rules=st.sampled_from(RULES), numbers=st.lists(st.integers(0, 10**6), max_size=15), exact=st.booleans())
def test_the_adversarial_codemaker_never_contradicts_itself(rules: Rules, numbers: list[int], exact: bool) -> None:
    maker = AdversarialMaker(rules) if exact else AdversarialMaker(rules, limits=Limits(work=0, memory=1))
    guesses = CodeSpace(rules, guesses=True)
    possible = list(CodeSpace(rules))
    game = Transcript(rules)
    for number in numbers:
        guess = guesses[number % guesses.size]
        answer = maker.answer(game, guess)
        others = [code for code in possible if code != guess]
        assert answer.wins == (not others)
        game = game.after(guess, answer)
        possible = possible_codes(rules, game.turns)
        assert possible
        assert maker.code(game) == possible[0]
        if answer.wins:
            return


@given(
    rules=st.sampled_from(LYING_RULES),
    secret=st.integers(0, 10**6),
    seed=st.integers(0, 10**6),
    numbers=st.lists(st.integers(0, 10**6), max_size=15),
    fewer=st.integers(0, 9),
)
def test_the_lying_codemaker_keeps_to_its_lies(
    rules: Rules, secret: int, seed: int, numbers: list[int], fewer: int
) -> None:
    secrets, guesses = CodeSpace.both(rules)
    lies = min(fewer, rules.lies)
    maker = LyingMaker(rules, secrets[secret % secrets.size], lies, seed)
    game = Transcript(rules)
    for number in numbers:
        guess = guesses[number % guesses.size]
        answer = maker.answer(game, guess)
        assert answer.wins == (guess == maker.secret)
        game = game.after(guess, answer)
        wrong = tuple(turn for turn, (old, told) in enumerate(game.turns) if told != score(rules, old, maker.secret))
        assert wrong == maker.lies_told(game)
        assert count_lies_told(rules, game.turns, maker.secret) == len(wrong) <= lies
        if answer.wins:
            return


def test_how_often_it_lies() -> None:
    """One guess of three while lies are left: 200 games with the first guess, 67 lies expected; the seeds are fixed."""
    games = [Transcript("4x6-lies1") for _ in range(200)]
    lies = [LyingMaker("4x6-lies1", "BFAC", seed=seed).answer(game, "AABB") for seed, game in enumerate(games)]
    truth = score("4x6", "AABB", "BFAC")
    assert 45 < sum(answer != truth for answer in lies) < 90
    assert len(set(lies)) > 4


@pytest.mark.parametrize(
    ("lies", "text"),
    [
        (None, "the rules 4x6 allow no lies; write how many there may be, as in 4x6-lies1"),
        (2, "the rules 4x6 allow 0 lies, and the codemaker shall tell up to 2; write 4x6-lies2"),
        (-1, "lies is -1; it must be a whole number from 0 to 9, as in lies=1"),
        (10, "lies is 10; it must be a whole number from 0 to 9, as in lies=1"),
        (True, "lies is True; it must be a whole number"),
    ],
)
def test_lies_that_the_rules_do_not_allow(lies: int | None, text: str) -> None:
    with pytest.raises(InputError, match=text):
        LyingMaker("4x6", "BFAC", lies)


@pytest.mark.parametrize(
    "text", ["2x6", "3x3-black", "3x3-total", "3x3-position", "3x3-naive", "2x6-distinct", "2x5", "4x2"]
)
def test_its_answers_are_those_of_the_plain_search(text: str) -> None:
    """After its answer the best strategy needs as many guesses as after any other, by the search in plain Python."""
    rules = Rules.parse(text)
    maker, guesses, rng = AdversarialMaker(rules), CodeSpace(rules, guesses=True), random.Random(1)
    for _ in range(4):
        game = Transcript(rules)
        while not game.won:
            guess = guesses.draw(rng)
            reply = maker.reply(game, guess)
            needed = {
                answer: best_value(Problem(rules, Objective.WORST, history=game.after(guess, answer).turns))
                for answer in game.knowledge.cells(guess)
                if not answer.wins
            }
            assert reply.exact
            if needed:
                assert reply.guesses is not None
                assert (reply.guesses,) == needed[reply.answer] == max(value for value in needed.values() if value)
                sizes = game.knowledge.cells(guess)
                equal = [answer for answer, value in needed.items() if value == needed[reply.answer]]
                assert reply.answer == min(equal, key=lambda answer: (-sizes[answer], answer.number))
                assert reply.codes == sizes[reply.answer]
            game = game.after(guess, reply.answer)


ONE_PLY = ["minimax", "expected-size", "entropy", "most-parts"]


@pytest.mark.parametrize("name", [*ONE_PLY, "first-consistent", "distinct-first", "color-by-color"])
def test_no_strategy_needs_fewer_guesses_than_the_best_worst_case(name: str) -> None:
    game = play("4x6", name, AdversarialMaker("4x6"), seed=1)
    assert len(game) >= 5
    if name == "minimax":
        assert len(game) == 5


@pytest.mark.parametrize("name", COUNTS["4x6"])
def test_how_many_guesses_strategies_need_on_4x6(name: str) -> None:
    """The rows of the table in docs/playing.md; the benchmark plays those of 4x10-distinct, too."""
    strategy = dict(strategies("4x6"))[name]
    unknown, known = AdversarialMaker("4x6"), AdversarialMaker("4x6", against=strategy)
    assert tuple(len(play("4x6", strategy, maker)) for maker in (unknown, known)) == COUNTS["4x6"][name]


@pytest.mark.parametrize("game", COUNTS)
@pytest.mark.parametrize("name", ONE_PLY)
def test_the_table_in_the_docs_has_the_counts_of_the_benchmark(game: str, name: str) -> None:
    page = (Path(__file__).parent.parent / "docs" / "playing.md").read_text(encoding="utf-8")
    unknown, known = COUNTS[game][name]
    assert f"| {game} | `{name}` | {unknown} | {known} |" in page


@pytest.mark.parametrize("objective", Objective)
def test_it_forces_the_optimal_strategy_to_its_worst_case(objective: Objective) -> None:
    solution = solve("4x6", objective)
    assert solution.proven
    strategy = parse_strategy("tree:best", {"best": solution.tree})
    assert len(play("4x6", strategy, AdversarialMaker("4x6"))) >= 5
    knowing = play("4x6", strategy, AdversarialMaker("4x6", against=solution.tree))
    assert len(knowing) == solution.tree.maximum == (6 if objective in (Objective.TOTAL, Objective.TOTAL_WORST) else 5)


@pytest.mark.parametrize("rules", ["4x6", "3x5-distinct", "3x4-black", "3x3-total", "3x3-position"])
@pytest.mark.parametrize("name", [*ONE_PLY, "first-consistent", "random-consistent", "uniform-probe"])
def test_against_a_strategy_it_forces_the_worst_case_of_its_tree(name: str, rules: str) -> None:
    strategy, game = parse_strategy(name), Rules.parse(rules)
    if name == "uniform-probe" and "distinct" in rules:
        strategy = parse_strategy("random-consistent")
    tree = StrategyTree.build(strategy, Knowledge(game), 7)
    played = play(game, StrategyBreaker(strategy, 7), AdversarialMaker(game, against=strategy, seed=7))
    assert len(played) == tree.maximum


def test_games_too_large_for_the_search_are_answered_by_the_number_of_codes() -> None:
    reply = AdversarialMaker("5x8").reply(Transcript("5x8"), "AABBC")
    cells = Knowledge("5x8").cells("AABBC")
    assert (reply.exact, reply.codes) == (False, max(cells.values()))
    last = Transcript("5x8")
    for guess in ("AABBC", "DDEEF", "GGHHA", "BCDEF", "HGFED", "CABGE"):
        last = last.after(guess, AdversarialMaker("5x8").answer(last, guess))
    assert len(last.knowledge)


def test_games_beyond_the_sieve_are_refused() -> None:
    with pytest.raises(LimitError, match="the sieve holds up to"):
        AdversarialMaker("16x64").answer(Transcript("16x64"), " ".join(16 * ["1"]))


def test_a_game_of_other_rules_is_refused() -> None:
    with pytest.raises(RulesError, match="the codemaker keeps a code of 4x6, and the game is one of 4x7"):
        AdversarialMaker("4x6").answer(Transcript("4x7"), "AABB")


def test_a_game_that_others_began_with_answers_that_contradict() -> None:
    game = Transcript.parse("4x6 AABB:- AABB:xx")
    with pytest.raises(InconsistentError):
        AdversarialMaker("4x6").answer(game, "CCDD")
    with pytest.raises(InconsistentError):
        AdversarialMaker("4x6").code(game)


def test_wrong_arguments_are_input_errors() -> None:
    with pytest.raises(StrategyError):
        AdversarialMaker("4x6", against="best-guess")
    with pytest.raises(InputError):
        AdversarialMaker("4x6", limits=5)  # type: ignore[arg-type]


def test_every_level_plays_where_the_codemaker_may_lie() -> None:
    for level in LEVELS:
        game = play("2x3-lies1", f"level:{level.name}", LyingMaker("2x3-lies1", "AB", seed=1), rounds=60)
        assert game.won, level.name
