"""The native look-ahead from Python: what it refuses, and how it is stopped."""

import pytest

from sito import _native
from sito.native.run import NativeWatch
from tests.conftest import signal_after

SMALL = _native.Rules(4, 6, "any", "black-white")
# A whole tree of this game takes minutes, so whatever stops one has stopped it in the middle.
LARGE = _native.Rules(7, 8, "any", "black-white")


def test_an_unknown_metric_or_history_is_refused() -> None:
    knowledge = _native.Knowledge(SMALL)
    for kind, history, metric, message in (
        ("Metric", [], "cheapest", 'no metric "cheapest"'),
        ("Code", [(b"\0\1", 0)], "entropy", "no code of 4 pegs and 6 colors"),
        ("Feedback", [(b"\0\0\1\1", 99)], "entropy", "99 is no answer of 0 to 14"),
    ):
        for work in (_native.choose, _native.build_tree):
            with pytest.raises(_native.NativeError, match=message) as raised:
                work(knowledge, history, metric)
            assert raised.value.kind == kind


def test_no_code_left_is_refused() -> None:
    guess = b"\0\0\1\1"
    nothing = _native.Knowledge(SMALL).after(guess, 0).after(guess, 14)
    assert len(nothing) == 0
    for work in (_native.choose, _native.build_tree):
        with pytest.raises(_native.NativeError) as raised:
            work(nothing, [(guess, 0), (guess, 14)], "entropy")
        assert raised.value.kind == "Inconsistent"


def test_a_metric_is_called_once_for_each_list_of_sizes() -> None:
    seen = []

    def metric(sizes: list[int]) -> float:
        seen.append(tuple(sizes))
        return max(sizes)

    tree, compared, stopped = _native.build_tree(_native.Knowledge(SMALL), [], metric, threads=1, work=1 << 40)
    assert stopped is None
    _, histogram = tree
    assert histogram == [1, 6, 62, 533, 694]
    assert compared > 5 * 1296, "the first guess is of one of five kinds"
    assert len(seen) == len(set(seen))
    assert all(list(sizes) == sorted(sizes, reverse=True) for sizes in seen)


@pytest.mark.parametrize("threads", [1, 2])
def test_what_a_metric_raises_comes_out(threads: int) -> None:
    def metric(sizes: list[int]) -> float:
        raise ZeroDivisionError(f"{sum(sizes)} codes")

    with pytest.raises(ZeroDivisionError, match="2097152 codes"):
        _native.build_tree(_native.Knowledge(LARGE), [], metric, threads=threads)


def test_what_the_observer_raises_stops_the_building() -> None:
    def on_progress(placed: int) -> None:
        raise RuntimeError(f"enough after {placed}")

    with pytest.raises(RuntimeError, match="enough after"):
        _native.build_tree(_native.Knowledge(LARGE), [], "entropy", watch=NativeWatch(callback=on_progress))


def test_control_c_stops_the_building() -> None:
    with signal_after(0.3):
        tree, _, stopped = _native.build_tree(_native.Knowledge(LARGE), [], "entropy")
    assert (tree, stopped) == (None, "interrupt")


def test_a_tree_that_takes_more_work_than_allowed_says_so() -> None:
    tree, _, stopped = _native.build_tree(_native.Knowledge(SMALL), [], "entropy", work=1)
    assert (tree, stopped) == (None, "work")
