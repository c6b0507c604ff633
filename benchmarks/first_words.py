"""What the first words of Wordle are worth, against totals that are known.

    python -m benchmarks.first_words         # twenty sampled first words of each of the three pairs of lists
    python -m benchmarks.first_words --all   # all that are known, and some in hard mode: minutes; `make prove` runs it

The totals are those of github.com/alex1770/wordle, with at most six guesses for any secret. Lists and totals are in
../shared/reference/words; without them nothing is run.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from dataclasses import replace
from pathlib import Path

from benchmarks import yardstick
from sito.codes.feedback import FeedbackKind
from sito.exact.first import every_first
from sito.exact.problem import Problem
from sito.rules.rules import HardMode, Rules
from sito.words.words import WordList

SHARED = Path(__file__).parents[2] / "shared" / "reference" / "words"
DEPTH = 6
SAMPLED, SAMPLED_IN_HARD_MODE = 20, 4


def game(secrets: str, guesses: str, hard: bool) -> Rules:
    """Reads a game from two files of words."""
    words = WordList.of((SHARED / secrets).read_text().split(), (SHARED / guesses).read_text().split())
    return replace(Rules.of_words(words, FeedbackKind.POSITION), hard=HardMode.HARD if hard else None)


def check(name: str, rules: Rules, totals: dict[str, int], threads: int) -> None:
    """Proves the totals of some first words, and says how long it took."""
    begun = time.process_time()
    table = every_first(Problem(rules, depth=DEPTH), first=list(totals), threads=threads)
    spent = time.process_time() - begun
    assert table.complete
    assert [row.upper for row in table] == [(total,) for total in sorted(totals.values())], name
    in_y = spent / yardstick.seconds()
    print(f"{name:20} {len(totals):3} first words  {in_y:7.1f} Y  {table.spent.positions} positions")


def main() -> None:
    """Checks the lists, one after the other."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--all", action="store_true", help="every total that is known, and hard mode")
    parser.add_argument("--threads", type=int, default=1)
    asked, _others = parser.parse_known_args()
    if not SHARED.exists():
        print("there are no lists of words in ../shared/reference/words")
        return
    known = json.loads((SHARED / "first_words.json").read_text())
    rng = random.Random(13)
    for name, lists in known.items():
        if name == "note":
            continue
        hard = name.endswith("hard")
        if hard and not asked.all:
            continue
        totals = lists["totals"]
        chosen = SAMPLED_IN_HARD_MODE if hard else len(totals) if asked.all else SAMPLED
        words = rng.sample(sorted(totals), chosen)
        rules = game(lists["secrets"], lists["guesses"], hard)
        check(name, rules, {word: totals[word] for word in words}, asked.threads)


if __name__ == "__main__":
    main()
