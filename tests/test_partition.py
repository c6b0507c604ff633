"""Looking one answer ahead: the known totals, the plain chooser, and metrics of plug-ins."""

import json
import os
import pickle
import random
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sito.codes.code import Code
from sito.codes.feedback import Feedback, score
from sito.errors import InconsistentError, LimitError, StrategyError
from sito.rules.rules import Rules
from sito.sieve.knowledge import Knowledge
from sito.sieve.metrics import METRICS
from sito.strategies.partition import Partition, choose_plainly
from sito.strategies.strategy import parse_strategy
from sito.tournament import compare
from sito.tournament.games import Games
from tests.conftest import environment, run_sito

from .exact_claims import KNOWN
from .noted import noted_turns
from .plug_ins import install

ONE_PLY = [
    (game, metric.replace("_", "-"), known)
    for game, metrics in KNOWN["one_ply"].items()
    if isinstance(metrics, dict)
    for metric, known in metrics.items()
]
VARIANTS = [(), ("consistent",), ("apart",), ("consistent", "apart")]
SMALL = """
    3x4 2x6 4x3 1x5 3x4-black 3x4-total 3x3-position 3x3-naive 4x3-naive 3x5-distinct 3x5-distinct-black
    3x5-distinct-total 3x5-distinct-position 5x2
"""


def test_there_are_sixteen_known_totals() -> None:
    assert len(ONE_PLY) == 16


@pytest.mark.parametrize(("game", "metric", "known"), ONE_PLY)
def test_known_totals_and_histograms(game, metric, known) -> None:
    (standing,) = compare(game, metric).standings
    assert (standing.total, list(standing.histogram)) == (known["total"], known["histogram"])


@st.composite
def moments(draw):
    """A moment of a game: rules, and a history that leaves codes possible."""
    rules = Rules.parse(draw(st.sampled_from(SMALL.split())))
    known = Knowledge(rules)
    secret = known.secrets[draw(st.integers(0, known.secrets.size - 1))]
    for _ in range(draw(st.integers(0, 2))):
        guess = known.guesses[draw(st.integers(0, known.guesses.size - 1))]
        known = known.after(guess, score(rules, guess, secret))
    if draw(st.booleans()):
        known = known.after_turn(draw(noted_turns(rules, secret)))
    return known


def uneven(sizes) -> float:
    """A metric that no name has, with ties that need care."""
    return round(sum(size**1.5 for size in sizes)) + sizes[:1].count(3) if sizes else 0


FUNCTIONS = {**METRICS, "uneven": uneven}


def partition(metric, *options):
    if metric in METRICS:
        return Partition(metric, *options)
    return Partition(FUNCTIONS[metric], *options)


@given(moments(), st.sampled_from(list(FUNCTIONS)), st.sampled_from(VARIANTS))
def test_the_native_choice_is_the_plain_one(known, metric, options) -> None:
    chosen = partition(metric, *options).choose(known, random.Random(0))
    plainly = choose_plainly(known, FUNCTIONS[metric], consistent="consistent" in options, apart="apart" in options)
    assert chosen == plainly


@given(st.sampled_from(SMALL.split()), st.sampled_from(list(FUNCTIONS)), st.sampled_from(VARIANTS))
def test_the_tree_is_the_choices_one_by_one(game, metric, options) -> None:
    rules, strategy = Rules.parse(game), partition(metric, *options)
    whole = Games(rules, strategy, range(Knowledge(rules).secrets.size))
    by_tree = whole.of_tree(strategy.build_tree(Knowledge(rules)))
    one_by_one = Games(rules, strategy, whole.numbers)
    assert by_tree == one_by_one.together()
    assert whole.examined == one_by_one.examined


def test_a_sample_of_secrets_takes_as_many_guesses_as_in_the_tree() -> None:
    rules, strategy = Rules.parse("4x6"), parse_strategy("entropy")
    whole = Games(rules, strategy, range(1296)).of_tree(strategy.build_tree(Knowledge(rules)))
    some = (3, 700, 1295)
    assert Games(rules, strategy, some).together() == tuple(whole[number] for number in some)


def test_consistent_guesses_only() -> None:
    rules, strategy = Rules.parse("4x6"), parse_strategy("most-parts:consistent")
    tree = strategy.build_tree(Knowledge(rules))
    assert strategy.consistent
    assert all(node.wins for _depth, _answer, node in tree.walk())
    assert tree.total >= KNOWN["exact_consistent_only"]["4x6"]["total"]


def test_examined_counts_what_each_game_compared() -> None:
    """On 1x4: the first two choices compare all four guesses, then two codes are left and the lowest is taken."""
    games = Games(Rules.parse("1x4"), parse_strategy("minimax"), range(4))
    assert games.together() == (1, 2, 3, 4)
    assert games.together() == (1, 2, 3, 4)  # a second time counts these games alone
    assert games.examined == 4 + (4 + 4) + (4 + 4 + 1) + (4 + 4 + 1 + 1)


def test_texts_and_pickles() -> None:
    for text in ("entropy", "minimax:consistent", "most-parts:apart", "expected-size:consistent,apart"):
        strategy = parse_strategy(text)
        assert str(strategy) == text
        assert str(pickle.loads(pickle.dumps(strategy))) == text
    assert str(parse_strategy("entropy:apart,consistent,apart")) == "entropy:consistent,apart"
    with pytest.raises(StrategyError, match=r"(?s)has no option 'fast'; there are consistent, apart.*'loose'"):
        parse_strategy("entropy:fast,loose")


def test_a_strategy_of_a_function_is_told_by_its_function() -> None:
    strategy = Partition(uneven, "consistent")
    assert (str(strategy), repr(strategy)) == ("uneven:consistent", "Partition(uneven, 'consistent')")
    assert strategy == Partition(uneven, "consistent") == pickle.loads(pickle.dumps(strategy))
    assert hash(strategy) == hash(Partition(uneven, "consistent"))
    others = [Partition(uneven), Partition(lambda sizes: 0, "consistent"), parse_strategy("entropy:consistent")]
    assert all(strategy != other for other in others)
    assert Partition(METRICS["minimax"]) != Partition("minimax")
    assert Partition(partial(uneven)).name == "uneven"
    for nothing in (5, None, int):
        with pytest.raises(StrategyError, match="is no metric; give the name of one, as in 'entropy', or a function"):
            Partition(nothing)


def test_nothing_left() -> None:
    rules = Rules.parse("2x3")
    known = Knowledge(rules).after(Code([0, 0]), Feedback.of(rules, 0)).after(Code([0, 0]), Feedback.win(rules))
    for ask in (
        lambda: parse_strategy("entropy").choose(known, random.Random(0)),
        lambda: parse_strategy("entropy").build_tree(known),
    ):
        with pytest.raises(InconsistentError):
            ask()


PLUG_IN = "def roots(sizes):\n    return -sum(size ** 0.5 for size in sizes)\n\ndef broken(sizes):\n    return 1 // 0\n"
PLUG_IN += "\ndef blind(sizes):\n    return float('nan') if len(sizes) == 3 else max(sizes)\n"


@pytest.fixture
def with_plug_in(tmp_path):
    """Runs `sito` where a plug-in with metrics is installed."""
    install(
        tmp_path,
        {"my_metrics": PLUG_IN},
        {"sito.metrics": {name: f"my_metrics:{name}" for name in ("roots", "broken", "blind")}},
    )
    path = os.pathsep.join([str(tmp_path), *filter(None, [os.environ.get("PYTHONPATH")])])
    return partial(run_sito, tmp_path, env=environment(tmp_path, PYTHONPATH=path))


def test_a_metric_of_a_plug_in(with_plug_in, tmp_path) -> None:
    command = ("compare", "-r", "4x5", "-s", "roots", "roots:consistent", "--json")
    first = with_plug_in(*command)
    assert (first.returncode, first.stderr) == (0, "")
    spread_out, careful = json.loads(first.stdout)["contests"]
    assert (spread_out["strategy"], careful["strategy"]) == ("roots", "roots:consistent")
    assert 2463 <= spread_out["total"] < careful["total"] < 2800  # 2463 is the optimum
    assert with_plug_in(*command, "--executor", "processes:2", "--fresh").stdout == first.stdout
    # A plug-in that was edited is played again, though its name is the same.
    (tmp_path / "my_metrics.py").write_text("roots = max\nbroken = max\n")
    edited = json.loads(with_plug_in(*command).stdout)["contests"][0]
    plain = json.loads(with_plug_in("compare", "-r", "4x5", "-s", "minimax", "--json").stdout)["contests"][0]
    assert edited == plain | {"strategy": "roots"}
    assert edited["total"] != spread_out["total"]


def test_a_metric_that_fails_is_named(with_plug_in) -> None:
    done = with_plug_in("compare", "-r", "3x4", "-s", "broken")
    assert done.returncode == 1
    assert "the strategy broken failed on 3x4: ZeroDivisionError: integer division or modulo by zero" in done.stderr


@pytest.mark.parametrize("command", [("compare",), ("break", "ABC"), ("tree", "build")])
def test_a_metric_that_gives_no_number_is_named(with_plug_in, command) -> None:
    done = with_plug_in(*command, "-r", "3x4", "-s", "blind:apart")
    assert done.returncode == 1
    assert "the metric blind gives nan for the cell sizes [" in done.stderr


def test_too_many_codes_to_look_ahead_are_refused() -> None:
    with pytest.raises(LimitError, match=r"up to 16777216 possible codes and there are 43046721; guess with first-"):
        Partition("entropy").choose(Knowledge(Rules.parse("8x9-lies1")), random.Random(1))


def test_with_more_codes_guesses_are_searched_for() -> None:
    known, rng = Knowledge("8x9"), random.Random(1)
    for strategy in ("entropy", "minimax", "best", "level:hard", "entropy:consistent"):
        guess = parse_strategy(strategy).choose(known, rng)
        assert known.assess(guess).bits > 3.3, strategy


@pytest.mark.parametrize("text", ["4x6", "5x6-black", "4x8-distinct", "4x5-position", "4x6-position-hard"])
def test_a_search_is_nearly_as_good_as_comparing_all_guesses(text: str) -> None:
    known = Knowledge(text)
    for _ in range(3):
        best = known.rank(top=1)[0]
        bits = known.assess(known.search(top=1)[0].code).bits
        assert 0.93 * best.bits < bits <= best.bits + 1e-9
        known = known.after(best.code, score(known.rules, best.code, known.secrets[known.secrets.size // 3]))
        if len(known) <= 2:
            break
