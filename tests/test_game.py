"""Transcripts as text and JSON, and playing without any edge."""

import json
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sito.codes.code import Code, CodeSpace
from sito.codes.feedback import Feedback, score
from sito.errors import InconsistentError, InputError, RulesError, SitoError, TranscriptError
from sito.playing.duel import Duel, Outcome, play_duel
from sito.playing.game import MOST_REPEATS, SecretKeeper, StrategyBreaker, Transcript, check_consistent, play
from sito.playing.text import read_turn_line, read_written
from sito.rules.rules import Rules
from sito.sieve.knowledge import Knowledge
from sito.strategies.strategy import parse_strategy, strategy_names
from sito.words.files import read_word_list
from tests.cases import cases
from tests.conftest import Sito

RULES = [
    "4x6",
    "4x10-distinct",
    "5x8-numbers",
    "4x6-black",
    "3x5-total",
    "4x6-position",
    "4x6-naive",
    "2x40",
    "20x64",
    "1x1",
]


@st.composite
def games(draw: st.DrawFn) -> Transcript:
    rules = Rules.parse(draw(st.sampled_from(RULES)))
    space = CodeSpace(rules)
    codes = st.integers(0, space.size - 1).map(space.__getitem__)
    pairs = draw(st.lists(st.tuples(codes, codes), max_size=4))
    return Transcript(rules, tuple((guess, score(rules, guess, secret)) for guess, secret in pairs))


@given(games())
def test_text_and_json_give_the_same_game(game: Transcript) -> None:
    assert Transcript.parse(str(game)) == game
    assert Transcript.from_json(game.to_json()) == game
    assert eval(repr(game), {"Transcript": Transcript}) == game


@given(games())
def test_turns_read_from_lines(game: Transcript) -> None:
    space = CodeSpace(game.rules)
    for guess, answer in game.turns:
        for text in (space.text(guess), " ".join(space.text(guess)) if game.rules.colors <= 9 else space.text(guess)):
            for between in (" ", "   ", ":", " : "):
                assert read_turn_line(game.rules, f"  {text}{between}{answer} ") == (guess, answer)


@given(games())
def test_games_as_people_paste_them(game: Transcript) -> None:
    rules, *turns = str(game).split()
    lines = [f"{guess.replace(',', ' ')} {answer}" for guess, answer in (turn.rsplit(":", 1) for turn in turns)]
    for text in (str(game), game.to_json(), "\n".join([rules, *turns]), "\n\n# a note\n".join(["", rules, *lines])):
        assert Transcript(*read_written(text)) == game


def test_every_fault_of_a_pasted_game_is_told_with_its_line() -> None:
    with pytest.raises(InputError) as caught:
        read_written("4x6 ZZZZ:o\nCBFF o\nCBFF xxxxx")
    assert [str(fault)[:7] for fault in caught.value.faults] == ["line 1:", "line 3:"]


PIECES = st.text("ABCDEFxo-:, 0123456789gyPB/\t\u3042\x00") | st.text()


@given(PIECES, st.sampled_from(["", "4x6 ", "logik ", "4x6-position ", "5x8-total "]))
def test_any_text_is_a_game_or_an_input_error(text: str, head: str) -> None:
    try:
        game = Transcript.parse(head + text)
    except InputError as error:
        assert str(error)
    else:
        assert Transcript.parse(str(game)) == game


@given(st.lists(PIECES, max_size=4), st.sampled_from(["", "4x6\n", "logik\n", "{"]))
def test_any_paste_is_a_game_or_an_input_error(lines: list[str], head: str) -> None:
    try:
        game = Transcript(*read_written(head + "\n".join(lines)))
    except InputError as error:
        assert str(error)
    else:
        assert Transcript(*read_written(str(game))) == game


@given(PIECES, st.sampled_from(RULES))
def test_any_line_is_a_turn_or_an_input_error(text: str, rules: str) -> None:
    try:
        guess, answer = read_turn_line(Rules.parse(rules), text)
    except InputError as error:
        assert str(error)
    else:
        assert guess in CodeSpace(Rules.parse(rules))
        assert Feedback.of(Rules.parse(rules), answer.number) == answer


def test_words_with_an_answer_per_position(tmp_path: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(str(tmp_path))
    with open("my words.txt", "w", encoding="utf-8") as file:
        file.write("late tale teal")
    game = Transcript.parse("words-position:my%20words.txt late:yggy", read_word_list)
    assert Transcript.parse(str(game), read_word_list) == game
    assert [game.knowledge.secrets.text(code) for code in game.knowledge] == []
    assert [game.shortened(0).knowledge.secrets.text(code) for code in game.shortened(0).knowledge] == [
        "LATE",
        "TALE",
        "TEAL",
    ]


@cases("text", "faults")
def test_every_fault_of_a_transcript_is_told(text: str, faults: list[str]) -> None:
    with pytest.raises(TranscriptError) as caught:
        Transcript.parse(text)
    assert len(caught.value.faults) == len(faults)
    for fault, expected in zip(caught.value.faults, faults, strict=True):
        assert expected in str(fault)


def test_wrong_rules_of_a_transcript() -> None:
    with pytest.raises(RulesError):
        Transcript.parse("0x6 A:x")


@cases("text")
def test_wrong_json_is_refused(text: str) -> None:
    with pytest.raises(InputError):
        Transcript.from_json(text)


def test_the_json_form_is_stable() -> None:
    value = json.loads(Transcript.parse("5x8-numbers 1,1,1,1,1:2,0").to_json())
    assert value == {"version": 1, "rules": "5x8-numbers", "turns": [{"guess": "1 1 1 1 1", "answer": "xx"}]}


def test_a_corrected_winning_answer_ends_the_game_there() -> None:
    game = Transcript.parse("4x6 ABCD:o BCDA:x CDAB:x")
    corrected = game.corrected(1, Feedback.win(game.rules))
    assert str(corrected) == "4x6 ABCD:o BCDA:xxxx"


def test_known_is_the_sieve_also_for_long_games() -> None:
    rules = Rules.parse("4x6")
    space, rng = CodeSpace(rules), random.Random(7)
    secret = space.draw(rng)
    game = Transcript(rules)
    for _ in range(250):
        guess = space.draw(rng)
        game = game.after(guess, score(rules, guess, secret))
        if len(game) < 5 or len(game) > 245:
            assert game.knowledge == Knowledge.of(rules, game.turns)
            assert len(game.knowledge) == len(Knowledge.of(rules, game.turns))
    assert list(game.knowledge) == [secret]


def test_an_interrupted_game_goes_on_as_it_would_have() -> None:
    rules = Rules.parse("4x6")
    breaker = StrategyBreaker(parse_strategy("random-consistent"), seed=11)
    keeper = SecretKeeper(rules, "FADC")
    whole = play(Transcript(rules), breaker, keeper)
    for turns in range(len(whole)):
        again = StrategyBreaker(parse_strategy("random-consistent"), seed=11)
        assert play(Transcript.parse(str(whole.shortened(turns))), again, keeper) == whole


class _Guesses:
    """A strategy that makes guesses by their numbers, over and over; then it draws one that is possible."""

    deterministic = consistent = False

    def __init__(self, numbers: list[int], ends: int | None = None) -> None:
        self.numbers, self.ends = numbers, ends

    def choose(self, knowledge: Knowledge, rng: random.Random) -> Code:
        turn = len(knowledge.history)
        if self.ends is not None and turn >= self.ends:
            return knowledge.draw(rng)
        return knowledge.guesses[self.numbers[turn % len(self.numbers)]]

    def __str__(self) -> str:
        return "over-and-over"


@pytest.mark.parametrize(("numbers", "others"), [([0], 1), ([0, 1], 2), ([1, 2, 2, 7], 4)])
def test_a_strategy_that_only_repeats_its_guesses_does_not_end(numbers: list[int], others: int) -> None:
    rules = Rules.parse("4x6")
    keeper = SecretKeeper(rules, "FADC")
    turns: list[Transcript] = []
    with pytest.raises(SitoError, match="over-and-over does not end: on 4x6 it made 101 guesses") as caught:
        play(Transcript(rules), StrategyBreaker(_Guesses(numbers), 1), keeper, on_turn=turns.append)
    assert caught.value.exit_code == 1
    assert len(turns) == others + MOST_REPEATS
    played = play(Transcript(rules), StrategyBreaker(_Guesses(numbers), 1), keeper, rounds=MOST_REPEATS)
    assert len(played) == MOST_REPEATS


def test_ctrl_c_while_codes_are_counted_shows_the_turns_before(sito: Sito, monkeypatch: pytest.MonkeyPatch) -> None:
    counted = Knowledge.left.fget

    def left(knowledge: Knowledge) -> int:
        if len(knowledge.history) == 2:
            raise KeyboardInterrupt
        return counted(knowledge)

    monkeypatch.setattr(Knowledge, "left", property(left))
    done = sito("break", "ABAB", "--strategy", "first-consistent", code=130)
    assert "AAAA" in done.out
    assert "Traceback" not in done.err
    assert "mistake in Sito" not in done.err


def test_sito_break_ends_with_1_if_the_strategy_does_not_end(sito: Sito, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "sito.cli.play.break_.read_game_and_strategies", lambda rules, strategy: (Rules(4, 6), [_Guesses([0])])
    )
    done = sito("break", "FADC", code=1)
    assert "over-and-over does not end" in done.err
    assert len(done.out.splitlines()) == 1 + 1 + MOST_REPEATS


def test_a_few_repeated_guesses_are_no_fault() -> None:
    rules = Rules.parse("1x3")
    breaker = StrategyBreaker(_Guesses([0], ends=MOST_REPEATS), 1)
    played = play(Transcript(rules), breaker, SecretKeeper(rules, "B"))
    assert played.won
    assert len(played) > MOST_REPEATS


def test_play_stops_at_the_limit_and_tells_of_each_turn() -> None:
    rules = Rules.parse("4x10-distinct")
    told: list[Transcript] = []
    breaker = StrategyBreaker(parse_strategy("first-consistent"), seed=0)
    game = play(Transcript(rules), breaker, SecretKeeper(rules, "6281"), rounds=3, on_turn=told.append)
    assert not game.won
    assert told == [game.shortened(turns) for turns in (1, 2, 3)]


def test_a_contradiction_is_an_error_that_names_the_answers() -> None:
    game = Transcript.parse("4x6 AABB:- AABB:xxxx")
    with pytest.raises(InconsistentError) as caught:
        check_consistent(game)
    assert str(caught.value).splitlines()[1] == "answers 1 (AABB:-) and 2 (AABB:xxxx) cannot stand together"
    assert str(caught.value).splitlines()[2] == "1. answer 2, AABB:xxxx, could be -"
    breaker = StrategyBreaker(parse_strategy("first-consistent"), seed=0)
    with pytest.raises(InconsistentError):
        breaker.guess(game)
    hopeless = Transcript.parse("4x6 AAAA:xxxx BBBB:xxxx CCCC:xxxx DDDD:xxxx EEEE:xxxx")
    with pytest.raises(InconsistentError, match="more than 3 answers are wrong"):
        check_consistent(hopeless)


class _Undecided:
    """A codemaker who takes the first answer back once, as a person at the terminal may."""

    def __init__(self, keeper: SecretKeeper) -> None:
        self.keeper = keeper
        self.taken_back = False

    def answer(self, game: Transcript, guess: Code) -> Feedback | Transcript:
        if len(game) == 1 and not self.taken_back:
            self.taken_back = True
            return game.shortened(-1)
        return self.keeper.answer(game, guess)


class _Human:
    """A codemaker who takes answers back, errs, and puts all of them right when a contradiction shows."""

    def __init__(self, secret: SecretKeeper, rng: random.Random) -> None:
        self.secret, self.rng = secret, rng

    def answer(self, game: Transcript, guess: Code) -> Feedback | Transcript:
        mood = self.rng.random()
        if mood < 0.15 and game.turns:
            return game.shortened(-1)
        truth = score(game.rules, guess, self.secret.secret)
        lie = score(game.rules, guess, CodeSpace(game.rules).draw(self.rng))
        answer = lie if mood < 0.4 and not lie.wins else truth
        after = game.after(guess, answer)
        if len(after.knowledge):
            return answer
        return Transcript(game.rules, tuple((g, score(game.rules, g, self.secret.secret)) for g, _ in after.turns))


@pytest.mark.parametrize(
    "name", [name for name in strategy_names() if name not in {"tree", "level"}]
)  # a tree needs its file
@pytest.mark.parametrize("rules", ["4x6", "5x3-position"])
def test_every_strategy_bears_with_a_human_who_errs(name: str, rules: str) -> None:
    game = Transcript(Rules.parse(rules))
    for seed in range(8):
        rng = random.Random(seed)
        human = _Human(SecretKeeper.draw(game.rules, rng), rng)
        played = play(game, StrategyBreaker(parse_strategy(name), seed), human, rounds=100)
        assert played.won
        assert played.turns[-1][0] == human.secret.secret


def test_a_duel_in_which_an_answer_is_taken_back_ends_as_without() -> None:
    rules = Rules.parse("4x6")
    breaker = StrategyBreaker(parse_strategy("first-consistent"), seed=0)
    keepers = [SecretKeeper(rules, "ABCD"), SecretKeeper(rules, "FEDC")]
    told: list[Duel] = []
    plain = play_duel(Duel.of(rules), (breaker, keepers[0]), (breaker, keepers[1]))
    other = play_duel(Duel.of(rules), (breaker, _Undecided(keepers[0])), (breaker, keepers[1]), on_turn=told.append)
    assert plain == other
    assert told[-1] == other
    assert len(told) == len(other.first) + len(other.second) + 2


@pytest.mark.parametrize(
    ("first", "second", "outcome"),
    [
        ("", "", Outcome.OPEN),
        ("AA:xx", "", Outcome.OPEN),
        ("AA:xx", "AB:x", Outcome.FIRST),
        ("AA:xx", "BB:xx", Outcome.TIE),
        ("AB:x", "BB:xx", Outcome.SECOND),
        ("AB:x", "AB:x", Outcome.OPEN),
    ],
)
def test_outcomes(first: str, second: str, outcome: Outcome) -> None:
    assert Duel(Transcript.parse(f"2x2 {first}"), Transcript.parse(f"2x2 {second}")).outcome is outcome
