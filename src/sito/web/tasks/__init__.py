"""What runs in the processes of the pool, for the page and for the REST interface alike.

Each task is a function `task(work, **arguments)` of plain JSON arguments that returns plain
JSON; `work` has its limits and takes its progress. Sentences in what it returns are in the
language of the context, which the pool takes over from its caller. It raises `SitoError`.
"""

from sito.web.tasks.contests import compare, solve
from sito.web.tasks.games import conflict, explain, feedback, review, sieve
from sito.web.tasks.guesses import advise, explain_guess, rank
from sito.web.tasks.puzzles import jugs, jugs_outlook, pegs, pegs_outlook
from sito.web.tasks.rules import presets, rules
from sito.web.tasks.trees import tree

__all__ = [
    "advise",
    "compare",
    "conflict",
    "explain",
    "explain_guess",
    "feedback",
    "jugs",
    "jugs_outlook",
    "pegs",
    "pegs_outlook",
    "presets",
    "rank",
    "review",
    "rules",
    "sieve",
    "solve",
    "tree",
]
