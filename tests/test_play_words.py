"""`sito play words` as people play it: a whole game at a terminal and in a pipe, hard mode, several boards, sharing."""

import json
import re

import pytest

from sito.advice.advice import advise
from sito.codes.hard_mode import check_hard
from sito.errors import HardModeError, InputError, RulesError, SitoError
from sito.playing.game import Transcript, play
from sito.playing.numbered import numbered_secret, numbered_secrets
from sito.rules.rules import Rules
from sito.show.sharing import share_boards, share_text
from sito.words.local_words import POSITION_MARKS
from tests.conftest import Sit, Sito
from tests.screens import held

WHOLE = """\
 1  SLATE  ----g
 2  OPERA  yyyy-
 3  PRONG  gggg-
 4  PRONE  ggggg
"""


def test_a_whole_game_in_a_pipe(sito: Sito) -> None:
    played = sito("play", "words", "--game", "5", stdin="slate\nqqqqq\nslat\nopera\n/letters\nprong\nprone\n")
    assert (played.code, played.out) == (0, WHOLE)
    assert "'qqqqq' is not in the list of words; near it are" in played.err
    assert "'slat' has 4 letters; it needs 5" in played.err
    assert "In place: E. Elsewhere: O P R. Not in the word: A L S T. Not tried: B C D" in played.err
    assert played.err.splitlines()[-2] == "You have found it in 4 guesses."
    assert sito("games", "share").out == "Sito words-5 #5 4/6\n⬛⬛⬛⬛🟩\n🟨🟨🟨🟨⬛\n🟩🟩🟩🟩⬛\n🟩🟩🟩🟩🟩\n"
    orange = sito("games", "share", "--high-contrast").out
    assert orange == "Sito words-5 #5 4/6\n⬛⬛⬛⬛🟧\n🟦🟦🟦🟦⬛\n🟧🟧🟧🟧⬛\n🟧🟧🟧🟧🟧\n"
    assert (
        "Guess 2: wrong place, wrong place, wrong place, wrong place, not there."
        in sito("games", "share", "--words").out
    )


@pytest.mark.parametrize(("columns", "colors"), [(80, 256), (40, 0), (120, 256)])
def test_a_whole_game_at_a_terminal(sit: Sit, columns: int, colors: int) -> None:
    game = sit("play", "words", "--game", "5", columns=columns, colors=colors)
    game.enter("slate", at="guess 1 of 6:")
    game.enter("qqqqq", at="guess 2 of 6:")
    game.type("oper", at="is not in the list")
    game.check(f"words-{columns}-slip")
    game.enter("a")
    game.enter("prone", at="guess 3 of 6:")
    assert game.end() == 0
    held(f"words-{columns}-won", game.drawn())


def test_hard_mode_keeps_green_and_uses_yellow_letters(sito: Sito) -> None:
    typed = "slate\ncrone\nslate\nstone\nprone\n"
    by_option = sito("play", "words", "--hard", "--game", "5", stdin=typed)
    by_rules = sito("play", "words-5-hard", "--game", "5", stdin=typed)
    expected = " 1  SLATE  ----g\n 2  CRONE  -gggg\n 3  PRONE  ggggg\n"
    for played in (by_option, by_rules):  # a number has the same word in hard mode
        assert (played.code, played.out) == (0, expected)
        assert "Hard mode: every guess must use all that the answers have shown." in played.err
        assert "hard mode does not allow SLATE: place 2 must be R" in played.err
        assert "hard mode does not allow STONE: place 2 must be R" in played.err
    assert sito("games", "share").out.splitlines()[0] == "Sito words-5-hard #5 3/6"
    assert sito("games", "share", "play-1").out.splitlines()[0] == "Sito words-5 #5 3/6*"
    assert numbered_secret("words-5-hard", 5) == numbered_secret("words", 5)
    assert numbered_secret("4x6-consistent", 5) == numbered_secret("4x6", 5)


def test_hints_and_reviews_of_hard_mode_keep_to_it(sito: Sito) -> None:
    played = sito("play", "words", "--hard", "--game", "5", stdin="raise\n/hint\ntrope\nprone\n")
    advised = re.search("A good guess is ([A-Z]{5}):", played.err)
    assert advised
    check_hard(Transcript.parse("words RAISE:y---g"), advised[1])
    reviewed = sito("review", "--last").out
    assert "words-position-hard:words-5" in reviewed
    better = re.search("Guess 2, TROPE: ([A-Z]{5}) is better", reviewed)
    assert better is None or better[1][4] == "E"
    assert "words-position-hard:words-5" in sito("review", "--all").out


def test_a_mistyped_word_is_told_what_it_may_mean() -> None:
    for typed, meant in (("riase", "RINSE, RAISE, ARISE"), ("raize", "BAIZE, MAIZE, RAILE, RAISE")):
        with pytest.raises(SitoError, match=f"near it are {meant}"):
            Transcript.parse(f"words {typed}:-----")


def test_of_guesses_worth_the_same_a_possible_word_is_advised() -> None:
    advice = advise("words RAISE:--g-g HINGE:yy--g")  # CHIDE CHIME WHILE WHITE
    assert advice[0].expected == 2
    assert advice[0].figures.possible
    assert any(not guess.figures.possible for guess in advice)


def test_what_a_green_letter_settles_is_not_asked_for_again() -> None:
    with pytest.raises(HardModeError) as refused:
        check_hard(Transcript.parse("words RAISE:y-gy-"), "mould")
    assert [str(fault).partition(": ")[2] for fault in refused.value.faults] == [
        "place 3 must be I",
        "it needs R 1 time",
        "it needs S 1 time",
    ]
    with pytest.raises(HardModeError, match="it needs E 2 times"):
        check_hard(Transcript.parse("words GEESE:-gy--"), "might")


@pytest.mark.parametrize(("name", "meant"), [("wordle", "words"), ("quordle", "words --boards 4"), ("wrods", "words")])
def test_games_known_by_another_name_are_found(name: str, meant: str) -> None:
    with pytest.raises(RulesError, match=rf"do you mean {meant}\?"):
        Rules.parse(name)


def test_hard_mode_in_the_library() -> None:
    game = Transcript.parse("words SLATE:----g")
    with pytest.raises(HardModeError, match="place 5 must be E"):
        check_hard(game, "opera")
    assert play("words-5-hard", "first-consistent", "prone").won


def test_rules_are_named_once(sito: Sito) -> None:
    twice = sito("play", "words", "--rules", "4x6")
    assert (twice.code, twice.out) == (2, "")
    assert "the rules are named twice" in twice.err
    assert sito("play", "words-9").code == 2


def test_the_shortest_text_of_rules_reads_back() -> None:
    texts = ("words", "words-3-hard", "words-8-lies2", "words-5-black", "words-4-total-consistent", "4x6", "logik")
    for rules in map(Rules.parse, texts):
        assert Rules.parse(rules.short) == rules
        assert "@" not in rules.short
    mine = Rules.parse("words-position:words-5", words={"words-5": ["bear", "seal"]})
    assert mine.short == str(mine)


def test_several_boards_in_a_pipe(sito: Sito) -> None:
    left = sito("play", "words", "--boards", "2", "--game", "7", stdin="slate\nqqqqq\ncrony\n/letters\n/quit\n")
    assert (left.code, left.out) == (0, " 1  SLATE  -y--y  --y-y\n 2  CRONY  -y---  -y---\n")
    assert "Board 2: In place: -. Elsewhere: A E R. Not in the word: C L N O S T Y." in left.err
    assert "guess 3 of 7" not in left.out
    assert "Go on with: sito games resume boards-1" in left.err
    assert "boards-1: you guess on several boards, words-5 x2" in sito("games", "show", "boards-1").out
    done = sito("games", "resume", "boards-1", stdin="ruler\npaper\n")
    assert (done.code, done.out.splitlines()[-2:]) == (
        0,
        [" 3  RULER  ggggg  ---gg", " 4  PAPER         ggggg"],
    )
    assert "You have found all in 4 guesses." in done.err
    shared = sito("games", "share").out
    assert shared.splitlines() == [
        "Sito words-5 x2 #7 4/7",
        "⬛🟨⬛⬛🟨 ⬛⬛🟨⬛🟨",
        "⬛🟨⬛⬛⬛ ⬛🟨⬛⬛⬛",
        "🟩🟩🟩🟩🟩 ⬛⬛⬛🟩🟩",
        "⬜⬜⬜⬜⬜ 🟩🟩🟩🟩🟩",
    ]
    told = sito("games", "share", "--words").out
    assert "Board 2:\nFound with 4 guesses.\nGuess 1: not there, not there, wrong place" in told
    assert "words-5 x2" in sito("games", "stats").out
    exported = sito("games", "export", "-").out
    assert [game["name"] for game in json.loads(exported)["finished"]] == ["boards-1"]


def test_several_boards_given_up_and_as_json(sito: Sito) -> None:
    lost = sito("--json", "--quiet", "play", "words", "--boards", "2", "--game", "7", "--rounds", "1", stdin="slate\n")
    assert lost.code == 1
    told = json.loads(lost.out)
    assert (told["found"], [board["secret"] for board in told["boards"]]) == (False, ["RULER", "PAPER"])
    given_up = sito("play", "words", "--boards", "2", "--game", "7", stdin="ruler\n/give up\n", code=1)
    assert "You have given up. Board 2: PAPER." in given_up.err
    for option in (("--hard",), ("--secret", "crane"), ("--maker", "adversarial"), ("--lies", "1")):
        refused = sito("play", "words", "--boards", "2", *option, code=2)
        assert f"leave out {option[0]}" in refused.err


@pytest.mark.parametrize(("columns", "colors"), [(40, 0), (80, 256), (120, 256)])
def test_a_quordle_at_a_terminal(sit: Sit, columns: int, colors: int) -> None:
    game = sit("play", "words", "--boards", "4", "--game", "7", columns=columns, colors=colors)
    for number, guess in enumerate(("slate", "crony", "denim"), 1):
        game.enter(guess, at=f"guess {number} of 9:")
    game.type("wan", at="guess 4 of 9:")
    game.check(f"boards-{columns}-typing")
    for number, guess in enumerate(("na", "enemy", "vinyl"), 4):
        game.enter(guess, at=f"guess {number} of 9:")
    assert game.end() == 0
    held(f"boards-{columns}-won", game.drawn())


def test_boards_in_words(sito: Sito) -> None:
    said = sito("--plain", "play", "words", "--boards", "2", "--game", "7", stdin="ruler\npaper\n").out
    assert said.splitlines() == [
        "Guess 1: R U L E R.",
        "Board 1: R: in place; U: in place; L: in place; E: in place; R: in place.",
        "Board 2: R: not in the word; U: not in the word; L: not in the word; E: in place; R: in place. "
        f"{said.splitlines()[2].split('. ')[-1]}",
        "Guess 2: P A P E R.",
        "Board 2: P: in place; A: in place; P: in place; E: in place; R: in place.",
    ]


def test_boards_by_number_have_codes_of_their_own() -> None:
    four = numbered_secrets("words", 7, 4)
    assert len(set(four)) == 4
    assert four == numbered_secrets("words", 7, 4)
    assert four[:2] != numbered_secrets("words", 7, 2)
    with pytest.raises(InputError, match="is not the number of a game"):
        numbered_secrets("words", -1, 2)


def test_boards_of_any_game_are_shared() -> None:
    games = [Transcript.parse(f"4x6-black {text}") for text in ("ABCD:2 ABCE:4", "ABCD:0 ABCE:0", "ABCD:4")]
    assert share_boards(games, day="2026-11-22", rounds=8).splitlines() == [
        "Sito 4x6-black x3 2026-11-22 X/8",
        "⚫⚫➖➖ ➖➖➖➖",
        "⚫⚫⚫⚫ ➖➖➖➖",
        "",
        "⚫⚫⚫⚫",
    ]


@pytest.mark.parametrize("high_contrast", [False, True])
def test_shared_squares_can_be_read_again(high_contrast: bool) -> None:
    game = Transcript.parse("words SLATE:----g OPERA:yyyy-")
    lines = share_text(game, high_contrast=high_contrast).splitlines()[1:]
    assert [[POSITION_MARKS[square] for square in line] for line in lines] == [
        list(turn.answer.marks) for turn in game.turns
    ]


def test_the_computer_keeps_to_hard_mode_of_the_rules(sito: Sito) -> None:
    kept = sito("keep", "words-5-hard", stdin="-----\n/quit\n", code=0)
    assert "Hard mode: every guess must use all that the answers have shown." in kept.err
    broken = sito("break", "crane", "--rules", "words-5-hard", "--strategy", "entropy")
    assert (broken.code, "Broken in 3 guesses." in broken.err) == (0, True)
    refused = sito("duel", "words-5-hard", "--strategy", "uniform-probe", code=2)
    assert "hard mode forbids them" in refused.err
    duel = sito("duel", "words-5-hard", "--seed", "1", stdin="slate\n-y--g\ncrane\n/quit\n")
    assert "hard mode does not allow CRANE: place 4 must be T" in duel.err
