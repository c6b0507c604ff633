"""The transcripts of the founding systems that play with codes, as golden tests at the command line."""

from __future__ import annotations

import json
import random

import pytest

from sito.codes.code import CodeSpace
from sito.codes.feedback import Feedback, score
from sito.playing.game import SecretKeeper, StrategyBreaker, Transcript, play
from sito.rules.rules import Rules
from sito.strategies.strategy import parse_strategy
from tests.conftest import Sito

# System 1: round, guess, codes left in the set after taking the guess out, answer.
SYSTEM_1 = [("CBFF", 1295, "o"), ("EAAB", 275, "xxo"), ("EABE", 14, "xx"), ("EACA", 2, "xo"), ("AABB", 0, "xxxx")]


def test_system_1_counts_the_codes_that_are_left() -> None:
    game = Transcript.parse("4x6 " + " ".join(f"{guess}:{answer}" for guess, _, answer in SYSTEM_1))
    for place, (guess, count, answer) in enumerate(SYSTEM_1):
        before = game.shortened(place).knowledge
        code = before.guesses.parse(guess)
        assert code in before
        assert len(before) - 1 == count
        assert str(game.turns[place][1]) == answer
    assert len(game.knowledge) == 1
    assert game.won


def test_system_1_at_the_command_line(sito: Sito) -> None:
    lines = "".join(f"{guess} {answer}\n" for guess, _, answer in SYSTEM_1)
    done = sito("advise", "--rules", "mastermind", "--json", stdin=lines, code=0)
    reports = [json.loads(line) for line in done.out.splitlines()]
    # The guess itself is among the codes that are left before it is made.
    assert [1296, *(report["left"] for report in reports)] == [count + 1 for _, count, _ in SYSTEM_1] + [1]
    assert reports[-1]["codes"] == ["AABB"]
    assert reports[-1]["guess"] is None


def test_system_1_says_so_when_the_human_has_erred(sito: Sito) -> None:
    done = sito("advise", "4x6 CBFF:o EAAB:xxo EABE:xx EACA:xo AABB:xxx", code=3)
    assert "no code agrees with all the answers" in done.err
    assert "answer 5, AABB:xxx, could be xxxx" in done.err


@pytest.mark.parametrize(
    ("secret", "turns"),
    [
        ("BFAC", "ABCD:ooo BADE:xo BACF:xooo BFCA:xxoo BFAC:xxxx"),
        ("ECAF", "ABCD:oo BCAF:xxx DCAF:xxx FCAF:xxx ECAF:xxxx"),
    ],
)
def test_system_2(sito: Sito, secret: str, turns: str) -> None:
    guesses = [turn.split(":")[0] for turn in turns.split()]
    done = sito("play", "--secret", secret, stdin="\n".join(guesses), code=0)
    expected = [f"{number:2}  {turn.replace(':', '  ')}" for number, turn in enumerate(turns.split(), 1)]
    assert done.out.splitlines() == expected
    assert "You have found it in 5 guesses." in done.err
    assert str(Transcript.parse(f"4x6 {turns}")) == f"4x6 {turns}"


def test_system_2_shows_the_code_when_the_rounds_are_over(sito: Sito) -> None:
    done = sito("play", "--secret", "BFAC", stdin="ABCD\n" * 6)
    assert done.code == 1  # the code was not found
    assert len(done.out.splitlines()) == 6
    assert "No rounds are left. The code was BFAC." in done.err


def test_system_2_neither_pads_nor_cuts_a_guess_and_the_round_is_not_lost(sito: Sito) -> None:
    done = sito("play", "--secret", "BFAC", stdin="ABC\nABCDE\nBFAC\n", code=0)
    assert done.out == " 1  BFAC  xxxx\n"
    assert "'ABC' has 3 pegs; it needs 4" in done.err
    assert "'ABCDE' has 5 pegs; it needs 4" in done.err


def test_system_2_draws_every_letter_as_often(sito: Sito) -> None:
    """The faults not to inherit: F never drawn, and the end letters half as often."""
    seen: dict[str, int] = dict.fromkeys("ABCDEF", 0)
    for seed in range(300):
        done = sito("play", "--json", "--quiet", "--rounds", "1", "--seed", str(seed), stdin="AAAA\n")
        for letter in json.loads(done.out)["secret"]:
            seen[letter] += 1
    # 1200 letters, 200 of each expected, standard deviation 13; the seeds are fixed, so this never wavers.
    assert all(150 < count < 250 for count in seen.values()), seen


SYSTEM_3 = {
    "6281": "0123:oo 1045:o 2356:oo 3274:x 3608:oo 6281:xxxx",
    "9431": "0123:oo 1045:oo 2354:oo 3406:xo 3561:xo 6502:- 7431:xxx 8431:xxx 9431:xxxx",
}


@pytest.mark.parametrize("secret", SYSTEM_3)
def test_system_3_bulls_and_cows(sito: Sito, secret: str) -> None:
    done = sito("break", secret, "--rules", "bulls-and-cows", "--strategy", "first-consistent", code=0)
    lines = [line.split() for line in done.out.splitlines()[1:]]
    assert " ".join(f"{guess}:{answer}" for _, guess, answer, _, _ in lines) == SYSTEM_3[secret]
    # The oracle: the sieve written out.
    rules = Rules.parse("4x10-distinct")
    left = list(CodeSpace(rules))
    for _, guess, answer, before, after in lines:
        assert len(left) == int(before)
        code = CodeSpace(rules).parse(guess)
        assert left[0] == code
        left = [other for other in left if str(score(rules, code, other)) == answer]
        assert len(left) == int(after)


# System 4: guess, P, B; and the settled colors of the colour phase.
SYSTEM_4 = [
    ("1 1 1 1 1", 0, 0),
    ("2 2 2 2 2", 2, 0),
    ("3 3 2 3 2", 0, 2),
    ("4 2 2 4 4", 1, 3),
    ("2 2 4 5 4", 2, 3),
    ("2 4 5 2 4", 5, 0),
]


def test_system_4_transcript(sito: Sito) -> None:
    done = sito(
        "play", "--rules", "logik", "--secret", "2 4 5 2 4", stdin="\n".join(guess for guess, _, _ in SYSTEM_4), code=0
    )
    rules = Rules.parse("logik")
    shown = [line[4:].split("  ") for line in done.out.splitlines()]
    assert shown == [[guess, str(Feedback.parse(f"P{p} B{b}", rules))] for guess, p, b in SYSTEM_4]
    assert [str(Feedback.parse(f"{p} {b}", rules)) for _, p, b in SYSTEM_4] == [answer for _, answer in shown]


def test_system_4_transcript_can_be_advised_on_in_its_own_notation(sito: Sito) -> None:
    done = sito(
        "advise", "--json", stdin="logik\n" + "".join(f"{guess} P{p} B{b}\n" for guess, p, b in SYSTEM_4), code=0
    )
    reports = [json.loads(line) for line in done.out.splitlines()]
    assert len(reports) == 6
    # Without color 1 there are 7^5 codes; then two pegs of color 2 and three of the other six.
    assert [report["left"] for report in reports[:2]] == [7**5, 10 * 6**3]
    assert reports[-1]["codes"] == ["2 4 5 2 4"]


def test_system_5_answers_and_size() -> None:
    rules = Rules.parse("bulls-and-cows-repeats")
    space = CodeSpace(rules)
    assert space.size == 10_000
    answer = score(rules, space.parse("6112"), space.parse("1622"))
    assert (answer.black, answer.white) == (1, 2)
    # Code number i is its decimal digits.
    assert all(space.text(space[number]) == f"{number:04}" for number in (0, 7, 1622, 9999))


def test_system_5_keeps_no_code_with_too_many_cows() -> None:
    """The fault of the published test: it keeps codes that share more digits with the guess than the answer says."""
    game = Transcript.parse("4x10 6112:1,1")
    space = CodeSpace(game.rules)
    assert space.parse("1622") not in game.knowledge  # one bull and two cows
    guess = space.parse("6112")
    assert list(game.knowledge) == [code for code in space if str(score(game.rules, guess, code)) == "xo"]


@pytest.mark.parametrize(("finds_in", "winner"), [(-1, "you"), (0, "tie"), (1, "computer")])
def test_system_5_duel(sito: Sito, finds_in: int, winner: str) -> None:
    """The player finds the code one round before the computer, in the same round, or one round too late."""
    rules = Rules.parse("bulls-and-cows-repeats")
    space = CodeSpace(rules)
    computer = StrategyBreaker(parse_strategy("random-consistent"), seed=1)
    theirs = play(Transcript(rules), computer, SecretKeeper(rules, "1622"))
    secret = SecretKeeper.draw(rules, random.Random(1))
    wrong = space.text(space[(space.number(secret.secret) + 1) % 10_000])
    needed = len(theirs) + finds_in
    lines = []
    for number, (_, answer) in enumerate(theirs.turns, 1):
        lines += [secret.text if number == needed else wrong, str(answer)]
    options = ("--rules", str(rules), "--strategy", "random-consistent", "--seed", "1", "--json", "--quiet")
    done = sito("duel", *options, stdin="".join(line + "\n" for line in lines), code=0)
    result = json.loads(done.out)
    assert result["winner"] == winner
    assert result["secret"] == secret.text
    assert len(result["you"]["turns"]) == min(needed, len(theirs))
    # Whoever does not begin has as many guesses as the other.
    assert len(result["computer"]["turns"]) == len(result["you"]["turns"])
    played = Transcript.from_json(json.dumps(result["computer"]))
    assert played == theirs.shortened(len(played))
