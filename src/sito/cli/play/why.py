"""What /why tells in a game: what a guess does to the possible codes, beside the best other guess."""

from __future__ import annotations

from collections.abc import Iterator

from sito.cli.output import message
from sito.cli.table import thinking
from sito.code import Code
from sito.errors import N_, SitoError
from sito.explanation import GuessFacts, explain_guess
from sito.game import Transcript
from sito.i18n import _, error_text, fault_text
from sito.knowledge import Knowledge
from sito.limits import Limits
from sito.metrics import METRICS
from sito.strategy import Strategy

SECONDS = 0.7
"""How long the other guesses are compared, so that the answer comes within a second."""

_HOW = {
    "best": N_(
        "{strategy} looks further ahead: it takes the guess after which the fewest further guesses are expected, "
        "whatever its bits."
    ),
    "color-by-color": N_("{strategy} settles how often the code has each color, and then the order."),
    "color-by-color-narrowing": N_("{strategy} settles how often the code has each color, and then the order."),
    "distinct-first": N_("{strategy} draws a code that agrees with all the answers, one without repeats if there is."),
    "first-consistent": N_("{strategy} takes the first code in order that agrees with all the answers."),
    "random-consistent": N_("{strategy} draws one of the codes that agree with all the answers."),
    "tree": N_("{strategy} follows a strategy tree that was computed before."),
    "uniform-probe": N_("{strategy} asks for one color after the other, and then tries the arrangements."),
}
_BY_METRIC = N_("{strategy} compares the guesses by the cells they make, and takes the best.")
_OTHERWISE = N_("The guess was chosen by {strategy}.")


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
        return explain_guess(knowledge, guess, _metric(knowledge, strategy), limits=Limits(seconds=SECONDS))


def why_sentences(facts: GuessFacts, strategy: Strategy | None = None) -> Iterator[str]:
    """Gives the sentences about a guess, and how the strategy came to it."""
    yield from map(fault_text, facts.sentences)
    if strategy is not None and not (facts.before == 1 and facts.possible):
        name = str(strategy).partition(":")[0]
        how = _BY_METRIC if name in METRICS else _HOW.get(name, _OTHERWISE)
        yield _(how).format(strategy=strategy)


def _metric(knowledge: Knowledge, strategy: Strategy | None) -> str:
    """Gives the metric of a strategy; for one without a metric bits, which there are none of where answers may lie."""
    name = str(strategy).partition(":")[0]
    return name if name in METRICS else "minimax" if knowledge.rules.lies else "entropy"
