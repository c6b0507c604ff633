"""Tournaments: known totals, and tables that depend on nothing but what was asked."""

import json
import random
from dataclasses import replace
from fractions import Fraction
from statistics import fmean

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sito import __version__
from sito.base.workers import Processes
from sito.codes.code import Code, CodeSpace
from sito.errors import InputError, LimitError, SitoError
from sito.playing.game import SecretKeeper, StrategyBreaker, Transcript, play
from sito.rules.rules import Rules
from sito.sieve.knowledge import Knowledge
from sito.strategies.strategy import parse_strategy
from sito.strategies.tree import StrategyTree
from sito.tournament import compare
from sito.tournament.comparison import reduce
from sito.tournament.contestants import edition
from sito.tournament.plan import GAMES_PER_JOB, Entry, Job, plan
from sito.tournament.run import run_job
from sito.tournament.table import variance_of_mean
from sito.words.files import read_word_list
from tests.conftest import written

from .exact_claims import KNOWN


def job_of(game, strategy, secrets, seed=None):
    strategy = parse_strategy(strategy) if isinstance(strategy, str) else strategy
    return Job(Entry.of(Rules.parse(game), strategy), secrets, seed)


FIRST_CONSISTENT = {game: value for game, value in KNOWN["first_consistent"].items() if isinstance(value, dict)}


@pytest.mark.parametrize("game", FIRST_CONSISTENT)
def test_known_totals(game) -> None:
    known = FIRST_CONSISTENT[game]
    (standing,) = compare([game], ["first-consistent"]).standings
    assert standing.total == known["total"]
    assert standing.maximum == known.get("max", len(known.get("histogram", standing.histogram)))
    assert list(standing.histogram) == known.get("histogram", list(standing.histogram))
    assert list(standing.hardest) == known.get("worst", list(standing.hardest))
    assert standing.margin == 0


@pytest.mark.parametrize("game", ["3x4", "3x6-black", "3x5-total", "3x5-position", "3x5-naive", "3x6-distinct"])
def test_all_secrets_at_once_equals_game_by_game(game) -> None:
    rules = Rules.parse(game)
    for text in ("first-consistent", "first-consistent:founding"):
        breaker = StrategyBreaker(parse_strategy(text), seed=0)
        alone = [len(play(Transcript(rules), breaker, SecretKeeper(rules, code))) for code in CodeSpace(rules)]
        secrets = range(len(alone))
        assert list(run_job(job_of(game, text, secrets)).lengths) == alone


def test_a_job_of_some_secrets_finds_what_the_whole_finds() -> None:
    whole = run_job(job_of("3x5", "first-consistent", range(125))).lengths
    part = run_job(job_of("3x5", "first-consistent", (3, 77, 124))).lengths
    assert part == (whole[3], whole[77], whole[124])


@pytest.mark.parametrize("strategy", ["random-consistent", "color-by-color", "uniform-probe", "distinct-first"])
def test_games_of_strategies_that_draw_are_the_same_whoever_plays_them(strategy) -> None:
    whole = run_job(job_of("3x4", strategy, range(64), 7)).lengths
    assert run_job(job_of("3x4", strategy, range(10, 20), 7)).lengths == whole[10:20]
    assert run_job(job_of("3x4", strategy, range(64), 8)).lengths != whole


SHUFFLED = plan(
    [Rules.parse("4x5"), Rules.parse("3x4")],
    [parse_strategy("random-consistent"), parse_strategy("first-consistent")],
    seeds=3,
)
RESULTS = [(job, run_job(job)) for job in SHUFFLED.jobs()]
TABLE = reduce(SHUFFLED, RESULTS)


@given(st.permutations(RESULTS))
def test_results_reduce_in_any_order(results) -> None:
    assert reduce(SHUFFLED, results) == TABLE
    assert reduce(SHUFFLED, results).to_json() == TABLE.to_json()


def test_missing_results_are_named() -> None:
    with pytest.raises(SitoError, match="the result of 1 job is missing, first-consistent on 3x4"):
        reduce(SHUFFLED, RESULTS[:-1])


def test_jobs_cover_each_secret_once_for_each_seed() -> None:
    for contest in SHUFFLED.contests:
        for seed in contest.seeds or (None,):
            played = [number for job in contest.jobs() if job.seed == seed for number in job.secrets]
            assert played == list(range(contest.space))
        assert all(len(job.secrets) <= GAMES_PER_JOB for job in contest.jobs())


def test_a_sample_is_the_same_for_all_strategies_and_for_the_same_seed() -> None:
    games = [Rules.parse("5x8")]
    strategies = [parse_strategy("first-consistent"), parse_strategy("random-consistent")]
    first, second = plan(games, strategies, sample=50).contests
    assert first.secrets == second.secrets
    assert len(set(first.secrets)) == 50
    assert plan(games, strategies, sample=50).contests[0].secrets == first.secrets
    assert plan(games, strategies, sample=50, seed=1).contests[0].secrets != first.secrets
    assert plan(games, strategies, sample=10**6).contests[0].secrets == range(8**5)


def test_a_strategy_that_does_not_play_the_game_says_why() -> None:
    table = compare(["4x10-distinct", "3x3"], ["uniform-probe"], seeds=1)
    refused, played = table.standings
    assert "does not play 4x10-distinct" in str(refused.refusal[0])
    assert (refused.games, refused.mean, refused.margin) == (0, None, None)
    assert "does not play 4x10-distinct: it needs" in str(table).splitlines()[-1]
    assert played.games == 27
    assert list(json.loads(table.to_json())["contests"][0]) == ["rules", "strategy", "refused"]


def test_wrong_numbers_are_all_named() -> None:
    with pytest.raises(InputError, match=r"sample is 0; .* from 1 on, as in sample=5\nseeds is -1"):
        plan([Rules.parse("4x6")], [], sample=0, seeds=-1)


def test_a_game_too_large_is_refused_when_planned() -> None:
    for sample in (None, 10**16):
        with pytest.raises(LimitError, match="too many to play all of them"):
            plan([Rules.parse("16x10")], [parse_strategy("random-consistent")], sample=sample)


def test_secrets_are_drawn_however_many_there_are() -> None:
    first, again = (plan("16x64", "random-consistent", sample=3).contests[0].secrets for _ in range(2))
    assert first == again
    assert len(set(first)) == 3
    assert 0 <= min(first) <= max(first) < 64**16


def test_a_tree_plays_like_the_strategy_that_it_was_built_from() -> None:
    trees = {"best": parse_strategy("minimax").build_tree(Knowledge(Rules.parse("3x5")))}
    built, read = compare("3x5", ["minimax", "tree:best"], trees=trees).standings
    assert (built.histogram, built.hardest) == (read.histogram, read.hardest)
    assert "does not play 3x4" in str(compare("3x4", "tree:best", trees=trees).standings[0].refusal[0])


def test_words_and_trees_travel_to_workers() -> None:
    words = {"animals": ["BEAR", "SEAL", "LION", "WOLF", "CROW", "HARE"]}
    rules = Rules.parse("words-position:animals", words)
    trees = {"best": parse_strategy("minimax").build_tree(Knowledge(rules))}
    options = {"words": words, "trees": trees, "seeds": 2}
    contests = ["words-position:animals", rules], ["tree:best", "minimax", "random-consistent"]
    table = compare(*contests, **options)
    assert [standing.games for standing in table.standings] == [6, 6, 12]
    assert compare(*contests, executor=Processes(2), **options) == table


def test_repeated_contests_are_played_once() -> None:
    strategy = parse_strategy("first-consistent")
    assert len(plan([Rules.parse("3x3"), Rules.parse("3x3")], [strategy, strategy]).contests) == 1


class Outsider:
    """A strategy from outside the package, of which tests make faulty ones."""

    deterministic = True
    consistent = False

    def __init__(self, choose) -> None:
        self.choose = choose

    def __str__(self) -> str:
        return "outsider"


def run_outsider(choose, game="2x2"):
    return run_job(job_of(game, Outsider(choose), range(2)))


def test_a_strategy_that_never_ends_is_given_up() -> None:
    played = run_outsider(lambda known, rng: Code([0, 0]))
    assert "outsider does not end: it made 10000 guesses" in str(played.refusal[0])


def test_a_strategy_that_fails_is_named() -> None:
    with pytest.raises(SitoError, match="the strategy outsider failed on 2x2: ZeroDivisionError"):
        run_outsider(lambda known, rng: 1 // 0)
    with pytest.raises(
        SitoError, match=r"the strategy outsider failed on 2x2: '\(0, 0, 0\)' has 3 pegs; it needs 2, as in AB"
    ):
        run_outsider(lambda known, rng: Code([0, 0, 0]))
    with pytest.raises(SitoError, match="the strategy outsider failed on 2x3-distinct: the color A repeats"):
        run_outsider(lambda known, rng: Code([0, 0]), "2x3-distinct")


def test_editions(tmp_path) -> None:
    first, random_strategy = parse_strategy("first-consistent"), parse_strategy("random-consistent")
    words = written(tmp_path / "words.txt", "one two")
    before = edition(Rules.parse(f"words:{words}", read_word_list), first)
    words.write_text("one six")
    after = edition(Rules.parse(f"words:{words}", read_word_list), first)
    assert len({__version__, before, after}) == 3
    assert edition(Rules.parse(f"words:{words}", read_word_list), random_strategy) == after
    assert edition(Rules.parse("4x6"), Outsider(None)) != __version__
    tree = tmp_path / "strategy.tree"
    editions = set()
    for text in ("minimax", "entropy"):
        parse_strategy(text).build_tree(Knowledge(Rules.parse("3x3"))).save(tree)
        editions.add(edition(Rules.parse("3x3"), parse_strategy(f"tree:{tree}", StrategyTree.load)))
    assert len(editions - {__version__}) == 2
    with pytest.raises(
        SitoError, match=r"first-consistent on 2x2 is edition .* where it was planned; install the same"
    ):
        run_job(Job(replace(Entry.of(Rules.parse("2x2"), first), edition="0.0.0"), range(4)))


def test_times_are_kept_apart() -> None:
    ticks = iter([1.5, 4.0])
    planned = plan([Rules.parse("2x2")], [parse_strategy("first-consistent")])
    table = reduce(planned, [(job, run_job(job, lambda: next(ticks))) for job in planned.jobs()])
    assert table.standings[0].seconds == 2.5
    assert table.to_json() == compare(["2x2"], ["first-consistent"]).to_json()
    assert json.loads(table.to_json(times=True))["contests"][0]["seconds"] == 2.5


def test_the_json_form_and_the_csv_form() -> None:
    table = compare(["3x4"], ["first-consistent"])
    assert json.loads(table.to_json()) == {
        "version": 1,
        "contests": [
            {
                "rules": "3x4",
                "strategy": "first-consistent",
                "codes": 64,
                "secrets": 64,
                "seeds": [],
                "games": 64,
                "total": sum(n * count for n, count in enumerate(table.standings[0].histogram, 1)),
                "mean": table.standings[0].total / 64,
                "margin": 0.0,
                "maximum": len(table.standings[0].histogram),
                "histogram": list(table.standings[0].histogram),
                "hardest": list(table.standings[0].hardest),
                "examined": None,
            }
        ],
    }
    header, line = table.to_csv().splitlines()
    assert header.startswith("rules,strategy,codes,secrets,seeds,games,total,mean,margin,maximum,histogram")
    assert line.startswith("3x4,first-consistent,64,64,,64,")


@given(st.lists(st.lists(st.integers(1, 9), min_size=3, max_size=3), min_size=2, max_size=4), st.integers(4, 9))
def test_the_variance_is_that_of_the_two_stages(rows, space) -> None:
    """Against the formulas as Cochran writes them, from means and sample variances."""
    size, seeds = 3, len(rows)
    columns = [[Fraction(row[place]) for row in rows] for place in range(size)]
    means = [sum(column) / seeds for column in columns]
    spread_between = sum((mean - sum(means) / size) ** 2 for mean in means) / (size - 1)
    spread_within = (
        sum(
            sum((value - mean) ** 2 for value in column) / (seeds - 1)
            for column, mean in zip(columns, means, strict=True)
        )
        / size
    )
    drawn = Fraction(size, space)
    expected = (1 - drawn) * spread_between / size + drawn * spread_within / (size * seeds)
    assert variance_of_mean(rows, space) == expected


def test_the_confidence_interval_covers_the_mean_as_often_as_it_says() -> None:
    """Random games of 3x4 with 4 seeds: the interval of 95 percent must hold the mean of very many seeds."""
    rules, text = Rules.parse("2x4"), "random-consistent"
    rows = [run_job(job_of(str(rules), text, range(16), seed)).lengths for seed in range(800)]
    truth = fmean(length for row in rows for length in row)
    hits = 0
    for start in range(0, 800, 4):
        part = rows[start : start + 4]
        variance = variance_of_mean(part, 16)
        hits += abs(fmean(length for row in part for length in row) - truth) <= 1.96 * float(variance) ** 0.5
    assert 0.89 <= hits / 200 <= 0.99


def test_a_sample_says_how_sure_it_is() -> None:
    (whole,) = compare(["4x4"], ["first-consistent"]).standings
    (part,) = compare(["4x4"], ["first-consistent"], sample=60).standings
    assert 0 < abs(part.mean - whole.mean) <= part.margin
    assert compare(["4x4"], ["first-consistent"], sample=1).standings[0].margin is None


def test_planning_leaves_the_shared_generator_alone() -> None:
    random.seed(5)
    before = random.getstate()
    compare(["2x3"], ["random-consistent"], sample=3, seeds=2)
    assert random.getstate() == before
    assert Knowledge(Rules.parse("2x3"))
