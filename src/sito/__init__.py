"""Sito plays, solves, studies and proves code-breaking games and two search puzzles.

Everything that most programs need is imported from here. Each name is loaded when it is
first used, so that `import sito` itself costs next to nothing.

>>> import sito
>>> known = sito.Knowledge("4x6").after("CBFF", "o")
>>> len(known), "EAAB" in known
(276, True)
>>> print(sito.play("4x6", "first-consistent", "ABCD"))
4x6 AAAA:x ABBB:xx ABCC:xxx ABCD:xxxx
"""

TYPE_CHECKING = False  # to type checkers it is true; the module typing would load two dozen others

if TYPE_CHECKING:
    from sito._native import VERSION as __version__
    from sito.advice.advice import Advice, advise
    from sito.advice.boards import Boards, BoardsAdvice, advise_boards
    from sito.asynchronous import (
        advise_async,
        advise_boards_async,
        best_response_async,
        check_certificate_async,
        compare_async,
        diagnose_async,
        duel_odds_async,
        every_first_async,
        explain_guess_async,
        game_value_async,
        review_async,
        review_many_async,
        solve_async,
        solve_jugs_async,
        solve_pegs_async,
    )
    from sito.atlas import SolvedGame, solved_games
    from sito.base.limits import Limits, Stopped
    from sito.certificate.check import CertificateClaim, check_certificate
    from sito.codes.code import Code, CodeSpace
    from sito.codes.feedback import Feedback
    from sito.codes.partial import PartialFeedback
    from sito.errors import SitoError
    from sito.exact import Objective, Solution, solve
    from sito.exact.first import EveryFirst, FirstGuess, every_first
    from sito.exact.game_value import GameValue, game_value
    from sito.explanation.answer import Explanation, explain
    from sito.explanation.guess import GuessFacts, explain_guess
    from sito.makers import AdversarialMaker, LyingMaker
    from sito.odds import Odds, Response, best_response, duel_odds
    from sito.playing.game import Transcript, play
    from sito.playing.numbered import daily_number, numbered_secret
    from sito.playing.repairs import Diagnosis, diagnose, wrong_answers
    from sito.puzzles.jugs import Jugs, solve_jugs
    from sito.puzzles.pegs import solve_pegs
    from sito.reviews import Review, review
    from sito.reviews.many import review_many
    from sito.rules.rules import FeedbackKind, Rules
    from sito.show.sharing import share_text
    from sito.sieve.knowledge import Knowledge
    from sito.sieve.scores import feedback_matrix, score, scores
    from sito.strategies.strategy import parse_strategy
    from sito.strategies.tree import StrategyTree
    from sito.strategies.tree.verify import verify
    from sito.tournament.comparison import compare
    from sito.tournament.many import ManyGames, play_many
    from sito.words.words import WordList

__all__ = [
    "AdversarialMaker",
    "Advice",
    "Boards",
    "BoardsAdvice",
    "CertificateClaim",
    "Code",
    "CodeSpace",
    "Diagnosis",
    "EveryFirst",
    "Explanation",
    "Feedback",
    "FeedbackKind",
    "FirstGuess",
    "GameValue",
    "GuessFacts",
    "Jugs",
    "Knowledge",
    "Limits",
    "LyingMaker",
    "ManyGames",
    "Objective",
    "Odds",
    "PartialFeedback",
    "Response",
    "Review",
    "Rules",
    "SitoError",
    "Solution",
    "SolvedGame",
    "Stopped",
    "StrategyTree",
    "Transcript",
    "WordList",
    "__version__",
    "advise",
    "advise_async",
    "advise_boards",
    "advise_boards_async",
    "best_response",
    "best_response_async",
    "check_certificate",
    "check_certificate_async",
    "compare",
    "compare_async",
    "daily_number",
    "diagnose",
    "diagnose_async",
    "duel_odds",
    "duel_odds_async",
    "every_first",
    "every_first_async",
    "explain",
    "explain_guess",
    "explain_guess_async",
    "feedback_matrix",
    "game_value",
    "game_value_async",
    "numbered_secret",
    "parse_strategy",
    "play",
    "play_many",
    "review",
    "review_async",
    "review_many",
    "review_many_async",
    "score",
    "scores",
    "share_text",
    "solve",
    "solve_async",
    "solve_jugs",
    "solve_jugs_async",
    "solve_pegs",
    "solve_pegs_async",
    "solved_games",
    "verify",
    "wrong_answers",
]

_ROOMS = {
    "sito.advice.advice": "Advice advise",
    "sito.advice.boards": "Boards BoardsAdvice advise_boards",
    "sito.asynchronous": (
        "advise_async advise_boards_async best_response_async check_certificate_async compare_async diagnose_async "
        "duel_odds_async every_first_async explain_guess_async game_value_async review_async "
        "review_many_async solve_async solve_jugs_async solve_pegs_async"
    ),
    "sito.atlas": "SolvedGame solved_games",
    "sito.base.limits": "Limits Stopped",
    "sito.certificate.check": "CertificateClaim check_certificate",
    "sito.codes.code": "Code CodeSpace",
    "sito.codes.feedback": "Feedback",
    "sito.codes.partial": "PartialFeedback",
    "sito.errors": "SitoError",
    "sito.exact": "Objective Solution solve",
    "sito.exact.first": "EveryFirst FirstGuess every_first",
    "sito.exact.game_value": "GameValue game_value",
    "sito.explanation": "Explanation GuessFacts explain explain_guess",
    "sito.makers": "AdversarialMaker LyingMaker",
    "sito.odds": "Odds Response best_response duel_odds",
    "sito.playing.game": "Transcript play",
    "sito.playing.numbered": "daily_number numbered_secret",
    "sito.playing.repairs": "Diagnosis diagnose wrong_answers",
    "sito.puzzles.jugs": "Jugs solve_jugs",
    "sito.puzzles.pegs": "solve_pegs",
    "sito.reviews": "Review review",
    "sito.reviews.many": "review_many",
    "sito.rules.rules": "FeedbackKind Rules",
    "sito.show.sharing": "share_text",
    "sito.sieve.knowledge": "Knowledge",
    "sito.sieve.scores": "feedback_matrix score scores",
    "sito.strategies.strategy": "parse_strategy",
    "sito.strategies.tree": "StrategyTree",
    "sito.strategies.tree.verify": "verify",
    "sito.tournament.comparison": "compare",
    "sito.tournament.many": "ManyGames play_many",
    "sito.words.words": "WordList",
}
"""The names of the door that each module gives."""
_HOMES = {name: room for room, names in _ROOMS.items() for name in names.split()}


def __getattr__(name: str) -> object:
    """Loads a name of the door when it is first asked for, and keeps it. Raises `AttributeError`."""
    from importlib import import_module

    if name == "__version__":
        value: object = import_module("sito._native").VERSION
    elif name in _HOMES:
        value = getattr(import_module(_HOMES[name]), name)
    else:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """Lists the names of the door, loaded or not, and the modules that are loaded."""
    return sorted({*__all__, *(name for name in globals() if not name.startswith("_"))} - {"TYPE_CHECKING"})
