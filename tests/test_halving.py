"""The strategy for boards of any size, its bound, and the boards that no other strategy plays."""

import json
import random
from math import ceil, log2

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sito.advice.levels import LEVELS
from sito.cli.play.pictures import GamePicture, Side, View
from sito.codes.code import Code, CodeSpace
from sito.codes.feedback import score
from sito.errors import InconsistentError, LimitError, SitoError, StrategyError
from sito.makers import AdversarialMaker
from sito.playing.game import StrategyBreaker, Transcript, play
from sito.playing.inconsistent import leaves_code
from sito.playing.repairs import diagnose
from sito.rules.rules import Rules
from sito.show.render import text_of
from sito.sieve.knowledge import Knowledge
from sito.strategies.halving import Halving, _search, most_guesses
from sito.strategies.strategy import parse_strategy
from sito.tournament.comparison import compare
from sito.tournament.many import play_many
from tests.conftest import Sito

EXHAUSTED = """
    1x1 1x7 2x2 3x4 4x6 4x6-black 5x3 3x4-naive 9x2 6x4-black 2x9 4x2-position
    1x1-distinct 2x2-distinct 3x3-distinct 4x4-distinct 5x5-distinct 6x6-distinct-black 4x5-distinct 3x6-distinct-black
"""


def drawn(text: str, seed: int) -> tuple[Rules, Code]:
    space = CodeSpace(text)
    return space.rules, space.draw(random.Random(seed))


@pytest.mark.parametrize("text", EXHAUSTED.split())
def test_no_code_of_a_small_game_needs_more_guesses_than_its_bound(text: str) -> None:
    rules = Rules.parse(text)
    assert play_many(rules, "halving").maximum <= most_guesses(rules)
    for secret in CodeSpace(rules):
        asking, black, guesses = _search(rules, ()), None, set[Code]()
        while black != rules.pegs:  # without what the sieve knows
            guess = next(asking) if black is None else asking.send(black)
            guesses.add(Code(guess))
            black = score(f"{rules.pegs}x{rules.colors}-black", guess, secret).black
        assert len(guesses) <= most_guesses(rules)
        assert all(guess in CodeSpace(rules) for guess in guesses)


def test_the_bound_is_no_greater_than_those_of_the_literature() -> None:
    for pegs in range(1, 101):
        for colors in range(1, 101):
            goodrich = pegs * ceil(log2(colors)) + ceil((2 - 1 / colors) * pegs) + colors
            assert most_guesses(Rules(pegs, colors)) <= goodrich
        el_ouali_and_sauerland = (pegs - 3) * ceil(log2(pegs)) + ceil(5 * pegs / 2) - 1
        assert pegs < 9 or most_guesses(f"{pegs}x{pegs}-distinct") <= el_ouali_and_sauerland


@pytest.mark.parametrize("text", ["32x32", "100x100", "100x6-black", "30x80-distinct", "48x48-distinct", "16x70-naive"])
def test_large_games_end_within_the_bound(text: str) -> None:
    rules, secret = drawn(text, 1)
    game = play(rules, "halving", secret)
    assert game.won
    assert len(game) <= most_guesses(rules)
    assert len({guess for guess, _ in game.turns}) == len(game)


@settings(max_examples=40, deadline=None)
@given(st.integers(1, 30), st.integers(1, 30), st.booleans(), st.randoms(use_true_random=False))
def test_any_code_of_a_vast_board_is_found_within_the_bound(
    pegs: int, colors: int, distinct: bool, rng: random.Random
) -> None:
    rules = Rules.parse(f"{pegs}x{colors + 64}-distinct" if distinct else f"{pegs + 20}x{colors}")
    game = play(rules, "halving", CodeSpace(rules).draw(rng))
    assert len(game) <= most_guesses(rules)


@pytest.mark.parametrize("text", ["4x6", "5x5-distinct", "30x30", "30x30-distinct"])
def test_turns_of_others_do_not_lead_astray(text: str) -> None:
    rules, secret = drawn(text, 1)
    space, rng = CodeSpace(rules), random.Random(2)
    game = Transcript(rules)
    own = 0
    while not game.won:
        guess = Halving().choose(game.knowledge, rng)
        assert guess not in {made for made, _ in game.turns}
        game, own = game.after(guess, score(rules, guess, secret)), own + 1
        other = space.draw(rng)
        if not game.won and other != secret and rng.random() < 0.3:
            game = game.after(other, score(rules, other, secret))
    assert own <= most_guesses(rules) < len(game) + most_guesses(rules)
    mixed = list(game.turns[:-1])
    rng.shuffle(mixed)
    assert Halving().choose(Transcript(rules, mixed).knowledge, rng) == game.turns[-1].guess


def test_colors_that_count_more_pegs_than_there_are_contradict_each_other() -> None:
    game = Transcript("21x3", [("A" * 21, (12, 0)), ("B" * 21, (12, 0))])
    with pytest.raises(InconsistentError):
        Halving().choose(game.knowledge, random.Random(1))


@pytest.mark.parametrize("text", ["30x6-black", "24x24-distinct-black"])
def test_a_wrong_answer_is_noticed_at_the_end_at_the_latest(text: str) -> None:
    rules, secret = drawn(text, 3)
    for wrong_turn in range(0, 60, 6):
        game = play(rules, "halving", secret, rounds=wrong_turn)
        guess = Halving().choose(game.knowledge, random.Random(1))
        black = score(rules, guess, secret).black or 0
        game = game.after(guess, black - 1 if black else 1)
        with pytest.raises(InconsistentError):
            play(game, "halving", secret, rounds=most_guesses(rules) + 1)


def test_a_turn_of_others_that_contradicts_the_code_is_noticed_when_the_code_is_known() -> None:
    rules, secret = drawn("30x30", 4)
    game = Transcript(rules).after((*secret[:-1], (secret[-1] + 1) % 30), (28, 0))
    with pytest.raises(InconsistentError):
        play(game, "halving", secret)


def test_a_hit_is_the_code() -> None:
    rules, secret = drawn("40x40", 1)
    assert Halving().choose(Knowledge(rules).after(secret, (40, 0)), random.Random(1)) == secret


@pytest.mark.parametrize("text", ["4x6-total", "4x6-lies1", "4x6-consistent", "30x6-total", "words-5"])
def test_other_rules_are_refused(text: str) -> None:
    with pytest.raises(StrategyError):
        Halving().choose(Knowledge(text), random.Random(1))
    with pytest.raises(StrategyError):
        most_guesses(text)


def test_every_level_and_the_best_strategy_play_vast_boards_so() -> None:
    known, rng = Knowledge("30x80"), random.Random(1)
    guess = Halving().choose(known, rng)
    for text in ("best", *(f"level:{level.name}" for level in LEVELS)):
        assert parse_strategy(text).choose(known, rng) == guess


@pytest.mark.parametrize(
    "text", ["first-consistent", "entropy", "uniform-probe", "random-consistent", "best:consistent"]
)
def test_other_strategies_say_that_the_board_is_too_large(text: str) -> None:
    with pytest.raises(LimitError, match="up to 20 pegs and 64 colors"):
        parse_strategy(text).choose(Knowledge("30x80"), random.Random(1))


def test_of_a_vast_board_only_the_turns_are_known() -> None:
    rules, secret = drawn("100x100", 1)
    known = Knowledge(rules).after(secret[::-1], score(rules, secret[::-1], secret))
    assert secret in known
    assert secret[1:] + secret[:1] not in known
    assert known.likely(5) == []
    assert len(known) > 10**18
    assert "not counted" in known._repr_html_()
    assert len(Knowledge("3x80")) == 80**3
    for ask in (known.first, known.rank, lambda: known.sample, lambda: known.cells(secret), lambda: list(known)):
        with pytest.raises(SitoError):
            ask()
    with pytest.raises(LimitError):
        AdversarialMaker(rules)


def test_tournaments_play_vast_boards_in_plain_python() -> None:
    table = compare("30x30", ["halving"], sample=3, seed=1)
    secret = CodeSpace("30x30").draw(random.Random(1))
    games = play_many("30x30", "halving", [secret, secret])
    assert table[0].maximum <= most_guesses("30x30")
    assert games.lengths[0] == games.lengths[1] <= most_guesses("30x30")
    assert len(play("30x30", StrategyBreaker(Halving(), 0), secret)) == games.lengths[0]


def test_commands_play_vast_boards(sito: Sito) -> None:
    told = json.loads(sito("break", "A" * 29 + "F", "--rules", "30x6", "--json").out)
    assert told["strategy"] == "halving"
    assert told["broken"]
    assert len(told["turns"]) <= most_guesses("30x6")
    told = json.loads(sito("advise", "30x6 " + "A" * 30 + ":29,0", "--json").out)
    assert (told["guess"], told["strategy"], told["codes"]) == ("B" * 30, "halving", [])
    assert "of 3 wins" not in sito("duel", "30x6", stdin="/quit\n", code=None).err
    played = sito("play", "30x6", "--secret", "A" * 30, stdin=f"{'B' * 30}\n{'A' * 30}\n")
    assert "You have found it in 2 guesses." in played.err + played.out


def test_a_contradiction_on_a_vast_board_is_mended_by_hand(sito: Sito) -> None:
    wrong = sito("keep", "30x6", stdin="20 0\n20 0\n/fix 2 5 0\n/quit\n")
    assert "no code agrees with all the answers" in wrong.err + wrong.out
    assert "CCCCCC" in wrong.out
    assert "too large a board" not in wrong.err + wrong.out


def test_two_answers_to_one_guess_contradict() -> None:
    twice = Transcript("24x30", [([0] * 24, "2 0"), ([0] * 24, "1 0")])
    assert not leaves_code(twice.knowledge)
    assert diagnose(twice).clash == (0, 1)
    assert "not looked for" in str(diagnose(Transcript("24x30", [([0] * 24, "2 0")])))
    assert leaves_code(Transcript("24x30", [([0] * 24, "2 0")] * 2).knowledge)


@pytest.mark.parametrize(
    ("text", "guess", "answer"),
    [
        ("24x30", [0] * 24, "1 3"),
        ("24x30", [0] * 24, "0 1"),
        ("24x30", [0] * 24, "xxxxooo"),
        ("24x30", [*[0] * 23, 1], "0 3"),
        ("24x24", [*range(24)], "0 0"),
        ("24x30-distinct", [*range(24)], "9 8"),
    ],
)
def test_an_answer_that_no_code_gives_is_refused_at_once(text: str, guess: list[int], answer: str) -> None:
    game = Transcript(text, [(guess, answer)])
    assert not leaves_code(game.knowledge)
    assert str(diagnose(game)).startswith("no code agrees with answer 1 (")


@pytest.mark.parametrize(
    ("command", "stdin"), [("keep", "0 1\n/fix 1 5 0\n/help\n/quit\n"), ("play", "/help\n/quit\n")]
)
def test_what_a_vast_board_does_not_have_is_said_and_not_offered(sito: Sito, command: str, stdin: str) -> None:
    told = sito(command, "30x6", stdin=stdin, code=None)
    lines = told.err + told.out
    assert "the possible codes are not counted" in lines
    assert "/undo" in lines or command == "play"
    assert not [word for word in ("/hint", "/why", "/hide", "/show", "/more") if word in lines]
    assert ("no code agrees with answer 1 (" in lines) == (command == "keep")


def test_rows_that_are_too_wide_are_folded() -> None:
    game = Transcript("100x100", [([color] * 100, (color, 0)) for color in range(5)])
    lines = [text_of(line) for line in GamePicture(View(), (Side.of(game),)).lines(60, 14)]
    assert all(len(line) <= 60 for line in lines)
    assert len(lines) <= 14
    assert lines[-1].endswith("  4 0")
    assert "guesses are above" in lines[1]
    assert sum(line.startswith("    5 5") for line in lines) == 3  # below the line that begins with its number
