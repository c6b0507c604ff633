"""What is estimated of a search that is not done: its settled share, and the time that is likely left."""

from __future__ import annotations

from itertools import pairwise

import pytest

from sito.codes.code import Code
from sito.codes.feedback import Feedback
from sito.exact import Progress, SearchStep, StepCell, solve
from sito.exact.estimate import FAST, SLOW, Estimate, Estimator, settled_share
from sito.rules.rules import Rules

GUESS = Code((0, 0, 1, 2))


def at(settled: int, guesses: int, squares: int | None = None) -> SearchStep:
    """A guess after so many others; a quarter of its cells, counted by squares, is left, in one of 10 codes."""
    answer = Feedback.parse("xx", Rules.parse("4x6"))
    cell = None if squares is None else StepCell(answer, 10, 8, 9, squares, 400)
    return SearchStep(GUESS, settled, guesses, 0, cell)


def progress(*steps: SearchStep, positions: int = 0, stage: str = "total") -> Progress:
    return Progress(stage, 0, None, None, positions, 0, steps=steps)


@pytest.mark.parametrize(
    ("steps", "share"),
    [
        ((), 0),
        ((at(0, 2),), 0),
        ((at(1, 2),), 0.75),
        ((at(0, 1, 300),), 0.75),
        ((at(0, 2, 300),), 0.75 * 0.75),
        ((at(0, 1, 300), at(1, 2)), 0.75 + 0.25 * 0.75),
        ((at(3, 2),), 1 - 1 / 16),  # one that no longer counts among those to settle
    ],
)
def test_shares_of_guesses_and_cells_are_nested(steps: tuple[SearchStep, ...], share: float) -> None:
    assert settled_share(steps, 2) == pytest.approx(share)


def test_rounding_does_not_settle_more_than_all() -> None:
    answer = Feedback.parse("xx", Rules.parse("4x6"))
    cells = StepCell(answer, 2, 0, 3, 36, 40), None, StepCell(answer, 1, 0, 3, 357, 358)
    steps = [SearchStep(GUESS, settled, settled + 1, 0, cell) for settled, cell in zip((6, 6, 2), cells, strict=True)]
    assert 0.999 < settled_share(steps, FAST) <= 1


def test_the_time_left_is_that_of_the_share_left() -> None:
    """A checkpoint passes three quarters in two seconds; then each second settles a hundredth, in 50 positions."""
    estimator = Estimator()
    assert estimator.note(progress(at(0, 1)), 30) is None  # nothing is settled by now
    estimator.note(progress(at(0, 1, 300), positions=3), 32)
    for second in range(1, 21):
        told = estimator.note(progress(at(0, 1, 300 + 4 * second), positions=3 + 50 * second), 32 + second)
    assert told == estimator.latest
    assert told.settled == pytest.approx((0.95, 0.95))
    assert told.seconds == pytest.approx((5, 5))
    assert told.speed == pytest.approx(50)
    assert told.positions == pytest.approx((250, 250))


def test_there_is_no_estimate_where_a_search_does_not_tell_enough() -> None:
    estimator = Estimator()
    estimator.note(progress(at(0, 4)), 1)
    assert estimator.note(progress(at(1, 4), positions=9), 2) is not None
    assert estimator.note(progress(at(2, 4), positions=9, stage="worst"), 3) is None
    assert estimator.latest is None
    assert estimator.note(progress(), 4) is None
    assert estimator.note(progress(at(2, 4), positions=9), 5) is None  # it begins anew


def test_the_settled_share_of_a_search_grows_to_the_whole() -> None:
    estimator = Estimator()
    told: list[Progress] = []
    estimates: list[Estimate] = []

    def watch(now: Progress) -> None:
        told.append(now)
        if estimate := estimator.note(now, now.positions / 1000):
            estimates.append(estimate)

    assert solve("4x8", on_progress=watch).proven
    for exponent in (SLOW, FAST):
        shares = [settled_share(now.steps, exponent) for now in told if now.stage == "total" and now.steps]
        assert all(before <= after + 1e-9 for before, after in pairwise(shares))
        assert shares[-1] > shares[0]
        assert 0 <= shares[0] <= shares[-1] <= 1
    for estimate in estimates:
        assert 0 <= estimate.settled[0] <= estimate.settled[1] <= 1
        assert 0 <= estimate.first[0] <= estimate.first[1] <= 1
        assert 0 <= estimate.seconds[0] <= estimate.seconds[1]
        assert estimate.speed == pytest.approx(1000)
