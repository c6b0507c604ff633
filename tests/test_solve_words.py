"""Word games in the exact search: the narrow search, limits at real size, and games with more than 255 answers."""

import random
from pathlib import Path

import pytest

from sito.base.limits import Limits, Stopped
from sito.exact import Problem, solve
from sito.exact.problem import Progress
from sito.rules.rules import FeedbackKind, Rules
from sito.strategies.tree.verify import verify
from sito.words.words import WordList
from tests.needs import path_of

real_size = pytest.mark.needs("Wordle's lists")


def listed(*names: str) -> list[str]:
    files = [Path(path_of("Wordle's lists"), f"{name}.txt") for name in names]
    return sorted({word for file in files for word in file.read_text(encoding="ascii").split()})


def wordle(secrets: list[str], guesses: list[str]) -> Rules:
    return Rules.of_words(WordList.of(secrets, guesses), FeedbackKind.POSITION)


def at_random(count: int, letters: int, alphabet: str = "abcdefgh", seed: int = 1) -> list[str]:
    generator = random.Random(seed)
    return sorted({"".join(generator.choices(alphabet, k=letters)) for _ in range(count)})


@real_size
def test_a_narrow_search_finds_the_best_tree_of_the_original_lists() -> None:
    secrets = listed("original_secrets")
    rules = wordle(secrets, secrets + listed("original_guesses"))
    solution = solve(Problem(rules, width=10), threads=2)
    assert solution.upper == (7920,)
    assert 6794 <= solution.lower[0] <= 7920
    assert str(solution.tree).count("SALET") >= 1


@real_size
@pytest.mark.parametrize("width", [None, 3])
def test_a_limit_of_time_holds_while_the_answers_of_all_words_are_tabulated(width: int | None) -> None:
    words = listed("original_secrets", "original_guesses", "2022-08_guesses", "2023-07_secrets")
    solution = solve(Problem(wordle(words, words), width=width), limits=Limits(seconds=0.05))
    assert solution.stopped is Stopped.TIME
    assert solution.upper == (solution.tree.total,)
    assert solution.tree.size == len(words)
    assert 2 * len(words) <= solution.lower[0] < solution.upper[0]


def test_a_narrow_search_of_words_keeps_to_a_limit_of_work() -> None:
    words = at_random(3000, 5, "abcdef")
    solution = solve(Problem(wordle(words[::2], words), width=5), limits=Limits(work=10))
    assert solution.stopped is Stopped.WORK
    assert solution.spent.positions <= 10 + 8
    assert solution.tree.size == len(words[::2])


def test_progress_tells_how_many_first_guesses_are_settled() -> None:
    words = at_random(5000, 5, "abcdefghij")
    seen: list[Progress] = []

    def note(progress: Progress) -> bool:
        seen.append(progress)
        return progress.first_guesses > 0

    solve(wordle(words[::2], words), on_progress=note)
    assert all(0 <= progress.settled <= progress.first_guesses for progress in seen if progress.first_guesses)
    assert any(progress.first_guesses for progress in seen)


@pytest.mark.parametrize("letters", [6, 7, 8])
def test_a_game_with_more_than_255_answers_is_proven(letters: int) -> None:
    words = at_random(420, letters, "abcdefghijkl")
    solution = solve(wordle(words, words), threads=2)
    assert solution.proven
    assert verify(solution.tree) == solution.tree.histogram
    assert solution.upper == (solution.tree.total,)


def test_a_limit_of_memory_below_the_table_changes_no_value() -> None:
    words = at_random(300, 5)
    rules = wordle(words[::3], words)
    expected = solve(rules)
    little = solve(rules, limits=Limits(memory=60_000))
    assert little.proven
    assert little.upper == expected.upper
    assert verify(little.tree) == little.tree.histogram


def test_a_limit_of_positions_ends_a_wide_game_soon() -> None:
    """Parts that are settled by a look are counted too; before, ten positions were enough to find the best tree."""
    stopped = solve("4x6-position", limits=Limits(memory=500_000, work=10))
    assert (stopped.stopped, stopped.spent.positions) == (Stopped.WORK, 10)
    assert stopped.upper == (stopped.tree.total,)
    assert stopped.lower < (4211,) < stopped.upper


def test_a_wide_game_that_is_cut_short_has_honest_bounds_and_a_tree() -> None:
    words = at_random(700, 8, "abcdefghijklmnop")
    rules = wordle(words, words)
    proven = solve(rules)
    stopped = solve(rules, on_progress=lambda _progress: True)
    assert proven.proven
    assert stopped.tree.size == len(words)
    for solution in (stopped, solve(Problem(rules, width=1))):
        assert solution.lower <= (proven.upper or ()) <= solution.upper
