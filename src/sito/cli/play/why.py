"""What /why tells in a game: what a guess does to the possible codes, beside the best other guess."""

from __future__ import annotations

from sito.base.limits import Limits
from sito.cli.output import message
from sito.cli.table import thinking
from sito.codes.code import Code
from sito.errors import SitoError
from sito.explanation import GuessFacts, explain_choice
from sito.playing.game import Transcript
from sito.show.i18n import _, error_text
from sito.show.sentences import strategy_text, why_sentences
from sito.sieve.knowledge import Knowledge
from sito.strategies.strategy import Strategy

SECONDS = 0.7
"""How long the other guesses are compared, so that the answer comes within a second."""


def tell_why(game: Transcript, guess: Code, strategy: Strategy | None = None) -> None:
    """Tells a person why the computer makes a guess after the turns of a game, in a second at most."""
    try:
        facts = guess_facts(game.knowledge, guess, strategy)
    except SitoError as error:
        message(error_text(error))
        return
    for sentence in why_sentences(facts, strategy):
        message(sentence)


def tell_why_last(game: Transcript) -> None:
    """Tells a person who guesses what the last guess did to the possible codes."""
    if not game.turns:
        message(_("There is no guess to explain yet."))
        return
    before = game.shortened(-1)
    guess, answer = game.turns[-1]
    try:
        facts = guess_facts(before.knowledge, guess)
        left = len(game.knowledge)
    except SitoError as error:
        message(error_text(error))
        return
    did = _("The answer {answer} to {guess} left {left} of {before} possible codes. Before this answer was known:")
    message(did.format(guess=facts.text, answer=answer, left=left, before=facts.before))
    for sentence in why_sentences(facts):
        message(sentence)


def guess_facts(knowledge: Knowledge, guess: Code, strategy: Strategy | None = None) -> GuessFacts:
    """Explains a guess by the metric of the strategy that made it, or by bits. Raises `SitoError`."""
    with thinking(_("Comparing the guesses")):
        return explain_choice(knowledge, guess, strategy_text(strategy), limits=Limits(seconds=SECONDS))
