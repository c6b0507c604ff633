"""How often wrong answers are noticed and found, and how long a diagnosis takes.

    python -m benchmarks.repairs [GAMES]

The computer guesses with `random-consistent` in GAMES random games (1000 if not given) of each
kind, and a person answers truly but for one or two of the first five answers. A wrong answer
is drawn in one of two ways: `any`, each other answer that some code gives with the same chance,
and `slip`, each with the weight of its likeliest slip; never the winning answer. A game counts
only if all its wrong answers were given. After it is noticed that no code fits, two more
guesses are made, each a code that the best repair leaves, and answered truly.

Times are of the wall clock, on all threads, in Y of this machine. The script checks that the
true error is among the repairs in every game, as it must be.
"""

from __future__ import annotations

import random
import statistics
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from itertools import product
from multiprocessing import get_context

from benchmarks import yardstick
from sito.codes.code import Code, CodeSpace
from sito.codes.feedback import Answer, Feedback, Turn, feedback_count, score
from sito.codes.notations import nobody_gives
from sito.playing.game import Transcript
from sito.playing.repairs import WEIGHTS, Diagnosis, diagnose, wrong_answers
from sito.playing.repairs.repair import likeliest_slip
from sito.rules.rules import Rules
from sito.sieve.knowledge import Knowledge

GAMES = ("4x6", "4x10-distinct", "5x8")
ROUNDS = 10
EARLY = 5
"""The wrong answers are among so many first ones."""
SHOWN = 5
TIMED = 60
"""So many diagnoses are timed of each kind."""


@dataclass(frozen=True)
class Played:
    """What came of one game."""

    noticed_after: int | None
    """The number of guesses after which no code was left, if that was within the rounds."""
    places: tuple[int, ...] = ()
    """The place of the true error among the repairs, from 1, when it was noticed and after one and two more guesses."""


def false_answer(rules: Rules, true: Feedback, above: Answer | None, way: str, rng: random.Random) -> Feedback:
    """Draws a wrong answer in one of the two ways."""
    numbers = range(feedback_count(rules) - 1)  # the last one would end the game
    answers = [
        Feedback.of(rules, n) for n in numbers if n != true.number and not nobody_gives(rules.feedback, rules.pegs, n)
    ]
    weights = [WEIGHTS[likeliest_slip(answer, true, above)] if way == "slip" else 1 for answer in answers]
    return rng.choices(answers, weights)[0]


def play(text: str, errors: int, way: str, seed: int) -> Played:
    """Plays a game with wrong answers until it is noticed, and two guesses more."""
    rules = Rules.parse(text)
    rng = random.Random(f"{text} {errors} {way} {seed}")
    while True:
        secret = CodeSpace(rules).draw(rng)
        wrong = set(rng.sample(range(EARLY), errors))
        known = Knowledge(rules)
        while len(known) and len(known.history) < ROUNDS:
            guess = known.draw(rng)
            true = score(rules, guess, secret)
            above = known.history[-1].answer if known.history else None
            is_wrong = len(known.history) in wrong
            answer = false_answer(rules, true, above, way, rng) if is_wrong else true
            known = known.after_turn(Turn(guess, answer))
            if answer.wins:
                break
        if len(known.history) > max(wrong):
            break
    if len(known):
        return Played(None)
    game = Transcript(rules, known.history)
    places = []
    for more in range(3):
        found = diagnose(game, top=100)
        places.append(place_of_the_truth(game, found, secret))
        if more < 2:
            guess = game.repaired(found.repairs[0]).knowledge.draw(rng)
            game = game.after(guess, score(rules, guess, secret))
    return Played(len(known.history), tuple(places))


def place_of_the_truth(game: Transcript, found: Diagnosis, secret: Code) -> int:
    """Finds the repair that makes all answers true."""
    truth = [(change.index, change.answer) for change in wrong_answers(game, secret)]
    while True:
        for place, repair in enumerate(found.repairs, 1):
            if [(change.index, change.answer) for change in repair.changes] == truth:
                return place
        assert len(found.repairs) < found.total, "the true error is among the repairs"
        found = diagnose(game)


def shares(games: list[Played]) -> Iterator[str]:
    """Writes the columns of the table."""
    noticed = [game for game in games if game.noticed_after is not None]
    yield f"{len(noticed) / len(games):.1%}"
    yield f"{statistics.mean(game.noticed_after or 0 for game in noticed):.2f}"
    yield "100%"  # of those noticed: `place_of_the_truth` has found it in each
    for more in range(3):
        yield f"{sum(game.places[more] == 1 for game in noticed) / len(noticed):.1%}"
    for more in (0, 2):
        yield f"{sum(game.places[more] <= SHOWN for game in noticed) / len(noticed):.1%}"
    yield f"{statistics.median(game.places[0] for game in noticed):g}"


def table(count: int) -> None:
    """Plays all games, on all processors, and prints the table as Markdown."""
    head = [
        "game", "wrong", "drawn", "noticed", "after guesses", "among the repairs", "first", "first, 1 guess more",
        "first, 2 guesses more", f"in first {SHOWN}", f"in first {SHOWN}, 2 guesses more", "median place",
    ]  # fmt: skip
    print("| " + " | ".join(head) + " |")
    print("|---" * len(head) + "|")
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        for text, errors, way in product(GAMES, (1, 2), ("any", "slip")):
            games = list(pool.map(partial(play, text, errors, way), range(count), chunksize=max(1, count // 32)))
            print("| " + " | ".join([text, str(errors), way, *shares(games)]) + " |", flush=True)


def eight_answers(errors: int, seed: int) -> tuple[Transcript, Code]:
    """Makes a game of eight answers on 5x8, some of them wrong, that no code agrees with."""
    rules = Rules.parse("5x8")
    rng = random.Random(f"{errors} {seed}")
    while True:
        secret = CodeSpace(rules).draw(rng)
        guesses = [CodeSpace(rules).draw(rng) for _ in range(8)]
        answers = [score(rules, guess, secret) for guess in guesses]
        for place in rng.sample(range(8), errors):
            answers[place] = false_answer(rules, answers[place], None, "any", rng)
        game = Transcript(rules, zip(guesses, answers, strict=True))
        if not len(game.knowledge):
            return game, secret


def times() -> None:
    """Times diagnoses of 5x8 with eight answers, the ten best repairs wanted, and of the largest games."""
    unit = yardstick.seconds()
    print(f"\n1 Y = {unit:.3f} s")
    for errors, allowed in ((1, 0.05), (2, 0.5)):
        taken = []
        for seed in range(TIMED):
            game, secret = eight_answers(errors, seed)
            start = time.perf_counter()
            found = diagnose(game, top=10)
            taken.append((time.perf_counter() - start) / unit)
            place_of_the_truth(game, found, secret)
        median = statistics.median(taken)
        print(
            f"5x8, eight answers, {errors} wrong: median {median:.4f} Y, longest {max(taken):.4f} Y, {allowed} allowed"
        )
        assert median <= allowed
    rules = Rules.parse("7x16")
    rng = random.Random(5)
    secret = CodeSpace(rules).draw(rng)
    turns = [(guess, score(rules, guess, secret)) for guess in (CodeSpace(rules).draw(rng) for _ in range(10))]
    turns[2] = (turns[2][0], Feedback.of(rules, 9))
    for changes in (1, 2):
        start = time.perf_counter()
        found = diagnose(Transcript(rules, turns), at_most=changes, top=10)
        spent = (time.perf_counter() - start) / unit
        assert found.repairs[0].changes[0].index == 2
        print(f"7x16 (2^28 codes), ten answers, up to {changes} changes: {spent:.2f} Y, {found.total} repairs")


def main() -> None:
    table(int(sys.argv[1]) if len(sys.argv) > 1 and sys.argv[1].isdecimal() else 1000)
    times()


if __name__ == "__main__":
    main()
