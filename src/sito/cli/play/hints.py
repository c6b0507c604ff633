"""What the computer has to say while a game is played: hints, why a guess is made, and that it thinks."""

from __future__ import annotations

from fractions import Fraction

from sito.advice.advice import Advice, advise
from sito.advice.boards import BoardsAdvice
from sito.base.limits import Limits
from sito.cli.output import message, note, settings, show_table, telling
from sito.cli.table import thinking
from sito.codes.code import Code
from sito.errors import InconsistentError, LimitError, SitoError
from sito.explanation import GuessFacts, explain_choice
from sito.playing.game import Codebreaker, Transcript, check_consistent
from sito.show.i18n import _, fault_text
from sito.show.render import Column
from sito.show.sentences import codes_left_text, strategy_text, why_sentences
from sito.sieve.knowledge import Knowledge
from sito.strategies.strategy import Strategy

SHOWN = 10  # codes in a hint
SECONDS = 0.9
"""How long a hint may look ahead, so that it comes within a second."""


def hint(game: Transcript) -> None:
    """Tells a person who guesses which codes are possible, and the best guess."""
    with telling(LimitError, InconsistentError):
        with thinking(_("Looking for the codes that are possible")):
            knowledge = check_consistent(game)
            advice = advise(knowledge, 1, seconds=SECONDS)
        shown = knowledge.likely(SHOWN)
        more = " ..." if len(knowledge) > len(shown) else ""
        message(f"{codes_left_text(knowledge.left, game.rules)}: {', '.join(map(knowledge.secrets.text, shown))}{more}")
        if len(knowledge) > 1:
            message(fault_text(advice[0].sentence))
            proven = advice.exact and advice.fallback is None
            message(_("By exact search: no guess is better.") if proven else fault_text(advice.origin))


def show_advice(advice: Advice | BoardsAdvice) -> None:
    """Writes guesses, for one board or several, as a table, and a line about how they were found."""
    columns = [
        Column(_("guess")),
        Column(_("mean"), right=True),
        Column(_("cells"), right=True, spare=2),  # bits tell more than cells do
        Column(_("bits"), right=True),
        Column(_("worst"), right=True, spare=1),
        Column(_("code")),
    ]
    rows: list[tuple[object, ...]] = []
    if isinstance(advice, BoardsAdvice):
        del columns[2]
        for each in advice:
            hits = " ".join(str(at + 1) for at in each.may_hit) or _("no")
            rows.append((each.text, _mean(each.expected), f"{each.bits:.2f}", each.worst, hits))
    else:
        for one, expected in ((each.figures, each.expected) for each in advice):
            hits = _("yes") if one.possible else _("no")
            rows.append((one.text, _mean(expected), one.cells, f"{one.bits:.2f}", one.worst, hits))
    show_table(columns, rows)
    origin = fault_text(advice.origin)
    if isinstance(advice, Advice) or origin not in settings.told:  # of boards it is the same after every turn
        settings.told.add(origin)
        note(origin)


def _mean(expected: Fraction | None) -> str:
    return "-" if expected is None else f"{float(expected):.3f}"


_WHY_SECONDS = 0.7
"""How long the other guesses are compared, so that the answer comes within a second."""


def tell_why(game: Transcript, guess: Code, strategy: Strategy | None = None) -> None:
    """Tells a person why the computer makes a guess after the turns of a game, in a second at most."""
    with telling(SitoError):
        for sentence in why_sentences(guess_facts(game.knowledge, guess, strategy), strategy):
            message(sentence)


def tell_why_last(game: Transcript) -> None:
    """Tells a person who guesses what the last guess did to the possible codes."""
    if not game.turns:
        message(_("There is no guess to explain yet."))
        return
    before = game.shortened(-1)
    guess, answer = game.turns[-1]
    did = _("The answer {answer} to {guess} left {left} of {before} possible codes. Before this answer was known:")
    with telling(SitoError):
        facts, left = guess_facts(before.knowledge, guess), game.knowledge.left
        message(did.format(guess=facts.text, answer=answer, left=left, before=facts.before))
        for sentence in why_sentences(facts):
            message(sentence)


def guess_facts(knowledge: Knowledge, guess: Code, strategy: Strategy | None = None) -> GuessFacts:
    """Explains a guess by the metric of the strategy that made it, or by bits. Raises `SitoError`."""
    with thinking(_("Comparing the guesses")):
        return explain_choice(knowledge, guess, strategy_text(strategy), limits=Limits(seconds=_WHY_SECONDS))


class ThinkingBreaker:
    """A codebreaker that a person waits for; it remembers its last guess, and makes it again at once."""

    def __init__(self, breaker: Codebreaker) -> None:
        self._breaker = breaker
        self._last: tuple[Transcript, Code] | None = None

    def guess(self, game: Transcript) -> Code:
        """Gives the guess of the other codebreaker."""
        if self._last is None or self._last[0] != game:
            with thinking(_("I am thinking")):
                self._last = game, self._breaker.guess(game)
        return self._last[1]
