"""What every strategy keeps to, on every kind of rules, those of plug-ins and the template included."""

import pickle
import random
from dataclasses import replace
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from sito.base.plug_ins import STRATEGIES, plug_ins
from sito.codes.code import Code, CodeSpace
from sito.codes.completions import UNKNOWN_PEG
from sito.codes.consistency import count_lies_told
from sito.codes.feedback import Answer, Feedback, Turn, score
from sito.errors import InconsistentError, SitoError, StrategyError
from sito.playing.game import SecretKeeper, StrategyBreaker, Transcript, play
from sito.rules.rules import Allowed, FeedbackKind, Rules
from sito.sieve.knowledge import Knowledge
from sito.sieve.metrics import METRICS
from sito.strategies._template import MedianConsistent
from sito.strategies.strategy import Strategy, parse_strategy, strategy_names
from sito.strategies.tree.strategy_tree import StrategyTree
from sito.words.words import WordList

OPTIONS = {
    "best": ["consistent"],
    "entropy": ["apart", "consistent"],
    "first-consistent": ["founding"],
    "uniform-probe": ["untried"],
    "careless": ["0.75"],
}
# A tree is made for one game, and has tests of its own.
NAMES = [name for name in strategy_names() if name not in {"tree", "level"}]
# The other levels ask strategies that are here by their own names; tests/test_advice.py sees that they do.
LEVEL_TEXTS = ["level:beginner", "level:easy", "level:expert,consistent"]
TEXTS = [
    text for name in NAMES for text in [name, *(f"{name}:{option}" for option in OPTIONS.get(name, []))]
] + LEVEL_TEXTS

WORDS = ["TALE", "LATE", "TEAL", "TILE", "LIKE", "KILT", "TALK"]
WORD_LIST = WordList.of(WORDS, [*WORDS, "EEEE", "ALKI"])
GAMES = """
    4x6 4x6-black 4x6-total 3x4-position 3x4-naive 4x8-distinct 3x6-distinct-black 3x6-distinct-total
    3x5-distinct-position 1x9 1x6-total 5x1 5x1-position 1x1 2x40 5x3 18x2 6x2-total 9x2-black
    4x4-distinct 1x64-distinct
"""
RULES = [*map(Rules.parse, GAMES.split()), *(Rules.of_words(WORD_LIST, kind) for kind in FeedbackKind)]


def plays(text: str, rules: Rules) -> bool:
    """Which rules the founding strategies are for; all others play all rules."""
    name = text.partition(":")[0]
    if name.startswith("color-by-color"):
        return rules.allowed is Allowed.ANY and rules.feedback not in (FeedbackKind.BLACK, FeedbackKind.NAIVE)
    if name == "halving":
        return rules.allowed is not Allowed.WORDS and rules.feedback is not FeedbackKind.TOTAL
    return name != "uniform-probe" or rules.allowed is Allowed.ANY


def plays_with_lies(text: str) -> bool:
    """The strategies that take each answer for true do not play where it may be a lie."""
    return not text.startswith(("color-by-color", "halving", "uniform-probe"))


def strategy_of(text: str) -> Strategy:
    return MedianConsistent() if text == "median-consistent" else parse_strategy(text)


@pytest.fixture(params=[*TEXTS, "median-consistent"])
def text(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(params=RULES, ids=lambda rules: f"{rules}" if rules.words is None else f"words-{rules.feedback}")
def rules(request: pytest.FixtureRequest, text: str) -> Rules:
    chosen = request.param
    assert isinstance(chosen, Rules)
    if text.endswith(":untried") and chosen.pegs > 9:
        return Rules.parse("8x2")  # trying all arrangements of 18 pegs takes thousands of guesses
    if text.startswith("best") and chosen.colors > 26:
        return Rules.parse("2x9")  # with many colors and few answers its games are long, and it searches at each guess
    if text.partition(":")[0] in {*METRICS, "best", "level"} and chosen.pegs > 9:
        return Rules.parse("9x2")  # scoring all guesses against all codes of 18 pegs takes minutes
    return chosen


def few_secrets(rules: Rules, count: int = 6) -> list[int]:
    size = CodeSpace(rules).size
    return sorted({0, size - 1, *random.Random(str(rules)).choices(range(size), k=count)})


def test_games_are_legal_and_end(text: str, rules: Rules) -> None:
    strategy = strategy_of(text)
    if not plays(text, rules):
        with pytest.raises(StrategyError, match=f"^{text} does not play "):
            strategy.choose(Knowledge(rules), random.Random(1))
        return
    secrets, guesses = CodeSpace.both(rules)
    numbers = few_secrets(rules, 2 if rules.pegs > 9 or text.endswith("narrowing") or text.startswith("best") else 6)
    for number in numbers:
        for seed in range(1 if strategy.deterministic else 2):
            # As many guesses as there are codes and colors is more than any strategy needs.
            rounds = secrets.size + rules.colors
            breaker, keeper = StrategyBreaker(strategy, seed), SecretKeeper(rules, secrets[number])
            game = play(Transcript(rules), breaker, keeper, rounds=rounds)
            assert game.won, game
            assert all(guess in guesses for guess, _ in game.turns), game
            if number == numbers[-1]:
                assert play(Transcript(rules), breaker, keeper, rounds=rounds) == game
            if strategy.consistent:
                for turn, (guess, _) in enumerate(game.turns):
                    assert all(score(rules, old, guess) == answer for old, answer in game.turns[:turn]), game
            if strategy.deterministic and number == numbers[-1]:
                assert play(Transcript(rules), StrategyBreaker(strategy, seed + 1), keeper) == game


def test_games_that_others_began(text: str, rules: Rules) -> None:
    if not plays(text, rules):
        return
    strategy, rng = strategy_of(text), random.Random(3)
    secrets, guesses = CodeSpace.both(rules)
    for number in few_secrets(rules, 2):
        secret = secrets[number]
        opening = [guesses.draw(rng) for _ in range(2)]
        begun = Transcript(rules, tuple((guess, score(rules, guess, secret)) for guess in opening if guess != secret))
        game = play(begun, StrategyBreaker(strategy, 5), SecretKeeper(rules, secret), rounds=200 + rules.colors)
        assert game.won, game
        assert all(guess in guesses for guess, _ in game.turns), game
        if strategy.consistent:
            for turn in range(len(begun), len(game)):
                guess = game.turns[turn][0]
                assert all(score(rules, old, guess) == answer for old, answer in game.turns[:turn]), game


def test_one_code_left_is_guessed_in_games_that_others_began(text: str, rules: Rules) -> None:
    if not plays(text, rules):
        return
    secrets, guesses = CodeSpace.both(rules)
    secret, rng = secrets[secrets.size // 2], random.Random(4)
    known = Knowledge(rules)
    for _ in range(200):
        guess = guesses.draw(rng)
        if guess != secret:
            known = known.after(guess, score(rules, guess, secret))
        if len(known) == 1 and known.history:
            assert strategy_of(text).choose(known, rng) == secret
            return
    assert len(known) > 1 or secrets.size == 1  # feedback that cannot tell the last few codes apart by chance


def test_knowledge_stays_as_it_was_and_pickles_behave_the_same(text: str, rules: Rules) -> None:
    if not plays(text, rules):
        return
    strategy = strategy_of(text)
    known = Knowledge(rules)
    first = strategy.choose(known, random.Random(7))
    assert known == Knowledge(rules)
    assert len(known) == CodeSpace(rules).size
    again = pickle.loads(pickle.dumps(strategy))
    assert str(again) == str(strategy) == text
    assert again.choose(known, random.Random(7)) == first
    if strategy.deterministic:
        assert strategy.choose(known, random.Random(8)) == first


def test_no_code_left_is_said(text: str) -> None:
    rules = Rules.parse("4x6")
    known = Knowledge(rules)
    for answer in (Feedback.of(rules, 0), Feedback.win(rules)):
        known = known.after(known.guesses[0], answer)
    with pytest.raises(InconsistentError):
        strategy_of(text).choose(known, random.Random(1))


@pytest.mark.parametrize("text", TEXTS)
def test_text_reads_back(text: str) -> None:
    strategy = parse_strategy(text)
    assert str(strategy) == text
    assert str(parse_strategy(f" {strategy} ")) == text
    assert isinstance(strategy, Strategy)
    assert eval(repr(strategy), {"parse_strategy": parse_strategy}) == strategy == parse_strategy(text)
    assert hash(strategy) == hash(pickle.loads(pickle.dumps(strategy)))
    assert {strategy != parse_strategy(other) for other in TEXTS if other != text} == {True}


@pytest.mark.parametrize("name", NAMES)
def test_options_that_do_not_fit_are_refused(name: str) -> None:
    with pytest.raises(StrategyError, match=name):
        parse_strategy(f"{name}:nonsense")


def test_all_secrets_at_once_are_the_games_one_by_one(text: str) -> None:
    rules = Rules.parse("3x4")
    strategy, seed = strategy_of(text), 11
    tree = StrategyTree.build(strategy, Knowledge(rules), seed)
    played = {
        tuple(
            guess for guess, _ in play(Transcript(rules), StrategyBreaker(strategy, seed), SecretKeeper(rules, secret))
        )
        for secret in CodeSpace(rules)
    }
    assert set(tree.games()) == played
    assert tree.size == len(played) == 64


SMALL_GAMES = "3x4 3x3-black 3x4-total 3x3-position 3x3-naive 3x5-distinct 2x4-distinct-position 1x6 4x2"
SMALL = [*map(Rules.parse, SMALL_GAMES.split()), *(Rules.of_words(WORD_LIST, kind) for kind in FeedbackKind)]


@pytest.fixture(params=SMALL, ids=lambda rules: f"{rules}" if rules.words is None else f"words-{rules.feedback}")
def small(request: pytest.FixtureRequest) -> Rules:
    chosen = request.param
    assert isinstance(chosen, Rules)
    return chosen


def noted_in_part(turn: tuple[Code, Feedback], guesses: CodeSpace, rng: random.Random) -> Turn:
    """The turn as somebody may have noted it who does not remember all of it."""
    guess, answer = turn
    texts = ["?", str(answer)]
    if answer.kind is FeedbackKind.BLACK_WHITE:
        texts += [f"{answer.black}?", f"?{answer.white}"]
    if answer.kind.marks_pegs:
        texts += ["".join(rng.choice("?" + mark) for mark in str(answer))]
    pegs = [rng.choice([color, color, UNKNOWN_PEG]) for color in guess]
    return Turn.read(pegs if rng.random() < 0.5 else guess, rng.choice(texts), guesses)


class Forgetful:
    """A codemaker who does not tell some of the answers, or not all of them."""

    def __init__(self, secret: Code, rules: Rules, times: int, rng: random.Random) -> None:
        self.keeper, self.times, self.rng = SecretKeeper(rules, secret), times, rng

    def answer(self, game: Transcript, guess: Code) -> Answer:
        answer = self.keeper.answer(game, guess)
        if answer.wins or len(game) >= self.times:
            return answer
        return noted_in_part((guess, answer), game.knowledge.guesses, self.rng).answer


def test_games_with_turns_that_are_noted_in_part(text: str, small: Rules) -> None:
    if not plays(text, small):
        return
    strategy, rng = strategy_of(text), random.Random(6)
    secrets, guesses = CodeSpace.both(small)
    for number in few_secrets(small, 3):
        secret = secrets[number]
        opening = ((guess, score(small, guess, secret)) for guess in (guesses.draw(rng), guesses.draw(rng)))
        begun = Transcript(small, [noted_in_part(turn, guesses, rng) for turn in opening if turn[0] != secret])
        maker = Forgetful(secret, small, len(begun) + 2, rng)
        game = play(begun, StrategyBreaker(strategy, 5), maker, rounds=200 + small.colors)
        assert game.won, game
        assert game.turns[-1].guess == secret
        assert secret in Transcript(small, game.turns[:-1]).knowledge
        if strategy.consistent:
            for turn in range(len(begun), len(game)):
                assert all(old.agrees(small, game.turns[turn].guess) for old in game.turns[:turn]), game


def test_games_where_the_codemaker_lies(text: str, small: Rules) -> None:
    rules = replace(small, lies=1)
    if not plays(text, rules):
        return
    strategy, rng = strategy_of(text), random.Random(7)
    if not plays_with_lies(text):
        with pytest.raises(StrategyError, match=f"^{text} does not play .*: it takes each answer for true"):
            strategy.choose(Knowledge(rules), rng)
        return
    secrets = CodeSpace(rules)
    for number in few_secrets(rules, 2):
        maker = LiesOnce(secrets[number], rules, rng)
        game = play(rules, StrategyBreaker(strategy, 5), maker, rounds=200 + rules.colors)
        assert game.won, game
        assert game.turns[-1].guess == secrets[number]
        if strategy.consistent:
            for turn, (guess, _) in enumerate(game.turns):
                assert count_lies_told(rules, game.turns[:turn], guess) is not None, game


class LiesOnce:
    """A codemaker who gives one wrong answer, at a turn that is drawn."""

    def __init__(self, secret: Code, rules: Rules, rng: random.Random) -> None:
        self.keeper, self.rules, self.rng, self.lie = SecretKeeper(rules, secret), rules, rng, rng.randrange(3)

    def answer(self, game: Transcript, guess: Code) -> Feedback:
        answer = self.keeper.answer(game, guess)
        if answer.wins or len(game) != self.lie:
            return answer
        others = {score(self.rules, guess, other) for other in game.knowledge.secrets} - {answer}
        return self.rng.choice(sorted(other for other in others if not other.wins) or [answer])


class Stubborn:
    """Never learns."""

    deterministic = True
    consistent = False

    def choose(self, knowledge: Knowledge, rng: random.Random):
        return knowledge.guesses[0]


def test_a_strategy_that_never_ends_is_noticed() -> None:
    with pytest.raises(StrategyError, match="does not end"):
        StrategyTree.build(Stubborn(), Knowledge(Rules.parse("2x2")))


def test_plug_ins_are_found_by_their_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    info = tmp_path / "sieve_school-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: sieve-school\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[sito.strategies]\nlast-consistent = sieve_school:LastConsistent\n")
    (tmp_path / "sieve_school.py").write_text(
        "class LastConsistent:\n"
        "    deterministic = consistent = True\n"
        "    def __init__(self, back='1'):\n"
        "        self.back = int(back)\n"
        "    def choose(self, knowledge, rng):\n"
        "        return knowledge[-min(self.back, len(knowledge))]\n"
        "    def __str__(self):\n"
        "        return f'last-consistent:{self.back}'\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    plug_ins.cache_clear()
    try:
        assert "last-consistent" in strategy_names()
        known = Knowledge(Rules.parse("4x6"))
        assert parse_strategy("last-consistent").choose(known, random.Random(1)) == (5, 5, 5, 5)
        assert parse_strategy("last-consistent:back=2").choose(known, random.Random(1)) == (5, 5, 5, 4)
        assert str(parse_strategy("last-consistent:3")) == "last-consistent:3"
        with pytest.raises(StrategyError, match="last-consistent; it takes back"):
            parse_strategy("last-consistent:forward=2")
        with pytest.raises(StrategyError, match="last-consistent refuses the options 'far': ValueError: "):
            parse_strategy("last-consistent:far")
        monkeypatch.setitem(plug_ins(STRATEGIES), "lost", EntryPoint("lost", "sieve_school:Lost", "sito.strategies"))
        with pytest.raises(StrategyError, match=r"the plug-in lost \(sieve_school:Lost\) cannot be loaded: Attribute"):
            parse_strategy("lost")
    finally:
        plug_ins.cache_clear()


class Failing(Stubborn):
    def choose(self, knowledge: Knowledge, rng: random.Random):
        raise KeyError("compass")

    def __str__(self) -> str:
        return "failing"


def test_the_mistake_of_a_plug_in_is_not_taken_for_one_of_sito() -> None:
    with pytest.raises(SitoError, match="the strategy failing failed on 2x2: KeyError: 'compass'"):
        StrategyBreaker(Failing(), 1).guess(Transcript(Rules.parse("2x2")))


def test_unknown_names_are_refused_with_the_known_ones() -> None:
    with pytest.raises(StrategyError, match="there is no strategy 'oracle'; there are best, careless, "):
        parse_strategy("oracle")
