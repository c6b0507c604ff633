"""Hard mode: every guess must agree with all the answers so far, and the reason is told."""

import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sito.advice.best_play import consistent_play
from sito.advice.levels import LEVELS
from sito.base.deadline import Deadline
from sito.base.limits import Limits
from sito.codes.code import Code, CodeSpace
from sito.codes.consistency import count_lies_told, possible_codes
from sito.codes.feedback import Turn, score
from sito.codes.hard_mode import allowed_guesses, check_hard, contradictions
from sito.errors import CodeError, HardModeError, InputError, StrategyError
from sito.explanation import explain_guess
from sito.makers import AdversarialMaker
from sito.playing.game import SecretKeeper, Transcript, play
from sito.rules.rules import FeedbackKind, HardMode, Rules
from sito.sieve.knowledge import Knowledge
from sito.strategies.strategy import hard_strategy, parse_strategy, strategy_names
from sito.strategies.tree.strategy_tree import StrategyTree
from sito.words.words import WordList
from tests.cases import cases
from tests.noted import noted_turns

WORDS = WordList.of(["TALE", "LATE", "TEAL", "TILE"], ["TALE", "LATE", "TEAL", "TILE", "EEEE"])
GAMES = "3x4 3x4-black 3x3-total 3x3-position-consistent 3x3-naive-consistent 3x5-distinct 3x4-lies1 3x3-position-lies2"
RULES = [
    *map(Rules.parse, GAMES.split()),
    *(Rules.of_words(WORDS, kind, hard=HardMode.CONSISTENT) for kind in FeedbackKind),
]


@given(st.sampled_from(RULES), st.lists(st.tuples(st.integers(0, 999), st.integers(0, 999)), max_size=5), st.integers())
def test_what_may_be_guessed_is_what_agrees(rules: Rules, pairs: list[tuple[int, int]], number: int) -> None:
    """Answers of codes that need not be the same, so that games with lies and games that no code fits occur, too."""
    secrets, guesses = CodeSpace.both(rules)
    turns = [(guesses[g % guesses.size], secrets[s % secrets.size]) for g, s in pairs]
    game = Transcript(rules, [(guess, score(rules, guess, secret)) for guess, secret in turns])
    guess = guesses[number % guesses.size]
    found = contradictions(game, guess)
    assert (found == ()) == (count_lies_told(rules, game.turns, guess) is not None)
    if guess in secrets:
        assert (found == ()) == (guess in possible_codes(rules, game.turns))
    for contradiction in found:
        turn = game.turns[contradiction.index]
        assert contradiction.turn == turn
        assert contradiction.would_be == score(rules, turn.guess, guess) != turn.answer
    if not found:
        check_hard(game, guess)
        return
    if len(game.knowledge):
        facts = explain_guess(game.knowledge, guess)
        assert facts.contradicts == tuple(contradiction.index for contradiction in found)
        never_lies = [turn for turn in game.turns if turn.answer.wins or turn.guess == guess]
        assert not facts.excluded or all(game.turns[place] in never_lies for place in facts.contradicts)
    with pytest.raises(HardModeError) as caught:
        check_hard(game, guess)
    for contradiction in found:
        assert f"guess {contradiction.index + 1}, {guesses.text(contradiction.turn.guess)}," in str(caught.value)
    assert guesses.text(guess) in str(caught.value)


MARKED = [Rules.parse(text) for text in ("3x5-position", "3x5-naive")]
MODES = (HardMode.HARD, HardMode.STRICT, HardMode.CONSISTENT)
NUMBERS = st.lists(st.tuples(st.integers(0, 124), st.booleans()), max_size=3)


@given(st.sampled_from(MARKED), st.integers(0, 124), NUMBERS, st.data())
def test_hard_mode_asks_for_what_is_certain(
    rules: Rules, hidden: int, guessed: list[tuple[int, bool]], data: st.DataObject
) -> None:
    """What an answer, of which marks may be unknown, has shown is what the codes that agree with it have in common."""
    codes = list(CodeSpace(rules))
    turns = [
        data.draw(noted_turns(rules, codes[hidden]))
        if noted
        else Turn(codes[number], score(rules, codes[number], codes[hidden]))
        for number, noted in guessed
    ]
    allowed = [set(allowed_guesses(replace(rules, hard=mode), turns)) for mode in MODES]
    assert codes[hidden] in allowed[2] <= allowed[1] <= allowed[0]
    if all(turn.is_exact for turn in turns):
        hard = set(codes)
        strict = set(codes)
        for turn in turns:
            fits = possible_codes(rules, [turn])
            places = [place for place, mark in enumerate(turn.answer.marks) if mark == 2]
            least = {color: min(code.count(color) for code in fits) for color in turn.guess}
            absent = [color for color in turn.guess if not any(color in code for code in fits)]
            hard &= {
                code
                for code in codes
                if all(code[place] == turn.guess[place] for place in places)
                and all(code.count(color) >= count for color, count in least.items())
            }
            strict &= {code for code in hard if not set(absent) & set(code)}
        assert allowed[:2] == [hard, hard & strict]


@cases("game", "guess", "reasons")
def test_the_reason_names_every_answer(game: str, guess: str, reasons: list[str]) -> None:
    played = Transcript.parse(game)
    if not reasons:
        check_hard(played, guess)
        return
    with pytest.raises(HardModeError) as caught:
        check_hard(played, guess)
    assert str(caught.value).splitlines() == reasons
    assert caught.value.exit_code == 2
    assert isinstance(caught.value, InputError)


def test_a_guess_that_is_no_code_is_refused() -> None:
    with pytest.raises(CodeError):
        check_hard(Transcript("4x6"), "ABC")


def test_a_word_that_is_no_secret_may_be_guessed_if_it_agrees() -> None:
    rules = Rules.of_words(WORDS)
    check_hard(Transcript(rules), "EEEE")
    with pytest.raises(HardModeError, match="EEEE cannot be the code"):
        check_hard(Transcript(rules).after("LATE", "xxoo"), "EEEE")


def plays_hard(name: str) -> bool:
    try:
        hard_strategy(parse_strategy(name))
    except StrategyError as error:
        assert f"{name} makes guesses that contradict answers" in str(error)
        return False
    return True


NAMES = [name for name in strategy_names() if name not in {"tree", "level"}]
HARD = [name for name in NAMES if plays_hard(name)]


def test_which_strategies_play_hard() -> None:
    assert {"best", "first-consistent", "random-consistent", "distinct-first", "entropy", "minimax"} <= set(HARD)
    assert set(NAMES) - set(HARD) <= {
        "careless",
        "color-by-color",
        "color-by-color-narrowing",
        "halving",
        "uniform-probe",
    }


@pytest.mark.parametrize("level", [level.name for level in LEVELS])
def test_every_level_but_the_beginner_plays_hard(level: str) -> None:
    strategy = parse_strategy(f"level:{level}")
    if level == "beginner":
        with pytest.raises(StrategyError, match=r"the level beginner makes guesses .* take another level: easy"):
            hard_strategy(strategy)
        return
    hard = hard_strategy(strategy)
    assert hard.consistent
    assert parse_strategy(str(hard)) == hard
    assert play("4x6", strategy, "FADC", hard=True).won


@pytest.mark.parametrize("text", ["8x8", "6x8-lies1", "14x4"])
def test_the_best_plays_hard_in_large_games(text: str) -> None:
    """Each guess is possible, and found by counted steps that take a moment."""
    space = CodeSpace(Rules.parse(text))
    assert play(text, "best", space[space.size // 3], hard=True).won


def test_the_best_of_the_consistent_guesses_is_the_exact_one() -> None:
    known = Transcript.parse("4x6 CBFF:o EAAB:xxo").knowledge
    totals = {}
    for guess in known:
        play_after = [consistent_play(after, Deadline(Limits())) for after in _cells(known, guess)]
        totals[guess] = len(known) + sum(play.total for play in play_after if play is not None)
    best = parse_strategy("best:consistent").choose(known, random.Random(1))
    assert totals[best] == min(totals.values()) == 35


def _cells(known: Knowledge, guess: Code) -> list[Knowledge]:
    return [known.after(guess, answer) for answer in known.cells(guess) if not answer.wins]


@pytest.mark.parametrize("text", ["best:sideways", "level:hard,sideways"])
def test_an_unknown_option_is_refused(text: str) -> None:
    with pytest.raises(StrategyError, match="has no option 'sideways'; there is consistent"):
        parse_strategy(text)


@pytest.mark.parametrize("name", HARD)
@pytest.mark.parametrize("text", ["4x6", "4x5-black", "4x4-position", "4x4-naive", "4x7-distinct"])
def test_strategies_keep_to_hard_mode(name: str, text: str) -> None:
    rules = Rules.parse(text)
    strategy = hard_strategy(parse_strategy(name))
    assert strategy.consistent
    assert hard_strategy(strategy) is strategy
    for maker in (SecretKeeper(rules, CodeSpace(rules)[17]), AdversarialMaker(rules)):
        game = play(rules, name, maker, seed=2, hard=True)
        assert game.won
        assert game == play(rules, strategy, maker, seed=2)
        for turns, (guess, _) in enumerate(game.turns):
            check_hard(game.shortened(turns), guess)
            assert contradictions(game.shortened(turns), guess) == ()


@pytest.mark.parametrize("name", sorted(set(NAMES) - set(HARD)))
def test_strategies_that_cannot_are_refused_before_the_first_guess(name: str) -> None:
    turns: list[Transcript] = []
    with pytest.raises(StrategyError, match="hard mode forbids"):
        play("4x6", name, "FADC", hard=True, on_turn=turns.append)
    assert turns == []


def test_a_tree_plays_hard_if_all_its_guesses_agree() -> None:
    trees = {
        name: StrategyTree.build(parse_strategy(name), Transcript("3x4").knowledge)
        for name in ("entropy", "entropy:consistent")
    }
    assert play("3x4", parse_strategy("tree:entropy:consistent", trees), "DAB", hard=True).won
    with pytest.raises(StrategyError, match="hard mode forbids"):
        play("3x4", parse_strategy("tree:entropy", trees), "DAB", hard=True)


class _Stubborn:
    """A codebreaker that makes the same guess again and again."""

    def guess(self, game: Transcript) -> Code:
        return Code([0, 0, 1, 1])


def test_each_guess_of_any_codebreaker_is_checked() -> None:
    turns: list[Transcript] = []
    with pytest.raises(HardModeError, match="AABB cannot be the code: guess 1, AABB, would have been answered xxxx"):
        play("4x6", _Stubborn(), "FADC", hard=True, on_turn=turns.append)
    assert [str(game) for game in turns] == ["4x6 AABB:x"]
