"""`sito solve`: the best strategy there is, proven, as a tree that anyone can check."""

from __future__ import annotations

from sito.cli.command import command
from sito.cli.limits import SearchLimits
from sito.cli.solve.input import FileOptions, FirstOptions, QuestionOptions, SearchOptions, options_named
from sito.errors import N_


@command(
    help=N_(
        "Finds a strategy that no strategy beats, proves it and tells what it is worth; --save writes its tree. Cut "
        "short by a limit or by Ctrl-C it gives the best so far with both bounds, and exit code 4 or 130."
    ),
    examples=(
        "sito solve 4x6",
        "sito solve bulls-and-cows --threads 2 --save best.tree.gz",
        "sito solve 4x6 --objective worst-total",
        "sito solve 4x6 --history 'CBFF:o EAAB:xxo'",
        "sito solve 4x6 --every-first --csv first.csv",
        "sito solve super-mastermind --width 10 --time 10m --checkpoint super.checkpoint",
    ),
    name="solve",
)
def solve_(
    asked: QuestionOptions, effort: SearchOptions, limits: SearchLimits, files: FileOptions, firsts: FirstOptions
) -> int:
    from sito.cli.solve.solving import solve_asked

    with options_named():
        return solve_asked(asked, effort, limits, files, firsts)
