"""Several boards at once, as in Dordle and Quordle: every guess is answered on each board that is not yet solved.

`Boards` is what is known on all of them, and `advise_boards` finds one guess for all.
"""

from sito.advice.boards.advice import BoardsAdvice, BoardsGuess, advise_boards
from sito.advice.boards.known import MAX_BOARDS, Boards, BoardsPlay, BoardsTurn, board_faults, wrong_number

__all__ = [
    "MAX_BOARDS",
    "Boards",
    "BoardsAdvice",
    "BoardsGuess",
    "BoardsPlay",
    "BoardsTurn",
    "advise_boards",
    "board_faults",
    "wrong_number",
]
