"""Exercises: each has the solution that it claims, by plain Python; own mistakes come until they are solved."""

import json
import random
import re
import subprocess
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from sito.codes.code import CodeSpace
from sito.codes.consistency import possible_codes
from sito.codes.feedback import Turn
from sito.errors import InconsistentError, InputError, LimitError
from sito.games.store import GameStore
from sito.games.training import lately_solved, note_attempt, unsolved
from sito.operations.training import WorksheetQuestion, worksheet
from sito.operations.work import Work
from sito.playing.game import Transcript
from sito.rules.rules import Rules
from sito.sieve.scores import feedback_matrix
from sito.training import Exercise, ExerciseKind, ExerciseLevel, exercises
from sito.training.making import BANDS
from tests import needs
from tests.conftest import Sit, Sito

Codes = frozenset[int]  # by their numbers


@cache
def table(rules: Rules) -> list[list[int]]:
    """Gives the number of the answer of every guess to every code; all codes may be guessed."""
    numbers: list[list[int]] = feedback_matrix(rules).tolist()
    return numbers


def possible(rules: Rules, turns: Iterable[Turn]) -> Codes:
    """Gives the codes that agree with all the answers."""
    space, every = CodeSpace(rules), range(CodeSpace(rules).size)
    rows = [(table(rules)[space.number(turn.guess)], turn.answer.number) for turn in turns]
    return frozenset(code for code in every if all(row[code] == answer for row, answer in rows))


def cells(rules: Rules, guess: int, codes: Codes) -> list[Codes]:
    """Gives the cells of a guess, that of the hit left out."""
    found: dict[int, set[int]] = {}
    row = table(rules)[guess]
    for code in codes - {guess}:
        found.setdefault(row[code], set()).add(code)
    return list(map(frozenset, found.values()))


@cache
def least(rules: Rules, codes: Codes) -> int:
    """Gives the least sum of guesses for codes, by trying all guesses that may do better than the best so far."""
    if len(codes) < 3:
        return 2 * len(codes) - 1
    best = sum(range(1, len(codes) + 1))
    for guess in (*codes, *range(len(table(rules)))):
        best = min(best, total(rules, guess, codes, best))
        if best == 2 * len(codes) - 1:
            break
    return best


def total(rules: Rules, guess: int, codes: Codes, most: int) -> int:
    """Gives the sum of guesses with this guess next, or a number that is not below `most`."""
    parts = sorted(cells(rules, guess, codes), key=len)
    if codes in parts:
        return most + len(codes)
    cost = len(codes) + sum(2 * len(part) - 1 for part in parts)
    for part in parts:
        if cost >= most:
            return cost
        cost += least(rules, part) - (2 * len(part) - 1)
    return cost


def but_one(turns: Sequence[Turn]) -> Iterator[list[Turn]]:
    """Yields the turns without the first one, without the second one, and so on."""
    return ([*turns[:place], *turns[place + 1 :]] for place in range(len(turns)))


def check_one_left(exercise: Exercise, level: int, codes: Codes) -> int:
    rules, turns, space = exercise.game.rules, exercise.game.turns, CodeSpace(exercise.game.rules)
    assert [exercise.check(space.text(space[code])).right for code in codes] == [True]
    assert exercise.solutions() == tuple(space.text(space[code]) for code in codes)
    assert all(len(possible(rules, others)) > 1 for others in but_one(turns)), "no turn is superfluous"
    wrong = next(code for code in range(len(space)) if code not in codes)
    assert not exercise.check(space.text(space[wrong])).right
    return len(possible(rules, turns[: min(2, len(turns) - 1)]))


def check_at_most(exercise: Exercise, level: int, codes: Codes) -> int:
    rules, space = exercise.game.rules, CodeSpace(exercise.game.rules)
    worst = [max([int(guess in codes), *map(len, cells(rules, guess, codes))]) for guess in range(len(space))]
    fewest, most = min(worst), exercise.most or 0
    assert fewest <= most <= fewest * (4, 3, 2)[level] // 2
    assert most == fewest or 2 * most < len(codes)
    right = [guess for guess, left in enumerate(worst) if left <= most]
    assert 0 < 2 * len(right) <= len(worst)
    assert {space.text(space[guess]) for guess in right} >= set(exercise.solutions())
    assert len(exercise.solutions()) == min(10, len(right))
    for guess in random.Random(1).sample(range(len(space)), 20):
        assert exercise.check(space.text(space[guess])).right == (guess in right)
    return len(codes)


def check_wrong_answer(exercise: Exercise, level: int, codes: Codes) -> int:
    rules, turns = exercise.game.rules, exercise.game.turns
    assert not codes
    right = [number for number, others in enumerate(but_one(turns), 1) if possible(rules, others)]
    assert len(right) == 1
    assert exercise.solutions() == (str(right[0]),)
    assert [number for number in range(1, len(turns) + 1) if exercise.check(str(number)).right] == right
    return len(turns)


def check_best_guess(exercise: Exercise, level: int, codes: Codes) -> int:
    rules, space = exercise.game.rules, CodeSpace(exercise.game.rules)
    best = least(rules, codes)
    right = [guess for guess in range(len(space)) if total(rules, guess, codes, best + 1) == best]
    assert exercise.solutions() == tuple(space.text(space[guess]) for guess in right)
    assert len(right) <= 10
    assert 2 * len(codes.intersection(right)) <= len(codes)
    for guess in random.Random(2).sample(range(len(space)), 3):
        verdict = exercise.check(space.text(space[guess]))
        assert verdict.proven
        assert verdict.right == (guess in right)
        cost = min(total(rules, guess, codes, 10**6), best + len(codes))  # who ignores the answer loses one guess
        assert verdict.loss == Fraction(cost - best, len(codes))
    return len(codes)


CHECKS = {
    ExerciseKind.ONE_LEFT: check_one_left,
    ExerciseKind.AT_MOST: check_at_most,
    ExerciseKind.WRONG_ANSWER: check_wrong_answer,
    ExerciseKind.BEST_GUESS: check_best_guess,
}
SAMPLE = [(kind, "3x5", level, 2) for kind in ExerciseKind for level in list(ExerciseLevel)[:2]]
EACH = [(kind, "4x6", level, 67) for kind in ExerciseKind for level in ExerciseLevel]


@pytest.mark.parametrize(("kind", "rules", "level", "count"), SAMPLE + EACH)
def test_each_has_the_solution_that_it_claims(kind: ExerciseKind, rules: str, level: ExerciseLevel, count: int) -> None:
    made = list(islice(exercises(kind, rules, level, 5), count))
    assert len(set(map(str, made))) == count
    band, place = BANDS[kind][list(ExerciseLevel).index(level)], list(ExerciseLevel).index(level)
    within = Counter[bool]()
    for exercise in made:
        assert Exercise.parse(str(exercise)) == exercise
        codes = possible(exercise.game.rules, exercise.game.turns)
        measure = CHECKS[kind](exercise, place, codes)
        within[band[0] <= measure <= band[1]] += 1
    assert rules == "3x5" or within[True] > count - 5


@pytest.mark.parametrize(
    "rules",
    [
        "4x10-distinct",
        "4x6-black",
        "4x6-position",
        "4x6-naive",
        "words-5",
        "words-5-hard",
        "words-5-naive-strict",
        "4x6-consistent",
    ],
)
def test_other_games_have_exercises_whose_solutions_are_right(rules: str) -> None:
    for kind in ExerciseKind:
        (made,), (again,) = (islice(exercises(kind, rules, seed=3), 1) for _ in range(2))
        assert made == again != next(exercises(kind, rules, seed=4))
        assert all(made.check(solution).right for solution in made.solutions())


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("best 4x6", "no kind of exercise"),
        ("at-most 4x6 AABB:x", "no kind of exercise"),
        ("one-left:3 4x6 AABB:x", "no kind of exercise"),
        ("at-most:0 4x6 AABB:x", "no number of codes"),
        ("at-most:1 4x6", "leaves at most 1"),
        ("one-left 4x6 AABB:x", "256 codes are possible"),
        ("wrong-answer 4x6 AABB:x", "not one answer alone"),
        ("wrong-answer 2x3 AA:- AA:xx", "not one answer alone"),
        ("best-guess 4x6 AABB:xxxx", "the game is won"),
        ("best-guess 4x6-lies1 AABB:x", "without lies"),
        ("wrong-answer 4x6-lies1 AABB:x", "without lies"),
    ],
)
def test_what_is_no_exercise_is_refused(text: str, said: str) -> None:
    with pytest.raises(InputError, match=said):
        Exercise.parse(text).check_sense()
    with pytest.raises(InputError, match=said):
        Exercise.parse(text).solutions()


@pytest.mark.parametrize("kind", ["one-left", "at-most:3", "best-guess"])
def test_answers_that_contradict_each_other_are_told_before_anything_is_asked(kind: str) -> None:
    with pytest.raises(InconsistentError):
        Exercise.parse(f"{kind} 4x6 AABB:xxx AABB:-").check_sense()


def test_a_game_that_has_no_such_exercise_says_so() -> None:
    with pytest.raises(LimitError, match="no further exercise"):
        list(exercises(ExerciseKind.BEST_GUESS, "2x2"))
    with pytest.raises(LimitError, match="up to 131072 codes"):
        next(exercises(ExerciseKind.ONE_LEFT, "8x8"))


@pytest.mark.parametrize("rules", ["1x1", "1x3", "2x2-distinct", "4x4-distinct-total"])
def test_a_game_in_which_no_answer_can_be_a_wrong_one_says_so(rules: str) -> None:
    """There are no turns before the hit, or no guess but the code has another answer."""
    with pytest.raises(LimitError, match="no further exercise"):
        next(exercises(ExerciseKind.WRONG_ANSWER, rules))


def test_a_mistake_in_a_game_comes_up_until_it_is_solved(sito: Sito) -> None:
    sito("play", "--secret", "FADE", stdin="AABB\nAABB\n/give up\n")
    sito("play", "--rules", "10x10", "--secret", "1234567890", stdin="1111111111\n1111111111\n/give up\n")
    position = "best-guess 4x6 AABB:x"

    def train(stdin: str, *more: str) -> Any:
        return json.loads(sito("train", "--mistakes", *more, "--json", stdin=stdin).out)

    (first,) = train("AABB\nx\n/give up\n")["exercises"]
    assert (first["exercise"], first["game"], first["solved"]) == (position, "play-1", False)
    assert [(each["right"], each["loss_fraction"]) for each in first["attempts"]] == [(False, "1")]
    assert train("", "--rules", "4x7")["exercises"] == []
    assert train("ACCD\n")["solved"] == 1
    assert train("")["exercises"] == []


def test_what_was_solved_does_not_come_again_soon(tmp_path: Path, sito: Sito) -> None:
    first, second = islice(exercises(ExerciseKind.ONE_LEFT, "3x4"), 2)
    with GameStore.in_directory(tmp_path) as store:
        note_attempt(store, first, solved=False)
        assert lately_solved(store) == set()
        note_attempt(store, first, solved=True)
        note_attempt(store, first, solved=False)
        note_attempt(store, second, solved=True, person="somebody else")
        assert lately_solved(store) == {str(first)}
        note_attempt(store, second, solved=False, game="play-3")
        assert [(own.game, own.exercise) for own in unsolved(store)] == [("play-3", second)]
        store.delete("play", 3)
        assert not list(unsolved(store))


def test_a_file_of_an_earlier_sito_is_taken_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(GameStore, "migrations", GameStore.migrations[:2])
        GameStore.in_directory(tmp_path).close()
    with GameStore.in_directory(tmp_path) as store:
        assert store.rows("SELECT * FROM exercise") == []


def test_a_sitting_in_a_pipe(sito: Sito) -> None:
    stdin = "ABCD\nhelp\nhlep\nFBAB\nDDDD\n/give up\n9\n1\n"
    done = sito("train", "--seed", "7", "--count", "3", stdin=stdin, code=1)
    assert "answer 1, ABFB:xxoo, is not the one that the code ABCD gives" in done.err
    assert "Did you mean the command help?" in done.err
    assert "DDDD leaves 12 if the answer is x" in done.err
    assert "'9' is not the number of a turn" in done.err
    assert "2 of 3 exercises solved." in done.err
    assert "1  DFFE  o" in done.out


@pytest.mark.parametrize("more", ["--mistakes one-left", "--mistakes --seed 7", "--exercise x --rules 4x6"])
def test_what_would_be_passed_over_in_silence_is_refused(sito: Sito, more: str) -> None:
    said = f"{more.split()[0]} says already which exercises are given"
    assert said in sito("train", *more.split(), code=2).err


def test_a_sitting_at_a_terminal(sit: Sit) -> None:
    table = sit("train", "--exercise", "best-guess 4x6 CBFF:o EAAB:xxo")
    table.wait_for("Find a best guess")
    table.enter("EABE", at="guess:")
    table.wait_for("the loss is 2/15")
    table.press("ctrl-c")
    assert table.end() == 130


def test_a_narrow_terminal_shows_the_whole_question(sit: Sit) -> None:
    table = sit("train", "--exercise", "at-most:4 4x6 BCBA:oo AFFB:x DFBA:o", columns=40)
    table.wait_for("at most 4")
    table.wait_for("codes, whatever the answer.")
    table.press("ctrl-c")
    assert table.end() == 130


def test_a_work_sheet(sito: Sito, tmp_path: Path) -> None:
    file, again = tmp_path / "sheet.html", tmp_path / "again.html"
    options = ["worksheet", "--rules", "4x6", "--seed", "7", "--level", "medium", "--count", "12"]
    told = json.loads(sito(*options, "--output", str(file), "--json").out)
    assert "The work sheet is in" in sito(*options, "--output", str(again), code=0).err
    html = file.read_text(encoding="utf-8")
    assert html == again.read_text(encoding="utf-8")
    for text, (solution,) in zip(told["exercises"], told["solutions"], strict=True):
        game = Transcript.parse(text.partition(" ")[2])
        assert [CodeSpace("4x6").text(code) for code in possible_codes(game.rules, game.turns)] == [solution]
        assert f"<li>{solution}</li>" in html
    assert len(set(told["exercises"])) == 12
    assert not re.search("https?:|<script|<link|url\\(", html), "nothing else is loaded"


@pytest.mark.parametrize(
    ("rules", "told"),
    [
        ("4x6", "○ one in another place."),
        ("5x8-black", "how many are in their place."),
        ("4x6-total", "in their place or in another."),
        ("words-5", "y: in another place; -: not there."),
        ("4x6-naive", "however often the guess has it; -: not there."),
    ],
)
def test_a_work_sheet_says_how_answers_are_read(rules: str, told: str) -> None:
    assert told in worksheet(WorksheetQuestion(rules, count=1), Work()).html


@pytest.mark.needs("chromium")
def test_a_work_sheet_is_printed_with_its_solutions_on_a_page_of_their_own(sito: Sito, tmp_path: Path) -> None:
    file, printed = tmp_path / "sheet.html", tmp_path / "sheet.pdf"
    sito("worksheet", "--count", "20", "--seed", "7", "--output", str(file), code=0)
    chromium = str(needs.NEEDS["chromium"].find())
    quiet = [chromium, "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={tmp_path / 'profile'}"]
    subprocess.run([*quiet, f"--print-to-pdf={printed}", file.as_uri()], check=True, capture_output=True)
    assert len(re.findall(rb"/Type /Page\b", printed.read_bytes())) == 3
