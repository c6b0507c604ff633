"""The exact search for hard modes and weights: small games of words against the plain Python reference."""

import random

import pytest

from sito.base.limits import Limits, Stopped
from sito.codes.code import CodeSpace
from sito.codes.feedback import Turn, score
from sito.codes.hard_mode import allowed_after, allowed_guesses, check_kept
from sito.errors import HardModeError, InputError, StrategyError
from sito.exact import Problem, solve
from sito.exact.cluster import solve_together
from sito.exact.prices import least_prices
from sito.exact.reference import best_value
from sito.exact.solver import Journal
from sito.playing.game import play
from sito.rules.rules import FeedbackKind, HardMode, Rules
from sito.strategies.tree.verify import verify
from sito.words.files import read_word_list
from sito.words.words import WordList
from tests.needs import path_of

CASES = 3000
BATCH = 250


def small_problem(rng: random.Random) -> Problem:
    """A game of 1 to 40 words, up to 60 of which may be guessed; the more words, the sooner it has ended."""
    length = rng.randint(1, 8)
    letters = "abcdefghij"[: rng.randint(2, 6)]
    words = {"".join(rng.choice(letters) for _ in range(length)) for _ in range(rng.randint(1, 60))}
    pool = rng.sample(sorted(words), len(words))
    many = rng.random() < 0.03
    count = min(len(pool), 40 if many else rng.randint(1, rng.choice([3, 5, 7])))
    more = len(pool) if rng.random() < 0.02 else count + rng.randint(0, 4)
    weights = [rng.choice([1, 1, 2, 5, rng.randint(1, 1000)]) for _ in range(count)] if rng.random() < 0.5 else None
    kind = rng.choice([*FeedbackKind, FeedbackKind.POSITION, FeedbackKind.NAIVE])
    modes = [HardMode.CONSISTENT, *[HardMode.HARD, HardMode.STRICT] * (2 * kind.marks_pegs)]
    rules = Rules.of_words(
        WordList.of(pool[:count], pool[:more], weights=weights),
        kind,
        hard=rng.choice([None, *modes]) if weights else rng.choice(modes),
    )
    turns: list[Turn] = []
    secret = rng.choice(list(CodeSpace(rules)))
    for _ in range(rng.choice([0, 0, 1, 2]) + many):
        guess = rng.choice(list(allowed_guesses(rules, turns)))
        if guess != secret:
            turns.append(Turn(guess, score(rules, guess, secret)))
    return Problem(
        rules,
        rng.choice(["total", "total", "worst", "worst-total", "total-worst"]),
        depth=1 if many else rng.choice([None, None, None, 1, 2, 3, 4]),
        history=turns,
        first_guess=rng.choice(list(allowed_guesses(rules, turns))) if rng.random() < 0.2 else None,
    )


@pytest.mark.parametrize("batch", range(CASES // BATCH))
def test_small_games_of_words(batch: int) -> None:
    for number in range(batch * BATCH, (batch + 1) * BATCH):
        problem = small_problem(random.Random(number))
        wanted = best_value(problem)
        solution = solve(problem, threads=1 + number % 2)
        assert (solution.proven, solution.lower, solution.upper) == (True, wanted, wanted), (number, problem)
        if solution.tree is not None:
            words = problem.rules.words
            assert verify(solution.tree, words=words) == solution.tree.histogram, number


def test_consistent_guesses_alone() -> None:
    """Where a code of the game is no listed word, the hard mode says what `consistent` says."""
    for text in ("3x2", "2x4-black", "2x4-distinct", "2x3-position"):
        for objective in ("total", "worst-fewest-total"):
            hard = solve(Problem(f"{text}-consistent", objective))
            assert hard.upper == solve(Problem(text, objective, consistent=True)).upper
            assert hard.upper == best_value(Problem(f"{text}-consistent", objective))
            verify(hard.tree)
    solution = solve(Problem("2x3-position-hard"))
    assert solution.upper == best_value(Problem("2x3-position-hard"))


def test_a_tree_that_breaks_hard_mode_is_refused() -> None:
    solution = solve("3x5-position")
    text = str(solution.tree)
    verify(text)
    broken = text.replace("3x5-position", "3x5-position-hard")
    with pytest.raises(InputError, match="hard mode does not allow"):
        verify(broken)


def test_a_history_that_breaks_hard_mode_is_refused() -> None:
    with pytest.raises(HardModeError, match="hard mode does not allow BBB: place 1 must be A"):
        Problem("3x3-position-hard", history="AAB:g-- BBB:---")
    with pytest.raises(HardModeError, match="needs C 1 time"):
        Problem("3x3-position-hard", history="ABC:--y", first_guess="AAA")


@pytest.mark.parametrize("objective", ["worst-fewest", "worst-fewest-total"])
def test_what_the_search_does_not_take(objective: str) -> None:
    with pytest.raises(InputError, match=f"does not take {objective}"):
        solve(Problem("3x3-position-hard", objective))


def test_hard_mode_allows_what_wordle_allows() -> None:
    rules = Rules.of_words(["abbey", "babes", "bobby", "ebbed", "rebus"], FeedbackKind.POSITION, hard=HardMode.HARD)
    space = CodeSpace(rules, guesses=True)

    def allowed(guess: str, secret: str) -> str:
        turn = Turn(space.parse(guess), score(rules, guess, secret))
        return " ".join(space.text(code).lower() for code in space if allowed_after(rules, [turn], code))

    assert allowed("babes", "abbey") == "abbey babes"  # green b and e, yellow b and a; ebbed has no a
    assert allowed("rebus", "abbey") == "abbey babes ebbed rebus"  # a green b, a yellow e; bobby has no e


@pytest.fixture(scope="module")
def wordle() -> Rules:
    lists = path_of("Wordle's lists")
    words = read_word_list(f"{lists}/original_secrets.txt+{lists}/original_guesses.txt")
    return Rules.of_words(words, FeedbackKind.POSITION, hard=HardMode.HARD)


@pytest.mark.needs("Wordle's lists")
def test_salet_in_hard_mode(wordle: Rules) -> None:
    solution = solve(Problem(wordle, first_guess="salet", depth=6), threads=2)
    assert (solution.proven, solution.upper) == (True, (8122,))


@pytest.mark.needs("Wordle's lists")
def test_limits_hold_in_hard_mode(wordle: Rules) -> None:
    for work in (1, 500):
        solution = solve(wordle, limits=Limits(work=work))
        assert solution.stopped is Stopped.WORK
        assert 4629 <= solution.lower[0] <= solution.upper[0]
        assert sum(solution.tree.histogram) == 2315


def test_the_first_guess_is_one_that_is_allowed() -> None:
    solution = solve(Problem("3x3-position-hard", history="ABC:yyy"))
    assert sorted(solution.tree.root.guess) == [0, 1, 2]


@pytest.mark.parametrize("name", ["careless", "uniform-probe", "color-by-color"])
def test_strategies_that_do_not_know_hard_mode_are_refused(name: str) -> None:
    with pytest.raises(StrategyError, match="hard mode forbids"):
        play("3x4-position-hard", name, "DAB")


@pytest.mark.parametrize("name", ["entropy", "best", "first-consistent", "random-consistent", "distinct-first"])
@pytest.mark.parametrize("text", ["3x4-position-hard", "3x4-naive-strict", "3x4-consistent", "3x3-consistent-lies1"])
def test_strategies_keep_to_the_hard_mode_of_the_rules(name: str, text: str) -> None:
    for number in (0, 11, 26):
        check_kept(play(text, name, CodeSpace(text)[number], seed=number))


def test_what_is_refused_in_hard_mode() -> None:
    refused = (
        lambda: least_prices("3x3-consistent", [1, 2, 3]),
        lambda: solve_together("3x3-position-hard"),
        lambda: solve("3x3-position-hard", journal=Journal()),
    )
    for call in refused:
        with pytest.raises(InputError, match="in hard mode, or with weights, the search does not take"):
            call()


@pytest.mark.parametrize("objective", ["total", "worst", "worst-total"])
@pytest.mark.parametrize("hard", HardMode)
def test_a_narrow_search_proves_no_depth(hard: HardMode, objective: str) -> None:
    """A search of one guess at each position misses trees; it must not say that there are none."""
    chance = random.Random(3)
    missed = 0
    for _ in range(150):
        words = WordList.of({"".join(chance.choices("ABCDEF", k=3)) for _ in range(30)})
        rules = Rules.of_words(words, FeedbackKind.POSITION, hard=hard)
        worst = solve(Problem(rules, "worst")).upper
        narrow = solve(Problem(rules, objective, depth=worst[0], width=1))
        assert narrow.lower is not None
        assert narrow.tree is not None or not narrow.proven
        missed += narrow.tree is None
        if objective == "worst-total":
            free, wanted = solve(Problem(rules, objective, width=1)), solve(Problem(rules, objective)).upper
            assert free.lower <= wanted
    assert missed
