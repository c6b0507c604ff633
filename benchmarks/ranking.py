"""Ranking guesses, and choosing the first guess of large games, within limits.

    python -m benchmarks.ranking

Each case checks the guesses that it finds. Times are of the wall clock, on all threads, in
Y of this machine.
"""

from __future__ import annotations

import random
import resource
import time

from benchmarks import word_lists, yardstick
from sito.base.limits import Limits
from sito.rules.rules import HardMode
from sito.sieve.knowledge import Knowledge
from sito.strategies.strategy import choose_within, parse_strategy

RANKED = {
    ("4x6", ()): ("entropy", "ABCD", 14, 312),
    ("4x10-distinct", ()): ("minimax", "0123", 14, 1440),
    ("5x8", ()): ("expected-size", "AABCD", 20, 7051),
    ("5x8", (("AABCD", "xo"),)): ("entropy", "AEBFG", 19, 958),
}
"""Rules and turns; then the metric, the best guess, its cells, and the codes in its largest cell."""

CHOSEN = {"7x10": "0011234", "8x8": "AABBCCDD"}
"""Large games, and the first guess of `minimax`."""

WORDLE = {"minimax": "ARISE", "entropy": "SOARE", "expected-size": "ROATE", "most-parts": "TRACE"}
"""The first guesses with the original lists of Wordle, of which at most 0.1 Y is asked."""
HARD = "RAISE", "--y-g", {"minimax": "LINCH", "entropy": "LINCH"}
"""A turn of Wordle in hard mode, and the guesses that follow."""


def main() -> None:
    unit = yardstick.seconds()
    print(f"{'game':24}{'what':24}{'guess':>10}{'Y':>8}")
    for (rules, turns), (metric, best, cells, worst) in RANKED.items():
        known = Knowledge(rules)
        for guess, answer in turns:
            known = known.after(guess, answer)
        start = time.perf_counter()
        ranking = known.rank(metric, top=10)
        taken = (time.perf_counter() - start) / unit
        first = ranking[0]
        assert len(ranking) == 10
        assert ranking.stopped is None
        assert (first.text, first.cells, first.worst) == (best, cells, worst), first
        name = " ".join([rules, *(f"{guess}:{answer}" for guess, answer in turns)])
        print(f"{name:24}{f'rank by {metric}':24}{first.text:>10}{taken:>8.3f}", flush=True)
    for rules, best in CHOSEN.items():
        known = Knowledge(rules)
        start = time.perf_counter()
        guess = parse_strategy("minimax").choose(known, random.Random(1))
        taken = (time.perf_counter() - start) / unit
        assert known.guesses.text(guess) == best, known.guesses.text(guess)
        print(f"{rules:24}{'choose by minimax':24}{best:>10}{taken:>8.3f}", flush=True)
    if word_lists.are_here():
        rank_words(unit)
    known = Knowledge("8x8").after("ABCDEFGH", "xoo")
    start = time.perf_counter()
    guess = choose_within(parse_strategy("minimax"), known, random.Random(1), Limits(seconds=0.5))
    taken = time.perf_counter() - start
    assert guess in known.guesses
    print(f"{'8x8 ABCDEFGH:xoo':24}{'minimax within 0.5 s':24}{known.guesses.text(guess):>10}{taken / unit:>8.3f}")
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(f"peak memory {peak} MB, of 200 allowed")
    assert peak <= 200


def rank_words(unit: float) -> None:
    """Chooses the first guesses with the original lists of Wordle, and a guess in hard mode."""
    guess, answer, following = HARD
    first, hard = Knowledge(word_lists.wordle()), Knowledge(word_lists.wordle(HardMode.HARD)).after(guess, answer)
    for name, known, chosen in (("wordle", first, WORDLE), (f"wordle-hard {guess}:{answer}", hard, following)):
        for metric, best in chosen.items():
            start = time.perf_counter()
            code = parse_strategy(metric).choose(known, random.Random(1))
            taken = (time.perf_counter() - start) / unit
            assert known.guesses.text(code) == best, (metric, known.guesses.text(code))
            print(f"{name:24}{f'choose by {metric}':24}{best:>10}{taken:>8.3f}", flush=True)


if __name__ == "__main__":
    main()
