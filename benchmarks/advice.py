"""How long advice takes in large games, when it is given a second.

    python -m benchmarks.advice [WORD LIST OF SECRETS, WORD LIST OF GUESSES]

Each game is played by its own advice for some turns. Asserts that every advice names a guess of
the game and figures for it, and prints how long it took.
"""

from __future__ import annotations

import random
import sys
import time
from pathlib import Path

from sito.advice.advice import advise
from sito.base.limits import Limits
from sito.codes.feedback import score
from sito.rules.rules import FeedbackKind, Rules
from sito.sieve.knowledge import Knowledge
from sito.words.words import WordList

GAMES = ("4x6", "4x10-distinct", "5x8", "6x10", "8x10-distinct", "8x10", "14x4", "4x6-lies1")
_TURNS = 6


def main() -> None:
    games = [Rules.parse(text) for text in GAMES]
    if len(sys.argv) == 3:
        secrets, guesses = (Path(name).read_text(encoding="utf-8").upper().split() for name in sys.argv[1:])
        games.append(Rules.of_words(WordList.of(secrets, guesses), FeedbackKind.POSITION))
    for rules in games:
        known = Knowledge(rules)
        secret = known.draw(random.Random(1))
        longest, sources = 0.0, []
        for _ in range(_TURNS):
            start = time.perf_counter()
            advice = advise(known, limits=Limits(seconds=1))
            longest = max(longest, time.perf_counter() - start)
            first = advice[0].figures
            assert first.code in known.guesses
            assert first.cells > 1 or len(known) == 1
            sources.append("sample" if advice.fallback else advice.source)
            if first.code == secret:
                break
            known = known.after(first.code, score(rules, first.code, secret))
        print(f"{str(rules)[:24]:26}{longest:6.2f} s at most  {', '.join(sources)}", flush=True)


if __name__ == "__main__":
    main()
