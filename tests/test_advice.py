"""Advice: its order against the exact search, what it falls back on, and that it is the same every time."""

import random

import pytest

from sito.advice.advice import RANKED_BY, advise
from sito.advice.candidates import Candidates, find_candidates
from sito.advice.levels import LEVELS, parse_level
from sito.base.deadline import Deadline
from sito.base.limits import Limits
from sito.codes.code import Code
from sito.codes.feedback import score
from sito.errors import InconsistentError, InputError, StrategyError
from sito.exact.problem import Problem
from sito.exact.solver import solve
from sito.playing.game import Transcript
from sito.rules.rules import Allowed, Rules
from sito.sieve.knowledge import Knowledge
from sito.strategies.strategy import parse_strategy

MOMENTS = [
    Knowledge("4x6").after("CBFF", "o"),
    Knowledge("4x6").after("CBFF", "o").after("EAAB", "xxo"),
    Knowledge("4x6-black").after("AABB", "1").after("ACDE", "0"),
    Knowledge("4x8-distinct").after("ABCD", "xo"),
    Knowledge("4x6").after("CBFF", "?").after("EAAB", "xxo"),
    Knowledge("4x6").after("CBFF", "2?").after("EACB", "xo"),
    Knowledge("4x6").after("C?FF", "o").after("EAAB", "xxo"),
]


@pytest.mark.parametrize("known", MOMENTS, ids=repr)
def test_the_first_guess_is_the_best_there_is(known: Knowledge) -> None:
    advice = advise(known, limits=Limits())
    solution = solve(Problem(known.rules, history=known.history))
    assert advice.exact
    assert [guess.expected for guess in advice] == sorted(guess.expected for guess in advice if guess.expected)
    assert (advice[0].prospect.total,) == solution.upper
    for guess in advice:
        # no value is below the true one of its guess, and those that are called exact are it
        forced = solve(Problem(known.rules, history=known.history, first_guess=guess.figures.code))
        assert guess.prospect.total >= forced.upper[0]
        if guess.prospect.exact:
            assert guess.prospect.total == forced.upper[0]


@pytest.mark.parametrize("known", MOMENTS, ids=repr)
def test_figures_are_those_of_the_partition(known: Knowledge) -> None:
    for guess in advise(known, limits=Limits()):
        cells = known.cells(guess.figures.code)
        assert guess.figures == known.assess(guess.figures.text)
        assert (guess.figures.cells, guess.figures.worst) == (len(cells), max(cells.values()))
        assert guess.figures.possible == (guess.figures.code in known)


def test_assessing_is_ranking_one_guess() -> None:
    for text in ("4x6", "3x4-position", "4x6-distinct", "3x4-lies1"):
        known = Knowledge(text)
        for metric in ("entropy", "minimax", "most-parts"):
            for ranked in known.rank(metric, 8):
                figures = known.assess(ranked.code, metric)
                assert (figures.worst, figures.cells, figures.possible) == (ranked.worst, ranked.cells, ranked.possible)
                assert figures.score == pytest.approx(ranked.score)
                assert figures.bits == pytest.approx(ranked.bits)


@pytest.mark.parametrize("text", ["6x10", "7x10-distinct", "9x3"])
def test_large_games_get_a_sample_and_say_so(text: str) -> None:
    known = Knowledge(text)
    rng = random.Random(4)
    secret = known.draw(rng)
    guess = known.draw(rng)
    known = known.after(guess, score(known.rules, guess, secret))
    found = find_candidates(known, 8, Deadline(Limits()))
    assert found.codes == find_candidates(known, 8, Deadline(Limits())).codes
    assert all(code in known.guesses for code in found.codes)
    advice = advise(known, 3, limits=Limits(work=10))
    assert advice.source == RANKED_BY
    assert [guess.expected for guess in advice] == [None] * 3
    assert (advice.fallback is None) == (found.fallback is None)


def test_an_advice_says_in_sentences_how_it_was_found() -> None:
    words = Rules.of_words(["tale", "late", "teal", "tile", "like"])
    assert str(advise(Knowledge(words))).endswith(
        "\n5 words are possible. By exact search: no guess is better than the first."
    )
    assert str(advise("4x6-lies1", top=1)).endswith(
        "\n1296 codes are possible. Where the codemaker may lie, only the answers to the next guess are compared, "
        "as entropy does."
    )
    assert "5 words are possible" in Knowledge(words)._repr_html_()


def test_one_code_left_is_the_only_advice() -> None:
    known = Knowledge("4x6").after("AABB", "xxxx")
    advice = advise(known)
    assert [guess.figures.text for guess in advice] == ["AABB"]
    assert (advice.exact, advice[0].expected) == (True, 1)


def test_a_time_of_nothing_still_advises() -> None:
    for text in ("4x6", "5x8", "6x10", "4x6-lies1"):
        advice = advise(Knowledge(text), limits=Limits(seconds=0))
        assert len(advice) >= 1
        assert advice[0].figures.code in Knowledge(text).guesses


def test_what_cannot_be_advised_on_is_refused() -> None:
    with pytest.raises(InputError, match="top is 0"):
        advise(Knowledge("4x6"), 0)
    with pytest.raises(InconsistentError):
        advise(Knowledge("4x6").after("AABB", "xxxx").after("AABB", "-"))


def test_the_strategy_best_is_the_first_advice() -> None:
    for known in MOMENTS[:3]:
        first = advise(known, 1)[0].figures.code
        assert parse_strategy("best").choose(known, random.Random(1)) == first


def test_levels_are_strategies_for_all_rules() -> None:
    for level in LEVELS:
        player = level.player()
        assert str(player) == f"level:{level.name}"
        assert parse_level(level.name) is level
        for text in ("4x6", "4x6-distinct"):
            rules = Rules.parse(text)
            guess = player.choose(Knowledge(rules), random.Random(1))
            assert isinstance(guess, Code)
            assert rules.allowed is Allowed.ANY or len(set(guess)) == 4
    with pytest.raises(StrategyError, match="there is no level 'guru'"):
        parse_level("guru")


@pytest.mark.parametrize("text", ["6x8-lies1", "8x8-lies1", "14x4-lies2"])
def test_large_games_with_lies_are_played_by_a_sample(text: str) -> None:
    """The work is counted, not timed: comparing all guesses would take hours."""
    known = Knowledge(text)
    guess = parse_strategy("best").choose(known, random.Random(1))
    assert len(known.guesses.text(guess)) == known.rules.pegs
    assert len(set(guess)) > 1


def test_an_advice_with_lies_says_that_it_took_a_sample() -> None:
    advice = advise(Knowledge("6x8-lies1"), top=2, limits=Limits())
    assert (len(advice), advice.source) == (2, "entropy")
    assert "drawn at random" in str(advice.fallback)


@pytest.mark.parametrize("rules", ["4x6", "4x6-black", "4x8-distinct", "3x4-position", "3x4-naive", "3x4-lies1"])
def test_levels_guess_as_their_strategies_do(rules: str) -> None:
    game = Rules.parse(rules)
    known = Knowledge(game)
    for _ in range(2):
        for level in LEVELS:
            is_easy_to_probe = game.allowed is Allowed.ANY and not game.lies
            text = level.strategy if is_easy_to_probe or level.otherwise is None else level.otherwise
            strategy = parse_strategy(text)
            assert level.player().choose(known, random.Random(7)) == strategy.choose(known, random.Random(7))
        guess = known.first()
        known = known.after(guess, max(known.cells(guess).items(), key=lambda cell: cell[1])[0])


def test_an_advice_whose_time_was_over_at_once_names_a_possible_code(monkeypatch: pytest.MonkeyPatch) -> None:
    """A busy machine may not have compared one guess by then."""
    monkeypatch.setattr("sito.advice.advice.find_candidates", lambda *_, **__: Candidates(()))
    known = Knowledge("4x6").after("CBFF", "o")
    (guess,) = advise(known, limits=Limits(seconds=0))
    assert guess.code in known
    assert guess.prospect is None


@pytest.mark.parametrize(
    "text",
    [
        "7x6-total AABBCDE:7",  # whose trees would be a thousand guesses deep
        "4x3 ABC?:xo",  # an unknown peg is no color
        "14x3-position AAAAABBBBBCCCC:gggyygggyyggyy",  # of millions of answers most are never given
    ],
)
def test_games_that_were_too_much_are_advised_on(text: str) -> None:
    known = Transcript.parse(text).knowledge
    first = advise(known)[0]
    assert first.figures.cells > 1
    assert first.figures.worst < len(known)
