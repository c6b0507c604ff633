"""The REST interface against the library: the same numbers, whatever way they are asked for."""

import time
from typing import Any

import httpx
import pytest

import sito
from sito.codes.feedback import Feedback
from sito.puzzles.jugs.by_hand import JugsByHand
from sito.puzzles.pegs import Problem
from sito.puzzles.pegs.by_hand import PegGuide, PegsByHand

GAMES = [
    "4x6 CBFF:o EAAB:xxo",
    "4x10-distinct 0123:xo",
    "4x6-black AABC:2 ABCD:1",
    "4x6-total AABC:2",
    "4x6-position AABC:gy--",
    "5x8-numbers 1,1,2,2,3:xoo",
    "4x6-lies1 CBFF:o EAAB:xxo",
    "4x6 C?FF:2? EAAB:?",
]


def post(client: httpx.Client, where: str, /, **body: Any) -> Any:
    response = client.post(where, json=body)
    assert response.status_code in (200, 202), response.text
    return response.json()


def moment(text: str) -> dict[str, Any]:
    """Gives the fields of a request about a game that is written in one line."""
    rules, *turns = text.split()
    pairs = (turn.rpartition(":") for turn in turns)
    return {"rules": rules, "turns": [{"guess": guess, "answer": answer} for guess, _colon, answer in pairs]}


def shown(knowledge: sito.Knowledge) -> list[str]:
    return [knowledge.secrets.text(code) for code in knowledge]


@pytest.mark.parametrize("game", GAMES)
def test_the_sieve_is_that_of_the_library(client: httpx.Client, game: str) -> None:
    knowledge = sito.Transcript.parse(game).knowledge
    told = post(client, "/sieve", **moment(game), first=10_000)
    assert told["left"] == len(knowledge)
    assert told["first"] == shown(knowledge)[:10_000]
    assert told["left_after"][-1:] == [len(knowledge)]
    assert told["game"] == str(sito.Transcript.parse(game))
    skipped = post(client, "/sieve", **moment(game), first=3, skip=2)
    assert skipped["first"] == shown(knowledge)[2:5]


@pytest.mark.parametrize("game", GAMES)
def test_advice_is_that_of_the_library(client: httpx.Client, game: str) -> None:
    advice = sito.advise(game, 4, seconds=1)
    told = post(client, "/advise", **moment(game), top=4)
    if not advice.exact:  # the time may have ended one of them
        assert told["left"] == advice.codes
        return
    assert told["exact"]
    assert told["guesses"][0]["guess"] == advice[0].text
    assert len(told["guesses"]) == len(advice)
    # Of the guesses after the best the time may have ended one, too: then it knows no expectation.
    known = {guess.text: guess for guess in advice if guess.expected is not None}
    for guess in told["guesses"]:
        if guess["expected"] is not None and guess["guess"] in known:
            assert guess["expected"] == float(known[guess["guess"]].expected or 0)
            assert guess["bits"] == known[guess["guess"]].figures.bits


@pytest.mark.parametrize("metric", ["entropy", "minimax", "expected-size", "most-parts"])
@pytest.mark.parametrize("game", GAMES[:5])
def test_rankings_are_those_of_the_library(client: httpx.Client, game: str, metric: str) -> None:
    ranking = sito.Transcript.parse(game).knowledge.rank(metric, 7)
    told = post(client, "/rank", **moment(game), metric=metric, top=7)
    assert told["compared"] == ranking.compared
    assert [tuple(guess.values()) for guess in told["guesses"]] == [
        (guess.text, guess.score, guess.bits, guess.worst, guess.cells, guess.possible) for guess in ranking
    ]


@pytest.mark.parametrize("rules", ["4x6", "4x6-black", "4x6-total", "4x6-position", "4x6-lies2"])
def test_answers_and_explanations_are_those_of_the_library(client: httpx.Client, rules: str) -> None:
    for guess, secret in (("AABC", "ABCD"), ("AAAA", "BBBB"), ("ABCD", "ABCD"), ("AABB", "BBAA")):
        answer = sito.explain(rules, guess, secret).answer
        told = post(client, "/feedback", rules=rules, guess=guess, secret=secret)
        assert told["answer"] == str(answer)
        assert (told["black"], told["white"], told["wins"]) == (answer.black, answer.white, answer.wins)
        explained = post(client, "/explain", rules=rules, guess=guess, secret=secret, answer=str(Feedback.of(rules, 0)))
        assert explained["steps"] == [str(step.sentence) for step in sito.explain(rules, guess, secret).steps]
        assert explained["given"]["right"] == (answer.number == 0)


def test_what_a_guess_does_is_what_the_library_says(client: httpx.Client) -> None:
    knowledge = sito.Transcript.parse(GAMES[0]).knowledge
    facts = sito.explain_guess(knowledge, "AABB")
    told = post(client, "/explain-guess", **moment(GAMES[0]), guess="AABB")
    assert told["cells"] == {str(answer): size for answer, size in facts.cells.items()}
    assert (told["bits"], told["worst"], told["mean"]) == (facts.bits, facts.worst, facts.mean)
    assert told["sentences"] == str(facts).split("\n")


def test_a_review_is_that_of_the_library(client: httpx.Client) -> None:
    game = "4x6 CBFF:o EAAB:xxo EABE:xx EACA:xo AABB:xxxx"
    review = sito.review(game)
    told = post(client, "/review", **moment(game))
    assert [guess["mark"] for guess in told["guesses"]] == [guess.mark.value for guess in review if guess.mark]
    assert (told["loss_fraction"], told["luck_fraction"]) == (str(review.loss), str(review.luck))


def test_conflicts_and_repairs_are_those_of_the_library(client: httpx.Client) -> None:
    game = "4x6 AABB:x CCDD:xx EEFF:xx ABCD:oo"
    diagnosis = sito.diagnose(game, top=5)
    told = post(client, "/conflict", **moment(game), top=5)
    assert told["clash"] == [index + 1 for index in diagnosis.clash]
    assert told["repairs_by_changes"] == list(diagnosis.counts)
    for repair, expected in zip(told["repairs"], diagnosis.repairs, strict=True):
        assert repair["game"] == str(sito.Transcript.parse(game).repaired(expected))
        assert repair["codes"] == expected.codes == len(sito.Transcript.parse(repair["game"]).knowledge)


@pytest.mark.parametrize("strategy", ["entropy", "first-consistent", "color-by-color", "minimax:consistent"])
def test_a_tree_is_walked_as_the_library_builds_it(client: httpx.Client, strategy: str) -> None:
    chooser = sito.parse_strategy(strategy)
    tree = sito.StrategyTree.build(chooser, sito.Knowledge("3x4"))
    text = sito.CodeSpace("3x4", guesses=True).text
    told = post(client, "/tree", rules="3x4", strategy=strategy)
    assert told["guess"] == text(tree.root.guess)
    assert told["histogram"] == list(tree.histogram)
    following = {branch["answer"]: branch["guess"] for branch in told["branches"] if not branch["wins"]}
    assert following == {str(answer): text(node.guess) for answer, node in tree.root.branches.items()}
    for answer, node in tree.root.branches.items():
        below = post(client, "/tree", rules="3x4", strategy=strategy, path=[str(answer)])
        assert below["guess"] == text(node.guess)
        assert {branch["answer"] for branch in below["branches"] if not branch["wins"]} == set(map(str, node.branches))


def test_rules_are_told_with_examples_that_are_right(client: httpx.Client) -> None:
    presets = client.get("/rules").json()
    for facts in presets["games"].values():
        told = client.get(f"/rules/{facts['rules']}").json()
        assert told["codes"] == sito.CodeSpace(facts["rules"]).size == facts["codes"]
        example = told["example"]
        explained = sito.explain(facts["rules"], example["guess"], example["secret"])
        assert example["answer"] == str(explained.answer)
        assert {example["answer"], told["win"]} <= set(told["answers"])
    for name in presets["word_lists"]:
        assert client.get(f"/rules/words-position:{name}").json()["allowed"] == "words"


def test_words_have_weights(client: httpx.Client) -> None:
    words = {"secrets": ["bear", "seal", "lion", "hare"], "guesses": ["crab"], "weights": [5, 2.5, 1, 0]}
    game = sito.Rules.of_words(sito.WordList.of(words["secrets"], words["guesses"], "x", words["weights"]))
    solution = sito.solve(game)
    about = {"rules": "words:x", "words": words}
    told = post(client, "/advise", **about, turns=[])
    assert told["guesses"][0]["total"] == solution.tree.total  # type: ignore[union-attr]
    assert told["left"] == 3
    root = post(client, "/tree", **about, strategy="entropy", turns=[])
    tree = sito.StrategyTree.build(sito.parse_strategy("entropy"), sito.Knowledge(game))
    assert (root["total"], root["weight"]) == (tree.total, 17)
    refused = client.post("/advise", json={"rules": "words:x", "words": {**words, "weights": [1]}, "turns": []})
    assert refused.status_code == 422
    assert "1 weight was given for a list of 4" in refused.text


def test_jugs_are_those_of_the_library(client: httpx.Client) -> None:
    for least in (False, True):
        answer = sito.solve_jugs("12 8 5", 6, least_water=least)
        told = post(client, "/jugs", jugs=[12, 8, 5], target=6, least_water=least)
        assert (told["actions"], told["water"], told["plans"]) == (answer.actions, answer.water, answer.count)
    impossible = post(client, "/jugs", jugs=[6, 3], target=4)
    assert impossible["why"] == str(sito.solve_jugs("6 3", 4).why)
    hand = JugsByHand(sito.Jugs.parse("8 5", 4)).after("b").after("ba")
    outlook = post(client, "/jugs/outlook", jugs=[8, 5], target=4, steps=["b", "ba"])
    assert outlook["amounts"] == list(hand.position)
    assert outlook["fewest"] == hand.outlook().fewest
    assert len(outlook["can"]) == len(hand.legal_steps())
    large = [10**60, 10**60 - 1]
    assert post(client, "/jugs", jugs=large, target=2)["actions"] == sito.solve_jugs(large, 2).actions


def test_pegs_are_those_of_the_library(client: httpx.Client) -> None:
    answer = sito.solve_pegs("hoppers")
    told = post(client, "/pegs", board="hoppers", count=True)
    assert (told["lower"], told["upper"], told["solution"]) == (answer.lower, answer.upper, answer.text)
    assert told["counts"]["shortest"] == answer.count
    assert post(client, "/pegs", board="square-5")["why"] == str(sito.solve_pegs("square-5").why)
    hand = PegsByHand(Problem.parse("hoppers")).after("0 6").after("9,3")
    outlook = post(client, "/pegs/outlook", board="hoppers", steps=["0 6", "9,3"])
    assert outlook["fewest"] == PegGuide().outlook(hand).fewest
    assert outlook["can"] == [list(jump) for jump in hand.jumps()]


def finished(client: httpx.Client, begun: Any) -> Any:
    """Waits for the end of a job."""
    while True:
        told = client.get(f"/jobs/{begun['id']}").json()
        if told["state"] not in ("waiting", "running"):
            return told
        time.sleep(0.02)


def test_jobs_find_what_the_library_finds(client: httpx.Client) -> None:
    begun = {
        "compare": post(client, "/jobs", task="compare", rules=["3x4", "2x5"], strategies=["entropy", "uniform-probe"]),
        "solve": post(client, "/jobs", task="solve", rules="3x4", objective="worst-total"),
        "review": post(client, "/jobs", task="review", **moment("3x4 AAB:xx AAC:xx AAD:xxx")),
        "jugs": post(client, "/jobs", task="jugs", jugs=[12, 8, 5], target=6),
        "pegs": post(client, "/jobs", task="pegs", board="triangle-5", start="0", finish="any"),
    }
    found = {name: finished(client, job) for name, job in begun.items()}
    assert {told["state"] for told in found.values()} == {"done"}
    table = sito.compare(["3x4", "2x5"], ["entropy", "uniform-probe"])
    assert found["compare"]["result"]["contests"] == table.to_value()["contests"]
    assert tuple(found["solve"]["result"]["upper"]) == sito.solve("3x4", "worst-total").upper
    sito.verify(found["solve"]["result"]["tree"])
    assert found["review"]["result"]["loss_fraction"] == "1/9"
    assert found["jugs"]["result"]["actions"] == sito.solve_jugs("12 8 5", 6).actions
    assert found["pegs"]["result"]["upper"] == 10
    for job in begun.values():
        assert client.delete(f"/jobs/{job['id']}").status_code == 204
        assert client.get(f"/jobs/{job['id']}").status_code == 404


def test_a_stopped_job_has_the_best_so_far(client: httpx.Client) -> None:
    begun = client.post("/jobs", json={"task": "solve", "rules": "4x9", "objective": "total"})
    place = begun.headers["location"]
    assert place == f"/api/v1/jobs/{begun.json()['id']}"
    here = place.removeprefix("/api/v1")
    while (told := client.get(here).json())["state"] in ("waiting", "running"):
        if (told["progress"] or {}).get("upper"):
            client.post(f"{here}/stop")
        time.sleep(0.02)
    assert told["state"] == "cancelled"
    result = told["result"]
    assert result["stopped"] == "asked"
    assert not result["proven"]
    assert result["lower"] < result["upper"]
    assert result["tree"].startswith("sito-tree 1\nrules 4x9\nstrategy best-found\n")


def test_a_comparison_tells_its_standings_on_the_way(client: httpx.Client) -> None:
    body = {"rules": ["5x8"], "strategies": ["random-consistent", "first-consistent"], "sample": 4000}
    here = f"/jobs/{post(client, '/jobs', task='compare', **body)['id']}"
    seen: list[Any] = []
    while (told := client.get(here).json())["state"] in ("waiting", "running"):
        if told["progress"] and told["progress"]["games"]:
            seen.append(told["progress"])
            client.post(f"{here}/stop")
        time.sleep(0.02)
    assert seen[0]["all"] == 44_000
    assert 0 < sum(sum(contest["histogram"]) for contest in seen[0]["contests"]) < 44_000
    assert told["result"]["stopped"] == "asked"
    assert sum(contest["missing"] for contest in told["result"]["contests"]) > 0


def test_sentences_are_in_the_language_that_is_asked_for(client: httpx.Client) -> None:
    body = {"rules": "4x6", "guess": "AABB", "secret": "ABBA"}
    first = {}
    for accepted, tag in (("pl", "pl"), ("ja,en;q=0.5", "ja"), ("de, *", "en"), ("", "en"), ("cs-CZ", "cs")):
        response = client.post("/explain", json=body, headers={"Accept-Language": accepted})
        assert response.headers["content-language"] == tag
        assert "Accept-Language" in response.headers["vary"]
        first[accepted] = response.json()["steps"][0]
    assert first["de, *"] == first[""] == str(sito.explain("4x6", "AABB", "ABBA").steps[0].sentence)
    assert len(set(first.values())) == 4
