"""What /hint and `sito advise` show: the codes that are left, and the best guesses with their figures."""

from __future__ import annotations

from sito.advice.advice import Advice, AdvisedGuess, advise
from sito.advice.boards import BoardsAdvice
from sito.base.limits import Limits
from sito.cli.output import message, note, settings, show_table
from sito.cli.table import thinking
from sito.errors import LimitError
from sito.playing.game import Transcript, check_consistent
from sito.show.i18n import _, error_text, fault_text
from sito.show.render import Column, plain
from sito.show.sentences import codes_left_text

SHOWN = 10  # codes in a hint
SECONDS = 0.9
"""How long a hint may look ahead, so that it comes within a second."""


def hint(game: Transcript) -> None:
    """Tells a person who guesses which codes are possible, and the best guess."""
    try:
        with thinking(_("Looking for the codes that are possible")):
            knowledge = check_consistent(game)
            advice = advise(knowledge, 1, Limits(seconds=SECONDS))
    except LimitError as error:
        message(error_text(error))
        return
    shown = knowledge.likely(SHOWN)
    more = " ..." if len(knowledge) > len(shown) else ""
    message(f"{codes_left_text(len(knowledge), game.rules)}: {', '.join(map(knowledge.secrets.text, shown))}{more}")
    if len(knowledge) > 1:
        message(fault_text(advice[0].sentence))
        proven = advice.exact and advice.fallback is None
        message(_("By exact search: no guess is better.") if proven else fault_text(advice.origin))


def show_advice(advice: Advice) -> None:
    """Writes the guesses as a table, and a line about how they were found."""
    columns = [
        Column(_("guess")),
        Column(_("mean"), right=True),
        Column(_("cells"), right=True, spare=2),  # bits tell more than cells do
        Column(_("bits"), right=True),
        Column(_("worst"), right=True, spare=1),
        Column(_("code")),
    ]
    show_table(columns, [[*map(plain, _row(guess))] for guess in advice])
    note(fault_text(advice.origin))


def show_boards_advice(advice: BoardsAdvice) -> None:
    """Writes the guesses for several boards as a table, and a line about how they were found."""
    columns = [
        Column(_("guess")),
        Column(_("mean"), right=True),
        Column(_("bits"), right=True),
        Column(_("worst"), right=True, spare=1),
        Column(_("code")),
    ]
    rows = [
        [
            guess.text,
            "-" if guess.expected is None else f"{float(guess.expected):.3f}",
            f"{guess.bits:.2f}",
            str(guess.worst),
            " ".join(str(place + 1) for place in guess.may_hit) or _("no"),
        ]
        for guess in advice
    ]
    show_table(columns, [[*map(plain, row)] for row in rows])
    origin = fault_text(advice.origin)
    if origin not in settings.told:  # what the figures mean is the same after every turn
        settings.told.add(origin)
        note(origin)


def _row(guess: AdvisedGuess) -> list[str]:
    figures = guess.figures
    return [
        figures.text,
        "-" if guess.expected is None else f"{float(guess.expected):.3f}",
        str(figures.cells),
        f"{figures.bits:.2f}",
        str(figures.worst),
        _("yes") if figures.possible else _("no"),
    ]
