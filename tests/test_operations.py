"""The operations: what they refuse before they work, that no text opens a file, and that a new one is derived whole."""

import json
import os
import pickle
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from sito.base.limits import Limits
from sito.codes.code import CodeSpace
from sito.errors import InputError, LimitError, RulesError
from sito.operations.answers import SieveQuestion, sieve
from sito.operations.every import OPERATIONS
from sito.operations.guesses import AdviseQuestion, ExplainGuessQuestion, RankQuestion, explain_guess, rank
from sito.operations.questions import NotedTurn, Words
from sito.operations.reviews import ReviewQuestion, review
from sito.operations.work import Work
from sito.playing.game import Transcript
from sito.rules.rules import Rules
from tests.web.open_nothing import CALLS, ask

HERE = Path(__file__).parent.parent


def run(folder: Path, *options: str) -> Any:
    """Runs the calls in a process of their own, which watches itself."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.web.open_nothing", str(folder), *options],
        cwd=HERE,
        capture_output=True,
        text=True,
        check=True,
    )
    return json.loads(done.stdout)


def test_no_text_in_any_field_opens_a_file(tmp_path: Path) -> None:
    found = run(tmp_path)
    assert found["calls"] > 10_000
    assert found["opened"] == []
    assert found["told"] == {}


def test_the_watch_sees_files_that_loaders_open(tmp_path: Path) -> None:
    assert any("secret.txt" in place for place in run(tmp_path, "loaders")["opened"])


def test_every_operation_is_among_the_calls() -> None:
    assert {name for name, _arguments in CALLS} | {"presets"} == set(OPERATIONS)


ANSWERED = {
    "16x6": {  # codes are sampled
        *("advise", "conflict", "explain", "explain_guess", "feedback", "rank", "review", "rules", "sieve"),
    },
    "24x30": {"explain", "feedback", "review", "rules"},  # vast
    "3x65": {"explain", "feedback", "review", "rules"},  # vast, with few codes
    "20x4-lies1": set[str](),
}
"""The operations that larger games have."""
WITH_RULES = [(name, arguments) for name, arguments in CALLS if "rules" in arguments]


@pytest.mark.parametrize(("name", "arguments"), WITH_RULES)
def test_large_games_are_refused_before_any_work(name: str, arguments: dict[str, Any]) -> None:
    for rules in ("14x4", "8x8-black", "6x10-lies2"):
        field = {"rules": [rules] if name == "compare" else rules}
        with pytest.raises(InputError if name == "compare" else LimitError, match="are allowed here"):
            ask(name, {**arguments, **field, **({"turns": []} if "turns" in arguments else {})}, Work(codes=100_000))


@pytest.mark.parametrize("rules", ANSWERED)
def test_operations_answer_larger_games_or_say_that_they_are_too_large(rules: str) -> None:
    code = CodeSpace(rules).example
    answered = set()
    for name, arguments in WITH_RULES:
        own = {"rules": [rules] if name == "compare" else rules, "turns": [], "guess": code, "secret": code}
        own |= {"answer": None}
        try:
            ask(name, {**arguments, **{field: own[field] for field in own if field in arguments}})
            answered.add(name)
        except (LimitError, InputError) as error:
            assert "too large a board" in str(error) or "are allowed here" in str(error)
    assert answered == ANSWERED[rules]


def test_games_whose_codes_are_sampled_are_studied() -> None:
    turns = [NotedTurn("ABCDEFABCDEFABCD", "2b7w")]
    told = sieve(SieveQuestion("16x6", first=3, skip=4094, turns=turns), Work())
    assert (len(told.first), told.listed) == (2, 4096)
    ranked = rank(RankQuestion("16x6", turns=turns), Work())
    assert (ranked.left, ranked.sample) == (told.left, 4096)
    explained = explain_guess(ExplainGuessQuestion("16x6", guess=ranked.guesses[0].guess, turns=turns), Work())
    assert explained.bits == pytest.approx(ranked.guesses[0].bits)
    assert explained.worst == ranked.guesses[0].worst
    assert sum(explained.cells.values()) == pytest.approx(told.left, rel=0.05)
    for estimated in (told.left, *explained.cells.values()):
        assert len(str(estimated).rstrip("0")) <= 2
    assert explained.sentences[-1] == "The possible codes are sampled, so numbers of codes are estimates."


def test_a_game_whose_codes_are_sampled_is_reviewed() -> None:
    turns = [NotedTurn("ABCDEFABCDEFABCD", "2b7w"), NotedTurn("A" * 16, "x"), NotedTurn("A" * 16, "x")]
    first, second, third = review(ReviewQuestion("16x6", turns=turns), Work()).guesses
    assert first.before == 6**16 > first.left == second.before > second.left == third.before
    assert (first.loss, second.contradicts, third.repeats) == (None, [1], 2)


def test_every_fault_of_a_game_is_told_at_once() -> None:
    turns = [("AAGB", "x"), ("AABB", "xxxxx"), ("A", "?")]
    with pytest.raises(InputError) as caught:
        SieveQuestion("4x6", turns=[NotedTurn(*turn) for turn in turns]).read(Work())
    assert len(caught.value.faults) == 3


def test_a_game_travels_with_the_question_about_it_and_is_not_read_again(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Transcript.parse("4x6 CBFF:o A?BB:xo")
    asked = pickle.loads(pickle.dumps(AdviseQuestion.of(game, top=2)))
    with monkeypatch.context() as patch:
        patch.setattr(Rules, "parse", lambda *_: pytest.fail("rules are read again"))
        assert asked.read(Work()) == game
    assert replace(asked, turns=[]).read(Work()) == Transcript.parse("4x6")
    with pytest.raises(LimitError):
        asked.read(Work(codes=1000))


def test_words_are_bounded() -> None:
    many = [
        f"{first}{second}{third}"
        for first in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
        for second in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
        for third in "ABCDEFGHIJKLMNOPQRSTUVWXYZabcd"
    ]
    with pytest.raises(LimitError, match="a list may have up to"):
        Words(many).read()
    with pytest.raises(RulesError):
        ask("rules", {"rules": "words:mine", "words": {"secrets": ["ONE", "THREE"]}})
    assert ask("rules", {"rules": "words-position:mine", "words": {"secrets": ["BEAR", "SEAL"]}})["codes"] == 2
    with pytest.raises(RulesError, match="there is no word list 'mine'"):
        ask("rules", {"rules": "words-position:mine"})


def test_a_stop_ends_work_with_what_it_has() -> None:
    told: list[Any] = []
    found = ask("solve", {"rules": "4x9"}, Work(Limits(stop=lambda: bool(told)), told.append))
    assert found["stopped"] == "asked"
    assert found["lower"] <= found["upper"]
    assert not found["proven"]
    games = {"rules": ["5x8"], "strategies": ["random-consistent"], "sample": 3000}
    assert ask("compare", games, Work(Limits(stop=lambda: len(told) > 3), told.append))["stopped"] == "asked"


@pytest.mark.parametrize(("name", "arguments"), CALLS)
def test_results_are_plain_json(name: str, arguments: dict[str, Any]) -> None:
    found = ask(name, arguments, Work(Limits(seconds=2)))
    assert json.loads(json.dumps(found, allow_nan=False)) == found


TOY = '''
from dataclasses import dataclass, field
from typing import Annotated
from sito.operations.operation import Ask, Value, operation
from sito.operations.questions import OfRules
from sito.operations.work import Work
from sito.playing.game import Transcript
from sito.rules.rules import Rules

@dataclass(frozen=True)
class TwinQuestion(OfRules):
    """Rules, and how often they are taken."""

    times: Annotated[int, Ask("How often.", 1, 9)] = 2

@dataclass(frozen=True)
class TwinAnswer(Value):
    """The rules, so many times."""

    all: list[str]
    """The texts."""

@dataclass(frozen=True)
class SumQuestion(Value):
    """Numbers, and what is added to them."""

    numbers: Annotated[list[Annotated[int, Ask(least=1)]], Ask("The numbers.", 1, 9)]
    more: Annotated[list[Annotated[str, Ask(most=9)]], Ask("Texts.", most=9)] = field(default_factory=list)
    doubled: Annotated[bool, Ask("Whether to count twice.")] = True

@dataclass(frozen=True)
class SumAnswer(Value):
    """A sum, and the texts."""

    total: int
    more: list[str]

@operation()
def sum_up(asked: SumQuestion, work: Work) -> SumAnswer:
    """Adds numbers."""
    return SumAnswer(sum(asked.numbers) * (1 + asked.doubled), asked.more)

@operation()
def twin_rules(asked: TwinQuestion, work: Work) -> TwinAnswer:
    """Says the rules several times."""
    return TwinAnswer([str(asked.read_rules(work))] * asked.times)
'''
ASKED = """
import json, sys, toy
from sito.cli import main
from fastapi.testclient import TestClient
from sito.web.app import create_app
from sito.web.settings import Settings

with TestClient(create_app(Settings(), page=False), base_url="http://127.0.0.1") as client:
    told = {name: client.post("/api/v1/twin-rules", json=body) for name, body in json.loads(sys.argv[1]).items()}
    document = client.get("/api/v1/openapi.json").json()
    lines = ["twin-rules mastermind --times 3 --json", "sum-up 2 3 --json", "sum-up 5 --no-doubled --more a b --json"]
    lines += ["twin-rules 4x6 --times 10", "sum-up 1 0", "twin-rules"]
    terminal = [main(line.split()) for line in lines]
    told = {name: [reply.status_code, reply.json()] for name, reply in told.items()}
    json.dump({"told": told, "api": document, "terminal": terminal}, sys.stdout)
"""


def test_a_new_operation_needs_a_question_a_function_and_an_answer(tmp_path: Path) -> None:
    (tmp_path / "toy.py").write_text(TOY, encoding="utf-8")
    bodies = {
        "good": {"rules": "mastermind", "times": 3},
        "wrong": {"rules": "4x6", "times": 10},
        "bad": {"rules": "4"},
    }
    asked = [sys.executable, "-W", "ignore", "-c", ASKED, json.dumps(bodies)]
    path = os.pathsep.join([str(tmp_path), *filter(None, [os.environ.get("PYTHONPATH")])])
    done = subprocess.run(asked, capture_output=True, text=True, check=True, env={**os.environ, "PYTHONPATH": path})
    said, *sums, found = map(json.loads, done.stdout.splitlines())
    assert said == {"sito": "twin-rules", "version": 1, "all": ["4x6"] * 3}
    assert [(each["total"], each["more"]) for each in sums] == [(10, []), (5, ["a", "b"])]
    assert found["terminal"] == [0, 0, 0, 2, 2, 2]
    assert "--times is 10; it must be at most 9, as in --times 9" in done.stderr
    assert "NUMBERS is 0; it must be at least 1" in done.stderr
    assert "RULES is missing; write it as in: sito twin-rules 4x6\n" in done.stderr
    assert found["told"]["good"] == [200, {"all": ["4x6"] * 3}]
    assert [found["told"][name][0] for name in ("wrong", "bad")] == [422, 422]
    schemas = found["api"]["components"]["schemas"]
    assert schemas["TwinQuestion"]["properties"]["times"]["maximum"] == 9
    assert schemas["TwinAnswer"]["properties"]["all"]["description"] == "The texts."
    assert found["api"]["paths"]["/api/v1/twin-rules"]["post"]["description"] == "Says the rules several times."
