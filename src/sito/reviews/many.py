"""`review_many`: the reviews of many games, on any executor."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from concurrent.futures import Executor, Future
from dataclasses import replace
from functools import partial

from sito.base.limits import Limits, check_run, limits_of
from sito.base.workers import ATTEMPTS, Halted, Workers, run_all, workers_died, workers_on
from sito.errors import N_, Fault, InputError, SitoError
from sito.playing.game import Transcript
from sito.reviews.reviewer import review
from sito.reviews.values import Review


def review_many(
    games: Iterable[Transcript | str],
    *,
    executor: Executor | Workers | None = None,
    limits: Limits = Limits(),
    seconds: float | None = None,
    on_progress: Callable[[int], object] | None = None,
) -> list[Review]:
    """Reviews many `games` as `review` does, each once however often it is given; gives the reviews in their order.

    The `executor` is any of `concurrent.futures`, such as a pool of threads or processes or `client.get_executor()` of
    a Dask client; it is not shut down. None works in this process. The `limits`, and `seconds` as one more of them,
    end the work early: each is for one game, but for their `stop`. `on_progress` is told how far the work is, and ends
    it by a true answer: the number of games that are done. When all work is ended, only the games that were done have
    a review.

    Raises `InputError` for what is no game and `InconsistentError` where no code agrees with all the answers, with
    the number of the game, counted from 1, and what `review` and the executor raise.

    >>> game = "4x6 CBFF:o EAAB:xxo EABE:xx EACA:xo AABB:xxxx"
    >>> [str(seen.loss) for seen in review_many([game, "3x4 AAB:x CAC:xxx"])]
    ['2/15', '2/17']
    """
    limits = limits_of(limits, seconds)
    check_run(limits, on_progress=on_progress)
    if isinstance(games, str | Transcript) or not isinstance(games, Iterable):
        one = N_("{value!r}, of type {type}, is no list of games; write one as in {example}")
        raise InputError.said(one, value=games, type=type(games).__name__, example="['4x6 CBFF:o EAAB:xxo']")
    read = InputError.gather(_read, enumerate(games, 1))
    places: dict[Transcript, int] = {}
    for number, game in enumerate(read, 1):
        places.setdefault(game, number)
    found: dict[Transcript, Review] = {}

    def submit(on: Executor, task: tuple[Transcript, int]) -> Future[Review]:
        # A process cannot be sent the function that asks whether to stop; it is asked here.
        return on.submit(partial(review, limits=limits if executor is None else replace(limits, stop=None)), task[0])

    def take(task: tuple[Transcript, int], seen: Review) -> None:
        found[task[0]] = seen
        if on_progress is not None and on_progress(len(found)):
            raise Halted

    def ask() -> None:
        if limits.stop is not None and limits.stop():
            raise Halted

    def lost(left: Iterable[tuple[Transcript, int]]) -> Fault:
        return workers_died(ATTEMPTS, str(next(iter(left))[0].rules))

    def failed(task: tuple[Transcript, int], error: Exception) -> Exception:
        return _in_game(task[1], error) if isinstance(error, SitoError) else error

    run_all(places.items(), submit, workers_on(executor), take, lost, failed=failed, ask=ask)
    return [found[game] for game in read if game in found]


def _read(numbered: tuple[int, Transcript | str]) -> Transcript:
    number, game = numbered
    try:
        return Transcript.of(game)
    except InputError as error:
        raise _in_game(number, error) from None


def _in_game(number: int, error: SitoError) -> SitoError:
    """Says of an error which game it is about."""
    return type(error)(*(Fault(N_("game {number}: {fault}"), number=number, fault=fault) for fault in error.faults))
