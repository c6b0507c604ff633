"""The same call gives the same answer: work is counted, and a clock that runs wild changes nothing."""

import inspect
import itertools
import re
from collections.abc import Callable

import pytest

import sito
from sito.base.limits import Limits, OnInterrupt
from sito.errors import InconsistentError
from sito.native.run import NativeRun

GAME = "4x10-distinct 0123:oo"
REVIEWED = "4x7 ABCD:oo EFAB:x"
LONG = {
    "Knowledge.rank": sito.Knowledge.rank,
    **{
        name: getattr(sito, name)
        for name in sito.__all__
        if inspect.isfunction(getattr(sito, name))
        and not inspect.iscoroutinefunction(getattr(sito, name))
        and "limits" in inspect.signature(getattr(sito, name)).parameters
    },
}
SENTENCES = {
    "limits": "`limits`, and `seconds` as one more of them, end the work early",
    "on_progress": "`on_progress` is told how far the work is, and ends it by a true answer",
    "on_interrupt": 'Ctrl-C raises `KeyboardInterrupt`, or with `on_interrupt="return"` ends the work, too.',
    "executor": "The `executor` is any of `concurrent.futures`, such as a pool of threads or processes or "
    "`client.get_executor()` of a Dask client; it is not shut down. None works in this process.",
}


@pytest.fixture
def wild_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """A clock that is an hour on whenever it is read: to whoever reads it, any time is over."""
    hours = itertools.count(0.0, 3600.0)
    for module in ("base.deadline", "tournament.run"):
        monkeypatch.setattr(f"sito.{module}.monotonic", lambda: next(hours))


@pytest.mark.parametrize(
    "answer",
    [
        lambda: sito.advise(GAME, top=3),
        lambda: sito.advise(GAME, top=3, within=2),
        lambda: sito.advise_boards(sito.Boards("4x6", 2).after("AABB", ["xx", "o"]), top=3),
        lambda: sito.review(REVIEWED),
    ],
    ids=["advise", "within", "advise_boards", "review"],
)
def test_a_clock_changes_nothing(answer: Callable[[], object], request: pytest.FixtureRequest) -> None:
    usual = answer()
    request.getfixturevalue("wild_clock")
    assert answer() == usual


def test_the_native_work_is_given_no_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """What Python counts is in vain if a native search under it is ended by a clock."""
    given: list[Limits] = []
    usual = NativeRun.__init__

    def noted(self: NativeRun[object], limits: Limits, *more: object, **named: object) -> None:
        given.append(limits)
        usual(self, limits, *more, **named)

    monkeypatch.setattr(NativeRun, "__init__", noted)
    sito.advise(GAME, top=1)
    sito.review(REVIEWED)
    with pytest.raises(InconsistentError):
        sito.review(f"{GAME} 0123:x")
    assert given
    assert {limits.seconds for limits in given} == {None}


def test_less_work_is_told() -> None:
    short = sito.advise(GAME, top=1, limits=Limits(work=1))
    assert short[0].expected is None
    assert not short.exact
    assert sito.review(REVIEWED, limits=Limits(work=0)).accuracy is None
    whole = sito.advise(GAME, top=1)
    assert whole == sito.advise(GAME, top=1, limits=Limits(work=10_000))
    assert whole[0].expected is not None


def test_a_true_answer_ends_a_review() -> None:
    seen = sito.review("4x6 CBFF:o EAAB:xxo EABE:xx", on_progress=lambda done: done == 1)
    assert [guess.before is None for guess in seen] == [True, True, False]


@pytest.mark.parametrize("command", ["advise", "review"])
def test_a_command_reads_no_clock_unless_it_is_told(command: str, request: pytest.FixtureRequest) -> None:
    run = request.getfixturevalue("sito")
    usual = run(command, GAME, code=0)
    request.getfixturevalue("wild_clock")
    assert run(command, GAME, code=0) == usual


@pytest.mark.parametrize("name", LONG)
def test_what_limits_long_work_means_the_same_everywhere(name: str) -> None:
    function = LONG[name]
    signature = inspect.signature(function, eval_str=True)
    text = re.sub(r"\s+", " ", inspect.getdoc(function) or "")
    for parameter in signature.parameters.values():
        if parameter.name in SENTENCES:
            assert SENTENCES[parameter.name] in text
            assert parameter.kind is parameter.KEYWORD_ONLY
    assert (signature.parameters["limits"].annotation, signature.parameters["limits"].default) == (Limits, Limits())
    assert (signature.parameters["seconds"].annotation, signature.parameters["seconds"].default) == (float | None, None)
    if "on_interrupt" in signature.parameters:
        interrupt = signature.parameters["on_interrupt"]
        assert (interrupt.annotation, interrupt.default) == (OnInterrupt, "raise")
    if "on_progress" in signature.parameters:
        assert signature.parameters["on_progress"].default is None


@pytest.mark.parametrize("name", LONG)
def test_seconds_that_are_none_are_refused_everywhere(name: str) -> None:
    given: dict[str, tuple[object, ...]] = {
        "Knowledge.rank": (sito.Knowledge("2x3"),),
        "advise_boards": (sito.Boards("2x3", 2),),
        "compare": ("2x3", "minimax"),
        "duel_odds": ("2x3", "minimax", "minimax"),
        "best_response": ("2x3", "minimax"),
        "explain_guess": (sito.Knowledge("2x3"), "AB"),
        "check_certificate": (b"",),
        "solve_jugs": ("5 3", 4),
        "solve_pegs": ("hoppers",),
    }
    with pytest.raises(sito.SitoError, match="seconds is -1; it must be a number from 0 on"):
        LONG[name](*given.get(name, ("2x3",)), seconds=-1)
