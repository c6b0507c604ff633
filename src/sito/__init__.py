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
    from sito.advice.advice import Advice as Advice
    from sito.advice.advice import advise as advise
    from sito.advice.boards import Boards as Boards
    from sito.advice.boards import BoardsAdvice as BoardsAdvice
    from sito.advice.boards import advise_boards as advise_boards
    from sito.atlas import SolvedGame as SolvedGame
    from sito.atlas import solved_games as solved_games
    from sito.base.limits import Limits as Limits
    from sito.base.limits import Stopped as Stopped
    from sito.certificate.check import CertificateClaim as CertificateClaim
    from sito.certificate.check import check_certificate as check_certificate
    from sito.codes.code import Code as Code
    from sito.codes.code import CodeSpace as CodeSpace
    from sito.codes.feedback import Feedback as Feedback
    from sito.codes.partial import PartialFeedback as PartialFeedback
    from sito.errors import SitoError as SitoError
    from sito.exact import Objective as Objective
    from sito.exact import Solution as Solution
    from sito.exact import solve as solve
    from sito.exact.first import EveryFirst as EveryFirst
    from sito.exact.first import FirstGuess as FirstGuess
    from sito.exact.first import every_first as every_first
    from sito.explanation.answer import Explanation as Explanation
    from sito.explanation.answer import explain as explain
    from sito.explanation.guess import GuessFacts as GuessFacts
    from sito.explanation.guess import explain_guess as explain_guess
    from sito.makers import AdversarialMaker as AdversarialMaker
    from sito.makers import LyingMaker as LyingMaker
    from sito.odds import Odds as Odds
    from sito.odds import Response as Response
    from sito.odds import best_response as best_response
    from sito.odds import duel_odds as duel_odds
    from sito.playing.game import Transcript as Transcript
    from sito.playing.game import play as play
    from sito.playing.numbered import daily_number as daily_number
    from sito.playing.numbered import numbered_secret as numbered_secret
    from sito.playing.repairs import Diagnosis as Diagnosis
    from sito.playing.repairs import diagnose as diagnose
    from sito.playing.repairs import wrong_answers as wrong_answers
    from sito.puzzles.jugs import Jugs as Jugs
    from sito.puzzles.jugs import solve_jugs as solve_jugs
    from sito.puzzles.pegs import solve_pegs as solve_pegs
    from sito.reviews import Review as Review
    from sito.reviews import review as review
    from sito.rules.rules import FeedbackKind as FeedbackKind
    from sito.rules.rules import Rules as Rules
    from sito.show.sharing import share_text as share_text
    from sito.sieve.knowledge import Knowledge as Knowledge
    from sito.strategies.strategy import parse_strategy as parse_strategy
    from sito.strategies.tree import StrategyTree as StrategyTree
    from sito.strategies.tree.verify import verify as verify
    from sito.tournament.comparison import compare as compare
    from sito.words.words import WordList as WordList

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
    "GuessFacts",
    "Jugs",
    "Knowledge",
    "Limits",
    "LyingMaker",
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
    "advise_boards",
    "best_response",
    "check_certificate",
    "compare",
    "daily_number",
    "diagnose",
    "duel_odds",
    "every_first",
    "explain",
    "explain_guess",
    "numbered_secret",
    "parse_strategy",
    "play",
    "review",
    "share_text",
    "solve",
    "solve_jugs",
    "solve_pegs",
    "solved_games",
    "verify",
    "wrong_answers",
]

_HOMES = {
    "AdversarialMaker": "sito.makers",
    "Advice": "sito.advice.advice",
    "Boards": "sito.advice.boards",
    "BoardsAdvice": "sito.advice.boards",
    "CertificateClaim": "sito.certificate.check",
    "Code": "sito.codes.code",
    "CodeSpace": "sito.codes.code",
    "Diagnosis": "sito.playing.repairs",
    "EveryFirst": "sito.exact.first",
    "Explanation": "sito.explanation",
    "Feedback": "sito.codes.feedback",
    "FeedbackKind": "sito.rules.rules",
    "FirstGuess": "sito.exact.first",
    "GuessFacts": "sito.explanation",
    "Jugs": "sito.puzzles.jugs",
    "Knowledge": "sito.sieve.knowledge",
    "Limits": "sito.base.limits",
    "LyingMaker": "sito.makers",
    "Objective": "sito.exact",
    "Odds": "sito.odds",
    "PartialFeedback": "sito.codes.partial",
    "Response": "sito.odds",
    "Review": "sito.reviews",
    "Rules": "sito.rules.rules",
    "SitoError": "sito.errors",
    "Solution": "sito.exact",
    "SolvedGame": "sito.atlas",
    "Stopped": "sito.base.limits",
    "StrategyTree": "sito.strategies.tree",
    "Transcript": "sito.playing.game",
    "WordList": "sito.words.words",
    "advise": "sito.advice.advice",
    "advise_boards": "sito.advice.boards",
    "best_response": "sito.odds",
    "check_certificate": "sito.certificate.check",
    "compare": "sito.tournament.comparison",
    "daily_number": "sito.playing.numbered",
    "diagnose": "sito.playing.repairs",
    "duel_odds": "sito.odds",
    "every_first": "sito.exact.first",
    "explain": "sito.explanation",
    "explain_guess": "sito.explanation",
    "numbered_secret": "sito.playing.numbered",
    "parse_strategy": "sito.strategies.strategy",
    "play": "sito.playing.game",
    "review": "sito.reviews",
    "share_text": "sito.show.sharing",
    "solve": "sito.exact",
    "solve_jugs": "sito.puzzles.jugs",
    "solve_pegs": "sito.puzzles.pegs",
    "solved_games": "sito.atlas",
    "verify": "sito.strategies.tree.verify",
    "wrong_answers": "sito.playing.repairs",
}
"""The module in which each name lives."""


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
