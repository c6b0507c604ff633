"""Contradictions mended at the prompts of keep and duel, and wrong answers named at the end of a game."""

import json
import re

import pexpect
import pytest

from sito.codes.code import CodeSpace
from sito.codes.feedback import Feedback, score
from sito.playing.game import StrategyBreaker, Transcript
from sito.playing.repairs import diagnose
from sito.rules.rules import Rules
from sito.strategies.strategy import parse_strategy
from tests.conftest import Sito, Start, reply

RULES = Rules.parse("4x6")
SPACE = CodeSpace(RULES)
SECRET = "FADC"
KEEP = ("keep", "--strategy", "first-consistent", "--seed", "1", "--rounds", "0")


def true_answer(guess: str, secret: str = SECRET) -> str:
    return str(score(RULES, guess, secret))


def contradiction(wrong: dict[int, str], secret: str = SECRET) -> Transcript:
    """Plays as the computer does until the answers, some of them wrong, contradict each other."""
    breaker = StrategyBreaker(parse_strategy("first-consistent"), seed=1)
    game = Transcript(RULES)
    while len(game.knowledge):
        guess = breaker.guess(game)
        game = game.after(guess, wrong.get(len(game), true_answer(SPACE.text(guess), secret)))
        assert not game.won
    return game


def answers_of(game: Transcript) -> list[str]:
    return [str(answer) for _, answer in game]


def played_on(game: Transcript, secret: str = SECRET) -> Transcript:
    breaker = StrategyBreaker(parse_strategy("first-consistent"), seed=1)
    while not game.won:
        guess = breaker.guess(game)
        game = game.after(guess, true_answer(SPACE.text(guess), secret))
    return game


def lines(*said: str) -> str:
    return "".join(f"{line}\n" for line in said)


def right_repair(game: Transcript) -> int:
    """Gives the number of the repair that makes all answers true."""
    true = [score(RULES, guess, SECRET) for guess, _ in game]
    repairs = diagnose(game, top=100).repairs
    return 1 + next(
        number for number, repair in enumerate(repairs) if [turn.answer for turn in game.repaired(repair)] == true
    )


WRONG = {0: "xx"}


def test_a_repair_is_chosen_by_its_number_and_the_wrong_answer_named_at_the_end(sito: Sito) -> None:
    game = contradiction(WRONG)
    number = right_repair(game)
    mended = game.repaired(diagnose(game, top=100).repairs[number - 1])
    whole = played_on(mended)
    more = ["/more"] * ((number - 1) // 5)
    said = lines(*answers_of(game), *more, str(number), *answers_of(whole)[len(mended) :])
    done = sito(*KEEP, stdin=said, code=0)
    assert f"I have found it in {len(whole)} guess" in done.err
    first = SPACE.text(game.turns[0].guess)
    assert "1 answer was wrong:" in done.err
    assert f"answer 1, {first}:xx, should have been {true_answer(first)}" in done.err
    assert "cannot stand together" in done.err
    as_json = json.loads(sito("--json", *KEEP, stdin=said).out.splitlines()[-1])
    assert as_json["secret"] == SECRET
    assert [(change["turn"], change["answer"], change["right"]) for change in as_json["wrong"]] == [
        (1, "xx", true_answer(first))
    ]


def test_an_answer_is_marked_unknown(sito: Sito) -> None:
    game = contradiction(WRONG)
    whole = played_on(game.corrected(0, "?"))
    for fix in (["/fix 1 ?"], ["/fix 1", "?"], ["/fix", "1", "?"], ["fix 1 ?"]):
        done = sito(*KEEP, stdin=lines(*answers_of(game), *fix, *answers_of(whole)[len(game) :]), code=0)
        assert f"answer 1, {SPACE.text(game.turns[0].guess)}:xx, should have been" in done.err


def test_several_turns_are_taken_back(sito: Sito) -> None:
    game = contradiction(WRONG)
    count = len(game)
    whole = played_on(Transcript(RULES))
    done = sito(*KEEP, stdin=lines(*answers_of(game), f"/undo {count}", *answers_of(whole)), code=0)
    assert "should have been" not in done.err, "what was taken back is no wrong answer"
    done = sito(*KEEP, stdin=lines(*answers_of(game), f"/undo {count + 1}", "/undo x", "/undo 0", "/quit"), code=0)
    assert done.err.count(f"There are {count} answers that can be taken back.") == 3


def test_undo_and_fix_take_numbers_at_any_time(sito: Sito) -> None:
    done = sito(*KEEP, stdin=lines("x", "o", "/fix 1 -", "/fix 3 x", "/fix 1 xyz", "/undo 2", "/quit"), code=0)
    assert "Write the number of the answer, from 1 to 2" in done.err
    assert "the answer 'xyz' cannot be read" in done.err
    shown = [line.split()[:2] for line in done.out.splitlines()]
    assert shown[0] == shown[-1], "all turns were taken back"


def test_a_correction_that_contradicts_is_mended_too(sito: Sito) -> None:
    done = sito(*KEEP, stdin=lines("x", "o", "/fix 2 -", "/quit"), code=0)
    assert "answers 1 (AAAA:x) and 2 (ABBB:-) cannot stand together" in done.err


def test_repairs_are_shown_five_at_a_time(sito: Sito) -> None:
    game = contradiction(WRONG)
    total = diagnose(game).total
    pages = min(total, 100) // 5 + 2
    done = sito(
        *KEEP,
        stdin=lines(*answers_of(game), *["/more"] * pages, "/help", "", "0", "-1", "1e3", "9" * 3000, "/quit"),
        code=0,
    )
    numbers = [int(number) for number in re.findall(r"^(\d+)\. answer", done.err, re.MULTILINE)]
    assert numbers == list(range(1, min(total, 100) + 1))
    assert f"There are {total - 5} more repairs" in done.err
    assert "There are no more repairs to show." in done.err
    assert done.err.count("Write the number of a repair.") == 1 + 6
    assert "9" * 100 not in done.err


def test_input_that_ends_within_a_contradiction_ends_with_3(sito: Sito) -> None:
    game = contradiction(WRONG)
    for more in ([], ["/fix"], ["/fix 1"], ["/more"]):
        assert "sito keep --resume" in sito(*KEEP, stdin=lines(*answers_of(game), *more), code=3).err


def test_more_than_three_wrong_answers_are_told(sito: Sito) -> None:
    hits = "4x6 AAAA:xxxx BBBB:xxxx CCCC:xxxx DDDD:xxxx EEEE:xxxx"
    assert "more than 3 answers are wrong" in sito("advise", hits, code=3).err


def test_the_secret_is_asked_for_when_the_rounds_are_over(sito: Sito) -> None:
    short = ("keep", "--strategy", "first-consistent", "--seed", "1", "--rounds", "2")
    right = [true_answer("AAAA"), true_answer("ABBB")]
    assert right == ["x", "o"]
    done = sito(*short, stdin=lines("xx", "xo", "FAD", SECRET), code=1)
    assert "'FAD' has 3 pegs" in done.err
    assert "2 answers were wrong:" in done.err
    assert "answer 1, AAAA:xx, should have been x; it seems that one peg too many was counted" in done.err
    for skipped in ("", "/quit", None):
        said = ["x", "o"] if skipped is None else ["x", "o", skipped]
        assert "wrong" not in sito(*short, stdin=lines(*said), code=1).err
    done = sito(*short, stdin=lines("x", true_answer("BABB"), "?"))
    assert "cannot" in done.err or "color" in done.err


def test_at_a_narrow_terminal(start: Start) -> None:
    game = contradiction(WRONG)
    shown = start(*KEEP, width=40)
    for answer in answers_of(game):
        reply(shown, "answer: ", answer)
    shown.expect(r"Which repair\? \(1 to \d\): ")
    assert "cannot stand" in str(shown.before)
    shown.sendline("/fix 1")
    reply(shown, r"The right answer to [A-F]{4} \(\? if", "/undo")
    reply(shown, "answer: ", "/undo 2")
    reply(shown, "answer: ", "/quit")
    shown.expect(pexpect.EOF)
    shown.close()
    assert shown.exitstatus == 0


def test_the_secret_at_a_terminal(start: Start) -> None:
    shown = start("keep", "--strategy", "first-consistent", "--seed", "1", "--rounds", "1")
    reply(shown, "answer: ", "xx")
    reply(shown, r"What was your code\? \(Enter to skip\): ", SECRET)
    shown.expect("answer 1, AAAA:xx, should have been x")
    shown.expect(pexpect.EOF)
    shown.close()
    assert shown.exitstatus == 1


def test_a_contradiction_within_a_duel_is_mended(sito: Sito) -> None:
    game = contradiction(WRONG)
    mine = ["AAAA"] * len(game)
    said = [line for pair in zip(mine, answers_of(game), strict=True) for line in pair]
    done = sito(
        "duel", "--strategy", "first-consistent", "--seed", "1", stdin=lines(*said, "/fix 1 ?", "/quit"), code=0
    )
    assert "cannot stand together" in done.err


@pytest.mark.parametrize("rules", ["4x6-black", "4x6-total", "4x10-distinct", "3x4-position", "3x4-naive"])
def test_every_kind_of_game_is_mended(sito: Sito, rules: str) -> None:
    game = Transcript(rules)
    nothing = Feedback.of(rules, 0)
    breaker = StrategyBreaker(parse_strategy("first-consistent"), seed=1)
    while len(game.knowledge):
        game = game.after(breaker.guess(game), nothing)
    done = sito(
        "keep", "--rules", rules, "--rounds", "0", "--strategy", "first-consistent", "--seed", "1",
        stdin=lines(*["0" if str(nothing) == "0" else str(nothing)] * len(game), "1", "/quit"),
    )  # fmt: skip
    assert done.code == 0, done.err
    assert "cannot stand together" in done.err
